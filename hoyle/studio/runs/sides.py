"""What follows in each of two ways to settle a contradiction: the play that met it, played again under each answer.

Leaves finding the play to `verify.ambiguity`, and the answers to `Pen`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hoyle.api import Game
from hoyle.editor.analysis import Analyst
from hoyle.editor.format.edits import applied
from hoyle.studio.messages.runs import REASON
from hoyle.studio.runs.pen import Answer
from hoyle.studio.runs.rules import Rules
from hoyle.studio.table.played import Played, luck_of, over, record_of
from verify.ambiguity.find.plays import picture
from verify.ambiguity.report.finding import Film, Picture

FEW = 6
"""So many of the moves that may then be made are told."""


def sides(rules: Rules, film: Film, answers: Sequence[Answer]) -> Iterator[tuple[str, Picture]]:
    """For each answer that is a ruling what may be done where the play stopped, with the position."""
    analyst = Analyst(rules.loaded.text.name)
    moves = [str(move) for move in record_of(film.log)["moves"]] if film.log else []
    for answer in answers:
        text = applied(rules.known.analysis.content, answer.edits).replace(REASON, "because")
        game = analyst.analyse(text).game if answer.reasoned and film.log else None
        if game is None or dict(game.settings) != dict(film.settings):
            continue
        try:
            played = Played(Game(game), luck_of(film.log))
            played.follow(moves, -1)
        except ValueError:
            continue
        state = played.state
        if played.lost:
            note = f"The play comes out otherwise: {played.lost}"
        elif over(state):
            note = ""
        else:
            who = _mover(played)
            found = state.legal_actions()
            told = [played.game.sentences.move(state.position, move).removesuffix(".") for move in found[:FEW]]
            more = f" and {len(found) - FEW} more" if len(found) > FEW else ""
            note = f"{who} has {len(found)} legal move{'' if len(found) == 1 else 's'}: {'; '.join(told)}{more}."
        yield answer.detail, picture(played.game.interpreter, state.position, note=note)


def _mover(played: Played) -> str:
    """Who is on turn."""
    return played.game.interpreter.words.player(played.state.current_player()).capitalize()
