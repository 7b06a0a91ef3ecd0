"""What was found out, as data."""
