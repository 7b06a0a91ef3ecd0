"""Asks the solver, each question under a fixed bound of work, and keeps the questions' text if a folder is given.

Leaves what is asked to the modules beside this one. An answer that is not certain is `unknown`, never yes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

import z3

from verify.smt import terms as t

Answer = Literal["sat", "unsat", "unknown"]

WORK = 2_000_000
"""The bound of one question, in the solver's own units of work: the same on every machine (some seconds)."""


def version() -> str:
    """The solver by name and version."""
    return f"Z3 {z3.get_version_string()}"


@dataclass(slots=True)
class Asker:
    """Asks questions until the time is up; after that every answer is `unknown`."""

    until: float = float("inf")
    work: int = WORK
    folder: Path | None = None
    asked: int = 0
    answers: dict[str, int] = field(default_factory=dict)

    @property
    def out_of_time(self) -> bool:
        """Is the time for all questions up?"""
        return perf_counter() > self.until

    def _left(self) -> int:
        """The milliseconds that are left: the time bounds a question that its bound of work would let run too long."""
        left = self.until - perf_counter()
        return 600_000 if left > 600 else max(1, int(left * 1000))

    def ask(self, name: str, conds: Iterable[t.Flag]) -> Answer:
        """Can all of these hold at once?"""
        return self.model(name, conds)[0]

    def model(self, name: str, conds: Iterable[t.Flag]) -> tuple[Answer, Callable[[t.Flag], bool] | None]:
        """The same; where they can, also how to read other conditions in a position where they do."""
        whole = t.all_of(conds)
        self.asked += 1
        if isinstance(whole, bool):
            return ("sat", None) if whole else ("unsat", None)
        solver = z3.SolverFor("QF_BV")
        solver.add(whole)
        if self.folder is not None:
            keep(self.folder, f"{self.asked:05}-{name}", solver.to_smt2())
        if self.out_of_time:
            return "unknown", None
        solver.set("rlimit", self.work)
        solver.set("timeout", self._left())
        found = solver.check()
        answer: Answer = "sat" if found == z3.sat else "unsat" if found == z3.unsat else "unknown"
        self.answers[answer] = self.answers.get(answer, 0) + 1
        return answer, (_reader(solver.model()) if answer == "sat" else None)


def _reader(model: Any) -> Callable[[t.Flag], bool]:
    def holds(cond: t.Flag) -> bool:
        if isinstance(cond, bool):
            return cond
        return bool(z3.is_true(model.eval(cond, model_completion=True)))

    return holds


def keep(folder: Path, name: str, text: str) -> Path:
    """Writes a text into a folder, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (re.sub(r"[^A-Za-z0-9_.-]+", "_", name)[:120] + ".smt2")
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
    return path
