"""What is known of an obligation, and how well: the five verdicts, their witnesses, and the exit code they give.

Leaves deciding an obligation to the modules beside this one, and showing a result to `hoyle`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from spec import ir

Verdict = Literal["proved", "checked", "tested", "refuted", "unknown"]
"""proved: all states, full deck; checked: all states of a stated scope; tested: some games or cases; refuted: with a
replayed witness; unknown: with the reason."""

MEANING: dict[Verdict, str] = {
    "proved": "holds in every state of the whole game",
    "checked": "holds in every state of the scope that is named",
    "tested": "held in every game that was played",
    "refuted": "does not hold: here is a play that shows it",
    "unknown": "could not be decided, for the reason given",
}


@dataclass(frozen=True, slots=True)
class Witness:
    """A play that shows something, replayed on the interpreter: chance and moves in words, and where it leads.

    `loop`: so many of its last moves lead from the position back to it.
    """

    log: str
    moves: tuple[str, ...]
    position: tuple[str, ...]
    sentence: str
    loop: int = 0


@dataclass(frozen=True, slots=True)
class Obligation:
    """What a game owes: a stable code, the subject, one sentence, and the clauses concerned.

    `required` obligations must not stay unknown if a run is to succeed.
    """

    code: str
    subject: str
    sentence: str
    sources: tuple[ir.Source, ...] = ()
    required: bool = True
    read_at: str = ""
    """Of a claim about positions: at which of them it is read."""


@dataclass(frozen=True, slots=True)
class Result:
    """A verdict on an obligation; `scope` says for which states, `by` by which means, `reason` why unknown."""

    obligation: Obligation
    verdict: Verdict
    by: str
    scope: str = ""
    reason: str = ""
    witness: Witness | None = None
    seconds: float = 0.0
    cut: bool = False
    """Was it left where it is because the time was up?"""
    details: tuple[str, ...] = ()
    """What it is made of, a line each, for those who want to see all."""
    vacuous: bool = False
    """Is it shown that play never comes to where it is read? Then it says nothing, and holds of nothing."""

    def __post_init__(self) -> None:
        if self.verdict == "refuted" and self.witness is None:
            raise ValueError(f"{self.obligation.code}: a refutation needs a witness")
        if self.verdict == "unknown" and not self.reason:
            raise ValueError(f"{self.obligation.code}: an unknown needs a reason")
        if self.verdict in ("checked", "tested") and not self.scope:
            raise ValueError(f"{self.obligation.code}: `{self.verdict}` needs its scope")
        if self.vacuous and self.verdict != "unknown":
            raise ValueError(f"{self.obligation.code}: what is vacuous is not {self.verdict}")


SHOWN_ALREADY = "a play shows it already"
"""The reason that stands for a play which is known, where only a shorter one is looked for."""

RANK: dict[Verdict, int] = {"refuted": 5, "proved": 3, "checked": 2, "tested": 1, "unknown": 0}


def rank(result: Result) -> int:
    """How much a result weighs: a play against an obligation outweighs games in which it held."""
    against = result.verdict == "unknown" and result.witness is not None
    return 4 if against else RANK[result.verdict]


def strongest(results: Iterable[Result]) -> tuple[Result, ...]:
    """For each obligation the strongest of its results, in the order in which the obligations first appear.

    A refutation outranks everything, then an unknown that shows a play; of two equals that with the shorter play stays,
    or, of two unknowns, one that is shown to be vacuous, or says what the other says and more; else the first.
    """
    best: dict[tuple[str, str], Result] = {}
    for result in results:
        key = (result.obligation.code, result.obligation.subject)
        if key not in best or _outdoes(result, best[key]):
            best[key] = result
    return tuple(best.values())


def _outdoes(one: Result, other: Result) -> bool:
    if one.verdict == other.verdict == "unknown" and one.witness is other.witness is None:
        if one.vacuous != other.vacuous:
            return one.vacuous
        return len(one.reason) > len(other.reason) and one.reason.startswith(other.reason)
    if rank(one) != rank(other) or one.witness is None or other.witness is None:
        return rank(one) > rank(other)
    return bool(one.witness.log) and len(one.witness.moves) < len(other.witness.moves)


def exit_code(results: Iterable[Result]) -> int:
    """4 where the solvers contradict each other, 1 where something is refuted, 3 where something required is unknown,
    else 0."""
    results = tuple(results)
    if any(r.verdict == "refuted" and r.obligation.code == "solvers-agree" for r in results):
        return 4
    if any(r.verdict == "refuted" for r in results):
        return 1
    return 3 if any(r.verdict == "unknown" and r.obligation.required for r in results) else 0
