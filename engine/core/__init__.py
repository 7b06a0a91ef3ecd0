"""The core program, from which engines in other languages are written, and what is found out about it."""
