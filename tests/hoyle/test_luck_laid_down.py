"""Any luck can be laid down for a game, every shuffle and every random value, interpreted or compiled."""

import copy
import shutil
from pathlib import Path

import pytest

import hoyle
from engine.luck.chance import ChanceError, Picked
from hoyle.compiled import Compiled
from hoyle.interpreted import Interpreted
from tests.everyday import everyday
from tests.hoyle.rules import write
from tests.native.harness import NAMES

pytestmark = pytest.mark.skipif(
    not any(shutil.which(c) for c in ("cc", "gcc", "clang")), reason="there is no C compiler on this machine"
)
TWICE = """
game "Twice":
  players 2
  deck A..4 of hearts

zones:
  deck: stack, face down, starts with every card
  seen: stack, face up

state:
  lucky: 1 to 6, starts at 1

move again:
  permit any
  does:
    lucky becomes random
    move everything from seen to deck
    shuffle deck
    draw 2 cards from deck to seen

ends:
  never when lucky = 9: nobody wins

play:
  step deal:
    lucky becomes random
    shuffle deck
    draw 2 cards from deck to seen
  turns from player 1:
    choice act: mover does again
"""
UP, DOWN = ("AH", "2H", "3H", "4H"), ("4H", "3H", "2H", "AH")


@pytest.fixture(params=["interpreter", "compiled"])
def loaded(request, tmp_path: Path):
    """Loads rules or a game by name, for both ways of stepping it."""

    def load(name: str) -> hoyle.Game:
        game = hoyle.load(name if name in NAMES else write(tmp_path, name))
        if request.param == "compiled":
            assert game.compile() == ""
        state = game.new_initial_state()
        assert isinstance(state._stand, Compiled if request.param == "compiled" else Interpreted)
        return game

    return load


def told(game: hoyle.Game, state: hoyle.State) -> list[tuple[str, ...] | int]:
    """What luck did so far, as a user lays it down."""
    return [o.value if isinstance(o, Picked) else tuple(game.deck[c] for c in o.cards) for o in state.log().outcomes]


@pytest.mark.parametrize("name", everyday())
def test_the_luck_of_a_whole_game(name, loaded):
    game = loaded(name)
    first = game.new_initial_state(seed=11)
    moves: list[hoyle.Move] = []
    while not first.is_terminal() and len(moves) < 60:
        legal = first.legal_actions()
        moves.append(legal[len(moves) * 7 % len(legal)])
        first.apply_action(moves[-1])
    luck = told(game, first)
    again = game.new_initial_state(seed=99, luck=luck)
    for move in moves:
        again.apply_action(move)
    assert again.position == first.position
    assert again.log().outcomes == first.log().outcomes


@pytest.mark.parametrize("name", everyday())
def test_the_deck_of_games_that_come_with_hoyle(name, loaded):
    """Where luck is asked for before the shuffle, that luck is by the seed."""
    game = loaded(name)
    shuffled = [o for o in told(game, game.new_initial_state(seed=4)) if not isinstance(o, int)]
    order = tuple(card for card in game.deck[::-1] if card in shuffled[0])
    state = game.new_initial_state(deck=order, seed=4)
    shuffles = [o for o in told(game, state) if not isinstance(o, int)]
    assert shuffles[0] == order
    assert isinstance(state._stand, type(game.new_initial_state(seed=4)._stand))


def test_every_shuffle_and_every_value(loaded):
    game = loaded(TWICE)
    state = game.new_initial_state(luck=[2, UP, 5, ("2H", "3H", "AH", "4H")])
    assert (state.field("lucky"), state.zone("seen")) == ("3", ("4H", "3H"))
    state.apply_action("again")
    assert (state.field("lucky"), state.zone("seen")) == ("6", ("4H", "AH"))


def test_what_is_left_to_the_seed(loaded):
    game = loaded(TWICE)
    states = [game.new_initial_state(seed=s, luck=[None, UP, None, DOWN]) for s in range(30)]
    assert {s.zone("seen") for s in states} == {("4H", "3H")}
    assert len({s.field("lucky") for s in states}) == 6
    for state in states:
        state.apply_action("again")
    assert {s.zone("seen") for s in states} == {("AH", "2H")}
    assert len({s.field("lucky") for s in states}) == 6
    for state in states:
        state.apply_action("again")
    assert len({s.zone("seen") for s in states}) > 5


@pytest.mark.parametrize(
    ("luck", "words"),
    [
        ([UP], "outcome 1 of the script is a shuffle, and a pick is asked for"),
        ([1, 1], "outcome 2 of the script is a pick, and a shuffle is asked for"),
        ([6], "outcome 1 of the script picks 6, not one from 0 to 5"),
        ([-1], "picks -1"),
        ([1, UP[:3]], "shuffles other cards"),
        ([1, (*UP[:3], "AH")], "shuffles other cards"),
        (["AH"], "a list of card names, and this is one text: AH"),
        ([1, ("KS",)], "not all of these are cards of this game: KS"),
    ],
)
def test_luck_that_does_not_fit(luck, words, loaded):
    game = loaded(TWICE)
    with pytest.raises(ValueError, match=words):
        game.new_initial_state(luck=luck)


def test_a_move_whose_luck_does_not_fit_is_not_made(loaded):
    game = loaded(TWICE)
    state = game.new_initial_state(luck=[0, UP, 3, UP[:2]])
    before = state.describe()
    for _ in range(2):
        with pytest.raises(ChanceError, match="outcome 4 of the script shuffles other cards"):
            state.apply_action("again")
        assert (state.describe(), state.history()) == (before, ())
        assert [state.words(m) for m in state.legal_actions()] == ["again"]
    twin = copy.copy(state)
    with pytest.raises(ChanceError):
        twin.apply_action("again")


def test_a_deck_and_more_luck_are_not_told_apart(loaded):
    game = loaded(TWICE)
    with pytest.raises(ValueError, match="`deck` is for the first shuffle alone"):
        game.new_initial_state(deck=UP, luck=[1])


def test_a_clone_keeps_the_luck_laid_down(loaded):
    game = loaded(TWICE)
    state = game.new_initial_state(luck=[2, UP, 5, DOWN])
    twin = copy.copy(state)
    state.apply_action("again")
    twin.apply_action("again")
    assert (twin.field("lucky"), twin.zone("seen")) == (state.field("lucky"), state.zone("seen")) == ("6", ("AH", "2H"))
