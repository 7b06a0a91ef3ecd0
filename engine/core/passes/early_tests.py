"""Which clauses a move has to be held against, and as soon as which of its choices are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.definedness import risky
from engine.core.legality import Legality, Way, legality
from engine.core.names import identifier, in_words
from engine.core.passes.ranked_outcomes import name_of
from engine.core.uses import nodes
from spec.ir import nodes as ir

LONG = 6
"""So many permits become a function of their own."""

Functions = Mapping[str, p.Function]


@dataclass(frozen=True)
class EarlyTests:
    """Fills `ActionDef.tests`: what to ask of a move after each of its choices, instead of weighing all its clauses.

    What is left unread could neither have mattered nor stopped play. Clauses that may disagree unranked are weighed.
    """

    name: ClassVar[str] = "early_tests"

    def __call__(self, program: p.Program) -> p.Program:
        """The program that reads the clauses of moves only as far as they matter."""
        functions = p.functions(program)
        return replace(program, actions=tuple(_tested(action, functions) for action in program.actions))


def _tested(action: p.ActionDef, functions: Functions) -> p.ActionDef:
    found = legality(action, functions)
    if found is None:
        return action
    apart = _apart(action, found)
    found = replace(found, bars=tuple(bar for bar in found.bars if bar not in apart))
    action = replace(action, alone=t.And(tuple(t.Not(bar.test) for bar in apart)) if apart else None)
    permits = [c for way in found.ways for c in way.permits]
    if not any(way.unless or way.doubts for way in found.ways):
        action, known = _kept(action, permits, functions)
        if known or len(permits) < LONG:
            return replace(action, tests=_asked(action, found, functions, known))
    asked = _asked(action, found, functions, {})
    function = _judging(action, asked[-1], functions)
    params = (p.Param(q.name, q.kind) for q in action.params)
    call = p.called(function.name, tuple(q for q in params if q in function.params), ir.Bool())
    return replace(action, tests=(*asked[:-1], call), functions=(*action.functions, function))


def _kept(
    action: p.ActionDef, permits: Sequence[p.ClauseDef], functions: Functions
) -> tuple[p.ActionDef, dict[str, t.Expr]]:
    """Which of several permits are read before the last choice, once for all that may follow; by their keys."""
    kept: list[list[p.Let]] = [[] for _ in action.params]
    known = dict[str, t.Expr]()
    for clause in permits:
        level = _level(action, clause, functions)
        if len(permits) > 1 and clause.total and level < len(action.params) and not _always(clause, functions):
            name = name_of(clause, action.params, functions)
            kept[level].append(p.Let(name, clause.test))
            known[clause.key] = t.Local(name, ir.Bool())
    return (replace(action, known=tuple(map(tuple, kept))) if known else action), known


def _asked(
    action: p.ActionDef, found: Legality, functions: Functions, known: Mapping[str, t.Expr]
) -> tuple[t.Expr, ...]:
    """What has to hold after each choice; what may go wrong is read of every move, and first."""
    last = len(action.params)
    asked: list[list[t.Expr]] = [[] for _ in range(last + 1)]
    if found.first is not None:
        asked[last].append(t.Not(found.first.test))
    for bar in found.bars:
        asked[last if found.first else _level(action, bar, functions)].append(t.Not(bar.test))
    match found.ways:
        case (Way((only,), (), ()),):
            level = _level(action, only, functions) if only.total and found.first is None else last
            asked[level] += [] if _always(only, functions) else [only.test]
        case _:
            asked[last].append(_permitted(action, found.ways, known))
    return tuple(t.And(tuple(items)) if len(items) != 1 else items[0] for items in asked)


def _apart(action: p.ActionDef, found: Legality) -> tuple[p.ClauseDef, ...]:
    """Bars that ask of nothing but the last choice, which is the same whatever is chosen before."""
    if found.first or len(action.params) < 2:
        return ()
    last = action.params[-1]
    if not isinstance(last.choice, p.PickFrom) or any(isinstance(n, t.Local) for n in nodes(last.choice)):
        return ()
    return tuple(bar for bar in found.bars if bar.test.args == (t.Local(last.name, last.kind),))


def _permitted(action: p.ActionDef, ways: tuple[Way, ...], known: Mapping[str, t.Expr]) -> t.Expr:
    """Does some permit hold? Those against which a forbid may stand only where none of these forbids does."""
    permits = [c for way in ways if not (way.unless or way.doubts) for c in way.permits]
    # What may go wrong is read of every move, and what is known takes no time.
    permits.sort(key=lambda clause: (clause.total, clause.key not in known))
    plain = [known.get(c.key, c.test) for c in permits]
    others = [way for way in ways if way.unless or way.doubts]
    if not others:
        return _any(plain)
    guards = dict.fromkeys(c.test for way in others for c in (*way.unless, *way.doubts))
    weighed = t.Weighed(action.label, tuple(t.Local(q.name, q.kind) for q in action.params if q.name in action.judged))
    return _any([*plain, t.Either(_any([*guards]), weighed, _any([c.test for way in others for c in way.permits]))])


def _any(tests: Sequence[t.Expr]) -> t.Expr:
    return tests[0] if len(tests) == 1 else t.Or(tuple(tests))


def _judging(action: p.ActionDef, test: t.Expr, functions: Functions) -> p.Function:
    """The function that tells whether a move is legal, where that is long."""
    plain = identifier(action.label)
    name = next(n for n in (f"may_{plain}", f"{plain}_is_legal", f"is_{plain}_legal") if n not in functions)
    used = {n.name for n in nodes(test) if isinstance(n, t.Local)}
    params = tuple(p.Param(q.name, q.kind) for q in action.params if q.name in used)
    doc = p.Doc(f"Is a move of {in_words(action.label)} legal? Only clauses that can matter are read")
    body: tuple[p.Statement, ...] = (p.Answer(test),)
    match test:
        case t.And((*bars, permitted)):
            barred = _any([bar.item if isinstance(bar, t.Not) else t.Not(bar) for bar in bars])
            body = (p.If(barred, (p.Answer(t.Truth(False)),), ()), p.Answer(permitted))
        case _:
            pass
    return p.Function(name, params, ir.Bool(), body, doc, True)


def _level(action: p.ActionDef, clause: p.ClauseDef, functions: Functions) -> int:
    """How many of the choices have to be made before the clause can be read, and the others cannot go wrong."""
    names = [q.name for q in action.params]
    read = [names.index(n.name) for n in nodes(clause.test.args) if isinstance(n, t.Local)]
    wrong = [i for i, q in enumerate(action.params) if risky(q.choice, functions)]
    return max((at + 1 for at in (*read, *wrong)), default=0)


def _always(clause: p.ClauseDef, functions: Functions) -> bool:
    return functions[clause.test.function].body == (p.Answer(t.Truth(True)),)
