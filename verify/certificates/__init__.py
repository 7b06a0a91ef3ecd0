"""Certificates: what proofs rest on, written so that others can decide it from scratch, and deciding it."""
