"""Settles what the first plays left open about clauses: rulings not seen to decide, clauses not seen to matter.

Looks for a play first, far longer than before, and asks the solver for a proof where none is found. What neither
settles stays unknown. Leaves watching plays to `verify.random.clause_coverage` and putting clauses into terms to
`verify.smt.prove.groups`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.interpreter.interpreter import Interpreter
from engine.logs.explain import IllegalMove
from engine.luck.chance import ChanceError, Recording, Scripted, Seeded
from engine.luck.streams import Domain, derive
from spec.ir import nodes as ir
from spec.ir.precedence import ClauseGroup, clause_groups, reordered, unranked
from verify.ambiguity.compare.proofs import Proofs
from verify.ambiguity.find.orders import Ruled, rulings, taken_away, told_part, without
from verify.ambiguity.find.plays import Line, film
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.run.context import Context
from verify.ambiguity.run.store import rules_of
from verify.obligations.precedence import meaning
from verify.obligations.witness import NotReplayed
from verify.random.clause_coverage import ClauseCoverage, Sighting, clause_coverage
from verify.run.budget import now

MOST_GAMES = 3_000


def same_but_order(a: ir.Game, b: ir.Game, until: float) -> str:
    """By what it is proved that two games which differ only in the order of clauses are one; '' where it is not.

    It is where in no position that order decides anything.
    """
    if rules_of(reordered(a, lambda part: ())) != rules_of(reordered(b, lambda part: ())):
        return ""
    proofs = Proofs(a, until)
    for part, other in zip(clause_groups(a), clause_groups(b), strict=True):
        if part.order != other.order and proofs.order_idle(part.key, part.clauses, other.above):
            return ""
    return proofs.by


def _without(part: ClauseGroup, edge: ir.Edge) -> tuple[int, ...]:
    """What outranks what, without one line of the order."""
    return replace(part, order=taken_away(part.order, edge)).above


@dataclass(frozen=True, slots=True)
class Refinable:
    """One open finding with what it is about: a ruling, or a clause by its number."""

    finding: Finding
    part: ClauseGroup
    ruled: Ruled | None = None
    clause: int = -1


def refinable(game: ir.Game, left: Sequence[Finding]) -> Iterator[Refinable]:
    """The findings that may be settled here."""
    named = {part.name: part for part in clause_groups(game)}
    told = {told_part(game, part.name): part for part in clause_groups(game)}
    by_subject = {r.subject: r for r in rulings(game)}
    for finding in left:
        if finding.kind == "ruling" and finding.subject in by_subject:
            ruled = by_subject[finding.subject]
            yield Refinable(finding, named[ruled.part], ruled)
        elif finding.kind in ("dead", "shadowed", "implied"):
            part = told[finding.subject.rpartition(" of ")[2]]
            yield Refinable(finding, part, clause=part.place(finding.clauses[0]))


def is_open(finding: Finding) -> bool:
    """Is this a finding about clauses that more plays or a proof may settle?"""
    if finding.kind in ("shadowed", "implied"):
        return finding.standing == "tested"
    return finding.kind in ("ruling", "dead") and finding.standing == "unknown"


class Refinement:
    """Looks again at open findings; `short`: fewer games were played for it than it wants."""

    def __init__(self, context: Context, left: Sequence[Finding], until: float) -> None:
        self._context, self._until = context, until
        self._asked = list(refinable(context.game, left))
        self.short = False

    def findings(self) -> Iterator[Finding]:
        """For each open finding what is known now, in their order; none where a clause does matter."""
        watched = self._watched(now() + 0.4 * (self._until - now()))
        proofs = Proofs(self._context.game, self._until)
        for one in self._asked:
            match _seen(self._context, one, watched):
                case Finding() as found:
                    yield found
                case "matters":
                    pass
                case _:
                    yield _proved(proofs, one, watched.games)

    def _watched(self, until: float) -> ClauseCoverage:
        """More games, up to where each was seen to matter, the time is up, or enough were played."""

        def enough(watched: ClauseCoverage) -> bool:
            return all(any(_decides(w, bits) for bits in watched.seen.get(w.part.key, ())) for w in self._asked)

        whole, number, context = ClauseCoverage(), 0, self._context
        while self._asked and now() < until and whole.games < MOST_GAMES:
            more = clause_coverage(
                context.game,
                until - now(),
                MOST_GAMES - whole.games,
                derive(context.plan.seed, Domain.PART, 900 + number),
                enough,
            )
            for key, sets in more.seen.items():
                for bits, plays in sets.items():
                    for sighting in plays:
                        whole.note(key, bits, sighting)
            whole.games, number = whole.games + more.games, number + 1
            if enough(whole):
                return whole
        self.short = whole.games < MOST_GAMES
        return whole


def _decides(one: Refinable, applicable: int) -> bool:
    """Does it show where just these clauses apply?"""
    part, above = one.part, one.part.above
    best = unranked(applicable, above)
    if one.ruled is not None:
        two = {part.place(one.ruled.edge.better), part.place(one.ruled.edge.worse)}
        return two <= set(unranked(applicable, _without(part, one.ruled.edge)))
    if one.finding.kind != "implied":
        return one.clause in best
    rest = unranked(applicable & ~(1 << one.clause), above)
    return {meaning(part.clauses[i]) for i in best} != {meaning(part.clauses[i]) for i in rest}


def _seen(context: Context, one: Refinable, watched: ClauseCoverage) -> Finding | str:
    """What a play shows: a finding, `matters`, or ''."""
    sets = watched.seen.get(one.part.key, {})
    every = (sighting for bits, plays in sets.items() if _decides(one, bits) for sighting in plays)
    plays = sorted(every, key=lambda sighting: len(sighting.moves))
    if one.ruled is None:
        return "matters" if plays else ""
    for sighting in plays[:5]:
        found = _shown(context, one, one.ruled, sighting)
        if found is not None:
            return found
    return ""


def _shown(context: Context, one: Refinable, ruled: Ruled, sighting: Sighting) -> Finding | None:
    """The ruling with a play on which it decides, replayed on the game without it."""
    bare = Interpreter(without(context.game, ruled))
    if one.part.key[0] == "move":
        assert sighting.move is not None
        told = context.interpreter.words.move(sighting.move)
        line = Line(sighting.outcomes, sighting.moves)
        sentence = (
            f"{ruled.edge.better} and {ruled.edge.worse} disagree on {told}, and nothing else ranks one over the other"
        )
    else:
        moves = sighting.moves if sighting.move is None else (*sighting.moves, sighting.move)
        stopped = _stop(bare, Line((*sighting.outcomes, *sighting.after), moves), {ruled.edge.better, ruled.edge.worse})
        if stopped is None:
            return None
        line, sentence = stopped
    try:
        shown = film(bare, line, sentence, written=True)
    except NotReplayed:
        return None
    return replace(
        one.finding, sentence=f"the ruling settles a conflict: {sentence}", standing="shown", reason="", film=shown,
        settled=f"the ruling says: {ruled.edge.because}", notes=("rare in random play",),
    )  # fmt: skip


def _stop(bare: Interpreter, line: Line, labels: set[str]) -> tuple[Line, str] | None:
    """The line up to where play stops at a clash of the two, and in which words."""
    chance = Recording(Scripted(line.luck, Seeded(0)))
    try:
        turn = bare.start(chance)
        for number, move in enumerate((*line.moves, None)):
            fault = turn.position.fault
            if fault is not None:
                ours = fault.kind == "clash" and labels <= {s.label for s in fault.sources}
                return (Line(tuple(chance.outcomes), line.moves[:number]), fault.sentence) if ours else None
            if move is not None:
                turn = bare.apply(turn.position, move, chance)
    except (ChanceError, IllegalMove):
        return None
    return None


# ---------------------------------------------------------------- proofs


def _proved(proofs: Proofs, one: Refinable, games: int) -> Finding:
    """The finding as a proof settles it; else unknown, with what was tried (or as it was tested)."""
    finding = one.finding
    found, by = _asked(proofs, one)
    scope = f"all positions of the full deck, by {by}"
    if found == "idle" and one.ruled is not None:
        told = f"without the ruling, {one.ruled.edge.better} and {one.ruled.edge.worse} never disagree"
        because = f"the ruling says: {one.ruled.edge.because}"
        return replace(
            finding, kind="idle-ruling", sentence=told, origin="found", standing="proved", scope=scope, reason="",
            notes=(because,),
        )  # fmt: skip
    label = finding.clauses[0]
    match found:
        case "dead":
            return replace(
                finding, kind="dead", sentence=f"{label} never applies", standing="proved", scope=scope, reason=""
            )
        case "shadowed":
            told = finding.sentence if finding.kind == "shadowed" else f"{label} always gives way to another clause"
            return replace(finding, kind="shadowed", sentence=told, standing="proved", scope=scope, reason="")
        case "implied":
            return replace(finding, standing="proved", scope=scope)
        case _:
            pass
    if finding.standing == "tested":
        return replace(finding, scope=f"{games:,} random games") if games else finding
    return replace(finding, reason=f"{_tried(finding, games)}; no proof: {found}")


def _tried(finding: Finding, games: int) -> str:
    return f"none of {games:,} random games shows it" if games else finding.reason


def _asked(proofs: Proofs, one: Refinable) -> tuple[str, str]:
    """`idle`, `dead`, `shadowed` or `implied` with the solvers that proved it; else why nothing was proved."""
    part, number = one.part, one.clause
    questions: list[tuple[str, Callable[[Proofs], str]]] = []
    if one.ruled is not None:
        above = _without(part, one.ruled.edge)
        questions = [("idle", lambda p: p.order_idle(part.key, part.clauses, above))]
    elif one.finding.kind == "implied":
        questions = [("implied", lambda p: p.implied(part.key, part.clauses, number))]
    else:
        questions = [
            ("dead", lambda p: p.never_holds(part.key, number)),
            ("shadowed", lambda p: p.never_wins(part.key, number)),
        ]
    why = ""
    for name, ask in questions:
        why = ask(proofs)
        if not why:
            return name, proofs.by
    return why, ""
