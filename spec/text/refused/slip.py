"""How what is often said otherwise is recognised: where a text is refused, and what stands around that word."""

from __future__ import annotations

from typing import NamedTuple


class Beginning(NamedTuple):
    """What is accepted at the refused word (one of these), how the whole line begins, what to say, and the code."""

    wanted: str
    line: str
    message: str
    code: str = "E0124"


class Slip(NamedTuple):
    """What is accepted at the refused word, what stands before it on its line, the rest of the line, what to say."""

    wanted: str
    earlier: str
    refused: str
    message: str
    code: str = "E0124"
