"""Makes a play of a solver's model, deal and moves, and plays it on the interpreter: only what it shows there counts.

Leaves what is looked for to `verify.smt.bounded.goals`. Where the model says nothing (cards that nobody draws, what
lies between the ends of a pile) anything is taken; a play that the interpreter does not follow is no play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.interpreter.interpreter import Turn
from engine.interpreter.moves import PASS, Move
from engine.luck.chance import Outcome, Recording
from verify.obligations.claims import Claims
from verify.random.random_play import Tally, follow
from verify.smt.bounded.unrolling import Row, Stretch
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.state import value_of
from verify.smt.solvers.model_decoding import move_of
from verify.smt.solvers.solver import Model
from verify.smt.transition.transition import Rolled


@dataclass(slots=True)
class Deal:
    """Luck as a model has it: shuffles, by the cards that lie on top then (the top one first), and picks, in order.

    Where the model says nothing more, or not what is asked, cards keep their order and the first is picked.
    """

    tops: list[tuple[int, ...]] = field(default_factory=list)
    picks: list[int] = field(default_factory=list)

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The cards with those wanted on top."""
        wanted = [c for c in (self.tops.pop(0) if self.tops else ()) if c in cards]
        return (*(c for c in cards if c not in wanted), *reversed(wanted))

    def pick(self, n: int) -> int:
        """The number wanted."""
        wanted = self.picks.pop(0) if self.picks else 0
        return wanted if 0 <= wanted < n else 0


@dataclass(frozen=True, slots=True)
class Replay:
    """A play on the interpreter: luck, moves, what they show, and the row that it would not follow (-1: none)."""

    turn: Turn
    outcomes: tuple[Outcome, ...]
    moves: tuple[Move, ...]
    tally: Tally
    failed: int


def way_of(model: Model, rows: Sequence[Row]) -> list[Stretch]:
    """The stretches that play takes in a model, from the start on."""
    way: list[Stretch] = []
    for row in rows:
        taken = next((s for s in row.stretches if model(s.taken)), None)
        if taken is None:
            break
        way.append(taken)
    return way


def deal_of(enc: Encoder, model: Model, way: Sequence[Stretch]) -> Deal:
    """The luck of a way: each shuffle has on top, in turn, what is taken of the cell before it is shuffled again."""
    deal, later = Deal(), defaultdict[int, list[int]](list)
    last = next((a.state for a in reversed(way[-1].passage.arrivals) if model(a.cond)), None)
    for cell, cards in enumerate(last.cells if last is not None else ()):
        later[cell] = list(enc.deck.cards_of(model(cards.top))) if cards.top is not None else []
    for met in reversed([met for stretch in way for met in stretch.passage.trace.log]):
        if isinstance(met, Rolled):
            if model(met.cond):
                rolled = value_of(enc.deck, model, met.value, met.slots.decl.type)
                deal.picks.insert(0, rolled - met.slots.rolled.start)
            continue
        cell, touch = met
        if not model(touch.cond):
            continue
        if touch.kind == "shuffle":
            deal.tops.insert(0, tuple(dict.fromkeys(later.pop(cell, []))))
            continue
        moved = enc.deck.cards_of(model(touch.cards))
        rest = [c for c in later[cell] if c not in moved]
        later[cell] = [*moved, *rest] if touch.kind == "take" else rest
    return deal


def replayed(enc: Encoder, claims: Claims, model: Model, way: Sequence[Stretch]) -> Replay:
    """Plays a way of a model on the interpreter, as far as it goes."""
    waiting, at = list(way[1:]), [0]

    def choose(turn: Turn) -> Move | None:
        while at[0] < len(waiting):
            stretch = waiting[at[0]]
            at[0] += 1
            standing = turn.position.step == stretch.passage.step
            if stretch.passage.chosen is None:
                if standing and stretch.passage.name == "(pass)" and PASS in turn.moves:
                    return PASS
                continue
            move = _alike(_move(enc, model, stretch), turn.moves) if standing else None
            failed[0] = -1 if move is not None else at[0]
            return move
        return None

    failed = [-1]
    luck, tally = Recording(deal_of(enc, model, way)), Tally()
    turn, moves = follow(enc.interpreter, claims, luck, choose, tally)
    return Replay(turn, tuple(luck.outcomes), moves, tally, failed[0])


def _move(enc: Encoder, model: Model, stretch: Stretch) -> Move:
    passage = stretch.passage
    assert passage.chosen is not None
    return move_of(enc, model, enc.index.actions[passage.name], passage.chosen)


def _alike(move: Move, moves: Sequence[Move]) -> Move | None:
    """The move if it is legal, else one of the same cards in another order."""
    same = [m for m in moves if m != PASS and m.action == move.action and _in_any_order(m) == _in_any_order(move)]
    return move if move in same else same[0] if same else None


def _in_any_order(move: Move) -> tuple[object, ...]:
    return tuple(tuple(sorted(arg)) if isinstance(arg, tuple) else arg for arg in move.args)
