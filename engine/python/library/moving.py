"""Cards that go from one place to another.

Leaves who may move them to the engine.
"""

from __future__ import annotations

from bisect import insort

from engine.python.library.faults import Undefined
from engine.python.library.given import Card, Cards


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
