"""Exported Python engines behind the interfaces of OpenSpiel and PettingZoo.

Leaves the engine itself to `engine.python.module`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from pprint import pformat
from textwrap import indent

from engine.adapters.numbering import Numberer
from engine.core import program as p
from engine.core.bounds import WIDEST, Reader
from engine.core.layout import Layout
from engine.core.pipelines import for_python
from engine.core.uses import nodes
from engine.logs.words import Words
from engine.targets.escape import python_words
from spec.ir import nodes as ir
from spec.ir.sight import all_see
from spec.ir.types import domain_of, is_card

ENOUGH = "enough"
"""The part that ends several cards, as the module calls it."""


def actions_module(game: ir.Game, module: str) -> str:
    """The module that numbers moves and makes vectors of observations; `module` is the engine's name."""
    program = for_python(game)
    layout = Layout(game)
    words = Words(game, layout)
    numberer = Numberer(game, program, layout)
    numbering = numberer.numbering()
    in_parts = numbering.in_parts
    kinds = [(kind.label, tuple(argument.words(words) for argument in kind.arguments)) for kind in numbering.kinds]
    deck = {words.cards: _Cards()}
    table = _rows((name, tuple(deck.get(told, told) for told in arguments)) for name, arguments in kinds)
    several = {a.source.label: tuple(p.shape is not None for p in a.params) for a in in_parts}
    blind = {a.source.label: tuple(p.blind for p in a.params) for a in game.actions if any(p.blind for p in a.params)}
    blind_rows = "\n".join(f"    {label!r}: {which!r}," for label, which in blind.items())
    parts = "\n".join(f"    {label!r}: {which!r}," for label, which in several.items())
    part_words = _rows(_parts(numberer, words, in_parts))
    members = {domain.label: domain.members for domain in program.domains if not domain.plain}
    words_of_fields = {
        field.label: words.cards if is_card(field.kind) else members[domain_of(field.kind)]
        for field in program.fields
        if is_card(field.kind) or domain_of(field.kind) in members
    }
    fields = "\n".join(f"    {label!r}: {told!r}," for label, told in words_of_fields.items())
    some = tuple(field.label for field in program.fields if not all_see(field.slots.decl))
    return _filled("actions", {
        "GAME_TITLE": python_words(game.title), "GAME_MODULE": module, "    KINDS_TABLE": table,
        "    PARTS_TABLE": parts,
        "    BLIND_TABLE": blind_rows,
        "    PART_WORDS": part_words, "    FIELD_TABLE": fields, "SEEN_BY_SOME_TABLE": repr(some),
    })  # fmt: skip


def openspiel_module(game: ir.Game, module: str, short_name: str) -> str:
    """The module that registers the game with OpenSpiel."""
    low, high = returns_between(game)
    layout = Layout(game)
    blind = max((sum(param.blind for param in action.params) for action in game.actions), default=0)
    luck = blind or any(isinstance(node, p.Shuffle | p.Roll) for node in nodes(for_python(game)))
    open_to_all = all(map(all_see, game.zones)) and all(map(all_see, game.fields))
    return _filled("openspiel", {
        "GAME_TITLE": python_words(game.title), "GAME_MODULE": module, "ACTIONS_MODULE": f"{module}_actions",
        "OPENSPIEL_MODULE": f"{module}_openspiel", "OPENSPIEL_NAME": short_name,
        "MOST_CHANCE_NUMBER": str(max(len(game.deck) ** max(blind, 1), *layout.size.values(), *_rolls(layout))),
        "CHANCE_MODE": "EXPLICIT_STOCHASTIC" if luck else "DETERMINISTIC",
        "INFORMATION": "PERFECT_INFORMATION" if open_to_all else "IMPERFECT_INFORMATION",
        "LEAST_RETURN": str(low), "GREATEST_RETURN": str(high),
    })  # fmt: skip


def returns_between(game: ir.Game) -> tuple[int, int]:
    """Bounds of what a player may get; wide ones where they cannot be told from the rules. Raises Unsupported."""
    return Reader(for_python(game)).returns()


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


def _parts(numberer: Numberer, words: Words, actions: tuple[ir.Action, ...]) -> list[object]:
    """The parts in which moves are told: their names, cards and other words, and what ends several cards."""
    found = [action.source.label for action in actions]
    params = [param for action in actions for param in action.params]
    for action in actions:
        for param in action.params:
            found += () if param.of_cards and not param.blind else numberer.one(action, param).words(words)
    if any(param.shape is not None for param in params):
        found.append(ENOUGH)
    cards = [_Cards(each=True)] if any(param.of_cards and not param.blind for param in params) else []
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
