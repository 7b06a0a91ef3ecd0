"""What a page is told of a text: its faults with what mends them, its names, its parts, what an editor asks of a place.

Leaves knowing a text to `hoyle.editor`. Offsets go through `Units` here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from hoyle.editor.actions import Action, actions
from hoyle.editor.analysis import Analysis
from hoyle.editor.completion import completions
from hoyle.editor.format.edits import Edit, edits_of
from hoyle.editor.format.formatter import NotFormatted
from hoyle.editor.hints import hints
from hoyle.editor.hover import hover
from hoyle.editor.names.symbols import Kind
from hoyle.editor.rename import NotRenamed, rename
from hoyle.editor.signature import signature
from hoyle.editor.structure import Item, outline
from hoyle.english.clauses import all_clauses
from hoyle.english.document.marks import unmarked
from hoyle.english.document.render import to_fragment
from hoyle.english.english import English
from hoyle.english.rulebook.page import rulebook
from hoyle.studio.messages import text as m
from hoyle.studio.messages.every import Refused
from hoyle.studio.units import Units
from spec.diagnostics.diagnostic import Diagnostic
from spec.ir import nodes as ir
from spec.ir.clauses import clauses_of
from spec.ir.display import Display, readable
from spec.ir.index import index_of
from spec.names.settings import choices, size_settings
from spec.text.clean import one_line
from spec.text.source import Span

COLOURS: dict[Kind, str] = {
    "kind": "type", "shape": "type", "word": "word", "reading": "word", "edition": "word",
    "rank": "word", "suit": "word", "team": "word",
    "parameter": "parameter", "variable": "parameter", "zone": "zone", "field": "field",
    "number": "field", "option": "field", "question": "field", "definition": "function", "values": "function",
    "routine": "function", "move": "move", "outcome": "move", "step": "clause", "permit": "clause", "forbid": "clause",
    "effect": "clause", "clause": "clause", "end": "clause", "claim": "clause", "place": "place",
}  # fmt: skip
"""What an editor colours a name as."""
RULES = "rules-"
"""What the places of the told rules begin with on the page."""
MOST_FAULTS = 300
"""So many faults are told; a text with more has one cause."""


@dataclass(frozen=True)
class Known:
    """One text with its analysis, and all that a page asks of it."""

    analysis: Analysis

    @cached_property
    def units(self) -> Units:
        return Units(self.analysis.content)

    @cached_property
    def rules(self) -> str:
        """A name for the rules that the text states, whatever its comments and blanks."""
        return self.analysis.version.all

    def span(self, span: Span) -> tuple[int, int]:
        """A span as a page counts."""
        return self.units.out(span.start), self.units.out(span.end)

    def at(self, offset: int) -> int:
        """A page's offset as Python counts."""
        return self.units.back(offset)

    def place(self, source: ir.Source) -> int:
        """What a clause is known by: where its label stands; -1 for what stands nowhere."""
        return self.units.out(source.span.start) if source.span.end else -1

    def changes(self, edits: Iterable[Edit]) -> tuple[m.Change, ...]:
        return tuple(m.Change(self.units.out(e.start), self.units.out(e.end), e.text) for e in edits)

    def difference(self, text: str) -> tuple[m.Change, ...]:
        """The one change that makes this text another, as small as it can be."""
        old, start = self.analysis.content, 0
        most = min(len(old), len(text))
        while start < most and old[start] == text[start]:
            start += 1
        same = 0
        while same < most - start and old[len(old) - 1 - same] == text[len(text) - 1 - same]:
            same += 1
        return self.changes([Edit(start, len(old) - same, text[start : len(text) - same])])

    # ------------------------------------------------------------ the text as a whole

    def checked(self) -> m.Checked:
        """What is known at once."""
        a, game = self.analysis, self.analysis.game
        return m.Checked(
            "" if game is None else game.title,
            game is not None,
            self.rules,
            tuple(self._fault(d) for d in a.diagnostics[:MOST_FAULTS]),
            tuple(self._names()),
            tuple(map(self._part, outline(a))),
            tuple(m.Hint(self.units.out(h.offset), h.text) for h in hints(a)),
            settings_of(a),
        )

    def _fault(self, d: Diagnostic) -> m.Fault:
        start, end = self.span(visible(d.span, self.analysis.content))
        related = tuple(m.Related(*self.span(span), message) for span, message in d.related)
        found = [one for one in actions(self.analysis, d.span) if one.mends is d]
        return m.Fault(start, end, d.severity, d.code, d.message, d.why, related, tuple(map(self.action, found)))

    def action(self, found: Action) -> m.Action:
        return m.Action(found.title, self.changes(found.edits))

    def _names(self) -> Iterable[int]:
        for one in self.analysis.index.occurrences:
            kind = COLOURS.get(one.symbol.kind)
            if kind is not None:
                yield from (*self.span(one.span), m.NAME_KINDS.index(kind), int(one.introduces))

    def _part(self, item: Item) -> m.Part:
        start, end = self.span(item.span)
        children = tuple(map(self._part, item.children))
        return m.Part(item.kind, item.name, item.detail, start, end, self.units.out(item.name_span.start), children)

    # ------------------------------------------------------------ the rules in words

    def told(self) -> m.Told | Refused:
        """The rules in words, each paragraph with the place of its clause."""
        game = self.analysis.game
        if game is None:
            return Refused("the rules are told once the text has no errors")
        places = tuple(m.Place(name, self.units.out(span.start)) for name, span in self.analysis.known.places.items())
        html = to_fragment(rulebook(game), RULES, placed=self.units.out)
        return m.Told(html, self._clauses(game), places)

    def _clauses(self, game: ir.Game) -> tuple[m.Clause, ...]:
        display, kinds = Display(index_of(game)), {s.span.start: (part, kind) for part, kind, s in clauses_of(game)}
        found: dict[int, m.Clause] = {}
        for source, said in all_clauses(English(game)).values():
            start, end = self.span(source.span)
            part, kind = kinds.get(source.span.start, (source.owner, "routine"))
            if start in found or not source.span.end:
                continue
            words = one_line(unmarked(said))
            found[start] = m.Clause(start, end, source.label, part_name(display, part), kind, words, source.cites)
        return tuple(found[at] for at in sorted(found))

    # ------------------------------------------------------------ one place of the text

    def complete(self, at: int) -> m.Candidates:
        return m.Candidates(
            tuple(
                m.Candidate(c.text, c.kind or "", c.detail, *self.span(c.span))
                for c in completions(self.analysis, self.at(at))
            )
        )

    def hover(self, at: int) -> m.Hovered:
        found = hover(self.analysis, self.at(at))
        return m.Hovered(at, at, "") if found is None else m.Hovered(*self.span(found.span), found.markdown)

    def signed(self, at: int) -> m.Signed:
        found = signature(self.analysis, self.at(at))
        if found is None:
            return m.Signed("", (), -1)
        return m.Signed(found.text, tuple(m.Stretch(p.start, p.end) for p in found.parameters), found.active)

    def named(self, at: int) -> m.Named:
        found = self.analysis.index.at(self.at(at))
        if found is None:
            return m.Named((), ())
        introduced = (m.Stretch(*self.span(span)) for span in self.analysis.introductions(found.symbol))
        return m.Named(
            tuple(introduced), tuple(m.Stretch(*self.span(o.span)) for o in self.analysis.index.of(found.symbol))
        )

    def renamed(self, at: int, name: str) -> m.Changes | Refused:
        try:
            return m.Changes(self.changes(rename(self.analysis, self.at(at), name)))
        except NotRenamed as error:
            return Refused(str(error))

    def formatted(self) -> m.Changes | Refused:
        try:
            return m.Changes(self.changes(edits_of(self.analysis.content)))
        except NotFormatted:
            return Refused("a text with faults of syntax is not laid out; mend them first")


def visible(span: Span, content: str) -> Span:
    """A span with at least one sign of its line in it, where there is one."""
    if span.end > span.start:
        return span
    if content[span.start : span.start + 1] not in ("", "\n", "\r"):
        return Span(span.start, span.start + 1)
    return Span(max(content.rfind("\n", 0, span.start) + 1, span.start - 1), span.start)


def part_name(display: Display, part: str) -> str:
    """What a clause belongs to, in words."""
    index = display.index
    if part in index.moves:
        return display.move(part)
    return display.outcome(part) if part in index.groups else readable(part)


def settings_of(analysis: Analysis) -> tuple[m.Setting, ...]:
    """What a run may set, with what is chosen."""
    sections, chosen = analysis.file.sections, analysis.settings
    found = [
        m.Setting(s.name, "number", readable(s.name), (), s.low, s.high, chosen.get(s.name, str(s.usual)))
        for s in size_settings(sections)
    ]
    titles = _titles(analysis)
    for choice in choices(sections):
        title = titles.get(choice.name, readable(choice.name))
        found.append(m.Setting(choice.name, choice.kind, title, choice.words, 0, 0, chosen.get(choice.name, "")))
    return tuple(found)


def _titles(analysis: Analysis) -> dict[str, str]:
    questions: Sequence[ir.Question] = () if analysis.game is None else analysis.game.questions
    return {q.source.label: one_line(q.text) for q in questions}
