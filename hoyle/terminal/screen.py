"""What commands write on the terminal: nothing of a rule file, a log or a program reaches it raw.

`Screen` stands before the standard output and error for as long as a command runs; `screen` is what shows colours and
progress. Leaves which characters are unsafe to `spec.text.clean`. Nothing else in Hoyle makes a console.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, cast

from spec.text.clean import clean

if TYPE_CHECKING:
    from rich.console import Console

BRACKET, BACKSLASH, CLOSED = "\ue000", "\ue001", "\ue002"
"""Stand for the two characters that mean something to a console's mark-up, until it writes them."""
_HIDE = str.maketrans({BRACKET: "", BACKSLASH: "", CLOSED: "", "[": BRACKET, "\\": BACKSLASH, "]": CLOSED})
_SHOW = str.maketrans({BRACKET: "[", BACKSLASH: "\\", CLOSED: "]"})


class Screen:
    """A text stream that cleans what it is given before another stream writes it; in all else it is the other."""

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        self.raw.write(clean(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


@contextmanager
def screened() -> Iterator[None]:
    """Cleans all that is written on the standard output and error."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_cleaning, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _cleaning(stream: Any) -> Any:
    """None, which Python has where a stream is closed, stays as it is."""
    return stream if stream is None or isinstance(stream, Screen) else Screen(stream)


def bytes_out() -> BinaryIO:
    """The standard output, byte for byte, for another program; what is printed from now on is an error's."""
    out = _raw(cast(TextIO, sys.stdout)).buffer
    sys.stdout = sys.stderr
    return out


def escape(text: str) -> str:
    """A text as part of what a console is given as mark-up: all of it is shown as it is, wherever it stands."""
    return clean(text).translate(_HIDE)


def screen(stream: TextIO | None = None, *, soft_wrap: bool = True, markup: bool = True) -> Console:
    """A console on the standard output or another stream, on which every text is clean.

    It has colours where it is a terminal or FORCE_COLOR is set, but never where NO_COLOR is; what moves, such as
    progress, only a terminal is shown.
    """
    raw = _raw(sys.stdout if stream is None else stream)
    asked = os.environ.get("FORCE_COLOR")
    forced = asked not in (None, "", "0") and not raw.isatty()
    return _class()(
        file=raw, highlight=False, soft_wrap=soft_wrap, markup=markup, emoji=False,
        force_terminal=None if asked is None else raw.isatty(), color_system="standard" if forced else "auto",
    )  # fmt: skip


def _raw(stream: TextIO) -> TextIO:
    return stream.raw if isinstance(stream, Screen) else stream


@cache
def _class() -> Callable[..., Console]:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class Clean(Console):
        """Its own control codes are written; those in a text are not, and no text is a link."""

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                if segment.control:
                    yield segment
                    continue
                style = segment.style.update_link(None) if segment.style is not None else None
                yield Segment(clean(segment.text).translate(_SHOW), style)

        def on_broken_pipe(self) -> None:
            """A reader that goes away is told by its own exit code, as of what no console writes."""
            raise BrokenPipeError

    return Clean
