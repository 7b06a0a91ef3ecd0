"""Patiences in the terms of the driver: OpenSpiel's Klondike, and soliterm's games.

Cards by name, columns from 1. Both are started with a whole deck, its last card on top, as Hoyle deals it.
"""

from collections.abc import Sequence
from typing import Any

import pyspiel
from soliterm.engine import SUITS, Card, Solitaire
from soliterm.engine import FreeCell as SolitermFreeCell
from soliterm.engine import Klondike as SolitermKlondike

Told = tuple[Any, ...]
WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SIGNS = dict(zip("♠♥♣♦", "SHCD", strict=True))
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
COLUMNS = range(7)


def dealt(deck: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """The seven columns, each from the bottom, and the rest of the deck, whose last card is on top."""
    left = list(deck)
    return [[left.pop() for _ in range(k + 1)] for k in COLUMNS], left


class OpenSpielKlondike:
    """OpenSpiel's `solitaire`; a move is whether it goes home, its card, and the card that this one is laid on.

    It turns cards up by chance: here, those that the deck has there. Where nothing but to stop is left, it is over.
    """

    def start(self, deck: Sequence[str]) -> None:
        self._game = pyspiel.load_game("solitaire").new_initial_state()
        self._known: dict[Told, int] | None = None
        self._columns, waste = dealt(deck)
        self._hidden = [column[:-1] for column in self._columns]
        self._columns = [column[-1:] for column in self._columns]
        for card in (*(column[0] for column in self._columns), *reversed(waste)):
            self._turn_up(card)

    def _turn_up(self, card: str) -> None:
        assert self._game.is_chance_node()
        self._game.apply_action("SHCD".index(card[-1]) * 13 + RANKS.index(card[:-1]) + 1)

    @property
    def to_move(self) -> int | None:
        return 0 if self._here() else None

    @property
    def returns(self) -> Sequence[float] | None:
        return None if self._here() else list(self._game.returns())

    def _named(self, text: str) -> str:
        """`T♠` as 10S; of an empty place only the suit, or nothing."""
        return "".join(SIGNS.get(sign, sign) for sign in text).replace("T", "10").replace("🂿", "")

    def _here(self) -> dict[Told, int]:
        """What may be played now, worked out once."""
        if self._known is None:
            self._known = self._actions()
        return self._known

    def _actions(self) -> dict[Told, int]:
        actions = {}
        for action in self._game.legal_actions() if not self._game.is_terminal() else ():
            if action:
                below, card = map(self._named, self._game.action_to_string(0, action).split(" ← "))
                actions["home" if below[-1:] == card[-1] else "column", card, below] = action
        return actions

    def legal_moves(self) -> list[Told]:
        return list(self._here())

    def apply(self, move: Told) -> None:
        self._game.apply_action(self._here()[move])
        self._known = None
        where, card, below = move
        moved = [card]
        for k, column in enumerate(self._columns):
            if card in column:
                moved = column[column.index(card) :]
                del column[column.index(card) :]
                if not column and self._hidden[k]:
                    column.append(self._hidden[k].pop())
                    if not self._game.is_terminal():
                        self._turn_up(column[0])
                    break
        if where == "column":
            free = (c for k, c in enumerate(self._columns) if not c and not self._hidden[k])
            onto = next(c for c in self._columns if c[-1:] == [below]) if below else next(free)
            onto += moved

    def state(self) -> dict[str, Any]:
        waste = str(self._game).splitlines()[0].split(":")[1].split()
        return {
            "points": self._game.returns()[0],
            "waste": tuple(reversed([self._named(card) for card in waste])),
            **{f"column {k + 1}": tuple(column) for k, column in enumerate(self._columns)},
        }


class Slots:
    """A patience of soliterm's, its slots filled with the cards of a deck; what they are called is each game's own."""

    game: Solitaire
    _known: dict[Told, tuple[int, int, int]] | None = None

    def _cards(self, names: Sequence[str], hidden: bool = False) -> list[Card]:
        return [Card(RANKS.index(name[:-1]) + 1, name[-1], not hidden) for name in names]

    def _names(self, slot: int) -> tuple[str, ...]:
        return tuple(map(str, self.game.cards(slot)))

    def _actions(self) -> dict[Told, tuple[int, int, int]]:
        raise NotImplementedError

    def _here(self) -> dict[Told, tuple[int, int, int]]:
        """What may be played now, worked out once."""
        if self._known is None:
            self._known = self._actions()
        return self._known

    @property
    def to_move(self) -> int | None:
        return 0 if self.returns is None else None

    @property
    def returns(self) -> Sequence[float] | None:
        if self.game.is_won():
            return [1.0]
        return None if self._here() else [-1.0]

    def legal_moves(self) -> list[Told]:
        return list(self._here())

    def apply(self, move: Told) -> None:
        source, onto, number = self._here()[move]
        self._known = None
        assert self.game.attempt_move(source, onto, number) if number else self.game.deal()

    def _foundations(self) -> dict[str, tuple[str, ...]]:
        """The cards of each suit, which lie in whichever slot its ace was laid."""
        slots = [self._names(slot) for slot in self.game.ids_of("foundation")]
        return {f"foundation {WORDS[suit]}": next((s for s in slots if s and s[0][-1] == suit), ()) for suit in SUITS}


class Klondike(Slots):
    """soliterm's Klondike, whose stock is turned over and over as its option says."""

    def __init__(self, turned: int, redeals: str) -> None:
        self._options = {"draw": turned, "redeals": redeals}

    def start(self, deck: Sequence[str]) -> None:
        self._rules = SolitermKlondike()
        self.game = Solitaire(self._rules, 0, self._options)
        self._known = None
        columns, stock = dealt(deck)
        self.game.slots[self._rules.stock].cards = self._cards(stock, hidden=True)
        for slot, column in zip(self._rules.tableau, columns, strict=True):
            self.game.slots[slot].cards = [*self._cards(column[:-1], hidden=True), *self._cards(column[-1:])]

    def _actions(self) -> dict[Told, tuple[int, int, int]]:
        actions: dict[Told, tuple[int, int, int]] = {}
        for source, onto, number in self.game.legal_moves():
            card = self._names(source)[-number]
            match self.game.kind(source), self.game.kind(onto):
                case "waste", "foundation":
                    told: Told = ("send", card)
                case "waste", _:
                    told = ("put", card, self._column(onto))
                case "tableau", "foundation":
                    told = ("home", self._column(source))
                case "tableau", _ if number == sum(card.face_up for card in self.game.cards(source)):
                    told = ("shift", self._column(source), self._column(onto))
                case "tableau", _:
                    told = ("shift_part", self._column(source), card, self._column(onto))
                case _:
                    told = ("take_back", WORDS[card[-1]], self._column(onto))
            actions.setdefault(told, (source, onto, number))
        if self.game.can_deal():
            actions["redeal" if self.game.empty(self._rules.stock) else "turn_over",] = (0, 0, 0)
        return actions

    def _column(self, slot: int) -> int:
        return self._rules.tableau.index(slot) + 1

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = {"stock": self._names(self._rules.stock), "waste": self._names(self._rules.waste)}
        for slot in self._rules.tableau:
            k, cards = self._column(slot), self.game.cards(slot)
            told[f"hidden {k}"] = tuple(str(card) for card in cards if not card.face_up)
            told[f"column {k}"] = tuple(str(card) for card in cards if card.face_up)
        return told | self._foundations()


class FreeCell(Slots):
    """soliterm's FreeCell; which cell holds a card is of no account."""

    def start(self, deck: Sequence[str]) -> None:
        self._rules = SolitermFreeCell()
        self.game = Solitaire(self._rules, 0)
        self._known = None
        cards = self._cards(deck[::-1])
        for k, slot in enumerate(self._rules.tableau):
            self.game.slots[slot].cards = cards[k::8]

    def _actions(self) -> dict[Told, tuple[int, int, int]]:
        actions: dict[Told, tuple[int, int, int]] = {}
        for source, onto, number in self.game.legal_moves():
            card = self._names(source)[-number]
            match self.game.kind(source), self.game.kind(onto):
                case "freecell", "freecell":
                    continue
                case "freecell", "foundation":
                    told: Told = ("send", card)
                case "freecell", _:
                    told = ("put", card, self._column(onto))
                case _, "freecell":
                    told = ("store", self._column(source))
                case _, "foundation":
                    told = ("home", self._column(source))
                case _ if number == 1:
                    told = ("shift", self._column(source), self._column(onto))
                case _:
                    told = ("shift_row", self._column(source), number, self._column(onto))
            actions.setdefault(told, (source, onto, number))
        return actions

    def _column(self, slot: int) -> int:
        return self._rules.tableau.index(slot) + 1

    def state(self) -> dict[str, Any]:
        columns = {f"column {self._column(slot)}": self._names(slot) for slot in self._rules.tableau}
        return (
            {"cell": frozenset(card for slot in self._rules.cells for card in self._names(slot))}
            | columns
            | self._foundations()
        )
