"""Tells expressions as they stand in one position: what is chosen by its name, what can be looked up with its value.

"the bottom card of the string (4S) does not join slot 3 (10H on top)". A value is told only to those who see what it
follows from. Leaves sentences to `hoyle.english.english`, and which part decides to `hoyle.english.in_play.reasons`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from engine.interpreter.faults import BeyondLimits, Fault, Value
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.observe import View, observe, sees_field
from engine.interpreter.position import Position
from hoyle.english.document.marks import unmarked
from hoyle.english.english import English
from hoyle.english.grammar import YOU, Noun, counted
from hoyle.english.teller import Env
from spec.ir import nodes as ir
from spec.ir.binding import free_names
from spec.ir.fold import written_out
from spec.ir.index import PLAYER, is_mover
from spec.ir.types import is_card, is_number, is_truth, of_cards, type_of
from verify.obligations.visibility import Eyes

Readers = int | Collection[int] | None
"""Who reads: a seat, several of whom each must see what is told, or (None, or nobody) one who sees all."""
FEW = 6
"""So many cards are named one by one."""
MOST_DIGITS = 12


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
        self.readers = readers
        self.names = dict(names or {})
        mover = position.fields[interpreter.layout.mover]
        self.eyes = Eyes(self.index, mine=set(readers) == {mover}, unseen=unseen) if readers else None
        self.views = _views(interpreter, position, readers)
        self.env = Env(vars=dict(nouns or {}), mover=self.player(mover))
        self._within = False

    def sees_field(self, slot: int) -> bool:
        """Does every reader see what a field holds?"""
        return all(sees_field(self.interpreter.layout, slot, reader) for reader in self.readers)

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
        seen = self.eyes is None or self.eyes.sees(e)
        return self.looked_up(e) if seen and self._in_scope(e, self.env if env is None else env) else None

    def _in_scope(self, e: ir.Expr, env: Env) -> bool:
        """Do the names in it stand for what they stand for here, and not for something nearer?"""
        return all(name in self.names and env.vars.get(name) == self.env.vars.get(name) for name in free_names(e))

    def looked_up(self, e: ir.Expr) -> Value | None:
        """The same, whoever sees it."""
        if not self.names.keys() >= free_names(e).keys():
            return None
        try:
            value = self.interpreter.evaluate(e, self.position, self.names)
        except BeyondLimits:
            return None
        return None if isinstance(value, Fault) else value

    def through(self, over: ir.Range) -> tuple[Value, ...]:
        """What a range goes through here, whoever sees it."""
        try:
            return self.interpreter.values(over, self.position, self.names)
        except BeyondLimits:
            return ()

    def valued(self, value: Value, kind: ir.Type) -> str:
        """A value as words."""
        if isinstance(value, tuple):
            return self.faces(value)
        if kind.domain:
            return unmarked(self.lexicon.symbol(value, kind.domain).text)
        text = self.interpreter.words.value(value, kind)
        return text if len(text) <= MOST_DIGITS or not is_number(kind) else "a very large number"

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

    def bare(self, e: ir.Expr, env: Env) -> Noun:
        """What has this value, without the value."""
        self._within, before = True, self._within
        try:
            return super().noun(e, env)
        finally:
            self._within = before

    def _chosen(self, e: ir.Expr, env: Env) -> Noun | None:
        """Cards that stand for themselves: "4S 6H"; the bottom card of a single one is that card."""
        kind, name = type_of(self.index, e), _name(e)
        if not is_card(kind) and not (of_cards(kind) and name):
            return None
        alone = {self.names.get(one) for one in free_names(e)}
        value = self.value(e, env)
        if value is None or not (name or alone == {(value,)}):
            return None
        count = len(value) if isinstance(value, tuple) else 1
        return Noun(self.valued(value, kind), many=count != 1, itself=True)

    def _note(self, e: ir.Expr, env: Env) -> str:
        """What stands in brackets behind a noun: the value, or what lies there."""
        kind, name = type_of(self.index, e), _name(e)
        if written_out(e) or is_mover(e) or is_truth(kind) or not self._in_scope(e, env):
            return ""
        if of_cards(kind):
            return self._lies_there(e, kind)
        value = self.value(e, env)
        if value is None or isinstance(value, tuple):
            return ""
        if name and kind.domain in self.index.zones and self.index.zones[kind.domain].index == (kind.domain,):
            cell = self.interpreter.layout.cells_of(kind.domain)[value]
            return self.seen(self.views[cell], ordered=self.index.zones[kind.domain].ordered)
        on_turn = kind.domain == PLAYER and value == self.position.fields[self.interpreter.layout.mover]
        return "" if on_turn or (name and not is_number(kind)) else self.valued(value, kind)

    def _lies_there(self, e: ir.Expr, kind: ir.Cards) -> str:
        """What is seen of some cards: the top card, the cards, or how many there are."""
        cards = self.looked_up(e)
        if not isinstance(cards, tuple):
            return ""
        view = View(cards=cards, count=len(cards))
        if self.eyes is not None and not self.eyes.sees(e):
            top = cards[-1] if kind.ordered and cards and self.eyes.sees(ir.EndCard("top", e)) else None
            view = View(top=top, count=len(cards) if self.eyes.sees(ir.Size(e)) else None)
        return self.seen(view, ordered=kind.ordered)

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


def _name(e: ir.Expr) -> str:
    """The name that an expression is; '' where it is none."""
    return next((name for name, kind in free_names(e).items() if e == ir.Var(name, kind)), "")


def called(at: AtHand, value: Value, kind: ir.Type) -> Noun | None:
    """What a single thing is called; None for cards and for yes and no."""
    if isinstance(value, tuple) or is_truth(kind) or (is_card(kind) and value < 0):
        return None
    if kind.domain:
        return at.player(value) if kind.domain == PLAYER else at.lexicon.symbol(value, kind.domain)
    return Noun(at.valued(value, kind))


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
