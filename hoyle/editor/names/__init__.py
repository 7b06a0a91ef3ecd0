"""Which name stands where in a rule file, and what each stands for."""
