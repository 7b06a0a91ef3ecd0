"""The verifier: proves, checks, tests or refutes what is claimed of a game."""
