"""Does which moves are legal depend on cards or fields that the mover does not see? Two copies of one play tell.

At decisions of random games two cards that the mover does not see change places. Where other moves are legal then, or
the choice is not offered, the whole play is made again with the two changed from the beginning: if every move is legal
again, and the mover has seen the same at every decision, then nothing that the mover saw tells the two plays apart, and
legality does. An unseen field is changed by another choice of another player's, likewise. Leaves what a player sees to
`engine.interpreter.observe`, and what the form of the rules shows to `verify.obligations.visibility`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from time import perf_counter

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.observe import observe
from engine.interpreter.position import Position
from engine.logs.explain import IllegalMove
from engine.luck.chance import ChanceError, Outcome, Scripted, Shuffled
from engine.luck.streams import Domain, Stream
from engine.players.determinization import Faces, guesses
from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.flow import ways_on
from spec.ir.index import MOVER, is_mover
from spec.ir.lent import chooser
from spec.ir.sight import all_see
from spec.ir.walk import walk
from verify.obligations.obligations import NO_LEAK
from verify.obligations.verdict import Result, Witness
from verify.obligations.visibility import open_form
from verify.obligations.witness import make_witness
from verify.random.random_play import random_games
from verify.random.random_walks import Stage, random_walks
from verify.run.task import Task

BY = "pairs of games that look the same to the mover"
SWAPS = 3
"""So many pairs of unseen cards are changed at a decision."""
CROSS_CHECK = 10
"""So many games are played where the form of the rules shows already that nothing leaks."""
STAYS = "(stays)"
"""A move that is legal in a play that is to stand at a decision, whatever it offers."""


def information_leaks(task: Task) -> Iterator[Result]:
    """What is known of leaks, by the form of the rules and by pairs of plays, to which the form loses."""
    began = perf_counter()
    proved = open_form(task.game)
    if proved:
        yield Result(
            NO_LEAK, "proved", "the form of the rules: whether a move is legal depends only on what its mover sees"
        )
    task.progress("looking for legal moves that reveal unseen cards")
    twins = Twins(task.interpreter, Stream(task.plan.seed, Domain.LOT))
    games = 0
    most = min(task.plan.games, CROSS_CHECK) if proved else task.plan.games
    for number, stage in random_walks(task.interpreter, most, task.plan.seed, task.until):
        games = number + 1
        witness = twins.leak(stage)
        if witness is not None:
            owed = replace(NO_LEAK, sources=twins.sources)
            yield Result(owed, "refuted", BY, witness=witness, seconds=perf_counter() - began)
            return
    seconds = perf_counter() - began
    if twins.tried:
        what = "pairs of cards" if all(map(all_see, task.game.fields)) else "cards and fields"
        scope = f"{twins.tried:,} changed {what} in {random_games(games)}, seed {task.plan.seed}"
        yield Result(NO_LEAK, "tested", BY, scope, seconds=seconds, cut=perf_counter() > task.until)
    elif not proved:
        reason = "no game reached a decision where something unseen could change"
        yield Result(NO_LEAK, "unknown", BY, reason=reason, seconds=seconds, cut=perf_counter() > task.until)


@dataclass(slots=True)
class Twins:
    """Makes the second copies; `tried` counts them, `sources` are the moves concerned in the leak found last."""

    interpreter: Interpreter
    chooser: Stream
    tried: int = 0
    sources: tuple[ir.Source, ...] = ()
    _staying: dict[tuple[int, int], Interpreter] = field(default_factory=dict)

    def leak(self, stage: Stage) -> Witness | None:
        """A play that shows a leak at this stage, if one is found."""
        position = stage.turn.position
        if position.over:
            return None
        player = position.fields[self.interpreter.layout.mover]
        slots = self._unseen(position, player)
        for _ in range(SWAPS if len(slots) > 1 else 0):
            one, other = (slots[self.chooser.pick(len(slots))] for _ in range(2))
            if one == other:
                continue
            self.tried += 1
            swap = {one: other, other: one}
            swapped = self._swapped(position, swap)
            offered = self._offered(swapped)
            moves = self.interpreter.legal_moves(swapped) if offered else ()
            move = self._differs(stage.turn.moves, moves)
            if move is not None and self._same_to(player, stage, swap):
                words = self.interpreter.words.cards
                what = f"after swapping {words[one]} and {words[other]}, which the player to move has not seen"
                return self._witness(stage, move if offered else None, what)
        return self._by_field(stage, player)

    def _by_field(self, stage: Stage, player: int) -> Witness | None:
        """A leak of what a field holds that the player to move does not see."""
        layout, position = self.interpreter.layout, stage.turn.position
        found = ((slot, guesses(layout, slot, player)) for slot in range(len(layout.slots)))
        slots = [(slot, values) for slot, values in found if values is not None]
        for _ in range(SWAPS if slots else 0):
            slot, values = slots[self.chooser.pick(len(slots))]
            value = values.start + self.chooser.pick(len(values))
            if value == position.fields[slot]:
                continue
            self.tried += 1
            fields = (*position.fields[:slot], value, *position.fields[slot + 1 :])
            changed = replace(position, fields=fields)
            offered = self._offered(changed)
            move = self._differs(stage.turn.moves, self.interpreter.legal_moves(changed) if offered else ())
            if move is not None and self._chosen_otherwise(player, stage, changed):
                words = self.interpreter.words
                what = (
                    f"where {words.field(slot)} is {words.field_value(slot, value)}, not "
                    f"{words.field_value(slot, position.fields[slot])}, which the player to move does not see"
                )
                return self._witness(stage, move if offered else None, what)
        return None

    def _chosen_otherwise(self, player: int, stage: Stage, changed: Position) -> bool:
        """Can another choice of one other player lead to the changed position, and does all look the same?"""
        chance = Scripted(stage.outcomes)
        turn = self.interpreter.start(chance)
        for number, move in enumerate(stage.moves):
            if turn.position.fields[self.interpreter.layout.mover] != player:
                for other in turn.moves:
                    moves = (*stage.moves[:number], other, *stage.moves[number + 1 :])
                    alike = other != move and other.action == move.action
                    if alike and self._same_play(player, stage, Scripted(stage.outcomes), moves, changed):
                        return True
            turn = self.interpreter.apply(turn.position, move, chance)
        return False

    def _offered(self, position: Position) -> bool:
        """Does the condition of a choice hold, which is read right before it, and is it this player's?"""
        player, steps = position.fields[self.interpreter.layout.mover], self.interpreter.game.steps
        who, guards = self._who(position.step), self._guards(position.step)
        if who is not None and self.interpreter.evaluate(who[1], replace(position, step=who[0])) != player:
            return False
        conds = [branch.cond for i in guards if (branch := steps[i].branch) is not None]
        return all(
            self.interpreter.evaluate(cond, replace(position, step=i)) == 1
            for i, cond in zip(guards, conds, strict=True)
            if who is None or not _reads_mover(cond)
        )

    def _guards(self, asked: int) -> list[int]:
        """The steps that lead to a decision if their condition holds, and past it if not."""
        branches, entry = enumerate(s.branch for s in self.interpreter.game.steps), self._entry(asked)
        return [i for i, branch in branches if branch is not None and branch.yes == entry and branch.no > asked]

    def _entry(self, asked: int) -> int:
        who = self._who(asked)
        return asked if who is None else who[0]

    def _who(self, asked: int) -> tuple[int, ir.Expr] | None:
        """The step that says whose a decision is, where play comes to the decision by that step alone."""
        steps = self.interpreter.game.steps
        if not asked or any(asked in ways_on(step) for i, step in enumerate(steps) if i != asked - 1):
            return None
        step = steps[asked - 1]
        who = chooser(step.effects) if step.runs and not step.source.label else None
        return None if who is None or _reads_mover(who) else (asked - 1, who)

    def _stays(self, asked: int, player: int) -> Interpreter:
        """Plays the same game, but stands at a decision of this player that is not offered, or is another's, or has no
        legal move."""
        if (asked, player) not in self._staying:
            game = self.interpreter.game
            steps, ask, who = list(game.steps), game.steps[asked].ask, self._who(asked)
            assert ask is not None
            steps[asked] = replace(steps[asked], act=replace(ask, actions=(*ask.actions, STAYS)))
            if who is not None:
                mine = ir.Assign(MOVER, (), ir.Lit(player, ir.Symbol("player")))
                said = steps[who[0]]
                steps[who[0]] = replace(said, act=ir.Run((*said.effects[:-1], mine)))
            for i in self._guards(asked):
                steps[i] = replace(steps[i], act=ir.Branch(fold.YES, self._entry(asked), self._entry(asked)))
            stays = ir.Action(ir.Source(STAYS), (), (ir.Permit(ir.Source(STAYS), fold.YES),), (), ())
            whole = replace(game, steps=tuple(steps), actions=(*game.actions, stays))
            self._staying[asked, player] = Interpreter(whole)
        return self._staying[asked, player]

    def _unseen(self, position: Position, player: int) -> list[int]:
        views = observe(self.interpreter.layout, position, player).views
        found: list[int] = []
        for view, cards in zip(views, position.cells, strict=True):
            if view.cards is None:
                found += cards if view.top is None else cards[:-1]
        return found

    def _swapped(self, position: Position, swap: dict[int, int]) -> Position:
        cells = []
        for cards, ordered in zip(position.cells, self.interpreter.layout.ordered, strict=True):
            other = tuple(swap.get(c, c) for c in cards)
            cells.append(other if ordered else tuple(sorted(other)))
        return replace(position, cells=tuple(cells))

    def _differs(self, here: tuple[Move, ...], there: tuple[Move, ...]) -> Move | None:
        """A move, as its mover sees it, that is legal in one of the two only."""
        faces = Faces(self.interpreter.game)
        known, others = ({faces.of(m) for m in moves} for moves in (here, there))
        return next((m for m in (*here, *there) if faces.of(m) in known ^ others), None)

    def _same_to(self, player: int, stage: Stage, swap: dict[int, int]) -> bool:
        """Can the moves be made with the two cards changed from the first shuffle on, and does all look the same?"""
        twin = Scripted(tuple(_changed(outcome, swap) for outcome in stage.outcomes))
        return self._same_play(player, stage, twin, tuple(stage.moves), self._swapped(stage.turn.position, swap))

    def _same_play(self, player: int, stage: Stage, twin: Scripted, moves: tuple[Move, ...], goal: Position) -> bool:
        """Does a play with other luck or moves come to this position, and look the same to the player on the way?"""
        plain = Scripted(stage.outcomes)
        here, stays = self.interpreter, self._stays(stage.turn.position.step, player)
        last = len(stage.moves)
        try:
            one, other = here.start(plain), (here if last else stays).start(twin)
            for number, (move, made) in enumerate(zip(stage.moves, moves, strict=True), 1):
                if not self._alike(player, one, other):
                    return False
                one = here.apply(one.position, move, plain)
                other = (here if number < last else stays).apply(other.position, made, twin)
        except (IllegalMove, ChanceError):
            return False
        return self._alike(player, one, other) and other.position == goal

    def _alike(self, player: int, one: Turn, other: Turn) -> bool:
        layout = self.interpreter.layout
        places = [(*turn.passed, turn.position) for turn in (one, other)]
        seen = [[observe(layout, p, player) for p in positions] for positions in places]
        return seen[0] == seen[1]

    def _witness(self, stage: Stage, move: Move | None, changed: str) -> Witness:
        """The play, and what is legal or (without a move) offered in one of the two only."""
        words, game = self.interpreter.words, self.interpreter.game
        if move is None:
            source = game.steps[stage.turn.position.step].source
            self.sources = (source,)
            sentence = f"{source.told} is offered here, but not {changed}"
            return make_witness(self.interpreter, stage.outcomes, stage.moves, stage.turn.position, sentence)
        told = words.move(move)
        is_legal = any(m == move for m in stage.turn.moves)
        sentence = f"{told} is {'legal here, but not' if is_legal else 'not legal here, but legal'} {changed}"
        self.sources = tuple(a.source for a in game.actions if a.source.label == move.action)
        return make_witness(self.interpreter, stage.outcomes, stage.moves, stage.turn.position, sentence)


def _reads_mover(expr: ir.Expr) -> bool:
    return any(map(is_mover, walk(expr)))


def _changed(outcome: Outcome, swap: dict[int, int]) -> Outcome:
    match outcome:
        case Shuffled(cards):
            return Shuffled(tuple(swap.get(c, c) for c in cards))
        case _:
            return outcome
