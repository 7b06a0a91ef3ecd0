"""What a proof was not told of the rules, since no term is made for it: by the clauses and definitions where it stands.

Leaves what stands for it to `verify.smt.encode.free` and `verify.smt.transition.havoc`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from spec.ir import nodes as ir
from spec.ir.references import CALLED, reached
from spec.ir.walk import children
from verify.obligations.verdict import Result
from verify.smt.encode.expressions import Encoder

UNTOLD = "not translated for the solver"
"""How the reason of a result begins of which nothing could be asked."""


def play_of(game: ir.Game) -> tuple[object, ...]:
    """What decides how play goes on."""
    return game.steps, game.actions, game.groups, game.endings


def as_told(result: Result, enc: Encoder, *roots: object) -> Result:
    """A result about some nodes with what the solver was not told of them."""
    where = dict.fromkeys(_left_free(enc, roots))
    if not where or result.reason.startswith(UNTOLD):
        return result
    whys = dict.fromkeys(why for _, why in where)
    names = {why: dict.fromkeys(source.told for source, other in where if other == why) for why in whys}
    told = "; ".join(f"{', '.join(names[why])}: {why}" for why in whys)
    untold = tuple(dict.fromkeys(source.clause for source, _ in where))
    if result.verdict == "proved":
        return replace(result, by=f"{result.by}; what is not translated may be anything ({told})", untold=untold)
    reason = f"the solver was told less than the rules ({told}); {result.reason}"
    return replace(result, reason=reason, untold=untold)


def _left_free(enc: Encoder, roots: tuple[object, ...]) -> Iterator[tuple[ir.Source, str]]:
    """What was left free in some nodes and in what they name, each with the innermost source around it, and why."""
    inside = {id(node) for node in reached(enc.index, roots, (*CALLED, "action"))}
    waiting: list[tuple[object, ir.Source]] = [(enc.game, ir.Source(""))]
    while waiting:
        node, source = waiting.pop()
        own: Any = getattr(node, "source", None)  # of a move it is the zone from which cards come
        here = own if getattr(own, "label", "") else source
        if id(node) in enc.left_free and id(node) in inside:
            yield here, enc.left_free[id(node)][1]
        waiting += [(child, here) for child in reversed(children(node))]
