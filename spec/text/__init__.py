"""From the text of a rule file to surface syntax, with a diagnostic for each fault."""
