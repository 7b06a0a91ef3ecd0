"""The report as JSON, and as SARIF for code hosts and editors.

Leaves the words to `hoyle.ambiguity.words`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from engine.targets.escape import as_json
from hoyle.ambiguity.words import lines_of
from hoyle.report.sarif import document, location
from spec.text.source import Span, Text
from verify.ambiguity.report.finding import TITLES, Film, Finding
from verify.ambiguity.report.outcome import Report


def record(finding: Finding, text: Text) -> dict[str, Any]:
    """A finding as a JSON object."""
    places = []
    for source in finding.sources:
        line, column = text.position(source.span.start)
        places.append({"file": text.name, "line": line, "column": column})
    return {
        "kind": finding.kind,
        "title": TITLES[finding.kind],
        "subject": finding.subject,
        "sentence": finding.sentence,
        "origin": finding.origin,
        "found_as": list(finding.found_as),
        "only_asked": finding.only_asked,
        "standing": finding.standing,
        "open": finding.open_defect,
        "clauses": list(finding.clauses),
        "citations": list(finding.citations),
        "span": places,
        "scope": finding.scope,
        "reason": finding.reason,
        "settled": finding.settled,
        "notes": list(finding.notes),
        "rank": round(finding.often * finding.much, 4),
        "shares": [
            {
                "playing": s.playing,
                "games": s.games,
                "share": s.interval.share,
                "low": s.interval.low,
                "high": s.interval.high,
            }
            for s in finding.shares
        ],
        "change": None if finding.change is None else asdict(finding.change),
        "witness": None if finding.film is None else _witness(finding.film),
    }


def _witness(film: Film) -> dict[str, Any]:
    return {
        "settings": dict(film.settings),
        "as_written": film.as_written,
        "moves": list(film.moves),
        "position": asdict(film.pictures[-1]),
        "sides": {name: asdict(picture) for name, picture in film.sides},
        "log": json.loads(film.log) if film.log else None,
    }


def to_json(report: Report, text: Text, again: str) -> str:
    """The whole report as JSON."""
    told = {
        "findings": [record(f, text) for f in report.findings],
        "cut": list(report.cut),
        "stopped": report.stopped,
        "seconds": round(report.seconds, 2),
        "clock": round(report.clock, 2),
        "reproduce": again,
    }
    return as_json(told, indent=2)


def to_sarif(findings: Sequence[Finding], text: Text, again: str) -> str:
    """The findings as SARIF, each at the places of its clauses."""
    kinds = list(dict.fromkeys(f.kind for f in findings))
    rules: list[dict[str, Any]] = [{"id": kind, "shortDescription": {"text": TITLES[kind]}} for kind in kinds]
    results = []
    for finding in findings:
        level = "error" if finding.open_defect else "none"
        places = [location(s.span, text, s.told) for s in finding.sources] or [
            location(Span(0, 0), text, finding.subject)
        ]
        results.append(
            {
                "ruleId": finding.kind,
                "ruleIndex": kinds.index(finding.kind),
                "kind": "fail" if level == "error" else "open" if finding.standing == "unknown" else "review",
                "level": level,
                "message": {"text": "\n".join([finding.subject, *lines_of(finding)])},
                "locations": places[:1],
                "relatedLocations": [{**place, "id": number} for number, place in enumerate(places[1:], 1)],
                "partialFingerprints": {"finding/v1": f"{finding.kind}/{finding.subject}"},
                "properties": {"origin": finding.origin, "standing": finding.standing, "settled": finding.settled},
            }
        )
    return document(rules, results, again)
