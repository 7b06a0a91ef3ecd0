"""The told rulebook at the table: the parts that hold a word.

Leaves every sentence to `hoyle.english`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from hoyle.english.document.marks import unmarked
from hoyle.english.document.model import Block, Heading, List, Para, Table
from hoyle.english.document.render import ONE_CARD, card_text, parted
from hoyle.english.rulebook.page import rulebook
from hoyle.table.faces import Faces
from hoyle.table.lines import flowed
from spec.ir import nodes as ir

WHOLE = 3
"""The rank of a name that is told whole."""
MOST = 6
"""So many other names are told that a word may stand for."""


@dataclass(frozen=True)
class Rules:
    """The rulebook of the game that is played."""

    game: ir.Game
    faces: Faces

    @cached_property
    def _blocks(self) -> tuple[Block, ...]:
        return rulebook(self.game).blocks

    def about(self, word: str, width: int) -> list[str]:
        """The headings without a word; else what is called so, the part whose heading has the word, or all paragraphs
        that hold it, examples last; and what else the word may be the name of."""
        headings = [b for b in self._blocks if isinstance(b, Heading)]
        if not word:
            parts = ", ".join(unmarked(b.text) for b in headings if b.level == 2)
            return flowed(["Say which part: rules WORD. There are:", f"{parts}."], width)
        examples = [b for part in headings if part.anchor == "examples" for b in self._under(part)]
        rules = [b for b in self._blocks if not any(b is e for e in examples)]
        found = _exactly(word, rules) or _exactly(word, examples)
        found = found or _heading(word, rules) or _holding(word, rules) or _heading(word, examples)
        if not found:
            return [f"The rules do not speak of `{word}`."]
        lead = "" if isinstance(found[0], Heading) else "- "
        told: list[Block] = []
        for one in found:
            told.extend(self._under(one) if isinstance(one, Heading) else (one,))
        lines = [line for block in told for line in self._lines(block, width, lead)]
        shown = {_name(one) for one in _named(told)}
        names = [_name(one) for one in (*_named(rules), *(b for b in examples if isinstance(b, Heading)))]
        also = [name for name in dict.fromkeys(names) if _rank(word, name) and name not in shown]
        return lines + (flowed([f"See also: {', '.join(also[:MOST])}."], width, indent="  ") if also else [])

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
        signs = self.faces.signs
        return unmarked(ONE_CARD.sub(lambda found: card_text(*found.groups(), signs=signs), parted(text, signs=signs)))


def _named(blocks: Sequence[Block]) -> list[Heading | Para]:
    """What can be asked for by name: headings, then paragraphs."""
    return [*(b for b in blocks if isinstance(b, Heading)), *_paragraphs(blocks)]


def _name(one: Heading | Para) -> str:
    name = unmarked(one.text if isinstance(one, Heading) else one.label)
    return f"{name[:1].upper()}{name[1:]}"


def _rank(word: str, name: str) -> int:
    """How well a word tells a name: it is the whole, or it is some words of it, or some begin so; 0 is not at all."""
    told = re.escape(word)
    ways = (rf".*\b{told}.*", rf".*\b{told}\b.*", told)
    return sum(re.fullmatch(way, name, re.IGNORECASE) is not None for way in ways)


def _exactly(word: str, blocks: Sequence[Block]) -> Sequence[Heading | Para]:
    """The heading that the word is, or the paragraphs that it is the name of."""
    same = [one for one in _named(blocks) if _rank(word, _name(one)) == WHOLE]
    return same[:1] if same and isinstance(same[0], Heading) else same


def _heading(word: str, blocks: Sequence[Block]) -> Sequence[Heading]:
    """The heading that the word tells best."""
    ranked = [(_rank(word, _name(b)), b) for b in blocks if isinstance(b, Heading)]
    best = max((rank for rank, _ in ranked), default=0)
    return [b for rank, b in ranked if rank == best and best][:1]


def _holding(word: str, blocks: Sequence[Block]) -> Sequence[Para]:
    return [p for p in _paragraphs(blocks) if word.lower() in f"{unmarked(p.text)} {p.label}".lower()]


def _paragraphs(blocks: Sequence[Block]) -> Iterator[Para]:
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
