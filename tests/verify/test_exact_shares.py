"""Exact shares of wins, against games counted by hand; what cannot be added up says nothing."""

from fractions import Fraction
from pathlib import Path

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Seat
from hoyle.sources.files import load_file
from tests.verify.small import interpreter, of, verified
from verify.random.random_play import play_games
from verify.run.plan import Plan
from verify.search import exact_shares as exact
from verify.search.exact_shares import ExactShares, NotExact, exact_shares

ROOT = Path(__file__).resolve().parents[2]

COIN = """red at show when top of heap is red: player 1 wins
  black at show when top of heap is black: player 2 wins"""
AGAIN = """  step again when top of heap is black:
    shuffle deck
    draw 1 card from deck to heap
  step show: nothing
"""
UNEVEN = {"ends": COIN, "deal": "draw 1 card from deck to heap", "before": AGAIN}
"""A card shows who wins; where it is black, a second one counts."""


def kuhn(players: str) -> Interpreter:
    game = load_file(ROOT / "rules/kuhn_poker/kuhn_poker.hoyle", {"players": players}).game
    assert game is not None
    return Interpreter(game)


def test_kuhn_poker_as_counted_by_hand() -> None:
    # Bet, pass: 1/4 for player 1; pass, bet, pass: 1/8 for player 2; all else is shown, and the cards are even.
    assert exact_shares(kuhn("2")) == ExactShares((Fraction(9, 16), Fraction(7, 16)), 54)


def test_random_games_come_near(tmp_path: Path) -> None:
    at = kuhn("3")
    shares, wins = exact_shares(at).shares, play_games(at, 600, 1).wins
    assert sum(shares) == 1
    assert all(abs(float(share) - wins[Seat(seat)] / wins.total()) < 0.07 for seat, share in enumerate(shares))


def test_each_outcome_of_luck_counts_by_its_probability(tmp_path: Path) -> None:
    # Half of all first cards are red. After a black one, 2 of 3 are: player 1 wins 1/2 + 1/2 * 2/3 of all games.
    assert exact_shares(interpreter(tmp_path, **UNEVEN)).shares[0] == Fraction(5, 6)


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"game": "players 2\n  deck standard"}, "luck has more than"),
        ({"ends": "out when hand of mover is empty: nobody wins"}, "nobody ever wins"),
        ({"permit": "permit anything when size of hand of mover > 1"}, "stop at a fault"),
        (
            {"moves": "lay, wait", "more": "move wait:\n  permit always_allowed\n  does rest: nothing\n"},
            "come back to where it was",
        ),
    ],
)
def test_what_cannot_be_added_up(tmp_path: Path, parts: dict[str, str], why: str) -> None:
    with pytest.raises(NotExact, match=why):
        exact_shares(interpreter(tmp_path, **parts))


def test_it_keeps_to_its_bounds(tmp_path: Path) -> None:
    at = interpreter(tmp_path)
    with pytest.raises(NotExact, match="there are more than 30 states"):
        exact_shares(at, 30)
    with pytest.raises(NotExact, match="time was up"):
        exact_shares(at, end=0.0)


def test_a_claim_is_proved_or_refuted_by_them(tmp_path: Path) -> None:
    claims = "claim wide: fair within 7 percent\nclaim narrow: fair within 6 percent\n"
    rules = (ROOT / "rules/kuhn_poker/kuhn_poker.hoyle").read_text(encoding="utf-8")
    plan = Plan(games=30, seed=1, each={"exact shares": 5.0})
    found = verified(tmp_path, rules + claims, {"players": "2"}, plan)
    (wide,), (narrow,) = (of(found, "claim", name, exact.BY) for name in ("wide", "narrow"))
    assert narrow.witness is not None
    assert "exactly: player 1 9/16 (56.2%)" in wide.scope + narrow.witness.sentence
    assert (wide.verdict, narrow.verdict) == ("proved", "refuted")


def test_plays_counted_without_their_probability_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def mean(ways, known, seats):
        return tuple(sum((known[after][p] for _, after in ways), Fraction(0)) / len(ways) for p in range(seats))

    monkeypatch.setattr(exact, "_mean", mean)
    assert exact_shares(interpreter(tmp_path, **UNEVEN)).shares[0] != Fraction(5, 6)
