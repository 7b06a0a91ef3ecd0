"""Many random games with statistics."""
