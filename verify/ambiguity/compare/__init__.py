"""Holds two readings of a rulebook against each other."""
