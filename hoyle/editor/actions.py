"""What an editor can do about a fault at the push of a button: the fixes that diagnostics bring along, and those of
warnings, of which one or several are known.

Each does away with its fault and brings no error, though the author may have to go on: a ruling needs its reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from hoyle.editor.analysis import Analysis
from hoyle.editor.format.edits import Edit
from spec import syntax as s
from spec.diagnostics.diagnostic import Diagnostic
from spec.lower.brackets import BRACKETS
from spec.syntax_walk import of_class
from spec.text.source import Span

MOST = 6
"""So many ways to mend one fault are offered."""
DELETED = ("W0209", "W0608", "W0509", "W0808")
"""What these warn of can be deleted."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something to do: what it says on the button, what it changes, and the fault that it mends."""

    title: str
    edits: tuple[Edit, ...]
    mends: Diagnostic


Way = tuple[str, tuple[Edit, ...]]


def actions(analysis: Analysis, span: Span) -> tuple[Action, ...]:
    """What can be done about the faults that touch a stretch of the text."""
    found = [d for d in analysis.diagnostics if d.span.start <= span.end and span.start <= d.span.end]
    return tuple(action for diagnostic in found for action in _mending(analysis, diagnostic))


def _mending(analysis: Analysis, diagnostic: Diagnostic) -> Iterator[Action]:
    fix = diagnostic.fix
    if fix is not None:
        title = fix.message[:1].upper() + fix.message[1:]
        yield Action(title, (Edit(fix.span.start, fix.span.end, fix.replacement),), diagnostic)
    section = next((x for x in analysis.file.sections if x.span.start <= diagnostic.span.start < x.span.end), None)
    for title, edits in () if section is None else islice(_ways(analysis, diagnostic, section), MOST):
        yield Action(title, edits, diagnostic)


def _ways(analysis: Analysis, diagnostic: Diagnostic, section: s.Section) -> Iterator[Way]:
    """How a fault can be mended; nothing is deleted while an error may be why it seems to be of no use."""
    head = getattr(section, "head", None)
    whole = isinstance(head, s.Head) and head.span == diagnostic.span
    if analysis.game is None and diagnostic.code in DELETED:
        return
    match diagnostic.code, section:
        case "W0608", s.MoveSection(s.Head(name)) if whole:
            yield from _offered(analysis, name)
            yield "Delete what nothing uses", (_without_section(analysis, section),)
        case "W0209", _ if whole:
            yield "Delete what nothing uses", (_without_section(analysis, section),)
        case "W0509", s.QuestionSection() if whole:
            yield "Delete this question", (_without_section(analysis, section),)
        case "W0808", s.ClaimSection():
            yield "Delete this claim", (_without_section(analysis, section),)
        case "W0503", s.QuestionSection(readings=readings) if readings and whole:
            yield from _ruled(analysis, readings)
        case "W0405" | "W0409", _:
            yield from _said_already(analysis, section, diagnostic)
        case "W0411", s.MoveSection(items=items) if whole:
            yield from _permitted(analysis, section, items)
        case "W0615", s.MoveSection(items=items):
            yield from _not_ended(analysis, items, diagnostic.span)
        case "E0206" | "E0302", _:
            for span in (span for span, said in diagnostic.related if said == BRACKETS):
                edits = Edit(span.start, span.start, "("), Edit(span.end, span.end, ")")
                yield "Put brackets round the phrase", edits
        case "W0702", _:
            yield from _cited(analysis, section, diagnostic.span)
        case _:
            pass


# ---------------------------------------------------------------- taking away


def _without_section(analysis: Analysis, section: s.Section) -> Edit:
    """A section goes with the blank lines behind it."""
    start = section.span.start
    end = start + len(analysis.content[start : section.span.end].rstrip())
    after = analysis.content[end:]
    return Edit(start, end + len(after) - len(after.lstrip("\r\n")), "")


def _said_already(analysis: Analysis, section: s.Section, diagnostic: Diagnostic) -> Iterator[Way]:
    """A ruling or a precedence of two clauses that says nothing new; a longer one may say more."""
    for item in getattr(section, "items", ()):
        if isinstance(item, s.ClashRuling | s.Precedence) and item.span == diagnostic.span:
            two = isinstance(item, s.ClashRuling) or [len(part) for part in item.items] == [1, 1]
            if two:
                yield "Delete what is said already", (_without_lines(analysis, item.span),)


def _without_lines(analysis: Analysis, span: Span) -> Edit:
    """The whole lines of a clause that stands alone on them, with the comment at their end."""
    content = analysis.content
    start = content.rfind("\n", 0, span.start) + 1
    end = content.find("\n", span.start + len(content[span.start : span.end].rstrip()))
    return Edit(start, len(content) if end < 0 else end + 1, "")


def _not_ended(analysis: Analysis, items: tuple[object, ...], span: Span) -> Iterator[Way]:
    """An `end the turn` that leaves out a step, where it stands behind other effects."""
    for clause in (item for item in items if isinstance(item, s.DoesClause) and item.head.span == span):
        text = analysis.content[clause.span.start : clause.span.end]
        found = re.search(r";\s*end\s+the\s+turn\b", text)
        if found is not None and len(re.findall(r"\bend\s+the\s+turn\b", text)) == 1:
            at = clause.span.start
            yield "Let the turn go on to its last step", (Edit(at + found.start(), at + found.end(), ""),)


# ---------------------------------------------------------------- adding


def _offered(analysis: Analysis, move: s.Name) -> Iterator[Way]:
    """The move at each choice of play."""
    for choice in of_class(analysis.file.sections, s.AskFlow):
        if choice.moves:
            end = choice.moves[-1].span.end
            yield f"Offer it at `{choice.head.name.text}`", (Edit(end, end, f", {move.text}"),)


def _ruled(analysis: Analysis, readings: tuple[s.ReadingText, ...]) -> Iterator[Way]:
    """A ruling for each reading; its reason is for the author to say."""
    last = readings[-1].span
    end = last.start + len(analysis.content[last.start : last.end].rstrip())
    line = analysis.content.find("\n", end)
    line = len(analysis.content) if line < 0 else line
    indent = _indent(analysis, last.start)
    for reading in readings:
        name = reading.name.text
        yield f"Rule that it is read as `{name}`", (Edit(line, line, f'\n{indent}ruling {name} because "say why"'),)


def _permitted(analysis: Analysis, section: s.Section, items: tuple[object, ...]) -> Iterator[Way]:
    """A permission of everything that is not forbidden."""
    first = next((item.span for item in items if isinstance(item, s.LegalClause | s.DoesClause)), None)
    if first is None:
        return
    start = analysis.content.rfind("\n", 0, first.start) + 1
    indent = _indent(analysis, first.start)
    forbids = any(isinstance(item, s.LegalClause) for item in items)
    ranked = f"{indent}precedence every forbid > any\n" if forbids else ""
    new = f"{indent}permit any\n{ranked}"
    yield "Permit it where nothing forbids it", (Edit(start, start, new),)


def _cited(analysis: Analysis, section: s.Section, span: Span) -> Iterator[Way]:
    """Each listed place that nothing cites yet, behind the name of what cites none."""
    head = next((head for head in of_class((section,), s.Head) if head.span == span), None)
    if head is None:
        return
    name = head.name
    end = _behind_brackets(analysis.content, name.span.end if name.display is None else name.display.span.end)
    yield from (
        (f"Cite “{place}”{why}", (Edit(end, end, f' @ "{place}"'),)) for place, why in _near_places(analysis, section)
    )


def _near_places(analysis: Analysis, section: s.Section) -> Iterator[tuple[str, str]]:
    """The places that a clause of a section may cite, and why: its section's own first."""
    uses = [o for o in analysis.index.occurrences if o.symbol.kind == "place" and not o.introduces]
    own = [o.symbol.name for o in uses if section.span.start <= o.span.start < section.span.end]
    cited = {o.symbol.name for o in uses}
    headings = {place.rpartition("/")[0] for place in own}
    free = [place for place in analysis.known.places if place not in cited]
    for place in sorted(free, key=lambda place: place.rpartition("/")[0] not in headings):
        if not headings or place.rpartition("/")[0] in headings:
            yield place, ", which nothing cites yet"
    for place in dict.fromkeys(own):
        yield place, ", as this section does"


def _indent(analysis: Analysis, at: int) -> str:
    line = analysis.content[analysis.content.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip())]


def _behind_brackets(content: str, at: int) -> int:
    """Behind the parameters that begin at an offset, if any do."""
    if content[at : at + 1] != "(":
        return at
    depth = 0
    for end in range(at, len(content)):
        depth += (content[end] in "([") - (content[end] in ")]")
        if depth == 0:
            return end + 1
    return at
