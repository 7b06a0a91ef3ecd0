"""OpenSpiel's games, recorded move for move and followed by Hoyle's interpreter with the same luck.

Leaves which games are compared, and how many, to `test_openspiel`. A card's number is OpenSpiel's: rank by rank.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

import pyspiel

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import Move
from engine.luck.chance import Outcome, Picked, Scripted, Shuffled
from spec.ir import nodes as ir
from spec.lower.game import lower_file
from spec.text.parse import parse

RULES = Path(__file__).parents[2] / "rules"
SUITS = ("clubs", "diamonds", "hearts", "spades")
TWO_LOW = (*map(str, range(2, 11)), "J", "Q", "K", "A")


FAVOURED = {"crazy_eights": 52, "euchre": 24, "spades": 52}
"""Drawing, which empties the deck; a pass; a bid of no tricks."""
PASSES = {"euchre": 30}
"""A move that is to pass in Hoyle: to play with the partner. It is told as the 24 that OpenSpiel's other passes are."""


class Decision(NamedTuple):
    """A player's choice: `legal` and `chosen` are OpenSpiel's numbers of actions."""

    player: int
    legal: tuple[int, ...]
    chosen: int


class Record(NamedTuple):
    """One game as OpenSpiel played it; `chance` are the outcomes of its chance nodes, in order."""

    name: str
    chance: tuple[int, ...]
    decisions: tuple[Decision, ...]
    returns: tuple[int, ...]


class Difference(AssertionError):
    """Hoyle does not do what OpenSpiel did."""


# ---------------------------------------------------------------- OpenSpiel's side


def record(name: str, seed: int, deal: Sequence[int] = (), params: Mapping[str, int | str] | None = None) -> Record:
    """A random game: uniform for even seeds, for odd ones biased so that rare ends are met; `deal` is dealt first.

    The bias goes to the last legal action, and before it to a favoured one.
    """
    rng = random.Random(seed)
    dealt = list(reversed(deal))

    def pick(player: int, legal: tuple[int, ...]) -> int:
        if player == pyspiel.PlayerId.CHANCE:
            return dealt.pop() if dealt else rng.choice(legal)
        if seed % 2 and rng.random() < 0.85:
            return FAVOURED[name] if FAVOURED.get(name) in legal else legal[-1]
        return rng.choice(legal)

    state = load(name, params or {}).new_initial_state()
    chance, decisions = [], []
    while not state.is_terminal():
        player, legal = state.current_player(), tuple(state.legal_actions())
        chosen = pick(player, legal)
        if state.is_chance_node():
            chance.append(chosen)
        else:
            told = {action: 24 if action == PASSES.get(name) else action for action in legal}
            decisions.append(Decision(player, tuple(sorted(told.values())), told[chosen]))
        state.apply_action(chosen)
    return Record(name, tuple(chance), asked_to_the_end(name, decisions), tuple(int(r) for r in state.returns()))


def load(name: str, params: Mapping[str, int | str]) -> pyspiel.Game:
    """A game by its name; where players choose at once, they are asked in turn."""
    game = pyspiel.load_game(name, dict(params))
    at_once = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.load_game_as_turn_based(name, dict(params)) if at_once else game


def asked_to_the_end(name: str, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """The decisions, with those that OpenSpiel makes for the players because one card is left to each."""
    if name != "goofspiel":
        return tuple(decisions)
    players = 1 + max(d.player for d in decisions)
    left = (set(d.legal) - {d.chosen} for d in decisions[-players:])
    return (*decisions, *(Decision(p, (card,), card) for p, (card,) in enumerate(left)))


def every_game(name: str, params: Mapping[str, int | str] | None = None) -> Iterator[Record]:
    """Every game from every deal, depth first: for small games only."""

    def below(state: pyspiel.State, chance: tuple[int, ...], made: tuple[Decision, ...]) -> Iterator[Record]:
        if state.is_terminal():
            yield Record(name, chance, asked_to_the_end(name, made), tuple(int(r) for r in state.returns()))
            return
        player, legal = state.current_player(), tuple(state.legal_actions())
        for action in legal:
            if state.is_chance_node():
                yield from below(state.child(action), (*chance, action), made)
            else:
                yield from below(state.child(action), chance, (*made, Decision(player, legal, action)))

    return below(load(name, params or {}).new_initial_state(), (), ())


# ---------------------------------------------------------------- from one side to the other


class Cards:
    """Cards and suits of a game of Hoyle by OpenSpiel's numbers, and back."""

    def __init__(self, game: ir.Game, ranks: Sequence[str] = TWO_LOW, suits: Sequence[str] = SUITS) -> None:
        words = {domain.name: domain.values for domain in game.domains}
        self.number = tuple(
            ranks.index(words["rank"][face.rank]) * len(suits) + suits.index(words["suit"][face.suit])
            for face in game.deck
        )
        self.suit = tuple(suits.index(word) for word in words["suit"])
        self._index = {number: card for card, number in enumerate(self.number)}

    def shuffled(self, bottom: Sequence[int], top: Sequence[int]) -> Shuffled:
        """A shuffle: `bottom` from the lowest card up, below `top` from the uppermost card down."""
        return Shuffled(tuple(self._index[number] for number in (*bottom, *reversed(top))))

    def others(self, *numbers: int) -> list[int]:
        return sorted(set(self.number).difference(numbers))


class Translation(Protocol):
    """Puts OpenSpiel's chance outcomes and Hoyle's moves into the other's terms."""

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]: ...

    def action(self, move: Move) -> int: ...


class Blackjack:
    """Outcomes: two cards for the player, two for the dealer, then what is drawn; cards suit by suit from the ace."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game, ("A", *TWO_LOW[:-1]))

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        dealt = [card % 13 * 4 + card // 13 for card in outcomes]
        return [self._cards.shuffled(self._cards.others(*dealt), dealt)]

    def action(self, move: Move) -> int:
        return ("hit", "stand").index(move.action)


class CrazyEights:
    """Outcomes: 52 + the dealer; the hands, card by card; the card turned up, again after each eight; the draws."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game)
        self._players = len(next(domain.values for domain in game.domains if domain.name == "player"))

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        """Hoyle turns up the lowest card that is not an eight: below it go the eights that OpenSpiel put back."""
        dealer, rest = outcomes[0] - 52, outcomes[1:]
        size = self._players * (7 if self._players == 2 else 5)
        dealt, rest = rest[:size], rest[size:]
        eights = next(i for i, card in enumerate(rest) if card // 4 != 6)
        put_back, up, drawn = dict.fromkeys(rest[:eights]), rest[eights], rest[eights + 1 :]
        cards = self._cards
        first = cards.shuffled((*put_back, up, *cards.others(*dealt, *put_back, up)), dealt)
        second = cards.shuffled(cards.others(*dealt, up, *drawn), drawn)
        return [Picked(self._players, dealer), first, second]

    def action(self, move: Move) -> int:
        match move:
            case Move("play", (int(card),)):
                return self._cards.number[card]
            case Move("name_suit", (int(suit),)):
                return 54 + self._cards.suit[suit]
            case _:
                return {"draw_card": 52, "pass_on": 53}[move.action]


class Hearts:
    """Outcomes: the direction of passing, then 52 cards, to the players in turn."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game)

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        return [Picked(4, outcomes[0]), self._cards.shuffled((), outcomes[1:])]

    def action(self, move: Move) -> int:
        match move:
            case Move("give" | "play", (int(card),)):
                return self._cards.number[card]
            case _:
                raise KeyError(move)


class Kuhn:
    """Outcomes: a card for each player, by its rank: of two players the jack, which is Hoyle's second card, is 0."""

    def __init__(self, game: ir.Game) -> None:
        self._players = len(next(domain.values for domain in game.domains if domain.name == "player"))

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        left = set(range(self._players + 1)).difference(outcomes)
        return [Shuffled(tuple(card + 3 - self._players for card in (*left, *reversed(outcomes))))]

    def action(self, move: Move) -> int:
        return ("pass_on", "bet").index(move.action)


class Leduc:
    """Outcomes: a card for each player, then, unless the first round ended in a fold, the card on the board."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game, ("J", "Q", "K"), ("spades", "hearts"))

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        return [self._cards.shuffled(self._cards.others(*outcomes), outcomes)]

    def action(self, move: Move) -> int:
        return ("fold", "call", "raise").index(move.action)


class Euchre:
    """Outcomes: the dealer, a card to each player in turn from the dealer on, the card turned up.

    A call is told by its suit, also where it is the suit of the card turned up.
    """

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game, ("9", "10", "J", "Q", "K", "A"))
        self._up = 0

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        dealer, *dealt = outcomes
        self._up = dealt[-1]
        return [Picked(4, dealer), self._cards.shuffled(self._cards.others(*dealt), dealt)]

    def action(self, move: Move) -> int:
        match move:
            case Move("play" | "put_by", (int(card),)):
                return self._cards.number[card]
            case Move("name_suit", (int(suit),)):
                return 25 + self._cards.suit[suit]
            case Move("order_up"):
                return 25 + self._up % 4
            case Move("go_alone"):
                return 29
            case _:
                return {"pass": 24}[move.action]


class OhHell:
    """Outcomes: the number of tricks, the dealer, a card to each player in turn, the card turned up."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game, suits=("clubs", "diamonds", "spades", "hearts"))
        words = {domain.name: domain.values for domain in game.domains}
        self._players = len(words["player"])

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        tricks, dealer, *dealt = outcomes
        sizes = (52 - 1) // self._players
        shuffled = self._cards.shuffled(self._cards.others(*dealt), dealt)
        return [Picked(sizes, tricks - 1), Picked(self._players, dealer), shuffled]

    def action(self, move: Move) -> int:
        match move:
            case Move("play", (int(card),)):
                return self._cards.number[card]
            case Move("say", (int(bid),)):
                return 52 + bid
            case _:
                raise KeyError(move)


class Spades:
    """Outcomes: 52 cards, suit by suit, to the players in turn; bids are above them."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game)
        self._number = [card % 4 * 13 + card // 4 for card in self._cards.number]

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        return [self._cards.shuffled((), [card % 13 * 4 + card // 13 for card in outcomes])]

    def action(self, move: Move) -> int:
        match move:
            case Move("play", (int(card),)):
                return self._number[card]
            case Move("say", (int(bid),)):
                return 52 + bid
            case _:
                raise KeyError(move)


class Goofspiel:
    """Outcomes: the prizes as they are turned up, by their points from 0, all but the last."""

    def __init__(self, game: ir.Game) -> None:
        ranks = next(domain.values for domain in game.domains if domain.name == "rank")
        self._cards = Cards(game, ranks)
        self._prizes = {number // len(SUITS) for number in self._cards.number}

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        order = (*outcomes, *self._prizes.difference(outcomes))
        diamonds = [len(SUITS) * points + SUITS.index("diamonds") for points in order]
        return [self._cards.shuffled(self._cards.others(*diamonds), diamonds)]

    def action(self, move: Move) -> int:
        match move:
            case Move("offer", (int(card),)):
                return self._cards.number[card] // len(SUITS)
            case _:
                raise KeyError(move)


TRANSLATIONS: dict[str, Callable[[ir.Game], Translation]] = {
    "blackjack": Blackjack,
    "crazy_eights": CrazyEights,
    "euchre": Euchre,
    "goofspiel": Goofspiel,
    "hearts": Hearts,
    "kuhn_poker": Kuhn,
    "leduc_poker": Leduc,
    "oh_hell": OhHell,
    "spades": Spades,
}


# ---------------------------------------------------------------- Hoyle's side


def rule_text(name: str) -> str:
    return (RULES / name / f"{name}.hoyle").read_text()


@dataclass(frozen=True, slots=True)
class Follower:
    """A game of Hoyle's that follows recorded games."""

    interpreter: Interpreter
    translation: Translation

    def follow(self, game: Record) -> str:
        """Plays a recorded game; answers the ending's label. Raises `Difference` at the first one."""
        play, script = self.interpreter, Scripted(self.translation.chance(game.chance))
        turn = play.start(script)
        for number, decision in enumerate(game.decisions):
            here = f"{game.name}, decision {number} of {game.decisions}, chance {game.chance}"
            moves = {self.translation.action(move): move for move in turn.moves}
            if len(moves) != len(turn.moves) or tuple(sorted(moves)) != decision.legal:
                told = [play.words.move(move) for move in turn.moves] or turn.position.fault or turn.position.result
                raise Difference(f"legal here are {decision.legal}, and to Hoyle {told}: {here}")
            mover = play.layout.value(turn.position, "mover")
            if mover != decision.player:
                raise Difference(f"player {decision.player} is to move, and to Hoyle {mover} (from 0): {here}")
            turn = play.apply(turn.position, moves[decision.chosen], script)
        result = turn.position.result
        if result is None:
            raise Difference(f"the game is over, and not to Hoyle: {play.words.position(turn.position)}; {game}")
        if result.returns != game.returns:
            raise Difference(f"the returns are {game.returns}, and to Hoyle {result}: {game}")
        if script.left:
            raise Difference(f"Hoyle leaves {script.left} shuffles or picks unasked: {game}")
        return result.ending


@cache
def follower(name: str, text: str, settings: tuple[tuple[str, str], ...] = ()) -> Follower:
    """The game of a rule text under settings; raises `ValueError` where the text has errors."""
    file, faults = parse(text)
    game, more = lower_file(file, dict(settings))
    if game is None:
        raise ValueError("\n".join(d.message for d in (*faults, *more) if d.severity == "error"))
    return Follower(Interpreter(game), TRANSLATIONS[name](game))
