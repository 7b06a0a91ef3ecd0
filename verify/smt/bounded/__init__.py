"""Plays from the deal up to a number of decisions (bounded model checking)."""
