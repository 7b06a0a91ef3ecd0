"""Legal moves counted before one is picked, in C: for each action how many there are, and its k-th carried out.

Leaves the course of play to `engine.c.playout.playout`. For action i `tally_i` counts, in the interpreter's order, and
leaves bit sets of what is legal; `take_i` carries one out. Clauses are judged for all values of an action's last
parameter at once. What would stop play is only noticed here: the game is then played again, move by move, by the exact
code.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from engine.c.generate import effects, expressions, moves
from engine.c.generate.context import Bound, Context, Scope
from engine.c.playout import card_lists, set_vectorisation
from spec.ir import nodes as ir
from spec.ir.binding import mentions
from spec.ir.precedence import outrankers, unranked
from spec.ir.walk import walk

Inner = Literal["one", "cards", "domain"]
"""What is judged at once: the move alone, all cards of a set, all symbols of a domain."""
MOST_VALUES = 64
MOST_TRIED = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """How an action's moves are counted: `outer` is a first parameter gone through one by one."""

    outer: ir.Param | None
    inner: Inner
    last: ir.Param | None


def plan(m: Context, action: ir.Action) -> Plan | None:
    """How an action's moves are counted; None where they have to be listed."""
    match action.params:
        case ():
            return Plan(None, "one", None)
        case (ir.Param(choice=ir.ChooseCard()) as last,):
            return Plan(None, "cards", last)
        case (ir.Param(choice=ir.ChooseCards()) as outer,):
            return Plan(outer, "one", None)
        case (last,) if _is_domain(m, last):
            return Plan(None, "domain", last)
        case (ir.Param(choice=ir.ChooseCards() | ir.ChooseCard()) as outer, last) if _is_domain(m, last):
            return Plan(outer, "domain", last)
        case _:
            return None


def _is_domain(m: Context, param: ir.Param) -> bool:
    match param.choice:
        case ir.ChooseFrom(ir.OverDomain(domain) | ir.OverSlots(domain)):
            return m.layout.size[domain] <= MOST_VALUES
        case _:
            return False


# ------------------------------------------------------------ counting


def add(m: Context, i: int, action: ir.Action, found: Plan) -> None:
    """Adds `tally_i` and `take_i`."""
    with m.within_play(m.tallies[i]):
        m.steady = True
        if found.outer is None:
            _tally_flat(m, i, action, found)
        else:
            _tally_listed(m, i, action, found, found.outer)
        m.steady = False
    with m.within_play():
        _take(m, i, action, found)


def at_hand(m: Context, i: int, found: Plan) -> bool:
    """Is the action counted in whole play alone, which then has what is legal at hand?"""
    played = replace(m.game, claims=(), examples=())
    asked = (node for node in walk(played) if isinstance(node, ir.CanMove))
    return found.outer is None and not any(m.game.actions[i].source.label in node.actions for node in asked)


def _keep(m: Context, type_: str, name: str) -> str:
    """Where something is kept between counting and carrying out."""
    if m.hot is None:
        m.tallied.append(f"{type_} {name};")
        return f"g->{name}"
    m.hot[name] = type_
    return f"h->{name}"


def _all_values(m: Context, found: Plan, scope: Scope) -> tuple[str, str]:
    """The type of a set of values judged at once, and the set of those that there are."""
    match found.inner, found.last:
        case "cards", ir.Param(choice=ir.ChooseCard(cards, _)):
            return "set_t", expressions.card_set(m, cards, scope)
        case "domain", ir.Param(choice=ir.ChooseFrom(over)):
            return "u64", set_vectorisation.present(m, over)
        case _:
            return "u64", "1"


def _held(m: Context, found: Plan, cond: ir.Expr, scope: Scope) -> str:
    """The set of the values of `all` for which a condition holds."""
    match found.inner:
        case "one":
            return f"((u64)!!({expressions.number(m, cond, scope)}))"
        case "cards":
            assert found.last is not None
            return set_vectorisation.cards_holding(m, cond, found.last.name, scope)
        case "domain":
            assert found.last is not None
            return set_vectorisation.values_holding(m, cond, found.last.name, scope)


def _none(m: Context, i: int, action: ir.Action) -> str:
    """Leaves nothing at hand: what was there before is then not kept any longer."""
    names = [name for name in m.hot or () if name == f"ok_{i}" or name.startswith(f"best_{i}_")]
    return "".join(f"h->{name} = all; " for name in names)


def _size(type_: str, cards: str) -> str:
    return f"(u64)size_of({cards})" if type_ == "set_t" else f"(u64)__builtin_popcountll({cards})"


def _tally_flat(m: Context, i: int, action: ir.Action, found: Plan) -> None:
    type_, every = _all_values(m, found, {})
    judged = _judged(m, action, found, {}, type_)
    keep = f"{_keep(m, type_, f'ok_{i}')} = ok;" if found.inner != "one" else ""
    none_ruled, keep_ruled = _ruling(m, i, action)
    none = "" if found.inner == "one" else f"if (!all) {{ {_none(m, i, action)}return 0; }}"
    add_function = m.function if m.hot is None else m.inlined
    add_function(
        f"inline u64 tally_{i}(G *g)" if m.hot is None else f"u64 tally_{i}(G *g)",
        f"""u64 ruled = 0;
  {type_} all = {every}, every = all;
  (void)every; (void)ruled;
  {none_ruled}
  {none}
{judged}  {keep_ruled}
  {keep}
  return {_size(type_, "ok") if found.inner != "one" else "ok"};""",
    )


def _apart(m: Context, action: ir.Action, found: Plan) -> set[int]:
    """The clauses that say the same of every first argument."""
    assert found.outer is not None
    return {k for k, c in enumerate(action.clauses) if not mentions(c.when, {found.outer.name})}


def _uniform(m: Context, action: ir.Action, found: Plan) -> bool:
    """Is the same legal with every first argument?"""
    return len(_apart(m, action, found)) == len(action.clauses)


def _tally_listed(m: Context, i: int, action: ir.Action, found: Plan, outer: ir.Param) -> None:
    number, scope = card_lists.listed(m, i, outer)
    type_, every = _all_values(m, found, scope)
    first = _first_forbids(m, action)
    none_ruled, keep_ruled = _ruling(m, i, action)
    apart, uniform = _apart(m, action, found), _uniform(m, action, found)
    before = "".join(_held_text(m, action, found, {}, type_, k) for k in sorted(apart))
    judged = _judged(m, action, found, scope, type_, apart)
    if uniform:
        m.tallied.append(f"{type_} ok_{i};")
        count = f"{before}{judged}  g->ok_{i} = ok;\n  count = l->n * {_size(type_, 'ok')};"
    else:
        m.tallied.append(f"u64 *ok_{i}; size_t ok_room_{i};")
        m.freed.append(f"free(g->ok_{i});")
        count = f"""if (RARE(l->n > g->ok_room_{i})) more_bits(g, &g->ok_{i}, &g->ok_room_{i}, l->room);
{before}  for (size_t j = 0; j < l->n; j++) {{
    {card_lists.entry(m, outer)}
{judged}    g->ok_{i}[j] = ok;
    count += {_size(type_, "ok")};
  }}"""
    m.function(
        f"u64 tally_{i}(G *g)",
        f"""list_t *l = list_{number}(g);
  u64 ruled = 0, count = 0;
  {type_} all, every;
  (void)ruled; (void)every;
  {none_ruled}
  if (!l->n) return 0;
  all = every = {every};
  if (!all) return 0;
  {first.replace("NUMBER", str(i))}
  {count}
  {keep_ruled}
  return count;""",
    )


def _ruling(m: Context, i: int, action: ir.Action) -> tuple[str, str]:
    """Statements that forget, and that keep, which clauses ruled moves out; at hand that is counted at once."""
    if m.hot is not None or not any(c.kind == "forbid" for c in action.clauses):
        return "", ""
    return f"g->ruled_of[{i}] = 0;", f"g->ruled_of[{i}] = ruled;"


def may_clash(action: ir.Action) -> bool:
    """Are there clauses that may hold together and leave open whether a move is legal?"""
    clauses = action.clauses
    if len(clauses) > MOST_TRIED:
        return True
    above = outrankers([c.source.label for c in clauses], action.order)
    deciding = (unranked(held, above) for held in range(1, 1 << len(clauses)))
    return any(len({clauses[k].kind == "forbid" for k in best}) != 1 for best in deciding)


def _first_forbids(m: Context, action: ir.Action) -> str:
    """A way out where one condition, the same for all moves, forbids them: nothing else then has a say."""
    names = {p.name for p in action.params}
    above = outrankers([c.source.label for c in action.clauses], action.order)
    forbids = [k for k, c in enumerate(action.clauses) if c.kind == "forbid"]
    if len(forbids) != 1:
        return ""
    (only,) = forbids
    others = [k for k in range(len(action.clauses)) if k != only]
    if above[only] or any(not above[k] >> only & 1 for k in others):
        return ""
    when = action.clauses[only].when
    if mentions(when, names):
        return ""
    return f"if ({expressions.number(m, when, {})}) {{ g->ruled_of[NUMBER] = {1 << only}; return 0; }}"


def _held_text(m: Context, action: ir.Action, found: Plan, scope: Scope, type_: str, k: int) -> str:
    return f"  {type_} held_{k} = {_held(m, found, action.clauses[k].when, scope)};\n"


def _judged(m: Context, action: ir.Action, found: Plan, scope: Scope, type_: str, known: Collection[int] = ()) -> str:
    """Statements that leave the legal ones of `all` in `ok`, and clauses that rule some out in `ruled`.

    What the `known` clauses hold of has been found before.
    """
    clauses, text = action.clauses, ""
    for k in range(len(clauses)):
        text += "" if k in known else _held_text(m, action, found, scope, type_, k)
    above = outrankers([c.source.label for c in clauses], action.order)
    for k, better in enumerate(above):
        beaten = "".join(f" & ~held_{j}" for j in range(len(clauses)) if better >> j & 1 and j != k)
        text += f"  {type_} best_{k} = held_{k}{beaten};\n"
    permits = [k for k, c in enumerate(clauses) if c.kind == "permit"]
    forbids = [k for k in range(len(clauses)) if k not in permits]
    for name, among in (("permitted", permits), ("forbidden", forbids)):
        text += f"  {type_} {name} = {' | '.join(f'best_{k}' for k in among) or '0'};\n"
    held = " | ".join(f"held_{k}" for k in range(len(clauses))) or "0"
    clash = f"if (RARE((permitted & forbidden) || (({held}) & ~(permitted | forbidden)))) stop(g, CLASH);"
    text += f"  {clash}\n" if may_clash(action) else "  (void)forbidden;\n"
    if m.hot is None:
        text += "".join(f"  ruled |= (u64)(best_{k} != 0) << {k};\n" for k in forbids)
    else:
        text += "".join(f"  {_rules_out(m, mask, source)}\n" for mask, source in moves.forbids(m, action))
    text += f"  {type_} ok = permitted;\n"
    if found.outer is None and len(permits) > 1:
        for k in permits:
            text += f"  {_keep(m, type_, f'best_{m.action_number(action.source.label)}_{k}')} = best_{k};\n"
    return text


def _rules_out(m: Context, clauses: int, source: ir.Source) -> str:
    """Counts that one of some clauses ruled values out."""
    best = " | ".join(f"best_{k}" for k in range(clauses.bit_length()) if clauses >> k & 1)
    return m.fired("forbid", source, f"(uint32_t)(({best}) != 0)")


# ------------------------------------------------------------ carrying out


def _take(m: Context, i: int, action: ir.Action, found: Plan) -> None:
    picked, kept = "", "h" if m.tallies[i] else "g"
    if found.outer is not None:
        number, _ = card_lists.listed(m, i, found.outer)
        one, ok = found.inner == "one", f"g->ok_{i}" if _uniform(m, action, found) else f"g->ok_{i}[j]"
        count = ok if one else f"(u64)__builtin_popcountll({ok})"
        picked = f"""list_t *l = &g->lists[{number}];
  size_t j = 0;
  for (u64 n; k >= (n = {count}); k -= n) j++;
  {card_lists.put(m, found.outer)}
"""
        picked += "" if one else f"  a.p1 = nth_of({ok}, (unsigned)k);\n"
    elif found.inner == "cards":
        picked = f"a.p0 = nth_card({kept}->ok_{i}, (unsigned)k);"
    elif found.inner == "domain":
        picked = f"a.p0 = nth_of({kept}->ok_{i}, (unsigned)k);"
    m.picked = picked_out(action)
    body = effects.statements(m, action.effects, _pointed(m, action))
    m.picked = None
    m.inlined(f"int carry_{i}(G *g, const args_{i} *a)", f"(void)a;\n{body}return GO_ON;")
    value = "0" if not action.params or found.outer is not None else "a.p0"
    m.inlined(
        f"int take_{i}(G *g, u64 k)",
        f"""args_{i} a{"" if action.params else " = {0}"};
  (void)k;
  {picked}
  {_permits(m, i, action, found, kept, value)}
  return carry_{i}(g, &a, h);""",
    )


def picked_out(action: ir.Action) -> ir.Move | None:
    """The effect that comes first, where that takes the chosen card out of the place out of which it was chosen."""
    first: ir.Effect | None = action.effects[0] if action.effects else None
    while isinstance(first, ir.Cited):
        first = first.body[0] if first.body else None
    match action.params, first:
        case (
            (ir.Param(name, choice=ir.ChooseCard(ir.Place() as place)),),
            ir.Move(ir.Just(ir.Var(moved, _)), source),
        ) if (name, place) == (moved, source):
            return first
        case _:
            return None


def _pointed(m: Context, action: ir.Action) -> Scope:
    scope = dict(moves.bound_args(m, action))
    for k, param in enumerate(action.params):
        if isinstance(param.choice, ir.ChooseFrom):
            scope[param.name] = Bound(f"a->p{k}", certain=scope[param.name].certain)
    return scope


def _permits(m: Context, i: int, action: ir.Action, found: Plan, kept: str, value: str) -> str:
    """Counts the permits that decided: the only one there is, or found from what was kept, or judged again."""
    permits = [k for k, c in enumerate(action.clauses) if c.kind == "permit"]
    if len(permits) == 1:
        return m.fired("permit", action.clauses[permits[0]].source)
    if found.outer is None:
        return "\n  ".join(
            m.fired("permit", action.clauses[k].source, f"(uint32_t)({kept}->best_{i}_{k} >> {value} & 1)")
            for k in permits
        )
    cases = " ".join(f"case {k}: {m.fired('permit', action.clauses[k].source)} break;" for k in permits)
    if not cases:
        return ""
    m.exact_in_fast.add(i)
    return f"{{ u64 x; judge_{i}(g, &a, &x); for (; x; x &= x - 1) switch (__builtin_ctzll(x)) {{ {cases} }} }}"
