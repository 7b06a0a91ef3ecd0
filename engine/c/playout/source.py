"""The C file of a game's random games: what is made of the game, between the parts of the run-time.

Leaves compiling to `engine.c.compiled.build`.
"""

from __future__ import annotations

from engine.c import tree as c
from engine.c.compiled.generated import IN_ONE_NUMBER, Code, room_for
from engine.c.playout.course import Whole
from engine.c.playout.play import Play
from engine.c.playout.profile import Profile, profile_of
from engine.c.print import declaration, prototype
from engine.c.rules.file import declared, header_of, headers, places, used_tables
from engine.core import program as p
from engine.core.pipelines import for_play
from engine.core.unsupported import Unsupported
from engine.core.ways import MOST_WAYS
from spec.ir import nodes as ir
from spec.text.limits import MOST_TAKEN

BEFORE = (
    "base",
    "streams",
    "playout",
    "sets",
    "nth",
    "arithmetic",
    "cards",
    "choices",
    "rests",
    "selections",
    "bags",
    "mixes",
    "lists",
)
AFTER = ("totals", "random_games")
"""The headers before and after what is made of the game."""


def code_of(game: ir.Game) -> Code:
    """The C of a game's random games. Raises `Unsupported` where it holds something for which none can be made."""
    return _code(game, for_play(game), None)


def measured_code_of(game: ir.Game) -> tuple[Code, Profile]:
    """The same C, which says besides where its time goes, and the parts that it tells of. Raises `Unsupported` too."""
    program = for_play(game)
    profile = profile_of(game, program)
    return _code(game, program, profile), profile


def _code(game: ir.Game, program: p.Program, profile: Profile | None) -> Code:
    if len(game.deck) > IN_ONE_NUMBER:
        raise Unsupported(f"a deck of {len(game.deck)} cards; at most {IN_ONE_NUMBER} are kept in one number")
    m = Play(game, program, profile)
    whole = Whole(m).function()
    functions = [*m.functions, whole]
    parts = [
        declared(_sizes(m)),
        headers(*BEFORE, *(("profile",) if profile is not None else ())),
        declared(places(m)),
        declared([one for one in m.types if isinstance(one, c.Struct)]),
        declared(used_tables(m, c.names(tuple(functions)))),
        "\n".join(map(prototype, functions)),
        "\n\n".join(map(declaration, functions)),
        *map(header_of, AFTER),
    ]  # fmt: skip
    return Code("\n".join(parts), m.layout, (), tuple(m.marks or ()))


def _sizes(m: Play) -> list[c.Define]:
    layout = m.layout
    sizes = {
        "DECK": len(layout.deck), "SETS": max(layout.ordered.count(False), 1),
        "PILES": max(layout.ordered.count(True), 1), "FIELDS": max(len(layout.slots), 1),
        "PLAYERS": layout.players, "MARKS": room_for(tuple(m.marks or ())), "MEMOS": max(len(m.memos), 1),
        "STACK_PARTS": max(m.parts, 1),
        "LISTS": max(len(m.list_numbers), m.legal, 1), "NEARS": max(len(m.near_numbers), 1),
        "ENDINGS": max(len(m.program.endings), 1), "VALUES": m.values, "TOTAL_WORDS": m.words, "MOST_CHOICES": 0,
        "SELECTIONS": max(len(m.selections or ()), 1), "MOST_WAYS": MOST_WAYS, "MOST_TAKEN": MOST_TAKEN,
    }  # fmt: skip
    if m.profile is not None:
        sizes |= {"PROFILED": len(m.profile.parts)}
    return [c.Define(name, c.Int(size)) for name, size in sizes.items()]
