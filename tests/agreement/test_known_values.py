"""What a game is worth with best play is known from the literature, and comes out of its rule file.

Kuhn (1950): the first player loses 1/18 a game. Either player's best way to play is put against every way of the
other's that leaves nothing to luck: neither side does better than that against it.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product

from engine.luck.chance import Scripted, Shuffled
from tests.agreement.openspiel import follower, rule_text

Way = dict[tuple[int, str], Fraction]
"""How likely a player bets, with a card and after what was said: `b` a bet, `p` a pass."""

Gains = dict[tuple[tuple[int, ...], str], int]
"""What the first player gets from each deal, after what was said."""

SAID = ({"", "pb"}, {"p", "b"})
"""After what the first player and the second have to speak."""
CARDS = range(3)


def table() -> Gains:
    """Every deal, and every way to bet, by Hoyle's interpreter."""
    play = follower("kuhn_poker", rule_text("kuhn_poker")).interpreter
    found: Gains = {}
    for deal in permutations(CARDS, 2):
        left = next(card for card in CARDS if card not in deal)

        def below(said: str, position, moves, deal=deal) -> Iterator[tuple[tuple[tuple[int, ...], str], int]]:
            if position.result is not None:
                yield (deal, said), position.result.returns[0]
            for move in moves:
                turn = play.apply(position, move, Scripted([]))
                yield from below(said + move.action[0], turn.position, turn.moves)

        # the ten, Hoyle's card 0, is out
        turn = play.start(Scripted([Shuffled(tuple(card + 1 for card in (left, *reversed(deal))))]))
        found.update(below("", turn.position, turn.moves))
    return found


def worth(first: Way, second: Way, gains: Gains) -> Fraction:
    """What the first player gets on average."""
    total = Fraction(0)
    for (deal, said), gain in gains.items():
        likely = Fraction(1, 6)
        for turn, word in enumerate(said):
            bets = (first, second)[turn % 2][deal[turn % 2], said[:turn]]
            likely *= bets if word == "b" else 1 - bets
        total += likely * gain
    return total


def every_way(player: int) -> Iterator[Way]:
    places = list(product(CARDS, sorted(SAID[player])))
    for bets in product((Fraction(0), Fraction(1)), repeat=len(places)):
        yield dict(zip(places, bets, strict=True))


def way(player: int, bets: Callable[[int, str], Fraction | int]) -> Way:
    return {(card, said): Fraction(bets(card, said)) for card, said in product(CARDS, SAID[player])}


def test_kuhn_poker_is_worth_an_eighteenth_to_the_second_player() -> None:
    """The first player passes, and then meets a bet with a king, and with a queen one time in three.

    The second meets a bet likewise; after a pass a king bets, and a jack one time in three.
    """
    gains = table()
    third = Fraction(1, 3)
    meets = (0, third, 1)
    first = way(0, lambda card, said: meets[card] if said else 0)
    second = way(1, lambda card, said: meets[card] if said == "b" else (third, 0, 1)[card])
    assert len(gains) == 30
    assert worth(first, second, gains) == Fraction(-1, 18)
    assert min(worth(first, other, gains) for other in every_way(1)) == Fraction(-1, 18)
    assert max(worth(other, second, gains) for other in every_way(0)) == Fraction(-1, 18)
