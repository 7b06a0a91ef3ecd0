"""Shows diagnostics: to people, with the lines that they point at, and to programs, as JSON.

Leaves what is wrong to whoever made the diagnostic; nothing else in Hoyle formats one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

from rich.cells import cell_len
from rich.text import Text as Styled

from hoyle.terminal.screen import screen
from spec.diagnostics.diagnostic import Diagnostic
from spec.text.clean import INSTEAD, clean
from spec.text.source import Span, Text

COLOURS = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
EXCERPT = 100
"""Longest excerpt of a line, in characters of the file."""
BEFORE = 30
"""How many characters before the span an excerpt of a long line keeps."""
MOST_ALIKE = 3
"""Of so many warnings with one code, or errors with the same words, only the first is shown in full."""
LEAST = 40
"""An excerpt is not cut shorter than this, however narrow the terminal is."""
AROUND = 5
"""How many columns of a line are the number's margin and the signs of what is cut."""
MOST_LISTED = 20
"""So many of their lines are listed."""
MOST_LINES = 4
"""A span of more lines is shown by its first and last line."""


# ---------------------------------------------------------------- for people


def render(diagnostics: Iterable[Diagnostic], text: Text) -> str:
    """All diagnostics as plain text, with a count at the end; '' where there are none."""
    shown = tuple(diagnostics)
    blocks = [str(styled(d, text)) for d in shown]
    return "\n".join([*blocks, summary(shown), ""]) if shown else ""


def show(diagnostics: Iterable[Diagnostic], text: Text, stream: TextIO) -> None:
    """Writes them to a stream; in colour only where it is a terminal (and NO_COLOR is not set).

    Errors come first. Of many warnings with one code the first is shown, with the lines of the others; of many errors
    with the same words, too. Lines of the file are cut to what a terminal has room for.
    """
    shown = tuple(diagnostics)
    shown_on = screen(stream, markup=False)
    for diagnostic, others in _gathered(shown):
        room = (
            min(EXCERPT, max(LEAST, shown_on.width - _gutter(diagnostic, text) - AROUND))
            if stream.isatty()
            else EXCERPT
        )
        shown_on.print(styled(diagnostic, text, others, room))
    if shown:
        shown_on.print(summary(shown))


def _gathered(shown: tuple[Diagnostic, ...]) -> Iterator[tuple[Diagnostic, tuple[Diagnostic, ...]]]:
    """What is shown in full, each with the others that it stands for."""
    alike: dict[tuple[bool, str], list[Diagnostic]] = {}
    for diagnostic in sorted(shown, key=lambda d: d.severity != "error"):
        error = diagnostic.severity == "error"
        alike.setdefault((error, diagnostic.message if error else diagnostic.code), []).append(diagnostic)
    for first, *others in alike.values():
        if len(others) < MOST_ALIKE:
            yield from ((d, ()) for d in (first, *others))
        else:
            yield first, tuple(others)


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """How many errors and warnings there are."""
    counts = {"error": 0, "warning": 0, "note": 0}
    for diagnostic in diagnostics:
        counts[diagnostic.severity] += 1
    parts = [f"{n} {name}{'' if n == 1 else 's'}" for name, n in counts.items() if n]
    return ", ".join(parts) if parts else "nothing found"


def styled(diagnostic: Diagnostic, text: Text, others: Sequence[Diagnostic] = (), room: int = EXCERPT) -> Styled:
    """One diagnostic: what and where, the lines concerned, why, and how it could be mended; it may stand for others."""
    colour = COLOURS[diagnostic.severity]
    out = Styled()
    out.append(f"{diagnostic.severity}[{diagnostic.code}]", colour)
    out.append(f": {_clean(diagnostic.message)}\n", "bold")
    gutter = _gutter(diagnostic, text)
    _place(out, text, diagnostic.span, "-->", gutter)
    _excerpt(out, text, (diagnostic.span, diagnostic.label), (gutter, room), ("^", colour))
    for span, message in diagnostic.related:
        _place(out, text, span, ":::", gutter)
        _excerpt(out, text, (span, message), (gutter, room), ("-", "bold blue"))
    for name, said in (*_notes(diagnostic), *_also(others, text)):
        out.append(f"{' ' * gutter} = ", "blue")
        out.append(f"{name}: ", "bold")
        out.append(_clean(said) + "\n")
    return out


def _notes(diagnostic: Diagnostic) -> Iterable[tuple[str, str]]:
    if diagnostic.why:
        yield "why", diagnostic.why
    if diagnostic.fix is not None:
        fix = diagnostic.fix
        shown = f": `{fix.replacement.strip()}`" if fix.replacement.strip() and "`" not in fix.message else ""
        yield "help", fix.message + shown
    if diagnostic.why:
        yield "more", f"hoyle explain {diagnostic.code}"


def _also(others: Sequence[Diagnostic], text: Text) -> Iterable[tuple[str, str]]:
    """Where else the same is to be said."""
    lines = list(dict.fromkeys(str(text.position(d.span.start)[0]) for d in others))
    if others:
        listed = ", ".join(lines[:MOST_LISTED]) + (", ..." if len(lines) > MOST_LISTED else "")
        yield "also", f"{len(others)} more like it, in line{'s' * (len(lines) > 1)} {listed} (--json shows each)"


def _gutter(diagnostic: Diagnostic, text: Text) -> int:
    """The width of the widest line number that is shown."""
    spans = [diagnostic.span, *(span for span, _ in diagnostic.related)]
    return max(len(str(text.position(s.end)[0])) for s in spans)


def _place(out: Styled, text: Text, span: Span, arrow: str, gutter: int) -> None:
    line, column = text.position(span.start)
    out.append(f"{' ' * gutter}{arrow} ", "blue")
    out.append(f"{_clean(text.name)}:{line}:{column}\n")


def _excerpt(out: Styled, text: Text, where: tuple[Span, str], size: tuple[int, int], mark: tuple[str, str]) -> None:
    span, label = where
    gutter, room = size
    first, column = text.position(span.start)
    last, end = text.position(max(span.start, span.end))
    while last > first and not text.line(last)[: end - 1].strip():
        # The span ends with a line break, or with what the next line is indented by: that line is no part of it.
        last, end = last - 1, len(text.line(last - 1)) + 1
    out.append(f"{' ' * gutter} |\n", "blue")
    lines = list(range(first, last + 1))
    for number in lines if len(lines) <= MOST_LINES else [first, 0, last]:
        if number == 0:
            out.append(f"{'.' * gutter} |\n", "blue")
            continue
        line = text.line(number)
        piece = _cut(
            line,
            column - 1 if number == first else len(line) - len(line.lstrip()),
            end - 1 if number == last else len(line),
            room,
        )
        out.append(f"{number:>{gutter}} | ", "blue")
        out.append(piece.shown + "\n")
        out.append(f"{' ' * gutter} | ", "blue")
        out.append(" " * piece.indent + mark[0] * piece.marked, mark[1])
        out.append(f" {_clean(label)}\n" if label and number == last else "\n", mark[1])


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as shown, and where on the screen, in cells, its mark begins and how long it is."""

    shown: str
    indent: int
    marked: int


def _cut(line: str, start: int, stop: int, room: int) -> _Line:
    """A line's excerpt of so many characters around those from `start` (from 0) up to `stop`."""
    start = min(start, len(line))
    low = 0 if len(line) <= room else max(0, min(start - BEFORE, len(line) - room))
    high = min(len(line), low + room)
    stop = max(start, min(stop, high))
    head, tail = "…" if low else "", "…" if high < len(line) else ""
    before, marked, after = (_clean(line[i:j]) for i, j in ((low, start), (start, stop), (stop, high)))
    return _Line(head + before + marked + after + tail, cell_len(head + before), max(1, cell_len(marked)))


def _clean(text: str) -> str:
    """Text that cannot disturb a terminal: tabs as spaces, control and direction signs as `·`."""
    return clean(text.replace("\n", INSTEAD))


# ---------------------------------------------------------------- for programs


def to_json(diagnostics: Iterable[Diagnostic], text: Text) -> str:
    """A list of objects; lines and columns count characters from 1, the end is the first after the span."""
    return json.dumps([_as_object(d, text) for d in diagnostics], ensure_ascii=True, indent=2)


def _as_object(diagnostic: Diagnostic, text: Text) -> dict[str, object]:
    fix = diagnostic.fix
    mend = None if fix is None else {"message": fix.message, "replacement": fix.replacement}
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "label": diagnostic.label,
        "why": diagnostic.why,
        **_where(diagnostic.span, text),
        "related": [{"message": message, **_where(span, text)} for span, message in diagnostic.related],
        "fix": None if fix is None or mend is None else {**mend, **_where(fix.span, text)},
    }


def _where(span: Span, text: Text) -> dict[str, object]:
    line, column = text.position(span.start)
    end_line, end_column = text.position(span.end)
    return {
        "file": text.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "start": span.start,
        "end": span.end,
    }
