"""Leaving shuffles open reaches exactly the positions that telling every shuffle reaches."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from engine.core.observed_order import bags, heaps
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from engine.luck.chance import Scripted
from hoyle.api import load
from spec.ir import nodes as ir
from tests.everyday import FULL
from verify.search.concretise import concretise
from verify.search.graph import Found, path
from verify.search.lazy_shuffle import LazyInterpreter, combination, meant
from verify.search.search import every_deal, search

CLASSICS = Path(__file__).parents[1] / "classics"

# A bag beside a bag, both filled from a third; cards that come back are shuffled in while others are still unknown.
TWO_BAGS = """game "Two bags":
  players 2
  deck A 2 3 of hearts, spades

zones:
  pack: stack, face down, starts with every card
  left: stack, face down
  right: stack, secret
  hand[player]: set, seen by its owner
  line: stack, face up

state:
  laps: 0 to 2, starts at 0

move take:
  permit always
  does draw when left is not empty: draw 1 card from left to hand of mover
  does draw_right when left is empty: draw up to 1 card from right to line

move give_back(c: card from hand of mover):
  permit red when c is red
  does put: move c from hand of mover onto left
  does mix when laps = 0: shuffle left

ends:
  over when laps = 2: nobody wins

play:
  step deal:
    shuffle pack
    draw 2 cards from pack to left
    draw 2 cards from pack to right
    draw up to 1 card from pack to line
  turns from player 1:
    choice act: mover does take
    choice back: mover may do give_back
    step lap: add 1 to laps
"""

# What stands between the deal and the turns, and what the bags of the game are then.
TINY = """game "Tiny":
  players 2
  deck A 2 3 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  spare: stack, face down
  hand[player]: set, seen by its owner
  heap: stack, face up

state:
  ace: yes or no, starts at no

move lay(c: card from hand of mover):
  permit always
  does put: move c from hand of mover to heap; ace becomes {read}

ends:
  out when hand of mover is empty: mover wins

play:
  step deal:
    shuffle deck
    {deal}
    for each player p: draw 1 card from deck to hand of p
  turns from player 1:
    choice act: mover does lay
"""

# The deal of the tiny game, and its bags.
DEALS = {
    "nothing": ("nothing", {"deck"}),
    "counted": ("ace becomes size of deck is 4", {"deck"}),
    "first such": ("move (first c in deck with c is not AH) from deck to heap", {"deck"}),
    "filled": ("draw 2 cards from deck to spare", {"deck", "spare"}),
    "emptied": ("draw 1 card from deck to spare; move everything from spare under deck", {"deck", "spare"}),
    "filled from the table": ("draw 1 card from deck to heap; move everything from heap to spare", {"deck"}),
    "through a hand": (
        "draw 3 cards from deck to hand of mover; move everything from hand of mover to spare in any order; "
        "draw 2 cards from spare to deck",
        {"deck"},
    ),
    "is in": ("ace becomes AH is in deck", set()),
    "top": ("ace becomes top of deck is A", set()),
    "first, kept": ("ace becomes (first c in deck with c is A) is red", set()),
    "first of another": ("move (first c in deck with c is A) from deck to heap; ace becomes AH is in deck", set()),
    "by name": ("move AH from deck to heap", set()),
    "some": ("ace becomes (some c in deck with c is AH)", set()),
}


def tiny(folder: Path, deal: str, read: str = "ace") -> ir.Game:
    return rules(folder, TINY.format(deal=deal, read=read))


def rules(folder: Path, text: str) -> ir.Game:
    file = folder / "rules.hoyle"
    file.write_text(text, encoding="utf-8")
    return load(file).rules


def played(game: ir.Game) -> ir.Game:
    """The game without its claims, some of which look where play itself does not."""
    return replace(game, claims=())


def every_play(interpreter: Interpreter) -> Found:
    found = search(interpreter, every_deal, most_states=100_000)
    assert not found.cut
    return found


def assert_same_positions(game: ir.Game) -> tuple[int, int]:
    """How many deals were played with every shuffle told, and how many with shuffles left open."""
    plain, lazy = every_play(Interpreter(game)), every_play(LazyInterpreter(game))
    # pytest would compare thousands of positions line by line to show a difference; that there is one is enough.
    same = meant_by(game, lazy) == likened(game, plain)
    assert same, "the positions differ"
    assert lazy.fired == plain.fired
    return plain.deals, lazy.deals


def meant_by(game: ir.Game, lazy: Found) -> set[Position]:
    """What the lazy positions stand for, but for the order of heaps."""
    interpreter = LazyInterpreter(game)
    return {interpreter.likened(position) for p in lazy.came for position in meant(interpreter.layout, p)}


def likened(game: ir.Game, plain: Found) -> set[Position]:
    """The positions, but for the order of heaps."""
    return set(map(LazyInterpreter(game).likened, plain.came))


def assert_told(game: ir.Game, most: int = 60) -> None:
    """The plays to lazy positions, with their luck as shuffles, come to positions that they stand for."""
    plain, lazy = Interpreter(game), LazyInterpreter(game)
    found = every_play(lazy)
    for position in list(found.came)[:: 1 + len(found.came) // most]:
        outcomes, moves = path(found, position)
        chance = Scripted(concretise(lazy, outcomes, moves))
        turn = plain.start(chance)
        for move in moves:
            turn = plain.apply(turn.position, move, chance)
        assert not chance.left
        assert lazy.likened(turn.position) in set(meant(plain.layout, position))


# ---------------------------------------------------------------- which zones are bags


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("corners", {"draw_pile"}),
        ("crazy_eights", {"deck"}),
        ("hearts", {"deck"}),
        ("leduc_poker", {"deck"}),
        ("pigeon", {"pack", "deck"}),
        ("twentyone", {"stock"}),
        (CLASSICS / "war.hoyle", {"pack", "hand"}),
        (CLASSICS / "topswops.hoyle", set()),  # its pack lies face up
        (CLASSICS / "bulgarian.hoyle", set()),  # nothing is shuffled
    ],
)
def test_bags_of_games(name, expected):
    assert bags(played(load(name).rules)) == expected


def test_a_claim_that_looks_into_a_zone_makes_it_no_bag():
    game = load("crazy_eights").rules
    looking = tuple(c for c in game.claims if c.source.label == "red_on_top")
    assert looking
    assert bags(replace(game, claims=looking)) == set()


@pytest.mark.parametrize(("deal", "expected"), DEALS.values(), ids=DEALS)
def test_bags_of_deals(deal, expected, tmp_path):
    assert bags(tiny(tmp_path, deal)) == expected


MIXED = "\nplay:\n  step look: decide mixed(2)\n"
MIXES = "\noutcome mixed(n: number):\n  one when n > 0: {one}\n  two when {when}: {two}\n"


@pytest.mark.parametrize(
    ("one", "when", "two", "order", "expected"),
    [
        ("shuffle deck", "n > 1", "nothing", "", set()),
        ("nothing", "n > 1", "draw 1 card from deck to heap", "", set()),
        ("nothing", "n > 1", "move everything from spare to deck", "", {"deck"}),
        ("nothing", "n > 1", "shuffle deck", "  precedence one > two\n", {"deck", "spare"}),
        ("nothing", "ace and not n > 0", "shuffle deck", "", {"deck", "spare"}),
    ],
)
def test_what_clauses_take_from_that_may_come_about_together_is_no_bag(one, when, two, order, expected, tmp_path):
    text = TINY.format(deal="draw 2 cards from deck to spare", read="ace").replace("\nplay:\n", MIXED)
    made = bags(rules(tmp_path, text + MIXES.format(one=one, when=when, two=two) + order))
    assert made == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("crazy_eights", {"pile"}),
        ("hearts", {"laid"}),
        ("twentyone", set()),
    ],
)
def test_heaps_of_games(name, expected):
    assert heaps(load(name).rules) == expected


# ---------------------------------------------------------------- what is reached


# How many deals are played with every shuffle told, and how many with shuffles left open:
GAMES = {
    # 6! orders; two private cards in their order, since the card on the table is turned up later.
    "leduc_poker": ("leduc_poker", {}, 720, 6 * 5),
    # 2 dealers, 5! orders, and 2! of the two cards shuffled again once a card that is no eight is turned up; two hands
    # of one, then the first other card if the bottom one is the only eight: 3 ways, and 2 more where it lies there.
    "crazy_eights": (
        "crazy_eights",
        {"players": 2, "deck": "7H 7S 8S 9H 9S", "hand_of_two": 1, "most_draws": 1},
        2 * 120 * 2,
        2 * (8 * 3 + 12 * (2 + 2)),
    ),
    # 6! orders; two hands of two.
    "pigeon": ("pigeon", {"deck": "A..3 of hearts, spades", "half": 3, "full_hand": 2}, 720, 15 * 6),
    "pigeon, split one by one": (
        "pigeon",
        {"deck": "A..3 of hearts, spades", "half": 3, "full_hand": 2, "split_how": "alternate"},
        720,
        15 * 6,
    ),
    # Hands lie face down.
    "war": (CLASSICS / "war.hoyle", {"deck": "A..6 of clubs", "first_hand": 2}, 720, 1),
}


EVERY_DAY = {
    case: one for case, one in GAMES.items() if FULL or case not in ("leduc_poker", "pigeon, split one by one")
}


@pytest.mark.parametrize(("name", "settings", "told_deals", "open_deals"), EVERY_DAY.values(), ids=EVERY_DAY)
def test_games_reach_the_same_positions(name, settings, told_deals, open_deals):
    game = played(load(name, **settings).rules)
    assert assert_same_positions(game) == (told_deals, open_deals)
    assert_told(game)


@pytest.mark.parametrize(("deal", "expected"), DEALS.values(), ids=DEALS)
def test_deals_reach_the_same_positions(deal, expected, tmp_path):
    game = tiny(tmp_path, deal)
    assert_same_positions(game)
    assert_told(game)


def test_two_bags_reach_the_same_positions(tmp_path):
    game = rules(tmp_path, TWO_BAGS)
    assert bags(game) == {"pack", "left", "right"}
    assert_same_positions(game)
    assert_told(game)


def test_heaps_reach_the_same_positions(tmp_path):
    game = tiny(tmp_path, "draw 3 cards from deck to heap", "top of heap is A")
    assert "heap" in heaps(game)
    assert_same_positions(game)
    apart, together = LazyInterpreter(game, piled=frozenset()), LazyInterpreter(game)
    assert len(every_play(together).came) < len(every_play(apart).came)


# ---------------------------------------------------------------- planted faults


@pytest.mark.parametrize("deal", ["is in", "some", "by name"])
def test_a_zone_that_is_looked_at_and_called_a_bag_differs(deal, tmp_path):
    game = tiny(tmp_path, DEALS[deal][0])
    plain = every_play(Interpreter(game))
    wrong = search(LazyInterpreter(game, frozenset({"deck"})), every_deal, most_states=10_000)
    assert meant_by(game, wrong) != likened(game, plain)


def test_a_zone_of_which_the_bottom_is_asked_for_and_called_a_heap_differs(tmp_path):
    game = tiny(tmp_path, "draw 3 cards from deck to heap", "bottom of heap is A")
    assert "heap" not in heaps(game)
    plain = every_play(Interpreter(game))
    wrong = LazyInterpreter(game, piled=frozenset({"heap"}))
    found = {wrong.likened(position) for p in every_play(wrong).came for position in meant(wrong.layout, p)}
    assert found != set(map(wrong.likened, plain.came))


def test_a_rank_of_a_blank_is_no_rank(tmp_path):
    game = tiny(tmp_path, DEALS["top"][0])
    with pytest.raises(IndexError):
        every_play(LazyInterpreter(game, frozenset({"deck"})))


def test_filling_in_too_late_differs(tmp_path, monkeypatch):
    """Cards in no order go to a stack in the deck's order, so which they are must be told before."""
    game = tiny(tmp_path, DEALS["through a hand"][0])
    monkeypatch.setattr("verify.search.lazy_shuffle.indifferent", lambda index, effect: True)
    with pytest.raises(AssertionError):
        assert_same_positions(game)


# ---------------------------------------------------------------- arithmetic


@pytest.mark.parametrize("size", range(6))
def test_combinations_in_order(size):
    items = (2, 3, 5, 7, 11)
    every = list(combinations(items, size))
    assert [combination(items, size, i) for i in range(len(every))] == every
