"""Clauses about one chosen card, judged for all cards at once: each becomes the set of the cards for which it holds.

Leaves every clause that is not of that form to `engine.c.generate.moves`, which judges card by card. What a clause
compares a card with is evaluated once, for the first card, in the order of the clauses: where it fails, it would fail
there.
"""

from __future__ import annotations

from engine.c.generate.certainty import COSTLY, certain, short
from engine.c.generate.context import Bound, Context, Scope, bits, set_text
from engine.c.generate.values import each_card, sure_card
from engine.c.playout import cost_model, pile_occupancy
from engine.c.playout.card_pairs import Relation, relation
from spec.ir import nodes as ir
from spec.ir.binding import mentions
from spec.ir.precedence import outrankers
from spec.ir.walk import walk

MOST_NOTED = 4
MOST_CLEARED = 16


def holding(m: Context, cond: ir.Expr, var: str, scope: Scope | None = None) -> str | None:
    """The set of the cards for which a condition holds, in C; None where it is of another form.

    What may fail is evaluated in any case: to be asked only where there is a card.
    """
    match cond:
        case ir.Compare("=" | "!=", ir.Attr(_, ir.Var(name, _)), other) if name == var:
            return _compared(m, cond, other, var, scope)
        case _:
            return _short(m, cond, var, scope or {})


def _short(m: Context, cond: ir.Expr, var: str, scope: Scope) -> str | None:
    """The same for what needs no order of evaluation."""
    match cond:
        case ir.Lit(value, _):
            return "(~(set_t)0)" if value else "((set_t)0)"
        case ir.Not(item):
            inner = _short(m, item, var, scope)
            return None if inner is None else f"(~{inner})"
        case ir.And(items) | ir.Or(items):
            sets = [_short(m, item, var, scope) for item in items]
            known = [s for s in sets if s is not None]
            if len(known) < len(sets) or not known:
                return None
            return "(" + (" & " if isinstance(cond, ir.And) else " | ").join(known) + ")"
        case ir.Compare("=" | "!=", ir.Attr(_, ir.Var(name, _)), other) if name == var:
            return _compared(m, cond, other, var, scope) if short(m, other, scope) else None
        case _:
            return None


def _compared(m: Context, cond: ir.Compare, other: ir.Expr, var: str, scope: Scope | None = None) -> str | None:
    """Cards of the same rank, suit or colour as a value that does not depend on the card."""
    if not isinstance(cond.left, ir.Attr) or mentions(other, (var,)):
        return None
    attr, v = cond.left.attr, m.fresh("v")
    found = [getattr(card, attr) for card in m.layout.deck]
    size = m.layout.size[attr]
    alike = [set_text(bits(tuple(i for i, x in enumerate(found) if x == value))) for value in range(size)]
    table = m.table(f"cards by {attr}", "set_t", alike)
    no = "~" if cond.op == "!=" else ""
    if isinstance(other, ir.Attr) and other.attr == attr:
        like = m.table(f"cards like each by {attr}", "set_t", [alike[x] for x in found])
        return f"({no}{like}[{sure_card(m, other.card, scope or {})}])"
    value = m.number(other, scope or {})
    if certain(m, other, scope or {}):
        return f"({no}{table}[{value}])"
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
    permits = [k for k, c in enumerate(action.clauses) if c.kind == "permit"]
    forbids = [k for k in range(len(sets)) if k not in permits]
    any_of = {name: " | ".join(f"best_{k}" for k in found) or "(set_t)0" for name, found in
              (("permit", permits), ("forbid", forbids))}  # fmt: skip
    held = " | ".join(f"held_{k}" for k in range(len(sets)))
    listed = " | ".join(f"(u64)(best_{k} >> one.p0 & 1) << {k}" for k in permits)
    deciding = "JUDGE_AGAIN" if m.loose is None else listed or "0"
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
    made->deciding = {deciding};
    made->action = {i};
    memcpy(made->args, &one, sizeof one);
  }}
  return 0;
  singly:;"""


# ------------------------------------------------------------ all values at once, where a fault may come too early


def present(m: Context, over: ir.Range) -> str:
    """The set of the symbols of a domain that there are now."""
    assert isinstance(over, ir.OverDomain | ir.OverSlots)
    size = m.layout.size[over.domain]
    full = f"0x{(1 << size) - 1:x}ULL"
    if isinstance(over, ir.OverSlots) or not pile_occupancy.is_row(m, over.domain):
        return full

    found = pile_occupancy.present(m, over.domain)
    if not m.steady:
        return found
    k, v = m.memo_of(ir.Filter("", ir.CardList(()), ir.Var(over.domain, ir.Bool()))), m.fresh("v")
    fill = f"u64 {v} = {found}; g->memo[{k}] = (num){v}; g->memo_at[{k}] = g->epoch;"
    return f"({{ if (g->memo_at[{k}] != g->epoch) {{ {fill} }} (u64)g->memo[{k}]; }})"


def cards_holding(m: Context, cond: ir.Expr, var: str, scope: Scope, *, gate: bool = True) -> str:
    """Those of the cards in `all` for which a condition holds, in C.

    `gate`: does it come first, so that what follows is only asked where it holds?
    """
    if not mentions(cond, {var}):
        return _all_if(m, cond, scope, "set_t", gate)
    fixed = m.fixed(cond, var)
    if fixed is not None:
        return f"(all & {set_text(bits(tuple(i for i, value in enumerate(fixed) if value)))})"
    match cond:
        case ir.Not(item):
            return f"(all & ~{cards_holding(m, item, var, scope)})"
        case ir.And(items) | ir.Or(items):
            gates = _gates(items, var)
            parts = [(item, cards_holding(m, item, var, scope, gate=k < gates)) for k, item in enumerate(items)]
            return _joined(m, isinstance(cond, ir.And), parts, scope, "set_t")
        case ir.Compare("=" | "!=", ir.Attr(_, ir.Var(name, _)), other) if name == var and not mentions(other, {var}):
            found = _compared(m, cond, other, var, scope)
            return f"(all & {found})" if found else _one_by_one(m, cond, var, scope, "set_t")
        case _:
            return _one_by_one(m, cond, var, scope, "set_t")


def values_holding(m: Context, cond: ir.Expr, var: str, scope: Scope, *, gate: bool = True) -> str:
    """Those of the symbols in `all` for which a condition holds, in C; `every` are all that there are."""
    if not mentions(cond, {var}):
        return _all_if(m, cond, scope, "u64", gate)
    if m.steady and not mentions(cond, set(scope)) and not _cheap(cond):
        return _kept(m, cond, var)
    match cond:
        case ir.Not(item):
            return f"(all & ~{values_holding(m, item, var, scope)})"
        case ir.And(items) | ir.Or(items):
            gates = _gates(items, var)
            parts = [(item, values_holding(m, item, var, scope, gate=k < gates)) for k, item in enumerate(items)]
            return _joined(m, isinstance(cond, ir.And), parts, scope, "u64")
        case ir.Quantify("some", inner, ir.OverCards(cards), test) if not mentions(cards, {var}):
            r, c = m.fresh("r"), m.fresh("c")
            held = values_holding(m, test, var, {**scope, inner: Bound(c, certain=True)})
            loop = each_card(m, cards, c, f"{r} |= {held};", scope)
            return f"({{ u64 {r} = 0; {loop} {r}; }})"
        case ir.Apply(_, args) if _by_card(args, var):
            return _near(m, cond, var, scope)
        case _:
            return _one_by_one(m, cond, var, scope, "u64")


def _gates(items: tuple[ir.Expr, ...], var: str) -> int:
    """How many conditions come before the first one that hangs on the value."""
    return next((k for k, item in enumerate(items) if mentions(item, {var})), len(items))


def _all_if(m: Context, cond: ir.Expr, scope: Scope, type_: str, gate: bool) -> str:
    """All or none, by a condition on something else: with nothing to branch on where that is quick, and no gate."""
    if cond == ir.Lit(1, ir.Bool()):
        return "all"
    test = m.number(cond, scope)
    return f"(all & MASK({type_}, {test}))" if not gate and cost_model.quick(m, cond, scope) else f"({test} ? all : 0)"


def _cheap(cond: ir.Expr) -> bool:
    return not any(isinstance(node, COSTLY) for node in walk(cond))


def _joined(m: Context, every: bool, parts: list[tuple[ir.Expr, str]], scope: Scope, type_: str) -> str:
    """All or any of several conditions, each asked only of the values that those before it leave open.

    Those that are quick and cannot fail are asked of the same values as the one before them.
    """
    if all(short(m, item, scope) or isinstance(item, ir.Lit) for item, _ in parts):
        return "(" + (" & " if every else " | ").join(text for _, text in parts) + ")"
    sign, there = "&" if every else "|", frozenset[ir.EndCard]()
    groups: list[str] = []
    for k, (item, text) in enumerate(parts):
        if k and cost_model.sure(m, item, scope, there):
            groups[-1] += f" {sign} {text}"
        else:
            groups.append(text)
        there |= cost_model.reads(m, item)
    r, left = m.fresh("r"), m.fresh("left")
    if every:
        rest = "".join(f"if ({r}) {{ {type_} {left} = {r}, all = {left}; {r} = {text};" for text in groups[1:])
        return f"({{ {type_} {r} = {groups[0]}; {rest}{'}' * (len(groups) - 1)} {r}; }})"
    rest = "".join(
        f"{left} = all & ~{r}; if ({left}) {{ {type_} all = {left}; {r} |= {text}; }} " for text in groups[1:]
    )
    return f"({{ {type_} {r} = {groups[0]}, {left}; {rest}{r}; }})"


def _kept(m: Context, cond: ir.Expr, var: str) -> str:
    """The values for which a condition on them alone holds, found once for as long as nothing changes."""
    k = m.memo_of(ir.Filter(var, ir.CardList(()), cond))
    m.steady = False
    r, found = m.fresh("r"), values_holding(m, cond, var, {})
    m.steady = True
    fill = f"u64 all = every; u64 {r} = {found}; g->memo[{k}] = (num){r}; g->memo_at[{k}] = g->epoch;"
    return f"({{ if (g->memo_at[{k}] != g->epoch) {{ {fill} }} all & (u64)g->memo[{k}]; }})"


def _one_by_one(m: Context, cond: ir.Expr, var: str, scope: Scope, type_: str) -> str:
    r, x, v = m.fresh("r"), m.fresh("x"), m.fresh("v")
    test = m.number(cond, {**scope, var: Bound(v, certain=True)})
    least, one = ("low_of", "ONE") if type_ == "set_t" else ("__builtin_ctzll", "1ULL << ")
    loop = f"for ({type_} {x} = all; {x}; {x} &= {x} - 1) {{ num {v} = {least}({x});"
    return f"({{ {type_} {r} = 0; {loop} {r} |= {test} ? {one}({v}) : 0; }} {r}; }})"


def _by_card(args: tuple[ir.Expr, ...], var: str) -> bool:
    """Is there one argument that is a card, and are all others the name?"""
    rest = [arg for arg in args if not (isinstance(arg, ir.Var) and arg.name == var)]
    return len(rest) == 1 and len(args) > 1 and not mentions(rest[0], {var})


def _near(m: Context, cond: ir.Apply, var: str, scope: Scope) -> str:
    """The values that a definition holds of together with a card: found once a card for as long as nothing changes."""
    at = next(k for k, arg in enumerate(cond.args) if not (isinstance(arg, ir.Var) and arg.name == var))
    if not isinstance(m.kind(cond.args[at]), ir.Card):
        return _one_by_one(m, cond, var, scope, "u64")
    decl = m.index.defines[cond.define]

    def make(name: str) -> tuple[str, str]:
        k, m.nears = m.nears, m.nears + 1
        params: Scope = {p.name: Bound("c" if j == at else "v", certain=True) for j, p in enumerate(decl.params)}
        value = next(p.name for j, p in enumerate(decl.params) if j != at)
        known = relation(m, decl.body, decl.params[at].name, value) if len(decl.params) == 2 else None
        if known is not None:
            return _near_by_class(m, name, k, known, params)
        return _near_by_card(m, name, k, decl.body, params)

    domain = next(p.type for j, p in enumerate(decl.params) if j != at)
    found = m.once("near", f"{cond.define} {at} {domain}", make)
    return f"(all & look_{found}(g, {sure_card(m, cond.args[at], scope)}, every))"


def _near_by_card(m: Context, name: str, k: int, cond: ir.Expr, params: Scope) -> tuple[str, str]:
    look = f"near_t *near = &g->nears[{k}];\n"
    look += "  if (near->epoch == g->epoch && near->have & ONE(c)) return near->values[c];\n"
    m.function(f"inline u64 look_{name}(G *g, num c, u64 all)", f"{look}  return {name}(g, c, all);")
    body = f"""near_t *near = &g->nears[{k}];
  u64 r = 0;
  if (near->epoch != g->epoch) near->epoch = g->epoch, near->have = 0;
  for (u64 x = all; x; x &= x - 1) {{
    num v = __builtin_ctzll(x);
    r |= (u64)!!({m.number(cond, params)}) << v;
  }}
  near->have |= ONE(c);
  return near->values[c] = r;"""
    return f"__attribute__((noinline)) u64 {name}(G *g, num c, u64 all)", body


def _near_by_class(m: Context, name: str, k: int, known: Relation, params: Scope) -> tuple[str, str]:
    """For all cards at once: each value is noted with those classes of cards that go with the card that it has."""
    classes = m.table(f"classes {known.classes}", "u8", list(known.classes))
    look = f"if (g->nears[{k}].epoch != g->epoch) {name}(g, all);\n  return g->nears[{k}].values[{classes}[c]];"
    m.function(f"inline u64 look_{name}(G *g, num c, u64 all)", look)
    body = f"""near_t *near = &g->nears[{k}];
  near->epoch = g->epoch;
  {_cleared(known.size)}
  for (u64 x = all; x; x &= x - 1) {{
    num v = __builtin_ctzll(x), other = {m.number(known.other, params)};
    {_note(m, known)}
  }}"""
    return f"__attribute__((noinline)) void {name}(G *g, u64 all)", body


def _cleared(size: int) -> str:
    """Few values are cleared one by one: compilers make a loop of a call."""
    if size > MOST_CLEARED:
        return f"memset(near->values, 0, {size} * sizeof *near->values);"
    return " = ".join(f"near->values[{k}]" for k in range(size)) + " = 0;"


def _note(m: Context, known: Relation) -> str:
    """Notes a value with the classes that go with a card: few are always as many, filled up by one for none."""
    most = max(x.bit_count() for x in known.meets)
    if most > MOST_NOTED:
        meets = m.table(f"meets {known.meets}", "u64", [f"0x{x:x}ULL" for x in known.meets])
        return f"for (u64 y = {meets}[other]; y; y &= y - 1) near->values[__builtin_ctzll(y)] |= 1ULL << v;"
    rows = [[k for k in range(known.size) if x >> k & 1] for x in known.meets]
    found = [k for row in rows for k in [*row, *[known.size] * (most - len(row))]]
    table = m.table(f"noted {known.meets}", "u8", found)
    return " ".join(f"near->values[{table}[{most} * other + {i}]] |= 1ULL << v;" for i in range(most))
