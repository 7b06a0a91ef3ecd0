"""Bounded search from the deal: asks for plays of 0, 1, 2, ... decisions in which something comes about that no other
technique has shown, and replays each that the solver finds.

Leaves the plays to `verify.smt.bounded.unrolling`, what is looked for to `verify.smt.bounded.goals`, and replaying to
`verify.smt.bounded.replayed`. That no play of so many decisions is allowed is certain, for every real play is among
those asked about; one that is found need not be real, and shows nothing until it is replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from spec.ir import nodes as ir
from verify.obligations.claims import Claims
from verify.obligations.verdict import Result, Verdict, Witness
from verify.obligations.witness import make_witness
from verify.random.random_walks import random_walks
from verify.smt.bounded.goals import Aim, Goal, goals
from verify.smt.bounded.replayed import Replay, replayed, way_of
from verify.smt.bounded.unrolling import Row, Stretch, Unrolling
from verify.smt.encode import terms as t
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.symbolic_context import Unencodable
from verify.smt.prove.prove import disagreement
from verify.smt.solvers.solver import Asker, Model, SolversDisagree
from verify.smt.transition.enabledness import Enabledness

SHARES: dict[Aim, float] = {"shorter": 0.4, "unseen": 0.8, "breaks": 0.5}
"""The share of the time that is left for each kind of thing to look for, in their order."""

SEVERAL = {False: 0.8, True: 0.3}
"""The share of the time for asking of several things at once, by kind; then it is asked of each by itself."""

FEW = 3
"""So many random games are played to see how long plays may be at least."""

MOST_TRIES = 4
"""So many plays are replayed in vain before something is looked for no further."""

EACH = 20.0
"""The second solver's bound of one question, in seconds of work: long plays make long questions."""


def bounded(
    game: ir.Game, seconds: float, folder: Path | None, answers: Path | None, known: Sequence[Result]
) -> Iterator[Result]:
    """What plays show of what is open, within so many seconds; and up to where no play shows it.

    Questions are written to one folder, and kept answers read from another, if they are given.
    """
    asker = Asker(perf_counter() + seconds, folder=folder, each=EACH).keeping(answers)
    search: Search | None = None
    try:
        search = Search(game, asker, known)
        yield from search.run()
    except Unencodable as error:
        for one in () if search is None else search.open:
            one.why = one.why or f"longer games were not translated for the solver: {error}"
    except SolversDisagree as error:
        yield disagreement(error, asker)
        return
    finally:
        asker.flush()
    yield from () if search is None else search.rest()


class Search:
    """One search: what is looked for, and the plays so far. May raise Unencodable."""

    def __init__(self, game: ir.Game, asker: Asker, known: Sequence[Result]) -> None:
        self.asker = asker
        self.clock = asker.clock()
        self.enc = Encoder(game)
        self.enc.can_move = Enabledness(self.enc)
        self.claims = Claims(self.enc.interpreter)
        self.unrolled = Unrolling(self.enc)
        self.whole = False
        self.deals = f"from any deal of the full deck{_counted(game)}"
        self.seen = max(len(stage.moves) for _, stage in random_walks(self.enc.interpreter, FEW, 1, asker.until))
        self.all = [w for w in goals(self.unrolled, known) if w.breaks or w.known.verdict == "unknown"]
        self.shown: set[Goal] = set()

    @property
    def open(self) -> list[Goal]:
        """What is still looked for."""
        return [one for one in self.all if one not in self.shown and not one.why]

    def run(self) -> Iterator[Result]:
        """The results of what plays show: of what is known to break, by a shorter play; of what was never seen to come
        about; and of what should not."""
        for aim, share in SHARES.items():
            yield from self._longer(self.asker.part(share), aim)

    def _longer(self, asker: Asker, aim: Aim) -> Iterator[Result]:
        """Ever longer plays, until nothing is looked for, none is longer, or the time is up."""
        depth = 0
        while (looked_for := [one for one in self.open if one.aim == aim]) and not asker.out_of_time:
            yield from self._at(asker, depth, looked_for)
            depth += 1
            if depth == len(self.unrolled.rows) and not self._goes_on(asker):
                return

    def _goes_on(self, asker: Asker) -> bool:
        """Adds a row, unless no play is as long."""
        if not self.whole:
            row = self.unrolled.grow()
            if len(self.unrolled.rows) <= self.seen:
                return True
            there = t.any_of(stand.cond for stand in row.stands)
            self.whole = asker.ask("goes-on", (*self.unrolled.links(len(self.unrolled.rows)), there)) == "unsat"
            if self.whole:
                self.unrolled.rows.pop()
        return not self.whole

    def rest(self) -> Iterator[Result]:
        """What is to be told of what no play has shown."""
        for one in self.all:
            if one not in self.shown and (told := self._told(one)) is not None:
                yield told

    # ------------------------------------------------------------ one length of play

    def _at(self, asker: Asker, depth: int, looked_for: list[Goal]) -> Iterator[Result]:
        """Looks for some things in plays of this length, all at once; one by one where that is too much to ask."""
        row, links = self.unrolled.rows[depth], self.unrolled.links(depth)
        flags = dict(self._flags(row, looked_for))
        looked_for, several = list(flags), len(flags) > 1
        part = asker.part(SEVERAL[looked_for[0].breaks]) if several else asker
        while looked_for:
            some = t.any_of(t.all_of((flags[one], *one.excluded)) for one in looked_for)
            answer, model = part.model(f"play-{depth}", (*links, some))
            if answer == "unsat":
                for one in looked_for:
                    one.clear = depth if not one.excluded and one.clear == depth - 1 else one.clear
                self._meets(part, depth, [one for one in looked_for if one.clear == depth])
                return
            if answer == "unknown" or model is None:
                if several:
                    yield from self._one_by_one(asker.part(0.5), depth, looked_for)
                else:
                    looked_for[0].why = f"the solvers ran out of time on games of {_many(depth)}"
                return
            meant = [one for one in looked_for if model(t.all_of((flags[one], *one.excluded)))]
            yield from self._tried(depth, model, meant)
            looked_for = [one for one in looked_for if one in self.open and (depth or one not in meant)]

    def _meets(self, asker: Asker, depth: int, looked_for: list[Goal]) -> None:
        """Notes which things are read somewhere in plays of this length: what is read nowhere is not checked."""
        row, links = self.unrolled.rows[depth], self.unrolled.links(depth)
        for one in looked_for:
            if one.read is not None and not one.met:
                one.met = asker.ask(f"read-{depth}", (*links, one.read(row))) == "sat"

    @staticmethod
    def _flags(row: Row, looked_for: list[Goal]) -> Iterator[tuple[Goal, t.Flag]]:
        """When each of them comes about; what cannot be said is looked for no further."""
        for one in looked_for:
            try:
                yield one, one.comes(row)
            except Unencodable as error:
                one.why = f"not translated for the solver: {error}"

    def _one_by_one(self, asker: Asker, depth: int, looked_for: list[Goal]) -> Iterator[Result]:
        for number, one in enumerate(looked_for):
            if one in self.open:
                yield from self._at(asker.part(1 / (len(looked_for) - number)), depth, [one])

    def _tried(self, depth: int, model: Model, meant: list[Goal]) -> Iterator[Result]:
        """Replays a play that is meant to show some things; excludes it for those that it does not show.

        Of plays without a move there is nothing to exclude, and they are left at that.
        """
        way = way_of(model, self.unrolled.rows[: depth + 1])
        replay = replayed(self.enc, self.claims, model, way)
        yield from self._shown(replay)
        same = _same_moves(model, way[: replay.failed + 1] if replay.failed > 0 else way)
        for one in meant:
            if one not in self.shown:
                one.excluded.append(True if same is True else t.neg(same))
                if len(one.excluded) >= MOST_TRIES:
                    one.why = f"{MOST_TRIES} games proposed by the solvers, the last of {_many(depth)}, do not show it"

    def _shown(self, replay: Replay) -> Iterator[Result]:
        """Everything looked for that a replayed play shows."""
        for one in self.all:
            if one in self.shown or not (witness := one.shown(replay.tally)):
                continue
            if not isinstance(witness, Witness):
                witness = self._witness(one, replay)
            self.shown.add(one)
            yield self._result(
                one, "refuted" if one.breaks else "proved", "a game that shows it (witness)", witness=witness
            )

    def _witness(self, one: Goal, replay: Replay) -> Witness:
        position, label = replay.turn.position, one.owed.sources[0].label
        sentence = f"{label} occurs on the way here"
        return make_witness(self.enc.interpreter, replay.outcomes, replay.moves, position, sentence)

    # ------------------------------------------------------------ what is told

    def _told(self, one: Goal) -> Result | None:
        """How far it was looked for in vain: that is a check of what should not come about, else only a reason."""
        clear, known = one.clear - one.early, one.known
        whole = self.whole and one.clear == len(self.unrolled.rows) - 1
        reach = f"games {self.deals}" if whole else f"games of up to {_many(clear)} {self.deals}"
        if one.aim == "shorter":
            return None
        if known.verdict != "unknown":
            beyond = f"; beyond those, {known.scope}" if known.verdict == "tested" else ""
            never_read = one.read is not None and not one.met and not whole
            if not one.complete or never_read or not (clear > 0 or whole):
                return None
            if whole:
                return self._result(one, "proved", f"all {reach}; none has more than {_many(one.clear)}")
            return replace(self._result(one, "checked", f"all {reach}{beyond}"), within=clear)
        if not (clear > 0 or whole or one.why):
            return None
        nowhere = f"; not in any {reach}" if clear > 0 or whole else ""
        never = whole and one.complete
        if never:
            nowhere += f"; none has more than {_many(one.clear)}, so it never happens"
        reason = f"{known.reason}{nowhere}{f'; {one.why}' if one.why else ''}"
        cut = not whole and len(one.excluded) < MOST_TRIES
        return replace(self._result(one, "unknown", known.scope, reason, cut=cut), never=never)

    def _result(
        self,
        one: Goal,
        verdict: Verdict,
        scope: str,
        reason: str = "",
        witness: Witness | None = None,
        *,
        cut: bool = False,
    ) -> Result:
        by = f"bounded model checking from the deal by {self.clock.by()}"
        return Result(one.owed, verdict, by, scope, reason, witness, self.clock.seconds, cut)


def _same_moves(model: Model, way: Sequence[Stretch]) -> t.Flag:
    """Plays that begin with the moves of a way."""
    same: list[t.Flag] = []
    for stretch in way:
        same.append(stretch.taken)
        chosen = stretch.passage.chosen
        for terms in chosen.variables.values() if chosen is not None else ():
            same += [term == model(term) for term in terms]
    return t.all_of(same)


def _many(decisions: int) -> str:
    return "1 decision" if decisions == 1 else f"{decisions} decisions"


def _counted(game: ir.Game) -> str:
    """Words for what counts as a decision beside those that somebody makes."""
    asks = [step.ask for step in game.steps if step.ask is not None]
    return " (decisions without a legal move counted)" if any(a.may or a.otherwise is not None for a in asks) else ""
