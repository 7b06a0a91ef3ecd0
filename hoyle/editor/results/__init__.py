"""What the last runs said of a text, at its lines: verdicts, ambiguities, counts; and whether it still holds."""
