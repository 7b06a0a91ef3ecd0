"""Plays Twenty-One Piles from its rulebook alone, under every reading of the text, for comparison with other engines.

It leaves shuffling, choosing moves and comparing to its callers, and knows nothing of the rule language.

A move is `("play", cards, pile)` or `("take", pile)`, piles counted from 1. `cards` is a frozenset, except that
under `two_card_timing=one_by_one` two cards laid on an open pile are a tuple, first card first. Under
`ace_choice_21=mover_declares` a play ends with a number: how many aces of the pile count 11.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from types import MappingProxyType
from typing import Any

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
NUMBER = {card: RANKS.index(card[:-1]) + 1 for card in DECK}
POINTS = {card: min(number, 10) for card, number in NUMBER.items()}
PLACE = {card: place for place, card in enumerate(DECK)}
HAND_SIZE = 2
NO_READINGS: Mapping[str, str] = MappingProxyType({})

Move = tuple[Any, ...]
Lay = frozenset[str] | tuple[str, ...]


@dataclass(slots=True)
class Pile:
    """One shared pile: its cards, the set it is committed to ("open" for none), and two facts of its past."""

    cards: list[str] = field(default_factory=list)
    mode: str = "open"
    gap: bool = False  # it once lay with ranks that were not consecutive
    both: bool = False  # it became a flush while it was a run too

    @property
    def held(self) -> bool:
        """Whether the pile waits to be extended or taken."""
        return self.mode != "open"


def low(cards: Collection[str]) -> int:
    """The total of the cards with every ace at 1."""
    return sum(POINTS[card] for card in cards)


def aces(cards: Collection[str]) -> int:
    """How many aces there are."""
    return sum(NUMBER[card] == 1 for card in cards)


def has_seven(cards: Collection[str]) -> bool:
    """Whether some card is a 7."""
    return any(NUMBER[card] == 7 for card in cards)


def pure_suit(cards: Collection[str]) -> bool:
    """Three cards or more, all of one suit."""
    return len(cards) >= 3 and len({card[-1] for card in cards}) == 1


def pure_rank(cards: Collection[str]) -> bool:
    """Three cards or more, all of one rank."""
    return len(cards) >= 3 and len({NUMBER[card] for card in cards}) == 1


def consecutive(cards: Collection[str]) -> bool:
    """Ranks without gap or repeat, the ace at the low end or at the high end, never in between."""
    ranks = {NUMBER[card] for card in cards}
    if len(ranks) < len(cards):
        return False
    if max(ranks) - min(ranks) == len(cards) - 1:
        return True
    high = {14 if rank == 1 else rank for rank in ranks}
    return max(high) - min(high) == len(cards) - 1


def pure_run(cards: Collection[str]) -> bool:
    """Three cards or more of consecutive ranks, whatever their suits."""
    return len(cards) >= 3 and consecutive(cards)


class TwentyOne:
    """One game; `readings` picks an answer to each question, `players` is 5 in the rulebook and may be 2 to 7."""

    QUESTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
        {
            "set_transfer": ("extend_or_take", "immediate"),
            "voluntary_bust": ("any", "only_forced"),
            "set_mode_other_pile": ("elsewhere", "sidestep"),
            "placed_ace": ("any", "later"),
            "ace_choice_21": ("automatic", "mover_declares"),
            "two_card_timing": ("together", "needs_both", "one_by_one"),
            "set_beyond_21": ("waits", "moves_on"),
            "two_card_overshoot": ("set_wins", "busts"),
            "two_card_bust": ("no", "yes"),
            "run_gap_fill": ("current_pile", "spoiled"),
            "seven_pair": ("any_set", "only_21"),
            "seven_pair_extension": ("allowed", "single_only"),
            "seven_fits_when": ("now", "together"),
            "next_taker": ("with_cards", "seat"),
            "previous_player": ("seat", "last_turn"),
            "empty_receiver": ("skipped", "takes"),
            "set_pile_at_end": ("discard", "next_takes"),
            "hit21_timing": ("immediate", "uses_turn"),
            "endgame_decline": ("may_take", "must_extend"),
            "bust_in_set_mode": ("no", "yes"),
            "seven_active_sets": ("flush_only", "also_run"),
            "pile_after_21_extension": ("must_extend_too", "twentyone_frees"),
            "two_card_on_21": ("all_five", "purity_only"),
            "ties": ("shared", "another_round", "either_end"),
            "loser_counts": ("both", "winner_only", "cards"),
            "seven_over_21_forced": ("as_card", "way_out"),
            "forced_pair": ("may_lay", "one_card"),
            "set_over_21_forced": ("as_card", "way_out"),
        }
    )

    def __init__(self, readings: Mapping[str, str] = NO_READINGS, players: int = 5) -> None:
        for question, reading in readings.items():
            if reading not in self.QUESTIONS.get(question, ()):
                raise ValueError(f"no such reading: {question}={reading}")
        if not 2 <= players <= 7:
            raise ValueError(f"2 to 7 players, not {players}")
        self.players = players
        self.chosen = {question: known[0] for question, known in self.QUESTIONS.items()} | dict(readings)
        self.stock: list[str] = []
        self.hands: list[set[str]] = [set() for _ in range(players)]
        self.taken: list[set[str]] = [set() for _ in range(players)]
        self.piles = (Pile(), Pile())
        self.turns = [players - 1]  # who has had a turn, in order; before the first, the dealer stands there
        self.to_move: int | None = None
        self.returns: list[float] | None = None
        self._legal: list[Move] | None = None

    # --- the interface

    def start(self, deck: Sequence[str]) -> None:
        """Deal two cards a seat from the shuffled `deck`, whose last card is its top; seat 0 is to move."""
        if sorted(deck) != sorted(DECK):
            raise ValueError("a deck has each of the 52 cards once")
        self.stock = list(deck)
        self.hands = [{self.stock.pop() for _ in range(HAND_SIZE)} for _ in range(self.players)]
        self.taken = [set() for _ in range(self.players)]
        self.piles = (Pile(), Pile())
        self.turns = [self.players - 1]
        self.to_move, self.returns, self._legal = 0, None, None

    def legal_moves(self) -> list[Move]:
        """Every move of the seat to move; empty when the game is over."""
        if self._legal is None:
            self._legal = [] if self.to_move is None else self._moves(self.to_move)
        return list(self._legal)

    def apply(self, move: Move) -> None:
        """Make a legal move and pass the turn on; ValueError for any other move."""
        if move not in self.legal_moves() or self.to_move is None:
            raise ValueError(f"not legal: {move}")
        mover, spent = self.to_move, None
        if move[0] == "take":
            self._collect(self.piles[move[1] - 1], mover)
        else:
            spent = self._play(mover, move[1], self.piles[move[2] - 1], sum(move[3:]))
        self._pass_on(mover, spent)
        self._legal = None

    def state(self) -> dict[str, Any]:
        """Zones and fields by name, seats and piles counted from 1; fields of a reading only where it is chosen."""
        view: dict[str, Any] = {"stock": tuple(self.stock)}
        view |= {f"hand {seat}": frozenset(cards) for seat, cards in enumerate(self.hands, 1)}
        view |= {f"taken {seat}": frozenset(cards) for seat, cards in enumerate(self.taken, 1)}
        for number, pile in enumerate(self.piles, 1):
            view |= {f"pile {number}": frozenset(pile.cards), f"mode {number}": pile.mode}
            if self._reads("run_gap_fill", "spoiled"):
                view[f"gap {number}"] = pile.gap
            if self._reads("seven_active_sets", "also_run"):
                view[f"both {number}"] = pile.both
        if self._reads("previous_player", "last_turn"):
            view["last"] = self._last_other(self.to_move) + 1
        view["turn"] = None if self.to_move is None else self.to_move + 1
        return view

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a position as `state` gives it; what is not named is empty, open, False or the dealer."""
        seats = range(1, self.players + 1)
        self.stock = list(state.get("stock", ()))
        self.hands = [set(state.get(f"hand {seat}", ())) for seat in seats]
        self.taken = [set(state.get(f"taken {seat}", ())) for seat in seats]
        first, second = (
            Pile(
                cards=sorted(state.get(f"pile {number}", ()), key=PLACE.__getitem__),
                mode=state.get(f"mode {number}", "open"),
                gap=state.get(f"gap {number}", False),
                both=state.get(f"both {number}", False),
            )
            for number in (1, 2)
        )
        self.piles = (first, second)
        self.turns = [state.get("last", self.players) - 1]
        self.to_move = None if state["turn"] is None else state["turn"] - 1
        self.returns = self._score() if self.to_move is None else None
        self._legal = None

    # --- what a pile is worth after a play

    def _reads(self, question: str, reading: str) -> bool:
        return self.chosen[question] == reading

    def _open_aces(self, pile: Pile, laid: Collection[str]) -> int:
        """How many aces may count 11."""
        return aces(pile.cards) + (aces(laid) if self._reads("placed_ace", "any") else 0)

    def _total(self, pile: Pile, laid: Collection[str], eleven: int) -> int:
        """The total that busts: 10 more than the low one for each ace that is declared 11 and may be so."""
        return low(pile.cards) + low(laid) + 10 * min(eleven, self._open_aces(pile, laid))

    def _makes_21(self, pile: Pile, laid: Collection[str], eleven: int) -> bool:
        total = self._total(pile, laid, eleven)
        if total == 11 and self._reads("ace_choice_21", "automatic"):
            return self._open_aces(pile, laid) > 0
        return total == 21

    def _is_run(self, pile: Pile, cards: Collection[str]) -> bool:
        spoiled = pile.gap and self._reads("run_gap_fill", "spoiled")
        return not spoiled and pure_run(cards)

    def _makes_pure_set(self, pile: Pile, laid: Collection[str]) -> bool:
        cards = [*pile.cards, *laid]
        return pure_suit(cards) or pure_rank(cards) or self._is_run(pile, cards)

    def _makes_set(self, pile: Pile, laid: Collection[str], eleven: int) -> bool:
        return self._makes_21(pile, laid, eleven) or self._makes_pure_set(pile, laid)

    # --- which moves are legal

    def _moves(self, mover: int) -> list[Move]:
        hand = sorted(self.hands[mover], key=PLACE.__getitem__)
        held = [pile for pile in self.piles if pile.held]
        if not held:
            return [move for pile in self.piles for move in self._open_plays(pile, hand)]
        plays = [move for pile in held for move in self._held_plays(pile, hand)]
        if len(held) == 1 and self._reads("set_mode_other_pile", "sidestep"):
            plays += self._sidesteps(held[0], hand)
        if plays and not self.stock and self._reads("endgame_decline", "must_extend"):
            return plays
        return [("take", self._number(pile)) for pile in held] + plays

    def _number(self, pile: Pile) -> int:
        return 1 if pile is self.piles[0] else 2

    def _open_plays(self, pile: Pile, hand: list[str]) -> Iterator[Move]:
        for card in hand:
            yield from self._single_plays(pile, card, hand)
        if len(hand) < HAND_SIZE:
            return
        in_order = self._reads("two_card_timing", "one_by_one")
        pairs: list[Lay] = list(permutations(hand)) if in_order else [frozenset(hand)]
        for pair in pairs:
            for eleven in self._declarations(pile, pair):
                if self._pair_allowed(pile, pair, eleven):
                    yield self._as_move(pile, pair, eleven)

    def _single_plays(self, pile: Pile, card: str, hand: list[str]) -> Iterator[Move]:
        lay = frozenset({card})
        for eleven in self._declarations(pile, lay):
            if self._single_allowed(pile, card, eleven, hand):
                yield self._as_move(pile, lay, eleven)

    def _held_plays(self, pile: Pile, hand: list[str]) -> Iterator[Move]:
        lays = [frozenset({card}) for card in hand]
        if len(hand) == HAND_SIZE:
            lays.append(frozenset(hand))
        for lay in lays:
            for eleven in self._declarations(pile, lay):
                if self._held_allowed(pile, lay, eleven):
                    yield self._as_move(pile, lay, eleven)

    def _sidesteps(self, held: Pile, hand: list[str]) -> Iterator[Move]:
        """Single cards for the other pile, each beside a 7 that cannot go onto the pile in set-mode."""
        (other,) = (pile for pile in self.piles if pile is not held)
        for card in hand:
            beside = [c for c in hand if c != card]
            if has_seven(beside) and not self._continues(held, beside):
                yield from self._single_plays(other, card, hand)

    def _declarations(self, pile: Pile, laid: Collection[str]) -> range:
        automatic = self._reads("ace_choice_21", "automatic")
        return range(1 if automatic else self._open_aces(pile, laid) + 1)

    def _as_move(self, pile: Pile, lay: Lay, eleven: int) -> Move:
        move = ("play", lay, self._number(pile))
        return move if self._reads("ace_choice_21", "automatic") else (*move, eleven)

    def _single_allowed(self, pile: Pile, card: str, eleven: int, hand: list[str]) -> bool:
        if self._reads("voluntary_bust", "any") or has_seven([card]):
            return True
        if self._total(pile, [card], eleven) <= 21 or self._makes_pure_set(pile, [card]):
            return True
        return self._forced_to_bust(hand)

    def _forced_to_bust(self, hand: list[str]) -> bool:
        if has_seven(hand) and self._reads("seven_over_21_forced", "way_out"):
            return False
        plays = [(pile, card) for pile in self.piles for card in hand]
        if self._reads("set_over_21_forced", "way_out") and any(self._makes_pure_set(p, [card]) for p, card in plays):
            return False
        return all(low(pile.cards) + POINTS[card] > 21 for pile, card in plays)

    def _pair_allowed(self, pile: Pile, pair: Lay, eleven: int) -> bool:
        if self._reads("forced_pair", "one_card") and self._forced_to_bust(list(pair)):
            return False
        overshoots = self._total(pile, pair, eleven) > 21
        if overshoots and not has_seven(pair) and self._reads("two_card_bust", "yes"):
            return True
        return self._pair_makes_set(pile, pair, eleven) and self._pair_in_time(pile, pair, eleven)

    def _pair_makes_set(self, pile: Pile, pair: Lay, eleven: int) -> bool:
        twentyone = self._makes_21(pile, pair, eleven)
        if has_seven(pair) and not twentyone and self._reads("seven_pair", "only_21"):
            return False
        if twentyone and self._reads("two_card_on_21", "all_five"):
            return True
        return self._makes_pure_set(pile, pair)

    def _pair_in_time(self, pile: Pile, pair: Lay, eleven: int) -> bool:
        if self._reads("two_card_timing", "needs_both"):
            return not any(self._makes_set(pile, [card], eleven) for card in pair)
        if self._reads("two_card_timing", "one_by_one"):
            first = list(pair)[:1]
            rests = not self._makes_set(pile, first, eleven) and self._total(pile, first, eleven) <= 21
            return rests and not has_seven(first)
        return True

    def _extends(self, pile: Pile, laid: Collection[str]) -> bool:
        """Whether all of `laid` continues the set that the pile is committed to."""
        if len(laid) > 1 and has_seven(laid) and self._reads("seven_pair_extension", "single_only"):
            return False
        first = [card for card in laid if has_seven([card])] if self._reads("seven_fits_when", "now") else []
        return self._keeps_mode(pile, laid) and all(self._keeps_mode(pile, [seven]) for seven in first)

    def _keeps_mode(self, pile: Pile, laid: Collection[str]) -> bool:
        cards = [*pile.cards, *laid]
        if pile.mode == "flush":
            return pure_suit(cards)
        return pure_rank(cards) if pile.mode == "rank" else self._is_run(pile, cards)

    def _continues(self, pile: Pile, laid: Collection[str]) -> bool:
        """Whether `laid` extends the pile, or is a 7 that extends the run which a flush is besides."""
        if self._extends(pile, laid):
            return True
        if not (pile.both and len(laid) == 1 and has_seven(laid)) or self._reads("seven_active_sets", "flush_only"):
            return False
        return self._is_run(pile, pile.cards) and self._is_run(pile, [*pile.cards, *laid])

    def _first_stays(self, pile: Pile, card: str, eleven: int) -> bool:
        """Whether a pile in set-mode still waits, of the same set, once this card lies there by itself."""
        return not has_seven([card]) and self._extends(pile, [card]) and not self._makes_21(pile, [card], eleven)

    def _held_allowed(self, pile: Pile, laid: Collection[str], eleven: int) -> bool:
        one_by_one = len(laid) > 1 and self._reads("two_card_timing", "one_by_one")
        if one_by_one and not any(self._first_stays(pile, card, eleven) for card in laid):
            return False
        if self._continues(pile, laid):
            return True
        if has_seven(laid):
            return False
        if self._makes_21(pile, laid, eleven):
            return self._reads("pile_after_21_extension", "twentyone_frees")
        overshoots = len(laid) == 1 and self._total(pile, laid, eleven) > 21
        return overshoots and self._reads("bust_in_set_mode", "yes")

    # --- what a move does

    def _outcome(self, pile: Pile, laid: Collection[str], eleven: int) -> str:
        cards = [*pile.cards, *laid]
        overshoots = self._total(pile, laid, eleven) > 21
        if has_seven(laid):
            return "seven"
        if self._makes_21(pile, laid, eleven):
            return "hit21"
        if pile.held:
            return pile.mode if self._extends(pile, laid) else "bust"
        if overshoots and len(laid) > 1 and self._reads("two_card_overshoot", "busts"):
            return "bust"
        if overshoots and self._reads("set_beyond_21", "moves_on") and self._makes_pure_set(pile, laid):
            return "moves_on"
        if pure_suit(cards):
            return "flush"
        if self._is_run(pile, cards):
            return "run"
        if pure_rank(cards):
            return "rank"
        return "bust" if overshoots else "rests"

    def _play(self, mover: int, laid: Lay, pile: Pile, eleven: int) -> int | None:
        """Lay the cards and settle the pile; the seat whose coming turn is thereby spent, if any."""
        outcome = self._outcome(pile, laid, eleven)
        self.hands[mover] -= set(laid)
        pile.cards += sorted(laid, key=PLACE.__getitem__) if isinstance(laid, frozenset) else laid
        if outcome == "seven":
            by_turn = self._reads("previous_player", "last_turn")
            self._collect(pile, self._last_other(mover) if by_turn else (mover - 1) % self.players)
        elif outcome == "bust":
            self._collect(pile, mover)
        elif outcome == "rests":
            pile.gap = pile.gap or not consecutive(pile.cards)
        elif outcome in ("hit21", "moves_on") or self._reads("set_transfer", "immediate"):
            return self._hand_over(mover, pile)
        elif not pile.held:
            pile.mode = outcome
            pile.both = outcome == "flush" and self._is_run(pile, pile.cards)
        return None

    def _collect(self, pile: Pile, seat: int) -> None:
        self.taken[seat].update(pile.cards)
        pile.cards, pile.mode, pile.gap, pile.both = [], "open", False, False

    def _hand_over(self, mover: int, pile: Pile) -> int | None:
        """Give the pile to the next player at once."""
        taker = self._next_taker(mover)
        self._collect(pile, taker)
        return taker if taker != mover and self._reads("hit21_timing", "uses_turn") else None

    def _next_taker(self, mover: int) -> int:
        following = (mover + 1) % self.players
        if self._reads("next_taker", "seat"):
            return following
        return next((seat for seat in self._clockwise(following) if self.hands[seat]), following)

    def _clockwise(self, start: int) -> Iterator[int]:
        return ((start + step) % self.players for step in range(self.players))

    # --- the turn and the end

    def _last_other(self, mover: int | None) -> int:
        """Who of the others had a turn last."""
        return next(seat for seat in reversed(self.turns) if seat != mover)

    def _pass_on(self, mover: int, spent: int | None) -> None:
        self.turns += [mover] if spent is None else [mover, spent]
        while self.stock and len(self.hands[mover]) < HAND_SIZE:
            self.hands[mover].add(self.stock.pop())
        self.to_move = self._next_turn(self.turns[-1] + 1)
        if self.to_move is None:
            if self._reads("set_pile_at_end", "next_takes"):
                self._collect_held((mover + 1) % self.players)
            self.returns = self._score()

    def _next_turn(self, start: int) -> int | None:
        """The first seat with cards; the seats passed over may have to take piles in set-mode."""
        for seat in self._clockwise(start):
            if self.hands[seat]:
                return seat
            if self._reads("empty_receiver", "takes") and self._collect_held(seat):
                self.turns.append(seat)
        return None

    def _collect_held(self, seat: int) -> bool:
        """Let the seat take every pile in set-mode; whether there was one."""
        held = [pile for pile in self.piles if pile.held]
        for pile in held:
            self._collect(pile, seat)
        return bool(held)

    def _score(self) -> list[float]:
        counts = [len(cards) for cards in self.taken]
        fewest, most = min(counts), max(counts)
        if self._reads("loser_counts", "cards"):
            return [-float(count) for count in counts]
        tied = counts.count(fewest) > 1, counts.count(most) > 1
        if not self._reads("ties", "shared") and (tied[0] or (tied[1] and self._reads("ties", "either_end"))):
            return [0.0] * self.players
        loss = 0.0 if self._reads("loser_counts", "winner_only") else 1.0
        return [float(count == fewest) - loss * (count == most) for count in counts]
