"""Effects in C: statements of a function that answers 0, or how play jumps (a jump leaves the function at once).

Leaves expressions to `engine.c.generate.expressions` and where a jump leads to `engine.c.generate.course`.
"""

from __future__ import annotations

from typing import assert_never

from engine.c.generate import certainty, expressions, ranges, values
from engine.c.generate.context import MOST_CLAUSES, Bound, Context, Scope, Unsupported
from engine.c.generate.moves import best_of
from engine.c.playout import pile_occupancy, read_write_sets, register_promotion
from engine.c.search import revealed_effects
from spec.ir import nodes as ir
from spec.ir.types import element_of

MOST_NUMBERS = 512
ALWAYS = ir.Lit(1, ir.Bool())


def statements(m: Context, effects: tuple[ir.Effect, ...], scope: Scope) -> str:
    """Several effects, one after the other."""
    if m.loose is not None:
        return revealed_effects.statements(m, effects, lambda effect: statement(m, effect, scope))
    return "".join(statement(m, effect, scope) for effect in effects)


def statement(m: Context, effect: ir.Effect, scope: Scope) -> str:
    """One effect."""
    loose = None if m.loose is None else revealed_effects.statement(m, effect, scope)
    if loose is not None:
        return loose
    match effect:
        case ir.Move():
            return _move(m, effect, scope)
        case ir.Draw():
            return _draw(m, effect, scope)
        case ir.Shuffle(zone):
            if not m.ordered(zone.zone):
                raise Unsupported(f"a shuffle of {zone.zone}, which has no order")
            at = expressions.cell(m, zone.zone, zone.index, scope)
            return (
                f"shuffle_late(g, {at}); {register_promotion.look(m, zone)}\n"
                if m.fast
                else f"shuffle(g, g->s.piles[{at}]);\n"
            )
        case ir.Assign():
            return _assign(m, effect, scope)
        case ir.Roll():
            return _roll(m, effect, scope)
        case ir.When(cond, then, other):
            test = expressions.number(m, cond, scope)
            at_once = None if other else _set_when(m, then, test)
            if at_once is not None:
                return at_once
            rest = f" else {{\n{statements(m, other, scope)}}}" if other else ""
            return f"if ({test}) {{\n{statements(m, then, scope)}}}{rest}\n"
        case ir.ForEach():
            return _for_each(m, effect, scope)
        case ir.Do(routine, args):
            return _do(m, effect, routine, args, scope)
        case ir.Resolve(group, args):
            return _resolve(m, effect, m.index.groups[group], args, scope)
        case ir.Jump():
            return f"return {jump_code(m, effect)};\n"
        case ir.Cited(source, body):
            at, inner = m.fresh("at"), statements(m, body, scope)
            if m.fast:
                return f"{{ {m.fired('effect', source)}\n{inner}}}\n"
            start = f"{m.fired('effect', source)} int {at} = g->at; g->at = {m.source(source)};"
            return f"{{ {start}\n{inner}g->at = {at}; }}\n"
        case _:
            assert_never(effect)


def jump_code(m: Context, jump: ir.Jump) -> str:
    """A jump as the number that a function of effects answers."""
    match jump.to:
        case "step":
            return f"(TO_STEP + {m.index.steps[jump.step]})"
        case _:
            return jump.to.upper()


# ------------------------------------------------------------ cards


def _move(m: Context, effect: ir.Move, scope: Scope) -> str:
    cards, source, target = effect.cards, effect.source, effect.target
    in_order = m.kind(cards) == certainty.ORDERED
    from_pile, to_pile = m.ordered(source.zone), m.ordered(target.zone)
    if isinstance(cards, ir.Just):
        return _move_one(m, effect, cards.card, scope)
    s, here, there = m.fresh("s"), m.fresh("here"), m.fresh("there")
    everything = m.fast and cards == source
    if everything and from_pile and not to_pile:
        start, listed = f"set_t {s} = set_of({expressions.any_order(m, cards, scope)});", ""
    elif in_order:
        p = m.fresh("p")
        start = f"const u8 *{p} = {expressions.pile(m, cards, scope)}; set_t {s} = set_of({p});"
        listed = f"u8 l_[PILE]; copy_pile(l_, {p});"
    else:
        start = f"set_t {s} = {expressions.card_set(m, cards, scope)};"
        listed = f"u8 l_[PILE]; list_set(l_, {s});"
    places = f"num {here} = {expressions.cell(m, source.zone, source.index, scope)}; "
    places += f"num {there} = {expressions.cell(m, target.zone, target.index, scope)};"
    text = f"{start} {places}"
    if to_pile:
        if not in_order and not effect.any_order:
            text += f" if ({s} & ({s} - 1)) stop(g, UNDEFINED);"
        text += f" {listed}"
    laid = expressions.ordered_cell(m, source.zone, here)
    take = f"take_from_pile(g, {laid}, {s});" if from_pile else f"take_from_set(g, &g->s.sets[{here}], {s});"
    if everything:
        take = f"(void){s}; g->s.piles[{here}][0] = 0;" if from_pile else f"g->s.sets[{here}] = 0;"
        take += f" g->late[{here}] = 0;" if source.zone in m.late else ""
    put = "put_on_top" if effect.end == "top" else "put_under"
    laid = f"g->s.piles[{there}]" if effect.end == "top" else expressions.ordered_cell(m, target.zone, there)
    lay = f"{put}({laid}, l_);" if to_pile else f"g->s.sets[{there}] |= {s};"
    noted = pile_occupancy.noted(m, source.zone, here, "none" if everything else "unknown") + pile_occupancy.noted(
        m, target.zone, there
    )
    noted += revealed_effects.heaped(m, target.zone, there, s)
    return f"{{ {text} {take} {lay} {register_promotion.look(m, source, target)}{noted}}}\n"


def _move_one(m: Context, effect: ir.Move, card: ir.Expr, scope: Scope) -> str:
    c, here, there = m.fresh("c"), m.fresh("here"), m.fresh("there")
    source, target = effect.source, effect.target
    text = f"num {c} = {values.sure_card(m, card, scope)}; "
    text += f"num {here} = {expressions.cell(m, source.zone, source.index, scope)}; "
    text += f"num {there} = {expressions.cell(m, target.zone, target.index, scope)}; (void){there}; "
    pile, one = expressions.ordered_cell(m, source.zone, here), f"ONE({c})"
    if m.ordered(source.zone):
        text += f"take_from_pile(g, {pile}, {one});"
    elif effect is m.picked:
        text, m.picked = f"{text}g->s.sets[{here}] &= ~{one};", None
    else:
        text += f"take_from_set(g, &g->s.sets[{here}], {one});"
    look = register_promotion.look(m, source) + pile_occupancy.noted(m, source.zone, here)
    noted = pile_occupancy.noted(m, target.zone, there, "some") + revealed_effects.heaped(m, target.zone, there, one)
    if not m.ordered(target.zone):
        return f"{{ {text} g->s.sets[{there}] |= {one}; {look}}}\n"
    if effect.end == "top":
        kept = register_promotion.pile(m, target)
        if kept is None:
            return f"{{ {text} push(g->s.piles[{there}], {c}); {look}{noted}}}\n"
        push = f"h->t{kept} = g->s.piles[{kept}][++h->n{kept}] = (u8){c}; g->s.piles[{kept}][0] = (u8)h->n{kept};"
        return f"{{ {text} {look}{push} }}\n"
    laid = expressions.ordered_cell(m, target.zone, there)
    look = register_promotion.look(m, source, target) + look
    return f"{{ {text} u8 l_[2] = {{1, (u8){c}}}; put_under({laid}, l_); {look}{noted}}}\n"


def _draw(m: Context, effect: ir.Draw, scope: Scope) -> str:
    source, target = effect.source, effect.target
    if not m.ordered(source.zone):
        raise Unsupported(f"a draw from {source.zone}, which has no order")
    to, k = m.fresh("to"), m.fresh("k")
    count, here = expressions.number(m, effect.count, scope), expressions.cell(m, source.zone, source.index, scope)
    there = expressions.cell(m, target.zone, target.index, scope)
    cell, kept = m.fresh("here"), register_promotion.pile(m, source)
    held = f"from_{k}[0]" if kept is None else f"h->n{kept}"
    text = f"num {k} = {count}; num {cell} = {here}; u8 *from_{k} = g->s.piles[{cell}]; (void)from_{k};"
    text += f" num {to} = {there}; {k} = drawn(g, {k}, (int){held}, {int(effect.up_to)});"
    one = f"from_{k}[from_{k}[0]--]"
    if m.fast and source.zone in m.late:
        one = f"take_top(g, {cell}, (u64){held}{'' if kept is None else '--'})"
    look = "" if kept is not None and source.zone in m.late else register_promotion.look(m, source)
    look += pile_occupancy.noted(m, source.zone, cell)
    if m.ordered(target.zone):
        text += f" u8 l_[PILE]; l_[0] = (u8){k}; l_[1] = 0; for (num i = 1; i <= {k}; i++) l_[i] = (u8){one};"
        look += register_promotion.look(m, target) + pile_occupancy.noted(m, target.zone, to)
        return f"{{ {text} put_on_top(g->s.piles[{to}], l_); {look}}}\n"
    return f"{{ {text} for (; {k} > 0; {k}--) g->s.sets[{to}] |= ONE({one}); {look}}}\n"


# ------------------------------------------------------------ fields


def _assign(m: Context, effect: ir.Assign, scope: Scope) -> str:
    slots, v, at = m.layout.fields[effect.field], m.fresh("v"), m.fresh("at")
    value = expressions.number(m, effect.value, scope)
    check = ""
    if not _in_bounds(m, effect.value, slots.decl.type, scope):
        overflow = f"stop_at(g, OVERFLOWED, {m.source(slots.decl.source)});"
        if isinstance(slots.decl.type, ir.Symbol):
            overflow = f"{{ if ({v} == -1) stop(g, UNDEFINED); {overflow} }}"
        check = f" if (RARE({v} < {slots.low} || {v} > {slots.high})) {overflow}"
    if not effect.index and register_promotion.alone(m, effect.field):
        return f"{{ num {v} = {value};{check} {register_promotion.field(m, effect.field)} = {v}; }}\n"
    slot = expressions.slot(m, effect.field, effect.index, scope)
    kept = register_promotion.noted(m, effect.field, at, v)
    return f"{{ num {v} = {value}; num {at} = {slot};{check} g->s.fields[{at}] = (int32_t){v};{kept} }}\n"


def _set_when(m: Context, effects: tuple[ir.Effect, ...], test: str) -> str | None:
    """A field that is kept in whole play alone, set to a constant on a condition: with nothing to branch on."""
    match effects:
        case (ir.Cited(source, (ir.Assign(field, (), ir.Lit(value, _)),)),) if register_promotion.alone(m, field):
            slots, w = m.layout.fields[field], m.fresh("w")
            if not slots.low <= value <= slots.high or (isinstance(slots.decl.type, ir.Symbol) and value < 0):
                return None
            noted, kept = m.fired("effect", source, w), register_promotion.field(m, field)
            return f"{{ uint32_t {w} = !!({test}); {noted} {kept} = {w} ? {value} : {kept}; }}\n"
        case _:
            return None


def _in_bounds(m: Context, value: ir.Expr, kind: ir.Type, scope: Scope) -> bool:
    """Is a value known to be within a field's bounds?"""
    if not isinstance(kind, ir.Symbol):
        return False
    found = m.kind(value)
    same = found.domain == kind.domain
    return same and certainty.certain(m, value, scope)


def _roll(m: Context, effect: ir.Roll, scope: Scope) -> str:
    slots, v, at = m.layout.fields[effect.field], m.fresh("v"), m.fresh("at")
    low = max(slots.low, 0) if isinstance(slots.decl.type, ir.Symbol) else slots.low
    slot = expressions.slot(m, effect.field, effect.index, scope)
    pick = f"num {v} = {low} + chance_pick(g, {slots.high - low + 1});"
    noted = register_promotion.noted(m, effect.field, at, v)
    return f"{{ {pick} num {at} = {slot}; g->s.fields[{at}] = (int32_t){v};{noted} }}\n"


# ------------------------------------------------------------ control


def _for_each(m: Context, effect: ir.ForEach, scope: Scope) -> str:
    before, loop, bound = ranges.head(m, effect.over, scope)
    body = statements(m, effect.body, {**scope, effect.var: bound})
    if effect.cond == ALWAYS and _fixed(m, effect.over):
        return f"{{ {before}{loop}(void){bound.text};\n{body}}} }}\n"
    values, n, i, again = m.fresh("values"), m.fresh("n"), m.fresh("i"), m.fresh("v")
    test = expressions.number(m, effect.cond, {**scope, effect.var: bound})
    most = _most(m, effect.over)
    room = f"if ({n} == {most}) stop(g, LIMIT); " if isinstance(effect.over, ir.OverNumbers) else ""
    gather = f"{loop}if ({test}) {{ {room}{values}[{n}++] = {bound.text}; }} }}"
    body = statements(m, effect.body, {**scope, effect.var: Bound(again, bound.certain)})
    start = f"num {values}[{most}] = {{0}}; int {n} = 0; {before}{gather}"
    return (
        f"{{ {start}\nfor (int {i} = 0; {i} < {n}; {i}++) {{ num {again} = {values}[{i}]; (void){again};\n{body}}} }}\n"
    )


def _fixed(m: Context, over: ir.Range) -> bool:
    """Is the range the same whatever effects do between its values?"""
    match over:
        case ir.OverDomain(domain):
            return not m.layout.piles(domain)
        case ir.OverCards(cards):
            return m.kind(cards) != certainty.ORDERED
        case ir.OverSlots() | ir.OverSeats() | ir.OverNumbers():
            return True
        case _:
            assert_never(over)


def _most(m: Context, over: ir.Range) -> int:
    kind = element_of(over)
    if isinstance(kind, ir.Symbol):
        return m.layout.size[kind.domain]
    return len(m.layout.deck) if kind == ir.Card() else MOST_NUMBERS


def _call(
    m: Context,
    effect: ir.Do | ir.Resolve,
    name: str,
    params: tuple[ir.Var, ...],
    args: tuple[ir.Expr, ...],
    scope: Scope,
) -> str:
    made, names = expressions.arguments(m, params, args, scope)
    jump, again = m.fresh("jump"), register_promotion.again(m, read_write_sets.writes(m, (effect,)))
    return f"{{ {made}int {jump} = {name}(g{names}); {again}if ({jump}) return {jump}; }}\n"


def _do(m: Context, effect: ir.Do, routine: str, args: tuple[ir.Expr, ...], scope: Scope) -> str:
    decl = m.index.routines[routine]
    if m.hot is not None and routine in m.called_once:
        heads, inner, used = expressions.parameters(m, decl.params)
        given = zip(inner.items(), args, strict=True)
        inner = {name: Bound(b.text, certain=certainty.certain(m, arg, scope)) for (name, b), arg in given}
        made, names = expressions.arguments(m, decl.params, args, scope)
        name, jump = m.fresh("routine_"), m.fresh("jump")
        m.inlined(f"int {name}(G *g{heads})", f"{used}\n{statements(m, decl.body, inner)}return GO_ON;")
        return f"{{ {made}int {jump} = {name}(g{names}, h); if ({jump}) return {jump}; }}\n"

    def make(name: str) -> tuple[str, str]:
        heads, inner, used = expressions.parameters(m, decl.params)
        return f"int {name}(G *g{heads})", f"{used}\n{statements(m, decl.body, inner)}return GO_ON;"

    return _call(m, effect, m.once("routine", routine, make), decl.params, args, scope)


# ------------------------------------------------------------ outcome groups


def _resolve(m: Context, effect: ir.Resolve, group: ir.Group, args: tuple[ir.Expr, ...], scope: Scope) -> str:
    if len(group.clauses) > MOST_CLAUSES:
        raise Unsupported(f"{group.source.label} with {len(group.clauses)} clauses; at most {MOST_CLAUSES}")
    name = m.once("group", group.source.label, lambda name: _group(m, group, name))
    return _call(m, effect, name, group.params, args, scope)


def _group(m: Context, group: ir.Group, name: str) -> tuple[str, str]:
    heads, scope, used = expressions.parameters(m, group.params)
    passed = "".join(f", {b.text}" for b in scope.values())
    outcomes = []
    for clause in group.clauses:
        made, at = m.fresh("outcome_"), m.source(clause.source)
        body = f"int at = g->at; g->at = {at}; {m.fired('outcome', clause.source)}\n"
        body += f"{statements(m, clause.effects, scope)}g->at = at;\nreturn GO_ON;"
        m.function(f"int {made}(G *g{heads})", f"{used} {body}")
        outcomes.append(made)
    sources = [m.source(c.source) for c in group.clauses]
    first = m.table(f"clauses {sources}", "int16_t", sources) + "[__builtin_ctzll(best ? best : held)]"
    tests = "".join(
        f"  g->at = {at}; if ({expressions.number(m, c.when, scope)}) held |= 1ULL << {k};\n"
        for k, (at, c) in enumerate(zip(sources, group.clauses, strict=True))
    )
    cases = " ".join(f"case {k}: jump = {made}(g{passed}); break;" for k, made in enumerate(outcomes))
    text = f"""u64 held = 0;
  int at = g->at, jump = 0, first = 0;
  (void)first;
{used}
{tests}  g->at = at;
  if (!held) stop_at(g, GAP, {m.source(group.source)});
  {best_of(m, [c.source.label for c in group.clauses], group.order, "held")}
  if (RARE(!best)) stop_at(g, CLASH, {first});
  {_together(m, cases, first) if len(group.clauses) > 1 else f"switch (0) {{ {cases} }}"}
  g->at = at;
  return jump;"""
    return f"int {name}(G *g{heads})", text


def _together(m: Context, cases: str, first: str) -> str:
    """The best clause; unranked ones each on a copy and with the same luck, where they may differ in nothing."""
    laid = "all_in_order(g); " if m.late else ""
    keep = "int keeps = !g->keeping; if (keeps) memcpy(g->kept, g->fired, sizeof g->kept); g->keeping = 1;"
    kept = "if (keeps) g->keeping = 0;"
    return f"""if (!(best & (best - 1))) {{ switch (__builtin_ctzll(best)) {{ {cases} }} }}
  else {{
    {laid}state before = g->s, after;
    size_t start = g->log_size, end, twin_at = g->twin_at, twin_end = g->twin_end;
    int twin = g->twin, clash = g->twin_clash, recording = g->recording;
    {keep}
    g->recording = 1;
    switch (__builtin_ctzll(best)) {{ {cases} }}
    first = jump;
    after = g->s;
    end = g->log_size;
    twin_at = twin ? g->twin_at : twin_at;
    for (u64 others = best & (best - 1); others; others &= others - 1) {{
      g->s = before; {pile_occupancy.filled(m) if m.fast else ""}
      g->at = at;
      g->recording = 0; g->twin = 1; g->twin_at = start; g->twin_end = end; g->twin_clash = {first};
      switch (__builtin_ctzll(others)) {{ {cases} }}
      if (jump != first || g->twin_at != end || !same_state(&g->s, &after)) stop_at(g, CLASH, {first});
      g->log_size = end;
    }}
    g->recording = recording; g->twin = twin; g->twin_clash = clash; g->twin_at = twin_at; g->twin_end = twin_end;
    if (!recording) g->log_size = start;
    {kept}
    jump = first;
  }}"""
