"""Throws hostile texts and changed rule files at every command, within limits of time and memory: `make fuzz`."""
