"""Makes one C file of a game.

Leaves each part to its module and compiling to `engine.c.compiled.build`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.c.generate import course, moves, policies
from engine.c.generate.context import Context
from engine.c.generate.expressions import Generator
from engine.c.playout import playout
from engine.core.layout import Layout
from engine.simulate.simulate import Mark
from spec.ir import nodes as ir
from spec.ir.walk import walk

FOLDER = Path(__file__).parents[1] / "runtime"
MARKS_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Code:
    """A game's C, with what its numbers stand for: clauses where faults happen, and clauses that fire."""

    text: str
    layout: Layout
    sources: tuple[ir.Source, ...]
    marks: tuple[Mark, ...]


def generate(game: ir.Game) -> str:
    """The C source of a game. Raises `Unsupported` where it holds something for which none can be made."""
    return code_of(game).text


def room_for(marks: Sequence[Mark]) -> int:
    """How many marks are counted: as many as compilers add up several at a time."""
    return max(-(-len(marks) // MARKS_AT_ONCE), 1) * MARKS_AT_ONCE


def sizes_of(m: Context, args: int) -> dict[str, int]:
    """What every generated file names with its size, as `prelude.h` needs it; `args` is what arguments take at most."""
    return {
        "DECK": len(m.layout.deck),
        "CELL_SETS": max(m.layout.ordered.count(False), 1),
        "CELL_PILES": max(m.layout.ordered.count(True), 1),
        "FIELDS": len(m.layout.slots),
        "PLAYERS": m.layout.players,
        "MOVER": m.layout.mover,
        "MARKS": room_for(m.marks),
        "MEMOS": max(m.memos, 1),
        "ENDINGS": max(len(m.game.endings), 1),
        "ACTIONS": len(m.game.actions),
        "ARGS_MOST": args,
    }


def code_of(game: ir.Game, *, seated: bool = False) -> Code:
    """The C source of a game, and what its numbers stand for; `seated` with players that choose by a policy."""
    m = Generator(game)
    m.simulates = True
    m.late = frozenset(node.zone.zone for node in walk(game) if isinstance(node, ir.Shuffle))
    for i in range(len(game.actions)):
        m.head.append(f"static void offer_{i}(G *g);\nstatic int can_{i}(G *g);")
    args = moves.add_types(m)
    types, m.head = m.head, []
    course.add(m)
    more = policies.add(m) if seated else {}
    exact, m.head = m.head, []
    bodies, m.bodies = m.bodies, []
    if not seated:
        playout.add(m)
    sizes = {
        **sizes_of(m, args),
        **more,
        "LISTS": max(len(m.lists), 1),
        "NEARS": max(m.nears, 1),
    }
    m.tallied += [f"u64 {row};" for row in m.rows]
    tallied = "".join(f" {member}" for member in m.tallied if member)
    freed = "".join(f" {statement}" for statement in m.freed)
    parts = [
        "".join(f"#define {name} {size}\n" for name, size in sizes.items()),
        f"#define TALLIED{tallied}\n#define FREE_TALLIED(g){freed}\n",
        (FOLDER / "prelude.h").read_text(encoding="utf-8"),
        (FOLDER / "luck.h").read_text(encoding="utf-8"),
        (FOLDER / "library.h").read_text(encoding="utf-8").partition("/* ==== after the game */")[0],
        "\n".join([*types, *exact]),
        "#ifdef HOYLE_FAST",
        "\n".join([*m.head, *m.bodies]),
        "#endif",
        "\n".join(bodies),
        (FOLDER / "library.h").read_text(encoding="utf-8").partition("/* ==== after the game */")[2],
        (FOLDER / "policy.h").read_text(encoding="utf-8") if seated else "",
    ]
    return Code("\n".join(parts), m.layout, tuple(m.sources), tuple(m.marks))
