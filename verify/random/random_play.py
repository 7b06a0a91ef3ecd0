"""Plays many games at random under every check: faults, claims at every decision, which clauses win.

Leaves drawing a random move to `engine`, and what all states hold to `verify.search.search`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from engine.interpreter.faults import BeyondLimits, Fault
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position, Seat
from engine.luck.chance import Recording, Seeded
from engine.luck.streams import Domain, derive
from engine.players.policy import Choosers
from engine.simulate.flags import LEAST_GAMES, Figures, Kind, Unused, flags, unused
from spec.ir import nodes as ir
from spec.ir.clauses import Mark, mark
from verify.obligations.claims import Claims
from verify.obligations.obligations import (
    FAULT_CODES,
    SOME_END,
    claim_obligation,
    clause_obligations,
    endable_owed,
    ends_owed,
    fault_obligation,
    kind_of,
    never_come_to,
    reached_obligations,
    surely_owed,
)
from verify.obligations.verdict import Lengths, Obligation, Result, Verdict, Witness
from verify.obligations.witness import make_witness

MOST_MOVES = 5_000
"""A random game is cut after so many moves; the report says so."""
TESTED_BY, REFUTED_BY = 3.29, 5.0
"""So many standard errors a seat's share may be off: 99.9% are within the first. Only the second refutes a claim, with
an error of one in a million for each seat, since one that is wrongly refuted fails a run."""
FEWEST_WINS = 30
"""Of fewer wins no share says anything."""

FORM, NOWHERE = "the form of the rules", "nothing in the course of play leads there"
"""By what, and why, something is known never to come up."""
UNPLAYED = "too few games were played"
"""The reason for what random games left open in a run that had no time for them."""
SHOWN, BY_COMPILED = "a game that shows it (witness)", "a compiled game that shows it"
UNREAD = f"{UNPLAYED} by the interpreter, which reads claims"
"""The same where compiled code played."""


@dataclass(slots=True)
class Tally:
    """What many random games have shown so far."""

    games: int = 0
    """By the interpreter, which reads the claims."""
    compiled: int = 0
    """By compiled code (`verify.random.compiled_games`); what follows is of both, but for what was read."""
    compiled_stopped: int = 0
    """How many of these stopped at a fault."""
    next: int = 0
    """The number of the game that compiled code plays next, where it has played some."""
    read_apart: Counter[str] = field(default_factory=Counter)
    """In how many compiled games each claim was read (`verify.random.stepped_games`)."""
    suspected: dict[tuple[str, str], str] = field(default_factory=dict)
    """What compiled games show of kinds of faults and of claims, with which, until the interpreter plays them again."""
    unseen: set[Mark] = field(default_factory=set)
    """What took effect in these, and in no game that the interpreter has played too."""
    wanted: int = 0
    """How many games there were to be in all, where compiled ones were to be among them."""
    ended: int = 0
    stopped: int = 0
    """How many games came to an end, and how many stopped at a fault."""
    faults: dict[str, Witness] = field(default_factory=dict)
    fault_sources: dict[str, tuple[ir.Source, ...]] = field(default_factory=dict)
    broken: dict[str, Witness] = field(default_factory=dict)
    seen: dict[str, Witness] = field(default_factory=dict)
    read: Counter[str] = field(default_factory=Counter)
    fired: set[Mark] = field(default_factory=set)
    wins: Counter[Seat] = field(default_factory=Counter)
    draws: int = 0
    cut: int = 0
    """How many games were drawn, and how many were cut after the most moves."""
    loop: Witness | None = None
    end: Witness | None = None
    longest: Lengths = field(default_factory=lambda: Lengths(0, 0))
    """The most turns, and the most decisions, of a game that came to an end."""
    stopped_early: str = ""
    beyond: int = 0
    too_large: str = ""
    """How many games came to a choice that is too large to list, and which one the first did, in a sentence."""

    @property
    def whole(self) -> int:
        """All games."""
        return self.games + self.compiled

    @property
    def cut_short(self) -> bool:
        """Were there to be more games?"""
        return self.whole < self.wanted if self.wanted else bool(self.stopped_early)


def play_games(
    interpreter: Interpreter,
    games: int,
    seed: int,
    *,
    until: float = float("inf"),
    progress: Callable[[int], None] = lambda done: None,
    tally: Tally | None = None,
    pause: Callable[[], None] = lambda: None,
) -> Tally:
    """Plays up to `games` games, game i with the seed derived from `seed` and i, or until a clock time.

    `tally`, where it is given, is added to, so that whoever stops the games has those that were played. `pause` is
    called at each decision, and may play games of other numbers.
    """
    claims = Claims(interpreter)
    tally = Tally() if tally is None else tally
    for i in range(games):
        if perf_counter() > until:
            tally.stopped_early = f"time was up after {i} of {games} games"
            break
        _one_game(interpreter, claims, derive(seed, Domain.GAME, i), tally, pause)
        progress(i + 1)
    return tally


def play_numbers(interpreter: Interpreter, numbers: Iterable[int], seed: int, tally: Tally) -> None:
    """Plays the games of these numbers, and adds them to a tally."""
    claims = Claims(interpreter)
    for number in numbers:
        _one_game(interpreter, claims, derive(seed, Domain.GAME, number), tally)


def _one_game(
    interpreter: Interpreter, claims: Claims, seed: int, tally: Tally, pause: Callable[[], None] = lambda: None
) -> None:
    chance, choosers = Recording(Seeded(seed)), Choosers(interpreter, seed)
    begins, turns = interpreter.turns_begin(), 0

    def choose(turn: Turn) -> Move:
        nonlocal turns
        pause()
        turns += turns_in(turn, begins)
        return choosers.move(turn)

    try:
        turn, made = follow(interpreter, claims, chance, choose, tally)
    except BeyondLimits as error:
        tally.games += 1
        tally.beyond += 1
        tally.too_large = tally.too_large or str(error)
        return
    tally.games += 1
    position = turn.position
    tally.stopped += position.fault is not None
    if position.result is not None:
        if tally.end is None:
            sentence = f"play ends here by {position.result.ending}"
            tally.end = make_witness(interpreter, chance.outcomes, made, position, sentence)
        turns += turns_in(turn, begins)
        most = tally.longest
        tally.longest = Lengths(max(most.turns, turns), max(most.decisions, len(made)))
        tally.ended += 1
        tally.draws += position.result.drawn()
        tally.wins.update(position.result.winners())
    tally.cut += not position.over and len(made) >= MOST_MOVES


def follow(
    interpreter: Interpreter,
    claims: Claims,
    chance: Recording,
    choose: Callable[[Turn], Move | None],
    tally: Tally,
) -> tuple[Turn, tuple[Move, ...]]:
    """Plays one game by chosen moves, until it is over or none is chosen, and notes what it shows; its last turn."""
    made: list[Move] = []
    turn = interpreter.start(chance)
    lasso = Lasso()
    _note(turn, tally)

    def witness(position: Position, sentence: str) -> Witness:
        return make_witness(interpreter, chance.outcomes, made, position, sentence)

    while True:
        for position in (*turn.passed, turn.position):
            _read_claims(claims, position, tally, witness)
        if turn.position.over or len(made) >= MOST_MOVES:
            break
        if tally.loop is None and (circle := lasso.closes(turn.position, len(made), len(chance.outcomes))):
            told = "one move" if circle == 1 else f"{circle:,} moves"
            sentence = f"play returns to this position after {told} without luck, and so can go on for ever (lasso)"
            tally.loop = replace(witness(turn.position, sentence), loop=circle)
        move = choose(turn)
        if move is None:
            break
        made.append(move)
        turn = interpreter.apply(turn.position, move, chance)
        _note(turn, tally)
    position = turn.position
    if position.fault is not None:
        kind = kind_of(position.fault, interpreter.game)
        if kind not in tally.faults:
            tally.faults[kind] = witness(position, position.fault.sentence)
            tally.fault_sources[kind] = position.fault.sources
    return turn, tuple(made)


def turns_in(turn: Turn, begins: frozenset[int]) -> int:
    """How many turns have begun since the move before: each coming to the first step of one counts."""
    return sum(event.kind == "step" and event.args[0] in begins for event in turn.events)


class Lasso:
    """The positions of a game since luck was last asked for, by the number of moves made."""

    def __init__(self) -> None:
        self._luck = -1
        self._seen: dict[Position, int] = {}

    def closes(self, position: Position, made: int, luck: int) -> int:
        """How many moves ago play stood at this very position, with no luck since; 0 where it did not."""
        if luck != self._luck:
            self._luck = luck
            self._seen.clear()
        return made - self._seen.setdefault(position, made)


def _note(turn: Turn, tally: Tally) -> None:
    tally.fired.update(mark(event.kind, event.source) for event in turn.events)


def _read_claims(claims: Claims, position: Position, tally: Tally, witness: Callable[[Position, str], Witness]) -> None:
    for claim in claims.concerned(position):
        label = claim.source.label
        tally.read[label] += 1
        if label in tally.broken or (claim.kind == "sometimes" and label in tally.seen):
            continue
        value = claims.holds(claim, position)
        if claims.breaks(claim, value):
            sentence = value.sentence if isinstance(value, Fault) else f"{label} does not hold here"
            tally.broken[label] = witness(position, sentence)
        elif value is True and claim.kind == "sometimes":
            tally.seen[label] = witness(position, f"{label} holds here")


# ---------------------------------------------------------------- results


def results(interpreter: Interpreter, tally: Tally, seed: int, seconds: float) -> tuple[Result, ...]:
    """What the games say of each obligation that random play can speak of."""
    scope = f"{random_games(tally.whole)}, seed {seed}{_stopped(tally)}"
    by = "random play"
    found: list[Result] = []

    def add(owed: Obligation, verdict: Verdict, scope: str = scope, **more: Any) -> None:
        settled = verdict in ("proved", "refuted")
        cut = bool(tally.stopped_early) if owed.code == "claim" else tally.cut_short
        told = Result(owed, verdict, by, scope, seconds=seconds, cut=cut and not settled, **more)
        found.append(told)

    for kind in FAULT_CODES:
        owed = fault_obligation(kind)
        if kind in tally.faults:
            broken = replace(owed, sources=tally.fault_sources[kind])
            add(broken, "refuted", witness=tally.faults[kind])
        elif ("fault", kind) in tally.suspected:
            add(owed, "unknown", reason=tally.suspected["fault", kind])
        elif tally.whole:
            add(owed, "tested")
        else:
            add(owed, "unknown", reason=UNPLAYED)
    for claim in interpreter.game.claims:
        _claim_result(claim, interpreter, tally, scope, seed, add)
    for owed in ends_owed(interpreter.game):
        _ends(owed, tally, add)
    _ends(surely_owed(interpreter.game), tally, add)
    for owed in endable_owed(interpreter.game):
        add(
            owed,
            "unknown",
            reason="random games cannot show this claim; only an exhaustive search or a proof can, and neither did",
        )
    if tally.ended:
        add(SOME_END, "proved", scope=BY_COMPILED if tally.end is None else SHOWN, witness=tally.end)
    elif not interpreter.game.endings:
        add(SOME_END, "unknown", never=True, reason="no rule of the file ends a game")
    else:
        add(SOME_END, "unknown", reason=f"none of {tally.whole:,} games ended {_within(tally)}")
    fired, unseen = ({clause for _, clause in marks} for marks in (tally.fired, tally.unseen))
    nowhere = never_come_to(interpreter.game)
    for owed in (*clause_obligations(interpreter.game), *reached_obligations(interpreter.game)):
        clause = owed.sources[0].clause.as_written()
        if clause in fired:
            add(owed, "proved", scope=SHOWN)
        elif clause in unseen:
            add(owed, "proved", scope=BY_COMPILED)
        elif clause in nowhere:
            found.append(Result(owed, "unknown", FORM, reason=NOWHERE, never=True))
        else:
            few = not tally.whole or (tally.cut_short and tally.whole < LEAST_GAMES)
            add(owed, "unknown", reason=UNPLAYED if few else f"never seen in {scope}")
    if tally.beyond:
        owed = Obligation("cut", by, "games at random are played to their end", required=False)
        add(owed, "unknown", reason=f"{tally.beyond:,} of {tally.whole:,} games were not: {tally.too_large}")
    found += _suspicious(interpreter, tally, scope, seconds)
    return tuple(found)


EXPECTED: dict[Kind, tuple[str, str]] = {
    "cap": ("games-cut", f"every random game ends within {MOST_MOVES:,} moves"),
    "draws": ("often-drawn", "at most half of the random games are drawn"),
    "seat": ("seat-ahead", "no seat wins far more than its share of the random games"),
    "clauses": ("never-applied", "every prohibition and every part of a move's effect comes up in some random game"),
}
"""What one expects of random games: a code for what is otherwise, and the sentence. Neither fails a run."""


def _suspicious(interpreter: Interpreter, tally: Tally, scope: str, seconds: float) -> Iterator[Result]:
    """What is suspicious of the games, beside clauses that have an obligation of their own."""
    for flag in flags(_figures(interpreter, tally)):
        if flag.kind in EXPECTED:
            code, sentence = EXPECTED[flag.kind]
            owed = Obligation(code, "random games", sentence, flag.sources, required=False, fails=False)
            witness = Witness("", (), (), flag.sentence)
            yield Result(owed, "refuted", "random play", scope, witness=witness, seconds=seconds)


def _figures(interpreter: Interpreter, tally: Tally) -> Figures:
    game = interpreter.game
    owed = {o.sources[0].clause.as_written() for o in clause_obligations(game)}
    idle = tuple(s for s in unused(game, tally.fired | tally.unseen).clauses if s.clause.as_written() not in owed)
    wins = tuple(tally.wins[Seat(p)] for p in range(interpreter.layout.players))
    return Figures(
        tally.whole,
        tally.ended,
        tally.draws,
        tally.cut,
        MOST_MOVES,
        wins,
        Unused((), idle if tally.ended >= LEAST_GAMES else ()),
    )


def _scope_of_claims(tally: Tally, seed: int, games: int) -> str:
    """In which games a claim was read."""
    own = tally if games > tally.games else replace(tally, stopped=tally.stopped - tally.compiled_stopped)
    return f"{random_games(games)}, seed {seed}{_stopped(own)}"


def random_games(count: int) -> str:
    """So many of them, in words."""
    return f"{count:,} random game{'' if count == 1 else 's'}"


def _stopped(tally: Tally) -> str:
    """That games stopped at a fault, or were too large, so that nothing is known of what would have followed."""
    stopped = f", {tally.stopped:,} of them up to a fault" if tally.stopped else ""
    return stopped + (f", {tally.beyond:,} of them up to a choice that is too large" if tally.beyond else "")


def _claim_result(
    claim: ir.Claim, interpreter: Interpreter, tally: Tally, scope: str, seed: int, add: Callable[..., None]
) -> None:
    owed, label = claim_obligation(claim), claim.source.label
    games = tally.games + tally.read_apart[label]
    read_in = _scope_of_claims(tally, seed, games)
    match claim.kind:
        case "always" | "never":
            if label in tally.broken:
                add(owed, "refuted", witness=tally.broken[label])
            elif ("claim", label) in tally.suspected:
                add(owed, "unknown", reason=tally.suspected["claim", label])
            elif not games:
                add(owed, "unknown", reason=UNREAD if tally.compiled else UNPLAYED)
            elif tally.read[label] == 0:
                add(
                    owed,
                    "unknown",
                    reason="no game reached a position where the claim is read, so the claim may be vacuous",
                )
            else:
                add(owed, "tested", read_in)
        case "sometimes":
            if label in tally.seen:
                add(owed, "proved", scope=SHOWN, witness=tally.seen[label])
            elif ("claim", label) in tally.suspected:
                add(owed, "unknown", reason=tally.suspected["claim", label])
            else:
                unread = UNREAD if tally.compiled else UNPLAYED
                add(owed, "unknown", reason=f"never seen in {read_in}" if games else unread)
        case "ends" | "endable":
            pass  # they are among the questions about the end that every game is asked
        case "fair":
            _fair(claim, interpreter, tally, scope, add)


def _ends(owed: Obligation, tally: Tally, add: Callable[..., None]) -> None:
    if tally.loop is not None:
        add(owed, "refuted", witness=tally.loop)
    elif tally.ended == tally.whole > 0:
        add(owed, "tested", longest=tally.longest if tally.games else None)
    else:
        add(
            owed,
            "unknown",
            longest=tally.longest,
            reason=f"{tally.ended:,} of {tally.whole:,} games ended {_within(tally)}",
        )


def _within(tally: Tally) -> str:
    """Within how many moves games ended, and how many could not, as play stopped at a fault."""
    stopped = f"; {tally.stopped:,} stopped at a fault" if tally.stopped else ""
    return f"within {MOST_MOVES:,} moves{stopped}"


def _fair(claim: ir.Claim, interpreter: Interpreter, tally: Tally, scope: str, add: Callable[..., None]) -> None:
    """A share inside the bound by its 99.9% interval is tested; refuting one takes more (`REFUTED_BY`)."""
    owed = claim_obligation(claim)
    seats = interpreter.layout.players
    total = sum(tally.wins.values())
    if total < FEWEST_WINS:
        stopped = f"; {tally.stopped:,} stopped at a fault" if tally.stopped else ""
        words = "1 win was" if total == 1 else f"{total} wins were"
        reason = f"only {words} counted in {tally.whole:,} games, and {FEWEST_WINS} are needed{stopped}"
        add(owed, "unknown", reason=reason)
        return
    # Whoever would have won the games that were too large is not known.
    error, unknown = (0.25 / total) ** 0.5, tally.beyond / total
    margin = TESTED_BY * error + unknown
    worst = max(abs(tally.wins[Seat(p)] / total - 1 / seats) for p in range(seats))
    bound = claim.percent / 100
    # No share is further from even than that of a seat which wins everything, or nothing.
    known = f"; the shares are known to within {100 * margin:.1f}% (each with 99.9% confidence)"
    if min(worst + margin, 1 - 1 / seats) <= bound:
        add(owed, "tested", f"{scope}{known}")
    elif worst - REFUTED_BY * error - unknown > bound:
        shares = ", ".join(f"player {p + 1} {100 * tally.wins[Seat(p)] / total:.1f}%" for p in range(seats))
        add(owed, "refuted", witness=Witness("", (), (), f"under random play: {shares}"))
    else:
        add(
            owed, "unknown", reason=f"{total:,} wins fix the shares only to within {100 * margin:.1f}%; play more games"
        )
