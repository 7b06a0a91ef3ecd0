"""Tells what a name may stand for: "card in your hand that is an ace", "player whose hand is empty".

Leaves sentences about all or some of a range to `hoyle.rulebook.conditions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from hoyle.rulebook.grammar import IT, THEY, Clause, Noun, joined, plural
from hoyle.rulebook.lexicon import is_mover
from spec import ir
from spec.index import PLAYER

if TYPE_CHECKING:
    from hoyle.rulebook.english import English, Env

YES = ir.Lit(1, ir.Bool())


@dataclass(frozen=True, slots=True)
class Kind:
    """What one of a range is called, and what follows: "card" and "in your hand"."""

    word: str
    after: str = ""
    person: bool = False

    def text(self, many: bool) -> str:
        return f"{plural(self.word) if many else self.word}{self.after}"


def kind(t: English, over: ir.Range, env: Env) -> Kind:
    """What one of a range is called."""
    match over:
        case ir.OverDomain(domain):
            return Kind(t.lexicon.domain(domain), person=domain == PLAYER)
        case ir.OverSlots(domain):
            return Kind(t.lexicon.domain(domain), ", empty or not")
        case ir.OverSeats(start):
            if is_mover(start):
                return Kind("player", f", beginning with {env.mover.whom}", person=True)
            return Kind("player", f", beginning with {t.noun(start, env).whom}", person=True)
        case ir.OverCards(cards):
            held = t.noun(cards, env)
            way = "among" if held.many else "in"
            return Kind("card", f" {way} {held.whom}")
        case ir.OverNumbers(low, high):
            return Kind("number", f" from {t.noun(low, env).text} to {t.noun(high, env).text}")
        case _:
            assert_never(over)


def stand_in(t: English, var: str, over: ir.Range, env: Env, noun: Noun | None = None) -> tuple[Noun, Env]:
    """How one of a range is called again where "it" would not do: "that card", within that "the second card"."""
    told = kind(t, over, env)
    if noun is None:
        noun = Noun(f"that {told.word}", person=told.person)
        if noun in env.vars.values():
            noun = Noun(f"the other {told.word}", person=told.person)
        if noun in env.vars.values():
            noun = Noun(f"the third {told.word}", person=told.person)
    return noun, env.bind(var, noun)


def pronoun(t: English, var: str, over: ir.Range, env: Env) -> Env:
    """The range's name as "it" or "they"."""
    return env.bind(var, THEY if kind(t, over, env).person else IT)


def parts(cond: ir.Expr) -> tuple[tuple[ir.Expr, ...], bool]:
    """The conditions that a condition joins, and whether all of them must hold."""
    match cond:
        case ir.And(items):
            return items, True
        case ir.Or(items):
            return items, False
        case _:
            return (cond,), True


def about(t: English, var: str, over: ir.Range, cond: ir.Expr, env: Env, *, holds: bool = True) -> Clause | None:
    """The condition as one thing said of the range's name itself, else None."""
    items, every = parts(cond)
    if any(isinstance(i, ir.And | ir.Or) for i in items):
        return None
    inside = pronoun(t, var, over, env)
    told = [t.clause(i, inside, holds=holds) for i in items]
    mine = ir.Var
    if not all(isinstance(c.key, mine) and c.key.name == var and c.subject is not None for c in told):
        return None
    clause = joined(told, "and" if every == holds else "or")
    return None if clause.subject is None else clause


def owned(t: English, var: str, over: ir.Range, cond: ir.Expr, env: Env, noun: Noun, *, holds: bool = True) -> Clause | None:
    """The condition as one thing said of something of the range's name, such as its hand, else None."""
    from hoyle.rulebook.english import occurrences

    items, every = parts(cond)
    if any(isinstance(i, ir.And | ir.Or) for i in items):
        return None
    inside = env.bind(var, noun)
    told = [t.clause(i, inside, holds=holds) for i in items]
    for clause, item in zip(told, items, strict=True):
        if clause.key is None or clause.subject is None or isinstance(clause.key, ir.Var):
            return None
        if occurrences(var, clause.key) != 1 or occurrences(var, item) != 1 or clause.key != told[0].key:
            return None
    clause = joined(told, "and" if every == holds else "or")
    return None if clause.subject is None else clause


def described(t: English, var: str, over: ir.Range, cond: ir.Expr, env: Env, *, many: bool = False) -> str:
    """One of a range that satisfies a condition, without an article: "card in your hand that is an ace"."""
    told = kind(t, over, env)
    base = told.text(many)
    if cond == YES:
        return base
    base += "," if told.after.startswith(",") else ""
    said = about(t, var, over, cond, env)
    if said is not None:
        return f"{base} {'who' if told.person else 'that'} {said.predicate(many)}"
    mine = owned(t, var, over, cond, env, Noun("", owner="whose"))
    if mine is not None and told.person and mine.subject is not None and mine.subject.text.startswith("whose "):
        return f"{base} {mine.text}"
    inside = env.bind(var, THEY if many or told.person else IT)
    if any(noun in (IT, THEY) for noun in env.vars.values()):
        _, inside = stand_in(t, var, over, env)
    return f"{base} for {'whom' if told.person else 'which'} {t.clause(cond, inside).text}"


def simple_owner(var: str, key: ir.Expr) -> bool:
    """Is a key one thing of the range's name, such as its height or the size of its hand?"""
    from hoyle.rulebook.english import occurrences

    return occurrences(var, key) == 1 and not isinstance(key, ir.Arith | ir.If | ir.Sum | ir.Extreme | ir.Quantify)
