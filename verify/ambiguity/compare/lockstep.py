"""Plays two games side by side in compiled code, many thousands of times: in how many games do they part, and where?

Leaves what a parting is to `verify.ambiguity.compare.compare`: what is met here is played again there, move for move.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field

from engine.c.compiled.build import FLAGS, NotBuilt, build
from engine.c.compiled.code import code_of
from engine.c.compiled.library import Library, Table
from engine.core.unsupported import Unsupported
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Recording, Seeded
from engine.luck.streams import Domain, Stream, derive
from spec.ir import nodes as ir
from verify.ambiguity.find.effects import Ended, Sums
from verify.ambiguity.find.plays import Beat, Play
from verify.ambiguity.report.finding import Change
from verify.run.budget import now

MOST_MOVES = 2_000
NEAREST = 6
"""So many partings are kept to be played again."""
MOST_LISTED = 64
NUMBER = ctypes.sizeof(ctypes.c_longlong)
QUICK = tuple("-O1" if flag == "-O2" else flag for flag in FLAGS)
TRIES = 4
"""So often a move of a liked kind is looked for at a decision."""


@dataclass(frozen=True, slots=True)
class Apart:
    """A game in which the two do not stand alike: its seed, and the places of the moves made among the legal ones."""

    seed: int
    choices: tuple[int, ...]


@dataclass(slots=True)
class Measured:
    """So many games were played, in so many the two parted; of these the nearest to the deal, and what that changes."""

    games: int = 0
    parted: int = 0
    nearest: list[Apart] = field(default_factory=list)
    change: Change | None = None


class Lockstep:
    """Two games of one layout in compiled code, given the same luck and the same moves."""

    def __init__(self, a: Library, b: Library) -> None:
        self._sides = (_Side(a), _Side(b))

    def measure(self, seed: int, most: int, until: float) -> Measured:
        """Random games of the first, up to so many or a time; each is played on by both once they part."""
        measured, sums = Measured(), Sums(self._sides[0].players)
        for number in range(most):
            if number % 8 == 0 and now() > until:
                break
            own = derive(seed, Domain.GAME, number)
            apart = self._game(own, frozenset())
            measured.games += 1
            if apart is None:
                sums.alike(len(self._made))
                continue
            measured.parted += 1
            _keep(measured.nearest, apart)
            a, b = (side.finished(len(apart.choices), derive(own, Domain.PART)) for side in self._sides)
            sums.apart(a, b)
        measured.change = sums.change()
        return measured

    def search(self, seed: int, most: int, until: float, liked: frozenset[str]) -> Measured:
        """Games in which every other move is of a liked kind, where there is one, up to the first few partings."""
        measured = Measured()
        for number in range(most):
            if (number % 8 == 0 and now() > until) or measured.parted >= NEAREST:
                break
            apart = self._game(derive(seed, Domain.GAME, number), liked)
            measured.games += 1
            if apart is not None:
                measured.parted += 1
                _keep(measured.nearest, apart)
        return measured

    def _game(self, seed: int, liked: frozenset[str]) -> Apart | None:
        one, two = self._sides
        choose, lot = one.seats(seed), Stream(seed, Domain.LOT)
        self._made = made = list[int]()
        one.start(seed)
        two.start(seed)
        while one.alike(two):
            if one.over or len(made) >= MOST_MOVES:
                return None
            chosen = choose[one.mover].pick(one.count)
            if liked and lot.pick(2):
                chosen = one.liked(liked, chosen, lot)
            made.append(chosen)
            one.apply(chosen)
            two.apply(chosen)
        return Apart(seed, tuple(made))


def _keep(nearest: list[Apart], apart: Apart) -> None:
    """Keeps the few partings that are nearest to the deal."""
    if len(nearest) < NEAREST or len(apart.choices) < len(nearest[-1].choices):
        nearest.append(apart)
        nearest.sort(key=lambda found: len(found.choices))
        del nearest[NEAREST:]


class _Side:
    """One of the two at play."""

    def __init__(self, library: Library) -> None:
        layout, self.players = library.layout, library.layout.players
        self._table: Table = library.table()
        self._c, self._game = library.functions, self._table.handle
        self._places = len(layout.cells) + len(layout.deck)
        self._mover = self._places + layout.mover
        self._room = (ctypes.c_longlong * (self._places + len(layout.slots) + layout.players + 64))()
        widest = max((len(a.params) for a in library.game.actions), default=0)
        self._move = (ctypes.c_longlong * (2 + widest * (len(layout.deck) + 1)))()
        self._actions = tuple(a.source.label for a in library.game.actions)
        self.over = self.count = 0

    def seats(self, seed: int) -> tuple[Stream, ...]:
        """By what each seat chooses in the game of a seed, as random players do anywhere."""
        return tuple(Stream(seed, Domain.CHOICE, seat) for seat in range(self.players))

    @property
    def mover(self) -> int:
        """Who has to choose."""
        return int(self._c.hoyle_field(self._game, self._mover - self._places))

    def start(self, seed: int) -> None:
        """Plays to the first decision."""
        self._table.start(seed)
        self._stands(1 if self._table.over else 0)

    def apply(self, chosen: int) -> None:
        """Makes a move by its place; where there is none, the game is over."""
        over = self._c.hoyle_apply(self._game, chosen)
        self._stands(over if over >= 0 else 3)

    def _stands(self, over: int) -> None:
        self.over = over
        self._table.stands(over)
        self.count = 0 if over else self._c.hoyle_moves(self._game) + self._c.hoyle_may_pass(self._game)

    def finished(self, made: int, seed: int) -> Ended:
        """What the game comes to when it is played on at random, after so many moves."""
        choose = self.seats(seed)
        while not self.over and made < MOST_MOVES:
            self.apply(choose[self.mover].pick(self.count))
            made += 1
        return Ended.by(self._table.result(), made)

    def stopped(self, seed: int) -> tuple[int, ...] | None:
        """The choices of a random game that stops at a fault; None where it ends."""
        choose, made = self.seats(seed), list[int]()
        self.start(seed)
        while not self.over and len(made) < MOST_MOVES:
            made.append(choose[self.mover].pick(self.count))
            self.apply(made[-1])
        return tuple(made) if self.over and self._result()[0] else None

    def alike(self, other: _Side) -> bool:
        """Do the two stand alike for the people at the table?"""
        if bool(self.over) != bool(other.over) or self.count != other.count:
            return False
        if self.over:
            return self._result() == other._result()
        return self._seen() == other._seen() and (self.count > MOST_LISTED or self._listed() == other._listed())

    def _seen(self) -> tuple[bytes, int]:
        """Where all cards lie, and whose turn it is."""
        self._c.hoyle_position(self._game, self._room)
        return ctypes.string_at(self._room, NUMBER * self._places), self._room[self._mover]

    def _listed(self) -> list[bytes]:
        """The legal moves. Of very many only the number is compared: others show when one of them is made."""
        move, find, game = self._move, self._c.hoyle_move, self._game
        return sorted(
            ctypes.string_at(move, NUMBER * find(game, place, move)) for place in range(self._c.hoyle_moves(game))
        )

    def _result(self) -> list[int]:
        """Whether play was stopped, and what each player gets, if it has ended."""
        self._c.hoyle_result(self._game, self._room)
        _, fault, _, *returns = self._room[: 3 + self.players]
        return [bool(fault), *(returns if not fault and self.over else [])]

    def liked(self, liked: frozenset[str], chosen: int, lot: Stream) -> int:
        """A move of a liked kind, if some tries come to one; else the one chosen."""
        legal = self._c.hoyle_moves(self._game)
        for _ in range(TRIES if legal else 0):
            place = lot.pick(legal)
            self._c.hoyle_move(self._game, place, self._move)
            if self._actions[self._move[0]] in liked:
                return place
        return chosen


def lockstep(a: ir.Game, b: ir.Game) -> Lockstep | str:
    """Both games in compiled code; else why there is none."""
    one, two = _library(a), _library(b)
    if isinstance(one, str):
        return one
    return two if isinstance(two, str) else Lockstep(one, two)


def _library(game: ir.Game) -> Library | str:
    """A game in compiled code, made quickly; else why there is none."""
    try:
        code = code_of(game)
    except Unsupported as why:
        return f"compiled code does not hold {why}"
    built = build(code.text, flags=QUICK)
    return built.reason if isinstance(built, NotBuilt) else Library(game, code, str(built.path))


def stops(game: ir.Game, seed: int, most: int, until: float) -> list[Apart] | str:
    """Random games that stop at a fault, those nearest to the deal; else why there is no compiled code."""
    made = _library(game)
    if isinstance(made, str):
        return made
    side, found = _Side(made), list[Apart]()
    for number in range(most):
        if number % 8 == 0 and now() > until:
            break
        choices = side.stopped(derive(seed, Domain.GAME, number))
        if choices is not None:
            _keep(found, Apart(derive(seed, Domain.GAME, number), choices))
    return found


def again(interpreter: Interpreter, apart: Apart) -> Play:
    """The play of the first game up to where the two do not stand alike, by the interpreter."""
    chance = Recording(Seeded(apart.seed))
    beats: list[Beat] = []
    turn = interpreter.start(chance)
    for chosen in apart.choices:
        used = tuple(chance.outcomes)
        chance.outcomes.clear()
        move = turn.moves[chosen]
        beats.append(Beat(turn, used, move))
        turn = interpreter.apply(turn.position, move, chance)
    return Play(apart.seed, (*beats, Beat(turn, tuple(chance.outcomes), None)))
