"""Makes the C by which every state of a game is explored.

Leaves playing to the parts of `engine.c.generate.generate`, undecided cards to `engine.c.search.revealed_effects`,
which states count as alike to `engine.c.search.symmetry`, and calling what is made to `engine.c.search.explorer`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.c.generate import course, expressions, moves
from engine.c.generate.context import Context, Loose, Unsupported
from engine.c.generate.expressions import Generator
from engine.c.generate.generate import FOLDER, Code, sizes_of
from engine.c.search import explore_step, packing, revealed_effects
from engine.c.search.symmetry import Symmetry, later_parts, symmetry
from engine.core.observed_order import bags, heaps
from spec.ir import nodes as ir

PER_POSITION = ("always", "never", "sometimes")
MOST_CLAIMS = 63


@dataclass(frozen=True, slots=True)
class Explored:
    """The C by which a game is explored, and what was decided in making it."""

    code: Code
    loose: Loose
    alike: Symmetry


def explored_code(game: ir.Game, *, undecided: bool = True, alike: bool = True) -> Explored:
    """The C by which a game is explored; hidden stacks `undecided` where nothing asks for their cards, and states that
    differ in seats or suits only taken for `alike` where the rules allow it. Raises `Unsupported`."""
    claims = tuple(c for c in game.claims if c.kind in PER_POSITION)
    if len(claims) > MOST_CLAIMS:
        raise Unsupported(f"{len(claims)} claims; at most {MOST_CLAIMS}")
    loose = Loose(bags(game) if undecided else frozenset(), heaps(game), claims)
    m = Generator(game, loose)
    found = symmetry(game) if alike else Symmetry()
    for i in range(len(game.actions)):
        m.head.append(f"static void offer_{i}(G *g);\nstatic int can_{i}(G *g);")
    m.head.append("static void passing_claims(u64 which);")
    args = moves.add_types(m)
    course.ground(m)
    explore_step.add(m)
    _ask(m)
    _claims(m)
    _permits(m)
    text = "\n".join(_parts(m, args, found))
    return Explored(Code(text, m.layout, tuple(m.sources), tuple(m.marks)), loose, found)


def _parts(m: Context, args: int, alike: Symmetry) -> Iterator[str]:
    """The parts of the file in order, from what was gathered; `args` is what arguments take at most."""
    assert m.loose is not None
    sizes = {
        "HOYLE_EXPLORE": 1,
        **sizes_of(m, args),
        "CELLS": len(m.layout.cells),
        "CLAIMS": len(m.loose.claims),
        "BAGS": int(bool(m.loose.bags)),
        "HEAPS": len(m.heap_numbers),
    }
    heaps = ", ".join(str(m.heap_numbers.get(i, -1)) for i in range(max(m.layout.ordered.count(True), 1)))
    library = _file("library").partition("/* ==== after the game */")
    branch = _file("branch").partition("/* ==== after the prelude */")
    types, rest = _file("prelude").split("typedef struct game {", 1)
    yield "#define _GNU_SOURCE\n"
    yield "".join(f"#define {name} {size}\n" for name, size in sizes.items())
    yield from (types, f"static const int16_t heap_of[] = {{{heaps}}};", branch[0])
    yield from ("typedef struct game {" + rest, branch[2], revealed_effects.settling(m), library[0])
    yield from (*m.head, *m.bodies)
    yield library[2].partition("static void clear_game(")[0]
    yield from (_tables(m), _file("states"), _packing(m), _file("pages"), _file("table"), alike.text(m))
    yield from map(_file, ("alike", "edges", "explore", "follow", "explorer", "graph"))


def _file(name: str) -> str:
    """One of the files of C that stand beside this one."""
    return (FOLDER / f"{name}.h").read_text(encoding="utf-8")


def _ask(m: Context) -> None:
    """What is offered at a step that asks."""
    cases = ""
    for i, step in enumerate(m.game.steps):
        if step.ask is not None:
            offers = " ".join(f"offer_{m.action_number(a)}(g);" for a in step.ask.actions)
            at = m.source(step.source) if step.source.label else -1
            cases += f"case {i}: g->at = {at}; {offers} g->may_pass = {int(step.ask.may)}; break;\n"
    m.function("void ask(G *g)", f"g->offered = 0;\nswitch (g->s.step) {{\n{cases}}}")


def _permits(m: Context) -> None:
    """Tells the clauses by which moves were allowed as clauses that have fired."""
    text = ""
    for i, action in enumerate(m.game.actions):
        for k, clause in enumerate(action.clauses):
            if clause.kind == "permit":
                text += f"if (g->permitted[{i}] >> {k} & 1) {m.fired('permit', clause.source)}\n"
    m.function("void note_permits(G *g)", text + "memset(g->permitted, 0, sizeof g->permitted);")


def _claims(m: Context) -> None:
    assert m.loose is not None
    cases = ""
    for k, claim in enumerate(m.loose.claims):
        cases += f"case {k}: return (int)({expressions.number(m, claim.cond, {})});\n"
    m.function("int claim(G *g, int k)", f"g->epoch++;\nswitch (k) {{\n{cases}}}\nreturn 0;")


def _tables(m: Context) -> str:
    assert m.loose is not None
    claims = m.loose.claims
    kinds = [_kind(m, i) for i in range(len(m.layout.cells))]
    _, bits = _fields(m)
    at = [0] * (len(m.game.steps) + 1)
    for i, step in enumerate(m.game.steps):
        if step.ask is not None:
            at[i] = sum(1 << k for k, c in enumerate(claims) if not c.at or step.source.label in c.at)
    names = {"always": "ALWAYS", "never": "NEVER", "sometimes": "SOMETIMES"}
    at_end = sum(1 << k for k, c in enumerate(claims) if not c.at)
    steps = ", ".join(f"0x{mask:x}ULL" for mask in at)
    return "\n".join(
        [
            "enum { ALWAYS, NEVER, SOMETIMES };",
            f"#define ENDING_BITS {max(len(m.game.endings) - 1, 0).bit_length()}",
            f"#define FIELDS_BITS {sum(bits)}",
            f"#define CLAIMS_AT_END 0x{at_end:x}ULL",
            f"static const u8 cell_kind[] = {{{', '.join(map(str, kinds))}}};",
            f"static const int16_t cell_at[] = {{{', '.join(map(str, m.cell_numbers))}}};",
            f"static UNUSED const u8 one_way[] = {{{', '.join(map(str, _one_way(m)))}}};",
            f"static const u64 claims_at[] = {{{steps}}};",
            f"static const u8 claim_kind[] = {{{', '.join([names[c.kind] for c in claims] + ['0'])}}};",
        ]
    )


def _packing(m: Context) -> str:
    return packing.packing(m, [_kind(m, i) for i in range(len(m.layout.cells))], *_fields(m))


def _fields(m: Context) -> tuple[list[int], list[int]]:
    """For each field its least value, and how many bits its values take."""
    low: list[int] = []
    bits: list[int] = []
    for name, slots in m.layout.fields.items():
        size = len(m.layout.slots_of(name))
        low += [slots.low] * size
        bits += [(slots.high - slots.low).bit_length()] * size
    return low, bits


def _kind(m: Context, cell: int) -> int:
    assert m.loose is not None
    name = m.layout.cells[cell].name
    if not m.layout.ordered[cell]:
        return packing.SET
    return packing.BAG if name in m.loose.bags else packing.HEAP if name in m.loose.heaps else packing.PILE


def _one_way(m: Context) -> list[int]:
    """For each cell whether cards only leave it, or only come to it, from the first decision on."""
    leave, come = set(), set()
    for node in later_parts(m.game):
        if isinstance(node, ir.Move | ir.Draw):
            leave.add(node.source.zone)
            come.add(node.target.zone)
    return [int(cell.name in leave ^ come) for cell in m.layout.cells]
