"""Reads whole numbers that people write: plain digits, and no more of them than any game needs.

Python's own tests of digits take those of all scripts, raised ones too, of which `int` then reads some and not others.
"""

import re

_WHOLE = re.compile(r"-?[0-9]{1,18}")


def whole(text: str) -> int | None:
    """The number that a text is; None where it is none."""
    return int(text) if _WHOLE.fullmatch(text) else None
