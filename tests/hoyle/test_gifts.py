"""Cards that players give each other unseen are told: how many, from whom to whom, and no more than is seen."""

import hoyle.api
from engine.interpreter.interpreter import Turn
from hoyle.english.sentences import Sentences
from hoyle.table.told import happened
from tests.verify_smt.small import game as game_of

RULES = """game "Gifts":
  players 3
  deck 2..6 of red, blue

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  gift[player, player]: set, seen by its owner
  laid: set, face up

move give(left: card from hand of mover, right: card from hand of mover):
  permit two when left is not right
  does lay_aside:
    move left from hand of mover to gift[mover, next player]
    move right from hand of mover to gift[mover, previous player]

move hand_on(c: card from hand of mover):
  permit any
  does: move c from hand of mover to hand of next player

ends:
  out when hand of mover is empty: mover wins

play:
  step deal:
    deal 3 cards from deck to each hand
  once around from player 1:
    choice exchange: mover does give
  step pick_up:
    for each player p:
      for each player q: move everything from gift[q, p] to hand of p
  turns from player 1:
    choice act: mover does hand_on
"""


def told(seat: int) -> list[str]:
    """The moves of a game, each the first that is legal, as a seat reads them."""
    state = hoyle.api.Game(game_of(RULES)).new_initial_state(seed=1)
    english, texts = Sentences(state.game.interpreter), []
    for _ in range(4):
        before, move = state.position, state.legal_actions()[0]
        state.apply_action(move)
        texts.append(happened(english, before, move, Turn(state.position, state.events), (seat,), seat).text)
    return texts


def test_gifts_are_told_as_they_are_given_and_as_they_are_taken():
    first, second, third, last = told(0)
    assert first.endswith("You put 5B into your gift for player 2 and 6R into your gift for player 3.")
    assert second == (
        "Player 2 gives a card and a card (lay aside). "
        "Player 2 puts a card into their gift for player 3 and a card into their gift for you."
    )
    assert third == (
        "Player 3 gives a card and a card (lay aside). "
        "Player 3 puts a card into their gift for you and a card into their gift for player 2. "
        "You take 2B from player 3’s gift for you and 4B from player 2’s gift for you. "
        "Player 2 takes a card from player 3’s gift for them and 5B from your gift for them. "
        "Player 3 takes a card from player 2’s gift for them and 6R from your gift for them."
    )
    assert last.endswith("You put 2B into player 2’s hand.")


def test_who_sees_nothing_of_a_gift_is_told_how_many_cards_go_to_whom():
    first, _, third, last = told(1)
    assert "2B" not in third
    assert first == (
        "Player 1 gives a card and a card (lay aside). "
        "Player 1 puts a card into their gift for you and a card into their gift for player 3."
    )
    assert "Player 1 takes a card from player 3’s gift for them and 4B from your gift for them. " in third
    assert last.endswith("Player 1 puts 2B into your hand.")
