"""The ambiguity finder: where rules are silent, say two things, or can be read in two ways."""
