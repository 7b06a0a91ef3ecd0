"""Every state of a game, explored by generated C."""
