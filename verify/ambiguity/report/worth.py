"""Puts the questions that the finder asks into an order: those first that are most worth a ruling.

A question is worth more the more readily people misread so, the more it changes, and the sooner it comes up at a table;
and where some games come to it, but not all: what every game comes to nobody plays wrong for long, and what people
disagree about comes up now and then. Held against what authors ask by `bench.asked`. Leaves measuring games to
`verify.ambiguity.compare`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verify.ambiguity.report.finding import Finding

HALF_OFTEN = 0.02
"""Where so many games come to a question, its share counts half."""
EVERY_GAME = 1 / 3
"""Where every game comes to a question, it is worth so much of one that few games come to."""
UNCHANGED = 0.4
"""So much a question is worth that changes nobody's chances, against one that turns the game over."""
HALF_LATE = 120
"""After so many moves a question is worth half of one that comes up at the deal."""
ECHO = 0.1
"""The same question of another place, or with another second answer, is worth so much."""
ONCE = 0.5
"""Each further question about the same clause, or of the same kind, is worth so much of the one before."""


def worth(finding: Finding) -> float:
    """How much a question is worth, from 0 to its weight."""
    often = finding.often / (finding.often + HALF_OFTEN) if finding.often else 0.0
    often *= 1 - (1 - EVERY_GAME) * finding.often
    much = 1.0 if finding.change is None else UNCHANGED + (1 - UNCHANGED) * min(1.0, 4 * finding.change.size)
    moves = 0 if finding.film is None else len(finding.film.moves)
    soon = HALF_LATE / (HALF_LATE + moves)
    return finding.weight * often * much * soon


def in_order(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Questions that play tells apart, the most worth a ruling first; not twice the same clause or kind in a row."""
    left = [(worth(f), f) for f in found if f.standing == "shown"]
    order: list[Finding] = []
    places: dict[str, int] = {}
    while left:
        best = max(left, key=lambda pair: (pair[0] * _fresh(pair[1], places), pair[1].subject))
        left.remove(best)
        order.append(best[1])
        for key in (*keys(best[1]), _asks(best[1])):
            places[key] = places.get(key, 0) + 1
    return tuple(order)


def _fresh(finding: Finding, places: dict[str, int]) -> float:
    """How much is left of a question's worth after those that stand before it."""
    value = ECHO if places.get(_asks(finding)) else 1.0
    for key in keys(finding):
        value *= ONCE ** places.get(key, 0)
    return value


def _asks(finding: Finding) -> str:
    """The question as it is asked."""
    return f"asks {finding.notes[0] if finding.notes else finding.subject}"


def keys(finding: Finding) -> Sequence[str]:
    """What a question shares with others: what it is about, and who asks."""
    about = (f"{s.owner}/{s.label}" for s in finding.sources)
    return (*dict.fromkeys(about), f"by {finding.asked_by}")
