"""Self-checks of the reference Pigeon: worked examples, each reading beside the default, facts of random games.

Whether it agrees with the engines that Hoyle makes is left to the agreement tests.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from tests.reference.base import STANDARD_DECK
from tests.reference.pigeon import EDITIONS, QUESTIONS, Pigeon

NON_DEFAULT = [(question, reading) for question, readings in QUESTIONS.items() for reading in readings[1:]]
Readings = Mapping[str, str]
THREES = "5C;5D;3C"  # three piles that no 10, J, Q or K connects to


def cards(text: str) -> frozenset[str]:
    return frozenset(text.split())


def at(
    readings: Readings,
    hand: str,
    piles: str = THREES,
    *,
    other: str = "",
    limit: tuple[int, int] = (5, 5),
    pigeon: int | str = "aside",
    deck: int | None = None,
    edition: str = "full",
    kind: type[Pigeon] = Pigeon,
) -> Pigeon:
    """The position at player 1's play decision: own hand, piles parted by ";", the rest dealt out (deck: own size)."""
    game = kind(readings, edition=edition)
    for place, pile in enumerate(filter(None, piles.split(";")), start=1):
        game.slot[place] = pile.split()
    laid = {card for pile in game.slot.values() for card in pile}
    rest = [card for card in STANDARD_DECK if card not in laid | cards(hand) | cards(other)]
    game.hand = {1: set(cards(hand)), 2: set(cards(other) or rest[-5:])}
    rest = [card for card in rest if card not in game.hand[2]]
    cut = len(rest) // 2 if deck is None else deck
    game.deck = {1: rest[:cut], 2: rest[cut:]}
    game.limit, game.pigeon = {1: limit[0], 2: limit[1]}, pigeon
    game.begin_turn(1)
    return game


def after(game: Pigeon, *moves: tuple) -> Pigeon:
    for move in moves:
        game.apply(move)
    return game


def lay(text: str, place: int = 1) -> tuple:
    return ("set", cards(text), place)


def random_game(game: Pigeon, rng: random.Random, limit: int = 150) -> Iterator[tuple]:
    """Play from a shuffled deck; yields each move before it is made, for at most `limit` of them."""
    game.start(rng.sample(STANDARD_DECK, 52))
    for _ in range(limit):
        if game.to_move is None:
            return
        moves = game.legal_moves()
        assert moves
        move = moves[int(rng.random() * len(moves))]
        yield move
        game.apply(move)


def lost_or_doubled(state: dict[str, Any]) -> list[str]:
    """The cards that a state holds not exactly once."""
    ordered = [card for name, zone in state.items() if name.startswith(("deck", "slot")) for card in zone]
    held = [card for name, zone in state.items() if name.startswith(("hand ", "out")) for card in zone]
    found = Counter(ordered + held)
    return [card for card in STANDARD_DECK if found[card] != 1]


# The rulebook's pictures: source, piles, hand, move, and what the pile in question then shows (None: illegal).

Picture = tuple[str, str, str, tuple, str | None]
PICTURES: list[Picture] = [
    ("The Connection Rule/d1", "7C;3C;3D", "8D", lay("8D"), "7C 8D"),
    ("The Connection Rule/d2", "7C;3C;3D", "6D", lay("6D"), "7C 6D"),
    ("The Connection Rule/d3", "7C;3C;3D", "7D", lay("7D"), None),
    ("The Connection Rule/4", "KC;3C;3D", "AD", lay("AD"), None),
    ("Action: Set/d1", "AC;3C;3D", "2D", lay("2D"), "AC 2D"),
    ("Action: Set/d2", "5C;3C;3D", "6C 6D 6H", lay("6H 6C 6D"), "5C 6C 6D 6H"),
    ("Action: String/3", "AC;3C;3D", "2H 3H 4H", ("string", ("2H", "3H", "4H"), 1), "AC 2H 3H 4H"),
    ("Action: String/3", "KC;3C;3D", "QC JC", ("string", ("QC", "JC"), 1), "KC QC JC"),
    ("Action: String/3", "5C;3C;3D", "6C 7S 8C 7C", ("string", ("6C", "7S", "8C", "7C"), 1), "5C 6C 7S 8C 7C"),
    ("Action: String/2", "5C;3C;3D", "6C 7D", ("string", ("6C", "7D"), 1), None),
    ("Action: String/d1", "6C;3C;3D", "7D 8H", ("string", ("7D", "8H"), 1), "6C 7D 8H"),
    ("Action: String/d2", "10C;3C;3D", "JD QD JH", ("string", ("JD", "QD", "JH"), 1), "10C JD QD JH"),
    ("Creating a New Pile/d1", "3C;3D;3H", "7C", ("new_set", cards("7C")), "7C"),
    ("Creating a New Pile/d2", "3C;3D;3H", "8C 9C 10C", ("new_string", ("8C", "9C", "10C")), "8C 9C 10C"),
    ("Creating a New Pile/d3", "3C;3D", "AC", ("new_set", cards("AC")), "AC"),
    ("Creating a New Pile/d4", "3C;3D", "QC JC", ("new_string", ("QC", "JC")), "QC JC"),
    ("Creating a New Pile/d4", "3C;3D;3H", "QC JC", ("new_string", ("QC", "JC")), None),
    ("Forceplay/d1", "4C;3C;3D", "KC", ("force_set", cards("KC"), 1), "4C KC"),
    ("Forceplay/d2", "10C;5C;3D", "4D 3H 2D", ("force_string", ("4D", "3H", "2D"), 1), "10C 4D 3H 2D"),
    ("The Pigeon/d1", "QC;3C;3D", "KC", lay("KC"), ""),
    ("The Pigeon/d2", "3C;5C;5D", "2D AD", ("string", ("2D", "AD"), 1), ""),
]


def shows(picture: Picture, kind: type[Pigeon] = Pigeon) -> bool:
    """Whether the game does what a picture shows; a completed pile is an empty one, and gives the Pigeon."""
    source, piles, hand, move, pile = picture
    game = at({}, hand, piles, kind=kind)
    if pile is None or move not in game.legal_moves():
        return pile is None and move not in game.legal_moves()
    place = 1 + len(piles.split(";")) if move[0].startswith("new") else move[2]
    game.apply(move)
    limit = 4 if source.startswith("Forceplay") else 5
    return game.slot[place] == pile.split() and game.limit[1] == limit and game.pigeon == ("aside" if pile else 1)


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: f"{picture[0]} {picture[2]}")
def test_picture(picture: Picture) -> None:
    assert shows(picture)


def test_pictures_catch_a_wrong_rule() -> None:
    class AnyStep(Pigeon):
        def _string_step(self, last: str, card: str) -> int:
            return 0

    missed = {picture[0] for picture in PICTURES if not shows(picture, AnyStep)}
    assert {"Action: String/d1", "Action: String/d2", "Creating a New Pile/d2", "The Pigeon/d2"} <= missed


# Each reading beside the default: what a position answers under either.


class Probe(NamedTuple):
    question: str
    reading: str
    ask: Callable[[Readings], object]
    default: object
    other: object


def offers(*moves: tuple, **position: Any) -> Callable[[Readings], object]:
    """Asks whether a position offers the last of the moves, after the ones before it."""

    def ask(readings: Readings) -> object:
        return moves[-1] in after(at(readings, **position), *moves[:-1]).legal_moves()

    return ask


def counts(prefix: str, *moves: tuple, **position: Any) -> Callable[[Readings], object]:
    """Asks how many moves whose names begin so a position offers after some moves."""

    def ask(readings: Readings) -> object:
        return sum(move[0].startswith(prefix) for move in after(at(readings, **position), *moves).legal_moves())

    return ask


def shown(look: Callable[[Pigeon], object], *moves: tuple, **position: Any) -> Callable[[Readings], object]:
    """Asks what a look at the game finds after some moves."""

    def ask(readings: Readings) -> object:
        return look(after(at(readings, **position), *moves))

    return ask


def dealt(
    look: Callable[[Pigeon], object], deck: tuple[str, ...] = STANDARD_DECK, picks: int = 0
) -> Callable[[Readings], object]:
    """Asks what a look finds after a deal and some picks, each the last move listed."""

    def ask(readings: Readings) -> object:
        game = Pigeon(readings)
        game.start(deck)
        return look(after_picks(game, picks))

    return ask


def after_picks(game: Pigeon, picks: int) -> Pigeon:
    for _ in range(picks):
        game.apply(game.legal_moves()[-1])
    return game


def winner(game: Pigeon) -> object:
    return game.winner


def where(game: Pigeon) -> object:
    return game.step, game.to_move


def pigeon(game: Pigeon) -> object:
    return game.pigeon


def hand_and_limit(game: Pigeon) -> object:
    return len(game.hand[1]), game.limit[1]


def cards_held(game: Pigeon) -> object:
    return len(game.hand[1])


def many_moves(game: Pigeon) -> object:
    return len(game.legal_moves())


SEVEN_ON_TOP = (*(card for card in STANDARD_DECK if card != "7C"), "7C")
LOST = {"hand": "10C 10S KH KS", "limit": (4, 5)}  # on THREES nothing but the Pigeon helps
HOLDER = {"hand": "6C 9D 10S KH", "limit": (4, 5), "pigeon": 1}
ACES = {"hand": "AC AD AH 9C JH", "piles": "5C"}
FORCE_KING = ("force_set", cards("KC"), 1)
SWEEP_ACES = ("sweep", cards("AC AD AH"))
STUCK = {"hand": "9H 10S JH QD KC", "piles": "QC;5C;5D", "other": "2C 2D 9C 9D", "limit": (5, 4)}
CORNERED = {"hand": "9H 10S JH QD KC", "piles": "QC;5C;5D", "other": "2C 9C 9D 10H", "limit": (5, 4)}

PROBES = [
    Probe("no_moves_when", "amid_play", shown(winner, lay("KC"), **CORNERED), None, 1),
    # The same winner, a draw earlier; the check that takes a pile away comes first.
    Probe("no_moves_when", "other_at_once", shown(cards_held, lay("JH"), **STUCK), 5, 4),
    Probe("no_moves_when", "both_at_once", shown(winner, lay("6C"), hand="6C 10S KH KS", limit=(4, 5)), None, 2),
    Probe("hand_in_is_a_move", "no_ignored", shown(winner, **LOST, pigeon=1), None, 2),
    Probe("sweep_is_a_move", "ignored", shown(winner, hand="10S KD KH KS", limit=(4, 5)), None, 2),
    Probe("last_card_setup", "turns_only", dealt(winner, STANDARD_DECK[:10]), 1, None),
    Probe("deck_runs_short", "no_draw_possible", shown(winner, lay("6C 6D"), hand="6C 6D 9C JD KC", deck=1), 1, None),
    Probe("opening_source", "deck_top", dealt(where), ("open1", 0), ("play", 1)),
    Probe("opening_choice", "pair", dealt(many_moves, picks=1), 5, 20),
    Probe("opening_choice", "secret", dealt(where, picks=1), ("open2", 1), ("open4", 0)),
    Probe("opening_free", "bound", dealt(many_moves, SEVEN_ON_TOP, picks=3), 4, 1),
    Probe("opening_ace_king", "completes", dealt(pigeon, picks=1), "aside", 1),
    Probe("opening_refill_order", "two_first", dealt(winner, STANDARD_DECK[:14], picks=4), 1, 2),
    Probe("pass_allowed", "yes", offers(("pass",), **HOLDER), False, True),
    Probe("actions_per_turn", "many", shown(where, lay("6C"), hand="6C 9D 10S KH KS"), ("play", 1), ("play_more", 0)),
    Probe("set_min", "two", offers(lay("6C"), **HOLDER), True, False),
    Probe("set_min", "zero", offers(("pass",), **HOLDER), False, True),
    Probe("string_min", "three", offers(("string", ("6C", "7S"), 1), hand="6C 7S"), True, False),
    Probe("string_turns", "one_way", offers(("string", ("6C", "7S", "6S"), 1), hand="6C 6S 7S"), True, False),
    Probe("string_wrap", "inside", offers(("string", ("KC", "AS"), 1), hand="KC AS", piles="QC"), False, True),
    Probe("colour_in_strings", "everywhere", offers(("string", ("6C", "7D"), 1), hand="6C 7D"), False, True),
    Probe("connection_bottom", "every_card", offers(("string", ("6C", "7S"), 1), hand="6C 7S"), True, False),
    Probe("connection_for_new", "must_connect", offers(("new_set", cards("7C")), hand="7C"), True, False),
    Probe("new_pile_count", "after", offers(("new_set", cards("KC")), hand="KC 3D", piles="5C;5D"), True, False),
    Probe("new_pile_either", "exclusive", offers(("new_set", cards("7C")), hand="7C", piles="5C;5D"), True, False),
    Probe(
        "new_pile_play",
        "any_cards",
        lambda readings: offers(("new_set", cards("7C")), hand="7C 8D 8H")({**readings, "set_min": "two"}),
        False,
        True,
    ),
    Probe("new_pile_ace_king", "completes", shown(pigeon, ("new_set", cards("KC")), hand="KC", piles="5C"), "aside", 1),
    Probe("old_ace_king", "next_check", shown(pigeon, lay("6C", 2), hand="6C 9D", piles="KC;5C;5D"), "aside", 1),
    Probe("complete_duty", "may", shown(where, lay("KC"), hand="KC 2D", piles="QC"), ("play", 1), ("complete", 0)),
    Probe("pigeon_duty", "may", shown(where, lay("KC"), hand="KC 2D", piles="QC"), ("play", 1), ("take", 0)),
    Probe("draw_duty", "may", shown(where, lay("6C"), hand="6C 2D 9D"), ("play", 1), ("draw", 0)),
    Probe("sweep_mix", "mixed", counts("sweep", hand="AC AD KC KD 9C"), 0, 4),
    Probe("sweep_four", "all_four", counts("sweep", hand="AC AD AH AS 9C"), 4, 1),
    Probe("sweep_four", "exactly_three", counts("sweep", hand="AC AD AH AS 9C"), 4, 0),
    Probe("sweep_empty", "needs_pile", counts("sweep", hand="AC AD AH", piles=""), 1, 0),
    Probe("sweep_reset", "relay", shown(where, SWEEP_ACES, **ACES), ("play", 1), ("relay1", 1)),
    Probe("sweep_action", "extra", shown(where, SWEEP_ACES, **ACES), ("play", 1), ("play", 0)),
    Probe("sweep_pigeon", "award", shown(pigeon, SWEEP_ACES, **ACES), "aside", 1),
    Probe("swept_cards", "under_deck", shown(lambda game: len(game.out), SWEEP_ACES, **ACES), 4, 0),
    Probe("forceplay_completes", "yes", shown(pigeon, FORCE_KING, hand="KC 9D"), "aside", 1),
    Probe("forceplay_where", "unconnected", offers(("force_set", cards("6C"), 1), hand="6C 9D"), True, False),
    Probe("forceplay_when", "last_resort", counts("force", hand="6C KC"), 6, 0),
    Probe("forceplay_duty", "may_give_up", offers(("give_up",), hand="10C 10S KH KS QD"), False, True),
    Probe("forceplay_inner", "loose", offers(("force_string", ("KC", "10C"), 1), hand="10C KC"), False, True),
    Probe("penalty_lasts", "for_good", offers(("hand_in",), **HOLDER), True, False),
    Probe(
        "penalty_starts",
        "next_turn",
        shown(hand_and_limit, FORCE_KING, hand="9D 10H 10S JD KC"),
        (4, 4),
        (5, 4),
    ),
    Probe("hand_size_meaning", "held", counts("force", ("hand_in",), **HOLDER), 12, 0),
    Probe("force_after_hand_in", "not_same_turn", counts("force", ("hand_in",), **HOLDER), 12, 0),
    Probe("pigeon_window", "play_only", shown(where, lay("6C"), **HOLDER), ("predraw", 0), ("play", 1)),
    Probe("pigeon_window", "draw_only", offers(("hand_in",), **HOLDER), True, False),
    Probe(
        "pigeon_window",
        "both_turns",
        shown(where, lay("6C"), hand="6C 9D", limit=(5, 4), pigeon=2, other="2C 2D 4C 9C"),
        ("play", 1),
        ("other_window", 1),
    ),
    Probe("pigeon_before_check", "yes", shown(where, lay("6C"), **HOLDER), ("predraw", 0), ("before_check", 0)),
    Probe("pigeon_draws_now", "now", shown(hand_and_limit, ("hand_in",), **HOLDER), (4, 5), (5, 5)),
    Probe("pigeon_spent", "gone", shown(pigeon, ("hand_in",), **HOLDER), "aside", "gone"),
    Probe("pigeon_is_card", "in_hand", shown(hand_and_limit, lay("6C"), hand="6C 9D", pigeon=1), (5, 5), (4, 5)),
    Probe("pigeon_without_penalty", "may_throw_away", offers(("hand_in",), hand="6C 9D", pigeon=1), False, True),
]


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: f"{probe.question}={probe.reading}")
def test_reading(probe: Probe) -> None:
    assert probe.default != probe.other
    assert probe.ask({}) == probe.default
    assert probe.ask({probe.question: probe.reading}) == probe.other


def test_every_reading_is_probed() -> None:
    assert {(probe.question, probe.reading) for probe in PROBES} == set(NON_DEFAULT)


def test_the_condensed_edition_completes_forceplayed_piles() -> None:
    game = after(at({}, "9D KC", edition="condensed"), FORCE_KING)
    assert (game.pigeon, game.step, game.slot[1]) == (1, "predraw", [])
    kept = after(at({"forceplay_completes": "no"}, "9D KC", edition="condensed"), FORCE_KING)
    assert (kept.pigeon, kept.slot[1]) == ("aside", ["5C", "KC"])


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="no reading"):
        Pigeon({"set_min": "four"})
    with pytest.raises(ValueError, match="no reading"):
        Pigeon({"set_max": "four"})
    with pytest.raises(ValueError, match="two players"):
        Pigeon(players=3)
    with pytest.raises(ValueError, match="not legal"):
        at({}, "6C").apply(lay("7C"))


# Turns of the default game, step by step.


def test_set_up() -> None:
    game = Pigeon()
    game.start(STANDARD_DECK)
    assert game.state()["hand 1"] == cards("KS KH KD KC QS")  # the upper half is player 1's, its end on top
    assert game.state()["hand 2"] == cards("7D 7C 6S 6H 6D")
    seen = []
    while game.step != "play":
        seen.append((game.step, game.to_move, len(game.legal_moves())))
        game.apply(game.legal_moves()[0])
    assert seen == [("open1", 0, 5), ("open2", 1, 5), ("open3", 1, 4), ("open4", 0, 4)]
    assert (game.to_move, len(game.deck[1]), len(game.deck[2])) == (1, 19, 19)
    assert [game.slot[place] for place in (1, 2, 3, 4)] == [["QS"], ["6D"], ["6H"], ["KC"]]


def test_the_last_card_wins() -> None:
    game = after(at({}, "6C 9D 10S KH KS", deck=1), lay("6C"))
    assert (game.winner, game.returns, game.to_move, game.legal_moves()) == (1, [1.0, -1.0], None, [])


def test_no_legal_move_loses() -> None:
    game = at({}, "10C 10S KH KS", limit=(4, 5))
    assert (game.winner, game.returns) == (2, [-1.0, 1.0])


def test_forceplay_price_and_return() -> None:
    game = after(at({}, "6C 9D 10S QH KS", pigeon=1), ("force_set", cards("6C"), 3))
    assert (game.step, game.limit[1], game.legal_moves()) == ("predraw", 4, [("hand_in",), ("pass",)])
    game.apply(("hand_in",))
    assert (game.pigeon, hand_and_limit(game), game.mover) == ("aside", (5, 5), 2)


def test_no_forceplay_under_the_penalty() -> None:
    assert counts("force", hand="6C 9D 10S KH", limit=(4, 5))({}) == 0
    assert counts("force", hand="6C 9D 10S KH")({}) == 4 * 3  # four Sets of one card on three piles; no String


def test_sweep_clears_the_table_without_a_pigeon() -> None:
    game = after(at({}, "9C JH AC AD AH", "5C 6C;KD"), SWEEP_ACES)
    assert game.out == cards("5C 6C KD AC AD AH")
    assert (game.pigeon, any(game.slot.values()), len(game.hand[1])) == ("aside", False, 5)


def test_the_pigeon_is_taken_from_the_opponent() -> None:
    game = after(at({}, "KC 9D", "QC;3C;3D", pigeon=2), lay("KC"))
    assert game.pigeon == 1
    assert game.out == cards("QC KC")


def test_relay_lays_the_opening_again() -> None:
    game = after(at({"sweep_reset": "relay"}, "9C JH AC AD AH", "5C"), SWEEP_ACES)
    seats = []
    while game.step.startswith("relay"):
        seats.append(game.to_move)
        game.apply(game.legal_moves()[0])
    assert seats == [1, 0, 0, 1]
    assert (game.step, game.mover, len(game.hand[1]), len(game.hand[2])) == ("play", 2, 5, 5)


# Random games.


def faults(readings: Readings, games: int, seed: int, kind: type[Pigeon] = Pigeon, edition: str = "full") -> list[str]:
    """The cards lost or doubled in random games of some readings."""
    game, rng = kind(readings, edition=edition), random.Random(seed)
    wrong: list[str] = []
    for _ in range(games):
        states = (game.state() for _ in random_game(game, rng))
        wrong += [card for state in [*states][::4] for card in lost_or_doubled(state)]
        wrong += lost_or_doubled(game.state())
    return wrong


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_are_conserved(edition: str) -> None:
    assert not faults({}, 40, 1, edition=edition)


@pytest.mark.parametrize(("question", "reading"), NON_DEFAULT)
def test_cards_are_conserved_under(question: str, reading: str) -> None:
    assert not faults({question: reading}, 12, 2)


def test_cards_are_conserved_under_mixed_readings() -> None:
    rng = random.Random(3)
    for seed in range(25):
        readings = {question: rng.choice(choices) for question, choices in QUESTIONS.items()}
        assert not faults(readings, 1, seed), readings


def test_conservation_catches_a_lost_card() -> None:
    class Leaky(Pigeon):
        def _take_off(self, place: int) -> None:
            self.slot[place].clear()

    assert faults({}, 10, 1, Leaky)


def broken_facts(game: Pigeon, rng: random.Random) -> list[str]:
    """What the default game promises and a random game of it breaks."""
    wrong, turns, handed = [], 0, False
    for move in random_game(game, rng):
        if game.step == "play":
            short = 1 if handed else 0
            if len(game.hand[game.mover]) != game.limit[game.mover] - short:
                wrong.append("hand size at a play decision")
            handed = move == ("hand_in",)
            turns += not handed
        if any(len(game.hand[player]) > 5 for player in (1, 2)) or not all(game.deck.values()):
            wrong.append("hand too large or deck empty")
    if turns > 48 or game.winner is None:
        wrong.append("no end in 48 turns")
    return wrong


def test_facts_of_the_default_game() -> None:
    rng = random.Random(4)
    assert not [fault for _ in range(200) for fault in broken_facts(Pigeon(), rng)]


def test_facts_catch_other_rules() -> None:
    rng = random.Random(4)
    for readings in ({"pass_allowed": "yes"}, {"penalty_starts": "next_turn"}, {"pigeon_is_card": "in_hand"}):
        assert [fault for _ in range(50) for fault in broken_facts(Pigeon(readings), rng)], readings


def test_yardstick_of_random_play() -> None:
    """Means of a million games of an independent simulation: 19.58 decisions, player 1 wins 0.510, last card 0.118."""
    game, rng, games = Pigeon(), random.Random(5), 1500
    decisions = won = last_card = 0
    for _ in range(games):
        decisions += sum(1 for _ in random_game(game, rng))
        won += game.winner == 1
        last_card += not game.deck[game.winner or 1]
    # Standard errors at 1500 games: about 0.3, 0.013 and 0.008; the margins are three of them.
    assert abs(decisions / games - 19.58) < 0.9
    assert abs(won / games - 0.510) < 0.04
    assert abs(last_card / games - 0.118) < 0.025
