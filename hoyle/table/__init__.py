"""A game at the table, for a person at a terminal: what is seen, what can be typed, what happened."""
