"""Parts that the C of many expressions has: a card of the deck, a loop over cards, a sum over cards.

Leaves whole expressions to `engine.c.generate.expressions`, which these reach through their `Context`.
"""

from __future__ import annotations

from engine.c.generate.certainty import ORDERED, certain
from engine.c.generate.context import Context, Scope, set_text
from engine.c.playout import constant_ranges
from spec.ir import nodes as ir


def sure_card(m: Context, card: ir.Expr, scope: Scope) -> str:
    """A card of the deck: one that the deck lacks has no properties."""
    found = m.number(card, scope)
    return found if certain(m, card, scope) else f"somebody(g, {found})"


def each_card(m: Context, cards: ir.Expr, card: str, body: str, scope: Scope) -> str:
    """A loop over cards in whatever order they have."""
    p, i = m.fresh("p"), m.fresh("i")
    if m.kind(cards) == ORDERED:
        held = m.pile(cards, scope)
        return f"const u8 *{p} = {held}; for (int {i} = 1; {i} <= {p}[0]; {i}++) {{ num {card} = {p}[{i}]; {body} }}"
    held = m.card_set(cards, scope)
    return f"for (set_t {p} = {held}; {p}; {p} &= {p} - 1) {{ num {card} = low_of({p}); {body} }}"


def summed(m: Context, cards: ir.Expr, values: tuple[int, ...], scope: Scope) -> str | None:
    """The sum of a value of each card, from how many cards there are in a few sets; None where they are not few."""
    found = None if m.kind(cards) == ORDERED else constant_ranges.planes(values)
    if found is None:
        return None
    s = m.fresh("s")
    parts = " + ".join(f"{weight} * (num)size_of({s} & {set_text(among)})" for weight, among in found) or "(num)0"
    return f"({{ set_t {s} = {m.card_set(cards, scope)}; (void){s}; {parts}; }})"
