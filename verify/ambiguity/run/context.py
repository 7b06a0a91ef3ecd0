"""What the parts of the finder share: the file's games, plays of the ruled game, settings, budget.

Leaves what is looked for to the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.players.policy import Greedy
from engine.processes.deadline import until as bounded
from spec.diagnostics.diagnostic import Diagnostic
from spec.ir import nodes as ir
from spec.names.settings import SizeSetting
from verify.ambiguity.find.orders import decided
from verify.ambiguity.find.plays import Play, play
from verify.ambiguity.find.resolutions import Make
from verify.ambiguity.report.finding import Finding
from verify.run.budget import MORE_SECONDS, now

PLAYING = 0.03
"""That share of a plan's seconds at most goes to greedy plays."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to look: seconds in all, the seed, games at random and greedy, tables and games at each."""

    seconds: float = 240.0
    seed: int = 1
    games: int = 60
    greedy: int = 12
    tables: int = 60
    games_each: int = 2


SAID = ("as written", "or")
"""What stands before the two answers of a variation."""


@dataclass(frozen=True, slots=True)
class Variation:
    """A rule that people may read in another way, as a question that its file does not ask.

    `make` makes the games of the file with the question in it; `names` are its two readings, the first of which is what
    the file says, and `answers` what they say. `sources` are the clauses concerned, in the file as it is. `weight`: how
    readily people misread so. `endless`: may a game go on for ever under the other reading?
    """

    name: str
    operator: str
    text: str
    names: tuple[str, str]
    answers: tuple[str, str]
    sources: tuple[ir.Source, ...]
    weight: float
    make: Make
    needs: tuple[object, ...] = ()
    """What tells it from another one: its question, and the edits that write it."""
    endless: bool = False
    near: tuple[str, ...] = ()
    """The questions of the file that its clauses hang on."""
    again: str = ""
    """That it was settled once, and why it is asked again."""

    def touches(self, other: Variation) -> bool:
        """Are two rules about the same clause?"""
        return not {s.clause for s in self.sources}.isdisjoint(s.clause for s in other.sources)

    @property
    def notes(self) -> tuple[str, ...]:
        """The question with its two answers, a line each, and that it was settled once."""
        answers = (f"{said}: {told}" for said, told in zip(SAID, self.answers, strict=True))
        return (self.text, *answers, *filter(None, [self.again]))

    @property
    def other(self) -> str:
        """The reading that the file does not have."""
        return self.names[1]


Joint = Callable[[str, str, Mapping[str, str]], Make | None]
"""Makes the games of a file with the questions of two variations in it, by their names and under some settings: the
first is asked of the rules as they are under the other reading of the second. None where it is not asked there."""


def silent(words: str) -> None:
    """Tells nobody what is being done."""


def untold(finding: Finding) -> None:
    """Tells nobody what is found."""


@dataclass
class Context:
    """One rule file under some settings; `game` is under its rulings or as written, every question read in some way:
    as ruled, else as first named."""

    game: ir.Game
    make: Make
    settings: Mapping[str, str]
    plan: Plan
    size_settings: Sequence[SizeSetting] = ()
    diagnostics: Sequence[Diagnostic] = ()
    progress: Callable[[str], None] = silent
    tell: Callable[[Finding], None] = untold
    """Is told of findings as they come; who is stopped on the way has told them."""
    until: float = float("inf")
    end: float = float("inf")
    """Until when the part at work may go on, and until when all may; the clock is one for all processes."""
    basis: str = ""
    """A digest of the text of the rules, that tells one file from another; '' where nothing is kept."""
    as_written: bool = False
    """Is no ruling read?"""
    clashes: bool = False
    """Do games come to conflicts under the rulings, too?"""
    lot: int = 0
    """By which conflicts are decided where games have to be played on."""
    variations: tuple[Variation, ...] = ()
    joint: Joint | None = None
    no_greedy: bool = False
    """Does a greedy play take longer than there is time?"""
    _interpreter: Interpreter | None = None
    _plays: list[Play] = field(default_factory=list)
    _greedy: list[Play] = field(default_factory=list)

    @property
    def decides(self) -> bool:
        """Are conflicts decided by lot, so that games go on past them?"""
        return self.as_written or self.clashes

    @property
    def playing(self) -> ir.Game:
        """The game that is played: under its rulings, with conflicts decided by lot where it comes to any."""
        return decided(self.game, self.lot) if self.decides else self.game

    def under(self, read: Mapping[str, str]) -> ir.Game | None:
        """The game that is played with some questions read so, or under other settings, all else as it is in force."""
        named = {q.source.label: q.chosen for q in self.game.questions if q.chosen and self._unruled(q)}
        game = self.make({**named, **self.settings, **read}, self.as_written)
        return decided(game, self.lot) if game is not None and self.decides else game

    def _unruled(self, question: ir.Question) -> bool:
        """Does a question have to be named for its reading to be in force?"""
        return self.as_written or question.chosen != question.ruled

    @property
    def interpreter(self) -> Interpreter:
        """The interpreter of the game that is played."""
        if self._interpreter is None:
            self._interpreter = Interpreter(self.playing)
        return self._interpreter

    def bare(self) -> Context:
        """The same without what was played and without anybody to tell, for another process."""
        return replace(self, progress=silent, tell=untold, _interpreter=None, _plays=[], _greedy=[])

    def gather(self, found: Iterable[Finding]) -> tuple[Finding, ...]:
        """All of some findings, each of which is told as it comes."""
        made: list[Finding] = []
        for finding in found:
            self.tell(finding)
            made.append(finding)
        return tuple(made)

    def warm(self) -> None:
        """Makes the greedy plays that all questions look at, within seconds of their own."""
        self.greedy(min(now() + self.warming, self.end))

    @property
    def warming(self) -> float:
        """The seconds that greedy plays may take."""
        return PLAYING * self.plan.seconds

    def plays(self, count: int, until: float) -> Sequence[Play]:
        """Up to so many random plays of the game, game i with its own seed; fewer where time is up."""
        while len(self._plays) < count and (now() < until or len(self._plays) < 2):
            self._plays.append(play(self.interpreter, derive(self.plan.seed, Domain.GAME, len(self._plays))))
        return self._plays[:count]

    def greedy(self, until: float) -> Sequence[Play]:
        """Plays in which every seat takes the move after which it stands best; one that takes too long is given up."""
        if len(self._greedy) < self.plan.greedy and now() < until and not self.no_greedy:
            policy = Greedy(self.interpreter)
            with bounded(until + self.warming + MORE_SECONDS) as one:
                while len(self._greedy) < self.plan.greedy and now() < until:
                    seed = derive(self.plan.seed, Domain.GAME, 10_000 + len(self._greedy))
                    self._greedy.append(play(self.interpreter, seed, policy, 400))
            self.no_greedy = one.over
        return self._greedy


def settled(game: ir.Game, settings: Mapping[str, str]) -> dict[str, str]:
    """The settings with the first reading for each question that nobody has ruled on."""
    open_ones = {q.source.label: q.readings[0].source.label for q in game.questions if not q.chosen and q.readings}
    return {**settings, **open_ones}
