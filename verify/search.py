"""Searches every state of a shrunk game, breadth first, and says what holds in all of them.

Leaves what a state is to `engine`, and choosing a size that fits to `verify.shrink`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from time import perf_counter

from engine.chance import Chance, Recording, every_outcome
from engine.faults import Fault
from engine.interpreter import Interpreter, Turn
from engine.moves import Move
from engine.position import Position
from spec import ir
from verify.claims import Claims
from verify.obligations import ENDS, claim_obligation, fault_obligation, play_obligations
from verify.verdict import Obligation, Result, Witness
from verify.witness import make_witness

Way = tuple[Position | None, Move | None, tuple[object, ...]]


@dataclass(slots=True)
class Found:
    """All states reached, how each was first reached, and what was seen on the way; `cut` says why it is not all."""

    came: dict[Position, Way] = field(default_factory=dict)
    between: dict[Position, Way] = field(default_factory=dict)
    after: dict[Position, set[Position]] = field(default_factory=dict)
    faults: dict[str, Position] = field(default_factory=dict)
    broken: dict[str, tuple[Position, str]] = field(default_factory=dict)
    seen: dict[str, Position] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    fired: set[str] = field(default_factory=set)
    ended: int = 0
    cut: str = ""


def search(
    interpreter: Interpreter,
    *,
    most_states: int,
    until: float = float("inf"),
    deals: Callable[[Interpreter], Iterator[tuple[Turn, tuple[object, ...]]]] | None = None,
) -> Found:
    """Breadth first from every deal; stops, and says so, after so many states or at a clock time."""
    found = Found()
    claims = Claims(interpreter)
    queue: deque[Turn] = deque()
    for turn, outcomes in (deals or every_deal)(interpreter):
        _reach(interpreter, claims, found, queue, turn, (None, None, outcomes))
        if len(found.came) > most_states or perf_counter() > until:
            found.cut = f"there are more deals than could be looked at ({len(found.came):,} states)"
            return found
    while queue:
        turn = queue.popleft()
        position = turn.position
        for move in turn.moves:
            for following, outcomes in _outcomes(partial(interpreter.apply, position, move)):
                found.after.setdefault(position, set()).add(following.position)
                _reach(interpreter, claims, found, queue, following, (position, move, outcomes))
        if len(found.came) > most_states:
            found.cut = f"stopped at {len(found.came):,} states; there are more"
            return found
        if perf_counter() > until:
            found.cut = f"time was up at {len(found.came):,} states; there are more"
            return found
    return found


def every_deal(interpreter: Interpreter) -> Iterator[tuple[Turn, tuple[object, ...]]]:
    """Every start, whatever the shuffles and lots before the first decision."""
    return _outcomes(interpreter.start)


def _outcomes(run: Callable[[Chance], Turn]) -> Iterator[tuple[Turn, tuple[object, ...]]]:
    """Every outcome of a run, with the chance that led to it."""

    def recorded(chance: Chance) -> tuple[Turn, tuple[object, ...]]:
        recording = Recording(chance)
        turn = run(recording)
        return turn, tuple(recording.outcomes)

    share: Fraction
    for share, pair in every_outcome(recorded):
        if share > 0:
            yield pair


def _reach(interpreter: Interpreter, claims: Claims, found: Found, queue: deque[Turn], turn: Turn, way: Way) -> None:
    found.fired.update(event.source.label for event in turn.events)
    for between in turn.passed:
        if between not in found.between and claims.concerned(between):
            found.between[between] = way
            for claim in claims.concerned(between):
                _read(claims, claim, between, found)
    position = turn.position
    if position in found.came:
        return
    found.came[position] = way
    for claim in claims.concerned(position):
        _read(claims, claim, position, found)
    if position.fault is not None:
        found.faults.setdefault(position.fault.kind, position)
    elif position.result is not None:
        found.ended += 1
    else:
        queue.append(turn)


def _read(claims: Claims, claim: ir.Claim, position: Position, found: Found) -> None:
    label = claim.source.label
    found.read.add(label)
    if label in found.broken or (claim.kind == "sometimes" and label in found.seen):
        return
    value = claims.holds(claim, position)
    if claims.breaks(claim, value):
        sentence = value.sentence if isinstance(value, Fault) else f"{label} does not hold here"
        found.broken[label] = (position, sentence)
    elif value is True:
        found.seen.setdefault(label, position)


def path(found: Found, position: Position) -> tuple[list[object], list[Move]]:
    """The outcomes of chance and the moves of a shortest play to a position."""
    outcomes: list[object] = []
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


def loop(found: Found) -> Position | None:
    """A state that can come again, or None where every play ends; iterative depth-first search."""
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
                return following
            elif following not in colour:
                colour[following] = 1
                stack.append((following, iter(found.after.get(following, ()))))
    return None


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


def results(interpreter: Interpreter, found: Found, scope: str, seconds: float) -> tuple[Result, ...]:
    """What the states say of each obligation; `checked` only where none was left out."""
    made: list[Result] = []

    def add(owed: Obligation, holds: bool, bad: Position | None = None, sentence: str = "") -> None:
        made.append(_result(interpreter, found, owed, holds, bad, sentence, scope, seconds))

    for owed in play_obligations():
        kind = next((k for k in found.faults if fault_obligation(k).code == owed.code), None)
        bad = None if kind is None else found.faults[kind]
        told = "" if bad is None or bad.fault is None else bad.fault.sentence
        add(owed, bad is None, bad, told)
    again = loop(found)
    add(ENDS, again is None, again, "play can come back to this position")
    for claim in interpreter.game.claims:
        owed, label = claim_obligation(claim), claim.source.label
        match claim.kind:
            case "always" | "never":
                broken, sentence = found.broken.get(label, (None, ""))
                if label in found.read or broken is not None:
                    add(owed, broken is None, broken, sentence)
            case "sometimes":
                if label in found.seen:
                    witness = _witness(interpreter, found, found.seen[label], f"{label} holds here")
                    made.append(Result(owed, "checked", "exhaustive search", scope, witness=witness, seconds=seconds))
            case "ends":
                add(owed, again is None, again, "play can come back to this position")
            case "endable":
                lost = None if found.cut else endless_from(found)
                add(owed, lost is None and not found.cut, lost, "from this position no end can be reached")
            case "fair":
                pass
    return tuple(made)


def _result(
    interpreter: Interpreter,
    found: Found,
    owed: Obligation,
    holds: bool,
    bad: Position | None,
    sentence: str,
    scope: str,
    seconds: float,
) -> Result:
    by = "exhaustive search"
    if bad is not None:
        witness = _witness(interpreter, found, bad, sentence)
        return Result(owed, "refuted", by, scope, witness=witness, seconds=seconds)
    if found.cut or not holds:
        reason = found.cut or "the search could not say"
        return Result(owed, "unknown", by, scope, reason=reason, seconds=seconds)
    return Result(owed, "checked", by, scope, seconds=seconds)


def _witness(interpreter: Interpreter, found: Found, position: Position, sentence: str) -> Witness:
    outcomes, moves = path(found, position)
    return make_witness(interpreter, outcomes, moves, position, sentence)  # type: ignore[arg-type]
