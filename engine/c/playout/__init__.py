"""Whole random games as one C function, and what makes it fast."""
