"""What is suspicious about many games is said, and nothing else is."""

from dataclasses import replace

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.simulate.flags import Figures, Unused, far_ahead, figures_of, flags, unused
from engine.simulate.simulate import simulate
from spec.ir import nodes as ir
from spec.ir.identity import identified
from tests.engine.games import GAME, NO, PLAY, STEPS, src

SOUND = Figures(200, 200, 10, 0, 10_000, (96, 94), Unused((), ()))


def test_sound_figures_are_not_suspicious():
    assert flags(SOUND) == ()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"drawn": 101}, "101 of 200 finished games were drawn, which is over half"),
        ({"finished": 190, "cut": 10}, "10 of 200 games did not end within 10,000 moves"),
        ({"wins": (140, 50)}, "player 1 has 74% of all wins, where an even share is 50%"),
        ({"wins": (30, 30, 40, 90)}, "player 4 has 47% of all wins, where an even share is 25%"),
        ({"unused": Unused((PLAY.source,), ())}, "one move was made in none of 200 games"),
        ({"unused": Unused((), (src("a"), src("b")))}, "2 clauses took effect in none of 200 games"),
    ],
)
def test_what_is_suspicious_is_said(changed: dict, sentence: str):
    assert [flag.sentence for flag in flags(replace(SOUND, **changed))] == [sentence]


@pytest.mark.parametrize("changed", [{"drawn": 100}, {"finished": 19, "drawn": 19, "games": 19}])
def test_half_drawn_or_few_games_are_not(changed: dict):
    assert flags(replace(SOUND, wins=(1, 1), **changed)) == ()


@pytest.mark.parametrize(
    ("wins", "seat"),
    [
        ((12, 8), None),  # few games
        ((57, 43), None),  # so much chance brings
        ((5_400, 4_600), None),  # surely ahead, and not far
        ((6_100, 3_900), 0),
        ((10, 10, 40), 2),
        ((200,), None),  # who plays alone has no share
        ((0, 0), None),
    ],
)
def test_a_seat_is_ahead_by_a_test_and_by_much(wins: tuple[int, ...], seat: int | None):
    assert far_ahead(wins) == seat


def test_a_move_that_nobody_makes_stands_for_its_clauses():
    never = ir.Action(src("shut"), (), (replace(PLAY.clauses[0], when=NO),), (), ())
    idle = replace(PLAY, clauses=(*PLAY.clauses, ir.Permit(src("never"), NO)))
    steps = (STEPS[0], replace(STEPS[1], act=ir.Ask(("play", "shut"), False, ())), STEPS[2])
    game = identified(replace(GAME, actions=(idle, never), steps=steps))
    figures = figures_of(game, simulate(Interpreter(game), 30))
    assert [s.label for s in figures.unused.moves] == ["shut"]
    assert [s.label for s in figures.unused.clauses] == ["never"]
    assert sum(figures.wins) + figures.drawn == figures.finished
    assert unused(game, ()).clauses != ()
