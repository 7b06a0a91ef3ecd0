"""Tells places in a stack: "the third card from the top of the discard", "the cards above it", "the top two cards"."""

from __future__ import annotations

from typing import assert_never

from hoyle.english.grammar import Noun, number
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir
from spec.ir.fold import constant
from spec.ir.stretches import ORDINALS, Past, Told, told, up_to
from spec.ir.types import stretch_of

SIDES: dict[ir.TopOrBottom, str] = {"top": "above", "bottom": "below"}


def stretch(t: Teller, e: ir.Expr, env: Env) -> Noun | None:
    """Cards of a stack by where they lie, or one of them; None of another expression."""
    if (said := told(e)) is not None:
        return _told(t, said, env)
    if (cut := stretch_of(e)) is None:
        return None
    end, count, cards = cut
    wanted = up_to(count)
    return Noun(at_end(t, Past(end, count if wanted is None else wanted, wanted is not None), cards, env), many=True)


def at_end(t: Teller, past: Past, cards: ir.Expr, env: Env) -> str:
    """So many cards at an end of a stack."""
    held = t.noun(cards, env).text
    fixed = constant(past.count)
    if fixed is None:
        told_ = f"the {past.end} cards of {held}, as many as {t.noun(past.count, env).text}"
    else:
        told_ = f"the {past.end} card of {held}" if fixed == 1 else f"the {past.end} {number(fixed)} cards of {held}"
    return f"{told_} (or as many as there are)" if past.up_to else told_


def _told(t: Teller, said: Told, env: Env) -> Noun:
    held, side = t.noun(said.cards, env).text, SIDES[said.end]
    if said.card is None:
        place = ORDINALS[said.place - 1] if 0 < said.place <= len(ORDINALS) else f"{said.place}th"
        return Noun(f"the {place} card from the {said.end} of {held}")
    card = t.noun(said.card, env).text
    match said.which:
        case "next" | "place":
            return Noun(f"the card {side} {card} in {held}")
        case "all":
            return Noun(f"the cards {side} {card} in {held}", many=True)
        case "itself":
            return Noun(f"{card} and the cards {side} it in {held}", many=True)
        case _:
            assert_never(said.which)
