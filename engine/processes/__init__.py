"""Deadlines, other programs, and several processes at once."""
