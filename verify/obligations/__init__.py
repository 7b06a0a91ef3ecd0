"""What a game owes, what is known of it, and the plays that show it."""
