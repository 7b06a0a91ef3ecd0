"""Proves claims about numbers: how many cards lie where, and what fields hold.

First it finds what holds at each step of all play, in equations and bounds; many claims follow from that. For others
Horn clauses are solved. Each proof is held against positions of play, and asked again of another solver. What is not
proved is `unknown`, never refuted. Leaves cards themselves to `verify.smt.prove`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from spec.ir.fold import YES
from spec.ir.index import index_of
from verify.obligations.obligations import claim_obligation, surely_owed
from verify.obligations.verdict import AGREE, Obligation, Result, Witness
from verify.smt.counting.abstraction import as_a_whole, by_gain, by_rounds
from verify.smt.counting.classes import MOST_CLASSES, named_zones, of_moves, parted, set_up, told_apart
from verify.smt.counting.clauses import Clause, Course
from verify.smt.counting.counted import Counting, fields_counted, partition
from verify.smt.counting.positions import Passed, Played, passed, played
from verify.smt.counting.recheck import Recheck
from verify.smt.counting.scene import TooLarge
from verify.smt.counting.smtlib import certificate
from verify.smt.counting.views import Contradicted, Proof, View
from verify.smt.prove.groups import SCOPE
from verify.smt.prove.prove import AGREE as SOLVERS
from verify.smt.prove.vacuous import InPlay, in_play
from verify.smt.solvers.memory import memory_errors
from verify.smt.solvers.solver import SolversDisagree, version

SEEN, LATER = 11, 12
"""Seeds of the games from which something is guessed, and of those against which it is held."""
GAMES, LATER_GAMES = 100, 10

MOST_READ = 40
"""So many classes of cards are told apart where a claim is read, if not on the ways there."""

GUESSING = 0.35
"""What is guessed takes so much of the time that is left, at most."""
RANKING = 0.15
"""And so much that every play ends, each time that it is tried."""

TOLD_APART = 0.1
"""And so much the reading of claims with cards told apart, each time that what is known has grown."""

SCOPE_OF_COUNTING = f"{SCOPE}, assuming no fault occurs"


ENDING = ("ends", "endable")
"""The kinds of claims that follow where every play ends."""

Owed = tuple[ir.Claim, float]
"""A claim, and the seconds that were spent on it."""


def counting(game: ir.Game, seconds: float, *, certify: bool = False) -> Iterator[Result]:
    """Results on the claims about all positions, as they come, within about so many seconds; with what another solver
    needs to decide them by itself, if that is asked for."""
    owed = [c for c in game.claims if c.kind in ("always", "never")]
    ends = any(c.kind in ENDING and not c.wrong for c in game.claims)
    if not owed and not ends:
        return
    prover = _Prover(game, perf_counter() + seconds, certify)
    try:
        yield from prover.results(owed, ends)
    except SolversDisagree as error:
        sentence = f"{error}; no proof of this run counts; please report the fault"
        yield Result(SOLVERS_AGREE, "refuted", prover.by(), witness=Witness("", (), (), sentence))
    except Contradicted as error:
        sentence = f"{error}. This is a fault of Hoyle: please report it; no proof by counting counts"
        owed_ = Obligation(AGREE, "counting", "what counting finds holds in play")
        yield Result(owed_, "refuted", prover.by(), witness=Witness("", (), (), sentence))


SOLVERS_AGREE = SOLVERS


@dataclass(slots=True)
class _Prover:
    game: ir.Game
    until: float
    certify: bool
    interpreter: Interpreter = field(init=False)
    recheck: Recheck = field(init=False)
    seen: Played = field(init=False)
    later: Played = field(init=False)
    in_play: InPlay = field(init=False)
    steps: tuple[Sequence[Passed], Sequence[Passed]] = ((), ())
    """Steps of the games from which something is guessed, and of those against which it is held."""
    finer: dict[str, View | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.interpreter = Interpreter(self.game)
        self.recheck = Recheck(self.until)

    @property
    def left(self) -> float:
        return max(0.0, self.until - perf_counter())

    def by(self, proof: Proof | None = None) -> str:
        """By which programs, and what they found."""
        how = f": {proof.found}" if proof is not None else ""
        return f"counting{how}; {version()}, each step checked again by {self.recheck.told()}"

    def results(self, owed: Sequence[ir.Claim], ends: bool) -> Iterator[Result]:
        """The results, the easiest first; and that every play ends, where that is asked for and can be shown."""
        self.seen = played(self.game, SEEN, GAMES, perf_counter() + 0.2 * self.left)
        self.later = played(self.game, LATER, LATER_GAMES, perf_counter() + 0.05 * self.left)
        self.in_play = in_play(self.interpreter, 0.1 * self.left)
        whole = (frozenset(range(len(self.interpreter.layout.deck))),)
        try:
            view = self._view(whole)
        except TooLarge:
            yield from (self._open(claim, "the rules are too large to be written down in numbers", 0) for claim in owed)
            return
        points, left = self.seen.points(view.counting), [(claim, 0.0) for claim in owed]
        why = view.find(points, perf_counter() + 0.2 * self.left, as_a_whole)
        if not why:
            # Of what no play was seen to read, only all that is known may tell that none ever does.
            plain = [one for one in left if self.in_play.unread(one[0], lambda cond: True) is None]
            still = yield from self._quick(view, plain)
            left = [one for one in left if one not in plain or one[0] in {claim for claim, _ in still}]
            ends = ends and not (yield from self._ends(view))
        for apart, share in ((by_gain, 0.4), (by_rounds, 0.5)):
            if left:
                why = view.find(points, perf_counter() + share * self.left, apart)
                left = yield from self._quick(view, left)
                ends = ends and not (yield from self._ends(view))
            if apart is by_gain and view.hulls is not None and (left or ends):
                view.guess(points, perf_counter() + GUESSING * self.left)
                left = yield from self._quick(view, left, guesses=True)
                ends = ends and not (yield from self._ends(view))
        for number, (claim, seconds) in enumerate(left):
            began, until = perf_counter() - seconds, perf_counter() + self.left / (len(left) - number)
            ways = (self._by_horn_clauses, self._by_hulls_of_classes, self._by_horn_clauses_of_classes)
            found = (self._tried(claim, partial(way, view, claim, until), began) for way in ways)
            yield next((one for one in found if one is not None), None) or self._open(
                claim, why, perf_counter() - began
            )

    def _ends(self, view: View) -> Generator[Result, None, bool]:
        """That every play ends, with what follows from it; is it shown?"""
        began, until = perf_counter(), perf_counter() + RANKING * self.left
        if not self.steps[0]:
            share = (until - began) / 4
            seeds = ((SEEN, GAMES, share), (LATER, LATER_GAMES, share / 2))
            first, later = (passed(self.game, seed, games, perf_counter() + s) for seed, games, s in seeds)
            self.steps = first, later
        found = view.by_ranking([view.step(one) for one in self.steps[0]], until)
        if found is None:
            return False
        proof, levels = found
        for one in self.steps[1]:
            view.seen_to_rank(levels, view.step(one), one.before)
        if not view.believed(proof, self.later, self.recheck):
            return False
        by, seconds = self.by(proof), perf_counter() - began
        for claim in (c for c in self.game.claims if c.kind in ENDING):
            yield Result(claim_obligation(claim), "proved", by, SCOPE_OF_COUNTING, seconds=seconds)
        if any(claim.kind == "ends" for claim in self.game.claims):
            since = f"{by}, since every game ends"
            yield Result(surely_owed(self.game), "proved", since, SCOPE_OF_COUNTING, seconds=seconds)
        return True

    def _quick(self, view: View, owed: Sequence[Owed], *, guesses: bool = False) -> Generator[Result, None, list[Owed]]:
        """The results of claims that follow at once from what is known, or from what was guessed and kept, too; the
        others are left."""
        ways = (self._by_hulls, self._by_classes) if not guesses else (self._by_guesses, self._by_guesses_of_classes)
        left = list(owed)
        # Cards told apart make large questions: no claim is to have them as long as others wait for small ones.
        for way, until in ((ways[0], self.until), (ways[1], perf_counter() + TOLD_APART * self.left)):
            waiting, left = left, []
            for claim, seconds in waiting:
                began = perf_counter() - seconds
                result = self._tried(claim, partial(way, view, claim), began) if perf_counter() < until else None
                if result is None:
                    left.append((claim, perf_counter() - began))
                else:
                    yield result
        return left

    def _view(self, classes: tuple[frozenset[int], ...], by_class: frozenset[str] = frozenset()) -> View:
        layout, fields = self.interpreter.layout, fields_counted(self.game, self.interpreter.layout)
        return View(self.interpreter, Counting(index_of(self.game), layout, classes, fields, by_class))

    def _tried(self, claim: ir.Claim, way: Callable[[], tuple[View, Proof] | None], began: float) -> Result | None:
        """The result of a way of proving, where it comes to one that is believed."""
        try:
            with memory_errors():
                found = way() if self.left else None
        except (TooLarge, MemoryError):
            return None
        return None if found is None else self._told(*found, claim, began)

    # ------------------------------------------------------------ ways of proving

    def _by_hulls(self, view: View, claim: ir.Claim) -> tuple[View, Proof] | None:
        proof = view.by_hulls(view.readings(claim))
        return None if proof is None else (view, proof)

    def _by_classes(self, view: View, claim: ir.Claim) -> tuple[View, Proof] | None:
        """What is known of sizes, where the claim is read with the cards told apart that it tells apart."""
        return self._read_by_classes(view, claim, view.by_hulls)

    def _by_guesses_of_classes(self, view: View, claim: ir.Claim) -> tuple[View, Proof] | None:
        return self._read_by_classes(view, claim, view.by_guesses)

    def _read_by_classes(
        self, view: View, claim: ir.Claim, way: Callable[[tuple[Clause, ...]], Proof | None]
    ) -> tuple[View, Proof] | None:
        counting = self._told_apart(view, claim, MOST_READ)
        if counting is None or view.hulls is None:
            return None
        proof = way(tuple(Course(self.interpreter, counting).readings(claim)))
        found = "" if proof is None else f"{proof.found}, and counts of the cards told apart"
        return None if proof is None else (view, replace(proof, found=found, read_by=counting))

    def _by_guesses(self, view: View, claim: ir.Claim) -> tuple[View, Proof] | None:
        proof = view.by_guesses(view.readings(claim))
        return None if proof is None else (view, proof)

    def _by_horn_clauses(self, view: View, claim: ir.Claim, until: float) -> tuple[View, Proof] | None:
        proof = view.by_horn_clauses(claim, view.readings(claim), until)
        return None if proof is None else (view, proof)

    def _by_hulls_of_classes(self, view: View, claim: ir.Claim, until: float) -> tuple[View, Proof] | None:
        finer = self._finer(view, claim)
        if finer is None or perf_counter() > until or finer.find(self.seen.points(finer.counting), until):
            return None
        proof = finer.by_hulls(finer.readings(claim))
        return None if proof is None else (finer, replace(proof, found="hulls of the cards told apart"))

    def _by_horn_clauses_of_classes(self, view: View, claim: ir.Claim, until: float) -> tuple[View, Proof] | None:
        finer = self._finer(view, claim)
        if finer is None or perf_counter() > until:
            return None
        proof = finer.by_horn_clauses(claim, finer.readings(claim), until)
        return None if proof is None else (finer, replace(proof, found="Horn clauses about the cards told apart"))

    def _finer(self, view: View, claim: ir.Claim) -> View | None:
        """The view in which cards are counted that the claim names, in the zones that it names; made once a claim."""
        if claim.source.label not in self.finer:
            counting = self._told_apart(view, claim)
            self.finer = {claim.source.label: None if counting is None else View(self.interpreter, counting)}
        return self.finer[claim.source.label]

    def _told_apart(self, view: View, claim: ir.Claim, most: int = MOST_CLASSES) -> Counting | None:
        """A counting of the cards that a claim tells apart, or else those that are told apart before play begins; None
        where none are."""
        sets = tuple(told_apart(view.counting, view.course.meaning.fixed, claim.cond))
        sets += tuple(of_moves(view.counting, view.course.meaning.fixed, self.game.actions))
        deck, zones = len(self.interpreter.layout.deck), named_zones(view.counting, claim)
        classes = partition(deck, sets, most)
        if len(classes) == 1:
            first = set_up(self.game.steps)
            zones |= parted(view.counting, first)
            classes = partition(deck, tuple(told_apart(view.counting, view.course.meaning.fixed, first)), most)
        return None if len(classes) == 1 else replace(view.counting, classes=classes, by_class=zones)

    def _told(self, view: View, proof: Proof, claim: ir.Claim, began: float) -> Result | None:
        """The result of a proof, if it is believed."""
        if not view.believed(proof, self.later, self.recheck):
            return None
        owed, by = claim_obligation(claim), self.by(proof)
        unread = self.in_play.unread(claim, lambda cond: self._never(view, claim, cond))
        seconds = perf_counter() - began
        if unread is not None:
            return Result(owed, "unknown", by, SCOPE, reason=unread.reason, seconds=seconds, vacuous=unread.never)
        told = None
        if self.certify:
            told = certificate(proof.facts, view.counting, view.clauses, proof.read_by, proof.readings)
        return Result(owed, "proved", by, SCOPE_OF_COUNTING, seconds=seconds, certificate=told)

    def _never(self, view: View, claim: ir.Claim, cond: ir.Expr | None) -> bool:
        """Does play never come to where the claim is read (with its condition)?"""
        try:
            readings = view.readings(claim, cond or YES)
            proof = view.by_hulls(readings)
            return proof is not None and view.believed(proof, self.later, self.recheck)
        except TooLarge:
            return False

    def _open(self, claim: ir.Claim, why: str, seconds: float) -> Result:
        reason = "not shown by the numbers of cards and fields; that does not refute it"
        if why or not self.left:
            reason = f"counting was given up: {why or 'the time was up'}"
        return Result(claim_obligation(claim), "unknown", self.by(), SCOPE, reason=reason, seconds=seconds)
