"""Tells the condition that a question is about in English, as the rulebook would; the text of the rules where that
cannot be told by itself.

Leaves the sentences to `hoyle.english`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from hoyle.english.document.marks import unmarked
from hoyle.misreadings.rule_file import Headed, RuleFile
from hoyle.misreadings.surgery import span_of
from spec import syntax as s
from spec.ir import nodes as ir
from spec.ir.fold import alternatives, joined, negation
from spec.text.clean import one_line

LONGEST = 160
"""What has more letters in English is clearer as the rules have it."""


def said(rules: RuleFile, node: s.Expr) -> str:
    """A condition, or a part of one, in English."""
    item = rules.holder(node)
    whole = None if item is None else _condition(item)
    known = None if item is None else rules.conditions.get(item.head.name.span)
    if whole is None or known is None:
        return rules.spoken(node)
    e = _same(whole, known[0], node)
    words = "" if e is None else _of_a_player(one_line(unmarked(rules.english.when(e, known[1]))))
    return words if words and len(words) <= LONGEST else rules.spoken(node)


def _of_a_player(words: str) -> str:
    """Names of definitions speak to the player on turn; a question speaks of a player."""
    return re.sub(r"\byour\b", "the player’s", re.sub(r"\byou (are|have)\b", _third, words))


def _third(found: re.Match[str]) -> str:
    return f"the player {'is' if found[1] == 'are' else 'has'}"


def _condition(item: Headed) -> s.Expr | None:
    """What a part hangs on, or what a definition says."""
    match item:
        case s.LegalClause() | s.OutcomeClause() | s.EndClause() | s.DoesClause():
            return item.when
        case s.DefineSection():
            return item.body
        case _:
            return None


def _same(syntax: s.Expr, e: ir.Expr, node: s.Expr) -> ir.Expr | None:
    """What a node of a condition came to: the same place among parts that `and`, `or` and `not` join."""
    if syntax is node:
        return e
    match syntax:
        case s.Unary("not", inner):
            return _same(inner, negation(e), node)
        case s.Junction(op):
            ours, theirs = tuple(_ours(syntax, op)), tuple(_theirs(e, joined if op == "and" else alternatives))
            if len(ours) != len(theirs):  # that the cards are of a shape is not asked of those that have to be of it
                ours = tuple(one for one in ours if not isinstance(one, s.IsA))
            span = span_of(node)
            held = (one.span.start <= span.start and span.end <= one.span.end for one in ours)
            at = next((n for n, here in enumerate(held) if here), None)
            return _same(ours[at], theirs[at], node) if at is not None and len(ours) == len(theirs) else None
        case _:
            return None


def _ours(e: s.Expr, op: str) -> Iterator[s.Expr]:
    for item in e.items if isinstance(e, s.Junction) and e.op == op else ():
        yield from _ours(item, op) if isinstance(item, s.Junction) and item.op == op else (item,)


def _theirs(e: ir.Expr, joins: Callable[[ir.Expr], tuple[ir.Expr, ...]]) -> Iterator[ir.Expr]:
    for item in joins(e) or (e,):
        yield from _theirs(item, joins) if joins(item) else (item,)
