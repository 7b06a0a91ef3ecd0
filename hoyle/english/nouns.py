"""Tells expressions that have a value as nouns: numbers, players, ranks, cards.

Leaves conditions to `hoyle.english.conditions`, and what single things are called to `hoyle.english.lexicon`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from hoyle.english import ranges
from hoyle.english.document.marks import words
from hoyle.english.grammar import IT, THEY, Noun, listed, number, plural
from hoyle.english.stretches import stretch
from hoyle.english.teller import Env, Teller, size_of
from spec.ir import nodes as ir
from spec.ir.display import singular
from spec.ir.fold import YES, Rounding, coloured_suit, constant, counted, divided, either, of_two
from spec.ir.index import CARD_DOMAINS, MOVER, PLAYER, is_mover
from spec.ir.numbers import counted_word, counts_places, numbered_place
from spec.ir.order_of_play import straight
from spec.ir.references import applied_to
from spec.ir.types import domain_of, element_of, presumed, quantified, stretch_of, type_of, worded
from spec.lower.base import ANY_CARD

MOST: dict[ir.LeastOrGreatest, str] = {"least": "lowest", "greatest": "highest"}
SHORT = 4
"""A definition of so few nodes is told in place of its name, unless it is a condition."""


def noun(t: Teller, e: ir.Expr, env: Env) -> Noun:
    """What has this value, as a noun; a truth value as "whether ..."."""
    match e:
        case _ if (value := constant(e)) is not None:
            return _literal(t, value, type_of(t.index, e), env)
        case ir.CardList(cards):
            return _cards(t, cards, env)
        case ir.Var(name, kind) if not isinstance(kind, ir.Bool):
            return env.vars.get(name) or t.lexicon.parameters(((name, kind),))[name]
        case _ if is_mover(e):
            return env.mover
        case ir.Get(name, index) if not t.is_truth(e):
            return t.lexicon.field(name, tuple(t.noun(i, env) for i in index))
        case ir.Place(zone, index):
            return _place(t, zone, index, env)
        case _ if (called := applied_to(e)) and not t.is_truth(e):
            return _applied(t, *called, env)
        case _ if suit := coloured_suit(e, t.index.game.deck):
            return Noun(t.noun(suit, env).of("colour"))
        case _ if (choice := either(e)) and not t.is_truth(e):
            seat = straight(e)
            return _either(t, *choice, env) if seat is None else beside(t, seat, env)
        case ir.Open(question) if not t.is_truth(e):
            return Noun(f"what {t.lexicon.linked(question)} is read as")
        case _ if word := counted_word(t.index, e):
            return t.noun(word, env)
        case ir.Arith() | ir.Ordinal() | ir.Total() | ir.Size() | ir.Sum() | ir.Extreme():
            return Noun(_amount(t, e, env), many=isinstance(e, ir.Total) and e.table.endswith("s"))
        case _ if count := quantified(e, "count"):
            return Noun(f"the number of {ranges.described(t, count.var, count.over, count.cond, env, many=True)}")
        case ir.Attr(attr, card):
            return Noun(t.noun(card, env).of(words(attr)))
        case _ if (found := stretch(t, e, env)) is not None:
            return found
        case ir.EndCard(end, cards):
            held = t.noun(cards, env)
            return Noun(held.of(f"{end} card") if held in (IT, THEY) else f"the {end} card of {held.text}")
        case ir.Just(card):
            return t.noun(card, env)
        case ir.Combine() | ir.Filter():
            return _some_cards(t, e, env)
        case ir.Best() | ir.First() | ir.Beside():
            return _picked(t, e, env)
        case _:
            return Noun(f"whether {t.clause(e, env).text}")


def notation(t: Teller, e: ir.Expr, inner: Callable[[ir.Expr], str]) -> str:
    """A value as it is written in a rule file, with `inner` for what it is made of; '' where it is no simple one."""
    match e:
        case _ if is_mover(e):
            return MOVER
        case _ if called := applied_to(e):
            return f"{called[0]}({', '.join(map(inner, called[1]))})" if called[1] else called[0]
        case ir.Place(zone, index) if t.index.zones[zone].index == (zone,) and not worded(index[0]):
            return inner(index[0])
        case ir.Get(name, index) | ir.Place(name, index):
            return f"{name} of {', '.join(inner(i) for i in index)}" if index else name
        case ir.Size(cards):
            return f"size of {inner(cards)}"
        case ir.EndCard(end, cards):
            return f"{end} of {inner(cards)}"
        case ir.Attr(attr, card):
            return f"{attr} of {inner(card)}"
        case ir.Total(table, cards):
            return f"{table} of {inner(cards)}"
        case _ if word := counted_word(t.index, e):
            return inner(word)
        case ir.Arith(op, left, right):
            return f"{inner(left)} {op} {inner(right)}"
        case _ if value := presumed(e) or worded(e):
            return inner(value)
        case _:
            return ""


def _cards(t: Teller, cards: tuple[int, ...], env: Env) -> Noun:
    """Cards by name; in a sentence a single one, or some without a suit, with articles: "the dog and the fool"."""
    if not env.drawn and cards and (len(cards) == 1 or any(t.game.deck[c].suit == ir.NOBODY for c in cards)):
        return Noun(listed([t.lexicon.card(c) for c in cards]), many=len(cards) != 1)
    return Noun(" ".join(t.lexicon.face(c) for c in cards) or "no cards", many=len(cards) != 1)


def _literal(t: Teller, value: int, kind: ir.Type, env: Env) -> Noun:
    match kind:
        case ir.Bool():
            return Noun("yes" if value else "no")
        case ir.Int():
            return Noun(number(value))
        case ir.Symbol(domain, _):
            return t.lexicon.symbol(value, domain)
        case ir.Card(optional) if optional and value < 0:
            return Noun("none")
        case ir.Card():
            return Noun(t.lexicon.face(value) if env.drawn and value >= 0 else t.lexicon.card(value))
        case ir.Cards():
            return Noun("no cards", many=True)
        case _:
            assert_never(kind)


def new_place(t: Teller, e: ir.Expr) -> bool:
    """Is it the first place of a row that holds no card?"""
    if not isinstance(e, ir.First):
        return False
    match e.over, counted(e.cond):
        case ir.OverSlots(domain), (ir.Place(zone, (ir.Var(name),)), False):
            return e.var == name and zone == domain
        case _:
            return False


def _place(t: Teller, zone: str, index: tuple[ir.Expr, ...], env: Env) -> Noun:
    if len(index) == 1 and new_place(t, index[0]):
        return Noun(f"a new {singular(t.lexicon.zone_word(zone))}")
    return t.lexicon.zone(zone, tuple(t.noun(i, env) for i in index))


def plain(t: Teller, e: ir.Expr) -> ir.Expr:
    """What a definition comes to that is told in place of its name; anything else as it is."""
    called = applied_to(e)
    if called is None or called[1]:
        return e
    define = t.index.defines[called[0]]
    return define.body if constant(define.body) is not None and not define.source.display else e


def renames(t: Teller, name: str) -> bool:
    """Is a definition without parameters just another phrase, such as "your team"?"""
    define = t.index.defines[name]
    called = applied_to(define.body)
    short = called is not None and bool(called[1]) and size_of(define.body) <= SHORT
    return short and not define.params and not define.source.display and not t.is_truth(define.body)


def _applied(t: Teller, name: str, args: tuple[ir.Expr, ...], env: Env) -> Noun:
    define = t.index.defines[name]
    given = tuple(t.noun(a, env) for a in args)
    simple = constant(define.body) is not None or isinstance(define.body, ir.Beside | ir.Get | ir.Place)
    if size_of(define.body) <= SHORT and (simple or renames(t, name)) and not define.source.display:
        inside = env.only(dict(zip((p.name for p in define.params), given, strict=True)))
        return t.noun(define.body, inside)
    return t.lexicon.value(define, given)


def _either(t: Teller, cond: ir.Expr, then: ir.Expr, other: ir.Expr, env: Env) -> Noun:
    first, second = t.noun(then, env), t.noun(other, env)
    which = of_two(cond, then, other)
    if which is not None:
        one, two = (first, second) if which == "smaller" else (second, first)
        return Noun(f"the {which} of {one.text} and {two.text}")
    return Noun(f"{first.text} if {t.when(cond, env)}, and otherwise {second.text}", person=first.person)


def two_ranks(t: Teller, left: ir.Expr, right: ir.Expr) -> tuple[ir.Expr, ir.Expr] | None:
    """The ranks that are told where their places in the order are compared, and one is the lowest or highest."""
    one, two = _by_rank(t, left), _by_rank(t, right)
    if one is None or two is None or not (isinstance(left, ir.Extreme) or isinstance(right, ir.Extreme)):
        return None
    return one, two


def _by_rank(t: Teller, e: ir.Expr) -> ir.Expr | None:
    match e:
        case ir.Ordinal(rank) if t.domain_of(rank) == "rank":
            return rank
        case ir.Extreme(key=ir.Ordinal(rank)) if t.domain_of(rank) == "rank":
            return replace(e, key=rank)
        case _:
            return None


def _amount(t: Teller, e: ir.Arith | ir.Ordinal | ir.Total | ir.Size | ir.Sum | ir.Extreme, env: Env) -> str:
    match e:
        case ir.Arith():
            return _sum(t, e, env)
        case ir.Ordinal(item) if counts_places(t.index, item):
            return f"the number of {t.noun(item, env).text}"
        case ir.Ordinal(item):
            return f"{t.noun(item, env).of('place')} in the order of {plural(t.domain_of(item))}"
        case ir.Total(table, cards, end):
            several = any(len(v) > 1 for v in t.index.tables[table].values)
            least = f"{MOST[end]} possible " if several else ""
            return t.noun(cards, env).of(least + t.lexicon.linked(table))
        case ir.Size(cards):
            held = t.noun(cards, env)
            named_so = isinstance(cards, ir.Place) and "cards" in t.lexicon.zone_word(cards.zone).split()
            counted = (isinstance(cards, ir.Var | ir.Filter) or stretch_of(cards) is not None) and held.many
            if named_so and held.many:
                return f"the number of {held.text.removeprefix('the ')}"
            return f"the number of {held.text}" if counted else f"the number of cards in {held.text}"
        case ir.Sum(var, over, cond, value):
            each = ranges.described(t, var, over, cond, env)
            if constant(value) == 1:
                return f"the number of {ranges.described(t, var, over, cond, env, many=True)}"
            if ranges.simple_owner(var, value) and not isinstance(value, ir.Arith) and either(value) is None:
                inside = env.bind(var, Noun(f"each {each}", person=ranges.kind(t, over, env).person))
                return f"the sum of {t.noun(value, inside).text}"
            _, inside = ranges.stand_in(t, var, over, env)
            return f"the sum, over every {each}, of {t.noun(value, inside).text}"
        case ir.Extreme(end, var, over, cond, key):
            each = ranges.described(t, var, over, cond, env)
            most = MOST[end] if isinstance(key, ir.Attr) or t.domain_of(key) == "rank" else end
            if ranges.simple_owner(var, key):
                some = "any one" if domain_of(element_of(over)) in CARD_DOMAINS else "any"
                inside = env.bind(var, Noun(f"{some} {each}"))
                return f"the {most} {t.noun(key, inside).text.removeprefix('the ')}"
            _, inside = ranges.stand_in(t, var, over, env)
            return f"the {most} value, for any {each}, of {t.noun(key, inside).text}"


def _sum(t: Teller, e: ir.Arith, env: Env) -> str:
    left, right = e.left, e.right
    if (parts := divided(e)) is not None:
        return _part(t, *parts, env)
    match e.op, constant(left), constant(right):
        case "-", 0, _:
            # A product behind "minus" needs no brackets: they change nothing.
            product = isinstance(right, ir.Arith) and right.op == "*"
            return f"minus {t.noun(right, env).text if product else _factor(t, right, env)}"
        case "*", _, _:
            return f"{_factor(t, left, env)} times {_factor(t, right, env)}"
        case "+", _, int(value) if value < 0:
            return f"{t.noun(left, env).text} minus {number(-value)}"
        case "+", _, _:
            return f"{_term(t, left, env)} plus {_term(t, right, env)}"
        case "-", _, _:
            return f"{_term(t, left, env)} minus {_factor(t, right, env)}"
        case _:
            raise AssertionError(e.op)


def _part(t: Teller, whole: ir.Expr, by: ir.Expr, way: Rounding, env: Env) -> str:
    told, n = _factor(t, whole, env), constant(by)
    if n == 2:
        return f"half of {told} (rounded {way})"
    return f"{told} divided by {_factor(t, by, env) if n is None else number(n)} (rounded {way})"


def _term(t: Teller, e: ir.Expr, env: Env) -> str:
    text = t.noun(e, env).text
    return f"({text})" if not _simple(t, e) and (either(e) or isinstance(e, ir.Sum)) else text


def _simple(t: Teller, e: ir.Expr) -> bool:
    """Is it told as a plain value, whatever it is made of?"""
    return (presumed(e) or worded(e) or counted_word(t.index, e)) is not None


def _factor(t: Teller, e: ir.Expr, env: Env) -> str:
    text = t.noun(e, env).text
    return f"({text})" if not _simple(t, e) and (either(e) or isinstance(e, ir.Sum | ir.Arith)) else text


def _some_cards(t: Teller, e: ir.Combine | ir.Filter, env: Env) -> Noun:
    match e:
        case ir.Combine(op, left, right):
            one, two = t.noun(left, env), t.noun(right, env)
            match op:
                case "plus" if len(parts := put_together(e)) > 2:
                    return Noun(f"{listed([t.noun(part, env).whom for part in parts])} together", many=True)
                case "plus":
                    return Noun(f"{one.text} together with {two.whom}", one.many)
                case "without":
                    return Noun(f"{one.text} without {two.whom}", one.many)
                case "common":
                    return Noun(f"the cards that are both in {one.text} and in {two.text}", many=True)
                case _:
                    assert_never(op)
        case ir.Filter(var, cards, cond):
            return Noun(f"the {ranges.described(t, var, ir.OverCards(cards), cond, env, many=True)}", many=True)


def in_both(e: ir.Expr) -> tuple[ir.Expr, ir.Expr] | None:
    """The two sets of cards of which these are the common ones."""
    return (e.left, e.right) if isinstance(e, ir.Combine) and e.op == "common" else None


def put_together(e: ir.Expr) -> tuple[ir.Expr, ...]:
    """The cards of which others are put together."""
    if isinstance(e, ir.Combine) and e.op == "plus":
        return (*put_together(e.left), *put_together(e.right))
    return (e,)


def _picked(t: Teller, e: ir.Best | ir.First | ir.Beside, env: Env) -> Noun:
    match e:
        case ir.Best(end, var, over, cond, key):
            told = ranges.kind(t, over, env)
            held = key.item if isinstance(key, ir.Ordinal) else key
            if isinstance(held, ir.Var) and held.name == var:
                every = ranges.described(t, var, over, cond, env, many=True)
                return Noun(f"the {MOST[end]} of the {every}")
            one = f"the one with the {MOST[end]} {_bare(t.noun(held, ranges.pronoun(t, var, over, env)).text)}"
            if cond == YES:
                pause = "," if told.after.startswith(",") else ""
                each = f"the one {told.text(False)}{pause}"
                return Noun(one.replace("the one", each, 1), person=told.person)
            among = ranges.described(t, var, over, cond, env, many=True)
            if told.person and not told.after:
                those = among.removeprefix(plural(told.word))
                one = one.replace("the one", f"the {told.word}", 1)
                return Noun(f"{one} among those{those}", person=True)
            return Noun(f"{one} (among the {among})", person=told.person)
        case ir.First() if (numbered := numbered_place(t.index, e)) is not None:
            number_of, place = t.noun(numbered[1], env).text, t.lexicon.domain(numbered[0])
            return Noun(
                f"the {place} " + ("with that number" if number_of == "the number" else f"whose number is {number_of}")
            )
        case ir.First() if (value := presumed(e) or worded(e)) is not None:
            return t.noun(value, env)
        case ir.First() if new_place(t, e):
            assert isinstance(e.over, ir.OverSlots)
            return Noun(f"a new {t.lexicon.domain(e.over.domain)}")
        case ir.First(var, ir.OverCards(cards)) if var == ANY_CARD:
            return Noun(t.noun(cards, env).of("bottom card"))
        case ir.First(var, over, cond, other):
            each = ranges.described(t, var, over, cond, env)
            person = domain_of(element_of(over)) == PLAYER
            spare = "" if other is None else f" (or else {t.noun(other, env).text})"
            return Noun(f"the first {each}{spare}", person=person)
        case ir.Beside():
            return beside(t, e, env)


def _bare(text: str) -> str:
    """Without an article or owner that goes without saying."""
    return text.removeprefix("the ").removeprefix("their ").removeprefix("its ")


def beside(t: Teller, e: ir.Beside, env: Env) -> Noun:
    """A player by the seat: "the next player", "the player two seats after the dealer"."""
    player: ir.Expr = e.player
    step = e.step
    while isinstance(player, ir.Beside) and (player.step > 0) == (step > 0):
        step += player.step
        player = player.player
    of = t.noun(player, env)
    of = replace(of, text="that player", owner="") if of.text == "the player" else of
    seats_named = [t.lexicon.symbol(i, PLAYER) for i in range(len(t.index.domains[PLAYER].values))]
    if of in seats_named:
        return seats_named[(seats_named.index(of) + step) % len(seats_named)]
    if abs(step) == 1:
        if is_mover(player):
            on_turn = env.mover.text == "you"
            said = "the next player" if step > 0 else "the previous player"
            return Noun(said if on_turn else f"the player {'after' if step > 0 else 'before'} {of.whom}", person=True)
        return Noun(f"the player {'after' if step > 0 else 'before'} {of.whom}", person=True)
    if step == 0:
        return of
    seats = f"{number(abs(step))} seats {'after' if step > 0 else 'before'} {of.whom}"
    return Noun(f"the player {seats}", person=True)
