"""One step of play as terms of a solver."""
