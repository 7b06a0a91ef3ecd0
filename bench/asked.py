"""How much of what careful authors asked the finder asks by itself: `python -m bench.asked [GAME ...] [--budget N]`.

Each rule file is made plain (`bench.plain`): without its questions, readings and rulings. What the operators can ask of
the plain file, and what `hoyle ambiguities --ask` asks of it within so many seconds, is held against what the author
asked. An author's question counts as asked where an edit plays as one of the author's other readings does
(`bench.asked_readings`), and as touched where one changes a clause, word or step that the question changes too. With
`--details`: all that was asked, and each question of the author that no operator makes, with what its readings change.
With `--operators` the finder is not run. The table goes between two marks in docs/explanation/ambiguities.md, with
`--page`; that of the library games, with `--library`, between marks of its own. With `--figures FILE` a game whose
figures are there is not run again, so that games can be run one at a time. Leaves the search to `hoyle.ambiguity.run`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.asked_readings import Authored, authored
from bench.plain import plain
from bench.simulation import into_page, machine
from hoyle.ambiguity.run import find
from hoyle.misreadings.variations import questions, variations
from hoyle.sources.files import find as find_file
from hoyle.sources.files import lower, parse_text, read
from spec.ir import nodes as ir
from verify.ambiguity.compare.change_impact import concern
from verify.ambiguity.find.orders import Ruled
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.run.context import Plan, Variation
from verify.run.budget import now

GAMES = ("corners", "pigeon", "reserve", "twentyone")
LIBRARY = (
    "klondike", "dou_dizhu", "schwimmen", "golf_six", "gin_rummy", "cribbage", "rummy", "pitch", "klaverjassen",
    "go_fish", "skitgubbe", "scopa",
)  # fmt: skip
"""The games of the library whose authors ask most."""
FIRST = 10
PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "ambiguities.md"
BEGIN, END = "<!-- asked: begin (make bench-asked) -->", "<!-- asked: end -->"
LIBRARY_MARKS = "<!-- asked-library: begin (make bench-asked-library) -->", "<!-- asked-library: end -->"
Figures = dict[str, int]
"""The figures of a game, by the words that stand before them in the table."""


@dataclass(frozen=True, slots=True)
class Item:
    """What an operator asks: its name, its text, and the questions of the author about the same, alike or not."""

    name: str
    operator: str
    text: str
    alike: frozenset[str]
    about: frozenset[str]


@dataclass(frozen=True, slots=True)
class Row:
    """One game: what its author asks, what the operators can ask, and what the finder does ask of that, in its order;
    `shown` is None where the finder was not run."""

    game: str
    authored: Authored
    made: tuple[Item, ...]
    shown: tuple[Item, ...] | None
    seconds: tuple[float, float] = (0.0, 0.0)
    """Of the finder: until its first finding, and until its whole report."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The author's questions that no operator makes."""
        return tuple(label for label in self.authored.texts if label not in alike(self.made))


def alike(items: Sequence[Item]) -> set[str]:
    """The author's questions that some item asks as the author does."""
    return {question for item in items for question in item.alike}


def about(items: Sequence[Item]) -> set[str]:
    """The author's questions about a rule that some item asks about, too."""
    return {question for item in items for question in item.about}


def row(name: str, plan: Plan | None, jobs: int) -> Row:
    """One game's figures."""
    text, _ = read(find_file(name))
    made = lower(parse_text(text.name, plain(text.name, text.content)))
    assert made.game is not None
    asks = authored(text.name, text.content, made.game)
    varied = variations(made, made.game, questions(made, made.game))
    items = {one.name: item for one in varied if (item := _item(made.game, one, asks)) is not None}
    items |= {one.subject: _clash(one, asks) for one in asks.ruled}
    shown, came = None, list[float]()
    if plan is not None:
        began = now()
        report = find(
            made, made.game, {}, plan, jobs=jobs, ask=True, kept=False, began=began,
            each=lambda _: came.append(now() - began),
        )  # fmt: skip
        found = [f for f in report.findings if f.kind == "variation" and f.standing == "shown"]
        clashes = [one for one in asks.ruled if any(_of(f, one) for f in report.findings)]
        shown = (*(items[one.subject] for one in clashes), *(items[f.subject] for f in found))
        came.append(now() - began)
    return Row(name, asks, tuple(items.values()), shown, (came[0], came[-1]) if came else (0.0, 0.0))


def _clash(one: Ruled, asks: Authored) -> Item:
    """That two clauses contradict each other, of which the author ruled one over the other."""
    turned = asks.turned(one)
    parts, played = concern(asks.base, turned), asks.playing(turned)
    same = frozenset(r.question for r in asks.readings if r.alike(played))
    touched = {r.question for r in asks.readings if not parts.own.isdisjoint(r.parts.own)}
    return Item(one.subject, "clash", f"Which counts, {one.edge.better} or {one.edge.worse}?", same, same | touched)


def _of(found: Finding, one: Ruled) -> bool:
    """Is it the conflict that the author ruled on?"""
    return found.kind == "clash" and {one.edge.better, one.edge.worse} <= {s.label for s in found.sources}


def _item(base: ir.Game, one: Variation, asks: Authored) -> Item | None:
    game = one.make({one.name: one.other}, False)
    if game is None:
        return None
    parts, played = concern(base, game), asks.playing(game)
    near = [reading for reading in asks.readings if reading.near(parts)]
    same = frozenset(reading.question for reading in near if reading.alike(played))
    touched = {reading.question for reading in near if not parts.own.isdisjoint(reading.parts.own)}
    return Item(one.name, one.operator, one.text, same, same | touched)


# ---------------------------------------------------------------- told


def table(rows: Sequence[Row]) -> str:
    """The figures of some games as a table in Markdown."""
    return laid_out({row.game: figures(row) for row in rows})


def laid_out(games: Mapping[str, Figures]) -> str:
    """Figures by game as a table; those that not all games have stand with the games that have them."""
    lines = ["| | " + " | ".join(games) + " | all |", "|---|" + "---|" * (len(games) + 1)]
    for words in dict.fromkeys(words for found in games.values() for words in found):
        values = [found.get(words) for found in games.values()]
        known = [value for value in values if value is not None]
        all_ = "" if words.startswith(SECONDS) else str(sum(known))
        lines.append(f"| {words} | " + " | ".join("" if v is None else str(v) for v in values) + f" | {all_} |")
    return "\n".join(lines)


SECONDS = "seconds"
"""What begins with this is not added up."""


def figures(row: Row) -> Figures:
    """What the table says of a game."""
    asks, shown = row.authored, row.shown
    found = {
        "questions of the author": len(asks.texts),
        "of these, readings that no game told apart": len(asks.untold) + len(asks.unmade),
        "edits that the operators make, and contradictions left open": len(row.made),
        "author's questions about the same rule as one of these": len(about(row.made)),
        "author's questions that one of these asks as the author does": len(alike(row.made)),
        "author's questions that no operator makes": len(row.missing),
    }
    if shown is None:
        return found
    return {
        **found,
        "of these found by play, and asked": len(shown),
        "author's questions about the same rule as an item asked": len(about(shown)),
        "author's questions that an item asks as the author does": len(alike(shown)),
        f"first {FIRST} items: about a rule that the author asks about": _some(i.about for i in shown[:FIRST]),
        f"first {FIRST} items: asked as the author does": _some(i.alike for i in shown[:FIRST]),
        f"{SECONDS} until the first finding": round(row.seconds[0]),
        f"{SECONDS} until the whole report": round(row.seconds[1]),
    }


def _some(sets: Iterator[frozenset[str]]) -> int:
    return sum(map(bool, sets))


def details(one: Row) -> Iterator[str]:
    """What was asked and what was not, a line each."""
    for number, item in enumerate(one.made if one.shown is None else one.shown, 1):
        told = f"= {', '.join(sorted(item.alike))}" if item.alike else f"~ {', '.join(sorted(item.about))}"
        yield f"{number:4}. {item.name} ({item.operator}): {item.text} {told if item.about else '-'}"
    for label in one.missing:
        yield f"  no operator makes {label}: {one.authored.texts[label]}"
        for reading in (r for r in one.authored.readings if r.question == label):
            parts = ", ".join(f"{name} of {kind}" for kind, name in sorted(reading.parts.own))
            yield f"      {reading.name}: {parts}"
    yield f"  no plain file for: {', '.join(one.authored.unmade) or 'none'}"
    yield f"  no game tells apart: {', '.join(one.authored.untold) or 'none'}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="the four rulebooks where none is named")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds of the finder for each game")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--operators", action="store_true", help="what the operators make; the finder is not run")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--library", action="store_true", help="the twelve library games whose authors ask most")
    parser.add_argument(
        "--figures", type=Path, help="keep the figures of each game in this file, and take them from it"
    )
    parser.add_argument("--page", action="store_true", help="write the table into the docs")
    args = parser.parse_args(arguments)
    kept: dict[str, Figures] = json.loads(args.figures.read_text()) if args.figures and args.figures.exists() else {}
    games = args.games or (LIBRARY if args.library else GAMES)
    for name in games:
        if name in kept:
            continue
        one = row(name, None if args.operators else Plan(args.budget), args.jobs)
        kept[name] = figures(one)
        if args.figures:
            args.figures.write_text(json.dumps(kept, indent=1))
        if args.details:
            print(name, *details(one), sep="\n", flush=True)
    told = laid_out({name: kept[name] for name in games})
    print(told)
    if args.page:
        budget = "" if args.operators else f" The finder had {args.budget:.0f} seconds for each game."
        begin, end = LIBRARY_MARKS if args.library else (BEGIN, END)
        into_page(f"{begin}\n{machine()}.{budget}\n\n{told}\n{end}", begin, end, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
