"""The words of a game in C: names of cards, zones, fields, moves, steps and clauses, and moves written and read.

Leaves how a text is written and read bit by bit to the run-time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.c import tree as c
from engine.c.rules.effects import with_uses
from engine.c.rules.engine import FALSE, TRUE, Engine
from engine.c.rules.names import c_word, kind_name, member_names
from engine.interpreter.moves import PASS
from engine.interpreter.observe import owner, sees_field
from engine.logs.words import Words
from spec.ir import nodes as ir
from spec.ir.sight import all_see
from spec.ir.types import domain_of, is_card, is_number

FIXED_KINDS = ("BY_TRUTH", "BY_NUMBER", "BY_CARD")
SEEN = {
    "everybody": "BY_ALL",
    "owner": "BY_OWNER",
    "others": "BY_OTHERS",
    "top": "TOP",
    "count": "COUNT",
    "nobody": "BY_NOBODY",
}
STRING = c.Constant(c.Pointer(c.Constant(c.Named("char"))))
NULL = c.Name("NULL")


def tables(m: Engine, name: str) -> Iterable[c.Table]:
    """The tables of names that callers see."""
    layout, game, told = m.layout, m.game, Words(m.game, m.layout)
    kinds = [a.source.label for a in game.actions]
    kinds += [] if PASS.action in kinds else [PASS.action]
    yield _words(f"{name}_card_names", told.cards, shown=True)
    zones = tuple(_zone(m, name, told, i) for i in range(len(layout.cells)))
    yield _table(c.Named(f"{name}_zone_about"), f"{name}_zones", zones)
    yield _words(f"{name}_field_names", [told.field(i) for i in range(len(layout.slots))], shown=True)
    yield _words(f"{name}_move_names", kinds, shown=True)
    yield _words(f"{name}_step_names", [s.source.label for s in game.steps], shown=True)
    yield _words(f"{name}_ending_names", [e.source.label for e in game.endings] or [""], shown=True)
    clauses = [c.Values((c.Word(label), c.Word("; ".join(cites)))) for label, cites in m.clauses]
    clauses = clauses or [c.Values((c.Word(""), c.Word("")))]
    yield _table(c.Named(f"{name}_clause_about"), f"{name}_clauses", tuple(clauses))


def kinds(m: Engine) -> Iterable[c.Table]:
    """How the values of each kind are told."""
    told, rows = Words(m.game, m.layout), []
    for fixed in FIXED_KINDS:
        rows.append(c.Values((c.Name(fixed), c.Int(0), NULL, NULL)))
    for domain, decl in m.layout.domains.items():
        full = [told.symbol(domain, v) for v in range(len(decl.values))]
        words = bare = m.give(f"words_{c_word(domain)}")
        yield _words(words, full or [""])
        if full != list(decl.values):
            bare = m.give(f"bare_{c_word(domain)}")
            yield _words(bare, decl.values)
        rows.append(c.Values((c.Name("BY_WORD"), c.Int(len(full)), c.Name(words), c.Name(bare))))
    yield c.Table(c.Array(c.Constant(c.Named("kind")), None), "kinds", c.Values(tuple(rows), apart=True))
    types = [m.layout.fields[slot.name].decl.type for slot in m.layout.slots]
    numbers = tuple(c.Int(_kind(m, one)) for one in types)
    yield c.Table(c.Array(c.Constant(c.BYTE), None), "field_kinds", c.Values(numbers))
    rows = [c.Values(tuple(c.Int(int(seen)) for seen in _seen(m, slot))) for slot in range(len(m.layout.slots))]
    columns = c.Int(m.layout.players + 1)
    yield c.Table(c.Array(c.Array(c.Constant(c.BYTE), columns), None), "field_sees", c.Values(tuple(rows)))


def _seen(m: Engine, slot: int) -> Iterator[bool]:
    """Whether each player sees what a field holds, and whether everybody does by its declaration."""
    yield from (sees_field(m.layout, slot, player) for player in range(m.layout.players))
    yield all_see(m.layout.fields[m.layout.slots[slot].name].decl)


def _words(name: str, words: Iterable[str], *, shown: bool = False) -> c.Table:
    return c.Table(c.Array(STRING, None), name, c.Values(tuple(map(c.Word, words))), shown)


def _table(type_: c.Type, name: str, rows: tuple[c.Expr, ...]) -> c.Table:
    return c.Table(c.Array(c.Constant(type_), None), name, c.Values(rows, apart=True), shown=True)


def _zone(m: Engine, name: str, told: Words, i: int) -> c.Expr:
    cell = m.layout.cells[i]
    slots, ordered = m.layout.zones[cell.name], m.layout.ordered[i]
    whose, place = owner(slots, cell.index), m.layout.ordered[:i].count(ordered)
    seen = c.Name(f"{name.upper()}_SEEN_{SEEN[slots.decl.seen]}")
    held = TRUE if ordered else FALSE
    return c.Values((c.Word(told.zone(i)), held, seen, c.Int(-1 if whose is None else whose), c.Int(place)))


def _kind(m: Engine, kind: ir.Type) -> int:
    if domain := domain_of(kind):
        return len(FIXED_KINDS) + list(m.layout.domains).index(domain)
    return FIXED_KINDS.index("BY_CARD" if is_card(kind) else "BY_NUMBER" if is_number(kind) else "BY_TRUTH")


def words(m: Engine, name: str) -> Iterable[c.Function]:
    """The functions that write and read the arguments of moves."""
    writer = c.Param(c.Pointer(c.Named("writer")), "w")
    reader = c.Param(c.Pointer(c.Named("reader")), "r")
    move = c.Param(c.Pointer(c.Named("move_t")), "move")
    fixed = c.Param(c.Pointer(c.Constant(c.Named("move_t"))), "move")
    puts, reads = [], []
    for action in m.game.actions:
        if action.params:
            kind = c.Name(kind_name(name, action.source.label))
            held = c.Member(c.Through(c.Name("move"), "with"), c_word(action.source.label))
            pairs = [(param, c.Member(held, label))
                     for param, label in zip(action.params, member_names(action), strict=True)]  # fmt: skip
            puts.append(c.Case(kind, tuple(_written(m, pairs))))
            reads.append(c.Case(kind, (c.Return(_all([_read(m, param, at) for param, at in pairs])),)))
    put = c.Switch(c.Cast(c.INT, c.Through(c.Name("move"), "kind")), (*puts, c.Case(None, (c.Break(),))))
    read = c.Switch(c.Cast(c.INT, c.Through(c.Name("move"), "kind")), (*reads, c.Case(None, (c.Return(TRUE),))))
    yield c.Function("put_arguments", c.VOID, (writer, fixed), with_uses((writer,), (put,)))
    yield c.Function("read_arguments", c.BOOL, (reader, move), with_uses((reader,), (read,)))


def _written(m: Engine, pairs: Sequence[tuple[ir.Param, c.Expr]]) -> Iterable[c.Statement]:
    for i, (param, at) in enumerate(pairs):
        yield c.Do(c.Call("put", (c.Name("w"), c.Word(", " if i else "("))))
        held = _held(m, param)
        kind = (c.Unary("&", c.At(c.Name("kinds"), c.Int(_kind(m, param.type)))),) if held == "value" else ()
        yield c.Do(c.Call(f"put_{held}", (c.Name("w"), *kind, at)))
    yield c.Do(c.Call("put", (c.Name("w"), c.Word(")"))))


def _all(tests: list[c.Expr]) -> c.Expr:
    found = tests[0]
    for test in tests[1:]:
        found = c.Binary("&&", found, test)
    return found


def _held(m: Engine, param: ir.Param) -> str:
    if param.shape is None:
        return "value"
    return "pile" if m.index.shapes[param.shape].ordered else "set"


def _read(m: Engine, param: ir.Param, at: c.Expr) -> c.Expr:
    r = c.Name("r")
    if param.shape is None:
        kind = c.Unary("&", c.At(c.Name("kinds"), c.Int(_kind(m, param.type))))
        return c.Call("read_value", (r, kind, c.Unary("&", at)))
    if m.index.shapes[param.shape].ordered:
        return c.Call("read_pile", (r, at, c.Int(max(m.shape(param.shape).longest, 0))))
    return c.Call("read_set", (r, c.Unary("&", at)))
