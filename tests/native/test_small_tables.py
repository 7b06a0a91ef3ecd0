"""Moves of several choices, whose last one is judged for all its values at once, and conditions that become tables."""

from dataclasses import replace
from functools import cache

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.playout.source import code_of
from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard
from engine.core.pipelines import for_play
from engine.core.plans.nested_choices import NestedChoices
from engine.core.plans.small_tables import CARD, SYMBOL, SmallTables
from spec.ir import nodes as ir
from tests.native.harness import QUICK, STRICT, figures_of_text, interpreter_of_text, library_of, needs_compiler

SHIFTS = """game "Shifts":
  players 2
  deck A..6 of hearts, spades
  number most: 1 to 60, usually 40

kind place: left | middle | right | far

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  pile[place]: stack, face up
  gone: set, face up

state:
  made: 0 to 60

shape group: set of 2 to 3 cards, same rank

define goes_on(c: card, d: card): c is one below d and suit of c is not suit of d

define open_places(p: place): number of place q with pile[q] is empty and q is not p

define fits(c: card, p: place): if pile[p] is empty then c is 6 else goes_on(c, top of pile[p])

define far_away(p: place): p is far or p is right

move play(c: card from hand of mover, p: place):
  permit fitting when fits(c, p)
  permit ace when c is A and far_away(p)
  does lay: move c from hand of mover to pile[p]

move shift(p: place, to q: place):
  permit fitting when p is not q and pile[p] is not empty and fits(bottom of pile[p], q)
  forbid crowded when open_places(q) > 1
  precedence crowded > fitting
  does lay: move everything from pile[p] to pile[q]

move part(p: place, n: number 1 to 2, to q: place):
  permit fitting when p is not q and size of pile[p] > n and pile[q] is not empty
    and goes_on(bottom of top n cards of pile[p], top of pile[q])
  does lay: move top n cards of pile[p] to pile[q]

move swap(c: card from hand of mover, p: place, with d: card from hand of next player after mover):
  permit higher when pile[p] is not empty and top of pile[p] is A and d > c and suit of d is suit of c
  does lay: move d from hand of next player after mover to gone

move pair(cards: group from hand of mover, with c: card from gone):
  permit lower when some d in cards with c < d and suit of c is suit of d
  forbid kept when c is 3
  precedence kept > lower
  does lay: move cards from hand of mover to gone

ends:
  out when hand of mover is empty: mover wins
  long at act when made = most: nobody wins

play:
  step deal:
    shuffle deck
    deal 4 cards from deck to each hand
    for each place p: draw up to 1 from deck to pile[p]
  turns from player 1:
    choice act: mover may do play, shift, part, swap, pair
    step count: add 1 to made
"""
UNCHECKED = SHIFTS.replace(" and pile[q] is not empty\n", "\n")
"""The top of an empty pile is asked for."""
GAMES = 50


@needs_compiler
@pytest.mark.parametrize("off", ["", "-nested_choices", "-small_tables", "-memoised_values", "-set_vectorisation"])
def test_games_are_the_interpreters(monkeypatch, off: str):
    monkeypatch.setenv("HOYLE_PASSES", off)
    interpreter, wanted = interpreter_of_text(SHIFTS), figures_of_text(SHIFTS, GAMES)
    assert not wanted.faults
    assert [clause for clause in wanted.clauses if not clause.times] == []
    assert simulate(library_of(interpreter.game, STRICT, lean=True), interpreter, GAMES, 1) == wanted


@needs_compiler
@pytest.mark.parametrize(
    ("old", "new"),
    [
        # What is kept of symbols, and by symbol; piles by their end; cards beside a card; moves that are picked.
        ("g->memo[0] = (num)found;", "g->memo[0] = (num)(found & 3);"),
        (".values[OWN_CLASSES[", ".values[1 ^ OWN_CLASSES["),
        ("& OWN_BESIDE[", "& ~OWN_BESIDE["),
        ("count += many;", "count += many & 1;"),
        ("to->p_1 = picked;", "to->p_1 = 0 * picked;"),
        ("to->p_2 = picked;", "to->p_2 = 0 * picked;"),
        ("to->ruled |= (u64)(", "to->ruled &= (u64)("),
    ],
)
def test_what_is_judged_wrongly_is_noticed(old: str, new: str):
    interpreter = interpreter_of_text(SHIFTS)
    text = code_of(interpreter.game).text
    assert old in text
    library = library_of(interpreter.game, QUICK, text.replace(old, new), lean=True)
    assert simulate(library, interpreter, GAMES, 1) != figures_of_text(SHIFTS, GAMES)


@needs_compiler
def test_the_end_of_an_empty_pile_stops_play():
    """It is asked for of all piles at once, and only those that a condition before it leaves may lack a card."""
    interpreter, wanted = interpreter_of_text(UNCHECKED), figures_of_text(UNCHECKED, GAMES)
    assert 0 < sum(fault.games for fault in wanted.faults) < GAMES
    assert simulate(library_of(interpreter.game, STRICT, lean=True), interpreter, GAMES, 1) == wanted
    text = code_of(interpreter.game).text
    checked = "stop(g, UNDEFINED);"
    assert checked in text
    library = library_of(interpreter.game, QUICK, text.replace(checked, ";"), lean=True)
    assert simulate(library, interpreter, GAMES, 1) != wanted


@cache
def program_of() -> p.Program:
    return for_play(interpreter_of_text(SHIFTS).game)


def test_the_last_choice_is_judged_at_once():
    found = NestedChoices()(program_of())
    assert {label: (len(one.outer), one.inner) for label, one in found.items()} == {
        "play": (1, "domain"), "shift": (1, "domain"), "part": (2, "domain"),
        "swap": (2, "cards"), "pair": (1, "cards"),
    }  # fmt: skip


C, D, S = t.Local("c", ir.Card()), t.Local("d", ir.Card()), t.Local("s", ir.Symbol("place"))
PILE = t.Zone("pile", (S,), ir.Cards(True))
TOP = t.Helper("top", (t.Check("some_cards", PILE),))


def rank(card: t.Expr) -> t.Attr:
    return t.Attr("rank", card)


def suit(card: t.Expr) -> t.Attr:
    return t.Attr("suit", card)


HIGHER = t.And((t.Compare(">", rank(C), rank(D)), t.Compare("=", suit(C), suit(D))))


def test_tables_say_what_conditions_say():
    program = program_of()
    tables, by_card = SmallTables()(program), ByCard(program, p.functions(program))
    beside = tables.beside(HIGHER, "c")
    assert beside is not None
    assert beside.other == D
    cards = range(len(program.faces))
    for c in cards:
        for d in cards:
            assert (beside.held[d] >> c & 1) == by_card.of(HIGHER, {"c": c, "d": d})
    low = t.OneOf(S, (t.Word("place", 0), t.Word("place", 2)))
    assert tables.constant(low, "s") == 0b101
    ends = tables.ends(t.Compare("<", rank(C), rank(TOP)), "s")
    assert ends is not None
    assert (ends.card, ends.zone, ends.checked) == (C, t.Zone("pile", (t.Local(SYMBOL, S.type),), ir.Cards(True)), True)
    for c in cards:
        for d in cards:
            held = bool(ends.known.meets[d] >> ends.known.classes[c] & 1)
            assert held == (program.faces[c].rank < program.faces[d].rank)


@pytest.mark.parametrize(
    ("cond", "var"),
    [
        # A field has a say; two other cards are looked at; the card itself counts; the other one hangs on it.
        (t.And((HIGHER, t.Compare("=", t.Field("made", (), ir.Int()), t.Number(1)))), "c"),
        (t.And((HIGHER, t.Compare("=", suit(C), suit(TOP)))), "c"),
        (t.Compare("=", C, D), "c"),
        (t.Compare("<", rank(C), t.Number(3)), "c"),
        (t.Compare("<", rank(D), rank(TOP)), "c"),
    ],
)
def test_other_conditions_have_no_table(cond: t.Expr, var: str):
    assert SmallTables()(program_of()).beside(cond, var) is None


def test_a_deck_that_lacks_a_named_card_has_no_tables():
    program = program_of()
    lacking = replace(program, functions=(*program.functions, replace(
        program.functions[0], name="lacking", params=(), body=(p.Answer(t.OneCard(ir.NOBODY)),))))  # fmt: skip
    assert SmallTables()(program).beside(HIGHER, "c") is not None
    assert SmallTables()(lacking).beside(HIGHER, "c") is None
    assert CARD != SYMBOL
