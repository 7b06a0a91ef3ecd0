"""Random games and generated cases, looked at closely."""
