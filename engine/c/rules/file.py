"""What a file of C holds of an engine: those functions and tables that play comes to, places by their names, arguments.

Leaves the order of a file to whoever makes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.c import tree as c
from engine.c.print import declaration
from engine.c.rules.engine import Engine
from engine.targets.escape import comment
from spec.ir import nodes as ir
from spec.ir.types import domain_of, is_card

RUN_TIME = Path(__file__).parents[1] / "runtime"


def header_of(name: str) -> str:
    """One of the headers that are the same for all games."""
    return (RUN_TIME / f"{name}.h").read_text(encoding="utf-8")


QUIET = """#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
"""
LOUD = "#pragma GCC diagnostic pop\n"


def headers(*names: str) -> str:
    """Several of these headers; no game uses all that is in them."""
    return "\n".join((QUIET, *map(header_of, names), LOUD))


def declared(listed: Iterable[c.Declaration]) -> str:
    return "\n".join(map(declaration, listed))


def used(m: Engine, roots: Iterable[str]) -> list[c.Function]:
    """Those functions that play comes to from some, in their order."""
    by_name = {function.name: function for function in m.functions}
    waiting, found = list(roots), set[str]()
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in found:
            found.add(name)
            waiting += c.names(by_name[name].body)
    return [function for function in m.functions if function.name in found]


def used_tables(m: Engine, mentioned: set[str]) -> list[c.Table]:
    """Those tables that are mentioned, also by one another, in the order in which they were made."""
    wanted, waiting = set[str](), [name for name in m.tables if name in mentioned]
    while waiting:
        name = waiting.pop()
        if name in m.tables and name not in wanted:
            wanted.add(name)
            waiting += c.names(m.tables[name].value)
    return [m.tables[name] for name in m.tables if name in wanted]


def places(m: Engine) -> list[c.Enum]:
    steps = ((name, m.steps[step]) for step, name in m.step_names.items())
    listed = (
        [(name, number) for name, number, _ in m.places.values()],
        sorted(steps, key=lambda pair: pair[1]),
        [(name, number) for number, name in enumerate(m.clauses.values())],
    )
    return [c.Enum(tuple(c.Enumerator(name, c.Int(number)) for name, number in pairs)) for pairs in listed if pairs]


def member(m: Engine, name: str, param: ir.Param, label: str) -> tuple[c.Param, str]:
    """An argument as a member, with a comment."""
    if param.shape is None:
        return c.Param(c.Named("int64_t"), label), _said(param.type)
    if m.index.shapes[param.shape].ordered:
        type_ = c.Array(c.Named("uint8_t"), c.Int(max(m.shape(param.shape).longest, 0) + 1))
        return c.Param(type_, label), "how many cards, then the cards in their order"
    return c.Param(c.Named(f"{name}_cards"), label), "a set"


def _said(kind: ir.Type) -> str:
    if domain := domain_of(kind):
        return f"{comment(domain)}, from 0"
    return "a card" if is_card(kind) else "a number"
