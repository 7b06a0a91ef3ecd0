"""The course of play in C: the first position, steps, endings, moves carried out, and what Python reads of it all.

Leaves effects to `engine.c.generate.effects` and moves to `engine.c.generate.moves`. Order of things as in
`engine.interpreter.interpreter`.
"""

from __future__ import annotations

from typing import assert_never

from engine.c.generate import effects, expressions, moves
from engine.c.generate.context import MOST_CLAUSES, Bound, Context, Scope, Unsupported
from engine.interpreter.moves import PASS, Move
from spec.ir import nodes as ir


def add(m: Context) -> None:
    """Adds all that is needed to play."""
    ground(m)
    _steps(m)
    _apply(m)


def ground(m: Context) -> None:
    """Adds all but how play goes from step to step."""
    if len(m.game.endings) > MOST_CLAUSES:
        raise Unsupported(f"{len(m.game.endings)} endings; at most {MOST_CLAUSES}")
    for i, action in enumerate(m.game.actions):
        if Move(action.source.label) == PASS and not action.params:
            raise Unsupported(f"an action without arguments called {action.source.label}, as a pass is")
        moves.add(m, i, action)
        body = effects.statements(m, action.effects, moves.bound_args(m, action))
        m.function(f"int do_{i}(G *g, const args_{i} *a)", f"(void)a;\n{body}return GO_ON;", slow=True)
    _initial(m)
    _endings(m)
    _targets(m)
    _note_position(m)
    _exports(m)


def bound(m: Context, action: ir.Action) -> Scope:
    """The arguments of a move as names."""
    return moves.bound_args(m, action)


def _source(m: Context, source: ir.Source) -> int:
    return m.source(source) if source.label else -1


# ------------------------------------------------------------ the first position


def _initial(m: Context) -> None:
    deck = len(m.layout.deck)
    text = "memset(&g->s.sets, 0, sizeof g->s.sets); memset(g->s.fields, 0, sizeof g->s.fields);\n"
    text += "for (int i = 0; i < CELL_PILES; i++) g->s.piles[i][0] = 0;\ng->s.step = 0; g->at = -1;\n"
    at = m.cell_numbers[m.layout.full]
    if m.layout.ordered[m.layout.full]:
        text += f"memcpy(g->s.piles[{at}], {m.table('deck', 'u8', [deck, *range(deck)])}, DECK + 1);\n"
    else:
        text += f"g->s.sets[{at}] = SET(0x{(1 << deck) - 1 >> 64:x}ULL, 0x{(1 << deck) - 1 & (1 << 64) - 1:x}ULL);\n"
    if m.heap_numbers:
        filled = m.heap_numbers.get(at, -1) if m.layout.ordered[m.layout.full] else -1
        text += f"for (int i = 0; i < HEAPS; i++) g->s.heaps[i] = i == {filled} ? ALL_CARDS : 0;\n"
    text += "if (g->exact) g->before = g->s;\n"
    for name, slots in m.layout.fields.items():
        value = expressions.number(m, slots.decl.start, {})
        text += f"{{ num v = {value}; if (v < {slots.low} || v > {slots.high}) "
        text += f"stop_at(g, OVERFLOWED, {m.source(slots.decl.source)});\n"
        size = len(m.layout.slots_of(name))
        text += f"for (int i = 0; i < {size}; i++) g->s.fields[{slots.first} + i] = (int32_t)v; }}\n"
    m.function("void initial(G *g)", text)


# ------------------------------------------------------------ endings


def _endings(m: Context) -> None:
    for i, ending in enumerate(m.game.endings):
        result = ending.result
        scope = {result.var: Bound("p", certain=True)}
        match result:
            case ir.Winners(_, cond):
                each = f"(returns[p] = {expressions.number(m, cond, scope)} ? 1 : -1)"
                if m.layout.players == 1:
                    body = f"for (num p = 0; p < PLAYERS; p++) {each};"
                else:
                    body = f"""int won = 0;
  for (num p = 0; p < PLAYERS; p++) won += {each} > 0;
  if (!won || won == PLAYERS) for (num p = 0; p < PLAYERS; p++) returns[p] = 0;"""
            case ir.Scores(_, value):
                body = f"for (num p = 0; p < PLAYERS; p++) returns[p] = {expressions.number(m, value, scope)};"
            case _:
                assert_never(result)
        m.function(f"void returns_{i}(G *g, num *returns)", body)
    _settle(m)
    free = tuple(i for i, e in enumerate(m.game.endings) if not e.at)
    _read(m, "read_free", free)
    for label in dict.fromkeys(label for e in m.game.endings for label in e.at):
        _read(m, reader(m, label), tuple(i for i, e in enumerate(m.game.endings) if label in e.at))


def reader(m: Context, label: str) -> str:
    """The name of the function that reads the endings of a step."""
    every = list(dict.fromkeys(label for e in m.game.endings for label in e.at))
    return f"read_at_{every.index(label)}"


def _read(m: Context, name: str, among: tuple[int, ...]) -> None:
    endings = m.game.endings
    if not among:
        m.function(f"int {name}(G *g)", "return 0;", slow=True)
        return
    tests = ""
    for i in among:
        test = expressions.number(m, endings[i].when, {})
        tests += f"  g->at = {m.source(endings[i].source)}; if ({test}) held |= 1ULL << {i};\n"
    text = f"u64 held = 0;\n  int at = g->at;\n{tests}  g->at = at;\n  return held ? settle(g, held) : 0;"
    m.function(f"int {name}(G *g)", text, slow=True)


def _settle(m: Context) -> None:
    """What comes of the endings that hold."""
    endings = m.game.endings
    if not endings:
        return
    labels = [e.source.label for e in endings]
    sources = [m.source(e.source) for e in endings]
    first = m.table(f"clauses {sources}", "int16_t", sources) + "[__builtin_ctzll(best ? best : held)]"
    returns = " ".join(f"case {i}: returns_{i}(g, returns); break;" for i in range(len(endings)))
    fired = " ".join(f"case {i}: {m.fired('ending', e.source)} break;" for i, e in enumerate(endings))
    noted = f"for (u64 x = best; x; x &= x - 1) switch (__builtin_ctzll(x)) {{ {fired} }}"
    m.function(
        "int settle(G *g, u64 held)",
        f"""int differ = 0;
  num returns[PLAYERS];
  {moves.best_of(m, labels, m.game.ending_order, "held")}
  if (!best) stop_at(g, CLASH, {first});
  g->ending = __builtin_ctzll(best);
  for (u64 x = best; x; x &= x - 1) {{
    switch (__builtin_ctzll(x)) {{ {returns} }}
    if (x == best) memcpy(g->returns, returns, sizeof returns);
    else differ |= memcmp(g->returns, returns, sizeof returns) != 0;
  }}
  if (differ) stop_at(g, CLASH, {first});
  {noted}
  g->over = ENDED;
  return 1;""",
    )


# ------------------------------------------------------------ steps


def _targets(m: Context) -> None:
    """Where each step leads: on, or by a jump; a jump out of no turn or loop is undefined."""
    rows = [f"{{{s.next}, {s.again}, {s.end_turn}, {s.leave}}}" for s in m.game.steps]
    m.table("targets", "int16_t", [])
    m.head.append(f"static const int16_t targets[][4] = {{{', '.join(rows)}}};")
    m.function(
        "inline void go(G *g, int step, int jump)",
        """int to = jump >= TO_STEP ? jump - TO_STEP : targets[step][jump];
  if (jump && to < 0) stop(g, UNDEFINED);
  g->s.step = to;""",
    )


def _steps(m: Context) -> None:
    begins = {step.again for step in m.game.steps if step.again >= 0}
    cases = ""
    for i, step in enumerate(m.game.steps):
        cases += f"case {i}:\n  g->at = {_source(m, step.source)};\n"
        cases += "  g->turns++;\n" if i in begins else ""
        if any(step.source.label in e.at for e in m.game.endings):
            cases += f"  if ({reader(m, step.source.label)}(g)) return;\n"
        cases += _step(m, i, step)
    m.function(
        "void play_on(G *g)",
        f"""g->used = 0;
  if (g->exact) g->seen->count = 0;
  for (int steps = 0; steps < MOST_STEPS; steps++) {{
    if (g->exact) note_position(g);
    else if (RARE(steps == FAST_STEPS)) {{ g->suspicious = 1; return; }}
    switch (g->s.step) {{
{cases}default: stop_at(g, GAP, -1);
    }}
  }}
  stop_at(g, ENDLESS, -1);""",
        slow=True,
    )


def _note_position(m: Context) -> None:
    m.function(
        "void note_position(G *g)",
        f"""int met, count;
  g->before = g->s;
  if (g->used) g->seen->count = 0;
  g->used = 0;
  count = g->seen->count;
  met = met_before(g);
  if (met < 0) return;
  for (; met < count; met++)
    if ({_labels(m)}[g->seen->step[met]] >= 0) stop_at(g, ENDLESS, {_labels(m)}[g->seen->step[met]]);
  stop_at(g, ENDLESS, -1);""",
        slow=True,
    )


def _labels(m: Context) -> str:
    """A table from a step to its source; -1 where it has no label."""
    return m.table("labels", "int16_t", [_source(m, step.source) for step in m.game.steps])


def _step(m: Context, i: int, step: ir.Step) -> str:
    reads = "if (read_free(g)) return; " if step.source.label else ""
    # A jump leaves the clauses that it stands in.
    back = f"g->at = {_source(m, step.source)};"
    match step.act:
        case ir.Branch(cond, yes, no):
            test = condition(m, cond)
            return f"  if ({test}) g->s.step = {yes}; else g->s.step = {no};\n  break;\n"
        case ir.Run(made):
            _act(m, i, made)
            return f"  {{ int jump = act_{i}(g); {back} CONSERVED(g); {reads}go(g, {i}, jump); }}\n  break;\n"
        case ir.Ask(actions, may, otherwise):
            offers = " ".join(f"offer_{m.action_number(a)}(g);" for a in actions)
            text = f"  g->offered = 0; {offers} g->at = {_source(m, step.source)};\n"
            text += f"  if (g->offered) {{ g->may_pass = {int(may)}; return; }}\n"
            if may:
                return f"{text}  g->s.step = {step.next};\n  break;\n"
            if otherwise is None:
                return f"{text}  stop(g, STUCK);\n"
            _act(m, i, otherwise)
            return f"{text}  {{ int jump = act_{i}(g); {back} CONSERVED(g); {reads}go(g, {i}, jump); }}\n  break;\n"
        case _:
            assert_never(step.act)


def condition(m: Context, cond: ir.Expr) -> str:
    """What a step goes by, in C."""
    return expressions.number(m, cond, {})


def _act(m: Context, i: int, made: tuple[ir.Effect, ...]) -> None:
    m.function(
        f"int act_{i}(G *g)", f"int at = g->at; (void)at;\n{effects.statements(m, made, {})}return GO_ON;", slow=True
    )


def _apply(m: Context) -> None:
    cases = ""
    for i, action in enumerate(m.game.actions):
        marks = [
            f"case {k}: {m.fired('permit', clause.source)} break;"
            for k, clause in enumerate(action.clauses)
            if clause.kind == "permit"
        ]
        noted = f"for (; x; x &= x - 1) switch (__builtin_ctzll(x)) {{ {' '.join(marks)} }} " if marks else ""
        at = f"g->at = {m.source(action.source)};"
        cases += f"  case {i}: {{ args_{i} a; memcpy(&a, g->moves[k].args, sizeof a);\n"
        again = f"if (x == JUDGE_AGAIN) judge_{i}(g, &a, &x);" if marks else ""
        cases += f"    {at} {again} {noted}jump = do_{i}(g, &a); {at} break; }}\n"
    m.function(
        "void apply(G *g, size_t k)",
        f"""int step = g->s.step, jump = 0;
  u64 x;
  if (g->exact) g->before = g->s;
  if (k == g->offered) {{ g->s.step = targets[step][0]; play_on(g); return; }}
  x = g->moves[k].deciding;
  (void)x;
  g->acting = g->moves[k].action;
  switch (g->moves[k].action) {{
{cases}  }}
  CONSERVED(g);
  if (read_free(g)) return;
  go(g, step, jump);
  g->acting = -1;
  play_on(g);""",
        slow=True,
    )


# ------------------------------------------------------------ what Python reads


def _exports(m: Context) -> None:
    text = ""
    for cell, (number, ordered) in enumerate(zip(m.cell_numbers, m.layout.ordered, strict=True)):
        name = f"s->piles[{number}]" if ordered else f"s->sets[{number}]"
        call = f"export_{'pile' if ordered else 'set'}({name}, to)"
        if number in m.heap_numbers and ordered:
            call = f"export_heap(s->heaps[{m.heap_numbers[number]}], {name}, to)"
        text += f"to = {call}; /* cell {cell} */\n"
    text += "for (int i = 0; i < FIELDS; i++) *to++ = s->fields[i];\n*to++ = s->step;\nreturn to;"
    m.function("num *export_state(G *g, const state *s, num *to)", text)
    cases = ""
    for i, action in enumerate(m.game.actions):
        line = f"  case {i}: {{ args_{i} a; memcpy(&a, move->args, sizeof a); (void)a;"
        for k, param in enumerate(action.params):
            line += f" to = {_exported(m, param, f'a.p{k}')};"
        cases += line + " break; }\n"
    m.function(
        "num *export_move(G *g, const move_t *move, num *to)",
        f"*to++ = move->action;\n  switch (move->action) {{\n{cases}  }}\n  return to;",
    )


def _exported(m: Context, param: ir.Param, text: str) -> str:
    if param.shape is not None:
        kind = "pile" if m.index.shapes[param.shape].ordered else "set"
        return f"export_{kind}({text}, to)"
    return f"(*to = {text}, to + 1)"
