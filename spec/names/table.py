"""What every name of a rule file stands for, once its settings are chosen, and where diagnostics are gathered.

Filled by `spec.names.declare`; read by the `spec.lower` modules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from spec import syntax as s
from spec.diagnostics.diagnostic import Diagnostic, Fix, diagnose
from spec.ir import nodes as ir
from spec.ir.index import shown_word
from spec.ir.types import is_number
from spec.names.suggestions import nearest
from spec.text.refused import common_mistakes
from spec.text.reserved import BUILTIN, BUILTIN_WORDS, reserved_name, reserved_words
from spec.text.source import Span

NO_VALUES = ("move", "routine", "outcome")
"""Things that never stand where a value does: only what stands for something in every game is kept from them."""

PLACES = ("zone", "field")
"""Things that can be missed for what a card shows, where they have its name."""

MOST_SHOWN = 100
"""Of more errors of meaning in one file only the first are shown."""
MOST_GUESSED = 30
"""After so many, nothing is guessed any more: in a file of thousands of names each guess takes its time."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A setting: the edition, a number, an option, or a question's reading; its value, or None while open."""

    type: ir.Type
    value: int | None
    span: Span

    @property
    def counts(self) -> bool:
        """Is it a number?"""
        return is_number(self.type)

    @property
    def number(self) -> int | None:
        """Its value, where that is a number."""
        return self.value if self.counts else None


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a define, routine, outcome or move, and where it is introduced."""

    params: tuple[ir.Var, ...]
    span: Span


@dataclass(slots=True)
class Names:
    """All names of one game under one choice of settings, by kind; and the diagnostics found so far."""

    lost: frozenset[str] = frozenset()
    domains: dict[str, ir.Domain] = field(default_factory=dict)
    words: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    constants: dict[str, Constant] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)
    """The lists of numbers, with the lowest of each: for places that are known by their numbers, and for fields of
    numbers that may be nobody."""
    zones: dict[str, ir.ZoneDecl] = field(default_factory=dict)
    fields: dict[str, tuple[tuple[str, ...], ir.Type]] = field(default_factory=dict)
    order: list[ir.FieldDecl] = field(default_factory=list)
    """The fields of the order of play, where rules change it."""
    tables: dict[str, ir.Table] = field(default_factory=dict)
    shapes: dict[str, ir.Shape] = field(default_factory=dict)
    defines: dict[str, Signature] = field(default_factory=dict)
    define_types: dict[str, ir.Type] = field(default_factory=dict)
    routines: dict[str, Signature] = field(default_factory=dict)
    outcomes: dict[str, Signature] = field(default_factory=dict)
    moves: dict[str, Signature] = field(default_factory=dict)
    endings: dict[str, Span] = field(default_factory=dict)
    off: set[str] = field(default_factory=set)
    variants: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The moves that stand for one whose cards may be of several shapes."""
    step_moves: dict[str, tuple[str, ...]] = field(default_factory=dict)
    passable: set[str] = field(default_factory=set)
    """The moves offered in loops that end where a choice is passed over."""
    steps: dict[str, Span] = field(default_factory=dict)
    rounds: dict[str, tuple[ir.Given, ...]] = field(default_factory=dict)
    """Of a step, for each round of turns that it stands in, what its counter holds by who is the mover."""
    spans: dict[str, Span] = field(default_factory=dict)
    deck: tuple[ir.CardFace, ...] = ()
    full_deck: tuple[ir.CardFace, ...] = ()
    faces: frozenset[tuple[int, int]] = frozenset()
    """The ranks and suits of every card that some deck of the file has."""
    numbers: Mapping[tuple[int, int], Sequence[int]] = field(default_factory=dict)
    """By rank and suit, which cards of the deck are so, in its order."""
    counts: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """By rank and suit, how many cards of the whole deck are so."""
    shrunk: bool = False
    usual_players: int = 2
    most_players: int = 2
    absent: set[Span] = field(default_factory=set)
    """Where players are named that only sit at larger tables."""
    unread_deck: bool = False
    """Is the deck not known, since what says it could not be read or is wrong? Then its words are not missed."""
    teams: tuple[ir.Define, ...] = ()
    """What tells who plays with whom: the `team` of a player, and the `partner`."""
    used: set[str] = field(default_factory=set)
    found: list[Diagnostic] = field(default_factory=list)

    def moves_called(self, name: str) -> tuple[str, ...]:
        """The moves that a name stands for: its variants, or itself."""
        return self.variants.get(name, (name,))

    def moves_at(self, steps: Iterable[str]) -> tuple[str, ...] | None:
        """The moves offered at these steps, None where none is; of a step that could not be read, any move."""
        steps = tuple(steps)
        if any(step in self.lost and step not in self.steps for step in steps):
            return tuple(self.moves)
        return tuple(move for step in steps for move in self.step_moves.get(step, ())) or None

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        label: str = "",
        related: Iterable[tuple[Span, str]] = (),
        why: str | None = None,
        fix: Fix | None = None,
    ) -> None:
        self.found.append(diagnose(code, span, message, label=label, related=related, why=why, fix=fix))

    def unknown(
        self,
        name: s.Name | s.Word,
        what: str,
        known: Iterable[str],
        code: str = "E0201",
        *,
        counts: bool = False,
        quoted: bool = False,
    ) -> None:
        """Reports a name that nothing introduces, unless it stands in text that could not be read.

        `counts` where a number is wanted, so that a word for one can be written in digits; `quoted` where quotation
        marks stand round the name and belong to its span.
        """
        if name.text in self.lost:
            return
        digits = common_mistakes.DIGITS.get(name.text) if counts else None
        if digits is not None:
            message = f"there is no {what} `{name.text}`; numbers are written in digits: `{digits}`"
            self.report(code, name.span, message, fix=Fix(f"write `{digits}`", name.span, digits))
            return
        letter = self.letter_of(name.text) if what == "name" else None
        if letter is not None:
            message = f"there is no name `{name.text}`; ranks are written A, K, Q, J: `{letter}`"
            self.report(code, name.span, message, fix=Fix(f"write `{letter}`", name.span, letter))
            return
        if what == "move" and name.text in self.domains["rank"].values:
            move = next(iter(sorted(known)), "lay")
            message = (
                f"`{name.text}` is a card and no move; a card that is chosen stands in brackets: `{move}({name.text})`"
            )
            self.report(code, name.span, message)
            return
        wanted = len(self.found) < MOST_GUESSED and name.text not in common_mistakes.NO_NAMES
        guess = nearest(name.text, known) if wanted else None
        if guess is None:
            hint = common_mistakes.UNDECLARED.get(name.text)
            more = self.rank_hint(name.text) if hint is None else f"; {hint}"
            instead = common_mistakes.SAID_OTHERWISE.get(name.text)
            mending = None if instead is None else Fix(f"write `{instead}`", name.span, instead)
            self.report(code, name.span, f"there is no {what} `{name.text}`{more}", fix=mending)
            return
        written = f'"{guess}"' if quoted else guess
        fix = Fix(f"write `{written}`", name.span, written)
        message = f"there is no {what} `{name.text}`; did you mean `{guess}`?"
        first = next((number for number, d in enumerate(self.found) if d.message == message), None)
        if first is not None and not self.found[first].related and guess in self.spans:
            # Missed again, it is more likely that the name was changed where it is introduced.
            self.found[first] = self.found[first].also(self.spans[guess], f"`{guess}` is introduced here")
        self.report(code, name.span, message, fix=fix)

    def known_keys(self, table: s.ValuesSection) -> None:
        """Reports words that name no rank and no suit: what should have their value would have that of other lines."""
        for line in () if self.unread_deck else table.lines:
            keys = [key for key in line.keys if isinstance(key, s.Name)]
            torn = next((i for i in range(len(keys) - 1) if self._torn_rank(*keys[i : i + 2])), None)
            if torn is not None:
                one, two = keys.pop(torn), keys.pop(torn)
                whole, span = f"{one.text}_{two.text}", Span(one.span.start, two.span.end)
                message = f"a name is one word; did you mean `{whole}`?"
                self.report("E0201", span, message, fix=Fix(f"write `{whole}`", span, whole))
            for key in keys:
                if not self._coloured(key, line):
                    self.known_suit(key, ranked=True)

    def _coloured(self, key: s.Name, line: s.ValueLine) -> bool:
        """Reports a colour in a line of values, with the cards of that colour."""
        colours = self.domains["colour"].values
        if key.text not in colours or key.text in self.domains["suit"].values:
            return False
        ranks = {k.name for k in line.keys if isinstance(k, s.FaceText) and k.last is None}
        faces = dict.fromkeys((c.rank, c.suit) for c in self.full_deck if c.colour == colours.index(key.text))
        cards = [self.written(*face) for face in faces if self.domains["rank"].values[face[0]] in ranks]
        of = f"`{' '.join(cards)}`" if cards else "as `3H 3D`"
        message = f"`{key.text}` is a colour; a line of values has ranks, suits, or cards one by one: {of}"
        span = Span(line.keys[0].span.start, line.keys[-1].span.end)
        whole = len(line.keys) == 2 and cards
        fix = Fix(f"write `{' '.join(cards)}`", span, " ".join(cards)) if whole else None
        self.report("E0201", key.span, message, fix=fix)
        return True

    def _torn_rank(self, one: s.Name, two: s.Name) -> bool:
        return f"{one.text}_{two.text}" in self.domains["rank"].values and one.span.end + 1 == two.span.start

    def known_suit(self, key: s.Name, *, ranked: bool = False) -> None:
        """Reports a word that names no suit, nor a rank where one may stand; a card such as `7H` is no word."""
        suits, ranks = self.domains["suit"].values, self.domains["rank"].values
        words = (*suits, *(rank for rank in ranks if rank.islower())) if ranked else suits
        letter = None if self.unread_deck else self.letter_of(key.text)
        if key.text in words or key.text[-1].isupper():
            return
        if letter is not None:
            fix = Fix(f"write `{letter}`", key.span, letter)
            self.report("E0201", key.span, f"there is no suit `{key.text}`; did you mean `{letter}`?", fix=fix)
        else:
            self.unknown(key, "rank or suit" if len(words) > len(suits) else "suit", words)

    def letter_of(self, word: str) -> str | None:
        """The letter of a rank of the deck that others write as a word, such as `ace` or `kings`."""
        letter = common_mistakes.RANKS.get(word.removesuffix("s"))
        return letter if "rank" in self.domains and letter in self.domains["rank"].values else None

    def rank_hint(self, word: str) -> str:
        """What to say of a word for a rank that the deck has by its letter, or lacks."""
        letter = common_mistakes.RANKS.get(word.removesuffix("s"))
        return "" if letter is None else f"; ranks are written A, K, Q, J, and the deck has no `{letter}`"

    def introduce(self, name: s.Name, kind: str) -> bool:
        """Notes where a name is introduced; reports a second introduction, and a word of the language."""
        if name.text in (BUILTIN if kind in NO_VALUES else reserved_words()):
            self.found.append(reserved_name(name.text, name.span))
            self.lost |= {name.text}
            return False
        before = self.spans.get(name.text)
        if before is not None:
            related = [(before, "introduced here first")]
            self.report("E0202", name.span, f"`{name.text}` is introduced twice", label=f"as a {kind}", related=related)
            return False
        self.spans[name.text] = name.span
        if kind in PLACES and (hides := self.hidden(name.text)):
            message = f"`{name.text}` is also a {hides}; in the rules it means the {kind}, so call the {kind} otherwise"
            self.report("W0214", name.span, message)
        return True

    def hidden(self, name: str) -> str:
        """What a card shows that has this name, too: a rank, a suit or a colour; '' where none has it."""
        hid = {domain for domain, _ in self.words.get(name, ())}
        return next((domain for domain in ("rank", "suit", "colour") if domain in hid), "")

    def every_name(self) -> set[str]:
        """Every name that could stand in an expression."""
        groups: tuple[Mapping[str, object], ...] = (
            self.words, self.constants, self.zones, self.fields, self.tables, self.shapes, self.defines,
        )  # fmt: skip
        return {name for group in groups for name in group} | set(BUILTIN_WORDS) | {"mover", "nobody", "empty"}

    def add_domain(self, domain: ir.Domain) -> None:
        self.domains[domain.name] = domain
        for i, word in enumerate(domain.values):
            if word.isidentifier():
                self.words.setdefault(word, []).append((domain.name, i))

    def card(self, text: str, copy: int = 0) -> int | None:
        """The index in the deck of a card such as `10S`, of which there may be copies; of too few copies the last.

        NOBODY where another deck has the card; else None.
        """
        wanted = self._face(text) if self.faces else None
        if wanted is None or wanted not in self.faces:
            return None
        found = self.numbers.get(wanted, ())
        return found[min(copy, len(found) - 1)] if found else ir.NOBODY

    def written(self, rank: int, suit: int) -> str:
        """How a card is written in a rule file: its rank, and the first letter of its suit."""
        return self.domains["rank"].values[rank] + shown_word(self.domains["suit"].values, suit)[:1].upper()

    def like_card(self, text: str) -> str | None:
        """The card that somebody seems to mean by a word that names none: with its suit, without one, or spelt so."""
        known = [self.written(rank, suit) for rank, suit in sorted(self.faces)]
        same = [name for name in known if name == text[:-1] or name[:-1] == text]
        return same[0] if len(same) == 1 else nearest(text, (name for name in known if len(name) > 3))

    def number(self, item: s.IndexText) -> int:
        """A number written out, or the value of a number setting; reports what is neither."""
        if isinstance(item, int):
            return item
        constant = self.constants.get(item.text)
        if constant is not None and constant.number is not None:
            return constant.number
        self.unknown(item, "number setting", [n for n, c in self.constants.items() if c.counts])
        return 1

    def editions(self) -> tuple[str, ...]:
        """The names of the editions; none where the file has but one."""
        domain = self.domains.get("(edition)")
        return () if domain is None else domain.values

    def copies(self, text: str) -> int:
        """How many cards of the whole deck have this face."""
        wanted = self._face(text)
        return 0 if wanted is None else self.counts.get(wanted, 0)

    @property
    def suitless(self) -> bool:
        """Has a deck of the file cards without a suit?"""
        return any(suit == ir.NOBODY for _, suit in self.faces)

    def _face(self, text: str) -> tuple[int, int] | None:
        ranks, suits = self.domains["rank"].values, self.domains["suit"].values
        if text in ranks and (ranks.index(text), ir.NOBODY) in self.faces:
            return ranks.index(text), ir.NOBODY
        suit = next((i for i, name in enumerate(suits) if name[0].upper() == text[-1]), None)
        if suit is None or text[:-1] not in ranks:
            return None
        return ranks.index(text[:-1]), suit
