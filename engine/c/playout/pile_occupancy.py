"""Which piles of a row hold a card, as a bit set: found from the state, and in fast code kept up to date with it.

In fast code the same is kept of other families of piles, where it is asked of all of them whether they are empty.
Leaves what else runs over them to `engine.c.generate.ranges`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from engine.c.generate.context import Context
from spec.ir import nodes as ir
from spec.ir.index import rows
from spec.ir.walk import walk

Now = Literal["some", "none", "unknown"]
"""Does a pile hold a card after a statement?"""
LEAST_PILES = 3
"""Of fewer, all are looked at as quickly."""
MOST_PILES = 64


def held(m: Context, domain: str, v: str) -> list[str]:
    """For each row that the domain counts what is not 0 where its pile `v` holds a card; no row, no pile that lacks."""
    size, tests = m.layout.size[domain], []
    for row in rows(m.game.zones, domain):
        # Rows counted by the domain have it as their last index.
        for first in m.layout.cells_of(row.source.label)[::size]:
            at = m.cell_numbers[first]
            tests.append(f"g->s.piles[{at} + {v}][0]" if row.ordered else f"g->s.sets[{at} + {v}]")
    return tests


def is_row(m: Context, domain: str) -> bool:
    """Are there only those symbols of a domain that stand for a pile with a card, and are they few enough for bits?"""
    return m.layout.size[domain] <= MOST_PILES and bool(held(m, domain, "0"))


def present(m: Context, domain: str) -> str:
    """The set of the symbols of a row's domain whose piles hold a card."""

    def make(name: str) -> tuple[str, str]:
        tests = [" | ".join(held(m, domain, str(v))) for v in range(m.layout.size[domain])]
        bits = "".join(f"  r |= (u64)(({test}) != 0) << {v};\n" for v, test in enumerate(tests))
        m.function(f"u64 look_{name}(G *g)", f"u64 r = 0;\n{bits}  return r;")
        row = _kept(m, domain)
        if row is None:
            return f"inline u64 {name}(G *g)", f"return look_{name}(g);"
        m.rows[row] = f"look_{name}(g)"
        return f"inline u64 {name}(G *g)", f"KEPT_ROW({row}) return look_{name}(g);"

    return f"{m.once('present', domain, make)}(g)"


def _kept(m: Context, domain: str) -> str | None:
    """Where the set is kept by fast code: there must be one row, of stacks, with no other index."""
    found = rows(m.game.zones, domain)
    if not m.simulates or len(found) != 1 or len(found[0].index) > 1 or not found[0].ordered:
        return None
    return f"row_{m.cell_numbers[m.layout.cells_of(found[0].source.label)[0]]}"


def noted(m: Context, zone: str, at: str, now: Now = "unknown") -> str:
    """A statement of fast code that notes whether a pile, by its number, now holds a card."""
    decl, first = m.layout.zones[zone].decl, m.cell_numbers[m.layout.zones[zone].first]
    kept = None
    if m.fast and decl.row and is_row(m, decl.index[-1]):
        kept = _kept(m, decl.index[-1])
        present(m, decl.index[-1])
        kept = None if kept is None else f"g->{kept}"
    elif m.hot is not None and zone in m.families:
        kept = f"h->r{first}"
    if kept is None:
        return ""
    bit = f"1ULL << ({at} - {first})"
    match now:
        case "some":
            return f"{kept} |= {bit}; "
        case "none":
            return f"{kept} &= ~({bit}); "
        case _:
            return f"{kept} = ({kept} & ~({bit})) | (u64)(g->s.piles[{at}][0] != 0) << ({at} - {first}); "


def filled(m: Context) -> str:
    """Statements that find every set that is kept in the game."""
    return "".join(f"g->{row} = {found}; " for row, found in m.rows.items())


# ------------------------------------------------------------ families of piles that are no row


def keep_families(m: Context) -> None:
    """Has whole play keep which piles of a family hold a card, where that is asked of all of them."""
    played = replace(m.game, claims=(), examples=())
    for zone, _ in filter(None, (_asked(m, node) for node in walk(played))):
        slots = m.layout.zones[zone]
        if zone not in m.families and not slots.decl.row:
            first, size = m.cell_numbers[slots.first], m.layout.size[slots.decl.index[0]]
            bits = "".join(f"  r |= (u64)(g->s.piles[{first + v}][0] != 0) << {v};\n" for v in range(size))
            m.function(f"inline u64 look_family_{first}(G *g)", f"u64 r = 0;\n{bits}  return r;")
            m.families[zone] = f"h->r{first} = look_family_{first}(g); "
            m.kept[f"r{first}"] = "u64"


def by_emptiness(m: Context, expr: ir.Quantify | ir.First) -> str | None:
    """Which pile of a family is the first to hold a card, or none, or how many are: told from the set that is kept."""
    asked = None if m.hot is None else _asked(m, expr)
    if asked is None:
        return None
    slots = m.layout.zones[asked[0]]
    first, domain = m.cell_numbers[slots.first], slots.decl.index[0]
    full = f"0x{(1 << m.layout.size[domain]) - 1:x}ULL"
    found = f"{present(m, domain)}" if slots.decl.row else f"h->r{first}"
    found = found if asked[1] else f"({found} ^ {full})"
    if isinstance(expr, ir.First):
        x = m.fresh("x")
        return f"({{ u64 {x} = {found}; if (RARE(!{x})) stop(g, UNDEFINED); (num)__builtin_ctzll({x}); }})"
    made = {"some": f"{found} != 0", "every": f"{found} == {full}", "count": f"__builtin_popcountll({found})"}
    return f"((num)({made[expr.kind]}))"


def _asked(m: Context, node: object) -> tuple[str, bool] | None:
    """The family of piles of which something asks which of them hold a card, or else do not."""
    match node:
        case ir.Quantify(_, var, ir.OverDomain(domain) | ir.OverSlots(domain) as over, cond):
            found = _holds(cond, var)
        case ir.First(var, ir.OverDomain(domain) | ir.OverSlots(domain) as over, cond, None):
            found = _holds(cond, var)
        case _:
            return None
    decl = None if found is None else m.layout.zones[found[0]].decl
    if decl is None or not decl.ordered or decl.index != (domain,) or m.layout.size[domain] > MOST_PILES:
        return None
    if decl.row:
        return found if isinstance(over, ir.OverSlots) and _kept(m, domain) else None
    return found if not held(m, domain, "0") and m.layout.size[domain] >= LEAST_PILES else None


def _holds(cond: ir.Expr, var: str) -> tuple[str, bool] | None:
    """The family of which a condition says that one of it, by a bound name, holds a card, or holds none."""
    match cond:
        case ir.Compare("=" | "!=" as op, ir.Size(ir.Place(zone, (ir.Var(name, _),))), ir.Lit(0)) if name == var:
            return zone, op == "!="
        case ir.Compare("<", ir.Lit(0), ir.Size(ir.Place(zone, (ir.Var(name, _),)))) if name == var:
            return zone, True
        case ir.Not(item):
            found = _holds(item, var)
            return None if found is None else (found[0], not found[1])
        case _:
            return None
