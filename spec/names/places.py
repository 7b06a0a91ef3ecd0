"""Places that are counted: the indices of zones and fields, and kinds of numbers.

A number makes a list of places that has the name of the zone or field itself; a kind of numbers may count several.
"""

from __future__ import annotations

from spec import syntax as s
from spec.ir import nodes as ir
from spec.names.table import Names
from spec.text.source import Span

MOST_PLACES = 200


def size_of(item: s.IndexText | s.Numbers, names: Names) -> int | None:
    """How many places are counted; None where it is a kind by which is counted."""
    if isinstance(item, s.Numbers):
        if item.low != 1:
            names.report("E0306", item.span, f"places are counted from 1, and these from {item.low}")
        return names.number(item.high)
    return item if isinstance(item, int) else _setting(item, names)


def places(name: str, size: int | None, span: Span, names: Names) -> ir.Domain:
    """A list of places that are known by their numbers, from 1."""
    if size is None or not 1 <= size <= MOST_PLACES:
        names.report("E0306", span, f"there may be 1 to {MOST_PLACES} places, and here are {size}")
    names.counted[name] = 1
    return ir.Domain(name, tuple(str(i + 1) for i in range(min(max(size or 1, 1), MOST_PLACES))))


def indexed(name: s.Name, index: tuple[s.IndexText | s.Numbers, ...], names: Names) -> tuple[str, ...] | None:
    """The domains of an index; a number makes a domain of that size named like the zone itself.

    None where a part is unknown: what is so indexed is left out, and its name counts as lost.
    """
    found: list[str] = []
    for item in index:
        size = size_of(item, names)
        if size is not None:
            span = name.span if isinstance(item, int) else item.span
            if name.text in names.domains:
                message = "one number may stand in an index; name the others, as in `kind column: 1 to 3`"
                names.report("E0306", span, message)
            names.add_domain(places(name.text, size, span, names))
            found.append(name.text)
        elif isinstance(item, s.Name) and item.text in names.domains and not item.text.startswith("("):
            found.append(item.text)
        elif isinstance(item, s.Name):
            names.unknown(item, "kind to count by", [d for d in names.domains if not d.startswith("(")])
            names.lost |= {name.text}
            return None
    return tuple(found)


def _setting(item: s.Name, names: Names) -> int | None:
    constant = names.constants.get(item.text)
    return None if constant is None else constant.number


def one_list(field: s.FieldText, places: ir.Domain | None, names: Names) -> None:
    """Of a field that is counted by a number and holds words of its own: a word for each place is one list for both."""
    held = names.domains.get(field.name.text)
    if places is None or held is None or held is places:
        return
    if held.values != places.values:
        low = names.counted.get(field.name.text)
        if low == 1 and isinstance(field.type, s.WordType):
            del names.counted[field.name.text]
        if len(held.values) != len(places.values) or isinstance(field.type, s.NumberType):
            name, many = field.name.text, len(places.values)
            message = f"`{name}` counts {many} places by its own name, which its {len(held.values)} words have too; "
            message += f"name the places, as in `kind place: 1 to {many}` and `{name}[place]`"
            names.report("E0306", field.span, message)
