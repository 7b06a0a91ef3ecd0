"""Compiled games, called from Python."""
