"""Expressions as C expressions: numbers, truth values, symbols and cards as `num`, cards as sets or piles.

Leaves ranges and what runs over them to `engine.c.generate.ranges`, shapes to `engine.c.generate.shapes`, and moves to
`engine.c.generate.moves`. What may fail is put into a statement of its own, so that faults come in the interpreter's
order.
"""

from __future__ import annotations

import re
from typing import assert_never

from engine.c.generate import ranges, shapes
from engine.c.generate.certainty import COSTLY, ORDERED, certain, fits_domain, may_lack, short
from engine.c.generate.context import Bound, Context, Scope, Unsupported, bits, c_type, set_text
from engine.c.generate.values import each_card, summed, sure_card
from engine.c.playout import constant_ranges, cost_model, register_promotion
from spec.ir import nodes as ir
from spec.ir.binding import mentions
from spec.ir.index import MOVER
from spec.ir.types import join
from spec.ir.walk import walk

MOST_SUMS = 1 << 16
FOLDED = (ir.Apply, ir.If, ir.Arith, ir.Quantify, ir.Sum, ir.Or, ir.And)


class Generator(Context):
    """A `Context` that makes expressions: by its methods, ranges and passes reach what stands within theirs."""

    def number(self, expr: ir.Expr, scope: Scope) -> str:
        return number(self, expr, scope)

    def pile(self, expr: ir.Expr, scope: Scope) -> str:
        return pile(self, expr, scope)

    def card_set(self, expr: ir.Expr, scope: Scope) -> str:
        return card_set(self, expr, scope)


def number(m: Context, expr: ir.Expr, scope: Scope) -> str:
    """An expression whose value is no cards."""
    if m.steady and isinstance(expr, COSTLY) and not mentions(expr, scope) and not cost_model.quick(m, expr, scope):
        return _kept(m, expr, scope)
    if isinstance(expr, FOLDED):
        table = _tabled(m, expr, scope)
        if table is not None:
            return table
    match expr:
        case ir.Lit(value, _):
            if abs(value) >= 1 << 62:
                raise Unsupported(f"the number {value}")
            return f"((num){value}LL)"
        case ir.Var(name, _):
            return scope[name].text
        case ir.Get(field, index):
            return _field(m, field, index, scope)
        case ir.Apply():
            body = None if m.hot is None else cost_model.unfolded(m, expr)
            return applied(m, expr, scope) if body is None else number(m, body, scope)
        case ir.Open(question, _):
            return f"({{ {_open(m, question)} (num)0; }})"
        case ir.Not(item):
            return f"(!{number(m, item, scope)})"
        case ir.And(items):
            return "(" + _joined(m, "&", items, scope).join([number(m, item, scope) for item in items] or ["1"]) + ")"
        case ir.Or(items):
            return "(" + _joined(m, "|", items, scope).join([number(m, item, scope) for item in items] or ["0"]) + ")"
        case ir.If(cond, then, other):
            return _if(m, "num ", cond, number(m, then, scope), number(m, other, scope), scope)
        case ir.Compare():
            return _compare(m, expr, scope)
        case ir.Arith(op, left, right):
            name = {"+": "add", "-": "subtract", "*": "times"}[op]
            made = f"{{0}} {op} {{1}}" if constant_ranges.bound(m, expr) < 1 << 62 else f"{name}(g, {{0}}, {{1}})"
            return _two(m, number(m, left, scope), number(m, right, scope), made)
        case ir.Ordinal(item):
            return f"({_in_order(m, item, scope)} + 1)"
        case ir.Beside(player, step):
            seats, seat = m.layout.players, number(m, player, scope)
            seat = seat if certain(m, player, scope) else f"somebody(g, {seat})"
            s = m.fresh("s")
            return f"({{ num {s} = {seat} + {step % seats}; {s} >= {seats} ? {s} - {seats} : {s}; }})"
        case ir.CanMove(actions):
            return "(" + " || ".join(_can(m, m.action_number(a)) for a in actions) + ")"
        case ir.CardList() | ir.Place():
            raise Unsupported(f"cards where a number is asked for: {type(expr).__name__}")
        case _:
            return ranges.choice(m, expr, scope) if isinstance(expr, ir.Fold) else _about_cards(m, expr, scope)


def _about_cards(m: Context, expr: ir.AboutCards, scope: Scope) -> str:
    match expr:
        case ir.Attr(attr, card):
            return f"((num){m.attributes[attr]}[{sure_card(m, card, scope)}])"
        case ir.Adjacent():
            return _adjacent(m, expr, scope)
        case ir.Total(_, _, _):
            return _total(m, expr, scope)
        case ir.CanTotal():
            return _can_total(m, expr, scope)
        case ir.Size(cards):
            if m.kind(cards) == ORDERED:
                kept = register_promotion.pile(m, cards)
                return f"pile_size({any_order(m, cards, scope)})" if kept is None else f"h->n{kept}"
            if m.loose is not None and isinstance(cards, ir.Place):
                at = cell(m, cards.zone, cards.index, scope)
                return f"({{ num at_ = {at}; (num)size_of(g->s.sets[at_]) + g->pending[at_]; }})"
            return f"((num)size_of({card_set(m, cards, scope)}))"
        case ir.EndCard("top", cards) if (kept := register_promotion.pile(m, cards, top=True)) is not None:
            return f"({{ if (RARE(!h->n{kept})) stop(g, UNDEFINED); h->t{kept}; }})"
        case ir.EndCard(end, cards):
            return f"((num)end_card(g, {pile(m, cards, scope)}, {int(end == 'top')}))"
        case ir.Member(card, cards):
            one, among = number(m, card, scope), card_set(m, cards, scope)
            test = "({0} >= 0 && ({1} >> {0} & 1))"
            return _two(m, one, among, test, right_type="set_t")
        case ir.HasShape(cards, shape):
            in_order = m.kind(cards) == ORDERED and m.index.shapes[shape].ordered
            among = pile(m, cards, scope) if in_order else card_set(m, cards, scope)
            return f"{shapes.fits(m, shape, in_order=in_order)}({among})"
        case ir.Just() | ir.Combine() | ir.Filter():
            raise Unsupported(f"cards where a number is asked for: {type(expr).__name__}")
        case _:
            assert_never(expr)


# ------------------------------------------------------------ small parts


def _can(m: Context, i: int) -> str:
    """Has an action a legal move?"""
    return f"counted_{i}(g)" if m.counted and i in m.tallies else f"can_{i}(g)"


def _tabled(m: Context, expr: ir.Expr, scope: Scope) -> str | None:
    """A value that depends on one card alone, from a table made beforehand."""
    names = {node.name for node in walk(expr) if isinstance(node, ir.Var) and node.name in scope}
    found = constant_ranges.by_card(m, expr, scope)
    if found is not None:
        card, values = found
        return f"((num){m.table(f'values {values}', 'int32_t', list(values))}[{sure_card(m, card, scope)}])"
    if len(names) != 1:
        return None
    (var,) = names
    kinds = {node.type for node in walk(expr) if isinstance(node, ir.Var) and node.name == var}
    fixed = m.fixed(expr, var) if kinds == {ir.Card()} and scope[var].certain else None
    if fixed is None:
        return None
    return f"((num){m.table(f'values {fixed}', 'int32_t', list(fixed))}[{scope[var].text}])"


def _joined(m: Context, sign: str, items: tuple[ir.Expr, ...], scope: Scope) -> str:
    """What joins truth values: items that are short and cannot fail are all evaluated, so that nothing branches."""
    return f" {sign} " if all(short(m, item, scope) for item in items) else f" {sign * 2} "


def _kept(m: Context, expr: ir.Expr, scope: Scope) -> str:
    """A value evaluated once and kept for as long as `epoch` stays: nothing changes meanwhile."""
    k, v = m.memo_of(expr), m.fresh("v")
    m.steady = False
    found = number(m, expr, scope)
    m.steady = True
    fill = f"num {v} = {found}; g->memo[{k}] = {v}; g->memo_at[{k}] = g->epoch;"
    return f"({{ if (g->memo_at[{k}] != g->epoch) {{ {fill} }} g->memo[{k}]; }})"


def _two(m: Context, left: str, right: str, result: str, right_type: str = "num") -> str:
    """A result of two values, the left one evaluated first."""
    a, b = m.fresh("a"), m.fresh("b")
    return f"({{ num {a} = {left}; {right_type} {b} = {right}; {result.format(a, b)}; }})"


def _if(m: Context, type_: str, cond: ir.Expr, then: str, other: str, scope: Scope) -> str:
    r = m.fresh("r")
    return f"({{ {type_}{r}; if ({number(m, cond, scope)}) {r} = {then}; else {r} = {other}; {r}; }})"


def _open(m: Context, question: str) -> str:
    return f"stop_at(g, OPEN, {m.source(m.index.questions[question].source)});"


def _in_order(m: Context, expr: ir.Expr, scope: Scope) -> str:
    found = number(m, expr, scope)
    return f"somebody(g, {found})" if may_lack(m, expr) else found


def _compare(m: Context, expr: ir.Compare, scope: Scope) -> str:
    kind = join(m.kind(expr.left), m.kind(expr.right)) or m.kind(expr.left)
    none = _emptiness(m, expr, scope)
    if none is not None:
        return none
    if expr.op in ("<", "<="):
        left, right = _in_order(m, expr.left, scope), _in_order(m, expr.right, scope)
        if _one_thing(left, right):
            return str(int(expr.op == "<="))
        return _two(m, left, right, f"{{0}} {expr.op} {{1}}")
    no = "!" if expr.op == "!=" else ""
    if kind == ORDERED:
        a, b = m.fresh("a"), m.fresh("b")
        left, right = pile(m, expr.left, scope), pile(m, expr.right, scope)
        return f"({{ const u8 *{a} = {left}; const u8 *{b} = {right}; {no}same_pile({a}, {b}); }})"
    if isinstance(kind, ir.Cards):
        a, b = m.fresh("a"), m.fresh("b")
        left, right = card_set(m, expr.left, scope), card_set(m, expr.right, scope)
        return f"({{ set_t {a} = {left}; set_t {b} = {right}; {no}({a} == {b}); }})"
    left, right = number(m, expr.left, scope), number(m, expr.right, scope)
    if _one_thing(left, right):
        return f"({left} {'==' if no else '!='} -1)" if isinstance(kind, ir.Card) else str(int(not no))
    same = "({0} == {1} && {1} != -1)" if isinstance(kind, ir.Card) else "({0} == {1})"
    return _two(m, left, right, no + same)


def _emptiness(m: Context, expr: ir.Compare, scope: Scope) -> str | None:
    """Whether a set holds no card, or some: nothing is counted for that."""
    match expr:
        case ir.Compare("=" | "!=" as op, ir.Size(cards), ir.Lit(0)) | ir.Compare(
            "=" | "!=" as op, ir.Lit(0), ir.Size(cards)
        ):
            no = "!" if op == "=" else "!!"
        case ir.Compare("<", ir.Lit(0), ir.Size(cards)):
            no = "!!"
        case _:
            return None
    return None if m.loose is not None or m.kind(cards) == ORDERED else f"({no}{card_set(m, cards, scope)})"


def _one_thing(left: str, right: str) -> bool:
    """Is it a value compared with itself, of which compilers warn?"""
    return left == right and re.fullmatch(r"[\w.>\[\]-]+", left) is not None


def _adjacent(m: Context, expr: ir.Adjacent, scope: Scope) -> str:
    ranks = m.layout.size["rank"]
    steps = {"above": {1}, "below": {-1}, "beside": {1, -1}}[expr.way]
    if expr.wrap:
        steps = {step % ranks for step in steps}
    d = m.fresh("d")
    apart = _two(m, _rank(m, expr.left, scope), _rank(m, expr.right, scope), "{0} - {1}")
    apart = f"modulo({apart}, {ranks})" if expr.wrap else apart
    return f"({{ num {d} = {apart}; " + " | ".join(f"({d} == {step})" for step in sorted(steps)) + "; })"


def _rank(m: Context, expr: ir.Expr, scope: Scope) -> str:
    if isinstance(m.kind(expr), ir.Card):
        return f"(num){m.attributes['rank']}[{sure_card(m, expr, scope)}]"
    return number(m, expr, scope)


def _total(m: Context, expr: ir.Total, scope: Scope) -> str:
    values = m.index.tables[expr.table].values
    at = 0 if expr.end == "least" else -1
    at_once = summed(m, expr.cards, tuple(v[at] for v in values), scope) if all(values) else None
    if at_once is not None:
        return at_once
    table = m.table(f"{expr.end} {expr.table}", "num", [v[at] if v else 0 for v in values])
    r, c = m.fresh("r"), m.fresh("c")
    check = _valued(m, expr.table, c)
    loop = each_card(m, expr.cards, c, f"{check}{r} += {table}[{c}];", scope)
    return f"({{ num {r} = 0; {loop} {r}; }})"


def _valued(m: Context, table: str, card: str) -> str:
    lacking = bits(tuple(i for i, v in enumerate(m.index.tables[table].values) if not v))
    return f"if ({set_text(lacking)} >> {card} & 1) stop(g, UNDEFINED); " if lacking else ""


def _can_total(m: Context, expr: ir.CanTotal, scope: Scope) -> str:
    values = m.index.tables[expr.table].values
    reach = sum(v[-1] - v[0] for v in values if v)
    if reach > MOST_SUMS:
        raise Unsupported(f"the sums of {expr.table}, which spread over {reach}")
    words = reach // 64 + 1
    fits = m.once("sums", expr.table, lambda name: _sums(m, expr.table, name, words))
    wanted, cards = number(m, expr.amount, scope), expr.cards
    if m.kind(cards) == ORDERED:
        return _two(m, wanted, f"set_of({any_order(m, cards, scope)})", f"{fits}(g, {{0}}, {{1}})", "set_t")
    return _two(m, wanted, card_set(m, cards, scope), f"{fits}(g, {{0}}, {{1}})", "set_t")


def _sums(m: Context, table: str, name: str, words: int) -> tuple[str, str]:
    """Bit i of `sums`: a sum of i more than the least one can be made."""
    values = m.index.tables[table].values
    least = m.table(f"least {table}", "num", [v[0] if v else 0 for v in values])
    cases: dict[tuple[int, ...], list[int]] = {}
    for card, found in enumerate(values):
        if len(found) > 1:
            cases.setdefault(tuple(v - found[0] for v in found[1:]), []).append(card)
    more = " else ".join(
        f"if ({set_text(bits(tuple(cards)))} >> c & 1) {{ memcpy(old, sums, sizeof old); "
        + " ".join(_shifted(by, words) for by in steps)
        + " }"
        for steps, cards in cases.items()
    )
    body = f"""u64 sums[{words}] = {{1}}, old[{words}]; (void)old;
  num base = 0;
  for (; cards; cards &= cards - 1) {{ int c = low_of(cards); {_valued(m, table, "c")}base += {least}[c]; {more} }}
  wanted -= base;
  return wanted >= 0 && wanted < {64 * words} && (sums[wanted >> 6] >> (wanted & 63) & 1);"""
    return f"int {name}(G *g, num wanted, set_t cards)", body


def _shifted(by: int, words: int) -> str:
    whole, part = divmod(by, 64)
    upper = f" | (i > {whole} ? old[i - {whole + 1}] >> {64 - part} : 0)" if part else ""
    return f"for (int i = {whole}; i < {words}; i++) sums[i] |= old[i - {whole}] << {part}{upper};"


# ------------------------------------------------------------ cards


def pile(m: Context, expr: ir.Expr, scope: Scope) -> str:
    """Cards in an order, as a pointer to them where they lie."""
    match expr:
        case ir.CardList(cards):
            return m.table(f"list {cards}", "u8", [len(cards), *cards])
        case ir.Var(name, _):
            return scope[name].text
        case ir.Place(zone, index):
            return ordered_cell(m, zone, cell(m, zone, index, scope))
        case ir.Apply():
            return applied(m, expr, scope)
        case ir.If(cond, then, other):
            return _if(m, "const u8 *", cond, pile(m, then, scope), pile(m, other, scope), scope)
        case ir.Open(question, _):
            return f"({{ {_open(m, question)} (const u8 *)0; }})"
        case _:
            raise Unsupported(f"cards in an order made by {type(expr).__name__}")


def ordered_cell(m: Context, zone: str, at: str) -> str:
    """A pile whose cards lie in their order; those of a shuffle may have been left to be laid so later."""
    return f"in_order(g, {at})" if zone in m.late else f"g->s.piles[{at}]"


def any_order(m: Context, expr: ir.Expr, scope: Scope) -> str:
    """Cards in an order that is of no account."""
    if isinstance(expr, ir.Place):
        return f"g->s.piles[{cell(m, expr.zone, expr.index, scope)}]"
    return pile(m, expr, scope)


def card_set(m: Context, expr: ir.Expr, scope: Scope) -> str:
    """Cards in no order; an order that they have is lost."""
    match expr:
        case ir.CardList(cards):
            return set_text(bits(cards))
        case ir.If(cond, then, other):
            return _if(m, "set_t ", cond, card_set(m, then, scope), card_set(m, other, scope), scope)
        case _ if m.kind(expr) == ORDERED:
            return f"set_of({any_order(m, expr, scope)})"
        case ir.Var(name, _):
            return scope[name].text
        case ir.Place(zone, index):
            return f"g->s.sets[{cell(m, zone, index, scope)}]"
        case ir.Apply():
            return applied(m, expr, scope)
        case ir.Just(card):
            return f"ONE({sure_card(m, card, scope)})"
        case ir.Combine(op, left, right):
            a, b = m.fresh("a"), m.fresh("b")
            made = {"plus": f"{a} | {b}", "without": f"{a} & ~{b}", "common": f"{a} & {b}"}[op]
            one, two = card_set(m, left, scope), card_set(m, right, scope)
            return f"({{ set_t {a} = {one}; set_t {b} = {two}; {made}; }})"
        case ir.Filter(var, cards, cond):
            fixed = m.fixed(cond, var)
            if fixed is not None:
                return f"({card_set(m, cards, scope)} & {set_text(bits(tuple(i for i, v in enumerate(fixed) if v)))})"
            r, c = m.fresh("r"), m.fresh("c")
            test = number(m, cond, {**scope, var: Bound(c, certain=True)})
            held, p = card_set(m, cards, scope), m.fresh("p")
            loop = f"for (set_t {p} = {held}; {p}; {p} &= {p} - 1) {{ num {c} = low_of({p});"
            return f"({{ set_t {r} = 0; {loop} if ({test}) {r} |= ONE({c}); }} {r}; }})"
        case ir.Open(question, _):
            return f"({{ {_open(m, question)} (set_t)0; }})"
        case _:
            raise Unsupported(f"cards made by {type(expr).__name__}")


# ------------------------------------------------------------ places


def _field(m: Context, field: str, index: tuple[ir.Expr, ...], scope: Scope) -> str:
    if m.hot is not None and not index:
        return register_promotion.field(m, field)
    at = slot(m, field, index, scope)
    return register_promotion.one_of(m, field, at) or f"((num)g->s.fields[{at}])"


def slot(m: Context, field: str, index: tuple[ir.Expr, ...], scope: Scope) -> str:
    """Which of the state's fields a field with this index is."""
    slots = m.layout.fields[field]
    if field == MOVER:
        return str(slots.first)
    return _place(m, slots.first, slots.decl.index, index, scope)


def cell(m: Context, zone: str, index: tuple[ir.Expr, ...], scope: Scope) -> str:
    """Which of the state's sets or piles a zone with this index is."""
    slots = m.layout.zones[zone]
    return _place(m, m.cell_numbers[slots.first], slots.decl.index, index, scope)


def _place(m: Context, first: int, domains: tuple[str, ...], index: tuple[ir.Expr, ...], scope: Scope) -> str:
    if not index:
        return str(first)
    at, text = m.fresh("at"), ""
    for domain, part in zip(domains, index, strict=True):
        size, found = m.layout.size[domain], number(m, part, scope)
        found = found if fits_domain(m, part, domain, scope) else f"within(g, {found}, {size})"
        text += f"{at} = {at} * {size} + {found}; " if text else f"num {at} = {found}; "
    return f"({{ {text}{first} + {at}; }})"


# ------------------------------------------------------------ definitions


def value(m: Context, expr: ir.Expr, kind: ir.Type, scope: Scope) -> str:
    """An expression where a type is asked for."""
    match kind:
        case ir.Cards(ordered):
            return pile(m, expr, scope) if ordered else card_set(m, expr, scope)
        case _:
            return number(m, expr, scope)


def arguments(m: Context, params: tuple[ir.Var, ...], args: tuple[ir.Expr, ...], scope: Scope) -> tuple[str, str]:
    """Statements that evaluate arguments in their order, and their list for a call."""
    made, names = "", ""
    for param, arg in zip(params, args, strict=True):
        name = m.fresh("x")
        made += f"{c_type(param.type)}{name} = {value(m, arg, param.type, scope)}; "
        names += f", {name}"
    return made, names


def parameters(m: Context, params: tuple[ir.Var, ...]) -> tuple[str, Scope, str]:
    """The parameters of a C function after the game, the scope of its body, and what uses each once."""
    scope = {p.name: Bound(m.fresh("y")) for p in params}
    heads = "".join(f", {c_type(p.type)}{scope[p.name].text}" for p in params)
    return heads, scope, " ".join(f"(void){b.text};" for b in scope.values())


def applied(m: Context, expr: ir.Apply, scope: Scope) -> str:
    """A definition applied to arguments."""
    decl = m.index.defines[expr.define]

    def make(name: str) -> tuple[str, str]:
        heads, inner, used = parameters(m, decl.params)
        body = value(m, decl.body, decl.type, inner)
        return f"{c_type(decl.type)}{name}(G *g{heads})", f"{used} return {body};"

    # What asks whether moves are possible has two forms, as they are counted or not.
    form = "counted def" if m.counted and m.asks_moves(decl.body) else "def"
    name = m.once(form, expr.define, make)
    made, names = arguments(m, decl.params, expr.args, scope)
    call = f"{name}(g{names})"
    return f"({{ {made}{call}; }})" if made else call
