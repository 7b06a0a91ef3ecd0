"""Finds what decides a condition in one position, and tells that part alone, with its values.

Of a conjunction that fails the first part that fails, of one that holds all parts; of some card that has it, that card.
Leaves the sentences to `hoyle.english.in_play.at_hand`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from engine.interpreter.faults import Value
from hoyle.english import ranges
from hoyle.english.document.marks import unmarked
from hoyle.english.grammar import Noun, joined
from hoyle.english.in_play.at_hand import AtHand, called
from spec.ir import nodes as ir
from spec.ir.fold import YES
from spec.ir.types import element_of

LONG = 230
"""A reason of more letters is cut after one of its parts."""
DEEP = 4
"""So many definitions and quantifiers are looked into."""
MOST_NUMBERS = 1_000


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a condition that decides it, with whether it holds."""

    at: AtHand
    expr: ir.Expr
    holds: bool


def deciding(at: AtHand, e: ir.Expr, holds: bool, deep: int = DEEP) -> tuple[Part, ...]:
    """The parts that make a condition hold, or not hold, here."""
    whole = (Part(at, e, holds),)
    match e:
        case ir.Not(item):
            return deciding(at, item, not holds, deep)
        case ir.And(items) | ir.Or(items):
            if isinstance(e, ir.And) == holds:
                return tuple(part for item in items for part in deciding(at, item, holds, deep))
            first = next((item for item in items if at.looked_up(item) == int(holds)), None)
            return whole if first is None else deciding(at, first, holds, deep)
        case ir.If(cond, then, other):
            test = at.looked_up(cond)
            if test is None:
                return whole
            branch = then if test else other
            rest = () if isinstance(branch, ir.Lit) else deciding(at, branch, holds, deep)
            return (*deciding(at, cond, bool(test), deep), *rest)
        case ir.Apply(name, args) if deep and not _speaks(at, name):
            body = _body(at, name, args)
            return whole if body is None else deciding(body, at.index.defines[name].body, holds, deep - 1)
        case ir.Quantify("some" | "every" as kind) if deep and (kind == "some") == holds and e.cond != YES:
            return _shown(at, e, holds, deep) or whole
        case _:
            return whole


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
    for value in _values(at, e.over):
        name = called(at, value, kind)
        if name is None:
            return ()
        if isinstance(kind, ir.Card):
            place = unmarked(ranges.kind(at, e.over, at.env).after).partition(" (")[0]
            name = Noun(f"{name.text}{place}")
        inner = at.inside({**at.names, e.var: value}, {**outer, e.var: name})
        if inner.looked_up(e.cond) == int(holds):
            return deciding(inner, e.cond, holds, deep - 1)
    return ()


def _values(at: AtHand, over: ir.Range) -> Sequence[int]:
    """What a range goes through here; nothing where that cannot be said."""
    layout = at.interpreter.layout
    match over:
        case ir.OverCards(cards):
            held = at.looked_up(cards)
            return held if isinstance(held, tuple) else ()
        case ir.OverSlots(domain):
            return range(layout.size[domain])
        case ir.OverDomain(domain):
            piles = layout.piles(domain)
            at_all = range(layout.size[domain])
            return [i for i in at_all if not piles or any(at.position.cells[cell] for cell in piles[i])]
        case ir.OverSeats(start):
            first = at.looked_up(start)
            seats = range(layout.players)
            return [(first + i) % layout.players for i in seats] if isinstance(first, int) and first >= 0 else ()
        case ir.OverNumbers(low, high):
            ends = at.looked_up(low), at.looked_up(high)
            if not isinstance(ends[0], int) or not isinstance(ends[1], int) or ends[1] - ends[0] > MOST_NUMBERS:
                return ()
            return range(ends[0], ends[1] + 1)
        case _:
            assert_never(over)


def within(part: Part) -> tuple[Part, ...]:
    """What decides a defined condition by its definition; nothing where the part is no such condition."""
    if not isinstance(part.expr, ir.Apply) or not part.expr.args:
        return ()
    body = _body(part.at, part.expr.define, part.expr.args)
    return () if body is None else deciding(body, part.at.index.defines[part.expr.define].body, part.holds)


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
