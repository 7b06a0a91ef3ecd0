"""A program that plays one game, before it is written in any language: data, functions, statements, expressions.

Leaves making it to `engine.export.lower`, and writing it down to one printer a language (`engine.export.python`, ...).

Every construct that may go wrong in play says so: a `Helper` named in `FAULTY` and a `Fails` stop play by an exception
of the target; all others are total. Cards are numbers (places in the deck). A zone is a list that changes; cards that
are handed over are never changed. A zone without an order, and every value of type `ir.Cards(ordered=False)`, is in
deck order. A symbol is its place in its domain; nobody is the target's own nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.position import FieldSlots
from spec import ir

# ---------------------------------------------------------------- types of values that are no values of the IR


@dataclass(frozen=True, slots=True)
class ToStep:
    """A step of play to go to; with `maybe`, or nothing, where play goes on as usual."""

    maybe: bool


@dataclass(frozen=True, slots=True)
class Nothing:
    """A function that answers nothing."""


@dataclass(frozen=True, slots=True)
class Returns:
    """A return for each player."""


Kind = ir.Bool | ir.Int | ir.Symbol | ir.Card | ir.Cards | ToStep | Nothing | Returns

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class Word:
    """A symbol of a domain by its place; `ir.NOBODY` for nobody."""

    domain: str
    value: int


@dataclass(frozen=True, slots=True)
class OneCard:
    """A card of the deck by its place."""

    card: int


@dataclass(frozen=True, slots=True)
class SomeCards:
    """Fixed cards, bottom first."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Local:
    """A parameter or a name bound by a range."""

    name: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the state."""

    name: str
    index: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """The cards of a zone of the state: the list itself, which changes (`Snapshot` where it must not)."""

    name: str
    index: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Cards as they lie now, whatever becomes of the zone."""

    cards: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the program; the printer hands the state over first where `Function.state` asks for it."""

    function: str
    args: tuple[Expr, ...] = ()


HelperName = Literal[
    "top",  # top(cards): the last of ordered cards; Undefined where there is none
    "bottom",  # bottom(cards): the first of ordered cards; Undefined where there is none
    "somebody",  # somebody(symbol): the symbol, Undefined where it is nobody
    "within",  # within(low, high, number, field): the number, OutOfRange where it is out of low..high
    "plus",  # plus(a, b): cards of a or b, in deck order
    "without",  # without(a, b): cards of a not in b, in deck order
    "common",  # common(a, b): cards of a and b, in deck order
    "in_deck_order",  # in_deck_order(cards): the same cards sorted
    "least_total",  # least_total(table, cards): the sum of each card's first value; Undefined for a card without
    "greatest_total",  # greatest_total(table, cards): the sum of each card's last value; Undefined for a card without
    "can_total",  # can_total(table, cards, amount): can one value a card add up to it? Undefined for a card without
    "same_rank",  # same_rank(cards): no two ranks; likewise the next two
    "same_suit",
    "same_colour",
    "is_run",  # is_run(line, cards): consecutive places in some order, ranks all different (ordered: as they lie)
    "is_rising_run",
    "is_walk",  # is_walk(line, cards): each card beside the one before it, as they lie
    "is_walk_in_some_order",
    "at_most_one",  # at_most_one(cards): the cards; Undefined where they are more than one, and so in no order
    "same_cards",  # same_cards(a, b): the same cards in the same order
]
FAULTY: frozenset[str] = frozenset(
    {"top", "bottom", "somebody", "within", "at_most_one", "least_total", "greatest_total", "can_total"}
)


@dataclass(frozen=True, slots=True)
class Helper:
    """A call of a piece of the printer's run-time library, by the name and meaning listed at `HelperName`."""

    name: HelperName
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class TableName:
    """A value table, as a helper's argument: for each card its possible values, ascending."""

    table: str


@dataclass(frozen=True, slots=True)
class LineName:
    """A `Line`, as a helper's argument."""

    line: str


@dataclass(frozen=True, slots=True)
class Text:
    """Words for a person."""

    words: str


@dataclass(frozen=True, slots=True)
class Not:
    item: Expr


@dataclass(frozen=True, slots=True)
class And:
    """All items, left to right, up to the first no."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Some item, left to right, up to the first yes."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """Equality or order of numbers, symbols, cards or truth values (never of cards: see `same_cards`)."""

    op: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class OneOf:
    """Is the value among these constants? (A short form of several comparisons.)"""

    item: Expr
    among: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Arith:
    op: Literal["+", "-", "*"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Either:
    cond: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Attr:
    """The rank, suit or colour of a card."""

    attr: Literal["rank", "suit", "colour"]
    card: Expr


@dataclass(frozen=True, slots=True)
class Ordinal:
    """A symbol's place from 1, as a number."""

    item: Expr


@dataclass(frozen=True, slots=True)
class Adjacent:
    """Ranks one above / below / beside each other; `wrap` is the number of ranks where last meets first, else 0."""

    way: Literal["above", "below", "beside"]
    left: Expr
    right: Expr
    wrap: int


@dataclass(frozen=True, slots=True)
class Size:
    cards: Expr


@dataclass(frozen=True, slots=True)
class IsEmpty:
    cards: Expr


@dataclass(frozen=True, slots=True)
class Just:
    """One card as cards."""

    card: Expr


@dataclass(frozen=True, slots=True)
class Member:
    card: Expr
    cards: Expr


@dataclass(frozen=True, slots=True)
class Filter:
    """Those of the cards (in deck order already) for which the condition holds."""

    var: str
    cards: Expr
    cond: Expr


@dataclass(frozen=True, slots=True)
class Quantify:
    kind: Literal["some", "every", "count"]
    var: str
    over: Range
    cond: Expr


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of a value over those for which the condition (None: always yes) holds."""

    var: str
    over: Range
    cond: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least or greatest key; Undefined where there is none (`sure`: there is one)."""

    end: Literal["least", "greatest"]
    var: str
    over: Range
    cond: Expr | None
    key: Expr
    sure: bool


@dataclass(frozen=True, slots=True)
class Best:
    """The one value with the least or greatest key; Undefined where there is none or several share it."""

    end: Literal["least", "greatest"]
    var: str
    over: Range
    cond: Expr | None
    key: Expr


@dataclass(frozen=True, slots=True)
class First:
    """The first value for which the condition holds; else `other`; without one Undefined (`sure`: there is one)."""

    var: str
    over: Range
    cond: Expr | None
    other: Expr | None
    sure: bool


@dataclass(frozen=True, slots=True)
class Beside:
    """The player `step` seats on, clockwise; `players` is how many there are."""

    player: Expr
    step: int
    players: int


@dataclass(frozen=True, slots=True)
class CanMove:
    """Has the mover a legal move by one of these actions (`ActionDef.label`) in this state?"""

    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PerPlayer:
    """A number for each player, in the order of the seats; `var` is the player."""

    var: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Winners:
    """1 for each player for whom the condition holds, -1 for the others; 0 for all where it holds for all or none."""

    var: str
    cond: Expr


@dataclass(frozen=True, slots=True)
class StepName:
    """A step of play (`StepDef.name`)."""

    step: str


@dataclass(frozen=True, slots=True)
class StepBy:
    """The step to which a jump of this kind leads from the step at which play stands: see `Program.jumps`."""

    jump: Literal["again", "end_turn", "leave"]


@dataclass(frozen=True, slots=True)
class Fails:
    """Stops play: the value is never there. The fault names `clause` where that is not empty."""

    fault: Literal["undefined", "open", "gap"]
    sentence: str
    clause: str = ""


Expr = (
    Truth | Number | Word | OneCard | SomeCards | Local | Field | Zone | Snapshot | Call | Helper | TableName | LineName
    | Text | Not | And | Or | Compare | OneOf | Arith | Either | Attr | Ordinal | Adjacent | Size | IsEmpty | Just
    | Member | Filter | Quantify | Sum | Extreme | Best | First | Beside | CanMove | PerPlayer | Winners
    | StepName | StepBy | Fails
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words:
    """Every symbol of a domain, in order."""

    domain: str


@dataclass(frozen=True, slots=True)
class Piles:
    """Of a row's domain those that hold a card (a card in one of the zones, at whatever other index)."""

    domain: str
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seats:
    """Every player once, clockwise from `start`."""

    start: Expr


@dataclass(frozen=True, slots=True)
class CardsOf:
    """Every card of some cards, as they lie."""

    cards: Expr


@dataclass(frozen=True, slots=True)
class Numbers:
    """From `low` to `high`, both included."""

    low: Expr
    high: Expr


Range = Words | Piles | Seats | CardsOf | Numbers

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
    """The last statement of an outcome group: finds the clauses that decide and runs them (see `GroupDef`)."""

    group: str


Statement = (
    SetField | Roll | MoveCards | DrawCards | Shuffle | If | ForEach | Do | DoOrLeave | Answer | Settle
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
    kind: Kind


@dataclass(frozen=True, slots=True)
class Function:
    """A function; `state`: its first parameter is the state. `label`: of the clause, step or move that it states.

    `names`: a fault that arises in it names `label` (clauses, steps and moves; '' for definitions and routines).
    """

    name: str
    params: tuple[Param, ...]
    result: Kind
    body: tuple[Statement, ...]
    doc: Doc
    state: bool
    label: str = ""


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
    """An outcome group: one function (whose body is `Settle`) and its clauses.

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
    kind: Kind
    choice: Pick


@dataclass(frozen=True, slots=True)
class ActionDef:
    """A kind of move.

    Legal: some clause applies, and of those that apply the unoutranked are all permits; permits and forbids together
    (or a circle) are a Clash. `functions` are those of the clauses and of the parts of `effect`, which is what the move
    does (None: nothing). The names are fit for a class, a table of clauses, a function that judges arguments (in the
    order of `judged`, the names of those parameters that its clauses read), and a generator of legal moves.
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


@dataclass(frozen=True, slots=True)
class Line:
    """The places at which a card of each rank stands in a line, neighbours one apart; `circle`: of so many places."""

    name: str
    places: tuple[tuple[int, ...], ...]
    circle: int


@dataclass(frozen=True, slots=True)
class ShapeDef:
    """A pattern of cards.

    `tests` answer whether cards are of it (those that somebody asks for). `choices` names the function that lists all
    choices of it from cards, in lexicographic order; '' where nobody does. `line`: its `Line`, or ''.
    """

    shape: ir.Shape
    tests: tuple[Function, ...]
    choices: str
    line: str


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
    kind: Kind
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
    shapes: tuple[ShapeDef, ...]
    functions: tuple[Function, ...]
    groups: tuple[GroupDef, ...]
    actions: tuple[ActionDef, ...]
    endings: tuple[EndingDef, ...]
    steps: tuple[StepDef, ...]
    jumps: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
