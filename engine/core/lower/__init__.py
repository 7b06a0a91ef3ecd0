"""From the intermediate representation to the core program."""
