"""Expressions of whole play that run over a few symbols, written out with nothing to branch on.

Leaves to `engine.c.playout.cost_model` which values are quick and sure, and all other ranges to
`engine.c.generate.ranges`.
"""

from __future__ import annotations

from engine.c.generate.context import Bound, Context, Scope
from engine.c.playout import constant_ranges, cost_model
from spec.ir import nodes as ir
from spec.ir.binding import mentions

ALWAYS = ir.Lit(1, ir.Bool())
BITS = 3
"""By which the few symbols are told apart."""
MOST_KEY = 1 << 40


def choice(m: Context, expr: ir.Fold, size: int, scope: Scope) -> str | None:
    """An expression over the symbols 0 to `size`; None where it is better left as a loop."""
    scopes = [{**scope, expr.var: Bound(f"((num){v})", certain=True)} for v in range(size)]
    if cost_model.steps(m, expr.cond, scopes[0], None) > cost_model.MOST // 2:
        return None
    match expr:
        case ir.Quantify(kind, cond=cond) if cost_model.sure(m, cond, scopes[0]):
            sign = {"some": "|", "every": "&", "count": "+"}[kind]
            return "(" + f" {sign} ".join(f"(num)!!({m.number(cond, s)})" for s in scopes) + ")"
        case ir.First(cond=cond, other=other) if cost_model.sure(m, cond, scopes[0]):
            x = m.fresh("x")
            tests = " | ".join(f"(u64)!!({m.number(cond, s)}) << {v}" for v, s in enumerate(scopes))
            rest = "stop(g, UNDEFINED)" if other is None else ""
            if other is None:
                return f"({{ u64 {x} = {tests}; if (RARE(!{x})) {rest}; (num)__builtin_ctzll({x}); }})"
            none = m.number(other, scope)
            return f"({{ u64 {x} = {tests}; {x} ? (num)__builtin_ctzll({x}) : {none}; }})"
        case ir.Extreme(end, key=key) | ir.Best(end, key=key):
            if isinstance(expr, ir.Extreme) and expr.cond == ALWAYS and cost_model.sure(m, key, scopes[0]):
                return _greatest(m, "<" if end == "least" else ">", [m.number(key, s) for s in scopes])
            most = constant_ranges.bound(m, key)
            if most > MOST_KEY or not cost_model.sure(m, key, scopes[0], cost_model.reads(m, expr.cond)):
                return None
            one = isinstance(expr, ir.Best) and not apart(m, expr.var, expr.cond, key)
            values: list[tuple[Scope, ir.Expr, ir.Expr]] = [(s, expr.cond, key) for s in scopes]
            return _keyed(m, isinstance(expr, ir.Best), end, values, most, one=one)
        case _:
            return None


def _greatest(m: Context, better: str, values: list[str]) -> str:
    """The least or greatest of some values."""
    r, text = m.fresh("r"), ""
    for value in values[1:]:
        v = m.fresh("v")
        text += f"num {v} = {value}; {r} = {v} {better} {r} ? {v} : {r}; "
    return f"({{ num {r} = {values[0]}; {text}{r}; }})"


def apart(m: Context, var: str, cond: ir.Expr, key: ir.Expr) -> bool:
    """Do no two values that a condition leaves have the same key?

    So it is where the key is what is on a card at an end of the value's own pile, and the condition says of that card
    as much else as tells all cards of the deck apart that have the same on them as the key says.
    """
    key = key.item if isinstance(key, ir.Ordinal) else key
    match key:
        case ir.Attr(attr, ir.EndCard(_, ir.Place(_, index)) as end) if var in _names(index):
            pass
        case _:
            return False
    said = {attr}
    for item in cond.items if isinstance(cond, ir.And) else (cond,):
        body = cost_model.unfolded(m, item) if isinstance(item, ir.Apply) else item
        sides = (body.left, body.right) if isinstance(body, ir.Compare) and body.op == "=" else ()
        for side, other in zip(sides, reversed(sides), strict=True):
            if isinstance(side, ir.Attr) and side.card == end and not mentions(other, {var}):
                said.add(side.attr)
    found = [tuple(getattr(card, name) for name in sorted(said)) for card in m.layout.deck]
    return len(set(found)) == len(found)


def _names(index: tuple[ir.Expr, ...]) -> set[str]:
    return {part.name for part in index if isinstance(part, ir.Var)}


def _keyed(
    m: Context, best: bool, end: str, values: list[tuple[Scope, ir.Expr, ir.Expr]], most: int, *, one: bool
) -> str:
    """Some least or greatest key; for `best` its holder, and with `one` only where no other has it.

    Each key is made a positive number that is greater the better it is, with its holder in the last bits; 0 stands for
    a value that is none of those asked for. Compilers take the greatest of such numbers without a branch.
    """
    r, sign, text = m.fresh("r"), "-" if end == "least" else "", ""
    found = []
    for v, (scope, cond, key) in enumerate(values):
        found.append(m.fresh("c"))
        made = f"({most + 1} {sign or '+'} {m.number(key, scope)}) << {BITS} | {v}"
        held = f" & -(num)!!({m.number(cond, scope)})" if cond != ALWAYS else ""
        text += f"num {found[-1]} = ({made}){held}; "
    text += f"num {r} = {found[0]}; " + "".join(f"{r} = {c} > {r} ? {c} : {r}; " for c in found[1:])
    alike = " + ".join(f"((u64)({c} ^ {r}) < {1 << BITS})" for c in found)
    fails = f"!{r}" + (f" || {alike} != 1" if one else "")
    result = f"{r} & {(1 << BITS) - 1}" if best else f"{sign}(({r} >> {BITS}) - {most + 1})"
    return f"({{ {text}if (RARE({fails})) stop(g, UNDEFINED); {result}; }})"
