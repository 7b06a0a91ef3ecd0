"""Moves as terms: what each parameter may stand for, which clauses apply, and whether the move is legal or a clash.

Leaves what a move does to `verify.smt.transition.transition`. Sequences stand for their cards, their first and their
last; what lies between is free, so more sequences are allowed here than the rules do, never fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from spec.ir import nodes as ir
from spec.ir.precedence import outrankers
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.ranges import items_of
from verify.smt.encode.state import free_word
from verify.smt.encode.symbolic_context import At, Names, Value


@dataclass(frozen=True, slots=True)
class Held:
    """The clauses of a group or an action at a position: which apply, if all have a meaning, what outranks what."""

    sources: tuple[ir.Source, ...]
    holds: tuple[t.Flag, ...]
    defined: t.Flag
    above: tuple[int, ...]

    @property
    def some(self) -> t.Flag:
        """Does any clause apply?"""
        return t.any_of(self.holds)

    def wins(self, number: int) -> t.Flag:
        """Does a clause apply that no other applicable one outranks?"""
        return self.wins_by(number, self.above)

    def wins_by(self, number: int, above: Sequence[int]) -> t.Flag:
        """The same under another order."""
        better = (h for i, h in enumerate(self.holds) if above[number] >> i & 1 and i != number)
        return t.all_of((self.holds[number], t.neg(t.any_of(better))))


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the clauses of an action say of a move, and whether that is a clash."""

    held: Held
    legal: t.Flag
    clash: t.Flag


@dataclass(slots=True)
class Chosen:
    """The arguments of any move of an action, as variables, what is true of them, and when what they are chosen from
    has no meaning."""

    names: dict[str, Value] = field(default_factory=dict)
    variables: dict[str, tuple[t.Term, ...]] = field(default_factory=dict)
    facts: list[t.Flag] = field(default_factory=list)
    doubts: list[t.Flag] = field(default_factory=list)
    free: list[str] = field(default_factory=list)

    def needs(self, defined: t.Flag) -> None:
        """Without this the next argument is chosen from nothing that has a meaning."""
        self.doubts.append(t.all_of((*self.facts, t.neg(defined))))
        self.facts.append(defined)


def choose(enc: Encoder, action: ir.Action, at: At) -> Chosen:
    """Any arguments within the choices of an action's parameters."""
    chosen = Chosen()
    for param in action.params:
        choose_one(enc, param, at, chosen)
    return chosen


def choose_one(enc: Encoder, param: ir.Param, at: At, chosen: Chosen) -> None:
    """Any argument for the next parameter."""
    name, d = param.name, enc.deck
    stem = enc.space.name(name)
    match param.choice:
        case ir.ChooseCard(cards, _):
            among, defined = enc.part(cards, at, chosen.names)
            card = d.fresh(stem)
            chosen.needs(defined)
            chosen.names[name], chosen.variables[name] = card, (card,)
            chosen.facts += [d.some(card), d.at_most_one(card), d.within(card, among.held)]
        case ir.ChooseCards(cards, shape):
            among, defined = enc.part(cards, at, chosen.names)
            chosen.needs(defined)
            _choose_cards(enc, param, enc.index.shapes[shape], among, stem, chosen)
        case ir.ChooseFrom(over):
            _choose_from(enc, param, over, at, stem, chosen)


def _choose_cards(enc: Encoder, param: ir.Param, shape: ir.Shape, among: Cards, stem: str, chosen: Chosen) -> None:
    d = enc.deck
    held = d.fresh(stem)
    chosen.facts.append(d.within(held, among.held))
    if not shape.ordered:
        cards = Cards(held)
        chosen.variables[param.name] = (held,)
    else:
        cards = Cards(held, d.fresh(f"{stem}.bottom"), d.fresh(f"{stem}.top"))
        chosen.variables[param.name] = (held, cards.bottom, cards.top)
        chosen.facts.append(enc.space.ends_fit(cards))
    match shape.line:
        case "steps":
            chosen.facts.append(d.of_shape(held, replace(shape, line="none")))
            chosen.free.append(f"the steps of {shape.source.label}")
        case "none" | "run" | "parts":
            chosen.facts.append(d.of_shape(held, shape))
    chosen.names[param.name] = cards


def _choose_from(enc: Encoder, param: ir.Param, over: ir.Range, at: At, stem: str, chosen: Chosen) -> None:
    (items, _), defined = enc.sub(at, lambda: items_of(enc, over, param.name, at, chosen.names))
    chosen.needs(defined)
    values = sorted({v for item in items for v in t.cases_of(item.value)})
    word, term = free_word(stem, values[0] if values else 0, values[-1] if values else 0)
    there = (t.all_of((i.there, c, word.cases[v])) for i in items for v, c in t.cases_of(i.value).items())
    chosen.facts.append(t.any_of(there))
    chosen.variables[param.name] = (term,)
    chosen.names[param.name] = t.number_of(word) if param.type == ir.Int() else word


def judge(enc: Encoder, action: ir.Action, at: At, names: Names) -> Judgement:
    """What the clauses of an action say of the arguments bound."""
    held = held_of(enc, action.clauses, action.order, at, names)
    permits = [i for i, clause in enumerate(action.clauses) if clause.kind == "permit"]
    forbids = [i for i, clause in enumerate(action.clauses) if clause.kind == "forbid"]
    wins = [held.wins(i) for i in range(len(action.clauses))]
    legal = t.all_of((t.any_of(wins[i] for i in permits), t.neg(t.any_of(wins[i] for i in forbids))))
    both = [t.all_of((wins[a], wins[b])) for a in permits for b in forbids if not ranked(held.above, a, b)]
    circle = any(above >> i & 1 for i, above in enumerate(held.above))
    nobody = t.all_of((held.some, t.neg(t.any_of(wins)))) if circle else False
    return Judgement(held, legal, t.any_of((*both, nobody)))


def ranked(above: Sequence[int], one: int, other: int) -> bool:
    """Does one of two clauses outrank the other?"""
    return bool(above[one] >> other & 1 or above[other] >> one & 1)


def held_of(enc: Encoder, clauses: tuple[ir.Clause, ...], order: tuple[ir.Edge, ...], at: At, names: Names) -> Held:
    """Which of some clauses apply."""
    read = [enc.part(clause.when, at, names) for clause in clauses]
    sources = tuple(clause.source for clause in clauses)
    above = outrankers([s.label for s in sources], order)
    return Held(sources, tuple(v for v, _ in read), t.all_of(s for _, s in read), above)
