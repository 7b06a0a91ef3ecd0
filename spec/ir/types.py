"""The types of the IR's expressions, and when a value of one type may stand where another is asked for.

Leaves to `spec.ir.check` whether an expression is well formed: here it is taken to be so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard, assert_never

from spec.ir import nodes as ir
from spec.ir.index import MOVER, PLAYER, GameIndex
from spec.ir.walk import walk

Scope = Mapping[str, ir.Type]
"""The names bound at a place, with their types."""


def var_of(node: object) -> ir.Var | None:
    """The bound name that an expression is; None for every other expression."""
    return node if isinstance(node, ir.Var) else None


def name_of(node: object) -> str | None:
    """What the bound name is called that an expression is; None for every other expression."""
    return node.name if isinstance(node, ir.Var) else None


QUANTIFIED: dict[ir.Quantifier, ir.Type] = {"some": ir.Bool(), "every": ir.Bool(), "count": ir.Int()}


def type_of(index: GameIndex, expr: ir.Expr, scope: Scope | None = None) -> ir.Type:
    """The type of a well-formed expression; without a scope names have the types that they carry.

    Raises KeyError where a name is unknown.
    """
    match expr:
        case ir.Lit(_, kind) | ir.Open(_, kind):
            return kind
        case ir.Var(name, kind):
            return kind if scope is None else scope[name]
        case ir.CardList():
            return ir.Cards(ordered=True)
        case ir.Get(field, ()) if field == MOVER:
            return ir.Symbol(PLAYER)
        case ir.Get(field, _):
            return index.fields[field].type
        case ir.Place(zone, _):
            return ir.Cards(index.zones[zone].ordered)
        case ir.Apply(define, _):
            return index.defines[define].type
        case ir.If(_, then, other):
            left = type_of(index, then, scope)
            return join(left, type_of(index, other, scope)) or left
        case ir.Attr(attr, _):
            return ir.Symbol(attr, attr != "rank" and index.suitless)
        case ir.EndCard():
            return ir.Card()
        case ir.EndCards():
            return ir.Cards(ordered=True)
        case ir.Just() | ir.Combine() | ir.Filter():
            return ir.Cards(ordered=False)
        case ir.Quantify(kind, _, _, _):
            return QUANTIFIED[kind]
        case ir.Best(_, _, over, _, _):
            return element_of(over)
        case ir.First(_, over, _, other):
            found = element_of(over)
            return found if other is None else join(found, type_of(index, other, scope)) or found
        case ir.Beside():
            return ir.Symbol(PLAYER)
        case ir.Arith() | ir.Ordinal() | ir.Total() | ir.Size() | ir.Sum() | ir.Extreme():
            return ir.Int()
        case ir.Not() | ir.And() | ir.Or() | ir.Compare() | ir.Adjacent() | ir.CanTotal() | ir.Member():
            return ir.Bool()
        case ir.HasShape() | ir.CanMove():
            return ir.Bool()
        case _:
            assert_never(expr)


def element_of(over: ir.Range) -> ir.Type:
    """The type of the values of a range."""
    match over:
        case ir.OverDomain(domain) | ir.OverSlots(domain):
            return ir.Symbol(domain)
        case ir.OverSeats():
            return ir.Symbol(PLAYER)
        case ir.OverCards():
            return ir.Card()
        case ir.OverNumbers():
            return ir.Int()
        case ir.OverShapes() | ir.OverRests():
            return ir.Cards(ordered=False)
        case _:
            assert_never(over)


def in_order(index: GameIndex, over: ir.Range) -> bool:
    """Does the rule say in which order it goes through a range: from a player on, from a number up, or through cards
    as they lie?"""
    match over:
        case ir.OverSeats() | ir.OverNumbers():
            return True
        case ir.OverDomain() | ir.OverSlots() | ir.OverShapes() | ir.OverRests():
            return False
        case ir.OverCards(cards):
            return type_of(index, cards) == ir.Cards(ordered=True)
        case _:
            assert_never(over)


def never_empty(over: ir.Range) -> bool:
    """Is there something in a range in every position? A no may be wrong."""
    return isinstance(over, ir.OverSeats | ir.OverSlots | ir.OverRests) or over == ir.OverDomain(PLAYER)


def fits(given: ir.Type, wanted: ir.Type) -> bool:
    """May a value of the one type stand where the other is asked for? Order may be lost, `nobody` not."""
    match given, wanted:
        case ir.Symbol(a, may_lack), ir.Symbol(b, optional):
            return a == b and (optional or not may_lack)
        case ir.Card(may_lack), ir.Card(optional):
            return optional or not may_lack
        case ir.Cards(ordered), ir.Cards(needed):
            return ordered or not needed
        case _:
            return given == wanted


def join(left: ir.Type, right: ir.Type) -> ir.Type | None:
    """The narrowest type that values of both fit; None where there is none."""
    match left, right:
        case ir.Symbol(a, x), ir.Symbol(b, y):
            return ir.Symbol(a, x or y) if a == b else None
        case ir.Card(x), ir.Card(y):
            return ir.Card(x or y)
        case ir.Cards(x), ir.Cards(y):
            return ir.Cards(x and y)
        case _:
            return left if left == right else None


def certain(kind: ir.Type) -> ir.Type:
    """The type without `nobody`."""
    match kind:
        case ir.Symbol(domain):
            return ir.Symbol(domain)
        case ir.Card():
            return ir.Card()
        case _:
            return kind


# ---------------------------------------------------------------- what is asked of a type
# These take any object, since a program's values may be of types that the IR has not.


def is_truth(kind: object) -> bool:
    """Is a value of the type yes or no?"""
    return isinstance(kind, ir.Bool)


def is_number(kind: object) -> bool:
    """Is a value of the type a whole number?"""
    return isinstance(kind, ir.Int)


def is_card(kind: object) -> bool:
    """Is a value of the type one card?"""
    return isinstance(kind, ir.Card)


def of_cards(kind: object) -> TypeGuard[ir.Cards]:
    """Is a value of the type several cards?"""
    return isinstance(kind, ir.Cards)


def can_roll(kind: ir.Type) -> bool:
    """May luck pick one of the type's values: a number, or a word?"""
    return is_number(kind) or domain_of(kind) != ""


def is_word(kind: object) -> TypeGuard[ir.Symbol]:
    """Is a value of the type a word of some domain, or nobody?"""
    return isinstance(kind, ir.Symbol)


def codes(kind: ir.Type, sizes: Mapping[str, int], deck: int) -> range | None:
    """The numbers that stand for the values of a type, by how many words each domain and cards the deck has; None of
    numbers, whose range is their field's, and of several cards. A domain that is unknown has no words."""
    match kind:
        case ir.Bool():
            return range(2)
        case ir.Symbol(domain, optional):
            return range(ir.NOBODY if optional else 0, sizes.get(domain, 0))
        case ir.Card(optional):
            return range(ir.NOBODY if optional else 0, deck)
        case ir.Int() | ir.Cards():
            return None
        case _:
            assert_never(kind)


def domain_of(kind: object) -> str:
    """The domain of whose words a value of the type is one; '' where it is none's."""
    return kind.domain if isinstance(kind, ir.Symbol) else ""


def may_lack(kind: object) -> bool:
    """May a value of the type be nobody?"""
    return isinstance(kind, ir.Symbol | ir.Card) and kind.optional


def type_word(kind: ir.Type) -> str:
    """A type in one word, for programs that read data: its domain, or what else it is."""
    match kind:
        case ir.Bool():
            return "truth"
        case ir.Int():
            return "number"
        case ir.Symbol(domain, _):
            return domain
        case ir.Card():
            return "card"
        case ir.Cards():
            return "cards"
        case _:
            assert_never(kind)


def called(kind: ir.Type) -> str:
    """A type in a reader's words."""
    match kind:
        case ir.Bool():
            return "yes or no"
        case ir.Int():
            return "a number"
        case ir.Symbol("", optional):
            return "nobody" if optional else "somebody"
        case ir.Symbol(domain, optional):
            said = f"a word of `{domain[1:-1]}`" if domain.startswith("(") else f"a {domain}"
            return said + (" or nobody" if optional else "")
        case ir.Card(optional):
            return "a card or no card" if optional else "a card"
        case ir.Cards(ordered):
            return "cards in an order" if ordered else "cards"
        case _:
            assert_never(kind)


def cards_of(over: ir.Range) -> ir.Expr | None:
    """The cards that a range goes through."""
    return over.cards if isinstance(over, ir.OverCards) else None


def searches(over: object) -> bool:
    """Does a range go through sets of cards, which stand in no order?"""
    return isinstance(over, ir.OverShapes | ir.OverRests)


def comes_again(over: object) -> bool:
    """May a range come to the same cards several times?"""
    return isinstance(over, ir.OverRests)


def numbers_of(over: ir.Range) -> tuple[ir.Expr, ir.Expr] | None:
    """The first and the last of the numbers that a range goes through."""
    return (over.low, over.high) if isinstance(over, ir.OverNumbers) else None


def piles_of(over: object) -> str:
    """The domain of which a range goes through the words, of a row those of piles that hold a card; '' if none's."""
    return over.domain if isinstance(over, ir.OverDomain) else ""


def order_asked(node: object) -> ir.Expr | None:
    """The word or number of which a node asks where it stands in the order of its kind."""
    match node:
        case ir.Ordinal(item):
            return item
        case ir.Compare("<" | "<=", left, _) | ir.Adjacent(_, left, _):
            return left
        case _:
            return None


def end_of(node: object) -> tuple[ir.TopOrBottom, ir.Expr] | None:
    """Of a card that is the top or bottom one of some cards: which, and of which."""
    return (node.end, node.cards) if isinstance(node, ir.EndCard) else None


def stretch_of(node: object) -> tuple[ir.TopOrBottom, ir.Expr, ir.Expr] | None:
    """Of cards that are so many from an end of some cards: from which, how many, and of which."""
    return (node.end, node.count, node.cards) if isinstance(node, ir.EndCards) else None


def face_of(node: object) -> tuple[str, ir.Expr] | None:
    """What is read off a card (its rank, suit or colour), and the card."""
    return (node.attr, node.card) if isinstance(node, ir.Attr) else None


def quantified(node: object, kind: ir.Quantifier) -> ir.Quantify | None:
    """What says of a range that some or every one satisfies a condition, or counts those that do."""
    return node if isinstance(node, ir.Quantify) and node.kind == kind else None


def alone(cards: object) -> ir.Expr | None:
    """The card that some cards are, by the expression's form."""
    return cards.card if isinstance(cards, ir.Just) else None


def taken(expr: ir.Expr) -> bool:
    """Is it a card that some cards hold, so that the deck has it?"""
    return isinstance(expr, ir.EndCard | ir.Best)


def steady(expr: ir.Expr) -> bool:
    """Does the value depend only on names and fields, so that it is seen which effects may change it?"""
    return isinstance(expr, ir.Var | ir.Get) and all(
        isinstance(n, (ir.Var, ir.Get, ir.Lit, *ir.type_classes)) for n in walk(expr)
    )


PRESENT = "(present)"
"""Binds the one that a value is where it must be somebody."""


def present(value: ir.Expr, domain: str, row: bool) -> ir.First:
    """The one of a domain that a value is; undefined where it is nobody. `row`: do piles that come and go count it?"""
    over: ir.Range = ir.OverSlots(domain) if row else ir.OverDomain(domain)
    return ir.First(PRESENT, over, ir.Compare("=", ir.Var(PRESENT, ir.Symbol(domain)), value), None)


def present_card(value: ir.Expr) -> ir.First:
    """The card that a value is; undefined where it is nobody."""
    test = ir.Compare("=", ir.Var(PRESENT, ir.Card()), value)
    return ir.First(PRESENT, ir.OverCards(ir.Just(value)), test, None)


def presumed(expr: object) -> ir.Expr | None:
    """The value that may be nobody, of an expression that takes it to be somebody."""
    match expr:
        case ir.First(var, _, ir.Compare("=", _, value), None) if var == PRESENT:
            return value
        case _:
            return None


COUNTED = "(number)"
"""Binds the word that a number is, of a list of numbers."""


def worded(expr: object) -> ir.Expr | None:
    """The number of which an expression is the word."""
    match expr:
        case ir.First(var, _, ir.Compare("=", _, value), None) if var == COUNTED:
            return value
        case _:
            return None


def is_somebody(expr: ir.Expr) -> bool:
    """Can a value be told to be somebody by its form: the mover, a bound name, or a word that is written out?"""
    kind = expr.type if isinstance(expr, ir.Var | ir.Lit) else None
    return expr == ir.Get(MOVER, ()) or ((is_word(kind) or is_card(kind)) and not may_lack(kind))


def at_most_one(expr: ir.Expr) -> bool:
    """Can these cards be told to be at most one, by the expression's form?"""
    match expr:
        case ir.Just():
            return True
        case ir.CardList(cards):
            return len(cards) <= 1
        case ir.If(_, then, other):
            return at_most_one(then) and at_most_one(other)
        case ir.Filter(_, cards, _):
            return at_most_one(cards)
        case ir.EndCards(_, ir.Lit(count), _):
            return count <= 1
        case ir.Combine(op, left, right):
            return (op != "plus" and at_most_one(left)) or (op == "common" and at_most_one(right))
        case _:
            return False
