"""Warns where two moves of one choice may lay the same card at the same place, and then do different things.

Told only where one of them is for certain cards, and the other does not leave these out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.binding import applied, put
from spec.ir.effects import laid, plain
from spec.ir.index import GameIndex, index_of, shown_word
from spec.ir.references import applied_to
from spec.ir.types import face_of, is_card
from spec.ir.walk import mapped
from spec.names.table import Names


@dataclass(frozen=True, slots=True)
class _Laying:
    """A move of one card: which, from where, and where it is laid."""

    action: ir.Action
    card: ir.Var
    source: ir.Expr
    target: ir.Place


def same_card(game: ir.Game, names: Names) -> None:
    """Reports each pair of moves that may lay the same card with different effects, once."""
    index, told = index_of(game), set[frozenset[str]]()
    for step in game.steps:
        offered = [index.actions[name] for name in (() if step.ask is None else step.ask.actions)]
        for one, other in permutations([found for action in offered for found in _laying(action)], 2):
            pair = (one.action.source.label, other.action.source.label)
            if (
                frozenset(pair) in told
                or (one.source, one.target) != (other.source, other.target)
                or _alike(one, other)
            ):
                continue
            card = _shared(index, one, other)
            if card is not None:
                told.add(frozenset(pair))
                message = (
                    f"`{pair[0]}` may lay the same card as `{pair[1]}`, such as {card}, and they do different things"
                )
                related = [(other.action.source.span, "the other move")]
                names.report("W0616", one.action.source.span, message, related=related)


def _laying(action: ir.Action) -> Iterator[_Laying]:
    chosen = {p.name: (p.type, p.among) for p in action.params if is_card(p.type) and p.among is not None}
    for name, target in laid(action.effects):
        if name in chosen:
            kind, cards = chosen[name]
            yield _Laying(action, ir.Var(name, kind), cards, target)


def _alike(one: _Laying, other: _Laying) -> bool:
    """Do both do the same?"""
    return tuple(plain(put(one.action.effects, {one.card: other.card}))) == tuple(plain(other.action.effects))


def _shared(index: GameIndex, one: _Laying, other: _Laying) -> str | None:
    """A card for which the other move is meant, and which this one may lay, too, if it fits."""
    game = index.game
    own: list[int] = []
    for card in range(len(game.deck)):
        legal = _allowed(index, other, card)
        if legal is None:  # so it is of most moves: an editor asks at each key, and need not ask of the other cards
            return None
        if legal:
            own.append(card)
    if not own or len(own) == len(game.deck):
        return None
    both = [card for card in own if _allowed(index, one, card) != 0]
    if not both:
        return None
    face = game.deck[both[0]]
    suit = shown_word(index.domains["suit"].values, face.suit)
    return index.domains["rank"].values[face.rank] + (f" of {suit}" if suit else "")


def _allowed(index: GameIndex, laying: _Laying, card: int) -> int | None:
    """Is the move legal with a card: 1 for yes in any position, 0 for no, None where the position tells?"""
    action = laying.action
    permits = fold.disjunction(*(clause.when for clause in action.clauses if clause.kind == "permit"))
    forbids = fold.disjunction(*(clause.when for clause in action.clauses if clause.kind == "forbid"))
    return _known(index, fold.conjunction(permits, fold.negation(forbids)), laying.card, card)


def _known(index: GameIndex, cond: ir.Expr, var: ir.Var, card: int) -> int | None:
    """What a condition comes to for a card, where that needs no position."""
    given = {var: ir.Lit(card, ir.Card())}

    def change(node: object) -> object:
        use, shown, same, apart = applied_to(node), face_of(node), fold.equated(node), fold.unlike(node, True)
        pair = [fold.constant(side) for side in same or apart or ()]
        number = None if shown is None else fold.constant(shown[1])
        if use is not None:
            body = applied(index.defines[use[0]], use[1])
            return node if body is None else mapped(body, change)
        if shown is not None and number is not None:
            face = index.game.deck[number]
            value = {"rank": face.rank, "suit": face.suit, "colour": face.colour}[shown[0]]
            return ir.Lit(value, ir.Symbol(shown[0], value == ir.NOBODY))
        if pair and None not in pair:
            return fold.truth((pair[0] == pair[1]) == (same is not None))
        return fold.simplified(node, lambda _: True)

    return fold.constant(mapped(put(cond, given), change))
