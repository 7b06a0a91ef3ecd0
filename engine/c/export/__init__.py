"""Exported engines in plain C11."""
