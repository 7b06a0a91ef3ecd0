"""Checks the plain engine of Twenty-One Piles by itself: the rulebook's examples, each reading, random games.

It leaves the comparison with other engines to the agreement tests.
"""

import random
from typing import Any

import pytest

from tests.reference.twentyone import (
    DECK,
    TwentyOne,
    consecutive,
    pure_rank,
    pure_run,
    pure_suit,
)

GAMES = 16
VARIANTS: list[dict[str, str]] = [{}] + [
    {question: reading} for question, known in TwentyOne.QUESTIONS.items() for reading in known[1:]
]
MIXES = 4


def at(hand: str, pile1: str = "", pile2: str = "", readings: Any = None, players: int = 5, **more: Any) -> TwentyOne:
    """Seat 0 to move with `hand`; the other seats hold what `hand2` and so on name, in `more`, else an unseen card."""
    named = {key.replace("_", " "): value for key, value in more.items()}
    state: dict[str, Any] = {"turn": 1, "stock": tuple(named.pop("stock", "").split())}
    modes = {key: named.pop(key) for key in list(named) if key.split()[0] in {"mode", "gap", "both", "last"}}
    state |= modes | {"hand 1": hand.split(), "pile 1": pile1.split(), "pile 2": pile2.split()}
    shown = {*state["stock"], *state["hand 1"], *state["pile 1"], *state["pile 2"], *" ".join(named.values()).split()}
    spare = (card for card in DECK if card not in shown)
    for seat in range(2, players + 1):
        state[f"hand {seat}"] = named[f"hand {seat}"].split() if f"hand {seat}" in named else [next(spare)]
    game = TwentyOne(readings or {}, players=players)
    game.restore(state)
    return game


def lay(cards: str, pile: int = 1, *eleven: int) -> tuple[Any, ...]:
    """The move that lays the cards, unordered, on a pile."""
    return ("play", frozenset(cards.split()), pile, *eleven)


def after(game: TwentyOne, *moves: tuple[Any, ...]) -> dict[str, Any]:
    """The state after the moves."""
    for move in moves:
        game.apply(move)
    return game.state()


def fault(game: TwentyOne) -> str | None:
    """What is wrong with the position of a game begun by `start`, in a word, or None."""
    state = game.state()
    cards = [card for value in state.values() if isinstance(value, (tuple, frozenset)) for card in value]
    if sorted(cards) != sorted(DECK):
        return "conservation"
    if any(card[:-1] == "7" for card in state["pile 1"] | state["pile 2"]):
        return "seven at rest"
    if any(not state[f"pile {n}"] and state[f"mode {n}"] != "open" for n in (1, 2)):
        return "mode of an empty pile"
    if (game.to_move is None) != (game.returns is not None) or (game.to_move is None) == bool(game.legal_moves()):
        return "stuck or not over"
    if len(set(game.legal_moves())) < len(game.legal_moves()):
        return "move twice"
    if state["stock"] and any(len(hand) != 2 for hand in game.hands):
        return "hand size"
    return None


def play_out(game: TwentyOne, rng: random.Random) -> int:
    """Play at random to the end with `fault` at every decision; the number of decisions."""
    deck = list(DECK)
    rng.shuffle(deck)
    game.start(deck)
    decisions = 0
    while game.to_move is not None:
        assert fault(game) is None
        game.apply(rng.choice(game.legal_moves()))
        decisions += 1
    assert fault(game) is None
    return decisions


# --- random games


@pytest.mark.parametrize("readings", VARIANTS, ids=lambda r: "-".join(f"{q}={a}" for q, a in r.items()) or "default")
def test_random_games_of_each_reading(readings):
    rng = random.Random(21)
    for _ in range(GAMES):
        # Each turn lays a card or takes a pile; a pile is taken at most once for each three cards laid.
        assert play_out(TwentyOne(readings), rng) <= 52 + 52 // 3


def test_random_games_of_mixed_readings_and_numbers_of_players():
    rng = random.Random(22)
    for _ in range(MIXES):
        for players in range(2, 8):
            readings = {question: rng.choice(known) for question, known in TwentyOne.QUESTIONS.items()}
            play_out(TwentyOne(readings, players=players), rng)


def test_state_and_restore_agree():
    rng = random.Random(23)
    readings = {question: known[-1] for question, known in TwentyOne.QUESTIONS.items()}
    game = TwentyOne(readings)
    game.start(DECK)
    while game.to_move is not None:
        copy = TwentyOne(readings)
        copy.restore(game.state())
        assert copy.state() == game.state()
        assert copy.legal_moves() == game.legal_moves()
        game.apply(rng.choice(game.legal_moves()))


def test_planted_faults_are_found():
    def broken(change):
        game = TwentyOne()
        game.start(DECK)
        change(game)
        return fault(game)

    def rest_a_seven(game):
        game.piles[0].cards.append(game.stock.pop(game.stock.index("7C")))

    assert broken(lambda game: None) is None
    assert broken(lambda game: game.stock.pop()) == "conservation"
    assert broken(lambda game: game.taken[0].add("AC")) == "conservation"
    assert broken(rest_a_seven) == "seven at rest"
    assert broken(lambda game: setattr(game.piles[1], "mode", "run")) == "mode of an empty pile"
    assert broken(lambda game: setattr(game, "to_move", None)) == "stuck or not over"
    assert broken(lambda game: setattr(game, "_legal", 2 * game.legal_moves())) == "move twice"
    assert broken(lambda game: game.hands[0].add(game.stock.pop())) == "hand size"


def test_wrong_input_is_refused():
    with pytest.raises(ValueError, match="no such reading"):
        TwentyOne({"ties": "coin"})
    with pytest.raises(ValueError, match="no such reading"):
        TwentyOne({"tie": "shared"})
    with pytest.raises(ValueError, match="players"):
        TwentyOne(players=8)
    with pytest.raises(ValueError, match="52"):
        TwentyOne().start(DECK[1:])
    with pytest.raises(ValueError, match="not legal"):
        at("QC QD", "").apply(lay("QC QD"))


# --- setup and sets


def test_deal():
    game = TwentyOne()
    game.start(DECK)
    state = game.state()
    assert state["hand 1"] == {"KS", "KH"}
    assert state["hand 5"] == {"JS", "JH"}
    assert len(state["stock"]) == 42
    assert set(game.legal_moves()) == {lay(card, pile) for card in ("KS", "KH") for pile in (1, 2)}
    seats = range(1, 6)
    zones = {f"{zone} {seat}" for zone in ("hand", "taken") for seat in seats} | {"stock", "pile 1", "pile 2"}
    assert set(state) == zones | {"mode 1", "mode 2", "turn"}


def test_predicates():
    assert pure_suit(["5S", "9S", "4S"])
    assert not pure_suit(["5S", "9H", "4S"])
    assert pure_rank(["KC", "KD", "KS"])
    assert not pure_rank(["KC", "KD"])
    assert not pure_run(["4C", "6C", "9D"])
    assert not pure_run(["KC", "AD", "2S"])
    assert not pure_run(["4C", "4D", "5S"])
    assert pure_run(["AC", "2D", "3S"])
    assert pure_run(["QC", "KD", "AS"])
    assert consecutive(["KC", "AD"])
    assert not consecutive(["2C", "AC", "KD"])


def test_two_cards_to_21_and_refill():
    state = after(at("4C 2D", "KC 5H", stock="8C 9C JD"), lay("4C 2D"))
    assert state["taken 2"] == {"KC", "5H", "4C", "2D"}
    assert state["pile 1"] == frozenset()
    assert state["hand 1"] == {"JD", "9C"}
    assert (state["stock"], state["turn"]) == (("8C",), 2)


def test_ace_and_ten_on_an_empty_pile():
    assert after(at("AC KD"), lay("AC KD"))["taken 2"] == {"AC", "KD"}


@pytest.mark.parametrize(
    ("pile", "card", "mode"),
    [
        ("5S 9S", "4S", "flush"),
        ("5S 9H", "4S", "open"),
        ("KC KD", "KS", "rank"),
        ("4C 6D", "9S", "open"),
        ("4C 6D", "5S", "run"),
        ("AC 2D", "3S", "run"),
        ("9S 10S", "JS", "flush"),
    ],
)
def test_one_card_sets(pile, card, mode):
    state = after(at(f"{card} 2C", pile), lay(card))
    assert (state["mode 1"], state["pile 1"]) == (mode, {*pile.split(), card})


def test_queen_king_ace_is_21_before_it_is_a_run():
    assert after(at("AS 2C", "QC KD"), lay("AS"))["taken 2"] == {"AS", "QC", "KD"}


def test_pairs_from_hand():
    assert lay("QC QD") not in at("QC QD").legal_moves()
    assert lay("KC KD") not in at("KC KD", "KS 6C").legal_moves()
    assert after(at("QC QD", "QS"), lay("QC QD"))["mode 1"] == "rank"


def test_busts():
    assert after(at("9C 2D", "KC 8H"), lay("9C"))["taken 1"] == {"KC", "8H", "9C"}
    assert after(at("9C 2D", "KC 8H"), lay("2D"))["pile 1"] == {"KC", "8H", "2D"}


# --- set-mode


def test_extending_at_both_ends_and_passing_on():
    game = at("4C 5D", "AC 2D 3S", mode_1="run", stock="2C 2S 2H")
    assert set(game.legal_moves()) == {("take", 1), lay("4C"), lay("4C 5D")}
    state = after(game, lay("4C 5D"))
    assert (state["mode 1"], len(state["pile 1"]), state["turn"]) == ("run", 5, 2)
    assert state["hand 1"] == {"2H", "2S"}
    state = after(at("8C QD", "9C 10D JS", mode_1="run"), lay("8C QD"))
    assert (state["mode 1"], len(state["pile 1"])) == ("run", 5)


def test_flush_binds_and_run_does_not():
    game = at("KS 8H", "4S 5S 6S", "2C", mode_1="flush")
    assert set(game.legal_moves()) == {("take", 1), lay("KS")}
    assert after(game, lay("KS"))["mode 1"] == "flush"


def test_taking():
    state = after(at("KC 8H", "4S 5S 6S", mode_1="flush"), ("take", 1))
    assert (state["taken 1"], state["mode 1"], state["turn"]) == ({"4S", "5S", "6S"}, "open", 2)


def test_extension_to_21_is_promoted():
    state = after(at("5S 8H", "AS 2S 3S", mode_1="flush"), lay("5S"))
    assert (state["taken 2"], state["mode 1"]) == ({"AS", "2S", "3S", "5S"}, "open")


# --- the 7


def test_opening_seven_goes_to_the_right_hand_neighbour():
    game = at("7C 2D")
    state = after(game, lay("7C"))
    assert (state["taken 5"], state["turn"]) == ({"7C"}, 2)


def test_seven_beats_everything():
    assert after(at("7S 2D", "4S 5S"), lay("7S"))["taken 5"] == {"4S", "5S", "7S"}
    assert after(at("7S 2D", "KS 4D"), lay("7S"))["taken 5"] == {"KS", "4D", "7S"}
    assert after(at("7S 2D", "KS 9D"), lay("7S"))["taken 5"] == {"KS", "9D", "7S"}
    assert after(at("7S 7D", "5S 2D"), lay("7S 7D"))["taken 5"] == {"5S", "2D", "7S", "7D"}


def test_four_and_seven_on_seven_make_18_only():
    assert lay("4C 7S") not in at("4C 7S", "5D 2H").legal_moves()
    assert lay("4C 7S") in at("4C 7S", "8D 2H").legal_moves()


def test_seven_on_a_pile_in_set_mode():
    assert at("7C 2D", "4S 5S 9S", mode_1="flush").legal_moves() == [("take", 1)]
    assert lay("7S") in at("7S 2D", "4S 5S 9S", mode_1="flush").legal_moves()
    assert lay("7C") in at("7C 2D", "8S 9C 10S", mode_1="run").legal_moves()
    state = after(at("7C 2D", "4S 5C 6S", mode_1="run"), lay("7C"))
    assert (state["taken 5"], state["mode 1"], state["turn"]) == ({"4S", "5C", "6S", "7C"}, "open", 2)


# --- each reading against the default

TWO_LEFT: dict[str, Any] = {"hand_3": "", "hand_4": "", "hand_5": ""}


def test_set_transfer():
    state = after(at("4S 2C", "5S 9S", readings={"set_transfer": "immediate"}), lay("4S"))
    assert (state["taken 2"], state["mode 1"], state["turn"]) == ({"5S", "9S", "4S"}, "open", 2)


def test_voluntary_bust():
    readings = {"voluntary_bust": "only_forced"}
    assert set(at("9C 2D", "KC 8H", readings=readings).legal_moves()) == {lay("2D"), lay("2D", 2), lay("9C", 2)}
    forced = at("9C 8D", "KC 8H", "KD 9H", readings=readings)
    assert set(forced.legal_moves()) == {lay(card, pile) for card in ("9C", "8D") for pile in (1, 2)}
    assert lay("KS") in at("KS 2D", "KC KH", readings=readings).legal_moves()
    exactly_21 = at("9C KD", "KC 2H", "KH 9D", readings=readings)
    assert exactly_21.legal_moves() == [lay("9C")]


def test_seven_over_21_forced():
    readings = {"voluntary_bust": "only_forced"}
    assert lay("9C") in at("9C 7D", "KC 8H", "KD 9H", readings=readings).legal_moves()
    readings["seven_over_21_forced"] = "way_out"
    way_out = at("9C 7D", "KC 8H", "KD 9H", readings=readings)
    assert set(way_out.legal_moves()) == {lay("7D"), lay("7D", 2)}


def test_set_mode_other_pile():
    readings = {"set_mode_other_pile": "sidestep"}
    game = at("7C KD", "4S 5S 9S", "2C 3D", readings=readings, mode_1="flush")
    assert set(game.legal_moves()) == {("take", 1), lay("KD", 2)}
    assert after(game, lay("KD", 2))["mode 1"] == "flush"
    fits = at("7S KD", "4S 5S 9S", "2C 3D", readings=readings, mode_1="flush")
    assert set(fits.legal_moves()) == {("take", 1), lay("7S")}
    sevens = at("7C 7D", "4S 5S 9S", readings=readings, mode_1="flush")
    assert set(sevens.legal_moves()) == {("take", 1), lay("7C", 2), lay("7D", 2)}
    both = at("7C KS", "4S 5S 9S", "2C 3D 4D", readings=readings, mode_1="flush", mode_2="run")
    assert set(both.legal_moves()) == {("take", 1), ("take", 2), lay("KS")}


def test_placed_ace():
    readings = {"placed_ace": "later"}
    assert after(at("AC 2D", "KC", readings=readings), lay("AC"))["pile 1"] == {"KC", "AC"}
    assert after(at("9C 2D", "AC AD", readings=readings), lay("9C"))["taken 2"] == {"AC", "AD", "9C"}
    assert lay("AC KD") not in at("AC KD", readings=readings).legal_moves()


def test_ace_choice_21():
    readings = {"ace_choice_21": "mover_declares"}
    game = at("AC 2D", "KC", readings=readings)
    assert set(game.legal_moves()) == {
        *(lay("AC", pile, eleven) for pile in (1, 2) for eleven in (0, 1)),
        *(lay("2D", pile, 0) for pile in (1, 2)),
    }
    assert after(game, lay("AC", 1, 0))["pile 1"] == {"KC", "AC"}
    assert after(at("AC 2D", "KC", readings=readings), lay("AC", 1, 1))["taken 2"] == {"KC", "AC"}
    chosen_bust = at("8C 2D", "5C AD", readings=readings)
    assert after(chosen_bust, lay("8C", 1, 1))["taken 1"] == {"5C", "AD", "8C"}
    each = at("AD 2C", "AC", readings=readings)
    assert {move[3] for move in each.legal_moves() if move[:3] == lay("AD")} == {0, 1, 2}
    assert after(each, lay("AD", 1, 2))["taken 1"] == {"AC", "AD"}


def test_two_card_timing():
    superfluous: dict[str, Any] = {"hand": "4S 2S", "pile1": "5S 9S"}
    assert lay("4S 2S") in at(**superfluous).legal_moves()
    assert lay("4S 2S") not in at(**superfluous, readings={"two_card_timing": "needs_both"}).legal_moves()
    ordered = {"two_card_timing": "one_by_one"}
    assert [m for m in at(**superfluous, readings=ordered).legal_moves() if len(m[1]) == 2] == []
    game = at("4C 7D", "8S 2H", readings=ordered)
    assert [m for m in game.legal_moves() if len(m[1]) == 2] == [("play", ("4C", "7D"), 1)]
    assert after(game, ("play", ("4C", "7D"), 1))["taken 5"] == {"4C", "7D", "8S", "2H"}
    assert [m for m in at("QC QD", "QS", readings=ordered).legal_moves() if len(m[1]) == 2] == [
        ("play", ("QC", "QD"), 1),
        ("play", ("QD", "QC"), 1),
    ]
    assert lay("4C 5D") in at("4C 5D", "AC 2D 3S", readings=ordered, mode_1="run").legal_moves()
    flush: dict[str, Any] = {"pile1": "2S 4S 5S", "mode_1": "flush"}
    assert lay("10S JS") in at("10S JS", **flush).legal_moves()
    assert lay("10S JS") not in at("10S JS", readings=ordered, **flush).legal_moves()
    assert lay("3S 10S") in at("3S 10S", readings=ordered, **flush).legal_moves()
    assert lay("7S 10S") not in at("7S 10S", readings=ordered, **flush).legal_moves()


def test_two_card_overshoot():
    game = at("QC QD", "QS", readings={"two_card_overshoot": "busts"})
    assert after(game, lay("QC QD"))["taken 1"] == {"QC", "QD", "QS"}
    assert after(at("QC 2D", "QS QD", readings={"two_card_overshoot": "busts"}), lay("QC"))["mode 1"] == "rank"


def test_set_beyond_21():
    game = at("KD 2C", "KS KH", readings={"set_beyond_21": "moves_on"})
    state = after(game, lay("KD"))
    assert (state["taken 2"], state["mode 1"], state["turn"]) == ({"KS", "KH", "KD"}, "open", 2)
    assert after(at("4S 2C", "5S 9S", readings={"set_beyond_21": "moves_on"}), lay("4S"))["mode 1"] == "flush"


def test_forced_pair():
    one_card = {"forced_pair": "one_card"}
    assert lay("JC QD") in at("JC QD", "10S KH", "KS 9D").legal_moves()
    moves = at("JC QD", "10S KH", "KS 9D", readings=one_card).legal_moves()
    assert set(moves) == {lay(card, pile) for card in ("JC", "QD") for pile in (1, 2)}
    assert lay("JC QD") in at("JC QD", "10S KH", "2S", readings=one_card).legal_moves()


def test_set_over_21_forced():
    forced: dict[str, Any] = {"voluntary_bust": "only_forced"}
    position: dict[str, Any] = {"hand": "9S QC", "pile1": "KS QS", "pile2": "10H 9D"}
    both = {lay(card, pile) for card in ("9S", "QC") for pile in (1, 2)}
    assert set(at(**position, readings=forced).legal_moves()) == both
    assert at(**position, readings=forced | {"set_over_21_forced": "way_out"}).legal_moves() == [lay("9S")]


def test_two_card_bust():
    game = at("9C KD", "8S", readings={"two_card_bust": "yes"})
    assert lay("9C KD") not in at("9C KD", "8S").legal_moves()
    assert after(game, lay("9C KD"))["taken 1"] == {"9C", "KD", "8S"}
    assert lay("9C 7D") not in at("9C 7D", "6S", readings={"two_card_bust": "yes"}).legal_moves()


def test_run_gap_fill():
    readings = {"run_gap_fill": "spoiled"}
    game = at("6D 2C", "4C", readings=readings, hand_2="5S 2S")
    assert after(game, lay("6D"))["gap 1"] is True
    state = after(game, lay("5S"))
    assert (state["mode 1"], state["gap 1"]) == ("open", True)
    assert after(at("6D 2C", "4C", hand_2="5S 2S"), lay("6D"), lay("5S"))["mode 1"] == "run"
    assert lay("3C 5D") not in at("3C 5D", "2C 4D", readings=readings, gap_1=True).legal_moves()
    assert lay("3C 5D") in at("3C 5D", "2C 4D", readings=readings).legal_moves()


def test_seven_pair():
    readings = {"seven_pair": "only_21"}
    assert lay("7S 9S") in at("7S 9S", "4S").legal_moves()
    assert lay("7S 9S") not in at("7S 9S", "4S", readings=readings).legal_moves()
    assert lay("7S 9S") in at("7S 9S", "5S", readings=readings).legal_moves()


def test_seven_pair_extension():
    readings = {"seven_pair_extension": "single_only"}
    assert lay("7S 8C") in at("7S 8C", "4S 5C 6S", mode_1="run").legal_moves()
    alone = at("7S 8C", "4S 5C 6S", readings=readings, mode_1="run")
    assert set(alone.legal_moves()) == {("take", 1), lay("7S")}


def test_seven_fits_when():
    assert lay("6S 7C") not in at("6S 7C", "3S 4S 5C", mode_1="run").legal_moves()
    readings = {"seven_fits_when": "together"}
    assert lay("6S 7C") in at("6S 7C", "3S 4S 5C", readings=readings, mode_1="run").legal_moves()


def test_next_taker():
    by_seat = at("6S", "KC 5D", readings={"next_taker": "seat"}, hand_2="")
    assert after(by_seat, lay("6S"))["taken 2"] == {"6S", "KC", "5D"}
    assert after(at("6S", "KC 5D", hand_2=""), lay("6S"))["taken 3"] == {"6S", "KC", "5D"}
    own = at("6S 2C", "KC 5D", hand_2="", **TWO_LEFT)
    assert after(own, lay("6S"))["taken 1"] == {"6S", "KC", "5D"}
    none = at("6S", "KC 5D", hand_2="", **TWO_LEFT)
    assert after(none, lay("6S"))["taken 2"] == {"6S", "KC", "5D"}


def test_previous_player():
    readings = {"previous_player": "last_turn"}
    position: dict[str, Any] = {"hand": "2S 3S", "pile1": "KC", "hand_2": "7S", **TWO_LEFT}
    assert after(at(**position), lay("2S", 2), lay("7S"), lay("3S", 2))["taken 1"] == {"KC", "7S"}
    lone = at("7S 3S", "KC", readings=readings, hand_2="2S", last=2, **TWO_LEFT)
    state = after(lone, lay("7S"))
    assert (state["taken 2"], state["last"]) == ({"KC", "7S"}, 1)
    twice = at("2S 7S", "KC", readings=readings, hand_2="", last=3, **TWO_LEFT)
    assert after(twice, lay("2S", 2), lay("7S"))["taken 3"] == {"KC", "7S"}
    skipped = at("2S 3S", "KC", readings=readings, hand_2="", hand_3="7S 4S", hand_4="", hand_5="")
    assert after(skipped, lay("2S", 2), lay("7S"))["taken 1"] == {"KC", "7S"}
    by_seat = at("2S 3S", "KC", hand_2="", hand_3="7S 4S", hand_4="", hand_5="")
    assert after(by_seat, lay("2S", 2), lay("7S"))["taken 2"] == {"KC", "7S"}


def test_empty_receiver():
    position: dict[str, Any] = {"hand": "4S", "pile1": "5S 9S", "hand_2": ""}
    assert after(at(**position), lay("4S"))["mode 1"] == "flush"
    state = after(at(**position, readings={"empty_receiver": "takes"}), lay("4S"))
    assert (state["taken 2"], state["mode 1"], state["turn"]) == ({"4S", "5S", "9S"}, "open", 3)
    seven = at("4S", "5S 9S", "KC", readings={"empty_receiver": "takes", "previous_player": "last_turn"}, hand_2="")
    assert after(seven, lay("4S"))["last"] == 2


def test_set_pile_at_end():
    position: dict[str, Any] = {"hand": "4S", "pile1": "5S 9S", "hand_2": "", **TWO_LEFT}
    assert after(at(**position), lay("4S"))["taken 2"] == frozenset()
    for readings in ({"set_pile_at_end": "next_takes"}, {"empty_receiver": "takes"}):
        game = at(**position, readings=readings)
        assert after(game, lay("4S"))["taken 2"] == {"4S", "5S", "9S"}
        assert game.returns == [1, -1, 1, 1, 1]


def test_hit21_timing():
    readings = {"hit21_timing": "uses_turn"}
    state = after(at("6S 2C", "KC 5D", readings=readings), lay("6S"))
    assert (state["taken 2"], state["turn"]) == ({"6S", "KC", "5D"}, 3)
    readings |= {"next_taker": "with_cards", "previous_player": "last_turn"}
    state = after(at("6S 2C", "KC 5D", readings=readings, hand_2=""), lay("6S"))
    assert (state["turn"], state["last"]) == (4, 3)


def test_endgame_decline():
    readings = {"endgame_decline": "must_extend"}
    position: dict[str, Any] = {"pile1": "4S 5S 6S", "mode_1": "flush", "readings": readings}
    assert at("KS 8H", **position).legal_moves() == [lay("KS")]
    assert at("KH 8H", **position).legal_moves() == [("take", 1)]
    assert ("take", 1) in at("KS 8H", stock="2C", **position).legal_moves()


def test_bust_in_set_mode():
    readings = {"bust_in_set_mode": "yes"}
    game = at("8H 2C", "4S 5S 6S", readings=readings, mode_1="flush")
    assert set(game.legal_moves()) == {("take", 1), lay("8H")}
    assert after(game, lay("8H"))["taken 1"] == {"4S", "5S", "6S", "8H"}
    run_too = at("JH 7C", "8S 9S 10S", readings=readings, mode_1="flush")
    assert set(run_too.legal_moves()) == {("take", 1), lay("JH")}
    assert after(run_too, lay("JH"))["taken 1"] == {"8S", "9S", "10S", "JH"}


def test_seven_active_sets():
    readings = {"seven_active_sets": "also_run"}
    game = at("6S 2C", "4S 5S", readings=readings, hand_2="7H 8S", hand_5="2D")
    assert after(game, lay("6S"))["both 1"] is True
    assert set(game.legal_moves()) == {("take", 1), lay("7H"), lay("8S")}
    state = after(game, lay("7H"))
    assert (state["taken 1"], state["both 1"]) == ({"4S", "5S", "6S", "7H"}, False)
    assert lay("7H") not in at("7H 2C", "4S 5S 6S", mode_1="flush", both_1=True).legal_moves()
    for pile in ("4S 5S 6S KS", "4S 5S 6S 8S", "3S 4S 5S"):
        game = at("7H 2C", pile, readings=readings, mode_1="flush", both_1=True)
        assert game.legal_moves() == [("take", 1)]
    assert after(at("4S 2C", "5S 9S", readings=readings), lay("4S"))["both 1"] is False
    assert after(at("4S 2C", "5S 6D", readings=readings), lay("4S"))["both 1"] is False


def test_pile_after_21_extension():
    readings = {"pile_after_21_extension": "twentyone_frees"}
    game = at("6H 2C", "4S 5S 6S", readings=readings, mode_1="flush")
    assert set(game.legal_moves()) == {("take", 1), lay("6H")}
    assert after(game, lay("6H"))["taken 2"] == {"4S", "5S", "6S", "6H"}
    assert lay("4H 2C") in at("4H 2C", "4S 5S 6S", readings=readings, mode_1="flush").legal_moves()


def test_two_card_on_21():
    readings = {"two_card_on_21": "purity_only"}
    assert lay("4C 2D") not in at("4C 2D", "KC 5H", readings=readings).legal_moves()
    assert lay("QC QD") in at("QC QD", "QS", readings=readings).legal_moves()


@pytest.mark.parametrize(
    ("readings", "tied", "untied"),
    [
        ({}, [1, 1, 0, -1, -1], [1, 0, 0, -1, -1]),
        ({"ties": "another_round"}, [0, 0, 0, 0, 0], [1, 0, 0, -1, -1]),
        ({"ties": "either_end"}, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]),
        ({"loser_counts": "winner_only"}, [1, 1, 0, 0, 0], [1, 0, 0, 0, 0]),
        ({"loser_counts": "cards"}, [0, 0, -2, -3, -3], [0, -1, -2, -3, -3]),
        ({"loser_counts": "cards", "ties": "another_round"}, [0, 0, -2, -3, -3], [0, -1, -2, -3, -3]),
    ],
)
def test_returns(readings, tied, untied):
    taken = {"taken 3": ["2C", "3C"], "taken 4": ["2D", "3D", "4D"], "taken 5": ["2H", "3H", "4H"]}
    game = TwentyOne(readings)
    game.restore({"turn": None, **taken})
    assert game.returns == tied
    game.restore({"turn": None, **taken, "taken 2": ["8C"]})
    assert game.returns == untied
