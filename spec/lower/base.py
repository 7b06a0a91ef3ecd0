"""What lowering an expression starts from: typed values, what is bound around them, and words, numbers and cards.

Every failure reports a diagnostic and yields None, so that one mistake gives one message. Expressions that hold others
are left to `spec.lower.expressions`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from spec import syntax as s
from spec.diagnostics.diagnostic import Fix
from spec.ir import fold, numbers, order_of_play
from spec.ir import nodes as ir
from spec.ir.law.environment import Env, somebody
from spec.ir.types import called, certain, domain_of, is_number, may_lack, present, present_card
from spec.names.move_variants import Chosen, ruled_out
from spec.names.table import Constant, Names
from spec.text.source import Span

PLAYER = ir.Symbol("player")
MOVER = ir.Get("mover", ())
RANK_OF_MOST = (
    "the rank of the highest card is `rank of (the c in x with greatest rank of c)`, one that fits a condition "
    "`first rank r with ...`"
)
ANY_CARD = "(any)"
"""Binds the first of some cards that lie in no order and have one rank: any of them may lie at the bottom."""
Attr = Literal["rank", "suit", "colour"]
ATTRS: tuple[Attr, ...] = ("rank", "suit", "colour")


@dataclass(frozen=True, slots=True)
class Typed:
    expr: ir.Expr
    type: ir.Type
    of_ranks: bool = False
    """Is it a number that tells the least or greatest of ranks by its place in their order?"""


@dataclass(frozen=True, slots=True)
class Scope:
    """What is bound and known around an expression; `moves` are those of the step meant by `no legal move`."""

    names: Names
    bound: tuple[tuple[str, ir.Type], ...] = ()
    moves: tuple[str, ...] | None = None
    non_null: frozenset[ir.Expr] = frozenset()
    """What is known not to be nobody here, by a test around it."""
    origins: Mapping[str, ir.Place] = field(default_factory=dict)
    """The zone that the mover chose cards from, by parameter."""
    alike: frozenset[str] = frozenset()
    """The parameters whose cards, in no order, all have one rank: any of them may lie at the bottom."""
    chosen: Mapping[str, Chosen] = field(default_factory=dict)
    """The shape that the mover chose where there are several, by parameter."""
    told: Mapping[str, int] = field(default_factory=dict)
    """How often an example has named each card before: of a card that the deck has twice, it now means the next one."""
    truths: frozenset[str] = frozenset()
    """The names that `let` gave to yes or no; each is bound to 1 for yes, and to 0 for no."""

    def mute(self) -> Scope:
        """A scope whose faults nobody hears of: for what cannot happen here and is looked at elsewhere."""
        return replace(self, names=replace(self.names, found=[]))

    def rules_out(self, e: s.Expr | None) -> bool:
        """Does a condition not hold because cards were chosen as another shape?"""
        return bool(self.chosen) and ruled_out(e, self.chosen, self.names.shapes)

    def given(self, cond: ir.Expr, holds: bool = True) -> Scope:
        """Where a condition is known to hold, or not to."""
        known = somebody(cond, holds)
        return self if known <= self.non_null else replace(self, non_null=self.non_null | known)

    def after(self, effects: tuple[ir.Effect, ...]) -> Scope:
        """What is still known after effects that may have changed fields."""
        return replace(self, non_null=Env(non_null=self.non_null).after(effects).non_null) if self.non_null else self

    @property
    def against(self) -> ir.Expr | None:
        """Whether play goes the other way round; None where no rule of the file turns it round."""
        return order_of_play.AGAINST if order_of_play.TURNED in {f.source.label for f in self.names.order} else None

    @property
    def skips(self) -> bool:
        """May turns be skipped?"""
        return order_of_play.SKIPPED in {f.source.label for f in self.names.order}

    def seats_on(self, player: ir.Expr, step: int) -> ir.Expr:
        """The player so many seats on, in the direction of play."""
        return ir.Beside(player, step) if self.against is None else order_of_play.beside(player, step)

    def seats(self, start: ir.Expr) -> ir.OverSeats:
        """All players from one on, in the direction of play."""
        return ir.OverSeats(start, self.against)

    def bind(self, name: s.Name, kind: ir.Type) -> Scope:
        return replace(self, bound=(*self.bound, (name.text, kind)))

    def find(self, name: str) -> ir.Type | None:
        return next((kind for bound, kind in reversed(self.bound) if bound == name), None)


def coerce(found: Typed, want: ir.Type, span: Span, scope: Scope) -> Typed | None:
    """The value as the wanted type: a pile's number as its cards, a card as cards; else a diagnostic and None."""
    have = found.type
    match want, have:
        case ir.Symbol(a, True), ir.Symbol(b, _) if b in (a, ""):
            return Typed(_renobody(found.expr, want), want)
        case ir.Symbol(a, False), ir.Symbol(b, False) if a == b:
            return found
        case ir.Symbol(a, False), ir.Symbol(b, True) if b == a and found.expr in scope.non_null:
            return Typed(found.expr, want)
        case ir.Symbol(a, False), ir.Symbol(b, True) if b in (a, ""):
            if fold.is_nobody(found.expr) or b == "":
                scope.names.report("E0312", span, f"this is nobody, but {called(want)} is needed here")
                return None
            return Typed(present(found.expr, a, _comes_and_goes(a, scope)), want)
        case ir.Card(), (ir.Card() | ir.Symbol("")):
            return _card(found, want, span, scope)
        case ir.Int(), ir.Symbol(domain, _) if domain in scope.names.counted:
            there = sure(found, span, scope)
            return None if there is None else Typed(numbers.number_of(there.expr, scope.names.counted[domain]), want)
        case ir.Symbol(domain, _), ir.Int() if domain in scope.names.counted:
            return _word_of(found.expr, want, scope.names.counted[domain], span, scope)
        case ir.Cards(ordered), ir.Cards(has_order):
            if ordered and not has_order:
                scope.names.report("E0310", span, "these cards lie in no order, but an order is needed here")
                return None
            return found
        case ir.Cards(), ir.Card():
            there = sure(found, span, scope)
            return None if there is None else Typed(ir.Just(there.expr), ir.Cards(ordered=False))
        case ir.Cards(), ir.Symbol(domain, _) if pile_of(found.expr, domain, scope) is not None:
            place = sure_pile(found, span, scope)
            return None if place is None else coerce(place, want, span, scope)
        case _ if want == have:
            return found
    message = f"{called(want)} is needed here, but this is {called(have)}"
    fix = _seat(found.expr, have, want, span, scope) or _in_brackets(found.expr, have, want, span, scope)
    if isinstance(want, ir.Cards) and fix is not None:
        message = f"cards are needed here, and this is a rank; {fix.message}"
    if want.domain == "rank" and is_number(have) and fold.constant(found.expr) is None:
        message += f"; {RANK_OF_MOST}"
    if {want.domain, have.domain} <= scope.names.counted.keys():
        message += f"; a {have.domain} is reckoned with as a number where you say `number of` it"
    if want.domain == PLAYER.domain and is_number(have) and fix is None:
        message += "; whose turn it is, is `mover`"
    code = "E0314" if isinstance(want, ir.Card) and isinstance(have, ir.Cards) else "E0301"
    if code == "E0314":
        message += "; say which of them, as in `top of ...` or `some c in ... with ...`"
    scope.names.report(code, span, message, fix=fix)
    return None


def _seat(written: ir.Expr, have: ir.Type, want: ir.Type, span: Span, scope: Scope) -> Fix | None:
    """Where a player is wanted, a number written out is that player's."""
    seat = fold.constant(written)
    if len(str(seat)) != span.end - span.start:
        return None
    if want.domain != PLAYER.domain or not is_number(have) or seat is None:
        return None
    if not 1 <= seat <= len(scope.names.domains[PLAYER.domain].values):
        return None
    return Fix(f"write `player {seat}`", span, f"player {seat}")


def _in_brackets(written: ir.Expr, have: ir.Type, want: ir.Type, span: Span, scope: Scope) -> Fix | None:
    """Where cards are wanted, a rank that is the name of a card stands in brackets."""
    rank = fold.constant(written)
    if not isinstance(want, ir.Cards) or have != ir.Symbol("rank") or rank is None:
        return None
    name = scope.names.domains["rank"].values[rank]
    if scope.names.card(name) is None:
        return None
    return Fix(f"write `[{name}]`", span, f"[{name}]")


def _card(found: Typed, want: ir.Card, span: Span, scope: Scope) -> Typed | None:
    """One card, or where that will do nobody."""
    if want.optional:
        lacks = found.expr == fold.LACKING
        return Typed(present_card(found.expr) if lacks else _or_no_card(found.expr), want)
    if not found.type.optional or found.expr in scope.non_null:
        return Typed(found.expr, want)
    if fold.is_nobody(found.expr) or not isinstance(found.type, ir.Card):
        scope.names.report("E0312", span, f"this is nobody, but {called(want)} is needed here")
        return None
    return Typed(present_card(found.expr), want)


def _or_no_card(expr: ir.Expr) -> ir.Expr:
    return ir.Lit(ir.NOBODY, ir.Card(optional=True)) if fold.is_nobody(expr) else expr


def _comes_and_goes(domain: str, scope: Scope) -> bool:
    """Is it a row of piles of which there are as many as words?"""
    return any(zone.row and zone.index[-1:] == (domain,) for zone in scope.names.zones.values())


def _word_of(value: ir.Expr, want: ir.Symbol, low: int, span: Span, scope: Scope) -> Typed | None:
    """The word that a number is, of a list of numbers or of places."""
    last = low + len(scope.names.domains[want.domain].values) - 1
    fixed = fold.constant(value)
    if fixed is None:
        made = numbers.word_of(value, want.domain, low, row=_comes_and_goes(want.domain, scope))
        return Typed(made, ir.Symbol(want.domain))
    if not low <= fixed <= last:
        scope.names.report("E0311", span, f"`{want.domain}` goes from {low} to {last}; this is {fixed}")
        return None
    return Typed(ir.Lit(fixed - low, want), want)


def place_of(found: Typed, domain: str, span: Span, scope: Scope) -> Typed | None:
    """The place that an index is: of a field that holds words, and as many as it has places, a number counts them."""
    want = ir.Symbol(domain)
    if is_number(found.type) and domain in scope.names.fields and domain not in scope.names.counted:
        return _word_of(found.expr, want, 1, span, scope)
    return coerce(found, want, span, scope)


def as_number(found: Typed, span: Span, scope: Scope) -> Typed:
    """The value as a number, where it is one that may be nobody; undefined in play where it is nobody."""
    return (coerce(found, ir.Int(), span, scope) or found) if found.type.domain in scope.names.counted else found


def sure(found: Typed, span: Span, scope: Scope) -> Typed | None:
    """The value as one that is somebody; undefined in play where it is nobody."""
    return coerce(found, certain(found.type), span, scope) if may_lack(found.type) else found


def sure_pile(found: Typed, span: Span, scope: Scope) -> Typed | None:
    """The zone that a pile's number stands for; undefined in play where it is nobody."""
    there = sure(found, span, scope)
    return None if there is None else pile_of(there.expr, domain_of(found.type), scope)


def alike(a: Typed, b: Typed, span: Span, scope: Scope) -> tuple[ir.Expr, ir.Expr] | None:
    """Both sides as one type, or a diagnostic."""
    match a.type, b.type:
        case ir.Symbol(x, _), ir.Symbol(y, _) if "" in (x, y) or x == y:
            return a.expr, b.expr
        case ir.Symbol(x, _), ir.Cards() if pile_of(a.expr, x, scope) is not None:
            place = sure_pile(a, span, scope)
            return None if place is None else (place.expr, b.expr)
        case ir.Cards(), ir.Symbol(domain, _) if pile_of(b.expr, domain, scope) is not None:
            place = sure_pile(b, span, scope)
            return None if place is None else (a.expr, place.expr)
        case (ir.Card(), ir.Card() | ir.Symbol("")) | (ir.Symbol(""), ir.Card()):
            return _or_no_card(a.expr), _or_no_card(b.expr)
        case (ir.Cards(), ir.Card()) | (ir.Card(), ir.Cards()):
            one, other = (coerce(x, ir.Cards(ordered=False), span, scope) for x in (a, b))
            return None if one is None or other is None else (one.expr, other.expr)
        case (x, y) if x == y or (isinstance(x, ir.Cards) and isinstance(y, ir.Cards)):
            return a.expr, b.expr
    message = f"{called(a.type)} cannot be compared with {called(b.type)}{reached(a, b, scope)}"
    scope.names.report("E0302", span, message)
    return None


def reached(a: Typed, b: Typed, scope: Scope) -> str:
    """A hint where a number was probably to be compared with a whole phrase, whose condition reached too far."""
    mixed = {type(a.type), type(b.type)} == {ir.Bool, ir.Int}
    return "; a phrase like `number of ...` needs brackets to be compared" if mixed and scope.bound else ""


def _renobody(expr: ir.Expr, want: ir.Symbol) -> ir.Expr:
    value = fold.constant(expr)
    return expr if value is None else ir.Lit(value, want)


def pile_of(expr: ir.Expr, domain: str, scope: Scope) -> Typed | None:
    """The zone that a pile's number stands for: the family named like the numbers, or the only one they count."""
    zone = scope.names.zones.get(domain)
    if zone is None and domain not in ("player", *ATTRS):
        family = [z for z in scope.names.zones.values() if z.index == (domain,)]
        zone = family[0] if len(family) == 1 else None
    if zone is None or zone.index != (domain,):
        return None
    return Typed(ir.Place(zone.source.label, (expr,)), ir.Cards(zone.ordered))


def truth(value: bool, span: Span, scope: Scope, want: ir.Type | None) -> Typed | None:
    """Yes or no; where words of a list are compared, the word `yes` or `no` of that list."""
    text = "yes" if value else "no"
    if isinstance(want, ir.Symbol) and want.domain in scope.names.domains and has_word(text, want.domain, scope.names):
        return value_of(text, span, scope, want)
    return Typed(fold.truth(value), ir.Bool())


def number(value: int, span: Span, scope: Scope, want: ir.Type | None) -> Typed | None:
    if isinstance(want, ir.Symbol) and want.domain == "rank":
        return value_of(str(value), span, scope, want)
    return Typed(fold.number(value), ir.Int())


def value_of(text: str, span: Span, scope: Scope, kind: ir.Symbol) -> Typed | None:
    values = scope.names.domains[kind.domain].values
    plain = ir.Symbol(kind.domain)
    if text in values:
        return Typed(ir.Lit(values.index(text), plain), plain)
    if text + "s" in values:
        return Typed(ir.Lit(values.index(text + "s"), plain), plain)
    scope.names.unknown(s.Name(text, span), kind.domain, values)
    return None


def words_of(kind: ir.Symbol, scope: Scope) -> tuple[str, ...]:
    found = scope.names.domains.get(kind.domain)
    return () if found is None else found.values


def has_word(text: str, domain: str, names: Names) -> bool:
    values = names.domains[domain].values
    return text in values or text + "s" in values


def constant(name: str, constant: Constant) -> Typed:
    if constant.value is None:
        return Typed(ir.Open(name, constant.type), constant.type)
    return Typed(ir.Lit(constant.value, constant.type), constant.type)


def _no_card(e: s.CardsText, name: s.Name, scope: Scope) -> None:
    """Tells of a word in a list of cards that is none; a name by itself stands without brackets."""
    bare = e.listed and len(e.cards) == 1 and name.text in dict(scope.bound)
    fix = Fix(f"write `{name.text}`", e.span, name.text) if bare else None
    told = "; brackets are for cards by their names" if bare else ""
    if fix is None and (instead := scope.names.like_card(name.text)) is not None:
        fix, told = Fix(f"write `{instead}`", name.span, instead), f"; did you mean `{instead}`?"
    scope.names.report("E0307", name.span, f"`{name.text}` is no card of this deck{told}", fix=fix)


def cards_text(e: s.CardsText, scope: Scope, want: ir.Type | None) -> Typed | None:
    cards: list[int] = []
    told = Counter(scope.told)
    for name in e.cards:
        index = scope.names.card(name.text, told[name.text])
        told[name.text] += 1
        if index is None:
            _no_card(e, name, scope)
            return None
        cards.append(index)
    if len(cards) == 1 and not e.listed and not isinstance(want, ir.Cards):
        return Typed(ir.Lit(cards[0], ir.Card()), ir.Card())
    return Typed(ir.CardList(tuple(c for c in cards if c != ir.NOBODY)), ir.Cards(ordered=True))


def nth(e: s.Nth, scope: Scope) -> Typed | None:
    domain = scope.names.domains.get(e.name.text)
    shows = scope.names.hidden(e.name.text) if domain is None else ""
    if shows in ("suit", "colour"):
        message = f"`{e.name.text}` is a {shows} and {e.number} a rank; say each by itself, as in "
        scope.names.report("E0301", e.span, f"{message}`c is {e.name.text} and c is {e.number}`")
        return None
    if domain is None or e.name.text in ATTRS:
        scope.names.unknown(e.name, "numbered kind", {"player", *scope.names.zones})
        return None
    if not 1 <= e.number <= len(domain.values):
        message = f"there is no {e.name.text} {e.number}; they go from 1 to {len(domain.values)}"
        if e.name.text == "player":
            message += f"; what needs more of them stands `under players >= {e.number}`"
            scope.names.absent |= {e.span} if e.number <= scope.names.most_players else set()
        scope.names.report("E0311", e.span, message)
        return None
    kind = ir.Symbol(e.name.text)
    return Typed(ir.Lit(e.number - 1, kind), kind)


def new_pile(domain: s.Name, scope: Scope) -> Typed | None:
    zone = scope.names.zones.get(domain.text)
    if zone is None or not zone.row:
        rows = [z for z, decl in scope.names.zones.items() if decl.row]
        scope.names.unknown(domain, "row of stacks", rows)
        return None
    kind = ir.Symbol(domain.text)
    free = fold.empty(ir.Place(domain.text, (ir.Var("(new)", kind),)))
    return Typed(ir.First("(new)", ir.OverSlots(domain.text), free, None), kind)
