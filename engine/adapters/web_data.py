"""What the script of a played page is told beside the engine: pictures, names, where zones lie, which clause says what.

Leaves what stands on the page to `engine.adapters.web_page`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes
from engine.pages import cards
from spec.ir import nodes as ir
from spec.ir.display import Display, readable
from spec.ir.effects import laid_open, notes_unseen
from spec.ir.index import PLAYER, index_of


@dataclass(frozen=True, slots=True)
class Told:
    """The rules in words, for whom a page is made: as HTML (escaped, ids beginning with `rules-`) with its style, each
    clause by its action and its label, and each action as a phrase with `{0}` and so on for its parameters."""

    rules: str = ""
    style: str = ""
    clauses: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)


UNTOLD = Told()


def data_of(game: ir.Game, program: p.Program, told: Told) -> dict[str, Any]:
    """The data of the page."""
    deck, display = cards.of_game(game), Display(index_of(game))
    return {
        "pictures": [cards.picture_ids(deck)[card.name] for card in deck],
        "spoken": [card.spoken for card in deck],
        "zones": list(_zones(program, display)),
        "fields": list(_fields(program, display)),
        "moves": {a.label: _phrase(a, told, display) for a in program.actions},
        "steps": {s.label: display.step(s.label) for s in program.steps},
        "endings": {e.clause.label: display.ending(e.clause.label) for e in program.endings},
        "words": {d.label: [display.symbol(d.label, i) for i in range(len(d.words))] for d in program.domains},
        "clauses": {action: dict(clauses) for action, clauses in told.clauses.items()},
        "shapes": {a.source.label: _shape(a) for a in game.actions},
        "laidOpen": {a.source.label: _laid_open(game, a) for a in game.actions},
        "secret": [a.source.label for a in game.actions if notes_unseen(index_of(game), a)],
        "touches": {a.label: sorted(_touched(program, a)) for a in program.actions},
        "layout": _layout(game, program),
    }


def _shape(action: ir.Action) -> str:
    """For which shape of cards an action is its move; '' where that goes without saying."""
    return readable(action.variant)


def _laid_open(game: ir.Game, action: ir.Action) -> list[int]:
    """Of each parameter how many cards the move may lay so that everybody sees each of them."""
    found = laid_open(index_of(game), action)
    return [(len(game.deck) if found[p.name] else 1) if p.name in found else 0 for p in action.params]


def _phrase(action: p.ActionDef, told: Told, display: Display) -> str:
    """An action with places for its parameters."""
    places = ", ".join(f"{{{i}}}" for i in range(len(action.params)))
    return told.phrases.get(action.label) or f"{display.move(action.label)} {places}".strip()


def _places(program: p.Program) -> Iterator[tuple[ir.ZoneDecl, tuple[int, ...]]]:
    """Every zone, in the order of the engine's, with the symbols that stand for it."""
    words = {d.label: d.words for d in program.domains}
    for zone in program.zones:
        for at in product(*(range(len(words[name])) for name in zone.decl.index)):
            yield zone.decl, at


def _zones(program: p.Program, display: Display) -> Iterator[dict[str, Any]]:
    """What each zone is called: of a player's without the player, who is named beside it."""
    for decl, at in _places(program):
        label, index = decl.source.label, list(zip(decl.index, at, strict=True))
        name = display.zone(label) if PLAYER in decl.index else display.zone(label, at)
        others = [display.symbol(domain, value) for domain, value in index if domain != PLAYER]
        if PLAYER in decl.index and others:
            name = f"{name} of {', '.join(others)}"
        yield {"label": label, "name": name, "index": index, "short": ", ".join(others)}


def _fields(program: p.Program, display: Display) -> Iterator[dict[str, Any] | None]:
    """What each field is called, and whose it is; none for one that its author has not named for readers."""
    for kept in program.fields:
        index = kept.slots.decl.index
        for at in product(*map(range, kept.slots.sizes)):
            if not kept.slots.decl.source.display:
                yield None
            elif index == (PLAYER,):
                yield {"name": display.field(kept.label), "player": at[0]}
            else:
                yield {"name": display.field(kept.label, at), "player": None}


def _layout(game: ir.Game, program: p.Program) -> list[list[list[int]]]:
    """The rows of the table: in each cell the numbers of the zones that lie there."""
    places = [(decl.source.label, at) for decl, at in _places(program)]
    return [
        [
            [i for i, (zone, at) in enumerate(places) if zone == laid.zone and (laid.at is None or at == (laid.at,))]
            for laid in row
        ]
        for row in game.layout
    ]


def _touched(program: p.Program, action: p.ActionDef) -> set[str]:
    """The zones whose cards an action itself moves, or to which it moves some; not what outcomes do after it."""
    functions = {f.name: f for f in (*program.functions, *action.functions)}
    labels = {zone.name: zone.decl.source.label for zone in program.zones}
    found: set[str] = set()
    waiting = [action.effect] if action.effect is not None else []
    seen: set[str] = set()
    while waiting:
        for node in nodes(waiting.pop().body):
            match node:
                case p.MoveCards(source=source, target=target) | p.DrawCards(source=source, target=target):
                    found |= {labels[source.name], labels[target.name]}
                case t.Call(function=name) if name in functions and name not in seen:
                    seen.add(name)
                    waiting.append(functions[name])
                case _:
                    pass
    return found
