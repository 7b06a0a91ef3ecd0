"""Tells what a condition came to, part by part, in the author's own notation: "deadwood(player 1) = 11, expected 14".

Leaves finding the parts that decide to `hoyle.english.in_play.reasons`.
"""

from __future__ import annotations

from hoyle.english.document.marks import unmarked
from hoyle.english.in_play.at_hand import AtHand
from hoyle.english.in_play.reasons import Part, deciding, told, within
from spec.ir import nodes as ir
from spec.ir.index import is_mover
from spec.ir.types import join, type_of

MOST = 6
"""So many parts are told."""
LONG = 240
SHOULD: dict[tuple[str, bool], str] = {
    ("=", False): "expected {}", ("!=", True): "expected {}",
    ("=", True): "expected anything else", ("!=", False): "expected anything else",
    ("<", False): "expected less than {}", ("<=", False): "expected at most {}",
    ("<", True): "expected at least {}", ("<=", True): "expected more than {}",
}  # fmt: skip
"""What was expected of a comparison that came out so."""


def values(at: AtHand, cond: ir.Expr) -> tuple[str, ...]:
    """The parts by which a condition came out as it did, against what was expected, a line each."""
    held = at.looked_up(cond)
    if held is None:
        return ()
    lines = [line for part in deciding(at, cond, bool(held)) for line in (_line(part), *map(_line, within(part)))]
    return tuple(dict.fromkeys(line for line in lines if line))[:MOST]


def _line(part: Part) -> str:
    match part.expr:
        case ir.Compare():
            return _compared(part.at, part.expr, part.holds) or unmarked(told((part,)))
        case ir.Apply(_, _) if type_of(part.at.index, part.expr) == ir.Bool():
            came, should = ("yes", "no") if part.holds else ("no", "yes")
            return f"{written(part.at, part.expr)} = {came}, expected {should}"
        case _:
            return unmarked(told((part,)))


def _compared(at: AtHand, e: ir.Compare, holds: bool) -> str:
    left, right, op = e.left, e.right, e.op
    fixed = isinstance(left, ir.Lit | ir.CardList) and not isinstance(right, ir.Lit | ir.CardList)
    if fixed and op in ("=", "!="):
        left, right = right, left
    kind = join(type_of(at.index, left), type_of(at.index, right)) or type_of(at.index, left)
    came, other = at.looked_up(left), at.looked_up(right)
    if came is None or other is None:
        return ""
    if fixed and op not in ("=", "!="):  # 3 < x that fails says that x is at most 3
        turned = {("<", False): "expected more than {}", ("<", True): "expected at most {}",
                  ("<=", False): "expected at least {}", ("<=", True): "expected less than {}"}  # fmt: skip
        line = f"{_equals(at, right, at.valued(other, kind))}, {turned[op, holds].format(at.valued(came, kind))}"
        return line if len(line) <= LONG else ""
    should = SHOULD[op, holds].format(at.valued(other, kind))
    apart = "" if isinstance(right, ir.Lit | ir.CardList) else written(at, right)
    from_ = f" ({apart})" if apart and apart != at.valued(other, kind) else ""
    line = f"{_equals(at, left, at.valued(came, kind))}, {should}{from_}"
    return line if len(line) <= LONG else ""


def _equals(at: AtHand, e: ir.Expr, value: str) -> str:
    name = written(at, e)
    return value if name == value else f"{name} = {value}"


def written(at: AtHand, e: ir.Expr) -> str:
    """An expression as it is written in a rule file, with what it is applied to as it is here."""
    match e:
        case ir.Apply(name, args):
            return f"{name}({', '.join(_argument(at, a) for a in args)})" if args else name
        case ir.Get() if is_mover(e):
            return e.field
        case ir.Get(name, index):
            return f"{name} of {', '.join(_argument(at, i) for i in index)}" if index else name
        case ir.Place(zone, index):
            if at.index.zones[zone].index == (zone,):
                return _argument(at, index[0])
            return f"{zone} of {', '.join(_argument(at, i) for i in index)}" if index else zone
        case ir.Size(cards):
            return f"size of {written(at, cards)}"
        case ir.EndCard(end, cards):
            return f"{end} of {written(at, cards)}"
        case ir.Attr(attr, card):
            return f"{attr} of {written(at, card)}"
        case ir.Total(table, cards):
            return f"{table} of {written(at, cards)}"
        case ir.Arith(op, left, right):
            return f"{written(at, left)} {op} {written(at, right)}"
        case _:
            return _argument(at, e)


def _argument(at: AtHand, e: ir.Expr) -> str:
    """A value by its name; cards that lie somewhere by where they lie."""
    kind = type_of(at.index, e)
    if isinstance(e, ir.Place | ir.Apply) and isinstance(kind, ir.Cards):
        return written(at, e)
    value = at.looked_up(e)
    return unmarked(at.bare(e, at.env).text) if value is None else at.valued(value, kind)
