"""Plays games as written, as tables without a ruling would, and notes every conflict and gap that comes up on the way.

Leaves how tables fill in what is open to `verify.ambiguity.find.resolutions`, and reporting to
`verify.ambiguity.find.faults`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from engine.interpreter.faults import Fault
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move, Ruling
from engine.logs.explain import IllegalMove
from engine.luck.chance import Outcome, Recording, Scripted, Seeded
from engine.luck.streams import Domain, derive
from engine.players.policy import Choosers
from spec.ir import nodes as ir
from spec.ir.precedence import ENDS, clause_groups
from verify.ambiguity.find.clauses import ClauseRecord
from verify.ambiguity.find.move_statistics import MoveStatistics
from verify.ambiguity.find.plays import Line, retrace
from verify.ambiguity.find.resolutions import Resolution
from verify.obligations.obligations import kind_of, part_of, stands_among
from verify.obligations.witness import NotReplayed
from verify.run.budget import now

MOST_MOVES = 400
Readings = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Key:
    """What a conflict or gap is: its kind, the part of the game, and the clauses concerned."""

    kind: str
    part: str
    labels: tuple[str, ...]


@dataclass(slots=True)
class Sighting:
    """A conflict or gap with the games in which it came up and the best play to it.

    `clean`: the play meets no other conflict before, so the rules as written lead to it by themselves. `table` played
    it; `move` is the move about which the clauses disagree, if it is about one.
    """

    sources: tuple[ir.Source, ...]
    sentence: str
    games: set[int]
    readings: list[Readings]
    line: Line
    clean: bool
    interpreter: Interpreter
    move: Move | None = None


@dataclass(slots=True)
class Seen:
    """All that was seen: sightings by what they are, how many games, which clauses applied, which moves were made."""

    sightings: dict[Key, Sighting] = field(default_factory=dict)
    games: int = 0
    tables: list[Readings] = field(default_factory=list)
    record: ClauseRecord = field(default_factory=ClauseRecord)
    move_statistics: MoveStatistics = field(default_factory=MoveStatistics)
    cut: str = ""

    def better(self, key: Key, clean: bool, line: Line) -> bool:
        """Would a play be told rather than the one that is kept?"""
        old = self.sightings.get(key)
        return old is None or (not clean, len(line.moves)) < (not old.clean, len(old.line.moves))

    def note(self, key: Key, new: Sighting) -> None:
        """Takes in a sighting; of two plays the one that meets nothing before stays, then the shorter."""
        old = self.sightings.get(key)
        if old is None:
            self.sightings[key] = new
            return
        old.games |= new.games
        old.readings += new.readings
        if self.better(key, new.clean, new.line):
            old.line, old.clean, old.interpreter, old.move = new.line, new.clean, new.interpreter, new.move
            old.sentence, old.sources = new.sentence, new.sources


def find_conflicts(
    found: Iterable[Resolution], games: int, seed: int, until: float, each: Callable[[Seen], None] = lambda seen: None
) -> Seen:
    """Plays so many games at each table, up to a clock time; `each` is told of all that was seen after each game."""
    seen = Seen()
    for number, table in enumerate(found):
        for i in range(games):
            if now() > until:
                seen.cut = f"time was up after {seen.games} games"
                return seen
            _Game(table, seen, derive(derive(seed, Domain.PART, number), Domain.GAME, i)).play(until)
            seen.games += 1
            each(seen)
        seen.tables.append(table.readings)
    return seen


class _Game:
    """One game at a table."""

    def __init__(self, table: Resolution, seen: Seen, seed: int) -> None:
        self.table, self.seen, self.seed = table, seen, seed
        self.luck, self.choosers = Recording(Seeded(seed)), Choosers(table.moving, seed)
        self.line = Line()
        self.clean = True

    def play(self, until: float) -> None:
        turn = self._settled(self.table.moving.start(self.luck), None, None)
        while turn.moves and len(self.line.moves) < MOST_MOVES and now() < until:
            self._judge(turn)
            self.seen.move_statistics.see(self.table.playing, turn, self.line)
            move = self.choosers.move(turn)
            before = turn
            after = self.table.moving.apply(turn.position, move, self.luck)
            turn = self._settled(after, before, move)

    def _settled(self, turn: Turn, before: Turn | None, move: Move | None) -> Turn:
        """Notes the fault that play met, and plays on as the table decides where it is a conflict."""
        used = tuple(self.luck.outcomes)
        self.luck.outcomes.clear()
        line = Line((*self.line.luck, *used), self.line.moves)
        if move is not None:
            line = Line(line.luck, (*line.moves, move))
        self.seen.record.fired(turn.events)
        if self.table.looks:
            self._looked(before, move, line, used)
        fault = turn.position.fault
        if fault is not None:
            self._note(fault, line)
            if fault.kind != "clash":
                self.line = line
                return turn
            self.clean = False
            chance = Recording(Scripted(used, Seeded(derive(self.seed, Domain.AFTER, len(line.moves)))))
            playing = self.table.playing
            if before is None:
                turn = playing.start(chance)
            elif move is not None:
                turn = playing.apply(before.position, move, chance)
            line = Line((*self.line.luck, *chance.outcomes), line.moves)
            self.seen.record.fired(turn.events)
            if turn.position.fault is not None:
                self._note(turn.position.fault, line)
        self.line = line
        return turn

    def _looked(self, before: Turn | None, move: Move | None, line: Line, used: tuple[Outcome, ...]) -> None:
        """Notes the clash of a move's clauses at which play as written stops on the way, since `can` looks there.

        At this table it is decided, and nobody need come to choose that move.
        """
        written = self.table.written
        chance = Scripted(used, Seeded(derive(self.seed, Domain.AFTER, len(line.moves))))
        if before is None or move is None:
            turn = written.start(chance)
        else:
            try:
                turn = written.apply(before.position, move, chance)
            except IllegalMove:
                return
        fault = turn.position.fault
        if fault is not None and fault.kind == "clash" and part_of(fault, written.game).startswith("move "):
            self._note(fault, line)
            self.clean = False

    def _note(self, fault: Fault, line: Line) -> None:
        game = self.table.written.game
        kind = "ends-collide" if kind_of(fault, game) == "collision" else fault.kind.replace("_", "-")
        sources = fault.sources
        # A clause that clashes is told with its partners; any other fault by the innermost clauses.
        clashing = tuple(s for s in sources if _clause(game, s))
        kept = clashing if fault.kind == "clash" else sources[:2]
        part = _weighed(game, sources[0]) if fault.kind == "clash" and sources else ""
        permits = {c.source.label for a in game.actions for c in a.clauses if c.kind == "permit"}
        labels = sorted((s.label for s in kept), key=lambda label: (label not in permits, label))
        key = Key(kind, part or _part(game, kept), tuple(labels))
        self._sight(key, kept, fault.sentence, line, None)

    def _judge(self, turn: Turn) -> None:
        """What the clauses as written say of every move here; every two that clash are noted."""
        clashes: dict[Key, tuple[Move, Ruling]] = {}
        for move, ruling in self.table.written.judged(turn.position):
            if isinstance(ruling, Fault):
                continue
            self.seen.record.applied(move.action, ruling)
            if ruling.clash:
                for pair in _pairs(self.table.written.game, move.action, ruling):
                    clashes.setdefault(Key("clash", move.action, tuple(s.label for s in pair)), (move, ruling))
        for key, (move, ruling) in clashes.items():
            sources = tuple(s for label in key.labels for s in ruling.deciding if s.label == label)
            told = self.table.written.words.move(move)
            sentence = (
                f"{key.labels[0]} permits {told}, {key.labels[1]} forbids the same move, and neither outranks the other"
            )
            self._sight(key, sources, sentence, self.line, move)
        if clashes:
            self.clean = False

    def _sight(self, key: Key, sources: tuple[ir.Source, ...], sentence: str, line: Line, move: Move | None) -> None:
        # A choice that lots left nobody with was passed by unseen; as written, play may have stopped there.
        if self.clean and self.seen.better(key, self.clean, line) and not _replays(self.table.written, line):
            self.clean = False
        interpreter = self.table.written if self.clean else self.table.playing
        self.seen.note(
            key,
            Sighting(sources, sentence, {self.seen.games}, [self.table.readings], line, self.clean, interpreter, move),
        )


def _replays(interpreter: Interpreter, line: Line) -> bool:
    try:
        retrace(interpreter, line)
    except NotReplayed:
        return False
    return True


def _pairs(game: ir.Game, action: str, ruling: Ruling) -> Iterator[tuple[ir.Source, ir.Source]]:
    """Each permit with each prohibition among the clauses that decide."""
    clauses = next(a for a in game.actions if a.source.label == action).clauses
    permits = {c.source for c in clauses if c.kind == "permit"}
    for yes in ruling.deciding:
        for no in ruling.deciding:
            if yes in permits and no not in permits:
                yield yes, no


def _clause(game: ir.Game, source: ir.Source) -> bool:
    """Is this a clause of a move or an outcome, or an end, not something that it stands in?"""
    clauses = [*(c for g in game.groups for c in g.clauses), *(c for a in game.actions for c in a.clauses)]
    return stands_among(source, [c.source for c in (*clauses, *game.endings)])


def _weighed(game: ir.Game, source: ir.Source) -> str:
    """The part of a game in which a clause is weighed against others: of a move of several shapes the variant."""
    weighed = (group for group in clause_groups(game) if group.kind != ENDS)
    return next((g.name for g in weighed if any(c.source.clause == source.clause for c in g.clauses)), "")


def _part(game: ir.Game, sources: tuple[ir.Source, ...]) -> str:
    for group in game.groups:
        if any(stands_among(s, sources) for s in (group.source, *(c.source for c in group.clauses))):
            return group.source.label
    return "ends" if any(stands_among(e.source, sources) for e in game.endings) else ""
