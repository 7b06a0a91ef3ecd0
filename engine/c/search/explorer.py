"""Every state of a game, reached by compiled code: how many there are, what was met, and what their graph says.

Leaves making the C to `engine.c.search.explore`. Plays are told as moves with the outcomes of chance that the loose
play of undecided cards asks for (`verify.search.lazy_shuffle` plays them again); where nothing is left undecided these
are the interpreter's.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter
from typing import Any, Literal

from engine.c.compiled.build import NotBuilt, build, fast_flags
from engine.c.compiled.generated import room_for
from engine.c.compiled.library import KINDS, NativeFault, move_of
from engine.c.compiled.waiting import waited
from engine.c.search.explore import Explored, explored_code
from engine.interpreter.moves import PASS, Move
from engine.interpreter.position import Position, Result
from engine.luck.chance import Outcome, Picked, Shuffled
from spec.ir import nodes as ir
from spec.ir.clauses import Mark

DONE, MORE, NO_MEMORY, TOO_MANY, BEYOND = range(5)
FACTS = 12
PARTS = 10
SLICE = 4096
MOST_NEW = 100_000
"""About so many new states are met, where somebody may stop it, before that is asked."""
MOST_STARTS = 20_000_000
MOST_PATH = 100_000
LOOP_WORK = 200_000_000
CUTS = {
    NO_MEMORY: "the memory allowed was used up",
    TOO_MANY: "there are more states than were allowed",
    BEYOND: "a number or a list is beyond what compiled games hold",
}


@dataclass(frozen=True, slots=True)
class Counts:
    """How much was explored; `transitions` counts each outcome of each move, `widened` how often the table was made
    anew for a longer record."""

    states: int
    expanded: int
    transitions: int
    ended: int
    faulted: int
    depth: int
    deals: int
    bytes: int
    words: int
    edge_bytes: int
    roots: int
    widened: int


@dataclass(frozen=True, slots=True)
class Play:
    """A play: outcomes of chance and moves, the states it comes through; `back` is the place to which a loop returns,
    as a number of moves. -1 where it is no loop."""

    outcomes: tuple[Outcome, ...]
    moves: tuple[Move, ...]
    lucks: tuple[int, ...] = ()
    """How many outcomes of chance come with the start, and with each move."""
    back: int = -1


@dataclass(frozen=True, slots=True)
class Met:
    """Where something was met: a state, or a step that play passes on the way from one (-1: of the start)."""

    state: int
    passing: bool = False
    in_error: bool = False


NUMBER, POINTER, SEED, FLAG, SECONDS = (
    ctypes.c_longlong,
    ctypes.c_void_p,
    ctypes.c_uint64,
    ctypes.c_int,
    ctypes.c_double,
)
ARGUMENTS: dict[str, list[type]] = {
    "free": [],
    "starts": [NUMBER],
    "start_seeded": [SEED],
    "run": [NUMBER],
    "facts": [POINTER],
    "fired": [POINTER],
    "faults": [POINTER],
    "claims": [POINTER],
    "mark": [FLAG],
    "loops_from": [POINTER, NUMBER],
    "tell_from": [POINTER],
    "tell_start": [NUMBER],
    "tell_seeded": [SEED],
    "tell_start_claim": [NUMBER],
    "tell_seeded_claim": [NUMBER, SEED],
    "ends": [POINTER],
    "keep": [],
    "room": [],
    "go_on": [],
}
"""What the functions take beside the explorer that answer a flag or nothing."""
COUNTING: dict[str, list[type]] = {
    "state": [NUMBER, POINTER],
    "path": [NUMBER, POINTER, NUMBER],
    "longest": [SECONDS, POINTER],
    "loop": [NUMBER, POINTER, NUMBER, POINTER],
    "lost": [FLAG, SECONDS, POINTER],
    "tell_move": [NUMBER, POINTER],
    "tell_claim": [NUMBER, POINTER],
    "luck_size": [],
    "levels": [POINTER, NUMBER],
    "part": [FLAG, POINTER],
}
"""What those take that answer a number."""


def _functions(path: str) -> ctypes.CDLL:
    c = ctypes.CDLL(path)
    c.explore_new.argtypes, c.explore_new.restype = [NUMBER, NUMBER, FLAG], POINTER
    for name, args in {**ARGUMENTS, **COUNTING}.items():
        getattr(c, f"explore_{name}").argtypes = [POINTER, *args]
    for name in COUNTING:
        getattr(c, f"explore_{name}").restype = NUMBER
    c.explore_luck.argtypes, c.explore_luck.restype = [POINTER], ctypes.POINTER(ctypes.c_int32)
    return c


class Explorer:
    """Every state of a game that is reached, breadth first; hold it only as long as something is asked of it."""

    def __init__(
        self, made: Explored, game: ir.Game, path: str, most_bytes: int, most_states: int, graph: bool
    ) -> None:
        self.game = game
        self.made = made
        self._graph = graph
        self._layout = made.code.layout
        self._c = c = _functions(path)
        self._x = c.explore_new(most_bytes, most_states, int(not graph))
        if not self._x:
            raise MemoryError("no memory to explore in")
        widest = max((len(a.params) for a in game.actions), default=0)
        deck, layout = len(game.deck), self._layout
        room = len(layout.cells) + deck + len(layout.slots) + layout.players + 16 + widest * (deck + 1)
        self._numbers = (ctypes.c_longlong * max(room, FACTS, 5 * len(game.claims), 4 * (len(KINDS) + 1)))()
        self._drawn: list[int] = []
        self._seeds: dict[int, int] = {}
        """For each state that a deal by seed was the first to reach, the seed."""
        self.status, self._stopped = MORE, ""

    def __del__(self) -> None:
        if getattr(self, "_x", None):
            self._c.explore_free(self._x)
            self._x = None

    def _long(self, call: Callable[..., Any], *args: object) -> Any:
        """Calls what may take long. Broken off, the code works on, and what it has stays its own."""
        try:
            return waited(call, self._x, *args)
        except BaseException:
            self._x = None
            raise

    # ------------------------------------------------------------ exploring

    def starts(self, most: int = MOST_STARTS) -> bool:
        """Takes every outcome up to the first decision as a start; False where there are more than so many."""
        return bool(self._long(self._c.explore_starts, most))

    def start_seeded(self, seed: int) -> None:
        """Takes the deal that a seed makes as one more start."""
        before = self.counts().roots
        self._long(self._c.explore_start_seeded, seed)
        self._drawn.append(seed)
        if self.counts().roots > before:
            self._seeds[self.counts().states - 1] = seed

    def run(self, until: float = float("inf"), stop: Callable[[], str] | None = None) -> bool:
        """Explores up to a clock time, or until `stop`, which is asked often, says why to stop.

        True where every state has been followed, else see `cut`.
        """
        self.status, self._stopped = MORE, ""
        piece, had = SLICE if stop is None else 1, self.counts().states
        while self.status == MORE and perf_counter() < until and not self._stopped:
            self.status = self._long(self._c.explore_run, piece)
            if stop is not None:
                self._stopped = stop()
                states = self.counts().states
                piece = max(1, min(SLICE, 2 * piece, piece * MOST_NEW // max(1, states - had)))
                had = states
        return self.status == DONE

    @property
    def cut(self) -> str:
        """Why not every state was followed; '' where all were."""
        return "" if self.status == DONE else CUTS.get(self.status, self._stopped or "time was up")

    # ------------------------------------------------------------ kept, to go on with later

    def parts(self) -> tuple[memoryview, ...]:
        """All that it holds, as it lies in memory, the numbers first; () where something was lost when it stopped."""
        return tuple(self._part(k) for k in range(PARTS)) if self._long(self._c.explore_keep) else ()

    def _part(self, which: int) -> memoryview:
        at = ctypes.c_void_p()
        size = self._c.explore_part(self._x, which, ctypes.byref(at))
        return memoryview((ctypes.c_ubyte * size).from_address(at.value) if size else bytearray()).cast("B")

    def restored(self, numbers: bytes, read: Callable[[memoryview], bool], sure: Callable[[], bool]) -> bool:
        """Goes on from where another stood, of this very code, whose `parts` these are: `read` fills them in order, and
        `sure` answers for them. Nothing is checked here. False where there is not so much memory, or one says no.
        """
        first = self._part(0)
        if len(numbers) != len(first):
            return False
        first[:] = numbers
        if not self._long(self._c.explore_room):
            return False
        filled = all(read(self._part(k)) for k in range(1, PARTS)) and sure()
        return filled and bool(self._long(self._c.explore_go_on))

    @property
    def roots_by_seed(self) -> tuple[list[int], dict[int, int]]:
        """The seeds that were taken as starts, and for each state that one was the first to reach, which."""
        return self._drawn, self._seeds

    # ------------------------------------------------------------ what was met

    def counts(self) -> Counts:
        """How much was explored up to now."""
        self._c.explore_facts(self._x, self._numbers)
        return Counts(*self._numbers[:FACTS])

    def by_depth(self) -> tuple[int, ...]:
        """How many states there are that so many decisions, from 0 on, are the fewest to come to."""
        size = self._c.explore_levels(self._x, None, 0)
        room = (ctypes.c_longlong * size)()
        self._c.explore_levels(self._x, room, size)
        bounds = (0, *room, self.counts().states)
        return tuple(after - before for before, after in pairwise(bounds) if after > before)

    def ends(self) -> dict[str, int]:
        """In how many states each clause has ended play."""
        times = (ctypes.c_longlong * max(1, len(self.game.endings)))()
        self._long(self._c.explore_ends, times)
        return {ending.source.label: n for ending, n in zip(self.game.endings, times, strict=False)}

    def fired(self) -> frozenset[Mark]:
        """The clauses that have fired (marks of `engine.simulate.simulate`)."""
        times = (ctypes.c_longlong * room_for(self.made.code.marks))()
        self._c.explore_fired(self._x, times)
        return frozenset(mark for mark, n in zip(self.made.code.marks, times, strict=False) if n)

    def faults(self) -> dict[str, tuple[Met, NativeFault]]:
        """For each kind of fault that was met where it was met first."""
        self._c.explore_faults(self._x, self._numbers)
        found: dict[str, tuple[Met, NativeFault]] = {}
        for kind, name in enumerate(KINDS, 1):
            met, at, source, _ = self._numbers[4 * kind : 4 * kind + 4]
            if met:
                where = self.made.code.sources[source] if source >= 0 else None
                found[name] = (Met(at), NativeFault(name, where))
        return found

    def claims(self) -> dict[str, Met | Literal["held", "unread"]]:
        """For each claim about positions where it breaks first (one of `sometimes`: holds first)."""
        self._c.explore_claims(self._x, self._numbers)
        found: dict[str, Met | Literal["held", "unread"]] = {}
        for k, claim in enumerate(self.made.loose.claims):
            read, met, at, passing, wrong = self._numbers[5 * k : 5 * k + 5]
            value: Met | Literal["held", "unread"] = "held" if read else "unread"
            found[claim.source.label] = Met(at, bool(passing), bool(wrong)) if met else value
        return found

    def position(self, state: int) -> Position:
        """A state as a position; blanks are numbers from the size of the deck on."""
        size = self._c.explore_state(self._x, state, self._numbers)
        over, what, _, *rest = self._numbers[:size]
        numbers, deck = iter(rest), len(self.game.deck)
        cells, blank = [], deck
        for _ in self._layout.cells:
            cards = []
            for card in [next(numbers) for _ in range(next(numbers))]:
                cards.append(blank if card == deck else card)
                blank += card == deck
            cells.append(tuple(cards))
        fields = tuple(next(numbers) for _ in self._layout.slots)
        result = Result(self.game.endings[what].source.label, ()) if over == 1 else None
        return Position(tuple(cells), fields, next(numbers), result=result)

    # ------------------------------------------------------------ the graph

    def longest(self, seconds: float) -> int | None:
        """The most decisions in one play, -1 where play need not end; None where it was not found in time."""
        self._needs_graph()
        longest = ctypes.c_longlong()
        left = self._long(self._c.explore_longest, seconds, ctypes.byref(longest))
        if left < 0:
            return None
        return -1 if left else longest.value

    def loop(self) -> tuple[tuple[int, ...], bool]:
        """After `longest` said -1: the states of a loop, and whether no loop has fewer."""
        room = (ctypes.c_longlong * MOST_PATH)()
        sure = ctypes.c_int()
        size = self._long(self._c.explore_loop, LOOP_WORK, room, MOST_PATH, ctypes.byref(sure))
        return tuple(room[:size]), bool(sure.value)

    def lost(self, seconds: float, *, whatever: bool) -> tuple[int, int] | None:
        """How many states there are from which no end is reachable, and the first; None where it was not found in time.

        With `whatever`: by no moves that reach one whatever the outcomes of chance and the cards not yet decided.
        """
        self._needs_graph()
        first = ctypes.c_longlong(-1)
        left = self._long(self._c.explore_lost, int(whatever), seconds, ctypes.byref(first))
        return None if left < 0 else (left, first.value)

    def loop_near(self, position: Position, states: int, beam: int) -> tuple[tuple[Move, ...], int] | None:
        """Moves from a position to another and round back to it, without luck, and how many the way to it takes.

        Looks at so many states, of each depth at no more than `beam`, first at those with the fewest choices. What was
        explored before is forgotten.
        """
        numbers = [n for cell in position.cells for n in (len(cell), *cell)] + [*position.fields, position.step]
        told = (ctypes.c_longlong * len(numbers))(*numbers)
        self._long(self._c.explore_loops_from, told, beam)
        self.status = self._long(self._c.explore_run, states)
        if self.longest(10.0) != -1:
            return None
        loop, _ = self.loop()
        stem = self.path(loop[0])
        outcomes: list[Outcome] = []
        moves: list[Move] = []
        self._c.explore_tell_from(self._x, told)
        for state in (*stem[1:], *loop[1:], loop[0]):
            self._note(self._c.explore_tell_move(self._x, state, self._numbers), outcomes, moves, [])
        return (tuple(moves), len(stem) - 1) if not outcomes else None

    def _needs_graph(self) -> None:
        if not self._graph:
            raise ValueError("what was explored without its graph tells no loops and no longest play")

    # ------------------------------------------------------------ plays

    def path(self, state: int) -> tuple[int, ...]:
        """The states of a shortest play to this one, itself last."""
        room = (ctypes.c_longlong * MOST_PATH)()
        size = self._c.explore_path(self._x, state, room, MOST_PATH)
        if not size:
            raise LookupError("no play to this state was kept")
        return tuple(room[:size])

    def play_to(self, met: Met, claim: str = "") -> Play:
        """A shortest play to where something was met, with cards as they lie."""
        number = next((k for k, c in enumerate(self.made.loose.claims) if c.source.label == claim), -1)
        if met.passing and met.state < 0:
            self._tell_start_claim(number)
            luck = self._luck()
            return Play(luck, (), (len(luck),))
        outcomes, moves, lucks = self._tell(self.path(met.state))
        if met.passing:
            self._note(self._c.explore_tell_claim(self._x, number, self._numbers), outcomes, moves, lucks)
        return Play(tuple(outcomes), tuple(moves), tuple(lucks))

    def _tell_start_claim(self, number: int) -> None:
        if not self._drawn:
            self._c.explore_tell_start_claim(self._x, number)
        elif not any(self._c.explore_tell_seeded_claim(self._x, number, seed) for seed in self._drawn):
            raise LookupError("no start meets this claim on its way")

    def play_round(self, states: Sequence[int]) -> Play | None:
        """A play to a loop and round it until every card lies as at its first state; None where it does not come so.

        States that are alike only up to seats and suits take several rounds.
        """
        outcomes, moves, lucks = self._tell(self.path(states[0]))
        back = len(moves)
        self._c.explore_mark(self._x, 1)
        for _ in range(24 * self._layout.players):
            for state in (*states[1:], states[0]):
                self._note(self._c.explore_tell_move(self._x, state, self._numbers), outcomes, moves, lucks)
            if self._c.explore_mark(self._x, 0):
                return Play(tuple(outcomes), tuple(moves), tuple(lucks), back)
        return None

    def _tell(self, states: Sequence[int]) -> tuple[list[Outcome], list[Move], list[int]]:
        root = states[0]
        if root in self._seeds:
            self._c.explore_tell_seeded(self._x, self._seeds[root])
        elif not self._c.explore_tell_start(self._x, root):
            raise LookupError("no start comes to this state")
        outcomes = list(self._luck())
        moves: list[Move] = []
        lucks = [len(outcomes)]
        for state in states[1:]:
            self._note(self._c.explore_tell_move(self._x, state, self._numbers), outcomes, moves, lucks)
        return outcomes, moves, lucks

    def _note(self, size: int, outcomes: list[Outcome], moves: list[Move], lucks: list[int]) -> None:
        if not size:
            raise LookupError("no move comes to this state")
        numbers = self._numbers[:size]
        moves.append(PASS if numbers[0] < 0 else move_of(self.game, numbers))
        luck = self._luck()
        outcomes += luck
        lucks.append(len(luck))

    def _luck(self) -> tuple[Outcome, ...]:
        size = self._c.explore_luck_size(self._x)
        return tuple(_outcomes(iter(self._c.explore_luck(self._x)[:size] if size else ())))


def _outcomes(numbers: Iterator[int]) -> Iterator[Outcome]:
    for kind in numbers:
        size = next(numbers)
        yield Shuffled(tuple(next(numbers) for _ in range(size))) if kind else Picked(size, next(numbers))


def explorer(
    game: ir.Game,
    *,
    most_bytes: int = 1 << 30,
    most_states: int = 1 << 32,
    undecided: bool = True,
    alike: bool = True,
    graph: bool = True,
    piled: bool = True,
    flags: tuple[str, ...] | None = None,
) -> Explorer | NotBuilt:
    """What explores a game, or why there is none. Raises `Unsupported` where no C can be made of it.

    Without its `graph` only shortest plays are kept, which is faster and takes less memory: loops, the longest play and
    whether an end stays reachable cannot be asked for then.
    """
    made = explored_code(game, undecided=undecided, alike=alike, piled=piled)
    built = build(made.code.text, flags=flags or fast_flags())
    if isinstance(built, NotBuilt):
        return built
    return Explorer(made, game, str(built.path), most_bytes, most_states, graph)
