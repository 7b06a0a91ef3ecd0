"""The public face of Hoyle: the command line, and the interface that other programs import."""
