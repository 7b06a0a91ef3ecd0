"""Where play can go on from a step: of itself, and by jumps.

Leaves what steps do to the engine, and whether every jump has a target to `spec.ir.law.flow`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from spec.ir import lent
from spec.ir import nodes as ir
from spec.ir.effects import plain
from spec.ir.index import MOVER, GameIndex, index_of
from spec.ir.passing import FIELD
from spec.ir.references import fields_read, fields_written, reached
from spec.ir.walk import walk


def onward(step: ir.Step) -> tuple[int, ...]:
    """The steps that may follow where no jump is made; of a branch for yes and for no."""
    return (step.act.yes, step.act.no) if isinstance(step.act, ir.Branch) else (step.next,)


def ways_on(step: ir.Step) -> tuple[int, ...]:
    """The steps that may follow, also by jumps that name none; -1 where such a jump leads nowhere."""
    return (*onward(step), step.next, step.again, step.end_turn, step.leave)


def guard_of(steps: Sequence[ir.Step], at: int) -> ir.Branch | None:
    """What stands right before a step and leads past it where its condition does not hold; None where nothing does.

    Who takes a choice may be said in between, unless the condition asks for that.
    """
    before, asks = at - 1, steps[at].ask is not None
    while asks and before > 0 and _leads_to_choice(steps[before]):
        before -= 1
    branch = None if before < 0 or steps[before].source.label else steps[before].branch
    if branch is None or branch.yes != before + 1 or branch.no <= at:
        return None
    return None if MOVER in fields_written(steps[before + 1 : at]) & fields_read(branch.cond) else branch


def _leads_to_choice(step: ir.Step) -> bool:
    """Does it only say who takes a choice, or that no move was made yet?"""
    written = fields_written(step.act)
    return not step.source.label and step.runs and bool(step.effects) and written <= {MOVER, FIELD, lent.FIELD}


def target(index: GameIndex, step: ir.Step, jump: ir.Jump) -> int:
    """The step to which a jump out of a step leads; -1 where there is none."""
    match jump.to:
        case "step":
            return index.steps.get(jump.step, -1)
        case "again":
            return step.again
        case "end_turn":
            return step.end_turn
        case "leave":
            return step.leave
        case _:
            assert_never(jump.to)


def jumps(index: GameIndex, root: object) -> tuple[ir.Jump, ...]:
    """Every jump in a node, or in nodes in tuples, and in the routines and outcomes that they run; each once."""
    nodes = reached(index, root, ("routine", "group"))
    return tuple(dict.fromkeys(node for node in nodes if isinstance(node, ir.Jump)))


def named_steps(root: object) -> frozenset[str]:
    """The steps that jumps in a node name."""
    return frozenset(node.step for node in walk(root) if isinstance(node, ir.Jump) and node.to == "step")


def reached_steps(game: ir.Game) -> frozenset[int]:
    """The steps that play can come to, by their order and by jumps, whatever conditions say."""
    index, found, waiting = index_of(game), set[int](), [0]
    while waiting:
        at = waiting.pop()
        if at in found or not 0 <= at < len(game.steps):
            continue
        found.add(at)
        step = game.steps[at]
        moves = () if step.ask is None else tuple(index.actions[name] for name in step.ask.actions)
        waiting += [*onward(step), *(target(index, step, jump) for jump in jumps(index, (step, *moves)))]
    return frozenset(found)


def always_jump(index: GameIndex, effects: tuple[ir.Effect, ...]) -> bool:
    """Do these effects lead play elsewhere in any case, so far as their form tells?"""
    for effect in plain(effects):
        match effect:
            case ir.Jump():
                return True
            case ir.When(_, then, other):
                left = always_jump(index, then) and always_jump(index, other)
            case ir.Do(name):
                left = always_jump(index, index.routines[name].body)
            case _:
                left = False
        if left:
            return True
    return False


def after(index: GameIndex, step: ir.Step, effects: object) -> tuple[int, ...]:
    """The steps that may follow where these effects have happened in a step: the next one, and those of jumps."""
    return (step.next, *(target(index, step, jump) for jump in jumps(index, effects)))
