"""What a search for ambiguities found beside the clauses, questions and rulings that it is about."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hoyle.editor.analysis import Analysis
from hoyle.editor.results.versions import Anchor, anchor_of

QUESTIONS, RULINGS = ("question",), ("ruling", "idle-ruling")
"""Kinds that are told above their questions and rulings, and are no fault."""
NOTES = (
    "dead", "shadowed", "implied", "forced", "never-forced", "restated", "same-definition", "unused", "same-move",
    "interaction",
)  # fmt: skip
"""Kinds that somebody may want to look at."""


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that was found, or asked: what it is about, and what comes of it in a sentence.

    `share`: in how many of the games it came up, from 0 to 1; None where none were played for it.
    """

    kind: str
    title: str
    subject: str
    sentence: str
    open: bool
    standing: str
    anchors: tuple[Anchor, ...]
    version: str
    share: float | None = None
    log: str = ""
    content: str = ""
    """The text of which all this is, by whose rules the play is."""

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.subject

    @property
    def short(self) -> str:
        """What it came to, in a few words."""
        if self.standing == "proved":
            return "proved to change nothing"
        if self.standing == "unknown":
            return "no difference was seen, and equality not proved"
        if self.share is None:
            return self.sentence
        part = 100 * self.share
        return f"differs in {part:.0f}% of games" if part >= 1 else f"differs in {part:.2g}% of games"

    def stale(self, analysis: Analysis) -> bool:
        """Have the rules been changed since?"""
        return self.version != analysis.version.of()


def found_of(analysis: Analysis, records: Sequence[Mapping[str, Any]]) -> tuple[Found, ...]:
    """What `hoyle ambiguities --json` printed of a text."""
    return tuple(_found(analysis, record) for record in records)


def _found(analysis: Analysis, record: Mapping[str, Any]) -> Found:
    log = (record.get("witness") or {}).get("log")
    shares = [share["share"] for share in record["shares"]]
    return Found(
        str(record["kind"]),
        str(record["title"]),
        str(record["subject"]),
        str(record["sentence"]),
        bool(record["open"]),
        str(record["standing"]),
        tuple(anchor_of(analysis.text, place["line"]) for place in record["span"]),
        analysis.version.of(),
        max(shares, default=None),
        json.dumps(log) if log else "",
        analysis.content,
    )
