"""Every position of a game, as `hoyle explore` tells it."""
