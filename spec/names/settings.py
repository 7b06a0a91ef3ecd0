"""Lists what a run may set in a rule file, with the values that each setting takes.

Leaves setting them to `spec.names.declare`.
"""

from __future__ import annotations

from dataclasses import dataclass

from spec import syntax as s


@dataclass(frozen=True, slots=True)
class SizeSetting:
    """A number setting, `players` among them, with its range and its usual value."""

    name: str
    low: int
    high: int
    usual: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting that is one of some words: the edition, an option, or a question's reading."""

    kind: str
    name: str
    words: tuple[str, ...]


def size_settings(sections: tuple[s.Section, ...]) -> tuple[SizeSetting, ...]:
    """The number settings in the order of the file."""
    found = []
    for section in sections:
        for item in section.items if isinstance(section, s.GameSection) else ():
            match item:
                case s.Players(low, high, usual):
                    found.append(SizeSetting("players", low, high, usual))
                case s.NumberSetting(name, low, high, usual):
                    found.append(SizeSetting(name.text, low, high, usual))
                case _:
                    pass
    return tuple(found)


def choices(sections: tuple[s.Section, ...]) -> tuple[Choice, ...]:
    """The edition, the options and the questions, in the order of the file."""
    found = []
    for section in sections:
        match section:
            case s.GameSection(items=items):
                for item in items:
                    match item:
                        case s.Editions(names):
                            found.append(Choice("edition", "edition", tuple(n.text for n in names)))
                        case s.OptionSetting(name, words):
                            found.append(Choice("option", name.text, tuple(w.text for w in words)))
                        case _:
                            pass
            case s.QuestionSection() if section.answered is None:
                words_of = tuple(r.name.text for r in section.readings)
                found.append(Choice("question", section.head.name.text, words_of))
            case _:
                pass
    return tuple(found)
