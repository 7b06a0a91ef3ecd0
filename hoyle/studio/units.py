"""Places in a text as Python counts them and as a page does: the one place where the two are converted.

A page counts in units of UTF-16, of which a sign beyond the first 65,536 takes two.
"""

from __future__ import annotations

from bisect import bisect_left


class Units:
    """Converts offsets into one text."""

    def __init__(self, content: str) -> None:
        self._wide = [] if content.isascii() else [i for i, sign in enumerate(content) if ord(sign) > 0xFFFF]
        self._after = [at + number for number, at in enumerate(self._wide)]
        self._length = len(content)

    def out(self, offset: int) -> int:
        """A page's offset of one of Python's."""
        return offset + bisect_left(self._wide, offset)

    def back(self, offset: int) -> int:
        """Python's offset of a page's, within the text; between the two units of one sign it is that sign's."""
        return max(0, min(offset - bisect_left(self._after, offset), self._length))
