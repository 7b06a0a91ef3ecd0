"""What a proofreader asks: of which kind it is, how sure and how important, where, why, and what to do.

Leaves finding to the other modules of the folder, and showing to `show` and `data`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from hoyle.coverage.cut import Sentence

Kind = Literal["rules", "numbers", "conditions", "terms", "references", "wording"]
KINDS: dict[Kind, str] = {
    "rules": "the rulebook and the rule file say different things, or one says what the other does not",
    "numbers": "numbers that contradict each other, sums that do not add up, cases without a number",
    "conditions": "what is left open: otherwise, ties, an empty pile, who begins, may or must",
    "terms": "words for things: never used, never explained, two for one, one for two",
    "references": "sections and steps that are not there, `as above`",
    "wording": "words that leave something to the reader: usually, should, and/or, etc.",
}
"""What may be asked about, the most important first."""

Sure = Literal["certain", "likely", "perhaps"]
SURE: dict[Sure, int] = {"certain": 6, "likely": 4, "perhaps": 2}
"""How sure it is that a reader stumbles."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is looked for."""

    kind: Kind
    sure: Sure
    weight: int
    """How much it matters at a table: 3 changes who wins, 1 is read twice."""
    whole: bool = False
    """Says that something stands nowhere in the text: not asked where only a part of it was read."""


CHECKS: dict[str, Check] = {
    "contradiction": Check("numbers", "certain", 3),
    "sum": Check("numbers", "certain", 3),
    "no-case": Check("numbers", "certain", 3),
    "two-cases": Check("numbers", "certain", 3),
    "too-many": Check("numbers", "certain", 3),
    "restated": Check("numbers", "likely", 3),
    "hand-size": Check("numbers", "likely", 2),
    "how-many-players": Check("numbers", "likely", 2, True),
    "list-count": Check("numbers", "likely", 2),
    "no-section": Check("references", "certain", 2, True),
    "no-step": Check("references", "certain", 2, True),
    "same-heading": Check("references", "perhaps", 1),
    "above": Check("references", "likely", 1),
    "otherwise": Check("conditions", "likely", 3),
    "may-or-must": Check("conditions", "likely", 3),
    "opposed": Check("conditions", "likely", 3),
    "turn-order": Check("conditions", "likely", 3),
    "contest": Check("conditions", "likely", 3),
    "no-bid": Check("conditions", "likely", 3, True),
    "who-leads": Check("conditions", "likely", 3, True),
    "no-trump": Check("conditions", "likely", 3, True),
    "all-pass": Check("conditions", "likely", 3, True),
    "cannot-pay": Check("conditions", "likely", 2, True),
    "holder-begins": Check("conditions", "likely", 3),
    "tie": Check("conditions", "likely", 3, True),
    "empty-pile": Check("conditions", "likely", 3, True),
    "who-begins": Check("conditions", "likely", 3, True),
    "who-deals": Check("conditions", "likely", 2, True),
    "no-end": Check("conditions", "likely", 3, True),
    "no-winner": Check("conditions", "likely", 3, True),
    "equal": Check("conditions", "likely", 3),
    "ace": Check("conditions", "perhaps", 2, True),
    "cannot-play": Check("conditions", "likely", 3, True),
    "next-after-skip": Check("conditions", "likely", 2),
    "who": Check("conditions", "likely", 2),
    "unused": Check("terms", "likely", 2, True),
    "unexplained": Check("terms", "likely", 3, True),
    "late": Check("terms", "perhaps", 1),
    "two-names": Check("terms", "likely", 2),
    "two-things": Check("terms", "certain", 3),
    "not-listed": Check("terms", "likely", 2, True),
    "vague": Check("wording", "likely", 2),
    "loose": Check("wording", "perhaps", 1),
    "modal": Check("rules", "certain", 3),
    "number": Check("rules", "likely", 3),
    "unknown-place": Check("rules", "certain", 2, True),
    "uncited": Check("rules", "likely", 3),
    "cites-nothing": Check("rules", "perhaps", 2),
}  # fmt: skip
"""All that is looked for, by name."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One question about a text. The first of `at` is where it is asked; the others belong to it."""

    check: str
    at: tuple[Sentence, ...]
    says: str
    """What is wrong, as a sentence without its full stop."""
    do: str
    """What an author does about it, likewise."""
    clauses: tuple[tuple[str, int], ...] = ()
    """Clauses of the rule file that it is about, each with its line."""

    @property
    def kind(self) -> Kind:
        return CHECKS[self.check].kind

    @property
    def sure(self) -> Sure:
        return CHECKS[self.check].sure

    @property
    def whole(self) -> bool:
        return CHECKS[self.check].whole

    @property
    def rank(self) -> tuple[int, int, int, str]:
        """The most certain and important first; then as they come in the text."""
        check, first = CHECKS[self.check], self.at[0] if self.at else None
        return -SURE[check.sure] * check.weight, first.line if first else 0, first.column if first else 0, self.check


def ranked(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in the order in which they are read. What says the same at several places is one of them."""
    same: dict[tuple[str, str, str], Finding] = {}
    for one in findings:
        key = one.check, one.says, one.do
        known = same.get(key)
        same[key] = replace(known, at=known.at + one.at) if known and one.at else one
    once = (replace(one, at=tuple(dict.fromkeys(one.at))) for one in same.values())
    return tuple(sorted(once, key=lambda one: one.rank))
