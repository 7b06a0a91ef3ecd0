"""`hoyle trace GAME`: from each place of the rulebook to the clauses that state it, and back.

Reads the file as written, whatever edition or reading is chosen.
"""

from __future__ import annotations

import argparse
import json

from hoyle.files import find, lower, parse_file
from hoyle.options import game_or_show
from spec import syntax as s
from spec.outline import Item, outline
from spec.source import Text


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="a rule file or the name of a game that comes with Hoyle")
    command.add_argument("place", nargs="?", metavar="PLACE", help="only this citation or heading, or this label")
    command.add_argument("--json", action="store_true", help="print as JSON")


def run(args: argparse.Namespace) -> int:
    """0 where every listed place is cited and every clause cites one; 1 otherwise."""
    parsed = parse_file(find(args.game))
    loaded = lower(parsed)
    if game_or_show(loaded) is None:
        return 1
    items = outline(parsed.file.sections)
    sources = [x for x in parsed.file.sections if isinstance(x, s.SourceSection)]
    listed = [place.text for src in sources for place in src.places]
    by_place: dict[str, list[Item]] = {place: [] for place in listed}
    for item in items:
        for cite in item.cites:
            by_place.setdefault(cite.text, []).append(item)
    uncited = [item for item in items if item.must_cite]
    unused = [place for place in listed if not by_place[place]]
    unlisted = [place for place in by_place if place not in listed] if sources else []
    if args.json:
        _print_json(parsed.text, by_place, uncited, unused, unlisted)
    else:
        _print(parsed.text, _only(by_place, args.place), uncited, unused, unlisted)
        if not sources:
            print("The file lists no sources, so no place can be found missing.")
    return 1 if uncited or unused or unlisted else 0


def _only(by_place: dict[str, list[Item]], wanted: str | None) -> dict[str, list[Item]]:
    """The places under a heading, or those that a label cites."""
    if wanted is None:
        return by_place
    return {
        place: [i for i in items if _under(place, wanted) or i.label == wanted]
        for place, items in by_place.items()
        if _under(place, wanted) or any(i.label == wanted for i in items)
    }


def _under(place: str, wanted: str) -> bool:
    return place == wanted or place.startswith(wanted + "/")


def _print(
    text: Text, by_place: dict[str, list[Item]], uncited: list[Item], unused: list[str], unlisted: list[str]
) -> None:
    width = min(44, max((len(p) for p in by_place), default=0))
    for place, items in by_place.items():
        shown = [f"{i.kind} {i.label} (line {text.position(i.span.start)[0]})" for i in items]
        for n, line in enumerate(shown or ["-- nothing cites this place --"]):
            print(f"{place if n == 0 else '':<{width}}  {line}")
    cited = sum(1 for items in by_place.values() if items)
    print(f"\n{cited} of {len(by_place)} places cited; {len(uncited)} clauses without a citation.")
    for item in uncited:
        print(f"  no citation: {item.kind} {item.label} (line {text.position(item.span.start)[0]})")
    for place in unused:
        print(f"  never cited: {place}")
    for place in unlisted:
        print(f"  not in the list of sources: {place}")


def _print_json(
    text: Text, by_place: dict[str, list[Item]], uncited: list[Item], unused: list[str], unlisted: list[str]
) -> None:
    def entry(item: Item) -> dict[str, object]:
        return {"kind": item.kind, "label": item.label, "line": text.position(item.span.start)[0]}

    report = {
        "places": {place: [entry(i) for i in items] for place, items in by_place.items()},
        "uncited": [entry(i) for i in uncited],
        "unused": unused,
        "unlisted": unlisted,
    }
    print(json.dumps(report, indent=2, ensure_ascii=False))
