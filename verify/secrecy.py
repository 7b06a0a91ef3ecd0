"""Does which moves are legal depend on cards that the mover does not see? Two copies of one play tell.

At decisions of random games two cards that the mover does not see change places. Where other moves are legal then, the
whole play is made again with the two changed from the beginning: if every move is legal again, and the mover has seen
the same at every decision, then nothing that the mover saw tells the two plays apart, and legality does. Leaves what a
player sees to `engine.observe`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter

from engine.chance import ChanceError, Outcome, Scripted, Shuffled
from engine.explain import IllegalMove
from engine.interpreter import Interpreter, Turn
from engine.moves import Move
from engine.observe import observe
from engine.position import Position
from engine.redeal import Faces
from engine.streams import Domain, Stream
from spec import ir
from spec.ir_fields import children
from verify.obligations import NO_LEAK
from verify.rambles import Stage, ramble
from verify.task import Task
from verify.verdict import Result, Witness
from verify.witness import make_witness

BY = "pairs of plays that look alike to the mover"
SWAPS = 3
"""So many pairs of unseen cards are changed at a decision."""


def secrecy(task: Task) -> Iterator[Result]:
    """What is known of leaks: proved by the form of the rules, else by pairs of plays."""
    began = perf_counter()
    if open_form(task.game):
        yield Result(NO_LEAK, "proved", "the form of the rules: they ask of a move only what its mover sees")
        return
    task.progress("looking for moves that tell of unseen cards")
    twins = Twins(task.interpreter, Stream(task.plan.seed, Domain.LOT))
    games = 0
    for number, stage in ramble(task.interpreter, task.plan.games, task.plan.seed, task.until):
        games = number + 1
        witness = twins.leak(stage)
        if witness is not None:
            owed = replace(NO_LEAK, sources=twins.sources)
            yield Result(owed, "refuted", BY, witness=witness, seconds=perf_counter() - began)
            return
    seconds = perf_counter() - began
    if not twins.tried:
        reason = "no game came to a decision at which two unseen cards could change places"
        yield Result(NO_LEAK, "unknown", BY, reason=reason, seconds=seconds, cut=perf_counter() > task.until)
        return
    scope = f"{twins.tried:,} changed pairs of cards in {games:,} random games, seed {task.plan.seed}"
    yield Result(NO_LEAK, "tested", BY, scope, seconds=seconds, cut=perf_counter() > task.until)


@dataclass(slots=True)
class Twins:
    """Makes the second copies; `tried` counts them, `sources` are the moves concerned in the leak found last."""

    interpreter: Interpreter
    chooser: Stream
    tried: int = 0
    sources: tuple[ir.Source, ...] = ()

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
            moves = self.interpreter.legal_moves(self._swapped(position, swap))
            move = self._differs(stage.turn.moves, moves)
            if move is not None and self._same_to(player, stage, swap):
                return self._witness(stage, move, one, other)
        return None

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
        plain = Scripted(stage.outcomes)
        try:
            turns = [self.interpreter.start(luck) for luck in (plain, twin)]
            for move in stage.moves:
                if not self._alike(player, *turns):
                    return False
                turns = [
                    self.interpreter.apply(turn.position, move, luck)
                    for turn, luck in zip(turns, (plain, twin), strict=True)
                ]
        except (IllegalMove, ChanceError):
            return False
        return self._alike(player, *turns) and turns[1].position == self._swapped(stage.turn.position, swap)

    def _alike(self, player: int, one: Turn, other: Turn) -> bool:
        layout = self.interpreter.layout
        places = [(*turn.passed, turn.position) for turn in (one, other)]
        seen = [[observe(layout, p, player) for p in positions] for positions in places]
        return seen[0] == seen[1]

    def _witness(self, stage: Stage, move: Move, one: int, other: int) -> Witness:
        words = self.interpreter.words
        told = words.move(move)
        is_legal = any(m == move for m in stage.turn.moves)
        cards = f"{words.cards[one]} and {words.cards[other]}"
        sentence = (
            f"{told} is {'legal' if is_legal else 'not legal'} here, and would {'not ' if is_legal else ''}be "
            f"if {cards}, which the player to move has not seen, had changed places"
        )
        self.sources = tuple(a.source for a in self.interpreter.game.actions if a.source.label == move.action)
        return make_witness(self.interpreter, stage.outcomes, stage.moves, stage.turn.position, sentence)


def _changed(outcome: Outcome, swap: dict[int, int]) -> Outcome:
    match outcome:
        case Shuffled(cards):
            return Shuffled(tuple(swap.get(c, c) for c in cards))
        case _:
            return outcome


# ---------------------------------------------------------------- by the form of the rules


def open_form(game: ir.Game) -> bool:
    """Do the choices and clauses of every move, and whom it is offered to, ask only for cards that the mover sees?"""
    zones = {z.source.label: z for z in game.zones}
    asked: list[object] = []
    for action in game.actions:
        asked += [c.when for c in action.clauses]
        asked += [p.choice for p in action.params]
    used = {d.source.label: d.body for d in game.defines}
    return all(_open(part, zones, used, set()) for part in asked)


MOVER = ir.Get("mover", ())


def _open(node: object, zones: dict[str, ir.ZoneDecl], defines: dict[str, ir.Expr], done: set[str]) -> bool:
    match node:
        case ir.Size(ir.Place(zone, index)) if zones[zone].seen != "nobody":
            inside: tuple[object, ...] = index
        case ir.EndCard("top", ir.Place(zone, index)) if zones[zone].seen == "top":
            inside = index
        case ir.ChooseCard(ir.Place(zone, index), True) if zones[zone].seen != "nobody":
            inside = index
        case ir.Place(zone, index):
            decl = zones[zone]
            own = decl.seen == "owner" and "player" in decl.index and index[decl.index.index("player")] == MOVER
            if not own and decl.seen != "everybody":
                return False
            inside = index
        case ir.Apply(name, args):
            if name not in done:
                done.add(name)
                if not _open(defines[name], zones, defines, done):
                    return False
            inside = args
        case _:
            inside = tuple(children(node))
    return all(_open(part, zones, defines, done) for part in inside)
