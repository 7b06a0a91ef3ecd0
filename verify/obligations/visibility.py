"""Tells by the form of the rules whether what a player is offered hangs only on what that player sees.

What is offered: the choices and clauses of every move, and the conditions by which play comes to a choice, who makes it
among them. What happens then may well show hidden cards, and is not looked at. Leaves proving what the form does not
show to `verify.smt.prove.leaks`, and looking for plays that show the contrary to `verify.random.information_leaks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from spec.ir import nodes as ir
from spec.ir.binding import mentions
from spec.ir.flow import onward
from spec.ir.fold import joined, not_the_mover, sized
from spec.ir.index import MOVER, PLAYER, GameIndex, index_of, rows
from spec.ir.passing import asked_here
from spec.ir.references import applied_to, field_read, place_of, written
from spec.ir.sight import all_see, mover_sees
from spec.ir.types import end_of, name_of, piles_of
from spec.ir.walk import children


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

    `mine`: it is read for the player who is then asked, who sees the own zones; else for all. Between it and the
    choice there is nothing but other conditions, as where a loop of one player's choices ends.
    """

    step: int
    expr: ir.Expr
    mine: bool


def ways(game: ir.Game) -> Iterator[Way]:
    """Every one of a game: the `when` of choices and steps, `among`, `from` and `until`, and who makes a choice."""
    for number, step in enumerate(game.steps):
        if step.branch is not None:
            mine = any(_comes_to_choice(game.steps, at) for at in (step.branch.yes, step.branch.no))
            yield Way(number, step.branch.cond, mine)
        for sets in map(written, step.effects if step.runs and not step.source.label else ()):
            if sets is not None and sets.field == MOVER and sets.value is not None:
                yield Way(number, sets.value, False)


def _comes_to_choice(steps: Sequence[ir.Step], start: int) -> bool:
    """May play come from here to a choice by conditions alone, with the same player on turn?"""
    ahead, seen = [start], set[int]()
    while ahead:
        at = ahead.pop()
        if at in seen or not 0 <= at < len(steps):
            continue
        seen.add(at)
        step = steps[at]
        if step.ask is not None:
            return True
        if step.branch is not None or asked_here(step):
            ahead += onward(step)
    return False


def hidden_ways(game: ir.Game) -> Iterator[Way]:
    """Those that, by their form, may hang on cards that are not seen."""
    eyes = Eyes(index_of(game))
    return (way for way in ways(game) if not replace(eyes, mine=way.mine).sees(way.expr))


@dataclass(frozen=True, slots=True)
class Eyes:
    """What is seen: what lies open to all, and with `mine` what the mover sees besides; not the names `unseen`.

    `others` are players of whom a condition before has said that they are not the mover.
    """

    index: GameIndex
    mine: bool = True
    unseen: frozenset[str] = frozenset()
    others: frozenset[ir.Expr] = frozenset()

    def blind_to(self, name: str) -> Eyes:
        """The same eyes, which do not see the card of this name."""
        return replace(self, unseen=self.unseen | {name})

    def sees(self, node: object) -> bool:
        """Does what an expression or a choice comes to follow from what is seen?"""
        return self._sees(node, set())

    def _sees(self, node: object, done: set[str]) -> bool:
        match node:
            case _ if (name := name_of(node)) is not None:
                return name not in self.unseen
            case _ if items := joined(node):
                return self._see_in_turn(items, done)
            case _ if (counted := place_of(sized(node))) and self._counted(counted.zone):
                inside: tuple[object, ...] = counted.index
            case _ if (end := end_of(node)) and end[0] == "top" and self._top_of(end[1]):
                inside = tuple(children(end[1]))
            case ir.ChooseCard(among, True) if (blind := place_of(among)) and self._counted(blind.zone):
                inside = blind.index
            case _ if place := place_of(node):
                if not self._open(place.zone, place.index):
                    return False
                inside = place.index
            case _:
                # Of a row of piles a range goes through those that hold a card.
                if any(row.seen == "nobody" for row in rows(self.index.game.zones, piles_of(node))):
                    return False
                if (got := field_read(node)) is not None and not self._shown(self.index.fields[got[0]], got[1]):
                    return False
                called = applied_to(node)
                if called is not None and called[0] not in done:
                    done.add(called[0])
                    # Its parameters are names of its own; what they stand for is looked at here.
                    if not replace(self, unseen=frozenset(), others=frozenset())._sees(
                        self.index.defines[called[0]].body, done
                    ):
                        return False
                inside = tuple(children(node))
        eyes = self
        if isinstance(node, ir.Binder):
            # What was known of another player of that name is forgotten.
            eyes = replace(self, others=frozenset(p for p in self.others if not mentions(p, (node.var,))))
        return all(eyes._sees(part, done) for part in inside)

    def _see_in_turn(self, items: tuple[ir.Expr, ...], done: set[str]) -> bool:
        """All items: each is asked only where those before it hold."""
        eyes = self
        for item in items:
            if not eyes._sees(item, done):
                return False
            if (player := not_the_mover(item)) is not None:
                eyes = replace(eyes, others=eyes.others | {player})
        return True

    def _top_of(self, cards: ir.Expr) -> bool:
        return (place := place_of(cards)) is not None and self.index.zones[place.zone].seen == "top"

    def _counted(self, zone: str) -> bool:
        return self.index.zones[zone].seen != "nobody"

    def _open(self, zone: str, index: tuple[ir.Expr, ...]) -> bool:
        """Are the cards of a zone seen, each and every one?"""
        return self._shown(self.index.zones[zone], index)

    def _shown(self, decl: ir.ZoneDecl | ir.FieldDecl, index: tuple[ir.Expr, ...]) -> bool:
        """Is it seen what a zone or a field holds?"""
        players = len(self.index.domains[PLAYER].values)
        return mover_sees(decl, index, players, self.others) if self.mine else all_see(decl)
