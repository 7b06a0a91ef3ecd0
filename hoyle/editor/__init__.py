"""What editors ask for, in texts and offsets; knows no editor's protocol and nothing of a terminal."""
