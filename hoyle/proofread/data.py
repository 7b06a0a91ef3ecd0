"""What a proofreader asks, as JSON. The page `docs/how-to/rulebook.md` says what stands in it."""

from __future__ import annotations

from engine.targets.escape import as_json
from hoyle.coverage.cut import Sentence
from hoyle.proofread.finding import Finding
from hoyle.proofread.show import Read, counts


def to_json(read: Read, *, sentences: bool) -> str:
    """All questions, and with `sentences` every sentence with what cites it."""
    report: dict[str, object] = {
        "file": read.path,
        "sentences": len(read.book.sentences),
        "complete": not read.book.cut_off,
        "english": not read.book.foreign,
        "counts": counts(read.findings),
        "questions": [_finding(number, one) for number, one in enumerate(read.findings, 1)],
    }
    if sentences:
        report["text"] = _text(read)
    return as_json(report, indent=2)


def _finding(number: int, one: Finding) -> dict[str, object]:
    return {
        "number": number, "kind": one.kind, "check": one.check, "sure": one.sure, "says": one.says, "do": one.do,
        "at": [_place(at) for at in one.at],
        "clauses": [{"clause": clause, "line": line} for clause, line in one.clauses],
    }  # fmt: skip


def _place(one: Sentence) -> dict[str, object]:
    return {"line": one.line, "column": one.column, "place": one.place, "sentence": one.text}


def _text(read: Read) -> list[dict[str, object]]:
    asked: dict[str, list[int]] = {}
    for number, finding in enumerate(read.findings, 1):
        for at in finding.at:
            asked.setdefault(at.place, []).append(number)
    cited = {one.sentence.place: one for one in read.stated.sentences} if read.stated else {}
    told: list[dict[str, object]] = []
    for one in read.book.sentences:
        entry: dict[str, object] = {**_place(one), "questions": list(dict.fromkeys(asked.get(one.place, ())))}
        if one.place in cited and read.rules:
            found = cited[one.place]
            entry["state"] = found.state
            entry["by"] = [
                {"kind": item.kind, "label": item.label, "line": read.rules.position(item.span.start)[0]}
                for item in found.by
            ]
        told.append(entry)
    return told
