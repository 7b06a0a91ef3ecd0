"""Generated plays of the whole game, shrunk by Hypothesis to a minimal one where something does not hold.

One test a game, driven by data: the deal and the number of each move among the legal ones are drawn. A state machine
with a rule a move would have to try each rule's precondition at each step, and its shrinker could not take a move out
without the numbers of the others changing their meaning; here legality is asked once a decision, and a smaller number
is always a legal move. Beside random play this finds the short plays, and shortens those that random play found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from hypothesis import HealthCheck, Phase, configuration, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.strategies import DataObject

from engine.interpreter.faults import Fault
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.observe import observe
from engine.interpreter.position import Position, misplaced
from engine.luck.chance import Recording
from engine.luck.streams import Domain, Stream
from engine.players.determinization import determinize
from engine.processes.deadline import TimeUp
from spec.storage.cache import cache_folder
from verify.obligations.claims import Claims
from verify.obligations.obligations import FAULT_CODES, claim_obligation, fault_obligation, kind_of
from verify.obligations.verdict import Obligation, Result, Witness
from verify.obligations.witness import make_witness
from verify.random.strategies import Drawn
from verify.run.task import Task

BY = "generated cases"
MOST_MOVES = 60
"""A generated play is left after so many moves."""
ROUNDS = 4
"""After so many things that do not hold nothing more is looked for."""


class Broken(AssertionError):
    """Something does not hold in a generated play."""

    def __init__(self, key: tuple[str, str], witness: Witness) -> None:
        super().__init__(witness.sentence)
        self.key = key
        self.witness = witness


@dataclass(slots=True)
class Trial:
    """Plays generated cases and keeps the shortest play against each thing that does not hold.

    `known` are the things that need no further play; a thing is a kind of fault, or a claim by its label.
    """

    interpreter: Interpreter
    claims: Claims
    until: float = float("inf")
    known: set[tuple[str, str]] = field(default_factory=set)
    found: dict[tuple[str, str], Witness] = field(default_factory=dict)
    played: int = 0
    read: set[str] = field(default_factory=set)
    _reading: set[str] = field(default_factory=set)

    def play(self, data: DataObject) -> None:
        """One case; raises Broken where something does not hold in it."""
        if perf_counter() > self.until:
            raise TimeUp
        self._reading = set()
        luck = Recording(Drawn(data))
        made: list[Move] = []
        turn = self.interpreter.start(luck)

        def check(position: Position) -> None:
            for key, sentence in self.wrong(position):
                if key not in self.known:
                    self._keep(key, make_witness(self.interpreter, luck.outcomes, made, position, sentence))

        self._check(turn, check)
        while turn.moves and len(made) < MOST_MOVES:
            made.append(turn.moves[data.draw(st.integers(0, len(turn.moves) - 1))])
            turn = self.interpreter.apply(turn.position, made[-1], luck)
            self._check(turn, check)
        self._count()

    def _count(self) -> None:
        """One more case was played whole, or up to what does not hold; what is broken off on the way is none."""
        self.played += 1
        self.read |= self._reading

    def _check(self, turn: Turn, check: Callable[[Position], None]) -> None:
        for position in (*turn.passed, turn.position):
            check(position)

    def _keep(self, key: tuple[str, str], witness: Witness) -> None:
        before = self.found.get(key)
        if before is None or len(witness.moves) <= len(before.moves):
            self.found[key] = witness
        self._count()
        raise Broken(key, witness)

    def wrong(self, position: Position) -> Iterator[tuple[tuple[str, str], str]]:
        """What does not hold at a position."""
        if position.fault is not None:
            yield ("fault", kind_of(position.fault, self.interpreter.game)), position.fault.sentence
        layout = self.interpreter.layout
        lost = misplaced(position.cells, len(layout.deck))
        if lost:
            yield ("fault", "lost_card"), f"{self.interpreter.words.card_list(lost)} must lie in exactly one place"
        for player in range(layout.players):
            if observe(layout, determinize(layout, position, player, Stream(0, Domain.REDEAL)), player) != observe(
                layout, position, player
            ):
                raise AssertionError("an observation changes with cards that it does not show")
        for claim in self.claims.concerned(position):
            self._reading.add(claim.source.label)
            value = self.claims.holds(claim, position)
            if self.claims.breaks(claim, value):
                label = claim.source.label
                yield ("claim", label), value.sentence if isinstance(value, Fault) else f"{label} does not hold here"


@contextmanager
def _leaving_nothing() -> Iterator[None]:
    """What Hypothesis keeps between runs lies in the user's cache, and not in the folder that somebody works in."""
    before = configuration.storage_directory(intent_to_write=False).home_directory
    configuration.set_hypothesis_home_dir(cache_folder() / "hypothesis")
    try:
        yield
    finally:
        configuration.set_hypothesis_home_dir(before)


def run_cases(trial: Trial, cases: int, by_seed: int) -> bool:
    """Generates up to so many cases, and as many again after each thing that is found, within the trial's time; whether
    in the last of them nothing more was found."""
    for _ in range(ROUNDS):

        @seed(by_seed)
        @settings(
            max_examples=cases,
            database=None,
            deadline=None,
            derandomize=False,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
            print_blob=False,
        )
        @given(st.data())
        def case(data: DataObject) -> None:
            trial.play(data)

        try:
            with _leaving_nothing():
                case()
        except Broken as broken:
            trial.known.add(broken.key)
        except (TimeUp, Flaky):
            # What stops a case in the middle looks to Hypothesis as if it could not be repeated.
            if perf_counter() <= trial.until:
                raise
            return True
        else:
            return True
    return False


def generated(task: Task) -> Iterator[Result]:
    """What generated cases say of faults and of claims about every position."""
    task.progress("generating cases")
    began = perf_counter()
    trial = Trial(task.interpreter, Claims(task.interpreter), task.until)
    clean = run_cases(trial, task.plan.cases, task.plan.seed)
    seconds, cut = perf_counter() - began, perf_counter() > task.until
    cases = "1 generated case" if trial.played == 1 else f"{trial.played:,} generated cases"
    scope = f"{cases}, seed {task.plan.seed}"

    def result(owed: Obligation, key: tuple[str, str]) -> Result:
        if key in trial.found:
            return Result(owed, "refuted", BY, scope, witness=trial.found[key], seconds=seconds)
        if key[0] == "claim" and key[1] not in trial.read:
            reason = "no case reached a position where the claim is read, so the claim may be vacuous"
            return Result(owed, "unknown", BY, scope, reason, seconds=seconds, cut=cut)
        if not clean:
            reason = f"after {ROUNDS} counterexamples the generation stopped"
            return Result(owed, "unknown", BY, scope, reason, seconds=seconds)
        return Result(owed, "tested", BY, scope, seconds=seconds, cut=cut)

    if not trial.played:
        owed = Obligation("cut", "cases", "generated cases are checked", required=False)
        yield Result(owed, "unknown", "cases", reason="there was no time for a single one", seconds=seconds, cut=True)
        return
    for kind in FAULT_CODES:
        yield result(fault_obligation(kind), ("fault", kind))
    for claim in task.game.claims:
        if claim.kind in ("always", "never"):
            yield result(claim_obligation(claim), ("claim", claim.source.label))
