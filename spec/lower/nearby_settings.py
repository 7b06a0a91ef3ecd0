"""Finds settings under which a claim or an example is in force that is not under those of a run: the nearest ones.

Leaves what is decided there to `verify`, and what is told of it to `hoyle`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product

from spec import syntax as s
from spec.diagnostics.diagnostic import has_errors
from spec.ir import fold
from spec.ir import nodes as ir
from spec.lower.base import Scope
from spec.lower.game import lower_file
from spec.lower.under import under
from spec.names.declare import declare
from spec.names.settings import choices, size_settings
from spec.names.table import Names
from spec.syntax_walk import words
from spec.text.source import Span

Test = s.ClaimSection | s.ExampleSection
Changes = tuple[tuple[str, str], ...]
MOST_CHANGES = 3
"""So many settings are changed at once at most."""
MOST_TRIED = 3_000
"""So many settings are tried for one claim or example."""
MOST_GAMES = 60
"""So many games are made for one claim or example, where its condition holds and something else keeps it out."""
MOST_NUMBERS = 12
"""So many values of a number are tried, those first that are nearest to the one it has."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """The claims and examples that are in force once some settings are changed, and the game of these settings."""

    changes: Changes
    settings: Mapping[str, str]
    game: ir.Game
    places: frozenset[Span]

    @property
    def words(self) -> str:
        """What is changed, in words."""
        return ", ".join(f"{name}={value}" if value else f"the {name} as in the file" for name, value in self.changes)

    def only(self, game: ir.Game) -> ir.Game:
        """The game with these claims and examples alone."""
        return replace(
            game,
            claims=tuple(c for c in game.claims if c.source.span in self.places),
            examples=tuple(e for e in game.examples if e.source.span in self.places),
        )


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What is in force under other settings than those of a run, and what is under none that were found."""

    nearby: tuple[Nearby, ...] = ()
    nowhere: tuple[Test, ...] = ()


def elsewhere(file: s.File, settings: Mapping[str, str], game: ir.Game, *, as_written: bool = False) -> Elsewhere:
    """Where the claims and examples of a file are in force that are not in a game of it."""
    there = places_of(game)
    found: dict[Changes, Nearby] = {}
    nowhere: list[Test] = []
    tests = [x for x in file.sections if isinstance(x, s.ClaimSection | s.ExampleSection)]
    search = _Search(file, settings, game, as_written)
    for test in tests:
        if place_of(test) in there:
            continue
        near = search.nearest(test)
        if near is None:
            nowhere.append(test)
            continue
        changes, made = near
        known = found.get(changes)
        places = frozenset({place_of(test)}) | (known.places if known else frozenset())
        found[changes] = Nearby(changes, search.settings_of(changes), made, places)
    return Elsewhere(tuple(found.values()), tuple(nowhere))


def place_of(test: Test) -> Span:
    """Where a claim or an example is named."""
    return test.head.name.span if isinstance(test, s.ClaimSection) else test.title.span


def places_of(game: ir.Game) -> frozenset[Span]:
    """Where the claims and examples of a game are named."""
    return frozenset((*(c.source.span for c in game.claims), *(e.source.span for e in game.examples)))


class _Search:
    def __init__(self, file: s.File, settings: Mapping[str, str], game: ir.Game, as_written: bool) -> None:
        self._file = file
        self._settings = settings
        self._as_written = as_written
        self._values = _values(file.sections, dict(game.settings))
        self._games: dict[Changes, ir.Game | None] = {}

    def settings_of(self, changes: Changes) -> dict[str, str]:
        """The settings with these changes; one without a value is set no more."""
        changed = {**self._settings, **dict(changes)}
        return {name: value for name, value in changed.items() if value}

    def nearest(self, test: Test) -> tuple[Changes, ir.Game] | None:
        """The fewest changes under which it is in force, with the game; None where none were found."""
        cond = test.head.under if isinstance(test, s.ClaimSection) else test.under
        named = words(cond) & self._values.keys() if cond is not None else set()
        holding = (c for c in islice(self._orders(named), MOST_TRIED) if self._holds(cond, c))
        for changes in islice(holding, MOST_GAMES):
            game = self._game(changes)
            if game is not None and place_of(test) in places_of(game):
                return changes, game
        return None

    def _orders(self, named: set[str]) -> Iterator[Changes]:
        """Changes of the settings that are named, then of all, fewest first; with the file's deck before others."""
        every = list(self._values)
        decks: tuple[Changes, ...] = ((("deck", ""),), ()) if "deck" in self._settings else ((),)
        seen: set[Changes] = set()
        for names in ([n for n in every if n in named], every):
            for count, deck in product(range(1, MOST_CHANGES + 1), decks):
                for chosen in combinations(names, count - len(deck)):
                    for values in product(*(self._values[n] for n in chosen)):
                        changes = (*zip(chosen, values, strict=True), *deck)
                        if changes not in seen:
                            seen.add(changes)
                            yield changes

    def _holds(self, cond: s.Expr | None, changes: Changes) -> bool:
        names = Names(lost=self._file.lost)
        declare(self._file.sections, self.settings_of(changes), names, as_written=self._as_written)
        return not has_errors(names.found) and under(cond, Scope(names)) != fold.NO

    def _game(self, changes: Changes) -> ir.Game | None:
        if changes not in self._games:
            settings = self.settings_of(changes)
            self._games[changes] = lower_file(self._file, settings, as_written=self._as_written)[0]
        return self._games[changes]


def _values(sections: Sequence[s.Section], now: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The other values that each setting may take, the nearest first."""
    found: dict[str, tuple[str, ...]] = {}
    for knob in size_settings(tuple(sections)):
        at = int(now.get(knob.name, str(knob.usual)))
        near = sorted(range(knob.low, knob.high + 1), key=lambda n: (abs(n - at), n)) if knob.high < 10_000 else ()
        found[knob.name] = tuple(str(n) for n in near if n != at)[:MOST_NUMBERS]
    for choice in choices(tuple(sections)):
        found[choice.name] = tuple(word for word in choice.words if word != now.get(choice.name))
    return found
