"""What is told of rules without playing agrees with the interpreter at positions of random games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from engine.core import terms as t
from engine.core.definedness import Definedness
from engine.core.lower.game import lower
from engine.core.plans.read_write_sets import ANYTHING, ReadWriteSets
from engine.interpreter.faults import Fault, Value
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from spec.ir.binding import applied, free_names, put
from spec.ir.fold import settled
from spec.ir.index import index_of
from spec.ir.precedence import clause_groups, outranking, unranked
from spec.ir.walk import walk

GAMES = ("crazy_eights", "reserve", "tests/strangers/klondike.hoyle", "tests/strangers/golf.hoyle")


@cache
def played(name: str) -> tuple[Interpreter, tuple[Position, ...]]:
    """A game and some positions of random games of it."""
    game = load_file(name).game
    assert game is not None
    interpreter, found, choice = Interpreter(game), list[Position](), random.Random(7)
    for seed in range(3):
        chance = Seeded(seed)
        turn = interpreter.start(chance)
        while turn.moves and len(found) < 12 * (seed + 1):
            found.append(turn.position)
            turn = interpreter.apply(turn.position, choice.choice(turn.moves), chance)
    return interpreter, tuple(found)


def conditions(game: ir.Game) -> Iterator[ir.Expr]:
    """Every expression of the rules that needs no names."""
    for part in (game.actions, game.groups, game.endings, game.defines, game.routines):
        for node in walk(part):
            match node:
                case ir.And() | ir.Or() | ir.Not() | ir.Compare() | ir.Quantify() | ir.EndCard() | ir.Arith() | ir.If():
                    if not free_names(node):
                        yield node
                case _:
                    pass


def same(one: Value | Fault, other: Value | Fault) -> bool:
    return one.kind == other.kind if isinstance(one, Fault) and isinstance(other, Fault) else one == other


# ---------------------------------------------------------------- what is read


def elsewhere(interpreter: Interpreter, position: Position, read: frozenset[str], mix: random.Random) -> Position:
    """The position with other cards and values wherever nothing is said to be read."""
    layout = interpreter.layout
    free = [i for i, cell in enumerate(layout.cells) if cell.name not in read]
    cards = [card for i in free for card in position.cells[i]]
    mix.shuffle(cards)
    cells: dict[int, list[int]] = {i: [] for i in free}
    for card in cards:
        cells[mix.choice(free)].append(card)
    moved = [
        tuple(cells[i] if layout.ordered[i] else sorted(cells[i])) if i in cells else held
        for i, held in enumerate(position.cells)
    ]
    fields = [
        value if slot.name in read else mix.randint(max(0, layout.fields[slot.name].low), layout.fields[slot.name].high)
        for slot, value in zip(layout.slots, position.fields, strict=True)
    ]
    return replace(position, cells=tuple(moved), fields=tuple(fields))


def told(game: ir.Game) -> Iterator[tuple[ir.Expr, t.Call]]:
    """Every condition of a clause that needs no names, with what it is in the core program."""
    program = lower(game, whole=True)
    groups = {group.label: group for group in program.groups}
    pairs = [(e.when, made.clause.test) for e, made in zip(game.endings, program.endings, strict=True)]
    for action, offered in zip(game.actions, program.actions, strict=True):
        pairs += [(one.when, made.test) for one, made in zip(action.clauses, offered.clauses, strict=True)]
    for group in game.groups:
        clauses = groups[group.source.label].clauses
        pairs += [(one.when, made.test) for one, made in zip(group.clauses, clauses, strict=True)]
    yield from ((when, test) for when, test in pairs if not free_names(when))


def misread(name: str, unsaid: frozenset[str] = frozenset()) -> list[ir.Expr]:
    """The conditions of a game that hang on what they are said not to read (or on what is left `unsaid`)."""
    interpreter, positions = played(name)
    sets, mix, found = ReadWriteSets()(lower(interpreter.game, whole=True)), random.Random(3), []
    for cond, test in told(interpreter.game):
        read = sets.reads(test) - unsaid
        if ANYTHING not in read:
            for at in positions[::6]:
                other = elsewhere(interpreter, at, read, mix)
                if not same(interpreter.evaluate(cond, at), interpreter.evaluate(cond, other)):
                    found.append(cond)
                    break
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_value_hangs_on_nothing_but_what_it_reads(name: str):
    assert misread(name) == []


@pytest.mark.parametrize(
    ("name", "part"), [("crazy_eights", "drawn"), ("reserve", "visible"), ("tests/strangers/klondike.hoyle", "stock")]
)
def test_a_part_that_is_not_said_to_be_read_is_noticed(name: str, part: str):
    assert misread(name, frozenset((part,)))


# ---------------------------------------------------------------- definedness


def failing(name: str, held: frozenset[ir.Expr] = frozenset()) -> list[ir.Expr]:
    """The conditions that meet a fault, of those that are said to be defined where these piles hold cards."""
    interpreter, positions = played(name)
    asked = Definedness(index_of(interpreter.game))
    defined = [cond for cond in dict.fromkeys(conditions(interpreter.game)) if asked.total(cond, held)]
    assert defined
    empty = [replace(at, cells=((),) * len(at.cells)) for at in positions[:1]]
    return [c for c in defined for at in (*positions[::3], *empty) if isinstance(interpreter.evaluate(c, at), Fault)]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_defined_meets_no_fault(name: str):
    assert failing(name) == []


@pytest.mark.parametrize("name", GAMES[2:])
def test_a_pile_that_is_wrongly_said_to_hold_a_card_is_noticed(name: str):
    places = (node for node in walk(played(name)[0].game) if isinstance(node, ir.Place))
    assert failing(name, frozenset(places))


@pytest.mark.parametrize("name", GAMES)
def test_what_a_condition_settles_holds_with_it(name: str):
    interpreter, positions = played(name)
    for cond, at in product(dict.fromkeys(conditions(interpreter.game)), positions[::6]):
        value = interpreter.evaluate(cond, at)
        if value in (0, 1) and isinstance(cond, ir.And | ir.Or | ir.Not):
            for part, holds in settled(cond, value == 1):
                assert interpreter.evaluate(part, at) == holds


# ---------------------------------------------------------------- definitions, precedence


def arguments(interpreter: Interpreter, params: tuple[ir.Var, ...]) -> Iterator[Mapping[str, int]]:
    size = interpreter.layout.size
    ranges = [range(size[p.type.domain]) if isinstance(p.type, ir.Symbol) else range(0, 52, 5) for p in params]
    for values in product(*ranges):
        yield dict(zip((p.name for p in params), values, strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_a_definition_with_its_arguments_put_in_is_the_definition(name: str):
    interpreter, positions = played(name)
    seen = 0
    for decl in interpreter.game.defines:
        if any(not isinstance(p.type, ir.Symbol | ir.Card) for p in decl.params):
            continue
        for names in list(arguments(interpreter, decl.params))[:20]:
            args = tuple(ir.Lit(names[p.name], p.type) for p in decl.params)
            if any(isinstance(p.type, ir.Card) and names[p.name] >= len(interpreter.game.deck) for p in decl.params):
                continue
            body = applied(decl, args)
            assert body is not None
            for at in positions[::12]:
                called = interpreter.evaluate(ir.Apply(decl.source.label, args), at)
                assert same(called, interpreter.evaluate(body, at))
                seen += 1
    assert seen or not interpreter.game.defines


def test_a_name_that_would_be_caught_is_not_put_in():
    c, p = ir.Var("c", ir.Card()), ir.Var("p", ir.Symbol("player"))
    hand = ir.Place("hand", (p,))
    body = ir.Quantify("some", "c", ir.OverCards(hand), ir.Compare("=", c, ir.Var("d", ir.Card())))
    decl = ir.Define(ir.Source("held"), (p, ir.Var("d", ir.Card())), ir.Bool(), body)
    assert applied(decl, (p, c)) is None
    assert free_names(put(body, {ir.Var("d", ir.Card()): ir.Var("x", ir.Card())})).keys() == {"p", "x"}


@pytest.mark.parametrize("name", GAMES)
def test_clauses_that_win_are_those_that_no_other_outranks(name: str):
    """By the pairs of the order, without bits."""
    for group in clause_groups(played(name)[0].game):
        pairs, labels = outranking(group.order), group.labels
        for applicable in range(1, min(1 << len(labels), 256)):
            held = [label for i, label in enumerate(labels) if applicable >> i & 1]
            best = [label for label in held if not any((other, label) in pairs for other in held)]
            assert [labels[i] for i in unranked(applicable, group.above)] == best
