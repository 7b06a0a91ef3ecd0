"""What expressions and effects of the IR use: free names, calls, and whether evaluating them can go wrong.

Leaves to `engine.core.lower.dead_code` and `engine.core.lower.game` what follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from spec.ir import nodes as ir
from spec.ir.binding import Binder, applied, free_names, mentions, settled
from spec.ir.index import GameIndex, index_of, rows
from spec.ir.references import declaration, references
from spec.text.source import Span

T = TypeVar("T")
Called = ir.Apply | ir.Do | ir.Resolve


def parts(node: Any) -> Iterator[tuple[str, Any]]:
    """The nodes in a node's fields, each with the field's name."""
    for f in fields(node):
        value = getattr(node, f.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, tuple):
                yield from ((f.name, inner) for inner in item if is_dataclass(inner))
            elif is_dataclass(item) and not isinstance(item, Span):
                yield f.name, item


def nodes(node: object) -> Iterator[object]:
    """Everything in a part of a program, itself included."""
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            stack += top
        elif is_dataclass(top) and not isinstance(top, type):
            yield top
            stack += [getattr(top, f.name) for f in fields(top)]


def rewrite(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node with `change` done to every node in it, inner ones first; `change` may answer a tuple within tuples."""
    if isinstance(node, tuple):
        found: list[Any] = []
        for item in node:
            made = rewrite(item, change)
            found += made if isinstance(made, tuple) and is_dataclass(item) else (made,)
        return tuple(found)
    if not is_dataclass(node) or isinstance(node, Span | type):
        return node
    changed = {f.name: rewrite(getattr(node, f.name), change) for f in fields(node)}
    if any(changed[f.name] is not getattr(node, f.name) and changed[f.name] != getattr(node, f.name)
           for f in fields(node)):  # fmt: skip
        node = replace(node, **changed)
    return change(node)


class Uses:
    """Questions about the expressions of one game."""

    def __init__(self, game: ir.Game) -> None:
        self.index: GameIndex = index_of(game)
        self._total: dict[str, bool] = {}
        self._free: dict[tuple[str, str], frozenset[str]] = {}
        self.forced: set[tuple[str, str, int]] = set()

    def declaration(self, node: Called) -> tuple[str, str, tuple[ir.Var, ...], object]:
        """What is called: its kind, its name, its parameters and its body (for a group: the clauses)."""
        (named,) = references(node)
        decl = declaration(self.index, named)
        assert isinstance(decl, ir.Define | ir.Routine | ir.Group)
        return *named, decl.params, decl.clauses if isinstance(decl, ir.Group) else decl.body

    def kept(self, node: Called) -> tuple[bool, ...]:
        """Which parameters of what is called have a use; others are not handed over."""
        kind, name, params, body = self.declaration(node)
        key = (kind, name)
        if key not in self._free:
            self._free[key] = frozenset()
            self._free[key] = frozenset(self.free(body))
        used = self._free[key]
        return tuple(p.name in used or (kind, name, i) in self.forced for i, p in enumerate(params))

    def free(self, node: Any) -> dict[str, ir.Type]:
        """The names that are used and not bound within, in the order of their first use."""
        return free_names(rewrite(node, self._handed_over))

    def _handed_over(self, node: Any) -> Any:
        """A call with those arguments alone that it has a use for."""
        if not isinstance(node, Called):
            return node
        return replace(node, args=tuple(arg for arg, kept in zip(node.args, self.kept(node), strict=True) if kept))

    # ------------------------------------------------------------ can it go wrong?

    def total(self, expr: ir.Expr, held: frozenset[ir.Expr] = frozenset()) -> bool:
        """Has the expression a value in every position in which the cards `held` are some? A no may be wrong."""
        match expr:
            case ir.EndCard(_, cards) if cards in held:
                return self._parts_total(cards, held)
            case ir.And(items) | ir.Or(items):
                return self._in_turn(items, isinstance(expr, ir.And), held)
            case ir.If(cond, then, other):
                yes, no = held | _held(cond, True), held | _held(cond, False)
                return self.total(cond, held) and self.total(then, yes) and self.total(other, no)
            case ir.Lit(value, kind):
                return not isinstance(kind, ir.Card) or value >= 0
            case ir.EndCard() | ir.Best() | ir.Open() | ir.CanMove():
                return False
            case ir.Apply(define, args):
                return all(self.total(arg, held) for arg in args) and self._apply_total(define, args, held)
            case ir.Total(table) | ir.CanTotal(table):
                return all(self.index.tables[table].values) and self._parts_total(expr, held)
            case ir.Extreme(over=over, cond=cond):
                sure = isinstance(over, ir.OverSeats | ir.OverSlots) or over == ir.OverDomain("player")
                return sure and cond == ir.Lit(1, ir.Bool()) and self._parts_total(expr, held)
            case ir.First(over=ir.OverCards(cards), cond=cond, other=None) if cond == ir.Lit(1, ir.Bool()):
                return cards in held and self.total(cards, held)
            case ir.First(other=None):
                return False
            case _:
                return self._parts_total(expr, held)

    def piles(self, domain: str, var: str) -> frozenset[ir.Expr]:
        """The pile that a name stands for which is bound to the piles of a row that hold a card."""
        counted = rows(self.index.game.zones, domain)
        if len(counted) != 1 or counted[0].index != (domain,):
            return frozenset()
        return frozenset({ir.Place(counted[0].source.label, (ir.Var(var, ir.Symbol(domain)),))})

    def _in_turn(self, items: tuple[ir.Expr, ...], wanted: bool, held: frozenset[ir.Expr]) -> bool:
        for item in items:
            if not self.total(item, held):
                return False
            held |= _held(item, wanted)
        return True

    def _parts_total(self, node: Any, held: frozenset[ir.Expr]) -> bool:
        if isinstance(node, Binder):
            held = frozenset(e for e in held if not mentions(e, (node.var,)))
            if not isinstance(node, ir.Filter) and isinstance(node.over, ir.OverDomain):
                held |= self.piles(node.over.domain, node.var)
        return all(self.total(item, held) for _, item in parts(node) if not isinstance(item, ir.type_classes))

    def _apply_total(self, define: str, args: tuple[ir.Expr, ...], held: frozenset[ir.Expr]) -> bool:
        """Is a definition total, or at least with its arguments put in?"""
        if define not in self._total:
            self._total[define] = False
            self._total[define] = self.total(self.index.defines[define].body)
        body = applied(self.index.defines[define], args) if held else None
        return self._total[define] or (body is not None and self.total(body, held))


def _held(cond: ir.Expr, holds: bool) -> frozenset[ir.Expr]:
    """The cards of which there are some where a condition holds, or does not."""
    found: set[ir.Expr] = set()
    for item, yes in settled(cond, holds):
        match item:
            case ir.Compare("<", ir.Lit(0), ir.Size(cards)) if yes:
                found.add(cards)
            case ir.Compare("=", ir.Size(cards), ir.Lit(0)) if not yes:
                found.add(cards)
            case _:
                pass
    return frozenset(found)
