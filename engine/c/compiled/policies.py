"""What compiled players must know of a game: who sees which cards and fields, which moves look alike, and what its
endings reward.

Leaves choosing to `policy.h`, which follows `engine.players.policy`, `engine.players.mcts`,
`engine.players.evaluation_heuristic` and `engine.players.determinization` draw for draw, and playing many games to
`engine.c.compiled.policy_players`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.c import tree as c
from engine.c.compiled.code import Use, cell_numbers, code, engine_of, forms, table_of
from engine.c.compiled.generated import Code
from engine.c.rules import course, folds
from engine.c.rules.effects import with_uses
from engine.c.rules.engine import Engine
from engine.c.rules.file import header_of
from engine.c.rules.values import Body
from engine.core import program as p
from engine.core import terms as t
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.observe import sees_all
from engine.players.determinization import Faces, guesses
from engine.players.evaluation_heuristic import EvaluationHeuristic
from spec.ir import nodes as ir

SEEN, HIDDEN, BUT_TOP = range(3)


def seated_code(game: ir.Game) -> Code:
    """The C by which players play that choose by a policy. Raises `Unsupported` where none can be made."""
    m = engine_of(game)
    course.add(m)
    standing = EvaluationHeuristic(Interpreter(game))
    _worth(m, standing)
    shed = max((len(cells) for cells in standing.shed), default=0)
    sizes = {
        "TELLING": len(standing.telling),
        "SHED": max(shed, 1),
        "FACE_WORDS": _face_words(m),
    }
    tables = (_hiding(m), *_guessing(m), _shed(m, standing, shed))
    return code(
        m,
        Use(
            sizes=sizes,
            tables=tables,
            roots=("telling_returns", "ask"),
            after=tuple(map(header_of, ("totals", "tally", "policy"))),
        ),
    )


def _hiding(m: Engine) -> c.Table:
    """What each player does not see of each cell."""
    layout, cells = m.layout, range(len(m.layout.cells))
    rows = [[c.Int(hides(m, cell, player)) for cell in cells] for player in range(layout.players)]
    return table_of("cell_hides", rows)


def _guessing(m: Engine) -> tuple[c.Table, c.Table]:
    """Of each field that a player does not see, how many values it may have (0: it is seen), and the least of all."""
    layout, slots = m.layout, range(len(m.layout.slots))
    rows = [[guesses(layout, slot, player) for slot in slots] for player in range(layout.players)]
    sizes = [[c.Int(0 if found is None else len(found)) for found in row] for row in rows]
    least = [[c.Int(0 if found is None else found.start) for found in row] for row in rows]
    return table_of("field_guesses", sizes), table_of("field_least", least)


def hides(m: Engine, cell: int, player: int) -> int:
    if sees_all(m.layout, cell, player):
        return SEEN
    decl = m.layout.zones[m.layout.cells[cell].name].decl
    match decl.seen:
        case "top":
            return BUT_TOP if m.layout.ordered[cell] else HIDDEN
        case "everybody" | "owner" | "others" | "count" | "nobody":
            return HIDDEN


def _worth(m: Engine, standing: EvaluationHeuristic) -> None:
    """What each telling ending would give; stops where that is undefined."""
    cases = []
    returns = c.Param(c.Pointer(c.Named("int64_t")), "returns")
    w = Body(m)
    w.names |= {"returns", "ending"}
    for i, ending in enumerate(standing.telling):
        found = next(one for one in m.program.endings if one.clause.label == ending.source.label)
        with w.block() as inner:
            var, asked = _asked(m, found)
            with folds.loop(w, var, t.Words("player")) as player:
                w.add(c.Assign(c.At(c.Name("returns"), player.expr), w.value(asked).expr))
        cases.append(c.Case(c.Int(i), tuple(inner)))
    cases.append(c.Case(None, (c.Break(),)))
    heads = (c.GAME, c.Param(c.INT, "ending"), returns)
    body = with_uses(heads, (c.Switch(c.Name("ending"), tuple(cases)),))
    m.functions.append(c.Function("telling_returns", c.VOID, heads, body))


def _asked(m: Engine, ending: p.EndingDef) -> tuple[str, t.Expr]:
    """What is asked of each player where an ending gives returns."""
    match m.sources[ending.returns.function].body:
        case (p.Answer(t.Winners(var, asked) | t.PerPlayer(var, asked)),):
            return var, asked
        case body:
            raise AssertionError(body)


def _shed(m: Engine, standing: EvaluationHeuristic, most: int) -> c.Table:
    """The cells that a player wants empty: ordered or not, its number, 1 or -1 (0 ends the list)."""
    at = cell_numbers(m.layout)
    rows = []
    for cells in standing.shed:
        told = [_numbers((int(m.layout.ordered[cell]), at[cell], sign)) for cell, sign in cells]
        rows.append(c.Values((*told, _numbers((0, 0, 0)))))
    three = c.Array(c.Constant(c.Named("int16_t")), c.Int(3))
    return c.Table(c.Array(c.Array(three, c.Int(most + 1)), None), "shed_cells", c.Values(tuple(rows)))


def _numbers(values: Sequence[int]) -> c.Expr:
    return c.Values(tuple(map(c.Int, values)))


def _face_words(m: Engine) -> int:
    """In how many words a move is told as its mover sees it."""
    faces, most = Faces(m.game), 0
    for action in m.game.actions:
        told = zip(forms(m, action), faces.blind(action.source.label), strict=True)
        most = max(most, sum(size for (_, size), blind in told if not blind))
    return -(-(most + 2) // 8)
