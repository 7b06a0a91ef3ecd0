"""Any value of a type, for what no term is made for.

Whatever the rules make of it, some choice of the variables made here comes to the same. So all that play can do is
among what is described, and more may be: this is for proofs, and shows nothing that happens. Values are made so that
every choice of variables is one of the type, which needs no facts beside them. Leaves what an expression may be worth
to `verify.smt.encode.expressions`, and what an effect may do to `verify.smt.transition.transition`.
"""

from __future__ import annotations

import z3

from spec.ir import nodes as ir
from spec.ir.types import codes, is_card, is_truth, may_lack, of_cards
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards, CardTerm, Deck
from verify.smt.encode.state import Space
from verify.smt.encode.symbolic_context import Reads, Value


def any_value(enc: Reads, kind: ir.Type) -> Value:
    """Any value of a type that is no number."""
    if is_truth(kind):
        return z3.Bool(enc.space.name("free"))
    if of_cards(kind):
        return any_cards(enc, enc.deck.full, ends=kind.ordered)
    if is_card(kind):
        one = enc.deck.fresh(enc.space.name("free"))
        return one & -one if may_lack(kind) else _one_of(enc.deck, one, enc.deck.full)
    span = codes(kind, enc.layout.size, enc.deck.size)
    assert span, kind
    return any_word(enc.space, span.start, span.stop - 1)


def any_word(space: Space, low: int, high: int) -> t.Symbol:
    """Any word of a list; what the variable may be beyond the list stands for its last."""
    term = z3.BitVec(space.name("free"), max(1, (high - low).bit_length()))
    cases = {value: term == value - low for value in range(low, high)}
    return t.word_of({**cases, high: z3.UGE(term, high - low)})


def any_number(space: Space, low: int, high: int) -> t.Number:
    """Any number from low to high."""
    term = z3.BitVec(space.name("free"), t.width_of(low, high))
    return t.Num(z3.If(z3.And(low <= term, term <= high), term, low), low, high)


def any_cards(enc: Reads, among: CardTerm, *, ends: bool) -> Cards:
    """Any of some cards; with ends, in any order."""
    held = enc.deck.common(enc.deck.fresh(enc.space.name("free")), among)
    return any_order(enc, held) if ends else Cards(held)


def any_order(enc: Reads, held: CardTerm) -> Cards:
    """Cards in any order: the first is any of them, the last any other where there is another."""
    deck = enc.deck
    first, last = (deck.fresh(enc.space.name("free")) for _ in range(2))
    bottom = _one_of(deck, first, held)
    rest = deck.without(held, bottom)
    return Cards(held, bottom, deck.pick(deck.some(rest), _one_of(deck, last, rest), bottom))


def _one_of(deck: Deck, wanted: CardTerm, held: CardTerm) -> CardTerm:
    """One of some cards, which the variable picks; none only where there are none."""
    both, term = deck.term(deck.common(wanted, held)), deck.term(held)
    return z3.If(both == 0, term & -term, both & -both)
