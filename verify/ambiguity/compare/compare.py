"""Holds a second game against plays of a first, decision by decision: where do the two first part, and how?

Leaves where the plays come from to `verify.ambiguity.find.plays`, and what a parting means to whoever asked.

Two games part where, after the same luck and the same moves, they offer different moves, leave cards in different
places, have another player to move, end differently, or one of them stops at a fault. A field that differs is no
parting by itself: it will show in one of these, or it does not matter.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Literal

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.logs.explain import IllegalMove
from engine.logs.words import Words
from engine.luck.chance import ChanceError, Outcome, Recording, Scripted, Seeded
from engine.luck.streams import Domain, derive
from engine.players.policy import Choosers
from verify.ambiguity.compare.change_impact import change_impact
from verify.ambiguity.find.plays import Line, Play, film, picture, retrace, with_its_luck
from verify.ambiguity.report.finding import Film, Picture
from verify.obligations.witness import NotReplayed

How = Literal["moves", "cards", "turn", "end", "stop"]


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two games part: after `line`, of which `beat` is the number of moves; both sides; how they differ."""

    how: How
    line: Line
    beat: int
    a: Turn
    b: Turn

    @property
    def last(self) -> Move | None:
        """The last move before they part, if it is not the deal that parts them."""
        return self.line.moves[-1] if self.line.moves else None

    @property
    def only_a(self) -> tuple[Move, ...]:
        """Moves that only the first game offers."""
        return tuple(m for m in self.a.moves if m not in set(self.b.moves))

    @property
    def only_b(self) -> tuple[Move, ...]:
        """Moves that only the second game offers."""
        return tuple(m for m in self.b.moves if m not in set(self.a.moves))


class Pair:
    """Two games of one layout; the second follows plays of the first."""

    def __init__(self, a: Interpreter, b: Interpreter) -> None:
        self.a, self.b = a, b
        there = {cell: number for number, cell in enumerate(b.layout.cells)}
        self.shared = tuple((i, there[cell]) for i, cell in enumerate(a.layout.cells) if cell in there)
        """The zones that both have. Where one lays the table otherwise, the cards in its other zones lie elsewhere."""
        self.impact = change_impact(a.game, b.game)
        self.deals_apart = False
        """Did the same shuffle come to other hands of the same sizes? Each hand is as likely on both sides."""

    # ------------------------------------------------------------ along a play

    def parts(self, play: Play, begin: int = 0) -> Parting | None:
        """The first parting along a play from a beat on, up to which both stand alike; None where there is none."""
        other: Turn | None = None
        if self.impact.nothing:
            return None
        for number, beat in enumerate(play.beats[begin:], begin):
            other = self._arrive(play, number, other)
            how = None if other is None else self.how(beat.turn, other)
            if number == 0 and other is not None and how == "cards" and _same_counts(beat.turn, other):
                self.deals_apart, how = True, None
                other = None if not self.impact.everything else self.b.resume(beat.turn.position, Seeded(0))
            if how is not None and other is not None:
                return Parting(how, play.until(number), number, beat.turn, other)
            other = self._in_step(beat.turn, other)
        return None

    def _arrive(self, play: Play, number: int, before: Turn | None) -> Turn | None:
        """Where the second game stands at a beat; None where that is known to be where the first does."""
        beat = play.beats[number]
        seed = derive(play.seed, Domain.AFTER, number)
        if number == 0:
            return self._asked(self.start(beat.luck, seed) if self._ran(beat.turn) else None, beat.turn)
        last = play.beats[number - 1]
        assert last.move is not None
        return self._follow(last.turn, before, last.move, beat.turn, beat.luck, seed)

    def _follow(
        self, turn: Turn, other: Turn | None, move: Move, after: Turn, luck: tuple[Outcome, ...], seed: int
    ) -> Turn | None:
        """Where the second game stands after a move; `other` is where it stood before, if not where the first did."""
        if other is not None:
            return self.apply(other.position, move, luck, seed)
        if self._ran(after) or move.action in self.impact.effects:
            try:
                return self.apply(turn.position, move, luck, seed)
            except IllegalMove:
                # The two parted over this very move, and the second is put where the first goes.
                return None
        return self._asked(None, after)

    def _in_step(self, turn: Turn, other: Turn | None) -> Turn | None:
        """None where the second game stands where the first does."""
        same = other is not None and (other.position, other.moves) == (turn.position, turn.moves)
        return None if same and not self.impact.everything else other

    def _asked(self, other: Turn | None, turn: Turn) -> Turn | None:
        """What the second game offers where the first stands, if it may be something else."""
        if other is not None or turn.position.over or self.impact.legal.isdisjoint(m.action for m in turn.moves):
            asked = set() if other is not None or turn.position.over else self._actions(turn.position)
            if self.impact.legal.isdisjoint(asked):
                return other
        return self.b.resume(turn.position, Seeded(0), arriving=False)

    def _actions(self, position: Position) -> set[str]:
        act = self.a.game.steps[position.step].act
        return set(getattr(act, "actions", ()))

    def _ran(self, turn: Turn) -> bool:
        """Did anything run on the way here that differs in the second game?"""
        t = self.impact
        return t.everything or t.ends or any(e.kind == "step" and e.args[0] in t.steps for e in turn.events)

    # ------------------------------------------------------------ one step of the second game

    def start(self, luck: tuple[Outcome, ...], seed: int) -> Turn:
        """The second game's start with the luck of the first."""
        try:
            return self.b.start(Scripted(luck, Seeded(seed)))
        except ChanceError:
            return self.b.start(Seeded(seed))

    def apply(self, position: Position, move: Move, luck: tuple[Outcome, ...], seed: int) -> Turn:
        """A move in the second game with the luck of the first, as far as it fits."""
        try:
            return self.b.apply(position, move, Scripted(luck, Seeded(seed)))
        except ChanceError:
            return self.b.apply(position, move, Seeded(seed))

    def how(self, a: Turn, b: Turn) -> How | None:
        """How two turns differ for the people at the table; None where they do not."""
        one, two = a.position, b.position
        if (one.fault is None) != (two.fault is None):
            return "stop"
        if (one.result is None) != (two.result is None):
            return "end"
        if one.result is not None and two.result is not None:
            return None if one.result.returns == two.result.returns else "end"
        if one.cells != two.cells and self._lie_apart(one, two):
            return "cards"
        if one.fields[self.a.layout.mover] != two.fields[self.b.layout.mover]:
            return "turn"
        return None if a.moves == b.moves or set(a.moves) == set(b.moves) else "moves"

    def _lie_apart(self, one: Position, two: Position) -> bool:
        return any(one.cells[i] != two.cells[j] for i, j in self.shared)

    # ------------------------------------------------------------ shortest

    def shorter(self, play: Play, most: int, nodes: int) -> Parting | None:
        """A parting after at most so many moves from the deal of a play, breadth first, looking at so many nodes.

        The first game's own luck is that of the seed of the play and the number of the node.
        """
        first = Play(play.seed, (replace(play.beats[0], move=None),))
        found = self.parts(first)
        if found is not None:
            return found
        deal = play.beats[0]
        other = self._in_step(deal.turn, self._arrive(first, 0, None))
        queue: deque[tuple[Turn, Turn | None, Line]] = deque([(deal.turn, other, Line(deal.luck))])
        seen = {deal.turn.position}
        while queue and nodes > 0:
            turn, other, line = queue.popleft()
            for move in () if len(line.moves) >= most or turn.position.over else turn.moves:
                nodes -= 1
                chance = Recording(Seeded(derive(play.seed, Domain.PART, len(seen))))
                after = self.a.apply(turn.position, move, chance)
                luck = tuple(chance.outcomes)
                further = self._follow(turn, other, move, after, luck, 0)
                how = None if further is None else self.how(after, further)
                if how is not None and further is not None:
                    parting = Parting(how, line.then(move, luck), len(line.moves) + 1, after, further)
                    if self._confirmed(parting):
                        return parting
                elif after.position not in seen and nodes > 0:
                    seen.add(after.position)
                    queue.append((after, self._in_step(after, further), line.then(move, luck)))
        return None

    def _confirmed(self, parting: Parting) -> bool:
        """Does the second game, played from the deal, come to the parting too?"""
        try:
            other = retrace(self.b, parting.line)[-1]
        except NotReplayed:
            return False
        return self.how(parting.a, other) is not None

    def sooner(self, parting: Parting) -> Parting | None:
        """Where the two part on the way to a parting that the second, played from the deal, does not come to.

        The first may have gone on by itself where the second asks. None where they stand alike up to there.
        """
        own, theirs = (Recording(Scripted(parting.line.luck, Seeded(0))) for _ in range(2))
        moves = parting.line.moves
        try:
            one, two = self.a.start(own), self.b.start(theirs)
            for number in range(len(moves) + 1):
                how = self.how(one, two)
                if how is not None:
                    return Parting(how, Line(tuple(own.outcomes), moves[:number]), number, one, two)
                if number < len(moves):
                    one = self.a.apply(one.position, moves[number], own)
                    two = self.b.apply(two.position, moves[number], theirs)
        except (ChanceError, IllegalMove):
            pass
        return None

    # ------------------------------------------------------------ showing

    def shown(
        self, parting: Parting, names: tuple[str, str], *, written: bool = False, alone: bool = False
    ) -> Film | None:
        """The film of a parting, replayed in both games; None where the second does not come to it by itself.

        With `alone` only the first is played from the deal: the second has parted before, and is put where it stands.
        """
        turns = retrace(self.a, parting.line)
        if turns[-1].position != parting.a.position:
            raise NotReplayed("the first game ends elsewhere")
        try:
            other = retrace(self.b, parting.line)[-1]
        except NotReplayed:
            if not alone:
                return None
            other = parting.b
        if self.how(turns[-1], other) != parting.how:
            if not alone:
                return None
            other = parting.b
        before = replace(parting.line, moves=parting.line.moves[:-1]) if parting.how != "moves" else parting.line
        shown = film(self.a, with_its_luck(self.a, before), written=written)
        if parting.how == "moves" or not parting.line.moves:
            sides = (
                (names[0], _offer(self.a, parting.a, parting.only_a)),
                (names[1], _offer(self.b, other, parting.only_b)),
            )
            return replace(shown, sides=sides)
        told = self.a.words.move(parting.line.moves[-1])
        sides = (
            (names[0], picture(self.a, turns[-1].position, told)),
            (names[1], picture(self.b, other.position, told)),
        )
        return replace(shown, sides=sides, moves=(*shown.moves, told))

    def says(self, parting: Parting, names: tuple[str, str]) -> str:
        """One sentence on how they part."""
        words, last = self.a.words, parting.last
        after = f"after {words.move(last)}" if last is not None else "after the deal"
        match parting.how:
            case "moves":
                if parting.only_a:
                    return _allowed(words, parting.only_a, names[0])
                return _allowed(self.b.words, parting.only_b, names[1])
            case "cards":
                return f"{after}, {self._moved(parting, names)}"
            case "turn":
                movers = [
                    words.player(t.position.fields[i.layout.mover])
                    for i, t in ((self.a, parting.a), (self.b, parting.b))
                ]
                return f"{after}, it is {movers[0]}'s turn under `{names[0]}`, {movers[1]}'s under `{names[1]}`"
            case "end":
                ends = [_ended(t) for t in (parting.a, parting.b)]
                return f"{after}, {ends[0]} under `{names[0]}`, {ends[1]} under `{names[1]}`"
            case "stop":
                name, turn = (names[0], parting.a) if parting.a.position.fault else (names[1], parting.b)
                fault = turn.position.fault
                return f"{after}, play stops under `{name}`: {fault.sentence if fault else ''}"

    def _moved(self, parting: Parting, names: tuple[str, str]) -> str:
        """What the first zone that holds other cards holds on one side only."""
        one = {i: parting.a.position.cells[i] for i, _ in self.shared}
        two = {i: parting.b.position.cells[j] for i, j in self.shared}
        seen = [i for i in one if one[i] != two[i]]
        seen.sort(key=lambda i: self.a.layout.zones[self.a.layout.cells[i].name].decl.seen in ("nobody", "count"))
        at, words = seen[0], self.a.words
        if sorted(one[at]) == sorted(two[at]):
            return f"the cards of {words.zone(at)} lie in another order"
        only = [tuple(c for c in x[at] if c not in y[at]) for x, y in ((one, two), (two, one))]
        told = [
            f"{words.card_list(cards) if len(cards) < 8 else f'{len(cards)} cards'} only under `{name}`"
            for cards, name in zip(only, names, strict=True)
            if cards
        ]
        return f"{words.zone(at)} holds {' and '.join(told)}"


def _same_counts(a: Turn, b: Turn) -> bool:
    """Are the two alike but for which cards of a shuffled pack lie where?"""
    one, two = a.position, b.position
    sizes = [[len(cell) for cell in p.cells] for p in (one, two)]
    return sizes[0] == sizes[1] and (one.fields, one.step) == (two.fields, two.step)


def _allowed(words: Words, only: tuple[Move, ...], name: str) -> str:
    if not only:
        return "the same moves are offered in another order"
    more = f" (and {len(only) - 1} more)" if len(only) > 1 else ""
    return f"{words.move(only[0])}{more} is allowed only under `{name}`"


def _offer(interpreter: Interpreter, turn: Turn, only: tuple[Move, ...]) -> Picture:
    told = [interpreter.words.move(m) for m in only[:6]]
    more = f" and {len(only) - 6} more" if len(only) > 6 else ""
    made = f"allowed only here: {', '.join(told)}{more}" if only else "nothing is allowed only here"
    return replace(picture(interpreter, turn.position), note=made)


def _ended(turn: Turn) -> str:
    result = turn.position.result
    if result is None:
        return "play goes on"
    told = ", ".join(f"{r:+d}" for r in result.returns)
    return f"{result.ending} ends it ({told})"


def play_on(interpreter: Interpreter, turn: Turn, seed: int, most_moves: int) -> tuple[Turn, int]:
    """Plays on at random to the end; the last turn, and the moves made on the way."""
    choosers, chance, made = Choosers(interpreter, seed), Seeded(seed), 0
    while not turn.position.over and made < most_moves:
        turn = interpreter.apply(turn.position, choosers.move(turn), chance)
        made += 1
    return turn, made
