"""What joins an exported Python engine to other projects' environments, as texts with blanks."""
