"""What the names of a rule file stand for, and which settings it has."""
