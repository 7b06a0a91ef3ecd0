"""The rules of a game as a tree of C: what exported engines, stepped games, searches and random games share."""
