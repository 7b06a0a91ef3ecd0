"""Chooses smaller sizes of a game, so that every state of one can be looked at within a budget.

Leaves making the game of some settings to whoever can read the rule file, and searching it to `verify.search`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import factorial
from time import perf_counter

from engine.chance import Recording, Seeded, derive
from engine.interpreter import Interpreter, Turn
from spec import ir
from spec.knobs import Knob
from verify.search import Found, every_deal, search

EVERY_DEAL_UP_TO = 800
"""Up to so many deals all are searched; of more, so many are drawn by seed."""
MOST_STATES = 300_000
TRIALS = 20


@dataclass(frozen=True, slots=True)
class Size:
    """Settings that shrink a game, and words for them."""

    settings: tuple[tuple[str, str], ...]
    words: str


@dataclass(frozen=True, slots=True)
class Searched:
    """A size with its game and everything that was reached in it."""

    size: Size
    interpreter: Interpreter
    found: Found
    scope: str
    seconds: float


def sizes(game: ir.Game, knobs: Sequence[Knob], fixed: Mapping[str, str]) -> Iterator[Size]:
    """Smaller decks in growing order; numbers shrink in proportion, players to the fewest. What is fixed stays."""
    if "deck" in fixed:
        yield Size((), "the deck as set")
        return
    values = {d.name: d.values for d in game.domains}
    ranks, suits = values["rank"], values["suit"]
    shown = sorted({(face.rank, face.suit) for face in game.deck})
    few = _one_of_each_colour(game, suits)
    tried: set[tuple[int, int]] = set()
    for cards in range(4, len(shown)):
        for chosen in (few, suits):
            count = cards // len(chosen)
            if count * len(chosen) != cards or not 1 <= count <= len(ranks) or (count, len(chosen)) in tried:
                continue
            tried.add((count, len(chosen)))
            deck = f"{' '.join(ranks[:count])} of {', '.join(chosen)}"
            yield from _with_numbers(deck, cards, len(shown), knobs, fixed)


def _one_of_each_colour(game: ir.Game, suits: tuple[str, ...]) -> tuple[str, ...]:
    colours = {face.colour: suits[face.suit] for face in reversed(game.deck)}
    return tuple(colours[c] for c in sorted(colours))


def _with_numbers(deck: str, cards: int, whole: int, knobs: Sequence[Knob], fixed: Mapping[str, str]) -> Iterator[Size]:
    proportional, least = [], []
    for knob in knobs:
        if knob.name in fixed:
            continue
        if knob.name == "players":
            proportional.append(("players", str(knob.low)))
            least.append(("players", str(knob.low)))
            continue
        scaled = max(knob.low, knob.usual * cards // whole)
        proportional.append((knob.name, str(scaled)))
        least.append((knob.name, str(max(knob.low, min(2, scaled)))))
    for numbers in dict.fromkeys((tuple(proportional), tuple(least))):
        settings = (("deck", deck), *numbers)
        words = ", ".join([f"deck {deck} ({cards} cards)", *(f"{n}={v}" for n, v in numbers)])
        yield Size(settings, words)


def largest_searched(
    game: ir.Game,
    knobs: Sequence[Knob],
    fixed: Mapping[str, str],
    make: Callable[[Mapping[str, str]], ir.Game | None],
    *,
    seconds: float,
    progress: Callable[[str], None] = lambda words: None,
) -> Searched | None:
    """Searches one size after the other within the time; the last that was searched whole, None without one.

    A size at which the deal itself cannot be made (too few cards) says nothing of the game and is passed over. A size
    that shows a fault or a broken claim ends the search.
    """
    deadline = perf_counter() + seconds
    best: Searched | None = None
    misses = 0
    for size in sizes(game, knobs, fixed):
        if perf_counter() > deadline or misses > TRIALS:
            break
        small = make({**fixed, **dict(size.settings)})
        if small is None:
            continue
        interpreter = Interpreter(small)
        if not _can_be_dealt(interpreter):
            misses += best is not None
            continue
        progress(size.words)
        began = perf_counter()
        deals, deal_words = _deals(interpreter)
        found = search(interpreter, most_states=MOST_STATES, until=deadline, deals=deals)
        if found.cut:
            break
        scope = f"{size.words}; {deal_words}; {len(found.came):,} states"
        best = Searched(size, interpreter, found, scope, perf_counter() - began)
        if found.faults or found.broken:
            break
    return best


def _can_be_dealt(interpreter: Interpreter) -> bool:
    """Does play reach a first decision from some deals?"""
    turns = [interpreter.start(Seeded(seed)) for seed in range(5)]
    return all(t.position.fault is None for t in turns) and any(t.moves for t in turns)


def _deals(
    interpreter: Interpreter,
) -> tuple[Callable[[Interpreter], Iterator[tuple[Turn, tuple[object, ...]]]], str]:
    deck = len(interpreter.layout.deck)
    if factorial(deck) <= EVERY_DEAL_UP_TO:
        return every_deal, "every deal"
    return _some_deals, f"every play of {EVERY_DEAL_UP_TO} deals out of {deck}! orders of the deck"


def _some_deals(interpreter: Interpreter) -> Iterator[tuple[Turn, tuple[object, ...]]]:
    def one(number: int) -> tuple[Turn, tuple[object, ...]]:
        chance = Recording(Seeded(derive(1, number)))
        turn = interpreter.start(chance)
        return turn, tuple(chance.outcomes)

    return islice(map(one, range(EVERY_DEAL_UP_TO)), EVERY_DEAL_UP_TO)
