"""What a rulebook page is made of: headings, paragraphs with citations, nested lists, tables of cards.

All text is marked text (`hoyle.english.document.marks`); how it looks is left to `hoyle.english.document.render`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `anchor` is where links to it lead."""

    level: int
    text: str
    anchor: str = ""
    kind: Literal["heading"] = "heading"


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph: what it is called, what it says, where it comes from; `at` is where the rule file states it."""

    text: str
    label: str = ""
    cites: tuple[str, ...] = ()
    anchor: str = ""
    tone: Literal["", "permit", "forbid", "note"] = ""
    at: int = field(default=-1, compare=False)
    kind: Literal["para"] = "para"


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list, with lists of its own below it."""

    para: Para
    children: tuple[List, ...] = ()


@dataclass(frozen=True, slots=True)
class List:
    """A list of entries, numbered or not."""

    items: tuple[Item, ...]
    numbered: bool = False
    kind: Literal["list"] = "list"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of a name and what stands there."""

    rows: tuple[tuple[str, str], ...]
    kind: Literal["table"] = "table"


Block = Heading | Para | List | Table


@dataclass(frozen=True, slots=True)
class Page:
    """A whole rulebook; `subtitle` says what it is told for, `suits` are those of the deck, each with its colour."""

    title: str
    subtitle: tuple[str, ...]
    blocks: tuple[Block, ...]
    suits: tuple[tuple[str, str], ...] = ()


def bullets(texts: tuple[Para, ...]) -> tuple[List, ...]:
    """A list of paragraphs; none for no paragraphs."""
    return (List(tuple(Item(p) for p in texts)),) if texts else ()


def blocks_of(item: Item) -> tuple[Block, ...]:
    """An entry as blocks of their own."""
    return (item.para, *item.children)
