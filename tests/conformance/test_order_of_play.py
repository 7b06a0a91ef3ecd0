"""Play turns round and players are skipped: alike in every engine, in terms, in mutants and in the rulebook."""

from dataclasses import replace

import pytest

from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter, Turn
from engine.luck.chance import Seeded
from hoyle.api import load
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from spec.ir import nodes as ir
from spec.ir.order_of_play import ONE_LESS, SKIPPED, TURNED, straight
from spec.ir.walk import mapped
from spec.lower.game import lower_file
from spec.text.parse import parse
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from tests.verify_smt.test_agreement import compared, played
from verify.mutation.mutate import mutants
from verify.smt.encode.expressions import Encoder

TEXT = """
game "Order":
  players 2 to 4, usually 4
  deck 2..6 of hearts, spades, clubs

zones:
  deck: stack, face down, starts with every card
  heap: stack, face up
  hand[player]: set, seen by its owner

state:
  told: 0 to 60
  last: player or nobody
  met[player]: 0 to 9

move lay(c: card from hand of mover):
  permit any
  does put: move c to heap
  does turn when c is 2: play turns round
  does miss when c is 3: skip the next player
  does miss_two when c is 4: skip the next 2 players
  does miss_some when c is 5: skip the next size of hand of mover players
  does note:
    last becomes first player p from next player with hand of p is not empty else nobody
    if last is not nobody: told becomes 6 * position of last + position of previous player

move rob(c: blind card from hand of next player):
  permit once when size of hand of mover < 3
  does: move c from hand of next player to hand of mover

define weight(n: number): smaller of n and 9

ends:
  over at hands when deck is empty: every player p scores met of p

play:
  step deal:
    shuffle deck
    deal 2 cards from deck to each hand
  once around from player 2:
    choice lead: mover may do lay
  turns from next player after player 2 among player p with size of hand of p > 0 until size of heap > 8:
    choice act: mover does lay, rob
    step after:
      if size of heap > 3 and deck is not empty and turned_round:
        for each player p from next player: draw up to 1 card from deck to hand of p
      met of mover becomes weight(met of mover + 1)
      if turns_skipped > 1 and met of mover > 3: leave the loop
  step between: move everything from deck to heap in any order
  once around from next player among player p with met of p < 9:
    step hands: met of mover becomes weight(met of mover + 2)
"""


@pytest.fixture
def rules(tmp_path):
    return lambda players=4: load(write(tmp_path, TEXT), players=players).interpreter.game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_engine_agrees(players, rules, tmp_path):
    game = rules(players)
    assert python_agrees(Interpreter(game), python_engine(game), range(SOME), most=60)[0] == SOME
    assert agreeing(game, javascript_engine(game, tmp_path), SOME, most=60)[0] == SOME


@needs_compiler
@pytest.mark.parametrize("players", [2, 4])
def test_c_agrees(players, rules, tmp_path):
    game = rules(players)
    assert agreeing(game, [built(written(game, tmp_path), "conform")], SOME, most=60)[0] == SOME
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(SOME)) > 0


def still_clockwise(node):
    """The next player is the same whichever way play goes."""
    return (straight(node) or node) if isinstance(node, ir.If) else node


def seats_clockwise(node):
    return replace(node, against=None) if isinstance(node, ir.OverSeats) else node


def never_missed(node):
    """Who is skipped stays skipped no longer, and misses no turn."""
    return ir.Branch(node.cond, node.no, node.no) if isinstance(node, ir.Branch) and counts(node) else node


def counts(branch: ir.Branch) -> bool:
    return isinstance(branch.cond, ir.Compare) and branch.cond.right == ir.Get(SKIPPED, ())


@pytest.mark.parametrize("fault", [still_clockwise, seats_clockwise, never_missed])
def test_an_engine_that_gets_it_wrong_is_noticed(fault, rules):
    game = rules()
    wrong = replace(game, **{part: mapped(getattr(game, part), fault) for part in ("actions", "steps")})
    assert wrong != game
    with pytest.raises(Differs):
        python_agrees(Interpreter(game), python_engine(wrong), range(20), most=60)


def test_terms_agree(rules):
    enc = Encoder(rules())
    assert list(compared(enc, 10)) == []
    assert list(played(enc, 20)) == []


# ---------------------------------------------------------------- what it means

PLAIN = """
game "Seats":
  players 4
  deck 2..6 of hearts

zones:
  deck: set, face up, starts with every card
  hand[player]: set, face up

move say(n: number 0 to 9):
  permit any
  does reverse when n = 1: play turns round
  does skip_some when n > 1: skip the next n - 1 players
  does both when n = 0: play turns round; skip the next player

ends:
  never when yes and no: nobody wins

play:
  turns from player 1 among player p with hand of p is empty:
    choice act: mover does say
"""


def seats(text: str, said: list[int], out: tuple[int, ...] = ()) -> list[int]:
    """Who is on turn, by the seat from 1, after numbers are said."""
    interpreter = Interpreter(game_of(text))
    turn = interpreter.start(Seeded(1))
    for seat in out:
        turn = without(interpreter, turn, seat)
    movers = [turn.position.fields[0] + 1]
    for n in said:
        move = next(m for m in turn.moves if m.args == (n,))
        turn = interpreter.apply(turn.position, move, Seeded(1))
        movers.append(turn.position.fields[0] + 1)
    return movers


def without(interpreter: Interpreter, turn: Turn, seat: int) -> Turn:
    """The same, and a player who holds a card and so has no turn."""
    cells = list(turn.position.cells)
    full, hand = interpreter.layout.full, next(
        i for i, c in enumerate(interpreter.layout.cells) if c.name == "hand" and c.index == (seat - 1,)
    )  # fmt: skip
    cells[hand], cells[full] = cells[full][:1], cells[full][1:]
    return replace(turn, position=replace(turn.position, cells=tuple(cells)))


def game_of(text: str) -> ir.Game:
    file, _ = parse(text)
    game, found = lower_file(file)
    assert game is not None, found
    return game


REVERSE, BOTH = 1, 0


@pytest.mark.parametrize(
    ("said", "out", "movers"),
    [
        ([REVERSE, REVERSE], (), [1, 4, 1]),
        ([2, 2], (), [1, 3, 1]),
        ([3], (), [1, 4]),
        ([5], (), [1, 2]),
        ([BOTH, 2], (), [1, 3, 1]),
        ([2], (2,), [1, 4]),
        ([2, REVERSE], (3,), [1, 4, 2]),
        ([BOTH], (4,), [1, 2]),
    ],
)
def test_who_is_on_turn(said, out, movers):
    """Those who are out have no turn that could be skipped: the next player who has one misses it."""
    assert seats(PLAIN, said, out) == movers


def test_turns_left_to_be_skipped_end_with_their_loop():
    text = PLAIN.replace("is empty:\n    choice act", "is empty until size of hand of player 1 > 0:\n    choice act")
    text = text.replace(
        "does both when n = 0: play turns round;", "does both when n = 0: move deck from deck to hand of player 1;"
    )
    text += "  turns from player 3:\n    choice late: mover does say\n"
    interpreter = Interpreter(game_of(text))
    turn = interpreter.start(Seeded(1))
    turn = interpreter.apply(turn.position, next(m for m in turn.moves if m.args == (0,)), Seeded(1))
    game = interpreter.game
    assert game.steps[turn.position.step].source.label == "late"
    assert turn.position.fields[0] == 2
    assert turn.position.fields[interpreter.layout.slots_of(SKIPPED)[0]] == 0


# ---------------------------------------------------------------- files, proofs, mutants, rulebooks


def test_a_file_that_changes_no_order_has_no_such_fields(tmp_path):
    text = TEXT.replace("play turns round", "nothing").replace("and turned_round", "")
    text = "\n".join(line for line in text.splitlines() if "skip" not in line)
    game = load(write(tmp_path, text)).interpreter.game
    assert not {TURNED, SKIPPED} & {f.source.label for f in game.fields}
    assert ONE_LESS not in [e for step in game.steps for e in step.effects]


def test_mutants_take_the_one_neighbour_for_the_other(rules):
    assert any("whichever way play goes" in mutant.words for mutant in mutants(rules()))


def test_the_rulebook_says_so(rules):
    told = to_markdown(rulebook(rules()))
    assert "**Turn.** If the card is a 2, play turns round." in told
    assert "**Miss.** If the card is a 3, the next player misses a turn." in told
    assert "**Miss two.** If the card is a 4, the next two players miss a turn." in told
    assert "in order round the table, in the direction of play, beginning with" in told
    assert "- **Turned round.** Whether play has turned round" in told
