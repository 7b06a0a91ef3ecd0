"""C as a tree: types, expressions, statements and declarations, as far as exported engines need them.

Leaves what is written down of it to `engine.c.print`. No node holds C text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.core.uses import nodes

# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Named:
    """A type by its name; `struct` and `enum` are always named by a typedef."""

    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A type whose values stay as they are."""

    of: Type


@dataclass(frozen=True, slots=True)
class Pointer:
    to: Type


@dataclass(frozen=True, slots=True)
class Array:
    """`size` is None where it follows from the values."""

    of: Type
    size: Expr | None


Type = Named | Constant | Pointer | Array

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Int:
    """A number; `bits`: as a set of bits, in hexadecimal and without a sign, of 64 bits."""

    value: int
    bits: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """Text between quotation marks."""

    text: str


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, a function or an enumerator."""

    name: str


UnaryOp = Literal["!", "-", "~", "*", "&"]
BinaryOp = Literal[
    "*", "/", "%", "+", "-", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "&", "^", "|", "&&", "||"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unary:
    op: UnaryOp
    item: Expr


@dataclass(frozen=True, slots=True)
class Binary:
    op: BinaryOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Choice:
    """`cond ? then : other`"""

    cond: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Call:
    function: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class At:
    """`array[index]`"""

    array: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Member:
    """`of.name`"""

    of: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Through:
    """`pointer->name`"""

    pointer: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Cast:
    to: Named | Pointer
    item: Expr


@dataclass(frozen=True, slots=True)
class SizeOf:
    item: Expr


@dataclass(frozen=True, slots=True)
class Values:
    """Values between braces; `apart`: each on a line of its own."""

    items: tuple[Expr, ...]
    apart: bool = False


Expr = Int | Word | Name | Unary | Binary | Choice | Call | At | Member | Through | Cast | SizeOf | Values

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Declare:
    type: Type
    name: str
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Assign:
    """`target op value`"""

    target: Expr
    value: Expr
    op: Literal["=", "+=", "-=", "|=", "&=", "^="] = "="


@dataclass(frozen=True, slots=True)
class Step:
    """`target++`"""

    target: Expr


@dataclass(frozen=True, slots=True)
class Do:
    """An expression for what it does."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class If:
    cond: Expr
    then: Body
    other: Body = ()


@dataclass(frozen=True, slots=True)
class For:
    first: Declare | None
    cond: Expr | None
    step: Assign | Step | None
    body: Body


@dataclass(frozen=True, slots=True)
class Until:
    """`do { body } while (cond)`"""

    body: Body
    cond: Expr


@dataclass(frozen=True, slots=True)
class Case:
    """`value` is None for all other values. Its body does not run on into the next case."""

    value: Expr | None
    body: Body


@dataclass(frozen=True, slots=True)
class Switch:
    value: Expr
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Return:
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Break:
    pass


@dataclass(frozen=True, slots=True)
class Continue:
    pass


@dataclass(frozen=True, slots=True)
class Block:
    """Statements whose names nobody else sees."""

    body: Body


@dataclass(frozen=True, slots=True)
class Label:
    """A place that `Goto` leads to."""

    name: str


@dataclass(frozen=True, slots=True)
class Goto:
    label: str


@dataclass(frozen=True, slots=True)
class Comment:
    """Words for a reader, before the next statement."""

    words: str


Statement = (
    Declare
    | Assign
    | Step
    | Do
    | If
    | For
    | Until
    | Switch
    | Return
    | Break
    | Continue
    | Block
    | Label
    | Goto
    | Comment
)
Body = tuple[Statement, ...]

# ---------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class Param:
    type: Type
    name: str


@dataclass(frozen=True, slots=True)
class Function:
    """A function of this file; `about` is its comment. `inline`: it is to become part of what calls it."""

    name: str
    result: Type
    params: tuple[Param, ...]
    body: Body
    about: str = ""
    inline: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A constant; `shown`: to other files as well."""

    type: Type
    name: str
    value: Expr
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Enumerator:
    name: str
    value: Expr | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class Enum:
    """Constants; `name` where it is a type."""

    members: tuple[Enumerator, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Struct:
    """A type of several members, each with a comment; `tag`: one that was announced by this tag."""

    name: str
    members: tuple[tuple[Param, str], ...]
    about: str = ""
    form: Literal["struct", "union", "tag"] = "struct"


@dataclass(frozen=True, slots=True)
class Define:
    """`#define name value`; `default`: unless it is defined already."""

    name: str
    value: Expr
    default: bool = False
    about: str = ""


Declaration = Function | Table | Enum | Struct | Define

VOID, BOOL, INT, NUM, CARDS, BITS, BYTE = map(Named, ("void", "bool", "int", "num", "set_t", "u64", "u8"))
PILE = Pointer(Constant(BYTE))
GAME = Param(Pointer(Named("G")), "g")


def names(node: object) -> set[str]:
    """The variables, functions and enumerators that a tree mentions."""
    found = set[str]()
    for one in nodes(node):
        match one:
            case Name(name) | Call(name):
                found.add(name)
            case _:
                pass
    return found


def changed(body: Body, change: Callable[[Statement], Body]) -> Body:
    """Statements with each, after those within it, replaced by others."""
    found: list[Statement] = []
    for one in body:
        match one:
            case If(cond, then, other):
                made: Statement = If(cond, changed(then, change), changed(other, change))
            case For(first, cond_, step, inner):
                made = For(first, cond_, step, changed(inner, change))
            case Until(inner, cond):
                made = Until(changed(inner, change), cond)
            case Switch(value, cases):
                made = Switch(value, tuple(Case(case.value, changed(case.body, change)) for case in cases))
            case Block(inner):
                made = Block(changed(inner, change))
            case _:
                made = one
        found += change(made)
    return tuple(found)
