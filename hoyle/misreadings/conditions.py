"""The conditions of a game, each with what its names stand for in English, for what tells a part of one.

Leaves the sentences to `hoyle.english`.
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.english.english import English
from hoyle.english.grammar import Noun
from hoyle.english.teller import Env
from spec.ir import nodes as ir
from spec.text.source import Span

PLAYER = Noun("the player", person=True)


def conditions(t: English) -> Iterator[tuple[Span, tuple[ir.Expr, Env]]]:
    """Each by the place of the label of its clause, end or definition."""
    whole = Env(mover=PLAYER)
    for action in t.game.actions:
        env = whole.only(t.lexicon.choices(action))
        yield from ((clause.source.span, (clause.when, env)) for clause in action.clauses)
    for group in t.game.groups:
        env = whole.only(t.params(group.params))
        yield from ((clause.source.span, (clause.when, env)) for clause in group.clauses)
    yield from ((ending.source.span, (ending.when, whole)) for ending in t.game.endings)
    for define in t.game.defines:
        if define.type == ir.Bool():
            yield define.source.span, (define.body, whole.only(t.params(define.params)))
