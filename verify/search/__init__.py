"""Every state of a smaller game, and loops of play."""
