"""Results as a JUnit file: a test case an obligation, so that any build server shows them.

Leaves writing the file to the command.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as xml

from hoyle.report.finding import file_of, finding
from hoyle.report.records import Run
from spec.text.clean import clean
from verify.obligations.verdict import INTERNAL, Result

NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(results: Sequence[Result], run: Run, title: str) -> str:
    """The whole file. Refuted is a failure; a fault of Hoyle or a required unknown an error; other unknowns skipped."""
    kinds = [_kind(result) for result in results]
    counts = {
        name: kinds.count(kind) for name, kind in (("failures", "failure"), ("errors", "error"), ("skipped",) * 2)
    }
    counts = {"tests": len(results), **counts}
    seconds = max((r.seconds for r in results), default=0.0)
    suites = xml.Element("testsuites")
    told = {name: str(value) for name, value in counts.items()}
    suite = xml.SubElement(suites, "testsuite", {"name": _clean(title), **told, "time": f"{seconds:.3f}"})
    for result in results:
        _case(suite, result, run)
    xml.indent(suites)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + xml.tostring(suites, encoding="unicode") + "\n"


def _kind(result: Result) -> str:
    """The element that tells of trouble; '' where all is well."""
    match result.verdict:
        case "refuted":
            if result.obligation.code in INTERNAL:
                return "error"
            return "failure" if result.obligation.fails else "skipped"
        case "unknown":
            return "error" if result.obligation.required else "skipped"
        case _:
            return ""


def _case(suite: xml.Element, result: Result, run: Run) -> None:
    owed = result.obligation
    attributes = {
        "classname": _clean(f"{Path(run.text.name).stem}.{owed.code}"),
        "name": _clean(owed.subject),
        "time": f"{result.seconds:.3f}",
    }
    if owed.sources:
        attributes |= {"file": _clean(run.text.name), "line": str(run.text.position(owed.sources[0].span.start)[0])}
    case = xml.SubElement(suite, "testcase", attributes)
    kind = _kind(result)
    if kind:
        told = result.witness.sentence if result.verdict == "refuted" and result.witness else result.reason
        trouble = xml.SubElement(case, kind, {"message": _clean(f"{owed.sentence}: {told}"), "type": owed.code})
        trouble.text = _clean("\n".join(details(result, run)))
    else:
        xml.SubElement(case, "system-out").text = _clean(f"{result.verdict} by {result.by}: {result.scope}")


def details(result: Result, run: Run) -> list[str]:
    """What a reader needs of a result that is not well: what happens and where, the play, how to see it again."""
    told = _failure(result, run) if result.verdict == "refuted" else _other(result, run)
    return [
        *told,
        *result.elsewhere,
        f"by {result.by}" + (f": {result.scope}" if result.scope else ""),
        f"again: {run.reproduce(result)}",
    ]


def _failure(result: Result, run: Run) -> list[str]:
    found = finding(result, run)
    lines = [f"refuted: {result.obligation.sentence}", found.what]
    lines += [f"{file_of(run)}:{number} | {run.text.line(number).strip()}" for number in found.lines]
    moves = found.moves or (() if result.witness is None else result.witness.moves)
    lines += [f"{number:3}. {move}" for number, move in enumerate(moves, 1)]
    lines += [f"     {told}" for told in (() if result.witness is None else result.witness.position)]
    return [*lines, *([f"fix: {found.fix}"] if found.fix else [])]


def _other(result: Result, run: Run) -> list[str]:
    lines = [f"{result.verdict}: {result.obligation.sentence}"]
    lines += [result.reason] if result.reason else []
    for source in result.obligation.sources:
        line, _ = run.text.position(source.span.start)
        cites = f" @ {'; '.join(source.cites)}" if source.cites else ""
        lines.append(f"{source.told}{cites} ({run.text.name}:{line})")
    witness = result.witness
    if witness is not None:
        lines += [witness.sentence] if witness.sentence not in result.reason else []
        lines += [f"{number:3}. {move}" for number, move in enumerate(witness.moves, 1)]
        lines += [f"     {told}" for told in witness.position]
    return lines


def _clean(text: str) -> str:
    """The text without the characters that XML has no place for, or that disturb a terminal."""
    return NO_XML.sub("?", clean(text))
