"""The engines: play the games that the intermediate representation states."""
