"""What is wrong with display names (`as "..."`): nothing to read, too much of it, or two things that read the same.

Display names of everything are looked at, whatever the settings. Leaves what people read to `spec.ir.display`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from spec import syntax as s
from spec.ir.display import readable, without_article
from spec.names.table import Names
from spec.syntax_walk import of_class

LONGEST = 60
"""So many letters may a display name have: it stands in lists, on buttons and in the middle of sentences."""

Group = tuple[str, list[tuple[s.Name, str]]]
"""What things of one kind are called, and the things: each with its name and what people read where `as` is absent."""


def check_display_names(sections: tuple[s.Section, ...], names: Names) -> None:
    """Reports faults of display names."""
    for name in of_class(sections, s.Name):
        if name.display is not None:
            _check(name, name.display, names)
    for what, things in chain(_across(sections), *map(_within, sections)):
        _apart(what, things, names)


def _check(name: s.Name, display: s.Quoted, names: Names) -> None:
    if not any(sign.isalnum() for sign in display.text):
        names.report("E0210", display.span, f"the display name of `{name.text}` has no letter and no digit")
    elif len(display.text) > LONGEST:
        message = f"the display name of `{name.text}` has {len(display.text):,} signs; Hoyle takes at most {LONGEST}"
        names.report("E0210", display.span, message)


def _apart(what: str, things: Iterable[tuple[s.Name, str]], names: Names) -> None:
    """Reports what reads like another thing of its kind, where an author said how it reads."""
    seen: dict[str, s.Name] = {}
    for name, default in things:
        read = name.display.text if name.display else default
        first = seen.setdefault(without_article(read).casefold(), name)
        if first.text == name.text or not (first.display or name.display):
            continue
        blamed, other = (name, first) if name.display else (first, name)
        shown = blamed.display or blamed
        related = [((other.display or other).span, f"`{other.text}` reads so already")]
        message = f"two {what} are called “{read}”: `{first.text}` and `{name.text}`"
        names.report("E0211", shown.span, message, related=related)


# ---------------------------------------------------------------- what must read differently


def _named(found: Iterable[s.Name]) -> list[tuple[s.Name, str]]:
    return [(name, readable(name.text)) for name in found]


def _across(sections: tuple[s.Section, ...]) -> Iterator[Group]:
    """What the whole file introduces, by its kind."""
    kinds: dict[str, list[s.Name]] = {}
    for section in sections:
        match section:
            case s.MoveSection(s.Head(name)):
                kinds.setdefault("moves", []).append(name)
            case s.OutcomeSection(s.Head(name)):
                kinds.setdefault("outcomes", []).append(name)
            case s.RoutineSection(s.Head(name)):
                kinds.setdefault("routines", []).append(name)
            case s.QuestionSection(s.Head(name)):
                kinds.setdefault("questions", []).append(name)
            case s.DefineSection(s.Head(name)) | s.ShapeSection(s.Head(name)) | s.ValuesSection(s.Head(name)):
                kinds.setdefault("definitions", []).append(name)
            case s.ZonesSection(zones):
                kinds.setdefault("zones", []).extend(zone.name for zone in zones)
            case s.StateSection(fields):
                kinds.setdefault("fields", []).extend(field.name for field in fields)
            case s.EndsSection(items):
                kinds.setdefault("ends", []).extend(i.head.name for i in items if isinstance(i, s.EndClause))
            case s.PlaySection(flow):
                kinds.setdefault("steps", []).extend(_steps(flow))
            case _:
                pass
    return ((what, _named(found)) for what, found in kinds.items())


def _steps(flow: tuple[s.Flow, ...]) -> Iterator[s.Name]:
    for item in flow:
        if isinstance(item, s.LoopFlow):
            yield from _steps(item.body)
        else:
            yield item.head.name


def _within(section: s.Section) -> Iterator[Group]:
    """What one section lists: words, clauses, readings."""
    match section:
        case s.KindSection(name, words, _):
            yield f"words of `{name.text}`", _named(words)
        case s.StateSection(fields):
            for field in fields:
                if isinstance(field.type, s.WordType):
                    yield f"words of `{field.name.text}`", _named(field.type.words)
        case s.GameSection(items=items):
            decks = [item for item in items if isinstance(item, s.DeckText)]
            for seated in (item for item in items if isinstance(item, s.TeamsText)):
                yield "teams", _named(team.name for team in seated.teams if team.name)
            parts = [part for deck in decks for part in deck.parts if isinstance(part, s.ListedDeck)]
            yield "ranks", _named(face.word for part in parts for face in part.faces if face.word is not None)
            yield "suits", _named(suit for part in parts for suit in part.suits)
        case s.MoveSection(s.Head(name), items=clauses):
            heads = [i.head for i in clauses if isinstance(i, s.LegalClause)]
            yield f"clauses of `{name.text}`", _named(head.name for head in heads)
        case s.OutcomeSection(s.Head(name), items=cases):
            found = [i.head.name for i in cases if isinstance(i, s.OutcomeClause)]
            yield f"clauses of `{name.text}`", _named(found)
        case s.QuestionSection(s.Head(name), readings=readings):
            yield f"readings of `{name.text}`", [(r.name, r.text or readable(r.name.text)) for r in readings]
        case _:
            pass
