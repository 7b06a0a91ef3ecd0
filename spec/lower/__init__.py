"""From surface syntax to the intermediate representation of one game under one choice of settings."""
