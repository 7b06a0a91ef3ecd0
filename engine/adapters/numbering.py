"""Numbers for the moves of a game that mean the same in every position: which kinds of moves have them, and how many.

Leaves exported modules to `engine.adapters.environments`, and arrays to `hoyle.vector`. The numbers of a kind's moves
follow on, its last argument changing first; the kinds are in the order of their actions, and a pass is last. So the
numbers of a game change only with its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import comb, prod

from engine.core import program as p
from engine.core import terms as t
from engine.core.bounds import Reader
from engine.core.layout import Layout
from engine.core.shapes import alike
from engine.core.unsupported import Unsupported
from engine.interpreter.moves import PASS
from engine.interpreter.shapes import Pattern
from engine.logs.words import Words
from spec.ir import nodes as ir

MOST_NUMBERED = 20_000
"""A kind of move with more choices of arguments is told in parts."""
UNSEEN = "unseen"
"""What stands for a card that the mover chooses blind, as the module calls it."""


@dataclass(frozen=True, slots=True)
class One:
    """An argument that is one thing: any of these values, of this type."""

    values: range
    kind: ir.Type

    def __len__(self) -> int:
        return len(self.values)

    def words(self, words: Words) -> tuple[str, ...]:
        return tuple(words.value(value, self.kind) for value in self.values)


@dataclass(frozen=True, slots=True)
class Several:
    """An argument that is several cards: any of these choices."""

    choices: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.choices)

    def words(self, words: Words) -> tuple[str, ...]:
        return tuple(map(words.card_list, self.choices))


@dataclass(frozen=True, slots=True)
class Blind:
    """An argument that its mover does not see: luck tells which card it is."""

    def __len__(self) -> int:
        return 1

    def words(self, words: Words) -> tuple[str, ...]:
        return (UNSEEN,)


Argument = One | Several | Blind


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of move by its action, None for a pass; `first` is the number of the first of them."""

    action: ir.Action | None
    first: int
    arguments: tuple[Argument, ...]

    @property
    def label(self) -> str:
        """The action's name."""
        return PASS.action if self.action is None else self.action.source.label

    def __len__(self) -> int:
        return prod(map(len, self.arguments))

    def names(self, words: Words) -> Iterator[str]:
        """Each move in words, in the order of their numbers."""
        for told in product(*(argument.words(words) for argument in self.arguments)):
            yield f"{self.label}({', '.join(told)})" if told else self.label


@dataclass(frozen=True, slots=True)
class Numbering:
    """The kinds of moves that have numbers of their own, and the actions of which there are too many to number them."""

    kinds: tuple[Kind, ...]
    in_parts: tuple[ir.Action, ...]


class Numberer:
    """Finds what the arguments of a game's moves may be; `program` tells bounds of numbers."""

    def __init__(self, game: ir.Game, program: p.Program, layout: Layout) -> None:
        self._game, self._reader, self._layout = game, Reader(program), layout
        self._choices = {
            (action.label, i): param.choice for action in program.actions for i, param in enumerate(action.params)
        }

    def numbering(self) -> Numbering:
        """The numbers. Raises Unsupported where an argument is a number without bounds."""
        kinds, in_parts, first = list[Kind](), list[ir.Action](), 0
        for action in self._game.actions:
            arguments = self._arguments(action)
            if arguments is None:
                in_parts.append(action)
                continue
            kinds.append(Kind(action, first, arguments))
            first += len(kinds[-1])
        may_pass = any(step.ask is not None and step.ask.may for step in self._game.steps)
        if may_pass and PASS.action not in [kind.label for kind in kinds]:
            kinds.append(Kind(None, first, ()))
        return Numbering(tuple(kinds), tuple(in_parts))

    def one(self, action: ir.Action, param: ir.Param) -> One | Blind:
        """What an argument may be that is no more than one thing. Raises Unsupported."""
        if param.blind:
            return Blind()
        match self._choices.get((action.source.label, action.params.index(param))):
            case p.PickFrom(t.Numbers(least, most)):
                low, high = self._reader.of(least)[0], self._reader.of(most)[1]
                if high - low >= MOST_NUMBERED:
                    raise Unsupported(f"the number {param.name} without bounds that can be told beforehand")
                return One(range(low, high + 1), param.type)
            case _:
                return One(self._layout.values(param.type), param.type)

    def _arguments(self, action: ir.Action) -> tuple[Argument, ...] | None:
        """What each argument may be; None where they are too many."""
        told: list[Argument] = []
        for param in action.params:
            if param.shape is None:
                told.append(self.one(action, param))
                continue
            choices = self._several(param.shape)
            if choices is None:
                return None
            told.append(Several(choices))
        return tuple(told) if prod(map(len, told)) <= MOST_NUMBERED else None

    def _several(self, label: str) -> tuple[tuple[int, ...], ...] | None:
        """Every choice of a shape from the whole deck; None where they are too many."""
        game = self._game
        shape = next(shape for shape in game.shapes if shape.source.label == label)
        sizes = range(shape.least, min(shape.most, len(game.deck)) + 1)
        count = sum(comb(len(group), size) for group in alike(game.deck, shape) for size in sizes)
        if shape.ordered or count > MOST_NUMBERED:
            return None
        return Pattern(shape, game).choices(tuple(range(len(game.deck))))
