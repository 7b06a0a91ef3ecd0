"""Which techniques run, in which order, within which budget, and what is kept of them."""
