"""Searches every state of a game by compiled code, and tells what it found as plays of the interpreter.

Leaves exploring to `engine.c.search.explorer` and what is made of it to `verify.search.search`. Stacks whose order
nobody knows are left undecided where no rule asks for it; `verify.search.concretise` makes shuffles of such plays, and
every play is replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.c.compiled.build import FLAGS, NotBuilt
from engine.c.search.explorer import Explorer, Met, Play, explorer
from engine.core.observed_order import looking_claims, without_claims
from engine.core.unsupported import Unsupported
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Chance, Outcome, Recording, Scripted, Seeded
from engine.luck.streams import Domain, derive
from spec.ir import nodes as ir
from verify.obligations.claims import Claims
from verify.obligations.obligations import kind_of
from verify.obligations.witness import NotReplayed
from verify.search.concretise import concretise
from verify.search.lazy_shuffle import LazyInterpreter
from verify.search.model import Explored, Open, Shown
from verify.search.repeated_luck import put_off
from verify.search.search import NO_END, round_again

MOST_BYTES = 1 << 30
MOST_STARTS = 2_000_000
GRAPH_SECONDS = 30.0
HASTY = tuple("-O0" if flag == "-O2" else flag for flag in FLAGS)
BY_LUCK = "luck can bring play back; this search did not check whether choices alone can prevent an end"
HIDDEN = "from some position an end was reached for some orders of the unseen cards, and not for every order"


@dataclass(frozen=True, slots=True)
class NativeModel:
    """A game to be searched by compiled code; of a game with more starts than can be taken, so many deals by seed."""

    game: ir.Game
    made: Explorer
    deals: int
    again: Callable[[], Explorer | NotBuilt]

    def explore(self, until: float) -> Explored:
        """Follows every play up to a clock time."""
        off = put_off(Interpreter(self.game))
        if not off and self.made.starts(MOST_STARTS):
            done = self.made.run(until)
            return NativeExplored(self.game, self.made, self.made.counts().deals if done else 0, self.made.cut)
        made = self.again()
        if isinstance(made, NotBuilt):
            raise MemoryError(made.reason)
        followed = 0
        for number in range(self.deals):
            made.start_seeded(derive(1, Domain.GAME, number))
            if not made.run(until):
                break
            followed += 1
        return NativeExplored(self.game, made, followed, made.cut, drawn=True, put_off=off)


def native_model(game: ir.Game, deals: int, *, hasty: bool = False) -> NativeModel | str:
    """The game to be searched by compiled code; else why there is none. `hasty`: compiled quickly rather than well."""

    searched = without_claims(game, looking_claims(game))

    def again() -> Explorer | NotBuilt:
        return explorer(searched, most_bytes=MOST_BYTES, flags=HASTY if hasty else None)

    try:
        made = again()
    except Unsupported as why:
        return f"compiled code does not hold {why}"
    return made.reason if isinstance(made, NotBuilt) else NativeModel(game, made, deals, again)


@dataclass(slots=True)
class NativeExplored:
    """What compiled code has found, as `verify.search.model.Explored` tells it."""

    game: ir.Game
    made: Explorer
    deals: int
    cut: str
    drawn: bool = False
    put_off: bool = False
    _lazy: LazyInterpreter | None = None
    _plain: Interpreter | None = None
    _ends: int | None = None
    _asked: bool = False
    _by_luck: bool = False
    _loops: list[Shown | Open | None] = field(default_factory=list)
    """The loop, once it was looked for: what the graph holds is another thing after ends were looked for in it."""
    _plays: dict[tuple[int, bool, str], Shown | None] = field(default_factory=dict)

    @property
    def interpreter(self) -> Interpreter:
        """The interpreter of the game."""
        if self._plain is None:
            self._plain = Interpreter(self.game)
        return self._plain

    @property
    def lazy(self) -> LazyInterpreter:
        """The interpreter that leaves cards undecided."""
        if self._lazy is None:
            bags, heaps = self.made.made.loose.bags, self.made.made.loose.heaps
            self._lazy = LazyInterpreter(self.game, bags, heaps)
        return self._lazy

    @property
    def states(self) -> int:
        """How many states were reached."""
        return self.made.counts().states

    @property
    def alike(self) -> str:
        """What states counted as one have in common."""
        made = self.made.made
        parts = ["the order of unseen cards stays undecided"] if made.loose.bags else []
        parts += ["the order of cards below the tops of piles does not count"] if made.loose.heaps else []
        parts += ["rotated seats count once (symmetry)"] if made.alike.seats else []
        return ", ".join([*parts, "exchanged suits count once (symmetry)"] if made.alike.suits else parts)

    @property
    def left_out(self) -> frozenset[str]:
        """The claims that look at cards left open."""
        return looking_claims(self.game)

    @property
    def bad(self) -> bool:
        """Was a fault or a broken claim met?"""
        wrong = {c.source.label for c in self.game.claims if c.wrong or c.kind == "sometimes"}
        broken = (name for name, met in self.made.claims().items() if isinstance(met, Met) and name not in wrong)
        return bool(self.made.faults()) or any(True for _ in broken)

    # ------------------------------------------------------------ single states

    def fault(self, kind: str) -> Shown | Open | None:
        """A play to a fault; collisions are clashes among ends, and of both only the first that is met is kept."""
        hidden: Open | None = None
        for met, native in self.made.faults().values():
            if native.kind != kind and (native.kind, kind) != ("clash", "collision"):
                continue
            shown = self._replayed(met, "", lambda turn: turn.position if turn.position.fault else None)
            fault = shown.position.fault if shown else None
            if shown is not None and fault is not None and kind_of(fault, self.game) == kind:
                return Shown(shown.outcomes, shown.moves, shown.position, fault.sentence)
            hidden = Open("play stops at another clash first, and this search records only the first")
        return hidden

    def read(self, claim: str) -> bool:
        """Was the claim read?"""
        return self.made.claims().get(claim, "unread") != "unread"

    def broken(self, claim: str) -> Shown | None:
        """A play to where the claim does not hold."""
        return self._claimed(claim)

    def seen(self, claim: str) -> Shown | None:
        """A play to where the claim holds."""
        return self._claimed(claim)

    def _claimed(self, label: str) -> Shown | None:
        met = self.made.claims().get(label)
        if not isinstance(met, Met):
            return None
        claims = Claims(self.interpreter)
        claim = next(c for c in claims.all if c.source.label == label)

        def here(turn: Turn) -> Position | None:
            for position in (*turn.passed, turn.position):
                if claim in claims.concerned(position) and claims.shows(claim, claims.holds(claim, position)):
                    return position
            return None

        shown = self._replayed(met, label, here)
        if shown is None:
            raise NotReplayed(f"{label} is not met in the replay")
        value = claims.holds(claim, shown.position)
        says = "holds here" if claim.kind == "sometimes" else "does not hold here"
        sentence = f"{label} {says}" if isinstance(value, bool) else value.sentence
        return Shown(shown.outcomes, shown.moves, shown.position, sentence)

    def _replayed(self, met: Met, claim: str, where: Callable[[Turn], Position | None]) -> Shown | None:
        """A play to where something was met; `where` finds the position at its end."""
        key = (met.state, met.passing, claim)
        if key not in self._plays:
            play = self.made.play_to(met, claim)
            # Endless play stops soon where a shuffle asks for no luck, and goes on for long where it does.
            luck = Recording(Scripted(self._outcomes(play), Seeded(1)))
            position = where(self._turns(luck, play.moves)[-1])
            self._plays[key] = None if position is None else Shown(luck.outcomes, play.moves, position, "")
        return self._plays[key]

    def _outcomes(self, play: Play) -> Sequence[Outcome]:
        """The play's luck as the interpreter asks for it."""
        return concretise(self.lazy, play.outcomes, play.moves) if self.lazy.closed else play.outcomes

    def _turns(self, chance: Chance, moves: Sequence[Move]) -> list[Turn]:
        turns = [self.interpreter.start(chance)]
        for move in moves:
            turns.append(self.interpreter.apply(turns[-1].position, move, chance))
        return turns

    # ------------------------------------------------------------ the graph

    def _longest(self) -> int | None:
        if not self._asked:
            self._asked, self._ends = True, self.made.longest(GRAPH_SECONDS)
        return self._ends

    @property
    def _whole(self) -> Open | None:
        """Why the graph is not known whole."""
        if self.made.faults():
            return Open("play stops at a fault, so what follows is not known")
        return Open(self.cut or "no game was followed to its end") if self.cut and not self.deals else None

    def longest(self) -> int | Open:
        """The most decisions in one play."""
        longest = self._longest()
        if self._whole is not None or longest is None:
            return self._whole or Open("time was up")
        return Open("play need not end") if longest < 0 else longest

    def loop(self) -> Shown | Open | None:
        """A play that comes back to where it was."""
        if not self._loops:
            self._loops.append(self._found_loop())
        return self._loops[0]

    def _found_loop(self) -> Shown | Open | None:
        longest = self._longest()
        if longest is None:
            return Open("time was up before all games were followed")
        if longest >= 0:
            return self._whole
        states, _ = self.made.loop()
        play = self.made.play_round(states)
        if play is None:
            return Open("play returns to an equivalent position, not to the same one")
        self._by_luck = any(play.lucks[play.back + 1 :])
        return self._round(play)

    def trap(self) -> Shown | Open | None:
        """A play that can be kept from its end by choices alone."""
        loop = self.loop()
        if loop is None or (isinstance(loop, Shown) and not self._by_luck):
            return loop
        lost = self.lost()
        return lost if isinstance(lost, Shown) else Open(BY_LUCK) if isinstance(loop, Shown) else loop

    def _round(self, play: Play) -> Shown:
        outcomes = self._outcomes(play)
        turns = self._turns(Scripted(outcomes), play.moves)
        length, last = len(play.moves) - play.back, turns[-1].position
        before = turns[play.back].position
        if not self._same(before, last):
            raise NotReplayed("the replay of a loop does not come back")
        luck = "" if not self._by_luck else ", if chance gives each time what it gave here"
        if before != last:
            luck += ", but for the order of cards that no rule asks for"
        return Shown(outcomes, play.moves, last, round_again(length, luck), length if before == last else 0)

    def _same(self, one: Position, other: Position) -> bool:
        """Are two positions one but for cards that are left undecided, and the order in heaps?"""

        def told_of(position: Position) -> Position:
            open_cells = tuple(
                tuple(-1 for _ in cards) if cell.name in self.lazy.closed else cards
                for cell, cards in zip(self.lazy.layout.cells, self.lazy.likened(position).cells, strict=True)
            )
            return Position(open_cells, position.fields, position.step)

        return told_of(one) == told_of(other)

    def lost(self) -> Shown | Open | None:
        """A play to where no end is within reach. Where cards are left open an end must be within reach whatever they
        are, since a position of the game has them in some order."""
        if self._whole is not None:
            return self._whole
        anyhow = self.made.lost(GRAPH_SECONDS, whatever=False)
        if anyhow is None:
            return Open("time was up before all states were searched")
        if anyhow[0]:
            shown = self._replayed(Met(anyhow[1]), "", lambda turn: turn.position)
            assert shown is not None
            return Shown(shown.outcomes, shown.moves, shown.position, NO_END)
        if not self.lazy.closed:
            return None
        surely = self.made.lost(GRAPH_SECONDS, whatever=True)
        return None if surely is not None and not surely[0] else Open(HIDDEN)
