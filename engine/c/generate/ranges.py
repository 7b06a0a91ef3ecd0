"""Ranges as C loops, and the expressions that run over them.

Leaves conditions and keys to `engine.c.generate.expressions`.
"""

from __future__ import annotations

from typing import assert_never

from engine.c.generate.certainty import ORDERED, short
from engine.c.generate.context import Bound, Context, Scope, bits, set_text
from engine.c.generate.values import summed
from engine.c.playout import cost_model, pile_occupancy, set_vectorisation, unrolling
from spec.ir import nodes as ir
from spec.ir.walk import walk


def head(m: Context, over: ir.Range, scope: Scope) -> tuple[str, str, Bound]:
    """What comes before a loop over a range, the loop up to within its brace, and the name of its value."""
    v = m.fresh("v")
    sure = Bound(v, certain=True)
    match over:
        case ir.OverDomain(domain):
            size, skip = m.layout.size[domain], _empty(m, domain, v)
            if pile_occupancy.is_row(m, domain) and m.loose is None:
                x = m.fresh("x")
                every = f"u64 {x} = {pile_occupancy.present(m, domain)}; {x}; {x} &= {x} - 1"
                return "", f"for ({every}) {{ num {v} = __builtin_ctzll({x}); ", sure
            return "", f"for (num {v} = 0; {v} < {size}; {v}++) {{ {skip}", sure
        case ir.OverSlots(domain):
            return "", f"for (num {v} = 0; {v} < {m.layout.size[domain]}; {v}++) {{ ", sure
        case ir.OverSeats(start):
            first, i, seats = m.fresh("s"), m.fresh("i"), m.layout.players
            found = f"somebody(g, {m.number(start, scope)})"
            seat = f"num {v} = {first} + {i}; {v} -= {v} < {seats} ? 0 : {seats}; "
            loop = f"for (num {i} = 0; {i} < {seats}; {i}++) {{ {seat}"
            return f"num {first} = {found}; ", loop, sure
        case ir.OverCards(cards):
            p, i = m.fresh("p"), m.fresh("i")
            if m.kind(cards) == ORDERED:
                before = f"const u8 *{p} = {m.pile(cards, scope)}; "
                return before, f"for (int {i} = 1; {i} <= {p}[0]; {i}++) {{ num {v} = {p}[{i}]; ", sure
            before = f"set_t {p} = {m.card_set(cards, scope)}; "
            return before, f"for (; {p}; {p} &= {p} - 1) {{ num {v} = low_of({p}); ", sure
        case ir.OverNumbers(low, high):
            a, b = m.fresh("a"), m.fresh("b")
            first, last = m.number(low, scope), m.number(high, scope)
            return f"num {a} = {first}; num {b} = {last}; ", f"for (num {v} = {a}; {v} <= {b}; {v}++) {{ ", Bound(v)
        case _:
            assert_never(over)


def _empty(m: Context, domain: str, v: str) -> str:
    """What skips a pile of a row that holds no card; rows counted by the domain have it as their last index."""
    tests = pile_occupancy.held(m, domain, v)
    return f"if ({' && '.join(f'!{test}' for test in tests)}) continue; " if tests else ""


def choice(m: Context, expr: ir.Fold, scope: Scope) -> str:
    """An expression that runs over a range."""
    match expr:
        case ir.First(over=ir.OverCards(cards), cond=ir.Lit(1), other=None) if m.kind(cards) != ORDERED:
            s = m.fresh("s")
            found = f"if (RARE(!{s})) stop(g, UNDEFINED); (num)low_of({s});"
            return f"({{ set_t {s} = {m.card_set(cards, scope)}; {found} }})"
        case ir.Quantify("count", var, ir.OverDomain(domain), cond) if _all_held(m, domain, var, cond):
            return f"((num)__builtin_popcountll({pile_occupancy.present(m, domain)}))"
        case ir.Sum(var, ir.OverCards(cards), cond, value) if _alone(var, (cond, value), scope):
            held, fixed = m.fixed(cond, var), m.fixed(value, var)
            if held is not None and fixed is not None:
                values = tuple(v if h else 0 for h, v in zip(held, fixed, strict=True))
                at_once = summed(m, cards, values, scope)
                if at_once is not None:
                    return at_once
        case ir.Quantify(kind, var, ir.OverCards(cards), cond):
            some = _held_by(m, var, cards, cond, scope)
            if some is not None:
                among = m.fresh("among")
                made = {"some": "({} & {}) != 0", "every": "({} & ~{}) == 0", "count": "size_of({} & {})"}[kind]
                made = made.format(among, some)
                if isinstance(cond, ir.Compare) and not short(m, cond.right, scope):
                    # What cards are compared with is only asked for where there is one.
                    made = f"{among} ? {made} : {int(kind == 'every')}"
                return f"({{ set_t {among} = {m.card_set(cards, scope)}; (num)({made}); }})"
        case _:
            pass
    if isinstance(expr, ir.Quantify | ir.First) and (told := pile_occupancy.by_emptiness(m, expr)) is not None:
        return told
    if m.hot is not None and (size := cost_model.few(m, expr.over)):
        written_out = unrolling.choice(m, expr, size, scope)
        if written_out is not None:
            return written_out
    before, loop, bound = head(m, expr.over, scope)
    inner = {**scope, expr.var: bound}
    test, r = m.number(expr.cond, inner), m.fresh("r")
    loop = f"{before}{loop}(void){bound.text}; "
    match expr:
        case ir.Quantify("count"):
            return f"({{ num {r} = 0; {loop}if ({test}) {r}++; }} {r}; }})"
        case ir.Quantify("some"):
            return f"({{ num {r} = 0; {loop}if ({test}) {{ {r} = 1; break; }} }} {r}; }})"
        case ir.Quantify():
            return f"({{ num {r} = 1; {loop}if (!({test})) {{ {r} = 0; break; }} }} {r}; }})"
        case ir.Sum(value=value):
            made = m.number(value, inner)
            k = m.fresh("k")
            return f"({{ num {r} = 0; {loop}if ({test}) {{ num {k} = {made}; {r} = add(g, {r}, {k}); }} }} {r}; }})"
        case ir.Extreme(end, key=key) | ir.Best(end, key=key):
            made = m.number(key, inner)
            return _keyed(m, isinstance(expr, ir.Best), end, loop, test, made, bound.text)
        case ir.First(other=other):
            found = m.fresh("found")
            rest = "stop(g, UNDEFINED);" if other is None else f"{r} = {m.number(other, scope)};"
            seek = f"if ({test}) {{ {r} = {bound.text}; {found} = 1; break; }} }}"
            return f"({{ num {r} = 0; int {found} = 0; {loop}{seek} if (!{found}) {{ {rest} }} {r}; }})"
        case _:
            assert_never(expr)


def _alone(var: str, parts: tuple[ir.Expr, ...], scope: Scope) -> bool:
    """Do expressions use no bound name but this?"""
    names = {node.name for part in parts for node in walk(part) if isinstance(node, ir.Var)}
    return not (names & set(scope)) - {var}


def _held_by(m: Context, var: str, cards: ir.Expr, cond: ir.Expr, scope: Scope) -> str | None:
    """The set of the cards for which a condition holds that hangs on the card alone, or compares what is on it with
    a value that is the same for all of them; None where it is another one."""
    if m.kind(cards) == ORDERED:
        return None
    fixed = m.fixed(cond, var) if _alone(var, (cond,), scope) else None
    if fixed is not None:
        return set_text(bits(tuple(i for i, value in enumerate(fixed) if value)))
    return set_vectorisation.holding(m, cond, var, scope)


def _all_held(m: Context, domain: str, var: str, cond: ir.Expr) -> bool:
    """Does a condition say of the piles of a row, of which there are those that hold a card, that they hold one?"""
    match cond:
        case ir.Compare("<", ir.Lit(0), ir.Size(ir.Place(zone, (ir.Var(name, _),)))) if name == var:
            return (
                len(pile_occupancy.held(m, domain, "0")) == 1
                and m.layout.zones[zone].decl.row
                and pile_occupancy.is_row(m, domain)
            )
        case _:
            return False


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
