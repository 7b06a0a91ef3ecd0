"""Reads a rule file's text into sections of surface syntax, with a diagnostic for each fault; it never raises.

A line that the grammar refuses is reported, blanked with the lines indented under it, and the rest is read on. Names are
left to `spec.lower`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from spec import syntax as s
from spec.diagnostics import Diagnostic, Fix, diagnose, in_order
from spec.from_tree import section_from_tree
from spec.layout import Block, blank, blocks_of, lines_of, mend
from spec.nearest import nearest
from spec.parser import section_parser
from spec.source import Span

MAX_FAULTS = 100
MAX_DEPTH = 150
SECTIONS = (
    "game", "source", "zones", "state", "kind", "define", "shape", "values", "to", "move", "outcome", "ends", "play",
    "question", "example", "claim",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class File:
    """A rule file's sections in order; `lost` are the names that stand in text that could not be read."""

    sections: tuple[s.Section, ...]
    lost: frozenset[str]
    broken: bool = False


def parse(text: str) -> tuple[File, tuple[Diagnostic, ...]]:
    """All sections that can be read, and what is wrong with the rest."""
    mended, found = mend(text)
    diagnostics = list(found)
    lost: set[str] = set() if mended == text else _names(text) - _names(mended)
    if not mended.strip() and not diagnostics:
        diagnostics.append(diagnose("E0112", Span(0, 0), "this file holds no rules"))
    sections: list[s.Section] = []
    previous = ""
    for block in blocks_of(mended):
        if len(diagnostics) >= MAX_FAULTS:
            diagnostics.append(diagnose("E0114", Span(block.start, block.start + 1), "too many faults; stopped here"))
            break
        word = (re.match(r"\S*?(?=[^\w]|$)", block.text) or re.match("", block.text)).group()  # type: ignore[union-attr]
        if word not in SECTIONS:
            lost |= _names(block.text)
            if previous != "unknown":
                diagnostics.append(_unknown_section(block, word, previous))
            previous = "unknown"
            continue
        previous = word
        section = _parse_block(block, diagnostics, lost)
        if section is not None:
            sections.append(section)
    return File(tuple(sections), frozenset(lost), bool(diagnostics)), in_order(diagnostics)


def _names(text: str) -> set[str]:
    return set(re.findall(r"\b[a-z][a-z0-9_]*", text))


def _unknown_section(block: Block, word: str, previous: str) -> Diagnostic:
    span = Span(block.start, block.start + max(1, len(word)))
    guess = nearest(word, SECTIONS)
    if guess and (block.text.rstrip().endswith(":") or ":" in block.text):
        fix = Fix(f"write `{guess}`", span, guess)
        return diagnose("E0105", span, f"`{word}` begins no section; did you mean `{guess}`?", fix=fix)
    message = f"`{word or block.text[:1]}` begins no section"
    if previous not in ("", "unknown"):
        message = f"this line stands in column 1; indent it if it belongs to `{previous}`"
        return diagnose("E0103", span, message, fix=Fix("indent the line", Span(span.start, span.start), "  "))
    sections = ", ".join(SECTIONS)
    return diagnose("E0105", span, message, why=f"a line in column 1 begins a section: {sections}")


def _parse_block(block: Block, diagnostics: list[Diagnostic], lost: set[str]) -> s.Section | None:
    """The section, after blanking the lines that the grammar refuses; None where its first line is refused."""
    text = block.text
    while len(diagnostics) < MAX_FAULTS:
        try:
            tree = section_parser().parse(text.rstrip() + "\n")
        except UnexpectedInput as error:
            colon = _missing_colon(text, error)
            if colon is not None:
                span = Span(block.start + colon, block.start + colon)
                fix = Fix("add the colon", span, ":")
                diagnostics.append(diagnose("E0105", span, "a `:` is missing at the end of this line", fix=fix))
                text = text[:colon] + ":" + text[colon + 1 :]
                continue
            diagnostic, at = _refusal(text, error, block.start)
            if not _follows(diagnostics, diagnostic, block):
                diagnostics.append(diagnostic)
            start, end = _line_with_children(text, at)
            lost |= _names(text[start:end])
            if start == 0:
                lost |= _names(text)
                return None
            text = blank(text, start, end)
            continue
        section = section_from_tree(tree, block.start)
        deep = _too_deep(section)
        if deep is None:
            return section
        diagnostics.append(diagnose("E0110", deep, f"this is nested more than {MAX_DEPTH} deep"))
        start, end = _line_with_children(text, deep.start - block.start)
        lost |= _names(text[start:end])
        if start == 0:
            return None
        text = blank(text, start, end)
    return None


def _follows(diagnostics: list[Diagnostic], new: Diagnostic, block: Block) -> bool:
    """Is this only the emptiness that blanking the faulty lines of a block has left?"""
    inside = any(block.start <= d.span.start <= block.start + len(block.text) for d in diagnostics)
    return new.code == "E0104" and inside


def _missing_colon(text: str, error: UnexpectedInput) -> int | None:
    """The offset at which a `:` is missing, where a line ends without it and a block follows."""
    if not isinstance(error, UnexpectedToken) or "COLON" not in error.accepts or error.token.type != "_NL":
        return None
    at = error.token.start_pos or 0
    stripped = len(text[:at].rstrip())
    following = next((line for line in lines_of(text) if line.start > at), None)
    here = [line for line in lines_of(text) if line.start <= at]
    if following is None or not here or following.indent <= here[-1].indent or stripped >= len(text):
        return None
    return stripped


def _line_with_children(text: str, at: int) -> tuple[int, int]:
    """The line that holds an offset, with the lines indented under it."""
    lines = lines_of(text)
    index = max((i for i, line in enumerate(lines) if line.start <= at), default=0)
    end = lines[index].end
    for line in lines[index + 1 :]:
        if line.indent <= lines[index].indent:
            break
        end = line.end
    return lines[index].start, end


def _refusal(text: str, error: UnexpectedInput, offset: int) -> tuple[Diagnostic, int]:
    """What to say of a refusal, and the offset in the section of the line to blame."""
    if isinstance(error, UnexpectedCharacters):
        at = error.pos_in_stream or 0
        return _odd_sign(text, at, offset), at
    assert isinstance(error, UnexpectedToken)
    token: Token = error.token
    at = min(token.start_pos or 0, len(text.rstrip()))
    expected = _expected(error)
    if token.type == "_INDENT":
        following = next((line.start for line in lines_of(text) if line.start > at), at)
        span = Span(offset + following, offset + following + 1)
        return diagnose("E0103", span, "this line is indented, but the line above it opens no block"), following
    if token.type in ("_DEDENT", "$END", "_NL"):
        at = len(text[:at].rstrip())
        line = max((x for x in lines_of(text) if x.start <= at), key=lambda x: x.start, default=None)
        span = Span(offset + at, offset + at + 1)
        if "_INDENT" in error.accepts and line is not None:
            return diagnose("E0104", span, "this line opens a block, but no indented line follows"), line.start
        return diagnose("E0105", span, f"the line ends too early{expected}"), max(0, at - 1)
    span = Span(offset + at, offset + at + max(1, len(str(token))))
    word = str(token)
    guess = nearest(word, _words(error)) if token.type == "NAME" else None
    if guess:
        fix = Fix(f"write `{guess}`", span, guess)
        return diagnose("E0105", span, f"`{word}` does not fit here; did you mean `{guess}`?", fix=fix), at
    return diagnose("E0105", span, f"`{word[:40]}` does not fit here{expected}"), at


def _odd_sign(text: str, at: int, offset: int) -> Diagnostic:
    sign = text[at : at + 1]
    word = re.match(r"[A-Za-z0-9_]+", text[at:])
    if word and re.search("[A-Z]", word.group()):
        span = Span(offset + at, offset + at + len(word.group()))
        lower = word.group().lower()
        return diagnose("E0204", span, f"`{word.group()[:40]}`: names are written small", fix=Fix(f"write `{lower}`", span, lower))
    shown = sign if sign.isprintable() else f"U+{ord(sign or ' '):04X}"
    return diagnose("E0109", Span(offset + at, offset + at + 1), f"`{shown}` has no meaning in a rule file here")


SIGNS = {
    "COLON": "`:`", "COMMA": "`,`", "LPAR": "`(`", "RPAR": "`)`", "LSQB": "`[`", "RSQB": "`]`", "MORETHAN": "`>`",
    "VBAR": "`|`", "SEMICOLON": "`;`", "EQUAL": "`=`", "PLUS": "`+`", "MINUS": "`-`", "STAR": "`*`", "AT": "`@`",
    "NAME": "a name", "INT": "a number", "STRING": "a quoted text", "RANK": "a rank", "CARD": "a card",
    "_NL": "the end of the line", "COMPARE": "a comparison", "__ANON_0": "`..`",
}  # fmt: skip
SHOWN = 8


def _terminals(error: UnexpectedToken) -> list[str]:
    return sorted(error.accepts - {"_INDENT", "_DEDENT", "$END", "CONTINUED"})


def _words(error: UnexpectedToken) -> list[str]:
    known = {t.name: t.pattern.value for t in section_parser().terminals if t.pattern.type == "str"}
    return [known[t] for t in _terminals(error) if t in known and known[t].isalpha()]


def _expected(error: UnexpectedToken) -> str:
    known = {t.name: t.pattern.value for t in section_parser().terminals if t.pattern.type == "str"}
    shown = [SIGNS.get(t) or f"`{known.get(t, t.lower())}`" for t in _terminals(error)]
    if not shown or len(shown) > SHOWN:
        return ""
    return f"; expected {' or '.join(shown)}"


def _too_deep(section: s.Section) -> Span | None:
    """The span of the outermost part under which syntax is nested too deep, if any; without recursion."""
    stack: list[tuple[object, int, Span | None]] = [(section, 0, None)]
    while stack:
        node, depth, blamed = stack.pop()
        if depth > MAX_DEPTH:
            return blamed
        if isinstance(node, tuple):
            stack.extend((x, depth, blamed) for x in node)
        elif is_dataclass(node) and not isinstance(node, Span):
            span = getattr(node, "span", None)
            blame = blamed if depth > MAX_DEPTH // 2 else span or blamed
            stack.extend((getattr(node, f.name), depth + 1, blame) for f in fields(node))
    return None
