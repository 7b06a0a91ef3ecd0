"""Which piles of a row hold a card, as a bit set: found from the state, and in fast code kept up to date with it.

Leaves what runs over them to `engine.native.ranges`.
"""

from __future__ import annotations

from engine.native.context import Context

MOST_PILES = 64


def held(m: Context, domain: str, v: str) -> list[str]:
    """For each row that the domain counts what is not 0 where its pile `v` holds a card; no row, no pile that lacks."""
    rows = [z for z in m.layout.zones.values() if z.decl.row and z.decl.index[-1:] == (domain,)]
    size, tests = m.layout.size[domain], []
    for row in rows:
        # Rows counted by the domain have it as their last index.
        for first in m.layout.cells_of(row.decl.source.label)[::size]:
            at = m.cell_numbers[first]
            tests.append(f"g->s.piles[{at} + {v}][0]" if row.decl.ordered else f"g->s.sets[{at} + {v}]")
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
    found = [z for z in m.layout.zones.values() if z.decl.row and z.decl.index[-1:] == (domain,)]
    if not m.simulates or len(found) != 1 or len(found[0].decl.index) > 1 or not found[0].decl.ordered:
        return None
    return f"row_{m.cell_numbers[found[0].first]}"


def noted(m: Context, zone: str, at: str) -> str:
    """A statement of fast code that notes whether a pile, by its number, now holds a card."""
    decl = m.layout.zones[zone].decl
    row = _kept(m, decl.index[-1]) if m.fast and decl.row and is_row(m, decl.index[-1]) else None
    if row is None:
        return ""
    present(m, decl.index[-1])
    bit = f"({at} - {m.cell_numbers[m.layout.zones[zone].first]})"
    return f"g->{row} = (g->{row} & ~(1ULL << {bit})) | (u64)(g->s.piles[{at}][0] != 0) << {bit}; "


def filled(m: Context) -> str:
    """Statements that find every set that is kept."""
    return "".join(f"g->{row} = {found}; " for row, found in m.rows.items())
