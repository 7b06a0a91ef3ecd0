"""What a reading changes: who wins, by how much, and how long games last, as simulation has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Payoff, Result
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import simulate
from spec.ir import nodes as ir
from tests.ambiguity.planted import PASS_BY, QUESTION, text
from tests.ambiguity.test_lockstep import beside
from tests.ambiguity.test_readings import loaded
from verify.ambiguity.compare.compare import Pair
from verify.ambiguity.find.effects import change
from verify.ambiguity.find.plays import play
from verify.ambiguity.report.finding import Change
from verify.run.budget import now

GAMES = 900
RULED = QUESTION.format('  ruling yes because "nothing forbids it"')
WINNERS = {
    # Whoever lays the last card wins, or the other.
    "winner": '  out @ "End/1" under first_ace is yes when hand of mover is empty: mover wins\n'
    '  lost @ "End/1" under first_ace is no when hand of mover is empty: next player wins',
    # The same by points that are numbers of seats too, with another winner.
    "points": '  out @ "End/1" under first_ace is yes when hand of mover is empty:\n'
    "    every player p scores (if p is mover then 2 else 1)\n"
    '  lost @ "End/1" under first_ace is no when hand of mover is empty:\n'
    "    every player p scores (if p is mover then 0 else 1)",
    # The reading changes who may lay what, and so now and then who is first to lay all.
    "moves": '  out @ "End/1" when hand of mover is empty: mover wins',
}
FORBIDDEN = (
    '  permit any @ "Play/1"\n  forbid no_ace @ "Play/3" under first_ace is no when c is A and pile is empty\n'
    "  precedence no_ace > any"
)


def games(name: str, folder: Path) -> tuple[ir.Game, ir.Game]:
    """A small game under each of two readings."""
    permits = FORBIDDEN if name == "moves" else '  permit any @ "Play/1"'
    rules = text(permits=permits, ends=WINNERS[name], otherwise=PASS_BY, tail=RULED)
    one, two = (loaded(rules, folder, {"first_ace": reading}).game for reading in ("yes", "no"))
    assert one is not None
    assert two is not None
    return one, two


def by_interpreter(one: ir.Game, two: ir.Game) -> Change | None:
    pair = Pair(Interpreter(one), Interpreter(two))
    plays = [play(pair.a, derive(7, Domain.GAME, number)) for number in range(GAMES // 3)]
    return change(pair, plays, [pair.parts(p) for p in plays], now() + 60)


def by_code(one: ir.Game, two: ir.Game) -> Change | None:
    return beside(one, two).measure(7, GAMES, now() + 60).change


def held(found: Change | None, one: ir.Game, two: ir.Game) -> None:
    """What is told is the difference of the shares that simulation counts, to within what chance allows."""
    assert found is not None
    first, second = (simulate(Interpreter(game), GAMES, 11) for game in (one, two))
    for (told, margin), before, after in zip(found.wins, first.wins, second.wins, strict=True):
        spread = max(before.high - before.low, after.high - after.low)
        assert abs(told - (after.share - before.share)) <= margin + spread, (found.wins, first.wins, second.wins)
    length, margin = found.length
    assert abs(length - (second.mean_moves - first.mean_moves)) <= margin + 0.5


@pytest.mark.parametrize("name", WINNERS)
def test_shares_of_wins_are_those_of_simulation(name: str, tmp_path: Path) -> None:
    one, two = games(name, tmp_path)
    held(by_interpreter(one, two), one, two)
    held(by_code(one, two), one, two)


def test_payoffs_are_no_seats() -> None:
    assert Result("out", (Payoff(1), Payoff(0))).winners() == (0,)
    assert Result("out", (Payoff(0), Payoff(1))).winners() == (1,)
    assert Result("out", (Payoff(1), Payoff(1))).winners() == ()
