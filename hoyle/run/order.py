"""What is asked of a verification, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from verify.obligations.verdict import Result
from verify.run.plan import Plan


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked: which settings, how much work, and whether results of earlier runs count."""

    settings: Mapping[str, str]
    plan: Plan
    as_written: bool = False
    kept: bool = True
    only: str = ""
    """Of all that is verified only the claims and examples of this name, if there is one."""


STOPPED = "the run was stopped before it was decided"
"""Why something is unknown where somebody stopped the run."""


@dataclass(frozen=True, slots=True)
class Verified:
    """All results of a run; `stopped`: somebody stopped it, and what was left is listed as unknown.

    `complete`: all had the time that the plan gives it, so that the same run again would try nothing.
    """

    results: tuple[Result, ...]
    stopped: bool = False
    complete: bool = False


SHARES = {
    "exact shares": 0.05, "random play": 0.2, "cases": 0.05, "other sizes": 0.05, "loops": 0.1, "luck": 0.02,
    "information leaks": 0.04, "commutation": 0.04, "search": 0.3, "longer loops": 0.25, "readings": 0.225,
    "plays from the deal": 0.2, "counting": 0.9, "proofs": 0.9,
}  # fmt: skip
"""The share of the budget that each technique has; proofs and counting are at work beside the others all the
time."""


def plan_of(games: int, seed: int, budget: float, proofs: Path | None = None, *, certificates: bool = False) -> Plan:
    """A plan whose techniques share a budget of seconds."""
    each = {name: budget * share for name, share in SHARES.items()}
    return Plan(games, seed, each, proofs, certificates, seconds=budget)


class NotThere(Exception):
    """That a file has no claim and no example of a name; the message says so."""
