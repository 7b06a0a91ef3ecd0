"""What a folder of certificates says of itself: of which rules it is, and which files prove which claims.

Its text is the same for the same contents, so that a changed byte is a changed manifest. Leaves files to `hoyle`, and
whether what it says is so to `verify.certificates.check`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from spec.ir import nodes as ir
from verify.certificates import inductive, played, told
from verify.certificates.definitions import Refused
from verify.certificates.inductive import ByInduction, Named, proofs_of
from verify.certificates.played import Played
from verify.certificates.told import word
from verify.obligations.certificate import ByCounting, Counted
from verify.obligations.verdict import Result
from verify.smt.counting.smtlib import script

FORMAT = "Hoyle certificates, version 2"
MOST = 64 << 20
"""The most that a file of certificates may have."""

RULES, MANIFEST = "rules.hoyle", "manifest.json"
INVARIANT = re.compile(r"invariant-[1-9][0-9]{0,3}\.smt2")
INDUCTION = re.compile(r"induction-[1-9][0-9]{0,3}\.smt2")
GAME = re.compile(r"game-[1-9][0-9]{0,3}\.json")


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
    settings: Named
    counted: Counted
    claims: tuple[Claimed, ...]

    @property
    def owed(self) -> tuple[tuple[str, str], ...]:
        """What it proves: names and sentences."""
        return tuple((c.name, c.sentence) for c in self.claims)


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
    settings: Named
    as_written: bool
    invariants: tuple[Invariant, ...]
    inductions: tuple[ByInduction, ...]
    games: tuple[Played, ...]
    without: tuple[Bare, ...]

    @property
    def proofs(self) -> tuple[Invariant | ByInduction | Played, ...]:
        """Each certificate."""
        return (*self.invariants, *self.inductions, *self.games)


# ---------------------------------------------------------------- made of results


Make = Callable[[Named], ir.Game | None]
"""Makes the game of some settings; none where there is none."""


def made(empty: Manifest, make: Make, results: Iterable[Result]) -> tuple[Manifest, dict[str, str]]:
    """The manifest of what results prove, and the text of each file; `empty` names the rules."""
    proved = [r for r in results if r.verdict == "proved"]
    usual = make(empty.settings)
    assert usual is not None
    under: dict[Named, list[Result]] = {}
    for result in proved:
        owed = result.obligation
        if owed.under is None or not result.own:
            continue
        if owed.under.values == usual.settings or inductive.only_elsewhere(usual, (owed.subject,)):
            under.setdefault(owed.under.values, []).append(result)
    files: dict[str, str] = {}
    made_of = {named: usual if named == usual.settings else make(named) for named in under}
    invariants = tuple(one for named, own in under.items() for one in _counted_proofs(empty, named, own, files))
    inductions = tuple(one for named, own in under.items() for one in _inductions(named, made_of[named], own, files))
    games = tuple(one for named, own in under.items() for one in _games(named, made_of[named], own, files))
    shown = {(c.name, c.sentence) for one in invariants for c in one.claims}
    shown.update((one.name, one.sentence) for one in games)
    shown.update((c.name, c.sentence) for one in inductions for c in one.claims)
    shown.update(pair for one in inductions if one.ending is not None for pair in one.ending.follows)
    bare = (r for r in proved if (r.obligation.subject, r.obligation.sentence) not in shown)
    without = tuple(Bare(_told(r), r.by) for r in bare)
    whole = replace(empty, invariants=invariants, inductions=inductions, games=games, without=without)
    return whole, files


def _unused(pattern: str, files: Container[str]) -> str:
    """The first name of a pattern that no file has."""
    return next(name for name in map(pattern.format, count(1)) if name not in files)


def _counted_proofs(
    empty: Manifest, named: Named, results: Iterable[Result], files: dict[str, str]
) -> Iterator[Invariant]:
    """The proofs by counting of the game of some settings; their texts go to the `files`."""
    groups: dict[object, list[tuple[Result, ByCounting]]] = {}
    for result in results:
        if isinstance(one := result.certificate, ByCounting):
            groups.setdefault((one.counted, one.facts, one.steps), []).append((result, one))
    for group in groups.values():
        name, first = _unused("invariant-{}.smt2", files), group[0][1]
        claims = tuple(Claimed(r.obligation.subject, r.obligation.sentence, c.read_by) for r, c in group)
        readings = [c.readings for _, c in group]
        files[name] = text_of(empty.game, first.facts, first.steps, [c.name for c in claims], readings)
        yield Invariant(name, digest(files[name]), named, first.counted, claims)


def _inductions(
    named: Named, game: ir.Game | None, results: Iterable[Result], files: dict[str, str]
) -> Iterator[ByInduction]:
    """The proofs by induction and by measures of which the questions can be made from the rules alone."""
    if game is None:
        return
    for proof in proofs_of(results):
        try:
            text = inductive.text_of(game.title, tuple(inductive.parts(game, proof)))
        except Refused:
            continue
        if len(text) <= MOST:
            name = _unused("induction-{}.smt2", files)
            files[name] = text
            yield replace(proof, file=name, sha256=digest(text), settings=named)


def _games(named: Named, game: ir.Game | None, results: Iterable[Result], files: dict[str, str]) -> Iterator[Played]:
    """The games in which a claim comes about that something can."""
    can = {c.source.label for c in game.claims if c.kind == "sometimes"} if game is not None else set()
    for result in results:
        owed, witness = result.obligation, result.witness
        if owed.code == "claim" and owed.subject in can and witness is not None and witness.log:
            name = _unused("game-{}.json", files)
            files[name] = witness.log
            yield Played(name, digest(witness.log), named, owed.subject, owed.sentence)


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
        "inductions": [told.as_data(one) for one in manifest.inductions],
        "games": [played.as_data(one) for one in manifest.games],
        "proved without a certificate": [{"sentence": b.sentence, "by": b.by} for b in manifest.without],
    }
    return _dumped({**body, "sha256": digest(_dumped(body))})


def _dumped(body: Mapping[str, object]) -> str:
    return json.dumps(body, indent=1, ensure_ascii=True) + "\n"


def _invariant(one: Invariant) -> dict[str, object]:
    claims = [{"name": c.name, "sentence": c.sentence, "counted": _counted(c.counted)} for c in one.claims]
    settings = dict(one.settings)
    return {
        "file": one.file,
        "sha256": one.sha256,
        "settings": settings,
        "counted": _counted(one.counted),
        "claims": claims,
    }


def _counted(one: Counted) -> dict[str, object]:
    return {"classes": [" ".join(map(str, c)) for c in one.classes], "fields": one.fields, "by_class": one.by_class}


def from_text(text: str) -> Manifest:
    """The manifest of a text that `to_text` made. Raises Refused."""
    try:
        body = json.loads(text)
        if body["format"] != FORMAT:
            raise Refused("it is of a format that this Hoyle does not know")
        manifest = Manifest(
            hoyle=word(body["hoyle"]),
            game=word(body["game"]),
            rules=word(body["rules"]["sha256"]),
            settings=told.settings_of(body["settings"]),
            as_written=body["as_written"] is True,
            invariants=tuple(map(_invariant_of, body["invariants"])),
            inductions=tuple(map(told.from_data, body["inductions"])),
            games=tuple(map(played.from_data, body["games"])),
            without=tuple(Bare(word(b["sentence"]), word(b["by"])) for b in body["proved without a certificate"]),
        )
        again = to_text(manifest)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Refused("it is not what Hoyle writes as a manifest") from error
    if again != text:
        raise Refused("it was changed: its digest is another's, or it is not as Hoyle writes it")
    counted, inducted = manifest.invariants, manifest.inductions
    names = [one.file for one in manifest.proofs]
    kinds = [INVARIANT] * len(counted) + [INDUCTION] * len(inducted) + [GAME] * len(manifest.games)
    if len(set(names)) != len(names) or not all(kind.fullmatch(n) for kind, n in zip(kinds, names, strict=True)):
        raise Refused("it names files that no certificate has")
    owed = [(type(one), one.settings, *each) for one in manifest.proofs for each in one.owed]
    if len(set(owed)) != len(owed):
        raise Refused("it proves a claim twice in the same way")
    if not all(one.claims for one in counted) or not all(
        one.claims or (one.ending and one.ending.follows) for one in inducted
    ):
        raise Refused("it names a file that proves no claim")
    return manifest


def _invariant_of(body: Any) -> Invariant:
    claims = (Claimed(word(c["name"]), word(c["sentence"]), _counted_of(c["counted"])) for c in body["claims"])
    file, sha256, settings = word(body["file"]), word(body["sha256"]), told.settings_of(body["settings"])
    return Invariant(file, sha256, settings, _counted_of(body["counted"]), tuple(claims))


def _counted_of(body: Any) -> Counted:
    classes = tuple(tuple(map(int, word(one).split())) for one in body["classes"])
    return Counted(classes, tuple(map(word, body["fields"])), tuple(map(word, body["by_class"])))
