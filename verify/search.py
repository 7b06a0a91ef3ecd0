"""Searches every state of a shrunk game, breadth first, and says what holds in all of them.

Leaves what a state is to `engine`, and choosing a size that fits to `verify.shrink`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import TypeVar

from engine.chance import Chance, Outcome, Recording, every_outcome
from engine.faults import Fault
from engine.interpreter import Interpreter, Turn
from engine.moves import Move
from engine.position import Position
from spec import ir
from verify.claims import Claims
from verify.obligations import ENDS, FAULT_CODES, claim_obligation, fault_obligation, needs_ends
from verify.verdict import Obligation, Result, Verdict, Witness
from verify.witness import make_witness

K = TypeVar("K")
V = TypeVar("V")
Way = tuple[Position | None, Move | None, tuple[Outcome, ...]]


@dataclass(slots=True)
class Found:
    """All states reached, how each was first reached, and what was seen on the way.

    `deals` counts the deals of which every play was followed; `cut` says why there are not more ('' if there are none).
    """

    came: dict[Position, Way] = field(default_factory=dict)
    between: dict[Position, Way] = field(default_factory=dict)
    after: dict[Position, set[Position]] = field(default_factory=dict)
    faults: dict[str, Position] = field(default_factory=dict)
    broken: dict[str, tuple[Position, str]] = field(default_factory=dict)
    shown_wrong: dict[str, tuple[Position, str]] = field(default_factory=dict)
    seen: dict[str, Position] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    fired: set[str] = field(default_factory=set)
    deals: int = 0
    cut: str = ""

    @property
    def bad(self) -> bool:
        """Was a fault or a broken claim met? That a claim breaks which the file calls wrong is as it should be."""
        return bool(self.faults or self.broken)

    def add(self, other: Found) -> None:
        """Takes in what another deal has shown; what came first stays."""
        _keep(self.came, other.came)
        _keep(self.between, other.between)
        _keep(self.faults, other.faults)
        _keep(self.broken, other.broken)
        _keep(self.shown_wrong, other.shown_wrong)
        _keep(self.seen, other.seen)
        self.after.update(other.after)
        self.read |= other.read
        self.fired |= other.fired


def _keep(mine: dict[K, V], more: dict[K, V]) -> None:
    for key, value in more.items():
        mine.setdefault(key, value)


Deals = Callable[[Interpreter], Iterator[tuple[Turn, tuple[Outcome, ...]]]]


def search(interpreter: Interpreter, deals: Deals, *, most_states: int, until: float = float("inf")) -> Found:
    """Every play of one deal after the other, breadth first, up to so many states or a clock time.

    A deal whose plays could not all be followed is left out, but for a fault or a broken claim that it shows.
    """
    found = Found()
    claims = Claims(interpreter)
    for turn, outcomes in deals(interpreter):
        part = Found()
        part.cut = _explore(interpreter, claims, found, part, (turn, outcomes), most_states, until)
        if not part.cut or part.bad:
            found.add(part)
        if part.cut or part.bad:
            found.cut = part.cut or "stopped at what was found"
            return found
        found.deals += 1
    return found


def _explore(
    interpreter: Interpreter,
    claims: Claims,
    known: Found,
    part: Found,
    deal: tuple[Turn, tuple[Outcome, ...]],
    most_states: int,
    until: float,
) -> str:
    """Follows every play of a deal into `part`, not again through known states; why it was cut, or ''."""
    queue: deque[Turn] = deque()
    _reach(claims, known, part, queue, deal[0], (None, None, deal[1]))
    while queue and not part.bad:
        turn = queue.popleft()
        position = turn.position
        for move in turn.moves:
            for following, outcomes in _outcomes(partial(interpreter.apply, position, move)):
                part.after.setdefault(position, set()).add(following.position)
                _reach(claims, known, part, queue, following, (position, move, outcomes))
                if len(known.came) + len(part.came) > most_states:
                    return f"there are more than {most_states:,} states"
                if perf_counter() > until:
                    return "time was up"
    return ""


def every_deal(interpreter: Interpreter) -> Iterator[tuple[Turn, tuple[Outcome, ...]]]:
    """Every start, whatever the shuffles and lots before the first decision."""
    return _outcomes(interpreter.start)


def _outcomes(run: Callable[[Chance], Turn]) -> Iterator[tuple[Turn, tuple[Outcome, ...]]]:
    """Every outcome of a run, with the chance that led to it."""

    def recorded(chance: Chance) -> tuple[Turn, tuple[Outcome, ...]]:
        recording = Recording(chance)
        turn = run(recording)
        return turn, tuple(recording.outcomes)

    share: Fraction
    for share, pair in every_outcome(recorded):
        if share > 0:
            yield pair


def _reach(claims: Claims, known: Found, part: Found, queue: deque[Turn], turn: Turn, way: Way) -> None:
    part.fired.update(event.source.label for event in turn.events)
    for between in turn.passed:
        if between not in part.between and between not in known.between and claims.concerned(between):
            part.between[between] = way
            for claim in claims.concerned(between):
                _read(claims, claim, between, part)
    position = turn.position
    if position in part.came or position in known.came:
        return
    part.came[position] = way
    for claim in claims.concerned(position):
        _read(claims, claim, position, part)
    if position.fault is not None:
        part.faults.setdefault(position.fault.kind, position)
    elif position.result is None:
        queue.append(turn)


def _read(claims: Claims, claim: ir.Claim, position: Position, found: Found) -> None:
    label = claim.source.label
    found.read.add(label)
    broken = found.shown_wrong if claim.wrong else found.broken
    if label in broken or (claim.kind == "sometimes" and label in found.seen):
        return
    value = claims.holds(claim, position)
    if claims.breaks(claim, value):
        sentence = value.sentence if isinstance(value, Fault) else f"{label} does not hold here"
        broken[label] = (position, sentence)
    elif value is True:
        found.seen.setdefault(label, position)


def path(found: Found, position: Position) -> tuple[list[Outcome], list[Move]]:
    """The outcomes of chance and the moves of a shortest play to a position."""
    outcomes: list[Outcome] = []
    moves: list[Move] = []
    at: Position | None = position
    while at is not None:
        before, move, luck = found.came[at] if at in found.came else found.between[at]
        outcomes[:0] = luck
        if move is not None:
            moves.insert(0, move)
        at = before
    return outcomes, moves


# ---------------------------------------------------------------- the shape of play


def loop(found: Found) -> tuple[Position, ...]:
    """States by which play can come back to the first of them, () where every play ends; depth-first search."""
    colour: dict[Position, int] = {}
    for root in found.after:
        if root in colour:
            continue
        stack: list[tuple[Position, Iterator[Position]]] = [(root, iter(found.after.get(root, ())))]
        colour[root] = 1
        while stack:
            position, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                colour[position] = 2
                stack.pop()
            elif colour.get(following, 0) == 1:
                circle = [p for p, _ in stack]
                return (*circle[circle.index(following) :], following)
            elif following not in colour:
                colour[following] = 1
                stack.append((following, iter(found.after.get(following, ()))))
    return ()


def endless_from(found: Found) -> Position | None:
    """A state from which no end can be reached, or None."""
    before: dict[Position, list[Position]] = {}
    for position, afters in found.after.items():
        for following in afters:
            before.setdefault(following, []).append(position)
    good = [p for p in found.came if p.result is not None]
    marked = set(good)
    while good:
        for position in before.get(good.pop(), ()):
            if position not in marked:
                marked.add(position)
                good.append(position)
    return next((p for p in found.came if p not in marked and p.fault is None), None)


def longest_play(found: Found) -> int:
    """The most decisions in one play; only where no state can come again."""
    order: list[Position] = []
    seen: set[Position] = set()
    for root in found.after:
        stack: list[tuple[Position, bool]] = [(root, False)]
        while stack:
            position, done = stack.pop()
            if done:
                order.append(position)
            elif position not in seen:
                seen.add(position)
                stack.append((position, True))
                stack.extend((p, False) for p in found.after.get(position, ()))
    length: dict[Position, int] = {}
    for position in order:
        length[position] = max((1 + length.get(p, 0) for p in found.after.get(position, ())), default=0)
    return max(length.values(), default=0)


# ---------------------------------------------------------------- results

BY = "exhaustive search"


@dataclass(frozen=True, slots=True)
class Reporter:
    """Turns what a search has seen into results.

    What holds in every state is `checked`, and `proved` where these are all states of the game (`proves`). What breaks
    in a smaller game need not break in the whole one, so it is `unknown` with the play that shows it; for the size as
    set by the author or the user (`whole`) it is `refuted`.
    """

    interpreter: Interpreter
    found: Found
    scope: str
    seconds: float
    whole: bool
    proves: bool

    @property
    def good(self) -> Verdict:
        """The verdict of what held in every state."""
        return "proved" if self.proves else "checked"

    def result(
        self, owed: Obligation, bad: Position | None, sentence: str, complete: bool, circle: tuple[Position, ...] = ()
    ) -> Result:
        if bad is not None:
            witness = self.witness(bad, sentence, circle)
            if self.whole:
                return Result(owed, "refuted", BY, self.scope, witness=witness, seconds=self.seconds)
            reason = f"it breaks in a smaller game: {sentence}"
            return Result(owed, "unknown", BY, self.scope, reason, witness, self.seconds)
        if not complete or not self.found.deals:
            reason = self.found.cut or "the search was not complete"
            return Result(owed, "unknown", BY, self.scope, reason, seconds=self.seconds)
        return Result(owed, self.good, BY, self.scope, seconds=self.seconds)

    def witness(self, position: Position, sentence: str, circle: tuple[Position, ...] = ()) -> Witness:
        """The play to a position, and then once round a circle that begins and ends there."""
        outcomes, moves = path(self.found, position)
        for before, after in pairwise(circle):
            move, luck = _step_to(self.interpreter, before, after)
            outcomes += luck
            moves.append(move)
        return make_witness(self.interpreter, outcomes, moves, position, sentence)

    def ends(self, owed: Obligation) -> Result:
        """Does every play end, or can it come back to where it was?"""
        circle = loop(self.found)
        if not circle:
            return self.result(owed, None, "", not self.found.bad)
        sentence = f"play comes back to this position, last by {_moves(len(circle) - 1)}, and so need not end"
        return self.result(owed, circle[0], sentence, True, circle)


def _moves(count: int) -> str:
    return "one move" if count == 1 else f"{count:,} moves"


def _step_to(interpreter: Interpreter, before: Position, after: Position) -> tuple[Move, tuple[Outcome, ...]]:
    """A move, and its luck, that leads from one position to the other."""
    for move in interpreter.legal_moves(before):
        for turn, outcomes in _outcomes(partial(interpreter.apply, before, move)):
            if turn.position == after:
                return move, outcomes
    raise ValueError("no move leads there")


def results(
    interpreter: Interpreter, found: Found, scope: str, seconds: float, *, whole: bool = False, proves: bool = False
) -> tuple[Result, ...]:
    """What the states say of each obligation; `checked` or `proved` only where none of the scope was left out."""
    report = Reporter(interpreter, found, scope, seconds, whole, proves)
    made: list[Result] = []
    for kind in FAULT_CODES:
        owed, bad = fault_obligation(kind), found.faults.get(kind)
        told = "" if bad is None or bad.fault is None else bad.fault.sentence
        made.append(report.result(owed, bad, told, True))
    if needs_ends(interpreter.game):
        made.append(report.ends(ENDS))
    for claim in interpreter.game.claims:
        made.extend(_claim_results(report, claim))
    return tuple(made)


def _claim_results(report: Reporter, claim: ir.Claim) -> Iterator[Result]:
    found, owed, label = report.found, claim_obligation(claim), claim.source.label
    match claim.kind:
        case "always" | "never":
            broken, sentence = {**found.shown_wrong, **found.broken}.get(label, (None, ""))
            if label in found.read or broken is not None:
                yield report.result(owed, broken, sentence, True)
        case "sometimes":
            if label in found.seen:
                witness = report.witness(found.seen[label], f"{label} holds here")
                yield Result(owed, report.good, BY, report.scope, witness=witness, seconds=report.seconds)
        case "ends":
            yield report.ends(owed)
        case "endable":
            lost = None if found.bad else endless_from(found)
            yield report.result(owed, lost, "from this position no end can be reached", not found.bad)
        case "fair":
            pass
