"""The shape of who reads the expressions of a game in one way of counting.

Leaves reading them to `verify.smt.counting.expressions`, `verify.smt.counting.cards` and `verify.smt.counting.ranges`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from engine.core.layout import Layout
from spec.ir import nodes as ir
from spec.ir.index import GameIndex
from verify.smt.counting.counted import Counting, Counts, Number
from verify.smt.counting.fixed import Fixed
from verify.smt.counting.scene import CardName, Names, Scene, State
from verify.smt.encode import terms as t

Able = Callable[[ir.CanMove, Scene, State], t.Flag]
"""Whether the mover can move."""


class Means(Protocol):
    """Gives what expressions come to, in numbers."""

    counting: Counting
    index: GameIndex
    layout: Layout
    fixed: Fixed

    def kind(self, expr: ir.Expr) -> ir.Type:
        """The type of an expression."""

    def doubt(self, scene: Scene) -> None:
        """What was read may have no meaning, and when cannot be told."""

    def truth(self, expr: ir.Expr, scene: Scene, state: State, names: Names) -> t.Flag:
        """Whether a condition holds. Raises TooLarge."""

    def number(self, expr: ir.Expr, scene: Scene, state: State, names: Names) -> Number:
        """A number; a word or a card by its index, NOBODY for none. Raises TooLarge."""

    def greatest(self, expr: ir.Expr) -> int | None:
        """What a number is at most, as its form tells; None where it does not."""

    def any(self, kind: ir.Type, scene: Scene) -> Number:
        """Any value of a type."""

    def seat(self, player: Number, step: int) -> Number:
        """The player so many seats on."""

    def flat(
        self, sizes: tuple[int, ...], index: tuple[ir.Expr, ...], scene: Scene, state: State, names: Names
    ) -> Number:
        """Which of a family it is, row-major from 0."""

    def counts(self, expr: ir.Expr, scene: Scene, state: State, names: Names) -> Counts:
        """How many cards of each class there are."""

    def card(self, expr: ir.Expr, scene: Scene, state: State, names: Names) -> CardName:
        """One card, or none."""

    def bound(
        self, params: tuple[ir.Var, ...], args: tuple[ir.Expr, ...], scene: Scene, state: State, names: Names
    ) -> dict[str, Any]:
        """The names of parameters, with what the arguments come to."""
