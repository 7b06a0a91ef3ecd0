"""Games as pictures to step through: one before each move and one at the end, as pages and editors draw them.

Leaves finding games to `verify`, and drawing to `engine.pages` (`film.js`).
"""

from __future__ import annotations

from typing import Any

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.logs.replay import Log, Replay
from engine.pages import cards
from hoyle.english.sentences import Sentences
from spec.ir import nodes as ir
from spec.text.clean import one_line
from verify.ambiguity.find.plays import picture
from verify.ambiguity.report.finding import Film, Picture
from verify.obligations.examples import BadPosition, lines_met, set_up

HIDDEN = ("count", "nobody")
MANY = 8
"""Of a pile that nobody sees more cards than that are only counted."""
HELD, BROKE = "✓", "✗"


# ---------------------------------------------------------------- films


def film_of_log(interpreter: Interpreter, log: Log, again: Replay) -> Film:
    """A game that was played again: below each position what the move before it did."""
    english = Sentences(interpreter)
    made = [interpreter.words.parse_move(words) for words in log.moves]
    pictures = [picture(interpreter, again.turns[0].position)]
    for number, turn in enumerate(again.turns[1:]):
        move = made[number]
        told = _story(english, again.turns[number], turn, move) if isinstance(move, Move) else ""
        pictures.append(picture(interpreter, turn.position, log.moves[number], told))
    return Film(interpreter.game.settings, False, "", log.moves, tuple(pictures))


def _story(english: Sentences, before: Turn, after: Turn, move: Move) -> str:
    """What a move did, in sentences."""
    changes = english.difference(before.position, after.position, move=move, events=after.events)
    return " ".join(english.cited(change) for change in changes)


def film_of_example(interpreter: Interpreter, example: ir.Example, lines: tuple[str, ...]) -> tuple[Film, str]:
    """An example as it comes out, and why it comes out otherwise than written, '' where it does not.

    `lines` are those of its script as the file has them: each stands below the position that it is about.
    """
    try:
        turn = set_up(interpreter, example)
    except BadPosition as error:
        return Film(interpreter.game.settings, False, "", (), ()), str(error)
    if turn.position.fault is not None:
        why = f"play stops at once: {turn.position.fault.sentence}"
        return Film(interpreter.game.settings, False, "", (), (picture(interpreter, turn.position, "", why),)), why
    english = Sentences(interpreter)
    shown: list[tuple[Turn, str, list[str]]] = [(turn, "", [])]
    why = ""
    for met, words in zip(lines_met(interpreter, example, turn), lines, strict=False):
        if met.move is not None and met.after is not met.before:
            shown.append(
                (met.after, interpreter.words.move(met.move), [_story(english, met.before, met.after, met.move)])
            )
        if met.move is None or met.sentence:
            mark = BROKE if met.sentence else HELD
            shown[-1][2].append(f"{mark} {one_line(words)}" + (f": {met.sentence}" if met.sentence else ""))
        why = met.sentence
    pictures = tuple(picture(interpreter, at.position, move, "\n".join(notes)) for at, move, notes in shown)
    return Film(interpreter.game.settings, False, "", tuple(move for _, move, _ in shown[1:]), pictures), why


# ---------------------------------------------------------------- films as data


def film_data(film: Film) -> dict[str, Any]:
    """A film as `film.js` reads it."""
    return {
        "pictures": [_picture(p) for p in film.pictures],
        "sides": [{"name": name, **_picture(p)} for name, p in film.sides],
    }


def card_ids(deck: tuple[cards.Card, ...]) -> dict[str, str]:
    """The picture of each card by its name, and that of a card's back by ''; none without a deck."""
    return {**cards.picture_ids(deck), "": "card-back"} if deck else {}


def _picture(picture: Picture) -> dict[str, Any]:
    return {
        "move": picture.move,
        "mover": picture.mover,
        "at": picture.at,
        "note": picture.note,
        "fields": [f"{name}: {value}" for name, value in picture.fields],
        "piles": [
            {
                "name": p.name,
                "down": p.seen in HIDDEN,
                "own": p.seen == "owner",
                "stack": p.ordered,
                "count": len(p.cards),
                "cards": [] if p.seen in HIDDEN and len(p.cards) > MANY else list(p.cards),
            }
            for p in picture.piles
        ],
    }
