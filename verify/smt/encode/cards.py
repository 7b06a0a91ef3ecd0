"""Cards as solver terms: a set is a bit-vector, a bit a card; a card a set of one; ordered cards a set and its ends.

Leaves which cards a rule speaks of to `verify.smt.encode.expressions`. Bits are rank-major, so that a rank's cards are
neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from engine.core.shapes import alike, mixed_of, places_of, wild_of
from spec.ir import nodes as ir
from spec.ir.mixes import NOWHERE, mix_of
from verify.smt.encode import terms as t
from verify.smt.encode.terms import Flag, Num, Number, Term

CardTerm = int | Term
"""A set of cards as bits; a known set is an int. A card is the set that holds only it; no card is 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Cards:
    """Some cards; of ordered ones also the first and the last if they are known of, and all if they are fixed."""

    held: CardTerm
    bottom: CardTerm | None = None
    top: CardTerm | None = None
    fixed: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """How many cards there are, or how many are lacking: `offset` plus or minus the number of the cards held."""

    held: Term
    sign: int
    offset: int


class Deck:
    """What can be said of the cards of one deck; terms made once are kept."""

    def __init__(self, game: ir.Game) -> None:
        self.faces = game.deck
        self.size = len(game.deck)
        order = sorted(range(self.size), key=lambda c: (game.deck[c].rank, game.deck[c].suit, c))
        self.at = {card: place for place, card in enumerate(order)}
        self.card_at = order
        self.full = (1 << self.size) - 1
        self.ranks = next(d.values for d in game.domains if d.name == "rank")
        self.masks = {
            attr: self._masks([getattr(face, attr) for face in game.deck]) for attr in ("rank", "suit", "colour")
        }
        self._kept: dict[tuple[Any, ...], tuple[Any, Any]] = {}

    def _masks(self, values: Sequence[int]) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for card, value in enumerate(values):
            found[value] = found.get(value, 0) | 1 << self.at[card]
        return dict(sorted(found.items()))

    def set_of(self, cards: Sequence[int]) -> int:
        """Known cards as bits."""
        return sum(1 << self.at[card] for card in cards)

    def cards_of(self, held: int) -> tuple[int, ...]:
        """The cards of known bits, in the deck's order."""
        return tuple(sorted(self.card_at[i] for i in range(self.size) if held >> i & 1))

    def term(self, held: CardTerm) -> Term:
        """A set as a term."""
        return t.bits(held, self.size)

    def fresh(self, name: str) -> Term:
        """A set of which nothing is known."""
        return z3.BitVec(name, self.size)

    def _once(self, key: tuple[Any, ...], keep: Any, made: Any) -> Any:
        self._kept[key] = (keep, made)
        return made

    def _known(self, key: tuple[Any, ...]) -> Any:
        found = self._kept.get(key)
        return None if found is None else found[1]

    # ------------------------------------------------------------ sets

    def join(self, left: CardTerm, right: CardTerm) -> CardTerm:
        """The cards of both; what a set is joined with is remembered, so that sums need not be made anew."""
        if isinstance(left, int) and isinstance(right, int):
            return left | right
        if isinstance(left, int):
            left, right = right, left
        if isinstance(right, int) and right in (0, self.full):
            return right if right else left
        made = self.term(left) | self.term(right)
        if isinstance(right, int):
            self._once(("joined", made.get_id()), made, (left, right))
        return made

    def common(self, left: CardTerm, right: CardTerm) -> CardTerm:
        """The cards that are in both."""
        if isinstance(left, int) and isinstance(right, int):
            return left & right
        for known, other in ((left, right), (right, left)):
            if isinstance(known, int) and known in (0, self.full):
                return other if known else 0
        return self.term(left) & self.term(right)

    def without(self, left: CardTerm, right: CardTerm) -> CardTerm:
        """The cards of the one that are not in the other."""
        if isinstance(right, int):
            return self.common(left, self.full & ~right)
        if isinstance(left, int) and left == 0:
            return 0
        if not isinstance(left, int) and left.eq(right):
            return 0
        return self.term(left) & ~right

    def pick(self, cond: Flag, yes: CardTerm, no: CardTerm) -> CardTerm:
        """One set or the other."""
        return t.pick_term(cond, yes, no, self.size)

    def some(self, held: CardTerm, among: int | None = None) -> Flag:
        """Is there a card, among these?"""
        among = self.full if among is None else among
        if isinstance(held, int):
            return bool(held & among)
        key = ("some", held.get_id(), among)
        found = self._known(key)
        if found is not None or among == 0:
            return False if among == 0 else found
        if among & (among - 1) == 0:
            place = among.bit_length() - 1
            made = z3.Extract(place, place, held) == 1
        else:
            made = (held if among == self.full else held & among) != 0
        return self._once(key, held, made)

    def has(self, held: CardTerm, card: int) -> Flag:
        """Is a known card in a set?"""
        return self.some(held, 1 << self.at[card])

    def same(self, left: CardTerm, right: CardTerm) -> Flag:
        """Are two sets the same?"""
        if isinstance(left, int) and isinstance(right, int):
            return left == right
        return self.term(left) == self.term(right)

    def within(self, part: CardTerm, whole: CardTerm) -> Flag:
        """Are the cards of the one all in the other?"""
        return t.neg(self.some(self.without(part, whole)))

    # ------------------------------------------------------------ counting

    def at_least(self, held: CardTerm, count: int) -> Flag:
        """Are there so many cards? Clears the lowest bit so often, less one."""
        if count <= 0:
            return True
        if count > self.size:
            return False
        if isinstance(held, int):
            return held.bit_count() >= count
        return self.some(self._cleared(held, count - 1))

    def at_most_one(self, held: CardTerm) -> Flag:
        """Is there one card at most?"""
        return t.neg(self.at_least(held, 2))

    def _cleared(self, held: Term, times: int) -> Term:
        left = held
        for number in range(1, times + 1):
            key = ("cleared", held.get_id(), number)
            found = self._known(key)
            left = self._once(key, held, left & (left - 1)) if found is None else found
        return left

    def weighed(self, held: CardTerm, weights: Sequence[int]) -> Number:
        """The sum of the weights of the cards held, by bits of the weights; `weights` are by card."""
        if isinstance(held, int):
            return sum(weights[card] for card in self.cards_of(held))
        key = ("weighed", held.get_id(), tuple(weights))
        found: Number | None = self._known(key)
        if found is not None:
            return found
        joined = self._known(("joined", held.get_id()))
        made = self._slices(held, weights) if joined is None else self._with_more(joined, weights)
        self._once(key, held, made)
        return made

    def _with_more(self, joined: tuple[CardTerm, int], weights: Sequence[int]) -> Number:
        base, more = joined
        total = self.weighed(base, weights)
        for card in self.cards_of(more):
            total = t.add(total, t.pick_number(self.has(base, card), 0, weights[card]))
        return total

    def _slices(self, held: Term, weights: Sequence[int]) -> Number:
        low = min(0, *weights)
        total: Number = 0
        for place in range(max(0, *(w - low for w in weights)).bit_length()):
            among = self.set_of([c for c, w in enumerate(weights) if (w - low) >> place & 1])
            total = t.add(total, t.multiply(self._popcount(held, among), 1 << place))
        if low:
            total = t.add(total, t.multiply(self._popcount(held, self.full), low))
        most, least = sum(w for w in weights if w > 0), sum(w for w in weights if w < 0)
        return total if isinstance(total, int) else Num(total.term, least, most)

    def _popcount(self, held: Term, among: int) -> Number:
        ones: list[Number] = []
        for place in range(self.size):
            if among >> place & 1:
                ones.append(Num(z3.ZeroExt(1, z3.Extract(place, place, held)), 0, 1))
        while len(ones) > 1:
            pairs = [t.add(a, b) for a, b in zip(ones[::2], ones[1::2], strict=False)]
            ones = pairs + ones[len(pairs) * 2 :]
        return ones[0] if ones else 0

    def size_of(self, held: CardTerm) -> int | Count:
        """How many cards there are."""
        return held.bit_count() if isinstance(held, int) else Count(held, 1, 0)

    def counted(self, count: int | Num | Count) -> Number:
        """A count as a number."""
        if not isinstance(count, Count):
            return count
        number = self.weighed(count.held, [1] * self.size)
        return t.add(number if count.sign > 0 else t.subtract(0, number), count.offset)

    def more_than(self, count: Count, number: int) -> Flag:
        """Is a count greater than a known number?"""
        if count.sign > 0:
            return self._reaches(count.held, number - count.offset + 1)
        return t.neg(self._reaches(count.held, count.offset - number))

    def _reaches(self, held: Term, number: int) -> Flag:
        if number <= EASILY_COUNTED or number > self.size:
            return self.at_least(held, number)
        return t.less(number - 1, self.weighed(held, [1] * self.size))

    # ------------------------------------------------------------ attributes and shapes

    def attribute(self, card: CardTerm, attr: str) -> t.Symbol:
        """The rank, suit or colour of a card."""
        return t.word_of({value: self.some(card, mask) for value, mask in self.masks[attr].items()})

    def of_shape(self, held: CardTerm, shape: ir.Shape) -> Flag:
        """Are these cards in some order of a shape that is no walk of steps?"""
        bounds = (
            self.at_least(held, shape.least),
            t.neg(self.at_least(held, shape.most + 1)),
            self._mixed(held, shape),
        )
        alike = self.alike(held, shape)
        match shape.line:
            case "none":
                return t.all_of((*bounds, alike))
            case "run":
                run = self._wild_run(held, shape) if wild_of(shape) else self._run(held, shape)
                return t.all_of((*bounds, alike, run))
            case "parts":
                return t.all_of((*bounds, alike, self._in_parts(held, shape)))
            case "steps":
                raise AssertionError(shape)

    def _in_parts(self, held: CardTerm, shape: ir.Shape) -> Flag:
        """Are the cards read along the table of the shape's parts, rank by rank, up to a row that is complete?"""
        mix, wild_cards = mix_of(tuple(self.faces), tuple(self.ranks), shape), self.set_of(wild_of(shape))
        natural, wild = self._natural(held, shape), self.common(held, wild_cards)
        there: dict[int, Flag] = dict.fromkeys(mix.starts, True)
        complete: list[Flag] = []
        for row, afters in enumerate(mix.rows):
            here = there.get(row, False)
            if mix.read[row] == len(mix.order):
                fits = t.any_of(self._exactly(wild, count) for count in mix.complete[row])
                complete.append(t.all_of((here, fits)))
                continue
            of_rank = self.common(natural, self.masks["rank"].get(mix.order[mix.read[row]], 0))
            for count, after in enumerate(afters):
                if after != NOWHERE:
                    way = t.all_of((here, self._exactly(of_rank, count)))
                    there[after] = t.any_of((there.get(after, False), way))
        return t.any_of(complete)

    def _exactly(self, held: CardTerm, count: int) -> Flag:
        return t.all_of((self.at_least(held, count), t.neg(self.at_least(held, count + 1))))

    def _natural(self, held: CardTerm, shape: ir.Shape) -> CardTerm:
        """The cards that are not wild."""
        return self.without(held, self.set_of(wild_of(shape)))

    def _mixed(self, held: CardTerm, shape: ir.Shape) -> Flag:
        """Are there enough natural cards, and not too many wild ones?"""
        if shape.wild is None:
            return True
        natural, most = mixed_of(shape)
        wild = self.common(held, self.set_of(wild_of(shape)))
        return t.all_of((self.at_least(self._natural(held, shape), natural), t.neg(self.at_least(wild, most + 1))))

    def alike(self, held: CardTerm, shape: ir.Shape) -> Flag:
        """Do the cards share what the shape asks to be the same? Wild cards stand in every group."""
        if not shape.same:
            return True
        return t.any_of(self.within(held, self.set_of(group)) for group in alike(self.faces, shape))

    def _run(self, held: CardTerm, shape: ir.Shape) -> Flag:
        """Each rank once at most, and their places in a row; an ace stands before the first or after the last."""
        once = t.all_of(self.at_most_one(self.common(held, mask)) for mask in self.masks["rank"].values())
        places, circle = places_of(self.ranks, shape)
        ends = ("low", "high") if shape.ace == "both" and "A" in self.ranks else (shape.ace,)
        lines = [{rank: at[0 if end == "low" else -1] for rank, at in enumerate(places) if at} for end in ends]
        outside = sum(self.masks["rank"].get(rank, 0) for rank, at in enumerate(places) if not at)
        return t.all_of(
            (
                once,
                t.neg(self.some(held, outside)) if outside else True,
                t.any_of(self._in_a_row(held, line, circle > 0) for line in lines),
            )
        )

    def _wild_run(self, held: CardTerm, shape: ir.Shape) -> Flag:
        """Natural cards have different ranks, and stand in a stretch of places no longer than the cards are many.

        Wild cards fill it, and lengthen it. There are no more cards than ranks."""
        places, circle = places_of(self.ranks, shape)
        every, ranks = sorted({place for at in places for place in at}), sum(map(bool, places))
        natural = self._natural(held, shape)
        once = t.all_of(self.at_most_one(self.common(natural, mask)) for mask in self.masks["rank"].values())
        found: list[Flag] = [t.neg(self.some(held))]
        for length in range(1, ranks + 1):
            stretches = [{(at + i) % circle if circle else at + i for i in range(length)} for at in every]
            masks = {
                sum(self.masks["rank"].get(rank, 0) for rank, at in enumerate(places) if stretch.intersection(at))
                for stretch in stretches if stretch.issubset(every)
            }  # fmt: skip
            inside = t.any_of(self.within(natural, mask) for mask in sorted(masks))
            found.append(t.all_of((self.at_least(held, length), inside)))
        return t.all_of((once, t.neg(self.at_least(held, ranks + 1)), t.any_of(found)))

    def _in_a_row(self, held: CardTerm, places: Mapping[int, int], circle: bool) -> Flag:
        """`places`: the place of each rank that has one."""
        first, last = min(places.values()), max(places.values())
        masks = {place - first: self.masks["rank"].get(rank, 0) for rank, place in places.items()}
        flags = [self.some(held, masks.get(place, 0)) for place in range(last - first + 1)]
        if all(isinstance(flag, bool) for flag in flags):
            taken = sum(1 << i for i, flag in enumerate(flags) if flag)
            return _stretch(taken) or (circle and _stretch(~taken & ((1 << len(flags)) - 1)))
        no, yes = z3.BitVecVal(0, 1), z3.BitVecVal(1, 1)
        row = z3.Concat(
            no, *[(yes if f else no) if isinstance(f, bool) else z3.If(f, yes, no) for f in reversed(flags)]
        )
        inside = (1 << len(flags)) - 1
        straight = self._stretch_term(row)
        return t.any_of((straight, self._stretch_term(~row & inside))) if circle else straight

    @staticmethod
    def _stretch_term(row: Term) -> Flag:
        """Adding the lowest bit to a stretch of ones carries past all of it."""
        return (row & (row + (row & -row))) == 0


EASILY_COUNTED = 8
"""Up to so many cards, clearing the lowest bit again and again is cheaper than adding up all bits."""


def _stretch(taken: int) -> bool:
    return taken & (taken + (taken & -taken)) == 0
