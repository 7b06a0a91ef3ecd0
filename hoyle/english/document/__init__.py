"""The document that a rulebook is: what it is made of, and how it is shown; it knows no game."""
