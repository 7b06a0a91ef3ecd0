"""Shows what a simulation came to: in the terminal, as a page with charts, and as data."""
