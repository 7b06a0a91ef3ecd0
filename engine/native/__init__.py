"""Games as C: from the intermediate representation to a compiled library that plays as `engine.interpreter` does."""
