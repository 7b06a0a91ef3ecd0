"""The verdicts of verifications beside the claims, examples and clauses that they are about."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from hoyle.editor.analysis import Analysis
from hoyle.editor.results.versions import Anchor, anchor_of
from hoyle.report.sorted import TECHNIQUES
from hoyle.report.wording import ORDER

SIGNS = {"proved": "✓", "checked": "✓", "tested": "✓", "refuted": "✗", "unknown": "?"}
LONGEST = 160
"""So many letters are told of why something is undecided."""
MOST_MOVES = 6
"""So many moves of a counterexample are told with it, the last ones."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run says of one claim, example or rule of safety."""

    code: str
    verdict: str
    about: str
    """The claim's label or the example's title; '' of what is about no one line."""
    anchor: Anchor | None
    told: str
    """Why, in a sentence."""
    version: str
    """What it depends on: see `Version.of`."""
    moves: tuple[str, ...] = ()
    log: str = ""
    """The play that shows it, as `hoyle replay` plays it again; '' where there is none."""
    content: str = ""
    """The text of which all this is, by whose rules the play is."""

    @property
    def key(self) -> tuple[str, str]:
        return self.code, self.about

    @property
    def short(self) -> str:
        """The verdict as it stands beside its line."""
        return f"{SIGNS.get(self.verdict, '?')} {self.verdict}"

    @property
    def course(self) -> str:
        """The last moves of its play."""
        if not self.moves:
            return ""
        return f"after {'... ' if len(self.moves) > MOST_MOVES else ''}{'; '.join(self.moves[-MOST_MOVES:])}"

    def stale(self, analysis: Analysis) -> bool:
        """Has what it depends on been changed since?"""
        return self.version != analysis.version.of(self.code, self.about)


def verdicts_of(analysis: Analysis, records: Sequence[Mapping[str, Any]]) -> tuple[Verdict, ...]:
    """The verdicts that `hoyle verify --json` printed of a text; not that some technique had too little time."""
    return tuple(
        _verdict(analysis, record)
        for record in records
        if record["verdict"] != "unknown" or record["code"] not in TECHNIQUES
    )


def _undecided(code: str, sentence: str, why: str) -> str:
    if code == "order":
        return f"{sentence.partition(':')[0]}: {ORDER}"
    return f"{sentence}: {shorten(why, LONGEST, placeholder=' …')}"


def _verdict(analysis: Analysis, record: Mapping[str, Any]) -> Verdict:
    span = next(iter(record["span"]), None)
    witness = record.get("witness") or {}
    told = " ".join(str(x) for x in witness.get("position", ())[-1:]) or str(record["scope"])
    if record["verdict"] == "unknown":
        told = _undecided(str(record["code"]), str(record["sentence"]), str(record["scope"]))
    code, about = str(record["code"]), str(next(iter(record["clauses"]), ""))
    log = witness.get("log")
    return Verdict(
        code,
        str(record["verdict"]),
        about,
        None if span is None else anchor_of(analysis.text, span["line"]),
        told,
        analysis.version.of(code, about),
        tuple(map(str, witness.get("moves", ()))),
        json.dumps(log) if log else "",
        analysis.content,
    )
