"""Finds and loads rule files."""
