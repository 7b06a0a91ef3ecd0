"""Cuts a rule file into sections and lines, and finds faults of layout before any grammar is asked.

Works on characters only: indentation, brackets, quotes, sizes. A faulty line is blanked with the lines under it, so
that the rest can be parsed at unchanged offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise, takewhile

from spec.diagnostics.diagnostic import Diagnostic, Fix, diagnose
from spec.text.refused.indentation import USUAL_STEP, moved_to, step_of, without_tabs
from spec.text.source import Line, Span

MAX_CHARACTERS = 500_000
MAX_LINE = 20_000
MAX_BRACKETS = 64
MAX_INDENTS = 40
MAX_DIGITS = 6
MAX_FAULTS = 100
SHORT = 5_000
"""Of so short a section it is remembered that its brackets are closed."""

CONTINUES = re.compile(r"[ \t]*(?:(?:when|under|with|and|or|else|because|wins)\b|[@+])")
_TABBED = re.compile(r"^ *\t[ \t]*[^\s].*(?:\n(?: *\t.*|[ \r]*$))*", re.MULTILINE)
_PIECES = re.compile(r'"[^"\n]*"|"|#[^\n]*|[()\[\]]')
_MARKS = re.compile(r'["#()\[\]]')
_LONG_NUMBER = re.compile(rf"[0-9]{{{MAX_DIGITS + 1}}}")
_NUMBERS = re.compile(r'"[^"\n]*"|#[^\n]*|(?<![A-Za-z0-9_])[0-9]+')


@dataclass(frozen=True, slots=True)
class Block:
    """One section's text with the offset where it starts."""

    start: int
    text: str


def blank(text: str, start: int, end: int) -> str:
    """The text with a stretch replaced by spaces, line ends kept."""
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


@lru_cache(maxsize=8)
def lines_of(text: str) -> tuple[Line, ...]:
    """The lines of a text. Several ask this of the same one, one after the other: the last answers are kept."""
    return cut_lines(text)


def cut_lines(text: str) -> tuple[Line, ...]:
    """The lines that hold something, in order; a line that only continues another is part of that other."""
    lines: list[Line] = []
    depth = 0
    goes_on = False
    start = 0
    for raw in text.split("\n"):
        end = start + len(raw)
        stripped = raw.strip(" \t\r")
        if stripped and not stripped.startswith("#"):
            if lines and (depth > 0 or goes_on or CONTINUES.match(raw)):
                lines[-1] = Line(lines[-1].start, end, lines[-1].indent)
            else:
                lines.append(Line(start, end, len(raw) - len(raw.lstrip(" "))))
            if _MARKS.search(raw):
                goes_on = raw[: code_end(raw, len(raw))].endswith(",")
                for piece in _PIECES.findall(raw):
                    depth = max(0, depth + (piece in ("(", "[")) - (piece in (")", "]")))
            else:
                goes_on = raw.rstrip().endswith(",")
        start = end + 1
    return tuple(lines)


def blocks_of(text: str) -> list[Block]:
    """The sections: each runs from a line in column 1 to the next such line."""
    starts = [line.start for line in lines_of(text) if line.indent == 0]
    return [Block(a, text[a:b]) for a, b in pairwise([*starts, len(text)])]


def code_end(text: str, at: int) -> int:
    """Where what is written before an offset on its line ends, without spaces and a comment."""
    start = text.rfind("\n", 0, at) + 1
    comment = next((m.start() for m in _PIECES.finditer(text, start, at) if m.group().startswith("#")), at)
    return start + len(text[start:comment].rstrip())


def with_children(text: str, at: int) -> tuple[int, int]:
    """The line that holds an offset, with the lines indented under it and an `otherwise` that belongs to it."""
    lines = lines_of(text)
    index = max((i for i, line in enumerate(lines) if line.start <= at), default=-1)
    if index < 0:
        return at, at + 1
    first = lines[index]
    # The offset may stand on a line of odd signs that is none of these.
    end = max(first.end, at + 1)
    for line in lines[index + 1 :]:
        belongs = line.indent == first.indent > 0 and re.match(r" *otherwise\b", text[line.start : line.end])
        if line.indent <= first.indent and not belongs:
            break
        end = max(end, line.end)
    return first.start, end


STAND_INS = {
    **{word: f"{word} x_x:" for word in ("move", "outcome", "to", "values")},
    **{word: f"{word}:" for word in ("zones", "layout", "state", "ends", "play")},
}
"""Headings that can be read, for those that cannot, so that what stands below is read all the same."""


def stand_in(text: str, start: int, end: int) -> str | None:
    """A heading as long as a faulty one, line ends kept; None where its section has no stand-in."""
    first = re.match(r"\w+", text[start:end])
    heading = STAND_INS.get(first.group()) if first else None
    if heading is None or len(heading) > _line_end(text, start) - start:
        return None
    return heading + blank(text[start:end], 0, end - start)[len(heading) :]


def stands_in(written: str, block: Block) -> bool:
    """Was the heading of a section put in for one that cannot be read, so that nobody knows its name?"""
    heading = re.match(r"\w+ x_x:", block.text)
    return heading is not None and not written.startswith(heading.group(), block.start)


def mend(text: str) -> tuple[str, tuple[Diagnostic, ...], str]:
    """The text with every line of faulty layout blanked, what was wrong with each, and all that was blanked."""
    if len(text) > MAX_CHARACTERS:
        end = MAX_CHARACTERS
        message = f"this file has {len(text):,} characters; Hoyle reads at most {end:,}"
        return "", (diagnose("E0111", Span(end, end + 1), message),), ""
    found: list[Diagnostic] = []
    lost: list[str] = []
    for check in (_tabs, _quotes, _brackets, _long_lines, _numbers, _indents):
        for fault in check(text):
            if len(found) >= MAX_FAULTS:
                span = fault.diagnostic.span
                found.append(diagnose("E0114", Span(span.start, span.start + 1), "too many faults; stopped here"))
                return "", tuple(found), text
            found.append(fault.diagnostic)
            lost.append(text[fault.start : fault.end])
            text = text[: fault.start] + fault.instead + text[fault.end :]
    return text, tuple(found), "\n".join(lost)


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault of layout, and the text, as long as what it replaces, to go on with."""

    diagnostic: Diagnostic
    start: int
    end: int
    instead: str


def _fault(code: str, span: Span, message: str, text: str, lines: tuple[int, int], fix: Fix | None = None) -> _Fault:
    return _Fault(diagnose(code, span, message, fix=fix), *lines, blank(text[slice(*lines)], 0, lines[1] - lines[0]))


def _clause(text: str, at: int) -> tuple[int, int]:
    """The written lines around an offset that belong together: a clause, what continues it, what stands under it.

    Brackets are of no account here, unlike in `lines_of`: they are what may be wrong.
    """
    start = text.rfind("\n", 0, at) + 1
    while start > 0 and CONTINUES.match(text, start):
        start = text.rfind("\n", 0, start - 1) + 1
    indent = _indent_at(text, start)
    end = _line_end(text, max(at, start))
    while end < len(text):
        after = _line_end(text, end + 1)
        if text[end + 1 : after].strip() and not CONTINUES.match(text, end + 1) and _indent_at(text, end + 1) <= indent:
            break
        end = after
    return start, end


def _indent_at(text: str, start: int) -> int:
    return len(text[start : _line_end(text, start)]) - len(text[start : _line_end(text, start)].lstrip(" "))


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def written_line(text: str, at: int) -> tuple[int, int]:
    """Where the one line of the file begins and ends that holds an offset, whatever it continues."""
    return text.rfind("\n", 0, at) + 1, _line_end(text, at)


# ---------------------------------------------------------------- the checks


def _tabs(text: str) -> Iterator[_Fault]:
    """One fault for each stretch of lines that are indented with tabs."""
    found = list(islice(_TABBED.finditer(text), MAX_FAULTS + 1))
    step = step_of(cut_lines(_TABBED.sub("", text))) if found else USUAL_STEP
    for match in found:
        if all(line.lstrip(" \t")[:1] in ("", "#", "\r") for line in match.group().split("\n")):
            continue  # comments alone: where they begin means nothing
        indent = len(match.group()) - len(match.group().lstrip(" \t"))
        span = Span(match.start(), match.start() + indent)
        fix = without_tabs(text, *match.span(), step)
        yield _fault("E0102", span, "this line is indented with a tab; indent with spaces", text, match.span(), fix)


def _quotes(text: str) -> Iterator[_Fault]:
    done = -1
    for match in _PIECES.finditer(text):
        at = match.start()
        if match.group() != '"' or at < done:
            continue
        end = _line_end(text, at)
        message = 'this quoted text has no closing `"` on its line'
        line = text.rfind("\n", 0, at) + 1
        shut = len(text[at:end].rstrip(" \t\r:"))
        if not text[line].isspace() and shut > 1:
            # A heading: closing its text, or leaving out its citation, keeps the section below it readable.
            cited = re.search(r"@[ \t]*$", text[line:at])
            start = at if cited is None else line + cited.start()
            closed = text[at : at + shut - 1] + '"' if cited is None else " " * (at + shut - start)
            yield _Fault(diagnose("E0108", Span(at, end), message), start, end, closed + text[at + shut : end])
            continue
        lines = _clause(text, at)
        done = lines[1]
        yield _fault("E0108", Span(at, end), message, text, lines)


def _brackets(text: str) -> Iterator[_Fault]:
    """Unclosed and unopened brackets, section by section, and brackets nested too deep."""
    starts = [m.start() for m in re.finditer(r"^[^\s#)\]]", text, re.MULTILINE)]
    for a, b in pairwise([*starts, len(text)]):
        section = text[a:b]
        if b - a < SHORT and _closed(section):
            continue
        while (fault := _bracket(section, a)) is not None:
            yield fault
            section = section[: fault.start - a] + fault.instead + section[fault.end - a :]


@lru_cache(maxsize=1024)
def _closed(section: str) -> bool:
    """Are all brackets of a section closed? An editor asks it of the same sections at each key."""
    return _bracket(section, 0) is None


def _bracket(section: str, offset: int) -> _Fault | None:
    """The first fault of brackets in a section that starts at an offset of the file."""

    def fault(code: str, at: int, message: str, lines: tuple[int, int]) -> _Fault:
        span = Span(offset + at, offset + at + 1)
        # Where the heading alone is at fault, what stands below it is read under a stand-in.
        heading = lines[0] == 0 and at < _line_end(section, 0) and code != "E0110"
        named = stand_in(section, 0, _line_end(section, 0)) if heading else None
        if named is not None:
            lines = 0, len(named)
        instead = named or blank(section[slice(*lines)], 0, len(section))
        return _Fault(diagnose(code, span, message), lines[0] + offset, lines[1] + offset, instead)

    open_at: list[int] = []
    for match in _PIECES.finditer(section):
        piece, at = match.group(), match.start()
        if piece in ("(", "["):
            open_at.append(at)
            if len(open_at) > MAX_BRACKETS:
                lines = _clause(section, open_at[0])[0], len(section)
                return fault("E0110", at, f"brackets stand more than {MAX_BRACKETS} deep here", lines)
        elif piece in (")", "]"):
            if not open_at or (section[open_at[-1]] == "(") != (piece == ")"):
                return fault("E0107", at, f"this `{piece}` closes nothing", _clause(section, at))
            open_at.pop()
    if open_at:
        at = open_at[-1]
        return fault("E0106", at, f"this `{section[at]}` is never closed", _clause(section, at))
    return None


def _long_lines(text: str) -> Iterator[_Fault]:
    for line in lines_of(text):
        if line.end - line.start > MAX_LINE:
            message = f"this line, with what continues it, is longer than {MAX_LINE:,} characters"
            span = Span(line.start + MAX_LINE, line.start + MAX_LINE + 1)
            yield _fault("E0111", span, message, text, (line.start, line.end))


def _numbers(text: str) -> Iterator[_Fault]:
    if not _LONG_NUMBER.search(text):
        return
    done = -1
    for match in _NUMBERS.finditer(text):
        if match.group()[0].isdigit() and len(match.group()) > MAX_DIGITS and match.start() >= done:
            message = f"no number in a rule file has more than {MAX_DIGITS} digits"
            lines = _clause(text, match.start())
            done = lines[1]
            yield _fault("E0113", Span(match.start(), match.end()), message, text, lines)


def _indents(text: str) -> Iterator[_Fault]:
    """Lines whose indentation fits no block that is open, and blocks nested too deep."""
    columns = [0]
    lines = lines_of(text)
    above = tuple(takewhile(lambda line: line.indent > 0, lines))
    if above:
        span = Span(above[0].start, above[0].start + above[0].indent)
        message = "this line is indented, and no section stands above it"
        yield _fault("E0103", span, message, text, (above[0].start, above[-1].end))
    for number, line in enumerate(lines[len(above) :], start=len(above)):
        span = Span(line.start, line.start + line.indent)
        if line.indent > columns[-1]:
            columns.append(line.indent)
            if len(columns) > MAX_INDENTS:
                message = f"blocks stand more than {MAX_INDENTS} deep here"
                yield _fault("E0110", span, message, text, (line.start, len(text)))
                return
        elif line.indent in columns:
            del columns[columns.index(line.indent) + 1 :]
        elif (odd := _odd_first(lines[:number], columns, line, text)) is not None:
            yield odd
            while columns[-1] > line.indent:
                columns.pop()
            columns.append(line.indent)
        else:
            yield _odd_line(lines[number:], columns, text)


def _odd_first(above: tuple[Line, ...], columns: list[int], line: Line, text: str) -> _Fault | None:
    """The first line of a block, where that is indented unlike other blocks and the next one of its block is not."""
    outer, inner = max(c for c in columns if c < line.indent), min(c for c in columns if c > line.indent)
    block = list(takewhile(lambda each: each.indent >= inner, reversed(above)))
    step = step_of(lines_of(text))
    if line.indent - outer != step or [each.indent for each in block].count(inner) != 1:
        return None
    first, end = block[-1], block[0].end
    span = Span(first.start, first.start + first.indent)
    message = f"this line is indented by {inner}, and the next one of its block by {line.indent}"
    return _fault("E0103", span, message, text, (first.start, end), moved_to(text, first, end, line.indent))


def _odd_line(lines: tuple[Line, ...], columns: list[int], text: str) -> _Fault:
    """A line that fits no open block.

    The blocks stay open, as if the line were not there; what stands deeper than they do goes with it.
    """
    line, span = lines[0], Span(lines[0].start, lines[0].start + lines[0].indent)
    deeper = takewhile(lambda below: below.indent > columns[-1], lines[1:])
    end = max((below.end for below in deeper), default=line.end)
    listed = " or ".join(str(c) for c in columns if c < columns[-1])
    message = f"this line is indented by {line.indent}; the open blocks stand at {listed} or {columns[-1]}"
    near = min((c for c in columns if c > 0), key=lambda c: (abs(c - line.indent), -c))
    under = takewhile(lambda below: below.indent > max(near, line.indent), lines[1:])
    whole = max((below.end for below in under), default=line.end)
    return _fault("E0103", span, message, text, (line.start, end), moved_to(text, line, whole, near))
