"""A rulebook's text beside the rule file that states it: which sentence is stated by which clauses."""
