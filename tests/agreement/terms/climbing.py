"""Dou Dizhu in OpenSpiel's terms."""

from collections.abc import Sequence
from functools import cache

import pyspiel

from engine.interpreter.moves import Move
from engine.luck.chance import Outcome, Shuffled
from spec.ir import nodes as ir

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "blackjoker", "redjoker")
SUITS = ("clubs", "diamonds", "hearts", "spades")
FIRST_LAID, LAST_LAID = 4, 26056
NO_ACTION = -1

Held = tuple[int, ...]
"""How many cards there are of each rank."""


@cache
def numbers() -> dict[tuple[bool, Held], int]:
    """The number by which an action is told, by whether triplets carry others in it, and its cards.

    Of a row of triplets that carries three cards of the next rank OpenSpiel has two actions, for the carried ones may
    be the lowest or the highest. It is told as the higher row, which has the higher number.
    """
    state = pyspiel.load_game("dou_dizhu").new_initial_state()
    return {_laid(state.action_to_string(0, number)): number for number in range(FIRST_LAID, LAST_LAID + 1)}


def _laid(words: str) -> tuple[bool, Held]:
    jokers = [words.count("(BWJ)"), words.count("(CJ)")]
    plain = words.replace("(BWJ)", "").replace("(CJ)", "")
    return "-" in words, (*(plain.count(rank) for rank in "3456789TJQKA2"), *jokers)


@cache
def told_as(action: int) -> int:
    """The number by which an action is told: its own, but of two that lay the same cards alike the higher one."""
    if action < FIRST_LAID:
        return action
    return numbers()[_laid(pyspiel.load_game("dou_dizhu").new_initial_state().action_to_string(0, action))]


class DouDizhu:
    """Outcomes: where the card that is shown lies, then 51 cards, to the players in turn. Suits are of no account."""

    def __init__(self, game: ir.Game) -> None:
        words = {domain.name: domain.values for domain in game.domains}
        self._rank = [RANKS.index(words["rank"][face.rank]) for face in game.deck]
        self._card = {
            39 + rank if face.suit < 0 else SUITS.index(words["suit"][face.suit]) * 13 + rank: card
            for card, (face, rank) in enumerate(zip(game.deck, self._rank, strict=True))
        }

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        """First three cards are put aside and one is shown; then the others are dealt, hand by hand."""
        place, *dealt = (outcomes[0], *(self._card[number - 51] for number in outcomes[1:]))
        left = [card for card in range(len(self._rank)) if card not in dealt]
        shown = dealt[place]
        others = [card for card in dealt if card != shown]
        hands = [card for player in range(3) for card in dealt[player::3]]
        return [Shuffled((*others, shown, *left)), Shuffled(tuple(reversed(hands)))]

    def action(self, move: Move) -> int:
        match move:
            case Move("say", (int(bid),)):
                return bid
            case Move("pass_on"):
                return 0
            case Move("lay_rocket"):
                return LAST_LAID
            case Move(name, (tuple(cards),)):
                held = [0] * len(RANKS)
                for card in cards:
                    held[self._rank[card]] += 1
                return numbers().get((name.startswith("fly"), tuple(held)), NO_ACTION)
            case _:
                raise KeyError(move)
