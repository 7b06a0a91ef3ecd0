"""Tells expressions as they stand in one position: what is chosen by its name, what can be looked up with its value.

"the bottom card of the string (4S) does not join slot 3 (10H on top)". A value is told only to those who see what it
follows from. Leaves sentences to `hoyle.english.english`, and which part decides to `hoyle.english.in_play.reasons`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from engine.interpreter.faults import BeyondLimits, Fault, Value
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.observe import View, observe
from engine.interpreter.position import Position
from hoyle.english.document.marks import unmarked
from hoyle.english.english import English
from hoyle.english.grammar import YOU, Clause, Noun, counted, says, whole
from hoyle.english.teller import Env
from spec.ir import nodes as ir
from spec.ir.binding import free_names
from spec.ir.index import PLAYER, is_mover
from spec.ir.types import type_of
from verify.obligations.visibility import Eyes

Readers = int | Collection[int] | None
"""Who reads: a seat, several of whom each must see what is told, or (None, or nobody) one who sees all."""
FEW = 6
"""So many cards are named one by one."""
MOST_DIGITS = 12
SIZES: dict[ir.Comparison, str] = {"=": "", "!=": "", "<": "fewer than ", "<=": "at most "}
SIZES_FROM = {"<": "more than ", "<=": "at least "}


class AtHand(English):
    """Tells the expressions of one game at one position, to those who read it.

    `names` are the values of the names in force, `env` what they are called.
    """

    def __init__(
        self,
        interpreter: Interpreter,
        position: Position,
        *,
        seat: Readers = None,
        you: int | None = None,
        names: Mapping[str, Value] | None = None,
        nouns: Mapping[str, Noun] | None = None,
        unseen: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(interpreter.game)
        self.interpreter, self.position, self.seat, self.you = interpreter, position, seat, you
        readers = (seat,) if isinstance(seat, int) else tuple(seat or ())
        self.names = dict(names or {})
        mover = position.fields[interpreter.layout.mover]
        self.eyes = Eyes(self.index, mine=set(readers) == {mover}, unseen=unseen) if readers else None
        self.views = _views(interpreter, position, readers)
        self.env = Env(vars=dict(nouns or {}), mover=self.player(mover))
        self._within = False

    def inside(self, names: Mapping[str, Value], nouns: Mapping[str, Noun]) -> AtHand:
        """The same position under other names."""
        unseen = frozenset() if self.eyes is None else self.eyes.unseen & frozenset(names)
        return AtHand(
            self.interpreter, self.position, seat=self.seat, you=self.you, names=names, nouns=nouns, unseen=unseen
        )

    def player(self, seat: int) -> Noun:
        """A player by the seat; whoever is spoken to is "you"."""
        return YOU if seat == self.you and seat >= 0 else self.lexicon.symbol(seat, PLAYER)

    @property
    def known(self) -> frozenset[int]:
        """The cards whose faces the reader sees."""
        return frozenset(c for v in self.views for c in (*(v.cards or ()), *(() if v.top is None else (v.top,))))

    # ------------------------------------------------------------ values

    def value(self, e: ir.Expr, env: Env | None = None) -> Value | None:
        """What an expression comes to; None where it comes to nothing, or may not be seen."""
        scope = self.env if env is None else env
        for name in free_names(e):
            if name not in self.names or scope.vars.get(name) != self.env.vars.get(name):
                return None
        if self.eyes is not None and not self.eyes.sees(e):
            return None
        return self.looked_up(e)

    def looked_up(self, e: ir.Expr) -> Value | None:
        """The same, whoever sees it."""
        if not self.names.keys() >= free_names(e).keys():
            return None
        try:
            value = self.interpreter.evaluate(e, self.position, self.names)
        except BeyondLimits:
            return None
        return None if isinstance(value, Fault) else value

    def valued(self, value: Value, kind: ir.Type) -> str:
        """A value as words."""
        if isinstance(value, tuple):
            return self.faces(value)
        match kind:
            case ir.Bool():
                return "yes" if value else "no"
            case ir.Symbol(domain):
                return unmarked(self.lexicon.symbol(value, domain).text)
            case ir.Card():
                return self.faces((value,)) if value >= 0 else "no card"
            case ir.Int() | ir.Cards():
                return str(value) if len(str(value)) <= MOST_DIGITS else "a very large number"

    def faces(self, cards: Sequence[int]) -> str:
        """Few cards by their names, many by their number."""
        if len(cards) > FEW:
            return counted(len(cards), "card")
        return " ".join(self.interpreter.words.cards[c] for c in cards) or "no cards"

    # ------------------------------------------------------------ nouns

    def noun(self, e: ir.Expr, env: Env) -> Noun:
        """What has this value, with the value itself."""
        if self._within:
            return super().noun(e, env)
        chosen = self._chosen(e, env)
        if chosen is not None:
            return chosen
        told = self.bare(e, env)
        note = self._note(e, env)
        if not note or note == unmarked(told.text):
            return told
        return replace(told, text=f"{told.text} ({note})")

    def clause(self, e: ir.Expr, env: Env, *, holds: bool = True) -> Clause:
        """A condition; what it says itself is not told again as a value."""
        told: Clause | None = None
        match e:
            case ir.Compare(op, ir.Size(ir.Var() as cards), ir.Lit(value)):
                told = self._counted(cards, SIZES[op], value, env, (op == "!=") == holds)
            case ir.Compare("<" | "<=" as op, ir.Lit(value), ir.Size(ir.Var() as cards)):
                told = self._counted(cards, SIZES_FROM[op], value, env, not holds)
            case ir.Compare("=" | "!=" as op, ir.Var() | ir.Get() as left, ir.Var() | ir.Get() as right) if (
                op == "="
            ) == holds and self.bare(left, env).text == self.bare(right, env).text:
                told = whole(f"both are {self.bare(left, env).whom}")
            case ir.Compare("=" | "!=" as op, left, ir.Lit()) if (op == "=") == holds and not isinstance(left, ir.Attr):
                self._within, before = True, self._within
                try:
                    told = super().clause(e, env, holds=holds)
                finally:
                    self._within = before
            case _:
                pass
        return told or super().clause(e, env, holds=holds)

    def _counted(self, cards: ir.Var, how: str, value: int, env: Env, denied: bool) -> Clause | None:
        """How many cards were chosen: "4S 6H are not one card"."""
        held = self._chosen(cards, env)
        return None if held is None else says(held, "be", how + counted(value, "card"), denied=denied, key=cards)

    def bare(self, e: ir.Expr, env: Env) -> Noun:
        """What has this value, without the value."""
        self._within, before = True, self._within
        try:
            return super().noun(e, env)
        finally:
            self._within = before

    def _chosen(self, e: ir.Expr, env: Env) -> Noun | None:
        """Cards that stand for themselves: "4S 6H"; the bottom card of a single one is that card."""
        match e:
            case ir.EndCard(_, ir.Var() as cards) | ir.First(_, ir.OverCards(ir.Var() as cards), ir.Lit(1)):
                alone = self.value(cards, env)
                return self._chosen(cards, env) if isinstance(alone, tuple) and len(alone) == 1 else None
            case ir.Var(_, ir.Card() | ir.Cards()):
                value = self.value(e, env)
            case _:
                return None
        if value is None:
            return None
        count = len(value) if isinstance(value, tuple) else 1
        return Noun(self.valued(value, e.type), many=count != 1)

    def _note(self, e: ir.Expr, env: Env) -> str:
        if isinstance(e, ir.Lit | ir.CardList) or is_mover(e) or self.is_truth(e):
            return ""
        if isinstance(e, ir.Place):
            return self._lies_in(e.zone, e.index, env)
        kind = type_of(self.index, e)
        if isinstance(e, ir.Var) and kind.domain in self.index.zones:
            decl = self.index.zones[kind.domain]
            return self._lies_in(kind.domain, (e,), env) if decl.index == (kind.domain,) else ""
        if isinstance(e, ir.Var) and not isinstance(kind, ir.Int):
            return ""
        value = self.value(e, env)
        if value is None or (kind.domain == PLAYER and value == self.position.fields[self.interpreter.layout.mover]):
            return ""
        return self.valued(value, kind)

    def _lies_in(self, zone: str, index: tuple[ir.Expr, ...], env: Env) -> str:
        """What is seen of a zone: its top card, its cards, or how many there are."""
        at = [self.value(i, env) for i in index]
        numbers = [i for i in at if isinstance(i, int)]
        sizes = self.interpreter.layout.zones[zone].sizes
        if len(numbers) < len(at) or not all(0 <= i < size for i, size in zip(numbers, sizes, strict=True)):
            return ""
        cell = self.interpreter.layout.cell(zone, numbers)
        return self.seen(self.views[cell], ordered=self.index.zones[zone].ordered)

    def seen(self, view: View, *, ordered: bool) -> str:
        """What is seen of a zone, in few words; '' where nothing is."""
        cards = view.cards
        if not view.count:
            return ""
        top = view.top if cards is None else cards[-1] if ordered else None
        if top is not None:
            return f"{self.faces((top,))} on top"
        return counted(view.count, "card") if cards is None else self.faces(cards)


def _views(interpreter: Interpreter, position: Position, readers: Sequence[int]) -> tuple[View, ...]:
    """What all readers see of each zone."""
    if not readers:
        return tuple(View(cards=cards, count=len(cards)) for cards in position.cells)
    seen = [observe(interpreter.layout, position, seat).views for seat in readers]
    return tuple(min(views, key=_worth) for views in zip(*seen, strict=True))


def _worth(view: View) -> tuple[bool, bool, bool]:
    return view.cards is not None, view.top is not None, view.count is not None


def called(at: AtHand, value: Value, kind: ir.Type) -> Noun | None:
    """What a single thing is called; None for cards and for yes and no."""
    match kind:
        case ir.Card() if isinstance(value, int) and value >= 0:
            return Noun(at.interpreter.words.cards[value])
        case ir.Symbol(domain) if isinstance(value, int):
            return at.player(value) if domain == PLAYER else at.lexicon.symbol(value, domain)
        case ir.Int():
            return Noun(at.valued(value, kind))
        case _:
            return None


def of_move(at: AtHand, action: ir.Action, args: Sequence[Value]) -> AtHand:
    """The same position with the parameters of a move; a card chosen blind stays unnamed."""
    words_for = at.lexicon.choices(action)
    names = {param.name: value for param, value in zip(action.params, args, strict=True)}
    nouns: dict[str, Noun] = {}
    for param in action.params:
        noun = None if param.blind else called(at, names[param.name], param.type)
        nouns[param.name] = noun or words_for[param.name]
    unseen = frozenset(p.name for p in action.params if p.blind and at.eyes is not None)
    return AtHand(at.interpreter, at.position, seat=at.seat, you=at.you, names=names, nouns=nouns, unseen=unseen)
