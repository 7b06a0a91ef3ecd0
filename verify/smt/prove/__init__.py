"""Proofs about every position."""
