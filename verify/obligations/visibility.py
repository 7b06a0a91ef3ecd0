"""Tells by the form of the rules whether what a player is offered hangs only on what that player sees.

What is offered: the choices and clauses of every move, and the conditions by which play comes to a choice, who makes it
among them. What happens then may well show hidden cards, and is not looked at. Leaves proving what the form does not
show to `verify.smt.prove.leaks`, and looking for plays that show the contrary to `verify.random.information_leaks`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from spec.ir import nodes as ir
from spec.ir.index import MOVER, PLAYER, GameIndex, index_of
from spec.ir.references import written
from spec.ir.walk import children

THE_MOVER = ir.Get(MOVER, ())


def open_form(game: ir.Game) -> bool:
    """Is nothing asked, for what is offered, but what the player who is asked sees?"""
    return all(open_move(game, action) for action in game.actions) and not any(hidden_ways(game))


def open_move(game: ir.Game, action: ir.Action) -> bool:
    """Do the choices and clauses of a move ask only for cards that the mover sees? The face of a card chosen blind is
    none of them."""
    eyes = Eyes(index_of(game))
    for param in action.params:
        if not eyes.sees(param.choice):
            return False
        if param.blind:
            eyes = eyes.blind_to(param.name)
    return not hidden_clauses(game, action)


def hidden_clauses(game: ir.Game, action: ir.Action) -> tuple[ir.Source, ...]:
    """The clauses of a move that ask for cards that the mover does not see."""
    eyes = Eyes(index_of(game))
    for param in action.params:
        if param.blind:
            eyes = eyes.blind_to(param.name)
    return tuple(clause.source for clause in action.clauses if not eyes.sees(clause.when))


@dataclass(frozen=True, slots=True)
class Way:
    """A condition, or a choice of the player to move, by which play comes to what it offers.

    `mine`: it is read for the player who is then asked, who sees the own zones; else for all.
    """

    step: int
    expr: ir.Expr
    mine: bool


def ways(game: ir.Game) -> Iterator[Way]:
    """Every one of a game: the `when` of choices and steps, `among`, `from` and `until`, and who makes a choice."""
    for number, step in enumerate(game.steps):
        if step.branch is not None:
            yes = step.branch.yes
            yield Way(number, step.branch.cond, yes < len(game.steps) and game.steps[yes].ask is not None)
        for sets in map(written, step.effects if step.runs and not step.source.label else ()):
            if sets is not None and sets.field == MOVER and sets.value is not None:
                yield Way(number, sets.value, False)


def hidden_ways(game: ir.Game) -> Iterator[Way]:
    """Those that, by their form, may hang on cards that are not seen."""
    eyes = Eyes(index_of(game))
    return (way for way in ways(game) if not replace(eyes, mine=way.mine).sees(way.expr))


@dataclass(frozen=True, slots=True)
class Eyes:
    """What is seen: what lies open to all, and with `mine` what the mover sees besides; not the names `unseen`."""

    index: GameIndex
    mine: bool = True
    unseen: frozenset[str] = frozenset()

    def blind_to(self, name: str) -> Eyes:
        """The same eyes, which do not see the card of this name."""
        return replace(self, unseen=self.unseen | {name})

    def sees(self, node: object) -> bool:
        """Does what an expression or a choice comes to follow from what is seen?"""
        return self._sees(node, set())

    def _sees(self, node: object, done: set[str]) -> bool:
        match node:
            case ir.Var(name):
                return name not in self.unseen
            case ir.Size(ir.Place(zone, index)) if self._counted(zone):
                inside: tuple[object, ...] = index
            case ir.EndCard("top", ir.Place(zone, index)) if self.index.zones[zone].seen == "top":
                inside = index
            case ir.ChooseCard(ir.Place(zone, index), True) if self._counted(zone):
                inside = index
            case ir.Place(zone, index):
                if not self._open(zone, index):
                    return False
                inside = index
            case ir.Apply(name, args):
                if name not in done:
                    done.add(name)
                    # Its parameters are names of its own; what they stand for is looked at here.
                    if not replace(self, unseen=frozenset())._sees(self.index.defines[name].body, done):
                        return False
                inside = args
            case _:
                inside = tuple(children(node))
        return all(self._sees(part, done) for part in inside)

    def _counted(self, zone: str) -> bool:
        return self.index.zones[zone].seen != "nobody"

    def _open(self, zone: str, index: tuple[ir.Expr, ...]) -> bool:
        """Are the cards of a zone seen, each and every one?"""
        decl = self.index.zones[zone]
        if decl.seen == "owner" and self.mine and PLAYER in decl.index:
            return index[decl.index.index(PLAYER)] == THE_MOVER
        return decl.seen == "everybody"
