"""Copies of a card, at the terminal: a person reads and types the card without a number where the rules do not tell its
copies apart, and with it where they do, or where it matters which of them is meant."""

from dataclasses import replace

import hoyle.api
from hoyle.table.copies import first_copies
from hoyle.table.faces import Faces
from hoyle.table.offers import offers
from hoyle.table.typed import understood
from spec.ir import nodes as ir
from tests.verify_smt.small import game as game_of

RULES = """game "Twins":
  players 2
  deck 1 2 of gold, salt 2 copies

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: ORDER, face up

state:
  best: card or nobody

move lay(c: card from hand of mover):
  permit any
  does put: move c to heap
  does best: BEST

move back(c: card from heap):
  permit any
  does put: move c to hand of mover

move both(x: 2 cards from hand of mover):
  permit any
  does put: move x to heap in any order

ends:
  out when some player p with hand of p is empty: nobody wins

play:
  step deal:
    deal 4 cards from deck to each hand
  turns from player 1:
    choice act: mover does lay, both, back
"""


def copied(order: str) -> str:
    """Rules that remember no card, with a heap in this order."""
    text = RULES.replace("ORDER", order).replace("\nstate:\n  best: card or nobody\n", "")
    return text.replace("  does best: BEST\n", "")


def written(order: str = "set") -> ir.Game:
    return game_of(copied(order))


def state_of(game: ir.Game, *moves: str) -> tuple[hoyle.api.State, Faces]:
    """After the moves, where each is the only one that its words may mean."""
    state = hoyle.api.Game(game).new_initial_state(seed=1)
    faces = Faces(state.game.interpreter)
    for words in moves:
        (meant,) = understood(words, offers(state, faces), state, faces).fitting
        state.apply_action(meant.moves[0])
    return state, faces


def shown(state: hoyle.api.State, faces: Faces) -> list[str]:
    return [faces.drawn(offer.text, exact=offer.exact) for offer in offers(state, faces)]


def test_copies_in_a_hand_are_one_move_without_a_number():
    state, faces = state_of(written())
    assert shown(state, faces) == ["lay 2G", "lay 2S", "both 2G 2G", "both 2G 2S", "both 2S 2S"]
    assert all("#" not in face for face in faces.shown)
    assert faces.drawn("Player 1 lays 2G#2") == "Player 1 lays 2G"


def test_a_copy_is_typed_without_its_number_whichever_is_held():
    state, faces = state_of(written(), "lay 2G", "lay 1G")
    held = {"2G#2", "2S", "2S#2"}
    assert {faces.names[card] for card in state.position.cells[1]} == held
    for words in ("lay 2g", "lay 2G#2", "lay(2G)", "two of gold"):
        (meant,) = understood(words, offers(state, faces), state, faces).fitting[:1]
        assert meant.args == ("2G#2",)


def test_a_card_that_is_not_held_is_told_once_and_one_that_is_held_by_its_copy():
    state, faces = state_of(written())
    assert understood("lay 1g", offers(state, faces), state, faces).moves == ("lay(1G)",)
    state, faces = state_of(written(), "lay 2G", "lay 1G")
    assert understood("back 2s", offers(state, faces), state, faces).moves == ("back(2S)",)
    assert understood("both 2g 1s", offers(state, faces), state, faces).moves == ("both(1S 2G#2)",)


def test_cards_in_no_order_are_typed_in_any_and_as_any_of_their_copies():
    state, faces = state_of(written(), "lay 2G", "lay 1G")
    for words in ("both 2g 2s", "both 2s 2g", "both 2S#2 2G", "2s 2g", "both two of salt two of gold", "2s#2 2g"):
        (meant,) = understood(words, offers(state, faces), state, faces).fitting
        assert meant.args == ("2G#2 2S",), words


def test_copies_that_lie_in_an_order_keep_their_numbers_where_one_is_chosen():
    state, faces = state_of(written("stack"), "lay 2G", "lay 1G", "lay 2G", "lay 1G")
    assert shown(state, faces)[-4:] == ["back 1G", "back 1G#2", "back 2G", "back 2G#2"]
    state, faces = state_of(written(), "lay 2G", "lay 1G", "lay 2G", "lay 1G")
    assert shown(state, faces)[-2:] == ["back 1G", "back 2G"]


def test_copies_keep_their_numbers_where_the_rules_remember_a_card():
    state, faces = state_of(game_of(RULES.replace("ORDER", "set").replace("BEST", "best becomes c")))
    assert "lay 2G#2" in shown(state, faces)


def test_copies_keep_their_numbers_where_a_rule_names_one_of_them():
    game = written()
    one = ir.Define(game.actions[0].source, (), ir.Card(), ir.Lit(1, ir.Card()))
    assert first_copies(game)[1] == 0
    assert first_copies(replace(game, defines=(*game.defines, one)))[1] == 1
