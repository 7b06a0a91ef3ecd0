"""Tells what a name may stand for: "card in your hand that is an ace", "player whose hand is empty".

Leaves sentences about all or some of a range to `hoyle.english.conditions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from hoyle.english.grammar import IT, THEY, Clause, Noun, joined, listed, plural
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir
from spec.ir.binding import occurrences
from spec.ir.fold import YES, in_turn
from spec.ir.index import PLAYER, is_mover
from spec.ir.references import place_of
from spec.ir.types import cards_of, domain_of, element_of, name_of, type_of
from spec.ir.walk import children, walk

AGAIN = ("the other ", "the third ")
"""How one of a range is called within another of the same kind."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What one of a range is called, and what follows: "card" and "in your hand"."""

    word: str
    after: str = ""
    person: bool = False
    whole: str = ""
    """The cards that it is one of, where they are several things and no place."""

    def some(self, word: str) -> str:
        """So many of the range: "no card in your hand", "none of the cards"."""
        if not self.whole:
            return f"{word} {self.text(False)}"
        return f"{ {'some': 'at least one', 'no': 'none', 'every': 'each'}.get(word, word) } of {self.whole}"

    def text(self, many: bool) -> str:
        first, of, rest = self.word.partition(" of ") if self.word.startswith("choice of ") else (self.word, "", "")
        return f"{plural(first) if many else first}{of}{rest}{self.after}"


def kind(t: Teller, over: ir.Range, env: Env) -> Kind:
    """What one of a range is called."""
    match over:
        case ir.OverDomain(domain):
            return Kind(t.lexicon.domain(domain), person=domain == PLAYER)
        case ir.OverSlots(domain):
            return Kind(t.lexicon.domain(domain), ", empty or not")
        case ir.OverSeats(start, against):
            way = "" if against is None else " in the direction of play"
            if is_mover(start):
                return Kind("player", f", beginning with {env.mover.whom}{way}", person=True)
            return Kind("player", f", beginning with {t.noun(start, env).whom}{way}", person=True)
        case ir.OverCards(cards):
            held = t.noun(cards, env)
            way = "among" if held.many else "in"
            return Kind("card", f" {way} {held.whom}", whole=held.whom if held.many else "")
        case ir.OverNumbers(low, high):
            return Kind("number", f" from {t.noun(low, env).text} to {t.noun(high, env).text}")
        case ir.OverShapes(cards, shape):
            held = t.noun(cards, env)
            name = t.lexicon.display.shape(shape)
            if name.endswith(" or more"):
                name = f"choice of {name}"
            return Kind(name, f" {'among' if held.many else 'in'} {held.whom}")
        case ir.OverRests(cards, shapes):
            taken = listed([plural(t.lexicon.display.shape(shape)) for shape in shapes])
            return Kind("rest", f" of {t.noun(cards, env).whom} with {taken} taken out")
        case _:
            assert_never(over)


def stand_in(t: Teller, var: str, over: ir.Range, env: Env, noun: Noun | None = None) -> tuple[Noun, Env]:
    """How one of a range is called again where "it" would not do: "this card", within that "the other card"."""
    told = kind(t, over, env)
    if noun is None:
        word = told.word.partition(" of ")[0] if told.word.startswith("choice of ") else told.word
        noun = Noun(f"this {word}", person=told.person)
        if noun in env.vars.values():
            noun = Noun(f"{AGAIN[0]}{word}", person=told.person)
        if noun in env.vars.values():
            noun = Noun(f"{AGAIN[1]}{word}", person=told.person)
    return noun, env.bind(var, noun)


def pronoun(t: Teller, var: str, over: ir.Range, env: Env) -> Env:
    """The range's name as "it" or "they"."""
    return env.bind(var, THEY if kind(t, over, env).person else IT)


def parts(cond: ir.Expr) -> tuple[tuple[ir.Expr, ...], bool]:
    """The conditions that a condition joins, and whether all of them must hold."""
    return in_turn(cond) or ((cond,), True)


def _named(var: str, key: ir.Expr | None) -> bool:
    """Is it the range's name, or the pile of that name?"""
    if (place := place_of(key)) is not None:
        return place.index == (ir.Var(var, ir.Symbol(place.zone)),)
    return name_of(key) == var


def about(t: Teller, var: str, over: ir.Range, cond: ir.Expr, env: Env, *, holds: bool = True) -> Clause | None:
    """The condition as one thing said of the range's name itself, else None."""
    items, every = parts(cond)
    if any(map(in_turn, items)):
        return None
    inside = pronoun(t, var, over, env)
    told = [t.clause(i, inside, holds=holds) for i in items]
    if not all(c.subject is not None and _named(var, c.key) for c in told):
        return None
    clause = joined(told, "and" if every == holds else "or")
    return None if clause.subject is None else clause


def owned(t: Teller, var: str, cond: ir.Expr, env: Env, noun: Noun, *, holds: bool = True) -> Clause | None:
    """The condition as one thing said of something of the range's name, such as its hand, else None."""
    items, every = parts(cond)
    if any(map(in_turn, items)):
        return None
    inside = env.bind(var, noun)
    told = [t.clause(i, inside, holds=holds) for i in items]
    for clause, item in zip(told, items, strict=True):
        if clause.key is None or clause.subject is None or name_of(clause.key) or _mixed(clause.key):
            return None
        if occurrences(var, clause.key) != 1 or occurrences(var, item) != 1 or clause.key != told[0].key:
            return None
    clause = joined(told, "and" if every == holds else "or")
    return None if clause.subject is None else clause


def put_together(e: object) -> bool:
    """Are they cards that are put together of others?"""
    return isinstance(e, ir.Combine | ir.Filter)


def _mixed(key: object) -> bool:
    """Is a thing put together of several, so that "every card" in it would mean all at once?"""
    match key:
        case _ if put_together(key):
            return True
        case _ if isinstance(key, ir.OfSettings):
            return not isinstance(key, ir.Logic)
        case _:
            of = [] if isinstance(key, ir.Call) else [part for part in children(key) if isinstance(part, ir.Expr)]
            return len(of) == 1 and _mixed(of[0])


def described(t: Teller, var: str, over: ir.Range, cond: ir.Expr, env: Env, *, many: bool = False) -> str:
    """One of a range that satisfies a condition, without an article: "card in your hand that is an ace"."""
    told = kind(t, over, env)
    base = told.text(many)
    if cond == YES:
        return base
    base += "," if told.after.startswith(",") else ""
    said = about(t, var, over, cond, env)
    if said is not None:
        return f"{base} {'who' if told.person else 'that'} {said.predicate(many)}"
    mine = owned(t, var, cond, env, Noun("", owner="whose"))
    if mine is not None and told.person and mine.subject is not None and mine.subject.text.startswith("whose "):
        return f"{base} {mine.text}"
    inside = env.bind(var, THEY if told.person else IT)
    plain_it = told.person or (not many and cards_of(over) is not None)
    if not plain_it or any(noun in (IT, THEY) for noun in env.vars.values()):
        _, inside = stand_in(t, var, over, env)
    return f"{base} for {'whom' if told.person else 'which'} {t.clause(cond, inside).text}"


def alone_in(t: Teller, node: object, name: str) -> bool:
    """Is no player spoken of in a node but the one of this name, so that "their" can be nobody else's?"""
    for part in walk(node):
        if isinstance(part, ir.Range):
            kind_of: ir.Type | None = element_of(part)
        else:
            kind_of = type_of(t.index, part) if isinstance(part, ir.Expr) and name_of(part) != name else None
        if domain_of(kind_of) == PLAYER:
            return False
    return True


def simple_owner(var: str, key: ir.Expr) -> bool:
    """Is a key one thing of the range's name, such as its height or the size of its hand?"""
    folds = isinstance(key, ir.Fold) and not isinstance(key, ir.Picked)
    return occurrences(var, key) == 1 and not isinstance(key, ir.OfSettings) and not folds
