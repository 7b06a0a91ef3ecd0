"""Holds results of `verify` against what the oracle knows: a proof must be true, a refutation too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from engine.interpreter.interpreter import Interpreter, Turn
from spec.ir import nodes as ir
from tests.oracle.oracle import Known, follow
from verify.obligations.obligations import FAULT_CODES
from verify.obligations.verdict import Obligation, Result

KIND_OF = {code: kind for kind, (code, _) in FAULT_CODES.items()}


def truth(interpreter: Interpreter, known: Known, result: Result) -> bool | None:
    """Is the obligation kept in the plays that were followed? None where the oracle knows no such obligation."""
    owed = result.obligation
    match owed.code:
        case code if code in KIND_OF and owed.subject == "play":
            return KIND_OF[code] not in known.faults
        case "no-gap" | "no-clash":
            # What is owed of a single move or outcome is named `move LABEL` or `outcome LABEL`.
            return (KIND_OF[owed.code], owed.subject) not in known.fault_at
        case "ends":
            return known.ends
        case "dead-clause":
            source = owed.sources[0]
            return all((label, start) != (source.label, source.span.start) for _, label, start in known.won)
        case "claim":
            return _claim(interpreter.game, known, owed.subject, known.broken)
        case _:
            return None


def _claim(game: ir.Game, known: Known, label: str, broken: set[str]) -> bool | None:
    claim = next(c for c in game.claims if c.source.label == label)
    match claim.kind:
        case "always" | "never":
            return label not in broken
        case "sometimes":
            return label in known.held
        case "ends":
            return known.ends
        case "endable":
            return known.endable
        case "fair":
            return None


def disagreements(interpreter: Interpreter, known: Known, results: Iterable[Result]) -> tuple[list[str], set[str]]:
    """What is said and is not so, in words, and the codes that could be compared.

    Where not all plays were followed, what was not met may still come: then only what was met speaks.
    """
    told: list[str] = []
    compared: set[str] = set()
    for result in results:
        kept = truth(interpreter, known, result)
        if kept is None:
            continue
        claims_to_hold = result.verdict in ("proved", "checked")
        claims_to_fail = result.verdict == "refuted" or (result.verdict == "unknown" and result.witness is not None)
        rare = "can come to hold" in result.obligation.sentence or result.obligation.subject in {
            c.source.label for c in interpreter.game.claims if c.kind in ("sometimes", "endable")
        }
        sure_kept = kept and (known.whole or (rare and claims_to_hold))
        if claims_to_hold and not kept and (known.whole or not rare):
            told.append(
                f"{result.obligation.code} {result.obligation.subject}: {result.verdict} by {result.by}, not so"
            )
        elif claims_to_fail and sure_kept:
            told.append(f"{result.obligation.code} {result.obligation.subject}: {result.verdict}, but it is so")
        if claims_to_hold or claims_to_fail:
            compared.add(result.obligation.code)
    return told, compared


def idle_by_plays(game: ir.Game, owed: Obligation, deals: Callable[[Interpreter], Iterator[Turn]], most: int) -> bool:
    """Do the plays of some deals stay the same where the two clauses of an idle order are not ranked?

    Two that are ranked through a third as well cannot be told apart so, and nothing is said of them.
    """
    group = owed.subject.split()[0]
    better, worse = owed.sources
    changed = without_rank(game, group, better.label, worse.label)
    if changed is None:
        return True
    one, two = (follow(i, deals(i), most) for i in (Interpreter(game), Interpreter(changed)))
    return one.positions == two.positions


def closure(order: tuple[ir.Edge, ...]) -> set[tuple[str, str]]:
    """Every pair of which the first outranks the second, perhaps through others."""
    pairs = {(e.better, e.worse) for e in order}
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
        pairs |= more
    return pairs


def through_a_third(pairs: set[tuple[str, str]], better: str, worse: str) -> bool:
    """Does the one outrank the other also by way of a third?"""
    return any((better, x) in pairs and (x, worse) in pairs for _, x in pairs)


def without_rank(game: ir.Game, group: str, better: str, worse: str) -> ir.Game | None:
    """The game in which one clause of a group does not outrank another; None where it does so through a third."""
    orders = [g.order for g in game.groups if g.source.label == group]
    orders += [a.order for a in game.actions if a.source.label == group]
    if any(through_a_third(closure(order), better, worse) for order in orders):
        return None

    def freed(order: tuple[ir.Edge, ...]) -> tuple[ir.Edge, ...]:
        """Every other rank stays, also those that came of this one and others."""
        return tuple(ir.Edge(a, b) for a, b in sorted(closure(order) - {(better, worse)}))

    return replace(
        game,
        groups=tuple(replace(g, order=freed(g.order)) if g.source.label == group else g for g in game.groups),
        actions=tuple(replace(a, order=freed(a.order)) if a.source.label == group else a for a in game.actions),
    )
