"""Builds IR expressions, working out at once what needs no position.

A condition that the settings alone decide folds to a literal: a clause of another edition or reading leaves no trace.
What a condition tells by its form is asked here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, assert_never

from spec.ir import nodes as ir
from spec.ir.index import is_mover
from spec.ir.types import alone, cards_of, domain_of, element_of, is_card, is_number, may_lack, numbers_of
from spec.ir.walk import children, walk

Rounding = Literal["up", "down"]
YES = ir.Lit(1, ir.Bool())
NO = ir.Lit(0, ir.Bool())
LACKING = ir.Lit(ir.NOBODY, ir.Card())
"""A card that the deck lacks."""


def truth(value: bool) -> ir.Lit:
    return YES if value else NO


def number(value: int) -> ir.Lit:
    return ir.Lit(value, ir.Int())


def one_or_zero(cond: ir.Expr) -> ir.Expr:
    """Yes as 1, no as 0."""
    return ir.If(cond, number(1), number(0))


def told_by(value: ir.Expr) -> ir.Expr | None:
    """The condition that a number tells as 1 or 0; None of another number."""
    return value.cond if isinstance(value, ir.If) and (value.then, value.other) == (number(1), number(0)) else None


def constant(expr: ir.Expr | None) -> int | None:
    """What an expression is in every position, where it is written out: a number, 1 for yes, a symbol or a card."""
    return expr.value if isinstance(expr, ir.Lit) else None


def is_nobody(expr: ir.Expr) -> bool:
    """Is it written out as nobody?"""
    if not isinstance(expr, ir.Lit) or expr.value != ir.NOBODY:
        return False
    return may_lack(expr.type) or domain_of(expr.type) != ""


def written_out(expr: object) -> bool:
    """Is it a fixed value, or fixed cards?"""
    return isinstance(expr, ir.Lit | ir.CardList)


def open_question(expr: object) -> str:
    """The question whose reading an expression is, while that is not settled; else ''."""
    return expr.question if isinstance(expr, ir.Open) else ""


def named_word(node: object, domain: str) -> int | None:
    """The word of a domain that a node is, written out."""
    found = node.value if isinstance(node, ir.Lit) and domain_of(node.type) == domain else ir.NOBODY
    return None if found == ir.NOBODY else found


def named_cards(node: object) -> tuple[int, ...]:
    """The cards that a node is, written out; one that the deck lacks is none."""
    match node:
        case ir.Lit(value, kind) if is_card(kind):
            return () if value == ir.NOBODY else (value,)
        case ir.CardList(cards):
            return cards
        case _:
            return ()


def negation(item: ir.Expr) -> ir.Expr:
    value = constant(item)
    if value is not None:
        return truth(not value)
    return item.item if isinstance(item, ir.Not) else ir.Not(item)


def conjunction(*items: ir.Expr) -> ir.Expr:
    """All of them; one that is plainly no makes the whole no."""
    kept = [part for item in items for part in (item.items if isinstance(item, ir.And) else (item,)) if part != YES]
    if NO in kept:
        return NO
    if not kept:
        return YES
    return kept[0] if len(kept) == 1 else ir.And(tuple(kept))


def disjunction(*items: ir.Expr) -> ir.Expr:
    """Some of them; one that is plainly yes makes the whole yes."""
    kept = [part for item in items for part in (item.items if isinstance(item, ir.Or) else (item,)) if part != NO]
    if YES in kept:
        return YES
    if not kept:
        return NO
    return kept[0] if len(kept) == 1 else ir.Or(tuple(kept))


def joined(node: object) -> tuple[ir.Expr, ...]:
    """What `and` joins, in its order; () of anything else."""
    return node.items if isinstance(node, ir.And) else ()


def alternatives(node: object) -> tuple[ir.Expr, ...]:
    """What `or` joins, in its order; () of anything else."""
    return node.items if isinstance(node, ir.Or) else ()


def not_the_mover(cond: ir.Expr) -> ir.Expr | None:
    """The player of whom a condition says that it is another than the one on turn; None where it says no such thing."""
    match cond:
        case ir.Not(ir.Compare("=", left, right)) | ir.Compare("!=", left, right) if is_mover(left) or is_mover(right):
            return right if is_mover(left) else left
        case _:
            return None


def comparison(op: ir.Comparison, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    a, b = constant(left), constant(right)
    if a is not None and b is not None:
        return truth({"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b}[op])
    return ir.Compare(op, left, right)


def computed(op: ir.Arithmetic, left: int, right: int) -> int:
    """What two numbers make; `//` rounds down, by a number above 0."""
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right
        case _:
            assert_never(op)


def arithmetic(op: ir.Arithmetic, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    a, b = constant(left), constant(right)
    if a is not None and b is not None and not (op == "//" and b < 1):
        return number(computed(op, a, b))
    return ir.Arith(op, left, right)


def reckoned(expr: object) -> tuple[ir.Arithmetic, ir.Expr, ir.Expr] | None:
    """The sign of a sum, and its two sides; None of another expression."""
    return (expr.op, expr.left, expr.right) if isinstance(expr, ir.Arith) else None


def quotient(whole: ir.Expr, by: ir.Expr, way: Rounding) -> ir.Expr:
    """A number divided by one above 0. What is rounded up has one less than a fixed divisor added before; by another
    it is what is below zero by as much, rounded down."""
    n = constant(by)
    if n is None and way == "up":
        return opposite(arithmetic("//", opposite(whole), by))
    raised = arithmetic("+", whole, number(n - 1)) if n is not None and way == "up" and n > 1 else whole
    return arithmetic("//", raised, by)


def opposite(whole: ir.Expr) -> ir.Expr:
    """As much below zero as a number is above."""
    match whole:
        case ir.Arith("-", ir.Lit(0), item):
            return item
        case _:
            return arithmetic("-", number(0), whole)


def divided(expr: ir.Expr) -> tuple[ir.Expr, ir.Expr, Rounding] | None:
    """What a quotient divides by what, and how it is rounded; None of another expression."""
    match expr:
        case ir.Arith("//", ir.Arith("+", whole, more), by) if (n := constant(by)) and constant(more) == n - 1:
            return whole, by, "up"
        case ir.Arith("-", ir.Lit(0), ir.Arith("//", whole, by)) if constant(by) is None:
            return opposite(whole), by, "up"
        case ir.Arith("//", whole, by):
            return whole, by, "down"
        case _:
            return None


def of_two(cond: ir.Expr, then: ir.Expr, other: ir.Expr) -> Literal["greater", "smaller"] | None:
    """Is a choice by a condition the greater or the smaller of the two numbers that it compares?"""
    match cond:
        case ir.Compare("<", left, right) if {then, other} == {left, right}:
            return "smaller" if then == left else "greater"
        case _:
            return None


def either(expr: object) -> tuple[ir.Expr, ir.Expr, ir.Expr] | None:
    """The condition by which an expression is one of two, and the two."""
    return (expr.cond, expr.then, expr.other) if isinstance(expr, ir.If) else None


def choice(cond: ir.Expr, then: ir.Expr, other: ir.Expr) -> ir.Expr:
    held = constant(cond)
    return ir.If(cond, then, other) if held is None else then if held else other


def when(cond: ir.Expr, then: tuple[ir.Effect, ...], other: tuple[ir.Effect, ...] = ()) -> tuple[ir.Effect, ...]:
    held = constant(cond)
    return (ir.When(cond, then, other),) if held is None else then if held else other


def once(name: str, value: ir.Expr, kind: ir.Type, *, row: bool) -> tuple[ir.Range, ir.Expr] | None:
    """The range that is one value, and the condition that leaves but that one: of what a number, a card or a word is.

    A place of a row of piles is one whether a card lies there or not.
    """
    if is_number(kind):
        return ir.OverNumbers(value, value), YES
    if is_card(kind):
        return ir.OverCards(ir.Just(value)), YES
    domain = domain_of(kind)
    over = ir.OverSlots(domain) if row else ir.OverDomain(domain)
    return (over, ir.Compare("=", ir.Var(name, kind), value)) if domain else None


def named_once(node: object) -> ir.Expr | None:
    """The value that has a loop's name, where the loop is carried out for that one value."""
    if not isinstance(node, ir.ForEach):
        return None
    numbers, cards, sides = numbers_of(node.over), cards_of(node.over), equated(node.cond)
    if numbers is not None and node.cond == YES:
        return numbers[0] if numbers[0] == numbers[1] else None
    if cards is not None and node.cond == YES:
        return alone(cards)
    if sides is None or sides[0] != ir.Var(node.var, element_of(node.over)) or cards is not None:
        return None
    return None if numbers is not None or any(name == sides[0] for name in walk(sides[1])) else sides[1]


def nonempty(cards: ir.Expr) -> ir.Expr:
    return ir.Compare("<", number(0), ir.Size(cards))


def empty(cards: ir.Expr) -> ir.Expr:
    return ir.Compare("=", ir.Size(cards), number(0))


# ---------------------------------------------------------------- what can be left out


def simplified(node: Any, total: Callable[[ir.Expr], bool]) -> Any:
    """A node with what needs no position worked out, in effects `()` for none; what may go wrong (`total` says what
    cannot) is kept."""
    match node:
        case ir.Not(item):
            return negation(item)
        case ir.And(items):
            return _joined(items, YES, NO, total)
        case ir.Or(items):
            return _joined(items, NO, YES, total)
        case ir.If(cond, then, other) if constant(cond) is not None:
            return choice(cond, then, other)
        case ir.Compare(op, ir.Lit(_, kind), ir.Lit()) if not is_card(kind):
            return comparison(op, node.left, node.right)
        case ir.Compare(_, ir.Open(question), other) | ir.Compare(_, other, ir.Open(question)) if total(other):
            return ir.Open(question, ir.Bool())
        case ir.When(cond, (), ()) if total(cond):
            return ()
        case ir.When(ir.Not(item), then, other) if other:
            return ir.When(item, other, then)
        case ir.When(cond, then, other) if constant(cond) is not None:
            return when(cond, then, other)
        case ir.ForEach(over=over, cond=cond, body=()) if not children(over) and total(cond):
            return ()
        case _:
            return node


def _joined(items: tuple[ir.Expr, ...], neutral: ir.Lit, final: ir.Lit, total: Callable[[ir.Expr], bool]) -> ir.Expr:
    """`and` (final: no) or `or` (final: yes) without what cannot matter; what may go wrong before it is kept."""
    kept: list[ir.Expr] = []
    for item in items:
        if item == neutral:
            continue
        kept.append(item)
        if item == final:
            break
    if kept and kept[-1] == final and all(total(e) for e in kept[:-1]):
        return final
    if not kept:
        return neutral
    if len(kept) == 1:
        return kept[0]
    return ir.And(tuple(kept)) if neutral == YES else ir.Or(tuple(kept))


# ---------------------------------------------------------------- what a condition tells


def in_turn(cond: object) -> tuple[tuple[ir.Expr, ...], bool] | None:
    """The conditions that are read one after the other, each where all before it are yes (or no)."""
    return (cond.items, isinstance(cond, ir.And)) if isinstance(cond, ir.And | ir.Or) else None


def settled(cond: ir.Expr, holds: bool) -> Iterator[tuple[ir.Expr, bool]]:
    """What holds, or does not, wherever a condition does (or does not): itself, or the parts that it joins."""
    match cond:
        case ir.Not(item):
            yield from settled(item, not holds)
        case ir.And(items) | ir.Or(items) if holds == isinstance(cond, ir.And):
            for item in items:
                yield from settled(item, holds)
        case _:
            yield cond, holds


def premise(cond: ir.Expr, holds: bool) -> ir.Expr | None:
    """The `A` of a condition whose form is: if A then B (it holds), A and B (it does not); else None."""
    match cond:
        case ir.If(asked, _, other) if holds and other == YES:
            return asked
        case ir.Or((ir.Not(asked), *_)) if holds:
            return asked
        case ir.And((*first, _)) if first and not holds:
            return ir.And(tuple(first)) if len(first) > 1 else first[0]
        case _:
            return None


def unlike(cond: object, holds: bool) -> tuple[ir.Expr, ir.Expr] | None:
    """The two values that a comparison tells apart where it holds, or does not."""
    match cond:
        case ir.Compare(op, left, right) if op == ("!=" if holds else "="):
            return left, right
        case _:
            return None


def at_least(cond: object, holds: bool) -> tuple[ir.Expr, int] | None:
    """The number that a comparison says to be no less than another, where it holds or does not; and that other one."""
    match cond:
        case ir.Compare("<" | "<=" as op, left, right):
            low, number = (left, right) if holds else (right, left)
            bound = constant(low)
            return None if bound is None else (number, bound + ((op == "<") == holds))
        case _:
            return None


def equated(cond: object) -> tuple[ir.Expr, ir.Expr] | None:
    """The two values of which a condition says no more than that they are the same."""
    return (cond.left, cond.right) if isinstance(cond, ir.Compare) and cond.op == "=" else None


def sized(node: object) -> ir.Expr | None:
    """The cards of which an expression is the number."""
    return node.cards if isinstance(node, ir.Size) else None


def emptied(cond: object) -> ir.Expr | None:
    """The cards of which a condition says that there are none."""
    match cond, counted(cond):
        case (_, (cards, False)) | (ir.Compare("=", cards, ir.CardList(())), _):
            return cards
        case _:
            return None


def counted(cond: object) -> tuple[ir.Expr, bool] | None:
    """The cards of which a condition says no more than that there are some (yes), or none (no)."""
    match cond:
        case ir.Compare("<", ir.Lit(0), ir.Size(cards)):
            return cards, True
        case ir.Compare("=", ir.Size(cards), ir.Lit(0)):
            return cards, False
        case _:
            return None


def colour_of_suit(suit: ir.Expr, deck: Sequence[ir.CardFace]) -> ir.Expr:
    """The colour that the cards of a suit have."""
    colour_of = {face.suit: face.colour for face in deck if face.suit != ir.NOBODY}
    colours = sorted(set(colour_of.values())) or [0]
    fixed, kind = constant(suit), ir.Symbol("colour")
    if fixed is not None:
        return ir.Lit(colour_of.get(fixed, colours[0]), kind)
    told: ir.Expr = ir.Lit(colours[0], kind)
    for colour in colours[1:]:
        suits = sorted(s for s, shown in colour_of.items() if shown == colour)
        cond = disjunction(*(ir.Compare("=", suit, ir.Lit(s, ir.Symbol("suit"))) for s in suits))
        told = ir.If(cond, ir.Lit(colour, kind), told)
    return told


def coloured_suit(expr: object, deck: Sequence[ir.CardFace]) -> ir.Expr | None:
    """The suit of which an expression is the colour."""
    branches = either(expr)
    if branches is None:
        return None
    cond, _, _ = branches
    sides = equated(cond.items[0] if isinstance(cond, ir.Or) else cond)
    if sides is None or domain_of(getattr(sides[1], "type", None)) != "suit":
        return None
    return sides[0] if colour_of_suit(sides[0], deck) == expr else None
