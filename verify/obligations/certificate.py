"""What a proof rests on, as text that another solver can decide: plain data, which results carry.

Leaves making it to `verify.smt.counting.smtlib`, and checking it to `verify.certificates`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Counted:
    """A way of counting: the classes of cards by the cards' numbers in the deck (from 0), the fields that are
    remembered, and the zones in which each class is counted."""

    classes: tuple[tuple[int, ...], ...]
    fields: tuple[str, ...]
    by_class: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ByCounting:
    """A proof of a claim by counting: `facts` define what holds at each step, in SMT-LIB, a line each; `steps` ask
    whether some way on leaves that, and `readings` whether the claim is broken somewhere, counted `read_by` perhaps
    more numbers."""

    counted: Counted
    facts: tuple[str, ...]
    steps: tuple[str, ...]
    read_by: Counted
    readings: tuple[str, ...]


Telling = Literal["exact", "loose"]
"""Are the rules told as they are, or with what no term is made for left free?"""


@dataclass(frozen=True, slots=True)
class Lemma:
    """Something that holds at decisions, by its words; `at` these steps of the game alone, or (None) at all."""

    words: str
    at: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Induction:
    """A proof of a claim by induction: every way on keeps the `lemmas` and the claim's `own` forms, and where these
    hold the claim is broken nowhere that a way on leads; or no position there could be breaks it (`anywhere`)."""

    told: Telling
    lemmas: tuple[Lemma, ...]
    own: tuple[Lemma, ...]
    anywhere: bool = False


Edge = tuple[int, int]
"""A way on, by its number, and the step that it leads to (-2: the end)."""


@dataclass(frozen=True, slots=True)
class Level:
    """Ways on that run in circles and a measure that none of them makes larger; all but the `rest` make it smaller. The
    circles of the rest are ranked by the `inner` levels, where the measure stays the same.

    The measure is known by its words, one of cards also by the numbers of its cells."""

    measure: str
    cells: tuple[int, ...]
    edges: tuple[Edge, ...]
    rest: tuple[Edge, ...]
    inner: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A proof that every game ends: no way on leads elsewhere than `edges` say, and `levels` rank their circles."""

    told: Telling
    lemmas: tuple[Lemma, ...]
    edges: tuple[Edge, ...]
    levels: tuple[Level, ...]


Certificate = ByCounting | Induction | Ranked
"""A proof that another solver can decide."""
