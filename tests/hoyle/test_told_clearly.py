"""Holds sentences of a rulebook that newcomers could not read: who gets which card, which cards go together, more."""

from functools import cache

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from hoyle.english.sentences import Sentences
from tests.verify_smt.small import game as game_in

RULES = """game "Gifts":
  players 4
  deck 2..6 of red, blue + fool, dog of no suit
  teams: players 1 and 3 against players 2 and 4

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  gift[player, player]: set, seen by its owner
  won[team] as "won tricks": set, face up
  gone: set, face up

state:
  owes[player, player] as "debt": 0 to 9
  opened[team] as "first meld made": yes or no
  passed[player] as "has passed": yes or no
  drawn as "has drawn or taken": yes or no
  fresh as "somebody has just laid cards": yes or no
  first_out as "first player out": player or nobody

values points:
  2..3 are 2
  4 6 are 6
  others are 1

shape one_card as "single card": set of 1 card
shape pair as "twin cards": set of 2 cards, same rank, where fool is wild

define us: team of mover
define excused: asked is free and passed of mover
define alike(c: card, x: cards): number of d in x with rank of d is rank of c
define enough(x: cards, so_far: number): size of x + so_far > 3

move give(left: card from hand of mover, right: card from hand of mover):
  permit two when left is not right and alike(left, hand of mover) < 3
  forbid begged when excused
  forbid poor when opened of us and not excused and not enough(hand of mover, owes[mover, next player])
  precedence every forbid > every permit
  does lay_aside:
    move left from hand of mover to gift[mover, next player]
    move right from hand of mover to gift[mover, previous player]
    owes[mover, next player] becomes 1
    opened of us becomes no

move lay(cards: one_card or pair from hand of mover):
  permit single when cards is a one_card
  permit double when cards is a pair
  does put: move cards from hand of mover to gone; drawn becomes yes; fresh becomes yes; first_out becomes mover

move lay_two(some_: pair from hand of mover, others: pair from hand of mover):
  permit apart when some_ common others is empty
  does put: move some_ from hand of mover to won[us]

move send_the_dog:
  permit leading when dog is in hand of mover and drawn and not fresh
  does send:
    move [dog] from hand of mover to gone
    passed of mover becomes no
    first_out becomes nobody
    leave the loop

move give_trick(q: player) as "give the trick":
  permit an_opponent when q is not first_out
  does give_away: move everything from gone to hand of q

ends:
  out when hand of mover is empty: mover wins

play:
  step deal:
    shuffle deck
    deal 3 cards from deck to each hand
  once around from player 1:
    choice exchange: mover does give
  step pick_up:
    for each player p:
      for each player q: move everything from gift[q, p] to hand of p
  repeat until drawn:
    choice act: mover does lay, lay_two, send_the_dog
  choice away: mover does give_trick
  turns from player 1:
    choice more: mover does lay, give_trick

question asked: "Is a player excused who has passed?"
  reading must "no"
  reading free "yes"
  ruling must because "so it is"

example "two":
  given hand of player 1 = [2R 2B 3R fool], hand of player 2 = [4R], passed of player 2 = yes, mover = player 1, at act,
    rest in deck
  legal lay(2R 2B)
  legal lay([2R fool])
  legal lay(3R)
  illegal lay_two(2R 2B, [2R fool])

example "away":
  given hand of player 1 = [2R 2B 3R fool], hand of player 2 = [4R], mover = player 1, at away, rest in deck
  legal give_trick(player 3)
"""


@cache
def page() -> str:
    return " ".join(to_markdown(rulebook(game_in(RULES))).replace("*", "").split())


SAID = {
    "whose gift it is": "Put the left from your hand into your gift for the next player. "
    "Put the right from your hand into your gift for the previous player. Your debt for the next player becomes one.",
    "a gift from each to each": "Gift. For each player, one for each player, cards in no order.",
    "one player within another": "For each player, for each player (“the other player”, who may be the same), put all "
    "cards of the other player’s gift for this player into this player’s hand.",
    "sets of cards in a list": "with (2 of red, 2 of blue), (2 of red, fool) or 3 of red is permitted.",
    "two sets in one move": "with (2 of red, 2 of blue) and (2 of red, fool) is not permitted.",
    "another phrase": "your [team](#team) has the first meld made mark",
    "what a team owns": "into the won tricks of your [team](#team)",
    "a mark of a team": "Take the first meld made mark away from your [team](#team).",
    "a mark that goes": "Note that you have not passed. There is no first player out any more.",
    "a mark in an example": "Player 2 has passed: yes",
    "a mark without a subject": "Turn the mark “has drawn or taken” on. Note that somebody has just laid cards. "
    "You become the first player out.",
    "a mark as a condition": "the mark “has drawn or taken” is on and nobody has just laid cards.",
    "a number that is no thing": "count as enough for a number (so far) if",
    "a count": "The alike count of a card among the cards is the number of cards",
    "cards of both": "Apart. You may do this if no card is both in the some and in the others.",
    "one card with its article": "Put the dog from your hand into the gone pile.",
    "the only wild card": "Two cards, all of the same rank; the fool may stand for any card.",
    "values as they are written": "2 and 3 count two; 4 and 6 count six; 5, fool and dog count one.",
    "who gets the trick": "The move [give the trick](#give-the-trick) to player 3 is permitted.",
    "where play goes on": "This part of the game is over, and play goes on with away.",
    "a shape that is several cards": "Choose a [single card](#single-card) or [twin cards](#twin-cards) from your hand",
    "what never holds is left out": "Poor. You may not do this if your [team](#team) has the first meld made mark and "
    "your hand does not count as",
}


@pytest.mark.parametrize("what", SAID)
def test_a_newcomer_can_tell(what):
    assert SAID[what] in page()


def test_what_is_told_in_place_has_no_entry():
    assert "#### Us" not in page()
    assert "[us]" not in page()


def test_what_never_holds_has_an_entry_only_where_it_is_named():
    assert "“Excused” holds in no case." in page()
    bare = game_in(RULES.replace("  forbid begged when excused\n", ""))
    assert "Excused" not in to_markdown(rulebook(bare))


def test_a_card_without_a_suit_is_told_by_its_rank():
    rules = RULES.replace(" + fool, dog of no suit", " 2 copies + fool of no suit 2 copies").replace("dog", "fool")
    rules = rules.replace("  2..3 are 2\n  4 6 are 6\n", "  fool is 50\n  3R 5B are 0\n")
    told = to_markdown(rulebook(game_in(rules)))
    assert "Each fool counts 50; the 3 of red and the 5 of blue count nothing; every other card counts one." in told


def test_a_deed_says_who_gets_something():
    told = Sentences(Interpreter(game_in(RULES)))
    clause = next(told.clause(c, cited=False) for c in told.clauses() if c.label == "an_opponent")
    assert clause == "You may give the trick to a player if the chosen player is not the first player out."


def test_marks_of_the_table_are_told_as_they_come():
    interpreter, chance, said = Interpreter(game_in(RULES)), Seeded(1), list[str]()
    told, turn = Sentences(interpreter), interpreter.start(Seeded(1))
    while "lay" not in said:
        move = next((m for m in turn.moves if m.action.startswith("lay_one")), turn.moves[0])
        after = interpreter.apply(turn.position, move, chance)
        said = [change.text for change in told.difference(turn.position, after.position, move=move)]
        said += ["lay"] * move.action.startswith("lay_one")
        turn = after
    assert {"The mark “has drawn or taken” is on.", "Somebody has just laid cards."} <= set(said)
