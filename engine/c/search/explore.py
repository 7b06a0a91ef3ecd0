"""Makes the C by which every state of a game is explored.

Leaves playing to `engine.c.compiled.code` and `engine.c.rules.course`, undecided cards to `engine.c.search.undecided`,
which states count as alike to `engine.c.search.symmetry`, and calling what is made to `engine.c.search.explorer`.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.c import tree as c
from engine.c.compiled.code import BAG, HEAP, NAME, PILE, SET, Use, code, numbers
from engine.c.compiled.generated import IN_ONE_NUMBER, Code
from engine.c.rules import course, effects
from engine.c.rules.engine import Engine, G
from engine.c.rules.file import declared, header_of
from engine.c.rules.values import Body, called
from engine.c.search import packing
from engine.c.search.symmetry import Symmetry, later_parts, symmetry
from engine.c.search.undecided import Loose, Undecided
from engine.core import terms as t
from engine.core.lower.game import lower_stepwise
from engine.core.observed_order import bags, heaps
from engine.core.unsupported import Unsupported
from spec.ir import nodes as ir
from spec.ir.effects import carried

PER_POSITION = ("always", "never", "sometimes")
MOST_CLAIMS = 63


@dataclass(frozen=True, slots=True)
class Explored:
    """The C by which a game is explored, and what was decided in making it."""

    code: Code
    loose: Loose
    alike: Symmetry


def explored_code(game: ir.Game, *, undecided: bool = True, alike: bool = True, piled: bool = True) -> Explored:
    """The C by which a game is explored; hidden stacks `undecided` where nothing asks for their cards, and states that
    differ in seats or suits only taken for `alike` where the rules allow it, or (`piled`) in the order of cards that no
    rule asks for. Raises `Unsupported`."""
    claims = tuple(c for c in game.claims if c.kind in PER_POSITION)
    if len(game.deck) > IN_ONE_NUMBER:
        raise Unsupported(f"a deck of {len(game.deck)} cards; at most {IN_ONE_NUMBER} are kept in one number")
    if len(claims) > MOST_CLAIMS:
        raise Unsupported(f"{len(claims)} claims; at most {MOST_CLAIMS}")
    loose = Loose(bags(game) if undecided else frozenset(), heaps(game) if piled else frozenset(), claims)
    program = lower_stepwise(game, undecided=bool(loose.bags), claims=claims)
    m = Engine(game, program, NAME, effects.make, Undecided(game, loose))
    found = symmetry(game) if alike else Symmetry()
    course.add(m)
    _claims(m)
    return Explored(code(m, _use(m, loose, found)), loose, found)


def _use(m: Engine, loose: Loose, alike: Symmetry) -> Use:
    low, bits = _fields(m)
    kinds = [_kind(m, loose, i) for i in range(len(m.layout.cells))]
    at_end = sum(1 << k for k, claim in enumerate(loose.claims) if not claim.at)
    return Use(
        sizes={
            "_GNU_SOURCE": 1,
            "HOYLE_EXPLORE": 1,
            "CLAIMS": len(loose.claims),
            "BAGS": int(bool(loose.bags)),
            "HEAPS": kinds.count(HEAP),
            "ENDING_BITS": max(len(m.game.endings) - 1, 0).bit_length(),
            "FIELDS_BITS": sum(bits),
            "CLAIMS_AT_END": at_end,
            **alike.sizes(m),
        },
        kinds=kinds,
        tables=(*_tables(m, loose), *alike.tables(m)),
        roots=("ask", "claim"),
        before=("branch",),
        after=(
            header_of("nth"),
            header_of("states"),
            declared(packing.packing(m, kinds, low, bits)),
            *map(header_of, ("pages", "table", "alike", "edges", "explore", "follow", "explorer", "graph", "keeping")),
        ),
    )


def _claims(m: Engine) -> None:
    """Does a claim, by its number, hold where play stands?"""
    w, k = Body(m), c.Param(c.INT, "k")
    cases = []
    for i, claim in enumerate(m.program.claims):
        with w.block() as inner:
            w.add(c.Return(called(w, t.Call(claim.name, (), claim.result)).expr))
        cases.append(c.Case(c.Int(i), tuple(inner)))
    cases.append(c.Case(None, (c.Return(c.Int(0)),)))
    body = (c.Step(c.Through(G, "epoch")), c.Switch(c.Name("k"), tuple(cases)))
    m.functions.append(c.Function("claim", c.INT, (c.GAME, k), body))


def _tables(m: Engine, loose: Loose) -> tuple[c.Table, ...]:
    at = [0] * (len(m.game.steps) + 1)
    for i, step in enumerate(m.game.steps):
        if step.ask is not None:
            at[i] = sum(1 << k for k, claim in enumerate(loose.claims) if not claim.at or step.source.label in claim.at)
    kinds = [PER_POSITION.index(claim.kind) for claim in loose.claims]
    return numbers("one_way", _one_way(m)), numbers("claim_kind", [*kinds, 0]), _masks("claims_at", at)


def _masks(name: str, masks: list[int]) -> c.Table:
    kind = c.Array(c.Constant(c.BITS), None)
    return c.Table(kind, name, c.Values(tuple(c.Int(mask, True) for mask in masks)))


def _fields(m: Engine) -> tuple[list[int], list[int]]:
    """For each field its least value, and how many bits its values take."""
    low: list[int] = []
    bits: list[int] = []
    for name, slots in m.layout.fields.items():
        size = len(m.layout.slots_of(name))
        low += [slots.low] * size
        bits += [(slots.high - slots.low).bit_length()] * size
    return low, bits


def _kind(m: Engine, loose: Loose, cell: int) -> int:
    name = m.layout.cells[cell].name
    if not m.layout.ordered[cell]:
        return SET
    return BAG if name in loose.bags else HEAP if name in loose.heaps else PILE


def _one_way(m: Engine) -> list[int]:
    """For each cell whether cards only leave it, or only come to it, from the first decision on."""
    leave, come = set(), set()
    for node in later_parts(m.game):
        if (ends := carried(node)) is not None:
            leave.add(ends[0].zone)
            come.add(ends[1].zone)
    return [int(cell.name in leave ^ come) for cell in m.layout.cells]
