"""Proofs about all positions of a game by a solver: its meaning as bit-vector terms, and what follows of them."""
