"""Finds every name of a rule file and what it stands for, whatever the settings.

Reads the surface syntax, in which each name has its place. A name that stands for nothing known, or for one of
several things that only types tell apart, is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hoyle.editor.names.globals import Globals, globals_of
from hoyle.editor.names.symbols import Index, Kind, Occurrence, Symbol
from spec import syntax as s
from spec.syntax_walk import parts_of
from spec.text.source import Span

Bound = Mapping[str, Symbol]
"""The parameters and variables that are known at a place."""

CLAUSES: Mapping[type, Kind] = {s.DoesClause: "effect", s.OutcomeClause: "clause", s.EndClause: "end"}


def index_of(text: str, file: s.File) -> Index:
    """Every name that stands in a text, of which `file` is what the parser made."""
    known = globals_of(file)
    reader = _Reader(text, known)
    for section in file.sections:
        reader.section(section)
    return Index(tuple(reader.found[start] for start in sorted(reader.found)))


@dataclass(slots=True)
class _Reader:
    text: str
    known: Globals
    found: dict[int, Occurrence] = field(default_factory=dict)
    clause: Span = field(default_factory=lambda: Span(0, 0))
    group: str = ""
    """The move, the outcome or `ends` whose clauses are read."""

    def note(self, name: s.Name | s.Word, symbol: Symbol | None, *, introduces: bool = False) -> None:
        """Notes a name, if the text has it there: the parser makes names of its own as well."""
        start, end = name.span.start, name.span.start + len(name.text)
        if symbol is None or self.text[start:end] != name.text:
            return
        before = self.found.get(start)
        if before is None or (introduces and not before.introduces):
            self.found[start] = Occurrence(Span(start, end), symbol, introduces, self.clause)

    def introduce(self, kind: Kind, name: s.Name, owner: str = "") -> None:
        self.note(name, Symbol(kind, name.text, owner), introduces=True)

    def local(self, kind: Kind, name: s.Name, bound: Bound, owner: str = "") -> Bound:
        """What is known where one more parameter or variable is; of an owner's variants it is the same one."""
        symbol = Symbol(kind, name.text, owner or str(name.span.start))
        self.note(name, symbol, introduces=True)
        return {**bound, name.text: symbol}

    # ---------------------------------------------------------------- sections

    def section(self, section: s.Section) -> None:
        self.clause = section.span
        match section:
            case s.DefineSection(head, params, body):
                self.whole("definition", head, params, body)
            case s.RoutineSection(head, params, body):
                self.whole("routine", head, params, body)
            case s.ShapeSection(head):
                self.whole("shape", head, (), (section.least, section.most, section.same, section.parts))
                self.wild(section.wild)
            case s.ValuesSection(head, lines):
                self.whole("values", head, (), ())
                for key in (key for line in lines for key in line.keys if isinstance(key, s.Name)):
                    self.shown(key)
            case s.MoveSection(head, choices, items):
                self.move(head, choices, items)
            case s.OutcomeSection(head, params, items):
                self.clauses(head.name.text, items, self.whole("outcome", head, params, ()))
            case s.EndsSection(items):
                self.clauses("ends", items, {})
            case s.PlaySection(body):
                self.all(body, {})
            case s.QuestionSection():
                self.question(section)
            case s.ExampleSection(cites=cites, under=under, lines=lines):
                self.all((cites, under, lines), {})
            case s.ClaimSection(head, at=at, cond=cond):
                self.introduce("claim", head.name)
                self.all((head.cites, head.under), {})
                for step in at:
                    self.note(step, self.known.steps.get(step.text))
                self.all(cond, {})
            case _:
                self.table(section)

    def wild(self, rules: tuple[s.WildRule, ...]) -> None:
        """Which cards of a shape are wild: their ranks and suits are words of the deck, how many there are a number."""
        for rule in rules:
            self.all((rule.least_natural, rule.most_wild), {})
            for part in rule.cards:
                if isinstance(part, s.Name):
                    self.shown(part)
                else:
                    self.faces(part)

    def faces(self, cards: s.TakenOut) -> None:
        """Ranks and suits of some cards."""
        for word in (*(face.word for face in cards.faces if face.word is not None), *cards.suits):
            self.shown(word)

    def shown(self, name: s.Name) -> None:
        """A rank, a suit, or a card, in which a rank that is a word stands before the letter of the suit."""
        if name.text[-1].islower():
            self.note(name, self.known.word(name.text, "rank") or self.known.word(name.text, "suit"))
        elif name.text[0].islower():
            rank = s.Name(name.text[:-1], Span(name.span.start, name.span.end - 1))
            self.note(rank, self.known.word(rank.text, "rank"))

    def table(
        self,
        section: s.GameSection | s.SourceSection | s.LayoutSection | s.ZonesSection | s.StateSection | s.KindSection,
    ) -> None:
        """What the game is played with, and where its rules are written."""
        match section:
            case s.GameSection(items=items):
                for item in items:
                    self.game_item(item)
            case s.SourceSection(edition, _, places, ruleless):
                if edition is not None:
                    self.note(edition, self.known.word(edition.text, "edition"))
                for place in (*places, *ruleless):
                    self.place(place, introduces=True)
            case s.LayoutSection(rows):
                for cell in (cell for row in rows for cell in row):
                    self.all(cell.name, {})
                    if isinstance(cell.place, s.Name):
                        self.note(cell.place, self.known.word(cell.place.text, None))
            case s.ZonesSection(zones):
                for zone in zones:
                    self.clause = zone.span
                    self.introduce("zone", zone.name)
                    self.all((zone.index, zone.cites, zone.under), {})
            case s.StateSection(state_fields):
                for one in state_fields:
                    self.state_field(one)
            case s.KindSection(name, words, numbers):
                self.introduce("kind", name)
                for word in words:
                    self.introduce("word", word, name.text)
                self.all(numbers, {})

    def game_item(self, item: s.GameItem) -> None:
        self.clause = item.span
        match item:
            case s.NumberSetting(name, cites=cites):
                self.introduce("number", name)
                self.all(cites, {})
            case s.DerivedNumber(name, value, cites):
                self.introduce("number", name)
                self.all((value, cites), {})
            case s.OptionSetting(name, words, usual, cites):
                self.introduce("option", name)
                for word in words:
                    self.introduce("word", word, name.text)
                self.note(usual, Symbol("word", usual.text, name.text))
                self.all(cites, {})
            case s.Editions(names):
                for name in names:
                    self.introduce("edition", name, "edition")
            case s.DeckText(parts, without, cites, under):
                for part in (part for part in parts if isinstance(part, s.ListedDeck)):
                    for rank in (face.word for face in part.faces if face.word is not None):
                        self.introduce("rank", rank, "rank")
                    for suit in part.suits:
                        self.introduce("suit", suit, "suit")
                for out in without:
                    self.faces(out)
                self.all((cites, under), {})
            case s.TeamsText(teams, cites, under):
                for team in teams:
                    if team.name is not None:
                        self.introduce("team", team.name, "team")
                self.all((cites, under), {})
            case s.Players(cites=cites):
                self.all(cites, {})

    def state_field(self, one: s.FieldText) -> None:
        self.clause = one.span
        self.introduce("field", one.name)
        self.all(one.index, {})
        match one.type:
            case s.WordType(words):
                for word in words:
                    self.introduce("word", word, one.name.text)
            case s.NumberType(low, high):
                self.all((low, high), {})
            case s.NamedType(name):
                self.any(name, {})
            case s.TruthType():
                pass
        if one.start is not None:
            self.expected(one.start, self.known.lists.get(one.name.text), {})
        self.all((one.cites, one.under), {})

    def question(self, section: s.QuestionSection) -> None:
        name = section.head.name
        self.introduce("question", name)
        self.all((section.head.cites, section.head.under), {})
        for reading in section.readings:
            self.clause = reading.span
            self.introduce("reading", reading.name, name.text)
            self.all(reading.cites, {})
        for ruling in section.rulings:
            self.clause = ruling.span
            self.note(ruling.reading, self.known.word(ruling.reading.text, name.text))
            self.all(ruling.under, {})

    def whole(self, kind: Kind, head: s.Head, params: Sequence[s.ParamText], body: object) -> Bound:
        """A section with a name, parameters and a body."""
        self.introduce(kind, head.name)
        self.all((head.cites, head.under), {})
        bound: Bound = {}
        for param in params:
            bound = self.local("parameter", param.name, bound, head.name.text)
            self.any(param.type, {})
        self.all(body, bound)
        return bound

    def move(self, head: s.Head, choices: Sequence[s.ChoiceText], items: Sequence[object]) -> None:
        self.introduce("move", head.name)
        self.all((head.cites, head.under), {})
        bound: Bound = {}
        for choice in choices:
            self.all(choice.choice, bound)
            bound = self.local("parameter", choice.name, bound, head.name.text)
        self.clauses(head.name.text, items, bound)

    def clauses(self, group: str, items: Sequence[object], bound: Bound) -> None:
        self.group = group
        for item in items:
            match item:
                case s.LegalClause(permit, head, when, span):
                    self.labelled("permit" if permit else "forbid", head, span)
                    self.all(when, bound)
                case s.DoesClause(head, when, body, span) | s.OutcomeClause(head, when, body, span):
                    self.labelled(CLAUSES[type(item)], head, span)
                    self.all((when, body), bound)
                case s.EndClause(head, at, when, result, span):
                    self.labelled("end", head, span)
                    for step in at:
                        self.note(step, self.known.steps.get(step.text))
                    self.all((when, result), bound)
                case s.Precedence(ranks, cites, under, span):
                    self.clause = span
                    for name in (name for names in ranks for name in names):
                        self.label(name, items)
                    self.all((cites, under), {})
                case s.ClashRuling(better, worse, under, _, span):
                    self.clause = span
                    self.label(better, items)
                    self.label(worse, items)
                    self.all(under, {})
                case _:
                    pass

    def labelled(self, kind: Kind, head: s.Head, span: Span) -> None:
        self.clause = span
        self.introduce(kind, head.name, self.group)
        self.all((head.cites, head.under), {})

    def label(self, name: s.Name, items: Sequence[object]) -> None:
        """A clause that a precedence or a ruling names."""
        for item in items:
            if not isinstance(item, s.LegalClause | s.DoesClause | s.OutcomeClause | s.EndClause):
                continue
            if item.head.name.text == name.text:
                kind = CLAUSES.get(type(item)) or (
                    "permit" if isinstance(item, s.LegalClause) and item.permit else "forbid"
                )
                self.note(name, Symbol(kind, name.text, self.group))
                return

    # ---------------------------------------------------------------- what stands in clauses

    def all(self, part: object, bound: Bound) -> None:
        """Every name in a part of a clause, or in a tuple of parts."""
        match part:
            case tuple():
                self.block(part, bound)
            case s.Quoted():
                self.place(part)
            case s.Name() | s.Word():
                self.any(part, bound)
            case s.Head(_, cites, under):
                self.all((cites, under), bound)
            case s.StepFlow() | s.AskFlow() | s.PauseFlow() | s.LoopFlow():
                self.flow(part, bound)
            case (
                s.Quantified() | s.Aggregate() | s.BestOf() | s.FirstOf() | s.CardsWith() | s.AllWin() | s.ScoreResult()
            ):
                self.binding(part, bound)
            case s.ForEachEffect(binder, start, cond, body):
                self.all(start, bound)
                inner = self.binder(binder, bound)
                self.all((cond, body), inner)
            case s.Binary("=" | "!=", left, right):
                self.expected(left, self.list_of(right), bound)
                self.expected(right, self.list_of(left), bound)
            case s.Becomes(target, value) | s.GivenValue(target, value):
                self.all(target, bound)
                if value is not None:
                    self.expected(value, self.list_of(target), bound)
            case s.GivenAt(step) | s.Leave(step=s.Name() as step):
                self.note(step, self.known.steps.get(step.text))
            case s.EndedLine(by, gets):
                if by is not None:
                    self.note(by, self.known.ends.get(by.text))
                self.all(gets, bound)
            case s.CardsText(cards):
                for card in cards:
                    self.shown(card)
            case s.FaceText() | Span():
                pass
            case _:
                for each in parts_of(type(part)) or ():
                    self.all(getattr(part, each), bound)

    def block(self, parts: tuple[object, ...], bound: Bound) -> None:
        """Parts in their order; what `let` names is known to those behind it."""
        for part in parts:
            if isinstance(part, s.LetEffect):
                self.all(part.value, bound)
                bound = self.local("variable", part.name, bound)
            else:
                self.all(part, bound)

    def flow(self, part: s.Flow, bound: Bound) -> None:
        match part:
            case s.StepFlow(head, when, body, span):
                self.clause = span
                self.introduce("step", head.name)
                self.all((head.cites, head.under, when, body), bound)
            case s.AskFlow(head, when, who, _, moves, fallback, span):
                self.clause = span
                self.introduce("step", head.name)
                self.all((head.cites, head.under, when, who, moves, fallback), bound)
            case s.PauseFlow(head, when, span):
                self.clause = span
                self.introduce("step", head.name)
                self.all((head.cites, head.under, when), bound)
            case s.LoopFlow(start=start, among=among, until=until, times=times, body=body):
                self.all((start, until, times), bound)
                if among is not None:
                    self.all(among[1], self.binder(among[0], bound))
                self.all(body, bound)

    def binding(self, part: object, bound: Bound) -> None:
        """A phrase that names something for what stands in it."""
        match part:
            case s.Quantified(_, binder, cond):
                self.all(cond, self.binder(binder, bound))
            case s.Aggregate(_, value, binder, cond) | s.BestOf(binder, _, value, cond):
                self.all((value, cond), self.binder(binder, bound))
            case s.FirstOf(binder, start, cond, other):
                self.all((start, other), bound)
                self.all(cond, self.binder(binder, bound))
            case s.CardsWith(name, cards, cond):
                self.all(cards, bound)
                self.all(cond, self.local("variable", name, bound))
            case s.AllWin(binder, cond) | s.ScoreResult(binder, cond):
                self.all(cond, self.binder(binder, bound))
            case _:
                pass

    def binder(self, binder: s.Binder, bound: Bound) -> Bound:
        self.all(binder.over, bound)
        return self.local("variable", binder.name, bound)

    def list_of(self, e: object) -> str | None:
        """The list whose word an expression is, where its name tells."""
        match e:
            case s.Word(name) | s.Applied(s.Name(name)):
                return self.known.lists.get(name)
            case _:
                return None

    def expected(self, e: object, listed: str | None, bound: Bound) -> None:
        """A part that a neighbour asks to be a word of a list."""
        match e:
            case s.Truth(value, span):
                word: s.Word | None = s.Word("yes" if value else "no", span)
            case s.Nobody(span):
                word = s.Word("nobody", span)
            case s.Word():
                word = e
            case _:
                word = None
        symbol = None if word is None or listed is None or word.text in bound else self.known.word(word.text, listed)
        if word is not None and symbol is not None:
            self.note(word, symbol)
            return
        self.all(e, bound)

    def any(self, name: s.Name | s.Word, bound: Bound) -> None:
        """A name where any thing may stand."""
        symbol = bound.get(name.text) or self.known.things.get(name.text) or self.known.word(name.text, None)
        self.note(name, symbol)

    def place(self, cite: s.Quoted, *, introduces: bool = False) -> None:
        """A place of the rulebook, where it is cited or listed; of several listed at once the first is noted."""
        named = Occurrence(cite.span, Symbol("place", cite.text), introduces, self.clause)
        self.found.setdefault(cite.span.start, named)
