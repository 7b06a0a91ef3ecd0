"""The questions that the operators ask of a loaded rule file, as variations that `verify.ambiguity` tries out in play.

Each makes its games from the text with the question written into it, when they are wanted. Leaves the questions to the
operators, and what a variation comes to to `verify.ambiguity.compare.variations`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hoyle.editor.format.formatter import format_text
from hoyle.misreadings.draft import AS_WRITTEN, Asked
from hoyle.misreadings.find import BY_NAME, OPERATORS, asked
from hoyle.misreadings.operator import Operator
from hoyle.misreadings.rule_file import RuleFile, sources_of, words_in
from hoyle.misreadings.unfold import Unfolded, unfolded
from hoyle.sources.files import Loaded, Parsed, lower, parse_text
from spec.diagnostics.diagnostic import has_errors
from spec.ir import nodes as ir
from spec.text.source import Span
from verify.ambiguity.run.context import Variation

CROWDED = 0.25
"""Of an operator that asks much of a file each question is worth less: by this power of how many they are."""


@dataclass(frozen=True, slots=True)
class Edited:
    """Makes the games of a rule text that was edited; it can be sent to other processes."""

    name: str
    content: str
    outdated: tuple[str, ...] = ()
    """The questions that the text before had, and this one has not: they were settled before a rule changed."""

    def __call__(self, chosen: Mapping[str, str], written: bool) -> ir.Game | None:
        """The game under some settings, as written or under the rulings; None where the text has an error."""
        here = {name: reading for name, reading in chosen.items() if name not in self.outdated}
        return lower(_parsed(self.name, self.content), here, as_written=written).game


@dataclass(frozen=True, slots=True)
class Together:
    """Makes the games of a rule text with two questions in it; it can be sent to other processes.

    The second question is asked of the rules as they are under the other reading of the first, so that both may change
    one clause.
    """

    name: str
    content: str
    asks: tuple[Asked, ...]

    def __call__(self, second: str, first: str, chosen: Mapping[str, str]) -> Edited | None:
        """What makes the games of the file with both questions, by their names, under some settings, among which the
        first is read in the other way; None where the second is not asked there, word for word: another rule may be
        asked about by its name."""
        named = {one.name: one for one in self.asks}
        gone = named[first].outdated
        read = {name: reading for name, reading in chosen.items() if name not in gone}
        loaded = lower(_parsed(self.name, named[first].written(self.content)), read)
        if loaded.game is None:
            return None
        wanted = named[second]
        there = questions(loaded, loaded.game, (BY_NAME[wanted.operator],))
        found = next((one for one in there if one.name == second and one.says == wanted.says), None)
        if found is None:
            return None
        return Edited(self.name, found.written(loaded.text.content), (*gone, *found.outdated))


@lru_cache(maxsize=4)
def _parsed(name: str, content: str) -> Parsed:
    return parse_text(name, content)


def questions(loaded: Loaded, game: ir.Game, operators: tuple[Operator, ...] = OPERATORS) -> tuple[Asked, ...]:
    """All that the operators ask of a rule file as it is in force in a game, and of what it names once."""
    rules = RuleFile(loaded.text.content, loaded.parsed.file, game)
    return tuple(asked(rules, operators, _unfolded(loaded, rules)))


def _unfolded(loaded: Loaded, rules: RuleFile) -> tuple[Unfolded, RuleFile] | None:
    """The file with what is named once at its place, and what it says; None where it has nothing of the kind."""
    made = unfolded(rules)
    if made is None:
        return None
    chosen = {q.source.label: q.chosen for q in rules.game.questions if q.chosen}
    parsed = _parsed(loaded.text.name, made.content)
    game = lower(parsed, {**chosen, **dict(rules.game.settings)}).game
    return None if game is None else (made, RuleFile(made.content, parsed.file, game))


def written(loaded: Loaded, game: ir.Game, name: str, because: str | None = None) -> str | None:
    """The rule text with a question in it, laid out as the file was; None where no such question is asked,
    or where its other reading makes no valid game. With a reason: settled as the rules are written, and no reading.

    Raises ValueError where the text would have an error, which is a bug of the operator.
    """
    one = next((one for one in questions(loaded, game) if one.name == name), None)
    if one is None:
        return None
    was = loaded.text.content
    text = one.written(was) if because is None else one.written_settled(was, because)
    text = format_text(text) if format_text(was) == was else _ended_as(was, text)
    parsed = parse_text(loaded.text.name, text)
    if has_errors(lower(parsed).diagnostics):
        raise ValueError(f"{one.operator} makes an edit with an error: {name}")
    if because is not None:
        return text
    return text if lower(parsed, {name: one.other}).game is not None else None


def _ended_as(was: str, text: str) -> str:
    """The text with lines that end as those of another do."""
    return re.sub("\r?\n", "\r\n", text) if "\r\n" in was else text


def variations(loaded: Loaded, game: ir.Game, found: Sequence[Asked]) -> tuple[Variation, ...]:
    """The questions as variations, in their order."""
    sources, asks = sources_of(game), Counter(one.operator for one in found)
    labels = [q.source.label for q in game.questions]
    return tuple(_variation(loaded, sources, labels, one, asks[one.operator] ** -CROWDED) for one in found)


def _variation(
    loaded: Loaded, sources: Mapping[Span, ir.Source], labels: Sequence[str], one: Asked, alone: float
) -> Variation:
    content, operator = loaded.text.content, BY_NAME[one.operator]
    own = words_in(" ".join(content[at.start : at.end] for at in one.extents))
    return Variation(
        one.name, one.operator, one.text, (AS_WRITTEN, one.other), (one.was, one.otherwise),
        tuple(sources[at] for at in one.about if at in sources), operator.weight * one.likely * alone,
        Edited(loaded.text.name, one.written(content), one.outdated), (one.name, one.edits, one.more, one.asked_again),
        operator.endless, tuple(label for label in labels if label in own), one.asked_again,
    )  # fmt: skip
