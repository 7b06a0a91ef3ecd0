"""What a move, definition, routine or outcome takes, while its arguments are typed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hoyle.editor.analysis import Analysis
from hoyle.editor.names.symbols import Symbol
from spec.text.source import Span


@dataclass(frozen=True, slots=True)
class Signature:
    """How a thing is introduced, as in `play(c: card from hand of mover)`, and where its parameters stand in that."""

    text: str
    parameters: tuple[Span, ...]
    active: int


def signature(analysis: Analysis, offset: int) -> Signature | None:
    """What the brackets around an offset want; None where they belong to no name that takes anything."""
    content = analysis.content
    start = content.rfind("\n\n", 0, offset) + 1
    opened, active = _open_bracket(content, start, offset)
    if opened < 0:
        return None
    symbol = _called(analysis, opened)
    for one in () if symbol is None else analysis.index.introductions(symbol):
        if one.span.start <= opened <= one.span.end:
            return None
        text, parts = _heading(content, one.span)
        if parts:
            return Signature(text, parts, min(active, len(parts) - 1))
    return None


def _called(analysis: Analysis, opened: int) -> Symbol | None:
    """What is named before a bracket: the text may have faults just there, so that only its letters tell."""
    found = re.search(r"[a-z][a-z0-9_]*$", analysis.content[:opened])
    return None if found is None else analysis.known.things.get(found.group())


def _open_bracket(content: str, start: int, offset: int) -> tuple[int, int]:
    """The innermost round bracket that is open at an offset, and how many commas stand behind it."""
    open_at: list[tuple[int, int]] = []
    quoted = False
    for at in range(start, offset):
        sign = content[at]
        quoted = (not quoted) if sign == '"' else quoted and sign != "\n"
        if quoted:
            continue
        if sign in "([":
            open_at.append((at, 0))
        elif sign in ")]" and open_at:
            open_at.pop()
        elif sign == "," and open_at:
            open_at[-1] = (open_at[-1][0], open_at[-1][1] + 1)
    if not open_at or content[open_at[-1][0]] == "[":
        return -1, 0
    return open_at[-1]


def _heading(content: str, name: Span) -> tuple[str, tuple[Span, ...]]:
    """A name with its parameters as one line, and where they stand in it."""
    if content[name.end : name.end + 1] != "(":
        return "", ()
    depth, parts, begun, end = 0, [], name.end + 1, name.end
    for at in range(name.end, min(len(content), name.end + 2_000)):
        depth += (content[at] in "([") - (content[at] in ")]")
        if (content[at] == "," and depth == 1) or depth == 0:
            parts.append((begun, at))
            begun = at + 1
        if depth == 0:
            end = at + 1
            break
    text, spans = content[name.start : name.end] + "(", []
    for number, (a, b) in enumerate(parts):
        part = " ".join(content[a:b].split())
        text += ", " if number else ""
        spans.append(Span(len(text), len(text) + len(part)))
        text += part
    return (f"{text})", tuple(spans)) if end > name.end else ("", ())
