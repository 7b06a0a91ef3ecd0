"""What is left when sets of cards are taken out means the same to every engine, and to who parts hands otherwise."""

from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from engine.c.compiled.simulate import simulate
from engine.conformance.differential_check import Differs
from engine.interpreter.faults import BeyondLimits
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.shapes import rests_of
from engine.luck.chance import Seeded
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from spec.ir import nodes as ir
from spec.text.limits import MOST_TAKEN
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.native.harness import QUICK, fast_library, library_of, needs_compiler, play_both
from tests.verify_smt.agree import Comparer
from tests.verify_smt.small import game as game_of
from verify.smt.encode.expressions import Encoder

RULES = """game "Rests":
  players 2
  deck 1..7 of clubs, hearts, spades + 1..7 of clubs 1 copy

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  table: set, face up

state:
  best: 0 to 200

values points:
  7 is -2
  others are as printed

shape group: set of 2 to 4 cards, same rank
shape run: set of 3 or more cards, same suit, a run round the corner
shape odd: set of 1 or more cards, same colour, a run, where 7 is wild

define deadwood(x: cards): least of points of r over rest r of x without group or run
define dearest(x: cards): greatest of points of r over rest r of x without odd with size of r < 6
define goes_out(p: player): some rest r of hand of p without run or group with size of r <= 1
define lowest(x: cards): least of position of rank of c over c in x
define high(p: player):
  every rest r of hand of p without odd or group has (size of hand of p > 3 and r is empty) or lowest(r) > 2

move lay(c: card from hand of mover):
  permit fewer when deadwood(hand of mover without c) <= deadwood(hand of mover)
  permit out when goes_out(mover)
  forbid high_ones when high(mover) and c is red
  precedence high_ones > fewer, out
  does put:
    move c from hand of mover to table
    best becomes greater of deadwood(hand of mover) and 0

move pull(c: card from table):
  permit sometimes when some rest r of table without group or run with c is in r
  forbid again when size of table < 3
  precedence again > sometimes
  does: move c from table to hand of mover

ends:
  done at act when best = 3 and size of table > 2: every player p scores dearest(hand of p)

play:
  step deal:
    shuffle deck
    deal 6 cards from deck to each hand
  turns from player 1:
    choice act: mover may do lay, pull
"""
GAME = game_of(RULES)
RISKY = RULES.replace("has (size of hand of p > 3 and r is empty) or", "has size of hand of p > 3 or")
"""Nothing is the lowest of no card: it matters which way comes first."""


def told(interpreter: Interpreter, define: str, cards: tuple[int, ...]) -> object:
    start = interpreter.start(Seeded(1)).position
    return interpreter.evaluate(ir.Apply(define, (ir.CardList(cards),)), start)


# ---------------------------------------------------------------- parted in another way


def deadwood(cards: frozenset[int]) -> int:
    """The least points beside groups and runs, of all subsets that fall into such."""

    def is_set(some: tuple[int, ...]) -> bool:
        faces = [GAME.deck[c] for c in some]
        ranks = sorted(face.rank for face in faces)
        if 2 <= len(some) <= 4 and len(set(ranks)) == 1:
            return True
        gaps = sum((b - a) % 7 != 1 for a, b in zip(ranks, [*ranks[1:], ranks[0]], strict=True))
        return len(some) > 2 and len({face.suit for face in faces}) == 1 and len(set(ranks)) == len(ranks) and gaps <= 1

    def falls(some: frozenset[int]) -> bool:
        return not some or any(
            is_set(part) and falls(some - set(part))
            for size in range(2, len(some) + 1) for part in combinations(sorted(some), size)
        )  # fmt: skip

    def points(some: frozenset[int]) -> int:
        return sum(-2 if GAME.deck[c].rank == 6 else GAME.deck[c].rank + 1 for c in some)

    taken = (frozenset(some) for size in range(len(cards) + 1) for some in combinations(cards, size))
    return min(points(cards - some) for some in taken if falls(some))


def test_hands_are_parted_as_their_subsets_are():
    interpreter, rng = Interpreter(GAME), Random(7)
    hands = [tuple(sorted(rng.sample(range(len(GAME.deck)), size))) for size in (0, 3, 5, 6, 7) for _ in range(20)]
    values = [deadwood(frozenset(hand)) for hand in hands]
    assert [told(interpreter, "deadwood", hand) for hand in hands] == values
    assert len(set(values)) > 10


def test_the_ways_come_in_their_order():
    assert rests_of((1, 2, 3), [(1, 2), (2, 3), (1,)]) == ((3,), (), (2, 3), (1,), (1, 2, 3))
    assert rests_of((), [()]) == ((),)


# ---------------------------------------------------------------- every engine


@pytest.mark.parametrize("rules", [RULES, RISKY], ids=["sure", "risky"])
def test_python_and_javascript_agree(tmp_path: Path, rules: str):
    game = game_of(rules)
    interpreter = Interpreter(game)
    assert python_agrees(interpreter, python_engine(game), range(SOME), most=60)[0] == SOME
    assert agreeing(game, javascript_engine(game, tmp_path), SOME, most=60)[0] == SOME


def test_a_wrong_rest_is_found():
    with pytest.raises(Differs):
        python_agrees(
            Interpreter(GAME), python_engine(GAME, {"if choice.issubset(undecided)": "if choice"}), range(30), most=60
        )


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
    comparer = Comparer(Encoder(GAME), 300_000)
    assert any("what is left when sets of cards are taken out" in str(why) for why in comparer.unencodable.values())


def test_too_many_sets_and_ways_end_in_a_sentence():
    with pytest.raises(BeyondLimits, match="more than 4,096 sets of cards to take out of 13"):
        rests_of(tuple(range(13)), [s for n in range(1, 14) for s in combinations(range(13), n)][: MOST_TAKEN + 1])
    with pytest.raises(BeyondLimits, match="out of 40 cards in more than 300,000 ways"):
        rests_of(tuple(range(40)), [(n,) for n in range(40)])


def test_the_rulebook_tells_of_them():
    text = to_markdown(rulebook(GAME))
    assert "is the least [points](#points) of any rest of the cards with groups and runs taken out" in text
    assert "some rest of their hand with runs and groups taken out holds at most one card" in text
