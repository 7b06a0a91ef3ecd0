"""Turns Lark's tree of a shape into the surface syntax tree."""

from __future__ import annotations

from typing import Any, Literal, cast

from lark import v_args
from lark.tree import Meta

from spec import syntax as s
from spec.text.from_tree_expressions import ExpressionsFromTree, displayed


def tail(items: list[Any], *kind: type) -> tuple[Any, ...]:
    """The items of some kinds, which stand last."""
    return tuple(x for x in items if isinstance(x, kind))


class ShapesFromTree(ExpressionsFromTree):
    """One method a rule."""

    @v_args(meta=True)
    def shape(self, meta: Meta, items: list[Any]) -> s.ShapeSection:
        name, display, cites, under, kind, made_of, *rules = items
        parts, (least, most) = (made_of, (1, None)) if isinstance(made_of[0], s.RanksPart) else ((), made_of)
        same = tuple(rule[1] for rule in rules if rule[0] == "same")
        wild = tuple(rule[1] for rule in rules if rule[0] == "wild")
        lines = [rule for rule in rules if rule[0] in ("run", "steps")]
        line, run = cast(
            "tuple[Literal['none', 'run', 'steps'], s.RunText]", lines[0] if lines else ("none", s.RunText("", None))
        )
        head = s.Head(displayed(name, display), cites, under)
        span = self.span(meta)
        return s.ShapeSection(head, kind == "sequence", least, most, same, line, run, wild, span, parts)

    def parts(self, items: list[Any]) -> tuple[s.RanksPart | s.OthersPart, ...]:
        return tuple(items)

    @v_args(meta=True, inline=True)
    def part_of_one(self, meta: Meta, each: s.CountText) -> s.RanksPart:
        return s.RanksPart(each, (1, 1), None, self.span(meta))

    @v_args(meta=True, inline=True)
    def part_of_each(self, meta: Meta, each: s.CountText, ranks: s.CountText, run: s.RunText | None) -> s.RanksPart:
        return s.RanksPart(each, ranks, run, self.span(meta))

    @v_args(meta=True, inline=True)
    def part_of_as_many(self, meta: Meta, each: s.CountText, run: s.RunText | None) -> s.RanksPart:
        return s.RanksPart(each, None, run, self.span(meta))

    @v_args(meta=True, inline=True)
    def part_of_others(self, meta: Meta, cards: s.CountText) -> s.OthersPart:
        return s.OthersPart(cards, False, self.span(meta))

    @v_args(meta=True, inline=True)
    def part_for_each(self, meta: Meta, cards: s.CountText) -> s.OthersPart:
        return s.OthersPart(cards, True, self.span(meta))

    @v_args(inline=True)
    def in_a_run(self, ends: tuple[s.FaceText, s.FaceText] | None = None, aces: s.Name | None = None) -> s.RunText:
        return s.RunText(aces.text if aces else "", ends)

    @v_args(inline=True)
    def run_ranks(self, first: s.FaceText, last: s.FaceText) -> tuple[s.FaceText, s.FaceText]:
        return first, last

    @v_args(inline=True)
    def count_exact(self, n: s.IndexText) -> s.CountText:
        return n, n

    @v_args(inline=True)
    def count_least(self, n: s.IndexText) -> s.CountText:
        return n, None

    @v_args(inline=True)
    def count_range(self, low: s.IndexText, high: s.IndexText) -> s.CountText:
        return low, high

    @v_args(inline=True)
    def shape_same(self, name: s.Name) -> tuple[str, Any]:
        return "same", name

    @v_args(inline=True)
    def shape_run(
        self, ends: tuple[s.FaceText, s.FaceText] | None = None, aces: s.Name | None = None
    ) -> tuple[str, Any]:
        return "run", s.RunText(aces.text if aces else "", ends)

    @v_args(inline=True)
    def shape_steps(self, aces: s.Name | None = None) -> tuple[str, Any]:
        return "steps", s.RunText(aces.text if aces else "", None)

    @v_args(meta=True)
    def shape_wild(self, meta: Meta, items: list[Any]) -> tuple[str, Any]:
        return "wild", s.WildRule(tuple(items), None, None, self.span(meta))

    @v_args(meta=True)
    def wild_faces(self, meta: Meta, items: list[Any]) -> s.TakenOut | s.Name:
        """Faces, with their suits if there are any; one word alone may be a suit as well."""
        match items:
            case [s.FaceText(word=s.Name() as word), *more] if not any(more):
                return word
        return s.TakenOut(tail(items, s.FaceText), tail(items, s.Name), self.span(meta))

    @v_args(inline=True)
    def wild_one(self, name: s.Name) -> s.Name:
        return name

    @v_args(meta=True, inline=True)
    def least_natural(self, meta: Meta, least: s.IndexText) -> tuple[str, Any]:
        return "wild", s.WildRule((), least, None, self.span(meta))

    @v_args(meta=True, inline=True)
    def most_wild(self, meta: Meta, most: s.IndexText) -> tuple[str, Any]:
        return "wild", s.WildRule((), None, most, self.span(meta))
