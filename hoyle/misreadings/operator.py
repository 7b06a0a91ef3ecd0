"""What an operator is: a way in which people misread rules, named by the sentence that it asks.

Leaves the ways themselves to the modules beside this one, and trying them out to `verify.ambiguity`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from hoyle.misreadings.draft import Asked, Draft
from hoyle.misreadings.rule_file import RuleFile

Family = Literal["duty", "clauses", "cards", "shapes", "numbers", "words", "turns", "time", "silence", "ends"]
New = Callable[[str, str], Draft]
"""Begins a question, given its name in the file and the name of the other reading."""
Asks = Callable[[RuleFile, New], Iterator[Asked]]


@dataclass(frozen=True, slots=True)
class Operator:
    """A way of misreading: its name, the sentence that it asks, and its questions of a rule file.

    `weight` says how readily people misread so, from 0 to 1.5; `endless`: by the other reading a game need not end.
    """

    name: str
    sentence: str
    family: Family
    weight: float
    asks: Asks
    endless: bool = False

    def questions(self, rules: RuleFile) -> Iterator[Asked]:
        """All that it asks of a rule file."""

        names: set[str] = set()
        before: set[str] = set()

        def new(name: str, other: str) -> Draft:
            free, was = rules.free(name, names), rules.unsettled(name, before)
            names.add(free)
            before.add(was)
            return Draft(rules, self.name, free, other, was)

        return self.asks(rules, new)
