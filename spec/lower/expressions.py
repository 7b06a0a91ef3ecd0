"""Lowers expressions of the surface syntax to typed IR.

Types flow both ways: a word such as `open` or `7` takes the kind that its neighbour asks for. Every failure reports a
diagnostic and yields None, so that one mistake gives one message.
"""

from __future__ import annotations

from typing import Literal, assert_never, cast

from spec import syntax as s
from spec.diagnostics.diagnostic import Fix
from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.types import (
    called,
    comes_again,
    domain_of,
    is_card,
    is_number,
    is_truth,
    is_word,
    name_of,
    of_cards,
    searches,
)
from spec.lower.base import (
    ANY_CARD,
    ATTRS,
    MOVER,
    PLAYER,
    Attr,
    Scope,
    Typed,
    alike,
    as_number,
    cards_text,
    coerce,
    constant,
    has_word,
    new_pile,
    nth,
    number,
    place_of,
    reached,
    sure,
    truth,
    value_of,
    words_of,
)
from spec.lower.brackets import BRACKETS, compared_again, compared_as_a_whole, named_again
from spec.lower.copies import a_copy_is_in, doubled, every_copy, is_a_copy
from spec.lower.numbered import NUMBER, RANK, numbers_both, place_number, place_of_rank, same_number, same_rank
from spec.lower.stretches import stretch
from spec.names.move_variants import about
from spec.names.table import Names, Signature
from spec.syntax_walk import words
from spec.text.refused import common_mistakes
from spec.text.reserved import BUILTIN_WORDS
from spec.text.source import Span


def lower(e: s.Expr, scope: Scope, want: ir.Type | None = None) -> Typed | None:
    """The expression, of the wanted type where one is wanted."""
    found = _lower(e, scope, want)
    return found if found is None or want is None else coerce(found, want, e.span, scope)


def condition(e: s.Expr | None, scope: Scope) -> ir.Expr:
    """A condition; without one, yes; a faulty one counts as yes, since it is reported."""
    if e is None:
        return fold.YES
    found = lower(e, scope, ir.Bool())
    return fold.YES if found is None else found.expr


def _lower(e: s.Expr, scope: Scope, want: ir.Type | None) -> Typed | None:
    match e:
        case s.Number(value):
            return number(value, e.span, scope, want)
        case s.Truth(value):
            return truth(value, e.span, scope, want)
        case s.Nobody() if is_word(want) and "nobody" in words_of(want, scope):
            return value_of("nobody", e.span, scope, want)
        case s.Nobody():
            kind = ir.Card(optional=True) if is_card(want) else ir.Symbol(domain_of(want), optional=True)
            return Typed(ir.Lit(ir.NOBODY, kind), kind)
        case s.Word():
            return _word(e, scope, want)
        case s.CardsText():
            return cards_text(e, scope, want)
        case s.Nth():
            return nth(e, scope)
        case s.Applied():
            return _applied(e, scope)
        case s.ExtremeValue():
            return _total(e.table, e.end, e.item, scope)
        case s.EndCards() | s.Beside() | s.PlacedCard():
            return stretch(e, scope, lower)
        case s.Unary() | s.Junction() | s.Conditional():
            return _logic(e, scope, want)
        case s.Binary():
            return _binary(e, scope)
        case s.IsEmpty() | s.IsA():
            return _is_empty(e, scope) if isinstance(e, s.IsEmpty) else _is_a(e, scope)
        case s.CanDo():
            return _can_do(e, scope)
        case s.Quantified():
            return _quantified(e, scope)
        case s.Aggregate() | s.BestOf() | s.FirstOf():
            return _selected(e, scope, want)
        case s.CardsWith():
            return _cards_with(e, scope)
        case s.NewPile(domain):
            return new_pile(domain, scope)
        case s.Neighbour():
            of = Typed(MOVER, PLAYER) if e.of is None else lower(e.of, scope, PLAYER)
            return None if of is None else Typed(scope.seats_on(of.expr, e.step), PLAYER)
        case _:
            assert_never(e)


# ---------------------------------------------------------------- words and what they are applied to


def _word(e: s.Word, scope: Scope, want: ir.Type | None) -> Typed | None:
    names = scope.names
    bound = scope.find(e.text)
    if bound is not None and e.text in scope.truths:
        return Typed(ir.Compare("=", ir.Var(e.text, bound), fold.number(1)), ir.Bool())
    if bound is not None:
        return Typed(ir.Var(e.text, bound), bound)
    names.used.add(e.text)
    if e.text == "mover":
        return Typed(MOVER, PLAYER)
    fitting = is_word(want) and want.domain in names.domains and has_word(e.text, want.domain, names)
    own_word = is_word(want) and fitting and want.domain.startswith("(")
    if e.text == s.WHOLE_DECK:
        return Typed(fold.NO if names.shrunk else fold.YES, ir.Bool())
    if e.text in names.constants and not own_word:
        return constant(e.text, names.constants[e.text])
    if is_word(want) and fitting:
        return value_of(e.text, e.span, scope, want)
    if e.text in names.zones or e.text in names.fields or e.text in names.defines:
        return _applied(s.Applied(s.Name(e.text, e.span), (), e.span), scope)
    if is_card(want) and names.card(e.text) is not None:
        return cards_text(s.CardsText((s.Name(e.text, e.span),), False, e.span), scope, want)
    domains = sorted({domain for domain, _ in [*names.words.get(e.text, []), *names.words.get(e.text + "s", [])]})
    if e.text in ("A", "K", "Q", "J"):
        domains = ["rank"]
    if len(domains) == 1:
        return value_of(e.text, e.span, scope, ir.Symbol(domains[0]))
    if domains:
        listed = " and ".join(f"`{d}`" for d in domains)
        names.report("E0208", e.span, f"`{e.text}` is a word of {listed}; the context does not say which is meant")
        return None
    for what, group in (("a move", names.moves), ("an outcome", names.outcomes), ("a shape", names.shapes)):
        if e.text in group:
            names.report("E0203", e.span, f"`{e.text}` names {what}, and a value is needed here")
            return None
    names.unknown(e, "name", names.every_name() | {b for b, _ in scope.bound}, counts=is_number(want))
    return None


def _applied(e: s.Applied, scope: Scope) -> Typed | None:
    names, name = scope.names, e.name.text
    names.used.add(name)
    if name in names.zones:
        index = indices(e, names.zones[name].index, scope)
        return None if index is None else Typed(ir.Place(name, index), ir.Cards(names.zones[name].ordered))
    if name in names.fields:
        domains, kind = names.fields[name]
        index = indices(e, domains, scope)
        return None if index is None else Typed(ir.Get(name, index), kind)
    if name in names.defines:
        args = arguments(e.args, names.defines[name], e.span, name, scope)
        return None if args is None else Typed(ir.Apply(name, args), names.define_types[name])
    if name in names.tables and len(e.args) == 1:
        return _total(e.name, None, e.args[0], scope)
    if name == NUMBER:
        return place_number(lower(e.args[0], scope), e.args[0].span, scope)
    if name in BUILTIN_WORDS and len(e.args) == 1:
        return _builtin(name, e.args[0], scope)
    for what, group in (("a move", names.moves), ("an outcome", names.outcomes), ("a shape", names.shapes)):
        if name in group:
            names.report("E0203", e.name.span, f"`{name}` names {what}, and a value is needed here")
            return None
    if name in BETWEEN_TWO:
        names.report("E0123", e.name.span, f"put brackets round the phrase: `({name} of a and b)`")
        return None
    if name in common_mistakes.CALLED:
        names.report("E0201", e.name.span, f"there is no name `{name}`; write {common_mistakes.CALLED[name]}")
        return None
    if not _card_in_words(e, names):
        names.unknown(e.name, "name", names.every_name())
    return None


def _card_in_words(e: s.Applied, names: Names) -> bool:
    """Reports `knight of cups`, which is written `knightC`."""
    suit = e.args[0].text if len(e.args) == 1 and isinstance(e.args[0], s.Word) else ""
    if not (has_word(e.name.text, "rank", names) and has_word(suit, "suit", names)):
        return False
    card = f"{e.name.text}{suit[0].upper()}"
    message = f"a card is written by its rank and the first letter of its suit: `{card}`"
    names.report("E0201", e.span, message, fix=Fix(f"write `{card}`", e.span, card))
    return True


BETWEEN_TWO = ("greater", "smaller")
"""`greater of a and b` within something longer is read as a name and a condition where it has no brackets."""


def _torn_phrase(e: s.Junction, names: Names) -> bool:
    """Is the first part of this the beginning of such a phrase, which is reported there?"""
    said = words(e.items[0]).intersection(BETWEEN_TWO) if e.op == "and" else ()
    return bool(said) and not names.every_name().issuperset(said)


def indices(e: s.Applied, domains: tuple[str, ...], scope: Scope) -> tuple[ir.Expr, ...] | None:
    """The index of a zone or field; a missing or superfluous part is reported."""
    if len(e.args) != len(domains):
        wanted = " and ".join(f"each {d}" for d in domains)
        of = f"there is one `{e.name.text}` for {wanted}" if domains else f"`{e.name.text}` stands alone"
        message = f"{of}, but {len(e.args)} " + ("is" if len(e.args) == 1 else "are") + " given"
        if not e.args:
            hides = scope.names.hidden(e.name.text)
            message = f"{of}; say whose or which, as in `{e.name.text} of x`"
            message += f"; `{e.name.text}` is also a {hides}, which this hides: call it otherwise" if hides else ""
        scope.names.report("E0306", e.span, message)
        return None
    found = [_index_part(arg, d, scope) for arg, d in zip(e.args, domains, strict=True)]
    return tuple(f.expr for f in found if f is not None) if all(f is not None for f in found) else None


def _index_part(e: s.Expr, domain: str, scope: Scope) -> Typed | None:
    """Whose it is, or which one it is: a word, or the number of a place."""
    found = _lower(e, scope, ir.Symbol(domain))
    return None if found is None else place_of(found, domain, e.span, scope)


def arguments(
    args: tuple[s.Expr, ...], signature: Signature, span: Span, name: str, scope: Scope
) -> tuple[ir.Expr, ...] | None:
    """The arguments of a define, routine or outcome, checked against its parameters."""
    params = signature.params
    if len(args) != len(params):
        takes = f"`{name}` takes {len(params)} value" + ("s" if len(params) != 1 else "")
        given = f"{takes}, but {len(args)} " + ("is" if len(args) == 1 else "are") + " given"
        if not args:
            given += f"; what it is asked of stands in brackets: `{name}({', '.join(p.name for p in params)})`"
        scope.names.report("E0305", span, given, related=[(signature.span, "introduced here")])
        return None
    found = [lower(arg, scope, p.type) for arg, p in zip(args, params, strict=True)]
    return tuple(f.expr for f in found if f is not None) if all(f is not None for f in found) else None


def _builtin(name: str, arg: s.Expr, scope: Scope) -> Typed | None:
    if name in ATTRS:
        return _shown(name, arg, scope)
    if name == "position":
        item = lower(arg, scope)
        if item is not None and not is_word(item.type):
            scope.names.report("E0301", arg.span, f"only words of a list have a position; this is {called(item.type)}")
            return None
        item = None if item is None else sure(item, arg.span, scope)
        return None if item is None else Typed(ir.Ordinal(item.expr), ir.Int())
    cards = lower(arg, scope, ir.Cards(ordered=False))
    if cards is None:
        return None
    if name == "size":
        return Typed(ir.Size(cards.expr), ir.Int())
    if name_of(cards.expr) in scope.alike:
        return Typed(ir.First(ANY_CARD, ir.OverCards(cards.expr), fold.YES, None), ir.Card())
    if cards.type != ir.Cards(ordered=True):
        scope.names.report("E0308", arg.span, f"these cards lie in no order, so they have no {name}")
        return None
    return Typed(ir.EndCard(cast(Literal["top", "bottom"], name), cards.expr), ir.Card())


def _shown(attr: Attr, arg: s.Expr, scope: Scope) -> Typed | None:
    """The rank, suit or colour that a card shows; the colour of a suit is that of its cards."""
    found = _lower(arg, scope, ir.Card())
    if found is not None and attr == "colour" and domain_of(found.type) == "suit":
        suit = sure(found, arg.span, scope)
        return None if suit is None else Typed(fold.colour_of_suit(suit.expr, scope.names.full_deck), ir.Symbol(attr))
    card = None if found is None else coerce(found, ir.Card(), arg.span, scope)
    return None if card is None else Typed(ir.Attr(attr, card.expr), _of_card(attr, scope))


def _of_card(attr: Attr, scope: Scope) -> ir.Symbol:
    """The type of what a card shows: it may be nobody where a deck has cards without a suit."""
    return ir.Symbol(attr, attr != "rank" and scope.names.suitless)


def _total(table: s.Name, end: str | None, arg: s.Expr, scope: Scope) -> Typed | None:
    names = scope.names
    names.used.add(table.text)
    if table.text not in names.tables:
        names.unknown(table, "value table", names.tables)
        return None
    cards = lower(arg, scope, ir.Cards(ordered=False))
    if cards is None:
        return None
    if end is None and any(len(v) > 1 for v in names.tables[table.text].values):
        message = f"some card has two values in `{table.text}`; say `least`, `greatest` or `can be`"
        names.report("E0303", table.span, message)
        return None
    which = cast(Literal["least", "greatest"], end or "least")
    return Typed(ir.Total(table.text, cards.expr, which), ir.Int())


# ---------------------------------------------------------------- logic and comparison


def _logic(e: s.Unary | s.Junction | s.Conditional, scope: Scope, want: ir.Type | None) -> Typed | None:
    match e:
        case s.Unary("not", item):
            inner = lower(item, scope, ir.Bool())
            return None if inner is None else Typed(fold.negation(inner.expr), ir.Bool())
        case s.Unary(_, item):
            inner = lower(item, scope, ir.Int())
            return None if inner is None else Typed(fold.arithmetic("-", fold.number(0), inner.expr), ir.Int())
        case s.Junction() if _torn_phrase(e, scope.names):
            lower(e.items[0], scope)
            return None
        case s.Junction(op, items):
            done: list[ir.Expr] = []
            for before, item in zip((None, *items), items, strict=False):
                part = _part(item, scope, before)
                if part is not None:
                    done.append(part.expr)
                    scope = scope.given(part.expr, op == "and")
                if op == "and" and scope.rules_out(item):
                    return Typed(fold.NO, ir.Bool())
            if len(done) < len(items):
                return None
            return Typed(fold.conjunction(*done) if op == "and" else fold.disjunction(*done), ir.Bool())
        case s.Conditional(cond, then, other):
            return _conditional(cond, then, other, scope, want)


def _part(item: s.Expr, scope: Scope, before: s.Expr | None) -> Typed | None:
    """One of several conditions; after the first one, a mere value was probably to be compared as the one before it."""
    found = _lower(item, scope, ir.Bool())
    if found is not None and before is not None and not (is_truth(found.type) or of_cards(found.type)):
        message = f"yes or no is needed here, but this is {called(found.type)}; say the whole condition again"
        again = compared_again(before, item)
        fix = None if again is None else Fix(f"write `{again}`", item.span, again)
        message += ", as in `c is 7 or c is 8`" if again is None else f": `{again}`"
        scope.names.report("E0301", item.span, message, fix=fix)
        return None
    return None if found is None else coerce(found, ir.Bool(), item.span, scope)


def _conditional(cond: s.Expr, then: s.Expr, other: s.Expr | None, scope: Scope, want: ir.Type | None) -> Typed | None:
    test = lower(cond, scope, ir.Bool())
    if other is None:
        implied = lower(then, _given(test, scope, True), ir.Bool())
        if test is None or implied is None:
            return None
        return Typed(fold.disjunction(fold.negation(test.expr), implied.expr), ir.Bool())
    first = lower(then, _given(test, scope, True), want)
    second = lower(other, _given(test, scope, False), want if first is None else first.type)
    if test is None or first is None or second is None:
        return None
    return Typed(fold.choice(test.expr, first.expr, second.expr), first.type)


def _given(test: Typed | None, scope: Scope, holds: bool) -> Scope:
    return scope if test is None else scope.given(test.expr, holds)


def _flexible(e: s.Expr, scope: Scope) -> bool:
    """Does this take its kind from its neighbour?"""
    if isinstance(e, s.Number | s.Nobody):
        return True
    known = (scope.names.constants, scope.names.zones, scope.names.fields, scope.names.defines)
    return (
        isinstance(e, s.Word)
        and scope.find(e.text) is None
        and e.text != "mover"
        and not any(e.text in k for k in known)
    )


def _binary(e: s.Binary, scope: Scope) -> Typed | None:
    match e.op:
        case "=" | "!=":
            return _equality(e, scope)
        case "<" | "<=" | ">" | ">=":
            return _ordering(e, scope)
        case "+" | "-" | "*":
            return _sum(e.op, lower(e.left, scope, ir.Int()), lower(e.right, scope, ir.Int()))
        case "divided up" | "divided down":
            return _quotient(e, scope)
        case "plus" | "without" | "common":
            unordered = ir.Cards(ordered=False)
            a, b = lower(e.left, scope, unordered), lower(e.right, scope, unordered)
            return None if a is None or b is None else Typed(ir.Combine(e.op, a.expr, b.expr), unordered)
        case "in" | "not in":
            card, cards = lower(e.left, scope, ir.Card()), lower(e.right, scope, ir.Cards(ordered=False))
            if card is None or cards is None:
                return None
            face = doubled(e.left, scope)
            among = every_copy(e.right, cards.expr, scope)
            member = ir.Member(card.expr, among) if face is None else a_copy_is_in(face, among)
            return Typed(member if e.op == "in" else fold.negation(member), ir.Bool())
        case "one above" | "one below" | "next to" | "next to round":
            left, right = _ranked(e.left, scope), _ranked(e.right, scope)
            if left is None or right is None:
                return None
            way = {"one above": "above", "one below": "below"}.get(e.op, "beside")
            wrap = e.op == "next to round"
            return Typed(ir.Adjacent(cast(Literal["above", "below", "beside"], way), left, right, wrap), ir.Bool())
        case "can be":
            return _can_be(e, scope)
        case _:
            assert_never(e.op)


def _sum(op: Literal["+", "-", "*"], left: Typed | None, right: Typed | None) -> Typed | None:
    return None if left is None or right is None else Typed(fold.arithmetic(op, left.expr, right.expr), ir.Int())


def _quotient(e: s.Binary, scope: Scope) -> Typed | None:
    """A number divided by another, with its rounding; by what is not above 0 as far as the file says, it is refused."""
    left, right = lower(e.left, scope, ir.Int()), lower(e.right, scope, ir.Int())
    if left is None or right is None:
        return None
    by = fold.constant(right.expr)
    if by is not None and by < 1:
        scope.names.report("E0321", e.right.span, f"what is divided by is {by}, and must be above 0")
        return None
    return Typed(fold.quotient(left.expr, right.expr, "up" if e.op == "divided up" else "down"), ir.Int())


def _ranked(e: s.Expr, scope: Scope) -> ir.Expr | None:
    """The rank that a card or a rank has."""
    found = _lower(e, scope, ir.Symbol("rank")) if isinstance(e, s.Number) else _lower(e, scope, None)
    if found is None:
        return None
    if is_card(found.type):
        return _asked(found, "rank", e.span, scope).expr
    checked = coerce(found, ir.Symbol("rank"), e.span, scope)
    return None if checked is None else checked.expr


def _equality(e: s.Binary, scope: Scope) -> Typed | None:
    op = cast(Literal["=", "!="], e.op)
    settled = about(e, scope.chosen, scope.names.shapes)
    if settled is not None:
        return Typed(fold.truth(settled), ir.Bool())
    if isinstance(e.right, s.Word) and e.right.text in scope.names.shapes and scope.find(e.right.text) is None:
        name = s.Name(e.right.text, e.right.span)
        return _is_a(s.IsA(e.left, name, op == "!=", e.span), scope)
    first, second = (e.right, e.left) if _flexible(e.left, scope) else (e.left, e.right)
    a = _lower(first, scope, None)
    if a is None:
        if not _flexible(second, scope):
            _lower(second, scope, None)
        return None
    if is_card(a.type) and (attr := _attribute(second, scope)) is not None:
        a = _asked(a, attr, first.span, scope)
    face = doubled(second, scope)
    if face is not None and is_card(a.type):
        same = is_a_copy(a, face)
        return Typed(fold.negation(same) if op == "!=" else same, ir.Bool())
    b = _lower(second, scope, RANK if a.of_ranks else a.type)
    if b is None:
        return None
    if a.of_ranks or b.of_ranks:
        one, other = _shown_rank(a, first.span, scope), _shown_rank(b, second.span, scope)
        return same_rank(op, (one, first.span), (other, second.span), scope)
    if is_card(a.type) and (attr := _attr_of(b.type.domain)) is not None:
        a = _asked(a, attr, first.span, scope)
    if numbers_both(a.type, b.type, scope) and a.type.domain != b.type.domain:
        return same_number(op, (a, first.span), (b, second.span), scope)
    if isinstance(second, s.Number) and a.type.domain == PLAYER.domain and is_number(b.type):
        coerce(b, PLAYER, second.span, scope)  # which says how a player is written
        return None
    pair = alike(a, b, e.span, scope)
    return None if pair is None else Typed(fold.comparison(op, *pair), ir.Bool())


def _asked(card: Typed, attr: Attr, span: Span, scope: Scope) -> Typed:
    """The rank, suit or colour of a card; undefined in play where it is nobody."""
    return Typed(ir.Attr(attr, (sure(card, span, scope) or card).expr), _of_card(attr, scope))


def _shown_rank(found: Typed, span: Span, scope: Scope) -> Typed:
    """The rank of a card; anything else as it is."""
    return _asked(found, "rank", span, scope) if is_card(found.type) else found


def _attribute(e: s.Expr, scope: Scope) -> Attr | None:
    """Which attribute of a card a word or number names: `c is 7`, `c is hearts`, `c is red`."""
    if isinstance(e, s.Number):
        return "rank"
    if isinstance(e, s.Word) and _flexible(e, scope):
        if e.text in ("A", "K", "Q", "J"):
            return "rank"
        return next((attr for attr in ATTRS if has_word(e.text, attr, scope.names)), None)
    return None


def _attr_of(domain: str) -> Attr | None:
    return next((attr for attr in ATTRS if attr == domain), None)


def _ordering(e: s.Binary, scope: Scope) -> Typed | None:
    first, second = (e.right, e.left) if _flexible(e.left, scope) else (e.left, e.right)
    a = _lower(first, scope, None)
    if a is None:
        return None
    if is_card(a.type):
        a = _asked(a, "rank", first.span, scope)
    b = _lower(second, scope, RANK if a.of_ranks else a.type)
    if b is None:
        return None
    if is_card(b.type):
        b = _asked(b, "rank", second.span, scope)
    if a.of_ranks or b.of_ranks:
        a, b = place_of_rank(a, first.span, scope), place_of_rank(b, second.span, scope)
    a, b = sure(a, first.span, scope) or a, sure(b, second.span, scope) or b
    a, b = as_number(a, first.span, scope), as_number(b, second.span, scope)
    if a.type != b.type or a.type not in (ir.Int(), ir.Symbol("rank")):
        message = f"only numbers and ranks have an order; here stand {called(a.type)} and {called(b.type)}"
        message += reached(a, b, scope)
        scope.names.report("E0303", e.span, message)
        return None
    left, right = (b.expr, a.expr) if first is e.right else (a.expr, b.expr)
    if e.op in (">", ">="):
        left, right = right, left
    return Typed(fold.comparison("<" if e.op in ("<", ">") else "<=", left, right), ir.Bool())


def _can_be(e: s.Binary, scope: Scope) -> Typed | None:
    if not (isinstance(e.left, s.Applied) and e.left.name.text in scope.names.tables and len(e.left.args) == 1):
        message = "`can be` needs a value table on its left, as in `points of p can be 21`"
        scope.names.report("E0301", e.left.span, message)
        return None
    scope.names.used.add(e.left.name.text)
    cards = lower(e.left.args[0], scope, ir.Cards(ordered=False))
    amount = lower(e.right, scope, ir.Int())
    if cards is None or amount is None:
        return None
    return Typed(ir.CanTotal(e.left.name.text, cards.expr, amount.expr), ir.Bool())


def _is_empty(e: s.IsEmpty, scope: Scope) -> Typed | None:
    cards = lower(e.item, scope, ir.Cards(ordered=False))
    if cards is None:
        return None
    test = fold.nonempty(cards.expr) if e.negated else fold.empty(cards.expr)
    return Typed(test, ir.Bool())


def _is_a(e: s.IsA, scope: Scope) -> Typed | None:
    names = scope.names
    names.used.add(e.shape.text)
    if e.shape.text == "card":
        return _equality(s.Binary("=" if e.negated else "!=", e.item, s.Nobody(e.span), e.span), scope)
    if e.shape.text not in names.shapes:
        if (letter := names.letter_of(e.shape.text)) is not None:
            message = f"`{e.shape.text}` is no shape of several cards; of one card write `is {letter}`"
            names.report("E0201", e.shape.span, message)
            return None
        shown = (e.shape.text, e.shape.text + "s")
        word = next((w for attr in ATTRS for w in names.domains[attr].values if w in shown), None)
        if word is not None:
            message = f"`{e.shape.text}` is no shape of several cards; of one card write `is {word}`"
            names.report("E0201", e.shape.span, message)
            return None
        names.unknown(e.shape, "shape", names.shapes)
        return None
    settled = about(e, scope.chosen, names.shapes)
    if settled is not None:
        return Typed(fold.truth(settled), ir.Bool())
    cards = lower(e.item, scope, ir.Cards(ordered=False))
    if cards is None:
        return None
    test: ir.Expr = ir.HasShape(cards.expr, e.shape.text)
    return Typed(fold.negation(test) if e.negated else test, ir.Bool())


def _can_do(e: s.CanDo, scope: Scope) -> Typed | None:
    moves = scope.moves
    if e.who is not None:
        who = lower(e.who, scope, PLAYER)
        if who is not None and who.expr != MOVER:
            scope.names.report("E0301", e.who.span, "only what the mover can do is known here; write `mover`")
            return None
    if e.move is not None:
        moves = scope.names.moves_called(e.move.text)
        if not scope.names.moves.keys() >= set(moves):
            scope.names.unknown(e.move, "move", scope.names.moves.keys() | scope.names.variants.keys())
            return None
        scope.names.used |= set(moves)
    if moves is None:
        message = "`no legal move` needs a step: it may stand in an end condition with `at STEP`"
        scope.names.report("E0601", e.span, message)
        return None
    live = tuple(m for m in moves if m not in scope.names.off)
    test: ir.Expr = ir.CanMove(live) if live else fold.NO
    return Typed(fold.negation(test) if e.negated else test, ir.Bool())


# ---------------------------------------------------------------- binding names


def check_new(name: s.Name, scope: Scope) -> None:
    """Reports a name that means something already where it is to be bound."""
    if scope.find(name.text) is not None or name.text in scope.names.every_name() - set(scope.names.words):
        scope.names.report("E0206", name.span, f"`{name.text}` already means something here; choose another name")


def bind(b: s.Binder, scope: Scope, start: s.Expr | None = None) -> tuple[ir.Range, Scope] | None:
    """The range of a binder, and the scope in which its name is bound."""
    names = scope.names
    if isinstance(b.over, s.OverTheCards) and b.name.text in names.shapes:
        message = f"`{b.name.text}` is a shape; name the cards that have it, as in `{b.name.text} m in ...`"
        names.report("E0206", b.name.span, message)
        return None
    check_new(b.name, scope)
    match b.over:
        case s.OverWords(domain):
            if domain.text not in names.domains:
                names.unknown(domain, "kind", {d for d in names.domains if not d.startswith("(")})
                return None
            names.used.add(domain.text)
            over: ir.Range = ir.OverDomain(domain.text)
            if domain.text == "player" and start is not None:
                first = lower(start, scope, PLAYER)
                if first is None:
                    return None
                over = scope.seats(first.expr)
            elif start is not None:
                names.report("E0301", start.span, "only players sit in a ring, so only they go `from` somebody")
            return over, scope.bind(b.name, ir.Symbol(domain.text))
        case s.OverTheCards(e):
            cards = lower(e, scope, ir.Cards(ordered=False))
            return None if cards is None else (ir.OverCards(cards.expr), scope.bind(b.name, ir.Card()))
        case s.OverTheNumbers(low, high):
            a, z = lower(low, scope, ir.Int()), lower(high, scope, ir.Int())
            return None if a is None or z is None else (ir.OverNumbers(a.expr, z.expr), scope.bind(b.name, ir.Int()))
        case s.OverTheShapes(shape, e):
            return _selections(b.name, shape, e, scope)
        case s.OverTheRests(shapes, e):
            return _rests(b.name, shapes, e, scope)
        case _:
            assert_never(b.over)


def _selections(name: s.Name, shape: s.Name, of: s.Expr, scope: Scope) -> tuple[ir.Range, Scope] | None:
    """The selections of some cards that have a shape."""
    names = scope.names
    if shape.text not in names.shapes and shape.text in ("card", "cards"):
        fix = Fix(f"leave `{shape.text}` out", Span(shape.span.start, name.span.start), "")
        names.report("E0201", shape.span, f"leave `{shape.text}` out, as in `some {name.text} in x with ...`", fix=fix)
        return None
    cards = lower(of, scope, ir.Cards(ordered=False))
    if not _searched(shape, scope) or cards is None:
        return None
    return ir.OverShapes(cards.expr, shape.text), scope.bind(name, ir.Cards(ordered=False))


def _rests(name: s.Name, shapes: tuple[s.Name, ...], of: s.Expr, scope: Scope) -> tuple[ir.Range, Scope] | None:
    """What can be left of some cards when sets of these shapes are taken out."""
    cards = lower(of, scope, ir.Cards(ordered=False))
    good = [_searched(shape, scope) for shape in shapes]
    if cards is None or not all(good):
        return None
    over = ir.OverRests(cards.expr, tuple(dict.fromkeys(shape.text for shape in shapes)))
    return over, scope.bind(name, ir.Cards(ordered=False))


def _searched(shape: s.Name, scope: Scope) -> bool:
    """May cards be searched for sets of the shape? Reports what is no such shape."""
    names = scope.names
    names.used.add(shape.text)
    if shape.text not in names.shapes:
        names.unknown(shape, "shape", names.shapes)
        return False
    if names.shapes[shape.text].ordered:
        names.report("E0330", shape.span, f"`{shape.text}` is a sequence; only sets of cards can be searched for")
        return False
    return True


def stand_in_no_order(over: ir.Range, binder: s.Binder, so: str, scope: Scope) -> bool:
    """Reports what would go by the order of selections of cards, which stand in none."""
    if searches(over):
        scope.names.report("E0330", binder.span, f"selections of cards stand in no order, so {so}")
    return searches(over)


def _come_again(over: ir.Range, binder: s.Binder, scope: Scope) -> bool:
    """Reports what would count the same cards several times, if several ways leave them."""
    if comes_again(over):
        message = "several ways may leave the same cards, so what is left is not counted, added up or told apart"
        scope.names.report("E0332", binder.span, message)
    return comes_again(over)


SAID = {"some": "some", "every": "every", "no": "no", "exactly one": "exactly one", "count": "number of"}
"""How a phrase over many things begins, by its kind."""


def _quantified(e: s.Quantified, scope: Scope) -> Typed | None:
    if (again := named_again(e)) is not None:
        second, reach = again
        phrase = f"{SAID[e.kind]} {second.text} ..."
        message = f"`{second.text}` already means something here: `{phrase}` before it has no end yet"
        scope.names.report("E0206", second.span, message, related=[(reach, BRACKETS)])
        return None
    bound = bind(e.binder, scope)
    if bound is None:
        return None
    over, inner = bound
    if e.kind in ("count", "exactly one") and _come_again(over, e.binder, scope):
        return None
    said = len(scope.names.found)
    cond = fold.YES if e.cond is None else _or_none(lower(e.cond, inner, ir.Bool()))
    if cond is None and e.kind == "count":
        scope.names.found[said:] = [compared_as_a_whole(e, found) for found in scope.names.found[said:]]
    if cond is None:
        return None
    name = e.binder.name.text
    match e.kind:
        case "count":
            return Typed(ir.Quantify("count", name, over, cond), ir.Int())
        case "exactly one":
            how_many = ir.Quantify("count", name, over, cond)
            return Typed(ir.Compare("=", how_many, fold.number(1)), ir.Bool())
        case "no":
            return Typed(ir.Not(ir.Quantify("some", name, over, cond)), ir.Bool())
        case "some" | "every":
            return Typed(ir.Quantify(e.kind, name, over, cond), ir.Bool())
        case _:
            assert_never(e.kind)


def _selected(e: s.Aggregate | s.BestOf | s.FirstOf, scope: Scope, want: ir.Type | None) -> Typed | None:
    start = e.start if isinstance(e, s.FirstOf) else None
    bound = bind(e.binder, scope, start)
    if bound is None:
        return None
    over, inner = bound
    alone = isinstance(e, s.BestOf) or (isinstance(e, s.Aggregate) and e.kind == "sum")
    if alone and _come_again(over, e.binder, scope):
        return None
    name = e.binder.name.text
    cond = fold.YES if e.cond is None else _or_none(lower(e.cond, inner, ir.Bool()))
    if cond is None:
        return None
    if isinstance(e, s.FirstOf):
        if stand_in_no_order(over, e.binder, "none of them is the first", scope):
            return None
        kind = inner.bound[-1][1]
        if e.other is None:
            return Typed(ir.First(name, over, cond, None), kind)
        other = lower(e.other, scope, want or kind)
        return None if other is None else Typed(ir.First(name, over, cond, other.expr), other.type)
    key = _key(e.key if isinstance(e, s.BestOf) else e.value, inner.given(cond))
    if key is None:
        return None
    if isinstance(e, s.BestOf):
        return Typed(ir.Best(e.end, name, over, cond, key.expr), inner.bound[-1][1])
    if e.kind == "sum":
        return Typed(ir.Sum(name, over, cond, key.expr), ir.Int())
    return Typed(ir.Extreme(e.kind, name, over, cond, key.expr), ir.Int(), of_ranks=key.of_ranks)


def _or_none(found: Typed | None) -> ir.Expr | None:
    return None if found is None else found.expr


def _key(e: s.Expr, scope: Scope) -> Typed | None:
    """What to compare or add up: a number, or a card or rank by its place in the order of ranks."""
    found = lower(e, scope)
    if found is None:
        return None
    if is_card(found.type):
        found = _asked(found, "rank", e.span, scope)
    if domain_of(found.type) == "rank":
        rank = sure(found, e.span, scope)
        return None if rank is None else Typed(ir.Ordinal(rank.expr), ir.Int(), of_ranks=True)
    return coerce(found, ir.Int(), e.span, scope)


def _cards_with(e: s.CardsWith, scope: Scope) -> Typed | None:
    cards = lower(e.cards, scope, ir.Cards(ordered=False))
    inner = scope.bind(e.name, ir.Card())
    cond = lower(e.cond, inner, ir.Bool())
    if cards is None or cond is None:
        return None
    return Typed(ir.Filter(e.name.text, cards.expr, cond.expr), ir.Cards(ordered=False))
