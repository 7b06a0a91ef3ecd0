"""Which question of a file a new one was before the rule under it changed a little, though it is worded otherwise now.

Leaves asking to the operators, and telling it to the command and to the editor.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from hoyle.misreadings.draft import Asked
from hoyle.misreadings.rule_file import RuleFile, Settled

ALIKE = 0.7
"""So much of the words of two questions is the same where one is the other of before a change."""


def outdated(rules: RuleFile, every: Iterable[Asked]) -> dict[str, Settled]:
    """What a file settles that none of all its questions asks in these words any more."""
    asks = {one.asks for one in every}
    return {label: known for label, known in rules.answered.items() if known.asks not in asks}


def before(one: Asked, settled: Mapping[str, Settled]) -> Settled | None:
    """The question as which this was settled: of the same name, with the same text, or about the same and alike."""
    if one.unsettled in settled:
        return settled[one.unsettled]
    text = one.asks[0]
    likely = [
        (_alike(text, known.asks[0]), known) for known in settled.values() if _named(known.asks[0]) == _named(text)
    ]
    best = max(likely, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] >= ALIKE else None


def _named(text: str) -> tuple[str, ...]:
    """What a question names, in its order."""
    return tuple(re.findall("“(.*?)”", text))


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one.split(), other.split(), autojunk=False).ratio()
