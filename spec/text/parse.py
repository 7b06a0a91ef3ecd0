"""Reads a rule file's text into sections of surface syntax, with a diagnostic for each fault; it never raises.

A line that the grammar refuses is reported, blanked with the lines indented under it, and the rest is read on. What to
say of a refusal is left to `spec.text.refused.syntax_errors`, names to `spec.lower.game`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from typing import Any, cast

from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from spec import syntax as s
from spec.diagnostics.diagnostic import Diagnostic, Fix, diagnose, in_order
from spec.names.suggestions import nearest
from spec.syntax import File
from spec.syntax_walk import moved
from spec.text.from_tree import section_from_tree
from spec.text.layout import Block, blank, blocks_of, code_end, lines_of, mend, stand_in, stands_in, with_children
from spec.text.parser import section_parser
from spec.text.refused.closing import with_closing
from spec.text.refused.common_mistakes import SECTIONS as SECTIONS_ELSEWHERE
from spec.text.refused.syntax_errors import odd_sign, syntax_problem
from spec.text.source import Span

MAX_FAULTS = 100
MAX_FAULTS_OF_SECTION = 30
MAX_DEPTH = 100
SECTIONS = (
    "game", "source", "zones", "layout", "state", "kind", "define", "shape", "values", "to", "move", "outcome", "ends",
    "play", "question", "example", "claim",
)  # fmt: skip


@dataclass(slots=True)
class Kept:
    """The sections of a text that was parsed, for a text that differs little: what stands in both is parsed once."""

    sections: dict[tuple[str, str], Read] = field(default_factory=dict)
    """By its text, as lines of faulty layout are blanked in it, and as it was written."""


@dataclass(frozen=True, slots=True)
class Read:
    """What could be read of a section, what is wrong with it, what was lost, and the offset where it stood."""

    start: int
    section: s.Section | None
    found: tuple[Diagnostic, ...]
    lost: frozenset[str]

    def at(self, start: int) -> Read:
        """The same section where it stands now."""
        by = start - self.start
        section = None if self.section is None else moved(self.section, by)
        return Read(start, section, tuple(_moved(d, by) for d in self.found), self.lost)


def parse(text: str, kept: Kept | None = None) -> tuple[File, tuple[Diagnostic, ...]]:
    """All sections that can be read, and what is wrong with the rest.

    `kept` has the sections of an earlier text, and those of this one afterwards.
    """
    before, after = Kept() if kept is None else kept, Kept()
    mended, found, removed = mend(text)
    diagnostics = list(with_closing(text, found))
    lost = _names(removed)
    blocks = blocks_of(mended)
    torn = [Span(b.start, b.start + len(b.text)) for b in blocks if _holds(found, b)]
    if not blocks and not diagnostics:
        diagnostics.append(diagnose("E0112", Span(0, 0), "this file holds no rules"))
    sections: list[s.Section] = []
    previous = ""
    for written in blocks:
        if len(diagnostics) >= MAX_FAULTS:
            diagnostics.append(
                diagnose("E0114", Span(written.start, written.start + 1), "too many faults; stopped here")
            )
            break
        block, word = _heading(written, diagnostics)
        if word not in SECTIONS:
            lost |= _names(block.text)
            if previous != "unknown":
                diagnostics.append(_unknown_section(block, word, previous))
            previous = "unknown"
            continue
        previous = word
        read = _read(block, text, before, after)
        diagnostics.extend(read.found)
        lost |= read.lost
        if read.found:
            torn.append(Span(block.start, block.start + len(block.text)))
        if read.section is not None:
            sections.append(read.section)
    if kept is not None:
        kept.sections = after.sections
    return File(tuple(sections), frozenset(lost), bool(diagnostics), tuple(torn)), in_order(diagnostics)


def _read(block: Block, text: str, before: Kept, after: Kept) -> Read:
    """One section with what is wrong with it. What mends a fault is sought by many parses: once for each section."""
    key = block.text, text[block.start : block.start + len(block.text)]
    known = before.sections.get(key)
    if known is None:
        reader = _Reader(block, text)
        section = reader.read()
        read = Read(block.start, section, tuple(reader.found), frozenset(reader.lost))
    else:
        read = known.at(block.start)
    if not any(d.related for d in read.found):
        after.sections[key] = read
    return read


def _names(text: str) -> set[str]:
    """All that a text may introduce: names, quoted texts, ranks and those between two."""
    ranks = set(re.findall(r"\b(?:[AKQJ]|[0-9]{1,3})\b", text))
    for low, high in re.findall(r"\b([0-9]{1,3})\.\.([0-9]{1,3}|[AJQK])\b", text):
        ranks |= {str(n) for n in range(int(low), 11 if high.isalpha() else int(high) + 1)}
        ranks |= set("JQKA") if high.isalpha() else set()
    named = set(re.findall(r"\b[a-z][a-z0-9_]*", text))
    return named | ranks | {quoted.strip() for quoted in re.split(r'["#\n]', text)}


def _holds(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...], block: Block) -> bool:
    return any(block.start <= d.span.start <= block.start + len(block.text) for d in diagnostics)


def _heading(block: Block, diagnostics: list[Diagnostic]) -> tuple[Block, str]:
    """The word that begins a section, made small where it is written with capitals, which is reported."""
    found = re.match(r"\w*", block.text)
    word = "" if found is None else found.group()
    if word.lower() not in SECTIONS or word in SECTIONS:
        return block, word
    sign = odd_sign(block.text, 0)
    diagnostics.append(_moved(sign.diagnostic, block.start))
    return Block(block.start, sign.mended or block.text), word.lower()


def _moved(diagnostic: Diagnostic, offset: int) -> Diagnostic:
    def move(span: Span) -> Span:
        return Span(span.start + offset, span.end + offset)

    fix = diagnostic.fix
    return replace(
        diagnostic, span=move(diagnostic.span), fix=None if fix is None else replace(fix, span=move(fix.span))
    )


def _unknown_section(block: Block, word: str, previous: str) -> Diagnostic:
    span = Span(block.start, block.start + max(1, len(word)))
    guess = None if word in SECTIONS_ELSEWHERE else nearest(word, SECTIONS)
    guess = next((each for each in (f"{word}s", word.removesuffix("s")) if each in SECTIONS), guess)
    comment = re.match(r"//+", block.text)
    if comment is not None:
        fix = Fix("write `#`", Span(block.start, block.start + comment.end()), "#")
        return diagnose("E0109", fix.span, "`//` has no meaning in a rule file; a comment begins with `#`", fix=fix)
    if guess and ":" in block.text:
        fix = Fix(f"write `{guess}`", span, guess)
        return diagnose("E0122", span, f"`{word[:40]}` begins no section; did you mean `{guess}`?", fix=fix)
    message = f"`{word[:40] or block.text[:1]}` begins no section"
    if word in SECTIONS_ELSEWHERE and ":" in block.text:
        return diagnose("E0122", span, f"{message}; {SECTIONS_ELSEWHERE[word]}")
    if previous not in ("", "unknown"):
        message = f"this line stands in column 1; indent it if it belongs to `{previous}`"
        return diagnose("E0103", span, message, fix=Fix("indent the line", Span(span.start, span.start), "  "))
    sections = ", ".join(SECTIONS)
    return diagnose("E0122", span, message, why=f"A line in column 1 begins a section: {sections}.")


@dataclass(slots=True)
class _Reader:
    """Reads one section; `text` is what is left of it, with colons put in where they were missing."""

    block: Block
    written: str
    """The file as it was written, with the lines that are blanked in `text`."""
    text: str = ""
    colons: list[int] = field(default_factory=list)
    found: list[Diagnostic] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    bare: int = -1
    """The end of the last line that lacked its block: what follows it is probably that block, badly indented."""

    def read(self) -> s.Section | None:
        """The section without the lines that the grammar refuses; None where its first line is refused."""
        self.text = self.block.text
        while len(self.found) < MAX_FAULTS_OF_SECTION:
            try:
                whole = self.text.rstrip(" \t\r\n") + "\n"
                section = section_from_tree(section_parser().parse(whole), self._place)
            except DedentError:
                message = "the indentation of this section is unclear"
                self.found.append(self._moved(diagnose("E0103", Span(0, 1), message)))
                self.lost |= _names(self.text)
                return None
            except UnexpectedInput as error:
                if self._add_colon(error) or self._refused(error):
                    continue
                return None
            if stands_in(self.written, Block(self.block.start, self.text)):
                self.lost |= _names(self.written[self.block.start : self.block.start + len(self.block.text)])
                return None
            deep = _too_deep(section)
            if deep is None:
                return section
            self.found.append(diagnose("E0110", deep, f"this is nested more than {MAX_DEPTH} deep"))
            if not self._drop(deep.start - self.block.start):
                return None
        last = self.found[-1].span.start
        self.found.append(diagnose("E0114", Span(last, last + 1), "too many faults in one section; it is left out"))
        self.lost |= _names(self.text)
        return None

    def _place(self, at: int) -> int:
        """The offset in the file of an offset in the text."""
        if not self.colons:
            return self.block.start + at
        return self.block.start + at - sum(1 for colon in self.colons if colon < at)

    def _moved(self, diagnostic: Diagnostic) -> Diagnostic:
        def move(span: Span) -> Span:
            return Span(self._place(span.start), self._place(span.end))

        fix = diagnostic.fix
        return replace(
            diagnostic, span=move(diagnostic.span), fix=None if fix is None else replace(fix, span=move(fix.span))
        )

    def _refused(self, error: UnexpectedInput) -> bool:
        """Reports a refusal and mends or blanks the line; no where nothing of the section is left."""
        found = syntax_problem(self.text, error, self.written)
        follows = found.diagnostic.code == "E0104" and self._emptied(found.at)
        if not follows and not self._after_bare(found.at):
            self.found.append(self._moved(found.diagnostic))
        if found.mended is not None:
            self.lost |= {found.mended[found.diagnostic.span.start : found.diagnostic.span.end]}
            self.text = found.mended
            return True
        if found.diagnostic.code == "E0104" and not follows:
            self.bare = with_children(self.text, found.at)[1]
        return self._drop(found.at)

    def _emptied(self, at: int) -> bool:
        """Did lines stand under this one that had to be blanked?"""
        lines = [line for line in lines_of(self.text) if line.start >= at]
        end = lines[1].start if len(lines) > 1 else len(self.text)
        gap = self.written[self._place(lines[0].end) : self._place(end)]
        return any(raw.strip() and not raw.lstrip().startswith("#") for raw in gap.split("\n")[1:])

    def _after_bare(self, at: int) -> bool:
        """Is this line the first after one that lacked its block?"""
        if self.bare < 0:
            return False
        return not any(self.bare < line.start < with_children(self.text, at)[0] for line in lines_of(self.text))

    def _drop(self, at: int) -> bool:
        """Blanks the line of an offset with those under it; no where it is the section's first line."""
        start, end = with_children(self.text, at)
        if start == 0:
            return self._stand_in()
        self.lost |= _names(self.text[start:end])
        self.text = blank(self.text, start, end)
        return True

    def _stand_in(self) -> bool:
        """Puts a heading in for one that is refused, to read what stands below it; no where nothing does."""
        heading, *below = lines_of(self.text)
        mended = stand_in(self.text, heading.start, heading.end) if below else None
        if mended is None or self.text.startswith(mended):
            self.lost |= _names(self.text)
            return False
        self.lost |= _names(self.text[: heading.end])
        self.text = mended + self.text[heading.end :]
        return True

    def _add_colon(self, error: UnexpectedInput) -> bool:
        """Puts in a `:` where a line ends without it and a block follows."""
        if not isinstance(error, UnexpectedToken) or "COLON" not in error.accepts or error.token.type != "_NL":
            return False
        at = error.token.start_pos or 0
        colon = code_end(self.text, at)
        following = next((line for line in lines_of(self.text) if line.start > at), None)
        here = [line for line in lines_of(self.text) if line.start <= at]
        if following is None or not here or following.indent <= here[-1].indent:
            return False
        at = self._place(colon)
        fix = Fix("add the colon", Span(at, at), ":")
        message = "a `:` is missing at the end of this line"
        self.found.append(diagnose("E0120", Span(at, at), message, fix=fix))
        self.text = self.text[:colon] + ":" + self.text[colon:]
        self.colons.append(colon)
        return True


@cache
def _fields(cls: type) -> tuple[str, ...]:
    """The fields of a syntax class that may hold syntax; none of a class that is no syntax."""
    if not is_dataclass(cls) or cls is Span:
        return ()
    return tuple(f.name for f in fields(cls) if f.name != "span")


def _too_deep(section: s.Section) -> Span | None:
    """The span of the outermost part under which syntax is nested too deep, if any; without recursion."""
    stack: list[tuple[object, int, Span | None]] = [(section, 0, None)]
    while stack:
        node, depth, blamed = stack.pop()
        if depth > MAX_DEPTH:
            return blamed
        if isinstance(node, tuple):
            stack.extend((x, depth, blamed) for x in node)
            continue
        names = _fields(cast(Any, type(node)))
        if names:
            if depth <= MAX_DEPTH // 2:
                blamed = getattr(node, "span", None) or blamed
            stack.extend((getattr(node, name), depth + 1, blamed) for name in names)
    return None
