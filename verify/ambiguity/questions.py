"""Asks of each open point what its readings come to: the shortest play on which they part, how often, what it changes.

Leaves comparing two games to `verify.ambiguity.compare` and proofs to `verify.smt.readings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from engine.interpreter import Interpreter
from engine.simulate import wilson
from spec import ir
from verify.ambiguity.clock import now
from verify.ambiguity.compare import Pair, Parting
from verify.ambiguity.context import Context
from verify.ambiguity.effects import change
from verify.ambiguity.finding import Change, Finding, Share
from verify.ambiguity.plays import Play, play
from verify.ambiguity.product import smaller
from verify.ambiguity.touched import touched

MORE_GAMES = 240
"""So many games are played in all before two readings count as never parting in play."""
SHORTER_NODES = 250
PROOF_SECONDS = 6.0
TOGETHER_GAMES = 6
"""So many games are played for two questions read together."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Two readings of a question, the first in force under the rulings if one of them is."""

    question: ir.Question
    one: str
    two: str

    @property
    def names(self) -> tuple[str, str]:
        return self.one, self.two

    @property
    def subject(self) -> str:
        return f"{self.question.source.label}: {self.one} or {self.two}"


def pairs(game: ir.Game) -> Iterator[Readings]:
    """Every two readings of every question, in the order of the file."""
    for question in game.questions:
        labels = [r.source.label for r in question.readings]
        for one, two in combinations(labels, 2):
            first, second = (two, one) if two == question.chosen else (one, two)
            yield Readings(question, first, second)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Readings that so many random and greedy games did not part; `deals_apart` as in `Pair`."""

    question: str
    one: str
    two: str
    games: int
    greedy: int
    deals_apart: bool


class Asker:
    """Compares readings within a context; games and plays of other readings are made once."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._plays: dict[str, Sequence[Play]] = {}
        self._games: dict[tuple[tuple[str, str], ...], ir.Game | None] = {}

    def game(self, read: Mapping[str, str]) -> ir.Game | None:
        """The game with some questions read so, all else as it is in force."""
        key = tuple(sorted(read.items()))
        if key not in self._games:
            self._games[key] = self.context.make({**self.context.settings, **read}, False)
        return self._games[key]

    def interpreter(self, question: str, reading: str) -> Interpreter | None:
        """The interpreter of the game with one question read so."""
        game = self.game({question: reading})
        return None if game is None else Interpreter(game)

    def ask(self, readings: Readings, until: float) -> Finding | Waiting:
        """What is known of two readings of a question; `Waiting` where the first plays do not part them."""
        label, context = readings.question.source.label, self.context
        chosen = readings.question.chosen
        one = context.interpreter if readings.one == chosen else self.interpreter(label, readings.one)
        two = self.interpreter(label, readings.two)
        if one is None or two is None:
            return self._unknown(readings, "under one of the two readings the file makes no game")
        if one.layout.cells != two.layout.cells:
            return self._unknown(readings, "the two readings lay the table differently")
        pair = Pair(one, two)
        if pair.touched.nothing:
            return self._equal(readings, "the rules, which are the same to the letter under both")
        plays = self._played(readings, one, until)
        partings = along(pair, plays, until)
        plays = plays[: len(partings)]
        seen = [p for p in partings if p is not None]
        greedy, parted = self._greedily(readings, pair, until)
        if not seen and not parted:
            return Waiting(label, readings.one, readings.two, len(plays), len(greedy), pair.deals_apart)
        shares = [Share("random play", len(plays), wilson(len(seen), len(plays)))]
        if greedy:
            shares.append(Share("greedy play", len(greedy), wilson(len(parted), len(greedy))))
        best = min([*seen, *parted], key=lambda p: p.beat)
        best = self._shorter(pair, plays, best, until)
        return self._shown(readings, pair, best, tuple(shares), change(pair, plays, partings, until))

    # ------------------------------------------------------------ plays

    def _played(self, readings: Readings, one: Interpreter, until: float) -> Sequence[Play]:
        plan = self.context.plan
        if one is self.context.interpreter:
            return self.context.plays(plan.games, until)
        key = f"{readings.question.source.label}={readings.one}"
        if key not in self._plays:
            own = replace_interpreter(self.context, one)
            self._plays[key] = own.plays(max(8, plan.games // 3), until)
        return self._plays[key]

    def _greedily(self, readings: Readings, pair: Pair, until: float) -> tuple[Sequence[Play], list[Parting]]:
        if pair.a is not self.context.interpreter:
            return (), []
        partings = along(pair, self.context.greedy(now() + (until - now()) / 2), until)
        return self.context.greedy(0)[: len(partings)], [p for p in partings if p is not None]

    def _shorter(self, pair: Pair, plays: Sequence[Play], best: Parting, until: float) -> Parting:
        """The best parting, or a shorter one from the deals of a few plays, breadth first."""
        for one in plays[:2]:
            if best.beat <= 2 or now() > until:
                break
            found = pair.shorter(one, best.beat - 1, SHORTER_NODES)
            best = found if found is not None and found.beat < best.beat else best
        return best

    # ------------------------------------------------------------ findings

    def _shown(
        self, readings: Readings, pair: Pair, best: Parting, shares: tuple[Share, ...], changed: Change | None
    ) -> Finding:
        shown = pair.shown(best, readings.names)
        settled = f"the ruling {readings.question.chosen}: {readings.question.because}" if _ruled(readings) else ""
        sentence = pair.says(best, readings.names)
        if shown is None:
            return self._unknown(readings, f"{sentence}; but the play does not replay from the deal", shares)
        return Finding(
            "question", readings.subject, sentence, "authored", "shown", _sources(readings), film=shown, shares=shares,
            change=changed, settled=settled, notes=(readings.question.text,),
        )  # fmt: skip

    def _equal(self, readings: Readings, by: str) -> Finding:
        told = f"it makes no difference whether it is read as {readings.one} or as {readings.two}"
        return Finding(
            "question", readings.subject, told, "authored", "proved", _sources(readings),
            scope=f"all positions, by {by}",
            settled=f"nothing to settle: {readings.question.because}" if _ruled(readings) else "",
            notes=(readings.question.text,),
        )  # fmt: skip

    def _unknown(self, readings: Readings, reason: str, shares: tuple[Share, ...] = ()) -> Finding:
        told = f"whether it matters if it is read as {readings.one} or as {readings.two} was not decided"
        return Finding(
            "question", readings.subject, told, "authored", "unknown", _sources(readings), reason=reason, shares=shares,
            notes=(readings.question.text,),
        )  # fmt: skip

    # ------------------------------------------------------------ readings that did not part at first

    def deeper(self, readings: Readings, waiting: Waiting, until: float) -> Finding:
        """More plays, then a proof, then every play of smaller games, for readings that have not parted yet."""
        label, context = readings.question.source.label, self.context
        chosen = readings.one == readings.question.chosen
        one = context.interpreter if chosen else self.interpreter(label, readings.one)
        two = self.interpreter(label, readings.two)
        if one is None or two is None:
            return self._unknown(readings, "under one of the two readings the file makes no game")
        pair, games = Pair(one, two), waiting.games
        if chosen:
            plays = context.plays(MORE_GAMES, now() + (until - now()) / 4)
            for number, play_ in enumerate(plays[games:], games + 1):
                parting = pair.parts(play_)
                games = number
                if parting is not None:
                    best = self._shorter(pair, plays, parting, until)
                    shares = (Share("random play", games, wilson(1, games)),)
                    return self._shown(readings, pair, best, shares, None)
                if now() > until:
                    break
        shares = (Share("random play", games, wilson(0, games)),)
        if waiting.deals_apart or pair.deals_apart:
            reason = f"only the cards of the shuffled pack go to other hands; no other difference in {games:,} games"
            return self._unknown(readings, reason, shares)
        from verify.smt.readings import equal_readings  # noqa: PLC0415

        played = f"no play of {games:,} random and {waiting.greedy:,} greedy games parts them"
        seconds = min(PROOF_SECONDS, 0.6 * (until - now()))
        if seconds < 0.5:
            return self._unknown(readings, f"{played}; there was no time to prove them equal", shares)
        found = equal_readings(one.game, two.game, seconds)
        if found.verdict == "equal":
            return self._equal(readings, found.by)
        how = "they may differ where no play was seen to go" if found.verdict == "differ" else "not proved equal"
        return self._smaller(readings, until, f"{played}; {how}: {found.reason}", shares)

    def _smaller(self, readings: Readings, until: float, reason: str, shares: tuple[Share, ...]) -> Finding:
        """Every play of a smaller game under both readings."""
        label, context = readings.question.source.label, self.context

        def both(settings: Mapping[str, str]) -> tuple[ir.Game, ir.Game] | None:
            a, b = (context.make({**context.settings, **settings, label: r}, False) for r in readings.names)
            return None if a is None or b is None else (a, b)

        followed = smaller(context.game, context.knobs, context.settings, both, until)
        if followed.parting is not None and followed.pair is not None:
            shown = self._shown(readings, followed.pair, followed.parting, shares, None)
            return replace(shown, notes=(*shown.notes, f"seen only in a smaller game: {followed.size}"))
        if not followed.scope:
            return self._unknown(readings, reason, shares)
        told = f"it makes no difference in smaller games whether it is read as {readings.one} or as {readings.two}"
        return Finding(
            "question", readings.subject, told, "authored", "checked", _sources(readings), scope=followed.scope,
            settled=f"nothing that was seen: {readings.question.because}" if _ruled(readings) else "", shares=shares,
            notes=(readings.question.text, reason),
        )  # fmt: skip


def along(pair: Pair, plays: Sequence[Play], until: float) -> list[Parting | None]:
    """The first parting along each play, of as many plays as there is time for (two at least)."""
    found: list[Parting | None] = []
    for one in plays:
        if len(found) >= 2 and now() > until:
            break
        found.append(pair.parts(one))
    return found


def replace_interpreter(context: Context, interpreter: Interpreter) -> Context:
    """The context with another game to play."""
    return replace(context, game=interpreter.game, _interpreter=interpreter, _plays=[], _greedy=[])


def _ruled(readings: Readings) -> bool:
    return bool(readings.question.ruled) and readings.question.chosen == readings.question.ruled


def _sources(readings: Readings) -> tuple[ir.Source, ...]:
    question = readings.question
    return (question.source, *(r.source for r in question.readings if r.source.label in readings.names))


# ---------------------------------------------------------------- readings that only differ together


def never_parted(finding: Finding) -> bool:
    """Is this of readings that no play has parted?"""
    if finding.kind != "question" or finding.standing == "shown":
        return False
    return finding.standing != "unknown" or any(s.games and not s.interval.share for s in finding.shares)


def interactions(
    asker: Asker, never: Sequence[Readings], question: ir.Question, reading: str, until: float
) -> Iterator[Finding]:
    """Readings that never parted and do so where another question is read in another way."""
    other, played = {question.source.label: reading}, list[Play]()
    for readings in never:
        label = readings.question.source.label
        if label == question.source.label or now() > until:
            continue
        both = _together(asker, readings, other)
        if both is None:
            continue
        if not played:
            played = [play(both.a, s) for s in range(TOGETHER_GAMES)]
        found = min((p for p in map(both.parts, played) if p is not None), key=lambda p: p.beat, default=None)
        shown = None if found is None else both.shown(found, readings.names)
        if found is not None and shown is not None:
            sentence = f"only where {question.source.label} is {reading}: {both.says(found, readings.names)}"
            yield Finding(
                "interaction", f"{label} with {question.source.label}", sentence, "found", "shown",
                (*_sources(readings)[:1], question.source), film=shown,
                settled="the rulings, under which it makes no difference that was seen",
            )  # fmt: skip


def _together(asker: Asker, readings: Readings, other: dict[str, str]) -> Pair | None:
    """The two readings under another reading of another question; None where that changes nothing of the two."""
    label = readings.question.source.label
    one, two = (asker.game({**other, label: r}) for r in readings.names)
    if one is None or two is None or touched(one, two).nothing:
        return None
    alone = [asker.game({label: r}) for r in readings.names]
    if all(x is not None and touched(x, y).nothing for x, y in zip(alone, (one, two), strict=True)):
        return None
    a, b = Interpreter(one), Interpreter(two)
    return Pair(a, b) if a.layout.cells == b.layout.cells else None
