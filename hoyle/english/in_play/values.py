"""Tells what a condition came to, part by part, in the author's own notation: "deadwood(player 1) = 11, expected 14".

Leaves finding the parts that decide to `hoyle.english.in_play.reasons`.
"""

from __future__ import annotations

from hoyle.english.conditions import sides
from hoyle.english.document.marks import unmarked
from hoyle.english.in_play.at_hand import AtHand
from hoyle.english.in_play.reasons import Part, deciding, told, within
from hoyle.english.nouns import notation
from spec.ir import nodes as ir
from spec.ir.binding import free_names
from spec.ir.fold import written_out
from spec.ir.references import applied_to
from spec.ir.types import is_card, join, of_cards, type_of

MOST = 6
"""So many parts are told."""
LONG = 240
SHOULD: dict[tuple[str, bool, bool], str] = {
    ("=", False, False): "expected {}", ("!=", True, False): "expected {}",
    ("=", True, False): "expected anything else", ("!=", False, False): "expected anything else",
    ("<", False, False): "expected less than {}", ("<=", False, False): "expected at most {}",
    ("<", True, False): "expected at least {}", ("<=", True, False): "expected more than {}",
    ("<", False, True): "expected more than {}", ("<=", False, True): "expected at least {}",
    ("<", True, True): "expected at most {}", ("<=", True, True): "expected less than {}",
}  # fmt: skip
"""What was expected of a comparison that came out so, or was written the other way round."""


def values(at: AtHand, cond: ir.Expr) -> tuple[str, ...]:
    """The parts by which a condition came out as it did, against what was expected, a line each."""
    held = at.looked_up(cond)
    if held is None:
        return ()
    lines = [line for part in deciding(at, cond, bool(held)) for line in (_line(part), *map(_line, within(part)))]
    return tuple(dict.fromkeys(line for line in lines if line))[:MOST]


def _line(part: Part) -> str:
    applied = applied_to(part.expr)
    if applied is not None and applied[1]:
        came, should = ("yes", "no") if part.holds else ("no", "yes")
        return f"{written(part.at, part.expr)} = {came}, expected {should}"
    return _compared(part.at, part.expr, part.holds) or unmarked(told((part,)))


def _compared(at: AtHand, e: ir.Expr, holds: bool) -> str:
    compared = sides(e)
    if compared is None:
        return ""
    op, left, right = compared
    turned = written_out(left) and not written_out(right)
    if turned:
        left, right = right, left
    kind = join(type_of(at.index, left), type_of(at.index, right)) or type_of(at.index, left)
    came, other = at.looked_up(left), at.looked_up(right)
    if came is None or other is None:
        return ""
    should = SHOULD[op, holds, turned and op in ("<", "<=")].format(at.valued(other, kind))
    apart = "" if written_out(right) else written(at, right)
    from_ = f" ({apart})" if apart and apart != at.valued(other, kind) else ""
    line = f"{_equals(at, left, at.valued(came, kind))}, {should}{from_}"
    return line if len(line) <= LONG else ""


def _equals(at: AtHand, e: ir.Expr, value: str) -> str:
    name = written(at, e)
    return value if name == value else f"{name} = {value}"


def written(at: AtHand, e: ir.Expr) -> str:
    """An expression as it is written in a rule file, with what it is applied to as it is here; else in words."""
    return notation(at, e, lambda part: _part(at, e, part)) or unmarked(at.bare(e, at.env).text)


def _part(at: AtHand, whole: ir.Expr, part: ir.Expr) -> str:
    """A single thing by its value, unless that is what is asked for; cards by where they lie."""
    kind = type_of(at.index, part)
    lies = of_cards(kind) and not written_out(part) and notation(at, part, lambda inner: _part(at, part, inner))
    card = is_card(kind) and applied_to(whole) is None and not free_names(part)
    value = None if lies or card else at.looked_up(part)
    return written(at, part) if value is None else at.valued(value, kind)
