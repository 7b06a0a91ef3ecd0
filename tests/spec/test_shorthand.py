"""What is said shortly comes to the same as what is said at length; what is out of force is left out."""

from dataclasses import replace

import pytest

from spec.ir.nodes import Game
from spec.ir.printing import print_node
from spec.lower.game import lower_file
from spec.text.parse import parse
from tests.cases.harness import PRELUDE, completed


def game_of(snippet: str, **settings: str) -> Game:
    file, found = parse(completed(snippet))
    game, more = lower_file(file, settings)
    assert game is not None, [*found, *more]
    return game


MOVE = "move lay(c: card from hand of mover):\n  permit any\n  does put: {}\n"

SIDES = (
    "kind side: north | south\n\nzones:\n  deck: stack, face down, starts with every card\n"
    "  discard: stack, face up\n  hand[player]: set, seen by its owner\n  pile[4]: row of stacks, face up\n"
    "  taken[player]: set, face up\n  heap[side]: stack, face up\n\n"
)

SAME = {
    "deal": (
        MOVE.format("deal up to 2 cards from deck to each hand"),
        MOVE.format("\n    for each player p: draw up to 2 cards from deck to hand of p"),
    ),
    "fill": (
        MOVE.format("fill hand of mover up to 5 cards from deck"),
        MOVE.format("draw up to 5 - size of hand of mover cards from deck to hand of mover"),
    ),
    "from where it was chosen": (
        MOVE.format("move c to discard"),
        MOVE.format("move c from hand of mover to discard"),
    ),
    "from the zone by which it is named": (
        MOVE.format("move (cards d in top 3 cards of discard with d is red) to deck in any order"),
        MOVE.format("move (cards d in top 3 cards of discard with d is red) from discard to deck in any order"),
    ),
    "the least of ranks is a rank": (
        MOVE.replace("any", "any when (least of rank of d over d in discard) is rank of c").format("round becomes 1"),
        MOVE.replace(
            "any", "any when (least of position of rank of d over d in discard) = position of rank of c"
        ).format("round becomes 1"),
    ),
    "the greatest of ranks is below one": (
        MOVE.replace("any", "any when (greatest of rank of d over d in discard) < c").format("round becomes 1"),
        MOVE.replace(
            "any", "any when (greatest of position of rank of d over d in discard) < position of rank of c"
        ).format("round becomes 1"),
    ),
    "a place by its number": (
        MOVE.replace("any", "any when pile[2] is not empty").format("round becomes 1"),
        MOVE.replace("any", "any when pile 2 is not empty").format("round becomes 1"),
    ),
    "the number of a place": (
        MOVE.replace("any", "any when some pile p with number of p > 2").format("round becomes 1"),
        MOVE.replace("any", "any when some pile p with p > 2").format("round becomes 1"),
    ),
    "exactly one": (
        MOVE.replace("any", "any when exactly one d in hand of mover has d is red"),
        MOVE.replace("any", "any when (number of d in hand of mover with d is red) = 1"),
    ),
    "under an edition": (
        MOVE.format("round becomes 2 under edition is full"),
        MOVE.format("\n    if edition is full: round becomes 2"),
    ),
    "citations of the move": (
        'move lay(c: card from hand of mover) @ "7":\n  permit any\n  does: move c to discard\n',
        'move lay(c: card from hand of mover) @ "7":\n  permit any @ "7"\n  does lay @ "7": move c to discard\n',
    ),
    "two outrank one": (
        "move lay(c: card from hand of mover):\n  permit any\n  forbid x when c is 2\n  forbid y when c is 3\n"
        "  precedence x, y > any\n",
        "move lay(c: card from hand of mover):\n  permit any\n  forbid x when c is 2\n  forbid y when c is 3\n"
        "  precedence x > any\n  precedence y > any\n",
    ),
    "a word for the pile that lies there": (
        SIDES + "move lay(c: card from hand of mover, s: side):\n  permit any when s is not empty and top of s is K\n"
        "  does put: move c onto s\n",
        SIDES + "move lay(c: card from hand of mover, s: side):\n"
        "  permit any when heap of s is not empty and top of heap of s is K\n"
        "  does put: move c onto heap of s\n",
    ),
    "a move of either shape": (
        "shape pair: set of 2 cards, same suit\n\n"
        "move build(cards: group or pair from hand of mover, onto p: pile):\n  permit any\n"
        "  forbid low when cards is a pair and some c in cards with c is 2\n  precedence low > any\n"
        "  does put: move cards to p in any order\n",
        "shape pair: set of 2 cards, same suit\n\n"
        "move build_group(cards: group from hand of mover, onto p: pile):\n  permit any\n"
        "  does put: move cards from hand of mover to p in any order\n\n"
        "move build_pair(cards: pair from hand of mover, onto p: pile):\n  permit any\n"
        "  forbid low when some c in cards with c is 2\n  precedence low > any\n"
        "  does put: move cards from hand of mover to p in any order\n\n"
        "{play}",
    ),
}


def printed(game: Game, part: str) -> list[str]:
    """A part of a game without spans, with the names that a quantifier binds made alike."""
    return [print_node(node).replace('"(each)"', "p") for node in getattr(game, part)]


@pytest.mark.parametrize("name", SAME)
def test_short_and_long_come_to_the_same(name: str):
    short, long = SAME[name]
    play = PRELUDE[PRELUDE.index("\nplay:") + 1 :].split("\n\n")[0]
    one = game_of(short)
    other = game_of(long.replace("{play}", play.replace("build", "build_group, build_pair")))
    labels = {action.source.label for action in one.actions}
    other = replace(other, actions=tuple(a for a in other.actions if a.source.label in labels))
    for part in ("actions", "zones", "fields", "steps"):
        assert sorted(printed(one, part)) == sorted(printed(other, part))


FIELDS = "state:\n  round: 1 to 9\n  holder: player or nobody\n  mode: open | shut\n  score[player]: 0 to 100\n"
MET = FIELDS + "  met: yes or no under edition is short\n"


PLAIN = """game "Plain":
  DECKS
zones:
  deck: stack, face down, starts with every card

play:
  step mix: shuffle deck
"""
SEVERAL_DECKS = """players 2 to 6, usually 2
  deck A..4 of clubs, hearts
  deck without 2 of clubs and 4 under players = 3
  deck 2 copies without A of hearts, clubs under players = 4
  deck A..3 of clubs + 4 of hearts without A under players > 4
"""


@pytest.mark.parametrize(
    ("players", "deck"),
    [
        ("2", "A..4 of clubs, hearts"),
        ("3", "A of clubs, hearts + 2 of hearts + 3 of clubs, hearts"),
        ("4", "2..4 of clubs, hearts 2 copies"),
        ("5", "2..3 of clubs + 4 of hearts"),
    ],
)
def test_a_deck_under_settings_is_the_deck_that_one_would_list(players: str, deck: str):
    cards = []
    for text in (SEVERAL_DECKS, f"players 2 to 6, usually 2\n  deck {deck}\n"):
        game, found = lower_file(parse(PLAIN.replace("DECKS", text))[0], {"players": players})
        assert game is not None, found
        words = {domain.name: domain.values for domain in game.domains}
        cards.append(sorted((words["rank"][c.rank], words["suit"][c.suit], c.copy, c.colour) for c in game.deck))
    assert cards[0] == cards[1]


def test_a_field_is_there_only_under_its_settings():
    with_met = MET + "\n" + MOVE.format("met becomes yes under edition is short")
    assert "met" not in {f.source.label for f in game_of(with_met).fields}
    assert "met" in {f.source.label for f in game_of(with_met, edition="short").fields}


def test_words_that_nothing_uses_go_with_the_field_that_they_name():
    words = "to greet: met becomes yes\n\nto greet_twice: do greet\n\ndefine known: met\n\n"
    used = MOVE.format("do greet_twice under edition is short").replace(
        "permit any", "permit any when not out_of_play(c)"
    )
    plain = "define out_of_play(c: card): c is in discard\n\n"
    for edition, there in (("full", set()), ("short", {"greet", "greet_twice", "known"})):
        game = game_of(f"{MET}\n{words}{plain}{used}", edition=edition)
        labels = {d.source.label for d in game.defines} | {r.source.label for r in game.routines}
        assert labels & {"greet", "greet_twice", "known", "out_of_play"} == {*there, "out_of_play"}
        assert ("met" in {f.source.label for f in game.fields}) == bool(there)


def test_a_zone_is_there_only_under_its_settings():
    zones = PRELUDE[PRELUDE.index("zones:") :].split("\n\n")[0] + "\n  aside: set, face up under edition is short\n\n"
    with_aside = zones + MOVE.format("move c to aside under edition is short")
    assert "aside" not in {z.source.label for z in game_of(with_aside).zones}
    assert "aside" in {z.source.label for z in game_of(with_aside, edition="short").zones}


def test_what_is_in_force_may_not_use_what_is_not():
    file, _ = parse(completed(MET + "\n" + MOVE.format("met becomes yes")))
    assert "E0514" in {d.code for d in lower_file(file)[1]}
    assert lower_file(file, {"edition": "short"})[0] is not None


def test_a_fault_in_what_one_shape_only_does_is_still_reported():
    """What is ruled out for one shape is not looked at there, but it is for the other."""
    text = (
        "shape pair: set of 2 cards, same suit\n\nmove build(cards: group or pair from hand of mover, onto p: pile):\n"
        "  permit any when cards is a pair and nonsense\n  does put: move cards to p in any order\n"
    )
    assert "E0201" in {d.code for d in lower_file(parse(completed(text))[0])[1]}
