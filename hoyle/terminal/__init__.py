"""What stands between commands and the terminal."""
