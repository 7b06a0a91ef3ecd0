"""Chooses games for a conformance suite: together they make every clause fire that can, and every ruling matter.

Leaves how a game is told to `engine.conformance.vectors`. Games are played at random; a variant of the rules (another
reading of a question, or a ruling taken away) plays each game along, and the game at which the two part is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from engine.conformance.coverage_search import CoverageSearch
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.logs.explain import IllegalMove
from engine.luck.chance import ChanceError, Outcome, Recording, Scripted, Seeded
from engine.luck.streams import Domain, Stream, derive
from engine.players.policy import Choosers
from engine.processes.deadline import until as bounded
from spec.ir import nodes as ir
from spec.ir.clauses import Mark, clauses_of, mark
from spec.ir.precedence import clause_groups, outranking, with_order

Progress = Callable[[int, int, int], None]
"""Called after each game with games played, points covered, and points to cover."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The same game under one changed decision of the author's; `name` says which."""

    name: str
    interpreter: Interpreter


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a game (None at its start), the luck that it met, and where it led."""

    move: Move | None
    luck: tuple[Outcome, ...]
    turn: Turn


Part = Callable[[Variant], tuple[Step, ...] | None]
"""Answers a play of the game that would go on differently under a variant."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A game that was kept, what it is the first to show, and whether it stops before its end."""

    seed: int
    steps: tuple[Step, ...]
    shows: tuple[str, ...]
    cut: bool


@dataclass(frozen=True, slots=True)
class Suite:
    """The games kept out of so many played, everything that they show, and what no game showed.

    `cut` says what there was no time for.
    """

    games: tuple[Chosen, ...]
    played: int
    shown: tuple[str, ...]
    missed: tuple[str, ...]
    cut: tuple[str, ...] = ()


def rulings_dropped(game: ir.Game) -> Iterator[Variant]:
    """A variant for each ruling between clauses: the game without it."""
    for group in clause_groups(game):
        for order, edge in _without(group.order):
            yield Variant(_ruling(group.name, edge), Interpreter(with_order(game, group.key, order)))


def rulings_implied(game: ir.Game) -> dict[str, str]:
    """The rulings that say what others say already, so that nothing changes without them."""
    return {
        _ruling(group.name, edge): "it follows from the others"
        for group in clause_groups(game)
        for left, edge in _without(group.order)
        if outranking(left) == outranking(group.order)
    }


def _without(order: tuple[ir.Edge, ...]) -> Iterator[tuple[tuple[ir.Edge, ...], ir.Edge]]:
    return ((tuple(e for e in order if e is not edge), edge) for edge in order if edge.because)


def points_of(game: ir.Game) -> dict[Mark, str]:
    """Every clause that can fire, as `permit play.normal`."""
    return {mark(kind, source): f"{kind} {of}.{source.label}" for of, kind, source in clauses_of(game)}


def _ruling(place: str, edge: ir.Edge) -> str:
    return f"ruling {edge.better} over {edge.worse} in {place}"


def choose(
    interpreter: Interpreter,
    variants: Iterable[Variant],
    *,
    most_games: int = 300,
    least_games: int = 5,
    seed: int = 0,
    most_moves: int = 400,
    progress: Progress = lambda played, covered, wanted: None,
    seek: CoverageSearch = lambda wanted: iter(()),
    part: Part = lambda variant: None,
    until: float = float("inf"),
) -> Suite:
    """Plays up to `most_games` games and keeps those that show something new, and at least `least_games`.

    Clauses that none of them shows are looked for by `seek`, which answers the numbers of further games of the seed;
    variants from which none of them parts by `part`. All that ends at `until`, a time of `perf_counter`: half of the
    time is for the games, the rest for what they do not show.
    """
    clauses = points_of(interpreter.game)
    waiting = {variant.name: variant for variant in variants}
    wanted = len(clauses) + len(waiting)
    left, kept, played, cut = dict(clauses), list[Chosen](), 0, list[str]()

    def look(own: int, steps: tuple[Step, ...], stopped: bool) -> None:
        """Keeps a game if it shows something new."""
        nonlocal played
        new = {at: named for at, named in left.items() if at in _fired(steps)}
        parted = [name for name, variant in waiting.items() if not same_play(variant.interpreter, interpreter, steps)]
        played += 1
        if new or parted or len(kept) < least_games:
            kept.append(Chosen(own, steps, (*new.values(), *parted), stopped))
        for at in new:
            left.pop(at, None)
        for name in parted:
            waiting.pop(name, None)
        progress(played, wanted - len(left) - len(waiting), wanted)

    def shown_by(number: int, by_name: bool) -> None:
        own = derive(seed, Domain.GAME, number)
        look(own, *play(interpreter, own, most_moves, by_name=by_name))

    with bounded(_share(until, 1 / 2)) as games:
        for number in range(most_games):
            if not left and not waiting and len(kept) >= least_games:
                break
            shown_by(number, by_name=number % 2 == 1)
    if games.over:
        cut.append(f"{played} of {most_games} random games were played")
    with bounded(_share(until, 2 / 3)) as search:
        unseen = set(left)
        for number in seek(unseen):
            shown_by(number, by_name=False)
            unseen.intersection_update(left)
    if search.over:
        cut.append("the search for clauses among further games was stopped")
    with bounded(until) as partings:
        for variant in tuple(waiting.values()):
            if variant.name in waiting and (found := part(variant)):
                look(derive(seed, Domain.GAME, played), found, not found[-1].turn.position.over)
    if partings.over:
        cut.append("the search for plays by which other readings part was stopped")
    # What was broken off on its way counts where its game is there.
    shown = dict.fromkeys(point for chosen in kept for point in chosen.shows)
    missed = (point for point in (*left.values(), *waiting) if point not in shown)
    return Suite(tuple(kept), played, tuple(shown), tuple(missed), tuple(cut))


def _share(until: float, share: float) -> float:
    """The end of a share of the time that is left until then."""
    now = perf_counter()
    return now + (until - now) * share


def play(interpreter: Interpreter, seed: int, most_moves: int, *, by_name: bool) -> tuple[tuple[Step, ...], bool]:
    """One random game; `by_name` draws a kind of move first, so that rare kinds come more often."""
    luck, choosers = Recording(Seeded(seed)), Choosers(interpreter, seed)
    turn = interpreter.start(luck)
    steps = [Step(None, tuple(luck.outcomes), turn)]
    while not turn.position.over and len(steps) <= most_moves:
        move = _drawn(turn.moves, choosers.stream(turn.position), by_name)
        luck.outcomes.clear()
        turn = interpreter.apply(turn.position, move, luck)
        steps.append(Step(move, tuple(luck.outcomes), turn))
    return tuple(steps), not turn.position.over


def _drawn(moves: Sequence[Move], player: Stream, by_name: bool) -> Move:
    if by_name:
        names = sorted({move.action for move in moves})
        name = names[player.pick(len(names))]
        moves = [move for move in moves if move.action == name]
    return moves[player.pick(len(moves))]


def _fired(steps: tuple[Step, ...]) -> set[Mark]:
    return {mark(event.kind, event.source) for step in steps for event in step.turn.events}


def same_play(other: Interpreter, interpreter: Interpreter, steps: tuple[Step, ...]) -> bool:
    """Does the other game take the same course under the same luck and moves, with the same moves on offer?"""
    same = _alike(interpreter, other)
    turn = None
    try:
        for step in steps:
            luck = Scripted(step.luck)
            if step.move is None:
                turn = other.start(luck)
            else:
                assert turn is not None
                move = step.move if same else other.words.parse_move(interpreter.words.action(step.move))
                if isinstance(move, str):
                    return False
                turn = other.apply(turn.position, move, luck)
            if luck.left or not _same_turn(interpreter, step.turn, other, turn, same):
                return False
    except (ChanceError, IllegalMove):
        return False
    return True


def _alike(one: Interpreter, other: Interpreter) -> bool:
    """Do both number cards, zones and fields in the same way, so that positions compare as they are?"""
    a, b = one.layout, other.layout
    ours, theirs = (a.deck, a.cells, a.slots, a.domains), (b.deck, b.cells, b.slots, b.domains)
    return ours == theirs and _params(one) == _params(other)


def _params(interpreter: Interpreter) -> tuple[tuple[str, tuple[ir.Type, ...]], ...]:
    return tuple((action.source.label, tuple(p.type for p in action.params)) for action in interpreter.game.actions)


def _same_turn(one: Interpreter, ours: Turn, other: Interpreter, theirs: Turn, alike: bool) -> bool:
    a, b = ours.position, theirs.position
    if not alike:
        return one.words.position(a) == other.words.position(b) and [one.words.action(m) for m in ours.moves] == [
            other.words.action(m) for m in theirs.moves
        ]
    return (
        (a.cells, a.fields, a.result, a.fault and a.fault.kind)
        == (b.cells, b.fields, b.result, b.fault and b.fault.kind)
        and one.words.step(a.step) == other.words.step(b.step)
        and ours.moves == theirs.moves
    )
