"""What is true of a card in every position: the cards for which a condition holds, or what each is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from spec.ir.binding import free_names
from spec.ir.fold import open_question
from spec.ir.index import GameIndex, rows
from spec.ir.references import fields_read, reached
from spec.ir.references import names as names_
from verify.smt.counting.scene import Names


def _of_positions(index: GameIndex, node: object) -> bool:
    """Has a node another value in another position, whatever the fields hold? Of a row only piles with cards count."""
    counted = isinstance(node, ir.OverDomain) and bool(rows(index.game.zones, node.domain))
    return counted or names_(node, "zone", "action") or bool(open_question(node))


class Fixed:
    """Reads expressions about one card by the interpreter, card by card."""

    def __init__(self, interpreter: Interpreter, index: GameIndex) -> None:
        self._interpreter, self._index = interpreter, index
        self._known: dict[tuple[object, ...], tuple[int, ...] | None] = {}

    def values(
        self, name: str, expr: ir.Expr, names: Names, fields: Mapping[int, int] | None = None
    ) -> tuple[int, ...] | None:
        """What an expression about a name for a card comes to, card by card, where all fields that it reads hold what
        is said by slot; None where it depends on more, or has no meaning for some card."""
        others = {one: names.get(one) for one in free_names(expr) if one != name}
        if not all(type(v) in (int, bool) for v in others.values()):
            return None
        key = (name, expr, tuple(others.items()), tuple((fields or {}).items()))
        if key not in self._known:
            known = {one: int(v) for one, v in others.items() if v is not None}
            self._known[key] = self._read(name, expr, known, fields or {})
        return self._known[key]

    def _read(
        self, name: str, expr: ir.Expr, others: dict[str, int], fields: Mapping[int, int]
    ) -> tuple[int, ...] | None:
        every = tuple(reached(self._index, expr))
        told = {self._interpreter.layout.slots[slot].name for slot in fields}
        if not fields_read(every) <= told or any(_of_positions(self._index, node) for node in every):
            return None
        start, found = self._interpreter.initial(), []
        held = tuple(fields.get(slot, value) for slot, value in enumerate(start.fields))
        start = replace(start, fields=held) if fields else start
        for card in range(len(self._interpreter.layout.deck)):
            value = self._interpreter.evaluate(expr, start, {**others, name: card})
            if not isinstance(value, int):
                return None
            found.append(value)
        return tuple(found)
