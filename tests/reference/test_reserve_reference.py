"""Self-checks of the hand-written Reserve: the rulebook's worked examples, each reading, random games.

Whether the rule file agrees with it is not asked here.
"""

import random
from itertools import combinations
from typing import Any

import pytest

from tests.reference.reserve import RANKS, SUITS, Reserve

DECK = [r + s for r in RANKS for s in SUITS]
SORTED = sorted(DECK)
OTHERS = [(question, reading) for question, all_ in Reserve.QUESTIONS.items() for reading in all_[1:]]


def shuffled(rng: random.Random) -> list[str]:
    return rng.sample(DECK, len(DECK))


def cards(text: str) -> frozenset[str]:
    return frozenset(text.split())


def place(text: str) -> tuple[Any, ...]:
    return ("place", cards(text))


def playing(
    hand: str,
    *,
    top: int = 0,
    stack: str = "",
    deck: str = "",
    hidden: str = "2C 3C",
    visible: str = "",
    **options: str,
) -> Reserve:
    """A position in which player 1 of two decides; player 2 holds the sixes and three hidden kings."""
    game = Reserve({q: r for q, r in options.items() if q in Reserve.QUESTIONS})
    game.start(DECK)
    game.phase, game.mover, game.owed, game.again, game.to_lay = "playing", 1, 1, False, []
    game.deck, game.stack, game.top, game.gone = deck.split(), set(stack.split()), top, set()
    game.dealt = {1: [], 2: []}
    game.hand = {1: set(hand.split()), 2: {"6C", "6D", "6H"}}
    game.hidden = {1: hidden.split(), 2: ["KC", "KD", "KH"]}
    game.visible = {1: [set(visible.split()), set(), set()], 2: [{"4C"}, {"4D"}, {"4H"}]}
    return game


def plays(game: Reserve) -> set[tuple[Any, ...]]:
    return set(game.legal_moves())


def all_cards(game: Reserve) -> list[str]:
    return sorted(c for zone in game.state().values() if isinstance(zone, (tuple, frozenset)) for c in zone)


def test_twenty_questions_and_unknown_readings():
    assert len(Reserve.QUESTIONS) == 20
    with pytest.raises(ValueError, match="no such reading"):
        Reserve({"direction": "sideways"})
    with pytest.raises(ValueError, match="players 6"):
        Reserve(players=6)
    with pytest.raises(ValueError, match="too few"):
        Reserve(players=2).start(DECK[:17])


# --- set-up ------------------------------------------------------------------------------------------------------


def test_deal_hide_and_lay():
    game = Reserve()
    game.start(DECK)
    assert game.state()["dealt 1"] == ("AS", "AH", "AD", "AC", "KS", "KH", "KD", "KC", "QS")
    assert game.state()["dealt 2"] == ("QH", "QD", "QC", "JS", "JH", "JD", "JC", "10S", "10H")
    for index in (2, 2, 7):  # AH, then AD (the list has shifted), then the last
        game.apply(("hide", index))
    assert game.state()["hidden 1"] == ("AH", "AD", "QS")
    assert game.state()["hand 1"] == cards("AS AC KS KH KD KC")
    for _ in range(3):
        game.apply(("hide", 1))
    assert game.to_move == 0
    game.apply(("lay", cards("KS KH KD KC")))
    assert game.state()["hand 1"] == cards("AS AC 10D")
    game.apply(("lay", cards("AS")))
    game.apply(("lay", cards("AC")))
    assert game.state()["hand 1"] == cards("10D 10C 9S")
    assert game.to_move == 1
    for text in ("JS", "JH", "JD"):
        game.apply(("lay", cards(text)))
    state = game.state()
    assert (state["phase"], state["mover"], state["owed"], state["top"]) == ("playing", 1, 1, 0)
    assert [len(state["hand 1"]), len(state["hand 2"])] == [3, 3]
    assert (state["visible 1 1"], state["visible 2 3"]) == (cards("KS KH KD KC"), cards("JD"))


def test_first_stack_turned():
    game = Reserve({"first_stack": "turned"})
    game.start(DECK)
    for _ in range(6):
        game.apply(("hide", 1))
    while game.phase == "laying":
        game.apply(("lay", frozenset({min(game.hand[game.mover])})))
    (card,) = game.stack
    assert game.top == RANKS.index(card[:-1]) + 2
    assert len(game.deck) == 52 - 2 * 9 - 1  # single cards leave three in hand, so nobody drew


def test_setup_order_round_robin():
    game = Reserve({"setup_order": "round_robin"}, players=3)
    game.start(DECK)
    for _ in range(9):
        game.apply(("hide", 1))
    layers = []
    while game.phase == "laying":
        layers.append(game.mover)
        game.apply(("lay", frozenset({min(game.hand[game.mover])})))
    assert layers == [1, 2, 3] * 3


def drained(reading: str) -> Reserve:
    """Player 5 of five is about to lay out of the hand 3 4 5 6 7 8, with an empty deck."""
    game = Reserve({"setup_deck_out": reading}, players=5)
    game.start(DECK)
    game.phase, game.mover, game.to_lay, game.deck = "laying", 5, [(5, 0), (5, 1), (5, 2)], []
    for p in range(1, 6):
        game.dealt[p] = []
    game.hand[5] = {"3C", "4C", "5C", "6C", "7C", "8C"}
    return game


def test_setup_deck_out_fewer_leaves_placements_out():
    game = drained("fewer")
    game.apply(("lay", cards("3C 4C 5C 6C 7C 8C")))
    assert game.phase == "playing"
    assert [bool(pile) for pile in game.visible[5]] == [True, False, False]


def test_setup_deck_out_save_keeps_a_card_for_each():
    game = drained("save")
    assert ("lay", cards("3C 4C 5C 6C")) in plays(game)
    assert ("lay", cards("3C 4C 5C 6C 7C")) not in plays(game)
    with pytest.raises(ValueError, match="illegal"):
        game.apply(("lay", cards("3C 4C 5C 6C 7C")))
    game.deck = ["9C"]
    assert ("lay", cards("3C 4C 5C 6C 7C")) in plays(game)


# --- placements --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("straight_ace", ["high", "both"])
@pytest.mark.parametrize("straight_suit", ["any", "same"])
@pytest.mark.parametrize("longest", [3, 13])
def test_placements_are_the_well_formed_subsets(straight_ace, straight_suit, longest):
    game = Reserve({"straight_ace": straight_ace, "straight_suit": straight_suit}, longest=longest)
    rng = random.Random(longest)
    hands = [rng.sample(DECK[:20] + DECK[48:], 8) for _ in range(10)] + [[r + "C" for r in RANKS]]
    for hand in hands:
        listed = list(game.placements(set(hand)))
        subsets = (frozenset(x) for size in range(1, len(hand) + 1) for x in combinations(hand, size))
        assert len(listed) == len(set(listed))
        assert set(listed) == {x for x in subsets if game.shape(x)}


def test_groups_and_straights_do_not_mix():
    game = Reserve()
    for text in ("", "5C 6C", "5C 5D 6C 7C", "5C 6C 7C 8C 8D", "5C 7C 9C", "QC KC AC 2C", "AC 2C 3C"):
        assert game.shape(cards(text)) is None, text
    for text in ("5C", "5C 5D", "5C 5D 5H 5S", "5C 6D 7H", "QC KC AC"):
        assert game.shape(cards(text)) is not None, text


# --- worked examples ---------------------------------------------------------------------------------------------


def test_example_top_is_a_five():
    game = playing("3C 4C 5D 9D KD AD 2D", top=5, stack="5C")
    assert plays(game) == {place(c) for c in ("5D", "9D", "KD", "AD", "2D")} | {place("2D 3C 4C"), place("2D 3C 4C 5D")}


def test_example_three_tens_on_a_seven():
    game = playing("10C 10D 10H 3C", top=7, stack="7C")
    game.apply(place("10C 10D 10H"))
    assert (game.top, game.stack) == (10, {"7C", "10C", "10D", "10H"})


def test_example_straights_on_a_jack():
    game = playing("10C JD QD KD", top=11, stack="JC")
    assert place("10C JD QD") not in plays(game)
    game.apply(place("JD QD KD"))
    assert game.top == 13


def test_straight_from_a_two_is_always_placed():
    game = playing("2D 3D 4D", top=13, stack="KS")
    assert place("2D 3D 4D") in plays(game)
    assert place("2D") in plays(game)
    game.apply(place("2D 3D 4D"))
    assert game.top == 4


def test_aces_chain():
    game = playing("AC AD 5D 9D", top=7, stack="7C")
    game.apply(place("AC"))
    assert (game.gone, game.stack, game.top, game.to_move) == ({"7C", "AC"}, set(), 0, 0)
    game.apply(place("AD"))
    game.apply(place("5D"))
    assert (game.gone, game.stack, game.to_move) == ({"7C", "AC", "AD"}, {"5D"}, 1)


def test_take_is_forced_and_ends_the_turn():
    game = playing("3D 4D", top=7, stack="7C 6D")
    assert plays(game) == {("take",)}
    game.apply(("take",))
    assert (game.hand[1], game.top, game.to_move) == ({"3D", "4D", "7C", "6D"}, 0, 1)


def test_visible_then_hidden_then_win():
    game = playing("8D", top=7, stack="7C", visible="9D", hidden="10D")
    game.apply(place("8D"))
    assert (game.hand[1], game.visible[1][0]) == ({"9D"}, set())
    game.mover = 1
    game.apply(place("9D"))
    game.mover = 1
    assert plays(game) == {("try", 1)}
    game.apply(("try", 1))
    assert (game.to_move, game.returns, game.state()["winner"]) == (None, [1.0, 0.0], 1)
    assert game.legal_moves() == []


def test_last_card_an_ace_wins_without_another_placement():
    game = playing("", top=7, stack="7C", hidden="AD")
    game.apply(("try", 1))
    assert game.returns == [1.0, 0.0]


def test_zero_sum_returns():
    game = Reserve(players=3, returns="zero_sum")
    game.start(DECK)
    game.phase, game.mover, game.deck, game.owed, game.dealt[2] = "playing", 2, [], 1, []
    game.hidden[2] = ["5D"]
    game.apply(("try", 1))
    assert game.returns == [-0.5, 1.0, -0.5]


def test_failed_hidden_card_comes_to_hand_with_the_stack():
    game = playing("", top=7, stack="7C", hidden="3D 5D 9D")
    game.apply(("try", 2))
    assert (game.hand[1], game.hidden[1], game.stack, game.top) == ({"5D", "7C"}, ["3D", "9D"], set(), 0)
    assert game.to_move == 1


# --- the other readings ------------------------------------------------------------------------------------------


def test_place_optional():
    assert ("take",) not in plays(playing("9D", top=7, stack="7C"))
    assert ("take",) in plays(playing("9D", top=7, stack="7C", place_optional="may_take"))
    assert ("take",) not in plays(playing("9D", place_optional="may_take"))


def test_straight_ace_both():
    game = playing("AC 2D 3D", top=13, stack="KS", straight_ace="both", ace_effect="only_alone")
    game.apply(place("AC 2D 3D"))
    assert game.top == 3
    game = playing(
        "AC 2D 3D", straight_ace="both", ace_effect="only_alone", top_after_straight="lowest", top=13, stack="KS"
    )
    game.apply(place("AC 2D 3D"))
    assert game.top == 14


def test_straight_suit_same():
    game = playing("5C 6C 7C 7D", straight_suit="same")
    assert {move[1] for move in plays(game) if len(move[1]) > 2} == {cards("5C 6C 7C")}
    assert place("5C 6C 7D") in plays(playing("5C 6C 7C 7D"))


def test_top_after_straight():
    game = playing("9D 10D JD", top=7, stack="7C", top_after_straight="lowest")
    game.apply(place("9D 10D JD"))
    assert game.top == 9


def test_straight_with_ace():
    assert place("QD KD AD") not in plays(playing("QD KD AD", top=13, stack="KS"))
    assert place("QD KD AD") in plays(playing("QD KD AD", top=13, stack="KS", straight_with_ace="always"))


@pytest.mark.parametrize(("reading", "top", "mover"), [("any", 0, 0), ("only_alone", 14, 1)])
def test_ace_effect(reading, top, mover):
    game = playing("QD KD AD 5D", top=5, stack="5C", ace_effect=reading)
    game.apply(place("QD KD AD"))
    assert (game.top, game.to_move) == (top, mover)


@pytest.mark.parametrize(("reading", "owed"), [("once", 1), ("per_ace", 2)])
def test_aces_together(reading, owed):
    game = playing("AC AD 5D 3D", top=5, stack="5C", aces_together=reading)
    game.apply(place("AC AD"))
    assert game.owed == owed
    game.apply(place("5D"))
    assert game.to_move == (0 if reading == "per_ace" else 1)
    if reading == "per_ace":
        assert plays(game) == {("take",)}
        game.apply(("take",))
        assert game.to_move == 1


def test_again_optional():
    game = playing("AC 5D", top=5, stack="5C", again_optional="may")
    assert ("stop",) not in plays(game)
    game.apply(place("AC"))
    assert plays(game) == {place("5D"), ("stop",)}
    game.apply(("stop",))
    assert game.to_move == 1
    game = playing("", hidden="AC 5D", again_optional="may")
    game.apply(("try", 1))
    assert plays(game) == {("try", 1), ("stop",)}


@pytest.mark.parametrize(("reading", "top"), [("counts_two", 2), ("keeps_rank", 9)])
def test_two_on_top(reading, top):
    game = playing("2C 2D 5D", top=9, stack="9C", two_on_top=reading)
    game.apply(place("2C 2D"))
    assert game.top == top


def test_two_keeps_no_rank_on_an_empty_stack():
    game = playing("2C 5D", two_on_top="keeps_rank")
    game.apply(place("2C"))
    assert game.top == 2


def test_pair_of_twos():
    assert place("2C 2D") in plays(playing("2C 2D", top=9, stack="9C"))
    game = playing("2C 2D 3C 4C", top=9, stack="9C", pair_of_twos="single")
    assert plays(game) == {place("2C"), place("2D"), place("2C 3C 4C"), place("2D 3C 4C")}


def test_wild_twos():
    game = playing("10S 10H 2S 2D 3C", top=9, stack="9C", wild_twos="in_multiples")
    wild = {
        "10S 2S",
        "10S 2D",
        "10S 2S 2D",
        "10H 2S",
        "10H 2D",
        "10H 2S 2D",
        "10S 10H 2S",
        "10S 10H 2D",
        "10S 10H 2S 2D",
    }
    plain = {"10S", "10H", "10S 10H", "2S", "2D", "2S 2D"}
    assert plays(game) == {place(text) for text in wild | plain}
    game.apply(place("10S 10H 2S"))
    assert (game.top, game.stack) == (10, {"9C", "10S", "10H", "2S"})


def test_failed_hidden_back():
    game = playing("", top=7, stack="7C", hidden="3D 5D 9D", failed_hidden="back_hidden")
    game.apply(("try", 2))
    assert (game.hand[1], game.hidden[1]) == ({"7C"}, ["3D", "5D", "9D"])


@pytest.mark.parametrize(("reading", "hand"), [("refill_first", "JC JD JH"), ("reserve_first", "9D JC JD")])
def test_pickup_order(reading, hand):
    game = playing("8D", deck="JH JD JC", visible="9D", pickup_order=reading)
    if reading == "refill_first":
        game.apply(place("8D"))
        assert (game.hand[1], game.visible[1][0]) == (set(hand.split()), {"9D"})
    else:
        game.deck = ["JD", "JC"]
        game.apply(place("8D"))
        assert (game.hand[1], game.visible[1][0]) == (set(hand.split()), set())


def test_pickup_when_next_turn():
    game = playing("AD", top=7, stack="7C", visible="9D", pickup_when="next_turn")
    game.apply(place("AD"))  # a second placement is due, and it comes out of the reserve
    assert (game.hand[1], game.to_move) == ({"9D"}, 0)
    game = playing("8D", top=7, stack="7C", visible="9D", pickup_when="next_turn")
    game.apply(place("8D"))
    assert (game.hand[1], game.to_move) == (set(), 1)
    game.apply(("take",))
    assert (game.hand[1], game.to_move) == ({"9D"}, 0)


@pytest.mark.parametrize(("reading", "sizes"), [("each", (3, 3)), ("turn_end", (2, 3))])
def test_refill_when(reading, sizes):
    game = playing("AD 9D 10D", deck="JC JD JH", refill_when=reading)
    game.apply(place("AD"))
    assert len(game.hand[1]) == sizes[0]
    game.apply(place("9D"))
    assert len(game.hand[1]) == sizes[1]


def test_refill_at_turn_end_after_stop():
    game = playing("AD 9D 10D", deck="JC JD JH", refill_when="turn_end", again_optional="may")
    game.apply(place("AD"))
    game.apply(("stop",))
    assert (len(game.hand[1]), game.to_move) == (3, 1)


def test_after_take_places():
    game = playing("3D", top=7, stack="7C", after_take="places")
    game.apply(("take",))
    assert (game.to_move, plays(game)) == (0, {place("3D"), place("7C")})
    game = playing("", top=7, stack="7C", hidden="3D 5D", after_take="places", again_optional="may")
    game.apply(("try", 1))
    assert (game.to_move, plays(game)) == (0, {place("3D"), place("7C")})


def test_direction_down():
    game = Reserve({"direction": "down"}, players=3)
    game.start(DECK)
    movers: list[int] = []
    while len(movers) < 4:
        if game.phase == "playing":
            movers.append(game.mover)
        game.apply(game.legal_moves()[0] if game.phase != "playing" else low_play(game))
    assert movers == [1, 3, 2, 1]


def low_play(game: Reserve) -> tuple[Any, ...]:
    """A move that hands on the turn: a placement without an ace, or the only thing left."""
    moves = game.legal_moves()
    return next((m for m in moves if m[0] == "place" and not any(c[0] == "A" for c in m[1])), moves[-1])


# --- random games ------------------------------------------------------------------------------------------------


def check_position(game: Reserve) -> None:
    """What holds at every decision, whatever the readings."""
    assert all_cards(game) == SORTED, "a card is lost or doubled"
    assert (game.top == 0) == (not game.stack), "the top and the stack disagree"
    assert game.phase == "over" or game.legal_moves(), "nothing to do"


def play_out(game: Reserve, rng: random.Random, decisions: int) -> None:
    game.start(shuffled(rng))
    for number in range(decisions):
        assert number % 16 or all_cards(game) == SORTED
        moves = game.legal_moves()
        game.apply(moves[int(rng.random() * len(moves))])
        if game.phase == "over":
            break
    check_position(game)


@pytest.mark.parametrize("question", [("direction", "up"), *OTHERS], ids=".".join)
def test_conservation_over_random_games(question):
    rng = random.Random(repr(question))
    ended = 0
    for number in range(50):
        game = Reserve(dict([question]), players=5 if number % 8 else 4, longest=3)
        play_out(game, rng, 100)
        if game.returns is not None:
            ended += 1
            assert sorted(game.returns) == [0.0] * (game.players - 1) + [1.0]
            assert not game.deck
    assert ended


def test_every_position_of_some_default_games():
    rng = random.Random(5)
    for _ in range(5):
        game = Reserve(players=3, longest=3)
        game.start(shuffled(rng))
        for _ in range(100):
            if game.to_move is None:
                break
            kept = game.says("setup_deck_out", "fewer") and game.phase == "playing"
            assert not kept or not game.deck or all(len(hand) >= 3 for hand in game.hand.values())
            check_position(game)
            game.apply(rng.choice(game.legal_moves()))


def test_the_position_check_sees_faults():
    game = playing("3D 4D", top=7, stack="7C")
    with pytest.raises(AssertionError, match="lost or doubled"):
        check_position(game)
    game.start(DECK)
    check_position(game)
    game.top = 5
    with pytest.raises(AssertionError, match="disagree"):
        check_position(game)


def test_illegal_moves_are_refused():
    game = playing("3D 4D", top=7, stack="7C")
    for move in (place("3D"), place("9D"), ("lay", cards("3D")), ("hide", 1), ("try", 1), ("stop",), ("fold",)):
        with pytest.raises(ValueError, match="illegal"):
            game.apply(move)
