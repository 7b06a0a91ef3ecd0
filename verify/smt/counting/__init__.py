"""Proofs about numbers: how many cards lie where, and what fields hold, whichever cards they are."""
