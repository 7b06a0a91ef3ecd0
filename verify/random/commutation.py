"""Do effects that a rule gives to several at once come to the same in every order? Each is also made the other way.

A loop over players, piles, words or cards in no order names no order, and no more does a move `in any order`; one over
numbers counts up, a deal goes round from player 1, and one over the cards of a stack goes through it from the bottom.
Whenever one that names no order works on several things, the whole move is made again with that one turned round, by
the same luck. Where cards come from a stack in an order that nobody knows, they may change places among themselves.
Where they were put on a stack that lies open, play goes on beside the game itself: the next player may take the top
one. Leaves what an effect does to `engine.interpreter.effects`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter

from engine.core.observed_order import HIDDEN, bags
from engine.interpreter.effects import CompiledEffect, EffectCompiler
from engine.interpreter.expressions import ExpressionCompiler
from engine.interpreter.frame import Frame, rebind
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.position import Position
from engine.luck.chance import Chance, ChanceError, Outcome, Scripted, Shuffled
from spec.ir import nodes as ir
from spec.ir.effects import carried, gone_through, in_any_order, is_deal
from spec.ir.identity import source_of
from spec.ir.index import GameIndex, index_of
from spec.ir.types import at_most_one, in_order
from spec.ir.walk import children
from verify.obligations.obligations import COMMUTES
from verify.obligations.verdict import Result
from verify.obligations.witness import make_witness
from verify.random.random_play import random_games
from verify.random.random_walks import Stage, random_walks
from verify.run.task import Task

BY = "random games with simultaneous effects reversed"
MOST_BESIDE = 4
"""So many plays go on beside a game at once."""


@dataclass(frozen=True, slots=True)
class Site:
    """An effect without an order of its own, and the clause that it stands in."""

    effect: ir.Effect
    source: ir.Source


def sites(game: ir.Game) -> tuple[Site, ...]:
    """The effects of a game that leave open in which order they come about."""
    found: list[Site] = []
    index = index_of(game)
    for family in (game.routines, game.groups, game.actions, game.steps):
        for decl in family:
            _collect(index, decl, decl.source, found)
    return tuple(found)


def _collect(index: GameIndex, node: object, source: ir.Source, found: list[Site]) -> None:
    source = source_of(node) or source
    over, cards = gone_through(node), in_any_order(index, node)
    apart = over is not None and not in_order(index, over) and not is_deal(node)
    if isinstance(node, ir.Effect) and (apart or (cards is not None and not at_most_one(cards))):
        found.append(Site(node, source))
    for part in children(node):
        _collect(index, part, source, found)


class ReversingEffectCompiler(EffectCompiler):
    """Effects of which one, `turned`, comes about the other way round; `several` are those that met several things."""

    def __init__(self, meanings: ExpressionCompiler, known: tuple[Site, ...]) -> None:
        self.turned: ir.Effect | None = None
        self.several: set[int] = set()
        self._known = {id(site.effect): number for number, site in enumerate(known)}
        super().__init__(meanings)

    def _for_each(self, effect: ir.ForEach) -> CompiledEffect:
        if id(effect) not in self._known:
            return super()._for_each(effect)
        number, cond = self._known[id(effect)], self._m.number(effect.cond)
        over, body, var = self._m.values(effect.over), self.of_all(effect.body), effect.var

        def for_each(f: Frame) -> ir.Jump | None:
            outer, values = f.names.get(var), []
            for value in over(f):
                f.names[var] = value
                if cond(f):
                    values.append(value)
            if len(values) > 1:
                self.several.add(number)
            jump = None
            for value in reversed(values) if self.turned is effect else values:
                f.names[var] = value
                jump = body(f)
                if jump is not None:
                    break
            rebind(f.names, var, outer)
            return jump

        return for_each

    def _move(self, effect: ir.Move) -> CompiledEffect:
        usual = super()._move(effect)
        if id(effect) not in self._known:
            return usual
        number = self._known[id(effect)]
        target = self._m.cell(effect.target.zone, effect.target.index)
        on_top = {"top": True, "bottom": False}[effect.end]

        def move(f: Frame) -> ir.Jump | None:
            at = target(f)
            before = len(f.cells[at])
            jump = usual(f)
            new = len(f.cells[at]) - before
            if new > 1:
                self.several.add(number)
                if self.turned is effect:
                    held = f.cells[at]
                    cut = before if on_top else new
                    first, last = held[:cut], held[cut:]
                    f.cells[at] = first + last[::-1] if on_top else first[::-1] + last
                    f.known.clear()
            return jump

        return move


class ReversingInterpreter(Interpreter):
    """Plays like `Interpreter`, with one effect turned round if asked to."""

    def __init__(self, game: ir.Game, known: tuple[Site, ...]) -> None:
        super().__init__(game)
        self.compiler = ReversingEffectCompiler(self._meanings, known)
        self._moved = {a.source.label: self.compiler.of_all(a.effects) for a in game.actions}
        self._acts = tuple(self.compiler.of_all(step.effects) for step in game.steps)


def commutation(task: Task) -> Iterator[Result]:
    """One result a clause whose effects name no order; proved where there is none."""
    began = perf_counter()
    known = sites(task.game)
    if not known:
        yield Result(COMMUTES, "proved", "the form of the rules: every effect on several things at once has an order")
        return
    task.progress("trying simultaneous effects in the other order")
    trial = Trial(ReversingInterpreter(task.game, known), known, bags(task.game))
    games = 0
    for number, stage in random_walks(trial.interpreter, task.plan.games, task.plan.seed, task.until):
        games = number + 1
        found = trial.differs(stage)
        if found is not None:
            site, sentence = found
            turn = stage.turn
            witness = make_witness(task.interpreter, stage.outcomes, stage.moves, turn.position, sentence)
            owed = replace(COMMUTES, sources=(site.source,))
            yield Result(owed, "refuted", BY, witness=witness, seconds=perf_counter() - began)
            return
    scope = f"{trial.compared:,} effects reversed in {random_games(games)}, seed {task.plan.seed}"
    seconds, cut = perf_counter() - began, perf_counter() > task.until
    if trial.compared:
        yield Result(COMMUTES, "tested", BY, scope, seconds=seconds, cut=cut)
    else:
        reason = "no game reached an effect on several things at once"
        if trial.open:
            reason = "the results depended on cards that nobody has seen"
        yield Result(COMMUTES, "unknown", BY, reason=reason, seconds=seconds, cut=cut)


@dataclass(frozen=True, slots=True)
class Beside:
    """Where play stands with the cards of one move on a stack in the other order."""

    site: Site
    turn: Turn


@dataclass(slots=True)
class Trial:
    """Makes the last move of a stage again with each effect turned round; counts what could be compared.

    `beside` are the plays that go on with cards in the other order on a stack that somebody sees.
    """

    interpreter: ReversingInterpreter
    known: tuple[Site, ...]
    closed: frozenset[str]
    compared: int = 0
    open: int = 0
    beside: list[Beside] = field(default_factory=list)

    @property
    def stacks(self) -> frozenset[str]:
        return frozenset(z.source.label for z in self.interpreter.game.zones if z.ordered)

    @property
    def open_stacks(self) -> frozenset[str]:
        return frozenset(z.source.label for z in self.interpreter.game.zones if z.ordered and z.seen not in HIDDEN)

    def differs(self, stage: Stage) -> tuple[Site, str] | None:
        """An effect by which something else comes about the other way round, with the last move or by what it left."""
        compiler = self.interpreter.compiler
        if stage.before is None:
            self.beside.clear()
        found = self._go_on(stage)
        if found is not None:
            return found
        compiler.several.clear()
        straight = self._again(stage, stage.before, Scripted(stage.last), None)
        if straight is None:
            return None
        for number in sorted(compiler.several):
            site = self.known[number]
            told = self._compare(stage, straight, site)
            if told:
                return site, told
        return None

    def _go_on(self, stage: Stage) -> tuple[Site, str] | None:
        """The last move, made in the plays beside the game too; what comes of it otherwise, if anything does."""
        going = []
        for one in self.beside:
            other = self._again(stage, one.turn.position, Scripted(stage.last), None)
            if other is None or _by_lot(stage) or other.position == stage.turn.position:
                continue
            if not self._alike(stage.turn, other, self.stacks):
                return one.site, self._told(stage.turn, other, self.stacks)
            going.append(Beside(one.site, other))
        self.beside = going
        return None

    def _again(self, stage: Stage, before: Position | None, luck: Chance, turned: ir.Effect | None) -> Turn | None:
        """The last move with an effect turned round; None where it asks for other luck."""
        self.interpreter.compiler.turned = turned
        try:
            if before is None:
                return self.interpreter.start(luck)
            return self.interpreter.apply(before, stage.moves[-1], luck)
        except ChanceError:
            return None
        finally:
            self.interpreter.compiler.turned = None

    def _compare(self, stage: Stage, straight: Turn, site: Site) -> str:
        """What differs, in a sentence; '' where nothing does, or where it hangs on cards that nobody knows."""
        unknown = self._unknown(stage)
        other = self._again(stage, stage.before, Scripted(stage.last), site.effect)
        if other is None:
            self.open += 1
            return ""
        ends = carried(site.effect)
        reordered = frozenset(() if ends is None else (ends[1].zone,))
        alike = partial(self._alike, reordered=reordered)
        if alike(straight, other):
            self.compared += 1
            if straight.position != other.position and reordered <= self.open_stacks and not _by_lot(stage):
                self.beside = [*self.beside, Beside(site, other)][-MOST_BESIDE:]
            return ""
        if unknown:
            renamed = self._renamed(straight.position, other.position, unknown, _shuffled(stage))
            if renamed is None:
                self.open += 1
                return ""
            if not renamed:
                return self._told(straight, other, reordered)
            shuffled = _shuffled(stage)
            lying = {c: d for c, d in renamed.items() if c not in shuffled}
            before = None if stage.before is None else self._with(stage.before, lying)
            last = tuple(_changed(outcome, renamed) for outcome in stage.last)
            again = self._again(stage, before, Scripted(last), site.effect)
            if again is None or not alike(straight, again):
                self.open += 1
                return ""
            self.compared += 1
            return ""
        return self._told(straight, other, reordered)

    def _unknown(self, stage: Stage) -> frozenset[int]:
        """The cards of which nobody knew where they lie, before the last move or after a shuffle in it."""
        found = set(_shuffled(stage))
        layout = self.interpreter.layout
        if stage.before is not None:
            for cell, cards in zip(layout.cells, stage.before.cells, strict=True):
                found |= set(cards) if cell.name in self.closed else set()
        return frozenset(found)

    def _renamed(
        self, straight: Position, other: Position, unknown: frozenset[int], shuffled: frozenset[int]
    ) -> dict[int, int] | None:
        """Which unknown card would have to be which, so that the same comes about; None where none would do.

        A shuffle can bring its own cards in any order, whether they were known before it or not, and no others.
        """
        names: dict[int, int] = {}
        for here, there, ordered in zip(straight.cells, other.cells, self.interpreter.layout.ordered, strict=True):
            if len(here) != len(there):
                return None
            if ordered:
                names.update(zip(there, here, strict=True))
            else:
                both = set(here) & set(there)
                names.update((c, c) for c in both)
                names.update(zip(*([c for c in cell if c not in both] for cell in (there, here)), strict=True))
        moved = {c: d for c, d in names.items() if c != d}
        fits = all({c, d} <= unknown and (c in shuffled) == (d in shuffled) for c, d in moved.items())
        return moved if fits else None

    def _with(self, position: Position, names: dict[int, int]) -> Position:
        cells = []
        for cards, ordered in zip(position.cells, self.interpreter.layout.ordered, strict=True):
            other = tuple(names.get(c, c) for c in cards)
            cells.append(other if ordered else tuple(sorted(other)))
        return replace(position, cells=tuple(cells))

    def _alike(self, one: Turn, other: Turn, reordered: frozenset[str]) -> bool:
        """Is it the same position with the same moves?

        The order of cards in the zones `reordered` does not count, nor where play that never ends is broken off.
        """
        if all(turn.position.fault is not None and turn.position.fault.kind == "endless" for turn in (one, other)):
            return True
        places = [self._sorted(turn.position, reordered) for turn in (one, other)]
        return places[0] == places[1] and one.moves == other.moves

    def _sorted(self, position: Position, reordered: frozenset[str]) -> Position:
        layout = self.interpreter.layout
        cells = [
            tuple(sorted(cards)) if cell.name in reordered else cards
            for cell, cards in zip(layout.cells, position.cells, strict=True)
        ]
        return replace(position, cells=tuple(cells))

    def _told(self, one: Turn, other: Turn, reordered: frozenset[str]) -> str:
        words, here, there = self.interpreter.words, one.position, other.position
        if there.fault is not None:
            return f"in the other order play stops: {there.fault.sentence}"
        for number, (cards, others) in enumerate(
            zip(*(self._sorted(p, reordered).cells for p in (here, there)), strict=True)
        ):
            if cards != others:
                return f"in the other order {words.zone(number)} would be {words.card_list(there.cells[number])}"
        for number, value in enumerate(here.fields):
            if value != there.fields[number]:
                told = words.field_value(number, there.fields[number])
                return f"in the other order {words.field(number)} would be {told}"
        if here.result != there.result:
            return f"in the other order the game would {'end otherwise' if there.result else 'not end'}"
        return "in the other order other moves would be legal next"


def _changed(outcome: Outcome, names: dict[int, int]) -> Outcome:
    match outcome:
        case Shuffled(cards):
            return Shuffled(tuple(names.get(c, c) for c in cards))
        case _:
            return outcome


def _shuffled(stage: Stage) -> frozenset[int]:
    """The cards that were shuffled since the last move."""
    return frozenset(c for o in stage.last if isinstance(o, Shuffled) for c in o.cards)


def _by_lot(stage: Stage) -> bool:
    """Was a card picked by lot since the last move? The same luck draws another card from a stack in another order."""
    return not all(isinstance(outcome, Shuffled) for outcome in stage.last)
