"""What is found out about a core program for printers to make use of: one plan a file, each may be left out."""
