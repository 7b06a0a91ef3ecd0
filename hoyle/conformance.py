"""The same rule file under other readings, of which a conformance suite shows the difference.

Leaves choosing and telling games to `engine.conformance`, and writing to the commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.conformance.choose import Variant
from engine.interpreter import Interpreter
from hoyle.files import Loaded, lower
from spec import ir
from spec.knobs import choices


def other_readings(loaded: Loaded, game: ir.Game, settings: Mapping[str, str]) -> Iterator[Variant]:
    """The game under each reading of each question that is not in force."""
    chosen = {question.source.label: question.chosen for question in game.questions}
    for choice in choices(loaded.parsed.file.sections):
        for word in choice.words if choice.kind == "question" and choice.name in chosen else ():
            if word == chosen[choice.name]:
                continue
            other = lower(loaded.parsed, {**settings, choice.name: word}).game
            if other is not None:
                yield Variant(f"reading {word} of {choice.name}", Interpreter(other))
