"""Finds where a quotation mark or a bracket is missing, by trying each place where the line can then be read.

Leaves finding out that one is missing to `spec.text.layout`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from spec.diagnostics.diagnostic import Diagnostic, Fix
from spec.text.layout import written_line
from spec.text.refused.missing_words import reads_with
from spec.text.source import Span

MOST_TRIED = 40
"""Of more places in one line, only so many are tried."""
CODES = frozenset(("E0106", "E0107", "E0108"))


def with_closing(text: str, found: tuple[Diagnostic, ...], most: int = 10) -> tuple[Diagnostic, ...]:
    """The diagnostics of layout, the first few of open quotations and brackets with the change that closes them."""
    tried = [d for d in found if d.code in CODES and d.fix is None][:most]
    return tuple(replace(d, fix=_closing(text, d)) if d in tried else d for d in found)


def _closing(text: str, found: Diagnostic) -> Fix | None:
    """The first change with which the line of a fault can be read."""
    at = found.span.start
    for number, fix in enumerate(_changes(text, at)):
        if number >= MOST_TRIED:
            return None
        if reads_with(text, fix):
            return fix
    return None


def _changes(text: str, at: int) -> Iterator[Fix]:
    """What could be meant, the likeliest first."""
    start, end = written_line(text, at)
    match text[at]:
        case '"':
            shut = list(_ends_of_words(text, at + 1, end))
            # A quotation of a place is short; a sentence runs on.
            place = re.search(r"@[ \t]*$", text[start:at]) or not text[start:at].strip()
            # One that was not closed ends where the next begins: `"lay a card @ "Play/1"`.
            earlier = [start + word.end() for word in re.finditer(r"[\w?!.)](?=[ \t]*[@:])", text[start:at])]
            for place_to in (*(shut if place else reversed(shut)), *earlier):
                yield Fix('close the quotation with `"`', Span(place_to, place_to), '"')
            for word in re.finditer(r"(?<![\w/])\w", text[start:at]):
                opening = start + word.start()
                yield Fix('begin the quotation with `"`', Span(opening, opening), '"')
        case "(" | "[" as bracket:
            sign = ")" if bracket == "(" else "]"
            shut = list(_ends_of_words(text, at + 1, end))
            nearest = bracket == "[" or re.search(r"\w$", text[start:at])
            for place_to in shut if nearest else reversed(shut):
                yield Fix(f"close it with `{sign}`", Span(place_to, place_to), sign)
        case bracket:
            sign = "(" if bracket == ")" else "["
            left_out = Fix(f"leave `{bracket}` out", Span(at, at + 1), "")
            if bracket == ")":
                yield left_out
            for word in reversed([*re.finditer(r"(?<!\w)\w", text[start:at])]):
                opening = start + word.start()
                yield Fix(f"open it with `{sign}`", Span(opening, opening), sign)
            yield left_out


def quoted(text: str, at: int) -> Fix | None:
    """The words from an offset on in quotation marks, where the line can then be read: of a place few, else many."""
    start, end = written_line(text, at)
    if re.search(r"\bas[ \t]+$", text[start:at]):
        # A display name ends where its line goes on.
        end = next((at + sign.start() for sign in re.finditer(r"[,:|@(\[]| of ", text[at:end])), end)
    shut = list(_ends_of_words(text, at, end))[:MOST_TRIED]
    for place_to in shut if re.search(r"@[ \t]*$", text[start:at]) else reversed(shut):
        marked = f'"{text[at:place_to]}"'
        fix = Fix(f"write `{marked[:40]}`", Span(at, place_to), marked)
        if '"' not in marked[1:-1] and reads_with(text, fix):
            return fix
    return None


def _ends_of_words(text: str, start: int, end: int) -> Iterator[int]:
    for word in re.finditer(r"[\w?!.)\]](?!\w)", text[start:end]):
        yield start + word.end()
