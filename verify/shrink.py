"""Chooses smaller sizes of a game, so that every state of one can be looked at within a budget.

Leaves making the game of some settings to whoever can read the rule file, and searching it to `verify.search`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import factorial
from time import perf_counter

from engine.chance import Outcome, Recording, Seeded, derive
from engine.interpreter import Interpreter, Turn
from engine.simulate import play_random
from spec import ir
from spec.knobs import Knob
from verify.search import Deals, Found, every_deal, search

EVERY_DEAL_UP_TO = 800
"""Up to so many deals all are searched; of more, so many are drawn by seed."""
MOST_STATES = 300_000
COMBINATIONS = 48
TRIALS = 5


@dataclass(frozen=True, slots=True)
class Size:
    """Settings that shrink a game, and words for them; `whole`: they leave it as its author or its user set it."""

    settings: tuple[tuple[str, str], ...]
    words: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Searched:
    """A size with its game and everything that was reached in it."""

    size: Size
    interpreter: Interpreter
    found: Found
    scope: str
    seconds: float
    every: bool
    """Was every play of every deal followed?"""


def sizes(game: ir.Game, knobs: Sequence[Knob], fixed: Mapping[str, str]) -> Iterator[Size]:
    """Smaller decks in growing order; numbers shrink in proportion, players to the fewest. What is fixed stays.

    A deck that is fixed is the only one; a deck so small that every deal can be searched comes last itself.
    """
    if "deck" in fixed:
        yield Size((), f"the deck as set ({len(game.deck)} cards)", whole=True)
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
    if _all_deals(game):
        yield Size((), f"the whole deck ({len(game.deck)} cards)", whole=True)


def _one_of_each_colour(game: ir.Game, suits: tuple[str, ...]) -> tuple[str, ...]:
    colours = {face.colour: suits[face.suit] for face in reversed(game.deck)}
    return tuple(colours[c] for c in sorted(colours))


def _with_numbers(deck: str, cards: int, whole: int, knobs: Sequence[Knob], fixed: Mapping[str, str]) -> Iterator[Size]:
    """The deck with numbers near their proportion, and with their usual values; the fewest players."""
    free = [k for k in knobs if k.name not in fixed]
    options = [_values(k, cards, whole) for k in free]
    for numbers in islice(product(*options), COMBINATIONS):
        settings = (("deck", deck), *((k.name, str(v)) for k, v in zip(free, numbers, strict=True)))
        words = ", ".join([f"deck {deck} ({cards} cards)", *(f"{n}={v}" for n, v in settings[1:])])
        yield Size(settings, words)


def _values(knob: Knob, cards: int, whole: int) -> tuple[int, ...]:
    if knob.name == "players":
        return (knob.low,)
    scaled = max(knob.low, knob.usual * cards // whole)
    near = [scaled, scaled + 1, scaled + 2, knob.usual]
    return tuple(dict.fromkeys(v for v in near if v <= knob.usual))


def largest_searched(
    game: ir.Game,
    knobs: Sequence[Knob],
    fixed: Mapping[str, str],
    make: Callable[[Mapping[str, str]], ir.Game | None],
    *,
    seconds: float,
    progress: Callable[[str], None] = lambda words: None,
) -> Searched | None:
    """Searches one size after the other within the time; the last of which some deal was searched whole, if any was.

    A size at which some trial games stop at a fault says more of the size than of the rules (too few cards for the
    deal, say) and is passed over, unless it is the game as it is. A size whose search shows a fault or a broken claim
    ends the search.
    """
    deadline = perf_counter() + seconds
    best: Searched | None = None
    done: set[str] = set()
    for size in sizes(game, knobs, fixed):
        began = perf_counter()
        if began > deadline:
            break
        deck = dict(size.settings).get("deck", "")
        small = None if deck in done else make({**fixed, **dict(size.settings)})
        interpreter = None if small is None else Interpreter(small)
        if interpreter is None or not (size.whole or _plays(interpreter)):
            continue
        done.add(deck)
        progress(size.words)
        until = deadline if size.whole else (began + deadline) / 2
        found = search(interpreter, _deals(interpreter), most_states=MOST_STATES, until=until)
        every = _all_deals(interpreter.game) and not found.cut
        if best is not None and size.whole and not every and not found.bad:
            break
        if not found.deals and not found.bad:
            break
        best = Searched(size, interpreter, found, _scope(size, found, interpreter), perf_counter() - began, every)
        if found.bad:
            break
    return best


def _all_deals(game: ir.Game) -> bool:
    return factorial(len(game.deck)) <= EVERY_DEAL_UP_TO


def _scope(size: Size, found: Found, interpreter: Interpreter) -> str:
    drawn = "" if _all_deals(interpreter.game) else " drawn by seed"
    deals = f"every play of {_count(found.deals, 'deal')}{drawn}"
    if found.bad:
        deals = (
            f"{deals}, and the next as far as what was found" if found.deals else "one deal as far as what was found"
        )
    elif not found.cut and not drawn:
        deals = "every deal"
    return f"{size.words}; {deals}; {_count(len(found.came), 'state')}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _plays(interpreter: Interpreter) -> bool:
    """Do some random games of this size meet no fault, and a decision? Too few cards often break the deal itself."""
    played = [play_random(interpreter, derive(0, i), most_moves=50) for i in range(TRIALS)]
    return all(p.position.fault is None for p in played) and any(p.moves for p in played)


def _deals(interpreter: Interpreter) -> Deals:
    """Every deal where there are few; else deals drawn by seed."""
    return every_deal if _all_deals(interpreter.game) else _some_deals


def _some_deals(interpreter: Interpreter) -> Iterator[tuple[Turn, tuple[Outcome, ...]]]:
    for number in range(EVERY_DEAL_UP_TO):
        chance = Recording(Seeded(derive(1, number)))
        turn = interpreter.start(chance)
        yield turn, tuple(chance.outcomes)
