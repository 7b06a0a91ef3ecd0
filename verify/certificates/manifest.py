"""What a folder of certificates says of itself: of which rules it is, and which files prove which claims.

Its text is the same for the same contents, so that a changed byte is a changed manifest. Leaves files to `hoyle`, and
whether what it says is so to `verify.certificates.check`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.certificates.definitions import Refused
from verify.obligations.certificate import Certificate, Counted
from verify.obligations.verdict import Result
from verify.smt.counting.smtlib import script

FORMAT = "Hoyle certificates, version 1"
RULES, MANIFEST = "rules.hoyle", "manifest.json"
INVARIANT = re.compile(r"invariant-[1-9][0-9]{0,3}\.smt2")


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim that follows from an invariant: its name and sentence, and by what it is read."""

    name: str
    sentence: str
    counted: Counted


@dataclass(frozen=True, slots=True)
class Invariant:
    """A file that says what holds at each step, with its digest, what it counts, and the claims that it proves."""

    file: str
    sha256: str
    counted: Counted
    claims: tuple[Claimed, ...]


@dataclass(frozen=True, slots=True)
class Bare:
    """Something that was proved and has no certificate, and by what means."""

    sentence: str
    by: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The whole: by which Hoyle, of which game and settings, from a rule file of this digest."""

    hoyle: str
    game: str
    rules: str
    settings: tuple[tuple[str, str], ...]
    as_written: bool
    invariants: tuple[Invariant, ...]
    without: tuple[Bare, ...]


# ---------------------------------------------------------------- made of results


def made(empty: Manifest, results: Iterable[Result]) -> tuple[Manifest, dict[str, str]]:
    """The manifest of what results prove, and the text of each file; `empty` names the rules."""
    proved = [r for r in results if r.verdict == "proved"]
    groups: dict[object, list[tuple[Result, Certificate]]] = {}
    for result in proved:
        if (one := result.certificate) is not None:
            groups.setdefault((one.counted, one.facts, one.steps), []).append((result, one))
    files: dict[str, str] = {}
    invariants = []
    for number, group in enumerate(groups.values(), 1):
        name, first = f"invariant-{number}.smt2", group[0][1]
        claims = tuple(Claimed(r.obligation.subject, r.obligation.sentence, c.read_by) for r, c in group)
        readings = [c.readings for _, c in group]
        files[name] = text_of(empty.game, first.facts, first.steps, [c.name for c in claims], readings)
        invariants.append(Invariant(name, digest(files[name]), first.counted, claims))
    bare = tuple(Bare(_told(r), r.by) for r in proved if r.certificate is None)
    return replace(empty, invariants=tuple(invariants), without=bare), files


def _told(result: Result) -> str:
    """What is proved, a claim with its name."""
    owed = result.obligation
    return f"{owed.subject}: {owed.sentence}" if owed.code == "claim" else owed.sentence


def text_of(
    game: str, facts: Sequence[str], steps: Sequence[str], claims: Sequence[str], readings: Sequence[Sequence[str]]
) -> str:
    """The text of an invariant's file."""
    words = (
        f"What holds at each step of {game}, and questions of which each must be answered `unsat`.",
        "The functions say what holds there; no way on leads from where it holds to where it does not,",
        "and no claim is broken where it holds.",
    )
    parts = [("every way on", steps)]
    parts += [(f"claim {name}", questions) for name, questions in zip(claims, readings, strict=True)]
    return script(words, facts, parts)


def digest(text: str) -> str:
    """The SHA-256 of a text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


# ---------------------------------------------------------------- as text, and back


def to_text(manifest: Manifest) -> str:
    """The text of a manifest, with its own digest at the end."""
    body = {
        "format": FORMAT,
        "hoyle": manifest.hoyle,
        "game": manifest.game,
        "rules": {"file": RULES, "sha256": manifest.rules},
        "settings": dict(manifest.settings),
        "as_written": manifest.as_written,
        "invariants": [_invariant(one) for one in manifest.invariants],
        "proved without a certificate": [{"sentence": b.sentence, "by": b.by} for b in manifest.without],
    }
    return _dumped({**body, "sha256": digest(_dumped(body))})


def _dumped(body: Mapping[str, object]) -> str:
    return json.dumps(body, indent=1, ensure_ascii=True) + "\n"


def _invariant(one: Invariant) -> dict[str, object]:
    claims = [{"name": c.name, "sentence": c.sentence, "counted": _counted(c.counted)} for c in one.claims]
    return {"file": one.file, "sha256": one.sha256, "counted": _counted(one.counted), "claims": claims}


def _counted(one: Counted) -> dict[str, object]:
    return {"classes": [" ".join(map(str, c)) for c in one.classes], "fields": one.fields, "by_class": one.by_class}


def from_text(text: str) -> Manifest:
    """The manifest of a text that `to_text` made. Raises Refused."""
    try:
        body = json.loads(text)
        if body["format"] != FORMAT:
            raise Refused("it is of a format that this Hoyle does not know")
        manifest = Manifest(
            hoyle=_word(body["hoyle"]),
            game=_word(body["game"]),
            rules=_word(body["rules"]["sha256"]),
            settings=tuple((name, _word(value)) for name, value in body["settings"].items()),
            as_written=body["as_written"] is True,
            invariants=tuple(map(_invariant_of, body["invariants"])),
            without=tuple(Bare(_word(b["sentence"]), _word(b["by"])) for b in body["proved without a certificate"]),
        )
        again = to_text(manifest)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Refused("it is not what Hoyle writes as a manifest") from error
    if again != text:
        raise Refused("it was changed: its digest is another's, or it is not as Hoyle writes it")
    names = [one.file for one in manifest.invariants]
    if len(set(names)) != len(names) or not all(map(INVARIANT.fullmatch, names)):
        raise Refused("it names files that no certificate has")
    if not all(one.claims for one in manifest.invariants):
        raise Refused("it names a file that proves no claim")
    return manifest


def _invariant_of(body: Any) -> Invariant:
    claims = (Claimed(_word(c["name"]), _word(c["sentence"]), _counted_of(c["counted"])) for c in body["claims"])
    return Invariant(_word(body["file"]), _word(body["sha256"]), _counted_of(body["counted"]), tuple(claims))


def _counted_of(body: Any) -> Counted:
    classes = tuple(tuple(map(int, _word(one).split())) for one in body["classes"])
    return Counted(classes, tuple(map(_word, body["fields"])), tuple(map(_word, body["by_class"])))


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value
