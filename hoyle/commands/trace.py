"""`hoyle trace GAME`: from each place of the rulebook to the clauses that state it, and back.

Reads the file as written, whatever edition or reading is chosen.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from engine.targets.escape import as_json
from hoyle.commands.options import game_or_show
from hoyle.coverage.covered import STATES, Covered, coverage, ruleless
from hoyle.coverage.cut import cut
from hoyle.coverage.page import page
from hoyle.sources.files import Parsed, find, lower, parse_file
from hoyle.terminal.guard import Misuse, Usage
from hoyle.terminal.reading import RULES, read_text
from hoyle.terminal.writing import all_free, write_text
from spec import syntax as s
from spec.names.outline import Item, outline
from spec.names.suggestions import did_you_mean
from spec.text.clean import one_line
from spec.text.source import Text


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="a rule file or the name of a game that comes with Hoyle")
    command.add_argument("place", nargs="?", metavar="PLACE", help="only this citation or heading, or this label")
    command.add_argument("--json", action="store_true", help="print as JSON")
    command.add_argument("--text", metavar="FILE", help="the rulebook's text: says of each sentence what states it")
    command.add_argument(
        "--html", metavar="FILE", help="with --text: write a page with each sentence beside its clauses"
    )
    command.add_argument("--force", action="store_true", help="replace the page if it is there already")


def run(args: argparse.Namespace) -> int:
    """0 where every listed place is cited and every clause cites one; 1 otherwise.

    With --text: where every sentence that may state a rule is cited.
    """
    if args.html and not args.text:
        raise Usage("--html shows a rulebook's text: give it with --text FILE")
    all_free((args.html,), replace=args.force, reads=(args.game, args.text))
    parsed = parse_file(find(args.game))
    loaded = lower(parsed)
    if game_or_show(loaded) is None:
        return 1
    items = outline(parsed.file.sections)
    if args.text:
        return _with_text(parsed, items, args)
    sources = [x for x in parsed.file.sections if isinstance(x, s.SourceSection)]
    listed = [place.text for src in sources for place in src.places]
    by_place: dict[str, list[Item]] = {place: [] for place in listed}
    for item in items:
        for cite in item.cites:
            by_place.setdefault(cite.text, []).append(item)
    uncited = [item for item in items if item.must_cite]
    unused = [place for place in listed if not by_place[place]]
    found = Traced(by_place, uncited, unused)
    if args.place is not None:
        known = {*by_place, *(place.partition("/")[0] for place in by_place), *(item.label for item in items)}
        if args.place not in known:
            raise Usage(f"no place and no label is called `{args.place}`{did_you_mean(args.place, known)}")
        found = found.only(args.place)
    if args.json:
        _print_json(parsed.text, found)
    else:
        _print(parsed.text, found)
        if not sources:
            print("The file lists no sources, so trace cannot tell which places no clause cites.")
    return 1 if found.uncited or found.unused else 0


def _with_text(parsed: Parsed, items: tuple[Item, ...], args: argparse.Namespace) -> int:
    """Which sentence of the rulebook's text is stated by what."""
    found = coverage(
        cut(read_text(Path(args.text), RULES, "text of a rulebook")), items, ruleless(parsed.file.sections)
    )
    if not found.sentences:
        raise Misuse(f"{args.text} holds no sentence")
    text = parsed.text
    if args.json:
        print(as_json([_covered(one, text) for one in found.sentences], indent=2))
    else:
        for one in found.sentences:
            if one.state == "nothing":
                print(f"{one.sentence.place}: {one.sentence.text}")
        for state, told in STATES.items():
            print(f"{found.count(state):4} of {len(found.sentences)} sentences: {told}")
        for place, by in found.elsewhere:
            print(
                f"not in this text: {place}, which is cited by {by[0].told} (line {text.position(by[0].span.start)[0]})"
            )
    if args.html:
        title = next((x.title.text for x in parsed.file.sections if isinstance(x, s.GameSection)), args.game)
        write_text(Path(args.html), page(title, found, text), replace=args.force)
        print(
            f"{one_line(args.html)}: each sentence beside what states it", file=sys.stderr if args.json else sys.stdout
        )
    return 1 if found.count("nothing") else 0


def _covered(one: Covered, text: Text) -> dict[str, object]:
    return {
        "place": one.sentence.place, "sentence": one.sentence.text, "state": one.state,
        "by": [_entry(item, text) for item in one.by],
    }  # fmt: skip


def _entry(item: Item, text: Text) -> dict[str, object]:
    named = {"display": item.display} if item.display else {}
    return {"kind": item.kind, "label": item.label, "line": text.position(item.span.start)[0], **named}


@dataclass(frozen=True, slots=True)
class Traced:
    """What states each place, what should cite a place and does not, and the places that nothing cites.

    A clause that cites a place that is not listed is an error of the file.
    """

    by_place: dict[str, list[Item]]
    uncited: list[Item]
    unused: list[str]

    def only(self, wanted: str) -> Traced:
        """What concerns one place, the places under one heading, or one label."""
        by_place = {
            place: [i for i in items if _under(place, wanted) or i.label == wanted]
            for place, items in self.by_place.items()
            if _under(place, wanted) or any(i.label == wanted for i in items)
        }
        uncited = [i for i in self.uncited if i.label == wanted]
        return Traced(by_place, uncited, [place for place in self.unused if place in by_place])


def _under(place: str, wanted: str) -> bool:
    return place == wanted or place.startswith(wanted + "/")


def _print(text: Text, found: Traced) -> None:
    by_place, uncited, unused = found.by_place, found.uncited, found.unused
    width = min(44, max((len(p) for p in by_place), default=0))
    for place, items in by_place.items():
        shown = [f"{i.told} (line {text.position(i.span.start)[0]})" for i in items]
        for n, line in enumerate(shown or ["-- no clause cites this place --"]):
            print(f"{place if n == 0 else '':<{width}}  {line}")
    cited = sum(1 for items in by_place.values() if items)
    clauses = f"{len(uncited)} clause{'' if len(uncited) == 1 else 's'}"
    print(f"\n{cited} of {len(by_place)} place{'' if len(by_place) == 1 else 's'} cited; {clauses} without a citation.")
    for item in uncited:
        print(f"  no citation: {item.told} (line {text.position(item.span.start)[0]})")
    for place in unused:
        print(f"  never cited: {place}")


def _print_json(text: Text, found: Traced) -> None:
    report = {
        "places": {place: [_entry(i, text) for i in items] for place, items in found.by_place.items()},
        "uncited": [_entry(i, text) for i in found.uncited],
        "unused": found.unused,
    }
    print(as_json(report, indent=2))
