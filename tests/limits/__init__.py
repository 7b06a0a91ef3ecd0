"""What bounds Hoyle: time, memory, the size of rules; and how a command ends whatever happens."""
