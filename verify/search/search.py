"""Searches every state of a shrunk game, breadth first, and says what holds in all of them.

Leaves what a state is to `engine`, and choosing a size that fits to `verify.search.shrink`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import islice, pairwise
from time import perf_counter

from engine.core.observed_order import looking_claims, without_claims
from engine.interpreter.faults import Fault
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Chance, Outcome, Recording, Scripted, Seeded, every_outcome
from engine.luck.streams import Domain, derive
from spec.ir import nodes as ir
from verify.obligations.claims import Claims
from verify.obligations.obligations import (
    FAULT_CODES,
    claim_obligation,
    condition_of,
    endable_owed,
    ending_owed,
    ends_owed,
    fault_obligation,
    in_force,
    kind_of,
    surely_owed,
)
from verify.obligations.verdict import Obligation, Result, Settings, Verdict, Witness
from verify.obligations.witness import NotReplayed, make_witness
from verify.search.concretise import concretise
from verify.search.graph import Found, Way, endless_from, longest_play, loop, path, trap
from verify.search.lazy_shuffle import LazyInterpreter
from verify.search.model import Explored, Open, Shown
from verify.search.repeated_luck import put_off

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
            found.cut = part.cut or "stopped at the first finding"
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
            reached: set[Position] = set()
            for following, outcomes in _outcomes(partial(interpreter.apply, position, move)):
                reached.add(following.position)
                part.after.setdefault(position, {})[following.position] = None
                _reach(claims, known, part, queue, following, (position, move, outcomes))
                if len(known.came) + len(part.came) > most_states:
                    return f"there are more than {most_states:,} states"
                if perf_counter() > until:
                    return "time was up"
            part.by_move.setdefault(position, []).append(frozenset(reached))
    return ""


def every_deal(interpreter: Interpreter) -> Iterator[tuple[Turn, tuple[Outcome, ...]]]:
    """Every start, whatever the shuffles and lots before the first decision."""
    return _outcomes(interpreter.start)


def seeded_deals(interpreter: Interpreter, count: int) -> Iterator[tuple[Turn, tuple[Outcome, ...]]]:
    """So many starts, drawn by seed."""
    for number in range(count):
        chance = Recording(Seeded(derive(1, Domain.GAME, number)))
        turn = interpreter.start(chance)
        yield turn, tuple(chance.outcomes)


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
    part.fired.update(event.source.clause.as_written() for event in turn.events)
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
        part.faults.setdefault(kind_of(position.fault, claims.game), position)
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


# ---------------------------------------------------------------- the model


@dataclass(frozen=True, slots=True)
class PythonModel:
    """A game to be searched in Python, deal by deal, up to so many states.

    Of a game with more than `most_deals` starts so many are drawn by seed. Stacks whose order nobody knows are left
    undecided, but for a game that claims that an end stays reachable: that may hang on how such cards lie.
    """

    interpreter: Interpreter
    most_deals: int
    most_states: int

    def explore(self, until: float) -> Explored:
        """Follows every play up to a clock time."""
        game = self.interpreter.game
        searched = without_claims(game, looking_claims(game))
        lazy = None if any(c.kind == "endable" for c in game.claims) else LazyInterpreter(searched, piled=frozenset())
        if lazy is not None and not lazy.closed:
            lazy = None
        played = lazy or self.interpreter
        off = put_off(self.interpreter)
        few, found = self._searched(played, until, off)
        exact = None
        if lazy is not None and not found.bad and not found.cut and loop(found):
            # Whether an end stays within reach may hang on how cards lie that nobody has seen.
            every, plain = self._searched(self.interpreter, until, off)
            exact = None if plain.cut or plain.bad or every != few else Reached(self.interpreter, plain)
        return Reached(self.interpreter, found, lazy, drawn=not few, put_off=off, exact=exact)

    def _searched(self, played: Interpreter, until: float, off: bool) -> tuple[bool, Found]:
        """All states, and whether those are of every deal."""
        few = not off and self._few_deals(played)
        deals = every_deal if few else partial(seeded_deals, count=self.most_deals)
        return few, search(played, deals, most_states=self.most_states, until=until)

    def _few_deals(self, played: Interpreter) -> bool:
        return sum(1 for _ in islice(every_deal(played), self.most_deals + 1)) <= self.most_deals


@dataclass(frozen=True, slots=True)
class Reached:
    """What a search in Python has found, as `verify.search.model.Explored` tells it."""

    interpreter: Interpreter
    found: Found
    lazy: LazyInterpreter | None = None
    drawn: bool = False
    put_off: bool = False
    exact: Reached | None = None
    """The same with no card left open, where play can come back."""

    @property
    def deals(self) -> int:
        """How many deals were followed whole."""
        return self.found.deals

    @property
    def cut(self) -> str:
        """Why not more was followed."""
        return self.found.cut

    @property
    def states(self) -> int:
        """How many states were reached."""
        return len(self.found.came)

    @property
    def alike(self) -> str:
        """What states that count as one have in common."""
        return "" if self.lazy is None else "the order of unseen cards stays undecided"

    @property
    def left_out(self) -> frozenset[str]:
        """The claims that look at cards left open."""
        return frozenset() if self.lazy is None else looking_claims(self.interpreter.game)

    @property
    def bad(self) -> bool:
        """Was a fault or a broken claim met?"""
        return self.found.bad

    def fault(self, kind: str) -> Shown | None:
        """A play to a fault."""
        at = self.found.faults.get(kind)
        return None if at is None else self._shown(at, "" if at.fault is None else at.fault.sentence)

    def read(self, claim: str) -> bool:
        """Was the claim read?"""
        return claim in self.found.read

    def broken(self, claim: str) -> Shown | None:
        """A play to where the claim does not hold."""
        pair = {**self.found.shown_wrong, **self.found.broken}.get(claim)
        return None if pair is None else self._shown(*pair)

    def seen(self, claim: str) -> Shown | None:
        """A play to where the claim holds."""
        at = self.found.seen.get(claim)
        return None if at is None else self._shown(at, f"{claim} holds here")

    def loop(self) -> Shown | Open | None:
        """A play that comes back to where it was."""
        circle = loop(self.found)
        if circle:
            outcomes, moves = path(self.found, circle[0])
            for before, after in pairwise(circle):
                move, luck = _step_to(self.lazy or self.interpreter, before, after)
                outcomes += luck
                moves.append(move)
            shown = self._played(outcomes, moves, circle[0], round_again(len(circle) - 1))
            return shown if self.lazy else replace(shown, loop=len(circle) - 1)
        return Open(self.found.cut or "the search was not complete") if self.found.bad else None

    def trap(self) -> Shown | Open | None:
        """A play to where choices alone can keep it from its end."""
        if self.exact is not None:
            return self.exact.trap()
        if self.found.bad:
            return Open(self.found.cut or "the search was not complete")
        at = trap(self.found)
        if at is not None:
            return self._shown(at, NEVER_END)
        return Open(UNSEEN) if self.lazy is not None and loop(self.found) else None

    def lost(self) -> Shown | Open | None:
        """A play to where no end is within reach."""
        if self.exact is not None:
            return self.exact.lost()
        if self.found.bad:
            return Open(self.found.cut or "the search was not complete")
        at = endless_from(self.found)
        if at is not None:
            return self._shown(at, NO_END)
        return Open(UNSEEN) if self.lazy is not None and loop(self.found) else None

    def longest(self) -> int | Open:
        """The most decisions in one play."""
        return Open("play need not end") if loop(self.found) else longest_play(self.found)

    def _shown(self, position: Position, sentence: str) -> Shown:
        outcomes, moves = path(self.found, position)
        return self._played(outcomes, moves, position, sentence)

    def _played(self, outcomes: Sequence[Outcome], moves: Sequence[Move], position: Position, sentence: str) -> Shown:
        """The play as the interpreter plays it, and the position that this one stands for there."""
        if self.lazy is None:
            return Shown(outcomes, moves, position, sentence)
        fault = position.fault
        # Endless play comes back soon where a shuffle asks for no luck, and goes on for long where it does.
        chance = Recording(Scripted(concretise(self.lazy, outcomes, moves), Seeded(1)))
        turn = self.interpreter.start(chance)
        for move in moves:
            turn = self.interpreter.apply(turn.position, move, chance)
        if fault is not None:
            met = turn.position.fault
            if met is None or met.kind != fault.kind:
                raise NotReplayed(f"the replay of a play that stops ({fault.kind}) does not stop so")
            return Shown(chance.outcomes, moves, turn.position, met.sentence)
        deck = len(self.interpreter.layout.deck)
        near = (p for p in (*turn.passed, turn.position) if _stands_for(position, p, deck))
        return Shown(chance.outcomes, moves, next(near, turn.position), sentence)


def _stands_for(lazy: Position, position: Position, deck: int) -> bool:
    """Is a position one with cards in place of the blanks of a lazy one?"""
    same = (lazy.fields, lazy.step, lazy.over) == (position.fields, position.step, position.over)
    return same and all(
        len(a) == len(b) and all(x in (y, *range(deck, x + 1)) for x, y in zip(a, b, strict=True))
        for a, b in zip(lazy.cells, position.cells, strict=True)
    )


LOOKS = "the rules ask for unseen cards, and this search leaves their order undecided"
UNSEEN = "play can return to a position, and this search leaves the order of unseen cards undecided"
PUT_OFF = "luck can delay the first decision for ever, and only games that reached a decision were followed"
NEVER_END = "from this position moves can be chosen so that play never ends, whatever luck does"
NO_END = "from this position no end can be reached"


def round_again(moves: int, luck: str = "") -> str:
    """What is said of a loop of so many moves."""
    count = "one move" if moves == 1 else f"{moves:,} moves"
    return f"play returns to this position after {count}{luck}, and so need not end (lasso)"


def _step_to(interpreter: Interpreter, before: Position, after: Position) -> tuple[Move, tuple[Outcome, ...]]:
    """A move, and its luck, that leads from one position to the other."""
    for move in interpreter.legal_moves(before):
        for turn, outcomes in _outcomes(partial(interpreter.apply, before, move)):
            if turn.position == after:
                return move, outcomes
    raise ValueError("no move leads there")


# ---------------------------------------------------------------- results

BY = "exhaustive search"


@dataclass(frozen=True, slots=True)
class Reporter:
    """Turns what a search has seen into results.

    What holds in every state is `checked`, and `proved` where these are all states of the game (`proves`). What breaks
    in a smaller game need not break in the whole one, so it is `unknown` with the play that shows it; for the size as
    set by the author or the user (`whole`) it is `refuted`. `complete`: every play of that size was followed.
    """

    explored: Explored
    scope: str
    seconds: float
    whole: bool
    proves: bool
    complete: bool = False

    @property
    def good(self) -> Verdict:
        """The verdict of what held in every state."""
        return "proved" if self.proves else "checked"

    @property
    def settings(self) -> Settings:
        """The settings of the game that was searched."""
        return Settings.of(self.explored.interpreter.game)

    def of(self, owed: Obligation, verdict: Verdict, reason: str = "", witness: Witness | None = None) -> Result:
        """A result about the game that was searched."""
        complete = self.complete and verdict in ("proved", "checked")
        result = Result(owed, verdict, BY, self.scope, reason, witness, self.seconds, complete=complete)
        return replace(result, settings=self.settings)

    def result(self, owed: Obligation, bad: Shown | Open | None) -> Result:
        """The result where something bad was shown, or none was found."""
        if isinstance(bad, Open):
            return self.of(owed, "unknown", bad.reason)
        if bad is not None:
            witness = self.witness(bad)
            if self.whole:
                return self.of(owed, "refuted", witness=witness)
            return self.of(owed, "unknown", f"a smaller game breaks the claim: {bad.sentence}", witness)
        if not self.explored.deals:
            return self.of(owed, "unknown", self.explored.cut or "the search was not complete")
        return self.of(owed, self.good)

    def vacuous(self, owed: Obligation) -> Result:
        """The result on an `always if A then B` where no state has A: it says nothing of this size, nor, where this is
        the whole game, of any position."""
        if self.explored.deals and self.good == "proved":
            reason = "vacuous: the condition of the claim never holds, so the claim says nothing"
            return replace(self.of(owed, "unknown", reason), vacuous=True)
        return self.of(owed, "unknown", "the condition of the claim held nowhere in this search")

    def witness(self, shown: Shown) -> Witness:
        """The play, replayed on the interpreter."""
        made = make_witness(self.explored.interpreter, shown.outcomes, shown.moves, shown.position, shown.sentence)
        return replace(made, loop=shown.loop)


def results(
    explored: Explored,
    scope: str,
    seconds: float,
    *,
    whole: bool = False,
    complete: bool = False,
    proves: bool = False,
    asked: ir.Game | None = None,
) -> tuple[Result, ...]:
    """What the states say of each obligation; `checked` or `proved` only where none of the scope was left out.

    `asked` is the game of which this one is a smaller size: what it owes is told, if it is in force in both.
    """
    report, game = Reporter(explored, scope, seconds, whole, proves, complete), explored.interpreter.game
    asked = asked or game
    made = [report.result(fault_obligation(kind), explored.fault(kind)) for kind in FAULT_CODES]
    made += (result for result in _of_the_end(report, asked) if in_force(result.obligation, game))
    for claim in game.claims:
        if in_force(claim_obligation(claim), asked):
            made.extend(_claim_results(report, claim))
    return tuple(made)


def _of_the_end(report: Reporter, asked: ir.Game) -> Iterator[Result]:
    """What is known of the four questions about the end of play.

    Where luck can put off the first decision, plays that never came to one were not followed.
    """
    explored = report.explored
    round_, unfollowed = explored.loop(), Open(PUT_OFF) if explored.put_off else None
    if round_ is None and unfollowed is None:
        yield from (report.result(owed, None) for owed in ending_owed(asked))
        return
    yield from (report.result(owed, round_ or unfollowed) for owed in ends_owed(asked))
    yield report.result(surely_owed(asked), explored.trap() or unfollowed)
    yield from (report.result(owed, explored.lost() or unfollowed) for owed in endable_owed(asked))


def _says_nothing(report: Reporter, claim: ir.Claim) -> bool:
    """Is it an `always if A then B` that was read, and A held nowhere?"""
    explored, name = report.explored, condition_of(claim)
    conditions = {c.source.label for c in explored.interpreter.game.claims} - explored.left_out
    return name in conditions and explored.read(name) and explored.seen(name) is None


def _claim_results(report: Reporter, claim: ir.Claim) -> Iterator[Result]:
    explored, owed, label = report.explored, claim_obligation(claim), claim.source.label
    if label in explored.left_out:
        yield report.of(owed, "unknown", LOOKS)
        return
    match claim.kind:
        case "always" | "never":
            broken = explored.broken(label)
            if broken is None and _says_nothing(report, claim):
                yield report.vacuous(owed)
            elif broken is not None or explored.read(label):
                yield report.result(owed, broken)
        case "sometimes":
            seen = explored.seen(label)
            if seen is not None:
                told = "" if report.whole else f"seen in a smaller game: {seen.sentence}"
                yield report.of(owed, "proved" if report.whole else "unknown", told, report.witness(seen))
        case "ends" | "endable" | "fair":
            pass  # the first two are among the questions about the end that every game is asked
