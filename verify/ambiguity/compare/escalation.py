"""Looks deeper into readings that the first games did not part: far more games, a proof, every play of a smaller game.

Leaves the first games and the words to `verify.ambiguity.report.questions`, and proofs to
`verify.smt.prove.equivalence`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import wilson
from spec.ir import nodes as ir
from verify.ambiguity.compare.compare import Pair, Parting
from verify.ambiguity.compare.lockstep import Measured, lockstep
from verify.ambiguity.compare.product import playable, smaller
from verify.ambiguity.compare.refinement import same_but_order
from verify.ambiguity.find.plays import Play
from verify.ambiguity.report.finding import Change, Finding, Share
from verify.ambiguity.report.questions import Asker, Readings, Waiting, confirmed, ruled, sources
from verify.run.budget import now
from verify.search.shrink import Size, sizes
from verify.smt.prove.equivalence import equal_readings

MORE_GAMES = 240
"""So many games are played in all where there is no compiled code."""
MOST_GAMES = 30_000
"""So many at most by compiled code, at random; and as many in which moves of the kinds that differ are liked."""
PROOF_SECONDS = 20.0
SMALLER_GAMES, OF_A_DECK = 200, 4
"""So many games of a smaller size, and so many sizes with the same deck."""
RARE = "only directed random play found the difference: it makes the moves that differ more often"


def escalate(asker: Asker, readings: Readings, waiting: Waiting, until: float) -> Finding:
    """What is known of two readings in the end."""
    label, context = readings.question.source.label, asker.context
    chosen = readings.one == readings.question.chosen
    one = context.interpreter if chosen else asker.interpreter(label, readings.one)
    two = asker.interpreter(label, readings.two)
    if one is None or two is None:
        return asker.unknown(readings, "one of the two readings makes no valid game")
    return _Deeper(asker, readings, Pair(one, two), waiting, until).finding()


class _Deeper:
    """One pair of readings."""

    def __init__(self, asker: Asker, readings: Readings, pair: Pair, waiting: Waiting, until: float) -> None:
        self.asker, self.readings, self.pair, self.waiting, self.until = asker, readings, pair, waiting, until
        self.games = waiting.games

    def finding(self) -> Finding:
        """By whatever decides it first."""
        found = self._by_code() if self.waiting.counted else self._by_plays()
        if found is not None:
            return found
        if self.waiting.deals_apart or self.pair.deals_apart:
            return self._tested(
                "the readings only deal different shuffled cards to the same hands, and every deal is equally likely"
            )
        proved, why = self._proof()
        return proved or self._in_smaller_games() or self._smaller(why)

    def _never(self) -> tuple[Share, ...]:
        return (Share("random play", self.games, wilson(0, self.games)),)

    def _part(self, share: float) -> float:
        return now() + share * max(0.0, self.until - now())

    # ------------------------------------------------------------ more games

    def _by_code(self) -> Finding | None:
        step = lockstep(self.pair.a.game, self.pair.b.game)
        if isinstance(step, str):
            return None
        seed = self.asker.context.plan.seed
        more = step.measure(derive(seed, Domain.PART, 301), MOST_GAMES, self._part(0.3))
        near = self._near(more)
        if near:
            games = self.games + more.games
            return self._shown(near, (Share("random play", games, wilson(more.parted, games)),), more.change)
        self.games += more.games
        self.asker.short |= more.games < MOST_GAMES
        impact = self.pair.impact
        liked = impact.legal | impact.effects
        if len(liked) < len(self.pair.a.game.actions):
            directed = step.search(derive(seed, Domain.PART, 302), MOST_GAMES, self._part(0.15), liked)
            self.asker.short |= directed.games < MOST_GAMES
            near = self._near(directed)
        return self._shown(near, self._never(), None, RARE) if near else None

    def _near(self, measured: Measured) -> list[tuple[Play, Parting]]:
        return confirmed(self.pair, measured) or []

    def _shown(
        self, near: Sequence[tuple[Play, Parting]], shares: tuple[Share, ...], change: Change | None, *notes: str
    ) -> Finding:
        partings, plays = [parting for _, parting in near], [play for play, _ in near]
        shown = self.asker.best(self.readings, self.pair, plays, partings, shares, change, self.until)
        return replace(shown, notes=(*shown.notes, *notes))

    def _by_plays(self) -> Finding | None:
        """The same without compiled code."""
        context = self.asker.context
        if self.pair.a is not context.interpreter:
            return None
        plays = context.plays(MORE_GAMES, self._part(0.25))
        for number, play in enumerate(plays[self.games :], self.games + 1):
            parting = self.pair.parts(play)
            self.games = number
            if parting is not None:
                return self._shown([(play, parting)], (Share("random play", number, wilson(1, number)),), None)
            if now() > self.until:
                break
        self.asker.short |= self.games < MORE_GAMES
        return None

    # ------------------------------------------------------------ a proof, or a smaller game

    def _proof(self) -> tuple[Finding | None, str]:
        """The proof that they are equal, or why there is none."""
        played = f"none of {self.games:,} random and {self.waiting.greedy:,} greedy games shows a difference"
        seconds = min(PROOF_SECONDS, 0.6 * (self.until - now()))
        if seconds < 0.5:
            self.asker.short = True
            return None, f"{played}; there was no time to prove them equal"
        began = now()
        by = same_but_order(self.pair.a.game, self.pair.b.game, now() + seconds / 2)
        if by:
            return self.asker.equal(self.readings, by), ""
        found = equal_readings(self.pair.a.game, self.pair.b.game, seconds)
        if found.verdict == "equal":
            return self.asker.equal(self.readings, found.by), ""
        self.asker.short |= seconds < PROOF_SECONDS and now() - began > 0.9 * seconds
        how = "they may differ in positions that no game reached" if found.verdict == "differ" else "not proved equal"
        return None, f"{played}; {how}: {found.reason}"

    def _both(self, settings: Mapping[str, str]) -> tuple[ir.Game, ir.Game] | None:
        """The game of a size under both readings."""
        label, context = self.readings.question.source.label, self.asker.context
        a, b = (context.under({**settings, label: r}) for r in self.readings.names)
        return None if a is None or b is None else (a, b)

    def _in_smaller_games(self) -> Finding | None:
        """Random games of one size after another by compiled code: with more and fewer players, then growing decks."""
        context, tried, until = self.asker.context, Counter[str](), self._part(0.6)
        for size in (*self._tables(), *sizes(context.game, context.size_settings, context.settings)):
            deck = dict(size.settings).get("deck", "")
            games = None if tried[deck] == OF_A_DECK or size.whole or now() > until else self._both(dict(size.settings))
            if games is None:
                continue
            pair = Pair(*map(Interpreter, games))
            step = lockstep(*games) if playable(pair.a) else ""
            if isinstance(step, str):
                continue
            tried[deck] += 1
            measured = step.measure(context.plan.seed, SMALLER_GAMES, until)
            near = confirmed(pair, measured)
            if near:
                return self._of_size(pair, near, measured, size)
        return None

    def _tables(self) -> tuple[Size, ...]:
        """The whole deck with the most and with the fewest players."""
        context = self.asker.context
        if "players" in context.settings:
            return ()
        counts = [n for k in context.size_settings if k.name == "players" for n in (k.high, k.low) if n != k.usual]
        return tuple(Size((("players", str(n)),), f"players={n}") for n in dict.fromkeys(counts))

    def _of_size(self, pair: Pair, near: Sequence[tuple[Play, Parting]], measured: Measured, size: Size) -> Finding:
        best = min((parting for _, parting in near), key=lambda p: p.beat)
        shown = self.asker.shown(self.readings, pair, best, self._never(), None)
        often = f"in {measured.parted} of {measured.games} random games with {size.words}"
        note = f"seen only in games of another size: {often}"
        return replace(shown, notes=(*shown.notes, note))

    def _smaller(self, why: str) -> Finding:
        """Every play of a smaller game under both readings."""
        context, readings = self.asker.context, self.readings
        followed = smaller(context.game, context.size_settings, context.settings, self._both, self.until)
        if followed.parting is not None and followed.pair is not None:
            shown = self.asker.shown(readings, followed.pair, followed.parting, self._never(), None)
            return replace(shown, notes=(*shown.notes, f"seen only in a smaller game: {followed.size}"))
        if not self.games:
            return self.asker.unknown(readings, why, self._never())
        return self._tested(why, *((f"nor do they differ in {followed.scope}",) if followed.scope else ()))

    def _tested(self, *why: str) -> Finding:
        """That no game showed a difference, and why it is not known that there is none."""
        readings = self.readings
        told = f"no game was found in which the readings {readings.one} and {readings.two} differ"
        return Finding(
            "question", readings.subject, told, "authored", "tested", sources(readings),
            scope=f"{self.games:,} random games",
            settled=f"the ruling {readings.question.chosen}: {readings.question.because}" if ruled(readings) else "",
            shares=self._never(), notes=(readings.question.text, *why),
        )  # fmt: skip
