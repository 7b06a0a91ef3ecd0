"""Sets of cards that are searched for mean the same to every engine, and to who counts them in another way.

The known answers are those of counting a hand by fifteens, pairs and runs: they are counted here by all subsets.
"""

from io import StringIO
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from engine.c.compiled.simulate import simulate
from engine.conformance.differential_check import Differs
from engine.interpreter.faults import BeyondLimits
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.commands.cli import main
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from spec.ir import nodes as ir
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import QUICK, fast_library, library_of, needs_compiler, play_both
from tests.verify_smt.agree import Comparer
from tests.verify_smt.small import game as game_of
from tests.verify_smt.test_agreement import positions
from verify.obligations.examples import run_example
from verify.smt.encode.expressions import Encoder

RULES = """game "Counted hands":
  players 2
  deck standard

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  table: set, face up

state:
  score[player]: 0 to 200
  best: 0 to 60
  turned: 0 to 20

values worth:
  A is 1
  2..10 are as printed
  J Q K are 10

shape pair: set of 2 cards, same rank
shape run: set of 3 or more cards, a run
shape flush: set of 2 to 3 cards, same suit, a run with ace low or high
shape wheel: set of 3 to 4 cards, same colour, a run round the corner
shape combination: set of 2 or more cards

define fifteens(x: cards): number of combination s in x with worth of s = 15
define pairs(x: cards): number of pair s in x
define longest(x: cards): if some run r in x then (greatest of size of r over run r in x) else 0
define runs(x: cards): number of run r in x with size of r = longest(x)
define counted(x: cards): 2 * fifteens(x) + 2 * pairs(x) + longest(x) * runs(x)
define dearest(x: cards): sum of worth of s over flush s in x with every wheel w in x has not w common s is empty
define lone_best(x: cards): size of (the flush s in x with greatest worth of s)

move show(c: card from hand of mover):
  permit any when (number of pair s in hand of mover) < 3
  permit paired when some pair s in hand of mover with c is in s and some wheel w in hand of mover
  forbid cheap when no combination s in (table plus hand of next player) with worth of s > 24 and c is not QS
  forbid wheels when some wheel w in hand of mover with c is in w and mover can turn
  precedence wheels > paired > cheap > any
  does put:
    move c from hand of mover to table
    score of mover becomes counted(hand of mover plus table)
    best becomes smaller of dearest(hand of mover) and 60

move turn(w: wheel from hand of mover):
  permit flushes when some flush s in w with worth of s is at least 5
  permit others when no flush s in hand of mover with size of (s common w) = 1
  forbid again when turned = 20
  precedence again > flushes, others
  does put:
    move w from hand of mover to table
    add 1 to turned

ends:
  blocked at act when no legal move: every player p with score of p = greatest of score of q over player q wins

play:
  step deal:
    shuffle deck
    for each player p: draw 6 cards from deck to hand of p
  turns from player 1:
    choice act: mover does turn, show

example "the best hand":
  given table = [5S 5H 5D JC 5C], mover = player 1, at act, rest in deck
  then fifteens(table) = 8 and pairs(table) = 6 and longest(table) = 0

example "runs that share cards":
  given table = [3S 4H 4D 5C 5H], mover = player 1, at act, rest in deck
  then longest(table) = 3 and runs(table) = 4 and counted(table) = 16

example "the dearest of them":
  given table = [AS KS QS 4H 5H 9C], mover = player 1, at act, rest in deck
  then lone_best(table) = 3 and (exactly one flush s in table has worth of s = 9)
  then no wheel w in table with 4H is in w
"""
GAME = game_of(RULES)
RISKY = RULES.replace(
    "permit paired when some pair s", "permit paired when (some flush f in hand of mover with "
    "(greatest of position of rank of d over d in f with d is red) > 5) or some pair s"
)  # fmt: skip
"""Of a flush without a red card nothing is the greatest: it matters which one is looked at first."""


def wrong_examples(rules: str) -> set[str]:
    """The examples that do not come out as they are written."""
    game = game_of(rules)
    return {e.source.label for e in game.examples if run_example(Interpreter(game), e).verdict != "checked"}


def test_the_examples_hold():
    assert wrong_examples(RULES) == set()
    assert wrong_examples(RULES.replace("number of pair s in x", "number of run s in x")) != set()


# ---------------------------------------------------------------- counted in another way


def counted(cards: tuple[int, ...]) -> int:
    """What a hand counts: by every subset of its cards, with no thought of shapes."""
    ranks = {card: GAME.deck[card].rank + 1 for card in cards}
    subsets = [some for size in range(2, len(cards) + 1) for some in combinations(cards, size)]
    fifteens = sum(sum(min(ranks[c], 10) for c in some) == 15 for some in subsets)
    pairs = sum(len(some) == 2 and ranks[some[0]] == ranks[some[1]] for some in subsets)
    rows = [sorted(ranks[c] for c in some) for some in subsets if len(some) > 2]
    runs = [len(row) for row in rows if row == list(range(row[0], row[0] + len(row)))]
    longest = max(runs, default=0)
    return 2 * fifteens + 2 * pairs + longest * runs.count(longest)


def told(interpreter: Interpreter, define: str, cards: tuple[int, ...]) -> object:
    start = interpreter.start(Seeded(1)).position
    return interpreter.evaluate(ir.Apply(define, (ir.CardList(cards),)), start)


def test_hands_count_what_their_subsets_count():
    interpreter, rng = Interpreter(GAME), Random(5)
    hands = [tuple(rng.sample(range(52), size)) for size in (4, 5, 6) for _ in range(60)]
    values = [counted(hand) for hand in hands]
    assert [told(interpreter, "counted", hand) for hand in hands] == values
    assert len(set(values)) > 10
    fives = tuple(i for i, face in enumerate(GAME.deck) if face.rank == 4)
    jack = next(i for i, face in enumerate(GAME.deck) if face.rank == 10)
    assert counted((*fives, jack)) == 28


# ---------------------------------------------------------------- every engine


@pytest.mark.parametrize("rules", [RULES, RISKY], ids=["sure", "risky"])
def test_python_agrees(rules: str):
    game = game_of(rules)
    interpreter = Interpreter(game)
    assert python_agrees(interpreter, python_engine(game), range(SOME), most=60)[0] == SOME


def test_a_wrong_count_is_found():
    with pytest.raises(Differs):
        python_agrees(Interpreter(GAME), python_engine(GAME, {"== 15": "== 14"}), range(30), most=60)


@pytest.mark.parametrize("rules", [RULES, RISKY], ids=["sure", "risky"])
def test_javascript_agrees(tmp_path: Path, rules: str):
    game = game_of(rules)
    assert agreeing(game, javascript_engine(game, tmp_path), SOME, most=60)[0] == SOME


@needs_compiler
@pytest.mark.parametrize("rules", [RULES, RISKY], ids=["sure", "risky"])
def test_c_agrees(tmp_path: Path, rules: str):
    game = game_of(rules)
    folder = written(game, tmp_path)
    for flags in ((), ("-DGAME_MOST_CHOICES=12",)):
        assert agreeing(game, [built(folder, "conform", *flags)], SOME, most=60)[0] == SOME
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(SOME)) > 2 * SOME
    assert simulate(fast_library(game), interpreter, 2 * SOME, 1) == by_interpreter(interpreter, 2 * SOME, 1)


# ---------------------------------------------------------------- proofs, limits, English


def test_proofs_leave_them_undecided():
    enc = Encoder(GAME)
    comparer = Comparer(enc, 300_000)
    assert any("a search for cards of a shape" in str(why) for why in comparer.unencodable.values())
    for turn, rng in positions(enc, 4, 3):
        assert comparer.compare(turn.position, rng) == []


def test_a_search_that_is_too_large_ends_in_a_sentence():
    interpreter = Interpreter(GAME)
    with pytest.raises(
        BeyondLimits, match="a search among cards that is too large: of 30 cards more than 300,000 choices"
    ):
        told(interpreter, "fifteens", tuple(range(30)))


SAID = (
    "The *pairs* of the cards are the number of pairs among the cards.",
    "the number of combinations among the cards for which the [worth](#worth) of this combination is 15",
    "the greatest number of cards in any run among the cards if there is a run among the cards",
    "You may not do this if there is no combination in the table together with the next player’s hand such that the",
    "if there are fewer than three pairs in your hand",
)


@pytest.mark.parametrize("sentence", SAID)
def test_the_rulebook_tells_of_them(sentence: str):
    assert sentence in to_markdown(rulebook(GAME))


def test_a_player_is_told_which_cards_it_is(tmp_path: Path, monkeypatch, capsys):
    decides = RULES.replace("permit any when (number of pair s in hand of mover) < 3", "permit any when 3 < 2")
    monkeypatch.setattr("sys.stdin", StringIO("why show 5h\nquit\n"))
    assert (
        main(["play", str(write(tmp_path, decides.replace(" and some wheel w in hand of mover", ""))), "--seed", "4"])
        == 0
    )
    assert "You may: 5♥ is one of 5♣ 5♥ (paired)" in capsys.readouterr().out
