"""Tells comparisons: of numbers, of how many cards there are, of cards by rank, of players, of words.

Leaves the compared things to `hoyle.english.nouns`.
"""

from __future__ import annotations

import re

from hoyle.english import ranges
from hoyle.english.document.marks import unmarked
from hoyle.english.grammar import Clause, Noun, article, number, says, whole
from hoyle.english.nouns import in_both, plain, two_ranks
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir
from spec.ir.fold import constant, is_nobody, open_question, sized, written_out
from spec.ir.index import PLAYER, is_mover
from spec.ir.references import field_of, names, place_of
from spec.ir.types import face_of, name_of, quantified, stretch_of

SWAPPED = {"<": "more", "<=": "least", "more": "<", "least": "<="}
NUMBER_WORDS = {"<": "less than", "<=": "at most", "more": "more than", "least": "at least"}
CARD_WORDS = {"<": "fewer than", "<=": "at most", "more": "more than", "least": "at least", "=": "exactly"}
ARE_WORDS = {"<": "fewer than ", "<=": "at most ", "more": "more than ", "least": "at least ", "=": ""}
AS_MANY = {
    "<": "fewer cards than", "<=": "at most as many cards as", "more": "more cards than",
    "least": "at least as many cards as", "=": "exactly as many cards as",
}  # fmt: skip
RANK_WORDS = {"<": "lower than", "<=": "no higher than", "more": "higher than", "least": "at least as high as"}


def compared(t: Teller, e: ir.Compare, env: Env, holds: bool) -> Clause:
    """A comparison, or its opposite, as a clause."""
    left, right = e.left, e.right
    if (two := two_ranks(t, left, right)) is not None:
        return _ranks(t, e.op, *two, env, holds)
    match e.op:
        case "=" | "!=":
            return _equal(t, left, right, env, denied=(e.op == "!=") == holds)
        case "<" | "<=":
            op: str = e.op
            if not holds:  # not below is at least, not at most is above
                op = {"<": "least", "<=": "more"}[e.op]
            if (written_out(left) and not written_out(right)) or (names(left, "field") and names(right, "table")):
                left, right, op = right, left, SWAPPED[op]
            return _ordered(t, op, left, right, env)


def _ranks(t: Teller, op: ir.Comparison, left: ir.Expr, right: ir.Expr, env: Env, holds: bool) -> Clause:
    """A comparison of ranks of which one is the lowest or highest of some."""
    first, second = t.noun(left, env), t.noun(right, env).text
    match op:
        case "=" | "!=":
            return says(first, "be", second, denied=(op == "!=") == holds)
        case "<" | "<=":
            return says(first, "be", f"{RANK_WORDS[op if holds else {'<': 'least', '<=': 'more'}[op]]} {second}")


# ---------------------------------------------------------------- more and less


def _ordered(t: Teller, op: str, left: ir.Expr, right: ir.Expr, env: Env) -> Clause:
    value = constant(right)
    match left, right:
        case (ir.Size(cards), _):
            return _sized(t, op, cards, right, env)
        case (_, ir.Size(cards)):
            return _sized(t, SWAPPED[op], cards, left, env)
        case _ if value is not None and (count := quantified(left, "count")):
            return _counted(t, op, count, value, env)
        case (ir.Attr("rank", one), ir.Attr("rank", two)):
            return says(t.noun(one, env), "be", f"{RANK_WORDS[op]} {t.noun(two, env).whom}", key=one)
        case (ir.Attr("rank", one), _) if value is not None:
            return says(t.noun(one, env), "be", f"{RANK_WORDS[op]} {article(t.lexicon.rank(value))}", key=one)
        case _:
            return says(t.noun(left, env), "be", f"{NUMBER_WORDS[op]} {t.noun(right, env).text}", key=left)


SOME = (("more", 0), ("least", 1))
NONE = (("=", 0), ("<", 1), ("<=", 0))
"""How it is compared whether there are any, or none."""
ANY = (*SOME, *NONE)


def _sized(t: Teller, op: str, cards: ir.Expr, amount: ir.Expr, env: Env, *, denied: bool = False) -> Clause:
    """How many cards there are: "your hand holds at most three cards"."""
    held, amount = t.noun(cards, env), plain(t, amount)
    match op, constant(amount):
        case (_, 0 | 1 as value) if (both := in_both(cards)) and (op, value) in ANY:
            each = f"both in {t.noun(both[0], env).text} and in {t.noun(both[1], env).text}"
            return whole(f"{'some' if ((op, value) in SOME) != denied else 'no'} card is {each}")
        case (_, int(value)) if held.itself:
            return says(held, "be", ARE_WORDS[op] + t.lexicon.cards_count(value), denied=denied, key=cards)
        case (_, 0 | 1 as value) if stretch_of(cards) and (op, value) in (*SOME, *NONE):
            any_ = ((op, value) in SOME) != denied
            return whole(f"there are {'' if any_ else 'no '}{held.text.removeprefix('the ')}")
        case _ if (said := _named_cards(t, op, cards, amount, env, denied)) is not None:
            return said
        case ("more", 0) | ("least", 1):
            return says(held, "be", "empty", denied=True, key=cards)
        case ("=", 0) | ("<", 1) | ("<=", 0):
            return says(held, "be", "empty", denied=denied, key=cards)
        case (_, int(value)) if held.many and not denied and not place_of(cards):
            things = held.text.removeprefix("the ")
            one = value == 1
            if one:
                things = things[:-1] if things.endswith("s") else re.sub("^cards ", "card ", things)
            some = f"{CARD_WORDS[op]} {number(value)} {things}"
            return whole(f"there {'is' if one else 'are'} {some}")
        case (_, int(value)):
            return says(held, "hold", f"{CARD_WORDS[op]} {t.lexicon.cards_count(value)}", denied=denied, key=cards)
        case _:
            as_many = f"{AS_MANY[op]} {t.noun(sized(amount) or amount, env).text}"
            return says(held, "hold", as_many, denied=denied, key=cards)


def _named_cards(t: Teller, op: str, cards: ir.Expr, amount: ir.Expr, env: Env, denied: bool) -> Clause | None:
    """How many there are of what is called cards itself: "there are no cards to beat"; None of anything else."""
    held, place, value = t.noun(cards, env), place_of(cards), constant(amount)
    if place is None or not held.many or "cards" not in t.lexicon.zone_word(place.zone).split():
        return None
    shared = PLAYER not in t.index.zones[place.zone].index
    things = held.text.removeprefix("the ")
    if value is None:
        as_many = AS_MANY[op].replace(" cards", "", 1)
        return says(held, "be", f"{as_many} {t.noun(sized(amount) or amount, env).text}", denied=denied, key=cards)
    if (op, value) in (*SOME, *NONE):
        return whole(f"there are {'' if ((op, value) in SOME) != denied else 'no '}{things}") if shared else None
    if shared and not denied:
        things = things if value != 1 else re.sub("cards", "card", things, count=1)
        return whole(f"there {'is' if value == 1 else 'are'} {CARD_WORDS[op]} {number(value)} {things}")
    return says(held, "number", f"{CARD_WORDS[op]} {number(value)}", denied=denied, key=cards)


def _counted(t: Teller, op: str, count: ir.Quantify, value: int, env: Env) -> Clause:
    if (op, value) in (("<", 1), ("<=", 0), ("=", 0)):
        return whole(f"there is no {ranges.described(t, count.var, count.over, count.cond, env)}")
    one = value == 1
    each = ranges.described(t, count.var, count.over, count.cond, env, many=not one)
    return whole(f"there {'is' if one else 'are'} {CARD_WORDS[op]} {number(value)} {each}")


# ---------------------------------------------------------------- the same or not


def _equal(t: Teller, left: ir.Expr, right: ir.Expr, env: Env, *, denied: bool) -> Clause:
    if (written_out(left) and not written_out(right)) or (is_mover(right) and not is_mover(left)):
        left, right = right, left
    if asked := open_question(left):
        question = Noun(t.lexicon.linked(asked))
        return says(question, "be", f"read as {t.noun(right, env).text}", denied=denied, key=left)
    if t.is_truth(left):
        return _both(t, left, right, env, denied=denied)
    if sized(right) and not sized(left):
        left, right = right, left
    if is_mover(left) and env.drawn:
        return says(t.noun(right, env), "be", "on turn", denied=denied)
    match left, right:
        case (ir.Size(cards), _):
            return _sized(t, "=", cards, right, env, denied=denied)
        case _ if (count := quantified(left, "count")) and (value := constant(right)) is not None and not denied:
            return _counted(t, "=", count, value, env)
        case (ir.Attr(), _):
            return _attribute(t, left, right, env, denied=denied)
        case _ if marker := _marker_of(t, left):
            return _marker(t, marker, right, env, denied=denied)
        case _ if marker := _marker_of(t, right):
            return _marker(t, marker, left, env, denied=denied)
        case _ if (field := field_of(left)) and is_nobody(right):
            return _lacking(t, field, env, denied=denied)
        case _:
            return _same(t, left, right, env, denied=denied)


def _lacking(t: Teller, field: ir.Get, env: Env, *, denied: bool) -> Clause:
    """A field that is nobody: "there is no trump suit", "your best card is no card"."""
    noun = t.noun(field, env)
    name = noun.text.removeprefix("the ")
    if name != noun.text and not field.index:
        return whole(f"there is {article(name)}" if denied else f"there is no {name}")
    what = t.lexicon.one_of(t.index.fields[field.field])
    return (
        says(noun, "be", f"no {what}" if what else "none")
        if not denied
        else (says(noun, "be", article(what)) if what else says(noun, "be", "none", denied=True))
    )


def _both(t: Teller, left: ir.Expr, right: ir.Expr, env: Env, *, denied: bool) -> Clause:
    if (value := constant(right)) is not None:
        return t.clause(left, env, holds=bool(value) != denied)
    way = "exactly when it is not so that" if denied else "exactly when"
    return whole(f"{t.when(left, env)} {way} {t.when(right, env)}")


def _marker_of(t: Teller, e: ir.Expr) -> ir.Get | None:
    """The field of the game's own that holds a player, where an expression is one."""
    field = field_of(e)
    if field is None or is_mover(field) or t.lexicon.titled(field.field):
        return None
    return field if t.index.fields[field.field].type.domain == PLAYER else None


def _marker(t: Teller, field: ir.Get, who: ir.Expr, env: Env, *, denied: bool) -> Clause:
    """A field that holds a player: a marker that lies with someone."""
    marker = t.lexicon.marker(field.field)
    if field.index:
        return says(t.noun(field, env), "be", t.noun(who, env).whom, denied=denied)
    if is_nobody(who):
        return says(Noun("somebody" if denied else "nobody"), "have", f"the {marker}")
    if field_of(who) and not is_mover(who):
        return says(Noun(f"the {marker}"), "be", f"with {t.noun(who, env).whom}", denied=denied)
    return says(t.noun(who, env), "have", f"the {marker}", denied=denied, key=who)


def _attribute(t: Teller, left: ir.Attr, right: ir.Expr, env: Env, *, denied: bool) -> Clause:
    """ "the card is an 8", "the card has the same suit as the top card of the pile"."""
    attr, card = left.attr, left.card
    subject = t.noun(card, env)
    match constant(right):
        case ir.NOBODY:
            return says(subject, "have", f"{'a' if denied else 'no'} {attr}", key=card)
        case int(value) if attr == "rank":
            return says(subject, "be", t.lexicon.a_rank(value), denied=denied, key=card)
        case int(value) if attr == "suit":
            return says(subject, "be", t.lexicon.of_suit(value), denied=denied, key=card)
        case int(value):
            return says(subject, "be", t.lexicon.symbol(value, "colour").text, denied=denied, key=card)
        case _ if (face := face_of(right)) and face[0] == attr:
            verb, same = ("differ", f"in {attr} from") if denied else ("have", f"the same {attr} as")
            return says(subject, verb, f"{same} {t.noun(face[1], env).whom}", key=card)
        case _ if names(right, "field", "define") or name_of(right):
            named, bracket, note = t.noun(right, env).text.partition(" (")
            kind = "" if attr in unmarked(named).split() else f" {attr}"
            return says(subject, "be", f"of {named}{kind}{bracket}{note}", denied=denied, key=card)
        case _:
            return says(t.noun(left, env), "be", t.noun(right, env).text, denied=denied, key=left)


def _same(t: Teller, left: ir.Expr, right: ir.Expr, env: Env, *, denied: bool) -> Clause:
    told = written_out(right) and not denied
    subject, other = (t.bare if told else t.noun)(left, env), t.noun(right, env)
    if subject.text == other.text and not denied and not written_out(right):
        return whole(f"both are {other.whom}")
    if isinstance(right, ir.CardList) or place_of(left) or ranges.put_together(left):
        if isinstance(right, ir.CardList) and not right.cards:
            return says(subject, "be", "empty", denied=denied, key=left)
        held = other.text if isinstance(right, ir.CardList) else f"the cards of {other.text}"
        return says(subject, "be" if subject.many else "hold", f"exactly {held}", denied=denied, key=left)
    both = name_of(left) and name_of(right) and not (subject.person or other.person)
    return says(subject, "be", f"the same as {other.text}" if both else other.whom, denied=denied, key=left)
