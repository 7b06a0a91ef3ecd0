"""Shows what the ambiguity finder found: in the terminal, as data, and as a page."""
