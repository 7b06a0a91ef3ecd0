"""Moves in C: for each action its arguments, its clauses, and loops over all that its parameters may stand for.

Leaves expressions to `engine.c.generate.expressions` and what a move does to `engine.c.generate.effects`. For action i:
`args_i` are its arguments, `judge_i` says whether they are legal, `offer_i` lists its legal moves in the interpreter's
order, `can_i` tells whether there is one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.c.generate import certainty, expressions, ranges, shapes
from engine.c.generate.context import MOST_CLAUSES, Bound, Context, Scope, Unsupported
from engine.c.playout import set_vectorisation
from spec.ir import nodes as ir
from spec.ir.precedence import outrankers


def bound_args(m: Context, action: ir.Action) -> Scope:
    """The arguments of a move as names."""
    scope = {}
    for k, param in enumerate(action.params):
        listed = isinstance(param.choice, ir.ChooseFrom) and isinstance(param.choice.over, ir.OverNumbers)
        scope[param.name] = Bound(f"a->p{k}", certain=not listed)
    return scope


def add_types(m: Context) -> int:
    """Adds the arguments' types; answers how many bytes the largest takes at most."""
    most = 8
    for i, action in enumerate(m.game.actions):
        members, size = "", 0
        for k, param in enumerate(action.params):
            text, taken = _member(m, param, f"p{k}")
            members, size = members + text, size + -(-taken // 16) * 16
        m.head.append(f"typedef struct {{ {members or 'char none;'} }} args_{i};")
        m.head.append(f'_Static_assert(sizeof(args_{i}) <= ARGS_MOST, "arguments fit");')
        most = max(most, size)
    return most


def _member(m: Context, param: ir.Param, name: str) -> tuple[str, int]:
    match param.choice:
        case ir.ChooseCards(_, shape):
            line = shapes.line_of(m, shape)
            if line.shape.ordered:
                size = max(line.longest, 0) + 1
                return f"u8 {name}[{size}]; ", size
            return f"set_t {name}; ", 16
        case _:
            return f"num {name}; ", 8


def best_of(m: Context, labels: list[str], order: Iterable[ir.Edge], applicable: str) -> str:
    """Statements that leave in `best` those of the bit set of applicable clauses that no other applicable outranks."""
    above = outrankers(labels, order)
    if not any(above):
        return f"u64 best = {applicable};"
    text = "u64 best = 0;"
    for i, better in enumerate(above):
        mask = better & ~(1 << i)
        free = f" & !({applicable} & 0x{mask:x}ULL)" if mask else ""
        text += f" best |= (({applicable} >> {i} & 1){free}) << {i};"
    return text


def add(m: Context, i: int, action: ir.Action) -> None:
    """Adds the functions of one action."""
    if len(action.clauses) > MOST_CLAUSES:
        raise Unsupported(f"{action.source.label} with {len(action.clauses)} clauses; at most {MOST_CLAUSES}")
    at = m.source(action.source)
    m.steady = True
    _judge(m, i, action, at)
    _leaf(m, i, action)
    for k in reversed(range(len(action.params))):
        _level(m, i, k, action)
    m.steady = False
    noted = "".join(
        f"if (g->ruled & 0x{mask:x}ULL) {m.fired('forbid', source)}\n  " for mask, source in forbids(m, action)
    )
    m.function(
        f"void offer_{i}(G *g)",
        f"""args_{i} a = {{0}};
  g->at = {at}; g->ruled = 0; g->asking = 1; g->epoch++;
  level_{i}_0(g, &a);
  {noted}""",
    )
    m.function(
        f"int can_{i}(G *g)",
        f"""args_{i} a = {{0}};
  int at = g->at, asking = g->asking, found;
  u64 ruled = g->ruled;
  g->at = {at}; g->asking = 0; g->epoch++;
  found = level_{i}_0(g, &a);
  g->at = at; g->asking = asking; g->ruled = ruled;
  return found;""",
    )


def _leaf(m: Context, i: int, action: ir.Action) -> None:
    """Judges one move. Small arguments are written down in any case and counted if legal: no branch to mispredict."""
    small = sum(_member(m, param, "p")[1] for param in action.params) <= 16
    forbids = any(clause.kind == "forbid" for clause in action.clauses)
    rules_out = "g->ruled |= legal ? 0 : deciding;" if forbids else ""
    early = "" if small else "if (!legal) { g->ruled |= deciding; return 0; }"
    m.function(
        f"inline int level_{i}_{len(action.params)}(G *g, args_{i} *a)",
        f"""u64 deciding = 0;
  move_t *made;
  int legal = judge_{i}(g, a, &deciding);
  {early}
  if (RARE(!g->asking)) {{ if (!legal) g->ruled |= deciding; return legal; }}
  made = (RARE(g->offered == g->room) ? more_moves(g) : g->moves) + g->offered;
  made->deciding = deciding;
  made->action = {i};
  memcpy(made->args, a, sizeof *a);
  g->offered += (size_t)legal;
  {rules_out}
  return 0;""",
    )


def forbids(m: Context, action: ir.Action) -> list[tuple[int, ir.Source]]:
    """Sets of clauses that rule moves out, and the clause that is noted for each; those of one label go together."""
    found = []
    for clause in action.clauses:
        same = [j for j, c in enumerate(action.clauses) if c.source.label == clause.source.label]
        if any(action.clauses[j].kind == "forbid" for j in same):
            found.append((sum(1 << j for j in same), clause.source))
    return found


def _judge(m: Context, i: int, action: ir.Action, at: int) -> None:
    clauses, scope = action.clauses, bound_args(m, action)
    text = "u64 held = 0; (void)a;\n"
    for k, clause in enumerate(clauses):
        test = expressions.number(m, clause.when, scope)
        at_clause = "" if certainty.short(m, clause.when, scope) else f"g->at = {m.source(clause.source)}; "
        text += f"  {at_clause}held |= (u64)!!({test}) << {k};\n"
    permits = sum(1 << k for k, c in enumerate(clauses) if c.kind == "permit")
    forbids = (1 << len(clauses)) - 1 & ~permits
    first = _first(m, clauses)
    text += f"""  g->at = {at};
  {best_of(m, [c.source.label for c in clauses], action.order, "held")}
  if (RARE((held && !best) || (best & 0x{permits:x}ULL && best & 0x{forbids:x}ULL))) stop_at(g, CLASH, {first});
  *deciding = best;
  return (best != 0) & !(best & 0x{forbids:x}ULL);"""
    m.function(f"inline int judge_{i}(G *g, const args_{i} *a, u64 *deciding)", text)


def _first(m: Context, clauses: tuple[ir.Permit | ir.Forbid, ...]) -> str:
    """The source of the first of the clauses that disagree."""
    numbers = [m.source(c.source) for c in clauses]
    table = m.table(f"clauses {numbers}", "int16_t", numbers)
    return f"{table}[__builtin_ctzll(best ? best : held)]"


def _level(m: Context, i: int, k: int, action: ir.Action) -> None:
    param, then, args = action.params[k], f"level_{i}_{k + 1}", f"args_{i}"
    scope = {p.name: b for p, b in zip(action.params[:k], bound_args(m, action).values(), strict=False)}
    match param.choice:
        case ir.ChooseCard(cards, _):
            at_once = set_vectorisation.judged_at_once(m, i, action, scope)
            body = f"set_t from = {expressions.card_set(m, cards, scope)};\n"
            body += f"  if (!from) return 0;\n{at_once}\n  " if at_once else "  "
            body += _each_of_set("from", k, then)
        case ir.ChooseCards(cards, shape):
            grow = shapes.choices(m, shape, f"grow_{i}_{k}", args, f"p{k}", then)
            body = f"set_t from = {expressions.card_set(m, cards, scope)};\n  {grow}"
        case ir.ChooseFrom(ir.OverCards(cards)):
            body = _each_of_set(expressions.card_set(m, cards, scope), k, then)
        case ir.ChooseFrom(ir.OverSeats(start)):
            body = f"(void)somebody(g, {expressions.number(m, start, scope)});\n"
            body += f"  for (num v = 0; v < {m.layout.players}; v++) {{ a->p{k} = v; if ({then}(g, a)) return 1; }}"
            body += "\n  return 0;"
        case ir.ChooseFrom(over):
            before, loop, bound = ranges.head(m, over, scope)
            body = f"{before}\n  {loop} a->p{k} = {bound.text}; if ({then}(g, a)) return 1; }}\n  return 0;"
        case _:
            assert_never(param.choice)
    m.function(f"int level_{i}_{k}(G *g, {args} *a)", body)


def _each_of_set(cards: str, k: int, then: str) -> str:
    return f"""for (set_t x = {cards}; x; x &= x - 1) {{ a->p{k} = low_of(x); if ({then}(g, a)) return 1; }}
  return 0;"""
