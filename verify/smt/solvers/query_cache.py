"""Answers that solvers gave to questions, kept between runs by what was asked, so that an edit has little asked again.

Leaves asking to `verify.smt.solvers.solver` and the files to `spec.storage.cache`. A question is known by its text with
the names of its variables counted off in the order in which they occur: those tell where in a run it came up, not what
it asks.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from spec.storage import cache
from verify.smt.solvers.solver_portfolio import Answer

MOST_KEPT = 4_000
"""So many answers are kept in one file; then those that were wanted least lately go. A digest's first digit is its
file's name."""
EVERY = 5.0
"""After so many seconds at least, what is new is written down."""

_WORD = re.compile(r"\|[^|]*\||[^\s()]+")
_DECLARED = re.compile(r"\(declare-fun (\|[^|]*\||\S+) ")
_LETTERS: dict[Answer, str] = {"sat": "s", "unsat": "u", "unknown": "?"}
_ANSWERS = {letter: answer for answer, letter in _LETTERS.items()}

CERTAIN = ({"s"}, {"u"}, {"s", "?"}, {"u", "?"})

QueryCache = tuple[Answer, Answer]
"""What the first solver and what the second said; one of them at least was certain."""


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


@dataclass(slots=True)
class Kept:
    """The answers in a folder, by the digests of questions to these solvers; whoever is done must `flush`."""

    folder: Path
    solvers: str
    _files: dict[str, dict[str, QueryCache]] = field(default_factory=dict)
    _new: dict[str, dict[str, QueryCache]] = field(default_factory=dict)
    _written: float = field(default_factory=perf_counter)

    def digest(self, text: str) -> str:
        """What a question is known by."""
        return hashlib.sha256(f"{self.solvers}\n{normal(text)}".encode()).hexdigest()[:40]

    def get(self, digest: str) -> QueryCache | None:
        """What was answered to it, if that is kept."""
        known = self._file(digest[0])
        found = known.pop(digest, None)
        if found is not None:
            known[digest] = found
        return found

    def put(self, digest: str, answers: QueryCache) -> None:
        """Keeps what was answered, if it was certain."""
        if answers == ("unknown", "unknown"):
            return
        self._file(digest[0])[digest] = answers
        self._new.setdefault(digest[0], {})[digest] = answers
        if perf_counter() - self._written > EVERY:
            self.flush()

    def flush(self) -> None:
        """Writes down what is new, beside what others have written meanwhile."""
        for name, new in self._new.items():
            known = {**_read(self._path(name)), **self._file(name), **new}
            lines = (f"{d} {''.join(_LETTERS[a] for a in known[d])}\n" for d in list(known)[-MOST_KEPT:])
            cache.save(self._path(name), "".join(lines).encode())
        self._new.clear()
        self._written = perf_counter()

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.answers"

    def _file(self, name: str) -> dict[str, QueryCache]:
        if name not in self._files:
            self._files[name] = _read(self._path(name))
        return self._files[name]


def _read(path: Path) -> dict[str, QueryCache]:
    """The answers of a file; none where it is not as it was written."""
    found: dict[str, QueryCache] = {}
    for line in (cache.load(path) or b"").decode("ascii", "replace").splitlines():
        digest, _, letters = line.partition(" ")
        if len(letters) == 2 and set(letters) in CERTAIN:
            found[digest] = (_ANSWERS[letters[0]], _ANSWERS[letters[1]])
    return found
