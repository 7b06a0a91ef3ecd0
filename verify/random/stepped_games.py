"""Plays games at random by compiled code, move by move, where the interpreter takes long for one; claims are read.

Compiled games are those of the interpreter, number by number. What refutes something is played again there up to where
it shows, so that it comes with its play. Leaves what is made of it to `verify.random.random_play`.
"""

from __future__ import annotations

from time import perf_counter

from engine.c.compiled.build import NotBuilt
from engine.c.compiled.library import Library, NativeError, Table, load
from engine.c.compiled.simulate import fired
from engine.core.unsupported import Unsupported
from engine.interpreter.faults import BeyondLimits
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import PASS
from engine.interpreter.position import Position
from engine.luck.chance import Recording, Seeded
from engine.luck.streams import Domain, Stream, derive
from engine.players.policy import Choosers
from spec.ir import nodes as ir
from spec.ir.clauses import mark
from verify.obligations.claims import Claims
from verify.obligations.obligations import FAULT_CODES
from verify.random.compiled_games import EACH, LEAST
from verify.random.random_play import MOST_MOVES, Tally, follow

PLAYED = 0.7
"""The share of the time after which no more games are begun, and what they show is played again on the interpreter."""


def play_stepped(interpreter: Interpreter, wanted: int, seed: int, until: float, tally: Tally) -> None:
    """Plays the games after the first `wanted`, as many as there is time for, and adds them to a tally; nothing where
    no compiler is at hand."""
    if wanted < LEAST:
        return
    try:
        library = load(interpreter.game)
        if isinstance(library, NotBuilt):
            return
        tally.wanted, tally.next, pace = EACH * wanted, wanted, 0.0
        stepped = _Stepped(interpreter, library, seed, tally)
        end = perf_counter() + PLAYED * (until - perf_counter())
        while tally.next < tally.wanted and end - perf_counter() > pace:
            began = perf_counter()
            stepped.play(tally.next)
            pace = perf_counter() - began
        stepped.play_again()
    except (Unsupported, NativeError):
        return


class _Stepped:
    """Plays games, and adds each to a tally when it is over."""

    def __init__(self, interpreter: Interpreter, library: Library, seed: int, tally: Tally) -> None:
        self._interpreter, self._library, self._seed, self._tally = interpreter, library, seed, tally
        self._claims = Claims(interpreter)
        self._readable = frozenset(
            claim.source.label for claim in self._claims.all if at_decisions(interpreter.game, claim)
        )
        self._shown: dict[tuple[str, str], tuple[int, int]] = {}
        self._sources = {action.source.label: action.source for action in interpreter.game.actions}

    def play(self, number: int) -> None:
        """Plays one game."""
        table, tally, read = self._library.table(), self._tally, set[str]()
        game, mover = derive(self._seed, Domain.GAME, number), self._interpreter.layout.mover
        luck = [Stream(game, Domain.CHOICE, seat) for seat in range(self._interpreter.layout.players)]
        table.start(game)
        made = 0
        while True:
            position = table.position(made)
            if not table.failed:
                read |= self._read(position, game, made)
            if table.over or made >= MOST_MOVES:
                break
            chosen = luck[position.fields[mover]].pick(table.count)
            self._note(table, position, chosen)
            table.apply(chosen)
            made += 1
        self._ended(table, game, made)
        tally.unseen |= fired(self._library, number, 1, self._seed, MOST_MOVES) - tally.fired
        tally.read.update(read)
        tally.read_apart.update(self._readable)
        tally.compiled += 1
        tally.next = number + 1

    def _note(self, table: Table, position: Position, chosen: int) -> None:
        """Notes where play stands, and of which kind the chosen move is."""
        step, move = self._interpreter.game.steps[position.step].source, table.move(chosen)
        if step.label:
            self._tally.unseen.add(mark("step", step))
        if move != PASS:
            self._tally.unseen.add(mark("move", self._sources[move.action]))

    def _read(self, position: Position, game: int, made: int) -> set[str]:
        """Reads the claims about a position; which were read."""
        found, tally = set(), self._tally
        for claim in self._claims.concerned(position):
            label = claim.source.label
            if label not in self._readable:
                continue
            found.add(label)
            if label in tally.broken or label in tally.seen or not self._is_sooner(("claim", label), made):
                continue
            if self._claims.shows(claim, self._claims.holds(claim, position)):
                what = "holds" if claim.kind == "sometimes" else "does not hold"
                self._suspect(("claim", label), what, game, made)
        return found

    def _ended(self, table: Table, game: int, made: int) -> None:
        tally, fault, result = self._tally, table.fault(), table.result()
        if fault is not None:
            tally.stopped += 1
            tally.compiled_stopped += 1
            # Of two clauses that clash it names one, and not whether they are ends.
            for kind in ("clash", "collision") if fault.kind == "clash" else (fault.kind,):
                if kind not in tally.faults and self._is_sooner(("fault", kind), made):
                    self._suspect(("fault", kind), "play stops", game, made)
        elif result is not None:
            tally.ended += 1
            tally.draws += result.drawn()
            tally.wins.update(result.winners())
        else:
            tally.cut += 1

    def _is_sooner(self, key: tuple[str, str], made: int) -> bool:
        """Has no game shown it after so few moves yet?"""
        return key not in self._shown or made < self._shown[key][1]

    def _suspect(self, key: tuple[str, str], what: str, game: int, made: int) -> None:
        moves = "1 move" if made == 1 else f"{made:,} moves"
        self._shown[key] = game, made
        self._tally.suspected[key] = (
            f"no time to play it again on the interpreter: in a compiled game {what} after {moves} (seed {game})"
        )

    def play_again(self) -> None:
        """Plays what games have shown on the interpreter, up to where it shows, the shortest play first."""
        for key, (game, made) in sorted(self._shown.items(), key=lambda one: one[1][1]):
            if key in self._tally.suspected:
                self._play_again(key, game, made)

    def _play_again(self, key: tuple[str, str], game: int, made: int) -> None:
        tally, shown, choosers = self._tally, Tally(), Choosers(self._interpreter, game)
        luck = Recording(Seeded(game))
        try:
            follow(
                self._interpreter, self._claims, luck,
                lambda turn: choosers.move(turn) if turn.position.made < made else None, shown,
            )  # fmt: skip
        except BeyondLimits:
            return
        tally.fired |= shown.fired
        tally.faults = shown.faults | tally.faults
        tally.fault_sources = shown.fault_sources | tally.fault_sources
        tally.broken = shown.broken | tally.broken
        tally.seen = shown.seen | tally.seen
        if not (shown.faults if key[0] == "fault" else key[1] in shown.broken | shown.seen):
            raise AssertionError(f"the game with seed {game} went another way than by the interpreter")
        gone = {("fault", kind) for kind in FAULT_CODES} if key[0] == "fault" else {key}
        for one in gone:
            if self._shown.get(one) == (game, made):
                del tally.suspected[one]


def at_decisions(game: ir.Game, claim: ir.Claim) -> bool:
    """Is a claim read only where somebody decides, or play is over? Other steps compiled code passes in one go."""
    return all(step.ask is not None and not step.runs for step in game.steps if step.source.label in claim.at)
