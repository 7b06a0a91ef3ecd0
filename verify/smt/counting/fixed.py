"""What is true of a card in every position: the cards for which a condition holds, or what each is worth."""

from __future__ import annotations

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from spec.ir.binding import free_names
from spec.ir.fold import open_question
from spec.ir.index import GameIndex
from spec.ir.references import names as names_
from spec.ir.references import reached
from verify.smt.counting.scene import Names


def _of_positions(node: object) -> bool:
    """Has a node another value in another position?"""
    return names_(node, "zone", "field", "action") or bool(open_question(node))


class Fixed:
    """Reads expressions about one card by the interpreter, card by card."""

    def __init__(self, interpreter: Interpreter, index: GameIndex) -> None:
        self._interpreter, self._index = interpreter, index
        self._known: dict[tuple[object, ...], tuple[int, ...] | None] = {}

    def values(self, name: str, expr: ir.Expr, names: Names) -> tuple[int, ...] | None:
        """What an expression about a name for a card comes to, card by card; None where it depends on more, or has no
        meaning for some card."""
        others = {one: names.get(one) for one in free_names(expr) if one != name}
        if not all(type(v) in (int, bool) for v in others.values()):
            return None
        key = (name, expr, tuple(others.items()))
        if key not in self._known:
            known = {one: int(v) for one, v in others.items() if v is not None}
            self._known[key] = self._read(name, expr, known)
        return self._known[key]

    def _read(self, name: str, expr: ir.Expr, others: dict[str, int]) -> tuple[int, ...] | None:
        if any(_of_positions(node) for node in reached(self._index, expr)):
            return None
        start, found = self._interpreter.initial(), []
        for card in range(len(self._interpreter.layout.deck)):
            value = self._interpreter.evaluate(expr, start, {**others, name: card})
            if not isinstance(value, int):
                return None
            found.append(value)
        return tuple(found)
