"""Games as logs, in the words of the game, and why a move is legal."""
