"""The targets that a game can be exported to, and what their files have in common."""
