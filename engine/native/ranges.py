"""Ranges as C loops, and the expressions that run over them.

Leaves conditions and keys to `engine.native.expressions`.
"""

from __future__ import annotations

from typing import assert_never

from engine.native import expressions
from engine.native.context import Bound, Context, Scope
from spec import ir

Choosing = ir.Quantify | ir.Sum | ir.Extreme | ir.Best | ir.First


def head(m: Context, over: ir.Range, scope: Scope) -> tuple[str, str, Bound]:
    """What comes before a loop over a range, the loop up to within its brace, and the name of its value."""
    v = m.fresh("v")
    sure = Bound(v, certain=True)
    match over:
        case ir.OverDomain(domain):
            size, skip = m.layout.size[domain], _empty(m, domain, v)
            return "", f"for (num {v} = 0; {v} < {size}; {v}++) {{ {skip}", sure
        case ir.OverSlots(domain):
            return "", f"for (num {v} = 0; {v} < {m.layout.size[domain]}; {v}++) {{ ", sure
        case ir.OverSeats(start):
            first, i, seats = m.fresh("s"), m.fresh("i"), m.layout.players
            found = f"somebody(g, {expressions.number(m, start, scope)})"
            loop = f"for (num {i} = 0; {i} < {seats}; {i}++) {{ num {v} = ({first} + {i}) % {seats}; "
            return f"num {first} = {found}; ", loop, sure
        case ir.OverCards(cards):
            p, i = m.fresh("p"), m.fresh("i")
            if m.kind(cards) == expressions.ORDERED:
                before = f"const u8 *{p} = {expressions.pile(m, cards, scope)}; "
                return before, f"for (int {i} = 1; {i} <= {p}[0]; {i}++) {{ num {v} = {p}[{i}]; ", sure
            before = f"set_t {p} = {expressions.card_set(m, cards, scope)}; "
            return before, f"for (; {p}; {p} &= {p} - 1) {{ num {v} = low_of({p}); ", sure
        case ir.OverNumbers(low, high):
            a, b = m.fresh("a"), m.fresh("b")
            first, last = expressions.number(m, low, scope), expressions.number(m, high, scope)
            return f"num {a} = {first}; num {b} = {last}; ", f"for (num {v} = {a}; {v} <= {b}; {v}++) {{ ", Bound(v)
        case _:
            assert_never(over)


def _empty(m: Context, domain: str, v: str) -> str:
    """What skips a pile of a row that holds no card; rows counted by the domain have it as their last index."""
    rows = [z for z in m.layout.zones.values() if z.decl.row and z.decl.index[-1:] == (domain,)]
    if not rows:
        return ""
    size, tests = m.layout.size[domain], []
    for row in rows:
        cells = m.layout.cells_of(row.decl.source.label)
        for first in cells[::size]:
            at = m.cell_numbers[first]
            tests.append(f"!g->s.piles[{at} + {v}][0]" if row.decl.ordered else f"!g->s.sets[{at} + {v}]")
    return f"if ({' && '.join(tests)}) continue; "


def choice(m: Context, expr: Choosing, scope: Scope) -> str:
    """An expression that runs over a range."""
    before, loop, bound = head(m, expr.over, scope)
    inner = {**scope, expr.var: bound}
    test, r = expressions.number(m, expr.cond, inner), m.fresh("r")
    loop = f"{before}{loop}(void){bound.text}; "
    match expr:
        case ir.Quantify("count"):
            return f"({{ num {r} = 0; {loop}if ({test}) {r}++; }} {r}; }})"
        case ir.Quantify("some"):
            return f"({{ num {r} = 0; {loop}if ({test}) {{ {r} = 1; break; }} }} {r}; }})"
        case ir.Quantify():
            return f"({{ num {r} = 1; {loop}if (!({test})) {{ {r} = 0; break; }} }} {r}; }})"
        case ir.Sum(value=summed):
            made = expressions.number(m, summed, inner)
            k = m.fresh("k")
            return f"({{ num {r} = 0; {loop}if ({test}) {{ num {k} = {made}; {r} = add(g, {r}, {k}); }} }} {r}; }})"
        case ir.Extreme(end, key=key) | ir.Best(end, key=key):
            made = expressions.number(m, key, inner)
            return _keyed(m, isinstance(expr, ir.Best), end, loop, test, made, bound.text)
        case ir.First(other=other):
            found = m.fresh("found")
            rest = "stop(g, UNDEFINED);" if other is None else f"{r} = {expressions.number(m, other, scope)};"
            seek = f"if ({test}) {{ {r} = {bound.text}; {found} = 1; break; }} }}"
            return f"({{ num {r} = 0; int {found} = 0; {loop}{seek} if (!{found}) {{ {rest} }} {r}; }})"
        case _:
            assert_never(expr)


def _keyed(m: Context, best: bool, end: str, loop: str, test: str, key: str, value: str) -> str:
    """Some least or greatest key; for `best` its only holder."""
    r, k, n, held = m.fresh("r"), m.fresh("k"), m.fresh("n"), m.fresh("held")
    better = "<" if end == "least" else ">"
    seek = f"if ({test}) {{ num {k} = {key}; if (!{n} || {k} {better} {r}) {{ {r} = {k}; {n} = 1; {held} = {value}; }}"
    seek += f" else if ({k} == {r}) {n}++; }} }}"
    fails = f"{n} != 1" if best else f"!{n}"
    result = held if best else r
    start = f"num {r} = 0; num {n} = 0; num {held} = 0; (void){held};"
    return f"({{ {start} {loop}{seek} if ({fails}) stop(g, UNDEFINED); {result}; }})"
