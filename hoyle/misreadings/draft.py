"""Writes a question into a rule file: the edits by which a clause is read in a second way, with the question itself.

The file read as written stays the game that it was. Leaves which clause, and how it is read, to the operators.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from hoyle.editor.format.edits import Edit, applied
from hoyle.misreadings.rule_file import Headed, RuleFile, Settled, one_line, words_in
from hoyle.misreadings.surgery import extent, indent_of, introduced, span_of
from spec import syntax as s
from spec.text.clean import clean
from spec.text.source import Span

AS_WRITTEN = "as_written"
"""The reading by which the file says what it said before."""
BECAUSE = "the rules are written so"
MOST_CITES = 6
WORDS = (s.DefineSection, s.ShapeSection, s.ValuesSection, s.RoutineSection)
"""Of these one that stands under no settings holds wherever none of the others does."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that an operator asks of a rule file: its name there, its text, what the file says, and how else it
    may be read; the labels concerned, and the edits that write all of it into the file."""

    operator: str
    name: str
    text: str
    was: str
    other: str
    otherwise: str
    about: tuple[Span, ...]
    cites: tuple[str, ...]
    edits: tuple[Edit, ...]
    more: tuple[str, ...] = ()
    extents: tuple[Span, ...] = ()
    """The parts concerned, whole."""
    likely: float = 1.0
    """How readily just this is misread, against other questions of the operator."""
    unsettled: str = ""
    """What it would be called if the file had settled nothing."""
    before: Settled | None = None
    """The question as which the file settled this, before a rule under it changed."""

    @property
    def asked_again(self) -> str:
        """That it was settled once, and why it is asked again; '' where it was not."""
        return "" if self.before is None else f"was settled as {self.before.name.text}; the rule under it changed since"

    @property
    def outdated(self) -> tuple[str, ...]:
        """The question that leaves the file when this one is written into it."""
        return () if self.before is None else (self.before.name.text,)

    def section(self) -> str:
        """The question as it stands in the file."""
        return (
            f'{self._asks()}  reading {AS_WRITTEN} "{one_line(self.was)}"\n'
            f'  reading {self.other} "{one_line(self.otherwise)}"\n  ruling {AS_WRITTEN} because "{BECAUSE}"\n'
        )

    def settled(self, because: str) -> str:
        """The same where the rules are meant as they are written, for a reason: no second reading is kept."""
        return f'{self._asks()}  ruling "{one_line(self.was)}" because "{one_line(clean(because))}"\n'

    def _asks(self) -> str:
        cites = "".join(f'{", " if n else " @ "}"{c}"' for n, c in enumerate(self.cites[:MOST_CITES]))
        return f'question {self.name}{cites}: "{one_line(self.text)}"\n'

    @property
    def asks(self) -> tuple[str, str]:
        """Its text and the answer of the rules as they are written, as they stand in a file that settles it."""
        return one_line(self.text), one_line(self.was)

    @property
    def says(self) -> tuple[str, str, str]:
        """Its text and both answers."""
        return self.text, self.was, self.otherwise

    def written(self, content: str) -> str:
        """The file with the question in it, and without what it settled before a rule changed."""
        edits = sorted((*self.edits, *self._outdated()), key=lambda e: (e.start, e.end))
        return "\n\n".join([applied(content, edits).rstrip(), *self.more, self.section()])

    def written_settled(self, content: str, because: str) -> str:
        """The file with the question and its answer, in the place of what it settled before a rule changed."""
        if self.before is None:
            return f"{content.rstrip()}\n\n{self.settled(because)}"
        was = self.before.name.text
        text = replace(self, name=was if self.unsettled == was else self.name).settled(because)
        return applied(content, [replace(edit, text=f"{text}\n") for edit in self._outdated()])

    def _outdated(self) -> tuple[Edit, ...]:
        return () if self.before is None else (Edit(self.before.span.start, self.before.span.end, ""),)


@dataclass(slots=True)
class Draft:
    """Gathers the edits of one question; `other` is the name of the other reading."""

    rules: RuleFile
    operator: str
    name: str
    other: str
    unsettled: str = ""
    edits: list[Edit] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    """Sections that the file gets besides the question."""
    about: list[Headed] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.name = self.rules.free(self.name)

    @property
    def otherwise(self) -> str:
        """The condition of the other reading."""
        return f"{self.name} is {self.other}"

    @property
    def as_written(self) -> str:
        """The condition of the reading as written."""
        return f"{self.name} is {AS_WRITTEN}"

    # ------------------------------------------------------------ parts

    def instead(self, item: Headed, *changes: tuple[Span, str]) -> Draft:
        """A part is read with other words at some places; it stands there twice, once for each reading."""
        text, span = self.rules.content, extent(self.rules.content, item.span)
        places = (_under(self.rules, item, self.otherwise), *changes)
        own = [Edit(at.start - span.start, at.end - span.start, new) for at, new in places]
        copy = applied(text[span.start : span.end], sorted(own, key=lambda e: (e.start, e.end)))
        if item.head.under is not None or not isinstance(item, WORDS):
            self.only_as_written(item)
        self._beside(item, copy)
        return self._touch(item)

    def narrowed(self, clause: s.LegalClause, condition: str) -> Draft:
        """A permission or prohibition holds only where something else does too."""
        end = extent(self.rules.content, clause.span).end
        if clause.when is None:
            return self.instead(clause, (Span(end, end), f" when {condition}"))
        at = clause.when.span
        was = self.rules.content[at.start : at.end]
        bare = isinstance(clause.when, s.Binary | s.IsEmpty | s.IsA | s.Applied | s.Word)
        return self.instead(clause, (at, f"{was if bare else f'({was})'} and {condition}"))

    def forbidding(self, move: s.MoveSection, condition: str) -> Draft:
        """A move is not allowed where something holds, whatever else permits it."""
        last = max((i for i in move.items if isinstance(i, s.LegalClause)), key=lambda i: i.span.start)
        label, cites = self.rules.free(f"no_{self.name}"), cited(move, last)
        clause = f"forbid {label}{cites} under {self.otherwise} when {condition}"
        self.beside(last, f"{clause}\n  precedence {label} > every permit{cites} under {self.otherwise}")
        self.about.remove(last)
        return self._touch(move)

    def only_as_written(self, item: Headed) -> Draft:
        """A part is there as written, and not in the other reading."""
        at, under = _under(self.rules, item, self.as_written)
        self.edits.append(Edit(at.start, at.end, under))
        return self._touch(item)

    def examples_as_written(self, end: s.EndClause) -> Draft:
        """Examples that name an end which is there as written alone are held as written alone."""
        for example in self.rules.sections(s.ExampleSection):
            named = (x.by.text for x in example.lines if isinstance(x, s.EndedLine) and x.by is not None)
            if end.head.name.text in named:
                at = (example.title, *example.cites)[-1].span.end
                self.edits.append(Edit(*_further(self.rules, example.under, at, self.as_written)))
        return self

    def at_steps_as_written(self, *labels: str) -> Draft:
        """Examples and claims of steps that are there as written alone are held as written alone."""
        sections = (x for x in self.rules.file.sections if isinstance(x, s.ExampleSection | s.ClaimSection))
        for section in sections:
            if words_in(self.rules.slice(section)).isdisjoint(labels):
                continue
            self.edits.append(Edit(*_further(self.rules, *_holds(section), self.as_written)))
        return self

    def beside(self, item: Headed, text: str) -> Draft:
        """A part is added below another one; it says itself that it is there `under` the other reading."""
        self._beside(item, text)
        return self._touch(item)

    def above(self, item: Headed, text: str) -> Draft:
        """A part is added above another one."""
        column = indent_of(self.rules.content, item.span.start)
        self.edits.append(Edit(item.span.start, item.span.start, f"{_moved(text, column)}\n{column}"))
        return self._touch(item)

    def inside(self, e: object, other: str) -> Draft:
        """An expression is another one in the other reading, at its place."""
        span = span_of(e)
        was = self.rules.content[span.start : span.end]
        self.edits.append(Edit(span.start, span.end, f"(if {self.otherwise} then {other} else {was})"))
        holder = self.rules.holder(e)
        return self if holder is None else self._touch(holder)

    def edit(self, at: Span, text: str) -> Draft:
        """Any other change."""
        self.edits.append(Edit(at.start, at.end, text))
        return self

    def field(self, line: str) -> Draft:
        """One more field, which is there under the other reading alone."""
        fields = next(self.rules.sections(s.StateSection)).fields
        return self._line_after(
            fields[-1], f"{line} under {self.otherwise}", indent_of(self.rules.content, fields[-1].span.start)
        )

    def late_step(self, turn: s.LoopFlow, label: str, cites: str, body: str) -> Draft:
        """One more step at the end of each turn, which is there under the other reading alone."""
        column = indent_of(self.rules.content, turn.body[0].span.start)
        step = f"step {label}{cites} under {self.otherwise}:"
        return self._line_after(turn.body[-1], f"{step}\n{column}  {body}", column)

    def _line_after(self, node: object, text: str, column: str) -> Draft:
        end = extent(self.rules.content, span_of(node)).end
        line = self.rules.content.find("\n", end)
        at = len(self.rules.content) if line < 0 else line
        return self.edit(Span(at, at), f"\n{column}{text}")

    def touching(self, *items: Headed) -> Draft:
        """Parts that the question concerns, though they stay as they are."""
        for item in items:
            self._touch(item)
        return self

    def _beside(self, item: Headed, text: str) -> None:
        end = extent(self.rules.content, item.span).end
        line = self.rules.content.find("\n", end)
        end = len(self.rules.content) if line < 0 else line  # a comment stays behind what it is about
        column = indent_of(self.rules.content, item.span.start)
        gap = "\n\n" if not column and isinstance(item, WORDS) else "\n"
        self.edits.append(Edit(end, end, f"{gap}{column}{text}"))  # a clause's further lines say how deep they stand

    def _touch(self, item: Headed) -> Draft:
        if item not in self.about:
            self.about.append(item)
        return self

    # ------------------------------------------------------------ the question

    def _users(self) -> Iterator[Headed]:
        """The parts that name one that the question concerns."""
        names = {item.head.name.text for item in self.about}
        for item in self.rules.headed:
            if names & words_in(self.rules.slice(item)):
                yield item

    def asks(self, text: str, was: str, otherwise: str, likely: float = 1.0) -> Asked:
        """The question with all that was gathered."""
        cites = dict.fromkeys(c.text for item in self.about for c in _cites(item))
        cites = cites or dict.fromkeys(c.text for item in self._users() for c in _cites(item))
        order = sorted(self.edits, key=lambda e: (e.start, e.end))
        about = tuple(item.head.name.span for item in self.about)
        return Asked(
            self.operator, self.name, text, was, self.other, otherwise, about, tuple(cites), tuple(order),
            tuple(self.more), tuple(item.span for item in self.about), likely, self.unsettled,
        )  # fmt: skip


def _cites(item: Headed) -> tuple[s.Quoted, ...]:
    """What a part cites; of a move that cites nothing itself, what its clauses cite."""
    if item.head.cites or not isinstance(item, s.MoveSection):
        return item.head.cites
    return tuple(c for i in item.items if isinstance(i, s.LegalClause | s.DoesClause) for c in i.head.cites)


def _holds(section: s.ExampleSection | s.ClaimSection) -> tuple[s.Expr | None, int]:
    """Under which settings an example or a claim holds, and where it says so."""
    if isinstance(section, s.ExampleSection):
        return section.under, (section.title, *section.cites)[-1].span.end
    name, cites = section.head.name, section.head.cites
    return section.head.under, cites[-1].span.end if cites else name.span.end


def _moved(text: str, column: str) -> str:
    return text.replace("\n", f"\n{column}")


def _under(rules: RuleFile, item: Headed, condition: str) -> tuple[Span, str]:
    """Where a part says under which settings it holds, and what it says there with one more condition."""
    start, end, text = _further(rules, item.head.under, after_label(rules, item), condition)
    return Span(start, end), text


def _further(rules: RuleFile, under: s.Expr | None, at: int, condition: str) -> tuple[int, int, str]:
    """From where to where something says under which settings it holds, or `at` where it says nothing, and the text."""
    if under is None:
        return at, at, f" under {condition}"
    was, whole = rules.content[under.span.start : under.span.end], introduced(rules.content, under.span, "under")
    return whole.start, whole.end, f" under ({was}) and {condition}"


def after_label(rules: RuleFile, item: Headed) -> int:
    """Where the settings of a part stand: behind its label, its parameters, its display name and what it cites."""
    own, head = rules.own_cites(item), item.head
    if own:
        return own[-1].span.end
    if head.name.display is not None and item.span.start <= head.name.display.span.start < item.span.end:
        return head.name.display.span.end
    within = _last_parameter(item)
    if within is not None:
        return rules.content.index(")", within.end) + 1
    start = head.name.span.start
    if rules.content[start : start + len(head.name.text)] == head.name.text:
        return start + len(head.name.text)
    return item.span.start + len("does")


def _last_parameter(item: Headed) -> Span | None:
    match item:
        case s.DefineSection(params=params) | s.RoutineSection(params=params) if params:
            return params[-1].type.span
        case s.MoveSection(choices=choices) if choices:
            return choices[-1].span
        case _:
            return None


def cited(*items: Headed) -> str:
    """What a part that is added cites: what the parts cite that it is added to, the first that cite anything."""
    cites = next((item.head.cites for item in items if item.head.cites), ())
    return "".join(f'{", " if n else " @ "}"{c.text}"' for n, c in enumerate(cites[:MOST_CITES]))
