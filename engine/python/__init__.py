"""Exported engines in Python."""
