"""Writes a rule file as a designer would who asks nothing: `python -m bench.plain GAME [FOLDER]`.

All questions, readings and rulings are taken out. Of each question the reading that is ruled stays, as plain rules;
where a ruling ranked two clauses, nothing ranks them any more. Leaves what the finder finds then to `bench.asked`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hoyle.editor.format.edits import Edit, applied
from hoyle.editor.format.formatter import format_text
from hoyle.misreadings.surgery import extent, indent_of, introduced, lines_around, span_of
from hoyle.sources.files import Loaded, find, lower, parse_text, read
from spec import syntax as s
from spec.diagnostics.diagnostic import has_errors
from spec.syntax_walk import nodes, parts_of
from spec.text.source import Span

UNUSED = ("W0209", "W0608")
"""The codes of warnings that nothing uses a section."""
NONE: Mapping[str, str] = {}
Folded = tuple[bool | None, str]
"""A condition: what it comes to, if the readings tell, and its text without them."""
HEADED = (
    s.DefineSection, s.ShapeSection, s.ValuesSection, s.RoutineSection, s.MoveSection, s.LegalClause, s.DoesClause,
    s.OutcomeClause, s.EndClause, s.StepFlow, s.AskFlow, s.ClaimSection,
)  # fmt: skip
Word = s.DefineSection | s.ShapeSection | s.ValuesSection | s.RoutineSection
"""A section that defines a word of the file's own."""
OWN = (
    s.DeckText, s.TeamsText, s.ZoneText, s.FieldText, s.Precedence, s.ExampleSection, s.Fallback, s.UnderEffect,
)  # fmt: skip


def ruled(loaded: Loaded) -> dict[str, str]:
    """The reading in force of each question."""
    assert loaded.game is not None
    return {q.source.label: q.chosen or q.readings[0].source.label for q in loaded.game.questions}


def plain(name: str, content: str, other: Mapping[str, str] = NONE) -> str:
    """The plain file of a rule text that has no errors; `other` questions are read otherwise than they are ruled."""
    loaded = lower(parse_text(name, content))
    read = {**ruled(loaded), **other}
    writer = _Writer(content, read, _gone(loaded, read), loaded.parsed.file.sections)
    for section in writer.sections:
        writer.section(section)
    text = applied(content, _once(writer.edits))
    return format_text(_used(name, text))


def _gone(loaded: Loaded, read: Mapping[str, str]) -> frozenset[str]:
    """The moves that stand under settings that do not hold."""
    folder = _Folder(loaded.text.content, read, frozenset())
    moves = (x for x in loaded.parsed.file.sections if isinstance(x, s.MoveSection))
    return frozenset(
        m.head.name.text for m in moves if m.head.under is not None and folder.fold(m.head.under)[0] is False
    )


def _once(edits: Sequence[Edit]) -> list[Edit]:
    """Edits in order, without those that lie within another."""
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda e: (e.start, -e.end)):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept


def _used(name: str, text: str) -> str:
    """The text without sections that nothing uses any more."""
    while True:
        parsed = parse_text(name, text)
        loaded = lower(parsed)
        assert loaded.game is not None, [d.message for d in loaded.diagnostics if d.severity == "error"]
        gone = [d.span.start for d in loaded.diagnostics if d.code in UNUSED]
        unused = [x for x in parsed.file.sections if any(x.span.start <= at < x.span.end for at in gone)]
        if not unused:
            return text
        text = applied(text, _once([_without(text, x.span) for x in unused]))


def _without(text: str, span: Span) -> Edit:
    whole = lines_around(text, extent(text, span))
    return Edit(whole.start, whole.end, "")


# ---------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class _Folder:
    """Reads conditions with every question answered."""

    text: str
    read: Mapping[str, str]
    gone: frozenset[str]

    def fold(self, e: s.Expr) -> Folded:
        """What a condition comes to, and its text."""
        match e:
            case s.Binary("=" | "!=" as op, s.Word(name), other) if name in self.read:
                return (self.read[name] == self._own(other)) == (op == "="), ""
            case s.CanDo(move=s.Name(move), negated=negated) if move in self.gone:
                return negated, ""
            case s.Unary("not", item):
                value, text = self.fold(item)
                return (None, f"not ({text})" if text != self._own(item) else self._own(e)) if value is None else (
                    not value, "",
                )  # fmt: skip
            case s.Junction(op, items):
                return self._junction(e, op, items)
            case s.Conditional(cond, then, other):
                value, _ = self.fold(cond)
                if value is None or other is None:
                    return None, self._inside(e)
                return self._bracketed(then if value else other)
            case _:
                return None, self._inside(e)

    def _junction(self, e: s.Expr, op: str, items: tuple[s.Expr, ...]) -> Folded:
        found = [self.fold(item) for item in items]
        decisive = op == "or"
        if any(value is decisive for value, _ in found):
            return decisive, ""
        left = [(item, text) for item, (value, text) in zip(items, found, strict=True) if value is None]
        if not left:
            return not decisive, ""
        if len(left) == len(items) and all(text == self._own(item) for item, text in left):
            return None, self._own(e)
        if len(left) == 1:
            return None, left[0][1]
        return None, f" {op} ".join(self._within(item, text) for item, text in left)

    def _within(self, item: s.Expr, text: str) -> str:
        bare = isinstance(item, s.Word | s.Applied | s.Binary | s.IsEmpty | s.IsA | s.CanDo | s.Unary)
        return text if bare else f"({text})"

    def _bracketed(self, e: s.Expr) -> Folded:
        value, text = self.fold(e)
        return (None, f"({text})") if value is None else (value, "")

    def _inside(self, e: object) -> str:
        """The text of a node with what is folded inside it."""
        span = span_of(e)
        edits = [
            Edit(x.start - span.start, x.end - span.start, x.text) for x in self.edits(e) if x.end <= span.end
        ]  # fmt: skip
        return applied(self._own(e), edits)

    def edits(self, e: object) -> Iterator[Edit]:
        """The changes within a node, in order."""
        for child in sorted(_children(e), key=lambda c: c.span.start):
            value, text = self.fold(child)
            own = self._own(child)
            if value is not None:
                yield Edit(child.span.start, child.span.end, "yes" if value else "no")
            elif text != own:
                yield Edit(child.span.start, child.span.end, text)

    def _own(self, e: object) -> str:
        span = span_of(e)
        return self.text[span.start : span.end]


WITH_EFFECTS = (
    s.DoesClause, s.OutcomeClause, s.RoutineSection, s.StepFlow, s.Fallback, s.IfEffect, s.ForEachEffect,
)  # fmt: skip
EXPRESSIONS = (
    s.Number, s.Word, s.CardsText, s.Nth, s.Applied, s.ExtremeValue, s.Unary, s.Junction, s.Binary, s.IsEmpty, s.IsA,
    s.CanDo, s.Quantified, s.Aggregate, s.BestOf, s.CardsWith, s.FirstOf, s.Conditional, s.NewPile, s.Neighbour,
    s.Truth, s.Nobody, s.EndCards, s.Beside, s.PlacedCard,
)  # fmt: skip


def _children(e: object) -> Iterator[s.Expr]:
    """The outermost expressions inside a node."""
    for name in parts_of(type(e)) or ():
        value = getattr(e, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, EXPRESSIONS):
                yield item
            elif parts_of(type(item)) is not None:
                yield from _children(item)


# ---------------------------------------------------------------- sections


@dataclass(slots=True)
class _Writer:
    """Gathers what changes in a text."""

    text: str
    read: Mapping[str, str]
    gone: frozenset[str]
    sections: tuple[s.Section, ...]
    edits: list[Edit] = field(default_factory=list)
    folder: _Folder = field(init=False)

    def __post_init__(self) -> None:
        self.folder = _Folder(self.text, self.read, self.gone)

    def section(self, section: s.Section) -> None:
        """Notes what changes in a section."""
        match section:
            case s.QuestionSection():
                self.edits.append(_without(self.text, section.span))
            case s.ExampleSection(under=under) if under is not None and self._hangs_on_a_question(under):
                self.edits.append(_without(self.text, section.span))  # written because the question was asked
            case s.ExampleSection() if any(isinstance(n, s.Name) and n.text in self.gone for n in nodes(section)):
                self.edits.append(_without(self.text, section.span))
            case s.DefineSection() | s.ShapeSection() | s.ValuesSection() | s.RoutineSection():
                if not self._overruled(section):
                    self._node(section)
            case s.MoveSection() | s.OutcomeSection():
                if section.head.name.text not in self.gone or isinstance(section, s.OutcomeSection):
                    self._node(section)
                    self._orders(section.items)
                else:
                    self.edits.append(_without(self.text, section.span))
            case s.EndsSection():
                self._node(section)
                self._orders(section.items)
            case _:
                self._node(section)

    def _hangs_on_a_question(self, under: s.Expr) -> bool:
        return any(isinstance(e, s.Word) and e.text in self.read for e in nodes(under))

    def _overruled(self, section: Word) -> bool:
        """Is another word of the same name in force? Then this one is taken out."""
        others = self._of_the_name(section)
        held = [o for o in others if o.head.under is not None and self.folder.fold(o.head.under)[0]]
        if section.head.under is None and held:
            self.edits.append(_without(self.text, section.span))
            return True
        return False

    def _of_the_name(self, section: Word) -> list[Word]:
        """Each section that defines the same word, this one too."""
        named = section.head.name.text
        return [
            x for x in self.sections if isinstance(x, Word) and type(x) is type(section) and x.head.name.text == named
        ]

    def _node(self, node: object) -> bool:
        """Notes what changes in a node; is it still there?"""
        under = node.head.under if isinstance(node, HEADED) else node.under if isinstance(node, OWN) else None
        if under is not None and not self._under(node, under):
            return False
        if isinstance(node, s.ClashRuling):
            self.edits.append(_without(self.text, node.span))
            return False
        if isinstance(node, s.AskFlow):
            self._offered(node)
        if isinstance(node, s.IfEffect | s.LoopFlow) and self._decided(node):
            return False
        body = list(_parts(node))
        left = [p for p in body if not isinstance(p, EXPRESSIONS) and self._node(p)]
        own = [p for p in body if isinstance(p, EXPRESSIONS) and p is not under]
        for e in own:
            self._expression(e)
        if isinstance(node, s.LoopFlow) and not any(part in left for part in node.body):
            self.edits.append(_without(self.text, node.span))
            return False
        self._emptied(node, left)
        return True

    def _decided(self, node: s.IfEffect | s.LoopFlow) -> bool:
        """Is nothing left of a part whose condition the readings tell? What is always done once stands by itself."""
        match node:
            case s.IfEffect(cond, then, ()):
                begins = then[0].span
            case s.LoopFlow(kind="repeat", until=cond, body=body) if cond is not None:
                begins = body[0].span
            case _:
                return False
        value, _ = self.folder.fold(cond)
        if value is None or not self._begins_line(node.span):
            return False
        if value:
            self._unwrapped(node.span, begins)
        elif isinstance(node, s.IfEffect):
            self.edits.append(_without(self.text, node.span))
        return not value and isinstance(node, s.IfEffect)

    def _begins_line(self, span: Span) -> bool:
        return not self.text[self.text.rfind("\n", 0, span.start) + 1 : span.start].strip()

    def _unwrapped(self, whole: Span, first: Span) -> None:
        """Takes the heading off a block, and its lines as far out as the heading stood."""
        self.edits.append(Edit(whole.start, first.start, ""))
        deeper = len(indent_of(self.text, first.start)) - len(indent_of(self.text, whole.start))
        at = self.text.find("\n", first.start) + 1
        while 0 < at < extent(self.text, whole).end:
            if not self.text[at : at + deeper].strip():
                self.edits.append(Edit(at, at + deeper, ""))
            at = self.text.find("\n", at) + 1

    def _under(self, node: object, under: s.Expr) -> bool:
        value, text = self.folder.fold(under)
        span = span_of(node)
        if value is False:
            self.edits.append(_without(self.text, span))
            return False
        whole = introduced(self.text, under.span, "under")
        if value is True:
            self.edits.append(Edit(whole.start, whole.end, ""))
        elif text != self.text[under.span.start : under.span.end]:
            self.edits.append(Edit(whole.start, whole.end, f" under {text}"))
        return True

    def _expression(self, e: s.Expr) -> None:
        value, text = self.folder.fold(e)
        if value is not None:
            self.edits.append(Edit(e.span.start, e.span.end, "yes" if value else "no"))
        elif text != self.text[e.span.start : e.span.end]:
            self.edits.append(Edit(e.span.start, e.span.end, text))

    def _offered(self, ask: s.AskFlow) -> None:
        """A choice without the moves that are gone."""
        left = [m.text for m in ask.moves if m.text not in self.gone]
        if len(left) < len(ask.moves):
            start, end = ask.moves[0].span.start, ask.moves[-1].span.end
            self.edits.append(Edit(start, end, ", ".join(left)))

    def _emptied(self, node: object, left: list[object]) -> None:
        """A block of which nothing is left does nothing."""
        body = node.then if isinstance(node, s.IfEffect) else getattr(node, "body", None)
        if not isinstance(node, WITH_EFFECTS):
            return
        if body and not any(part in left for part in body):
            first, last = extent(self.text, body[0].span), extent(self.text, body[-1].span)
            whole = lines_around(self.text, Span(first.start, last.end))
            gone = [e for e in self.edits if whole.start <= e.start and e.end <= whole.end]
            self.edits = [e for e in self.edits if e not in gone]
            self.edits.append(Edit(first.start, last.end, "nothing"))

    def _orders(self, items: Sequence[object]) -> None:
        """Precedence without the clauses that are gone."""
        left = {
            i.head.name.text
            for i in items
            if isinstance(i, s.LegalClause | s.OutcomeClause | s.EndClause)
            and not (i.head.under is not None and self.folder.fold(i.head.under)[0] is False)
        } | {"every permit", "every forbid"}
        for item in items:
            if isinstance(item, s.Precedence):
                self._chain(item, left)

    def _chain(self, order: s.Precedence, left: set[str]) -> None:
        ranks = [[n.text for n in rank if n.text in left] for rank in order.items]
        if all(len(a) == len(b) for a, b in zip(ranks, order.items, strict=True)):
            return
        runs: list[list[list[str]]] = [[]]
        for rank in ranks:
            if rank:
                runs[-1].append(rank)
            else:
                runs.append([])
        chains = [" > ".join(", ".join(rank) for rank in run) for run in runs if len(run) > 1]
        if not chains:
            self.edits.append(_without(self.text, order.span))
            return
        end = order.items[-1][-1].span.end
        rest = self.text[end : extent(self.text, order.span).end]
        whole = extent(self.text, order.span)
        column = " " * (order.span.start - self.text.rfind("\n", 0, order.span.start) - 1)
        lines = [f"precedence {chain}{rest}" for chain in chains]
        self.edits.append(Edit(order.span.start, whole.end, f"\n{column}".join(lines)))


def _parts(node: object) -> Iterator[object]:
    """The nodes right below one, expressions as they are."""
    for name in parts_of(type(node)) or ():
        value = getattr(node, name)
        for item in _flat(value):
            if isinstance(item, EXPRESSIONS) or parts_of(type(item)) is not None:
                yield item


def _flat(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for item in value:
            yield from _flat(item)
    else:
        yield value


def plain_of(game: str) -> str:
    """The plain file of a game by its name or path."""
    text, unreadable = read(find(game))
    assert not unreadable
    return plain(text.name, text.content)


def main(arguments: Sequence[str]) -> int:
    if not arguments:
        print(__doc__)
        return 2
    text = plain_of(arguments[0])
    assert not has_errors(parse_text("plain", text).diagnostics)
    if len(arguments) > 1:
        path = Path(arguments[1]) / f"{re.sub('[^a-z0-9_]', '_', Path(arguments[0]).stem)}.hoyle"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
