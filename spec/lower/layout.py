"""Lowers where zones lie on the table: each cell a zone, one of a family of zones, or nothing."""

from __future__ import annotations

from spec import syntax as s
from spec.ir import nodes as ir
from spec.ir.index import PLAYER
from spec.names.declare import of_kind
from spec.names.table import Names

NOTHING = ir.Laid("", None)


def layout(sections: tuple[s.Section, ...], names: Names) -> tuple[tuple[ir.Laid, ...], ...]:
    """The rows; a cell that says nothing under the settings is empty."""
    placed: dict[tuple[str, int | None], s.LayoutCell] = {}
    rows = []
    for section in of_kind(sections, s.LayoutSection)[:1]:
        for row in section.rows:
            rows.append(tuple(_once(cell, _laid(cell, names), placed, names) for cell in row))
    return tuple(rows)


def _laid(cell: s.LayoutCell, names: Names) -> ir.Laid:
    if cell.name is None:
        return NOTHING
    zone, place = names.zones.get(cell.name.text), cell.place
    if zone is None and place is None:
        return _by_its_word(cell.name, names)
    if zone is None:
        names.unknown(cell.name, "zone", names.zones)
        return NOTHING
    label = zone.source.label
    if PLAYER in zone.index:
        message = f"`{label}` belongs to the players; what is theirs lies where they sit"
        names.report("E0212", cell.span, message)
        return NOTHING
    if place is None:
        return ir.Laid(label, None)
    if len(zone.index) != 1:
        why = "has no places of its own" if not zone.index else "has places by more than one word"
        names.report("E0212", cell.span, f"`{label}` {why}; name the whole of it")
        return NOTHING
    return _at(label, zone.index[0], place, names)


def _at(label: str, domain: str, place: s.Name | int, names: Names) -> ir.Laid:
    values = names.domains[domain].values
    word = str(place) if isinstance(place, int) else place.text
    if word in values:
        return ir.Laid(label, values.index(word))
    if isinstance(place, s.Name):
        names.unknown(place, "place", values)
    return NOTHING  # a number beyond those that the settings leave


def _by_its_word(name: s.Name, names: Names) -> ir.Laid:
    """A zone of a family that one word of a list stands for: `north` is the pile of north."""
    found = [
        ir.Laid(zone.source.label, names.domains[zone.index[0]].values.index(name.text))
        for zone in names.zones.values()
        if len(zone.index) == 1 and zone.index[0] != PLAYER and name.text in names.domains[zone.index[0]].values
    ]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(f"`{laid.zone} of {name.text}`" for laid in found)
        names.report("E0212", name.span, f"`{name.text}` may be the place of several zones: {listed}")
    else:
        names.unknown(name, "zone", (*names.zones, *(v for d in names.domains.values() for v in d.values)))
    return NOTHING


def _once(
    cell: s.LayoutCell, laid: ir.Laid, placed: dict[tuple[str, int | None], s.LayoutCell], names: Names
) -> ir.Laid:
    """The place, unless the zone lies elsewhere already: by itself, or with its family."""
    if laid == NOTHING:
        return laid
    others = [key for key in placed if key[0] == laid.zone and (key[1] == laid.at or None in (key[1], laid.at))]
    if others:
        related = [(placed[others[0]].span, "the first place")]
        names.report("E0212", cell.span, f"`{laid.zone}` has two places on the table", related=related)
        return NOTHING
    placed[laid.zone, laid.at] = cell
    return laid
