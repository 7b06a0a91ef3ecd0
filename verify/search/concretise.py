"""Tells a lazy play's luck as shuffles, so that the interpreter can play the same moves with the same cards.

Leaves lazy play to `verify.search.lazy_shuffle` and checking that the replay comes to the same position to
`verify.obligations.witness`.

The play is followed once more with blanks that keep their numbers. At its end every blank is a card: the one that it
turned out to be, or any that is left; a blank that was shuffled again is any of those that came of that shuffle and
are not accounted for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.interpreter.expressions import ExpressionCompiler
from engine.interpreter.moves import Move
from engine.interpreter.position import Cells, Position
from engine.luck.chance import Chance, Outcome, Picked, Scripted, Shuffled
from spec.ir import nodes as ir
from verify.search.lazy_shuffle import LazyEffectCompiler, LazyInterpreter


@dataclass(frozen=True, slots=True)
class Mixed:
    """A shuffle of a bag: what lay there (cards and blanks), and the blanks that lie there now, bottom first."""

    before: tuple[int, ...]
    after: tuple[int, ...]


class _Noting:
    """Passes a chance on and keeps the outcomes that are not about blanks."""

    def __init__(self, inner: Chance, kept: _Kept) -> None:
        self._inner = inner
        self._kept = kept

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The inner shuffle."""
        order = self._inner.shuffle(cards)
        self._kept.outcomes.append(Shuffled(order))
        return order

    def pick(self, n: int) -> int:
        """The inner pick."""
        value = self._inner.pick(n)
        if not self._kept.deciding:
            self._kept.outcomes.append(Picked(n, value))
        return value


class _Kept:
    def __init__(self) -> None:
        self.outcomes: list[Outcome | Mixed] = []
        self.cards: dict[int, int] = {}
        self.deciding = False


class _KeepingDeeds(LazyEffectCompiler):
    """Effects whose blanks keep their numbers, from shuffle to shuffle."""

    def __init__(self, meanings: ExpressionCompiler, closed: frozenset[str], kept: _Kept) -> None:
        super().__init__(meanings, closed, frozenset())
        self._kept = kept
        self._next = self._blank

    def in_order(self, cells: Sequence[tuple[int, ...]]) -> Cells:
        return tuple(cells)

    def _pick(self, chance: Chance, ways: int) -> int:
        self._kept.deciding = True
        try:
            return chance.pick(ways)
        finally:
            self._kept.deciding = False

    def _name(self, blank: int, card: int) -> None:
        self._kept.cards[blank] = card

    def _mixed(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        after = tuple(range(self._next, self._next + len(cards)))
        self._next += len(cards)
        self._kept.outcomes.append(Mixed(cards, after))
        return after


class _KeepingInterpreter(LazyInterpreter):
    def __init__(self, game: ir.Game, closed: frozenset[str]) -> None:
        self.kept = _Kept()
        super().__init__(game, closed)

    def _make_deeds(self) -> LazyEffectCompiler:
        return _KeepingDeeds(self._meanings, self.closed, self.kept)


def concretise(lazy: LazyInterpreter, outcomes: Sequence[Outcome], moves: Sequence[Move]) -> tuple[Outcome, ...]:
    """The outcomes by which `Interpreter` plays what the lazy interpreter plays by these outcomes and moves."""
    keeping = _KeepingInterpreter(lazy.game, lazy.closed)
    chance = _Noting(Scripted(outcomes), keeping.kept)
    turn = keeping.start(chance)
    for move in moves:
        turn = keeping.apply(turn.position, move, chance)
    return tuple(_shuffles(keeping.kept, turn.position, len(lazy.layout.deck)))


def _shuffles(kept: _Kept, last: Position, deck: int) -> list[Outcome]:
    """The outcomes with each mixing as a shuffle, from the last to the first: what came of it tells what it mixed."""
    cards = dict(kept.cards)
    lying = {card for cell in last.cells for card in cell}
    made = {blank: one for one in kept.outcomes if isinstance(one, Mixed) for blank in one.after}
    _share_out(cards, sorted(c for c in lying if c >= deck), sorted(set(range(deck)) - lying))
    outcomes: list[Outcome] = []
    for outcome in reversed(kept.outcomes):
        if isinstance(outcome, Mixed):
            _name_rest(cards, outcome, made)
            order = tuple(cards[blank] for blank in outcome.after)
            shown = {cards.get(card, ir.NOBODY) if card >= deck else card for card in outcome.before}
            unnamed = [blank for blank in outcome.before if blank >= deck and blank not in cards]
            _share_out(cards, unnamed, [card for card in order if card not in shown])
            outcomes.append(Shuffled(order))
        else:
            outcomes.append(outcome)
    return outcomes[::-1]


def _name_rest(cards: dict[int, int], mixed: Mixed, made: Mapping[int, Mixed]) -> None:
    """Names blanks that play lost sight of, since it stopped at a fault and stands as before: by any cards left."""
    rest = [blank for blank in mixed.after if blank not in cards]
    if not rest:
        return
    used = {cards[blank] for blank in mixed.after if blank in cards}
    sure = [cards.get(card, card) for card in mixed.before if card in cards or card not in made]
    free = [card for card in (*sure, *sorted(_possible(cards, mixed, made))) if card not in used]
    _share_out(cards, rest, list(dict.fromkeys(free))[: len(rest)])


def _possible(cards: Mapping[int, int], mixed: Mixed, made: Mapping[int, Mixed]) -> set[int]:
    """The cards that may have been among those of a shuffle; `made` has the shuffle that each blank came of."""
    found: set[int] = set()
    for card in mixed.before:
        if card in cards or card not in made:
            found.add(cards.get(card, card))
        else:
            earlier = made[card]
            found |= _possible(cards, earlier, made) - {cards[blank] for blank in earlier.after if blank in cards}
    return found


def _share_out(cards: dict[int, int], blanks: Sequence[int], left: Sequence[int]) -> None:
    cards.update(zip(blanks, left, strict=True))
