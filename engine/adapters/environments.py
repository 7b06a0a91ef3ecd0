"""Exported Python engines behind the interfaces of OpenSpiel and PettingZoo.

Leaves the engine itself to `engine.python.module`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from itertools import product
from math import comb, prod
from pprint import pformat
from textwrap import indent

from engine.core.layout import Layout
from engine.core.pipelines import for_python
from engine.core.shapes import alike
from engine.core.unsupported import Unsupported
from engine.interpreter.moves import PASS
from engine.interpreter.shapes import Pattern
from engine.logs.words import Words
from engine.targets.escape import python_words
from spec.ir import nodes as ir
from spec.ir.types import domain_of
from spec.ir.walk import walk

MOST_NUMBERED = 20_000
"""A kind of move with more choices of arguments is told in parts."""
WIDEST = 1_000_000
ENOUGH = "enough"
"""The part that ends several cards, as the module calls it."""


def actions_module(game: ir.Game, module: str) -> str:
    """The module that numbers moves and makes vectors of observations; `module` is the engine's name."""
    layout = Layout(game)
    words = Words(game, layout)
    choices = [(a, _arguments(game, layout, words, a)) for a in game.actions]
    kinds = [(a.source.label, arguments) for a, arguments in choices if arguments is not None]
    in_parts = [a for a, arguments in choices if arguments is None]
    may_pass = any(step.ask is not None and step.ask.may for step in game.steps)
    if may_pass and PASS.action not in [name for name, _ in kinds]:
        kinds.append((PASS.action, ()))
    deck = {words.cards: _Cards()}
    table = _rows((name, tuple(deck.get(told, told) for told in arguments)) for name, arguments in kinds)
    several = {a.source.label: tuple(p.shape is not None for p in a.params) for a in in_parts}
    parts = "\n".join(f"    {label!r}: {which!r}," for label, which in several.items())
    part_words = _rows(_parts(game, layout, words, in_parts))
    program = for_python(game)
    members = {domain.label: domain.members for domain in program.domains if not domain.plain}
    fields = "\n".join(
        f"    {field.label!r}: {members[domain_of(field.kind)]!r},"
        for field in program.fields
        if domain_of(field.kind) in members
    )
    return _filled("actions", {
        "GAME_TITLE": python_words(game.title), "GAME_MODULE": module, "    KINDS_TABLE": table,
        "    PARTS_TABLE": parts,
        "    PART_WORDS": part_words, "    FIELD_TABLE": fields,
    })  # fmt: skip


def openspiel_module(game: ir.Game, module: str, short_name: str) -> str:
    """The module that registers the game with OpenSpiel."""
    low, high = returns_between(game)
    layout = Layout(game)
    luck = any(isinstance(node, ir.Shuffle | ir.Roll) for node in walk(game))
    open_to_all = all(zone.seen == "everybody" for zone in game.zones)
    return _filled("openspiel", {
        "GAME_TITLE": python_words(game.title), "GAME_MODULE": module, "ACTIONS_MODULE": f"{module}_actions",
        "OPENSPIEL_MODULE": f"{module}_openspiel", "OPENSPIEL_NAME": short_name,
        "MOST_CHANCE_NUMBER": str(max(len(game.deck), *layout.size.values(), *_rolls(layout))),
        "CHANCE_MODE": "EXPLICIT_STOCHASTIC" if luck else "DETERMINISTIC",
        "INFORMATION": "PERFECT_INFORMATION" if open_to_all else "IMPERFECT_INFORMATION",
        "LEAST_RETURN": str(low), "GREATEST_RETURN": str(high),
    })  # fmt: skip


def pettingzoo_module(game: ir.Game, module: str) -> str:
    """The module with the PettingZoo environment."""
    return _filled("pettingzoo", {
        "GAME_TITLE": python_words(game.title), "GAME_MODULE": module, "ACTIONS_MODULE": f"{module}_actions",
        "ENVIRONMENT_NAME": module,
    })  # fmt: skip


def _filled(name: str, blanks: dict[str, str]) -> str:
    text = resources.files("engine.adapters").joinpath(f"{name}.txt").read_text(encoding="utf-8")
    # CHANCE_MODE and INFORMATION stand where names of OpenSpiel's begin alike.
    pattern = "|".join(rf"(?<![A-Za-z_]){re.escape(blank)}(?![A-Za-z_])" if blank.strip() == blank else re.escape(blank)
                       for blank in sorted(blanks, key=len, reverse=True))  # fmt: skip
    return re.sub(pattern, lambda found: blanks[found[0]], text)


def _arguments(game: ir.Game, layout: Layout, words: Words, action: ir.Action) -> tuple[tuple[str, ...], ...] | None:
    """The words that each argument may be; None where they are too many."""
    told: list[tuple[str, ...]] = []
    for param in action.params:
        if param.shape is None:
            told.append(_single(game, layout, words, param))
            continue
        choices = _choices(game, param.shape)
        if choices is None:
            return None
        told.append(tuple(words.card_list(cards) for cards in choices))
    return tuple(told) if prod(map(len, told)) <= MOST_NUMBERED else None


def _choices(game: ir.Game, label: str) -> tuple[tuple[int, ...], ...] | None:
    """Every choice of a shape from the whole deck; None where they are too many."""
    shape = next(shape for shape in game.shapes if shape.source.label == label)
    sizes = range(shape.least, min(shape.most, len(game.deck)) + 1)
    count = sum(comb(len(group), size) for group in alike(game.deck, shape) for size in sizes)
    if shape.ordered or count > MOST_NUMBERED:
        return None
    return Pattern(shape, game).choices(tuple(range(len(game.deck))))


def _single(game: ir.Game, layout: Layout, words: Words, param: ir.Param) -> tuple[str, ...]:
    """The words that an argument may be that is no more than one thing. Raises Unsupported."""
    match param.choice:
        case ir.ChooseFrom(ir.OverNumbers(least, most)):
            reader = _Bounds(game)
            low, high = reader.of(least)[0], reader.of(most)[1]
            if high - low >= MOST_NUMBERED:
                raise Unsupported(f"the number {param.name} without bounds that can be told beforehand")
            return tuple(map(str, range(low, high + 1)))
        case _:
            return tuple(words.value(value, param.type) for value in layout.values(param.type))


def _parts(game: ir.Game, layout: Layout, words: Words, actions: list[ir.Action]) -> list[object]:
    """The parts in which moves are told: their names, cards and other words, and what ends several cards."""
    found = [action.source.label for action in actions]
    params = [param for action in actions for param in action.params]
    for param in params:
        if not param.of_cards:
            found += _single(game, layout, words, param)
    if any(param.shape is not None for param in params):
        found.append(ENOUGH)
    cards = [_Cards(each=True)] if any(param.of_cards for param in params) else []
    return [*dict.fromkeys(word for word in found if word not in words.cards), *cards]


@dataclass(frozen=True)
class _Cards:
    """The engine's own table of all cards, as it stands in the module's text: as one thing, or each of them."""

    each: bool = False

    def __repr__(self) -> str:
        return f"{'*' if self.each else ''}rules.CARDS"


def _rows(things: Iterable[object]) -> str:
    """Things as lines of a tuple, indented."""
    text = "\n".join(f"{pformat(thing, width=112, compact=True)}," for thing in things)
    return indent(text, "    ")


def _rolls(layout: Layout) -> list[int]:
    return [slots.high - slots.low + 1 for slots in layout.fields.values() if slots.high - slots.low < WIDEST]


# ---------------------------------------------------------------- the bounds of returns


def returns_between(game: ir.Game) -> tuple[int, int]:
    """Bounds of what a player may get; wide ones where they cannot be told from the rules."""
    reader = _Bounds(game)
    found = [
        (-1, 1) if isinstance(ending.result, ir.Winners) else reader.of(ending.result.value) for ending in game.endings
    ]
    low, high = min((low for low, _ in found), default=0), max((high for _, high in found), default=0)
    return max(low, -WIDEST), min(high, WIDEST)


class _Bounds:
    """Intervals of numbers, whatever the position."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.layout = Layout(game)
        self.defines = {define.source.label: define for define in game.defines}
        self.tables = {table.source.label: table for table in game.tables}

    def of(self, expr: ir.Expr) -> tuple[int, int]:
        """The least and the greatest value."""
        match expr:
            case ir.Lit(value, _):
                return value, value
            case ir.Get(name):
                return self.layout.fields[name].low, self.layout.fields[name].high
            case ir.Size():
                return 0, len(self.game.deck)
            case ir.Apply(name):
                return self.of(self.defines[name].body)
            case ir.If(_, then, other):
                return _joined(self.of(then), self.of(other))
            case ir.Ordinal():
                return 1, max(self.layout.size.values())
            case ir.Arith(op, left, right):
                return _computed(op, self.of(left), self.of(right))
            case ir.Total(table, ir.Just()):
                values = [value for values in self.tables[table].values for value in values]
                return min(values), max(values)
            case ir.Total(table):
                values = [value for values in self.tables[table].values for value in values]
                return sum(min(value, 0) for value in values), sum(max(value, 0) for value in values)
            case ir.Quantify("count", over=over):
                return 0, self._many(over)
            case ir.Sum(over=over, value=value):
                low, high = self.of(value)
                return min(low, 0) * self._many(over), max(high, 0) * self._many(over)
            case ir.Extreme(key=key):
                return self.of(key)
            case ir.Not() | ir.And() | ir.Or() | ir.Compare() | ir.Quantify("some" | "every"):
                return 0, 1
            case _:
                return -WIDEST, WIDEST

    def _many(self, over: ir.Range) -> int:
        match over:
            case ir.OverDomain(domain) | ir.OverSlots(domain):
                return self.layout.size[domain]
            case ir.OverSeats():
                return self.layout.players
            case ir.OverCards():
                return len(self.game.deck)
            case ir.OverNumbers(low, high):
                return max(0, self.of(high)[1] - self.of(low)[0] + 1)


def _joined(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return min(one[0], other[0]), max(one[1], other[1])


def _computed(op: ir.Arithmetic, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    match op:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            products = [a * b for a, b in product(left, right)]
            return min(products), max(products)
