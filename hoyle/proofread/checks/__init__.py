"""What is looked for in a text, a module for each sort of fault; `rules` looks at the rule file beside it."""
