"""The things that a whole file knows: what its sections introduce, with the words of its lists.

Leaves where they are used to `hoyle.editor.names.occurrences`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from hoyle.editor.names.symbols import Kind, Symbol
from spec import syntax as s
from spec.names.deck import COLOURS, SUITS
from spec.text.reserved import BUILTIN
from spec.text.source import Span

KINDS = ("card", "cards", "number", "truth", "team", "partner", "colour", "stack")
"""Words that stand where names do and that no file introduces, beside those of `BUILTIN`."""
HEADED: Mapping[type, Kind] = {
    s.DefineSection: "definition", s.ShapeSection: "shape", s.ValuesSection: "values", s.RoutineSection: "routine",
    s.MoveSection: "move", s.OutcomeSection: "outcome", s.QuestionSection: "question",
}  # fmt: skip
"""The sections that bring in one thing of their own."""


@dataclass(slots=True)
class Globals:
    """Names by what they stand for; of a thing that holds words, which list it holds."""

    things: dict[str, Symbol] = field(default_factory=dict)
    """What may stand where a value, a move, a routine or an outcome does."""
    words: dict[str, list[Symbol]] = field(default_factory=dict)
    steps: dict[str, Symbol] = field(default_factory=dict)
    ends: dict[str, Symbol] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)
    """The list of words of a setting, question or field."""
    places: dict[str, Span] = field(default_factory=dict)
    """The places of the rulebook, and where they are listed: several may be listed at once."""
    shown: dict[Symbol, str] = field(default_factory=dict)
    """What people read for a name, where a file says so."""

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits of the deck."""
        return tuple(symbol.name for found in self.words.values() for symbol in found if symbol.kind == "suit")

    def word(self, text: str, listed: str | None) -> Symbol | None:
        """The word of a list; without a list, the only word that is written so."""
        found = self.words.get(text, []) or self.words.get(f"{text}s", [])
        if listed is not None:
            return next((symbol for symbol in found if symbol.owner == listed), None)
        return found[0] if len(found) == 1 else None

    def _add(self, group: dict[str, Symbol], kind: Kind, name: s.Name, owner: str = "") -> None:
        symbol = Symbol(kind, name.text, owner)
        if name.text not in group or group[name.text].kind == "language":
            group[name.text] = symbol
        self._show(symbol, name)

    def _show(self, symbol: Symbol, name: s.Name) -> None:
        if name.display is not None:
            self.shown.setdefault(symbol, name.display.text)

    def _list(self, listed: str, words: Iterable[s.Name], kind: Kind = "word") -> None:
        for word in words:
            symbol = Symbol(kind, word.text, listed)
            known = self.words.setdefault(word.text, [])
            if symbol not in known:
                known.append(symbol)
            self._show(symbol, word)

    def take(self, section: s.Section) -> None:
        """Notes what a section introduces."""
        kind = HEADED.get(type(section))
        if kind is not None:
            self._add(self.things, kind, section.head.name)  # type: ignore[union-attr]
        match section:
            case s.GameSection(items=items):
                for item in items:
                    self._game_item(item)
            case s.SourceSection(places=places, ruleless=ruleless):
                for place in (*places, *ruleless):
                    self.places.setdefault(place.text, place.span)
            case s.ZonesSection(zones):
                for zone in zones:
                    self._add(self.things, "zone", zone.name)
            case s.StateSection(fields):
                for one in fields:
                    self._field(one)
            case s.KindSection(name, words):
                self._add(self.things, "kind", name)
                self._list(name.text, words)
                self.lists[name.text] = name.text
            case s.QuestionSection(head, readings=readings):
                self._list(head.name.text, (r.name for r in readings), "reading")
                self.lists[head.name.text] = head.name.text
            case s.EndsSection(items=clauses):
                for clause in clauses:
                    if isinstance(clause, s.EndClause):
                        self._add(self.ends, "end", clause.head.name, "ends")
            case s.PlaySection(body):
                for head in _heads(body):
                    self._add(self.steps, "step", head.name)
            case _:
                pass

    def _game_item(self, item: s.GameItem) -> None:
        match item:
            case s.NumberSetting(name) | s.DerivedNumber(name):
                self._add(self.things, "number", name)
            case s.OptionSetting(name, words):
                self._add(self.things, "option", name)
                self._list(name.text, words)
                self.lists[name.text] = name.text
            case s.Editions(names):
                self._list("edition", names, "edition")
                self.lists["edition"] = "edition"
            case s.DeckText(parts):
                for part in parts:
                    suits = part.suits if isinstance(part, s.ListedDeck) else tuple(s.Name(x, part.span) for x in SUITS)
                    self._list("suit", suits, "suit")
                    ranks = part.faces if isinstance(part, s.ListedDeck) else ()
                    self._list("rank", (face.word for face in ranks if face.word is not None), "rank")
            case s.TeamsText(teams):
                self._list("team", (team.name for team in teams if team.name is not None), "team")
            case s.Players():
                pass

    def _field(self, one: s.FieldText) -> None:
        self._add(self.things, "field", one.name)
        match one.type:
            case s.WordType(words):
                self._list(one.name.text, words)
                self.lists[one.name.text] = one.name.text
            case s.NamedType(name):
                self.lists[one.name.text] = name.text
            case _:
                pass


def _heads(flow: Iterable[s.Flow]) -> Iterator[s.Head]:
    for item in flow:
        match item:
            case s.StepFlow(head) | s.AskFlow(head) | s.PauseFlow(head):
                yield head
            case s.LoopFlow(body=body):
                yield from _heads(body)


def globals_of(file: s.File) -> Globals:
    """What a file introduces."""
    known = Globals()
    for name in (*BUILTIN, *KINDS):
        known.things[name] = Symbol("language", name)
    known.words = {word: [Symbol("word", word, "colour")] for word in COLOURS}
    for section in file.sections:
        known.take(section)
    return known
