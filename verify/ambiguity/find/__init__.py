"""Finds clashes, gaps and open questions in play."""
