"""Results as SARIF 2.1.0, the form in which code hosts and editors show findings beside the text.

Leaves writing the file to the command.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from engine.targets.escape import as_json
from hoyle.report.junit import details
from hoyle.report.records import Run
from spec.text.source import Span, Text
from verify.obligations.verdict import INTERNAL, MEANING, Result

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(results: Sequence[Result], run: Run) -> str:
    """The whole file. Refuted is an error, unknown is `open`, all else is `pass`; each at its clauses' spans."""
    codes = list(dict.fromkeys(r.obligation.code for r in results))
    sentences = {r.obligation.code: r.obligation.sentence for r in reversed(results)}
    rules = [{"id": code, "shortDescription": {"text": sentences[code]}} for code in codes]
    broken = [r for r in results if r.verdict == "refuted" and r.obligation.code in INTERNAL]
    return document(
        rules, [_result(r, run, codes) for r in results], run.again, [r.obligation.sentence for r in broken]
    )


def document(rules: list[dict[str, Any]], results: list[dict[str, Any]], again: str, faults: Sequence[str] = ()) -> str:
    """A file of one run, with its rules and results and the command that makes them again.

    `faults` are those of Hoyle itself, which let no result of the run count.
    """
    driver = {"name": "hoyle", "version": _version(), "rules": rules}
    invocation: dict[str, Any] = {"executionSuccessful": not faults, "commandLine": again}
    if faults:
        told_of = [{"level": "error", "message": {"text": f"broken: {fault}"}} for fault in faults]
        invocation |= {"exitCode": 4, "toolExecutionNotifications": told_of}
    told = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "invocations": [invocation],
                "results": results,
            }
        ],
    }
    return as_json(told, indent=2) + "\n"


def _result(result: Result, run: Run, codes: list[str]) -> dict[str, Any]:
    owed = result.obligation
    refuted = "fail" if owed.fails else "informational"
    kind = {"refuted": refuted, "unknown": "open"}.get(result.verdict, "pass")
    places = [location(s.span, run.text, s.told) for s in owed.sources]
    places = places or [location(Span(0, 0), run.text, owed.subject)]
    return {
        "ruleId": owed.code,
        "ruleIndex": codes.index(owed.code),
        "kind": kind,
        "level": "error" if kind == "fail" else "none",
        "message": {"text": "\n".join(details(result, run))},
        "locations": places[:1],
        "relatedLocations": [{**place, "id": number} for number, place in enumerate(places[1:], 1)],
        "partialFingerprints": {"obligation/v1": f"{owed.code}/{owed.subject}"},
        "properties": {
            "verdict": result.verdict,
            "meaning": MEANING[result.verdict],
            "citations": [c for s in owed.sources for c in s.cites],
            "seconds": round(result.seconds, 3),
        },
    }


def location(span: Span, text: Text, label: str) -> dict[str, Any]:
    """A place in a rule file, with the label of what stands there."""
    line, column = text.position(span.start)
    end_line, end_column = text.position(span.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    return {
        "physicalLocation": {"artifactLocation": {"uri": _uri(Path(text.name))}, "region": region},
        "message": {"text": label},
    }


def _uri(path: Path) -> str:
    """A file below the current folder by its path from there, another by its whole one."""
    whole = path.resolve()
    try:
        return whole.relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return whole.as_uri()


def _version() -> str:
    try:
        return version("hoyle")
    except PackageNotFoundError:
        return "0"
