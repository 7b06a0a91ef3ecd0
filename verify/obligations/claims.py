"""Reads the claims of a rule file at positions of play.

Leaves reaching positions to `verify.random.random_play` and `verify.search.search`.
"""

from __future__ import annotations

from engine.interpreter.faults import Fault
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from spec.ir import nodes as ir

PER_POSITION = ("always", "never", "sometimes")


class Claims:
    """The claims of a game about single positions, ready to be read at any decision."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self.game = interpreter.game
        self.all = tuple(c for c in interpreter.game.claims if c.kind in PER_POSITION)

    def concerned(self, position: Position) -> tuple[ir.Claim, ...]:
        """The claims about this position: those `at` its step, and those of no step at decisions and ends.

        Where play stops at a fault it has come to neither, and may be in the middle of a move: no claim is read there.
        """
        if position.fault is not None:
            return ()
        step = None if position.over else self._interpreter.game.steps[position.step]
        label = "" if step is None else step.source.label
        decides = step is None or step.ask is not None
        return tuple(c for c in self.all if (label in c.at if c.at else decides))

    def holds(self, claim: ir.Claim, position: Position) -> bool | Fault:
        """Does the condition hold here? A fault where it cannot be read."""
        value = self._interpreter.evaluate(claim.cond, position)
        return value if isinstance(value, Fault) else bool(value)

    @staticmethod
    def breaks(claim: ir.Claim, value: bool | Fault) -> bool:
        """Does this answer refute an `always` or `never`? A fault does."""
        match claim.kind:
            case "always":
                return value is not True
            case "never":
                return value is not False
            case "sometimes" | "ends" | "endable" | "fair":
                return False

    @staticmethod
    def shows(claim: ir.Claim, value: bool | Fault) -> bool:
        """Does this answer show a `sometimes`, or refute an `always` or `never`?"""
        match claim.kind:
            case "sometimes":
                return value is True
            case "always" | "never" | "ends" | "endable" | "fair":
                return Claims.breaks(claim, value)
