"""Holds a rule file against itself with one rule read in another way: would people at a table notice, and how often?

The ways of misreading are found elsewhere, and come as files with a question in them. Cheap looks come first: is it
another game at all, does it part in a few plays, does it part in many. Leaves showing, measuring and proving to what
compares the readings of an author's own questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import Played, play_random, wilson
from spec.ir import nodes as ir
from verify.ambiguity.compare.change_impact import change_impact
from verify.ambiguity.compare.compare import Pair, Parting
from verify.ambiguity.compare.escalation import escalate
from verify.ambiguity.compare.lockstep import lockstep
from verify.ambiguity.find.orders import decided
from verify.ambiguity.find.plays import play
from verify.ambiguity.report.finding import Film, Finding, Share
from verify.ambiguity.report.questions import Asker, Readings, Waiting, along, confirmed
from verify.ambiguity.run.context import Context, Variation
from verify.obligations.examples import run_example
from verify.run.budget import now

FEW = 6
"""So many plays of the game are looked at first, by the interpreter."""
MORE = 24
"""So many are, where there is no compiled code to play many games."""
ALIKE = 12
"""In so many games a reading is held against one of the file's own."""
SOME = 400
"""So many games are then played side by side by compiled code."""
LONG = 300
"""So many moves of a game are held against a reading of the file's own questions."""
TRIED, MORE_TRIED = 6, 24
"""So many games of the other reading are played to see that it can be played; and more, where one of them stops."""
FAULTS = 0.1
"""Where more than this share of the games in which two readings part come to a fault under the other one, nobody
would play it so."""


BY_EXAMPLE = 0.2
"""A question is worth so much of another one where an example of the rulebook, as the file has it, answers it."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A way of reading that is not worth a question, and why, in words."""

    why: str


NO_GAME = "the other reading makes no valid game"
SAME = "the other reading says the same"
STOPS = "under the other reading play stops"
NEVER_ENDS = "under the other reading no game comes to an end"


def dropped(one: Variation, why: str) -> Finding:
    """That a way of reading is not worth a question."""
    return Finding("variation", one.name, why, "found", "tested", one.sources, why, notes=one.notes,
                   asked_by=one.operator, weight=0.0)  # fmt: skip


class Varied:
    """One variation within a context; `base` is the interpreter of the game as it is."""

    def __init__(self, context: Context, one: Variation) -> None:
        self.one, self.context = one, context
        self.base = context.interpreter
        self._game = self._made({one.name: one.other})

    def _made(self, read: Mapping[str, str]) -> ir.Game | None:
        context = self.context
        named = {q.source.label: q.chosen for q in context.game.questions if q.chosen}
        game = self.one.make({**named, **context.settings, **read}, context.as_written)
        return decided(game, context.lot) if game is not None and context.decides else game

    # ------------------------------------------------------------ the sieve

    def looked(self, until: float, plays: int = FEW) -> Finding | Waiting | Dropped:
        """What a few looks tell, which cost little: a difference, none yet, or that it is not worth a question."""
        game = self._game
        if game is None:
            return Dropped(NO_GAME)
        impact = change_impact(self.base.game, game)
        if impact.nothing:
            return Dropped(SAME)
        asked = self._asked_already(game)
        if asked:
            return Dropped(f"the file asks this already: {asked}")
        return self._along(Pair(self.base, Interpreter(game)), plays, until)

    def _along(self, pair: Pair, plays: int, until: float) -> Finding | Waiting | Dropped:
        """What so many plays tell, by the interpreter."""
        partings = along(pair, self.context.plays(plays, until), until)
        seen = [p for p in partings if p is not None]
        if not seen:
            return Waiting(self.one.name, *self.one.names, len(partings), 0, pair.deals_apart)
        why = STOPS if sum(_broken(p) for p in seen) > FAULTS * len(seen) else self._playable(pair.b, until)
        if why:
            return Dropped(why)
        share = Share("random play", len(partings), wilson(len(seen), len(partings)))
        return self._shown(pair, seen, share)

    def counted(self, until: float) -> Finding | Waiting | Dropped:
        """What many games by compiled code tell of what a few games did not tell apart."""
        game = self._game
        if game is None:
            return Dropped(NO_GAME)
        pair = Pair(self.base, Interpreter(game))
        why = self._playable(pair.b, until)
        return Dropped(why) if why else self._by_code(pair, until) or self._along(pair, MORE, until)

    def _asked_already(self, game: ir.Game) -> str:
        """The question of the file that has a reading by which it is the same game; '' where there is none."""
        for question in self.context.game.questions:
            label = question.source.label
            for reading in question.readings if label in self.one.near else ():
                other = self.context.under({label: reading.source.label})
                if other is not None and (change_impact(other, game).nothing or self._plays_as(other, game)):
                    return label
        return ""

    def _plays_as(self, other: ir.Game, game: ir.Game) -> bool:
        seed = self.context.plan.seed
        return plays_alike(other, game, self.base, [derive(seed, Domain.GAME, 600 + n) for n in range(ALIKE)])

    def _by_code(self, pair: Pair, until: float) -> Finding | Waiting | Dropped | None:
        """The same by compiled code, for what comes up seldom; None where there is none."""
        step = lockstep(pair.a.game, pair.b.game) if pair.a.layout.cells == pair.b.layout.cells else ""
        if isinstance(step, str):
            return None
        measured = step.measure(self.context.plan.seed, SOME, until)
        near = confirmed(pair, measured)
        if near is None:
            return None
        if not near:
            return Waiting(self.one.name, *self.one.names, measured.games, 0, pair.deals_apart, counted=True)
        if all(_broken(parting) for _, parting in near):
            return Dropped(STOPS)
        share = Share("random play", measured.games, wilson(measured.parted, measured.games))
        return self._shown(pair, [p for _, p in near if not _broken(p)], share)

    def _playable(self, other: Interpreter, until: float) -> str:
        """Why nobody could play by the other reading; '' where they could."""
        length = max((len(p.beats) for p in self.context.plays(2, until)), default=50)
        seeds = [derive(self.context.plan.seed, Domain.GAME, 500 + n) for n in range(MORE_TRIED)]
        played: list[Played] = []
        for seed in seeds:
            stopped = sum(p.position.fault is not None for p in played)
            if len(played) >= TRIED and (not stopped or now() > until):
                break
            played.append(play_random(other, seed, most_moves=20 * length + 100))
        stopped = sum(p.position.fault is not None for p in played)
        if 3 * stopped > len(played) and not self._stops_anyhow(seeds[:TRIED]):
            return STOPS
        ends = any(p.position.result is not None for p in played)
        return "" if ends or self.one.endless else NEVER_ENDS

    def _stops_anyhow(self, seeds: list[int]) -> bool:
        return any(play_random(self.base, seed).position.fault is not None for seed in seeds)

    def _shown(self, pair: Pair, partings: Sequence[Parting], share: Share) -> Finding | Dropped:
        """The soonest difference that the other game comes to by itself: it may have gone on where the first asked."""
        for parting, film in self._films(pair, partings):
            if film is not None:
                sentence = pair.says(parting, self.one.names)
                return self._finding(replace(self._blank(), film=film, shares=(share,), sentence=sentence))
        return Dropped("no game that shows the difference replays")

    def _films(self, pair: Pair, partings: Sequence[Parting]) -> Iterator[tuple[Parting, Film | None]]:
        """The partings with their films, the soonest first; then what comes before those that do not replay."""
        ordered = sorted(partings, key=lambda p: p.beat)
        yield from ((p, pair.shown(p, self.one.names)) for p in ordered)
        before = (pair.sooner(p) for p in ordered)
        yield from ((p, pair.shown(p, self.one.names)) for p in before if p is not None and not _broken(p))

    def _blank(self) -> Finding:
        one = self.one
        told = f"whether the readings {one.names[0]} and {one.names[1]} differ was not decided"
        return Finding("variation", one.name, told, "found", "unknown", one.sources, reason="not decided")

    def _finding(self, found: Finding) -> Finding:
        one = self.one
        standing = "shown" if found.film is not None else found.standing
        return replace(
            found, kind="variation", subject=one.name, origin="found", sources=one.sources, standing=standing,
            reason="" if standing == "shown" else found.reason, settled=self._settled,
            notes=(*one.notes, *found.notes[1:]), asked_by=one.operator,
            weight=one.weight * (BY_EXAMPLE if self._settled else 1.0),
        )  # fmt: skip

    @cached_property
    def _settled(self) -> str:
        """The example of the file that plainly excludes the other reading, in words; '' where there is none."""
        excluded = None if self._game is None else excluded_by(Pair(self.base, Interpreter(self._game)))
        return "" if excluded is None else f"an example of the file: {excluded.text} ({excluded.source.cites[0]})"

    # ------------------------------------------------------------ measured, and looked at more closely

    def _asked(self) -> tuple[Asker, Readings] | None:
        """The question as its author would have written it, for what compares such questions."""
        game = self._made({self.one.name: self.one.names[0]})
        if game is None:
            return None
        question = next(q for q in game.questions if q.source.label == self.one.name)
        context = replace(
            self.context, game=game, make=self.one.make, _interpreter=self.base, _plays=list(self.context.plays(0, 0)),
        )  # fmt: skip
        return Asker(context), Readings(question, *self.one.names)

    def measured(self, until: float) -> tuple[Finding | None, bool]:
        """How often the readings part in many games, and what that changes; was that cut short?"""
        asked = self._asked()
        if asked is None:
            return None, False
        asker, readings = asked
        found = asker.ask(readings, until)
        return (None if isinstance(found, Waiting) else self._finding(found)), asker.short or now() > until

    def deeper(self, waiting: Waiting, until: float) -> tuple[Finding | None, bool]:
        """What more games, a proof, or all games of a smaller size tell of readings that did not part."""
        asked = self._asked()
        if asked is None:
            return None, False
        asker, readings = asked
        found = escalate(asker, readings, waiting, until)
        undecided = found.standing not in ("shown", "proved")
        return self._finding(found), undecided and (asker.short or now() > until)


def excluded_by(pair: Pair) -> ir.Example | None:
    """An example taken from the rulebook that comes out as it says, and does not under the other reading."""
    held = {example.text: example for example in pair.a.game.examples if _by_the_book(example)}
    for example in pair.b.game.examples:
        own = held.get(example.text)
        if own is None or run_example(pair.b, example).verdict != "refuted":
            continue
        if run_example(pair.a, own).verdict != "refuted":
            return own
    return None


def _by_the_book(example: ir.Example) -> bool:
    """Is it taken from the rulebook, and does the file not say that it is wrong there?"""
    return bool(example.source.cites) and not any(isinstance(i, ir.Then) and i.wrong for i in example.script)


def _broken(parting: Parting) -> bool:
    """Does play stop under the other reading alone?"""
    return parting.how == "stop" and parting.b.position.fault is not None


def plays_alike(one: ir.Game, two: ir.Game, base: Interpreter, seeds: Sequence[int]) -> bool:
    """Do two games play alike by these seeds, in games of the first of which some tell it from a third?"""
    if [z.source.label for z in one.zones] != [z.source.label for z in two.zones]:
        return False
    first, told = Interpreter(one), False
    pair, apart = Pair(first, Interpreter(two)), Pair(first, base)
    for seed in seeds:
        played = play(first, seed, most_moves=LONG)
        if pair.parts(played) is not None:
            return False
        told = told or apart.parts(played) is not None
    return told
