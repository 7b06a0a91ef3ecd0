"""The interpreter: the definition of what the intermediate representation means."""
