"""Teams: told by the seats, won by all players of a team, and alike in every engine."""

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from hoyle.api import load
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from tests.conformance.harness import agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import QUICK, library_of, needs_compiler, play_both

TEXT = """
game "Small partnerships":
  players 3 to 4, usually 4
  deck 2..5 of hearts, spades
  teams: odd as "the odd side" (players 1 and 3) against even (players 2 and 4) under players = 4

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  won[team]: set, face up

state:
  score[team]: 0 to 20

move lay(c: card from hand of mover):
  permit any
  does put:
    move c to won of team of mover
    if c is red and players = 4: add 1 to score of team of partner of mover

ends:
  lucky when score of team 1 = 3: team 1 wins
  close when score of team of mover = 2 and size of won of team of next player > 2: team of mover wins
  most at act when hand of mover is empty: every team t with score of t = greatest of score of u over team u wins
  points at act when size of won of team 1 = 3: every team t scores 2 * score of t
  precedence lucky > close > points > most

play:
  step deal:
    shuffle deck
    deal 2 cards from deck to each hand
  turns from player 1:
    choice act: mover does lay
"""


@pytest.mark.parametrize("players", [3, 4])
def test_every_engine_agrees(players, tmp_path):
    game = load(write(tmp_path, TEXT), players=players).interpreter.game
    assert python_agrees(Interpreter(game), python_engine(game), range(12), most=60)[0] == 12
    assert agreeing(game, javascript_engine(game, tmp_path), 12, most=60)[0] == 12


@needs_compiler
@pytest.mark.parametrize("players", [3, 4])
def test_c_agrees(players, tmp_path):
    game = load(write(tmp_path, TEXT), players=players).interpreter.game
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 12, most=60)[0] == 12
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(12)) > 0


def test_partners_win_and_lose_together(tmp_path):
    interpreter = load(write(tmp_path, TEXT)).interpreter
    for seed in range(20):
        luck = Seeded(seed)
        turn = interpreter.start(luck)
        while turn.moves:
            turn = interpreter.apply(turn.position, turn.moves[seed % len(turn.moves)], luck)
        assert turn.position.result is not None
        returns = turn.position.result.returns
        assert (returns[0], returns[1]) == (returns[2], returns[3])


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (4, "Players 1 and 3 (*the odd side*) play against players 2 and 4 (*even*)."),
        (4, "Players 1 and 3 are *the odd side*; players 2 and 4 are *even*."),
        (4, "A player’s partner is the other player of the same team."),
        (4, "the game is over: *the odd side* wins."),
        (4, "the game is over: your [team](#team) wins."),
        (3, "Each player plays alone."),
        (3, "the game is over: team 1 wins."),
    ],
)
def test_the_rulebook_tells_the_seats(players, said, tmp_path):
    game = load(write(tmp_path, TEXT), players=players).interpreter.game
    assert said in to_markdown(rulebook(game))
