"""The rules of a game in words, for pages on which it is played.

Leaves the words to `hoyle.english`, and what becomes of them to the target of the export.
"""

from __future__ import annotations

from engine.adapters.web_data import Told
from engine.interpreter.interpreter import Interpreter
from hoyle.english.document.marks import unmarked
from hoyle.english.document.render import style, to_fragment
from hoyle.english.phrases import deed
from hoyle.english.rulebook.page import rulebook
from hoyle.english.sentences import Sentences
from spec.ir import nodes as ir
from spec.text.clean import one_line


def told_of(game: ir.Game, *, as_written: bool = False) -> Told:
    """The told rules, each clause of a move as a sentence, and each move as a phrase."""
    sentences = Sentences(Interpreter(game))
    return Told(
        to_fragment(rulebook(game, as_written=as_written), "rules-"),
        style(),
        {a.source.label: {c.source.label: sentences.clause(c.source) for c in a.clauses} for a in game.actions},
        {a.source.label: _phrase(a) for a in game.actions},
    )


def _phrase(action: ir.Action) -> str:
    return one_line(unmarked(deed(action, [f"{{{i}}}" for i in range(len(action.params))])))
