"""Random well-formed expressions of the IR, made by type from what is in scope.

Leaves effects, and the game that they stand in, to `tests.spec.strategies`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from spec.ir import nodes as ir
from spec.ir.types import present_card

BOOL, INT, CARD = ir.Bool(), ir.Int(), ir.Card()
SET, PILE = ir.Cards(False), ir.Cards(True)
PLAYER, RANK, SLOT, MODE = ir.Symbol("player"), ir.Symbol("rank"), ir.Symbol("pile"), ir.Symbol("mode")
SUIT, COLOUR = ir.Symbol("suit"), ir.Symbol("colour")
LEADER, SEEN = ir.Symbol("player", True), ir.Card(True)
YES = ir.Lit(1, BOOL)
MOVER = ir.Get("mover", ())
TABLES, SHAPES = ("points", "weights"), ("meld", "chain")


class Draw(ABC):
    """What decides how a game is made."""

    @abstractmethod
    def number(self, low: int, high: int) -> int:
        """A number from low to high."""

    def truth(self) -> bool:
        """Yes or no."""
        return self.number(0, 1) == 1

    def seldom(self, times: int) -> bool:
        """Once in so many times."""
        return self.number(1, times) == times

    def pick(self, options: Sequence[Any]) -> Any:
        """One of the options."""
        return options[self.number(0, len(options) - 1)]

    def some(self, options: Sequence[Any], least: int, most: int) -> tuple[Any, ...]:
        """Some of the options, each once, in any order."""
        left, made = list(options), list[Any]()
        for _ in range(self.number(least, max(least, min(most, len(left))))):
            made.append(left.pop(self.number(0, len(left) - 1)))
        return tuple(made)


class ByHypothesis(Draw):
    """By Hypothesis, which makes small what fails."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def number(self, low: int, high: int) -> int:
        return self._draw(_numbers(low, high))


@cache
def _numbers(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(low, high)


class BySeed(Draw):
    """By a seed alone, which is forty times as fast."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def number(self, low: int, high: int) -> int:
        return self._random.randint(low, high)


@dataclass(frozen=True)
class Scope:
    """What expressions and effects may use; `can_move`, `applies`, lists of effects and outcomes are off where they
    could lead back to themselves. `row`: there are piles that come and go, and a zone and a field of two indices."""

    players: int
    ranks: int
    cards: int
    row: bool
    names: tuple[tuple[str, ir.Type], ...] = ()
    applies: tuple[ir.Define, ...] = ()
    can_move: tuple[str, ...] = ()
    counter: int = 0
    routines: tuple[ir.Routine, ...] = ()
    groups: tuple[ir.Group, ...] = ()
    reads_marked: bool = True
    open: tuple[str, ...] = ()

    def bind(self, kind: ir.Type) -> tuple[str, Scope]:
        name = f"v{self.counter}"
        return name, replace(self, names=(*self.names, (name, kind)), counter=self.counter + 1)

    def bind_all(self, kinds: Sequence[ir.Type]) -> tuple[tuple[ir.Var, ...], Scope]:
        """Parameters of these types, and what may be used where they stand."""
        inner, made = self, list[ir.Var]()
        for kind in kinds:
            name, inner = inner.bind(kind)
            made.append(ir.Var(name, kind))
        return tuple(made), inner

    def domains(self) -> list[str]:
        return ["player", "rank", "suit", "colour", "mode", *(["pile"] if self.row else [])]


def literal(draw: Draw, scope: Scope, kind: ir.Type) -> ir.Expr:
    """A fixed value of a type."""
    size = {"player": scope.players, "rank": scope.ranks, "suit": 2, "colour": 2, "pile": 2, "mode": 3}
    match kind:
        case ir.Bool():
            return ir.Lit(draw.number(0, 1), kind)
        case ir.Int():
            return ir.Lit(draw.number(-2, 5), kind)
        case ir.Symbol(domain, optional):
            return ir.Lit(draw.number(ir.NOBODY if optional else 0, size[domain] - 1), kind)
        case ir.Card():
            return ir.Lit(draw.number(ir.NOBODY if draw.seldom(6) else 0, scope.cards - 1), kind)
        case ir.Cards(ordered):
            cards = ir.CardList(draw.some(range(scope.cards), 0, 3))
            return cards if ordered else ir.Combine("common", cards, cards)


def places(draw: Draw, scope: Scope, depth: int, ordered: bool | None = None) -> ir.Place:
    """A zone, ordered or not or either."""
    zones = [] if ordered is False else ["stock", "heap", *(["row", "lane"] if scope.row else [])]
    zones += [] if ordered else ["hand", "out"]
    zone = draw.pick(zones)
    index = {"hand": (PLAYER,), "row": (SLOT,), "lane": (PLAYER, MODE)}.get(zone, ())
    return ir.Place(zone, tuple(expr(draw, scope, kind, depth - 1) for kind in index))


def expr(draw: Draw, scope: Scope, kind: ir.Type, depth: int = 2) -> ir.Expr:
    """A well-formed expression of a type."""
    simple: list[ir.Expr] = [ir.Var(n, k) for n, k in scope.names if k == kind]
    if kind == PLAYER:
        simple.append(MOVER)
    if kind == BOOL and scope.reads_marked:
        simple.append(ir.Get("marked", ()))
    if simple and draw.seldom(3):
        found: ir.Expr = draw.pick(simple)
        return found
    if depth <= 0 or draw.seldom(8):
        return literal(draw, scope, kind)
    if scope.open and not isinstance(kind, ir.Cards) and draw.seldom(30):
        return ir.Open(draw.pick(scope.open), kind)
    if draw.seldom(8):
        parts = (expr(draw, scope, k, depth - 1) for k in (BOOL, kind, kind))
        return ir.If(*parts)
    fitting = [d for d in scope.applies if d.type == kind]
    if fitting and draw.seldom(6):
        define = draw.pick(fitting)
        return ir.Apply(define.source.label, tuple(expr(draw, scope, p.type, depth - 1) for p in define.params))
    if kind in FOUND and draw.seldom(4):
        return found_one(draw, scope, depth - 1, kind)
    return COMPOUND[kind](draw, scope, depth - 1)


# ---------------------------------------------------------------- ranges


def over(draw: Draw, scope: Scope, depth: int) -> tuple[ir.Range, ir.Type]:
    """A range and the type of its values."""
    if draw.seldom(8):
        return over_type(draw, scope, depth, SET), SET
    return one_by_one(draw, scope, depth)


def each_alone(draw: Draw, scope: Scope, depth: int) -> tuple[ir.Range, ir.Type]:
    """The same of what may be asked of each value alone, however often it comes."""
    if draw.seldom(12):
        return ir.OverRests(expr(draw, scope, SET, depth), SHAPES[:1] * draw.number(1, 2)), SET
    return over(draw, scope, depth)


def one_by_one(draw: Draw, scope: Scope, depth: int) -> tuple[ir.Range, ir.Type]:
    """The same of what effects may go through."""
    kind = draw.pick([PLAYER, PLAYER, CARD, CARD, INT, MODE, RANK, SUIT, *([SLOT, SLOT] if scope.row else [])])
    return over_type(draw, scope, depth, kind), kind


def over_type(draw: Draw, scope: Scope, depth: int, kind: ir.Type) -> ir.Range:
    """A range of values of such a type."""
    match kind:
        case ir.Card():
            return ir.OverCards(expr(draw, scope, draw.pick([SET, PILE]), depth))
        case ir.Int():
            low, high = ir.Lit(draw.number(-1, 2), INT), ir.Lit(draw.number(-1, 3), INT)
            return ir.OverNumbers(low, draw.pick([high, small(draw)]))
        case ir.Symbol("player", _):
            against = truth(draw, scope, depth - 1) if depth > 0 and draw.truth() else None
            start = ir.OverSeats(expr(draw, scope, PLAYER, depth), against)
            return start if draw.truth() else ir.OverDomain("player")
        case ir.Symbol("pile", _):
            return ir.OverSlots("pile") if draw.truth() else ir.OverDomain("pile")
        case ir.Symbol(domain, _):
            return ir.OverDomain(domain)
        case ir.Cards():
            return ir.OverShapes(expr(draw, scope, SET, depth), SHAPES[0])
        case _:
            raise ValueError(f"nothing ranges over {kind}")


def small(draw: Draw) -> ir.Expr:
    """A small number that depends on the position."""
    found: ir.Expr = draw.pick([ir.Get("depth", ()), ir.Get("unread", (MOVER,)), ir.Size(ir.Place("hand", (MOVER,)))])
    return found


# ---------------------------------------------------------------- truth


def truth(draw: Draw, scope: Scope, depth: int) -> ir.Expr:
    which = draw.number(0, 10)
    cards = draw.pick([SET, PILE])
    if which == 0:
        return ir.Not(expr(draw, scope, BOOL, depth))
    if which <= 2:
        items = tuple(expr(draw, scope, BOOL, depth) for _ in range(draw.number(0, 3)))
        return ir.And(items) if which == 1 else ir.Or(items)
    if which in (3, 10):
        kinds = [
            BOOL,
            INT,
            CARD,
            RANK,
            SUIT,
            COLOUR,
            PLAYER,
            LEADER,
            SEEN,
            MODE,
            SET,
            PILE,
            *([SLOT] if scope.row else []),
        ]
        kind, op = draw.pick(kinds), draw.pick(["=", "!="])
        return ir.Compare(op, expr(draw, scope, kind, depth), expr(draw, scope, kind, depth))
    if which == 4:
        kind, op = draw.pick([INT, RANK]), draw.pick(["<", "<="])
        return ir.Compare(op, expr(draw, scope, kind, depth), expr(draw, scope, kind, depth))
    if which == 5:
        way, wrap = draw.pick(["above", "below", "beside"]), draw.truth()
        return ir.Adjacent(way, expr(draw, scope, RANK, depth), expr(draw, scope, RANK, depth), wrap)
    if which == 6:
        return ir.CanTotal(draw.pick(TABLES), expr(draw, scope, cards, depth), expr(draw, scope, INT, depth))
    if which == 7:
        return ir.Member(expr(draw, scope, CARD, depth), expr(draw, scope, cards, depth))
    if which == 8:
        return ir.HasShape(expr(draw, scope, cards, depth), draw.pick(SHAPES))
    if which == 9 and scope.can_move:
        return ir.CanMove(draw.some(scope.can_move, 1, 3))
    values, kind = each_alone(draw, scope, depth)
    name, inner = scope.bind(kind)
    return ir.Quantify(draw.pick(["some", "every"]), name, values, expr(draw, inner, BOOL, depth))


# ---------------------------------------------------------------- numbers, cards, words


def number(draw: Draw, scope: Scope, depth: int) -> ir.Expr:
    which = draw.number(0, 7)
    if which == 0:
        op = draw.pick(["+", "-", "*", "//"])
        if op == "//":
            return ir.Arith(op, expr(draw, scope, INT, depth), ir.Lit(draw.number(1, 4), INT))
        return ir.Arith(op, expr(draw, scope, INT, depth), expr(draw, scope, INT, depth))
    if which == 1:
        words = [RANK, SUIT, COLOUR, PLAYER, MODE, *([SLOT] if scope.row else [])]
        return ir.Ordinal(expr(draw, scope, draw.pick(words), depth))
    if which == 2:
        return ir.Total(draw.pick(TABLES), expr(draw, scope, draw.pick([SET, PILE]), depth), end_of(draw))
    if which == 3:
        kept: ir.Expr = draw.pick([ir.Get("round", ()), ir.Get("depth", ()), *tallies(draw, scope, depth)])
        return kept
    if which <= 5:
        return reckoned(draw, scope, depth)
    return ir.Size(expr(draw, scope, draw.pick([SET, PILE]), depth))


def end_of(draw: Draw) -> Any:
    return draw.pick(["least", "greatest"])


def tallies(draw: Draw, scope: Scope, depth: int) -> list[ir.Expr]:
    """A number kept for two words, where there is such a field."""
    index = tuple(expr(draw, scope, kind, depth) for kind in (PLAYER, MODE)) if scope.row else ()
    return [ir.Get("tally", index)] if index else []


def reckoned(draw: Draw, scope: Scope, depth: int) -> ir.Expr:
    """A number that a range comes to."""
    which = draw.number(0, 2)
    values, kind = (each_alone if which == 2 else over)(draw, scope, depth)
    name, inner = scope.bind(kind)
    cond = expr(draw, inner, BOOL, depth)
    match which:
        case 0:
            return ir.Quantify("count", name, values, cond)
        case 1:
            return ir.Sum(name, values, cond, expr(draw, inner, INT, depth))
        case _:
            found = ir.Extreme(end_of(draw), name, values, cond, expr(draw, inner, INT, depth))
            if draw.seldom(4):
                return found
            return ir.If(ir.Quantify("some", name, values, cond), found, literal(draw, scope, INT))


def found_one(draw: Draw, scope: Scope, depth: int, kind: ir.Type) -> ir.Expr:
    """The one value of a range that is looked for."""
    values = over_type(draw, scope, depth, kind)
    name, inner = scope.bind(kind)
    cond = expr(draw, inner, BOOL, depth)
    if draw.truth() or kind == SET:
        key = expr(draw, inner, draw.pick([INT, INT, RANK]), depth)
        if isinstance(kind, ir.Symbol) and draw.truth():
            # One value is alone with its key.
            cond, key = YES, ir.Ordinal(ir.Var(name, kind))
        return ir.Best(end_of(draw), name, values, cond, key)
    return ir.First(name, values, cond, None if draw.seldom(6) else expr(draw, scope, kind, depth))


def a_set(draw: Draw, scope: Scope, depth: int) -> ir.Expr:
    which = draw.number(0, 4)
    if which == 0:
        return ir.Just(expr(draw, scope, CARD, depth))
    if which == 1:
        op = draw.pick(["plus", "without", "common"])
        sides = (expr(draw, scope, draw.pick([SET, SET, PILE]), depth) for _ in range(2))
        return ir.Combine(op, *sides)
    if which == 2:
        name, inner = scope.bind(CARD)
        cards = expr(draw, scope, draw.pick([SET, PILE]), depth)
        return ir.Filter(name, cards, expr(draw, inner, BOOL, depth))
    return places(draw, scope, depth, ordered=False)


def a_pile(draw: Draw, scope: Scope, depth: int) -> ir.Expr:
    """A stack, or some cards from one of its ends, in most cases asked for only where there are so many."""
    cards = places(draw, scope, depth, ordered=True)
    if not draw.seldom(4):
        return cards
    count = draw.pick([ir.Lit(draw.number(0, 3), INT), small(draw)])
    found = ir.EndCards(draw.pick(["top", "bottom"]), count, cards)
    return found if draw.seldom(5) else ir.If(ir.Compare("<=", count, ir.Size(cards)), found, cards)


def end_card(draw: Draw, scope: Scope, depth: int) -> ir.Expr:
    """The top or bottom card, in most cases asked for only where there is one."""
    cards = expr(draw, scope, PILE, depth)
    found = ir.EndCard(draw.pick(["top", "bottom"]), cards)
    if draw.seldom(4):
        return found
    return ir.If(ir.Compare("<", ir.Lit(0, INT), ir.Size(cards)), found, literal(draw, scope, CARD))


def remembered(draw: Draw, scope: Scope, depth: int) -> ir.Expr:
    """A card that a field remembers, or none, or a card that is there now."""
    fields = [ir.Get("seen", ()), ir.Get("seen", ()), ir.Get("noted", (MOVER,))]
    return expr(draw, scope, CARD, depth) if draw.seldom(4) else draw.pick(fields)


def card(draw: Draw, scope: Scope, depth: int) -> ir.Expr:
    """The outermost card of some, or one that a field remembers, in most cases asked for only where there is one."""
    if not draw.seldom(4):
        return end_card(draw, scope, depth)
    field = draw.pick([ir.Get("seen", ()), ir.Get("noted", (MOVER,))])
    if draw.seldom(4):
        return present_card(field)
    there = ir.Compare("!=", field, ir.Lit(ir.NOBODY, SEEN))
    return ir.If(there, present_card(field), literal(draw, scope, CARD))


def of_card(attr: Any) -> Callable[[Draw, Scope, int], ir.Expr]:
    """What a card shows."""
    return lambda draw, scope, depth: ir.Attr(attr, expr(draw, scope, CARD, depth))


def mode(draw: Draw, scope: Scope, depth: int) -> ir.Expr:
    return ir.Get("mode", (expr(draw, scope, PLAYER, depth),))


def rank(draw: Draw, scope: Scope, depth: int) -> ir.Expr:
    return of_card("rank")(draw, scope, depth) if draw.truth() else ir.Get("called", ())


FOUND = (CARD, PLAYER, INT, RANK, SUIT, MODE, SLOT, SET)
"""What is looked for among values."""

COMPOUND: Mapping[ir.Type, Callable[[Draw, Scope, int], ir.Expr]] = {
    BOOL: truth,
    INT: number,
    SET: a_set,
    PILE: a_pile,
    CARD: card,
    SEEN: remembered,
    PLAYER: lambda draw, scope, depth: ir.Beside(expr(draw, scope, PLAYER, depth), draw.number(-2, 3)),
    LEADER: lambda draw, scope, depth: ir.Get("leader", ()),
    RANK: rank,
    SUIT: of_card("suit"),
    COLOUR: of_card("colour"),
    MODE: mode,
    SLOT: lambda draw, scope, depth: literal(draw, scope, SLOT),
}
