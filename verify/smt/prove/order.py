"""Shows for each order of clauses which of its lines are needed: by plays, and by proof for those that change nothing.

Leaves finding plays to `verify.random.clause_coverage` and what a change is to `verify.obligations.precedence`. A line
that no play shows to be needed, and that is not proved to change nothing, is left unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from spec.ir import nodes as ir
from spec.ir.precedence import ClauseGroup, Key
from verify.obligations.precedence import Change, Judge, changes, meaning, orders
from verify.obligations.verdict import Line, Obligation, Result, Witness
from verify.random.clause_coverage import ClauseCoverage, clause_coverage
from verify.smt.encode import terms as t
from verify.smt.prove.groups import SCOPE, Group, Groups
from verify.smt.solvers.solver import Clock
from verify.smt.transition.moves import Held

Settled = Literal["shown", "idle", "possible", "unknown"]


@dataclass(frozen=True, slots=True)
class Judged:
    """What is known of one change of an order: a play shows that it matters, or it is proved to change nothing."""

    change: Change
    settled: Settled
    witness: Witness | None = None

    @property
    def words(self) -> str:
        """In one line."""
        match self.settled:
            case "shown":
                assert self.witness is not None
                return (
                    f"{self.change.words}: changes the outcome after {len(self.witness.moves)} moves and one more: "
                    + (f"{self.witness.sentence}; {', '.join(self.witness.position[:-1])}")
                )
            case "idle":
                return f"{self.change.words}: proved to change nothing"
            case "possible":
                return f"{self.change.words}: some position may show a change, and no game was found that reaches one"
            case "unknown":
                return f"{self.change.words}: undecided"

    @property
    def line(self) -> Line:
        """The same as data."""
        labels, change = self.change.order.labels, self.change
        matters = {"shown": True, "idle": False}.get(self.settled)
        return Line(change.kind, labels[change.high], labels[change.low], matters)


FEW = 64
"""After so many games it is asked of the lines that no play has shown whether they change anything at all."""


def order_results(game: ir.Game, groups: Groups, seconds: float) -> Iterator[Result]:
    """A result for each group that has an order."""
    found = orders(game)
    if not found:
        return
    judge, proofs = Judge(game), _Proofs(groups, groups.asker.clock())

    def enough(watched: ClauseCoverage) -> bool:
        left = [c for order in found for c in changes(order) if judge.shown(c, watched) is None]
        return all(proofs.of(c) == "idle" for c in left) if watched.games >= FEW else not left

    watched = clause_coverage(game, seconds, enough=enough)
    for order in found:
        yield _of_order(judge, watched, proofs, order)


@dataclass(slots=True)
class _Proofs:
    """What was proved of changes, each asked once; `clock` runs since the first."""

    groups: Groups
    clock: Clock
    known: dict[tuple[Key, str], Settled] = field(default_factory=dict)

    def of(self, change: Change) -> Settled:
        """Is a change proved to change nothing?"""
        key = (change.order.key, change.words)
        if key not in self.known:
            self.known[key] = self._asked(change)
        return self.known[key]

    def _asked(self, change: Change) -> Settled:
        group = _group(self.groups, change.order)
        if group is None:
            return "unknown"
        found = self.groups.ask(group, f"order-{change.words}", lambda held: _changes(change, held))
        return "idle" if found == "proved" else "possible" if found == "possible" else "unknown"


def _of_order(judge: Judge, watched: ClauseCoverage, proofs: _Proofs, order: ClauseGroup) -> Result:
    clock = proofs.clock
    lines = [_judged(judge.shown(change, watched), proofs, change) for change in changes(order)]
    kind, label = order.key[0], order.source.told
    subject = label if kind == label else f"{kind} {label}"
    sentence = f"the order of the clauses of {label}: what dropping a line or swapping two neighbours changes"
    owed = Obligation("order", subject, sentence, tuple(c.source for c in order.clauses), required=False)
    shown = [line for line in lines if line.settled == "shown"]
    idle = [line for line in lines if line.settled == "idle"]
    solvers = f"; {len(idle)} are proved to change nothing, by {clock.by(proofs.groups.ways)}" if idle else ""
    games = f"{watched.games:,} random games"
    by = f"{len(shown)} of {len(lines)} drops and swaps change some game of {games}{solvers}"
    details, known = tuple(line.words for line in lines), tuple(line.line for line in lines)
    witness = shown[0].witness if shown else None
    rest = [line for line in lines if line.settled in ("possible", "unknown")]
    if rest:
        more = f"; and {len(rest) - 3} more" if len(rest) > 3 else ""
        reason = "; ".join(line.words for line in rest[:3]) + more
        return Result(owed, "unknown", by, SCOPE, reason, seconds=clock.seconds, details=details, lines=known)
    return Result(owed, "proved", by, SCOPE, witness=witness, seconds=clock.seconds, details=details, lines=known)


def _judged(witness: Witness | None, proofs: _Proofs, change: Change) -> Judged:
    return Judged(change, "shown", witness) if witness is not None else Judged(change, proofs.of(change))


def _group(groups: Groups, order: ClauseGroup) -> Group | None:
    kind, label = order.key
    group = {"outcome": groups.outcomes, "move": groups.actions}.get(kind, {"ends": groups.ends}).get(label)
    return group if group is not None and group.is_read else None


def _changes(change: Change, held: Held) -> t.Flag:
    """Does what the winning clauses say change?"""
    by_meaning: dict[str, list[int]] = {}
    for number, clause in enumerate(change.order.clauses):
        by_meaning.setdefault(repr(meaning(clause)), []).append(number)
    above = change.above
    return t.any_of(
        t.neg(t.same_flag(t.any_of(held.wins(i) for i in numbers), t.any_of(held.wins_by(i, above) for i in numbers)))
        for numbers in by_meaning.values()
    )
