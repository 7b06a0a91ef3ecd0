"""Tells the expressions of one game in English: what the modules of this package share, and reach each other by.

Leaves to `hoyle.english.english` which module tells what.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from hoyle.english.grammar import YOU, Clause, Noun
from hoyle.english.lexicon import Lexicon
from spec.ir import nodes as ir
from spec.ir.fold import conjunction, constant, disjunction, in_turn, negation
from spec.ir.index import index_of
from spec.ir.references import applied_to
from spec.ir.types import domain_of, type_of
from spec.ir.walk import walk


@dataclass(frozen=True, slots=True)
class Env:
    """What the names around an expression stand for, what the player on turn is called, whether cards are drawn."""

    vars: Mapping[str, Noun] = field(default_factory=dict)
    mover: Noun = YOU
    drawn: bool = False
    truths: frozenset[str] = frozenset()
    """The names that stand for yes or no as 1 or 0."""

    def bind(self, name: str, noun: Noun, *, truth: bool = False) -> Env:
        truths = self.truths | {name} if truth else self.truths - {name}
        return replace(self, vars={**self.vars, name: noun}, truths=truths)

    def only(self, names: Mapping[str, Noun]) -> Env:
        """Inside a definition: nothing but its parameters is known."""
        return replace(self, vars=dict(names))


class Teller(ABC):
    """Tells expressions of one game."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.index = index_of(game)
        self.lexicon = Lexicon(self.index)
        self.offers = {frozenset(s.ask.actions) for s in game.steps if s.ask is not None}

    def variants(self) -> tuple[tuple[ir.Action, ...], ...]:
        """The moves, each with its variants."""
        return tuple(self.index.moves[name] for name in dict.fromkeys(a.move for a in self.game.actions))

    def moves(self, actions: Sequence[str]) -> list[str]:
        """Links to the moves of which these are the actions, each once; where not every shape is meant, with those."""
        asked: dict[str, list[str]] = {}
        for action in (self.index.actions[name] for name in actions):
            asked.setdefault(action.move, []).append(self.lexicon.display.shape(action.variant))
        whole = {move: len(shapes) == len(self.index.moves[move]) for move, shapes in asked.items()}
        return [
            self.lexicon.linked(move) + ("" if whole[move] else f" ({', '.join(shapes)})")
            for move, shapes in asked.items()
        ]

    @abstractmethod
    def noun(self, e: ir.Expr, env: Env) -> Noun:
        """What has this value, as a noun."""

    def bare(self, e: ir.Expr, env: Env) -> Noun:
        """The same where the sentence itself says the value."""
        return self.noun(e, env)

    @abstractmethod
    def clause(self, e: ir.Expr, env: Env, *, holds: bool = True) -> Clause:
        """The condition, or with `holds` false its opposite, as a clause."""

    def when(self, e: ir.Expr, env: Env, *, holds: bool = True) -> str:
        """The condition as words."""
        return self.clause(e, env, holds=holds).text

    def settled(self, e: ir.Expr) -> bool | None:
        """What a condition always comes to, by definitions that always or never hold; None where it may vary."""
        if (value := constant(e)) is not None:
            return bool(value)
        if (parts := in_turn(e)) is not None:
            found = [self.settled(item) for item in parts[0]]
            return not parts[1] if (not parts[1]) in found else None if None in found else parts[1]
        called, denied = applied_to(e), applied_to(negation(e))
        if (name := called or denied) is None:
            return None
        body = self.index.defines[name[0]]
        fixed = constant(body.body) if self.is_truth(body.body) else None
        return None if fixed is None else bool(fixed) == (called is not None)

    def in_force(self, cond: ir.Expr) -> ir.Expr:
        """A condition without the parts that are settled and so make no difference."""
        if (parts := in_turn(cond)) is None:
            return cond
        left = [item for item in parts[0] if self.settled(item) is not parts[1]]
        if not left or len(left) == len(parts[0]):
            return cond
        return conjunction(*left) if parts[1] else disjunction(*left)

    def domain_of(self, e: ir.Expr) -> str:
        """What the values of an expression are called, one of them."""
        kind = type_of(self.index, e)
        domain = domain_of(kind)
        return self.lexicon.domain(domain) if domain else "value"

    def params(self, params: tuple[ir.Var, ...]) -> dict[str, Noun]:
        """What a definition's parameters are called."""
        return self.lexicon.parameters(tuple((p.name, p.type) for p in params))

    def is_truth(self, e: ir.Expr) -> bool:
        """Is the value of an expression yes or no?"""
        return type_of(self.index, e) == ir.Bool()


def size_of(node: object) -> int:
    """How many nodes of the IR there are under (and with) a node, without types."""
    return sum(not isinstance(n, ir.type_classes) for n in walk(node))
