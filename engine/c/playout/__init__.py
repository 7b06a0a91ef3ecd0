"""Whole random games as one C function, made from the core program."""
