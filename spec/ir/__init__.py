"""The intermediate representation: its nodes, its law, and tools to walk and print it."""
