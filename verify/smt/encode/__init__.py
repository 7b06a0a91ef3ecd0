"""The intermediate representation as terms of a solver."""
