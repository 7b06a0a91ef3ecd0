"""Derives from the IR alone what a game owes; knows no solver and no search.

Deciding an obligation is left to `verify.random.random_play`, `verify.search.search` and `verify.obligations.examples`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine.interpreter.faults import Fault
from spec.ir import nodes as ir
from spec.ir.flow import reached_steps
from spec.ir.fold import premise
from verify.obligations.verdict import EVERY_GAME_ENDS, Obligation

FAULT_CODES = {
    "gap": ("no-gap", "in every situation that comes up some clause applies (no gap)"),
    "clash": ("no-clash", "where two clauses disagree, one outranks the other (no clash)"),
    "undefined": ("defined", "no rule uses what is not there, such as the top of an empty pile (definedness)"),
    "open": ("settled", "play never depends on a question that the file leaves open"),
    "stuck": ("not-stuck", "a player who must move always can (no deadlock)"),
    "lost_card": ("conserved", "every card lies in exactly one place (conservation)"),
    "endless": ("decides", "play never goes on for ever without a decision (no livelock)"),
    "overflow": ("in-range", "every number stays within its range (no overflow)"),
    "collision": ("no-collision", "where two ends with different results hold at once, one outranks the other"),
}
"""For each kind of fault of play the code of the obligation that it breaks, and the obligation in a sentence."""


NO_LEAK = Obligation(
    "no-leak", "play", "legal moves reveal nothing about cards that the mover cannot see (no information leak)"
)
COMMUTES = Obligation(
    "commutes", "play", "simultaneous effects give the same result in every order (commutation)", required=False
)


def kind_of(fault: Fault, game: ir.Game) -> str:
    """The kind of a fault, a key of `FAULT_CODES`: of clashes, those among ends are collisions."""
    ends = [e.source for e in game.endings]
    among_ends = len(fault.sources) > 1 and all(stands_among(s, ends) for s in fault.sources[:2])
    return "collision" if fault.kind == "clash" and among_ends else fault.kind


def part_of(fault: Fault, game: ir.Game) -> str:
    """The move or outcome of whose clauses none, or too many, applied: the one that is asked, not those that ask it."""
    if fault.kind not in ("gap", "clash") or not fault.sources:
        return ""
    parts = [(f"outcome {g.source.label}", (g.source, *(c.source for c in g.clauses))) for g in game.groups]
    parts += [(f"move {a.move}", (a.source, *(c.source for c in a.clauses))) for a in game.actions]
    return next((name for name, sources in parts if stands_among(fault.sources[0], sources)), "")


def stands_among(source: ir.Source, others: Iterable[ir.Source]) -> bool:
    """Is it one of them, in whatever variant of its move? Clauses of several moves, outcomes and ends may be called
    alike."""
    return any(source.clause.as_written() == other.clause.as_written() for other in others)


def fault_obligation(kind: str) -> Obligation:
    """That play never stops at a fault of this kind."""
    code, sentence = FAULT_CODES[kind]
    return Obligation(code, "play", sentence)


OTHER_SIZE = "other-size"
"""The code of what is owed at a size that the file allows and the run does not have."""


def other_size_obligation(words: str) -> Obligation:
    """That play stops at no fault with other numbers or players that the file allows, in words (`hand_size=7`)."""
    return Obligation(OTHER_SIZE, words, f"play stops at no fault with {words}, which the file allows", required=False)


def clause_obligations(game: ir.Game) -> tuple[Obligation, ...]:
    """That every clause wins in some play; not required, since play at random may miss rare ones."""
    return tuple(
        Obligation(
            "used", f"{kind} {source.label}", f"{source.label} takes effect in some game", (source,), required=False
        )
        for kind, source in labelled(game)
    )


def labelled(game: ir.Game) -> tuple[tuple[str, ir.Source], ...]:
    """Every clause whose winning shows in play, with the name of what it belongs to."""
    found = [(a.move, c.source) for a in game.actions for c in a.clauses if c.kind == "permit"]
    for group in game.groups:
        found += [(group.source.label, c.source) for c in group.clauses]
    found += [("end", e.source) for e in game.endings]
    once: dict[ir.ClauseId, tuple[str, ir.Source]] = {}
    for part, source in found:
        once.setdefault(source.clause.as_written(), (part, source))
    return tuple(once.values())


def reached_obligations(game: ir.Game) -> tuple[Obligation, ...]:
    """That every move is made and every labelled step reached in some play."""
    moves = [
        (f"move {a.source.told}", f"the move {a.source.told} is made in some game", a.source) for a in game.actions
    ]
    steps = {s.source.label: s.source for s in game.steps if s.source.label}
    moves += [(f"step {n}", f"the step {n} is reached in some game", source) for n, source in steps.items()]
    return tuple(Obligation("reached", subject, told, (source,), required=False) for subject, told, source in moves)


def never_come_to(game: ir.Game) -> frozenset[ir.ClauseId]:
    """The steps, moves, permissions and ends that no play comes to, since nothing leads to where they stand."""
    reached = [game.steps[at] for at in reached_steps(game)]
    labels = {step.source.label for step in reached}
    asked = {name for step in reached if step.ask is not None for name in step.ask.actions}
    found = [step.source for step in game.steps if step.source.label and step.source.label not in labels]
    missed = {source.label for source in found}
    there: list[ir.Source] = []
    for action in game.actions:
        (there if action.source.label in asked else found).extend((action.source, *(c.source for c in action.clauses)))
    found += [end.source for end in game.endings if end.at and set(end.at) <= missed]
    return frozenset(s.clause.as_written() for s in found) - {s.clause.as_written() for s in there}


def claim_obligation(claim: ir.Claim) -> Obligation:
    """That a claim holds where it is read."""
    words = {
        "always": "the condition holds",
        "never": "the condition does not hold",
        "sometimes": "the condition can come to hold",
        "ends": EVERY_GAME_ENDS,
        "endable": "an end stays reachable",
        "fair": f"no seat wins {claim.percent}% more or less than its share",
    }[claim.kind]
    read = read_at(claim)
    return Obligation(
        "claim", claim.source.label, f"{words} {read}".rstrip(), (claim.source,), read_at=read, wrong=claim.wrong
    )


def read_at(claim: ir.Claim) -> str:
    """At which positions a claim is read: on coming to the steps that it names, else where somebody decides and where
    play ends. '' for a claim about whole games."""
    match claim.kind:
        case "ends" | "endable" | "fair":
            return ""
        case "always" | "never" | "sometimes" if claim.at:
            return f"whenever play comes to {' or '.join(claim.at)}"
        case "always" | "never":
            return "at every decision and at the end"
        case "sometimes":
            return "at a decision or at the end"
        case _:
            assert_never(claim.kind)


def read_where(claim: ir.Claim) -> str:
    """The same as a place that play comes to."""
    return " or ".join(claim.at) or "a decision or an end"


def antecedent(claim: ir.Claim) -> ir.Expr | None:
    """The condition under which a claim says anything; None where it has no such form."""
    match claim.kind:
        case "always":
            return premise(claim.cond, True)
        case "never":
            return premise(claim.cond, False)
        case _:
            return None


def with_conditions(game: ir.Game) -> ir.Game:
    """The game with one more claim for each `always if A then B`, that A can come to hold where this is read."""
    made = [
        ir.Claim(ir.Source(condition_of(c)), "sometimes", c.at, cond)
        for c in game.claims
        if c.kind == "always" and (cond := antecedent(c)) is not None
    ]
    return replace(game, claims=(*game.claims, *made))


def condition_of(claim: ir.Claim) -> str:
    """What the claim of `with_conditions` is called; no name of a rule file has a space."""
    return f"the condition of {claim.source.label}"


def in_force(owed: Obligation, game: ir.Game) -> bool:
    """Does the game of other settings owe this too? Under some a claim is not in force, or another has its name."""
    if owed.code != "claim":
        return True
    return any((c.source, c.source.span) == (s, s.span) for s in owed.sources for c in game.claims)


ENDS = Obligation(
    "ends",
    "every game",
    "every game ends, whatever the luck and the choices (termination)",
    required=False,
    fails=False,
)
SURELY = Obligation(
    "ends-almost-surely",
    "every game",
    "the game ends with probability one, whatever the choices (almost-sure termination)",
    required=False,
)
ENDABLE = Obligation(
    "end-reachable",
    "every game",
    "an end can be reached from every position that play reaches",
    required=False,
    fails=False,
)
SOME_END = Obligation("some-end", "some game", "some game ends", required=False, fails=False)


def ends_owed(game: ir.Game) -> tuple[Obligation, ...]:
    """That every play ends: the file's claims that say so, else what every game owes."""
    claims = tuple(claim_obligation(c) for c in game.claims if c.kind == "ends")
    return claims or (ENDS,)


def surely_owed(game: ir.Game) -> Obligation:
    """That play ends with probability one: where the players can keep play from its end a run fails by that, unless the
    file itself says something of the end."""
    return replace(SURELY, fails=not any(c.kind == "ends" for c in game.claims))


def endable_owed(game: ir.Game) -> tuple[Obligation, ...]:
    """That an end stays reachable: the file's claims that say so, else what every game owes."""
    claims = tuple(claim_obligation(c) for c in game.claims if c.kind == "endable")
    return claims or (ENDABLE,)


def ending_owed(game: ir.Game) -> tuple[Obligation, ...]:
    """The four questions about the end of play, of which each follows from the one before."""
    return (*ends_owed(game), surely_owed(game), *endable_owed(game), SOME_END)


def example_obligation(example: ir.Example) -> Obligation:
    """That an example comes out as the file says."""
    sentence = f"the example “{example.text}” comes out as the file says"
    return Obligation("example", example.text, sentence, (example.source,))


def owed_by(game: ir.Game) -> tuple[Obligation, ...]:
    """Everything that a game owes, whichever technique decides it."""
    return (
        *map(example_obligation, game.examples),
        *map(fault_obligation, FAULT_CODES),
        *map(claim_obligation, game.claims),
        *(owed for owed in ending_owed(game) if owed.code != "claim"),
        *clause_obligations(game),
        *reached_obligations(game),
    )
