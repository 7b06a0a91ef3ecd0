"""Rules and play in English: clauses, conditions, moves, positions and changes as sentences, made from the IR."""
