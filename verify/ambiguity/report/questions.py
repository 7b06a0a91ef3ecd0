"""Asks of each open point what its readings come to: the shortest play on which they part, how often, what it changes.

Leaves comparing two games to `verify.ambiguity.compare.compare` and `verify.ambiguity.compare.lockstep`, and readings
that the first games do not part to `verify.ambiguity.compare.escalation`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import wilson
from spec.ir import nodes as ir
from verify.ambiguity.compare.compare import Pair, Parting
from verify.ambiguity.compare.lockstep import Measured, again, lockstep
from verify.ambiguity.find.effects import change
from verify.ambiguity.find.plays import Play
from verify.ambiguity.report.finding import Change, Finding, Share
from verify.ambiguity.run.context import Context
from verify.run.budget import now

MANY = 16
"""For one game that is played decision by decision compiled code plays so many."""
SHORTER_NODES = 250
NEAREST = 6
"""So many partings are tried, of which one replays from the deal."""
ONLY_RULED = "as written there is nothing to choose: the readings differ only in the ruling that each gives"


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
    """Readings that so many random and greedy games did not part; `deals_apart` as in `Pair`.

    `counted`: the random games were played by compiled code.
    """

    question: str
    one: str
    two: str
    games: int
    greedy: int
    deals_apart: bool
    counted: bool = False


class Asker:
    """Compares readings within a context; games and plays of other readings are made once.

    `short`: fewer games were looked at than the plan asks for, since the time was up.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.short = False
        self._plays: dict[str, Sequence[Play]] = {}
        self._games: dict[tuple[tuple[str, str], ...], ir.Game | None] = {}

    def game(self, read: Mapping[str, str]) -> ir.Game | None:
        """The game with some questions read so, all else as it is in force."""
        key = tuple(sorted(read.items()))
        if key not in self._games:
            self._games[key] = self.context.under(read)
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
            return self.unknown(readings, "one of the two readings makes no valid game")
        pair = Pair(one, two)
        if pair.impact.nothing:
            told = self.equal(readings, "the rules, which are identical under both readings")
            return replace(told, sentence=ONLY_RULED) if context.as_written else told
        found = self._by_code(readings, pair, until)
        if found is not None:
            return found
        plays = self._played(readings, one, until)
        partings = along(pair, plays, until)
        self.short |= len(partings) < self._wanted(one)
        plays = plays[: len(partings)]
        seen = [p for p in partings if p is not None]
        greedy, parted = self._greedily(readings, pair, until)
        if not seen and not parted:
            return Waiting(label, readings.one, readings.two, len(plays), len(greedy), pair.deals_apart)
        shares = [Share("random play", len(plays), wilson(len(seen), len(plays)))]
        if greedy:
            shares.append(Share("greedy play", len(greedy), wilson(len(parted), len(greedy))))
        changed = change(pair, plays, partings, until)
        self.short |= changed is None or changed.games < len(plays)
        return self.best(readings, pair, plays, [*seen, *parted], tuple(shares), changed, until)

    def _by_code(self, readings: Readings, pair: Pair, until: float) -> Finding | Waiting | None:
        """The same by compiled code, in far more games; None where there is none, or where it does not fit the game."""
        same_table = pair.a.layout.cells == pair.b.layout.cells
        step = lockstep(pair.a.game, pair.b.game) if same_table else ""
        if isinstance(step, str):
            return None
        plan = self.context.plan
        measured = step.measure(plan.seed, MANY * plan.games, now() + 0.5 * (until - now()))
        near = confirmed(pair, measured)
        if near is None:
            return None
        self.short |= measured.games < MANY * plan.games
        greedy, parted = self._greedily(readings, pair, until)
        if not near and not parted:
            label = readings.question.source.label
            return Waiting(label, readings.one, readings.two, measured.games, len(greedy), False, counted=True)
        shares = [Share("random play", measured.games, wilson(measured.parted, measured.games))]
        if greedy:
            shares.append(Share("greedy play", len(greedy), wilson(len(parted), len(greedy))))
        partings = [*(p for _, p in near), *parted]
        plays = [play for play, _ in near]
        return self.best(readings, pair, plays, partings, tuple(shares), measured.change, until)

    # ------------------------------------------------------------ plays

    def _wanted(self, one: Interpreter) -> int:
        """So many random plays are held against another reading."""
        games = self.context.plan.games
        return games if one is self.context.interpreter else max(8, games // 3)

    def _played(self, readings: Readings, one: Interpreter, until: float) -> Sequence[Play]:
        if one is self.context.interpreter:
            return self.context.plays(self._wanted(one), until)
        key = f"{readings.question.source.label}={readings.one}"
        if key not in self._plays:
            own = replace_interpreter(self.context, one)
            self._plays[key] = own.plays(self._wanted(one), until)
        return self._plays[key]

    def _greedily(self, readings: Readings, pair: Pair, until: float) -> tuple[Sequence[Play], list[Parting]]:
        if pair.a is not self.context.interpreter:
            return (), []
        partings = along(pair, self.context.greedy(now() + (until - now()) / 2), until)
        self.short |= len(partings) < self.context.plan.greedy
        return self.context.greedy(0)[: len(partings)], [p for p in partings if p is not None]

    def shorter(self, pair: Pair, plays: Sequence[Play], best: Parting, until: float) -> Parting:
        """The best parting, or a shorter one from the deals of a few plays, breadth first."""
        for one in plays[:2]:
            if best.beat <= 2 or now() > until:
                break
            found = pair.shorter(one, best.beat - 1, SHORTER_NODES)
            best = found if found is not None and found.beat < best.beat else best
        return best

    # ------------------------------------------------------------ findings

    def best(
        self,
        readings: Readings,
        pair: Pair,
        plays: Sequence[Play],
        partings: Sequence[Parting],
        shares: tuple[Share, ...],
        changed: Change | None,
        until: float,
    ) -> Finding:
        """The shortest of some partings that the games come to from the deal; unknown only where none of them does."""
        found: Finding | None = None
        nearest = sorted(partings, key=lambda p: p.beat)[:NEAREST]
        for parting in (self.shorter(pair, plays, nearest[0], until), *nearest):
            found = self.shown(readings, pair, parting, shares, changed)
            if found.standing == "shown":
                break
        assert found is not None
        return found

    def shown(
        self, readings: Readings, pair: Pair, best: Parting, shares: tuple[Share, ...], changed: Change | None
    ) -> Finding:
        shown = pair.shown(best, readings.names)
        settled = f"the ruling {readings.question.chosen}: {readings.question.because}" if ruled(readings) else ""
        sentence = pair.says(best, readings.names)
        if shown is None:
            return self.unknown(readings, f"{sentence}; but the game does not replay from the deal", shares)
        return Finding(
            "question", readings.subject, sentence, "authored", "shown", sources(readings), film=shown, shares=shares,
            change=changed, settled=settled, notes=(readings.question.text,),
        )  # fmt: skip

    def equal(self, readings: Readings, by: str) -> Finding:
        told, asked = (
            f"the readings {readings.one} and {readings.two} make no difference",
            readings.question,
        )
        return Finding(
            "question", readings.subject, told, "authored", "proved", sources(readings),
            scope=f"all positions, by {by}",
            settled=f"the ruling {asked.chosen}, which changes nothing: {asked.because}" if ruled(readings) else "",
            notes=(readings.question.text,),
        )  # fmt: skip

    def unknown(self, readings: Readings, reason: str, shares: tuple[Share, ...] = ()) -> Finding:
        told = f"whether the readings {readings.one} and {readings.two} differ was not decided"
        return Finding(
            "question", readings.subject, told, "authored", "unknown", sources(readings), reason=reason, shares=shares,
            notes=(readings.question.text,),
        )  # fmt: skip


def confirmed(pair: Pair, measured: Measured) -> list[tuple[Play, Parting]] | None:
    """The nearest partings of compiled games as the interpreter finds them; None where it does not find them all.

    Then luck fell otherwise under the two, and what was counted is not what is asked.
    """
    found = []
    for apart in measured.nearest:
        play_ = again(pair.a, apart)
        parting = pair.parts(play_)
        if parting is None or pair.deals_apart:
            return None
        found.append((play_, parting))
    return found


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


def ruled(readings: Readings) -> bool:
    return bool(readings.question.ruled) and readings.question.chosen == readings.question.ruled


def sources(readings: Readings) -> tuple[ir.Source, ...]:
    question = readings.question
    return (question.source, *(r.source for r in question.readings if r.source.label in readings.names))
