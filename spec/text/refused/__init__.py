"""What to say where a text is refused, and how it can be mended."""
