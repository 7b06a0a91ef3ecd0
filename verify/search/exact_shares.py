"""How often each seat wins where every legal move, and every outcome of luck, is equally likely: exactly, by adding up
all plays of a game that is small enough (expectimax with players who move at random).

Such a share is that of random play, of which `verify.random.random_play` knows only an interval. Leaves what luck can
come to to `engine.luck.chance`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from time import perf_counter

from engine.interpreter.faults import BeyondLimits
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.position import Position, Seat
from engine.luck.chance import every_outcome
from engine.processes.deadline import until
from spec.ir import nodes as ir
from verify.obligations.obligations import claim_obligation
from verify.obligations.verdict import Result, Witness
from verify.run.task import Task

MOST_STATES = 50_000
BY = "exact shares"

Wins = tuple[Fraction, ...]
"""How many wins each seat has on average, by seat."""
Ways = list[tuple[Fraction, Position]]
"""What may follow, each with its probability; they add up to 1."""


class NotExact(Exception):
    """Not every play can be added up, for the reason given."""


@dataclass(frozen=True, slots=True)
class ExactShares:
    """The share of each seat in all wins, by seat, and how many states play has. The shares add up to 1."""

    shares: Wins
    states: int


def exact_shares(interpreter: Interpreter, most_states: int = MOST_STATES, end: float = float("inf")) -> ExactShares:
    """Raises NotExact where play has more states, can go round, may stop at a fault, or the clock passes `end`."""
    bounded = until(end)
    with bounded:
        start, ways, wins = _all_ways(interpreter, most_states, end)
        whole = _mean(start, _solved(start, ways, wins), interpreter.layout.players)
        total = sum(whole)
        if total == 0:
            raise NotExact("nobody ever wins")
        return ExactShares(tuple(one / total for one in whole), len(ways) + len(wins))
    raise NotExact("time was up")


def _all_ways(
    interpreter: Interpreter, most_states: int, end: float
) -> tuple[Ways, dict[Position, Ways], dict[Position, Wins]]:
    """What may follow the beginning and each position where somebody chooses, and who wins at each end."""
    ways: dict[Position, Ways] = {}
    wins: dict[Position, Wins] = {}
    queue: list[Turn] = []

    def reached(outcomes: Iterator[tuple[Fraction, Turn]], part: Fraction) -> Iterator[tuple[Fraction, Position]]:
        for count, (share, turn) in enumerate(outcomes):
            if share * most_states < 1 or count > most_states:
                raise NotExact(f"luck has more than {most_states:,} outcomes")
            if perf_counter() > end:
                raise NotExact("time was up")
            position = turn.position
            if position.fault is not None:
                raise NotExact("play may stop at a fault")
            if position not in ways and position not in wins:
                if position.result is None:
                    ways[position] = []
                    queue.append(turn)
                else:
                    winners = position.result.winners()
                    wins[position] = tuple(Fraction(Seat(p) in winners) for p in range(interpreter.layout.players))
                if len(ways) + len(wins) > most_states:
                    raise NotExact(f"there are more than {most_states:,} states")
            yield part * share, position

    try:
        start = list(reached(every_outcome(interpreter.start), Fraction(1)))
        while queue:
            turn = queue.pop()
            part = Fraction(1, len(turn.moves))
            for move in turn.moves:
                run = partial(interpreter.apply, turn.position, move)
                ways[turn.position] += reached(every_outcome(run), part)
    except BeyondLimits as error:
        raise NotExact(str(error)) from None
    return start, ways, wins


def _solved(start: Ways, ways: dict[Position, Ways], wins: dict[Position, Wins]) -> dict[Position, Wins]:
    """The wins to be expected from each position, those that follow first."""
    known = dict(wins)
    open_now: set[Position] = set()
    seats = len(next(iter(wins.values()), ()))
    stack = [position for _, position in start]
    while stack:
        position = stack[-1]
        if position in known:
            stack.pop()
        elif position in open_now:
            known[position] = _mean(ways[position], known, seats)
            open_now.discard(position)
            stack.pop()
        else:
            open_now.add(position)
            following = [after for _, after in ways[position] if after not in known]
            if any(after in open_now for after in following):
                raise NotExact("play can come back to where it was")
            stack += following
    return known


def _mean(ways: Ways, known: dict[Position, Wins], seats: int) -> Wins:
    return tuple(sum((share * known[after][p] for share, after in ways), Fraction(0)) for p in range(seats))


# ---------------------------------------------------------------- the technique


def has_fair_claims(task: Task) -> bool:
    """Does the file claim that the seats' chances are even?"""
    return any(claim.kind == "fair" for claim in task.game.claims)


def fair_claims(task: Task) -> Iterator[Result]:
    """A verdict on each claim that the seats' chances are even, where every play can be added up."""
    began = perf_counter()
    task.progress("adding up every play")
    try:
        found = exact_shares(task.interpreter, end=task.until)
    except NotExact:
        return  # random play tells how far it knows the shares
    for claim in task.game.claims:
        if claim.kind == "fair":
            yield _judged(claim, found, perf_counter() - began)


def _judged(claim: ir.Claim, found: ExactShares, seconds: float) -> Result:
    owed = claim_obligation(claim)
    told = f"under random play, exactly: {in_words(found.shares)}"
    even = Fraction(1, len(found.shares))
    if max(abs(share - even) for share in found.shares) > Fraction(claim.percent, 100):
        return Result(owed, "refuted", BY, witness=Witness("", (), (), told), seconds=seconds)
    scope = f"all plays, {found.states:,} states; {told}"
    return Result(owed, "proved", BY, scope, seconds=seconds, complete=True)


def in_words(shares: Sequence[Fraction]) -> str:
    """The share of each player, as a part of all wins and in percent."""
    return ", ".join(f"player {p} {share} ({100 * float(share):.1f}%)" for p, share in enumerate(shares, 1))
