"""A program that plays one game, before it is written in any language: statements, functions, and what they are for.

Leaves values and expressions to `engine.core.terms`, making a program to `engine.core.lower.game`, and writing it down
to one printer a language (`engine.python.module`, ...).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.core.layout import FieldSlots
from engine.core.terms import Call, Expr, Kind, Local, Range, Zone
from spec.ir import nodes as ir
from spec.ir.mixes import Mix

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class SetField:
    name: str
    index: tuple[Expr, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Roll:
    """Sets a field to `low` plus a pick out of `count`."""

    name: str
    index: tuple[Expr, ...]
    low: int
    count: int


@dataclass(frozen=True, slots=True)
class MoveCards:
    """Takes cards out of a zone and lays them into a set, or onto or under ordered cards.

    `cards` is None where everything goes. Onto: first card first; under: likewise, so that the last ends outermost.
    Undefined where one of them does not lie in `source`, or is named twice. The two zones may be the same.
    """

    cards: Expr | None
    source: Zone
    target: Zone
    how: Literal["into", "onto", "under"]


@dataclass(frozen=True, slots=True)
class DrawCards:
    """Takes cards one by one from the top; with `up_to` as many as there are, else Undefined where there are fewer."""

    count: Expr
    source: Zone
    target: Zone
    how: Literal["into", "onto"]
    up_to: bool


@dataclass(frozen=True, slots=True)
class Shuffle:
    zone: Zone


@dataclass(frozen=True, slots=True)
class Let:
    """Keeps a truth value under a name for the statements that follow."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    cond: Expr
    then: tuple[Statement, ...]
    other: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ForEach:
    """Runs the body for each value for which the condition (None: always yes) holds.

    `fixed`: the values and conditions cannot change meanwhile; else they are all read before the body first runs.
    """

    var: str
    over: Range
    cond: Expr | None
    body: tuple[Statement, ...]
    fixed: bool


@dataclass(frozen=True, slots=True)
class Unseen:
    """Statements that do not ask which cards they move: those that leave hidden stacks are decided after them.

    Only in programs that are lowered with such cards undecided.
    """

    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Do:
    """Calls a function whose answer is nothing."""

    call: Call


@dataclass(frozen=True, slots=True)
class DoOrLeave:
    """Calls a function that may answer a step: if it does, this function answers it at once."""

    call: Call


@dataclass(frozen=True, slots=True)
class Answer:
    """Ends the function with a value; None: with nothing."""

    value: Expr | None


@dataclass(frozen=True, slots=True)
class Settle:
    """Finds those of some clauses (keys) of an outcome group that decide, and runs them (see `GroupDef`)."""

    group: str
    clauses: tuple[str, ...]


Statement = (
    SetField | Roll | MoveCards | DrawCards | Shuffle | Let | If | ForEach | Unseen | Do | DoOrLeave | Answer | Settle
)  # fmt: skip

# ---------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class Doc:
    """What a function states: a sentence without its full stop, and the places of the rulebook."""

    sentence: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Param:
    name: str
    kind: ir.Type


def called(name: str, params: tuple[Param, ...], result: Kind) -> Call:
    """A call of a function with its own parameters, where these are in scope."""
    return Call(name, tuple(Local(param.name, param.kind) for param in params), result)


@dataclass(frozen=True, slots=True)
class Function:
    """A function; `state`: its first parameter is the state. `label`: of the clause, step or move that it states.

    `names`: a fault that arises in it names `label` (clauses, steps and moves; '' for definitions and routines).
    `effect`: the cited effect that it is, where it is one.
    """

    name: str
    params: tuple[Param, ...]
    result: Kind
    body: tuple[Statement, ...]
    doc: Doc
    state: bool
    label: str = ""
    effect: ir.Source | None = None


@dataclass(frozen=True, slots=True)
class ClauseDef:
    """A clause of a group: its condition and, where it does anything, its effects; `above` outrank it (labels).

    `key` tells it from the others of its group (its label, numbered where labels come again). `total`: its condition
    cannot go wrong, so that it need not be read where it does not matter.
    """

    key: str
    label: str
    kind: Literal["permit", "forbid", "outcome", "ending"]
    test: Call
    effect: Call | None
    above: tuple[str, ...]
    cites: tuple[str, ...]
    total: bool = False


@dataclass(frozen=True, slots=True)
class GroupDef:
    """An outcome group: one function (whose body is `Settle`, as it is lowered) and its clauses.

    Every condition is read, in order. None holds: Gap. Of those that hold, those that no other one that holds outranks
    decide; several of these are run each on a copy of the state with the same luck, and must come to the same (else
    Clash). `functions` are those of the clauses: conditions, effects, and what these call.
    """

    label: str
    function: Function
    clauses: tuple[ClauseDef, ...]
    functions: tuple[Function, ...]


@dataclass(frozen=True, slots=True)
class PickCard:
    """One of some cards, in deck order; `blind`: the mover does not see which is which."""

    cards: Expr
    blind: bool


@dataclass(frozen=True, slots=True)
class PickCards:
    """Some of the cards (in deck order), of a shape: see `ShapeDef.choices`."""

    cards: Expr
    shape: str


@dataclass(frozen=True, slots=True)
class PickFrom:
    """A value of a range; tried in ascending order."""

    over: Range


Pick = PickCard | PickCards | PickFrom


@dataclass(frozen=True, slots=True)
class MoveParam:
    """A parameter of a move; its choice may name the parameters before it."""

    name: str
    kind: ir.Type
    choice: Pick


@dataclass(frozen=True, slots=True)
class ActionDef:
    """A kind of move.

    Legal: some clause applies, and of those that apply the unoutranked are all permits; permits and forbids together
    (or a circle) are a Clash. `functions` are those of the clauses and of the parts of `effect`, which is what the move
    does (None: nothing). The names are fit for a class, a table of clauses, a function that judges arguments (in the
    order of `judged`, the names of those parameters that its clauses read), and a generator of legal moves.

    `tests`, where there are any, say the same in short: what has to hold for a move to be legal after none of its
    choices is made, after the first, and so on (And(()) where nothing has). `alone` holds of the last choice as well,
    whatever the others are. `known`: what is read before each choice and kept under a name for the tests after it.
    """

    label: str
    type_name: str
    rules: str
    judge: str
    why: str
    judged: tuple[str, ...]
    moves: str
    params: tuple[MoveParam, ...]
    clauses: tuple[ClauseDef, ...]
    functions: tuple[Function, ...]
    effect: Function | None
    doc: Doc
    tests: tuple[Expr, ...] = ()
    alone: Expr | None = None
    known: tuple[tuple[Let, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """The places at which a card of each rank stands in a line, neighbours one apart; `circle`: of so many places.
    A `wild` card stands at every place that there is, whatever its rank."""

    name: str
    places: tuple[tuple[int, ...], ...]
    circle: int
    wild: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MixDef:
    """The table of a shape that has parts: see `spec.ir.mixes`. `wild`: cards that are taken for others."""

    name: str
    mix: Mix
    wild: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShapeDef:
    """A pattern of cards.

    `tests` answer whether cards are of it (those that somebody asks for). `choices` names the function that lists all
    choices of it from cards, in lexicographic order; '' where nobody does. `line`: its `Line`, or ''; of a
    shape without a line, where cards are wild, one that tells which. `mix`: its `MixDef`, where it has parts; else ''.
    """

    shape: ir.Shape
    tests: tuple[Function, ...]
    choices: str
    line: str
    mix: str = ""


@dataclass(frozen=True, slots=True)
class EndingDef:
    """An ending: `clause.test` holds where it applies; `returns` answers what each player gets."""

    clause: ClauseDef
    at: tuple[str, ...]
    returns: Call
    functions: tuple[Function, ...]


@dataclass(frozen=True, slots=True)
class RunStep:
    """Runs `function`, which does the step's effects and answers the step that follows."""

    function: Function


@dataclass(frozen=True, slots=True)
class LastStep:
    """Play never goes past this step: one of the endings read on arriving always holds."""


@dataclass(frozen=True, slots=True)
class AskStep:
    """The mover picks a legal move of these actions (labels), or passes (`may`).

    Without a legal move: with `may` play goes to `next`; else `otherwise` runs, as a step's function; else Stuck.
    `moves` is a name for the function that lists the legal moves here.
    """

    actions: tuple[str, ...]
    moves: str
    may: bool
    next: str
    otherwise: Function | None


@dataclass(frozen=True, slots=True)
class StepDef:
    """A step of play. `reads`: the endings without a step are read after its effects; `label` as in the rule file.

    `arriving`: endings (labels) that are read on arriving. `index` is its place among the IR's steps.
    """

    name: str
    label: str
    act: RunStep | AskStep | LastStep
    reads: bool
    arriving: tuple[str, ...]
    doc: Doc
    functions: tuple[Function, ...]
    index: int


@dataclass(frozen=True, slots=True)
class ZoneDef:
    """A zone family of the state: `name` in the program, `decl` in the IR."""

    name: str
    decl: ir.ZoneDecl


@dataclass(frozen=True, slots=True)
class FieldDef:
    """A field family of the state; `start` answers its first value (may read fields before it)."""

    name: str
    label: str
    kind: ir.Type
    slots: FieldSlots
    start: Expr


@dataclass(frozen=True, slots=True)
class DomainDef:
    """A domain: `type_name` and `members` are fit for an enumeration; `plain`: its symbols are bare numbers."""

    label: str
    type_name: str
    members: tuple[str, ...]
    words: tuple[str, ...]
    plain: bool


@dataclass(frozen=True, slots=True)
class TableDef:
    name: str
    label: str
    values: tuple[tuple[int, ...], ...]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """A whole game. `functions` are the definitions and routines, callers after callees.

    `jumps`: for each kind of `StepBy` that is used, from a step's name to the name of the step that it leads to.
    `claims` answer whether a claim holds of a position, where that is asked.
    """

    title: str
    settings: tuple[tuple[str, str], ...]
    cards: tuple[str, ...]
    faces: tuple[ir.CardFace, ...]
    players: int
    domains: tuple[DomainDef, ...]
    zones: tuple[ZoneDef, ...]
    full: str
    fields: tuple[FieldDef, ...]
    tables: tuple[TableDef, ...]
    lines: tuple[Line, ...]
    mixes: tuple[MixDef, ...]
    shapes: tuple[ShapeDef, ...]
    functions: tuple[Function, ...]
    groups: tuple[GroupDef, ...]
    actions: tuple[ActionDef, ...]
    endings: tuple[EndingDef, ...]
    steps: tuple[StepDef, ...]
    jumps: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    claims: tuple[Function, ...] = ()


def ends(body: tuple[Statement, ...]) -> bool:
    """Does every way through these statements end in an answer?"""
    match body[-1] if body else None:
        case Answer() | Settle():
            return True
        case If(_, then, other):
            return ends(then) and ends(other)
        case _:
            return False


def functions(program: Program) -> dict[str, Function]:
    """Every function of a program by its name."""
    found = [*program.functions, *(test for shape in program.shapes for test in shape.tests)]
    for group in program.groups:
        found += (group.function, *group.functions)
    for action in program.actions:
        found += (*action.functions, *((action.effect,) if action.effect else ()))
    for step in program.steps:
        found += step.functions
        match step.act:
            case RunStep(function) | AskStep(otherwise=Function() as function):
                found.append(function)
            case _:
                pass
    found += (function for ending in program.endings for function in ending.functions)
    return {function.name: function for function in found}
