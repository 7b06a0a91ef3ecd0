"""FreeCell, from its rules alone, as a puzzle: every position of a deal, and a way to bring one out.

It knows nothing of the rule language. A card is four times its rank, from 0, and its suit: clubs, spades, diamonds,
hearts. Cards are moved one by one; several at once reach no other position.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
SUITS = "CSDH"

Move = tuple[str, int, int]
"""What is done, and with which column or card; behind it the column it goes to, or 0. Columns count from 1."""


class Layout(NamedTuple):
    """The columns, each from the bottom; the cards in cells; how many cards of each suit are at home."""

    columns: tuple[tuple[int, ...], ...]
    cells: frozenset[int]
    home: tuple[int, ...]


def number(card: str) -> int:
    return RANKS.index(card[:-1]) * 4 + SUITS.index(card[-1])


def name(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


def dealt(cards: Sequence[str], columns: int = 8) -> Layout:
    """The cards in the order in which they go down, row by row."""
    return Layout(
        tuple(tuple(number(card) for card in cards[k::columns]) for k in range(columns)), frozenset(), (0,) * 4
    )


def _fits(card: int, column: tuple[int, ...]) -> bool:
    return not column or (column[-1] // 4 == card // 4 + 1 and column[-1] % 4 // 2 != card % 4 // 2)


def _sent(home: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(n + (suit == card % 4) for suit, n in enumerate(home))


def after(layout: Layout, cells: int = 4) -> Iterator[tuple[Move, Layout]]:
    """Each move, and what it leads to."""
    columns, held, home = layout
    for k, column in enumerate(columns, 1):
        if not column:
            continue
        card = column[-1]
        left = (*columns[: k - 1], column[:-1], *columns[k:])
        if home[card % 4] == card // 4:
            yield ("home", k, 0), Layout(left, held, _sent(home, card))
        if len(held) < cells:
            yield ("store", k, 0), Layout(left, held | {card}, home)
        for j, onto in enumerate(columns, 1):
            if j != k and _fits(card, onto):
                yield ("shift", k, j), Layout((*left[: j - 1], (*onto, card), *left[j:]), held, home)
    for card in held:
        if home[card % 4] == card // 4:
            yield ("send", card, 0), Layout(columns, held - {card}, _sent(home, card))
        for j, onto in enumerate(columns, 1):
            if _fits(card, onto):
                yield ("put", card, j), Layout((*columns[: j - 1], (*onto, card), *columns[j:]), held - {card}, home)


class Searched(NamedTuple):
    """All positions of a deal: how many, how many of them without a move, and whether it comes out in one."""

    positions: int
    stuck: int
    comes_out: bool


def searched(start: Layout) -> Searched:
    seen, left, stuck = {start}, [start], 0
    while left:
        known = [layout for _, layout in after(left.pop())]
        stuck += not known
        left += set(known) - seen
        seen.update(known)
    return Searched(len(seen), stuck, any(sum(layout.home) == 52 for layout in seen))


def _far(layout: Layout) -> int:
    """How far from coming out a position looks: cards not at home, cells in use, cards that lie on lower ones."""
    above = sum(
        1
        for column in layout.columns
        for i, card in enumerate(column)
        if any(card // 4 > lower // 4 for lower in column[:i])
    )
    return 2 * (52 - sum(layout.home)) + len(layout.cells) + 3 * above


def way_out(start: Layout, most: int) -> list[Move]:
    """Moves that bring a deal out, looked for among so many positions; none where none was found."""
    heap: list[tuple[int, int, Layout]] = [(_far(start), 0, start)]
    reached: dict[Layout, tuple[Layout, Move] | None] = {start: None}
    while heap and len(reached) < most:
        layout = heappop(heap)[2]
        if sum(layout.home) == 52:
            moves = []
            while (came := reached[layout]) is not None:
                layout, move = came
                moves.append(move)
            return moves[::-1]
        for move, further in after(layout):
            if further not in reached:
                reached[further] = layout, move
                heappush(heap, (_far(further), len(reached), further))
    return []
