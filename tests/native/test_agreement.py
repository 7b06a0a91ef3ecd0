"""Compiled games and the interpreter agree: every position, every list of moves, every figure.

`HOYLE_GAMES_FULL=1` plays more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Literal

import pytest

from engine.c.compiled.code import code_of
from engine.c.compiled.simulate import simulate
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Picked, Shuffled
from engine.simulate.simulate import simulate as by_interpreter
from spec.ir import nodes as ir
from tests.engine.games import DECK, GAME, HAND, PLAY, POINTS, STEPS, STOCK, num, src
from tests.everyday import FULL, everyday, one_in
from tests.native.harness import (
    GAMES,
    QUICK,
    STRICT,
    as_users_have_it,  # noqa: F401
    exact_library,
    fast_library,
    interpreter_of,
    library_of,
    needs_compiler,
    outcomes_of,
    play_both,
    renamed,
    same,
    usual_compiler,  # noqa: F401
)
from tests.spec.strategies import game_of

pytestmark = needs_compiler
STEPPED = {"corners": 2, "dou_dizhu": 1, "freecell": 2, "reserve": 1}
"""Games with very many moves to compare: fewer of them are stepped through."""


@pytest.mark.usefixtures("as_users_have_it")
@pytest.mark.parametrize("name", everyday())
def test_rule_files_agree_move_for_move(name):
    interpreter = interpreter_of(name)
    table = exact_library(interpreter.game).table()
    for seed in range(GAMES or (10 if FULL else 1) * STEPPED.get(name, 4)):
        play_both(interpreter, table, seed)


@pytest.mark.usefixtures("as_users_have_it")
@pytest.mark.parametrize(
    ("way", "name"),
    [*product([fast_library], everyday()), *product([exact_library], one_in(4, everyday()))],
)
def test_figures_of_random_games_are_the_same(way, name):
    interpreter = interpreter_of(name)
    library = way(interpreter.game)
    count = (GAMES if way is fast_library else 0) or (10 if FULL else 1) * STEPPED.get(name, 4)
    told: list[tuple[int, int]] = []
    figures = simulate(
        library, interpreter, count, 9, progress=lambda done, asked: told.append((done, asked)), jobs=2, rows=True
    )
    assert figures == by_interpreter(interpreter, count, 9, rows=True)
    assert len(figures.rows) == count
    assert told[-1] == (count, count)
    cut = simulate(library, interpreter, 10, 1, most_moves=1, rows=True)
    assert cut == by_interpreter(interpreter, 10, 1, most_moves=1, rows=True)
    assert cut.unfinished > 0 or name == "baccarat"  # where there is one thing to decide


@pytest.mark.parametrize("number", range(200 if FULL else 8))
def test_any_game_agrees(number):
    # An action without arguments called `pass` is no other move than a pass.
    game = renamed(game_of(number), "pass", "skip")
    interpreter, library = Interpreter(game), library_of(game, STRICT)
    table = library.table()
    for seed in range(4):
        play_both(interpreter, table, seed, most=100)
    lean = library_of(game, STRICT, lean=True)
    figures = simulate(lean, interpreter, 6, 3, most_moves=100, rows=True)
    assert simulate(library, interpreter, 6, 3, most_moves=100, rows=True) == figures
    wanted = by_interpreter(interpreter, 6, 3, most_moves=100, rows=True)
    if wanted.faults:
        # A fault within "can move" leaves the interpreter with what was forbidden on the way to it; compiled code drops
        # that, as both do where there is no fault.
        figures, wanted = replace(figures, clauses=()), replace(wanted, clauses=())
    assert figures == wanted


def test_play_that_goes_round_without_a_decision():
    nobody = replace(PLAY, clauses=(), order=())
    interpreter = Interpreter(replace(GAME, actions=(nobody,)))
    library = library_of(interpreter.game, QUICK)
    play_both(interpreter, library.table(), 1)
    fault = library.table()
    fault.start(1)
    assert (found := fault.fault()) is not None
    assert found.kind == "endless"
    assert simulate(library, interpreter, 5) == by_interpreter(interpreter, 5)


@pytest.mark.parametrize("cards", [64, 72, 128])
def test_decks_of_more_cards_than_a_word_has_bits(cards):
    deck = tuple(replace(DECK[i % 8], copy=i // 8) for i in range(cards))
    points = replace(POINTS, values=tuple(POINTS.values[i % 8] for i in range(cards)))
    shape = ir.Shape(src("pair"), False, 1, 3, ("rank", "suit"), "none", "as_ranked")
    chosen = ir.Param("c", ir.Cards(False), ir.ChooseCards(HAND, "pair"))
    worth = ir.Permit(src("worth"), ir.CanTotal("points", ir.Var("c", ir.Cards(False)), num(12)))
    even = ir.Permit(src("even"), ir.HasShape(ir.Var("c", ir.Cards(False)), "pair"))
    lay = ir.Move(ir.Var("c", ir.Cards(False)), HAND, STOCK, "bottom", True)
    action = ir.Action(src("play"), (chosen,), (worth, even), (), (lay,))
    game = replace(GAME, deck=deck, tables=(points,), shapes=(shape,), actions=(action,))
    deal = ir.Run((ir.Shuffle(STOCK), ir.Draw(num(cards // 3), STOCK, HAND, False)))
    interpreter = Interpreter(replace(game, steps=(replace(STEPS[0], act=deal), *STEPS[1:])))
    library = library_of(interpreter.game, STRICT)
    play_both(interpreter, library.table(), 3, most=40)
    figures = simulate(library, interpreter, 3, most_moves=30)
    assert figures == by_interpreter(interpreter, 3, most_moves=30)


def test_a_start_by_outcomes_laid_down():
    interpreter = interpreter_of("crazy_eights")
    table = library_of(interpreter.game).table()
    turn, outcomes = outcomes_of(interpreter, 5)
    table.start(outcomes=outcomes)
    same(turn, table)
    table.start(6, outcomes)
    same(turn, table)
    for wrong in (outcomes[1:], outcomes[:-1], (Picked(99, 1),), (outcomes[0], Shuffled((0,) * 52))):
        with pytest.raises(ValueError, match="do not fit"):
            table.start(outcomes=wrong)
    with pytest.raises(IndexError):
        table.apply(10_000)


@pytest.mark.parametrize("seed", range(3))
def test_what_does_not_agree_is_noticed(seed):
    interpreter = interpreter_of("crazy_eights")
    text = code_of(interpreter.game).text
    # A deck dealt otherwise, a choice listed otherwise, a fault not told of: each alone must fail.
    faults = {
        "u64 other = 1 + part_of(&number, n);": "u64 other = n;",
        "const int c = low_of(left);": "const int c = 63 - __builtin_clzll(left);",
        "g->over = ENDED;": "g->over = ENDED; g->returns[0]++;",
    }
    old, new = list(faults.items())[seed]
    assert old in text
    table = library_of(interpreter.game, QUICK, text.replace(old, new)).table()
    with pytest.raises(AssertionError):
        sum(play_both(interpreter, table, number) for number in range(5))


def test_figures_that_differ_are_noticed():
    interpreter = interpreter_of("leduc_poker")
    text = code_of(interpreter.game).text.replace("derive(seed, DOMAIN_CHOICE, ", "derive(seed, DOMAIN_PICK, ")
    library = library_of(interpreter.game, QUICK, text)
    assert simulate(library, interpreter, 50) != by_interpreter(interpreter, 50)


@pytest.mark.parametrize(("least", "most"), [(0, 2), (1, 40), (2, 3)])
@pytest.mark.parametrize("line", ["none", "run", "steps"])
@pytest.mark.parametrize("ordered", [True, False])
def test_every_kind_of_shape_is_listed_in_order(ordered, line, least, most):
    """One game has them all: a move for each way that an ace may count."""
    of_suit: tuple[Literal["suit"], ...] = () if line == "steps" else ("suit",)
    shapes = {ace: ir.Shape(src(f"some_{ace}"), ordered, least, most, of_suit, line, ace) for ace in ACES}
    actions = []
    for ace, shape in shapes.items():
        cards = ir.Param("c", ir.Cards(ordered), ir.ChooseCards(MOVERS, shape.source.label))
        has = ir.HasShape(ir.Var("c", ir.Cards(ordered)), shape.source.label)
        actions.append(ir.Action(src(f"play_{ace}"), (cards,), (ir.Permit(src("any"), has),), (), ()))
    game = of_hands(6, actions, shapes.values())
    table = library_of(game, QUICK).table()
    for seed in range(6):
        play_both(Interpreter(game), table, seed, most=1)


ACES: tuple[Literal["as_ranked", "low", "high", "both", "wrap"], ...] = ("as_ranked", "low", "high", "both", "wrap")
MOVERS = ir.Place("hand", (ir.Get("mover", ()),))


def of_hands(size: int, actions: Sequence[ir.Action], shapes: Iterable[ir.Shape]) -> ir.Game:
    """The small game where so many cards are dealt, and the mover has those moves, or passes."""
    deal = ir.Run((ir.Shuffle(STOCK), ir.Draw(num(size), STOCK, MOVERS, True)))
    asked = ir.Ask(tuple(action.source.label for action in actions), True, None)
    steps = (replace(STEPS[0], act=deal), replace(STEPS[1], act=asked), *STEPS[2:])
    return replace(GAME, shapes=(*GAME.shapes, *shapes), actions=tuple(actions), steps=steps, endings=())


def some_that_fit(line: Any, kinds: Iterable[tuple[Any, int]], *, ordered: bool, in_order: bool) -> ir.Game:
    """The small game where up to three cards of the hand are chosen, and those allowed that are of a shape.

    It has a move for each kind: what an ace counts, and how many cards there are at least.
    """
    shapes, actions = [], []
    same: tuple[Literal["suit"], ...] = ("suit",) if line == "none" else ()
    for ace, least in kinds:
        some = f"some_{ace}_{least}"
        shapes.append(ir.Shape(src(some), ordered, least, 3, same, line, ace))
        has = ir.HasShape(ir.Var("c", ir.Cards(in_order)), some)
        cards = ir.Param("c", ir.Cards(in_order), ir.ChooseCards(MOVERS, "any"))
        actions.append(ir.Action(src(f"play_{ace}_{least}"), (cards,), (ir.Permit(src("any"), has),), (), ()))
    any_cards = ir.Shape(src("any"), in_order, 0, 3, (), "none", "as_ranked")
    return of_hands(5, actions, [*shapes, any_cards])


@needs_compiler
@pytest.mark.parametrize("line", ["none", "run", "steps"])
@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize("ordered", [True, False])
def test_cards_of_every_kind_of_shape_are_told_from_others(ordered, in_order, line):
    game = some_that_fit(line, product(ACES, (0, 2)), ordered=ordered, in_order=in_order)
    table = library_of(game, QUICK).table()
    for seed in range(6):
        play_both(Interpreter(game), table, seed, most=1)


@needs_compiler
@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        ("none", "return !ANY_OF(cards) || !ANY_OF(cards & ~", "return !ANY_OF(cards) || 1 || !ANY_OF(cards & ~"),
        ("run", "open &= open - 1;", "open = 0;"),
        ("run", "fixed |= places;", "fixed = places;"),
        ("none", "return cards != 0 && size_of(cards)", "return size_of(cards)"),
    ],
)
def test_cards_taken_for_a_shape_wrongly_are_noticed(line, old, new):
    game = some_that_fit(line, [("both", 1 if "size" in new else 0)], ordered=False, in_order=False)
    text = code_of(game).text
    assert old in text
    table = library_of(game, QUICK, text.replace(old, new)).table()
    with pytest.raises(AssertionError):
        sum(play_both(Interpreter(game), table, seed, most=1) for seed in range(10))
