"""The course of play of an exported C engine: what each step does, and what a chosen move does.

Leaves effects, endings and the tables of where steps lead to `engine.c.generate`.
"""

from __future__ import annotations

from typing import assert_never

from engine.c.export.context import Exported, c_word
from engine.c.generate import course, effects
from spec.ir import flow
from spec.ir import nodes as ir


def add(m: Exported) -> None:
    """Adds `one_step` and `carry_out`, and a function for what each step does."""
    cases = "".join(_step(m, i, step) for i, step in enumerate(m.game.steps))
    m.about["one_step"] = (
        "Does what the step says at which play stands; answers 1 where a player must move or the game is over."
    )
    m.function("int one_step(G *g)", f"switch (g->s.step) {{ {cases} default: stop_at(g, GAP, -1); }} return 0;")
    m.about["carry_out"] = "Makes the chosen move; answers 1 where that ended the game."
    m.function("int carry_out(G *g)", _carrying(m))


def place(m: Exported, source: ir.Source) -> int:
    """The number of a clause as the place of a fault; -1 where it has no label."""
    return m.source(source) if source.label else -1


def _step(m: Exported, i: int, step: ir.Step) -> str:
    text = f"case {i}:\n  g->at = {place(m, step.source)};\n"
    if any(step.source.label in e.at for e in m.game.endings):
        text += f"  if ({course.reader(m, step.source.label)}(g)) return 1;\n"
    match step.act:
        case ir.Branch(cond, yes, no):
            return f"{text}  if ({course.condition(m, cond)}) g->s.step = {yes}; else g->s.step = {no};\n  break;\n"
        case ir.Run(made):
            return text + _run(m, i, step, made)
        case ir.Ask(actions, may, otherwise):
            offers = " ".join(f"offer_{m.action_number(a)}(g);" for a in actions)
            text += f"  g->offered = 0; {offers} g->at = {place(m, step.source)};\n"
            text += f"  if (g->offered) {{ g->may_pass = {int(may)}; return 1; }}\n"
            if may:
                return f"{text}  g->s.step = {step.next};\n  break;\n"
            return text + ("  stop(g, STUCK);\n" if otherwise is None else _run(m, i, step, otherwise))
        case _:
            assert_never(step.act)


def _run(m: Exported, i: int, step: ir.Step, made: tuple[ir.Effect, ...]) -> str:
    """Effects, and where play goes on after them."""
    m.function(f"int act_{i}(G *g)", f"int at = g->at; (void)at;\n{effects.statements(m, made, {})}return GO_ON;")
    reads = "if (read_free(g)) return 1; " if step.source.label else ""
    # A jump leaves the clauses that it stands in.
    back = f"g->at = {place(m, step.source)}; " if flow.jumps(m.index, made) else ""
    return f"  {{ int jump = act_{i}(g); {back}{reads}go(g, {i}, jump); }}\n  break;\n"


def _carrying(m: Exported) -> str:
    cases = ""
    for i, action in enumerate(m.game.actions):
        at, union = m.source(action.source), c_word(action.source.label)
        argument = f"&g->move.with.{union}" if action.params else "NULL"
        cases += f"case {i}: g->at = {at}; jump = do_{i}(g, {argument}); g->at = {at}; break;\n"
    return f"""int step = g->s.step, jump = 0;
  switch ((int)g->move.kind) {{ {cases} default: break; }}
  if (read_free(g)) return 1;
  go(g, step, jump);
  return 0;"""
