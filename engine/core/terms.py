"""The terms of a program tree: what its values are, its expressions, and what they range over.

Leaves statements and declarations to `engine.core.program`.

Only a `Check` and a `Fails` can stop play, by an exception of the target, and each names its fault; all else is total
where the operands are as the checks in them leave them. Each node says its type by itself: see `engine.core.types`.
Cards are numbers (places in the deck). A zone is a list that changes; cards that are handed over are never changed. A
zone without an order, and every value of type `ir.Cards(ordered=False)`, is in deck order. A symbol is its place in its
domain; nobody is the target's own nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from spec.ir import nodes as ir

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


Kind = ir.Type | ToStep | Nothing | Returns

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
    """A card of the deck by its place; `ir.NOBODY` is a card that the deck lacks or, if it `may_lack`, no card."""

    card: int
    may_lack: bool = False


@dataclass(frozen=True, slots=True)
class SomeCards:
    """Fixed cards, bottom first."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Local:
    """A parameter or a name bound by a range."""

    name: str
    type: ir.Type


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the state."""

    name: str
    index: tuple[Expr, ...]
    type: ir.Type


@dataclass(frozen=True, slots=True)
class Zone:
    """The cards of a zone of the state: the list itself, which changes (`Snapshot` where it must not)."""

    name: str
    index: tuple[Expr, ...]
    type: ir.Cards


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Cards as they lie now, whatever becomes of the zone."""

    cards: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the program; the printer hands the state over first where `Function.state` asks for it."""

    function: str
    args: tuple[Expr, ...]
    type: Kind


HelperName = Literal[
    "top",  # top(cards): the last of some cards, of which there is one
    "bottom",  # bottom(cards): the first of some cards, of which there is one
    "top_cards",  # top_cards(n, cards): the last n of some cards, as they lie; there are as many
    "bottom_cards",  # bottom_cards(n, cards): the first n of some cards, likewise
    "plus",  # plus(a, b): cards of a or b, in deck order
    "without",  # without(a, b): cards of a not in b, in deck order
    "common",  # common(a, b): cards of a and b, in deck order
    "in_deck_order",  # in_deck_order(cards): the same cards sorted
    "least_total",  # least_total(table, cards): the sum of each card's first value; each has one
    "greatest_total",  # greatest_total(table, cards): the sum of each card's last value; each has one
    "can_total",  # can_total(table, cards, amount): can one value a card add up to it? each has one
    "same_rank",  # same_rank(cards): no two ranks; likewise the next two
    "same_suit",
    "same_colour",
    # is_run(line, cards): consecutive places in some order, ranks all different (ordered: as they lie). Where the line
    # has wild cards there are no more cards than ranks in it.
    "is_run",
    "is_rising_run",
    "is_walk",  # is_walk(line, cards): each card beside the one before it, as they lie
    "is_walk_in_some_order",
    "is_mix",  # is_mix(mix, cards): are the cards parted as a shape's table says?
    "same_cards",  # same_cards(a, b): the same cards in the same order
]


@dataclass(frozen=True, slots=True)
class Helper:
    """A call of a piece of the printer's run-time library, by the name and meaning listed at `HelperName`."""

    name: HelperName
    args: tuple[Expr, ...]


CheckName = Literal[
    "somebody",  # the symbol is not nobody
    "some_cards",  # there is a card
    "at_most_one",  # the cards are at most one, and so in an order
    "within",  # the number lies in low..high of the field called `field`; `given` is (low, high, field)
    "valued",  # each card has a value in the table; `given` is (table,)
    "above_zero",  # the number is above 0, and so another can be divided by it
]
CHECKS: dict[CheckName, tuple[Literal["undefined", "out_of_range"], str]] = {
    "somebody": ("undefined", "there is nobody here, and somebody is needed"),
    "some_cards": ("undefined", "there are no cards, and one is needed"),
    "at_most_one": ("undefined", "several cards in no order go to an ordered place"),
    "within": ("out_of_range", "the number is outside the range of its field"),
    "valued": ("undefined", "a card has no value to be counted by"),
    "above_zero": ("undefined", "a number is to be divided by one that is not above 0"),
}
"""The fault of each check, and what it says."""


@dataclass(frozen=True, slots=True)
class Check:
    """The value, of which the check holds; else play stops with its fault (`CHECKS`)."""

    asks: CheckName
    value: Expr
    given: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class TableName:
    """A value table, as a helper's argument: for each card its possible values, ascending."""

    table: str


@dataclass(frozen=True, slots=True)
class LineName:
    """A `Line`, as a helper's argument."""

    line: str


@dataclass(frozen=True, slots=True)
class MixName:
    """A `MixDef`, as a helper's argument."""

    mix: str


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
    op: ir.Arithmetic
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Either:
    cond: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Attr:
    """The rank, suit or colour of a card; `lacking`: some cards of the deck have none."""

    attr: Literal["rank", "suit", "colour"]
    card: Expr
    lacking: bool = False


@dataclass(frozen=True, slots=True)
class Ordinal:
    """A symbol's place from 1, as a number."""

    item: Expr


@dataclass(frozen=True, slots=True)
class Adjacent:
    """Ranks one above / below / beside each other; `wrap` is the number of ranks where last meets first, else 0."""

    way: ir.Neighbour
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


FoldName = Literal[
    "any",  # is `value` true for one of them? stops at the first yes
    "all",  # is `value` true for each of them? stops at the first no
    "sum",  # the sum of `value`
    "least",  # the least `value`
    "greatest",  # the greatest `value`
    "first",  # the first of them, which is `value` as well; stops there
    "only_least",  # the one of them with the least `value`; where several share it, play stops (undefined)
    "only_greatest",  # the one of them with the greatest `value`; likewise
]


@dataclass(frozen=True, slots=True)
class Fold:
    """One value out of those of a range for which the condition (None: always yes) holds, gone through in its order.

    `empty` is what it comes to where there is none; None where that needs no saying, as for "any", or cannot be.
    """

    how: FoldName
    var: str
    over: Range
    cond: Expr | None
    value: Expr
    empty: Expr | None = None


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
class Offered:
    """Is there a legal move among those listed for the step at which play stands?"""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Is a move of this action (`ActionDef.label`) legal, by all of its clauses? `args` are those of its `judge`."""

    action: str
    args: tuple[Expr, ...]


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
    type: Kind
    clause: str = ""


Expr = (
    Truth | Number | Word | OneCard | SomeCards | Local | Field | Zone | Snapshot | Call | Helper | Check | TableName
    | LineName | MixName | Text | Not | And | Or | Compare | OneOf | Arith | Either | Attr | Ordinal | Adjacent | Size
    | IsEmpty
    | Just | Member | Filter | Fold | Beside | CanMove | Offered | Weighed | PerPlayer | Winners | StepName | StepBy
    | Fails
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
    """Every player once, clockwise from `start`; the other way round while `against` holds."""

    start: Expr
    against: Expr | None = None


@dataclass(frozen=True, slots=True)
class CardsOf:
    """Every card of some cards, as they lie."""

    cards: Expr


@dataclass(frozen=True, slots=True)
class Numbers:
    """From `low` to `high`, both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class ShapesIn:
    """Every selection of some cards (in deck order) that is of a shape in no order: see `ShapeDef.choices`."""

    cards: Expr
    shape: str


@dataclass(frozen=True, slots=True)
class RestsIn:
    """What is left of some cards (in deck order) for each way to take selections of shapes out: see `ir.OverRests`."""

    cards: Expr
    shapes: tuple[str, ...]


Range = Words | Piles | Seats | CardsOf | Numbers | ShapesIn | RestsIn
