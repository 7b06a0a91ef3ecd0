"""Lowers effects of the surface syntax to IR effects.

Leaves expressions to `spec.lower.expressions` and the course of play to `spec.lower.flow`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Literal, assert_never

from spec import syntax as s
from spec.diagnostics.diagnostic import Fix
from spec.ir import collecting, dealing, fold, order_of_play, stretches
from spec.ir import nodes as ir
from spec.ir.effects import DEALT_TO
from spec.ir.references import field_of, place_of
from spec.ir.types import alone, called, domain_of, is_number, steady
from spec.lower.base import PLAYER, Scope, Typed, as_number, coerce, pile_of, sure, sure_pile
from spec.lower.expressions import arguments, bind, check_new, condition, lower, stand_in_no_order
from spec.lower.under import under
from spec.syntax_walk import words
from spec.text.source import Span


def effects(items: tuple[s.Effect, ...], scope: Scope) -> tuple[ir.Effect, ...]:
    """The effects in order; a faulty one is reported and left out."""
    for item, following in pairwise(items):
        if isinstance(item, s.Leave):
            related = [(item.span, "play leaves from here")]
            scope.names.report("E0604", following.span, "nothing that stands after a jump can happen", related=related)
    return _in_turn(items, scope)


def _in_turn(items: tuple[s.Effect, ...], scope: Scope) -> tuple[ir.Effect, ...]:
    found: list[ir.Effect] = []
    for at, item in enumerate(items):
        if isinstance(item, s.LetEffect):
            return (*found, *_let(item, items[at + 1 :], scope))
        made = _effect(item, scope)
        scope = scope.after(made)
        found.extend(made)
    return tuple(found)


def _let(e: s.LetEffect, rest: tuple[s.Effect, ...], scope: Scope) -> tuple[ir.Effect, ...]:
    """What follows, carried out for the one value that has the name; of what is faulty, no more is said."""
    check_new(e.name, scope)
    found = lower(e.value, scope)
    found = None if found is None else sure(found, e.value.span, scope)
    if found is None:
        return _in_turn(rest, scope.bind(e.name, ir.Int()).mute())
    if isinstance(found.type, ir.Bool):
        found = Typed(fold.one_or_zero(found.expr), ir.Int())
        scope = replace(scope, truths=scope.truths | {e.name.text})
    kind = found.type
    zone = scope.names.zones.get(domain_of(kind))
    one = fold.once(e.name.text, found.expr, kind, row=zone is not None and zone.row)
    if one is None:
        message = f"`let` names a number, a card, a player, a word, or yes or no; this is {called(kind)}"
        scope.names.report("E0323", e.value.span, message)
        return _in_turn(rest, scope.bind(e.name, kind).mute())
    if e.name.text not in words(rest):
        scope.names.report("W0209", e.name.span, f"`{e.name.text}` is never used in what follows")
    return (ir.ForEach(e.name.text, *one, _in_turn(rest, scope.bind(e.name, kind))),)


def _effect(e: s.Effect, scope: Scope) -> tuple[ir.Effect, ...]:
    match e:
        case s.MoveCards():
            return _move(e, scope)
        case s.DrawCards(count, up_to, source, target):
            number, a, b = lower(count, scope, ir.Int()), place(source, scope), place(target, scope)
            if number is None or a is None or b is None:
                return ()
            return (ir.Draw(number.expr, a, b, up_to),) if _has_top(a, source, scope) else ()
        case s.Deal() | s.DealOut():
            return _deal(e, scope) if isinstance(e, s.Deal) else _deal_out(e, scope)
        case s.Fill(zone, count, source):
            number, a, b = lower(count, scope, ir.Int()), place(source, scope), place(zone, scope)
            if number is None or b is None or a is None or not _has_top(a, source, scope):
                return ()
            return (ir.Draw(fold.arithmetic("-", number.expr, ir.Size(b)), a, b, up_to=True),)
        case s.UnderEffect(settings, body):
            holds = under(settings, scope)
            return fold.when(holds, effects(body, scope))
        case s.ShuffleZone(zone):
            found = place(zone, scope)
            if found is not None and not scope.names.zones[found.zone].ordered:
                scope.names.report("E0308", zone.span, f"`{found.zone}` is a set: there is no order to shuffle")
                return ()
            return () if found is None else (ir.Shuffle(found),)
        case s.Collect(zone):
            return _collect(zone, scope)
        case s.TurnRound() | s.Skip():
            return _order(e, scope)
        case s.Becomes():
            return _becomes(e, scope)
        case s.Perform():
            return _perform(e, scope)
        case s.Leave(to, step):
            if step is not None and step.text not in scope.names.steps:
                scope.names.unknown(step, "step", scope.names.steps, "E0601")
                return ()
            return (ir.Jump(to, "" if step is None else step.text),)
        case s.Nothing() | s.LetEffect():
            return ()
        case s.IfEffect(cond, then, other):
            test = condition(cond, scope)
            out = scope.rules_out(cond)
            yes = effects(then, (scope.mute() if out else scope).given(test))
            no = effects(other, scope.given(test, False))
            return fold.when(test, yes, no)
        case s.ForEachEffect(binder, start, cond, body):
            bound = bind(binder, scope, start)
            if bound is None or stand_in_no_order(bound[0], binder, "effects do not go through them", scope):
                return ()
            over, inner = bound
            test = condition(cond, inner)
            # What is known must still hold after the body, which may be carried out several times.
            trial = effects(body, replace(inner.given(test), names=replace(scope.names, found=[])))
            return (ir.ForEach(binder.name.text, over, test, effects(body, inner.given(test).after(trial))),)
        case _:
            assert_never(e)


def place(e: s.Expr, scope: Scope) -> ir.Place | None:
    """The zone that an expression names: a zone, or a pile's number."""
    found = lower(e, scope)
    if found is None:
        return None
    if (named := place_of(found.expr)) is not None:
        return named
    if domain_of(found.type):
        stands = pile_of(found.expr, found.type.domain, scope) is not None
        pile = sure_pile(found, e.span, scope) if stands else None
        if pile is not None and (named := place_of(pile.expr)) is not None:
            return named
    scope.names.report("E0304", e.span, f"a zone is needed here, but this is {called(found.type)}")
    return None


def _collect(e: s.Expr, scope: Scope) -> tuple[ir.Effect, ...]:
    """All cards into one zone, from wherever they lie."""
    to = place(e, scope)
    if to is None:
        return ()
    if to.index:
        message = (
            f"there are several zones `{to.zone}`; collect the cards into one that there is once, such as the deck"
        )
        scope.names.report("E0304", e.span, message)
        return ()
    scope.names.used |= set(scope.names.zones)
    return collecting.into(to.zone, scope.names.zones.values())


def _has_top(zone: ir.Place, source: s.Expr, scope: Scope) -> bool:
    if scope.names.zones[zone.zone].ordered:
        return True
    message = f"`{zone.zone}` is a set, so nothing lies on its top; `move` chosen cards instead"
    scope.names.report("E0308", source.span, message)
    return False


def _deal(e: s.Deal, scope: Scope) -> tuple[ir.Effect, ...]:
    """The same number of cards to each player in turn."""
    number, source = lower(e.count, scope, ir.Int()), _dealt_from(e, scope)
    if number is None or source is None:
        return ()
    to = ir.Place(e.zone.text, (ir.Var(DEALT_TO, PLAYER),))
    return (ir.ForEach(DEALT_TO, ir.OverDomain("player"), fold.YES, (ir.Draw(number.expr, source, to, e.up_to),)),)


def _deal_out(e: s.DealOut, scope: Scope) -> tuple[ir.Effect, ...]:
    """All cards, as far as they go."""
    source, first = _dealt_from(e, scope), None if e.first is None else lower(e.first, scope, PLAYER)
    if source is None or (e.first is not None and first is None):
        return ()
    seats = range(len(scope.names.domains["player"].values))
    if first is None:
        return dealing.dealt_out(source, e.zone.text, [ir.Lit(seat, PLAYER) for seat in seats])
    return dealing.dealt_out(source, e.zone.text, [scope.seats_on(first.expr, n) if n else first.expr for n in seats])


def _dealt_from(e: s.Deal | s.DealOut, scope: Scope) -> ir.Place | None:
    """The stack from which every player's zone of a family gets cards."""
    source, zone = place(e.source, scope), scope.names.zones.get(e.zone.text)
    if zone is None or zone.index != ("player",):
        owned = [name for name, z in scope.names.zones.items() if z.index == ("player",)]
        if e.zone.text == "player" and len(owned) == 1:
            fix = Fix(f"write `each {owned[0]}`", e.zone.span, owned[0])
            message = f"cards go to a zone of each player, as in `each {owned[0]}`"
            scope.names.report("E0201", e.zone.span, message, fix=fix)
            return None
        scope.names.unknown(e.zone, "zone of each player", owned)
        return None
    if source is None or not _has_top(source, e.source, scope):
        return None
    scope.names.used.add(e.zone.text)
    return source


def _origin(e: s.MoveCards, scope: Scope) -> ir.Place | None:
    """Where cards come from: as it is said, where the mover chose them, or the zone by which they are named."""
    if e.source is not None:
        return place(e.source, scope)
    if e.cards is None:
        return None
    if isinstance(e.cards, s.Word) and e.cards.text in scope.origins:
        return scope.origins[e.cards.text]
    if isinstance(e.cards, s.Word) and e.cards.text in scope.names.lost:
        return None
    lie_in, quiet = _lie_in(e.cards), scope.mute()
    found = place(lie_in, quiet)
    if found is None and lower(lie_in, quiet) is not None:
        message = "say `from` where the cards lie, as in `move c from hand of p to discard`; "
        message += "only what the mover chose and what is named by its zone, as `top of discard`, needs no `from`"
        scope.names.report("E0304", e.span, message)
    return found


def _lie_in(cards: s.Expr) -> s.Expr:
    """The cards of which these are a part, by how they are named."""
    while True:
        match cards:
            case s.EndCards() | s.Beside() | s.PlacedCard() | s.CardsWith():
                cards = cards.cards
            case s.Applied(s.Name("top" | "bottom"), (whole,)):
                cards = whole
            case s.FirstOf(s.Binder(_, s.OverTheCards(whole))) | s.BestOf(s.Binder(_, s.OverTheCards(whole))):
                cards = whole
            case _:
                return cards


def _end(e: s.Expr | None) -> s.EndCards | None:
    """`top of deck`, or `top card of deck`, as its top 1 card."""
    match e:
        case s.Applied(s.Name("top"), (cards,), span):
            return s.EndCards("top", s.Number(1, span), False, cards, span)
        case s.Applied(s.Name("bottom"), (cards,), span):
            return s.EndCards("bottom", s.Number(1, span), False, cards, span)
        case _:
            return None


def _past(target: s.Expr) -> s.EndCards | None:
    """The cards under or onto which others are put."""
    return target if isinstance(target, s.EndCards) else _end(target)


def _move(e: s.MoveCards, scope: Scope) -> tuple[ir.Effect, ...]:
    past = _past(e.target)
    source, target = _origin(e, scope), place(e.target if past is None else past.cards, scope)
    cards = None if e.cards is None else lower(e.cards, scope, ir.Cards(ordered=False))
    if source is None or target is None or (cards is None and e.cards is not None):
        return ()
    what = source if cards is None else cards.expr
    ordered = scope.names.zones[source.zone].ordered if cards is None else cards.type == ir.Cards(ordered=True)
    onto_stack = scope.names.zones[target.zone].ordered
    of_no_account = e.any_order or alone(what) is not None
    if onto_stack and not ordered and not of_no_account:
        message = (
            f"these cards lie in no order, but `{target.zone}` keeps one; write `in any order` if it is of no account"
        )
        scope.names.report("E0309", e.span, message)
    if past is not None:
        return _put_past(e, past, (what, source, target, of_no_account), scope)
    end: Literal["top", "bottom"] = "bottom" if e.way == "under" else "top"
    return (ir.Move(what, source, target, end, of_no_account),)


def _put_past(
    e: s.MoveCards, past: s.EndCards, moved: tuple[ir.Expr, ir.Place, ir.Place, bool], scope: Scope
) -> tuple[ir.Effect, ...]:
    """Cards that are put under the top ones of a stack, or onto the bottom ones."""
    what, source, target, any_order = moved
    count = lower(past.count, scope, ir.Int())
    if count is None or not _has_top(target, past.cards, scope):
        return ()
    if e.way != stretches.PAST[past.end]:
        message = f"cards are put `{stretches.PAST[past.end]}` the {past.end} cards of a stack; this is no place"
        fix = None
        if past.end == "top":
            message += "; what is moved `to` a stack lies on top of it"
            words = Span(past.span.start, past.cards.span.start)
            fix = Fix("name the stack alone", words, "") if e.way == "to" else None
        scope.names.report("E0304", past.span, message, fix=fix)
    elif not steady(what) and alone(what) is None:
        message = "say one card, or a name of cards; how many others are has to be known when they are put there"
        scope.names.report("E0304", e.span, message)
    elif not stretches.steady_number(count.expr):
        message = "this number may change while the cards are put there; write a number, a field or a name"
        scope.names.report("E0304", past.count.span, message)
    else:
        there = stretches.Past(past.end, count.expr, past.up_to)
        return stretches.put_past(what, source, target, there, any_order)
    return ()


def _order(e: s.TurnRound | s.Skip, scope: Scope) -> tuple[ir.Effect, ...]:
    """The order of play changes; nothing where the file has taken the name of the field that says so."""
    if isinstance(e, s.TurnRound):
        return (order_of_play.TURN_ROUND,) if scope.against is not None else ()
    number = Typed(fold.number(1), ir.Int()) if e.count is None else lower(e.count, scope, ir.Int())
    return (order_of_play.skip(number.expr),) if number is not None and scope.skips else ()


def _becomes(e: s.Becomes, scope: Scope) -> tuple[ir.Effect, ...]:
    target = lower(e.target, scope)
    if target is None:
        return ()
    if (field := field_of(target.expr)) is None:
        names = scope.names.fields
        message = "only a field of `state`, or `mover`, can become something"
        scope.names.report(
            "E0203", e.target.span, message, why=f"the fields are {', '.join(f'`{name}`' for name in sorted(names))}"
        )
        return ()
    if e.value is None:
        return (ir.Roll(field.field, field.index),)
    kind = PLAYER if field.field == "mover" else target.type
    value = lower(e.value, scope, ir.Int() if e.added else kind)
    if value is None:
        return ()
    if e.added:
        if domain_of(kind) in scope.names.counted:
            sum_of = fold.arithmetic("+", as_number(target, e.target.span, scope).expr, value.expr)
            word = coerce(Typed(sum_of, ir.Int()), kind, e.value.span, scope)
            return () if word is None else (ir.Assign(field.field, field.index, word.expr),)
        if not is_number(kind):
            scope.names.report("E0301", e.target.span, f"only to a number can be added; this is {called(kind)}")
            return ()
        return (ir.Assign(field.field, field.index, fold.arithmetic("+", field, value.expr)),)
    return (ir.Assign(field.field, field.index, value.expr),)


def _perform(e: s.Perform, scope: Scope) -> tuple[ir.Effect, ...]:
    names = scope.names
    group, what = (names.routines, "routine") if e.kind == "do" else (names.outcomes, "outcome")
    names.used.add(e.name.text)
    if e.name.text not in group:
        names.unknown(e.name, what, group)
        return ()
    args = arguments(e.args, group[e.name.text], e.span, e.name.text, scope)
    if args is None:
        return ()
    return (ir.Do(e.name.text, args),) if e.kind == "do" else (ir.Resolve(e.name.text, args),)
