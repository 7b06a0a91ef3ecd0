"""Whether the mover can move, as a term, where that can be told at all, and which moves it is asked of.

Leaves what a move may be and what its clauses say to `verify.smt.transition.moves`.
"""

from __future__ import annotations

from collections.abc import Iterator

from spec.ir import nodes as ir
from spec.ir.index import GameIndex
from spec.ir.references import looked_for as asked_of
from spec.ir.references import reached
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.ranges import items_of
from verify.smt.encode.symbolic_context import At, Names, Value
from verify.smt.transition.moves import Judgement, choose, judge


def looked_for(index: GameIndex, root: object) -> set[str]:
    """The actions that `can` looks for on the way of reading something."""
    found: set[str] = set()
    waiting = [root]
    while waiting:
        for node in reached(index, waiting.pop(), ("define",)):
            fresh = set(asked_of(node)) - found
            found |= fresh
            waiting += [(index.actions[a].clauses, index.actions[a].params) for a in fresh]
    return found


def answerable(enc: Encoder, action: ir.Action, at: At) -> t.Flag:
    """Is any move of an action legal or not, without a clash and with all of its clauses meaning something?

    Said of one move that stands for any. Where this is denied, that is some move for which it is so; where it is
    assumed, less is assumed than holds.
    """

    def read() -> t.Flag:
        chosen = choose(enc, action, at)
        judgement = judge(enc, action, at, chosen.names)
        wrong = t.any_of((judgement.clash, t.neg(judgement.held.defined)))
        return t.neg(t.any_of((*chosen.doubts, t.all_of((*chosen.facts, wrong)))))

    answer, defined = enc.sub(at, read)
    return t.all_of((answer, defined))


MOST_CANDIDATES = 1_000
"""So many arguments of an action are written out; of an action with more only those of single cards."""


class Enabledness:
    """Says whether the mover can move, by writing the moves out; what is not written out may be so or not.

    The answer has a meaning only where no move that could be asked about is a clash or beyond meaning: play asks about
    one after another and stops at the first legal one, so this is more than it needs.
    """

    def __init__(self, enc: Encoder) -> None:
        self._enc = enc

    def __call__(self, at: At, expr: ir.CanMove) -> t.Flag:
        """Can the mover make a move by one of these actions?"""
        return t.any_of(self._one(at, name) for name in expr.actions)

    def _one(self, at: At, name: str) -> t.Flag:
        key = ("can move", name)
        if key not in at.known:
            at.known[key] = (
                self._written_out(at, name),
                answerable(self._enc, self._enc.index.actions[name], at),
                None,
            )
        value, defined, _ = at.known[key]
        at.need(defined)
        return value

    def _action(self, name: str) -> ir.Action:
        return self._enc.index.actions[name]

    def _written_out(self, at: At, name: str) -> t.Flag:
        action = self._action(name)
        found, whole = [], True
        candidates = list(self._candidates(at, action, {}))
        if len(candidates) <= MOST_CANDIDATES:
            for names, there in candidates:
                judgement, defined = self._judged(at, action, names)
                found.append(t.all_of((there, judgement.legal, judgement.held.defined, defined)))
        else:
            whole = False
        if not whole or any(p.shape is not None for p in action.params):
            found.append(self._enc.guess(at, ir.CanMove((name,))))
        return t.any_of(found)

    def _judged(self, at: At, action: ir.Action, names: Names) -> tuple[Judgement, t.Flag]:
        return self._enc.sub(at, lambda: judge(self._enc, action, at, names))

    def _candidates(self, at: At, action: ir.Action, names: Names) -> Iterator[tuple[Names, t.Flag]]:
        """Arguments, sets of one card among them, with when they are within the choices."""
        if len(names) == len(action.params):
            yield names, True
            return
        param = action.params[len(names)]
        for value, there in self._values(at, param.choice, names):
            if there is not False:
                for more, also in self._candidates(at, action, {**names, param.name: value}):
                    yield more, t.all_of((there, also))

    def _values(self, at: At, choice: ir.Choice, names: Names) -> Iterator[tuple[Value, t.Flag]]:
        enc, d = self._enc, self._enc.deck
        match choice:
            case ir.ChooseCard(cards, _):
                among, defined = enc.part(cards, at, names)
                for card in range(d.size):
                    yield 1 << d.at[card], t.all_of((defined, d.has(among.held, card)))
            case ir.ChooseCards(cards, shape):
                if enc.index.shapes[shape].ordered or enc.index.shapes[shape].least > 1:
                    return
                among, defined = enc.part(cards, at, names)
                for card in range(d.size):
                    if enc.patterns[shape].fits_in_some_order((card,)):
                        yield Cards(1 << d.at[card]), t.all_of((defined, d.has(among.held, card)))
            case ir.ChooseFrom(over):
                (items, _), defined = enc.sub(at, lambda: items_of(enc, over, "", at, names))
                for item in items:
                    yield item.value, t.all_of((defined, item.there))
