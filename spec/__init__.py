"""The front end: from rule text to a typed intermediate representation, without input, output or solver."""
