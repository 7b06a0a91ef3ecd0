"""Moves in numbers: what each parameter may stand for, which clauses win, and whether a move is legal.

Leaves what a move does to `verify.smt.counting.effects`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spec.ir import nodes as ir
from spec.ir.precedence import outrankers
from verify.smt.counting import cards, ranges
from verify.smt.counting.expressions import Meaning
from verify.smt.counting.scene import CardsName, Names, Scene, State
from verify.smt.encode import terms as t

DEEPEST = 3
"""Moves that ask whether there are moves are looked into so deep."""


def choose(m: Meaning, action: ir.Action, scene: Scene, state: State) -> Names:
    """Any arguments within the choices of an action's parameters."""
    names: dict[str, object] = {}
    for param in action.params:
        if isinstance(param.choice, ir.ChooseFrom):
            names[param.name] = ranges.name_for(m, param.choice.over, scene, state, names)
            continue
        among, held = param.choice.cards, m.counts(param.choice.cards, scene, state, names)
        if param.shape is None:
            names[param.name] = cards.some_one(m, held, scene, cards.nameless(among))
        else:
            found = scene.some_of(held)
            cards.shaped(m, param.shape, found, scene)
            names[param.name] = CardsName(found, cards.nameless(among))
    return names


def winning(
    m: Meaning,
    clauses: Sequence[ir.Clause],
    order: tuple[ir.Edge, ...],
    scene: Scene,
    state: State,
    names: Names,
) -> list[t.Flag]:
    """Of each clause whether it applies, and none that applies outranks it."""
    applies = [m.truth(clause.when, scene, state, names) for clause in clauses]
    above = outrankers([clause.source.label for clause in clauses], order)
    return [
        t.all_of((held, *(t.neg(b) for j, b in enumerate(applies) if above[i] >> j & 1 and j != i)))
        for i, held in enumerate(applies)
    ]


def legal(m: Meaning, action: ir.Action, scene: Scene, state: State, names: Names) -> t.Flag:
    """Whether a move is legal: a permission wins, and no prohibition. That both do is no position of play."""
    wins = winning(m, action.clauses, action.order, scene, state, names)
    pairs = tuple(zip(action.clauses, wins, strict=True))
    permitted = t.any_of(won for clause, won in pairs if clause.kind == "permit")
    forbidden = t.any_of(won for clause, won in pairs if clause.kind == "forbid")
    if scene.claimed:
        scene.need(t.neg(t.all_of((permitted, forbidden))))
        above = outrankers([clause.source.label for clause in action.clauses], action.order)
        if any(better >> i & 1 for i, better in enumerate(above)):
            m.doubt(scene)
    return t.all_of((permitted, t.neg(forbidden)))


@dataclass(slots=True)
class Enabledness:
    """Whether the mover can make a move by some actions: exact for actions without parameters; of others it is told
    that there is a legal move where there is one, and nothing where there is none."""

    meaning: Meaning
    depth: int = 0

    def __call__(self, expr: ir.CanMove, scene: Scene, state: State) -> t.Flag:
        """Is one of these moves legal?"""
        m = self.meaning
        if self.depth >= DEEPEST:
            m.doubt(scene)
            return scene.flag()
        self.depth += 1
        try:
            if scene.claimed:
                for name in expr.actions:
                    self._asked(m.index.actions[name], scene, state)
            return self.some(expr.actions, scene, state)
        finally:
            self.depth -= 1

    def _asked(self, action: ir.Action, scene: Scene, state: State) -> None:
        """Any move of an action that may be asked about: that it is no clash, and all of its clauses have a meaning."""
        with scene.under(scene.flag()):
            legal(self.meaning, action, scene, state, choose(self.meaning, action, scene, state))

    def some(self, actions: Sequence[str], scene: Scene, state: State) -> t.Flag:
        """Is there a legal move by one of the actions? They are asked one after the other, up to the first."""
        m, found = self.meaning, list[t.Flag]()
        before, claimed = scene.path, scene.claimed
        scene.claimed = False  # that what is asked about moves has a meaning is known, or was asked before
        try:
            for name in actions:
                action = m.index.actions[name]
                if not action.params:
                    is_legal = legal(m, action, scene, state, {})
                else:
                    is_legal = scene.flag()
                    with scene.under(is_legal):
                        scene.note(legal(m, action, scene, state, choose(m, action, scene, state)))
                found.append(t.all_of((*map(t.neg, found), is_legal)))
                scene.path = t.all_of((scene.path, t.neg(is_legal)))
        finally:
            scene.path, scene.claimed = before, claimed
        return t.any_of(found)
