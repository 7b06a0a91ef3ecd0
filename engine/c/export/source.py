"""The source of an exported C engine: the game's rules and words on top of the run-time.

Leaves the header to `engine.c.export.header` and what each clause becomes to its neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.c import tree as c
from engine.c.export.header import filled, header, template
from engine.c.export.words import kinds, tables, words
from engine.c.print import declaration, prototype
from engine.c.rules import course, effects, moves
from engine.c.rules.engine import Engine
from engine.c.rules.file import declared, places, used, used_tables
from engine.core.lower.game import lower
from engine.core.ways import MOST_WAYS
from spec.ir import nodes as ir
from spec.text.limits import MOST_TAKEN

STANDARD = {
    1: "Plain C11.",
    2: "C11, but for sets of cards: a deck of more than 64 asks for numbers of 128 bits, as gcc and clang have them.",
    4: "C11, but for sets of cards: a deck of more than 128 asks for several numbers side by side (`vector_size`), as "
    "gcc and clang have them.",
}
"""What the source asks of a compiler, by how many numbers of 64 bits a set of cards takes."""
PASS = 4096
ROOM = "Choices of cards that have to be put in order are found in passes of so many, on the stack."
PUBLIC = ("one_step", "carry_out", "start", "put_arguments", "read_arguments")
"""What the part of the source that is the same for all games calls."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of an engine."""

    header: str
    source: str


def engine_of(game: ir.Game, name: str, about: str) -> Texts:
    """The engine of a game; `about` is a comment's lines. Raises Unsupported."""
    m = Engine(game, lower(game, whole=True), name, effects.make)
    course.add(m)
    moves.offered(m)
    m.functions += words(m, name)
    source = _source(m, name, about)
    return Texts(header(m, name, about), source)


def _source(m: Engine, name: str, about: str) -> str:
    functions = used(m, PUBLIC)
    own = [*kinds(m)]
    mentioned = c.names(tuple(functions)) | {"STEP_CLAUSES"}
    data = used_tables(m, mentioned)
    structs = [one for one in m.types if isinstance(one, c.Struct)]
    parts = {
        "ABOUT": about,
        "STANDARD": STANDARD[m.set_words],
        "SIZES": declared(_sizes(m, name)),
        "PLACES": declared(places(m)),
        "DATA": declared([*own, *tables(m, name), *data, *structs]),
        "PROTOTYPES": "\n".join(map(prototype, functions)),
        "RULES": "\n\n".join(map(declaration, functions)),
    }
    return filled(template("source.c"), name, parts) + "\n" + filled(template("run.c"), name, {})


def _sizes(m: Engine, name: str) -> list[c.Define]:
    """What the run-time is told beforehand."""
    big, layout = name.upper(), m.layout
    room = f"{big}_MOST_CHOICES"
    return [
        *([c.Define(room, c.Int(PASS), default=True, about=ROOM)] if m.passes else []),
        c.Define("MOST_CHOICES", c.Name(room) if m.passes else c.Int(0)),
        c.Define("MOST_WAYS", c.Int(MOST_WAYS)),
        c.Define("MOST_TAKEN", c.Int(MOST_TAKEN)),
        c.Define("DECK", c.Int(len(layout.deck))),
        c.Define("PLAYERS", c.Int(layout.players)),
        c.Define("PILES", c.Name(f"{big}_PILES")),
        c.Define("MEMOS", c.Int(max(len(m.memos), 1))),
        c.Define("STACK_PARTS", c.Int(max(m.parts, 1))),
        c.Define("VALUES", c.Int(m.values)),
        c.Define("TOTAL_WORDS", c.Int(m.words)),
        c.Define("MOVER", c.Int(layout.mover)),
    ]
