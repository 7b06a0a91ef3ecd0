"""Tells which open points were found without being told, and as what; the others only an author can name.

Leaves finding conflicts to `verify.ambiguity.find.conflicts` and what is left of a point without a reading to
`verify.ambiguity.find.missing_questions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from spec.ir import nodes as ir
from verify.ambiguity.find.missing_questions import pairs_decided, varying
from verify.ambiguity.report.finding import Finding, Kind

SHOWS: tuple[Kind, ...] = ("gap", "stuck", "undefined", "overflow", "endless", "no-end")
WORDS = "the readings have the same clauses, and differ in what words and effects mean"
CLAUSES = (
    "the readings have different clauses, and none of these clauses was seen to contradict another or to be missing"
)


def with_provenance(found: Sequence[Finding], games: Mapping[str, Mapping[str, ir.Game]]) -> tuple[Finding, ...]:
    """The findings; those of open points say as what they were found too. `games`: by question, then by reading; of a
    question without them nothing is said."""
    ways = {label: tuple(_ways(label, made, found)) for label, made in games.items()}
    return tuple(_told(f, games, ways) if f.kind == "question" else f for f in found)


def question_of(finding: Finding) -> str:
    """The question of which two readings are told apart."""
    return finding.subject.partition(":")[0]


def _told(finding: Finding, games: Mapping[str, Mapping[str, ir.Game]], ways: Mapping[str, tuple[str, ...]]) -> Finding:
    label = question_of(finding)
    if label not in games:
        return finding
    if ways[label]:
        return replace(finding, found_as=ways[label])
    made = games[label]
    return replace(finding, only_asked=CLAUSES if varying(made) or pairs_decided(made) else WORDS)


def _ways(label: str, games: Mapping[str, ir.Game], found: Sequence[Finding]) -> Iterator[str]:
    differ, decides = varying(games), pairs_decided(games)
    for finding in found:
        if finding.origin != "found" or finding.standing != "shown":
            continue
        if finding.kind in ("clash", "ends-collide"):
            part = finding.subject.rpartition(" of ")[2]
            labels = frozenset(finding.clauses)
            if (part, labels) in decides or any((part, one) in differ for one in labels):
                yield f"the {finding.kind} of {finding.subject}"
            elif label in labels:
                yield f"a {finding.kind}: {finding.subject}"
        elif finding.kind in SHOWS and label in finding.clauses:
            yield f"a {finding.kind}: {finding.subject}"
