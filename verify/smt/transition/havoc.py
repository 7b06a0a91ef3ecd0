"""What an effect may do that is not put into terms: whatever it may write becomes anything, and no card is lost.

Cards go round among the zones that it takes cards from or puts them into; fields that it sets have any value of
theirs; and play goes on, or jumps to wherever a jump in it leads. Leaves what an effect may write to
`verify.smt.transition.transition`, and values that may be anything to `verify.smt.encode.free`.
"""

from __future__ import annotations

from dataclasses import dataclass

import z3

from engine.core.layout import FieldSlots
from spec.ir import nodes as ir
from spec.ir.types import is_number, is_word
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards, CardTerm
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.free import any_number, any_order, any_value, any_word
from verify.smt.encode.state import FieldTerm, State


@dataclass(frozen=True, slots=True)
class Written:
    """What an effect may write: between which zones cards go, which zones are put into another order, which fields are
    set; and where it may jump."""

    flows: tuple[tuple[str, str], ...]
    zones: tuple[str, ...]
    fields: tuple[str, ...]
    jumps: tuple[ir.Jump, ...]


def havoc(enc: Encoder, may: Written, state: State) -> State:
    """A state that may differ in whatever is written: every card of these zones is in one of them still."""
    after = state.copy()
    for name in may.fields:
        slots = enc.layout.fields[name]
        for slot in enc.layout.slots_of(name):
            after.fields[slot] = _any_field(enc, slots)
    cells = [cell for name in may.zones for cell in enc.layout.cells_of(name)]
    rest: CardTerm = 0
    for cell in cells:
        rest = enc.deck.join(rest, state.cells[cell].held)
    for cell in cells:
        held = rest if cell == cells[-1] else enc.deck.common(enc.deck.fresh(enc.space.name("free")), rest)
        rest = enc.deck.without(rest, held)
        ends = enc.layout.ordered[cell] and enc.looks.ends(enc.layout.cells[cell].name)
        after.cells[cell] = any_order(enc, held) if ends else Cards(held)
    return after


def _any_field(enc: Encoder, slots: FieldSlots) -> FieldTerm:
    kind = slots.decl.type
    if is_number(kind):
        return any_number(enc.space, slots.low, slots.high)
    return any_word(enc.space, slots.low, slots.high) if is_word(kind) else any_value(enc, kind)


def ways_out(enc: Encoder, may: Written) -> list[tuple[t.Flag, ir.Jump | None]]:
    """Where play may go from an effect, of which one is so: on, or to where it may jump."""
    found: list[tuple[t.Flag, ir.Jump | None]] = []
    stays: t.Flag = True
    for jump in may.jumps:
        goes = z3.Bool(enc.space.name("jumps"))
        found.append((t.all_of((stays, goes)), jump))
        stays = t.all_of((stays, t.neg(goes)))
    return [*found, (stays, None)]
