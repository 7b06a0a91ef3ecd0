"""Finds the one word or sign with which a refused line can be read, by trying each that may stand there.

Leaves what to say of it to `spec.text.refused.syntax_errors`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedToken
from lark.indenter import DedentError

from spec.diagnostics.diagnostic import Fix
from spec.names.suggestions import nearest
from spec.text.layout import cut_lines, lines_of
from spec.text.parser import section_parser
from spec.text.source import Line

LONGEST = 2_000
"""In a longer line nothing is tried."""
NEAR = 20
"""So many lines behind a change may belong to its line."""
MOST = 12
"""Where more could stand, nothing is tried: a guess would be one of many."""
BODIES = (
    "nothing", "step x: nothing", "permit x", "x when x: nothing", "x: set", "x: x", "then x", "players 2", '"x" 1',
    "row: x", "A is 1", "x when x: nobody wins", "nobody wins", 'reading x "x"',
)  # fmt: skip
"""A line for each kind of block."""
QUESTION = f'\n{" " * 60}reading x "x"'
"""What may stand below a line that does not end in a colon."""
OPERATORS = ("+", "-", "*", ">", "=", "|", "as", "and", "or", "plus", "without", "common", "divided", "under", "@")
"""They fit between any two values, so they are not what is missing."""


def missing_before(text: str, at: int, wanted: Iterable[str]) -> str | None:
    """The one of these that has to stand before an offset for its line to be read; `a name` stands for any."""
    words = list(wanted)
    only = len(words) == 1 and not text[at : at + 1].isalnum()
    tried = words if only else [word for word in words if word not in OPERATORS]
    return _only_one(text, at, at, tried)


def sign_instead(text: str, at: int, word: str, wanted: Iterable[str]) -> str | None:
    """The one of these that has to stand in place of a word, a sign for a sign and a like word for a word."""
    if word.isalpha():
        like = nearest(word, [each for each in wanted if each.isalpha()])
        tried = [] if like is None else [like]
    else:
        tried = [each for each in wanted if not each[0].isalpha() and each not in OPERATORS]
    return _only_one(text, at, at + len(word), tried)


def _only_one(text: str, start: int, end: int, tried: Sequence[str]) -> str | None:
    if len(tried) > MOST:
        return None
    around = _line_in_its_blocks(text, start)
    if around is None:
        return None
    head, begin, whole = around
    written = text.find("\n", end)
    for rest_end in sorted({whole, whole if written < 0 else min(written, whole)}, reverse=True):
        fits = [
            word
            for word in tried
            if _reads(head + text[begin:start] + f" {'x' if word == 'a name' else word} " + text[end:rest_end])
        ]
        if len(fits) == 1:
            return fits[0]
    return None


def _line_in_its_blocks(text: str, at: int) -> tuple[str, int, int] | None:
    """The headings above the line of an offset, where that line begins, and where it ends."""
    lines = [line for line in lines_of(text) if line.start <= at]
    if not lines or lines[-1].end - lines[-1].start > LONGEST or at > lines[-1].end:
        return None
    return _headings(text, lines), lines[-1].start, lines[-1].end


def reads_with(text: str, change: Fix) -> bool:
    """Can the line of a change be read with it, under the headings above it?"""
    changed = _changed(text, change)
    return changed is not None and _reads("".join(changed))


def reads_past(text: str, change: Fix, at: int) -> bool:
    """Can the line of a change be read with it, or at least beyond the word at an offset that is refused without it?"""
    changed = _changed(text, change)
    if changed is None:
        return False
    begin = max(line.start for line in lines_of(text) if line.start <= change.span.start)
    moved = len(change.replacement) - (change.span.end - change.span.start) if at >= change.span.end else 0
    try:
        section_parser().parse("".join(changed) + "\n")
    except UnexpectedToken as error:
        if error.token.type in ("$END", "_DEDENT", "_NL"):
            return True
        place = error.token.start_pos or 0
    except UnexpectedCharacters as error:
        place = getattr(error, "pos_in_stream", None) or 0
    except (LarkError, DedentError):
        return False
    else:
        return True
    return place - len(changed[0]) > max(at + moved, change.span.start + len(change.replacement) - 1) - begin


def _changed(text: str, change: Fix) -> tuple[str, str] | None:
    """The headings above the line of a change, and that line with it."""
    start, end = change.span.start, change.span.end
    lines = [line for line in lines_of(text) if line.start <= start]
    if not lines:
        return None
    begin, near = lines[-1].start, end
    for _ in range(NEAR):
        near = text.find("\n", near + 1)
        if near < 0:
            near = len(text)
            break
    changed = text[begin:start] + change.replacement + text[end:near]
    first = next(iter(cut_lines(changed)), None)
    if first is None or first.end > LONGEST:
        return None
    return _headings(text, lines), changed[: first.end]


def _headings(text: str, lines: Sequence[Line]) -> str:
    """The lines under which the last of these stands."""
    above, indent, case = "", lines[-1].indent, -1
    for line in reversed(lines[:-1]):
        written = text[line.start : line.end]
        if line.indent < indent:
            above, indent = written + "\n" + above, line.indent
            case = indent if written.lstrip().startswith("otherwise") else -1
        elif line.indent == case:
            # What `otherwise` belongs to; its own block is of no account.
            above, case = f"{written}{' nothing' * written.rstrip().endswith(':')}\n{above}", -1
        if indent == 0:
            break
    return above


def _reads(text: str) -> bool:
    """Can a section be read, with some line below where its last line opens a block?"""
    bodies = (f"\n{' ' * 60}{line}" for line in BODIES) if text.rstrip().endswith(":") else ("", QUESTION)
    return any(_is_section(f"{text}{body}\n") for body in bodies)


def _is_section(text: str) -> bool:
    try:
        section_parser().parse(text)
    except (LarkError, DedentError):
        return False
    return True
