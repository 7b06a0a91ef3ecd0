"""Whole random games as one C function: steps joined by jumps in the code, moves counted and only the picked one made.

Leaves counting to `engine.c.playout.move_counting`. A game that stops, or goes on without a decision for long, is left
at once and played again by the exact code; what is counted of all others is the same by both.
"""

from __future__ import annotations

from typing import assert_never

from engine.c.generate import course, effects, expressions, moves
from engine.c.generate.context import Context
from engine.c.playout import move_counting, pile_occupancy, read_write_sets, register_promotion
from engine.c.playout.read_write_sets import ANYTHING, Names
from spec.ir import flow
from spec.ir import nodes as ir
from spec.ir.index import MOVER


def add(m: Context) -> None:
    """Adds `fast_play`; the exact code must have been added before."""
    m.fast = True
    m.kept.update(turns="int", steps="int")
    m.inlined("int more_steps(G *g)", "return RARE(++h->steps > FAST_STEPS);")
    pile_occupancy.keep_families(m)
    plans = {
        i: found for i, action in enumerate(m.game.actions) if (found := move_counting.plan(m, action)) is not None
    }
    m.tallies.update({i: move_counting.at_hand(m, i, found) for i, found in plans.items()})
    m.called_once = register_promotion.called_once(m)
    m.mirrored, m.surveyed = register_promotion.mirrored(m), register_promotion.surveyed(m)
    for i, action in enumerate(m.game.actions):
        found = plans.get(i)
        if found is not None:
            move_counting.add(m, i, action, found)
            if not m.tallies[i]:
                _counted(m, i)
        else:
            m.exact_in_fast.add(i)
            _listed(m, i, action)
    with m.within_play():
        _play(m)
    m.inlined("void put_back(G *g)", register_promotion.put_back(m))
    m.head.insert(0, f"typedef struct {{ {' '.join(f'{type_} {name};' for name, type_ in m.kept.items())} }} hot;")
    m.fast = False


def _counted(m: Context, i: int) -> None:
    """The number of moves of an action, counted once for as long as nothing changes."""
    m.tallied.append(f"u64 counted_{i}, counted_at_{i};")
    m.function(
        f"__attribute__((noinline)) u64 count_{i}(G *g)",
        f"g->counted_at_{i} = g->epoch;\n  return g->counted_{i} = tally_{i}(g);",
    )
    m.function(
        f"inline u64 counted_{i}(G *g)",
        f"return g->counted_at_{i} == g->epoch ? g->counted_{i} : count_{i}(g);",
    )


def _listed(m: Context, i: int, action: ir.Action) -> None:
    """An action whose moves are all listed: how one of them is carried out."""
    marks = " ".join(
        f"case {k}: {m.fired('permit', clause.source)} break;"
        for k, clause in enumerate(action.clauses)
        if clause.kind == "permit"
    )
    with m.within_play():
        body = effects.statements(m, action.effects, course.bound(m, action))
    m.inlined(f"int carry_{i}(G *g, const args_{i} *a)", f"(void)a;\n{body}return GO_ON;")
    again = f"if (x == JUDGE_AGAIN) judge_{i}(g, &a, &x);\n" if marks else ""
    m.inlined(
        f"int take_{i}(G *g, size_t k)",
        f"""args_{i} a;
  u64 x = g->moves[k].deciding;
  (void)x;
  memcpy(&a, g->moves[k].args, sizeof a);
  {again}{f"for (; x; x &= x - 1) switch (__builtin_ctzll(x)) {{ {marks} }}" if marks else ""}
  return carry_{i}(g, &a, h);""",
    )


# ------------------------------------------------------------ the course of play


def _play(m: Context) -> None:
    arrived = read_write_sets.changed_on_arrival(m)
    begins = {step.again for step in m.game.steps if step.again >= 0}
    decided = a_turn_each(m, begins)
    text = ""
    for i, step in enumerate(m.game.steps):
        text += f"s_{i}:\n"
        text += "  h->turns++;\n" if i in begins and not decided else ""
        text += "  EPOCH\n" if step.ask is not None else ""
        text += _arriving(m, step)
        text += _step(m, i, step, arrived[i])
    # What is kept while nothing changes is told apart by the epoch; where nothing is kept it need not change.
    keeps = m.exact_in_fast or any("g->epoch" in body for body in m.bodies)
    text = text.replace("EPOCH", "g->epoch++;" if keeps else "")
    for i in range(1, len(m.game.steps)):
        if f"goto s_{i};" not in text:
            # A step that nothing leads to.
            text = text.replace(f"s_{i}:\n", f"  goto s_{i};\ns_{i}:\n")
    m.function(
        "void fast_play(G *g, u64 seed, num most)",
        f"""num left = most, choices = 0;
  u64 choosers[PLAYERS];
  for (int p = 0; p < PLAYERS; p++) choosers[p] = derive(seed, DOMAIN_CHOICE, (u64)p);
  (void)choosers;
  hot at_hand, *h = &at_hand;
  {register_promotion.filled(m)}
  {pile_occupancy.filled(m)}
  goto s_0;
{text}
s_end:
  stop(g, GAP);
suspicious:
  g->suspicious = 1;
full:
  left++;
over:
  g->made = most - left;
  g->turns = {"(int)g->made" if decided else "h->turns"};
  g->choices = choices;
  return;
  goto s_end;
  goto suspicious;
  goto full;""",
    )


def a_turn_each(m: Context, begins: set[int]) -> bool:
    """Is there a turn for each decision, in a game that is played to its end?"""
    asks = {i: step for i, step in enumerate(m.game.steps) if step.ask is not None}
    ends = {label for ending in m.game.endings for label in ending.at}
    return begins == asks.keys() and all(
        step.ask is not None and not step.ask.may and step.ask.otherwise is None and step.source.label not in ends
        for step in asks.values()
    )


def _arriving(m: Context, step: ir.Step) -> str:
    """The endings of a step, read on arriving there; moves asked for are those counted for the question."""
    m.counted = step.ask is not None
    text = _settled(m, [i for i, e in enumerate(m.game.endings) if step.source.label in e.at])
    m.counted = False
    return f"  {text}\n" if text else ""


def _settled(m: Context, among: list[int]) -> str:
    """Ends the game where one of these endings holds."""
    if len(among) == 1:
        test = expressions.number(m, m.game.endings[among[0]].when, {})
        return f"if (RARE({test})) {{ put_back(g, h); {_ended(m, among[0])}(g); goto over; }}"
    held = " | ".join(f"(u64)!!({expressions.number(m, m.game.endings[i].when, {})}) << {i}" for i in among)
    return (
        f"{{ u64 held = {held}; if (RARE(held)) {{ put_back(g, h); settle(g, held); goto over; }} }}" if among else ""
    )


def _ended(m: Context, i: int) -> str:
    """The function that ends the game by one ending, of which alone it is asked whether it holds."""
    noted = m.fired("ending", m.game.endings[i].source)
    body = f"returns_{i}(g, g->returns);\n  g->ending = {i};\n  {noted}\n  g->over = ENDED;"
    return m.once("ended", str(i), lambda name: (f"inline void {name}(G *g)", body))


def _read(m: Context, changed: Names) -> str:
    """Reads those endings that may hold by now: the others were read before, and what they read is the same."""
    found = []
    for i, ending in enumerate(m.game.endings):
        looked = read_write_sets.reads(m, ending.when)
        if not ending.at and (ANYTHING in changed or ANYTHING in looked or looked & changed):
            found.append(i)
    return _settled(m, found)


def _goto(m: Context, at: int, to: int, *, decided: bool) -> str:
    """Goes to a step; going back without a decision is counted."""
    if to < 0:
        return "stop(g, UNDEFINED);"
    if to >= len(m.game.steps):
        return "goto s_end;"
    counts = to <= at and not decided and {at, to} <= going_round(m)
    back = "if (more_steps(g, h)) goto suspicious; " if counts else ""
    return f"{back}goto s_{to};"


def going_round(m: Context) -> set[int]:
    """The steps to which play may come back without a decision, with those on the way from one such step to another."""
    ways = [[to for to, _ in read_write_sets.leaving(m, step, frozenset(), decided=False)] for step in m.game.steps]
    left = set(range(len(ways)))
    while True:
        reached = {to for i in left for to in ways[i]}
        ended = {i for i in left if i not in reached or not any(to in left for to in ways[i])}
        if not ended:
            return left
        left -= ended


def _go_on(m: Context, at: int, made: tuple[ir.Effect, ...], *, decided: bool) -> str:
    """Goes where effects that answered `jump` lead."""
    step, on = m.game.steps[at], _goto(m, at, m.game.steps[at].next, decided=decided)
    found = flow.jumps(m.index, made)
    if not found:
        return f"(void)jump; {on}"
    cases = "".join(
        f"case {effects.jump_code(m, j)}: {_goto(m, at, flow.target(m.index, step, j), decided=decided)} "
        for j in found
    )
    return f"switch (jump) {{ {cases}default: {on} }}"


def _step(m: Context, i: int, step: ir.Step, arrived: Names) -> str:
    match step.act:
        case ir.Branch(cond, yes, no):
            test = expressions.number(m, cond, {})
            ways = _goto(m, i, yes, decided=False), _goto(m, i, no, decided=False)
            return f"  if ({test}) {{ {ways[0]} }} else {{ {ways[1]} }}\n"
        case ir.Run(made):
            return _run(m, i, step, made, arrived)
        case ir.Ask():
            return _ask(m, i, step, step.act, arrived)
        case _:
            assert_never(step.act)


def _run(m: Context, i: int, step: ir.Step, made: tuple[ir.Effect, ...], arrived: Names) -> str:
    m.inlined(f"int run_{i}(G *g)", f"{effects.statements(m, made, {})}return GO_ON;")
    read = _read(m, arrived | read_write_sets.writes(m, made)) if step.source.label else ""
    return f"  {{ int jump = run_{i}(g, h); {read} {_go_on(m, i, made, decided=False)} }}\n"


def _ask(m: Context, i: int, step: ir.Step, ask: ir.Ask, arrived: Names) -> str:
    actions = [m.action_number(a) for a in ask.actions]
    counted = any(m.asks_moves(e.when) for e in m.game.endings if step.source.label in e.at)
    mover = register_promotion.field(m, MOVER)
    text = f"  {{\n  u64 k, total = 0, *chooser = choosers + {mover}, number = look_ahead(chooser);\n"
    text += "" if all(a in m.tallies for a in actions) else "  g->offered = 0;\n"
    for a in actions:
        if a in m.tallies:
            held = m.tallies[a]
            name = "tally" if held or not counted else "counted"
            text += f"  u64 n_{a} = total += {name}_{a}(g{', h' if held else ''});\n"
            text += _ruled(m, a)
        else:
            text += f"  size_t at_{a} = g->offered; offer_{a}(g); u64 n_{a} = total += g->offered - at_{a};\n"
    text += "".join(f"  (void)n_{a};\n" for a in actions)
    text += f"  if (!total) {{ {_nothing(m, i, step, ask, arrived)} }}\n"
    text += "  total += 1;\n" if ask.may else ""
    text += "  if (left-- <= 0) goto full;\n  choices += (num)total; h->steps = 0;\n"
    text += "  k = pick_ahead(chooser, number, total);\n"
    before = "0"
    for place, a in enumerate(actions):
        last = place + 1 == len(actions) and not ask.may
        text += ("  " if last else f"  if (k < n_{a}) ") + f"{{ {_taken(m, i, a, before)} }}\n"
        before = f"n_{a}"
    if ask.may:
        text += f"  {_goto(m, i, step.next, decided=True)}\n"
    return text + "  }\n"


def _taken(m: Context, i: int, a: int, before: str) -> str:
    made = m.game.actions[a].effects
    place = f"k - {before}"
    if a not in m.tallies:
        place = f"at_{a} + (size_t)({place})"
    changed = read_write_sets.writes(m, made)
    return f"int jump = take_{a}(g, {place}, h); {_read(m, changed)} {_go_on(m, i, made, decided=True)}"


def _ruled(m: Context, a: int) -> str:
    """Notes those clauses of an action that ruled moves out, where that is not done while moves are counted."""
    if m.tallies[a]:
        return ""
    return "".join(
        f"  {m.fired('forbid', source, f'(uint32_t)!!(g->ruled_of[{a}] & 0x{mask:x}ULL)')}\n"
        for mask, source in moves.forbids(m, m.game.actions[a])
    )


def _nothing(m: Context, i: int, step: ir.Step, ask: ir.Ask, arrived: Names) -> str:
    """What happens where no move is legal."""
    if ask.may:
        return _goto(m, i, step.next, decided=False)
    if ask.otherwise is None:
        return "stop(g, STUCK);"
    made = ask.otherwise
    m.inlined(f"int run_{i}(G *g)", f"{effects.statements(m, made, {})}return GO_ON;")
    read = _read(m, arrived | read_write_sets.writes(m, made)) if step.source.label else ""
    return f"int jump = run_{i}(g, h); {read} {_go_on(m, i, made, decided=False)}"
