"""Exported engines in JavaScript."""
