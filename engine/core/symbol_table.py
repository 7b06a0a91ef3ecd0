"""The names that a program gives to the parts of a game, and which of the parts it calls.

Leaves what the parts become to `engine.core.lower.game` and its fellows.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count
from typing import Literal

from engine.core import program as p
from engine.core import terms as t
from engine.core.definedness import Definedness
from engine.core.layout import Layout
from engine.core.names import ORDINALS, RESERVED, Names, camel, constant, identifier, member, repeated
from engine.core.uses import Uses
from engine.python.library_text import IMPORTS, pieces
from spec.ir import nodes as ir
from spec.ir.flow import always_jump, jumps
from spec.ir.index import rows
from spec.ir.types import join, type_of
from spec.ir.walk import walk

ATTRIBUTES = ("step", "result", "luck", "moves", "copy", "field", "list", "tuple", "range", "mro")
TYPES = [
    "State",
    "Move",
    "Pass",
    "Step",
    "Result",
    "Luck",
    "Fault",
    "Gap",
    "Clash",
    "Undefined",
    "OutOfRange",
    "Stuck",
    "Endless",
    "OpenQuestion",
    "IllegalMove",
    "LuckNeeded",
    "Stream",
    "Domain",
    "Card",
    "Cards",
    "Clause",
    "Rules",
    "Any",
    "Callable",
    "Iterable",
    "Iterator",
    "Sequence",
    "Enum",
    "IntEnum",
    "Rank",
    "Suit",
    "Colour",
    "Returns",
    "Lit",
    "Permit",
    "Forbid",
    "Verdict",
    "Outcome",
    "View",
    "Decision",
]
OWN = """
AGAIN ARRIVALS ASKED BETWEEN CARDS CHOICE CHOICES CLAUSES COLOUR_OF ENDINGS ENDINGS_AFTER END_TURN FIELDS FIELD_NAMES
GAME GOLDEN LEAVE MASK MAY_PASS MOST_BUTTONS MOST_STEPS MOVER MOVES OPEN_ENDINGS PICK PLACES PLAYERS RANK_OF SETTINGS
mro SHUFFLE STEPS STRIDE SUITS SUIT_OF SYMBOLS SYMBOL_OF THEN TITLE TOGETHER WORDS ZONES
Array Atomics BigInt Boolean DataView Date Function Infinity Int32Array Intl Iterator JSON Map Math NaN Number Object
Promise Proxy RangeError Reflect Set String Symbol TypeError URL URLSearchParams Uint32Array Uint8Array WeakMap WeakSet
"""
"""What a program's own texts, in any language, have a use for."""


def taken() -> set[str]:
    """The names that no part of a game can have."""
    imported = (name for names in IMPORTS.values() for name in names)
    return {*RESERVED, *TYPES, *OWN.split(), *pieces(), *imported}


Fit = Callable[[ir.Expr, ir.Type], t.Expr]


class SymbolTable:
    """Names of everything that has one; `asked` are the definitions, routines and groups that are called."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.layout = Layout(game)
        self.uses = Uses(game)
        self.index = self.uses.index
        self.defined = Definedness(self.index)
        self._force()
        self.names = Names(taken() | {f"ENDINGS_AT_{constant(s.source.label)}" for s in game.steps})
        attributes = Names(set(keyword.kwlist) | set(ATTRIBUTES))
        self.zones = {z.source.label: attributes.give(_own(z.source.label)) for z in game.zones}
        self.fields = {name: attributes.give(_own(name)) for name in self.layout.fields}
        self.slots = {self.fields[name]: slots for name, slots in self.layout.fields.items()}
        self.types = {d.name: self._type_name(d) for d in game.domains}
        self.functions = {("define", d.source.label): self._name(d.source, "value") for d in game.defines}
        self.functions |= {("routine", r.source.label): self._name(r.source, "routine") for r in game.routines}
        self.functions |= {("group", g.source.label): self._name(g.source, "outcome") for g in game.groups}
        self.tables = {one.source.label: self._name(one.source, "table") for one in game.tables}
        self.tests: dict[tuple[str, bool], str] = {}
        self.searched: set[str] = set()
        """The shapes of which selections are looked for among cards."""
        self.asked: dict[tuple[str, str], None] = {}

    def _force(self) -> None:
        """Parameters without a use are kept where an argument may go wrong, which has to be noticed."""
        for part in (self.game.defines, self.game.routines, self.game.groups, self.game.actions, self.game.endings,
                     self.game.steps, self.game.fields):  # fmt: skip
            for item in part:
                for node in walk(item):
                    if isinstance(node, ir.Call):
                        kind, name, _, _ = self.uses.declaration(node)
                        faulty = (i for i, arg in enumerate(node.args) if not self.defined.total(arg))
                        self.uses.forced.update((kind, name, i) for i in faulty)

    def _name(self, source: ir.Source, what: str) -> str:
        plain = identifier(source.label)
        return self.names.give(plain, f"{plain}_{what}", also=CONSTANTS_OF.get(what, lambda name: ()))

    def _type_name(self, domain: ir.Domain) -> str:
        if domain.name in ("rank", "suit", "colour"):
            return domain.name.capitalize()
        plain = camel(domain.name)
        return self.names.give(plain, f"{plain}Word", also=lambda name: [f"EVERY_{constant(name)}"])

    # ------------------------------------------------------------ asking

    @staticmethod
    def walk(node: object) -> Iterator[object]:
        """A node and all nodes in it."""
        return walk(node)

    def kind(self, expr: ir.Expr) -> ir.Type:
        """The type of an expression."""
        return type_of(self.index, expr)

    def joined(self, left: ir.Expr, right: ir.Expr) -> ir.Type:
        """The type of two values that are compared."""
        return join(self.kind(left), self.kind(right)) or self.kind(left)

    def rows(self, domain: str) -> tuple[str, ...]:
        """The rows of piles that are counted by a domain."""
        return tuple(self.zones[row.source.label] for row in rows(self.game.zones, domain))

    def local(self, var: str, taken: Iterable[str]) -> str:
        """A name for a variable: its own, unless that is taken."""
        plain, used = identifier(var), set(taken) | {"state", "self"}
        for name in chain((plain, f"{plain}_"), (repeated(plain, time) for time in count(2))):
            if name not in used and name not in self.names:
                return name
        raise AssertionError("there is always another number")

    def call(self, node: ir.Call, fit: Fit) -> t.Call:
        """A call of a definition, routine or group, with those arguments that it has a use for."""
        kind, name, params, _ = self.uses.declaration(node)
        self.asked[kind, name] = None
        pairs = zip(params, node.args, self.uses.kept(node), strict=True)
        args = tuple(fit(arg, param.type) for param, arg, kept in pairs if kept)
        return t.Call(self.functions[kind, name], args, self.result_of(kind, name))

    def shape_test(self, shape: str, ordered: bool) -> str:
        """The name of the function that tells whether cards are of a shape, as they lie or in some order."""
        as_they_lie = ordered and self.index.shapes[shape].ordered
        key = (shape, as_they_lie)
        if key not in self.tests:
            plain = identifier(shape)
            self.tests[key] = self.names.give(f"is_{plain}" if as_they_lie == self.index.shapes[shape].ordered
                                              else f"can_be_{plain}", f"is_{plain}_shape")  # fmt: skip
        return self.tests[key]

    # ------------------------------------------------------------ what functions do

    def result_of(self, kind: str, name: str) -> t.Kind:
        """What a definition, a routine or a group answers."""
        match kind:
            case "define":
                return self.index.defines[name].type
            case "routine":
                return self.result(self.index.routines[name].body)
            case _:
                effects = tuple(clause.effects for clause in self.index.groups[name].clauses)
                return t.ToStep(maybe=True) if jumps(self.index, effects) else t.Nothing()

    def result(self, effects: tuple[ir.Effect, ...]) -> t.ToStep | t.Nothing:
        """What a function of these effects answers."""
        return t.ToStep(maybe=not always_jump(self.index, effects)) if jumps(self.index, effects) else t.Nothing()

    def domains(self) -> tuple[p.DomainDef, ...]:
        """The domains of the game; those that settings come from are left out."""
        return tuple(
            p.DomainDef(d.name, self.types[d.name], _members(d.values), d.values, _plain(d))
            for d in self.game.domains
            if not d.name.startswith("(")
        )


CONSTANTS_OF: dict[str, Callable[[str], Iterable[str]]] = {
    "table": lambda name: [constant(name)],
    "outcome": lambda name: [f"{constant(name)}_CLAUSES"],
}
"""The constants that are called after something."""

Attr = Literal["rank", "suit", "colour"]


def _own(label: str) -> str:
    """A name for an attribute; one with a reserved meaning gets an underscore from `Names.give`."""
    if counter := re.fullmatch(r"\(count (\d+)\)", label):
        number = int(counter[1])
        return "loop_count" if number == 1 else f"{ORDINALS[number] if number < len(ORDINALS) else number}_loop_count"
    return identifier(label)


def _plain(domain: ir.Domain) -> bool:
    numbered = tuple(str(i + 1) for i in range(len(domain.values)))
    return domain.name == "player" or (domain.values == numbered and domain.name not in ("rank", "suit", "colour"))


def _members(words: tuple[str, ...]) -> tuple[str, ...]:
    names = Names(())
    return tuple(names.give(member(word)) for word in words)
