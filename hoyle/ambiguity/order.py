"""What stands where in every form of the report: what needs a ruling, what is undecided, what is settled, measurements.

Leaves the words of a finding to `hoyle.ambiguity.words`, and showing to the modules beside this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from engine.interpreter.interpreter import Interpreter
from hoyle.english.sentences import Sentences
from hoyle.misreadings.draft import Asked
from spec.ir import nodes as ir
from spec.text.source import Text
from verify.ambiguity.find.missing_questions import LEFT_OPEN
from verify.ambiguity.report.finding import DEFECTS, TITLES, Finding, Kind
from verify.ambiguity.report.outcome import Report

Section = Literal[
    "open", "asked", "unknown", "settled", "question", "ruling", "same", "difference", "note", "unasked"
]  # fmt: skip
SECTIONS: dict[Section, str] = {
    "open": "Needs a ruling",
    "asked": "Hoyle asks: rules that people may read in another way, those most worth a ruling first",
    "unknown": "Undecided",
    "settled": "Settled: problems of the rules as written that the file resolves",
    "question": "Your questions, by what they change",
    "ruling": "What your rulings of one clause over another settle",
    "same": "Your questions without effect: the readings are proved equal",
    "difference": "Differences",
    "note": "Notes: clauses that change nothing, and moves without a choice",
    "unasked": "Hoyle does not ask: other readings that were not told apart, or that nobody could play by",
}
FILE_ONLY: tuple[Kind, ...] = ("claim-false", "claim-vacuous", "example-wrong")
"""What is looked for only under the rulings, since the file says it of the game as ruled."""
COMPARED: tuple[Kind, ...] = ("difference", "wording")
"""What is found of two games that are held against each other."""
LOOKED_FOR: tuple[Kind, ...] = (*DEFECTS, "same-move", "claim-vacuous")


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to read about: a finding, or all that was found of a question's readings, what matters most first.

    `left` is what play without any reading of the question comes to, which is no play of anybody's.
    """

    number: int
    section: Section
    findings: tuple[Finding, ...]
    left: tuple[Finding, ...] = ()

    @property
    def head(self) -> Finding:
        """What stands for all of it."""
        return self.findings[0]

    @property
    def question(self) -> str:
        """The question that it is about, '' where it is about none."""
        return question_of(self.head) if self.head.kind == "question" else ""

    @property
    def name(self) -> str:
        """What it is asked for by: its question or subject, which stays the same where another run finds more; its
        number where it has neither."""
        named = self.question or self.head.subject
        return named if named.isidentifier() else str(self.number)

    def about(self, word: str) -> bool:
        """Is it what somebody means by a word: a question, a clause, or the words of its title?"""
        names = {self.question, *(name for f in self.findings for name in (f.subject, *f.clauses))}
        return word in names


@dataclass(frozen=True)
class Told:
    """A report with what its forms need: the rule file, the game, how it was called, the command that repeats it."""

    report: Report
    text: Text
    game: ir.Game | None
    head: str
    called: str
    again: str
    asked: Mapping[str, Asked] = field(default_factory=dict)
    """What Hoyle asks by itself, by name, with the edits that write it into the file."""
    unasked: int = 0
    """So many further questions Hoyle could try out."""
    options: str = ""
    """With which options the report was called, besides the game."""

    def command(self, item: str = "", more: str = "") -> str:
        """How the report is called, or one item of it; what is asked for stands before the options."""
        return " ".join(filter(None, ["hoyle ambiguities", self.called, item, self.options, more]))

    @cached_property
    def questions(self) -> dict[str, ir.Question]:
        """The questions of the file by their labels."""
        return {} if self.game is None else {q.source.label: q for q in self.game.questions}

    @property
    def as_written(self) -> bool:
        """Was no ruling read?"""
        return self.game is not None and "as_written" in dict(self.game.settings)

    @cached_property
    def _sentences(self) -> Sentences | None:
        return None if self.game is None else Sentences(Interpreter(self.game))

    def said(self, source: ir.Source) -> str:
        """What a clause says in English; of what has no sentence, the line that its author wrote."""
        s = self._sentences
        if s is not None and source.clause.as_written() in {one.as_written() for one in s.clauses()}:
            return s.clause(source, cited=False)
        start = self.text.content.rfind("\n", 0, source.span.start) + 1
        line = self.text.content[start:].partition("\n")[0]
        return re.sub(r"\s#[^\"]*$", "", line).strip()

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """All items in their order, with their numbers."""
        groups: dict[tuple[Section, str], list[Finding]] = {}
        left: dict[str, list[Finding]] = {}
        asked = {question_of(f) for f in self.report.findings if f.kind == "question"}
        for number, finding in enumerate(self.report.findings):
            name = finding.subject.removesuffix(LEFT_OPEN)
            if artefact(finding) and name in asked:
                left.setdefault(name, []).append(finding)
            else:
                key = question_of(finding) if finding.kind == "question" else f"{number}"
                groups.setdefault((self.section_of(finding), key), []).append(finding)
        ordered = sorted(groups.items(), key=lambda pair: list(SECTIONS).index(pair[0][0]))
        return tuple(
            Item(number, section, tuple(found), tuple(left.get(key, ())))
            for number, ((section, key), found) in enumerate(ordered, 1)
        )

    def section_of(self, finding: Finding) -> Section:
        """The section in which a finding stands here: a question that differs and has no ruling needs one."""
        unruled = finding.kind == "question" and self.is_unruled(question_of(finding))
        return "open" if unruled and section_of(finding) == "question" else section_of(finding)

    def is_unruled(self, question: str) -> bool:
        """Has a question of the file no ruling?"""
        return question in self.questions and not self.questions[question].ruled

    def of(self, section: Section) -> list[Item]:
        """The items of a section."""
        return [item for item in self.items if item.section == section]

    @property
    def compares(self) -> bool:
        """Is it about what differs between two games?"""
        return any(f.kind in COMPARED for f in self.report.findings)

    @property
    def verdict(self) -> str:
        """The one line that everybody reads."""
        if self.compares:
            return self._compared()
        open_ = [item for item in self.of("open") if item.head.open_defect and not artefact(item.head)]
        unruled, unknown = len(self.of("open")) - len(open_), len(self.of("unknown"))
        told = [_open(open_)] if open_ else []
        told += [f"{_count(unruled, 'question')} of yours {_has(unruled)} no ruling"] if unruled else []
        told += [f"{_count(unknown, 'point')} undecided"] if unknown else []
        if self.report.stopped or (self.report.cut and not unknown):
            told.append("stopped before the end" if self.report.stopped else "some checks did not finish in time")
        if not told:
            return "Nothing is open"
        first = "OPEN" if open_ or unruled else "UNDECIDED: nothing open was found"
        return f"{first}{': ' if open_ or unruled else ', '}{', '.join(told)}"

    def _compared(self) -> str:
        count = sum(f.standing == "shown" for f in self.report.findings)
        if any(f.kind == "difference" and f.standing == "proved" for f in self.report.findings):
            return "the two are the same game"
        if not count:
            return "UNDECIDED: no difference was found, and the two are not proved to be the same game"
        unknown = sum(f.standing == "unknown" for f in self.report.findings)
        undecided = f", {_count(unknown, 'point')} undecided" if unknown else ""
        return f"{_count(count, 'difference')} found{undecided}"

    @property
    def to_finish(self) -> str:
        """What to do about the checks that were cut short."""
        if not self.report.cut:
            return ""
        return "run it again" if self.report.stopped else "run it again with more seconds as --budget"

    def found_too(self) -> tuple[int, int]:
        """How many of the author's questions were also found automatically, and how many there are."""
        asked = {question_of(f): also_found(f) for f in self.report.findings if f.kind == "question"}
        return sum(map(bool, asked.values())), len(asked)

    def not_found(self) -> list[str]:
        """What was looked for and not found, each in a few words."""
        if self.compares:
            return []
        found = {f.kind for f in self.report.findings if not artefact(f)}
        kinds = [k for k in LOOKED_FOR if k not in found and not (self.as_written and k in FILE_ONLY)]
        return [TITLES[kind].split(",")[0] for kind in kinds]


def section_of(finding: Finding) -> Section:
    """The section in which a finding stands by itself."""
    if finding.kind == "variation":
        return "asked" if finding.standing == "shown" else "unknown" if finding.standing == "unknown" else "unasked"
    if finding.standing == "unknown":
        return "unknown"
    if finding.kind == "interaction" and finding.asked_by:
        return "asked"
    if finding.open_defect:
        return "open"
    if finding.kind in COMPARED:
        return "difference"
    if finding.kind == "question":
        return "same" if finding.standing == "proved" else "unknown" if finding.standing == "tested" else "question"
    if finding.kind in ("ruling", "idle-ruling"):
        return "ruling"
    if finding.settled and finding.kind != "interaction":
        return "settled"
    return "question" if finding.kind == "interaction" else "note"


def artefact(finding: Finding) -> bool:
    """Does it come up only where no reading of a question is in force, or all of them are, which nobody would play?"""
    return finding.subject.endswith(LEFT_OPEN)


def also_found(finding: Finding) -> tuple[str, ...]:
    """As what a question was found automatically, in play that somebody could have."""
    return tuple(way for way in finding.found_as if not way.endswith(LEFT_OPEN))


def question_of(finding: Finding) -> str:
    """The question of which two readings are told apart."""
    return finding.subject.partition(":")[0]


def ways(told: Told, item: Item) -> Iterator[ir.Reading]:
    """The readings of an item's question."""
    if item.question in told.questions:
        yield from told.questions[item.question].readings


def _open(items: list[Item]) -> str:
    kinds = {item.head.kind for item in items}
    places = _count(len(items), "place")
    return f"{places} where {TITLES[kinds.pop()]}" if len(kinds) == 1 else f"{places} need a ruling"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _has(number: int) -> str:
    return "has" if number == 1 else "have"
