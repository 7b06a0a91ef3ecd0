"""The C by which a game is stepped, and by which players choose: the game's rules on top of the run-time.

Leaves what each clause becomes to `engine.c.rules.course` and its neighbours, whole random games to
`engine.c.playout.source`, and compiling to `engine.c.compiled.build`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.c import tree as c
from engine.c.compiled.generated import Code, room_for
from engine.c.print import declaration, prototype
from engine.c.rules import course, effects, moves
from engine.c.rules.engine import Dialect, Engine, Mark
from engine.c.rules.file import declared, header_of, headers, member, places, used, used_tables
from engine.c.rules.names import c_word, kind_name, member_names, struct_name
from engine.core.layout import Layout
from engine.core.lower.game import lower_stepwise
from engine.core.ways import MOST_WAYS
from spec.ir import nodes as ir
from spec.ir.clauses import clauses_of, mark
from spec.ir.effects import cited
from spec.text.limits import MOST_TAKEN

NAME = "game"
"""What types and kinds of moves are called after."""
PLAYED = ("one_step", "carry_out", "start")
"""What the run-time calls of a game."""
SET, PILE, HEAP, BAG = range(4)
"""How a cell is told: as the kinds of `prelude.h`."""


@dataclass(frozen=True)
class Use:
    """What a file is for.

    Sizes and other macros, how each cell is told, tables, functions that the run-time calls, headers before the
    functions of the game, and the text after them.
    """

    sizes: Mapping[str, int] = field(default_factory=dict)
    kinds: Sequence[int] = ()
    tables: tuple[c.Table, ...] = ()
    roots: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def code_of(game: ir.Game) -> Code:
    """The C by which single games are stepped. Raises `Unsupported` where none can be made."""
    m = engine_of(game)
    course.add(m)
    return code(m, Use(after=tuple(map(header_of, ("totals", "tally", "library", "arrays")))))


def marks_of(game: ir.Game) -> tuple[Mark, ...]:
    """Every clause that is counted."""
    found = [mark(kind, source) for _, kind, source in clauses_of(game)]
    found += [mark("effect", one.source) for one in cited(game.routines) if one.source.label]
    return tuple(dict.fromkeys(found))


class Counted(Dialect):
    """C in which clauses are counted."""

    prefix = "own_"

    def __init__(self, game: ir.Game) -> None:
        self.marks = {one: i for i, one in enumerate(marks_of(game))}


def engine_of(game: ir.Game) -> Engine:
    """The engine of a game whose clauses are counted, with nothing in it."""
    return Engine(game, lower_stepwise(game), NAME, effects.make, Counted(game))


def code(m: Engine, use: Use) -> Code:
    """The file of an engine whose functions are made, for a use."""
    moves.offered(m)
    functions = [replace(one, about="") for one in used(m, (*PLAYED, *use.roots))]
    own = [*_tables(m, use), *use.tables]
    steps = c.Define("STEP_CLAUSES", course.step_clauses(m))
    mentioned = c.names((*functions, *own, steps))
    parts = [
        declared(c.Define(name, c.Int(size)) for name, size in {**_sizes(m), **use.sizes}.items()),
        headers("base", "prelude", "sets", "arithmetic", "cards", "choices", "rests", "bags", "mixes"),
        *_types(m),
        declared([*places(m), *_kinds(m)]),
        declared([*used_tables(m, mentioned), *own, steps]),
        "\n".join(map(prototype, functions)),
        headers("streams", "chance", *use.before, "positions", "play", "telling", "games"),
        "\n\n".join(map(declaration, functions)),
        *use.after,
    ]
    sources = tuple(ir.Source(label, cites) for label, cites in m.clauses)
    return Code("\n".join(parts), m.layout, sources, tuple(m.marks or ()))


def _sizes(m: Engine) -> dict[str, int]:
    layout = m.layout
    return {
        "DECK": len(layout.deck),
        "PLAYERS": layout.players,
        "MOVER": layout.mover,
        "CELLS": len(layout.cells),
        "CELL_SETS": max(layout.ordered.count(False), 1),
        "CELL_PILES": max(layout.ordered.count(True), 1),
        "FIELDS": len(layout.slots),
        "ACTIONS": len(m.game.actions),
        "PASS_MOVE": len(m.game.actions),
        "ENDINGS": max(len(m.game.endings), 1),
        "MARKS": room_for(tuple(m.marks or ())),
        "MEMOS": max(len(m.memos), 1),
        "STACK_PARTS": max(m.parts, 1),
        "VALUES": m.values,
        "TOTAL_WORDS": m.words,
        "MOST_CHOICES": 0,
        "MOST_WAYS": MOST_WAYS,
        "MOST_TAKEN": MOST_TAKEN,
        "HEAPS": 0,
    }


# ------------------------------------------------------------ moves


def _types(m: Engine) -> Iterable[str]:
    """The type of a move, with those of its arguments."""
    structs, union = [], []
    for action in m.game.actions:
        if action.params:
            pairs = zip(action.params, member_names(action), strict=True)
            structs.append(c.Struct(struct_name(NAME, action), tuple(_member(m, param, name) for param, name in pairs)))
            union.append((c.Param(c.Named(struct_name(NAME, action)), c_word(action.source.label)), ""))
    nothing = (c.Param(c.Named("char"), "nothing"), "")
    structs += [c.Struct("arguments_of_moves", (nothing, *union), form="union"), c.Struct("move", MOVE, form="tag")]
    yield declared([*structs, *(one for one in m.types if isinstance(one, c.Struct))])


MOVE = (
    (c.Param(c.BITS, "deciding"), "the clauses that allow it, as bits"),
    (c.Param(c.INT, "kind"), ""),
    (c.Param(c.Named("arguments_of_moves"), "with"), ""),
)


def _member(m: Engine, param: ir.Param, name: str) -> tuple[c.Param, str]:
    held, _ = member(m, NAME, param, name)
    return (c.Param(c.CARDS, name) if held.type == c.Named(f"{NAME}_cards") else held), ""


def forms(m: Engine, action: ir.Action) -> list[tuple[str, int]]:
    """How each argument of an action is held, and how many bytes it takes at most."""
    found = []
    for param in action.params:
        if param.shape is not None:
            ordered = m.index.shapes[param.shape].ordered
            longest = max(m.shape(param.shape).longest, 0)
            found.append(("ARGUMENT_PILE", longest + 1) if ordered else ("ARGUMENT_SET", 8 * max(m.set_words, 2)))
        else:
            found.append(("ARGUMENT_NUMBER", 8))
    return found


def _arguments(m: Engine) -> tuple[list[c.Expr], list[int]]:
    """Where the arguments of all moves lie, and with which those of each action begin."""
    rows: list[c.Expr] = []
    first = [0]
    for action in m.game.actions:
        held = zip(forms(m, action), member_names(action), action.params, strict=True)
        for (form, _), name, param in held:
            at = c.Member(c.Member(c.Name("with"), c_word(action.source.label)), name)
            rows.append(c.Values((c.Name(form), c.Int(int(param.blind)), c.Call("offsetof", (c.Name("move_t"), at)))))
        first.append(len(rows))
    return rows or [c.Values((c.Int(0), c.Int(0), c.Int(0)))], [*first, first[-1]]


# ------------------------------------------------------------ numbers and tables


def _kinds(m: Engine) -> list[c.Declaration]:
    kinds = tuple(c.Enumerator(kind_name(NAME, one.source.label), c.Int(i)) for i, one in enumerate(m.game.actions))
    return [c.Enum(kinds)] if kinds else []


def _tables(m: Engine, use: Use) -> list[c.Table]:
    rows, first = _arguments(m)
    kinds = use.kinds or [PILE if ordered else SET for ordered in m.layout.ordered]
    piles = [kind for kind in kinds if kind != SET]
    heaps = [piles[:i].count(HEAP) if kind == HEAP else -1 for i, kind in enumerate(piles)]
    permits = [[_permit_mark(m, one) for one in action.clauses] for action in m.game.actions]
    widest = max(map(len, permits), default=0)
    return [
        c.Table(c.Array(c.Constant(c.Named("argument")), None), "arguments", c.Values(tuple(rows))),
        numbers("first_argument", first),
        numbers("cell_kind", kinds),
        numbers("cell_at", cell_numbers(m.layout)),
        *([numbers("heap_of", heaps)] if HEAP in kinds or "HEAPS" in use.sizes else []),
        numbers("ending_marks", [m.mark("ending", one.source) for one in m.game.endings] or [-1]),
        table_of("permit_marks", [[*row, *[c.Int(-1)] * (max(widest, 1) - len(row))] for row in permits or [[]]]),
    ]


def _permit_mark(m: Engine, clause: ir.Permit | ir.Forbid) -> c.Expr:
    match clause.kind:
        case "permit":
            return m.mark("permit", clause.source)
        case "forbid":
            return c.Int(-1)


def cell_numbers(layout: Layout) -> list[int]:
    """For each cell its number among the sets or among the piles."""
    return [layout.ordered[:i].count(ordered) for i, ordered in enumerate(layout.ordered)]


def numbers(name: str, values: Iterable[int | c.Expr]) -> c.Table:
    """A table of small numbers."""
    listed = tuple(c.Int(v) if isinstance(v, int) else v for v in values)
    return c.Table(c.Array(c.Constant(c.Named("int16_t")), None), name, c.Values(listed))


def table_of(name: str, rows: Sequence[Sequence[int | c.Expr]]) -> c.Table:
    """A table of rows of small numbers, all as long."""
    listed = tuple(numbers("", row).value for row in rows)
    kind = c.Array(c.Array(c.Constant(c.Named("int16_t")), c.Int(len(rows[0]))), None)
    return c.Table(kind, name, c.Values(listed))
