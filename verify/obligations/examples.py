"""Runs the examples of a rule file on the interpreter: a position, moves, and what must follow.

Leaves what the position's rules mean to `engine`, and what a failed example means for a run to
`verify.obligations.verdict`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from time import perf_counter
from typing import assert_never

from engine.interpreter.faults import Fault, Value
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.observe import sees_all
from engine.interpreter.position import Position, misplaced
from engine.luck.chance import Seeded
from spec.ir import nodes as ir
from spec.ir.flow import guard_of
from spec.ir.fold import named_cards
from verify.obligations.obligations import example_obligation
from verify.obligations.verdict import Result, Witness

SCOPE = "the position that the example gives"
MOST_COPIES = 256
"""In so many ways the cards of a move may be meant, where the deck has copies of them."""


class BadPosition(Exception):
    """An example's position cannot be set up; the message says why."""


Sources = tuple[ir.Source, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """Where an example comes out otherwise: at which line of its script (None: its position cannot be set up, or play
    stops at once), after which moves, in which position, by which clauses, and why in a sentence."""

    line: int | None
    sentence: str
    moves: tuple[tuple[Position, Move], ...] = ()
    position: Position | None = None
    clauses: tuple[ir.Source, ...] = ()
    gone_on: tuple[str, ...] = ()
    """The steps that play went through since the position was given or the last move made, and the one it came to."""


def run_example(interpreter: Interpreter, example: ir.Example) -> Result:
    """`checked` where everything comes out as written, else `refuted` with the position where it does not."""
    began = perf_counter()
    owed = example_obligation(example)
    failure = failure_of(interpreter, example)
    seconds = perf_counter() - began
    if failure is None:
        return Result(owed, "checked", "the interpreter", SCOPE, seconds=seconds)
    words, position = interpreter.words, failure.position
    shown = () if position is None else tuple(words.position(position).splitlines())
    witness = Witness("", tuple(words.move(move) for _, move in failure.moves), shown, failure.sentence)
    return Result(owed, "refuted", "the interpreter", SCOPE, witness=witness, seconds=seconds)


def failure_of(interpreter: Interpreter, example: ir.Example) -> Failure | None:
    """The first line of an example that does not come out as written, or None."""
    try:
        turn = set_up(interpreter, example)
    except BadPosition as error:
        return Failure(None, str(error))
    if turn.position.fault is not None:
        fault = turn.position.fault
        return Failure(None, f"play stops at once: {fault.sentence}", position=turn.position, clauses=fault.sources)
    made: list[tuple[Position, Move]] = []
    since = turn
    for number, met in enumerate(lines_met(interpreter, example, turn)):
        made += [] if met.move is None else [(met.before.position, met.move)]
        since = since if met.move is None else met.after
        if met.sentence:
            stands = _gone_on(interpreter, since)
            return Failure(number, met.sentence, tuple(made), met.after.position, met.clauses, stands)
    return None


def _gone_on(interpreter: Interpreter, turn: Turn) -> tuple[str, ...]:
    """The steps that play went through, which may have changed what an example asks, and where it stands then."""
    if turn.position.result is not None or not turn.passed:
        return ()
    steps = interpreter.game.steps
    return (*dict.fromkeys(steps[p.step].source.label for p in turn.passed), steps[turn.position.step].source.label)


@dataclass(frozen=True, slots=True)
class Met:
    """A line of an example's script: the turn that it is read in, and the move that it makes with the turn after it.

    `sentence` says why it comes out otherwise, by which clauses; '' where it comes out as written.
    """

    before: Turn
    after: Turn
    move: Move | None = None
    sentence: str = ""
    clauses: Sources = ()


def lines_met(interpreter: Interpreter, example: ir.Example, turn: Turn) -> Iterator[Met]:
    """The lines of an example's script, from the turn that it gives on, up to the first that comes out otherwise."""
    for line in example.script:
        met = _met(interpreter, line, turn)
        yield met
        if met.sentence:
            return
        turn = met.after


def _met(interpreter: Interpreter, line: ir.Play | ir.Expect | ir.Then | ir.Wins | ir.Sees, turn: Turn) -> Met:
    position, sentence = turn.position, ""
    clauses: Sources = ()
    match line:
        case ir.Then(cond, wrong):
            sentence = _then(interpreter, position, cond, wrong)
        case ir.Wins(ending, gets):
            sentence = _ended(position, ending) or _given_to(interpreter, position, gets)
        case ir.Sees(player, zone, seen):
            sentence = _sees(interpreter, position, player, zone, seen)
        case ir.Expect(call, legal):
            sentence, clauses = _expected(interpreter, position, call, legal)
        case ir.Play(call):
            return _played(interpreter, turn, call)
        case _:
            assert_never(line)
    return Met(turn, turn, None, sentence, clauses)


def _played(interpreter: Interpreter, before: Turn, call: ir.MoveCall) -> Met:
    """Makes a move that an example makes."""
    position = before.position
    move = move_of(interpreter, position, call)
    if isinstance(move, str):
        return Met(before, before, None, move)
    told, explanation = interpreter.words.move(move), interpreter.explain(position, move)
    if not explanation.legal:
        sentence = f"{told} is not legal: {explanation.sentence}"
        return Met(before, before, move, sentence, explanation.deciding or explanation.failing)
    turn = interpreter.apply(position, move, Seeded(0))
    fault = turn.position.fault
    if fault is not None:
        return Met(before, turn, move, f"after {told} play stops: {fault.sentence}", fault.sources)
    return Met(before, turn, move)


def _then(interpreter: Interpreter, position: Position, cond: ir.Expr, wrong: bool) -> str:
    value = interpreter.evaluate(cond, position)
    if isinstance(value, Fault):
        return f"the condition cannot be read here: {value.sentence}"
    if bool(value) == (not wrong):
        return ""
    return "the text marked as wrong is right after all" if wrong else "the expected result does not follow"


def _ended(position: Position, ending: str) -> str:
    if position.result is None:
        return "the game should have ended, and has not"
    if ending not in ("", position.result.ending):
        return f"the game should have ended by {ending}, and ended by {position.result.ending}"
    return ""


def _given_to(interpreter: Interpreter, position: Position, gets: tuple[ir.Gets, ...]) -> str:
    """Does the end give what the example says? '' where it does."""
    result = position.result
    if result is None or not gets:
        return ""
    scored = any(e.source.label == result.ending and e.result.scored for e in interpreter.game.endings)
    winners: set[int] = set()
    for item in gets:
        player = interpreter.evaluate(item.player, position)
        if not isinstance(player, int):
            return "who gets something by this end cannot be read here"
        if item.score is None:
            winners |= {player} - {ir.NOBODY}
            continue
        score = interpreter.evaluate(item.score, position)
        if not isinstance(score, int):
            return "a score that the example names cannot be read here"
        if not scored:
            return f"{result.ending} gives no scores: say who wins"
        if result.returns[player] != score:
            name = interpreter.words.player(player)
            return f"{name} should score {score}, and scores {result.returns[player]}"
    if all(item.score is not None for item in gets):
        return ""
    if scored:
        return f"{result.ending} gives scores: say who scores what"
    won = _won(interpreter, position, result.ending)
    told = [_named(interpreter, players) for players in (winners, won)]
    return (
        "" if winners == won else f"{told[0]} should win, and by the rules {told[1]} {'do' if len(won) > 1 else 'does'}"
    )


def _won(interpreter: Interpreter, position: Position, label: str) -> set[int]:
    """Who wins by this end: also where all do, which gives as little as where nobody does."""
    ends = [e.result for e in interpreter.game.endings if e.source.label == label]
    players = range(interpreter.layout.players)
    return {
        player
        for player in players
        if any(isinstance(r, ir.Winners) and interpreter.evaluate(r.cond, position, {r.var: player}) == 1 for r in ends)
    }


def _named(interpreter: Interpreter, players: set[int]) -> str:
    return " and ".join(interpreter.words.player(p) for p in sorted(players)) or "nobody"


def _sees(interpreter: Interpreter, position: Position, player: ir.Expr, zone: ir.Place, seen: bool) -> str:
    who = interpreter.evaluate(player, position)
    index = [interpreter.evaluate(e, position) for e in zone.index]
    if not isinstance(who, int) or not all(isinstance(i, int) for i in index):
        return "who sees which cards cannot be read here"
    cell = interpreter.layout.cell(zone.zone, [i for i in index if isinstance(i, int)])
    if sees_all(interpreter.layout, cell, who) == seen:
        return ""
    should = "should see" if seen else "should not see"
    return (
        f"{interpreter.words.player(who)} {should} {interpreter.words.zone(cell)}, and {'does not' if seen else 'does'}"
    )


def _expected(interpreter: Interpreter, position: Position, call: ir.MoveCall, legal: bool) -> tuple[str, Sources]:
    move = move_of(interpreter, position, call)
    if isinstance(move, str):
        return move, ()
    told, explanation = interpreter.words.move(move), interpreter.explain(position, move)
    if explanation.fault is not None:
        return f"whether {told} is legal cannot be said: {explanation.sentence}", explanation.fault.sources
    if explanation.legal == legal:
        return "", ()
    should = "should be legal, but" if legal else "should not be legal, but it is"
    return f"{told} {should} {explanation.sentence}", explanation.deciding or explanation.failing


def move_of(interpreter: Interpreter, position: Position, call: ir.MoveCall) -> Move | str:
    """The move that an example names, or a sentence on why its arguments cannot be read.

    Of a card that the deck has several times, an example that names it means any: one that makes the move legal, if
    there is one.
    """
    choices: list[tuple[Value, ...]] = []
    for arg in call.args:
        value = interpreter.evaluate(arg, position)
        if isinstance(value, Fault):
            return f"an argument of {call.move} cannot be read: {value.sentence}"
        choices.append(_copies(interpreter.game.deck, value) if named_cards(arg) else (value,))
    called = interpreter.words.called
    ways = list(islice(product(*choices), MOST_COPIES + 1))
    if len(ways) > MOST_COPIES:
        return f"the deck has too many copies of these cards: {call.move} may mean more than {MOST_COPIES} moves"
    read = [called(call.move, args) for args in ways]
    moves = [move for move in read if not isinstance(move, str)]
    told = [(move, interpreter.explain(position, move)) for move in moves] if len(moves) > 1 else []
    legal = [move for move, explanation in told if explanation.legal]
    clear = [move for move, explanation in told if explanation.deciding or explanation.failing]
    return next(iter((*legal, *clear, *moves, *read)))


def _copies(deck: Sequence[ir.CardFace], value: Value) -> tuple[Value, ...]:
    """The card or cards, and in their order the same with other copies of them."""
    cards = value if isinstance(value, tuple) else (value,)
    faces = [(card.rank, card.suit) for card in deck]
    needed = Counter(faces[card] for card in cards)
    alike = [[card for card, face in enumerate(faces) if face == wanted] for wanted in needed]
    others: list[Value] = []
    for chosen in product(*(combinations(of, n) for of, n in zip(alike, needed.values(), strict=True))):
        left = {face: iter(some) for face, some in zip(needed, chosen, strict=True)}
        copies = tuple(next(left[faces[card]]) for card in cards)
        others.append(copies if isinstance(value, tuple) else copies[0])
        if len(others) > MOST_COPIES:
            break
    return (value, *(one for one in others if one != value))


# ---------------------------------------------------------------- positions


def set_up(interpreter: Interpreter, example: ir.Example) -> Turn:
    """The given position; where the example names a step, played on to its decision. Whether play would come to the
    step there is asked as in a game: past a step whose condition does not hold, it goes on.

    Raises BadPosition where cards lie in two places or nowhere, or the step does not exist.
    """
    position = _given(interpreter, example)
    if not example.at:
        return Turn(position)
    steps = [i for i, s in enumerate(interpreter.game.steps) if s.source.label == example.at]
    if not steps:
        raise BadPosition(f"no step of these settings is called {example.at}")
    return interpreter.resume(replace(position, step=_entered(interpreter, position, steps[0])), Seeded(0))


def _entered(interpreter: Interpreter, position: Position, step: int) -> int:
    """The step itself, or the one that play goes on with because the condition of the step does not hold here."""
    found = guard_of(interpreter.game.steps, step)
    if found is None or interpreter.evaluate(found.cond, position) != 0:
        return step
    return found.no


def _given(interpreter: Interpreter, example: ir.Example) -> Position:
    layout = interpreter.layout
    start = interpreter.initial()
    cells: list[tuple[int, ...]] = [()] * len(start.cells)
    fields = list(start.fields)
    position = replace(start, cells=tuple(cells))
    for given in (*sorted(example.given, key=lambda g: g.zone is not None), *example.counted):
        index = [_number(interpreter, position, e) for e in given.what.index]
        value = interpreter.evaluate(given.value, position)
        if isinstance(value, Fault):
            raise BadPosition(f"a given value cannot be read: {value.sentence}")
        if given.field is not None:
            name = given.field.field
            slots = layout.fields[name]
            if not isinstance(value, int) or not slots.low <= value <= slots.high:
                raise BadPosition(f"{name} cannot be {value}")
            fields[layout.slot(name, index)] = value
        if given.zone is not None:
            cards = value if isinstance(value, tuple) else (value,)
            cell = layout.cell(given.zone.zone, index)
            cells[cell] = cards if layout.ordered[cell] else tuple(sorted(cards))
        position = replace(position, cells=tuple(cells), fields=tuple(fields))
    return replace(position, cells=tuple(_with_rest(interpreter, example, position, cells)))


def _number(interpreter: Interpreter, position: Position, expr: ir.Expr) -> int:
    value = interpreter.evaluate(expr, position)
    if not isinstance(value, int):
        raise BadPosition("the index of a given zone cannot be read")
    return value


def _with_rest(
    interpreter: Interpreter, example: ir.Example, position: Position, cells: list[tuple[int, ...]]
) -> Sequence[tuple[int, ...]]:
    """All zones, with the cards that are not given in the zone for the rest."""
    deck = range(len(interpreter.layout.deck))
    told = {card for cell in cells for card in cell}
    left = tuple(card for card in deck if card not in told)
    if left and example.rest is None:
        verb = "is" if len(left) == 1 else "are"
        raise BadPosition(f"{interpreter.words.card_list(left)} {verb} given no place; say `rest in ZONE`")
    if left and example.rest is not None:
        cell = interpreter.layout.cell(
            example.rest.zone, [_number(interpreter, position, e) for e in example.rest.index]
        )
        cells[cell] = (*left, *cells[cell])
    wrong = misplaced(cells, len(deck))
    if wrong:
        raise BadPosition(f"{interpreter.words.card_list(wrong)} is given twice")
    return cells
