"""Answers that solvers gave to questions, kept between runs by what was asked, so that an edit has little asked again.

A question that both left open within their bounds is kept as open within these: more work might still decide it, and
as much would not.

Leaves asking to `verify.smt.solvers.solver` and keeping to `verify.run.cache`. A question is known by its text with the
names of its variables counted off in the order in which they occur: those tell where in a run it came up, not what it
asks.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from verify.run.cache import Cache
from verify.smt.solvers.solver_portfolio import Answer

MOST_KEPT = 4_000
"""So many answers are kept together, by the first digit of their digests; then those that were wanted least lately
go."""
EVERY = 5.0
"""After so many seconds at least, what is new is written down."""

_WORD = re.compile(r"\|[^|]*\||[^\s()]+")
_DECLARED = re.compile(r"\(declare-fun (\|[^|]*\||\S+) ")
_OPEN = re.compile(r"\?\? (\d{1,15}) (\d{1,6}\.\d{3})")
_LETTERS: dict[Answer, str] = {"sat": "s", "unsat": "u", "unknown": "?"}
_ANSWERS = {letter: answer for answer, letter in _LETTERS.items()}

CERTAIN = ({"s"}, {"u"}, {"s", "?"}, {"u", "?"})

QueryCache = tuple[Answer, Answer]
"""What the first solver and what the second said; one of them at least was certain."""


@dataclass(frozen=True, slots=True)
class Open:
    """Neither solver decided it: the first with so many units of work, the second in so many seconds of work."""

    work: int
    seconds: float

    def again(self, work: int, seconds: float) -> bool:
        """Is it worth asking again within these bounds?"""
        return work > self.work or seconds > self.seconds


def normal(text: str) -> str:
    """A question's text with the names of variables and of what is shared counted off; alike only if asking alike.

    The renaming takes different names to different ones, so it changes nothing that the question asks. What of it
    is written out twice hangs on other things too; a question that is not known for that is only asked once more.
    """
    declared = set(_DECLARED.findall(text))
    names: dict[str, str] = {}

    def renamed(found: re.Match[str]) -> str:
        word = found.group()
        if word in declared or word[0] in "?$":
            return names.setdefault(word, f"v{len(names)}")
        return word

    return _WORD.sub(renamed, text)


class Kept:
    """The answers in a folder, by the digests of questions to these solvers; whoever is done must `flush`."""

    def __init__(self, folder: Path, solvers: str) -> None:
        self._solvers, self._cache = solvers, Cache[str](folder, str, "answers", 16)
        self._known: dict[str, dict[str, QueryCache | Open]] = {}
        self._new: dict[str, dict[str, QueryCache | Open]] = {}
        self._written = perf_counter()

    def digest(self, text: str) -> str:
        """What a question is known by."""
        return hashlib.sha256(f"{self._solvers}\n{normal(text)}".encode()).hexdigest()[:40]

    def get(self, digest: str) -> QueryCache | Open | None:
        """What was answered to it, or within which bounds it was left open, if that is kept."""
        known = self._beside(digest)
        found = known.pop(digest, None)
        if found is not None:
            known[digest] = found
        return found

    def put(self, digest: str, answers: QueryCache | Open) -> None:
        """Keeps what was answered, if it was certain, or that it was left open."""
        if answers == ("unknown", "unknown"):
            return
        self._beside(digest)[digest] = answers
        self._new.setdefault(digest[0], {})[digest] = answers
        if perf_counter() - self._written > EVERY:
            self.flush()

    def flush(self) -> None:
        """Writes down what is new, beside what others have written meanwhile."""
        for digit, new in self._new.items():
            known = {**self._read(digit), **self._known[digit], **new}
            lines = (f"{d} {_written(known[d])}\n" for d in list(known)[-MOST_KEPT:])
            self._cache.save(digit, "".join(lines))
        self._new.clear()
        self._written = perf_counter()

    def _beside(self, digest: str) -> dict[str, QueryCache | Open]:
        """The answers that are kept together with that to a question."""
        if digest[0] not in self._known:
            self._known[digest[0]] = self._read(digest[0])
        return self._known[digest[0]]

    def _read(self, digit: str) -> dict[str, QueryCache | Open]:
        found: dict[str, QueryCache | Open] = {}
        for line in (self._cache.load(digit) or "").splitlines():
            digest, _, letters = line.partition(" ")
            if len(letters) == 2 and set(letters) in CERTAIN:
                found[digest] = (_ANSWERS[letters[0]], _ANSWERS[letters[1]])
            elif left := _OPEN.fullmatch(letters):
                found[digest] = Open(int(left[1]), float(left[2]))
        return found


def _written(answers: QueryCache | Open) -> str:
    match answers:
        case Open(work, seconds):
            return f"?? {work} {seconds:.3f}"
        case _:
            return "".join(_LETTERS[answer] for answer in answers)
