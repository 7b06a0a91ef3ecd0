"""What people read for the names of a game: what its author wrote behind `as`, or a name made readable.

The one home of that rule, for all that is shown: `hoyle.english` makes sentences of it, exported pages and READMEs
show it as it is. What is typed (moves in play, claims, settings) and what is kept (logs, verdicts) has the identifiers.
The texts are plain; whoever shows them escapes them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from spec.ir import nodes as ir
from spec.ir.index import CARD_DOMAINS, PLAYER, GameIndex

PARTICIPLES = frozenset(
    (
        "laid", "hidden", "dealt", "gone", "taken", "given", "out", "won", "drawn", "kept", "lost", "shown", "left",
        "visible", "secret", "seen", "held", "spent", "aside", "bought", "sold", "thrown", "put", "set",
        "used",
    )
)  # fmt: skip


def readable(name: str) -> str:
    """A name of the rule file as words: `set_play` as "set play", `open4` as "open 4"."""
    return re.sub(r"(?<=[a-z])(?=\d)", " ", name.replace("_", " ")).strip(" ()")


def is_participle(name: str) -> bool:
    """Does a zone's or field's name say what happened to it, rather than what it is?"""
    last = name.rpartition("_")[2]
    return last in PARTICIPLES or (last.endswith("ed") and len(last) > 4)


def named(source: ir.Source) -> str:
    """What people read for a field, a step, a clause, an ending or anything else that has a source.

    Of a move's action it is the move; `Display.move` tells its shape as well.
    """
    return source.display or readable(_move(source))


def _move(source: ir.Source) -> str:
    shaped = source.variant and source.owner == ir.MOVES
    return source.label.removesuffix(f"_{source.variant}") if shaped else source.label


def without_article(display: str) -> str:
    """What a thing is called without the article that sentences put before it: "the Pile" as "Pile"."""
    return re.sub(r"^(?:the )+(?=.)", "", display, flags=re.IGNORECASE)


def singular(noun: str) -> str:
    """One of what a plural names; any other noun as it is."""
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "xes", "sses")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun


@dataclass(frozen=True, slots=True)
class Display:
    """What people read for the things of one game, each by its label and its place in a family.

    An unknown label is made readable, so that what a text speaks of can be asked for whatever became of it.
    """

    index: GameIndex

    # ------------------------------------------------------------ cards and words

    def list_of(self, domain: str) -> str:
        """One of a list: "player", "slot"; a place of a zone that is indexed by more."""
        zone = self.index.zones.get(domain)
        if zone is None or domain not in zone.index:
            known = self.index.domains.get(domain)
            return (known.display if known is not None else "") or readable(domain)
        if zone.source.display:
            return zone.source.display if len(zone.index) == 1 else "place"
        return "place" if len(zone.index) > 1 or is_participle(domain) else singular(readable(domain))

    def word(self, domain: str, at: int) -> str:
        """A word of a list."""
        known = self.index.domains[domain]
        display = known.displays[at] if at < len(known.displays) else ""
        return display or readable(known.values[at])

    def words(self, domain: str) -> tuple[str, ...]:
        """All words of a list."""
        return tuple(self.word(domain, at) for at in range(len(self.index.domains[domain].values)))

    def symbol(self, domain: str, at: int) -> str:
        """A value of a list by itself: "player 2", "pile 3", "open"; nobody where it is none."""
        if at == ir.NOBODY:
            return "nobody" if domain == PLAYER else "none"
        word = self.word(domain, at)
        return f"{self.list_of(domain)} {word}" if word.isdecimal() and domain not in CARD_DOMAINS else word

    def player(self, seat: int) -> str:
        """A player by the seat, which counts from 0."""
        return self.symbol(PLAYER, seat)

    # ------------------------------------------------------------ what lies on the table

    def zone(self, label: str, at: Sequence[int] = ()) -> str:
        """A zone, or one of a family: "deck", "hand of player 2", "pile 3", "taken pile of player 1"."""
        zone = self.index.zones.get(label)
        name = readable(label) if zone is None else named(zone.source)
        if zone is None or not at:
            plain = zone is None or zone.source.display or not is_participle(label)
            return name if plain else f"{name} pile"
        return self._one_of(label, self.zone(label), zone.index, at)

    def the_zone(self, label: str, at: Sequence[int] = ()) -> str:
        """The same within a sentence: "the hand of player 2", "pile 3"."""
        zone = self.index.zones.get(label)
        numbered = zone is not None and at and zone.index == (label,)
        return self.zone(label, at) if numbered else f"the {self.zone(label, at)}"

    def field(self, label: str, at: Sequence[int] = ()) -> str:
        """A field, or one of a family: "round", "limit of player 2"."""
        field = self.index.fields.get(label)
        name = readable(label) if field is None else named(field.source)
        return name if field is None or not at else self._one_of(label, name, field.index, at)

    def _one_of(self, label: str, name: str, index: Sequence[str], at: Sequence[int]) -> str:
        if tuple(index) == (label,):
            return self.symbol(label, at[0])
        return f"{name} of {', '.join(self.symbol(d, v) for d, v in zip(index, at, strict=True))}"

    # ------------------------------------------------------------ moves and the course of play

    def move(self, label: str) -> str:
        """A move by its name, or an action by its label: "play", "play (set)"."""
        action = self.index.actions.get(label)
        if action is not None:
            return f"{named(action.source)} ({self.shape(action.variant)})" if action.variant else named(action.source)
        variants = self.index.moves.get(label)
        return named(variants[0].source) if variants else readable(label)

    def step(self, label: str) -> str:
        """A step of the course of play."""
        at = self.index.steps.get(label)
        return readable(label) if at is None else named(self.index.game.steps[at].source)

    def ending(self, label: str) -> str:
        """An end of the game."""
        ending = self.index.endings.get(label)
        return readable(label) if ending is None else named(ending.source)

    def outcome(self, label: str) -> str:
        """A group of outcome clauses."""
        group = self.index.groups.get(label)
        return readable(label) if group is None else named(group.source)

    def routine(self, label: str) -> str:
        """What is done again and again."""
        routine = self.index.routines.get(label)
        return readable(label) if routine is None else named(routine.source)

    def define(self, label: str) -> str:
        """A definition."""
        define = self.index.defines.get(label)
        return readable(label) if define is None else named(define.source)

    def shape(self, label: str) -> str:
        """A shape of cards."""
        shape = self.index.shapes.get(label)
        return readable(label) if shape is None else named(shape.source)

    def table(self, label: str) -> str:
        """A value table."""
        table = self.index.tables.get(label)
        return readable(label) if table is None else named(table.source)

    # ------------------------------------------------------------ questions

    def question(self, label: str) -> str:
        """A question by its name in a few words; its sentence is its `text`."""
        question = self.index.questions.get(label)
        return readable(label) if question is None else named(question.source)

    def reading(self, question: str, label: str) -> str:
        """A reading of a question: its display name, else its sentence, else its name; '' stands for none."""
        found = self._reading(question, label)
        return (found is not None and not found.source.display and found.text) or self.reading_name(question, label)

    def reading_name(self, question: str, label: str) -> str:
        """A reading in a word or two: its display name, else its name."""
        found = self._reading(question, label)
        return (readable(label) or "open") if found is None else named(found.source)

    def _reading(self, question: str, label: str) -> ir.Reading | None:
        known = self.index.questions.get(question)
        return None if known is None else next((r for r in known.readings if r.source.label == label), None)
