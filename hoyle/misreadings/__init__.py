"""Ways in which people misread rules, as questions that a rule file can be asked."""
