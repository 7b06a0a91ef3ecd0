"""What is raised where a game has something that programs made of it cannot say."""

from __future__ import annotations


class Unsupported(Exception):
    """Something that exported programs cannot say; the message says what."""
