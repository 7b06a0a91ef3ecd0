"""What compiled players must know of a game: who sees which cards, which moves look alike, what its endings reward.

Leaves choosing to `policy.h`, which follows `engine.players.policy`, `engine.players.mcts`,
`engine.players.evaluation_heuristic` and `engine.players.determinization` draw for draw, and playing many games to
`engine.c.compiled.policy_players`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.c.generate import expressions, shapes
from engine.c.generate.context import Bound, Context
from engine.interpreter.observe import sees_all
from engine.players.determinization import Faces
from engine.players.evaluation_heuristic import EvaluationHeuristic
from spec.ir import nodes as ir

SEEN, HIDDEN, BUT_TOP = range(3)


def add(m: Context) -> dict[str, int]:
    """Adds functions and tables; answers sizes to be defined."""
    _list_moves(m)
    _cells(m)
    standing = EvaluationHeuristic(m.interpreter)
    _worth(m, standing)
    shed = max((len(cells) for cells in standing.shed), default=0)
    _shed(m, standing, shed)
    return {
        "CELLS": len(m.layout.cells),
        "TELLING": len(standing.telling),
        "SHED": max(shed, 1),
        "FACE_WORDS": _faces(m),
    }


def _list_moves(m: Context) -> None:
    """The moves on offer at a position that somebody has changed."""
    cases = ""
    for i, step in enumerate(m.game.steps):
        if step.ask is not None:
            offers = " ".join(f"offer_{m.action_number(a)}(g);" for a in step.ask.actions)
            cases += f"case {i}: {offers} g->may_pass = g->offered && {int(step.ask.may)}; break;\n"
    m.function("void list_moves(G *g)", f"g->offered = 0; g->may_pass = 0;\n  switch (g->s.step) {{\n{cases}  }}")


def _cells(m: Context) -> None:
    """How the cells lie, in the interpreter's order, and what each player sees of them."""
    layout = m.layout
    m.head.append(f"static const u8 cell_ordered[] = {{{_row(map(int, layout.ordered))}}};")
    m.head.append(f"static const int16_t cell_place[] = {{{_row(m.cell_numbers)}}};")
    rows = []
    for player in range(layout.players):
        rows.append(f"{{{_row(_hides(m, cell, player) for cell in range(len(layout.cells)))}}}")
    m.head.append(f"static const u8 cell_hides[][{len(layout.cells)}] = {{{', '.join(rows)}}};")


def _hides(m: Context, cell: int, player: int) -> int:
    if sees_all(m.layout, cell, player):
        return SEEN
    top = m.layout.zones[m.layout.cells[cell].name].decl.seen == "top"
    return BUT_TOP if top and m.layout.ordered[cell] else HIDDEN


def _worth(m: Context, standing: EvaluationHeuristic) -> None:
    """What each telling ending would give; stops where that is undefined."""
    cases = ""
    for i, ending in enumerate(standing.telling):
        result = ending.result
        expr = result.asked
        value = expressions.number(m, expr, {result.var: Bound("p", certain=True)})
        cases += f"case {i}: for (num p = 0; p < PLAYERS; p++) returns[p] = {value}; break;\n"
    m.function("void worth(G *g, int ending, num *returns)", f"(void)returns;\n  switch (ending) {{\n{cases}  }}")


def _shed(m: Context, standing: EvaluationHeuristic, most: int) -> None:
    """The cells that a player wants empty: ordered or not, its number, 1 or -1 (0 ends the list)."""
    rows = []
    for cells in standing.shed:
        told = [f"{{{int(m.layout.ordered[cell])}, {m.cell_numbers[cell]}, {sign}}}" for cell, sign in cells]
        rows.append(f"{{{', '.join([*told, '{0, 0, 0}'])}}}")
    m.head.append(f"static const int16_t shed_cells[][{most + 1}][3] = {{{', '.join(rows)}}};")


def _faces(m: Context) -> int:
    """A move as its mover sees it, in as many words as are answered."""
    faces, cases, most = Faces(m.game), "", 0
    for i, action in enumerate(m.game.actions):
        line, size = "", 0
        for k, (param, blind) in enumerate(zip(action.params, faces.blind(action.source.label), strict=True)):
            if not blind:
                text, taken = _told(m, param, f"a.p{k}")
                line, size = line + text, size + taken
        most = max(most, size)
        if line:
            cases += f"case {i}: {{ args_{i} a; memcpy(&a, move->args, sizeof a); {line}break; }}\n"
    m.function(
        "void face_of(const move_t *move, u64 *face)",
        "u8 *to = (u8 *)face + 2;\n  memset(face, 0, 8 * FACE_WORDS); memcpy(face, &move->action, 2); (void)to;\n"
        f"  switch (move->action) {{\n{cases}  }}",
    )
    return -(-(most + 2) // 8)


def _told(m: Context, param: ir.Param, name: str) -> tuple[str, int]:
    """Statements that write down an argument, and how many bytes that takes at most."""
    match param.choice:
        case ir.ChooseCards(_, shape):
            line = shapes.line_of(m, shape)
            if line.shape.ordered:
                return f"memcpy(to, {name}, {name}[0] + 1u); to += {name}[0] + 1; ", max(line.longest, 0) + 1
            return f"memcpy(to, &{name}, sizeof {name}); to += sizeof {name}; ", 16
        case _:
            return f"memcpy(to, &{name}, sizeof {name}); to += sizeof {name}; ", 8


def _row(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
