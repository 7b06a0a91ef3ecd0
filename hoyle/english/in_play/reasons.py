"""Finds what decides a condition in one position, and tells that part alone, with its values.

Of a conjunction that fails the first part that fails, of one that holds all parts; of some card that has it, that card.
Leaves the sentences to `hoyle.english.in_play.at_hand`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.interpreter.faults import Value
from hoyle.english import ranges
from hoyle.english.document.marks import unmarked
from hoyle.english.grammar import Noun, joined
from hoyle.english.in_play.at_hand import AtHand, called
from spec.ir import nodes as ir
from spec.ir.fold import YES, in_turn, settled
from spec.ir.references import applied_to
from spec.ir.types import element_of, is_card, quantified

LONG = 230
"""A reason of more letters is cut after one of its parts."""
DEEP = 4
"""So many definitions and quantifiers are looked into."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a condition that decides it, with whether it holds."""

    at: AtHand
    expr: ir.Expr
    holds: bool


def deciding(at: AtHand, e: ir.Expr, holds: bool, deep: int = DEEP) -> tuple[Part, ...]:
    """The parts that make a condition hold, or not hold, here."""
    parts = tuple(settled(e, holds))
    if parts != ((e, holds),):
        return tuple(part for item, so in parts for part in deciding(at, item, so, deep))
    joint, applied, search = in_turn(e), applied_to(e), quantified(e, "some" if holds else "every")
    found: tuple[Part, ...] = ()
    if joint is not None:
        first = next((item for item in joint[0] if at.looked_up(item) == int(holds)), None)
        found = () if first is None else deciding(at, first, holds, deep)
    elif applied is not None and deep and not _speaks(at, applied[0]):
        body = _body(at, *applied)
        found = () if body is None else deciding(body, at.index.defines[applied[0]].body, holds, deep - 1)
    elif search is not None and search.cond != YES and deep:
        found = _shown(at, search, holds, deep)
    return found or (Part(at, e, holds),)


def _speaks(at: AtHand, name: str) -> bool:
    """Does the name of a defined condition read as a sentence about its arguments?"""
    define = at.index.defines[name]
    if not define.params:
        return False
    nouns = tuple(Noun("it") for _ in define.params)
    return name.endswith("_for") or at.lexicon.truth(define, nouns).lemma != "count"


def _body(at: AtHand, name: str, args: tuple[ir.Expr, ...]) -> AtHand | None:
    """Inside a definition, with its arguments; None where one of them has no value here."""
    names: dict[str, Value] = {}
    nouns: dict[str, Noun] = {}
    for param, arg in zip(at.index.defines[name].params, args, strict=True):
        value = at.value(arg)
        if value is None:
            return None
        names[param.name] = value
        nouns[param.name] = called(at, value, param.type) or at.bare(arg, at.env)
    return at.inside(names, nouns)


def _shown(at: AtHand, e: ir.Quantify, holds: bool, deep: int) -> tuple[Part, ...]:
    """By the first of a range that has it, or that has it not where every one should."""
    if at.eyes is not None and not at.eyes.sees(e):
        return ()
    kind, outer = element_of(e.over), at.env.vars
    told = ranges.kind(at, e.over, at.env)
    for value in at.through(e.over):
        of_cards = isinstance(value, tuple)
        name = Noun(f"the {told.word} {at.valued(value, kind)}") if of_cards else called(at, value, kind)
        if name is None:
            return ()
        if is_card(kind):
            place = unmarked(told.after).partition(" (")[0]
            name = Noun(f"{name.text}{place}")
        inner = at.inside({**at.names, e.var: value}, {**outer, e.var: name})
        if inner.looked_up(e.cond) == int(holds):
            return deciding(inner, e.cond, holds, deep - 1)
    return ()


def within(part: Part) -> tuple[Part, ...]:
    """What decides a defined condition by its definition; nothing where the part is no such condition."""
    applied = applied_to(part.expr)
    if applied is None or not applied[1]:
        return ()
    body = _body(part.at, *applied)
    return () if body is None else deciding(body, part.at.index.defines[applied[0]].body, part.holds)


def told(parts: Sequence[Part], *, most: int = 3) -> str:
    """Parts as the end of a sentence; what would make it too long is left out. '' where even one is too long."""
    said = ""
    for count in range(1, min(len(parts), most) + 1):
        clauses = [p.at.clause(p.expr, p.at.env, holds=p.holds) for p in parts[:count]]
        text = joined(clauses, "and").text
        if len(unmarked(text)) > LONG:
            break
        said = text
    return said
