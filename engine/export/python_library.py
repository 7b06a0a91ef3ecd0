"""The run-time library of exported Python engines: an engine gets the text of those pieces that it uses.

Leaves the choice of pieces to `engine.export.python`. What stands before the first function only gives the pieces
something to be checked against; an engine has its own.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, compress, permutations, product
from types import CodeType
from typing import Any, NoReturn, TypeVar

Card = int
Cards = Sequence[Card]
Player = int
Step = int
Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])
Line = tuple[tuple[int, ...], ...]

RANK_OF: tuple[int, ...] = ()
SUIT_OF: tuple[int, ...] = ()
COLOUR_OF: tuple[int, ...] = ()
PLAYERS = 0
ROUND_THE_CORNER: Line = ()
CARDS: tuple[str, ...] = ()


class State:
    luck: Luck
    step: Step

    def copy(self) -> State:
        raise NotImplementedError


# ---------------------------------------------------------------- faults


CLAUSES: dict[CodeType, str] = {}


def clause(label: str) -> Callable[[Function], Function]:
    """Notes which clause a function states, so that a fault which arises there can name it."""

    def note(function: Function) -> Function:
        CLAUSES[function.__code__] = label
        return function

    return note


class Fault(Exception):
    """The rules do not say how play goes on here; the state before is as it was."""

    kind = "fault"

    def __init__(self, sentence: str, *clauses: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self._named = clauses

    @property
    def clauses(self) -> tuple[str, ...]:
        """The labels of the clauses concerned, innermost first."""
        codes, trace = list[CodeType](), self.__traceback__
        while trace is not None:
            codes.insert(0, trace.tb_frame.f_code)
            trace = trace.tb_next
        return tuple(dict.fromkeys([*self._named, *(CLAUSES[code] for code in codes if code in CLAUSES)]))


class Gap(Fault):
    """No clause says what happens."""

    kind = "gap"


class Clash(Fault):
    """Clauses of which none outranks the other disagree."""

    kind = "clash"


class Undefined(Fault):
    """Something is asked for that is not there, such as the top of an empty pile."""

    kind = "undefined"


class OutOfRange(Fault):
    """A number leaves the range of its field."""

    kind = "overflow"


class Stuck(Fault):
    """Somebody has to move and has no legal move."""

    kind = "stuck"


class Endless(Fault):
    """Play goes on and on without a decision."""

    kind = "endless"


class OpenQuestion(Fault):
    """What happens depends on a question that has not been settled."""

    kind = "open"


def undefined(sentence: str) -> NoReturn:
    """Stops play at something that is not there."""
    raise Undefined(sentence)


def open_question(sentence: str, question: str) -> NoReturn:
    """Stops play at a question that has not been settled."""
    raise OpenQuestion(sentence, question)


def gap(sentence: str) -> NoReturn:
    """Stops play where no clause says what happens."""
    raise Gap(sentence)


# ---------------------------------------------------------------- clauses


class Clauses:
    """Clauses that stand together: for each those that outrank it, and which of them forbid."""

    def __init__(self, name: str, below: Mapping[str, tuple[str, ...]], forbids: Iterable[str] = ()) -> None:
        self.name = name
        self._below = below
        self._forbids = frozenset(forbids)
        self._known: dict[tuple[bool, ...], tuple[str, ...]] = {}
        self._legal: dict[tuple[bool, ...], bool] = {}

    def applicable(self, applies: tuple[bool, ...]) -> tuple[str, ...]:
        """The clauses that apply."""
        return tuple(label for label, holds in zip(self._below, applies, strict=True) if holds)

    def deciding(self, applies: tuple[bool, ...]) -> tuple[str, ...]:
        """Of the clauses that apply (told in their order) those that no other one outranks."""
        found = self._known.get(applies)
        if found is None:
            among = self.applicable(applies)
            if not among:
                raise Gap(f"no clause of {self.name} applies here", self.name)
            found = self._known[applies] = self._best(among) or among
            if not self._best(among):
                del self._known[applies]
                raise Clash(f"{' and '.join(among)} of {self.name} outrank each other", *among)
        return found

    def _best(self, among: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(label for label in among if not set(self._below[label]) & set(among))

    def permit(self, applies: tuple[bool, ...]) -> bool:
        """Is a move legal to which these clauses apply (told in their order)?"""
        legal = self._legal.get(applies)
        if legal is None:
            deciding = self.judges(applies)
            legal = self._legal[applies] = bool(deciding) and deciding[0] not in self._forbids
        return legal

    def judges(self, applies: tuple[bool, ...]) -> tuple[str, ...]:
        """The clauses that decide whether a move is legal; none where none applies."""
        among = self.applicable(applies)
        best = self._best(among)
        if among and (not best or len({label in self._forbids for label in best}) == 2):
            listed = best or among
            told = f"{' and '.join(listed)} apply to {self.name}, unranked, and disagree whether it is legal"
            raise Clash(told, *listed)
        return best

    def why(self, applies: tuple[bool, ...]) -> str:
        """Why a move is legal to which these clauses apply, or why it is not."""
        deciding = self.judges(applies)
        if not deciding:
            return "no clause permits it"
        verb = "forbidden" if deciding[0] in self._forbids else "permitted"
        return f"{verb} by {' and '.join(deciding)}"


@dataclass(frozen=True, slots=True)
class Result:
    ending: str
    returns: tuple[int, ...]


def ended(
    state: State, clauses: Clauses, applies: tuple[bool, ...], endings: Mapping[str, Callable[[State], tuple[int, ...]]]
) -> Result:
    """How the game ends by the endings that apply; those of which none outranks the other have to give the same."""
    deciding = clauses.deciding(applies)
    given = {endings[label](state) for label in deciding}
    if len(given) > 1:
        raise Clash(f"{' and '.join(deciding)} end the game at once, with different results", *deciding)
    return Result(deciding[0], given.pop())


def settle(
    state: State, deciding: tuple[str, ...], effects: Mapping[str, Callable[[State], Step | None]]
) -> Step | None:
    """Runs the clauses that decide; where there are several, they have to come to the same."""
    first, *others = deciding
    twins = [state.copy() for _ in others]
    step = effects[first](state) if first in effects else None
    for label, twin in zip(others, twins, strict=True):
        twin_step = effects[label](twin) if label in effects else None
        if (twin_step, twin, twin.luck) != (step, state, state.luck):
            raise Clash(f"{' and '.join(deciding)} apply, unranked, and do different things", *deciding)
    return step


# ---------------------------------------------------------------- luck


class LuckNeeded(Exception):
    """No outcome is laid down any more, and there is no seed: `cards` are to be shuffled, or one of `size` picked."""

    def __init__(self, cards: tuple[Card, ...] = (), size: int = 0) -> None:
        super().__init__(f"one of {size} is to be picked" if size else f"{len(cards)} cards are to be shuffled")
        self.cards = cards
        self.size = size


def mixed(number: int) -> int:
    """The finaliser of SplitMix64."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


class Luck:
    """Where shuffles and picks come from: outcomes laid down beforehand, then SplitMix64 from a seed.

    An outcome of a shuffle is the cards in their new order, the last on top; of a pick, a number.
    """

    __slots__ = ("outcomes", "seed", "used")

    def __init__(self, seed: int | None = 0, outcomes: Iterable[tuple[Card, ...] | int] = (), used: int = 0) -> None:
        self.seed = None if seed is None else seed & MASK
        self.outcomes = tuple(outcomes)
        self.used = used

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Luck):
            return NotImplemented
        return (self.seed, self.outcomes, self.used) == (other.seed, other.outcomes, other.used)

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Luck:
        """Luck that goes on in the same way, by itself."""
        return Luck(self.seed, self.outcomes, self.used)

    def pick(self, size: int) -> int:
        """A number from 0 to size - 1, each equally likely."""
        if self.used < len(self.outcomes):
            outcome = self.outcomes[self.used]
            if not isinstance(outcome, int) or not 0 <= outcome < size:
                raise ValueError(f"outcome {self.used + 1} is {outcome!r}, and one of {size} is to be picked")
            self.used += 1
            return outcome
        if self.seed is None:
            raise LuckNeeded(size=size)
        return self._drawn(size)

    def shuffle(self, cards: list[Card]) -> None:
        """Puts cards into a new order, each equally likely."""
        if self.used < len(self.outcomes):
            outcome = self.outcomes[self.used]
            if isinstance(outcome, int) or sorted(outcome) != sorted(cards):
                raise ValueError(f"outcome {self.used + 1} is {outcome!r}, and {len(cards)} cards are to be shuffled")
            self.used += 1
            cards[:] = outcome
            return
        if self.seed is None:
            raise LuckNeeded(cards=tuple(cards))
        for last in range(len(cards) - 1, 0, -1):
            other = self._drawn(last + 1)
            cards[last], cards[other] = cards[other], cards[last]

    def _drawn(self, size: int) -> int:
        """A number below `size` from the seed; what would favour some numbers is drawn again."""
        if size == 1 or self.seed is None:
            return 0
        self.seed = (self.seed + GOLDEN) & MASK
        drawn = mixed(self.seed)
        return drawn % size if drawn <= MASK - (MASK + 1) % size else self._drawn(size)


# ---------------------------------------------------------------- values


def somebody(found: Value | None) -> Value:
    """A value that is needed here."""
    if found is None:
        raise Undefined("there is nobody here, and somebody is needed")
    return found


def within(low: int, high: int, number: int, field: str) -> int:
    """A number that has to lie in the range of its field."""
    if not low <= number <= high:
        raise OutOfRange(f"{field} would become {number}, and goes from {low} to {high}", field)
    return number


def first(found: Iterable[Value]) -> Value:
    """The first of some values, of which there has to be one."""
    for value in found:
        return value
    raise Undefined("none satisfies the condition, so there is no first")


def first_or(found: Iterator[Value], other: Callable[[], Value]) -> Value:
    """The first of some values; another one where there is none."""
    for value in found:
        return value
    return other()


def least(keys: Iterable[int]) -> int:
    """The least number, of which there has to be one."""
    listed = list(keys)
    if not listed:
        raise Undefined("there is no least value, since there is none at all")
    return min(listed)


def greatest(keys: Iterable[int]) -> int:
    """The greatest number, of which there has to be one."""
    listed = list(keys)
    if not listed:
        raise Undefined("there is no greatest value, since there is none at all")
    return max(listed)


def only_least(pairs: Iterable[tuple[int, Value]]) -> Value:
    """The value of the least key; there has to be one, and one only."""
    return only([(-key, value) for key, value in pairs])


def only_greatest(pairs: Iterable[tuple[int, Value]]) -> Value:
    """The value of the greatest key; there has to be one, and one only."""
    return only(list(pairs))


def only(pairs: list[tuple[int, Value]]) -> Value:
    """The one value with the greatest key."""
    if not pairs:
        raise Undefined("there is none with that value, since there is none at all")
    wanted = max(key for key, _ in pairs)
    holders = [value for key, value in pairs if key == wanted]
    if len(holders) > 1:
        raise Undefined(f"{len(holders)} share the value, so none of them alone has it")
    return holders[0]


def seats_from(start: Player) -> tuple[Player, ...]:
    """All players once, clockwise from one of them."""
    return (*range(start, PLAYERS), *range(start))


def occupied(piles: Sequence[Cards]) -> list[int]:
    """The numbers of the piles that hold a card."""
    return list(compress(range(len(piles)), piles))


def existing(*rows: Sequence[Cards]) -> list[int]:
    """The numbers of the piles that hold a card in some row."""
    return [number for number, piles in enumerate(zip(*rows, strict=True)) if any(piles)]


def win_or_lose(winners: Iterable[bool]) -> tuple[int, ...]:
    """1 for each winner and -1 for each other player; 0 for all where all or none win."""
    won = tuple(winners)
    if all(won) or not any(won):
        return (0,) * PLAYERS
    return tuple(1 if winner else -1 for winner in won)


# ---------------------------------------------------------------- cards


def top(cards: Cards) -> Card:
    """The top card."""
    if not cards:
        raise Undefined("there is no top card, since there are no cards")
    return cards[-1]


def bottom(cards: Cards) -> Card:
    """The bottom card."""
    if not cards:
        raise Undefined("there is no bottom card, since there are no cards")
    return cards[0]


def in_deck_order(cards: Cards) -> Cards:
    """Cards in the order of the deck."""
    return tuple(sorted(cards))


def plus(some: Cards, others: Cards) -> Cards:
    """The cards of either."""
    return tuple(sorted({*some, *others}))


def without(some: Cards, others: Cards) -> Cards:
    """The cards of the first but not of the second."""
    return tuple(sorted(set(some).difference(others)))


def common(some: Cards, others: Cards) -> Cards:
    """The cards of both."""
    return tuple(sorted(set(some).intersection(others)))


def same_cards(some: Cards, others: Cards) -> bool:
    """Are these the same cards in the same order?"""
    return tuple(some) == tuple(others)


def at_most_one(cards: Cards) -> Cards:
    """Cards that go to an ordered place in no order, and so may not be several."""
    if len(cards) > 1:
        raise Undefined(f"{len(cards)} cards in no order go to an ordered place")
    return tuple(cards)


def least_total(values: Sequence[Sequence[int]], cards: Cards) -> int:
    """The sum of the cards, each counted by the least of its values."""
    total = 0
    for card in cards:
        total += values[card][0]
    return total


def greatest_total(values: Sequence[Sequence[int]], cards: Cards) -> int:
    """The sum of the cards, each counted by the greatest of its values."""
    total = 0
    for card in cards:
        total += values[card][-1]
    return total


def can_total(values: Sequence[Sequence[int]], cards: Cards, amount: int) -> bool:
    """Can the cards, each counted by one of its values, make this sum?"""
    totals = {sum([values[card][0] for card in cards])}
    for card in cards:
        if len(values[card]) > 1:
            totals = {total - values[card][0] + value for total in totals for value in values[card]}
    return amount in totals


def valued(values: Sequence[Sequence[int]], cards: Cards) -> Cards:
    """Cards of which each has a value."""
    if not all(values[card] for card in cards):
        raise Undefined("a card has no value to be counted by")
    return cards


# ---------------------------------------------------------------- moving cards


def taken(cards: Cards, source: list[Card]) -> tuple[Card, ...]:
    """Takes cards away from where they lie."""
    leaving = tuple(cards)
    try:
        for card in leaving:
            source.remove(card)
    except ValueError:
        raise Undefined("a card is to leave a place where it does not lie") from None
    return leaving


def move_into(cards: Cards, source: list[Card], target: list[Card]) -> None:
    """Moves cards into a set."""
    for card in taken(cards, source):
        insort(target, card)


def move_onto(cards: Cards, source: list[Card], target: list[Card]) -> None:
    """Moves cards onto a pile, the first of them first."""
    leaving = taken(cards, source)
    target.extend(leaving)


def move_under(cards: Cards, source: list[Card], target: list[Card]) -> None:
    """Moves cards beneath a pile, the first of them first."""
    leaving = taken(cards, source)
    target[:0] = leaving[::-1]


def move_all_into(source: list[Card], target: list[Card]) -> None:
    """Moves everything into a set."""
    leaving = source[:]
    source.clear()
    target.extend(leaving)
    target.sort()


def move_all_onto(source: list[Card], target: list[Card]) -> None:
    """Moves everything onto a pile, the bottom card first."""
    leaving = source[:]
    source.clear()
    target.extend(leaving)


def move_all_under(source: list[Card], target: list[Card]) -> None:
    """Moves everything beneath a pile, the bottom card first."""
    leaving = source[::-1]
    source.clear()
    target[:0] = leaving


def drawn(count: int, source: list[Card]) -> list[Card]:
    """Takes that many cards one by one from the top."""
    if not 0 <= count <= len(source):
        raise Undefined(f"{count} cards are to be drawn from a place that holds {len(source)}")
    left = len(source) - count
    cards = source[left:][::-1]
    del source[left:]
    return cards


def draw_into(count: int, source: list[Card], target: list[Card]) -> None:
    """Draws cards into a set."""
    target.extend(drawn(count, source))
    target.sort()


def draw_onto(count: int, source: list[Card], target: list[Card]) -> None:
    """Draws cards onto a pile."""
    target.extend(drawn(count, source))


def draw_up_to_into(count: int, source: list[Card], target: list[Card]) -> None:
    """Draws that many cards, or as many as there are, into a set."""
    draw_into(max(0, min(count, len(source))), source, target)


def draw_up_to_onto(count: int, source: list[Card], target: list[Card]) -> None:
    """Draws that many cards, or as many as there are, onto a pile."""
    draw_onto(max(0, min(count, len(source))), source, target)


# ---------------------------------------------------------------- patterns of cards


ALIKE_IN_RANK = {wanted: frozenset(card for card, rank in enumerate(RANK_OF) if rank == wanted) for wanted in RANK_OF}


def same_rank(cards: Cards) -> bool:
    """Are the cards of one rank?"""
    return not cards or ALIKE_IN_RANK[RANK_OF[cards[0]]].issuperset(cards)


ALIKE_IN_SUIT = {wanted: frozenset(card for card, suit in enumerate(SUIT_OF) if suit == wanted) for wanted in SUIT_OF}


def same_suit(cards: Cards) -> bool:
    """Are the cards of one suit?"""
    return not cards or ALIKE_IN_SUIT[SUIT_OF[cards[0]]].issuperset(cards)


ALIKE_IN_COLOUR = {
    wanted: frozenset(card for card, colour in enumerate(COLOUR_OF) if colour == wanted) for wanted in COLOUR_OF
}


def same_colour(cards: Cards) -> bool:
    """Are the cards of one colour?"""
    return not cards or ALIKE_IN_COLOUR[COLOUR_OF[cards[0]]].issuperset(cards)


def is_run(line: Line, cards: Cards) -> bool:
    """Can the cards, each of its own rank, be put into an order without a gap?"""
    ranks = {RANK_OF[card] for card in cards}
    if len(ranks) < len(cards):
        return False
    return not ranks or any(is_stretch(places) for places in product(*(line[rank] for rank in ranks)))


def is_stretch(places: Sequence[int]) -> bool:
    """Do places follow one another?"""
    return max(places) - min(places) == len(set(places)) - 1 == len(places) - 1


def is_round_run(line: Line, cards: Cards) -> bool:
    """Can the cards, each of its own rank, be put into an order without a gap, the last rank next to the first?"""
    ranks = {RANK_OF[card] for card in cards}
    if len(ranks) < len(cards):
        return False
    places = {place for rank in ranks for place in line[rank]}
    return sum((place + 1) % len(line) not in places for place in places) <= 1


def is_rising_run(line: Line, cards: Cards) -> bool:
    """Does each card stand one place above the one before it, all of different ranks?"""
    return len({RANK_OF[card] for card in cards}) == len(cards) and walks(line, cards, (1,))


def is_walk(line: Line, cards: Cards) -> bool:
    """Does each card stand one place above or below the one before it?"""
    return walks(line, cards, (1, -1))


def walks(line: Line, cards: Cards, steps: tuple[int, ...]) -> bool:
    """Can each card stand one of the steps from the place of the card before it?"""
    reached: set[int] | None = None
    for card in cards:
        here = set(line[RANK_OF[card]])
        if reached is not None:
            here &= {beside(line, place, step) for place in reached for step in steps}
        if not here:
            return False
        reached = here
    return True


def beside(line: Line, place: int, step: int) -> int:
    """The place some steps on; a circle has no end."""
    return (place + step) % len(line) if line is ROUND_THE_CORNER else place + step


def is_walk_in_some_order(line: Line, cards: Cards) -> bool:
    """Can the cards be put into an order in which each is one place from the one before it?"""
    return walk_goes_on(line, tuple(sorted(RANK_OF[card] for card in cards)), None)


@lru_cache(maxsize=4096)
def walk_goes_on(line: Line, ranks: tuple[int, ...], place: int | None) -> bool:
    """Can a walk from a place go through all these ranks?"""
    if not ranks:
        return True
    for i, rank in enumerate(ranks):
        for there in line[rank]:
            near = place is None or there in (beside(line, place, 1), beside(line, place, -1))
            if near and walk_goes_on(line, ranks[:i] + ranks[i + 1 :], there):
                return True
    return False


# ---------------------------------------------------------------- choices of cards


def alike(cards: Cards, attribute: Sequence[int]) -> Iterator[tuple[Card, ...]]:
    """The cards that agree in an attribute, together."""
    groups: dict[int, list[Card]] = {}
    for card in cards:
        groups.setdefault(attribute[card], []).append(card)
    return map(tuple, groups.values())


def alike_in_all(cards: Cards, *attributes: Sequence[int]) -> Iterator[tuple[Card, ...]]:
    """The cards that agree in several attributes, together."""
    groups: dict[tuple[int, ...], list[Card]] = {}
    for card in cards:
        groups.setdefault(tuple(attribute[card] for attribute in attributes), []).append(card)
    return map(tuple, groups.values())


@lru_cache(maxsize=4096)
def some_of(cards: tuple[Card, ...], least: int, most: int) -> list[tuple[Card, ...]]:
    """All choices of so many cards, a choice before those that it begins."""
    sizes = range(least, min(most, len(cards)) + 1)
    return sorted(choice for size in sizes for choice in combinations(cards, size))


def orders_of(cards: Cards, least: int, most: int) -> Iterator[tuple[Card, ...]]:
    """All choices of so many cards, in every order."""
    for count in range(least, min(most, len(cards)) + 1):
        yield from permutations(cards, count)


def standing(line: Line, cards: Cards) -> dict[int, list[Card]]:
    """The cards that can stand at each place."""
    found: dict[int, list[Card]] = {}
    for card in cards:
        for place in line[RANK_OF[card]]:
            found.setdefault(place, []).append(card)
    return found


def runs_of(line: Line, cards: Cards, least: int, most: int) -> Iterator[tuple[Card, ...]]:
    """All runs of so many cards: one card of each of some places that follow one another."""
    for stretch in stretches(line, cards, least, most):
        yield from product(*stretch)


def runs_by_rank(line: Line, cards: Cards, least: int, most: int) -> Iterator[tuple[Card, ...]]:
    """All runs of so many cards, each in the order of the deck, in which the cards of a rank stand together."""
    found = {tuple(map(tuple, sorted(stretch))) for stretch in stretches(line, cards, least, most)}
    return chain.from_iterable(product(*stretch) for stretch in found)


def stretches(line: Line, cards: Cards, least: int, most: int) -> Iterator[list[list[Card]]]:
    """The cards that can stand at each of so many places that follow one another."""
    at = standing(line, cards)
    # A run is no longer than there are ranks, so that no rank comes twice.
    further, longest = least - 1, min(most, len(line))
    for start in at:
        if beside(line, start, further) not in at:
            continue
        stretch: list[list[Card]] = []
        place = start
        while place in at and len(stretch) < longest:
            stretch.append(at[place])
            place = beside(line, place, 1)
            if len(stretch) >= least:
                yield stretch


def walks_of(line: Line, cards: Cards, least: int, most: int) -> Iterator[tuple[Card, ...]]:
    """All sequences of so many cards of which each is one place from the one before it."""
    at = standing(line, cards)
    walks: list[tuple[tuple[Card, ...], int]] = [((card,), place) for place, there in at.items() for card in there]
    for length in range(1, most + 1):
        if length >= least:
            yield from (walk for walk, _ in walks)
        walks = [
            ((*walk, card), near)
            for walk, place in walks
            for near in (beside(line, place, 1), beside(line, place, -1))
            for card in at.get(near, ())
            if card not in walk
        ]
        if not walks:
            return


def steps_from(line: Line, *attributes: Sequence[int]) -> list[frozenset[Card]]:
    """For each card those that stand one place from it and agree with it in some attributes."""
    found: list[frozenset[Card]] = []
    for rank, *alike in zip(RANK_OF, *attributes, strict=True):
        (place,) = line[rank]
        near = ((beside(line, place, 1),), (beside(line, place, -1),))
        others = enumerate(zip(RANK_OF, *attributes, strict=True))
        found.append(frozenset(card for card, (other, *same) in others if line[other] in near and same == alike))
    return found


def paths_of(steps: Sequence[frozenset[Card]], cards: Cards, least: int, most: int) -> list[tuple[Card, ...]]:
    """All sequences of so many cards in which a step leads from each to the one after it."""
    found: list[tuple[Card, ...]] = []
    paths: list[tuple[Card, ...]] = [(card,) for card in cards]
    while paths and len(paths[0]) <= most:
        if len(paths[0]) >= least:
            found += paths
        paths = [(*path, card) for path in paths for card in steps[path[-1]].intersection(cards) if card not in path]
    return found


# ---------------------------------------------------------------- words


def told(cards: Cards) -> str:
    """Cards by their names."""
    return " ".join(CARDS[card] for card in cards) or "no cards"


def shown(cards: Cards) -> dict[str, Any]:
    """Cards that somebody sees."""
    return {"cards": [CARDS[card] for card in cards], "count": len(cards)}


def top_shown(cards: Cards) -> dict[str, Any]:
    """A pile of which only the top card is seen."""
    return {"top": CARDS[cards[-1]] if cards else None, "count": len(cards)}


def leads(jumps: Mapping[Step, Step], state: State) -> Step:
    """The step to which a jump leads from where play stands."""
    if state.step not in jumps:
        raise Undefined("this step stands in no turn or loop that could be left")
    return jumps[state.step]
