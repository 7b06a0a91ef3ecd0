"""The table as one player sees it, in so many rows: what lies in the middle, then a line for each player.

Leaves which zones a player sees to `engine.interpreter.observe`. Where there is no room, long piles are told by their
last cards, then players by one line together, and what is left over is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rich.cells import cell_len

from engine.core.layout import Cell
from engine.interpreter.observe import View, observe, owner
from hoyle.api import State
from hoyle.table.faces import Faces
from hoyle.table.lines import GAP, flowed, shortened
from spec.ir import nodes as ir
from spec.ir.display import Display
from spec.ir.effects import cited
from spec.ir.index import PLAYER, index_of
from spec.ir.references import fields_written
from spec.ir.types import domain_of, is_number, is_truth

Named = Callable[..., str]
EMPTY_UP_TO = 12
"""Of so many places next to each other the empty ones are shown as well."""
SHORT = (14, 8, 3, 1)
"""So many cards of a pile are named, the last ones, as room gets short."""
ALL = 10_000


@dataclass(frozen=True, slots=True)
class Chip:
    """One thing on the table: what it is called, what is to be seen of it, and to whom it belongs (-1: nobody)."""

    name: str
    cards: tuple[str, ...]
    told: str
    owner: int = -1

    def shown(self, most: int) -> str:
        """It with so many of its cards, the last ones."""
        if not self.cards:
            return f"{self.name}: {self.told}"
        named = " ".join(self.cards[-most:])
        count = f"({len(self.cards)}) ... " if len(self.cards) > most else ""
        return f"{self.name}: {count}{named}"


def table(states: Sequence[State], seat: int, faces: Faces, width: int, rows: int, word: str = "") -> list[str]:
    """The table after these states in so many rows; with a word, what holds it and nothing else."""
    state = states[-1]
    fields = None if word else _told_fields(states)
    chips = [chip for chip in _chips(state, seat, faces, fields) if word.lower() in _whole_name(chip, state).lower()]
    if not chips:
        return [f"  nothing on the table is called `{word}`"] if word else []
    for most, close in ((ALL if word else SHORT[0], False), *((most, True) for most in SHORT)):
        lines = _lines(chips, state, seat, width, most, close=close)
        if len(lines) <= rows:
            break
    else:
        lines = _own_and_some(chips, state, seat, width, rows)
    return lines


def _own_and_some(chips: list[Chip], state: State, seat: int, width: int, rows: int) -> list[str]:
    """One's own cards, and of the rest as much as there is room for."""
    lines = _lines(chips, state, seat, width, 1, close=True)
    own = _lines([chip for chip in chips if chip.owner == seat], state, seat, width, 1)[: max(1, rows - 2)]
    others = lines[: len(lines) - len(own)]
    return [*shortened(others, width, rows - len(own), "lines; `look WORD` shows what is called WORD"), *own]


def _whole_name(chip: Chip, state: State) -> str:
    words = state.game.interpreter.words
    return f"{words.player(chip.owner)} {chip.name}" if chip.owner >= 0 else chip.name


def _lines(chips: list[Chip], state: State, seat: int, width: int, most: int, *, close: bool = False) -> list[str]:
    """The middle, the other players, several in a line where they fit (or where it is `close`), and one's own cards."""
    shared = [chip.shown(most) for chip in chips if chip.owner < 0]
    lines = flowed([f"  {shared[0]}", *shared[1:]], width, gap=GAP) if shared else []
    others = [_player(chips, state, p, most) for p in range(state.game.num_players()) if p != seat]
    told = [" ".join(pieces).strip() for pieces in others if pieces]
    if close or max(map(cell_len, told), default=0) * 2 + 5 <= width:
        lines += flowed([f"  {told[0]}", *told[1:]], width, gap=GAP) if told else []
    else:
        lines += [line for pieces in others for line in flowed(pieces, width, indent="    ")]
    return lines + flowed(_player(chips, state, seat, ALL, " (you)"), width, indent="    ")


def _player(chips: list[Chip], state: State, player: int, most: int, mark: str = "") -> list[str]:
    """What belongs to a player, piece by piece; nothing where nothing does."""
    held = [chip.shown(most) for chip in chips if chip.owner == player]
    if not held:
        return []
    head = f"  {state.game.interpreter.words.player(player)}{mark}: {held[0]}"
    return [f"{piece}," for piece in [head, *held[1:-1]][: len(held) - 1]] + [held[-1] if len(held) > 1 else head]


# ---------------------------------------------------------------- what there is


def _told_fields(states: Sequence[State]) -> frozenset[int]:
    """The fields that tell something: those that hold a player, and those that have changed in this game or were set to
    what they began with by a move, as by a bid of 0.

    What is yes or no tells something only as long as it is not as it began.
    """
    interpreter = states[-1].game.interpreter
    layout, start = interpreter.layout, interpreter.initial().fields
    kinds = [layout.fields[slot.name].decl.type for slot in layout.slots]
    found = {
        n
        for state in states
        for n, value in enumerate(state.position.fields)
        if value != start[n] and (state is states[-1] or not is_truth(kinds[n]))
    }
    held = {
        n for n, kind in enumerate(kinds) if domain_of(kind) == PLAYER and states[-1].position.fields[n] != ir.NOBODY
    }
    return frozenset(found | held | _set_by_moves(states))


def _set_by_moves(states: Sequence[State]) -> frozenset[int]:
    """The numbers that each player has, of those who set theirs by a move."""
    layout, index = states[-1].game.interpreter.layout, index_of(states[-1].game.rules)
    written = {
        effect.source: fields_written(effect) for action in index.actions.values() for effect in cited(action.effects)
    }
    found: set[int] = set()
    for before, state in pairwise(states):
        fired = {event.source for event in state.events if event.kind == "effect"}
        names = {name for source in fired for name in written.get(source, ())}
        for number, slot in enumerate(layout.slots) if names else ():
            kind = layout.fields[slot.name].decl
            seat = next((at for d, at in zip(kind.index, slot.index, strict=True) if d == PLAYER), None)
            if slot.name in names and is_number(kind.type) and seat == before.current_player():
                found.add(number)
    return frozenset(found)


def _chips(state: State, seat: int, faces: Faces, fields: frozenset[int] | None) -> Iterator[Chip]:
    """The zones that the player sees, and of the fields those that are to be told, or all."""
    interpreter = state.game.interpreter
    layout, words = interpreter.layout, interpreter.words
    seen, index = observe(layout, state.position, seat), index_of(state.game.rules)
    display = Display(index)
    for number, view in enumerate(seen.views):
        cell = layout.cells[number]
        slots = layout.zones[cell.name]
        holder = owner(slots, cell.index)
        told = _cards(view, faces)
        if told is None:
            several = not slots.decl.row and holder is None and cell.index
            if view.count is None or not several or len(layout.cells_of(cell.name)) > EMPTY_UP_TO:
                continue
            told = (), "-"
        yield Chip(_name(display, display.zone, cell, slots.decl.index, holder), *told, _seat(holder))
    for number, value in enumerate(seen.fields):
        slot = layout.slots[number]
        if (
            value is None
            or (fields is not None and number not in fields)
            or number == layout.mover
            or slot.name.startswith("(")
        ):
            continue
        decl = layout.fields[slot.name].decl
        holder = next((at for d, at in zip(decl.index, slot.index, strict=True) if d == PLAYER), None)
        told_value = display.symbol(decl.type.domain, value) if decl.type.domain in index.domains else ""
        name = _name(display, display.field, slot, decl.index, holder)
        yield Chip(name, (), faces.drawn(told_value or words.field_value(number, value)), _seat(holder))


def _seat(holder: int | None) -> int:
    return -1 if holder is None else holder


def _name(display: Display, named: Named, cell: Cell, domains: tuple[str, ...], holder: int | None) -> str:
    """A zone's or field's name; in its owner's line without the owner."""
    if holder is None:
        return named(cell.name, cell.index)
    rest = " ".join(display.symbol(d, at) for d, at in zip(domains, cell.index, strict=True) if d != PLAYER)
    numbered = rest.rpartition(" ")[2] if rest and rest[-1:].isdecimal() else rest
    return f"{named(cell.name)} {numbered}".rstrip()


def _cards(view: View, faces: Faces) -> tuple[tuple[str, ...], str] | None:
    """The cards that are seen, or words for those that are not; None where there are none."""
    if view.cards is not None:
        return (tuple(faces.shown[c] for c in view.cards), "") if view.cards else None
    if not view.count:
        return None
    count = f"{view.count} card{'' if view.count == 1 else 's'}"
    return (), count if view.top is None else f"{count}, top {faces.shown[view.top]}"
