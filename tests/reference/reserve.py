"""Reserve played by hand-written Python, from the rulebook and its list of open questions.

It shares no code with the rule file, the interpreter or any generated engine, and it does not explain itself:
which sentence of the rulebook allows a move is left to the rule file.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from types import MappingProxyType
from typing import Any, ClassVar

NO_READINGS: Mapping[str, str] = MappingProxyType({})
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("C", "D", "H", "S")
NUMBER = {r + s: number for number, r in enumerate(RANKS, start=2) for s in SUITS}
TWO, KING, ACE = 2, 13, 14
DEALT, RESERVED, PLACEMENTS, KEPT = 9, 3, 3, 3


def rank(card: str) -> int:
    """2 to 14, the ace being 14."""
    return NUMBER[card]


def suit(card: str) -> str:
    """One of C, D, H, S."""
    return card[-1]


@dataclass(frozen=True, slots=True)
class Shape:
    """What a set of cards is as a placement; `low` is 14 where an ace lies below a two (`ace_below`)."""

    low: int
    high: int
    straight: bool
    aces: int
    size: int
    ace_below: bool = False


class Reserve:
    """One game; players are counted from 1 inside and in `state`, from 0 in `to_move` and `returns`."""

    QUESTIONS: ClassVar[dict[str, tuple[str, ...]]] = {
        "place_optional": ("forced", "may_take"),
        "straight_ace": ("high", "both"),
        "straight_suit": ("any", "same"),
        "top_after_straight": ("highest", "lowest"),
        "straight_with_ace": ("by_lowest", "always"),
        "ace_effect": ("any", "only_alone"),
        "aces_together": ("once", "per_ace"),
        "again_optional": ("must", "may"),
        "two_on_top": ("counts_two", "keeps_rank"),
        "pair_of_twos": ("all", "single"),
        "wild_twos": ("no", "in_multiples"),
        "failed_hidden": ("joins_hand", "back_hidden"),
        "pickup_order": ("refill_first", "reserve_first"),
        "pickup_when": ("at_once", "next_turn"),
        "refill_when": ("each", "turn_end"),
        "after_take": ("ends", "places"),
        "first_stack": ("empty", "turned"),
        "setup_order": ("by_player", "round_robin"),
        "setup_deck_out": ("fewer", "save"),
        "direction": ("up", "down"),
    }

    def __init__(
        self,
        readings: Mapping[str, str] = NO_READINGS,
        *,
        players: int = 2,
        longest: int = 13,
        returns: str = "winner_only",
    ) -> None:
        """`longest` bounds the cards of a straight (3 to 13); `returns` is winner_only or zero_sum."""
        for question, reading in readings.items():
            if reading not in self.QUESTIONS.get(question, ()):
                raise ValueError(f"no such reading: {question}.{reading}")
        if not 2 <= players <= 5 or not 3 <= longest <= 13 or returns not in ("winner_only", "zero_sum"):
            raise ValueError(f"players {players}, longest {longest}, returns {returns}")
        self.readings = {question: first[0] for question, first in self.QUESTIONS.items()} | dict(readings)
        self.players, self.longest = players, longest
        self.loser_gets = -1.0 / (players - 1) if returns == "zero_sum" else 0.0
        self.returns: list[float] | None = None

    def says(self, question: str, reading: str) -> bool:
        """Whether this game takes that reading of that question."""
        return self.readings[question] == reading

    # --- set-up ----------------------------------------------------------------------------------------------

    def start(self, deck: Sequence[str]) -> None:
        """Deal from the end of `deck`: nine cards to player 1, nine to player 2, and so on."""
        if len(deck) < DEALT * self.players or len(set(deck)) < len(deck):
            raise ValueError(f"{len(deck)} cards are too few for {self.players} players, or a card occurs twice")
        seats = range(1, self.players + 1)
        self.deck = list(deck)
        self.dealt = {p: [self.deck.pop() for _ in range(DEALT)] for p in seats}
        self.hidden: dict[int, list[str]] = {p: [] for p in seats}
        self.hand: dict[int, set[str]] = {p: set() for p in seats}
        self.visible: dict[int, list[set[str]]] = {p: [set() for _ in range(PLACEMENTS)] for p in seats}
        self.stack: set[str] = set()
        self.gone: set[str] = set()
        self.top, self.owed, self.again = 0, 0, False
        self.phase, self.mover = "hiding", 1
        self.winner: int | None = None
        self.returns = None
        rounds = range(PLACEMENTS)
        if self.says("setup_order", "by_player"):
            self.to_lay = [(p, j) for p in seats for j in rounds]
        else:
            self.to_lay = [(p, j) for j in rounds for p in seats]

    def _hide(self, index: int) -> None:
        p = self.mover
        self.hidden[p].append(self.dealt[p].pop(index - 1))
        if len(self.hidden[p]) < RESERVED:
            return
        self.hand[p].update(self.dealt[p])
        self.dealt[p].clear()
        if p < self.players:
            self.mover = p + 1
        else:
            self.phase = "laying"
            self._seek_layer()

    def _seek_layer(self) -> None:
        """Give the turn to the next player who has a visible placement to lay and a card to lay it with."""
        while self.to_lay and not self.hand[self.to_lay[0][0]]:
            del self.to_lay[0]
        if self.to_lay:
            self.mover = self.to_lay[0][0]
            return
        if self.says("first_stack", "turned") and self.deck:
            card = self.deck.pop()
            self.stack.add(card)
            self.top = rank(card)
        self.phase = "playing"
        self._begin_turn(1)

    def _lay(self, cards: frozenset[str]) -> None:
        p, j = self.to_lay.pop(0)
        self.hand[p] -= cards
        self.visible[p][j] |= cards
        self._refill(p)
        self._seek_layer()

    def _may_lay(self, cards: frozenset[str]) -> bool:
        if self.says("setup_deck_out", "fewer"):
            return True
        p, j = self.to_lay[0]
        return len(self.hand[p]) - len(cards) + len(self.deck) >= PLACEMENTS - 1 - j

    # --- what a placement is ---------------------------------------------------------------------------------

    def shape(self, cards: frozenset[str]) -> Shape | None:
        """The cards as a group or as a straight; None where they are neither."""
        ranks = sorted(map(rank, cards))
        size, aces = len(ranks), ranks.count(ACE)
        if not ranks:
            return None
        if self.says("wild_twos", "in_multiples"):
            others = [r for r in ranks if r != TWO]
            if 0 < len(others) < size and others[0] == others[-1]:
                return Shape(others[0], others[0], False, aces, len(others))
        if ranks[0] == ranks[-1]:
            return Shape(ranks[0], ranks[0], False, aces, size)
        if not 3 <= size <= self.longest:
            return None
        if self.says("straight_suit", "same") and len(set(map(suit, cards))) > 1:
            return None
        if ranks == list(range(ranks[0], ranks[0] + size)):
            return Shape(ranks[0], ranks[-1], True, aces, size)
        if self.says("straight_ace", "both") and ranks == [*range(TWO, size + 1), ACE]:
            return Shape(ACE, ranks[-2], True, aces, size, ace_below=True)
        return None

    def placements(self, hand: set[str]) -> Iterator[frozenset[str]]:
        """Every well-formed placement inside a hand, once each."""
        held: dict[int, list[str]] = {r: [] for r in range(1, ACE + 1)}
        for card in sorted(hand):
            held[rank(card)].append(card)
        for r in range(TWO, ACE + 1):
            for size in range(1, len(held[r]) + 1):
                yield from map(frozenset, combinations(held[r], size))
        if self.says("wild_twos", "in_multiples"):
            yield from self._with_twos(held)
        if self.says("straight_ace", "both"):
            held[1] = held[ACE]
        for low in range(1, ACE - 1):
            choices: list[list[str]] = []
            for r in range(low, min(low + self.longest, ACE + 1)):
                if not held[r]:
                    break
                choices.append(held[r])
                # Every rank from a low ace to the King is the same set as from the two to a high ace.
                if len(choices) >= 3 and not (low == 1 and r == KING):
                    yield from self._straights(choices)

    @staticmethod
    def _with_twos(held: Mapping[int, list[str]]) -> Iterator[frozenset[str]]:
        """Cards of one rank, and 2s that stand for more of it."""
        twos = [some for size in range(1, len(held[TWO]) + 1) for some in combinations(held[TWO], size)]
        for r in range(TWO + 1, ACE + 1):
            for size in range(1, len(held[r]) + 1):
                for cards in combinations(held[r], size):
                    yield from (frozenset((*cards, *some)) for some in twos)

    def _straights(self, choices: list[list[str]]) -> Iterator[frozenset[str]]:
        if self.says("straight_suit", "any"):
            yield from map(frozenset, product(*choices))
            return
        for one in SUITS:
            cards = frozenset(c for choice in choices for c in choice if suit(c) == one)
            if len(cards) == len(choices):
                yield cards

    def fits(self, shape: Shape) -> bool:
        """Whether a placement of this shape may go onto the stack as it is now."""
        if self.top == 0 or shape.ace_below or shape.aces == shape.size:
            return True
        if shape.aces and self.says("straight_with_ace", "always"):
            return True
        if shape.low == TWO and (shape.straight or shape.size == 1 or self.says("pair_of_twos", "all")):
            return True
        return shape.low >= self.top

    # --- a turn ----------------------------------------------------------------------------------------------

    def _refill(self, p: int) -> None:
        while len(self.hand[p]) < KEPT and self.deck:
            self.hand[p].add(self.deck.pop())

    def _pick_up(self, p: int) -> None:
        if not self.hand[p]:
            for pile in self.visible[p]:
                self.hand[p] |= pile
                pile.clear()

    def _begin_turn(self, p: int) -> None:
        self.mover, self.owed, self.again = p, 1, False
        if self.says("pickup_order", "reserve_first"):
            self._pick_up(p)
            self._refill(p)
        else:
            self._refill(p)
            self._pick_up(p)

    def _end_turn(self) -> None:
        step = 1 if self.says("direction", "up") else -1
        self._begin_turn((self.mover - 1 + step) % self.players + 1)

    def _settle(self, cards: frozenset[str], shape: Shape) -> None:
        """Everything that follows once the cards of a placement lie on the stack."""
        all_aces = shape.aces == shape.size
        clears = all_aces if self.says("ace_effect", "only_alone") else shape.aces > 0
        self.stack |= cards
        if clears:
            self.gone |= self.stack
            self.stack.clear()
            self.top = 0
            self.owed += shape.aces if self.says("aces_together", "per_ace") else 1
        else:
            self._set_top(shape)
        self.owed -= 1
        self.again = self.owed > 0
        self._replenish()
        self._go_on()

    def _set_top(self, shape: Shape) -> None:
        all_twos = shape.low == shape.high == TWO
        if all_twos and self.top != 0 and self.says("two_on_top", "keeps_rank"):
            return
        self.top = shape.high if self.says("top_after_straight", "highest") else shape.low

    def _replenish(self) -> None:
        """Draw, and take up the visible reserve, after a placement."""
        m = self.mover
        at_once = self.says("pickup_when", "at_once") or self.owed > 0
        reserve_first = self.says("pickup_order", "reserve_first")
        if at_once and reserve_first:
            self._pick_up(m)
        if self.says("refill_when", "each") or self.owed == 0 or not self.hand[m]:
            self._refill(m)
        if at_once and not reserve_first:
            self._pick_up(m)

    def _go_on(self) -> None:
        m = self.mover
        if not (self.hand[m] or any(self.visible[m]) or self.hidden[m] or self.deck):
            self.phase, self.winner = "over", m
            self.returns = [1.0 if p == m else self.loser_gets for p in range(1, self.players + 1)]
        elif self.owed == 0:
            self._end_turn()

    def _take(self, *, also: str | None = None) -> None:
        m = self.mover
        self.hand[m] |= self.stack
        if also is not None:
            self.hand[m].add(also)
        self.stack.clear()
        self.top, self.again = 0, False
        if self.says("after_take", "ends"):
            self._stop()

    def _stop(self) -> None:
        self.owed = 0
        if self.says("refill_when", "turn_end"):
            self._refill(self.mover)
        self._end_turn()

    def _try(self, index: int) -> None:
        card = self.hidden[self.mover].pop(index - 1)
        cards = frozenset({card})
        shape = Shape(rank(card), rank(card), False, int(rank(card) == ACE), 1)
        if self.fits(shape):
            self._settle(cards, shape)
        elif self.says("failed_hidden", "joins_hand"):
            self._take(also=card)
        else:
            self.hidden[self.mover].insert(index - 1, card)
            self._take()

    # --- the face --------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | None:
        """The seat, from 0, that decides next; None when the game is over."""
        return None if self.phase == "over" else self.mover - 1

    def legal_moves(self) -> list[tuple[Any, ...]]:
        """Every move of the player to move, in no promised order."""
        m = self.mover
        if self.phase == "over":
            return []
        if self.phase == "hiding":
            return [("hide", i) for i in range(1, len(self.dealt[m]) + 1)]
        if self.phase == "laying":
            return [("lay", cards) for cards in self.placements(self.hand[m]) if self._may_lay(cards)]
        return [*self._plays(), *([("stop",)] if self.again and self.says("again_optional", "may") else [])]

    def _plays(self) -> list[tuple[Any, ...]]:
        m = self.mover
        if not self.hand[m]:
            return [("try", i) for i in range(1, len(self.hidden[m]) + 1)]
        places: list[tuple[Any, ...]] = [("place", x) for x in self.placements(self.hand[m]) if self._may_place(x)]
        if not places or (self.stack and self.says("place_optional", "may_take")):
            places.append(("take",))
        return places

    def _may_place(self, cards: frozenset[str]) -> bool:
        if self.top == 0:
            return True
        shape = self.shape(cards)
        return shape is not None and self.fits(shape)

    def _allowed(self, move: tuple[Any, ...]) -> bool:
        """Whether a move is legal, without making the list (a hand can hold millions of straights)."""
        match move:
            case ("place", frozenset() as cards):
                shape, hand = self.shape(cards), self.hand[self.mover]
                return self.phase == "playing" and cards <= hand and shape is not None and self.fits(shape)
            case ("lay", frozenset() as cards):
                inside = self.phase == "laying" and cards <= self.hand[self.mover]
                return inside and self.shape(cards) is not None and self._may_lay(cards)
            case _:
                return move in self.legal_moves()

    def apply(self, move: tuple[Any, ...]) -> None:
        """Make a legal move and all that follows up to the next decision; ValueError for any other move."""
        if not self._allowed(move):
            raise ValueError(f"illegal in phase {self.phase}: {move}")
        match move:
            case ("hide", int() as index):
                self._hide(index)
            case ("lay", frozenset() as cards):
                self._lay(cards)
            case ("place", frozenset() as cards):
                self.hand[self.mover] -= cards
                shape = self.shape(cards)
                assert shape is not None
                self._settle(cards, shape)
            case ("try", int() as index):
                self._try(index)
            case ("take",):
                self._take()
            case _:
                self._stop()

    def state(self) -> dict[str, Any]:
        """All zones and fields. How many placements are laid is left out: mover and visible piles tell it."""
        zones: dict[str, Any] = {"deck": tuple(self.deck)}
        for p in range(1, self.players + 1):
            zones[f"dealt {p}"] = tuple(self.dealt[p])
            zones[f"hidden {p}"] = tuple(self.hidden[p])
            zones[f"hand {p}"] = frozenset(self.hand[p])
            for j, pile in enumerate(self.visible[p], start=1):
                zones[f"visible {p} {j}"] = frozenset(pile)
        zones |= {"stack": frozenset(self.stack), "gone": frozenset(self.gone)}
        fields = {"top": self.top, "phase": self.phase, "mover": self.mover, "owed": self.owed, "winner": self.winner}
        if self.says("again_optional", "may"):
            fields["again"] = self.again
        return zones | fields
