"""Finds a game's declarations by name.

Leaves to `spec.ir.check` whether names are introduced once and used rightly: of two of one name the first is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from spec.ir import nodes as ir

CARD_DOMAINS = ("rank", "suit", "colour")
PLAYER = "player"
MOVER = "mover"


def is_mover(expr: object) -> bool:
    """Is it the player on turn?"""
    return expr == ir.Get(MOVER, ())


def shown_word(words: Sequence[str], at: int) -> str:
    """The word for what a card shows, such as its suit; '' where it has none."""
    return "" if at == ir.NOBODY else words[at]


class Labelled(Protocol):
    """Anything with a source."""

    @property
    def source(self) -> ir.Source:
        """Where it stands, with its label."""


T = TypeVar("T", bound=Labelled)


@dataclass(frozen=True, slots=True)
class GameIndex:
    """A game with its declarations by name; `steps` gives indices, since steps are joined by index.

    `moves` gives what a person may mean by a name: all variants of a move, or the one action of that label.
    """

    game: ir.Game
    domains: Mapping[str, ir.Domain]
    zones: Mapping[str, ir.ZoneDecl]
    fields: Mapping[str, ir.FieldDecl]
    tables: Mapping[str, ir.Table]
    shapes: Mapping[str, ir.Shape]
    defines: Mapping[str, ir.Define]
    routines: Mapping[str, ir.Routine]
    groups: Mapping[str, ir.Group]
    actions: Mapping[str, ir.Action]
    moves: Mapping[str, tuple[ir.Action, ...]]
    endings: Mapping[str, ir.Ending]
    questions: Mapping[str, ir.Question]
    steps: Mapping[str, int]
    suitless: bool
    """Are there cards in the deck that have no suit, and so no colour?"""


def index_of(game: ir.Game) -> GameIndex:
    """The declarations of a game by name."""
    return GameIndex(
        game=game,
        domains={d.name: d for d in reversed(game.domains)},
        zones=_by_label(game.zones),
        fields=_by_label(game.fields),
        tables=_by_label(game.tables),
        shapes=_by_label(game.shapes),
        defines=_by_label(game.defines),
        routines=_by_label(game.routines),
        groups=_by_label(game.groups),
        actions=_by_label(game.actions),
        moves=_moves(game.actions),
        endings=_by_label(game.endings),
        questions=_by_label(game.questions),
        steps={step.source.label: i for i, step in reversed(tuple(enumerate(game.steps)))},
        suitless=any(face.suit == ir.NOBODY for face in game.deck),
    )


def _by_label(items: Iterable[T]) -> dict[str, T]:
    found: dict[str, T] = {}
    for item in items:
        found.setdefault(item.source.label, item)
    return found


def rows(zones: Iterable[ir.ZoneDecl], domain: str) -> tuple[ir.ZoneDecl, ...]:
    """The rows of piles that are counted by a domain: it is their last index."""
    return tuple(zone for zone in zones if zone.row and zone.index[-1:] == (domain,))


def _moves(actions: Iterable[ir.Action]) -> dict[str, tuple[ir.Action, ...]]:
    found: dict[str, tuple[ir.Action, ...]] = {}
    for action in actions:
        found.setdefault(action.source.label, (action,))
        if action.variant:
            found[action.move] = (*found.get(action.move, ()), action)
    return found


def parameters(variants: Sequence[Sequence[ir.Param | ir.Var]]) -> tuple[ir.Var, ...]:
    """The parameters of a move of these variants: its cards come in an order only where each variant has one."""
    return tuple(
        ir.Var(same[0].name, next((p.type for p in same if p.type == ir.Cards(ordered=False)), same[0].type))
        for same in zip(*variants, strict=True)
    )
