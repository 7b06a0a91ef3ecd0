"""The C by which a state of one game is told in bits and read back: a straight line of all fields and cells.

Leaves how cards and numbers are told to `states.h`. Each card has in each of a few planes a bit of the number of the
cell where it lies; hidden stacks are one such number together. Where that takes too much for two words, those cards
that are shown are told first and planes of them only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from engine.c import tree as c
from engine.c.compiled.code import BAG, HEAP, PILE, SET, cell_numbers
from engine.c.rules.effects import with_uses
from engine.c.rules.engine import Engine

S, E, W, R, TO = map(c.Name, ("s", "e", "w", "r", "to"))
WORD, BITS, VALUE, SHOWN, KNOWN, STACKED = map(c.Name, ("word", "bits", "value", "shown", "known", "stacked"))
ALL, ZERO, ONE = c.Name("ALL_CARDS"), c.Int(0), c.Int(1)
STATE, ENDED, INT32 = c.Named("state"), c.Named("ended_t"), c.Named("int32_t")
RECORD = c.Named("uint32_t")
THE_STATE = c.Param(c.Pointer(c.Constant(STATE)), "s")
NAMES = {PILE: "pile", HEAP: "heap"}
WORD_BITS = 64
FLAT = 56
"""Planes of all cards are told where they, the fields and the like take no more bits."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A number told in so many bits: how it is found in a state, and what reads it back from `value`.

    `usual` is what it is as long as play goes on and nobody knows a hidden card, where that is always the same.
    """

    bits: int
    found: c.Expr
    read: c.Statement
    usual: c.Expr | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: how it is told, its number among the sets or among the piles, and where it is a heap among the heaps."""

    kind: int
    at: int
    heap: int

    @property
    def place(self) -> c.Expr:
        """It in the state `s`."""
        return c.At(c.Through(S, "sets" if self.kind == SET else "piles"), c.Int(self.at))

    @property
    def size(self) -> c.Expr:
        """How many cards a pile holds."""
        return c.At(self.place, ZERO)

    @property
    def name(self) -> c.Name:
        """The set of its cards."""
        return c.Name(f"{'set' if self.kind == SET else 'pile'}{self.at}")

    @property
    def cards(self) -> c.Expr:
        """Where that is found in the state `s`."""
        if self.kind == HEAP:
            return c.At(c.Through(S, "heaps"), c.Int(self.heap))
        return self.place if self.kind == SET else c.Call("cards_in", (self.place,))


@dataclass(frozen=True, slots=True)
class Plan:
    """What is told of a game, in order. `codes` are the open cells by their numbers in planes; None: hidden stacks."""

    pieces: tuple[Piece, ...]
    codes: tuple[Cell | None, ...]
    bags: tuple[Cell, ...]
    deck: int
    flat: bool

    @property
    def open(self) -> Iterator[Cell]:
        """The cells all of whose cards are known."""
        return (cell for cell in self.codes if cell is not None)

    @property
    def short(self) -> bool:
        """Is a state told in one word as long as play goes on and nobody knows a card of a hidden stack?"""
        told = [cell.kind for cell in self.open if cell.kind != SET]
        most = sum(p.bits for p in self.pieces) + (self.deck - 1).bit_length() * len(told)
        return self.flat and most <= WORD_BITS and PILE not in told

    @property
    def planes(self) -> list[c.Name]:
        """For each bit of the number of a cell the cards whose cells have it."""
        return [_plane(k) for k in range(_number_bits(self.codes))]

    @property
    def shown(self) -> c.Expr:
        """All cards in open cells."""
        return SHOWN if self.bags else ALL


def packing(m: Engine, kinds: Sequence[int], low: Sequence[int], bits: Sequence[int]) -> list[c.Declaration]:
    """The functions `pack` and `unpack`; `low` and `bits` tell each field's least value and how many bits it takes."""
    piles = [kind for kind in kinds if kind != SET]
    cells = zip(kinds, cell_numbers(m.layout), strict=True)
    numbered = [Cell(kind, at, piles[:at].count(HEAP) if kind == HEAP else -1) for kind, at in cells]
    plan = _plan(m, numbered, low, bits)
    usual = [_is_usual(plan), _pack_usual(plan)] if plan.short else []
    return [c.Define("USUAL", c.Int(int(plan.short))), *_counts(plan), _pack(plan), *usual, _unpack(plan)]


def _plan(m: Engine, cells: list[Cell], low: Sequence[int], bits: Sequence[int]) -> Plan:
    deck = len(m.layout.deck)
    bags = tuple(cell for cell in cells if cell.kind == BAG)
    over, step = c.Cast(c.BITS, c.Through(E, "over")), c.Through(S, "step")
    pieces = [
        Piece(2, over, c.Assign(c.Member(E, "over"), _int(VALUE)), c.Cast(c.BITS, c.Name("PLAYING"))),
        Piece(len(m.game.steps).bit_length(), c.Cast(c.BITS, step), c.Assign(step, c.Cast(INT32, VALUE))),
        *(_field(i, least, size) for i, (least, size) in enumerate(zip(low, bits, strict=True))),
    ]
    if bags:
        pieces.append(Piece(1, c.Cast(c.BITS, KNOWN), c.Assign(KNOWN, _int(VALUE)), c.Cast(c.BITS, ZERO)))
    for bag in bags[1:]:
        pieces.append(Piece(deck.bit_length(), c.Cast(c.BITS, bag.size), _do("get_blanks", bag.place, _int(VALUE))))
    shown = tuple(cell for cell in cells if cell.kind != BAG)
    codes = (None, *shown) if bags else shown
    planes = _number_bits(codes)
    flat = sum(p.bits for p in pieces) + planes * deck <= FLAT
    if flat:
        pieces += [
            Piece(deck, c.Cast(c.BITS, _plane(k)), c.Assign(_plane(k), c.Cast(c.CARDS, VALUE))) for k in range(planes)
        ]
    return Plan(tuple(pieces), codes if flat else shown, bags, deck, flat)


def _field(i: int, least: int, bits: int) -> Piece:
    """A field, told from its least value on."""
    field = c.At(c.Through(S, "fields"), c.Int(i))
    above = c.Cast(c.BITS, c.Binary("-", c.Cast(c.NUM, field), c.Int(least)))
    return Piece(bits, above, c.Assign(field, c.Cast(INT32, c.Binary("+", c.Cast(c.NUM, VALUE), c.Int(least)))))


def _words(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The pieces in order, as many at once as a word holds."""
    word: list[Piece] = []
    for piece in pieces:
        if sum(p.bits for p in word) + piece.bits > WORD_BITS:
            yield word
            word = []
        word.append(piece)
    yield word


# ------------------------------------------------------------ parts of both


def _number_bits(codes: Sequence[Cell | None]) -> int:
    """In how many bits the number of a cell is told."""
    return max(len(codes) - 1, 0).bit_length()


def _plane(k: int) -> c.Name:
    return c.Name(f"plane{k}")


def _joined(op: c.BinaryOp, items: Iterable[c.Expr]) -> c.Expr:
    """All items with an operator between them; 0 of none."""
    listed = list(items)
    return reduce(lambda left, right: c.Binary(op, left, right), listed) if listed else ZERO


def _do(function: str, *args: c.Expr) -> c.Do:
    return c.Do(c.Call(function, args))


def _int(value: c.Expr) -> c.Expr:
    return c.Cast(c.INT, value)


def _pointer(name: c.Name) -> c.Expr:
    return c.Unary("&", name)


def _let(type_: c.Type, name: c.Name, value: c.Expr) -> c.Declare:
    return c.Declare(c.Constant(type_), name.name, value)


def _rarely(cond: c.Expr, *then: c.Statement) -> c.If:
    return c.If(c.Call("RARE", (cond,)), then)


def _hidden() -> c.Expr:
    """The cards of hidden stacks."""
    return c.Binary("&", ALL, c.Unary("~", SHOWN))


def _function(name: str, heads: tuple[c.Param, ...], body: Iterable[c.Statement], about: str) -> c.Function:
    return c.Function(name, c.INT, heads, with_uses(heads, tuple(body)), about, inline=True)


# ------------------------------------------------------------ telling


def _counts(plan: Plan) -> Iterator[c.Function]:
    blanks = _joined("+", [c.Call("blanks_in", (bag.place,)) for bag in plan.bags])
    stacked = _joined("+", [bag.size for bag in plan.bags])
    yield _function("blanks_of", (THE_STATE,), [c.Return(blanks)], "How many cards nobody has seen.")
    yield _function("stacked_in", (THE_STATE,), [c.Return(stacked)], "How many cards hidden stacks hold.")


def _sets(plan: Plan) -> Iterator[c.Statement]:
    """The sets of cards of all open cells, and the planes."""
    for cell in plan.open:
        yield _let(c.CARDS, cell.name, cell.cards)
    for k, plane in enumerate(plan.planes):
        among = [cell.name for number, cell in enumerate(plan.codes) if cell is not None and number >> k & 1]
        yield _let(c.CARDS, plane, _joined("|", among))


def _together(word: Sequence[Piece], *, usual: bool = False) -> tuple[c.Expr, c.Expr]:
    """Some pieces as one number, and of how many bits."""
    shift, parts = 0, list[c.Expr]()
    for piece in word:
        found = piece.usual if usual and piece.usual is not None else piece.found
        if piece.bits:
            parts.append(c.Binary("<<", found, c.Int(shift)) if shift else found)
        shift += piece.bits
    return _joined("|", parts), c.Int(shift)


def _is_usual(plan: Plan) -> c.Function:
    known = _joined("||", [c.Call("any_known", (bag.place,)) for bag in plan.bags])
    few = c.Binary("<=", c.Call("stacked_in", (S,)), ONE)
    about = "Does nobody know a card of a hidden stack? A single one is no other than the last."
    return _function("is_usual", (THE_STATE,), [c.Return(c.Binary("||", few, c.Unary("!", known)))], about)


def _pack_usual(plan: Plan) -> c.Function:
    (word,) = _words(plan.pieces)
    number, bits = _together(word, usual=True)
    body = [*_sets(plan), c.Declare(c.BITS, WORD.name, number), c.Declare(c.INT, BITS.name, bits)]
    for cell in plan.open:
        if cell.kind == HEAP:
            more = c.Call("add_heap", (_pointer(WORD), BITS, cell.name, cell.place))
            body.append(c.Assign(BITS, more, "+="))
    body += [_do("memcpy", TO, _pointer(WORD), c.SizeOf(WORD)), c.Return(BITS)]
    about = "Tells such a state in bits as long as play goes on; answers how many."
    return _function("pack_usual", (THE_STATE, c.Param(c.Pointer(RECORD), "to")), body, about)


def _pack(plan: Plan) -> c.Function:
    heads = (
        THE_STATE,
        c.Param(c.Pointer(c.Constant(ENDED)), "e"),
        c.Param(c.INT, "blanks"),
        c.Param(c.Pointer(RECORD), "to"),
    )
    body: list[c.Statement] = [c.Declare(c.Named("writer"), "w", c.Values((TO, TO, ZERO, ZERO))), *_sets(plan)]
    if plan.bags:
        some = c.Binary("!=", c.Name("blanks"), STACKED)
        body += [
            _let(c.CARDS, SHOWN, _joined("|", [cell.name for cell in plan.open])),
            _let(c.INT, STACKED, c.Call("stacked_in", (S,))),
            _let(c.INT, KNOWN, c.Binary("&&", some, c.Binary(">", STACKED, ONE))),
        ]
    body += [_do("put", _pointer(W), *_together(word)) for word in _words(plan.pieces)]
    body.append(_rarely(c.Through(E, "over"), _do("put_ended", _pointer(W), E)))
    if not plan.flat:
        body += [_do("put_some", _pointer(W), ALL, SHOWN)] if plan.bags else []
        body += [_do("put_some", _pointer(W), plan.shown, plane) for plane in plan.planes]
    for cell in plan.open:
        if cell.kind != SET:
            body.append(_do(f"put_{NAMES[cell.kind]}", _pointer(W), cell.name, cell.place))
    if plan.bags:
        body.append(_rarely(KNOWN, _do("put_hidden", _pointer(W), _hidden(), S)))
    body.append(c.Return(c.Call("put_end", (_pointer(W),))))
    return _function("pack", heads, body, "Tells a state in bits; answers how many.")


# ------------------------------------------------------------ reading back


def _unpack(plan: Plan) -> c.Function:
    heads = (c.Param(c.Pointer(c.Constant(RECORD)), "from"), c.Param(c.Pointer(STATE), "s"))
    nowhere = c.Int(-1)
    body: list[c.Statement] = [
        c.Declare(c.Named("reader"), "r", c.Values((c.Name("from"), ZERO, ZERO))),
        c.Declare(ENDED, "e", c.Values((ZERO, nowhere, c.Name("NO_FAULT"), nowhere))),
        *(c.Declare(c.BITS, name.name, None) for name in (WORD, VALUE)),
        *(c.Declare(c.CARDS, plane.name, None) for plane in plan.planes),
        *([c.Declare(c.INT, KNOWN.name, None)] if plan.bags else []),
        c.Assign(c.Member(R, "held"), c.Call("next_word", (_pointer(R),))),
        c.Assign(c.Member(R, "bits"), c.Int(WORD_BITS)),
    ]
    for word in _words(plan.pieces):
        body += _taken_apart(word)
    body.append(_rarely(c.Member(E, "over"), _do("get_ended", _pointer(R), _pointer(E))))
    if not plan.flat:
        body += [_let(c.CARDS, SHOWN, c.Call("get_some", (_pointer(R), ALL)))] if plan.bags else []
        body += [c.Assign(plane, c.Call("get_some", (_pointer(R), plan.shown))) for plane in plan.planes]
    body += [*_cells(plan), *(_stacks(plan) if plan.bags else ()), c.Return(E)]
    return c.Function("unpack", ENDED, heads, tuple(body), "Reads a state back, and how play stands there.")


def _taken_apart(word: Sequence[Piece]) -> Iterator[c.Statement]:
    """Reads some pieces out of one number."""
    yield c.Assign(WORD, c.Call("get", (_pointer(R), c.Int(sum(p.bits for p in word)))))
    shift = 0
    for piece in word:
        mask = c.Int((1 << piece.bits) - 1, True)
        value = c.Binary("&", c.Binary(">>", WORD, c.Int(shift)), mask) if piece.bits else ZERO
        yield from (c.Assign(VALUE, value), piece.read)
        shift += piece.bits


def _cells(plan: Plan) -> Iterator[c.Statement]:
    """Puts the cards of all open cells there."""
    for number, cell in enumerate(plan.codes):
        if cell is not None:
            planes = [plane if number >> k & 1 else c.Unary("~", plane) for k, plane in enumerate(plan.planes)]
            yield _let(c.CARDS, cell.name, _joined("&", [ALL if plan.flat else plan.shown, *planes]))
    for cell in plan.open:
        if cell.kind == SET:
            yield c.Assign(cell.place, cell.name)
            continue
        yield _do(f"get_{NAMES[cell.kind]}", _pointer(R), cell.name, cell.place)
        if cell.kind == HEAP:
            yield c.Assign(cell.cards, cell.name)


def _stacks(plan: Plan) -> Iterator[c.Statement]:
    """Puts the cards of all hidden stacks there."""
    hidden = c.Name("hidden")
    if plan.flat:
        yield _let(c.CARDS, SHOWN, _joined("|", [cell.name for cell in plan.open]))
    yield c.Declare(c.CARDS, hidden.name, _hidden())
    first, *others = plan.bags
    size = _joined("-", [c.Call("size_of", (hidden,)), *(bag.size for bag in others)])
    yield _do("get_blanks", first.place, size)
    yield _rarely(KNOWN, _do("get_hidden", _pointer(R), _pointer(hidden), S))
    yield _rarely(c.Binary("==", c.Call("size_of", (hidden,)), ONE), _do("name_only", S, hidden))
