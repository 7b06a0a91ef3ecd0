"""The answer to a question that is asked at several places, and how the answers of the places become one.

There is one join. Whatever is asked at more than one place is answered by it, so that what was found at one place
is never lost because another was asked later.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from verify.smt.solvers.solver_portfolio import Answer

Finding = Literal["proved", "unknown", "possible"]
"""proved: what was asked can hold nowhere; possible: somewhere it can; unknown: neither is certain."""

FOUND: dict[Answer, Finding] = {"unsat": "proved", "unknown": "unknown", "sat": "possible"}
WEIGHT: dict[Finding, int] = {"proved": 0, "unknown": 1, "possible": 2}


def joined(findings: Iterable[Finding]) -> Finding:
    """What several findings come to: possible where one is, else unknown where one is, else proved.

    The findings are taken one by one, and no more of them once one is `possible`: nothing outweighs that.
    """
    worst: Finding = "proved"
    for found in findings:
        worst = max(worst, found, key=WEIGHT.__getitem__)
        if worst == "possible":
            break
    return worst
