"""Plans the search for ambiguities as tasks within a budget, and does them."""
