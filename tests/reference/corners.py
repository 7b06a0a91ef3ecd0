"""Corners played by hand-written Python, from the rulebook and its list of open questions.

It shares no code with the rule file, the interpreter or any generated engine, and it does not explain itself:
which sentence of the rulebook allows a move is left to the rule file.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Any, ClassVar

NO_READINGS: Mapping[str, str] = MappingProxyType({})
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
SIDES = ("north", "east", "south", "west")
CORNERS = ("northeast", "southeast", "southwest", "northwest")
PLACES = SIDES + CORNERS
DECK_ORDER = {r + s: index for index, (r, s) in enumerate(product(RANKS, SUITS))}


def is_king(card: str) -> bool:
    """Whether a card may found a corner in every reading."""
    return card[:-1] == "K"


def is_red(card: str) -> bool:
    """Hearts and diamonds are red."""
    return card[-1] in "HD"


def value(card: str, *, ace_high: bool) -> int:
    """1 to 13, or 2 to 14 where the ace is above the King."""
    number = RANKS.index(card[:-1]) + 1
    return 14 if number == 1 and ace_high else number


@cache
def cards_above(*, ace_high: bool, any_lower: bool) -> dict[str, frozenset[str]]:
    """For every card, those that may lie directly on it: of the other colour, and one lower or any lower."""
    deck = list(DECK_ORDER)
    gaps = range(1, 14 if any_lower else 2)
    worth = {card: value(card, ace_high=ace_high) for card in deck}
    return {on: frozenset(c for c in deck if worth[on] - worth[c] in gaps and is_red(c) != is_red(on)) for on in deck}


class Corners:
    """One game; players are counted from 1 inside and in `state`, from 0 in `to_move` and `returns`."""

    QUESTIONS: ClassVar[dict[str, tuple[str, ...]]] = {
        "turn_end": ("any_time", "must_play_out"),
        "win_moment": ("at_once", "turn_end"),
        "draw_empty": ("play_on", "game_over"),
        "stalemate": ("quiet_round", "never"),
        "stalemate_result": ("nobody", "fewest"),
        "corner_card": ("kings_only", "any_card"),
        "king_from": ("sides", "any_pile"),
        "king_travels": ("whole_pile", "alone", "bare"),
        "slot_cause": ("any_cause", "pile_on_pile"),
        "slot_time": ("lasting", "same_turn"),
        "slot_card": ("any", "no_king"),
        "slot_pile": ("no", "allowed"),
        "under": ("yes", "no"),
        "under_result": ("stays", "moves"),
        "under_space": ("side", "startable", "any"),
        "ace": ("low", "high"),
        "step": ("by_one", "any_lower"),
        "dealt_king": ("stays", "to_corner"),
    }

    def __init__(self, readings: Mapping[str, str] = NO_READINGS, *, players: int = 4, hand_size: int = 7) -> None:
        """`players` from 2 to 6; `hand_size` cards are dealt to each."""
        for question, reading in readings.items():
            if reading not in self.QUESTIONS.get(question, ()):
                raise ValueError(f"no such reading: {question}.{reading}")
        if not 2 <= players <= 6 or hand_size < 1:
            raise ValueError(f"players {players}, hand_size {hand_size}")
        self.readings = {question: first[0] for question, first in self.QUESTIONS.items()} | dict(readings)
        self.players, self.hand_size = players, hand_size
        self.above = cards_above(ace_high=self.says("ace", "high"), any_lower=self.says("step", "any_lower"))
        self.returns: list[float] | None = None

    def says(self, question: str, reading: str) -> bool:
        """Whether this game takes that reading of that question."""
        return self.readings[question] == reading

    # --- set-up ----------------------------------------------------------------------------------------------

    def start(self, deck: Sequence[str]) -> None:
        """Deal from the end of `deck`: all cards of player 1, of player 2, ..., then the four sides."""
        if len(set(deck)) < len(deck):
            raise ValueError("a card occurs twice")
        seats = range(1, self.players + 1)
        self.draw = list(deck)
        self.hand: dict[int, set[str]] = {p: set() for p in seats}
        self.pile: dict[str, list[str]] = {place: [] for place in PLACES}
        self.freed = dict.fromkeys(SIDES, False)
        self.fresh = dict.fromkeys(SIDES, False)
        self.mover, self.quiet, self.busy = 1, 0, False
        self.returns = None
        for p in seats:
            for _ in range(min(self.hand_size, len(self.draw))):
                self.hand[p].add(self.draw.pop())
        for side in SIDES:
            self._turn_up(side)
        self._begin_turn()
        self._skip_idle_turns()

    def _turn_up(self, side: str) -> None:
        while self.draw:
            card = self.draw.pop()
            if not (is_king(card) and self.says("dealt_king", "to_corner")):
                self.pile[side].append(card)
                return
            corner = next(q for q in CORNERS if not self.pile[q])
            self.pile[corner].append(card)

    # --- tests -----------------------------------------------------------------------------------------------

    def fits(self, card: str, on: str) -> bool:
        """Whether a card may lie directly on another."""
        return card in self.above[on]

    def usable(self, side: str) -> bool:
        """Whether a side is an empty one that may be filled now."""
        if self.pile[side]:
            return False
        by_cause = self.says("slot_cause", "any_cause") or self.freed[side]
        return by_cause and (self.says("slot_time", "lasting") or self.fresh[side])

    def startable(self, card: str, place: str) -> bool:
        """Whether a hand card may found a pile there now."""
        if place in SIDES:
            return self.usable(place) and not (is_king(card) and self.says("slot_card", "no_king"))
        return not self.pile[place] and (is_king(card) or self.says("corner_card", "any_card"))

    def _spaces_to_go_under(self, card: str) -> list[str]:
        """The empty places that let a card be laid beneath a pile."""
        if self.says("under_space", "any"):
            return [place for place in PLACES if not self.pile[place]]
        spaces = SIDES if self.says("under_space", "side") else PLACES
        return [place for place in spaces if self.startable(card, place)]

    # --- moves -----------------------------------------------------------------------------------------------

    def _moves(self) -> Iterator[tuple[Any, ...]]:
        """Every move of the mover but the pass."""
        hand = sorted(self.hand[self.mover], key=DECK_ORDER.__getitem__)
        piles = [place for place in PLACES if self.pile[place]]
        empty = [place for place in PLACES if not self.pile[place]]
        onto = [(p, self.above[self.pile[p][-1]]) for p in piles]
        for card in hand:
            yield from (("play", card, p) for p, above in onto if card in above)
            yield from (("start", card, p) for p in empty if self.startable(card, p))
        for p in piles:
            bottom = self.pile[p][0]
            yield from (("move", p, q) for q, above in onto if p != q and bottom in above)
        yield from self._enthronements(piles)
        if self.says("slot_pile", "allowed"):
            for p in piles:
                yield from (("shift", p, s) for s in SIDES if self.usable(s))
        if self.says("under", "yes"):
            yield from self._unders(hand, piles)

    def _enthronements(self, piles: list[str]) -> Iterator[tuple[Any, ...]]:
        for p in piles:
            from_here = p in SIDES or self.says("king_from", "any_pile")
            whole = len(self.pile[p]) == 1 or not self.says("king_travels", "bare")
            if from_here and whole and is_king(self.pile[p][0]):
                yield from (("enthrone", p, q) for q in CORNERS if not self.pile[q])

    def _unders(self, hand: list[str], piles: list[str]) -> Iterator[tuple[Any, ...]]:
        into = self.says("under_result", "moves")
        for card in hand:
            above = self.above[card]
            for p in piles:
                if self.pile[p][0] not in above:
                    continue
                if into:
                    yield from (("under_into", card, p, s) for s in self._spaces_to_go_under(card))
                elif self._spaces_to_go_under(card):
                    yield ("under", card, p)

    def _put(self, cards: list[str], place: str) -> None:
        self.pile[place].extend(cards)
        if place in SIDES:
            self.freed[place] = self.fresh[place] = False

    def _lift(self, place: str, count: int, *, by_move: bool) -> list[str]:
        """Take the lowest `count` cards off a place, and mark a side that is empty afterwards."""
        cards = self.pile[place][:count]
        del self.pile[place][:count]
        if place in SIDES and not self.pile[place]:
            self.fresh[place], self.freed[place] = True, by_move
        return cards

    def _enthrone(self, p: str, q: str) -> None:
        count = 1 if self.says("king_travels", "alone") else len(self.pile[p])
        self._put(self._lift(p, count, by_move=False), q)

    def _perform(self, move: tuple[Any, ...]) -> None:
        match move:
            case ("play" | "start", card, p):
                self._put([card], p)
                self.hand[self.mover].remove(card)
            case ("move" as name, p, q) | ("shift" as name, p, q):
                self._put(self._lift(p, len(self.pile[p]), by_move=name == "move"), q)
            case ("enthrone", p, q):
                self._enthrone(p, q)
            case ("under", card, p):
                self.pile[p].insert(0, card)
                self.hand[self.mover].remove(card)
            case ("under_into", card, p, s):
                self._put([card, *self._lift(p, len(self.pile[p]), by_move=True)], s)
                self.hand[self.mover].remove(card)
            case _:
                raise ValueError(f"no such move: {move}")

    # --- turns -----------------------------------------------------------------------------------------------

    def _begin_turn(self) -> None:
        self.busy = False
        self.fresh = dict.fromkeys(SIDES, False)
        if self.draw:
            self.hand[self.mover].add(self.draw.pop())
            self.busy = True
        elif self.says("draw_empty", "game_over"):
            self._nobody_is_out()

    def _end_turn(self) -> None:
        if not self.hand[self.mover] and self.says("win_moment", "turn_end"):
            self._win()
            return
        self.quiet = 0 if self.busy else min(self.quiet + 1, self.players)
        if self.quiet == self.players and self.says("stalemate", "quiet_round"):
            self._nobody_is_out()
            return
        self.mover = self.mover % self.players + 1
        self._begin_turn()

    def _skip_idle_turns(self) -> None:
        """End turns in which there is nothing to decide; RuntimeError where no turn ever will have anything."""
        idle = 0
        while self.returns is None and next(self._moves(), None) is None:
            if idle > self.players and self.quiet == self.players:
                raise RuntimeError("no player has a move, no card is left to draw, and no rule ends the game")
            idle += 1
            self._end_turn()

    def _win(self) -> None:
        self.returns = [float(p == self.mover) for p in range(1, self.players + 1)]

    def _nobody_is_out(self) -> None:
        sizes = [len(cards) for cards in self.hand.values()]
        fewest = self.says("stalemate_result", "fewest")
        self.returns = [float(fewest and size == min(sizes)) for size in sizes]

    # --- the face --------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | None:
        """The seat, from 0, that decides next; None when the game is over."""
        return self.mover - 1 if self.returns is None else None

    def _may_pass(self) -> bool:
        return self.says("turn_end", "any_time")

    def legal_moves(self) -> list[tuple[Any, ...]]:
        """Every move of the player to move, in no promised order."""
        if self.returns is not None:
            return []
        return [*self._moves(), *([("pass",)] if self._may_pass() else [])]

    def apply(self, move: tuple[Any, ...]) -> None:
        """Make a legal move and all that follows up to the next decision; ValueError for any other move."""
        if self.returns is not None or not (self._may_pass() if move == ("pass",) else move in self._moves()):
            raise ValueError(f"illegal: {move}")
        if move == ("pass",):
            self._end_turn()
        else:
            self._perform(move)
            self.busy = True
            if not self.hand[self.mover] and self.says("win_moment", "at_once"):
                self._win()
        self._skip_idle_turns()

    def state(self) -> dict[str, Any]:
        """All zones and fields; `freed` and `fresh` only under the readings that look at them."""
        zones: dict[str, Any] = {"draw": tuple(self.draw)}
        zones |= {f"hand {p}": frozenset(cards) for p, cards in self.hand.items()}
        zones |= {f"pile {place}": tuple(cards) for place, cards in self.pile.items()}
        fields: dict[str, Any] = {"mover": self.mover, "quiet": self.quiet, "busy": self.busy}
        if self.says("slot_cause", "pile_on_pile"):
            fields |= {f"freed {side}": value for side, value in self.freed.items()}
        if self.says("slot_time", "same_turn"):
            fields |= {f"fresh {side}": value for side, value in self.fresh.items()}
        return zones | fields
