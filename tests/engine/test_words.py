"""Words print what they read, observations show no more than may be seen, logs replay or say where they fail."""

import json
from dataclasses import replace

import pytest

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import PASS, Move
from engine.interpreter.observe import mask, observe
from engine.logs.replay import Log, from_json, log_of, replay, to_json
from engine.logs.words import card_names
from engine.luck.chance import Picked, Recording, Seeded
from spec.ir import nodes as ir
from tests.engine.games import CARD, DECK, DOMAINS, GAME, HAND, INT, PLAY, PLAYER, YES, at, num, player, shape, src

SET, SEQUENCE = ir.Cards(False), ir.Cards(True)
LAY = ir.Action(
    src("lay"),
    (
        ir.Param("s", SET, ir.ChooseCards(HAND, "some")),
        ir.Param("q", SEQUENCE, ir.ChooseCards(HAND, "line")),
        ir.Param("c", CARD, ir.ChooseCard(HAND, False)),
        ir.Param("p", PLAYER, ir.ChooseFrom(ir.OverSeats(player(0)))),
        ir.Param("r", ir.Symbol("suit"), ir.ChooseFrom(ir.OverDomain("suit"))),
        ir.Param("n", INT, ir.ChooseFrom(ir.OverNumbers(num(-1), num(3)))),
    ),
    (ir.Permit(src("any"), YES),),
    (),
    (),
)
INTERPRETER = Interpreter(
    replace(GAME, actions=(PLAY, LAY), shapes=(shape("some", least=0), shape("line", ordered=True)))
)
WORDS = INTERPRETER.words


def test_a_move_is_read_as_it_is_printed():
    move = Move("lay", ((2, 3), (5, 1), 0, 1, 1, -1))
    text = "lay(2H 2S, 3S AS, AH, player 2, spades, -1)"
    assert WORDS.move(move) == text
    assert WORDS.parse_move(text) == move
    assert WORDS.parse_move(" lay ( 2s 2h,3S AS, ah, 2, spades, -1)") == move
    assert WORDS.parse_move("lay(no cards, AH, AH, 1, hearts, 0)") == Move("lay", ((), (0,), 0, 0, 0, 0))
    assert WORDS.parse_move("pass") == PASS
    assert WORDS.move(PASS) == "pass"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("sing(2)", "no move is called sing; there are play, lay"),
        ("play", "takes 1 arguments"),
        ("play(AH", "not closed"),
        ("play(9H)", "'9H' does not tell what c is"),
        ("pass(AH)", "no arguments"),
        ("lay(AH ?, AH, AH, 1, hearts, 0)", "what s is"),
        ("lay(AH, AH, AH, 3, hearts, 0)", "what p is"),
        ("lay(AH, AH, AH, 1, hearts, x)", "what n is"),
    ],
)
def test_what_is_no_move_is_said_to_be_none(text, part):
    said = WORDS.parse_move(text)
    assert isinstance(said, str)
    assert part in said


def test_names_of_cards_differ():
    assert card_names(GAME) == ("AH", "AS", "2H", "2S", "3H", "3S", "4H", "4S")
    twice = replace(GAME, deck=(*DECK[:2], replace(DECK[0], copy=1)))
    assert card_names(twice) == ("AH", "AS", "AH#2")
    suits = tuple(replace(d, values=("stars", "stones")) if d.name == "suit" else d for d in DOMAINS)
    assert card_names(replace(GAME, domains=suits))[:2] == ("ASTA", "ASTO")
    odd = tuple(replace(d, values=("A", "AS", "2", "3")) if d.name == "rank" else d for d in DOMAINS)
    odd = tuple(replace(d, values=("s", "ss")) if d.name == "suit" else d for d in odd)
    assert len({name.upper() for name in card_names(replace(GAME, domains=odd))}) == len(DECK)


def test_a_position_in_words():
    position = at(INTERPRETER, {"guest": 1}, heap="4H 2S", hand_1="AH", row_2="3H")
    lines = WORDS.position(position).splitlines()
    for line in ("heap: 4H 2S", "hand of player 1: AH", "hand of player 2: no cards", "row of pile 2: 3H"):
        assert line in lines
    assert {"guest = player 2", "score of player 1 = 0", "at turn"} <= set(lines)


def test_what_each_player_sees():
    position = at(INTERPRETER, heap="4H 2S", hand_1="AH AS", hand_2="3S", row_1="3H 2H", aside="4S")
    assert mask(WORDS, observe(INTERPRETER.layout, position, 0)).splitlines()[:8] == [
        "stock: unseen",
        "heap: ? 2S",
        "hand of player 1: AH AS",
        "hand of player 2: ?",
        "row of pile 1: 3H 2H",
        "row of pile 2: no cards",
        "row of pile 3: no cards",
        "aside: ?",
    ]
    assert "hand of player 2: 3S" in mask(WORDS, observe(INTERPRETER.layout, position, 1))


def test_positions_that_look_alike_are_observed_alike():
    one = at(INTERPRETER, heap="4H 2S", hand_1="AH", hand_2="3S")
    other = at(INTERPRETER, heap="3H 2S", hand_1="AH", hand_2="4S")
    told = at(INTERPRETER, heap="4H 2S", hand_1="AS", hand_2="3S")
    seen = [observe(INTERPRETER.layout, position, 0) for position in (one, other, told)]
    assert seen[0] == seen[1]
    assert hash(seen[0]) == hash(seen[1])
    assert seen[0] != seen[2]


SMALL = Interpreter(GAME)


def played(chance) -> tuple[list[str], Turn]:
    turn = SMALL.start(chance)
    moves: list[str] = []
    while not turn.position.over:
        moves.append(SMALL.words.move(turn.moves[-1]))
        turn = SMALL.apply(turn.position, turn.moves[-1], chance)
    return moves, turn


def a_log(seed: int = 2) -> Log:
    moves, turn = played(Seeded(seed))
    return log_of(SMALL, moves, turn, seed=seed)


def test_a_log_by_seed_and_one_by_outcomes_replay_alike():
    by_seed = a_log()
    recording = Recording(Seeded(2))
    moves, turn = played(recording)
    by_outcomes = log_of(SMALL, moves, turn, outcomes=recording.outcomes)
    for log in (by_seed, by_outcomes):
        again = from_json(SMALL, to_json(SMALL, log))
        assert again == log
        back = replay(SMALL, again)
        assert (back.problem, back.last.position) == ("", turn.position)
    assert replay(SMALL, replace(by_seed, moves=())).problem != ""
    more = replace(by_outcomes, outcomes=(*by_outcomes.outcomes, Picked(2, 1)))
    assert replay(SMALL, more).problem == "the log's luck does not fit: its last outcome is not needed"


@pytest.mark.parametrize(
    ("broken", "part"),
    [
        (replace(a_log(), moves=("play(AH)",) * 9), "move "),
        (replace(a_log(), moves=("sing",)), "no move is called sing"),
        (replace(a_log(), ending="nothing"), "the log says that the game reached nothing"),
        (replace(a_log(), title="other"), "another game"),
        (replace(a_log(), settings=(("players", "3"),)), "other settings"),
        (replace(a_log(), seed=None), "luck"),
    ],
)
def test_a_log_that_does_not_fit_says_where(broken, part):
    assert part in replay(SMALL, broken).problem


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        json.dumps({"version": 2}),
        json.dumps({"version": 1}),
        json.dumps({"version": 1, "moves": [], "seed": "x"}),
        json.dumps({"version": 1, "moves": [], "seed": 5}),
        json.dumps({"version": 1, "moves": [], "seed": 5, "luck": 1}),
        json.dumps({"version": 1, "moves": [], "outcomes": [{"roll": 1}]}),
        json.dumps({"version": 1, "moves": [], "outcomes": [{"shuffle": "ZZ"}]}),
        json.dumps({"version": 1, "moves": [], "outcomes": 3}),
    ],
)
def test_what_is_no_log_is_said_to_be_none(text):
    assert isinstance(from_json(SMALL, text), str)
