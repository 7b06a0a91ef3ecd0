"""The verdicts of the last verification beside the lines that they are about, and whether they still hold.

A verdict is of one text. Where the rules have been changed since, it is stale: it stays in sight, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hoyle.editor.analysis import Analysis
from hoyle.editor.format.clauses import clauses_of
from spec import syntax as s
from spec.text.source import Span

SIGNS = {"proved": "✓", "checked": "✓", "tested": "✓", "refuted": "✗", "unknown": "?"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run says of one claim, example or rule of safety."""

    code: str
    verdict: str
    about: str
    """The claim's label or the example's title; '' of what is about no one line."""
    line: str
    """The text of the line that it is about; '' where there is none."""
    told: str
    """Why, in a sentence."""

    @property
    def short(self) -> str:
        """The verdict as it stands beside its line."""
        return f"{SIGNS.get(self.verdict, '?')} {self.verdict}"


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts of one run, and the words of the rules that they are of."""

    words: tuple[str, ...]
    found: tuple[Verdict, ...]
    whole: bool = True
    """Of all that is verified, not of the examples alone."""

    def stale(self, analysis: Analysis) -> bool:
        """Have the rules been changed since? Comments and blanks are no rules."""
        return self.words != words_of(analysis)


def words_of(analysis: Analysis) -> tuple[str, ...]:
    """The words of a text, without comments and blanks; of one with faults, the text itself."""
    if analysis.file.broken:
        return (analysis.content,)
    return tuple(word.text for clause in clauses_of(analysis.content) for word in clause.words)


def verdicts_of(analysis: Analysis, records: Sequence[Mapping[str, Any]], only: str = "") -> Verdicts:
    """The verdicts that `hoyle verify --json` printed of a text; `only` those of one code."""
    kept = [record for record in records if only in ("", record["code"])]
    return Verdicts(words_of(analysis), tuple(_verdict(analysis, record) for record in kept), whole=not only)


def _verdict(analysis: Analysis, record: Mapping[str, Any]) -> Verdict:
    span = next(iter(record["span"]), None)
    line = "" if span is None else analysis.text.line(span["line"])
    witness = record.get("witness") or {}
    told = " ".join(str(x) for x in witness.get("position", ())[-1:]) or str(record["scope"])
    return Verdict(record["code"], record["verdict"], next(iter(record["clauses"]), ""), line, told)


@dataclass(frozen=True, slots=True)
class Lens:
    """A line above a part of the text: a title, and what a push on it runs; '' where it only tells."""

    span: Span
    title: str
    command: str = ""
    argument: str = ""


def lenses(analysis: Analysis, verdicts: Verdicts | None) -> Iterator[Lens]:
    """What can be run above each part of the text, and what the last run said of it."""
    stale = verdicts is not None and verdicts.stale(analysis)
    for section in analysis.file.sections:
        match section:
            case s.GameSection(title=title):
                yield Lens(title.span, _summary(verdicts, stale=stale) or "Verify this game", "hoyle.verify")
                yield Lens(title.span, "Find ambiguities", "hoyle.ambiguities")
            case s.ExampleSection(title=title):
                yield Lens(
                    title.span,
                    _told(verdicts, "example", title.text, stale=stale) or "Play this example",
                    "hoyle.example",
                    title.text,
                )
            case s.ClaimSection(head):
                said = _told(verdicts, "claim", head.name.text, stale=stale)
                yield Lens(head.span, said or "Verify this claim", "hoyle.verify")
            case s.QuestionSection(head, readings=readings):
                found = analysis.index.at(head.span.start)
                uses = 0 if found is None else len(analysis.index.of(found.symbol)) - 1
                counted = f"{_many(len(readings), 'reading')}, {_many(uses, 'use')}"
                yield Lens(head.span, f"{counted}: compare what they change", "hoyle.ambiguities")
            case _:
                pass


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _summary(verdicts: Verdicts | None, *, stale: bool) -> str:
    if verdicts is None or not verdicts.whole:
        return ""
    refuted, unknown = (sum(v.verdict == word for v in verdicts.found) for word in ("refuted", "unknown"))
    holds = len(verdicts.found) - refuted - unknown
    parts = [f"✗ {refuted} refuted" if refuted else "", f"? {unknown} unknown" if unknown else "", f"✓ {holds} hold"]
    return ", ".join(filter(None, parts)) + _before(stale)


def _told(verdicts: Verdicts | None, code: str, about: str, *, stale: bool) -> str:
    found = None if verdicts is None else next((v for v in verdicts.found if v.about == about and code in v.code), None)
    return "" if found is None else found.short + _before(stale)


def _before(stale: bool) -> str:
    return " (before your last changes; push to verify again)" if stale else ""
