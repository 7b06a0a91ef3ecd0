"""Luck: streams of random numbers, shuffles and picks."""
