"""The C by which a state of one game is told in bits and read back: a straight line of all fields and cells.

Leaves how cards and numbers are told to `states.h`. Each card has in each of a few planes a bit of the number of the
cell where it lies; hidden stacks are one such number together. Where that takes too much for two words, those cards
that are shown are told first and planes of them only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.c.compiled.code import BAG, HEAP, PILE, SET, cell_numbers
from engine.c.rules.engine import Engine

NAMES = {PILE: "pile", HEAP: "heap"}
WORD = 64
FLAT = 56
"""Planes of all cards are told where they, the fields and the like take no more bits."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A number told in so many bits: how it is found in a state, and what reads it back from `value`."""

    bits: int
    found: str
    read: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: how it is told, its number among the sets or among the piles, and where it is a heap among the heaps."""

    kind: int
    at: int
    heap: int

    @property
    def text(self) -> str:
        """It in C, in the state `s`."""
        return f"s->sets[{self.at}]" if self.kind == SET else f"s->piles[{self.at}]"

    @property
    def name(self) -> str:
        """The set of its cards, in C."""
        return f"{'set' if self.kind == SET else 'pile'}{self.at}"

    @property
    def cards(self) -> str:
        """Where that is found in the state `s`."""
        if self.kind == HEAP:
            return f"s->heaps[{self.heap}]"
        return self.text if self.kind == SET else f"cards_in({self.text})"


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
        return self.flat and most <= WORD and PILE not in told

    @property
    def planes(self) -> int:
        """In how many bits the number of a cell is told."""
        return (len(self.codes) - 1).bit_length()


def packing(m: Engine, kinds: Sequence[int], low: Sequence[int], bits: Sequence[int]) -> str:
    """The functions `pack` and `unpack`; `low` and `bits` tell each field's least value and how many bits it takes."""
    piles = [kind for kind in kinds if kind != SET]
    cells = zip(kinds, cell_numbers(m.layout), strict=True)
    numbered = [Cell(kind, at, piles[:at].count(HEAP) if kind == HEAP else -1) for kind, at in cells]
    plan = _plan(m, numbered, low, bits)
    return _blanks(plan) + _pack(plan) + _usual(plan) + _unpack(plan)


def _plan(m: Engine, cells: list[Cell], low: Sequence[int], bits: Sequence[int]) -> Plan:
    deck = len(m.layout.deck)
    bags = tuple(cell for cell in cells if cell.kind == BAG)
    pieces = [
        Piece(2, "(u64)e->over", "e.over = (int)value;"),
        Piece(len(m.game.steps).bit_length(), "(u64)s->step", "s->step = (int32_t)value;"),
    ]
    for i, (least, size) in enumerate(zip(low, bits, strict=True)):
        read = f"s->fields[{i}] = (int32_t)((num)value + {least}LL);"
        pieces.append(Piece(size, f"(u64)((num)s->fields[{i}] - {least}LL)", read))
    if bags:
        pieces.append(Piece(1, "(u64)known", "known = (int)value;"))
    for bag in bags[1:]:
        pieces.append(Piece(deck.bit_length(), f"(u64){bag.text}[0]", f"get_blanks({bag.text}, (int)value);"))
    shown = tuple(cell for cell in cells if cell.kind != BAG)
    codes = (None, *shown) if bags else shown
    planes = (len(codes) - 1).bit_length()
    flat = sum(p.bits for p in pieces) + planes * deck <= FLAT
    if flat:
        pieces += [Piece(deck, f"(u64)plane{k}", f"plane{k} = (set_t)value;") for k in range(planes)]
    return Plan(tuple(pieces), codes if flat else shown, bags, deck, flat)


def _words(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The pieces in order, as many at once as a word holds."""
    word: list[Piece] = []
    for piece in pieces:
        if sum(p.bits for p in word) + piece.bits > WORD:
            yield word
            word = []
        word.append(piece)
    yield word


# ------------------------------------------------------------ telling


def _sets(plan: Plan) -> str:
    """The sets of cards of all open cells, and the planes."""
    text = "".join(f"  const set_t {cell.name} = {cell.cards};\n" for cell in plan.open)
    for k in range(plan.planes):
        among = [cell.name for number, cell in enumerate(plan.codes) if cell is not None and number >> k & 1]
        text += f"  const set_t plane{k} = {' | '.join(among)};\n"
    return text


def _joined(word: Sequence[Piece], known: dict[str, str]) -> tuple[str, int]:
    """Some pieces as one number, and of how many bits; `known` are those that are found otherwise."""
    shift, parts = 0, []
    for piece in word:
        found = known.get(piece.found, piece.found)
        parts.append(f"{found} << {shift}" if shift else found)
        shift += piece.bits
    return " | ".join(parts), shift


def _usual(plan: Plan) -> str:
    """The same for how states usually are, where one word is enough; `USUAL` tells whether it is."""
    if not plan.short:
        return "#define USUAL 0\n"
    (word,) = _words(plan.pieces)
    number, bits = _joined(word, {"(u64)e->over": "(u64)PLAYING", "(u64)known": "(u64)0"})
    text = f"{_sets(plan)}  u64 word = {number};\n  int bits = {bits};\n"
    for cell in plan.open:
        if cell.kind == HEAP:
            text += f"  bits += add_heap(&word, bits, {cell.name}, {cell.text});\n"
    known = " || ".join(f"any_known({bag.text})" for bag in plan.bags) or "0"
    return (
        "#define USUAL 1\n/* Does nobody know a card of a hidden stack? A single one is no other than the last. */\n"
        f"HOT int is_usual(const state *s) {{\n  (void)s;\n  return stacked_in(s) <= 1 || !({known});\n}}\n"
        "/* Tells such a state in bits as long as play goes on; answers how many. */\n"
        f"HOT int pack_usual(const state *s, uint32_t *to) {{\n{text}"
        "  memcpy(to, &word, sizeof word);\n  return bits;\n}\n"
    )


def _pack(plan: Plan) -> str:
    text = _sets(plan)
    if plan.bags:
        text += "  const int stacked = stacked_in(s), known = blanks != stacked && stacked > 1;\n"
    for word in _words(plan.pieces):
        number, bits = _joined(word, {})
        text += f"  put(&w, {number}, {bits});\n"
    text += "  if (RARE(e->over)) put_ended(&w, e);\n"
    if not plan.flat:
        text += _shown(plan, "put_some(&w, ALL_CARDS, shown);", f"const set_t shown = {_all(plan)};")
        text += "".join(f"  put_some(&w, shown, plane{k});\n" for k in range(plan.planes))
    for cell in plan.open:
        if cell.kind != SET:
            text += f"  put_{NAMES[cell.kind]}(&w, {cell.name}, {cell.text});\n"
    if plan.bags:
        text += f"  if (RARE(known)) {{\n    set_t hidden = ALL_CARDS & ~({_all(plan)});\n"
        text += "".join(f"    put_known(&w, &hidden, {bag.text});\n" for bag in plan.bags) + "  }\n"
    return (
        "/* Tells a state in bits; answers how many. */\n"
        "HOT int pack(const state *s, const ended_t *e, int blanks, uint32_t *to) {\n"
        f"  writer w = {{to, to, 0, 0}};\n  (void)blanks;\n{text}  return put_end(&w);\n}}\n"
    )


def _all(plan: Plan) -> str:
    return " | ".join(cell.name for cell in plan.open) or "(set_t)0"


def _shown(plan: Plan, statement: str, known: str) -> str:
    """Which cards are shown: all, where no stack is hidden."""
    return f"  {known}\n  {statement}\n" if plan.bags else "  const set_t shown = ALL_CARDS;\n  (void)shown;\n"


def _blanks(plan: Plan) -> str:
    counted = " + ".join(f"blanks_in({bag.text})" for bag in plan.bags) or "0"
    size = " + ".join(f"{bag.text}[0]" for bag in plan.bags) or "0"
    return (
        "/* How many cards nobody has seen, and how many hidden stacks hold. */\n"
        f"HOT int blanks_of(const state *s) {{\n  (void)s;\n  return {counted};\n}}\n"
        f"HOT int stacked_in(const state *s) {{\n  (void)s;\n  return {size};\n}}\n"
    )


# ------------------------------------------------------------ reading back


def _unpack(plan: Plan) -> str:
    text = "".join(f"  set_t plane{k};\n" for k in range(plan.planes)) + ("  int known;\n" if plan.bags else "")
    text += "  r.held = next_word(&r);\n  r.bits = 64;\n"
    for word in _words(plan.pieces):
        text += f"  word = get(&r, {sum(p.bits for p in word)});\n"
        shift = 0
        for piece in word:
            value = f"word >> {shift} & 0x{(1 << piece.bits) - 1:x}ULL" if piece.bits else "0"
            text += f"  value = {value}; {piece.read}\n"
            shift += piece.bits
    text += "  if (RARE(e.over)) get_ended(&r, &e);\n"
    if not plan.flat:
        text += _shown(plan, "", "const set_t shown = get_some(&r, ALL_CARDS);")
        text += "".join(f"  plane{k} = get_some(&r, shown);\n" for k in range(plan.planes))
    for number, cell in enumerate(plan.codes):
        if cell is not None:
            text += f"  const set_t {cell.name} = {_cards(plan, number)};\n"
    for cell in plan.open:
        if cell.kind == SET:
            text += f"  {cell.text} = {cell.name};\n"
        else:
            text += f"  get_{NAMES[cell.kind]}(&r, {cell.name}, {cell.text});\n"
            text += f"  {cell.cards} = {cell.name};\n" if cell.kind == HEAP else ""
    if plan.bags:
        others = "".join(f" - {bag.text}[0]" for bag in plan.bags[1:])
        text += f"  set_t hidden = ALL_CARDS & ~({_all(plan)});\n"
        text += f"  get_blanks({plan.bags[0].text}, size_of(hidden){others});\n  if (RARE(known)) {{\n"
        text += "".join(f"    get_known(&r, &hidden, {bag.text});\n" for bag in plan.bags) + "  }\n"
        named = " ".join(f"{bag.text}[1] = (u8)low_of(hidden);" for bag in plan.bags)
        text += f"  if (RARE(size_of(hidden) == 1)) {{ {named} }}\n"
    return (
        "/* Reads a state back, and how play stands there. */\n"
        "static ended_t unpack(const uint32_t *from, state *s) {\n"
        "  reader r = {from, 0, 0};\n  ended_t e = {0, -1, NO_FAULT, -1};\n"
        f"  u64 word, value;\n{text}  return e;\n}}\n"
    )


def _cards(plan: Plan, number: int) -> str:
    """The cards of a cell by its number in planes."""
    parts = ["ALL_CARDS" if plan.flat else "shown"]
    parts += [f"{'' if number >> k & 1 else '~'}plane{k}" for k in range(plan.planes)]
    return " & ".join(parts)
