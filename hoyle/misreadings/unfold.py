"""A rule file read as if what is named once stood where it is named: conditions that are definitions, and what moves do
that stands in routines. What an operator asks of this text is written into the file as it stands.

Leaves asking to the operators. Only clauses are read so, and only names that are used once: what is used more often is
a word of the game, which the operators ask about as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from hoyle.editor.format.edits import Edit, applied
from hoyle.misreadings.draft import Asked
from hoyle.misreadings.phrases import SIMPLE, all_in, parts
from hoyle.misreadings.rule_file import RuleFile, words_in
from hoyle.misreadings.surgery import extent, indent_of, span_of
from spec import syntax as s
from spec.text.source import Span


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name is used in the file, what stands there instead, where that stands in the new text, and the label."""

    was: Span
    text: str
    now: Span
    label: Span


@dataclass(frozen=True, slots=True)
class Unfolded:
    """The text of a file with what is named once at its place."""

    content: str
    places: tuple[Place, ...]

    def back(self, asked: Iterable[Asked], own: Iterable[Asked]) -> Iterator[Asked]:
        """Of the questions about this text those that the file itself does not raise, as questions about the file.

        A question that would change what stands at a place is left out: there the file has a name.
        """
        raised = [(one.operator, set(one.about)) for one in own]
        for one in asked:
            within = [p for p in self.places if any(_holds(at, p.now) for at in one.extents)]
            if any(_inside(e, p) for e in one.edits for p in self.places):
                continue
            about = tuple(map(self._back, one.about))
            labels = {*about, *(p.label for p in within)}
            if any(operator == one.operator and labels & known for operator, known in raised):
                continue
            edits = tuple(replace(e, start=self._at(e.start), end=self._at(e.end)) for e in one.edits)
            yield replace(one, about=about, edits=edits, extents=tuple(map(self._back, one.extents)))

    def _back(self, span: Span) -> Span:
        return Span(self._at(span.start), self._at(span.end))

    def _at(self, at: int) -> int:
        """The same place in the file; where a name stands there, its end."""
        moved = at
        for place in self.places:
            if place.now.start < at < place.now.end:
                return place.was.end
            if place.now.end <= at and place.now != Span(at, at):
                moved = at - place.now.end + place.was.end
        return moved


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _inside(edit: Edit, place: Place) -> bool:
    """Does an edit change something of what stands at a place?"""
    return edit.start < place.now.end and place.now.start < edit.end


def unfolded(rules: RuleFile) -> Unfolded | None:
    """The file with what is named once at its place; None where there is nothing of the kind."""
    found = sorted((*_conditions(rules), *_effects(rules)), key=lambda each: each[0].start)
    if not found:
        return None
    places, shift = [], 0
    for was, text, label in found:
        start = was.start + shift
        places.append(Place(was, text, Span(start, start + len(text)), label))
        shift += len(text) - (was.end - was.start)
    content = applied(rules.content, [Edit(p.was.start, p.was.end, p.text) for p in places])
    return Unfolded(content, tuple(places))


def _conditions(rules: RuleFile) -> Iterator[tuple[Span, str, Span]]:
    """The parts of conditions of clauses that are definitions used nowhere else."""
    for item in rules.headed:
        if not isinstance(item, s.LegalClause | s.OutcomeClause | s.EndClause) or item.when is None:
            continue
        several = len(parts(item.when)) > 1
        for part in parts(item.when):
            name, args = _named(part)
            known = rules.defines.get(name)
            if known is None or known.head.under is not None or not _once(rules, name):
                continue
            text = _filled(re.sub(r"\s*\n\s*", " ", rules.slice(known.body)), known, args, rules)
            if text is None or "#" in text:
                continue
            bare = not several or isinstance(known.body, SIMPLE)
            yield extent(rules.content, span_of(part)), text if bare else f"({text})", known.head.name.span


def _effects(rules: RuleFile) -> Iterator[tuple[Span, str, Span]]:
    """What moves do that stands in a routine used nowhere else."""
    for item in rules.headed:
        effect = item.body[0] if isinstance(item, s.DoesClause) and len(item.body) == 1 else None
        if not isinstance(effect, s.Perform) or effect.kind != "do":
            continue
        known = rules.routines.get(effect.name.text)
        if known is None or known.head.under is not None or not _once(rules, effect.name.text):
            continue
        at = extent(rules.content, effect.span)
        lines = _lines(rules, known, indent_of(rules.content, item.span.start) + "  ")
        text = None if lines is None else _filled(lines, known, effect.args, rules)
        if text is None:
            continue
        before = rules.content[: at.start].rstrip()
        yield Span(len(before), at.end), text, known.head.name.span


def _lines(rules: RuleFile, routine: s.RoutineSection, column: str) -> str | None:
    """The effects of a routine, each on lines that are so far indented; None where a comment is among them."""
    made = []
    for effect in routine.body:
        at = extent(rules.content, span_of(effect))
        own, text = indent_of(rules.content, at.start), rules.content[at.start : at.end]
        if "#" in text:
            return None
        made.append(f"\n{column}{text.replace(f'{chr(10)}{own}', f'{chr(10)}{column}')}")
    return "".join(made)


def _named(part: s.Expr) -> tuple[str, tuple[s.Expr, ...]]:
    match part:
        case s.Word(text):
            return text, ()
        case s.Applied(s.Name(text), args):
            return text, args
        case _:
            return "", ()


def _once(rules: RuleFile, name: str) -> bool:
    """Is a name used in one place, beside where it is introduced?"""
    return len(re.findall(rf"\b{name}\b", rules.content)) == 2


def _filled(
    text: str, known: s.DefineSection | s.RoutineSection, args: tuple[s.Expr, ...], rules: RuleFile
) -> str | None:
    """What a name stands for, with arguments for parameters; None where a word of theirs means another thing inside."""
    if len(known.params) != len(args) or not all(isinstance(a, s.Word | s.Applied) for a in args):
        return None
    given = {p.name.text: rules.slice(a) for p, a in zip(known.params, args, strict=True)}
    bound = {binder.name.text for binder in all_in(known.body, s.Binder)}
    if bound & words_in(" ".join((*given, *given.values()))):
        return None
    return re.sub(r"\b\w+\b", lambda found: given.get(found[0], found[0]), text)
