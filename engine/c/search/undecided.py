"""Effects in C for exploring: which card a hidden stack gives is decided when the card leaves it.

Leaves all other effects to `engine.c.rules.effects`, and deciding to branch.h. Order of things and numbers of outcomes
as in `verify.search.lazy_shuffle`, which plays so in Python; which stacks may be left undecided is found by
`engine.core.observed_order`, and after which effects cards are decided by `engine.core.lower.effects`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.c import tree as c
from engine.c.compiled.code import Counted
from engine.c.rules import effects
from engine.c.rules.engine import FALSE, STATE, TRUE, G, Value, Writer
from engine.c.rules.values import slot
from engine.core import program as p
from engine.core import terms as t
from engine.core.unsupported import Unsupported
from spec.ir import nodes as ir


@dataclass(frozen=True, slots=True)
class Loose:
    """For exploring: zones whose cards are left undecided (bags), those whose order below the top is of no account
    (heaps), and the claims that are read at positions."""

    bags: frozenset[str]
    heaps: frozenset[str]
    claims: tuple[ir.Claim, ...] = ()


DECIDE = c.Do(c.Call("decide_left", (G,)))
WANTED = "(wanted)"
"""How many cards are drawn, among the names of a function."""
Way = Literal["into", "onto", "under"]
"""How cards are laid down."""
LIST = c.Array(c.BYTE, c.Name("PILE"))


class Undecided(Counted):
    """C in which cards of bags are decided late, and cards of heaps are also kept as sets."""

    arrives = True

    def __init__(self, game: ir.Game, loose: Loose) -> None:
        super().__init__(game)
        self.loose = loose

    def statement(self, w: Writer, statement: p.Statement) -> bool:
        """Writes down a statement that may meet undecided cards."""
        match statement:
            case p.Unseen(body):
                waits = c.Through(G, "waits")
                w.add(c.Step(waits))
                effects.add(w, body)
                w.add(c.Assign(waits, c.Int(1), "-="), DECIDE)
                return True
            case p.Shuffle(zone) if self._bag(w, zone):
                w.add(c.Do(c.Call("shuffle_hidden", (G, slot(w, zone.name, zone.index).expr))))
                w.stops()
                return True
            case p.DrawCards():
                return self._leaves(w, statement, lambda here, listed: _drawn(w, statement, here, listed))
            case p.MoveCards(None, source, target) if source.type.ordered:
                if self._heap(w, source):
                    return self._emptied(w, source, target)
                return self._leaves(w, statement, lambda here, listed: _poured(w, here, listed))
            case p.MoveCards(cards, source) if self._bag(w, source) and (search := _searched(cards, source)):
                return self._leaves(w, statement, lambda here, listed: _found(w, search, here, listed))
            case _:
                return False

    def laid(self, w: Writer, zone: t.Zone, place: c.Expr, cards: c.Expr) -> c.Body:
        """Notes the cards that a heap gets."""
        if not self._heap(w, zone):
            return ()
        assert isinstance(place, c.At)
        return (c.Assign(_heap_at(place.index), cards, "|="),)

    def awaited(self, cards: t.Expr, held: c.Expr) -> c.Expr | None:
        """Cards that a set has got count before it is decided which they are."""
        if not self.loose.bags or not isinstance(cards, t.Zone) or cards.type.ordered:
            return None
        assert isinstance(held, c.At)
        return c.At(c.Through(G, "pending"), held.index)

    def passing(self, w: Writer, step: p.StepDef) -> c.Body:
        """Reads the claims about a step that play only passes."""
        label = step.label if step.index < len(w.m.game.steps) and w.m.game.steps[step.index].runs else ""
        which = sum(1 << k for k, claim in enumerate(self.loose.claims) if label in claim.at)
        return (c.Do(c.Call("passing_claims", (c.Int(which, True),))),) if label and which else ()

    def _bag(self, w: Writer, zone: t.Zone) -> bool:
        return w.m.zones[zone.name].source.label in self.loose.bags

    def _heap(self, w: Writer, zone: t.Zone) -> bool:
        return w.m.zones[zone.name].source.label in self.loose.heaps

    def _leaves(self, w: Writer, move: p.DrawCards | p.MoveCards, take: Callable[[c.Expr, c.Name], None]) -> bool:
        """Cards that leave a stack: `take` puts them into a list, which is laid down elsewhere."""
        source, target = move.source, move.target
        with w.block() as inner:
            if isinstance(move, p.DrawCards):
                w.env[WANTED] = w.named(w.value(move.count), "wanted")
            listed = w.declare("list", LIST, None)
            here, there = _places(w, source, target)
            take(c.At(c.Member(STATE, "piles"), here), listed)
            w.add(self._lay(w, target, move.how, there, listed))
            if self._bag(w, source):
                w.add(DECIDE)
        w.add(c.Block(tuple(inner)))
        w.stops()
        return True

    def _lay(self, w: Writer, target: t.Zone, how: Way, there: c.Expr, listed: c.Expr) -> c.Statement:
        open_ = FALSE if self._bag(w, target) else TRUE
        match how:
            case "into":
                return c.Do(c.Call("put_in_set", (G, there, listed)))
            case "onto":
                return c.Do(c.Call("lay_list", (G, there, listed, FALSE, open_)))
            case "under":
                return c.Do(c.Call("lay_list", (G, there, listed, TRUE, open_)))

    def _emptied(self, w: Writer, source: t.Zone, target: t.Zone) -> bool:
        """All cards of a heap; they go into a zone without an order, or it were no heap."""
        here, there = _places(w, source, target)
        w.add(c.Do(c.Call("take_heap", (G, here, there))))
        return True


def _heap_at(pile: c.Expr) -> c.Expr:
    """Where the cards of a heap are, by its number among the piles."""
    return c.At(c.Member(STATE, "heaps"), c.At(c.Name("heap_of"), pile))


def _places(w: Writer, source: t.Zone, target: t.Zone) -> tuple[c.Expr, c.Expr]:
    """Where cards come from and where they go, by number among the piles and sets."""
    here, there = w.operands(lambda: slot(w, source.name, source.index), lambda: slot(w, target.name, target.index))
    return w.declare("here", c.INT, here.expr), w.declare("there", c.INT, there.expr)


def _drawn(w: Writer, draw: p.DrawCards, here: c.Expr, listed: c.Name) -> None:
    if not draw.source.type.ordered:
        raise Unsupported(f"a draw from {draw.source.name}, which has no order")
    wanted = w.env[WANTED].expr
    size = c.Call("drawn", (G, wanted, c.Call("pile_size", (here,)), TRUE if draw.up_to else FALSE))
    w.add(c.Do(c.Call("take_top", (here, listed, size))))


def _poured(w: Writer, here: c.Expr, listed: c.Name) -> None:
    w.add(c.Do(c.Call("take_all", (here, listed))))


def _found(w: Writer, search: t.Fold, here: c.Expr, listed: c.Name) -> None:
    """Looks from the bottom for the card to be moved, deciding one card after the other."""
    i = w.declare("i", c.INT, c.Int(1), fixed=False)
    card = c.Name(w.fresh(search.var))
    outer = dict(w.env)
    w.env[search.var] = Value(card, c.INT)
    with w.block() as inner:
        w.add(c.Declare(c.Constant(c.INT), card.name, c.Call("decided_at", (G, here, i))))
        test = TRUE if search.cond is None else w.value(search.cond).expr
        w.add(c.If(test, (c.Break(),)))
    w.env = outer
    w.add(c.For(None, c.Binary("<=", i, c.At(here, c.Int(0))), c.Step(i), tuple(inner)))
    w.add(c.Do(c.Call("take_found", (G, here, i, listed))))


def _searched(cards: t.Expr | None, source: t.Zone) -> t.Fold | None:
    """The search for the first card of a stack, from the bottom, that is such and such."""
    match cards:
        case t.Just(t.Fold("first", over=t.CardsOf(zone), empty=t.Fails()) as fold) if zone == source:
            return fold
        case t.Just(t.Helper("bottom", (t.Check("some_cards", zone),))) if zone == source:
            return t.Fold("first", "card", t.CardsOf(zone), None, t.Local("card", ir.Card()))
        case _:
            return None
