"""All questions that the operators ask of a rule file, each edit once.

Leaves trying them out to `verify.ambiguity`, and showing them to `hoyle.ambiguity`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hoyle.misreadings import (
    back,
    cards,
    choices,
    clauses,
    duty,
    ends,
    exceptions,
    later,
    length,
    moments,
    numbers,
    once,
    places,
    reach,
    shapes,
    silence,
    stages,
    timing,
    turns,
    words,
)
from hoyle.misreadings.before import before, outdated
from hoyle.misreadings.draft import AS_WRITTEN, Asked
from hoyle.misreadings.operator import Operator
from hoyle.misreadings.rule_file import RuleFile
from hoyle.misreadings.unfold import Unfolded

OPERATORS: tuple[Operator, ...] = (
    *duty.OPERATORS, *choices.OPERATORS, *clauses.OPERATORS, *exceptions.OPERATORS,
    *cards.OPERATORS, *shapes.OPERATORS, *numbers.OPERATORS, *words.OPERATORS,
    *turns.OPERATORS, *timing.OPERATORS, *once.OPERATORS, *moments.OPERATORS, *later.OPERATORS,
    *stages.OPERATORS,
    *places.OPERATORS, *reach.OPERATORS, *silence.OPERATORS, *ends.OPERATORS, *length.OPERATORS, *back.OPERATORS,
)  # fmt: skip

BY_NAME = {operator.name: operator for operator in OPERATORS}


def asked(
    rules: RuleFile, operators: tuple[Operator, ...] = OPERATORS, open_: tuple[Unfolded, RuleFile] | None = None
) -> Iterator[Asked]:
    """Every question once, in the order of the operators and of the file; each has a name of its own.

    What the file settles is not asked, as long as it is the same question with the same answer. Where it was the same
    but for a change of the rule under it, the question says so (`Asked.before`). `open_`: the file with what it names
    once at its place.
    """
    seen: set[object] = set()
    names: set[str] = set()
    every = _all(rules, operators)
    if open_ is not None:
        every += open_[0].back(_all(open_[1], operators), tuple(every))
    settled, changed = {known.asks for known in rules.answered.values()}, outdated(rules, every)
    for one in every:
        edits = _nameless(one)
        if one.asks not in settled and edits not in seen and one.name not in names:
            seen.add(edits)
            names.add(one.name)
            yield replace(one, before=before(one, changed))


def _all(rules: RuleFile, operators: tuple[Operator, ...]) -> list[Asked]:
    return [one for operator in operators for one in operator.questions(rules) if one.edits]


def _nameless(one: Asked) -> object:
    """What is written, whatever the question and its reading are called."""

    def said(text: str) -> str:
        return (
            text.replace(f"{one.name} is {one.other}", "")
            .replace(f"{one.name} is {AS_WRITTEN}", "")
            .replace(one.name, "")
        )

    return tuple((e.start, e.end, said(e.text)) for e in one.edits), tuple(map(said, one.more))
