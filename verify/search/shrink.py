"""Chooses smaller sizes of a game, so that every state of one can be looked at within a budget.

Leaves making the game of some settings to whoever can read the rule file, and searching it to `verify.search.search`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import factorial
from time import perf_counter

from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.processes import deadline as deadlines
from engine.simulate.simulate import play_random
from spec.ir import nodes as ir
from spec.ir.fold import named_cards, named_word
from spec.ir.walk import walk
from spec.names.settings import SizeSetting
from verify.search.compiled import native_model
from verify.search.model import Explored
from verify.search.search import PythonModel

EVERY_DEAL_UP_TO = 800
"""Up to so many deals all are searched; of more, so many are drawn by seed."""
MOST_STATES = 300_000
"""So many are searched in Python; compiled code is bounded by its memory."""
PYTHON_SECONDS = 1.5
"""For so long a size is tried in Python before code is compiled for it."""
LATE = 0.5
"""A search that is so late does not look at the clock any more: it is broken off."""
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
    """A size with everything that was reached in it; `every`: every play of every deal was followed."""

    size: Size
    explored: Explored
    scope: str
    seconds: float

    @property
    def every(self) -> bool:
        """Was every play of every deal followed?"""
        return not self.explored.drawn and not self.explored.cut


def sizes(game: ir.Game, size_settings: Sequence[SizeSetting], fixed: Mapping[str, str]) -> Iterator[Size]:
    """Smaller decks in growing order; numbers shrink in proportion, players to the fewest. What is fixed stays.

    A deck that is fixed is the only one; a deck so small that every deal can be searched comes last itself.
    """
    if "deck" in fixed:
        yield Size((), f"the deck as set ({len(game.deck)} cards)", whole=True)
        return
    values = {d.name: d.values for d in game.domains}
    suits = values["suit"]
    alone = {face.rank for face in game.deck if face.suit == ir.NOBODY}
    suited = [rank for rank in range(len(values["rank"])) if rank not in alone]
    ranks = [values["rank"][rank] for rank in suited]
    # Cards without a suit are few, and each is there for a rule of its own.
    also = "".join(f" + {values['rank'][rank]}" for rank in sorted(alone))
    shown = sorted({(face.rank, face.suit) for face in game.deck if face.rank not in alone})
    few = _one_of_each_colour(game, suits)
    named = _named_ranks(game)
    tried: set[tuple[int, int]] = set()
    for cards in range(4, len(shown)):
        for chosen in (few, suits):
            count = cards // len(chosen)
            if count * len(chosen) != cards or not 1 <= count <= len(ranks) or (count, len(chosen)) in tried:
                continue
            tried.add((count, len(chosen)))
            first = max(
                range(len(ranks) - count + 1), key=lambda i: (sum(r in named for r in suited[i : i + count]), -i)
            )
            deck = f"{' '.join(ranks[first : first + count])} of {', '.join(chosen)}{also}"
            more = len(alone)
            yield from _with_numbers(deck, cards + more, len(shown) + more, size_settings, fixed)
    if _all_deals(game):
        yield Size((), f"the whole deck ({len(game.deck)} cards)", whole=True)


def _named_ranks(game: ir.Game) -> frozenset[int]:
    """The ranks that the rules speak of by name, which a smaller deck had better have."""
    found: set[int] = set()
    for part in (game.defines, game.routines, game.groups, game.actions, game.endings, game.steps):
        for node in (n for item in part for n in walk(item)):
            rank = named_word(node, "rank")
            found.update(() if rank is None else (rank,))
            found.update(game.deck[card].rank for card in named_cards(node))
    return frozenset(found)


def _one_of_each_colour(game: ir.Game, suits: tuple[str, ...]) -> tuple[str, ...]:
    colours = {face.colour: suits[face.suit] for face in reversed(game.deck) if face.suit != ir.NOBODY}
    return tuple(colours[c] for c in sorted(colours))


def _with_numbers(
    deck: str, cards: int, whole: int, size_settings: Sequence[SizeSetting], fixed: Mapping[str, str]
) -> Iterator[Size]:
    """The deck with numbers near their proportion, and with their usual values; the fewest players."""
    free = [k for k in size_settings if k.name not in fixed]
    options = [_values(k, cards, whole) for k in free]
    for numbers in islice(product(*options), COMBINATIONS):
        settings = (("deck", deck), *((k.name, str(v)) for k, v in zip(free, numbers, strict=True)))
        words = ", ".join([f"deck {deck} ({cards} cards)", *(f"{n}={v}" for n, v in settings[1:])])
        yield Size(settings, words)


def _values(knob: SizeSetting, cards: int, whole: int) -> tuple[int, ...]:
    if knob.name == "players":
        return (knob.low,)
    scaled = max(knob.low, knob.usual * cards // whole)
    near = [scaled, scaled + 1, scaled + 2, knob.usual]
    return tuple(dict.fromkeys(v for v in near if v <= knob.usual))


def largest_searched(
    game: ir.Game,
    size_settings: Sequence[SizeSetting],
    fixed: Mapping[str, str],
    make: Callable[[Mapping[str, str]], ir.Game | None],
    *,
    seconds: float,
    progress: Callable[[str], None] = lambda words: None,
    tell: Callable[[str], None] = lambda words: None,
    hasty: bool = False,
) -> Searched | None:
    """Searches one size after the other within the time; the last of which some deal was searched whole, if any was.

    A size at which some trial games stop at a fault says more of the size than of the rules (too few cards for the
    deal, say) and is passed over, unless it is the game as it is. A size whose search shows a fault or a broken claim
    ends the search. `hasty`: for little time; code is compiled at once, and quickly rather than well. `tell` hears why
    it goes on without compiled code, if it has to.
    """
    deadline = perf_counter() + seconds
    best: Searched | None = None
    done: set[str] = set()
    engines = Engines(seconds, hasty, tell)
    for size in sizes(game, size_settings, fixed):
        began = perf_counter()
        if began > deadline:
            break
        deck = dict(size.settings).get("deck", "")
        small = None if deck in done else make({**fixed, **dict(size.settings)})
        interpreter = None if small is None else Interpreter(small)
        if interpreter is None or not (size.whole or _plays(interpreter)):
            continue
        done.add(deck)
        if engines.passes_over() and not size.whole:
            continue
        progress(size.words)
        explored = engines.explore(interpreter, deadline if size.whole else (began + deadline) / 2)
        if explored is None:
            break
        found = Searched(size, explored, _scope(size, explored), perf_counter() - began)
        if best is not None and size.whole and not found.every and not explored.bad:
            break
        if not explored.deals and not explored.bad:
            break
        best = found
        if explored.bad:
            break
    return best


class Engines:
    """Explores one size after the other: in Python as long as that is quick, then by compiled code if there is any."""

    def __init__(self, seconds: float, hasty: bool = False, tell: Callable[[str], None] = lambda words: None) -> None:
        self._seconds = seconds
        self._tell = tell
        self._hasty = hasty
        self._python = not hasty
        self._quick = False

    def passes_over(self) -> bool:
        """Is the next size not worth the time to make code for it, since the last was through in no time?"""
        quick, self._quick = self._quick, False
        return quick

    def explore(self, interpreter: Interpreter, until: float) -> Explored | None:
        """Follows every play up to a clock time, by the fastest means there is; None where one step takes longer."""
        found: Explored | None = None
        with deadlines.until(until + LATE):
            found = self._explore(interpreter, until)
        return found

    def _explore(self, interpreter: Interpreter, until: float) -> Explored:
        python, slower = PythonModel(interpreter, EVERY_DEAL_UP_TO, MOST_STATES), None
        if self._python:
            slower = python.explore(min(until, perf_counter() + min(PYTHON_SECONDS, self._seconds / 4)))
            if slower.bad or not (slower.cut or slower.drawn):
                return slower
            self._python = False
        model = native_model(interpreter.game, EVERY_DEAL_UP_TO, hasty=self._hasty)
        if isinstance(model, str):
            self._tell(f"smaller games are searched without compiled code, which is slower: {model}")
        began = perf_counter()
        explored = (python if isinstance(model, str) else model).explore(until)
        self._quick = perf_counter() - began < self._seconds / 400
        return slower if slower is not None and not (explored.deals or explored.bad) else explored


def _all_deals(game: ir.Game) -> bool:
    return factorial(len(game.deck)) <= EVERY_DEAL_UP_TO


def _scope(size: Size, explored: Explored) -> str:
    drawn = " drawn by seed" if explored.drawn else ""
    deals = f"all games of {_count(explored.deals, 'deal')}{drawn}"
    if explored.bad and (explored.cut or explored.drawn):
        deals = f"{deals}, and the next up to the finding" if explored.deals else "one deal up to the finding"
    elif not explored.cut and not drawn:
        deals = "every deal"
    alike = f" ({explored.alike})" if explored.alike else ""
    return f"{size.words}; {deals}; {_count(explored.states, 'state')}{alike}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _plays(interpreter: Interpreter) -> bool:
    """Do some random games of this size meet no fault, and a decision? Too few cards often break the deal itself."""
    played = [play_random(interpreter, derive(0, Domain.GAME, i), most_moves=50) for i in range(TRIALS)]
    return all(p.position.fault is None for p in played) and any(p.moves for p in played)
