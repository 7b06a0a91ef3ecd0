"""Two games side by side in compiled code count what the interpreter counts, and find what is rare."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import play_random, wilson
from hoyle.ambiguity.run import Maker
from spec.ir import nodes as ir
from spec.names.settings import size_settings
from tests.ambiguity.planted import PASS_BY, QUESTION, TOGETHER, text
from tests.ambiguity.replays import replayed
from tests.ambiguity.test_readings import loaded, question
from verify.ambiguity.compare.compare import Pair
from verify.ambiguity.compare.escalation import escalate
from verify.ambiguity.compare.lockstep import Lockstep, again, lockstep, stops
from verify.ambiguity.compare.product import smaller
from verify.ambiguity.compare.refinement import same_but_order
from verify.ambiguity.find.plays import play
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.questions import Asker, Waiting, confirmed, pairs
from verify.ambiguity.run.context import Context, Plan
from verify.run.budget import now

PLAN = Plan(seconds=30.0, seed=3, games=20, greedy=0)


def games(rules: str, folder: Path) -> tuple[ir.Game, ir.Game]:
    """The small game under `first_ace is yes`, then under `no`."""
    make = Maker(loaded(rules, folder).parsed)
    one, two = (make({"first_ace": reading}, False) for reading in ("yes", "no"))
    assert one is not None
    assert two is not None
    return one, two


def beside(one: ir.Game, two: ir.Game) -> Lockstep:
    made = lockstep(one, two)
    if isinstance(made, str):
        pytest.skip(made)
    return made


def test_shares_are_those_of_the_interpreter(tmp_path: Path) -> None:
    one, two = games(question("pile is empty"), tmp_path)
    measured = beside(one, two).measure(1, 600, now() + 60)
    pair = Pair(Interpreter(one), Interpreter(two))
    assert measured.games == 600
    assert len(confirmed(pair, measured) or ()) == len(measured.nearest) > 0
    told = wilson(measured.parted, measured.games)
    parted = sum(pair.parts(play(pair.a, derive(2, Domain.GAME, number))) is not None for number in range(150))
    usual = wilson(parted, 150)
    assert usual.low < told.high
    assert told.low < usual.high
    assert measured.change is not None
    assert measured.change.games == 600


def test_games_that_are_one_never_part(tmp_path: Path) -> None:
    one, two = games(question("c is 2"), tmp_path)
    measured = beside(one, two).measure(1, 300, now() + 60)
    assert (measured.games, measured.parted, measured.nearest) == (300, 0, [])
    assert measured.change is not None
    assert measured.change.size == 0


def test_other_moves_of_the_same_number_are_seen(tmp_path: Path) -> None:
    only = "  permit any when c is {} or not (pile is empty and {})\n"
    both = "some d in hand of mover with d is A and some e in hand of mover with e is 2"
    one, two = (
        loaded(text(permits=only.format(rank, f"({both})"), otherwise=PASS_BY), tmp_path).game for rank in ("A", "2")
    )
    assert one is not None
    assert two is not None
    measured = beside(one, two).measure(1, 200, now() + 60)
    # Whenever the first player holds an ace and a 2, one of them is the only move at once.
    assert measured.nearest[0].choices == ()


def test_faults_are_found(tmp_path: Path) -> None:
    clash = text(permits="  permit any\n  forbid no_ace when c is A and pile is empty", otherwise=PASS_BY)
    clean = text(otherwise=PASS_BY)
    for rules, met in ((clash, True), (clean, False)):
        game = loaded(rules, tmp_path).game
        assert game is not None
        found = stops(game, 1, 100, now() + 60)
        assert not isinstance(found, str)
        assert bool(found) == met


def test_its_games_are_those_of_random_players(tmp_path: Path) -> None:
    clash = text(permits="  permit any\n  forbid no_ace when c is A and size of pile > 1", otherwise=PASS_BY)
    game = loaded(clash, tmp_path).game
    assert game is not None
    interpreter, found = Interpreter(game), stops(game, 1, 100, now() + 60)
    assert not isinstance(found, str)
    assert max(len(apart.choices) for apart in found) > 1
    for apart in found:
        played = play_random(interpreter, apart.seed)
        assert played.position.fault is not None
        assert tuple(beat.move for beat in again(interpreter, apart).beats[:-1]) == played.moves


def looked_into(rules: str, folder: Path) -> Finding:
    """What is said of `first_ace` once the first games have not parted its readings."""
    one = loaded(rules, folder)
    assert one.game is not None
    context = Context(one.game, Maker(one.parsed), {}, PLAN, size_settings(one.parsed.file.sections))
    readings = next(pairs(one.game))
    waiting = Waiting("first_ace", *readings.names, 0, 0, deals_apart=False, counted=True)
    found = escalate(Asker(context), readings, waiting, now() + 6)
    assert found.film is None or replayed(one, found)
    return found


def test_what_is_rare_is_found_by_more_games(tmp_path: Path) -> None:
    # The first player is dealt the 3 of spades and an ace (2 of 28 hands) and the second the 4 of hearts (2 in 6), and
    # both lay just these first (1 in 4): 0.6 % of games.
    rare = text(
        permits="  permit any\n  forbid no_ace under first_ace is no when c is A and 3S is in pile\n"
        "    and size of pile = 2 and top of pile is 4H\n  precedence no_ace > any",
        otherwise=PASS_BY,
        tail=QUESTION.format('  ruling yes because "nothing forbids it"'),
    )
    found = looked_into(rare, tmp_path)
    assert found.standing == "shown", found
    assert 0.003 < found.often < 0.012


def test_what_is_equal_is_proved(tmp_path: Path) -> None:
    assert looked_into(question("c is 2"), tmp_path).standing == "proved"


def test_an_order_that_decides_nothing_is_proved_idle(tmp_path: Path) -> None:
    permits = (
        "  permit any\n  forbid ace when c is A\n  permit spade when c is {}\n  precedence spade, ace > any\n"
        "  precedence ace > spade under first_ace is no\n  precedence spade > ace under first_ace is yes"
    )
    tail = QUESTION.format('  ruling yes because "nothing forbids it"')
    idle, decides = (
        same_but_order(*games(text(permits=permits.format(card), otherwise=PASS_BY, tail=tail), tmp_path), now() + 20)
        for card in ("2S", "AS")
    )
    assert idle
    assert not decides
    assert not same_but_order(*games(question("pile is empty"), tmp_path), now() + 20)


def test_every_play_of_a_smaller_game(tmp_path: Path) -> None:
    for rules, parted in ((question("pile is empty"), True), (question("c is 2"), False), (TOGETHER, False)):
        one = loaded(rules, tmp_path)
        assert one.game is not None
        context = Context(one.game, Maker(one.parsed), {}, PLAN)

        def both(settings: object, context: Context = context) -> tuple[ir.Game, ir.Game] | None:
            assert isinstance(settings, dict)
            a, b = (context.under({**settings, "first_ace": reading}) for reading in ("yes", "no"))
            return None if a is None or b is None else (a, b)

        followed = smaller(one.game, size_settings(one.parsed.file.sections), {}, both, now() + 1.5)
        assert (followed.parting is not None) == parted
        assert bool(followed.scope) != parted
