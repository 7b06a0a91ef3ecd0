"""What goes wrong in play: a fault as data, and the exception by which evaluation stops on one.

Leaves to `engine.interpreter.interpreter` where a stop is caught and to `engine.logs.words` how bound values read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NoReturn

from spec.ir import nodes as ir

Value = int | tuple[int, ...]
"""A value in play: a number, truth value, symbol or card is an int, cards are a tuple (see `expressions`)."""

FaultKind = Literal["gap", "clash", "undefined", "open", "stuck", "lost_card", "endless", "overflow"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why play cannot go on.

    `gap`: no clause says what happens; `clash`: two unranked clauses disagree; `undefined`: an operation has no
    meaning here; `open`: an unsettled question; `stuck`: no legal move; `lost_card`: a card is in no zone or in two;
    `endless`: automatic steps never reach a decision; `overflow`: a value outside its field's range.

    `sources` are the clauses concerned, innermost first; `context` the bound names with their values in words.
    """

    kind: FaultKind
    sentence: str
    sources: tuple[ir.Source, ...] = ()
    context: tuple[tuple[str, str], ...] = ()

    @property
    def place(self) -> tuple[FaultKind, ir.ClauseId | None]:
        """The kind and the innermost clause: faults of one place are one finding, however play came to them."""
        return self.kind, self.sources[0].clause if self.sources else None


class Stop(Exception):
    """Evaluation met a fault; it abandons the frame, and gathers the clauses concerned on its way out."""

    def __init__(
        self,
        kind: FaultKind,
        sentence: str,
        names: Mapping[str, Value] | None = None,
        sources: tuple[ir.Source, ...] = (),
    ) -> None:
        super().__init__(sentence)
        self.kind: FaultKind = kind
        self.sentence = sentence
        self.names = dict(names or {})
        self.sources = list(sources)

    def within(self, source: ir.Source) -> Stop:
        """The same stop, with the clause in which it happened."""
        if source not in self.sources:
            self.sources.append(source)
        return self


class BeyondLimits(Exception):
    """A position where the interpreter would have to list too much; no fault of the rules, and no bug of ours.

    `at` is what asks for the list, as far as it is known: a definition or a clause, else a shape or a move.
    """

    def __init__(self, sentence: str, at: ir.Source | None = None) -> None:
        super().__init__(sentence)
        self.at, self._asked = at, ""

    def __str__(self) -> str:
        return f"{self.args[0]}{self._asked}"

    def within(self, source: ir.Source, kind: str) -> BeyondLimits:
        """The same, in the innermost definition or clause in which it happened."""
        if not self._asked and source.label:
            self.at, self._asked = source, f"; the {kind} `{source.label}` asks for it"
        return self


def undefined(sentence: str, names: Mapping[str, Value]) -> NoReturn:
    """Stops evaluation at an operation that has no meaning here."""
    raise Stop("undefined", sentence, names)
