"""What an editor writes into the lines of a rule file without its being there: which reading is in force, and numbers.

Leaves the settings to the analysis of the text; under other settings than the usual ones nothing is told.
"""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.editor.analysis import Analysis
from spec import syntax as s


@dataclass(frozen=True, slots=True)
class Hint:
    """A text to show behind an offset."""

    offset: int
    text: str


def hints(analysis: Analysis) -> tuple[Hint, ...]:
    """Which reading of each question is in force, and what each number is that follows from others."""
    found: list[Hint] = []
    for section in analysis.file.sections:
        match section:
            case s.QuestionSection(head, readings=readings):
                chosen = analysis.settings.get(head.name.text, "")
                for reading in readings:
                    if reading.name.text == chosen:
                        found.append(Hint(reading.name.span.start + len(chosen), " (in force)"))
            case s.GameSection(items=items):
                for item in items:
                    if isinstance(item, s.DerivedNumber) and item.name.text in analysis.settings:
                        found.append(Hint(item.value.span.end, f" = {analysis.settings[item.name.text]}"))
            case _:
                pass
    return tuple(found)
