"""The course of play in C for exploring: one function makes a move and goes on, step by step, to the next decision.

Leaves effects to `engine.c.generate.effects`, endings to `engine.c.generate.course`, and what may be done at a decision
to `engine.c.generate.moves`. Order of things as in `engine.interpreter.interpreter`; steps that follow one another for
certain are joined.
"""

from __future__ import annotations

from typing import assert_never

from engine.c.generate import course, effects
from engine.c.generate.context import Context
from engine.c.search import revealed_effects
from spec.ir import flow
from spec.ir import nodes as ir

GOES_ON = """if (!g->exact) { g->suspicious = 1; return 0; }
  if (steps > MOST_STEPS) stop_at(g, ENDLESS, -1);
  note_position(g);
  return 1;"""


def add(m: Context) -> None:
    """Adds `play_on`, and `make_move` of a move on offer (NULL: a pass)."""
    for i, action in enumerate(m.game.actions):
        m.function(
            f"inline int has_{i}(G *g)",
            f"args_{i} a = {{0}};\n  g->at = {m.source(action.source)}; g->epoch++;\n  return level_{i}_0(g, &a);",
        )
    m.function("int goes_on(G *g, int steps)", GOES_ON, slow=True)
    steps = "".join(_step(m, i, step) for i, step in enumerate(m.game.steps))
    cases = " ".join(f"case {i}: goto step_{i};" for i in range(len(m.game.steps)))
    moves = "".join(f"  case {i}: {{\n{_made(m, i, action)}  }}\n" for i, action in enumerate(m.game.actions))
    label = "  next:\n" if "goto next;" in moves + steps else ""
    m.function(
        "void go_on(G *g, const move_t *move, int moving)",
        f"""const int most = g->exact ? 0 : FAST_STEPS;
  int steps = 0, step = g->s.step;
  if (!moving) goto on;
  if (RARE(g->exact)) g->before = g->s;
  if (RARE(!move)) {{ g->s.step = targets[step][0]; goto on; }}
  switch (move->action) {{
{moves}  default: ;
  }}
  on:
  g->used = 0;
  if (RARE(g->exact)) g->seen->count = 0;
{label}  switch (g->s.step) {{ {cases} default: break; }}
  if (RARE(++steps > most) && !goes_on(g, steps)) return;
  stop_at(g, GAP, -1);
{steps}""",
    )
    m.function("void play_on(G *g)", "go_on(g, NULL, 0);")
    m.function("void make_move(G *g, const move_t *move)", "go_on(g, move, 1);")


def _made(m: Context, i: int, action: ir.Action) -> str:
    """A move of one action, up to where play goes on from."""
    at = f"g->at = {m.source(action.source)};"
    jumps = flow.jumps(m.index, action.effects)
    asked = [step for step in m.game.steps if step.ask is not None and action.source.label in step.ask.actions]
    sure = asked[0].next if not jumps and len({step.next for step in asked}) == 1 else -1
    onward = _to(m, sure, begun=False) if sure >= 0 else f"go(g, step, jump);{_begun()} goto next;"
    made = f"{at} g->permitted[{i}] |= move->deciding;\n    jump = do_{i}(g, &a); (void)jump;\n    {at} CONSERVED(g);"
    args = f"args_{i} a; memcpy(&a, move->args, sizeof a);"
    return f"    {args}\n    int jump;\n    {made} if (read_free(g)) return;\n    {onward}\n"


def _begun() -> str:
    return " g->used = 0; if (RARE(g->exact)) g->seen->count = 0;"


def _to(m: Context, step: int, *, begun: bool = True) -> str:
    """Goes to a step."""
    start = "" if begun else _begun()
    there = f"goto step_{step};" if 0 <= step < len(m.game.steps) else "goto next;"
    return f"g->s.step = {step};{start} {there}"


def _step(m: Context, i: int, step: ir.Step) -> str:
    text = f"  step_{i}:\n  g->s.step = {i};\n  if (RARE(++steps > most) && !goes_on(g, steps)) return;\n"
    text += f"  g->at = {m.source(step.source) if step.source.label else -1};\n{revealed_effects.passing(m, step)}"
    if any(step.source.label in e.at for e in m.game.endings):
        text += f"  if ({course.reader(m, step.source.label)}(g)) return;\n"
    match step.act:
        case ir.Branch(cond, yes, no):
            test = course.condition(m, cond)
            return f"{text}  if ({test}) {{ {_to(m, yes)} }}\n  {_to(m, no)}\n"
        case ir.Run(made):
            return text + _run(m, i, step, made)
        case ir.Ask(actions, may, otherwise):
            at = m.source(step.source) if step.source.label else -1
            text += f"  {revealed_effects.offers(m, actions)} g->at = {at};\n"
            text += f"  if (g->offered) {{ g->may_pass = {int(may)}; return; }}\n"
            if may:
                return f"{text}  {_to(m, step.next)}\n"
            return text + ("  stop(g, STUCK);\n" if otherwise is None else _run(m, i, step, otherwise))
        case _:
            assert_never(step.act)


def _run(m: Context, i: int, step: ir.Step, made: tuple[ir.Effect, ...]) -> str:
    """Effects, and where play goes on after them."""
    reads = "if (read_free(g)) return; " if step.source.label else ""
    body = f"int at = g->at; (void)at;\n{effects.statements(m, made, {})}return GO_ON;"
    m.function(f"int act_{i}(G *g)", body)
    if flow.jumps(m.index, made):
        # A jump leaves the clauses that it stands in.
        back = f"g->at = {m.source(step.source) if step.source.label else -1};"
        return f"  {{ int jump = act_{i}(g); {back} CONSERVED(g); {reads}go(g, {i}, jump); }}\n  goto next;\n"
    return f"  act_{i}(g); CONSERVED(g); {reads}{_to(m, step.next)}\n"
