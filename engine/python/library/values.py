"""Values that have to be there: somebody, the first, the least, numbers within their range.

Leaves cards to the modules beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress

from engine.python.library.faults import OutOfRange, Undefined
from engine.python.library.given import PLAYERS, Cards, Player
from engine.python.library.kinds import Value


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


def above_zero(number: int) -> int:
    """What is divided by, which has to be above 0."""
    if number < 1:
        raise Undefined(f"a number is to be divided by {number}, and only a number above 0 divides")
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


def seats_from(start: Player, against: bool = False) -> tuple[Player, ...]:
    """All players once, clockwise from one of them, or the other way round."""
    if against:
        return (*range(start, -1, -1), *range(PLAYERS - 1, start, -1))
    return (*range(start, PLAYERS), *range(start))


def occupied(piles: Sequence[Cards]) -> list[int]:
    """The numbers of the piles that hold a card."""
    return list(compress(range(len(piles)), piles))


def existing(*rows: Sequence[Cards]) -> list[int]:
    """The numbers of the piles that hold a card in some row."""
    return [number for number, piles in enumerate(zip(*rows, strict=True)) if any(piles)]


def win_or_lose(winners: Iterable[bool]) -> tuple[int, ...]:
    """1 for each winner and -1 for each other player; 0 for all where all or none of several win."""
    won = tuple(winners)
    if len(won) > 1 and (all(won) or not any(won)):
        return (0,) * PLAYERS
    return tuple(1 if winner else -1 for winner in won)
