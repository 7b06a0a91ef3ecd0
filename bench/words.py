"""Counts the words of each rule file against the words of its rulebook: `python bench/words.py FOLDER`.

Counted of a rule file is every word, as `wc -w` counts them, of the rules in force by default, with their labels,
citations and conditions. Not counted are: comments; `source`, `question`, `example` and `claim` sections, and
definitions that only these use; whatever stands `under` settings that do not hold by default (a clause, a line of
effects, a zone, a field, a variant of a definition, a ruling); a precedence among clauses of which none on one side is
in force; citations of an edition that is not the default. A condition that names a question outside `under`, such as
`x is a or ...`, is counted whole, and so is an `under` that holds. Counted of a rulebook is every word of its text.

The file is read by the project's own parser, and whether `under` holds is asked of what lowers the game. The rulebooks
are no part of the repository: that of a game is FOLDER/GAME.txt, or FOLDER/GAME-EDITION.txt for its first edition.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import pairwise, zip_longest
from pathlib import Path
from statistics import median

from spec import syntax as s
from spec.ir import fold
from spec.lower.base import Scope
from spec.lower.under import under
from spec.names.declare import declare
from spec.names.table import Names
from spec.text.parse import parse
from spec.text.source import Span

RULES = Path(__file__).parents[1] / "rules"
LEFT_OUT = (s.SourceSection, s.QuestionSection, s.ExampleSection, s.ClaimSection)
HELPERS = (s.DefineSection, s.ShapeSection, s.ValuesSection, s.RoutineSection)
COMMENT = re.compile(r'("[^"\n]*")|#[^\n]*')


def in_force(text: str) -> str:
    """The text of the rules in force by default, everything else blanked."""
    file, found = parse(text)
    if found:
        raise ValueError(f"this file does not read: {found[0].message}")
    names = Names(lost=file.lost)
    declare(file.sections, {}, names, as_written=False)
    scope, foreign = Scope(names), _foreign_places(file, names)
    kept = ["\n" if sign == "\n" else " " for sign in text]
    for section in _rules(file, scope):
        span = section.span
        kept[span.start : span.end] = text[span.start : span.end]
        for out in (*_out_of_force(section, scope), *_idle_orders(section, scope), *_other_edition(section, foreign)):
            kept[out.start : out.end] = [""] * (out.end - out.start)
    return COMMENT.sub(lambda found: found.group(1) or "", "".join(kept))


def _rules(file: s.File, scope: Scope) -> list[s.Section]:
    """The sections that state rules in force, and the definitions that these use."""
    candidates = [x for x in file.sections if not isinstance(x, LEFT_OUT) and not _off(x, scope)]
    kept: list[s.Section] = [x for x in candidates if not isinstance(x, HELPERS)]
    while True:
        used = {name for x in kept for name in _names(x, scope)}
        more = [x for x in candidates if isinstance(x, HELPERS) and x not in kept and x.head.name.text in used]
        if not more:
            return kept
        kept.extend(more)


def _off(node: object, scope: Scope) -> bool:
    """Does this stand under settings that do not hold?"""
    test = getattr(node, "under", None) or getattr(getattr(node, "head", None), "under", None)
    return is_dataclass(node) and not isinstance(node, s.Head) and test is not None and under(test, scope) == fold.NO


def _below(node: object) -> tuple[object, ...]:
    if isinstance(node, tuple):
        return node
    return tuple(getattr(node, f.name) for f in fields(node)) if is_dataclass(node) else ()


def _names(node: object, scope: Scope) -> Iterator[str]:
    """Every name that stands in a part that is in force."""
    if isinstance(node, s.Word | s.Name):
        yield node.text
    elif not _off(node, scope):
        for item in _below(node):
            yield from _names(item, scope)


def _out_of_force(node: object, scope: Scope) -> Iterator[Span]:
    """The spans of the parts that stand under settings which do not hold."""
    match node:
        case object(span=Span() as span) if _off(node, scope):
            yield span
        case _:
            for item in _below(node):
                yield from _out_of_force(item, scope)


def _idle_orders(section: s.Section, scope: Scope) -> Iterator[Span]:
    """The spans of precedences that rank nothing, because what stands on one side is out of force."""
    items = section.items if isinstance(section, s.MoveSection | s.OutcomeSection | s.EndsSection) else ()
    live = {i.head.name.text for i in items if not isinstance(i, s.Precedence | s.ClashRuling) and not _off(i, scope)}
    for item in items:
        if isinstance(item, s.LegalClause) and not _off(item, scope):
            live.add("every permit" if item.permit else "every forbid")
    for item in items:
        if isinstance(item, s.Precedence):
            sides = [any(name.text in live for name in group) for group in item.items]
            if not any(above and below for above, below in pairwise(sides)):
                yield item.span


def _foreign_places(file: s.File, names: Names) -> frozenset[str]:
    """The places of editions that are not in force."""
    edition = names.constants.get("edition")
    default = names.editions()[edition.value] if edition is not None and edition.value is not None else ""
    books = [x for x in file.sections if isinstance(x, s.SourceSection)]
    other = [x for x in books if x.edition is not None and x.edition.text != default]
    return frozenset(place.text for book in other for place in book.places)


def _other_edition(node: object, foreign: frozenset[str]) -> Iterator[Span]:
    """The spans of citations of places of another edition, each with a comma beside it."""
    if isinstance(node, tuple) and any(isinstance(item, s.Quoted) and item.text in foreign for item in node):
        own = [q for q in node if isinstance(q, s.Quoted)]
        before = own[0].span.start
        for place, following in zip_longest(own, own[1:]):
            if place.text in foreign:
                start = place.span.start if following else before
                yield Span(start, following.span.start if following else place.span.end)
            else:
                before = place.span.end
    else:
        for item in _below(node):
            yield from _other_edition(item, foreign)


def rulebook(folder: Path, game: str) -> Path | None:
    """The text of a game's rulebook, of its first edition where it has several."""
    found = parse((RULES / game / f"{game}.hoyle").read_text(encoding="utf-8"))[0]
    games = [x for x in found.sections if isinstance(x, s.GameSection)]
    editions = [i.names[0].text for g in games for i in g.items if isinstance(i, s.Editions)]
    wanted = [folder / f"{game}.txt", *(folder / f"{game}-{name}.txt" for name in editions)]
    return next((path for path in wanted if path.exists()), None)


def main(folder: Path) -> int:
    """Prints a line a game and the median of those that have a rulebook; fails where the folder holds none."""
    ratios = []
    games = sorted(RULES.glob("*/*.hoyle"))
    if all(rulebook(folder, path.stem) is None for path in games):
        print(f"{folder} holds no rulebook of these games")
        return 1
    for path in games:
        words = len(in_force(path.read_text(encoding="utf-8")).split())
        book = rulebook(folder, path.stem)
        if book is None:
            print(f"{path.stem:14} {words:5} words, no rulebook there")
            continue
        written = len(book.read_text(encoding="utf-8").split())
        ratios.append(words / written)
        print(f"{path.stem:14} {words:5} words, rulebook {written:5}: {words / written:.2f}")
    print(f"median of {len(ratios)}: {median(ratios):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])) if len(sys.argv) == 2 else "usage: python bench/words.py FOLDER")
