"""Tries techniques on rule files: what they say that is not so, what they say at all, and the smallest file of a find.

Leaves writing files to `tests.oracle.write_rules` and what is so to `tests.oracle.facts`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from hoyle.sources.files import Loaded, Parsed, lower
from spec import syntax as s
from spec.diagnostics.diagnostic import has_errors
from spec.ir import nodes as ir
from spec.text.parse import parse
from spec.text.source import Text
from tests.oracle.facts import Facts
from tests.oracle.held import Contradiction, contradictions, lemmas_that_fail, other_settings, says_something
from tests.oracle.techniques import LEMMAS, Case, Technique, lemmas
from tests.oracle.walk import TooMany
from verify.obligations.verdict import Result

Said = Counter[tuple[str, str]]
"""How often a technique (first) has decided something of one code (second)."""


@dataclass(slots=True)
class Tried:
    """What came of some files: how many were followed, what was said, and what was said wrongly."""

    files: int = 0
    passed_over: int = 0
    said: Said = field(default_factory=Counter)
    wrong: list[Contradiction] = field(default_factory=list)


def loaded(text: str) -> Loaded | None:
    """A rule text as it is loaded, or None where it is refused."""
    file, found = parse(text)
    if has_errors(found):
        return None
    made = lower(Parsed(Text("random.hoyle", text), file, tuple(found)))
    return made if made.game is not None else None


def tried(text: str, techniques: Mapping[str, Technique], seconds: float, most: int = 4_000) -> Tried:
    """What techniques say of one file, held against its plain walk."""
    made = loaded(text)
    if made is None:
        return Tried(passed_over=1)
    case = Case(made, seconds)
    try:
        facts = Facts(case.game, most)
    except TooMany:
        return Tried(passed_over=1)
    found = Tried(files=1)
    others, about = dict(case.others()), _under(made)
    for name, technique in techniques.items():
        try:
            if name == LEMMAS:
                enc, kept = lemmas(case)
                found.said[name, "lemma"] += len(kept)
                found.wrong += lemmas_that_fail(facts, enc, kept)
            for result in technique(case):
                found.said[name, result.obligation.code] += says_something(result)
                if name == "a whole run":
                    assert made.game is not None
                    found.wrong += other_settings(facts, made.game, about, result)
                if name != "a whole run" or _of_its_own(made.game, result):
                    found.wrong += contradictions(facts, name, result, others.get)
        except Exception as error:
            words = f"{name} ended with {type(error).__name__}: {error}"
            found.wrong.append(Contradiction(f"{name} raises {type(error).__name__}", words))
    return found


def _of_its_own(game: ir.Game | None, result: Result) -> bool:
    """Is a verdict of a whole run about the very game, and told as it is? What the file calls wrong is told as such."""
    called_wrong = {c.source.label for c in game.claims if c.wrong} if game is not None else set()
    sure = result.own and result.verdict in ("proved", "refuted")
    return sure and (result.obligation.code != "claim" or result.obligation.subject not in called_wrong)


def _under(made: Loaded) -> frozenset[str]:
    """The claims about some settings only."""
    sections = made.parsed.file.sections
    return frozenset(x.head.name.text for x in sections if isinstance(x, s.ClaimSection) and x.head.under is not None)


# ---------------------------------------------------------------- smaller files


def shrunk(text: str, key: str, techniques: Mapping[str, Technique], seconds: float, until: float) -> str:
    """The text without the blocks of lines that the find does not need, as far as the time goes."""
    name = next(n for n in sorted(techniques, key=len, reverse=True) if key.startswith(n))
    only = {name: techniques[name]}
    lines, smaller = text.splitlines(), True
    while smaller and perf_counter() < until:
        smaller = False
        for first, last in blocks(lines):
            rest = lines[:first] + lines[last:]
            if perf_counter() > until:
                break
            if any(c.key == key for c in tried("\n".join(rest) + "\n", only, seconds).wrong):
                lines, smaller = rest, True
                break
    return "\n".join(lines) + "\n"


def blocks(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Each line with those that are indented below it, the longest first."""
    found = []
    for first, line in enumerate(lines):
        last = first + 1
        while last < len(lines) and lines[last].strip() and _indent(lines[last]) > _indent(line):
            last += 1
        found.append((first, last))
    return iter(sorted(found, key=lambda b: b[0] - b[1]))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def save(folder: Path, text: str, find: Contradiction, seed: int) -> Path:
    """Writes a find down, with how it came about."""
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^a-z0-9]+", "-", find.key.lower())
    path = folder / f"{name}-{seed}.hoyle"
    path.write_text(f"# {find.words}\n# (random rule file {seed})\n{text}", encoding="utf-8")
    return path
