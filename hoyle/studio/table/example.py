"""Writes a position of a game, with what follows, as an `example` of the rule file; only one that comes out.

Leaves what an example says to `verify.obligations.examples`, and its layout to `hoyle.editor.format`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.interpreter.position import Position
from hoyle.api import State
from hoyle.editor.analysis import Analysis, Analyst
from hoyle.editor.format.formatter import NotFormatted, format_text
from spec.text.clean import one_line
from verify.obligations.examples import failure_of

FEW = 4
"""Of a pile with so many cards at most, that was changed, every card is told."""


class NotKept(Exception):
    """Why a position makes no example, in a sentence."""


def of_move(analyst: Analyst, analysis: Analysis, before: State, after: State, words: str) -> str:
    """The rule file with an example of a move and of what came of it. Raises NotKept."""
    told = [f"play {_move(before, words)}", *_following(before, after)]
    return _kept(analyst, analysis, before, _title(f"{before.game.interpreter.words.move(before.parse(words))}"), told)


def of_judgement(analyst: Analyst, analysis: Analysis, state: State, words: str, *, legal: bool) -> str:
    """The rule file with an example that a move is legal in a position, or is not. Raises NotKept."""
    title = f"{words} is {'' if legal else 'not '}legal"
    return _kept(analyst, analysis, state, _title(title), [f"{'legal' if legal else 'illegal'} {_move(state, words)}"])


def _kept(analyst: Analyst, analysis: Analysis, state: State, title: str, told: Sequence[str]) -> str:
    content = analysis.content.rstrip()
    name, number = title, 1
    while f'example "{name}"' in content:
        number += 1
        name = f"{title} ({number})"
    lines = [f'example "{name}":', *(f"  {one}" for one in (*_given(state), *told))]
    text = f"{content}\n\n{_laid_out(lines)}"
    made = analyst.analyse(text)
    if made.game is None:
        wrong = next((d.message for d in made.diagnostics if d.severity == "error"), "it has faults")
        raise NotKept(f"this position cannot be written as an example: {wrong}")
    example = next((e for e in made.game.examples if e.text == name), None)
    failure = None if example is None else failure_of(state.game.interpreter, example)
    if example is None or failure is not None:
        why = "its settings are others" if failure is None else failure.sentence
        raise NotKept(f"an example of this position would not come out: {why}")
    return text


def _laid_out(lines: Sequence[str]) -> str:
    """The lines in the one style."""
    text = "\n".join([*lines, ""])
    try:
        return format_text(text)
    except NotFormatted:
        return text


def _title(words: str) -> str:
    return one_line(words.replace('"', "'"))


def _move(state: State, words: str) -> str:
    """A move as an example tells it."""
    return state.words(state.parse(words))


def _given(state: State) -> Iterator[str]:
    """The lines that give a position: every zone that holds cards, every field that is not as at the start."""
    interpreter, position = state.game.interpreter, state.position
    words, layout, start = interpreter.words, interpreter.layout, interpreter.initial()
    for number, cards in enumerate(position.cells):
        if cards:
            yield f"given {words.zone(number)} = [{' '.join(words.cards[c] for c in cards)}]"
    for number, value in enumerate(position.fields):
        label = layout.slots[number].name
        if number != layout.mover and value != start.fields[number] and not label.startswith("("):
            yield f"given {words.field(number)} = {words.field_value(number, value)}"
    mover = words.player(position.fields[layout.mover])
    yield f"given mover = {mover}, at {words.step(position.step)}"


def _following(before: State, after: State) -> Iterator[str]:
    """What is true after the move, of what was changed."""
    interpreter = before.game.interpreter
    words, layout = interpreter.words, interpreter.layout
    old, new = before.position, after.position
    for number, cards in enumerate(new.cells):
        if cards == old.cells[number]:
            continue
        zone = words.zone(number)
        if not cards:
            yield f"then {zone} is empty"
        elif layout.ordered[number] and len(cards) > FEW:
            yield f"then size of {zone} = {len(cards)} and top of {zone} is {words.cards[cards[-1]]}"
        elif not layout.ordered[number] and len(cards) > FEW:
            yield f"then size of {zone} = {len(cards)}"
        else:
            yield f"then {zone} {'is' if layout.ordered[number] else '='} [{' '.join(words.cards[c] for c in cards)}]"
    yield from _ending(new, words)


def _ending(position: Position, words: object) -> Iterator[str]:
    if position.result is None:
        return
    winners = position.result.winners()
    label = position.result.ending
    if position.result.drawn():
        yield f"ended by {label}, nobody wins"
        return
    who = [f"player {seat + 1}" for seat in winners]
    yield f"ended by {label}, {' and '.join(who)} {'wins' if len(who) == 1 else 'win'}" if who else f"ended by {label}"
