"""Makes one C file of a game.

Leaves each part to its module and compiling to `engine.native.build`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.native import course, fast, moves
from engine.native.context import Context
from engine.position import Layout
from engine.simulate import Mark
from spec import ir
from spec.ir_fields import walk

FOLDER = Path(__file__).parent


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


def code_of(game: ir.Game) -> Code:
    """The C source of a game, and what its numbers stand for."""
    m = Context(game)
    m.simulates = True
    m.late = frozenset(node.zone.zone for node in walk(game) if isinstance(node, ir.Shuffle))
    for i in range(len(game.actions)):
        m.head.append(f"static void offer_{i}(G *g);\nstatic int can_{i}(G *g);")
    args = moves.add_types(m)
    types, m.head = m.head, []
    course.add(m)
    exact, m.head = m.head, []
    bodies, m.bodies = m.bodies, []
    fast.add(m)
    sets = m.layout.ordered.count(False)
    piles = m.layout.ordered.count(True)
    sizes = {
        "DECK": len(m.layout.deck),
        "CELL_SETS": max(sets, 1),
        "CELL_PILES": max(piles, 1),
        "FIELDS": len(m.layout.slots),
        "PLAYERS": m.layout.players,
        "MARKS": max(len(m.marks), 1),
        "MEMOS": max(m.memos, 1),
        "ENDINGS": max(len(game.endings), 1),
        "ACTIONS": len(game.actions),
        "ARGS_MOST": args,
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
    ]
    return Code("\n".join(parts), m.layout, tuple(m.sources), tuple(m.marks))
