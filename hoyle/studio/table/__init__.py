"""A game that a page plays: its lines of play, what a seat sees of it, the moves on offer, its log, examples of it."""
