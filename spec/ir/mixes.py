"""What it means that cards are made up of parts, as a table that is read rank by rank.

The ranks are gone through in one order. Each row of the table tells, for each number of natural cards of the next rank,
which row comes next. After the last rank a row tells with how many wild cards the natural ones are of the shape. So
only how many cards there are of each rank counts. There is a first row for each way to say which ranks are a run; so a
set of cards may be found from several of them, and from each in one way.

The meaning: there is a way to give each part its ranks, no rank to two parts, such that of each of its ranks the part
has as many cards as it says; ranks of a run are consecutive; natural cards of all other ranks are the other cards; and
each wild card is taken for a card of some part, or for one of the other cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import assert_never

from spec.ir import nodes as ir
from spec.ir.lines import circle_of, run_places, shape_places

MOST_ROWS = 16_000
MOST_WORK = 200_000
"""Of a shape with more forms no table is made."""
NOWHERE = -1
_UNNAMED = ir.Source("")


class TooManyForms(ValueError):
    """A shape with parts has more forms than a table is made of."""


@dataclass(frozen=True, slots=True)
class Mix:
    """The table of a shape with parts. It begins at each row of `starts`. Rows that lead to a row stand before it.

    `order`: the ranks as they are read. `rows[row][n]`: the row after n natural cards of the next rank; -1, or no such
    n: no cards of the shape begin so. `complete[row]`: with so many wild cards, rising, those that were read have the
    shape. `read[row]`: so many ranks were read before it."""

    order: tuple[int, ...]
    starts: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    complete: tuple[tuple[int, ...], ...]
    read: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Form:
    """One way to part what was read. `ranks`: so many each part has that is no run; `others`: so many other cards.
    `natural` stops at what the shape asks."""

    ranks: tuple[int, ...]
    others: int = 0
    wild: int = 0
    natural: int = 0


Runs = tuple[int, ...]
"""The ranks of each part that is a run, as bits of the positions at which they are read; 0 of other parts."""
_Known = tuple[Runs, frozenset[_Form]]
_Layer = dict[_Known, tuple[_Known, ...]]
"""What may be known before a rank, and after each number of its natural cards."""


def mix_of(deck: tuple[ir.CardFace, ...], ranks: tuple[str, ...], shape: ir.Shape) -> Mix:
    """The table of a shape with parts. Raises TooManyForms."""
    # Neither its name nor its place in a text changes what a shape means.
    found = _made(deck, ranks, replace(shape, source=_UNNAMED))
    if found is None:
        raise TooManyForms
    return found


@lru_cache(maxsize=256)
def _made(deck: tuple[ir.CardFace, ...], ranks: tuple[str, ...], shape: ir.Shape) -> Mix | None:
    """The table, or None of a shape with too many forms: to find that out takes longest."""
    try:
        return _Reader(deck, ranks, shape).table()
    except TooManyForms:
        return None


def sizes_of(parts: Sequence[ir.RanksPart | ir.OthersPart]) -> tuple[int, int]:
    """The fewest and the most cards that parts have together."""
    first = next(part for part in parts if isinstance(part, ir.RanksPart))
    of_first, least, most = first.ranks or ir.Bounds(1, 1), 0, 0
    for part in parts:
        match part:
            case ir.RanksPart(each, ranks, _):
                times = ranks or of_first
            case ir.OthersPart(each, for_each):
                times = of_first if for_each else ir.Bounds(1, 1)
            case _:
                assert_never(part)
        least, most = least + each.least * times.least, most + each.most * times.most
    return least, most


class _Reader:
    """Makes the table of one shape."""

    def __init__(self, deck: tuple[ir.CardFace, ...], ranks: tuple[str, ...], shape: ir.Shape) -> None:
        wild = shape.wild
        cards = frozenset(wild.cards if wild else ())
        places = shape_places(ranks, shape)
        self.order = tuple(sorted((r for r, at in enumerate(places) if at), key=lambda r: min(places[r])))
        self.held = [sum(f.rank == rank and c not in cards for c, f in enumerate(deck)) for rank in self.order]
        self.most_wild = min(wild.most, len(cards), shape.most) if wild else 0
        self.natural = wild.natural if wild else 0
        self.parts = tuple(part for part in shape.parts if isinstance(part, ir.RanksPart))
        self.others = next((part for part in shape.parts if isinstance(part, ir.OthersPart)), None)
        self.work = 0
        in_runs = run_places(ranks, shape)
        at = {place: number for number, rank in enumerate(self.order) for place in in_runs[rank]}
        self.stretches = tuple(sorted(_stretches(at, len(self.order) if circle_of(ranks, shape.ace) else 0)))
        self._kept: dict[tuple[tuple[int, ...], int, frozenset[_Form], int], frozenset[_Form]] = {}

    def table(self) -> Mix:
        """Reads all that can be read, and drops what leads nowhere and what comes to the same."""
        layers: list[_Layer] = []
        now = {(runs, frozenset((_Form((0,) * len(runs)),))) for runs in self._begin()}
        for position, held in enumerate(self.held):
            layer = {
                (runs, forms): tuple((runs, self._after(runs, forms, position, n)) for n in range(held + 1))
                for runs, forms in now
            }
            layers.append(layer)
            now = {after for row in layer.values() for after in row if after[1]}
            self._works(len(now))
        mix = self._numbered(layers, now)
        if len(mix.rows) > MOST_ROWS:
            raise TooManyForms
        return mix

    def _numbered(self, layers: Sequence[_Layer], last: Iterable[_Known]) -> Mix:
        """Numbers the rows from the end on, those that lead to the same alike; what leads nowhere is -1."""
        found: dict[tuple[int, tuple[int, ...], tuple[int, ...]], int] = {}

        def number(read: int, row: tuple[int, ...], complete: tuple[int, ...]) -> int:
            return found.setdefault((read, row, complete), len(found)) if row or complete else NOWHERE

        told = {known: number(len(layers), (), self._complete(*known)) for known in last}
        for read in reversed(range(len(layers))):
            led = {known: [told.get(after, NOWHERE) for after in afters] for known, afters in layers[read].items()}
            told = {known: number(read, _without_end(row), ()) for known, row in led.items()}
        # First rows were numbered last.
        turned, last_number = list(reversed(found)), len(found) - 1
        return Mix(
            self.order,
            tuple(sorted({last_number - n for n in told.values() if n != NOWHERE})),
            tuple(tuple(n if n == NOWHERE else last_number - n for n in row) for _, row, _ in turned),
            tuple(complete for _, _, complete in turned),
            tuple(read for read, _, _ in turned),
        )

    def _begin(self) -> Iterator[Runs]:
        """Each way to say which ranks the runs have."""
        ways = [
            [s for s in self.stretches if part.ranks is None or part.ranks.least <= s.bit_count() <= part.ranks.most]
            if part.run
            else [0]
            for part in self.parts
        ]
        for runs in product(*ways):
            self._works(1)
            if reduce(or_, runs).bit_count() == sum(run.bit_count() for run in runs):
                yield runs

    def _after(self, runs: Runs, forms: frozenset[_Form], position: int, natural: int) -> frozenset[_Form]:
        """The ways to part what was read with so many natural cards of the next rank."""
        within = next((number for number, run in enumerate(runs) if run >> position & 1), NOWHERE)
        key = (tuple(run.bit_count() for run in runs), within, forms, natural)
        found = self._kept.get(key)
        if found is None:
            found = frozenset(after for form in forms for after in self._with(form, key[0], within, natural))
            self._works(len(found) + 1)
            self._kept[key] = found
        return found

    def _with(self, form: _Form, sizes: tuple[int, ...], within: int, natural: int) -> Iterator[_Form]:
        """`sizes`: so many ranks each run has; `within`: the run that has this rank."""
        counted = replace(form, natural=min(form.natural + natural, self.natural))
        if within != NOWHERE:
            yield from self._filled(counted, self.parts[within], natural)
            return
        for number, part in enumerate(self.parts):
            many = form.ranks[number] + 1
            if not part.run and (part.ranks is None or many <= part.ranks.most):
                ranks = (*form.ranks[:number], many, *form.ranks[number + 1 :])
                yield from self._filled(replace(counted, ranks=ranks), part, natural)
        if not natural:
            yield counted
        elif self.others:
            times = (sizes[0] or len(self.order)) if self.others.for_each else 1
            if form.others + natural <= self.others.cards.most * times:
                yield replace(counted, others=form.others + natural)

    def _filled(self, form: _Form, part: ir.RanksPart, natural: int) -> Iterator[_Form]:
        """Wild cards are taken for the cards of a rank that are missing."""
        for wild in range(
            max(part.each.least - natural, 0), min(part.each.most - natural, self.most_wild - form.wild) + 1
        ):
            yield replace(form, wild=form.wild + wild)

    def _complete(self, runs: Runs, forms: frozenset[_Form]) -> tuple[int, ...]:
        """With how many wild cards all parts have what they should, rising."""
        return tuple(sorted({wild for form in forms for wild in self._completes(runs, form)}))

    def _completes(self, runs: Runs, form: _Form) -> Iterator[int]:
        many = [run.bit_count() or ranks for run, ranks in zip(runs, form.ranks, strict=True)]
        wanted = [part.ranks or ir.Bounds(many[0], many[0]) for part in self.parts]
        right = all(bounds.least <= n <= bounds.most for n, bounds in zip(many, wanted, strict=True))
        if form.natural < self.natural or not right:
            return
        others = self.others.cards if self.others else ir.Bounds(0, 0)
        times = many[0] if self.others and self.others.for_each else 1
        for more in range(max(others.least * times - form.others, 0), others.most * times - form.others + 1):
            if form.wild + more <= self.most_wild:
                yield form.wild + more

    def _works(self, amount: int) -> None:
        self.work += amount
        if self.work > MOST_WORK:
            raise TooManyForms


def _stretches(at: dict[int, int], circle: int) -> set[int]:
    """All ranks that follow one another, as bits of their positions. `at`: the position of the rank at each place."""
    found: set[int] = set()
    for start in at:
        place, run = start, 0
        while place in at and not run >> at[place] & 1:
            run |= 1 << at[place]
            found.add(run)
            place = (place + 1) % circle if circle else place + 1
    return found


def _without_end(row: list[int]) -> tuple[int, ...]:
    """A row without the numbers of cards at its end that lead nowhere."""
    kept = len(row)
    while kept and row[kept - 1] == NOWHERE:
        kept -= 1
    return tuple(row[:kept])
