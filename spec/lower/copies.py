"""A card that the deck has several times: where rules name it, they mean any of its copies.

It is desugared: `c is 2C` asks for a rank and a suit, `2C is in x` for some card of x that has them. Where the deck
has the card once, it is that card.
"""

from __future__ import annotations

from spec import syntax as s
from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.types import present_card
from spec.lower.base import Scope, Typed

COPY = "(copy)"


def doubled(e: s.Expr, scope: Scope) -> tuple[int, int] | None:
    """The rank and suit of a card that is named, where the deck has several of it."""
    match e:
        case s.CardsText((s.Name(text),), False):
            index = scope.names.card(text)
        case s.Word(text) if scope.find(text) is None:
            index = scope.names.card(text)
        case _:
            return None
    if index is None or index == ir.NOBODY or scope.names.copies(text) < 2:
        return None
    face = scope.names.deck[index]
    return face.rank, face.suit


def is_a_copy(card: Typed, face: tuple[int, int]) -> ir.Expr:
    """Is it a card of this face? No card is none."""
    if card.type == ir.Card(optional=True):
        somebody = fold.comparison("!=", card.expr, ir.Lit(ir.NOBODY, ir.Card(optional=True)))
        return fold.conjunction(somebody, _has(present_card(card.expr), face))
    return _has(card.expr, face)


def a_copy_is_in(face: tuple[int, int], cards: ir.Expr) -> ir.Expr:
    """Is there a card of this face among cards?"""
    return ir.Quantify("some", COPY, ir.OverCards(cards), _has(ir.Var(COPY, ir.Card()), face))


def every_copy(e: s.Expr, cards: ir.Expr, scope: Scope) -> ir.Expr:
    """Of cards that are written out, all copies; other cards as they are."""
    if not isinstance(e, s.CardsText):
        return cards
    deck = scope.names.deck
    named = (scope.names.card(name.text) for name in e.cards)
    faces = {(deck[i].rank, deck[i].suit) for i in named if i is not None and i != ir.NOBODY}
    return ir.CardList(tuple(i for i, card in enumerate(deck) if (card.rank, card.suit) in faces))


def _has(card: ir.Expr, face: tuple[int, int]) -> ir.Expr:
    rank, suit = face
    of_rank = fold.comparison("=", ir.Attr("rank", card), ir.Lit(rank, ir.Symbol("rank")))
    if suit == ir.NOBODY:
        return of_rank
    of_suit = fold.comparison("=", ir.Attr("suit", card), ir.Lit(suit, ir.Symbol("suit")))
    return fold.conjunction(of_rank, of_suit)
