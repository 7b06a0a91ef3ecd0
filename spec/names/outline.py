"""Lists everything in a rule file that carries a label, with its citations, whatever the settings.

What a label means is left to the IR; this serves tracing between rulebook and file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spec import syntax as s
from spec.text.source import Span


@dataclass(frozen=True, slots=True)
class Item:
    """A labelled part, with its display name if it has one; `must_cite` where it states a rule, so that it should say
    from where.
    """

    kind: str
    label: str
    cites: tuple[s.Quoted, ...]
    span: Span
    must_cite: bool
    display: str = ""

    @property
    def told(self) -> str:
        """What stands in the file, and what people read for it: `zone taken “won cards”`."""
        return f"{self.kind} {self.label}" + (f" “{self.display}”" if self.display else "")


def outline(sections: tuple[s.Section, ...]) -> tuple[Item, ...]:
    """Every labelled part in the order of the file."""
    return tuple(item for section in sections for item in _items(section))


def _of(kind: str, head: s.Head, must: bool = True) -> Item:
    return _named(kind, head.name, head.cites, head.span, must and not head.cites)


def _named(kind: str, name: s.Name, cites: tuple[s.Quoted, ...], span: Span, must: bool = False) -> Item:
    return Item(kind, name.text, cites, span, must, name.display.text if name.display else "")


def _items(section: s.Section) -> Iterator[Item]:
    match section:
        case s.GameSection(items=items):
            for i in items:
                match i:
                    case s.Players():
                        yield Item("game", "players", i.cites, i.span, False)
                    case s.DeckText():
                        yield Item("game", "deck", i.cites, i.span, False)
                    case s.NumberSetting(name) | s.DerivedNumber(name) | s.OptionSetting(name):
                        yield Item("setting", name.text, i.cites, i.span, False)
                    case s.TeamsText():
                        yield Item("game", "teams", i.cites, i.span, False)
                    case s.Editions():
                        pass
        case s.ZonesSection(zones):
            yield from (_named("zone", z.name, z.cites, z.span) for z in zones)
        case s.StateSection(state_fields):
            yield from (_named("field", f.name, f.cites, f.span) for f in state_fields)
        case s.DefineSection(head):
            yield _of("definition", head, False)
        case s.ShapeSection(head) | s.ValuesSection(head):
            yield _of("definition", head)
        case s.RoutineSection(head):
            yield _of("routine", head, False)
        case s.MoveSection():
            yield _of("move", section.head, False)
            yield from _clauses(section.head.name.text, section.items)
        case s.OutcomeSection():
            yield _of("outcome", section.head, False)
            yield from _clauses(section.head.name.text, section.items)
        case s.EndsSection(items_):
            yield from _clauses("ends", items_)
        case s.PlaySection(flow):
            yield from _flow(flow)
        case s.QuestionSection():
            yield _of("question", section.head)
            yield from (_named("reading", r.name, r.cites, r.span) for r in section.readings)
        case s.ExampleSection():
            yield Item("example", section.title.text, section.cites, section.title.span, not section.cites)
        case s.ClaimSection(head):
            yield _of("claim", head, False)
        case _:
            pass


def _clauses(group: str, items: tuple[object, ...]) -> Iterator[Item]:
    for item in items:
        match item:
            case s.LegalClause(permit, head):
                yield _of("permit" if permit else "forbid", head)
            case s.DoesClause(head):
                yield _of("effect", head)
            case s.OutcomeClause(head):
                yield _of("outcome clause", head)
            case s.EndClause(head):
                yield _of("end", head)
            case s.Precedence(cites=cites, span=span):
                yield Item("precedence", f"of {group}", cites, span, not cites)
            case _:
                pass


def _flow(flow: tuple[s.Flow, ...]) -> Iterator[Item]:
    for item in flow:
        match item:
            case s.StepFlow(head):
                yield _of("step", head)
            case s.PauseFlow(head):
                yield _of("pause", head)
            case s.AskFlow(head):
                yield _of("choice", head)
                if item.fallback is not None:
                    cites, span = item.fallback.cites, item.fallback.span
                    yield Item("choice", f"{head.name.text} otherwise", cites, span, not cites)
            case s.LoopFlow():
                yield from _flow(item.body)
