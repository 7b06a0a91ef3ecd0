"""Ways of breaking an expression: numbers off by one, comparisons turned, other players, names, zones and ends.

Leaves conditions of clauses and effects to `verify.mutation.operators`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, get_args

from spec.ir import nodes as ir
from spec.ir.fold import Rounding, divided, negation, number, quotient
from spec.ir.index import GameIndex, is_mover
from spec.ir.order_of_play import beside as in_direction
from spec.ir.order_of_play import straight
from spec.ir.references import field_of
from spec.ir.types import var_of
from verify.mutation.sites import Site

Found = Iterator[tuple[str, object]]


def others(words: Any, word: str) -> list[Any]:
    """The other words of a `Literal`."""
    return [other for other in get_args(words) if other != word]


def off_by_one(site: Site, index: GameIndex) -> Found:
    """A number is one more or one less."""
    match site.node:
        case ir.Lit(value, ir.Int()):
            for other in (value + 1, value - 1):
                yield f"{other} replaces {value}", ir.Lit(other, ir.Int())
        case _:
            pass


def other_word(site: Site, index: GameIndex) -> Found:
    """Another rank, suit, player or word; yes for no."""
    match site.node:
        case ir.Lit(value, ir.Bool() as kind) if site.path[-1] not in ("when", "cond"):
            yield "no replaces yes" if value else "yes replaces no", ir.Lit(1 - value, kind)
        case ir.Lit(value, ir.Symbol(domain) as kind) if domain in index.domains:
            words = index.domains[domain].values
            other = (value + 1) % len(words)
            if other != value:
                was = "nobody" if value == ir.NOBODY else words[value]
                yield f"{domain} {words[other]} replaces {was}", ir.Lit(other, kind)
        case _:
            pass


def turned_round(site: Site, index: GameIndex) -> Found:
    """A part of a condition is turned round."""
    match site.node:
        case ir.Not(item):
            yield "a `not` is left out", item
        case ir.And(items) | ir.Or(items):
            for n, item in enumerate(items):
                changed = (*items[:n], negation(item), *items[n + 1 :])
                yield f"{_part(site.node, n)} is negated", replace(site.node, items=changed)
        case _:
            pass


def drop_part(site: Site, index: GameIndex) -> Found:
    """A part of a condition is left out."""
    match site.node:
        case ir.And(items) | ir.Or(items) if len(items) > 1:
            for n in range(len(items)):
                left = (*items[:n], *items[n + 1 :])
                whole = left[0] if len(left) == 1 else replace(site.node, items=left)
                yield f"{_part(site.node, n)} is left out", whole
        case _:
            pass


def _part(whole: ir.And | ir.Or, at: int) -> str:
    """A part of a condition by where it stands."""
    return f"part {at + 1} of {len(whole.items)} joined by `{'and' if isinstance(whole, ir.And) else 'or'}`"


def and_or(site: Site, index: GameIndex) -> Found:
    """`and` for `or`, and the other way round."""
    match site.node:
        case ir.And(items) if len(items) > 1:
            yield "`or` replaces `and`", ir.Or(items)
        case ir.Or(items) if len(items) > 1:
            yield "`and` replaces `or`", ir.And(items)
        case _:
            pass


def comparison(site: Site, index: GameIndex) -> Found:
    """A comparison is another one."""
    match site.node:
        case ir.Compare("=", ir.Quantify("count") as left, ir.Lit(1) as right):
            yield "`not exactly one` replaces `exactly one`", ir.Compare("!=", left, right)
        case ir.Compare("=", left, right):
            yield "`is not` replaces `is`", ir.Compare("!=", left, right)
        case ir.Compare("!=", left, right):
            yield "`is` replaces `is not`", ir.Compare("=", left, right)
        case ir.Compare("<", left, right):
            yield "`at most` replaces `less than`", ir.Compare("<=", left, right)
            yield "`more than` replaces `less than`", ir.Compare("<", right, left)
        case ir.Compare("<=", left, right):
            yield "`less than` replaces `at most`", ir.Compare("<", left, right)
            yield "`at least` replaces `at most`", ir.Compare("<=", right, left)
        case _:
            pass


def arithmetic(site: Site, index: GameIndex) -> Found:
    """Plus for minus, minus for plus and times; a branch for the other."""
    match site.node:
        case ir.Arith("+", left, right):
            yield "minus replaces plus", ir.Arith("-", left, right)
        case ir.Arith("//" | "-") if (parts := divided(site.node)) is not None:
            whole, by, way = parts
            back: Rounding = "down" if way == "up" else "up"
            if by != number(1):
                yield f"it is rounded {back}, not {way}", quotient(whole, by, back)
        case ir.Arith("-" | "*" as op, left, right):
            yield f"plus replaces { {'-': 'minus', '*': 'times'}[op] }", ir.Arith("+", left, right)
        case ir.If(cond, then, other):
            yield "the two branches change places", ir.If(cond, other, then)
        case _:
            pass


def cards(site: Site, index: GameIndex) -> Found:
    """The other end of a stack, another way of putting cards together, another step of rank, another total."""
    match site.node:
        case ir.EndCard(end, inner):
            for other in others(ir.TopOrBottom, end):
                yield f"the {other} card replaces the {end}", ir.EndCard(other, inner)
        case ir.EndCards(end, count, inner):
            for other in others(ir.TopOrBottom, end):
                yield f"the {other} cards replace the {end} ones", ir.EndCards(other, count, inner)
            yield "one card more is meant", ir.EndCards(end, ir.Arith("+", count, ir.Lit(1, ir.Int())), inner)
        case ir.Combine(op, left, right):
            for way in ("plus", "without", "common"):
                if way != op:
                    yield f"`{way}` replaces `{op}`", ir.Combine(way, left, right)
        case ir.Adjacent(way, left, right, wrap):
            for step in others(ir.Neighbour, way):
                yield f"`{step}` replaces `{way}`", ir.Adjacent(step, left, right, wrap)
            yield (
                "the ranks meet round the corner" if not wrap else "the ranks do not meet round the corner",
                (ir.Adjacent(way, left, right, not wrap)),
            )
        case ir.Total(table, inner, end):
            if any(len(v) > 1 for v in index.tables[table].values):
                for turned in others(ir.LeastOrGreatest, end):
                    yield f"the {turned} total replaces the {end}", ir.Total(table, inner, turned)
        case _:
            pass


def quantifier(site: Site, index: GameIndex) -> Found:
    """Some for every, least for greatest."""
    match site.node:
        case ir.Quantify("some", var, over, cond):
            yield "`every` replaces `some`", ir.Quantify("every", var, over, cond)
        case ir.Quantify("every", var, over, cond):
            yield "`some` replaces `every`", ir.Quantify("some", var, over, cond)
        case ir.Compare("=", ir.Quantify("count", var, over, cond), ir.Lit(1)):
            yield "`some` replaces `exactly one`", ir.Quantify("some", var, over, cond)
        case ir.Extreme(end) | ir.Best(end):
            for far in others(ir.LeastOrGreatest, end):
                yield f"the {far} replaces the {end}", replace(site.node, end=far)
        case _:
            pass


def other_player(site: Site, index: GameIndex) -> Found:
    """The next player for the previous one, or for the mover."""
    if not isinstance(index.domains.get("player"), ir.Domain) or len(index.domains["player"].values) < 2:
        return
    match site.node:
        case ir.Beside(player, step):
            if 2 * step % len(index.domains["player"].values):
                yield "the other neighbour is meant", ir.Beside(player, -step)
            yield "the player is meant, not the neighbour", player
        case _ if (seat := straight(site.node)) is not None:
            yield "the neighbour is the same whichever way play goes", seat
            yield "the other neighbour is meant", in_direction(seat.player, -seat.step)
        case _ if (field := field_of(site.node)) is not None and is_mover(field):
            yield "the next player is meant, not the mover", ir.Beside(field, 1)
        case _:
            pass


def other_place(site: Site, index: GameIndex) -> Found:
    """Another zone, field or name of the same kind."""
    match site.node:
        case ir.Place(zone, at) if site.path[-1] not in ("source", "target", "zone"):
            here = index.zones[zone]
            for other in index.game.zones:
                same = other.index == here.index and other.ordered == here.ordered
                if same and other.source.label != zone:
                    yield f"{other.source.label} replaces {zone}", ir.Place(other.source.label, at)
        case _ if (field := field_of(site.node)) is not None and not is_mover(field):
            kind = index.fields[field.field]
            for other_field in index.game.fields:
                same = other_field.type == kind.type and other_field.index == kind.index
                if same and other_field.source.label != field.field:
                    yield (
                        f"{other_field.source.label} replaces {field.field}",
                        ir.Get(other_field.source.label, field.index),
                    )
        case _ if (var := var_of(site.node)) is not None:
            for other_name, kind_of_other in dict(site.names).items():
                if other_name != var.name and kind_of_other == var.type:
                    yield f"{other_name} replaces {var.name}", ir.Var(other_name, kind_of_other)
        case _:
            pass


def other_definition(site: Site, index: GameIndex) -> Found:
    """Another shape or word of the rules with the same parameters."""
    match site.node:
        case ir.HasShape(inner, name):
            for other in index.game.shapes:
                if other.source.label != name:
                    yield f"{other.source.label} replaces {name}", ir.HasShape(inner, other.source.label)
        case ir.Apply(name, args):
            mine = index.defines[name]
            kinds = (mine.type, tuple(p.type for p in mine.params))
            for define in index.game.defines:
                same = (define.type, tuple(p.type for p in define.params)) == kinds
                if same and define.source.label != name:
                    yield f"{define.source.label} replaces {name}", ir.Apply(define.source.label, args)
        case _:
            pass


EXPRESSIONS: tuple[tuple[str, str, Callable[[Site, GameIndex], Found]], ...] = (
    ("off-by-one", "a number is one more or one less", off_by_one),
    ("other-word", "another rank, suit, player or word; yes for no", other_word),
    ("flip-part", "a part of a condition is negated", turned_round),
    ("drop-part", "a part of a condition is left out", drop_part),
    ("and-or", "`and` for `or`", and_or),
    ("comparison", "a comparison is another one", comparison),
    ("arithmetic", "plus for minus, or a branch for the other", arithmetic),
    ("cards", "the other end, another way of combining, another step of rank", cards),
    ("quantifier", "some for every, least for greatest", quantifier),
    ("other-player", "the next player for the previous one or for the mover", other_player),
    ("other-place", "another zone, field or name of the same kind", other_place),
    ("other-definition", "another shape or definition of the same form", other_definition),
)
