"""The findings as SARIF keep to the structure that the standard lays down, so far as it concerns what is written."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from hoyle.ambiguity.data import to_sarif
from hoyle.ambiguity.order import Told
from spec.ir import nodes as ir
from spec.text.source import Span, Text
from verify.ambiguity.report.finding import Film, Finding, Picture
from verify.ambiguity.report.outcome import Report

TEXT_ONLY: dict[str, Any] = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
REGION: dict[str, Any] = {
    "type": "object",
    "properties": {
        name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn", "endLine", "endColumn")
    },
    "required": ["startLine"],
}
LOCATION: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "minimum": -1},
        "message": TEXT_ONLY,
        "physicalLocation": {
            "type": "object",
            "properties": {
                "artifactLocation": {"type": "object", "properties": {"uri": {"type": "string"}}, "required": ["uri"]},
                "region": REGION,
            },
            "required": ["artifactLocation"],
        },
    },
}
RESULT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": -1},
        "kind": {"enum": ["notApplicable", "pass", "fail", "review", "open", "informational"]},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": TEXT_ONLY,
        "locations": {"type": "array", "items": LOCATION},
        "relatedLocations": {"type": "array", "items": LOCATION, "uniqueItems": True},
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
        "properties": {"type": "object"},
    },
    "required": ["message", "ruleId", "locations"],
    "additionalProperties": False,
    # 3.27.10 of the standard: what is no failure has no level.
    "if": {"properties": {"kind": {"not": {"const": "fail"}}}},
    "then": {"properties": {"level": {"const": "none"}}},
    "else": {"properties": {"level": {"enum": ["note", "warning", "error"]}}},
}
RULE: dict[str, Any] = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "shortDescription": TEXT_ONLY},
    "required": ["id"],
}
RUN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "tool": {
            "type": "object",
            "properties": {
                "driver": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}, "rules": {"type": "array", "items": RULE}},
                    "required": ["name"],
                }
            },
            "required": ["driver"],
        },
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "invocations": {"type": "array", "items": {"type": "object", "required": ["executionSuccessful"]}},
        "results": {"type": "array", "items": RESULT},
    },
    "required": ["tool"],
}
SARIF: dict[str, Any] = {
    "type": "object",
    "properties": {"version": {"const": "2.1.0"}, "runs": {"type": "array", "items": RUN}},
    "required": ["version", "runs"],
}
"""The part of the structure of SARIF 2.1.0 that is used here."""

RULES = Text("small.hoyle", "first line\nsecond line\n")
ONE, TWO = ir.Source("one", ("Play/1",), Span(0, 5)), ir.Source("two", (), Span(11, 17))
FILM = Film((), True, "", (), (Picture("", (), (), "player 1", "act"),))
FINDINGS = (
    Finding("clash", "one and two", "they disagree", "found", "shown", (ONE, TWO), film=FILM),
    Finding("clash", "two and one", "they disagree", "found", "shown", (TWO, ONE), film=FILM, settled="a ruling"),
    Finding("question", "q: a or b", "not decided", "authored", "unknown", (ONE,), reason="no time"),
    Finding("no-end", "every game", "no end", "found", "tested", (), "10 games"),
    Finding("difference", "no difference", "the same", "found", "proved", scope="all positions"),
)


def test_every_kind_of_finding_fits_the_standard() -> None:
    told = json.loads(to_sarif(FINDINGS, RULES, "again"))
    jsonschema.validate(told, SARIF)
    (run,) = told["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[r["ruleIndex"]] for r in run["results"]] == [f.kind for f in FINDINGS]
    assert [r["level"] for r in run["results"]] == ["error", "none", "none", "error", "none"]
    lines = [r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in run["results"][:2]]
    assert lines == [1, 2]


@pytest.mark.parametrize("broken", [{"kind": "wrong"}, {"level": "error", "kind": "review"}, {"message": "words"}])
def test_what_does_not_fit_is_noticed(broken: dict[str, Any]) -> None:
    told = json.loads(to_sarif(FINDINGS, RULES, "again"))
    told["runs"][0]["results"][0].update(broken)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(told, SARIF)


def test_two_games_that_are_not_told_apart_are_not_called_the_same() -> None:
    apart = Finding("difference", "low", "they differ", "found", "shown", film=FILM)
    undecided = Finding("difference", "high", "not decided", "found", "unknown", reason="no time")
    said = [
        Told(Report(found, (), 1.0, 1.0, 0, 1), RULES, None, "a and b", "a b", "again").verdict
        for found in ((undecided,), (apart, undecided), (apart,), (FINDINGS[-1],))
    ]
    assert said == [
        "UNDECIDED: no difference was found, and the two are not proved to be the same game",
        "1 difference found, 1 point undecided", "1 difference found", "the two are the same game",
    ]  # fmt: skip
