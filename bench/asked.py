"""How much of what careful authors asked the finder asks by itself: `python -m bench.asked [GAME ...] [--budget N]`.

Each rule file is made plain (`bench.plain`): without its questions, readings and rulings. What `hoyle ambiguities
--ask` asks of the plain file is held against what the author asked. An author's question counts as asked where an
item that play tells apart changes a clause, word or step that the question changes too; and as asked alike where the
item plays as one of the author's other readings does: by the same rules, or not told apart in the games that tell the
item from the plain file. Leaves the search to `hoyle.ambiguity.run`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.plain import plain, ruled
from engine.interpreter.interpreter import Interpreter
from hoyle.ambiguity.run import find
from hoyle.misreadings.variations import questions, variations
from hoyle.sources.files import find as find_file
from hoyle.sources.files import lower, parse_text, read
from spec.ir import nodes as ir
from verify.ambiguity.compare.change_impact import Concern, change_impact, concern
from verify.ambiguity.compare.variations import plays_alike
from verify.ambiguity.run.context import Plan, Variation

GAMES = ("corners", "pigeon", "reserve", "twentyone")
FIRST = 10
HELD = 24
"""So many games of a variation are held against the author's reading."""


@dataclass(frozen=True, slots=True)
class Other:
    """A reading that an author wrote down and did not rule for, as a game of its own, and what it changes."""

    question: str
    reading: str
    game: ir.Game
    parts: Concern


@dataclass(frozen=True, slots=True)
class Item:
    """What the finder asks: its name, its text, and the questions of the author about the same, alike or not."""

    name: str
    text: str
    alike: frozenset[str]
    about: frozenset[str]


@dataclass(frozen=True, slots=True)
class Row:
    """One game: the questions of its author, those that no plain file can be made for, and what the finder asks."""

    game: str
    asked: tuple[str, ...]
    unmade: tuple[str, ...]
    items: tuple[Item, ...]
    drafts: int

    def found(self, items: Sequence[Item]) -> tuple[int, int]:
        """Of the author's questions those asked alike, and those that some item is about."""
        alike = {q for item in items for q in item.alike}
        return len(alike), len(alike | {q for item in items for q in item.about})


def others(name: str, content: str, base: ir.Game) -> Iterator[Other | str]:
    """Every reading of the author that is not in force, as a plain game; the question's name where none can be made."""
    loaded = lower(parse_text(name, content))
    assert loaded.game is not None
    chosen = ruled(loaded)
    for question in loaded.game.questions:
        label = question.source.label
        for reading in question.readings:
            if reading.source.label == chosen[label]:
                continue
            try:
                game = lower(parse_text(name, plain(name, content, {label: reading.source.label}))).game
            except (AssertionError, ValueError):
                game = None
            if game is None:
                yield label
            else:
                yield Other(label, reading.source.label, game, concern(base, game))


def row(name: str, plan: Plan, jobs: int) -> Row:
    """One game's figures."""
    text, _ = read(find_file(name))
    made = lower(parse_text(text.name, plain(text.name, text.content)))
    assert made.game is not None
    found = list(others(text.name, text.content, made.game))
    readings = [one for one in found if isinstance(one, Other)]
    asked = tuple(dict.fromkeys(one if isinstance(one, str) else one.question for one in found))
    unmade = tuple(q for q in asked if q not in {one.question for one in readings})
    report = find(made, made.game, {}, plan, jobs=jobs, ask=True)
    varied = {one.name: one for one in variations(made, made.game, questions(made, made.game))}
    shown = [f for f in report.findings if f.kind == "variation" and f.standing == "shown"]
    items = tuple(_item(made.game, varied[f.subject], readings) for f in shown)
    return Row(name, asked, unmade, items, len(varied))


def _item(base: ir.Game, one: Variation, readings: Sequence[Other]) -> Item:
    game = one.make({one.name: one.other}, False)
    assert game is not None
    parts = concern(base, game)
    near = [other for other in readings if not parts.own.isdisjoint(other.parts.own)]
    alike = {other.question for other in near if _alike(base, game, other.game)}
    return Item(one.name, one.text, frozenset(alike), frozenset(other.question for other in near))


def _alike(base: ir.Game, one: ir.Game, two: ir.Game) -> bool:
    """Do two games that differ from a third play alike, in games in which the first can be told from it?"""
    if change_impact(one, two).nothing:
        return True
    try:
        return plays_alike(one, two, Interpreter(base), range(HELD))
    except (KeyError, IndexError, ValueError):
        return False


def table(rows: Sequence[Row]) -> str:
    """The figures as a table in Markdown."""
    lines = [
        "| | " + " | ".join(r.game for r in rows) + " | all |",
        "|---|" + "---|" * (len(rows) + 1),
    ]

    def line(words: str, values: Sequence[int]) -> None:
        lines.append(f"| {words} | " + " | ".join(map(str, (*values, sum(values)))) + " |")

    line("questions of the author", [len(r.asked) for r in rows])
    line("edits that the operators make", [r.drafts for r in rows])
    line("of these told apart by play, and asked", [len(r.items) for r in rows])
    line("author's questions about the same rule as an item", [r.found(r.items)[1] for r in rows])
    line("of these with an item that plays as a reading of the author", [r.found(r.items)[0] for r in rows])
    line(f"of the first {FIRST} items: about a rule that the author asked about", [
        sum(bool(i.about) for i in r.items[:FIRST]) for r in rows
    ])  # fmt: skip
    line("of these: as one of the author's readings", [sum(bool(i.alike) for i in r.items[:FIRST]) for r in rows])
    return "\n".join(lines)


def details(one: Row) -> Iterator[str]:
    """What was asked and what was not, a line each."""
    for number, item in enumerate(one.items, 1):
        told = f"= {', '.join(sorted(item.alike))}" if item.alike else f"~ {', '.join(sorted(item.about))}"
        yield f"{number:4}. {item.name}: {item.text} {told if item.about else '-'}"
    missed = set(one.asked) - {q for item in one.items for q in item.about}
    yield f"  not asked: {', '.join(sorted(missed))}"
    if one.unmade:
        yield f"  no plain file for: {', '.join(one.unmade)}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--budget", type=float, default=240.0)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)
    rows = []
    for name in args.games:
        rows.append(row(name, Plan(args.budget), args.jobs))
        print(name, *details(rows[-1]), sep="\n", flush=True)
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
