"""Engines of one game, written out as source text that needs nothing of Hoyle."""
