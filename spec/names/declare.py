"""Fills the table of names: settings, deck, zones, state, shapes, value tables, signatures of all that has a body.

The choice of edition, readings, numbers and players is made here; bodies are left to `spec.lower.game`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from spec import syntax as s
from spec.diagnostics.diagnostic import Fix
from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.index import shown_word
from spec.ir.sight import OWNED
from spec.lower.base import Scope
from spec.lower.clauses import source, thing_of
from spec.lower.expressions import lower
from spec.lower.under import under
from spec.names.deck import check_faces, declare_deck, expand
from spec.names.order_of_play import declare_order
from spec.names.places import indexed, one_list, places, size_of
from spec.names.shapes import declared_shape
from spec.names.suggestions import nearest
from spec.names.table import Constant, Names, Signature
from spec.names.teams import declare_teams
from spec.syntax_walk import words
from spec.text.refused import common_mistakes
from spec.text.source import NOWHERE, Span
from spec.text.whole_numbers import whole

OPEN = "open"
ANSWER = "answer"
"""The one reading of a question that is answered without readings."""

T = TypeVar("T")


def of_kind(sections: tuple[s.Section, ...], kind: type[T]) -> list[T]:
    return [x for x in sections if isinstance(x, kind)]


def declare(sections: tuple[s.Section, ...], settings: Mapping[str, str], names: Names, *, as_written: bool) -> None:
    """Every name of the game but the steps; what is wrong goes to `names.found`."""
    games = of_kind(sections, s.GameSection)
    items = games[0].items if games else ()
    taken = {"deck"}
    for game in games[:1]:
        _items_once(game, names)
    _players(items, settings, names, taken)
    _editions(items, settings, names, taken)
    _numbers_and_options(items, settings, names, taken)
    _derived_numbers(items, settings, names, taken)
    _questions(sections, settings, names, taken, as_written=as_written)
    _unknown_settings(settings, names, taken)
    declare_deck(items, settings, names)
    declare_teams(items, names)
    for kind in of_kind(sections, s.KindSection):
        if names.introduce(kind.name, "kind"):
            _kind(kind, names)
    for zones in of_kind(sections, s.ZonesSection):
        for zone in zones.zones:
            _zone(zone, names)
    for state in of_kind(sections, s.StateSection):
        for field in state.fields:
            _field_type(field, names)
    _shapes(sections, names)
    _tables(sections, names)
    _signatures(sections, names)
    declare_order(sections, names)


def _display(name: s.Name) -> str:
    return name.display.text if name.display else ""


def _kind(kind: s.KindSection, names: Names) -> None:
    """A list of words of the author's own, or of numbers."""
    words = _words(kind.name.text, kind.words)
    if kind.numbers is not None:
        words = places(kind.name.text, size_of(kind.numbers, names), kind.numbers.span, names)
    names.add_domain(replace(words, display=_display(kind.name)))


def _words(domain: str, words: tuple[s.Name, ...]) -> ir.Domain:
    """A list of words, with what people read for them."""
    return ir.Domain(domain, tuple(w.text for w in words), displays=tuple(map(_display, words)))


# ---------------------------------------------------------------- settings


def _items_once(game: s.GameSection, names: Names) -> None:
    for kind, title, needed in (
        (s.Players, "players", True),
        (s.DeckText, "deck", True),
        (s.Editions, "editions", False),
    ):
        found: list[s.GameItem] = [i for i in game.items if isinstance(i, kind)]
        if needed and not found:
            names.report("E0115", game.title.span, f"the game says nothing of its `{title}`")
        for second in found[1:] if kind is not s.DeckText else ():
            related = [(found[0].span, "the first one")]
            names.report("E0116", second.span, f"`{title}` stands twice", related=related)


def _read_number(name: str, text: str, low: int, high: int, span: Span, names: Names) -> int | None:
    number = whole(text)
    if number is not None and low <= number <= high:
        return number
    names.report("E0506", span, f"`{name}` is set to `{text}`; it goes from {low} to {high}")
    return None


def _players(items: tuple[s.GameItem, ...], settings: Mapping[str, str], names: Names, taken: set[str]) -> None:
    taken.add("players")
    found = [i for i in items if isinstance(i, s.Players)]
    count = found[0].usual if found else 2
    if found:
        item = found[0]
        if not 1 <= item.low <= item.usual <= item.high <= 12:
            names.report("E0311", item.span, "between 1 and 12 players, the usual number among them")
            count = min(max(item.usual, 1), 12)
        else:
            names.usual_players, names.most_players = item.usual, item.high
            if "players" in settings:
                told = settings["players"]
                count = _read_number("players", told, item.low, item.high, item.span, names) or count
    names.constants["players"] = Constant(ir.Int(), count, found[0].span if found else NOWHERE)
    names.add_domain(ir.Domain("player", tuple(str(i + 1) for i in range(count))))


def _choice(
    name: s.Name, words: tuple[s.Name, ...], usual: str, settings: Mapping[str, str], names: Names, code: str
) -> None:
    """A setting that is one of some words; the words become a domain of their own."""
    domain = f"({name.text})"
    names.add_domain(_words(domain, words))
    known = [w.text for w in words]
    chosen = settings.get(name.text, usual)
    if chosen not in known:
        names.unknown(s.Name(chosen, name.span), f"{name.text} called", known, code)
        chosen = known[0]
    names.constants[name.text] = Constant(ir.Symbol(domain), known.index(chosen), name.span)


def _editions(items: tuple[s.GameItem, ...], settings: Mapping[str, str], names: Names, taken: set[str]) -> None:
    for item in items:
        if isinstance(item, s.Editions):
            taken.add("edition")
            _choice(s.Name("edition", item.span), item.names, item.names[0].text, settings, names, "E0505")


def _numbers_and_options(
    items: tuple[s.GameItem, ...], settings: Mapping[str, str], names: Names, taken: set[str]
) -> None:
    for item in items:
        match item:
            case s.NumberSetting(name, low, high, usual):
                if not names.introduce(name, "number"):
                    continue
                taken.add(name.text)
                value: int | None = usual
                if not low <= usual <= high:
                    names.report("E0506", item.span, f"the usual {usual} does not lie between {low} and {high}")
                if name.text in settings:
                    value = _read_number(name.text, settings[name.text], low, high, name.span, names)
                names.constants[name.text] = Constant(ir.Int(), usual if value is None else value, name.span)
            case s.OptionSetting(name, words, usual_word):
                if names.introduce(name, "option"):
                    taken.add(name.text)
                    _choice(name, words, usual_word.text, settings, names, "E0504")
            case _:
                pass


def _derived_numbers(items: tuple[s.GameItem, ...], settings: Mapping[str, str], names: Names, taken: set[str]) -> None:
    """Numbers that follow from the settings before them; a run may tell one only as it is, as a log does."""
    for item in items:
        if isinstance(item, s.DerivedNumber) and names.introduce(item.name, "number"):
            found = lower(item.value, Scope(names), ir.Int())
            known = None if found is None else fold.constant(found.expr)
            if found is not None and known is None:
                names.report("E0508", item.value.span, f"`{item.name.text}` may be worked out only from settings")
            value = known or 0
            names.constants[item.name.text] = Constant(ir.Int(), value, item.name.span)
            taken.add(item.name.text)
            told = settings.get(item.name.text, str(value))
            if told != str(value):
                message = f"`{item.name.text}` follows from other settings and is {value} here, not {told}"
                names.report("E0504", NOWHERE, message)


def _questions(
    sections: tuple[s.Section, ...], settings: Mapping[str, str], names: Names, taken: set[str], *, as_written: bool
) -> None:
    questions = of_kind(sections, s.QuestionSection)
    shaped = [x.head.under for x in sections if isinstance(x, s.ShapeSection | s.ValuesSection)]
    shaping = words(tuple(shaped))
    for q in questions:
        names.introduce(q.head.name, "question")
        taken.add(q.head.name.text)
        left_open = as_written and q.head.name.text not in settings and q.answered is None
        if left_open and q.head.name.text in shaping:
            message = (
                f"`{q.head.name.text}` decides which cards a choice offers, so it keeps its ruling even as written"
            )
            names.report("W0513", q.head.span, message)
            left_open = False
        readings = tuple(r.name.text for r in q.readings) if q.answered is None else (ANSWER,)
        domain = f"({q.head.name.text})"
        names.add_domain(ir.Domain(domain, readings))
        _check_readings(q, names)
        chosen = settings.get(q.head.name.text, OPEN if left_open else ruled(q, names))
        if chosen not in (*readings, OPEN, ""):
            names.unknown(s.Name(chosen, q.head.span), f"reading of `{q.head.name.text}` called", readings, "E0501")
        value = readings.index(chosen) if chosen in readings else None
        names.constants[q.head.name.text] = Constant(ir.Symbol(domain), value, q.head.span)


def _check_readings(q: s.QuestionSection, names: Names) -> None:
    if q.answers:
        _check_answers(q, names)
        return
    seen: dict[str, Span] = {}
    for reading in q.readings:
        if reading.name.text in seen:
            names.report("E0202", reading.span, f"two readings are called `{reading.name.text}`")
        seen.setdefault(reading.name.text, reading.span)
    if len(seen) < 2:
        names.report("E0502", q.head.span, f"`{q.head.name.text}` has {len(seen)} reading; a question has two or more")
    if not q.rulings:
        names.report("W0503", q.head.span, f"nothing rules on `{q.head.name.text}`, so play that meets it stops")


def _check_answers(q: s.QuestionSection, names: Names) -> None:
    first, name = q.answers[0], q.head.name.text
    if q.readings or q.rulings:
        message = f"`{name}` has readings, so a ruling names one of them; without readings it states the answer"
        names.report("E0516", first.span, message)
    if len(q.answers) > 1:
        related = [(first.span, "the first one")]
        names.report("E0512", q.answers[1].span, f"two rulings hold on `{name}` at once", related=related)
    for answer in q.answers:
        if not answer.because.text.strip():
            names.report("E0404", answer.because.span, "this ruling gives no reason")


def ruled(q: s.QuestionSection, names: Names) -> str:
    """The reading that the file rules for under the settings, or ''; says what is wrong with the rulings."""
    if q.answered is not None:
        return ANSWER
    held: list[s.ReadingRuling] = []
    for ruling in q.rulings:
        if not ruling.because.text.strip():
            names.report("E0404", ruling.because.span, "this ruling gives no reason")
        if ruling.reading.text not in [r.name.text for r in q.readings]:
            names.unknown(
                ruling.reading, f"reading of `{q.head.name.text}` called", [r.name.text for r in q.readings], "E0501"
            )
        elif under(ruling.under, Scope(names)) == fold.YES:
            held.append(ruling)
    if len(held) > 1:
        related = [(held[0].span, "the first one")]
        names.report("E0512", held[1].span, f"two rulings hold on `{q.head.name.text}` at once", related=related)
    return held[0].reading.text if held else ""


def _unknown_settings(settings: Mapping[str, str], names: Names, taken: set[str]) -> None:
    for name in settings:
        if name not in taken:
            guess = nearest(name, taken)
            hint = f"; did you mean `{guess}`?" if guess else f"; there are {', '.join(sorted(taken))}"
            names.report("E0504", NOWHERE, f"there is no setting `{name}`{hint}")


# ---------------------------------------------------------------- zones and state


def _zone(zone: s.ZoneText, names: Names) -> None:
    if not names.introduce(zone.name, "zone"):
        return
    index = indexed(zone.name, zone.index, names)
    if index is None:
        return
    words = [p.text for p in zone.properties]
    seen: list[ir.SeenBy] = [SEEN[w] for w in words if w in SEEN]
    if len(seen) != 1:
        message = f"say once who sees `{zone.name.text}`: {', '.join(SEEN)}"
        names.report("E0320", zone.span, message)
    if seen and seen[0] in OWNED and index[:1] != ("player",):
        _unowned(zone, names)
        return
    if zone.kind == "row of stacks" and len(index) != 1:
        names.report("E0306", zone.span, "a row has one index: how many piles it may have at most")
    names.zones[zone.name.text] = ir.ZoneDecl(
        thing_of(zone.name, zone.cites),
        index,
        zone.kind != "set",
        zone.kind == "row of stacks",
        seen[0] if seen else "everybody",
        "starts with every card" in words,
    )


SEEN: dict[str, ir.SeenBy] = {
    "face up": "everybody",
    "face down": "count",
    "top face up": "top",
    "seen by its owner": "owner",
    "seen by everyone but its owner": "others",
    "secret": "nobody",
}
FIELD_SEEN: dict[str, ir.FieldSeenBy] = {
    "seen by its owner": "owner",
    "seen by everyone but its owner": "others",
    "secret": "nobody",
}


def _unowned(part: s.ZoneText | s.FieldText, names: Names) -> None:
    """Reports that what its owner sees has no owner; what is said of it is read no further."""
    name, fix = part.name, None
    match part.index:
        case ():
            end = name.span.end
            fix = Fix(f"write `{name.text}[player]`", Span(end, end), "[player]")
        case (s.Name(text="players", span=span),):
            fix = Fix(f"write `{name.text}[player]`", span, "player")
        case _:
            pass
    message = f"`{name.text}` has no owner: its first index is `player`, as in `{name.text}[player]`"
    names.report("E0318", part.span, message, fix=fix)
    names.lost |= {name.text}


def seen_by(field: s.FieldText) -> ir.FieldSeenBy:
    """Who sees a field: everybody, where the file says nothing of it."""
    return "everybody" if field.seen is None else FIELD_SEEN[field.seen.text]


def _field_type(field: s.FieldText, names: Names) -> None:
    if not names.introduce(field.name, "field"):
        return
    index = indexed(field.name, field.index, names)
    counted = names.domains.get(field.name.text)
    kind = _type_of(field, names)
    one_list(field, counted, names)
    if index is not None and seen_by(field) in OWNED and index[:1] != ("player",):
        _unowned(field, names)
        return
    if index is None or kind is None:
        names.lost |= {field.name.text}
    else:
        names.fields[field.name.text] = (index, kind)


MOST_NUMBERS = 200
"""How many numbers a field may hold that may be nobody: each is a word of a list."""


def _numbers(field: s.FieldText, low: int, high: int, names: Names) -> ir.Type | None:
    """The kind of a number that may be nobody: a word of a list that has the field's name."""
    if not 0 <= low <= high < low + MOST_NUMBERS:
        message = f"a number that may be nobody is 0 or more, and one of at most {MOST_NUMBERS}"
        names.report("E0313", field.span, message)
        return None
    names.add_domain(ir.Domain(field.name.text, tuple(map(str, range(low, high + 1)))))
    names.counted[field.name.text] = low
    return ir.Symbol(field.name.text, optional=True)


def _type_of(field: s.FieldText, names: Names) -> ir.Type | None:
    match field.type:
        case s.NumberType(low, high, optional):
            return _numbers(field, names.number(low), names.number(high), names) if optional else ir.Int()
        case s.TruthType():
            return ir.Bool()
        case s.WordType(words, optional):
            names.add_domain(_words(field.name.text, words))
            return ir.Symbol(field.name.text, optional)
        case s.NamedType(name, optional):
            if name.text == "card":
                return _remembered(field, optional, names)
            if name.text == "cards":
                names.report(
                    "E0301", name.span, "a field holds one card: `card or no card`; several cards lie in a zone"
                )
                return None
            if name.text in common_mistakes.KINDS:
                names.report("E0301", name.span, f"`{name.text}` says too little; {common_mistakes.KINDS[name.text]}")
                return None
            if name.text not in names.domains:
                names.unknown(name, "kind", [d for d in names.domains if not d.startswith("(")])
                return None
            return ir.Symbol(name.text, optional)


def _remembered(field: s.FieldText, optional: bool, names: Names) -> ir.Type | None:
    """The kind of a field that remembers which card it was: none at first, where the file names none."""
    if not optional and field.start is None:
        fix = "say `card or no card`, or which card it is at first, as in `card, starts at 7H`"
        names.report("E0301", field.span, f"`{field.name.text}` holds no card at first; {fix}")
        return None
    return ir.Card(optional)


# ---------------------------------------------------------------- shapes, tables, signatures


def _variants(kind: str, heads: list[s.Head], names: Names) -> list[bool]:
    """Which of several things of one name hold under the settings; two that hold at once are reported.

    One without settings holds where no later one does.
    """
    held: dict[str, s.Head] = {}
    flags = []
    for head in heads:
        test = under(head.under, Scope(names))
        if fold.constant(test) is None:
            message = f"the {kind} `{head.name.text}` depends on an open question; choose a reading first"
            names.report("E0508", head.span, message)
            test = fold.NO
        before = held.get(head.name.text)
        replaces = before is not None and before.under is None and head.under is not None
        flags.append(test == fold.YES)
        if test == fold.YES and before is not None and not replaces:
            related = [(before.span, "introduced here first")]
            names.report("E0202", head.span, f"`{head.name.text}` is introduced twice", related=related)
        elif test == fold.YES:
            held[head.name.text] = head
    for head in heads:
        names.spans.setdefault(head.name.text, head.span)
    return flags


def _shapes(sections: tuple[s.Section, ...], names: Names) -> None:
    shapes = of_kind(sections, s.ShapeSection)
    for shape, holds in zip(shapes, _variants("shape", [x.head for x in shapes], names), strict=True):
        declared = declared_shape(shape, names)
        if holds or shape.head.name.text not in names.shapes:
            names.shapes[shape.head.name.text] = declared


def _tables(sections: tuple[s.Section, ...], names: Names) -> None:
    tables = of_kind(sections, s.ValuesSection)
    for table, holds in zip(tables, _variants("value table", [x.head for x in tables], names), strict=True):
        names.known_keys(table)
        faces = tuple(key for line in table.lines for key in line.keys if isinstance(key, s.FaceText))
        check_faces(faces, names, names.domains["rank"].values)
        values = tuple(_values_of(card, table, names) for card in names.full_deck)
        missing = [c for c, v in zip(names.full_deck, values, strict=True) if v is None]
        if missing and not names.unread_deck:
            suit = shown_word(names.domains["suit"].values, missing[0].suit)
            face = names.domains["rank"].values[missing[0].rank] + suit[:1].upper()
            names.report(
                "E0315",
                table.head.span,
                f"`{table.head.name.text}` gives no value to {len(missing)} cards, {face} among them",
            )
        if holds or table.head.name.text not in names.tables:
            kept = [v or (0,) for c, v in zip(names.full_deck, values, strict=True) if c in names.deck]
            names.tables[table.head.name.text] = ir.Table(source(table.head), tuple(kept))


def _values_of(card: ir.CardFace, table: s.ValuesSection, names: Names) -> tuple[int, ...] | None:
    """The values of a card: by the first line that names the card, else its rank, else its suit, else the others."""
    rank, suit = names.domains["rank"].values[card.rank], shown_word(names.domains["suit"].values, card.suit)
    by_rank: tuple[int, ...] | None = None
    others: tuple[int, ...] | None = None
    for line in table.lines:
        number = whole(rank)
        printed = None if number is None else (number,)
        amounts = tuple(sorted(set(line.amounts))) or printed
        for key in line.keys:
            match key:
                case s.FaceText():
                    if rank in expand(key, names.domains["rank"].values):
                        by_rank = by_rank or amounts
                case s.Name(text):
                    if text == rank + suit[:1].upper():
                        return amounts
                    if text in (suit, rank):
                        by_rank = by_rank or amounts
        if not line.keys:
            others = amounts
    return by_rank or others


PARAM_TYPES: dict[str, ir.Type] = {
    "card": ir.Card(),
    "cards": ir.Cards(ordered=False),
    "stack": ir.Cards(ordered=True),
    "number": ir.Int(),
    "truth": ir.Bool(),
}


def _params(params: tuple[s.ParamText, ...], names: Names) -> tuple[ir.Var, ...] | None:
    """The parameters; None where a kind is unknown."""
    found = []
    seen: dict[str, Span] = {}
    for p in params:
        kind = PARAM_TYPES.get(p.type.text)
        if kind is None and p.type.text in names.domains:
            kind = ir.Symbol(p.type.text)
        if kind is None:
            names.unknown(p.type, "kind", [*PARAM_TYPES, *(d for d in names.domains if not d.startswith("("))])
            names.lost |= {p.name.text}
            return None
        if p.name.text in seen:
            related = [(seen[p.name.text], "the first one")]
            names.report("E0202", p.name.span, f"two parameters are called `{p.name.text}`", related=related)
        seen.setdefault(p.name.text, p.name.span)
        found.append(ir.Var(p.name.text, kind))
    return tuple(found)


def _signatures(sections: tuple[s.Section, ...], names: Names) -> None:
    for define in of_kind(sections, s.DefineSection):
        _signature(define.head, define.params, "definition", names.defines, names)
    for routine in of_kind(sections, s.RoutineSection):
        _signature(routine.head, routine.params, "routine", names.routines, names)
    for outcome in of_kind(sections, s.OutcomeSection):
        _signature(outcome.head, outcome.params, "outcome", names.outcomes, names)
    for move in of_kind(sections, s.MoveSection):
        _signature(move.head, (), "move", names.moves, names)


def _signature(
    head: s.Head, params: tuple[s.ParamText, ...], kind: str, known: dict[str, Signature], names: Names
) -> None:
    """Notes what has a body; variants of one name under different settings share a signature."""
    name = head.name.text
    variant = head.under is not None and name in known
    if not variant and not names.introduce(head.name, kind):
        return
    found = _params(params, names)
    if found is None:
        known.pop(name, None)
        names.lost |= {name}
    else:
        known[name] = Signature(found, head.name.span)
