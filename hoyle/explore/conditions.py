"""The conditions to be found: read as claims of the rule file that somewhere they hold.

Leaves what a condition means to `spec`, and finding it to `hoyle.explore.search`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hoyle.sources.files import Loaded, lower, parse_text
from hoyle.terminal.guard import Usage
from spec.ir import nodes as ir
from spec.text.clean import clean


def with_conditions(
    loaded: Loaded, settings: Mapping[str, str], conditions: Sequence[str], *, as_written: bool = False
) -> tuple[ir.Game, tuple[str, ...]]:
    """The game with a claim for each condition, and the labels of these. Raises Usage where one is not understood."""
    text, labels = loaded.text.content.rstrip() + "\n", []
    for condition in conditions:
        if not condition.strip() or clean(condition) != condition or "\n" in condition:
            raise Usage(f"`--find {condition}` is no condition; write one in a line, such as 'deck is empty'")
        before, label = len(text), _label(text)
        labels.append(label)
        text += f"claim {label}: sometimes {condition}\n"
        found = lower(parse_text(loaded.text.name, text), settings, as_written=as_written)
        wrong = [d for d in found.diagnostics if d.severity == "error"]
        if found.game is None and wrong:
            told = next((d for d in wrong if d.span.start >= before), wrong[0])
            raise Usage(f"`--find {condition}` is not understood: {told.message} (hoyle explain {told.code})")
        loaded = found
    assert loaded.game is not None
    return loaded.game, tuple(labels)


def _label(text: str) -> str:
    """A name that the text does not have."""
    number = 1
    while f"condition_{number}" in text:
        number += 1
    return f"condition_{number}"
