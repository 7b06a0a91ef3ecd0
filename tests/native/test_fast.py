"""Whole play keeps fields, piles and rows in variables and judges cards by tables: faults planted there show."""

from functools import cache

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.playout.source import code_of
from engine.c.rules.folds import planes
from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard
from engine.core.lower.game import lower
from engine.core.plans.card_pairs import relation
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import Statistics
from engine.simulate.simulate import simulate as by_interpreter
from spec.ir import nodes as ir
from tests.engine.games import GAME
from tests.native.harness import (
    QUICK,
    interpreter_of,
    library_of,
    needs_compiler,
)
from tests.verify.small import load, text

SMALL = "the small game"
PLANTED = (
    # The one ending that is asked for at a place.
    ("leduc_poker", "g->ending = 0;", "g->ending = 3;"),
    # The card on top of a pile, and how many cards it has.
    ("crazy_eights", "own_top_pile = picked", "own_top_pile = 4 ^ picked"),
    ("crazy_eights", "own_n_deck != 0", "own_n_deck > 1"),
    # Which piles of a row hold a card; which of them go with a card.
    ("pigeon", "own_row_slot |= ", "own_row_slot |= 1 & "),
    ("pigeon", "|= (u64)1 << p;", "|= (u64)1 << p & 5;"),
    # Who holds the greatest key; clauses that rule out; a field set on a condition.
    ("hearts", " << 3 | 1) &", " << 3 | 0) &"),
    ("hearts", "holds ? true : own_f_broken", "holds ? false : own_f_broken"),
    ("hearts", "+= holds;", "+= !holds;"),
    (SMALL, "(best_2 != 0)", "(best != 0)"),
    # What is picked out of a set leaves it.
    ("hearts", "&= ~ONE(picked", "&= ~ONE(0 & picked"),
    # Turns, where there is one for each decision.
    ("hearts", "g->turns = (int)(most - left);", "g->turns = (int)(most - left) - 1;"),
    # All cards or none, by a condition on other cards.
    ("hearts", "mask_cards(", "mask_cards(0 && "),
)


def game_called(name: str) -> Interpreter:
    return Interpreter(GAME) if name == SMALL else interpreter_of(name)


@cache
def wanted(name: str) -> Statistics:
    return by_interpreter(game_called(name), 60, 1)


@needs_compiler
@pytest.mark.parametrize(("name", "old", "new"), PLANTED)
def test_what_is_kept_wrongly_is_noticed(name, old, new):
    interpreter = game_called(name)
    text = code_of(interpreter.game).text
    play = text.index("static void play(G *g, u64 seed, num most) {") if "|= (u64)1 <<" not in old else 0
    assert old in text[play:]
    library = library_of(interpreter.game, QUICK, text[:play] + text[play:].replace(old, new), lean=True)
    assert simulate(library, interpreter, 60, 1) != wanted(name)


@needs_compiler
def test_selections_of_other_cards_are_noticed():
    """Those that are kept are of the cards that are asked of, or of more."""
    interpreter = interpreter_of("gin_rummy")
    text = code_of(interpreter.game).text
    known = "if (SAME_SET(both, kept->all)) return"
    assert known in text
    library = library_of(interpreter.game, QUICK, text.replace(known, "if (kept->n) return"), lean=True)
    assert simulate(library, interpreter, 6, 1) != by_interpreter(interpreter, 6, 1)


def counted(old: str = "", new: str = "") -> bool:
    """Are the figures of several games right, of which some are left to the exact code, with this put in place?"""
    interpreter = Interpreter(GAME)
    text = code_of(GAME).text.replace("MOVES_AT_ONCE 4096", "MOVES_AT_ONCE 9")
    assert old in text
    library = library_of(GAME, QUICK, text.replace(old, new) if old else text, lean=True)
    return simulate(library, interpreter, 40, 1) == by_interpreter(interpreter, 40, 1)


@needs_compiler
def test_clauses_are_counted_over_several_games():
    assert by_interpreter(Interpreter(GAME), 40, 1).faults
    assert counted()
    assert not counted("g->fired[k] != g->fired_before[k]", "g->fired[k] != 0")
    assert not counted("t->times[k] += g->fired_before[k]", "t->times[k] += g->fired[k]")
    assert not counted("if (g->moves_left < 0) add_marks(g, t);", "if (g->moves_left < 0) begin_marks(g);")


@needs_compiler
def test_a_turn_counts_that_begins_with_a_question(tmp_path):
    """Whether somebody chooses at all is asked within the turn, after it was asked whether there is one more."""
    written = text().replace("turns from player 1:", "turns from player 1 until size of heap = 3:")
    written = written.replace("choice act: mover", "choice act when hand of mover is not empty: mover")
    game = load(tmp_path, written).game
    assert game is not None
    interpreter = Interpreter(game)
    wanted = by_interpreter(interpreter, 5, 1)
    assert wanted.mean_turns > 0
    assert simulate(library_of(game, QUICK, lean=True), interpreter, 5, 1) == wanted


def suit(card: t.Expr) -> t.Attr:
    return t.Attr("suit", card)


def equal(left: t.Expr, right: t.Expr) -> t.Compare:
    return t.Compare("=", left, right)


C, V = t.Local("c", ir.Card()), t.Local("v", ir.Symbol("pile"))
ROW = t.Zone("row", (V,), ir.Cards(True))
TOP, BOTTOM = (t.Helper(end, (t.Check("some_cards", ROW),)) for end in ("top", "bottom"))
HEAP_TOP = t.Helper("top", (t.Check("some_cards", t.Zone("heap", (), ir.Cards(True))),))
PROGRAM = lower(GAME, whole=True)
BY_CARD = ByCard(PROGRAM, p.functions(PROGRAM))


@pytest.mark.parametrize(
    ("cond", "end"),
    [
        (equal(suit(C), suit(TOP)), TOP),
        (t.Adjacent("beside", t.Attr("rank", C), t.Attr("rank", BOTTOM), 0), BOTTOM),
    ],
)
def test_relations_of_two_cards_are_what_the_condition_says_of_them(cond, end):
    found = relation(BY_CARD, cond, "c", "v")
    assert found is not None
    assert (found.other, found.name) == (end, "v")
    for c, mine in enumerate(GAME.deck):
        for o, other in enumerate(GAME.deck):
            told = abs(mine.rank - other.rank) == 1 if isinstance(cond, t.Adjacent) else mine.suit == other.suit
            assert told == bool(found.meets[o] >> found.classes[c] & 1)


@pytest.mark.parametrize(
    "cond",
    [
        # The card itself counts, not only what is on it; another pile; two ends are looked at; a field has a say.
        equal(C, TOP),
        equal(suit(C), suit(HEAP_TOP)),
        equal(suit(TOP), suit(BOTTOM)),
        t.And((equal(suit(C), suit(TOP)), equal(t.Field("mover", (), ir.Symbol("player")), t.Word("player", 0)))),
    ],
)
def test_other_conditions_are_no_such_relation(cond):
    assert relation(BY_CARD, cond, "c", "v") is None


@pytest.mark.parametrize(
    "values", [(0, 1, 2, 3, 50), (-4, 3, 0, -1), (-1,), (-2, 10, 0, 3), (-1, 1, 8), (0, 0), (255,), (-128, 127)]
)
def test_values_made_up_of_few_sets(values):
    found = planes(values)
    assert found is not None
    assert values == tuple(sum(weight for weight, cards in found if cards >> i & 1) for i in range(len(values)))


def test_large_values_are_made_up_of_too_many_sets():
    assert planes((256,)) is None
    assert planes((-129,)) is None


GIVING = """game "Giving":
  players 2
  deck A..8 of hearts, spades
zones:
  deck: stack, face down, starts with every card
  row: stack, face up
state:
  points[player]: 0 to 99
move turn_up:
  permit any
  does: draw 1 card from deck to row; go again
move give:
  permit something when row is not empty
  does: points of next player becomes size of row; move everything from row to deck in any order
ends:
  enough when points of mover >= 2: mover wins
play:
  step begin: shuffle deck
  turns from player 1:
    choice act: mover does turn_up, give
"""


@needs_compiler
def test_an_end_that_the_turn_brings_about_is_read_after_the_next_move(tmp_path):
    """Nothing that the move changes is looked at by the end: only whose turn it is has changed since it was read."""
    game = load(tmp_path, GIVING).game
    assert game is not None
    interpreter = Interpreter(game)
    for seed in range(3):
        wanted = by_interpreter(interpreter, 40, seed, most_moves=60)
        assert simulate(library_of(game, QUICK, lean=True), interpreter, 40, seed, most_moves=60) == wanted


TURNED_UP = """game "Turned up":
  players 2
  deck A..6 of hearts, spades
zones:
  stock: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  turned: stack, face up
  pile: stack, face up
state:
  reds[player]: 0 to 99
  rounds: 0 to 3
move lay(c: card from hand of mover):
  permit any
  does put: move c to pile
ends:
  over at next when rounds > 2: every player p scores reds of p
play:
  repeat:
    step deal:
      collect every card into stock
      shuffle stock
      deal 2 cards from stock to each hand
      if top of stock is hearts: add 1 to reds of player 1
      move top of stock to turned
      move top of stock to pile
      draw 1 card from stock to hand of player 1
      if top of stock is hearts: add 1 to reds of player 2
      draw up to 9 cards from stock to hand of player 2
    turns from player 1 until hand of mover is empty:
      choice act: mover does lay
    step next: add 1 to rounds
"""


@needs_compiler
def test_the_top_of_a_shuffled_pile_is_looked_at_while_the_order_of_the_others_is_open(tmp_path):
    game = load(tmp_path, TURNED_UP).game
    assert game is not None
    interpreter, code = Interpreter(game), code_of(game).text
    play = code.index("static void play(G *g, u64 seed, num most) {")
    assert code[play:].count("top_decided(g") == 4
    found = by_interpreter(interpreter, 60, 1)
    assert simulate(library_of(game, QUICK, code, lean=True), interpreter, 60, 1) == found
    for old, new in (("if (n && n == g->late[at]) {", "if (0) {"), ("g->late[at] = (u8)(n - 1);\n  }", "}")):
        assert old in code
        library = library_of(game, QUICK, code.replace(old, new), lean=True)
        assert simulate(library, interpreter, 60, 1) != found
