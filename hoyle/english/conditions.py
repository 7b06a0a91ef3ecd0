"""Tells conditions as clauses: comparisons, membership, quantifiers, definitions, denials.

Denials are pushed inwards, so that nothing reads "not (a and b)". Leaves values to `hoyle.english.nouns`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from hoyle.english import ranges
from hoyle.english.compare import compared
from hoyle.english.document.marks import link, stress, words
from hoyle.english.grammar import DONE, Clause, Noun, joined, listed, says, whole
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir
from spec.ir.fold import YES
from spec.ir.order_of_play import AGAINST
from spec.ir.references import place_of
from spec.ir.types import name_of, quantified


def clause(t: Teller, e: ir.Expr, env: Env, holds: bool) -> Clause:
    """The condition, or its opposite, as a clause."""
    assert not isinstance(e, ir.NoCondition), e
    match e:
        case ir.Lit(value):
            return whole("always" if bool(value) == holds else "never")
        case ir.Not(item):
            return t.clause(item, env, holds=not holds)
        case ir.And() | ir.Or() if (less := t.in_force(e)) != e:
            return t.clause(less, env, holds=holds)
        case ir.And(items) | ir.Or(items):
            told = [t.clause(i, env, holds=holds) for i in _moves_as_one(items)]
            return joined(told, "and" if isinstance(e, ir.And) == holds else "or")
        case ir.Compare("=" | "!=" as op, ir.Quantify("count") as count, ir.Lit(1)):
            return _exactly_one(t, count, env, (op == "=") == holds)
        case ir.Compare("=", ir.Var() as fact, ir.Lit(1)) if fact.name in env.truths:
            return clause(t, fact, env, holds)
        case ir.Compare():
            return compared(t, e, env, holds)
        case ir.Quantify():
            return _quantified(t, e, env, holds)
        case ir.Var(name):
            said = env.vars.get(name, Noun(stress(words(name)))).text.removeprefix("the ")
            return whole(f"“{said}” {'holds' if holds else 'does not hold'}")
        case ir.Get() if e == AGAINST:
            return whole(f"play has {'turned' if holds else 'not turned'} round")
        case ir.Get():
            return _mark(t, e, env, holds)
        case ir.Apply(name, args):
            return _applied(t, name, args, env, holds)
        case ir.Open(question):
            return whole(f"{t.lexicon.linked(question)} is read as {'yes' if holds else 'no'}")
        case ir.If(cond, then, other):
            first, second = t.when(then, env, holds=holds), t.when(other, env, holds=holds)
            return whole(f"either {t.when(cond, env)} and {first}, or {t.when(cond, env, holds=False)} and {second}")
        case ir.CanMove(actions):
            return _can_move(t, actions, env, holds)
        case _:
            return _of_cards(t, e, env, holds)


def sides(e: ir.Expr) -> tuple[ir.Comparison, ir.Expr, ir.Expr] | None:
    """How a comparison compares what with what; None of another condition."""
    return (e.op, e.left, e.right) if isinstance(e, ir.Compare) else None


def _moves_as_one(items: tuple[ir.Expr, ...]) -> tuple[ir.Expr, ...]:
    """Neighbouring tests for single moves as one test: no move of several."""
    found: list[ir.Expr] = []
    for item in items:
        match (found[-1] if found else None), item:
            case ir.Not(ir.CanMove(before)), ir.Not(ir.CanMove(after)):
                found[-1] = ir.Not(ir.CanMove((*before, *after)))
            case _:
                found.append(item)
    if all(isinstance(i, ir.CanMove) for i in items):
        return (ir.CanMove(tuple(a for i in items if isinstance(i, ir.CanMove) for a in i.actions)),)
    return tuple(found)


def _of_cards(t: Teller, e: ir.Adjacent | ir.CanTotal | ir.Member | ir.HasShape, env: Env, holds: bool) -> Clause:
    """What is said of cards and ranks."""
    match e:
        case ir.Adjacent():
            return _adjacent(t, e, env, holds)
        case ir.CanTotal(table, cards, amount):
            counted = Noun(t.noun(cards, env).of(t.lexicon.linked(table)))
            return says(counted, "can", f"be counted as {t.noun(amount, env).text}", denied=not holds)
        case ir.Member(card, cards):
            held = t.noun(cards, env)
            way = f"one of {held.whom}" if held.many else f"in {held.whom}"
            return says(t.noun(card, env), "be", way, denied=not holds, key=card)
        case ir.HasShape(cards, shape):
            told = t.lexicon.linked(shape)
            of = t.noun(cards, env)
            return says(of, "form", f"a {told}", denied=not holds, key=cards)
        case _:
            assert_never(e)


def _adjacent(t: Teller, e: ir.Adjacent, env: Env, holds: bool) -> Clause:
    way = {"above": "exactly one rank above", "below": "exactly one rank below", "beside": "next in rank to"}[e.way]
    corner = ", going round the corner from the last rank to the first" if e.wrap else ""
    left, right = (x.card if isinstance(x, ir.Attr) else x for x in (e.left, e.right))
    return says(t.noun(left, env), "be", f"{way} {t.noun(right, env).whom}{corner}", denied=not holds, key=left)


def _mark(t: Teller, e: ir.Get, env: Env, holds: bool) -> Clause:
    """A yes or no of the state: a mark that is on or off."""
    name = t.lexicon.mark(e.field)
    if not e.index and (fact := t.lexicon.fact(e.field, denied=not holds)):
        return whole(fact)
    if not e.index:
        return whole(f"{t.lexicon.table_mark(e.field)} is {'on' if holds else 'off'}")
    owner = t.noun(e.index[0], env)
    rest = "".join(f" for {t.noun(i, env).whom}" for i in e.index[1:])
    if (done := t.lexicon.done(e.field)) is not None:
        return says(owner, DONE, f"{done}{rest}", denied=not holds, key=e.index[0])
    return says(owner, "have", f"the {name} mark{rest}", denied=not holds, key=e.index[0])


def _applied(t: Teller, name: str, args: tuple[ir.Expr, ...], env: Env, holds: bool) -> Clause:
    define = t.index.defines[name]
    if not args:
        return whole(t.lexicon.bare_truth(define, denied=not holds))
    nouns = tuple(t.noun(a, env) for a in args)
    if name.endswith("_for"):
        there = link(name, t.lexicon.display.define(name).removeprefix("is "))
        return whole(f"there is {'' if holds else 'no '}{there} {listed([n.whom for n in nouns])}")
    verb = replace(t.lexicon.truth(define, nouns), denied=not holds)
    return Clause(nouns[0], (verb,), key=args[0])


def _can_move(t: Teller, actions: tuple[str, ...], env: Env, holds: bool) -> Clause:
    if len(actions) > 1 and frozenset(actions) in t.offers:
        rest = "any legal move here" if holds else "no legal move here"
        return Clause(whole=f"{env.mover.text} {'have' if env.mover.many else 'has'} {rest}")
    told = t.moves(actions)
    moves = f"make the move {told[0]}" if len(told) == 1 else f"make any of the moves {listed(told, 'or')}"
    return says(env.mover, "can", moves, denied=not holds, key=ir.Get("mover", ()))


# ---------------------------------------------------------------- some, every, no, exactly one


def _exactly_one(t: Teller, count: ir.Quantify, env: Env, holds: bool) -> Clause:
    """ "exactly one card in your hand is red", as its author wrote."""
    told = ranges.kind(t, count.over, env)
    found = _of_one(t, count, env, told, "exactly one", True) if holds else None
    one = f"exactly one {ranges.described(t, count.var, count.over, count.cond, env)}"
    return whole(found or f"there is {one if holds else f'not {one}'}")


def _quantified(t: Teller, e: ir.Quantify, env: Env, holds: bool) -> Clause:
    """ "no card in your hand is an ace"; where the name is said twice, "there is a card ... such that ..."."""
    pair = _pair(t, e, env, holds)
    if pair is not None:
        return whole(pair)
    match e.kind:
        case "some":
            word, positive = ("some" if holds else "no"), True
        case "every":
            word, positive = ("every" if holds else "some"), holds
        case "count":
            raise AssertionError("a count is no condition")
        case _:
            assert_never(e.kind)
    told = ranges.kind(t, e.over, env)
    if e.cond == YES and word != "every":
        return whole(f"there is {'a' if word == 'some' else word} {told.text(False)}")
    found = _of_one(t, e, env, told, word, positive)
    if found is not None:
        return whole(found)
    _, inside = ranges.stand_in(t, e.var, e.over, env)
    body = t.when(e.cond, inside, holds=positive)
    if word == "every":
        return whole(f"for every {told.text(False)}, {body}")
    return whole(f"there is {'a' if word == 'some' else word} {told.text(False)} such that {body}")


def _of_one(t: Teller, e: ir.Quantify, env: Env, told: ranges.Kind, word: str, positive: bool) -> str | None:
    said = ranges.about(t, e.var, e.over, e.cond, env, holds=positive)
    if said is not None:
        if word == "no" and len(said.verbs) > 1 and any(verb.denied for verb in said.verbs) and not told.whole:
            return f"there is no {told.text(False)} {'who' if told.person else 'that'} {said.predicate(False)}"
        if said.denied and word in ("no", "every"):
            said, word = said.turned(), "every" if word == "no" else "no"
        return said.about(Noun(told.some(word))).text
    subject = Noun(told.some(word), person=told.person and not told.after)
    mine = ranges.owned(t, e.var, e.cond, env, subject, holds=positive)
    if mine is None:
        return None
    if mine.denied and word in ("no", "every"):
        flipped = "every" if word == "no" else "no"
        other = replace(subject, text=told.some(flipped))
        mine = ranges.owned(t, e.var, e.cond, env, other, holds=not positive)
        word = flipped
    if mine is None or (word == "no" and place_of(mine.key) and not told.person):
        return None
    return mine.text


def _pair(t: Teller, e: ir.Quantify, env: Env, holds: bool) -> str | None:
    """Two of one range: "there are two different cards in it of which one ... the other"."""
    inner = quantified(e.cond, e.kind)
    if inner is None or inner.over != e.over:
        return None
    told = ranges.kind(t, e.over, env).text(True)
    inside = env.bind(e.var, Noun("one")).bind(inner.var, Noun("the other"))
    match e.kind:
        case "every":
            body = t.when(inner.cond, inside, holds=holds)
            return f"for any two {told}, {body}" if holds else f"there are two {told} such that {body}"
        case "count":
            return None
        case "some":
            pass
    items, every = ranges.parts(inner.cond)
    rest = tuple(i for i in items if not _different(i, e.var, inner.var))
    apart = len(rest) < len(items) or any(_unlike(i, e.var, inner.var) for i in items)
    if not every or not apart or not rest:
        return None
    body = joined([t.clause(i, inside) for i in rest], "and").text
    return f"there are {'two different' if holds else 'no two different'} {told} such that {body}"


def _unlike(item: ir.Expr, one: str, two: str) -> bool:
    """Do they differ in something, so that they are not the same?"""
    match item:
        case ir.Compare("!=", ir.Attr(_, a), ir.Attr(_, b)):
            return {name_of(a), name_of(b)} == {one, two}
        case _:
            return False


def _different(item: ir.Expr, one: str, two: str) -> bool:
    """Are they told apart?"""
    match item:
        case ir.Compare("!=", a, b) | ir.Not(ir.Compare("=", a, b)):
            return {name_of(a), name_of(b)} == {one, two}
        case _:
            return False
