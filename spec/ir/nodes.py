"""The intermediate representation: the only thing below the front end that carries meaning.

A `Game` is one game under one choice of edition, readings, rulings and parameters, with every size known. It holds no
syntax and no open parameter. What each node means is defined by `engine.interpreter.interpreter`; which nodes may stand
where is checked by `spec.ir.check`; `spec.ir.printing` prints and reads it.

Values: a truth value is 0 or 1; a symbol (player, rank, suit, colour, pile number, author's word) is its index in its
domain, `NOBODY` where the domain is optional; a card is its index in `Game.deck`; cards are a set or a sequence.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, assert_never

from spec.text.source import NOWHERE, Span

NOBODY = -1

# ---------------------------------------------------------------- types
# What is no symbol has no domain; only a symbol and a card may be nobody.


@dataclass(frozen=True, slots=True)
class Bool:
    """Yes or no."""

    domain: ClassVar[str] = ""
    optional: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number; a field's range is kept with the field."""

    domain: ClassVar[str] = ""
    optional: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """One of the words of a domain; with `optional`, or nobody."""

    domain: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the deck; with `optional`, or none."""

    optional: bool = False
    domain: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """Several cards: in an order from bottom to top, or in none."""

    ordered: bool
    domain: ClassVar[str] = ""
    optional: ClassVar[bool] = False


type_classes = (Bool, Int, Symbol, Card, Cards)
Type = Bool | Int | Symbol | Card | Cards

# ---------------------------------------------------------------- expressions

Arithmetic = Literal["+", "-", "*", "//"]
"""`//` is the quotient rounded down, also below zero; by what is not above 0 it is undefined."""
Comparison = Literal["=", "!=", "<", "<="]
LeastOrGreatest = Literal["least", "greatest"]
Neighbour = Literal["above", "below", "beside"]
Quantifier = Literal["some", "every", "count"]
TopOrBottom = Literal["top", "bottom"]


@dataclass(frozen=True, slots=True)
class Lit:
    """A fixed value; NOBODY as a card is one that the deck lacks."""

    value: int
    type: Type


@dataclass(frozen=True, slots=True)
class CardList:
    """Fixed cards, bottom first."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Var:
    """A parameter or a bound name."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Get:
    """The value of a state field. Every game has the field `mover`: the player whose turn it is."""

    field: str
    index: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A zone: as an expression, the cards in it now; in an effect, where cards come from or go to."""

    zone: str
    index: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Apply:
    """A definition applied to arguments."""

    define: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """The reading of a question that has not been settled; evaluating it stops play and names the question."""

    question: str
    type: Type


@dataclass(frozen=True, slots=True)
class Not:
    item: Expr


@dataclass(frozen=True, slots=True)
class And:
    """All items, evaluated left to right, stopping at the first no."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Some item, evaluated left to right, stopping at the first yes."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """Equality of two values of one type; order of numbers and of ranks (by the deck's order)."""

    op: Comparison
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Arith:
    op: Arithmetic
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class If:
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
    """A symbol's place in its domain's order, from 1, as a number."""

    item: Expr


@dataclass(frozen=True, slots=True)
class Adjacent:
    """Is `left`'s rank exactly one `above` / `below` / either way `beside` `right`'s? `wrap`: last meets first."""

    way: Neighbour
    left: Expr
    right: Expr
    wrap: bool = False


@dataclass(frozen=True, slots=True)
class Total:
    """The least or greatest sum of the cards' values in a value table (equal where no card has two values)."""

    table: str
    cards: Expr
    end: LeastOrGreatest


@dataclass(frozen=True, slots=True)
class CanTotal:
    """Is there a way of counting each card by one of its values that makes `amount`?"""

    table: str
    cards: Expr
    amount: Expr


@dataclass(frozen=True, slots=True)
class Size:
    cards: Expr


@dataclass(frozen=True, slots=True)
class EndCard:
    """The top or bottom card of ordered cards; undefined where there is none."""

    end: TopOrBottom
    cards: Expr


@dataclass(frozen=True, slots=True)
class EndCards:
    """So many cards from the top or the bottom of ordered cards, as they lie; too few, or below 0, is undefined."""

    end: TopOrBottom
    count: Expr
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
class Combine:
    """Union (`plus`), difference (`without`) or intersection (`common`) of cards, as a set."""

    op: Literal["plus", "without", "common"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Filter:
    """The cards for which the condition holds, as a set."""

    var: str
    cards: Expr
    cond: Expr

    @property
    def over(self) -> OverCards:
        """What the name runs over."""
        return OverCards(self.cards)


@dataclass(frozen=True, slots=True)
class HasShape:
    """Are the cards of this shape? Cards in no order are of an ordered shape if some order of them is."""

    cards: Expr
    shape: str


@dataclass(frozen=True, slots=True)
class Quantify:
    """Some / every value satisfies the condition; `count`: how many do."""

    kind: Quantifier
    var: str
    over: Range
    cond: Expr


@dataclass(frozen=True, slots=True)
class Sum:
    var: str
    over: Range
    cond: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least or greatest value of a key over those that satisfy the condition; undefined where none does."""

    end: LeastOrGreatest
    var: str
    over: Range
    cond: Expr
    key: Expr


@dataclass(frozen=True, slots=True)
class Best:
    """The one value whose key is least or greatest; undefined where none satisfies the condition or two share it."""

    end: LeastOrGreatest
    var: str
    over: Range
    cond: Expr
    key: Expr


@dataclass(frozen=True, slots=True)
class First:
    """The first value, in the range's order, that satisfies the condition; else `other`; undefined without one."""

    var: str
    over: Range
    cond: Expr
    other: Expr | None


@dataclass(frozen=True, slots=True)
class Beside:
    """The player `step` seats on (clockwise, round the table) from another; -1 is the player before."""

    player: Expr
    step: int


@dataclass(frozen=True, slots=True)
class CanMove:
    """Has the mover a legal move by one of these actions in this state?"""

    actions: tuple[str, ...]


Expr = (
    Lit | CardList | Var | Get | Place | Apply | Open | Not | And | Or | Compare | Arith | If | Attr | Ordinal
    | Adjacent | Total | CanTotal | Size | EndCard | EndCards | Just | Member | Combine | Filter | HasShape | Quantify
    | Sum | Extreme | Best | First | Beside | CanMove
)  # fmt: skip

Logic = Not | And | Or | Compare | If
OfSettings = Lit | Open | Arith | Logic
"""What is made of settings alone needs no more than these."""
AboutCards = (
    Attr | Adjacent | Total | CanTotal | Size | EndCard | EndCards | Just | Member | Combine | Filter | HasShape
)  # fmt: skip
Fold = Quantify | Sum | Extreme | Best | First
"""What goes through the values of a range that satisfy a condition, and makes one value of them."""
Picked = Best | First
"""The folds that make no value of what they go through, but take one of them."""
NoCondition = (
    CardList | Place | Arith | Attr | Ordinal | Total | Size | EndCard | EndCards | Just | Combine | Filter | Sum
    | Extreme | Best | First | Beside
)  # fmt: skip
"""What is never yes or no."""

# ---------------------------------------------------------------- ranges: what a name may stand for


@dataclass(frozen=True, slots=True)
class OverDomain:
    """Every symbol of a domain, in its order; of a row of piles, only those that hold a card."""

    domain: str


@dataclass(frozen=True, slots=True)
class OverSlots:
    """Every symbol of a row's domain, also those of piles that hold no card now."""

    domain: str


@dataclass(frozen=True, slots=True)
class OverSeats:
    """Every player once, clockwise from `start`; the other way round while `against` holds."""

    start: Expr
    against: Expr | None = None


@dataclass(frozen=True, slots=True)
class OverCards:
    """Every card of some cards: ordered ones bottom to top, others in deck order."""

    cards: Expr


@dataclass(frozen=True, slots=True)
class OverNumbers:
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class OverShapes:
    """Every selection of some cards that is of a shape in no order, each once; in the order of choices of that shape.

    Only `Quantify`, `Sum`, `Extreme` and `Best` go through such: none of them asks for the order.
    """

    cards: Expr
    shape: str


@dataclass(frozen=True, slots=True)
class OverRests:
    """What is left of some cards, for each way to take selections of these shapes out of them that share no card.

    None may be taken out, too. The ways are in this order: of the cards that are left to decide, the first in the
    deck's order goes out in each selection that it is the first of (shape by shape, in the order of choices), then
    stays. The same cards may be left by several ways, so only what asks each way alone goes through them: `Quantify`
    by `some` and `every`, and `Extreme`.
    """

    cards: Expr
    shapes: tuple[str, ...]


Range = OverDomain | OverSlots | OverSeats | OverCards | OverNumbers | OverShapes | OverRests

# ---------------------------------------------------------------- where a thing stands


@dataclass(frozen=True, slots=True, order=True)
class ClauseId:
    """What tells a clause from all others, wherever it stands in the file.

    `owner` is the move or outcome that it belongs to, `ends` or a step; the parts of a game themselves belong to their
    kind, as `(move)`. `variant` is the shape for which a move of several shapes was lowered, else ''.
    """

    owner: str
    label: str
    variant: str = ""

    def as_written(self) -> ClauseId:
        """The clause that its author wrote, for all shapes of its move."""
        return ClauseId(self.owner, self.label)


APART = {"apart": True}
"""Marks fields that only say what people call a thing: the IR's text leaves them out, and equal nodes may differ there.
`spec.ir.identity` fills those of sources but `display`. What is kept of a game's verdicts is kept whatever they are
(`verify.run.cache`); the C of a game is kept with its clauses, and so by them too (`engine.c.compiled.code_cache`)."""
MOVES = "(move)"
"""The owner of the sources of moves themselves."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where something stands in the rule file, and the places of the rulebook that it states.

    `display` is what its author wants people to read (`as "..."`), '' for none: `spec.ir.display` says what they read.
    """

    label: str
    cites: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)
    owner: str = field(default="", compare=False, metadata=APART)
    variant: str = field(default="", compare=False, metadata=APART)
    display: str = field(default="", compare=False, metadata=APART)

    @property
    def clause(self) -> ClauseId:
        """What tells it from all other clauses and parts of the game."""
        return ClauseId(self.owner, self.label, self.variant)

    @property
    def at(self) -> int:
        """Where it stands in the text; -1 for what its author did not write."""
        return self.span.start if self.span.end else -1

    @property
    def told(self) -> str:
        """What people read: the label, and of a move of several shapes its name and the shape, as `play (set)`."""
        if not self.variant or self.owner != MOVES:
            return self.label
        return f"{self.label.removesuffix(f'_{self.variant}')} ({self.variant})"

    @property
    def told_owner(self) -> str:
        """What people read of where a clause stands: its move, with the shape where it has several, or its outcome."""
        return f"{self.owner} ({self.variant})" if self.variant else self.owner


# ---------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Move:
    """Moves `cards` (all of which must be in `source`) to `target`.

    Onto an ordered target the first card goes first, so the last ends outermost; cards in no order go in deck order,
    and only where `any_order` says that their order is of no account (else more than one is undefined).
    """

    cards: Expr
    source: Place
    target: Place
    end: TopOrBottom
    any_order: bool


@dataclass(frozen=True, slots=True)
class Draw:
    """Takes `count` cards one by one from the top of an ordered zone; too few is undefined unless `up_to`.

    A count below 0 is 0 with `up_to`, undefined without.
    """

    count: Expr
    source: Place
    target: Place
    up_to: bool


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Puts an ordered zone into an order that nobody knows, each equally likely."""

    zone: Place


@dataclass(frozen=True, slots=True)
class Assign:
    """Sets a field (`mover` is one); a value outside the field's range is undefined."""

    field: str
    index: tuple[Expr, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Roll:
    """Sets a field to a symbol of its domain (or a number of its range), each equally likely."""

    field: str
    index: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class When:
    cond: Expr
    then: tuple[Effect, ...]
    other: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class ForEach:
    """Runs the body for each value in order; the range is fixed, and its condition read, before the first."""

    var: str
    over: Range
    cond: Expr
    body: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Do:
    """Runs a routine."""

    routine: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Resolve:
    """Runs the effects of the winning clause of an outcome group; none applicable is a gap, unranked ones a clash."""

    group: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Jump:
    """Leaves for: the first step of this turn (`again`), its end (`end_turn`), past the loop (`leave`), or a step."""

    to: Literal["again", "end_turn", "leave", "step"]
    step: str = ""


@dataclass(frozen=True, slots=True)
class Cited:
    """The effects of one labelled clause, in order; noted as having fired."""

    source: Source
    body: tuple[Effect, ...]


Effect = Move | Draw | Shuffle | Assign | Roll | When | ForEach | Do | Resolve | Jump | Cited

Binder = Filter | Fold | ForEach
"""What binds one name, `var`, to each value of a range or to each of some cards."""
Call = Apply | Do | Resolve
"""What hands arguments over to a definition, a routine or a group."""

# ---------------------------------------------------------------- clauses


@dataclass(frozen=True, slots=True)
class Permit:
    source: Source
    when: Expr
    kind: ClassVar[Literal["permit"]] = "permit"


@dataclass(frozen=True, slots=True)
class Forbid:
    source: Source
    when: Expr
    kind: ClassVar[Literal["forbid"]] = "forbid"


@dataclass(frozen=True, slots=True)
class Outcome:
    source: Source
    when: Expr
    effects: tuple[Effect, ...]
    kind: ClassVar[Literal["outcome"]] = "outcome"


@dataclass(frozen=True, slots=True)
class Winners:
    """Those players win for whom the condition holds; none or all is a draw. Returns: win 1, loss -1, draw 0."""

    var: str
    cond: Expr
    scored: ClassVar[bool] = False

    @property
    def asked(self) -> Expr:
        """What is asked of each player."""
        return self.cond


@dataclass(frozen=True, slots=True)
class Scores:
    """Each player's return is this number."""

    var: str
    value: Expr
    scored: ClassVar[bool] = True

    @property
    def asked(self) -> Expr:
        """What is asked of each player."""
        return self.value


@dataclass(frozen=True, slots=True)
class Ending:
    """Ends the game. Read after every labelled step and every move; with `at`, only on arriving at such a step."""

    source: Source
    at: tuple[str, ...]
    when: Expr
    result: Winners | Scores
    kind: ClassVar[Literal["ending"]] = "ending"


Clause = Permit | Forbid | Outcome | Ending


@dataclass(frozen=True, slots=True)
class Edge:
    """`better` outranks `worse`; `because` is empty for the rulebook's own order, else a ruling's reason."""

    better: str
    worse: str
    because: str = ""
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """Outcome clauses of which exactly one wins; `params` are names with types."""

    source: Source
    params: tuple[Var, ...]
    clauses: tuple[Outcome, ...]
    order: tuple[Edge, ...]


# ---------------------------------------------------------------- moves


@dataclass(frozen=True, slots=True)
class Wild:
    """Cards of a shape that are taken for others, each for some rank with some suit; the other cards are natural.

    `cards` of the deck, rising. `placeless`: ranks that only jokers have; they stand in no line, and nothing is taken
    for them. A choice has `natural` natural cards or more, and `most` wild ones at most."""

    cards: tuple[int, ...]
    placeless: tuple[int, ...]
    natural: int
    most: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """So many: the fewest and the most."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class RanksPart:
    """Of each of some ranks, which no other part has, so many cards. `ranks` None: of as many as the first part has.
    `run`: the ranks are consecutive."""

    each: Bounds
    ranks: Bounds | None
    run: bool


@dataclass(frozen=True, slots=True)
class OthersPart:
    """So many cards of ranks that no other part has; `for_each` rank of the first part."""

    cards: Bounds
    for_each: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """A pattern of cards. `same`: attributes all share. `line`: `run` (consecutive ranks, each once, in rising order
    where ordered; `ace` says where an ace may stand), `steps` (each rank one above or below the one before), `parts`
    (the cards are parted into `parts`; `ace` says where an ace may stand in those that are runs). `within`: the first
    and the last rank that a run may have, in the order of its line; None: all have a place in it."""

    source: Source
    ordered: bool
    least: int
    most: int
    same: tuple[Literal["rank", "suit", "colour"], ...]
    line: Literal["none", "run", "steps", "parts"]
    ace: Literal["as_ranked", "low", "high", "both", "wrap"]
    wild: Wild | None = None
    parts: tuple[RanksPart | OthersPart, ...] = ()
    within: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """One of some cards; `blind`: the mover does not see which is which."""

    cards: Expr
    blind: bool


@dataclass(frozen=True, slots=True)
class ChooseCards:
    """Some of the cards, of a shape."""

    cards: Expr
    shape: str


@dataclass(frozen=True, slots=True)
class ChooseFrom:
    """A value of a range (domain, players or numbers)."""

    over: Range


Choice = ChooseCard | ChooseCards | ChooseFrom


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a move; its choice may use the parameters before it; `way` (`onto`) is for reading aloud."""

    name: str
    type: Type
    choice: Choice
    way: str = field(default="", compare=False, metadata=APART)

    @property
    def blind(self) -> bool:
        """Is it a card that the mover does not see?"""
        return isinstance(self.choice, ChooseCard) and self.choice.blind

    @property
    def of_cards(self) -> bool:
        """Are cards chosen, one or several?"""
        return isinstance(self.choice, ChooseCard | ChooseCards)

    @property
    def among(self) -> Expr | None:
        """The cards from which it is chosen; None where it is something else."""
        return self.choice.cards if isinstance(self.choice, ChooseCard | ChooseCards) else None

    @property
    def shape(self) -> str | None:
        """The shape of the cards that are chosen; None where it is one thing that is chosen."""
        return self.choice.shape if isinstance(self.choice, ChooseCards) else None


@dataclass(frozen=True, slots=True)
class Action:
    """A kind of move: legal where the best applicable clause permits it; no applicable clause means not legal.

    A move whose cards may be of several shapes is an action for each; `variant` names the shape, and the label is the
    move's name, `_` and `variant`.
    """

    source: Source
    params: tuple[Param, ...]
    clauses: tuple[Permit | Forbid, ...]
    order: tuple[Edge, ...]
    effects: tuple[Effect, ...]
    variant: str = field(default="", compare=False, metadata=APART)

    @property
    def move(self) -> str:
        """The name of the move as its author wrote it."""
        return self.source.label.removesuffix(f"_{self.variant}") if self.variant else self.source.label


# ---------------------------------------------------------------- the course of play


@dataclass(frozen=True, slots=True)
class Run:
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """The mover picks one legal move of these actions.

    `may`: or passes; the step is skipped where there is no legal move. Without `may` and without a legal move,
    `otherwise` runs; where that is None, play is stuck.
    """

    actions: tuple[str, ...]
    may: bool
    otherwise: tuple[Effect, ...] | None


@dataclass(frozen=True, slots=True)
class Branch:
    """Goes on at `yes` or `no` (indices of steps)."""

    cond: Expr
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class Step:
    """A point of play; `next`, `again`, `end_turn`, `leave` are indices of steps (-1: not in a turn or loop).

    A step without a label is machinery of a loop. `next` may be the number of steps: the course of play runs out.
    """

    source: Source
    act: Run | Ask | Branch
    next: int
    again: int = -1
    end_turn: int = -1
    leave: int = -1

    @property
    def ask(self) -> Ask | None:
        """The question that it is to the mover, if it is one."""
        return self.act if isinstance(self.act, Ask) else None

    @property
    def branch(self) -> Branch | None:
        """The condition by which play goes on one way or the other, if it is one."""
        return self.act if isinstance(self.act, Branch) else None

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What it does by itself, where no move is chosen."""
        match self.act:
            case Run(effects):
                return effects
            case Ask(otherwise=otherwise):
                return otherwise or ()
            case Branch():
                return ()
            case _:
                assert_never(self.act)

    @property
    def runs(self) -> bool:
        """Does it run effects, and nothing else?"""
        return isinstance(self.act, Run)

    @property
    def idle(self) -> bool:
        """Does it do nothing at all?"""
        return isinstance(self.act, Run) and not self.act.effects


# ---------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite, ordered list of words; `player` counts seats, a row or family of piles counts from 1.

    `display` and `displays` are what its author wants people to read for the list and for each word, '' for none.
    """

    name: str
    values: tuple[str, ...]
    display: str = field(default="", compare=False, metadata=APART)
    displays: tuple[str, ...] = field(default=(), compare=False, metadata=APART)


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card: indices into the domains rank, suit and colour, and which copy it is (from 0).

    A card without a suit has no colour either: both are `NOBODY`.
    """

    rank: int
    suit: int
    colour: int
    copy: int


SeenBy = Literal["everybody", "owner", "others", "top", "count", "nobody"]
"""Who sees the cards of a zone: `others` are all but its owner. `spec.ir.sight` says what that means."""

FieldSeenBy = Literal["everybody", "owner", "others", "nobody"]
"""Who sees what a field holds."""


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """A family of zones, one for each index. `row`: piles that come and go (one exists while it holds a card)."""

    source: Source
    index: tuple[str, ...]
    ordered: bool
    row: bool
    seen: SeenBy
    starts_full: bool


@dataclass(frozen=True, slots=True)
class FieldDecl:
    """A family of state fields. `low`/`high` bound a number; `start` is the first value (None: a random symbol)."""

    source: Source
    index: tuple[str, ...]
    type: Type
    low: int
    high: int
    start: Expr
    seen: FieldSeenBy = "everybody"

    @property
    def numbers(self) -> range | None:
        """The numbers that it may hold; None where it holds something else."""
        return range(self.low, self.high + 1) if isinstance(self.type, Int) else None


@dataclass(frozen=True, slots=True)
class Table:
    """A value table: for each card of the deck its possible values, ascending."""

    source: Source
    values: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Define:
    source: Source
    params: tuple[Var, ...]
    type: Type
    body: Expr


@dataclass(frozen=True, slots=True)
class Routine:
    source: Source
    params: tuple[Var, ...]
    body: tuple[Effect, ...]


# ---------------------------------------------------------------- what is asked and claimed


@dataclass(frozen=True, slots=True)
class Reading:
    source: Source
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """An open point; `chosen` is the reading in force ('' when open), `ruled` the one ruled for ('' if none)."""

    source: Source
    text: str
    readings: tuple[Reading, ...]
    chosen: str
    ruled: str
    because: str


@dataclass(frozen=True, slots=True)
class MoveCall:
    """A move in an example, by the name of the move or of one of its variants; `pass` has no arguments.

    Arguments are expressions over the given position.
    """

    move: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """Puts cards in a zone, or a value in a field, before an example starts."""

    what: Place | Get
    value: Expr

    @property
    def zone(self) -> Place | None:
        """The zone, where cards are given."""
        return self.what if isinstance(self.what, Place) else None

    @property
    def field(self) -> Get | None:
        """The field, where a value is given."""
        return self.what if isinstance(self.what, Get) else None


@dataclass(frozen=True, slots=True)
class Play:
    call: MoveCall


@dataclass(frozen=True, slots=True)
class Expect:
    """Is the move legal here?"""

    call: MoveCall
    legal: bool


@dataclass(frozen=True, slots=True)
class Then:
    """A condition after what went before; `wrong`: the rulebook says so and it is not so."""

    cond: Expr
    wrong: bool


@dataclass(frozen=True, slots=True)
class Gets:
    """What the end gives a player: this number, or without one a win (`NOBODY` wins a draw)."""

    player: Expr
    score: Expr | None


@dataclass(frozen=True, slots=True)
class Wins:
    """The game has ended by this clause ('' for any); where some are said to win, they and nobody else do."""

    ending: str
    gets: tuple[Gets, ...] = ()


@dataclass(frozen=True, slots=True)
class Sees:
    """Does the player see every card of the zone, whatever cards lie there?"""

    player: Expr
    zone: Place
    seen: bool


@dataclass(frozen=True, slots=True)
class Example:
    """A position (cards not given lie in `rest`), then moves and expectations; `at` is the step it stands at.

    `counted` says, of the position, what the counters of the rounds around that step hold.
    """

    source: Source
    text: str
    at: str
    given: tuple[Given, ...]
    rest: Place | None
    script: tuple[Play | Expect | Then | Wins | Sees, ...]
    counted: tuple[Given, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """`always`/`never`/`sometimes` a condition (`at` some steps, or at every decision); `ends`: every game ends;
    `endable`: an end stays reachable; `fair`: no seat's share of wins differs from even by more than `percent`.
    `wrong`: the rulebook claims it, and it is not so."""

    source: Source
    kind: Literal["always", "never", "sometimes", "ends", "endable", "fair"]
    at: tuple[str, ...]
    cond: Expr
    percent: int = 0
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule-stating place of the rulebook that the file promises to cover."""

    place: str
    edition: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Laid:
    """A zone's place on the table: of a family the whole, or the one of a symbol; '' where nothing lies."""

    zone: str
    at: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game. `settings` are the name-value pairs it was made under, in the file's order.

    `layout` says where zones lie on the table, row by row: no part of what the game means.
    """

    title: str
    settings: tuple[tuple[str, str], ...]
    domains: tuple[Domain, ...]
    deck: tuple[CardFace, ...]
    zones: tuple[ZoneDecl, ...]
    fields: tuple[FieldDecl, ...]
    tables: tuple[Table, ...]
    shapes: tuple[Shape, ...]
    defines: tuple[Define, ...]
    routines: tuple[Routine, ...]
    groups: tuple[Group, ...]
    actions: tuple[Action, ...]
    endings: tuple[Ending, ...]
    ending_order: tuple[Edge, ...]
    steps: tuple[Step, ...]
    questions: tuple[Question, ...]
    examples: tuple[Example, ...]
    claims: tuple[Claim, ...]
    citations: tuple[Citation, ...]
    layout: tuple[tuple[Laid, ...], ...] = field(default=(), compare=False, metadata=APART)
