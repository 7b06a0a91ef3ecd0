"""Beginning a rule file: from a kind of game, or from a rulebook's text."""
