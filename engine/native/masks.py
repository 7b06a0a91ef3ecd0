"""Clauses about one chosen card, judged for all cards at once: each becomes the set of the cards for which it holds.

Leaves every clause that is not of that form to `engine.native.moves`, which judges card by card. What a clause compares
a card with is evaluated once, for the first card, in the order of the clauses: where it fails, it would fail there.
"""

from __future__ import annotations

from engine.native import expressions
from engine.native.context import Context, Scope, bits, set_text
from engine.static import outrankers
from spec import ir
from spec.ir_fields import walk


def holding(m: Context, cond: ir.Expr, var: str) -> str | None:
    """The set of the cards for which a condition holds, in C; None where it is of another form."""
    match cond:
        case ir.Compare("=" | "!=", ir.Attr(_, ir.Var(name, _)), other) if name == var:
            return _compared(m, cond, other, var)
        case ir.Not() | ir.And() | ir.Or():
            return _short(m, cond, var)
        case _:
            return _short(m, cond, var)


def _short(m: Context, cond: ir.Expr, var: str) -> str | None:
    """The same for what needs no order of evaluation."""
    match cond:
        case ir.Lit(value, _):
            return "(~(set_t)0)" if value else "((set_t)0)"
        case ir.Not(item):
            inner = _short(m, item, var)
            return None if inner is None else f"(~{inner})"
        case ir.And(items) | ir.Or(items):
            sets = [_short(m, item, var) for item in items]
            known = [s for s in sets if s is not None]
            if len(known) < len(sets) or not known:
                return None
            return "(" + (" & " if isinstance(cond, ir.And) else " | ").join(known) + ")"
        case ir.Compare("=" | "!=", ir.Attr(_, ir.Var(name, _)), other) if name == var:
            return _compared(m, cond, other, var) if expressions.short(m, other, {}) else None
        case _:
            return None


def _compared(m: Context, cond: ir.Compare, other: ir.Expr, var: str) -> str | None:
    """Cards of the same rank, suit or colour as a value that does not depend on the card."""
    if not isinstance(cond.left, ir.Attr) or any(isinstance(n, ir.Var) and n.name == var for n in walk(other)):
        return None
    attr, v = cond.left.attr, m.fresh("v")
    found = [getattr(card, attr) for card in m.layout.deck]
    size = m.layout.size[attr]
    alike = [set_text(bits(tuple(i for i, x in enumerate(found) if x == value))) for value in range(size)]
    table = m.table(f"cards by {attr}", "set_t", alike)
    no = "~" if cond.op == "!=" else ""
    value = expressions.number(m, other, {})
    return f"({{ num {v} = {value}; {no}({v} >= 0 && {v} < {size} ? {table}[{v}] : 0); }})"


def judged_at_once(m: Context, i: int, action: ir.Action, scope: Scope) -> str | None:
    """Statements that leave the legal cards of `from` in `legal` and go to `singly` where clauses clash."""
    if len(action.params) != 1 or not isinstance(action.params[0].choice, ir.ChooseCard) or not action.clauses:
        return None
    sets = [holding(m, clause.when, action.params[0].name) for clause in action.clauses]
    text = ""
    for k, (clause, cards) in enumerate(zip(action.clauses, sets, strict=True)):
        if cards is None:
            return None
        text += f"  g->at = {m.source(clause.source)}; set_t held_{k} = from & {cards};\n"
    above = outrankers([c.source.label for c in action.clauses], action.order)
    for k, better in enumerate(above):
        beaten = "".join(f" & ~held_{j}" for j in range(len(sets)) if better >> j & 1 and j != k)
        text += f"  set_t best_{k} = held_{k}{beaten};\n"
    permits = [k for k, c in enumerate(action.clauses) if isinstance(c, ir.Permit)]
    forbids = [k for k in range(len(sets)) if k not in permits]
    any_of = {name: " | ".join(f"best_{k}" for k in found) or "(set_t)0" for name, found in
              (("permit", permits), ("forbid", forbids))}  # fmt: skip
    held = " | ".join(f"held_{k}" for k in range(len(sets)))
    ruled = "".join(f" if (best_{k}) g->ruled |= 1ULL << {k};" for k in forbids)
    return f"""{text}  g->at = {m.source(action.source)};
  set_t permitted = {any_of["permit"]}, forbidden = {any_of["forbid"]}, held = {held};
  if (RARE((permitted & forbidden) || (held & ~(permitted | forbidden)))) goto singly;
  {ruled}
  if (RARE(!g->asking)) return permitted != 0;
  for (set_t x = permitted; x; x &= x - 1) {{
    move_t *made = (RARE(g->offered == g->room) ? more_moves(g) : g->moves) + g->offered;
    g->offered++;
    args_{i} one = {{ low_of(x) }};
    made->deciding = JUDGE_AGAIN;
    made->action = {i};
    memcpy(made->args, &one, sizeof one);
  }}
  return 0;
  singly:;"""
