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


@dataclass(frozen=True, slots=True)
class Clause:
    """What a clause says in a sentence, and where the told rules say so (the id of an element, '' for nowhere)."""

    says: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """The rules in words, for whom a page is made: as HTML (escaped, ids beginning with `rules-`) with its style, each
    clause by its action and its label, and each action as a phrase with `{0}` and so on for its parameters."""

    rules: str = ""
    style: str = ""
    clauses: Mapping[str, Mapping[str, Clause]] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)


UNTOLD = Told()


def data_of(game: ir.Game, program: p.Program, told: Told) -> dict[str, Any]:
    """The data of the page."""
    deck = cards.of_game(game)
    return {
        "pictures": [cards.picture_ids(deck)[card.name] for card in deck],
        "spoken": [card.spoken for card in deck],
        "zones": list(_zones(program)),
        "fields": list(_fields(program)),
        "moves": {a.label: _phrase(a, told) for a in program.actions},
        "steps": {s.label: _words(s.label) for s in program.steps},
        "endings": {e.clause.label: _words(e.clause.label) for e in program.endings},
        "words": {d.label: [_words(word) for word in d.words] for d in program.domains},
        "clauses": {
            action: {label: {"says": c.says, "place": c.place} for label, c in clauses.items()}
            for action, clauses in told.clauses.items()
        },
        "touches": {a.label: sorted(_touched(program, a)) for a in program.actions},
        "layout": [],
    }


def _words(label: str) -> str:
    return label.replace("_", " ").strip(" ()")


def _phrase(action: p.ActionDef, told: Told) -> str:
    """An action with places for its parameters."""
    places = ", ".join(f"{{{i}}}" for i in range(len(action.params)))
    return told.phrases.get(action.label) or f"{_words(action.label)} {places}".strip()


def _zones(program: p.Program) -> Iterator[dict[str, Any]]:
    """Every zone, in the order of the engine's, with the symbols that stand for it."""
    words = {d.label: d.words for d in program.domains}
    for zone in program.zones:
        decl = zone.decl
        for at in product(*(range(len(words[name])) for name in decl.index)):
            yield {"label": _words(decl.source.label), "index": list(zip(decl.index, at, strict=True))}


def _fields(program: p.Program) -> Iterator[str]:
    """What each field is called on the page, in the order of the engine's; '' for one that is not shown."""
    for kept in program.fields:
        for _ in product(*map(range, kept.slots.sizes)):
            yield ""


def _touched(program: p.Program, action: p.ActionDef) -> set[str]:
    """The zones whose cards an action itself moves, or to which it moves some; not what outcomes do after it."""
    functions = {f.name: f for f in (*program.functions, *action.functions)}
    labels = {zone.name: _words(zone.decl.source.label) for zone in program.zones}
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
