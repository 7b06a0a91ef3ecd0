"""Runs long work for a command and shows how far it is."""
