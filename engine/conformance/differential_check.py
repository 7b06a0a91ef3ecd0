"""Exported Python engines and the interpreter play the same games side by side.

Leaves to others how many games, and what a difference means to them.
"""

from __future__ import annotations

import sys
from itertools import count
from types import ModuleType
from typing import Any

from engine.core import program as p
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import PASS, Move
from engine.interpreter.observe import View, observe
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from engine.players.policy import Choosers
from spec.ir import nodes as ir
from spec.ir.sight import all_see

NUMBERS = count()


class Differs(Exception):
    """The engines do not agree; the message says in what."""


def loaded(text: str) -> ModuleType:
    """The module of an exported engine's text."""
    module = ModuleType(f"exported_{next(NUMBERS)}")
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, f"<{module.__name__}>", "exec"), module.__dict__)
    finally:
        del sys.modules[module.__name__]
    return module


class Engine:
    """An exported Python engine, loaded, with the program that it was written from."""

    def __init__(self, program: p.Program, module: ModuleType) -> None:
        self.program = program
        self.module: Any = module
        self.steps = {step.index: step.name for step in program.steps}
        self._labels = {a.type_name: a.label for a in program.actions} | {"Pass": PASS.action}
        self._params = {a.type_name: [q.name for q in a.params] for a in program.actions} | {"Pass": []}

    def start(self, seed: int) -> Any:
        """The first decision, or the fault on the way there."""
        try:
            return self.module.new_game(seed=seed)
        except self.module.Fault as fault:
            return fault

    def apply(self, state: Any, at: int) -> Any:
        """The state after a move, by its place among the legal ones, or the fault."""
        try:
            return self.module.apply(state, self.module.legal_moves(state)[at])
        except self.module.Fault as fault:
            return fault

    def moves(self, state: Any) -> tuple[Move, ...]:
        """The legal moves as the interpreter has them."""
        return tuple(map(self._move, self.module.legal_moves(state)))

    def _move(self, move: Any) -> Move:
        kind = type(move).__name__
        values = (getattr(move, name) for name in self._params[kind])
        return Move(self._labels[kind], tuple(v if isinstance(v, tuple) else int(v) for v in values))

    def cells(self, state: Any) -> tuple[tuple[int, ...], ...]:
        """The cards of all zones in the layout's order."""
        zones = self.program.zones
        return tuple(tuple(cards) for z in zones for cards in flat(getattr(state, z.name), len(z.decl.index)))

    def fields(self, state: Any) -> dict[str, tuple[int, ...]]:
        """All fields that the engine has, nobody as the interpreter has it."""
        found = {}
        for field in self.program.fields:
            values = flat(getattr(state, field.name), len(field.slots.sizes))
            found[field.label] = tuple(ir.NOBODY if value is None else int(value) for value in values)
        return found


def play_both(interpreter: Interpreter, engine: Engine, seed: int, most: int = 3000) -> int:
    """Plays one random game on both, comparing at every decision; answers how many moves it took. Raises Differs."""
    chance, choosers = Seeded(seed), Choosers(interpreter, seed)
    turn, state = interpreter.start(chance), engine.start(seed)
    for made in range(most):
        try:
            compare(interpreter, engine, turn, state)
        except Differs as differs:
            raise Differs(f"game of seed {seed}, after {made} moves: {differs}") from None
        if turn.position.over:
            return made
        at = choosers.choose(turn)
        state = engine.apply(state, at)
        turn = interpreter.apply(turn.position, turn.moves[at], chance)
    return most


def compare(interpreter: Interpreter, engine: Engine, turn: Turn, state: Any) -> None:
    """Are the position, what may be played there, what players see, and how play ended the same? Raises Differs."""
    position, module = turn.position, engine.module
    fault, met = position.fault, isinstance(state, module.Fault)
    if fault is not None or met:
        _same("fault", fault and fault.kind, state.kind if met else None)
        first = fault.sources[0].label if fault and fault.sources and fault.kind != "endless" else ""
        # Where an ending's returns go wrong the interpreter names the step, the exported engine the ending itself.
        ending = bool(state.clauses) and state.clauses[0] in {e.clause.label for e in engine.program.endings}
        _same("clause of the fault", first, first if not first or ending or first in state.clauses else state.clauses)
        return
    _same("cards", position.cells, engine.cells(state))
    _same("fields", _fields(interpreter, engine.program, position), engine.fields(state))
    _same("legal moves", () if position.over else turn.moves, engine.moves(state))
    _same("step", engine.steps.get(position.step), state.step.value)
    _same("end", position.over, module.is_over(state))
    result = position.result
    _same(
        "result",
        result and (result.ending, result.returns),
        state.result and (state.result.ending, module.returns(state)),
    )
    _same("player", -4 if position.over else position.fields[interpreter.layout.mover], module.current_player(state))
    _same("words of the moves", list(map(interpreter.words.action, () if position.over else turn.moves)),
          list(map(module.describe, module.legal_moves(state))))  # fmt: skip
    for seat in range(interpreter.layout.players):
        _same(f"what player {seat + 1} sees", _seen(interpreter, position, seat), _told(engine, state, seat))
        _same(f"the fields that player {seat + 1} sees", *_fields_seen(interpreter, engine, position, state, seat))


def _same(what: str, wanted: object, found: object) -> None:
    if wanted != found:
        raise Differs(f"{what}: the interpreter has {wanted!r}, the exported engine {found!r}")


def _seen(interpreter: Interpreter, position: Position, seat: int) -> list[dict[str, Any]]:
    views = observe(interpreter.layout, position, seat).views
    return [_view(interpreter, view, cell) for cell, view in enumerate(views)]


def _view(interpreter: Interpreter, view: View, cell: int) -> dict[str, Any]:
    """What an engine says of a zone that is seen like that."""
    names = interpreter.words.cards
    if view.cards is not None:
        return {"cards": [names[card] for card in view.cards], "count": view.count}
    if view.count is None:
        return {}
    seen = interpreter.layout.zones[interpreter.layout.cells[cell].name].decl.seen
    top = {"top": None if view.top is None else names[view.top]} if seen == "top" else {}
    return {**top, "count": view.count}


def _told(engine: Engine, state: Any, seat: int) -> list[dict[str, Any]]:
    told = engine.module.observation(state, seat)
    return [v for z in engine.program.zones for v in flat(told[z.decl.source.label], len(z.decl.index))]


def _fields_seen(
    interpreter: Interpreter, engine: Engine, position: Position, state: Any, seat: int
) -> tuple[list[Any], list[Any]]:
    """What the engine is to show of fields that not everybody sees, and what it shows."""
    layout, seen = interpreter.layout, observe(interpreter.layout, position, seat).fields
    whole, shown = engine.module.to_data(state), engine.module.observation(state, seat)
    wanted: list[Any] = []
    found: list[Any] = []
    for f in engine.program.fields:
        if not all_see(f.slots.decl):
            depth = len(f.slots.sizes)
            values = zip(layout.slots_of(f.label), flat(whole[f.name], depth), strict=True)
            wanted += [{} if seen[slot] is None else value for slot, value in values]
            found += flat(shown[f.label], depth)
    return wanted, found


def _fields(interpreter: Interpreter, program: p.Program, position: Position) -> dict[str, tuple[int, ...]]:
    """The interpreter's values of the fields that the engine has."""
    slots = interpreter.layout.slots_of
    return {f.label: tuple(position.fields[slot] for slot in slots(f.label)) for f in program.fields}


def flat(value: Any, depth: int) -> list[Any]:
    """The parts of nested lists."""
    return [value] if depth == 0 else [part for item in value for part in flat(item, depth - 1)]
