"""Self-checks of the hand-written Corners: the rulebook's worked examples, each reading, random games.

Whether the rule file agrees with it is not asked here.
"""

import random
from itertools import pairwise
from typing import Any

import pytest

from tests.reference.corners import CORNERS, PLACES, RANKS, SIDES, SUITS, Corners

DECK = [r + s for r in RANKS for s in SUITS]
SORTED = sorted(DECK)
OTHERS = [(question, reading) for question, all_ in Corners.QUESTIONS.items() for reading in all_[1:]]
ENDLESS = [("king_from", "any_pile"), ("slot_pile", "allowed"), ("stalemate", "never")]


def position(hand: str, *, draw: str = "", other: str = "AS 2S", **options: Any) -> Corners:
    """A position in which player 1 of two decides; piles are given by place, readings by question."""
    game = Corners({q: r for q, r in options.items() if q in Corners.QUESTIONS}, players=2)
    game.start(DECK)
    game.hand = {1: set(hand.split()), 2: set(other.split())}
    game.draw = draw.split()
    game.pile = {place: options.get(place, "").split() for place in PLACES}
    game.freed, game.fresh = dict.fromkeys(SIDES, False), dict.fromkeys(SIDES, False)
    game.mover, game.quiet, game.busy, game.returns = 1, 0, True, None
    return game


def named(game: Corners, name: str) -> set[tuple[Any, ...]]:
    return {move for move in game.legal_moves() if move[0] == name}


def all_cards(game: Corners) -> list[str]:
    return sorted(c for zone in game.state().values() if isinstance(zone, (tuple, frozenset)) for c in zone)


def test_eighteen_questions_and_unknown_readings():
    assert len(Corners.QUESTIONS) == 18
    with pytest.raises(ValueError, match="no such reading"):
        Corners({"ace": "wild"})
    with pytest.raises(ValueError, match="players 7"):
        Corners(players=7)


def test_deal_and_first_draw():
    game = Corners(players=2)
    game.start(DECK)
    state = game.state()
    assert state["hand 1"] == {"KS", "KH", "KD", "KC", "QS", "QH", "QD", "9D"}
    assert state["hand 2"] == {"QC", "JS", "JH", "JD", "JC", "10S", "10H"}
    assert [state[f"pile {side}"] for side in SIDES] == [("10D",), ("10C",), ("9S",), ("9H",)]
    assert all(state[f"pile {corner}"] == () for corner in CORNERS)
    assert state["draw"][-2:] == ("8S", "9C")
    assert (state["mover"], state["quiet"], state["busy"], game.to_move) == (1, 0, True, 0)


# --- worked examples ---------------------------------------------------------------------------------------------


def test_example_only_a_red_seven_goes_on_top():
    game = position("7H 7D 7C 6H 9D 9C", north="9H 8C")
    assert named(game, "play") == {("play", "7H", "north"), ("play", "7D", "north")}
    game.apply(("play", "7H", "north"))
    assert game.state()["pile north"] == ("9H", "8C", "7H")


def test_example_pile_onto_pile():
    game = position("KC", north="5C 4H", east="6D")
    assert named(game, "move") == {("move", "north", "east")}
    game.apply(("move", "north", "east"))
    assert (game.pile["east"], game.pile["north"]) == (["6D", "5C", "4H"], [])


def test_a_black_ten_goes_under_a_red_nine_with_a_free_side():
    game = position("10S KC", north="9H 8C")
    game.apply(("under", "10S", "north"))
    assert game.pile["north"] == ["10S", "9H", "8C"]
    full = position("10S KC", north="9H 8C", east="2C", south="2S", west="3C")
    assert not named(full, "under")


def test_kings_found_corners_and_any_card_an_empty_side():
    game = position("KC 5C", north="KD QC", east="2C", west="3C")
    assert named(game, "start") == {("start", "KC", p) for p in ("south", *CORNERS)} | {("start", "5C", "south")}
    assert named(game, "enthrone") == {("enthrone", "north", q) for q in CORNERS}
    game.apply(("enthrone", "north", "southwest"))
    assert (game.pile["southwest"], game.pile["north"]) == (["KD", "QC"], [])
    assert not named(game, "enthrone")


def test_an_empty_hand_wins_at_once():
    game = position("7H", north="8C", east="6C")
    game.apply(("play", "7H", "north"))
    assert (game.returns, game.to_move, game.legal_moves()) == ([1.0, 0.0], None, [])


def test_quiet_round_is_a_stalemate():
    game = position("7H", other="7D", draw="4C", north="8C")
    game.apply(("pass",))
    assert (game.mover, game.hand[2], game.busy) == (2, {"7D", "4C"}, True)
    game.apply(("pass",))
    game.apply(("pass",))
    assert (game.quiet, game.to_move) == (1, 1)
    game.apply(("pass",))
    assert (game.quiet, game.returns) == (2, [0.0, 0.0])


# --- the other readings ------------------------------------------------------------------------------------------


def test_must_play_out_has_no_pass():
    game = position("7H 2C", turn_end="must_play_out", north="8C", east="JC", south="9C", west="10C")
    assert game.legal_moves() == [("play", "7H", "north")]
    game.apply(("play", "7H", "north"))
    assert game.returns == [0.0, 0.0]  # no card fits any more, so both turns are skipped


def test_win_at_turn_end():
    game = position("7H", win_moment="turn_end", north="8C", east="6C")
    game.apply(("play", "7H", "north"))
    assert set(game.legal_moves()) == {("move", "east", "north"), ("pass",)}
    game.apply(("pass",))
    assert game.returns == [1.0, 0.0]


@pytest.mark.parametrize(("reading", "returns"), [("nobody", [0.0, 0.0]), ("fewest", [1.0, 0.0])])
def test_draw_empty_game_over(reading, returns):
    game = position("7H", draw_empty="game_over", stalemate_result=reading, north="8C")
    game.apply(("pass",))
    assert (game.returns, game.mover, game.busy) == (returns, 2, False)


def test_fewest_may_be_several():
    game = position("7H", other="7D", stalemate_result="fewest", north="8C")
    for _ in range(3):
        game.apply(("pass",))
    assert game.returns == [1.0, 1.0]


def test_stalemate_never():
    game = position("7H", other="7D", stalemate="never", north="8C")
    for _ in range(9):
        game.apply(("pass",))
    assert (game.quiet, game.returns) == (2, None)
    stuck = position("9H QH", other="QD", stalemate="never", north="2C", east="4C", south="6C", west="10C")
    with pytest.raises(RuntimeError, match="no player has a move"):
        stuck.apply(("play", "9H", "west"))


def test_corner_card_any():
    game = position("5C 2C", corner_card="any_card", north="9C", east="9S", south="9H", west="9D")
    assert named(game, "start") == {("start", card, q) for card in ("5C", "2C") for q in CORNERS}
    game.apply(("start", "5C", "northeast"))
    game.pile["north"] = ["6H"]
    game.apply(("move", "northeast", "north"))
    assert (game.pile["northeast"], game.pile["north"]) == ([], ["6H", "5C"])


def test_king_from_any_pile():
    corner = {"northeast": "KD QC", "north": "2C", "east": "2S", "south": "4C", "west": "4S"}
    assert not named(position("5C", **corner), "enthrone")
    game = position("5C", king_from="any_pile", **corner)
    game.apply(("enthrone", "northeast", "southwest"))
    assert (game.pile["northeast"], game.pile["southwest"]) == ([], ["KD", "QC"])


def test_king_travels_alone_or_bare():
    game = position("5C", king_travels="alone", north="KD QC JD", east="KS")
    game.apply(("enthrone", "north", "northeast"))
    game.apply(("enthrone", "east", "southeast"))
    assert (game.pile["northeast"], game.pile["north"], game.pile["east"]) == (["KD"], ["QC", "JD"], [])
    bare = position("5C", king_travels="bare", north="KD QC JD", east="KS")
    assert named(bare, "enthrone") == {("enthrone", "east", q) for q in CORNERS}


def test_slot_cause_pile_on_pile():
    game = position("9S 9C", slot_cause="pile_on_pile", north="KD", east="5C", south="6D", west="2C")
    game.apply(("enthrone", "north", "northeast"))
    assert not named(game, "start")
    game.apply(("move", "east", "south"))
    assert game.state()["freed east"]
    assert named(game, "start") == {("start", "9S", "east"), ("start", "9C", "east")}
    game.apply(("start", "9S", "east"))
    assert not game.state()["freed east"]


def test_slot_time_same_turn():
    game = position("9S 9C", slot_time="same_turn", north="9H", east="5C", south="6D", west="2C", draw="3H")
    game.apply(("move", "east", "south"))
    assert named(game, "start")
    game.apply(("pass",))
    assert not named(game, "start")
    assert not game.state()["fresh east"]


def test_slot_card_no_king():
    game = position("KC", slot_card="no_king", ace="high", under_space="side", north="AD")
    assert named(game, "start") == {("start", "KC", q) for q in CORNERS}
    options = {"north": "QD", "slot_card": "no_king"}
    assert not named(position("KC", **options), "under")
    assert named(position("KC", under_space="startable", **options), "under")


def test_slot_pile_allowed():
    game = position("9S", slot_pile="allowed", north="KD QC", east="5C", south="7D")
    assert named(game, "shift") == {("shift", p, "west") for p in ("north", "east", "south")}
    game.apply(("shift", "north", "west"))
    assert (game.pile["north"], game.pile["west"]) == ([], ["KD", "QC"])


def test_under_no():
    assert not named(position("10S KC", under="no", north="9H 8C"), "under")


def test_under_result_moves():
    game = position("10S KC", under_result="moves", north="9H 8C", east="2C", south="4S")
    assert named(game, "under_into") == {("under_into", "10S", "north", "west")}
    assert not named(game, "under")
    game.apply(("under_into", "10S", "north", "west"))
    assert (game.pile["north"], game.pile["west"]) == ([], ["10S", "9H", "8C"])


@pytest.mark.parametrize(("reading", "under"), [("side", set()), ("startable", {"KS"}), ("any", {"KS", "10S"})])
def test_under_space(reading, under):
    game = position("10S KS", under_space=reading, north="9H 8C", east="QD", south="2C", west="4C")
    assert {move[1] for move in named(game, "under")} == under


def test_ace_high():
    game = position("KC AD", ace="high", north="AH", east="2C", south="KS", west="9C")
    assert named(game, "play") == {("play", "KC", "north")}
    assert named(game, "move") == {("move", "south", "north")}
    low = position("KC AD", north="AH", east="2C", south="KS", west="9C")
    assert named(low, "play") == {("play", "AD", "east")}


def test_step_any_lower():
    game = position("3H 9H", step="any_lower", north="8C", east="10C")
    assert named(game, "play") == {("play", "3H", "north"), ("play", "3H", "east"), ("play", "9H", "east")}


def test_dealt_king_to_corner():
    deck = ["5C", "4C", "3C", "KD", "2C", "KS", *DECK[30:44]]
    game = Corners({"dealt_king": "to_corner"}, players=2)
    game.start(deck)
    assert (game.pile["northeast"], game.pile["southeast"]) == (["KS"], ["KD"])
    assert [game.pile[side] for side in SIDES] == [["2C"], ["3C"], ["4C"], ["5C"]]


# --- random games ------------------------------------------------------------------------------------------------


def check_runs(game: Corners) -> None:
    """Every pile falls by one in alternating colours, Kings lie lowest, and only Kings found corners."""
    for place in PLACES:
        pile = game.pile[place]
        for below, above in pairwise(pile):
            assert game.fits(above, below), "no run"
        assert place in SIDES or not pile or pile[0][0] == "K", "no King in a corner"


def play_out(game: Corners, rng: random.Random, moves: int) -> None:
    game.start(rng.sample(DECK, len(DECK)))
    for number in range(moves):
        if game.to_move is None:
            break
        legal = game.legal_moves()
        game.apply(legal[int(rng.random() * len(legal))])
        assert number % 8 or all_cards(game) == SORTED, "a card is lost or doubled"
    assert all_cards(game) == SORTED, "a card is lost or doubled"


@pytest.mark.parametrize("question", [("turn_end", "any_time"), *OTHERS], ids=".".join)
def test_random_games_keep_cards_and_end(question):
    rng = random.Random(repr(question))
    endings = set()
    for number in range(50):
        game = Corners(dict([question]), players=2 + number % 5)
        play_out(game, rng, 100 if question in ENDLESS else 1000)
        if game.returns is None:
            assert question in ENDLESS
            continue
        endings.add(sum(game.returns))
        if question[0] not in ("corner_card", "ace"):
            check_runs(game)
    assert 1.0 in endings


def test_played_out_games_have_a_winner():
    rng = random.Random(7)
    for number in range(60):
        game = Corners({"turn_end": "must_play_out", "stalemate": "never"}, players=2 + number % 5)
        play_out(game, rng, 1000)
        assert game.returns is not None
        assert sum(game.returns) == 1.0
        assert not game.hand[game.mover]


def test_shrunk_deck():
    deck = [r + s for r in RANKS[5:] for s in "HS"]  # 6 to King: what the note asks of a shrunk deck
    rng = random.Random(8)
    for _ in range(60):
        game = Corners({"turn_end": "must_play_out", "stalemate": "never"}, players=2, hand_size=3)
        game.start(rng.sample(deck, len(deck)))
        while game.to_move is not None:
            game.apply(rng.choice(game.legal_moves()))
        assert all_cards(game) == sorted(deck)
        assert sum(game.returns or []) == 1.0


def test_the_checks_see_faults():
    game = position("7H", north="9H 8H")
    with pytest.raises(AssertionError, match="no run"):
        check_runs(game)
    game.pile = {place: [] for place in PLACES} | {"northeast": ["QH"]}
    with pytest.raises(AssertionError, match="no King in a corner"):
        check_runs(game)
    assert all_cards(game) != SORTED


def test_illegal_moves_are_refused():
    game = position("7H", north="8C")
    for move in (("play", "7H", "east"), ("play", "6H", "north"), ("move", "north", "north"), ("fold",)):
        with pytest.raises(ValueError, match="illegal"):
            game.apply(move)
