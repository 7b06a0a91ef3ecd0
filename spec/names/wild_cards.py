"""Declares the wild cards of a shape: which cards of the deck they are, and what they can be taken for.

Leaves what it means to be taken for a card to `engine.interpreter.shapes`.
"""

from __future__ import annotations

from collections.abc import Iterator

from spec import syntax as s
from spec.ir import nodes as ir
from spec.ir.index import shown_word
from spec.names.deck import expand
from spec.names.table import Names


def wild_cards(shape: s.ShapeSection, most: int, names: Names) -> ir.Wild | None:
    """The wild cards of a shape under these settings; None where its text has none. Reports what makes no sense."""
    if not shape.wild:
        return None
    faces = {face for rule in shape.wild for part in rule.cards for face in _faces(part, names)}
    least_natural = [names.number(rule.least_natural) for rule in shape.wild if rule.least_natural is not None]
    most_wild = [names.number(rule.most_wild) for rule in shape.wild if rule.most_wild is not None]
    label = shape.head.name.text
    if not any(rule.cards for rule in shape.wild):
        names.report("E0331", shape.wild[0].span, f"no card of `{label}` is wild; say which are: `where 2 is wild`")
    elif faces >= names.faces:
        names.report("E0331", shape.wild[0].span, f"every card of the deck is wild in `{label}`")
    if shape.line != "none" and any(name.text == "rank" for name in shape.same):
        names.report(
            "E0331", shape.wild[0].span, f"cards of the same rank stand in no line, as those of `{label}` should"
        )
    if len(least_natural) > 1 or len(most_wild) > 1:
        names.report("E0331", shape.wild[-1].span, f"`{label}` says twice how many of its cards are natural or wild")
    natural, wild = max(least_natural, default=0), min(most_wild, default=most)
    if natural > most:
        message = f"`{label}` has at most {most} cards, so {natural} of them cannot be natural"
        names.report("E0331", shape.wild[-1].span, message)
    cards = tuple(i for i, card in enumerate(names.deck) if (card.rank, card.suit) in faces)
    return ir.Wild(cards, _placeless(faces, names), min(natural, most), wild)


def _faces(part: s.TakenOut | s.Name, names: Names) -> Iterator[tuple[int, int]]:
    """The ranks and suits that a part of the rule names; reports what no deck of the file has."""
    ranks, suits = names.domains["rank"].values, names.domains["suit"].values
    found: list[tuple[int, int]] = []
    match part:
        case s.Name(text) if text.islower():
            names.known_suit(part, ranked=True)
            found = [face for face in names.faces if text in (shown_word(suits, face[1]), ranks[face[0]])]
        case s.Name(text):
            found = [face for face in names.faces if names.written(*face) == text]
            if not found:
                names.report("E0331", part.span, f"no deck of this file has the card {text}")
        case s.TakenOut(wanted, of):
            for suit in of:
                names.known_suit(suit)
            named, suited = (
                {rank for face in wanted for rank in expand(face, ranks)},
                {suit.text for suit in of} or {"", *suits},
            )
            found = [face for face in names.faces if ranks[face[0]] in named and shown_word(suits, face[1]) in suited]
            missing = sorted(named - {ranks[rank] for rank, _ in found}) if suited <= {"", *suits} else []
            if missing or not named:
                listed = " or ".join(missing) or "such rank"
                names.report("E0331", part.span, f"no deck of this file has a {listed} that could be wild")
    yield from found


def _placeless(wild: set[tuple[int, int]], names: Names) -> tuple[int, ...]:
    """The ranks of jokers: neither their rank nor their suit has any natural card."""
    natural = names.faces - wild
    suits = {suit for _, suit in natural if suit != ir.NOBODY}
    placed = {rank for rank, _ in natural} | {rank for rank, suit in wild if suit in suits}
    return tuple(sorted({rank for rank, _ in wild} - placed))
