"""What a bounded search looks for: that a clause wins, that a claim holds or breaks, that play meets a fault.

Leaves the plays to `verify.smt.bounded.unrolling`. What is said here of a row says it for every real play; a play in
which the solver finds it need not be one, and is replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from spec.ir import nodes as ir
from spec.ir.precedence import outrankers
from verify.obligations.obligations import FAULT_CODES, stands_among
from verify.obligations.verdict import SHOWN_ALREADY, Obligation, Result, Witness
from verify.random.random_play import Tally
from verify.smt.bounded.unrolling import Row, Stretch, Unrolling
from verify.smt.encode import terms as t
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.state import State
from verify.smt.encode.symbolic_context import At, Unencodable
from verify.smt.prove.groups import differ, disagreeing
from verify.smt.prove.invariants import MOST_WEIGHT, Holds, about, claim_holds, weight
from verify.smt.transition.enabledness import looked_for
from verify.smt.transition.moves import Held

Aim = Literal["shorter", "unseen", "breaks"]
"""Is a shorter play looked for than is known, one that shows what was never seen, or one that should not be?"""
KINDS = {code: kind for kind, (code, _) in FAULT_CODES.items()}
SAID = ("gap", "clash", "undefined", "stuck", "overflow", "collision")
"""The kinds of fault that are looked for; the others come of no single position."""


@dataclass(slots=True, eq=False)
class Goal:
    """Something looked for: what is known of it, when a row has it, and what of a replayed play shows it.

    No play of up to `clear` decisions has it. `early`: it is met on coming to a decision, before that is counted.
    `complete`: wherever a real play has it, a row has it too. `excluded` keeps off plays that were replayed in vain,
    and others like them; `why`: it is looked for no further, for this reason. `read`: when a row comes to where it is
    read, if that is not everywhere; `met`: some play of up to `clear` decisions does.
    """

    known: Result
    comes: Callable[[Row], t.Flag]
    shown: Callable[[Tally], Witness | bool]
    breaks: bool
    early: bool = False
    complete: bool = True
    clear: int = -1
    excluded: list[t.Flag] = field(default_factory=list)
    why: str = ""
    read: Callable[[Row], t.Flag] | None = None
    met: bool = False

    @property
    def aim(self) -> Aim:
        """What kind of thing this is."""
        return "shorter" if self.known.reason == SHOWN_ALREADY else "breaks" if self.breaks else "unseen"

    @property
    def owed(self) -> Obligation:
        """The obligation."""
        return self.known.obligation


def goals(unrolled: Unrolling, known: Iterable[Result]) -> Iterator[Goal]:
    """What can be looked for, of what is open; the rest is passed over."""
    enc = unrolled.enc
    claims = {c.source.label: c for c in enc.game.claims}
    for result in known:
        owed = result.obligation
        if owed.code in ("used", "reached") and owed.sources:
            yield _of_source(unrolled, result, owed.sources[0])
        elif owed.code == "claim" and owed.subject in claims:
            yield from _of_claim(unrolled, result, claims[owed.subject])
        elif owed.subject == "play" and KINDS.get(owed.code) in SAID:
            yield _of_fault(unrolled, result, KINDS[owed.code])


# ---------------------------------------------------------------- clauses, moves and steps


def _of_source(unrolled: Unrolling, known: Result, source: ir.Source) -> Goal:
    wanted = source.clause.as_written()

    def shown(tally: Tally) -> bool:
        return any(clause == wanted for _, clause in tally.fired)

    return Goal(known, lambda row: t.any_of(_met(unrolled, row, source)), shown, breaks=False)


def _met(unrolled: Unrolling, row: Row, source: ir.Source) -> Iterator[t.Flag]:
    """Each way in which what has this source comes about on a row."""
    for stretch in row.stretches:
        passage, taken = stretch.passage, stretch.taken
        action = unrolled.enc.index.actions.get(passage.name) if passage.chosen else None
        if action is not None and _same(action.source, source):
            yield taken
        if passage.judgement is not None:
            yield from (t.all_of((taken, w)) for w in _won(passage.judgement.held, source))
        read = [(r.path, r.held) for r in passage.trace.resolved] + [(e.path, e.held) for e in passage.trace.ended]
        for path, held in read:
            yield from (t.all_of((taken, path, held.defined, w)) for w in _won(held, source))
        for arrival in passage.arrivals:
            if arrival.kind in ("run", "ask") and _same(unrolled.course.steps[arrival.step].source, source):
                yield t.all_of((taken, arrival.cond))


def _won(held: Held, source: ir.Source) -> Iterator[t.Flag]:
    return (held.wins(number) for number, one in enumerate(held.sources) if _same(one, source))


def _same(one: ir.Source, other: ir.Source) -> bool:
    return stands_among(one, (other,))


# ---------------------------------------------------------------- claims


def _of_claim(unrolled: Unrolling, known: Result, claim: ir.Claim) -> Iterator[Goal]:
    label, enc = claim.source.label, unrolled.enc
    if claim.kind not in ("always", "never", "sometimes") or weight(enc, claim.cond) > MOST_WEIGHT:
        return
    breaks = {"always": True, "never": True, "sometimes": False}[claim.kind]
    holds = _broken(claim_holds(enc, claim)) if breaks else _holds(unrolled, claim)
    try:
        holds(enc.space.arbitrary("trial"))
    except Unencodable:
        return

    def comes(row: Row, to: Holds = holds) -> t.Flag:
        return t.any_of(
            t.all_of((stretch.taken, a.cond, to(a.state)))
            for stretch in row.stretches
            for a in stretch.passage.arrivals
            if about(claim, a)
        )

    def shown(tally: Tally) -> Witness | bool:
        return (tally.broken if breaks else tally.seen).get(label, False)

    yield Goal(known, comes, shown, breaks, read=lambda row: comes(row, lambda _: True))


def _broken(holds: Holds) -> Holds:
    return lambda state: t.neg(holds(state))


def _holds(unrolled: Unrolling, claim: ir.Claim) -> Holds:
    def holds(state: State) -> t.Flag:
        at = At(state)
        value, defined = unrolled.enc.part(claim.cond, at, {})
        return t.all_of((value, defined, *at.facts))

    return holds


# ---------------------------------------------------------------- faults


def _of_fault(unrolled: Unrolling, known: Result, kind: str) -> Goal:
    comes = {"stuck": _stuck, "clash": _clash, "collision": _collision}.get(kind)
    met = kind == "clash" and clash_by_can(unrolled.enc)

    def of_row(row: Row) -> t.Flag:
        found = () if comes is None else comes(unrolled, row)
        return t.any_of((*found, *_stops(row, kind), *(_stops(row, "undefined") if met else ())))

    complete = kind != "undefined" and not (met and _chosen_by_can(unrolled.enc))
    return Goal(known, of_row, lambda tally: tally.faults.get(kind, False), breaks=True, early=True, complete=complete)


def clash_by_can(enc: Encoder) -> bool:
    """May play stop at a clash because `can` looks for a move? In terms such a stop is one of those beyond meaning."""
    game = enc.game
    looked = looked_for(enc.index, (game.steps, game.routines, game.groups, game.endings, game.actions))
    actions = (enc.index.actions[name] for name in looked)
    return any(disagreeing(a.clauses, outrankers([c.source.label for c in a.clauses], a.order)) for a in actions)


def _chosen_by_can(enc: Encoder) -> bool:
    """Does a choice of a move hang on whether somebody can move? Stops in reading choices are not told apart."""
    return bool(looked_for(enc.index, tuple(a.params for a in enc.game.actions)))


def _stops(row: Row, kind: str) -> Iterator[t.Flag]:
    for stretch in row.stretches:
        yield from (t.all_of((stretch.taken, cond)) for k, cond in stretch.passage.trace.stops if k == kind)
        if kind == "undefined" and stretch.passage.judgement is not None:
            yield t.all_of((*_judged(stretch), t.neg(stretch.passage.judgement.held.defined)))


def _judged(stretch: Stretch) -> tuple[t.Flag, ...]:
    """A move is within its choices where play stands, whether or not it is legal."""
    chosen = stretch.passage.chosen
    return (stretch.stand.cond, *stretch.passage.trace.facts, *(() if chosen is None else chosen.facts))


def _stuck(unrolled: Unrolling, row: Row) -> Iterator[t.Flag]:
    for stand in row.stands:
        ask = unrolled.course.steps[stand.step].ask
        if ask is not None and not ask.may and ask.otherwise is None and not stand.cut:
            yield t.all_of((stand.cond, unrolled.idle(stand, ask)))


def _clash(unrolled: Unrolling, row: Row) -> Iterator[t.Flag]:
    for stretch in row.stretches:
        judged = stretch.passage.judgement
        if judged is not None:
            yield t.all_of((*_judged(stretch), judged.held.defined, judged.clash))
        for read in stretch.passage.trace.resolved:
            yield t.all_of(
                (stretch.taken, read.path, read.held.defined, t.any_of(_both(read.group.clauses, read.held)))
            )


def _collision(unrolled: Unrolling, row: Row) -> Iterator[t.Flag]:
    for stretch in row.stretches:
        for read in stretch.passage.trace.ended:
            yield t.all_of((stretch.taken, read.path, read.held.defined, t.any_of(_both(read.endings, read.held))))


def _both(clauses: tuple[ir.Clause, ...], held: Held) -> Iterator[t.Flag]:
    """Two clauses that say different things and of which neither outranks the other both win."""
    for a, b in combinations(range(len(clauses)), 2):
        if differ(clauses[a], clauses[b]):
            yield t.all_of((held.wins(a), held.wins(b)))
