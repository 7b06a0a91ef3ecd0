"""Numbers that contradict each other, and cases without a number."""
