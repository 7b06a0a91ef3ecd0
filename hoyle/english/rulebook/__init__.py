"""The rulebook as a document: its sections in the order in which a newcomer needs them."""
