"""The source of an exported C engine: the game's rules and words on top of the run-time.

Leaves the header to `engine.c.export.header` and what each clause becomes to its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.c import tree as c
from engine.c.export import course, effects, moves
from engine.c.export.engine import Engine
from engine.c.export.header import filled, header, template
from engine.c.export.words import kinds, tables, words
from engine.c.print import declaration, prototype
from engine.core.lower.game import lower
from spec.ir import nodes as ir

WIDE = "C11, but for sets of cards: a deck of more than 64 asks for numbers of 128 bits, as gcc and clang have them."
MOST_CHOICES = 4096
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
    functions = _used(m)
    own = [*kinds(m)]
    mentioned = c.names(tuple(functions)) | {"STEP_CLAUSES"}
    data = _tables(m, mentioned)
    structs = [one for one in m.types if isinstance(one, c.Struct)]
    parts = {
        "ABOUT": about,
        "STANDARD": WIDE if len(m.layout.deck) > 64 else "Plain C11.",
        "SIZES": _declared(_sizes(m, name)),
        "PLACES": _declared(_places(m)),
        "DATA": _declared([*own, *tables(m, name), *data, *structs]),
        "PROTOTYPES": "\n".join(map(prototype, functions)),
        "RULES": "\n\n".join(map(declaration, functions)),
    }
    return filled(template("source.c"), name, parts) + "\n" + filled(template("run.c"), name, {})


def _declared(listed: Iterable[c.Declaration]) -> str:
    return "\n".join(map(declaration, listed))


def _used(m: Engine) -> list[c.Function]:
    """Those functions that play comes to, in their order."""
    by_name = {function.name: function for function in m.functions}
    waiting, found = list(PUBLIC), set[str]()
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in found:
            found.add(name)
            waiting += c.names(by_name[name].body)
    return [function for function in m.functions if function.name in found]


def _tables(m: Engine, mentioned: set[str]) -> list[c.Table]:
    """Those tables that are mentioned, also by one another, in the order in which they were made."""
    wanted, waiting = set[str](), [name for name in m.tables if name in mentioned]
    while waiting:
        name = waiting.pop()
        if name in m.tables and name not in wanted:
            wanted.add(name)
            waiting += c.names(m.tables[name].value)
    return [m.tables[name] for name in m.tables if name in wanted]


def _sizes(m: Engine, name: str) -> list[c.Define]:
    """What the run-time is told beforehand."""
    big, layout = name.upper(), m.layout
    room = f"{big}_MOST_CHOICES"
    return [
        *([c.Define(room, c.Int(MOST_CHOICES), default=True, about=ROOM)] if m.passes else []),
        c.Define("MOST_CHOICES", c.Name(room) if m.passes else c.Int(0)),
        c.Define("DECK", c.Int(len(layout.deck))),
        c.Define("PLAYERS", c.Int(layout.players)),
        c.Define("PILES", c.Name(f"{big}_PILES")),
        c.Define("MEMOS", c.Int(max(len(m.memos), 1))),
        c.Define("VALUES", c.Int(m.values)),
        c.Define("TOTAL_WORDS", c.Int(m.words)),
        c.Define("MOVER", c.Int(layout.mover)),
    ]


def _places(m: Engine) -> list[c.Enum]:
    steps = ((name, m.steps[step]) for step, name in m.step_names.items())
    listed = (
        [(name, number) for name, number, _ in m.places.values()],
        sorted(steps, key=lambda pair: pair[1]),
        [(name, number) for number, name in enumerate(m.clauses.values())],
    )
    return [c.Enum(tuple(c.Enumerator(name, c.Int(number)) for name, number in pairs)) for pairs in listed if pairs]
