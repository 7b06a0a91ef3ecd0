"""What expressions read and effects write, and from it which endings cannot have come to hold since last read.

Leaves what is made of that to `engine.c.playout.playout`. Zones and fields are told apart by name, not by index.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.c.generate.context import Context
from spec.ir import nodes as ir
from spec.ir.walk import walk

ANYTHING = "(anything)"
Names = frozenset[str]
Jumped = tuple[str, str]
"""How play jumps: the kind of jump, and the step's label where it goes to one."""


def reads(m: Context, expr: ir.Expr) -> Names:
    """The zones and fields that a value depends on; `ANYTHING` where they cannot be told."""
    found: set[str] = set()
    _reads(m, expr, found, set())
    return frozenset(found)


def _reads(m: Context, expr: object, found: set[str], within: set[str]) -> None:
    for node in walk(expr):
        match node:
            case ir.Place(zone, _):
                found.add(zone)
            case ir.Get(field, _):
                found.add(field)
            case ir.OverDomain(domain):
                rows = (z.decl for z in m.layout.zones.values() if z.decl.row)
                found.update(z.source.label for z in rows if z.index[-1:] == (domain,))
            case ir.CanMove():
                found.add(ANYTHING)
            case ir.Apply(define, _) if define not in within:
                within.add(define)
                _reads(m, m.index.defines[define].body, found, within)
            case _:
                pass


def writes(m: Context, effects: tuple[ir.Effect, ...]) -> Names:
    """The zones and fields that effects may change."""
    found: set[str] = set()
    for effect in _all(m, effects):
        match effect:
            case ir.Move(_, source, target) | ir.Draw(_, source, target):
                found |= {source.zone, target.zone}
            case ir.Shuffle(zone):
                found.add(zone.zone)
            case ir.Assign(field, _, _) | ir.Roll(field, _):
                found.add(field)
            case _:
                pass
    return frozenset(found)


def jumps(m: Context, effects: tuple[ir.Effect, ...]) -> list[ir.Jump]:
    """Every jump that effects may make, each once."""
    return list(dict.fromkeys(e for e in _all(m, effects) if isinstance(e, ir.Jump)))


def _all(m: Context, effects: tuple[ir.Effect, ...]) -> Iterable[ir.Effect]:
    """Effects with those that they hold or run."""
    todo, ran = list(effects), set()
    while todo:
        effect = todo.pop()
        yield effect
        match effect:
            case ir.When(_, then, other):
                todo += [*then, *other]
            case ir.ForEach(body=body) | ir.Cited(_, body):
                todo += body
            case ir.Do(routine, _):
                if ("routine", routine) not in ran:
                    ran.add(("routine", routine))
                    todo += m.index.routines[routine].body
            case ir.Resolve(group, _):
                if ("group", group) not in ran:
                    ran.add(("group", group))
                    todo += [e for clause in m.index.groups[group].clauses for e in clause.effects]
            case ir.Move() | ir.Draw() | ir.Shuffle() | ir.Assign() | ir.Roll() | ir.Jump():
                pass
            case _:
                assert_never(effect)


def target(m: Context, step: ir.Step, jump: ir.Jump) -> int:
    """The step to which a jump out of a step leads; -1 where there is none."""
    match jump.to:
        case "step":
            return m.index.steps[jump.step]
        case "again":
            return step.again
        case "end_turn":
            return step.end_turn
        case "leave":
            return step.leave
        case _:
            assert_never(jump.to)


def changed_on_arrival(m: Context) -> list[Names]:
    """For each step what may have changed, on some way to it, since the endings of no step were last read."""
    steps = m.game.steps
    before: list[Names] = [frozenset()] * (len(steps) + 1)
    before[0] = frozenset({ANYTHING})
    again = True
    while again:
        again = False
        for step, arrived in zip(steps, list(before), strict=False):
            for to, left in leaving(m, step, arrived):
                if to >= 0 and not left <= before[to]:
                    before[to] |= left
                    again = True
    return before


def leaving(m: Context, step: ir.Step, arrived: Names, *, decided: bool = True) -> list[tuple[int, Names]]:
    """Where play goes on from a step (`decided`: also by a move), with what has changed since the endings were read."""
    clean: Names = frozenset()
    match step.act:
        case ir.Branch(_, yes, no):
            return [(yes, arrived), (no, arrived)]
        case ir.Run(effects):
            left = clean if step.source.label else arrived | writes(m, effects)
            return [(step.next, left), *((target(m, step, j), left) for j in jumps(m, effects))]
        case ir.Ask(actions, may, otherwise):
            made = [e for a in m.game.actions if a.source.label in actions for e in a.effects]
            found = (
                [(step.next, clean), *((target(m, step, j), clean) for j in jumps(m, tuple(made)))] if decided else []
            )
            if may:
                found.append((step.next, arrived))
            if otherwise is not None:
                left = clean if step.source.label else arrived | writes(m, otherwise)
                found += [(step.next, left), *((target(m, step, j), left) for j in jumps(m, otherwise))]
            return found
        case _:
            assert_never(step.act)
