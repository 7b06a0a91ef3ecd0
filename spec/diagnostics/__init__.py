"""Diagnostics: the register of codes, and diagnostics as data."""
