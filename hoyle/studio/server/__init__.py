"""The studio's home on the author's own computer: a server for the loopback interface alone."""
