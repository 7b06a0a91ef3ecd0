"""Players that need no knowledge of a game."""
