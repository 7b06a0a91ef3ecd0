"""The told rulebook at the table: the parts that hold a word.

Leaves every sentence to `hoyle.english`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hoyle.english.document.marks import CARD, END_CARD, SUIT, unmarked
from hoyle.english.document.model import Block, Heading, List, Para, Table
from hoyle.english.document.render import SIGNS
from hoyle.english.rulebook.page import rulebook
from hoyle.table.faces import Faces
from hoyle.table.lines import flowed
from spec.ir import nodes as ir

_CARD = re.compile(f"{CARD}([^{SUIT}]*){SUIT}([^{END_CARD}]*){END_CARD}")


@dataclass(frozen=True)
class Rules:
    """The rulebook of the game that is played."""

    game: ir.Game
    faces: Faces

    @cached_property
    def _blocks(self) -> tuple[Block, ...]:
        return rulebook(self.game).blocks

    def about(self, word: str, width: int) -> list[str]:
        """The headings without a word; else the parts under such a heading, or all paragraphs that hold the word."""
        headings = [b for b in self._blocks if isinstance(b, Heading)]
        if not word:
            told = ", ".join(unmarked(b.text) for b in headings if b.level == 2)
            return flowed(["Say which part: rules WORD. There are:", f"{told}."], width)
        under = [b for b in headings if word.lower() in (unmarked(b.text).lower(), *unmarked(b.text).lower().split())]
        if under:
            return [line for block in self._under(under[0]) for line in self._lines(block, width, "")]
        held = [p for p in _paragraphs(self._blocks) if word.lower() in f"{unmarked(p.text)} {p.label}".lower()]
        lines = [line for para in held for line in self._para(para, width, "- ")]
        return lines or [f"The rules do not speak of `{word}`."]

    def _under(self, heading: Heading) -> Iterator[Block]:
        inside = False
        for block in self._blocks:
            if block == heading:
                inside = True
            elif isinstance(block, Heading) and block.level <= heading.level:
                inside = False
            if inside:
                yield block

    def _lines(self, block: Block, width: int, indent: str) -> Iterator[str]:
        match block:
            case Heading(_, text):
                yield unmarked(text).upper()
            case Para():
                yield from self._para(block, width, indent)
            case List(items, numbered):
                for number, item in enumerate(items, 1):
                    yield from self._para(item.para, width, f"{indent}{f'{number}.' if numbered else '-'} ")
                    for child in item.children:
                        yield from self._lines(child, width, f"{indent}  ")
            case Table(rows):
                for name, text in rows:
                    yield from flowed([f"{indent}{self._text(name)}: {self._text(text)}"], width)

    def _para(self, para: Para, width: int, lead: str) -> list[str]:
        label = f"{para.label[:1].upper()}{para.label[1:]}. " if para.label else ""
        places = f" [{'; '.join(para.cites)}]" if para.cites else ""
        return flowed([f"{lead}{label}{self._text(para.text)}{places}"], width, indent=" " * max(2, len(lead)))

    def _text(self, text: str) -> str:
        def card(found: re.Match[str]) -> str:
            sign = SIGNS.get(found[2], "")
            return found[1] + (sign if sign and self.faces.signs else f" of {found[2]}")

        return unmarked(_CARD.sub(card, text))


def _paragraphs(blocks: tuple[Block, ...]) -> Iterator[Para]:
    """Every paragraph, those of lists as well."""
    for block in blocks:
        match block:
            case Para():
                yield block
            case List(items):
                for item in items:
                    yield item.para
                    yield from _paragraphs(item.children)
            case Heading() | Table():
                pass
