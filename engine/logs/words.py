"""Cards, values, moves and positions in the game's own words, and moves read from such words.

Leaves who may see what to `engine.interpreter.observe`. A card is its rank and its suit's first letters in capitals,
with `#2` for a second copy (`10S`, `AH#2`); a numbered symbol carries its domain (`player 1`, `pile 2`), others are
their own word.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.layout import Cell, Layout
from engine.interpreter.faults import Value
from engine.interpreter.moves import PASS, Move
from engine.interpreter.position import Position
from engine.interpreter.variants import Variants
from spec.ir import nodes as ir
from spec.ir.index import index_of, shown_word
from spec.text.whole_numbers import whole

NO_CARDS = "no cards"
NOBODY = "nobody"


class Words:
    """Prints and reads what belongs to one game."""

    def __init__(self, game: ir.Game, layout: Layout) -> None:
        self._layout = layout
        self._index = index_of(game)
        self._variants = Variants(self._index)
        self._domains = {domain.name: domain.values for domain in game.domains}
        self.cards = card_names(game)
        self._card_of = {name.upper(): card for card, name in enumerate(self.cards)}
        self._steps = game.steps

    # ------------------------------------------------------------ printing

    def symbol(self, domain: str, value: int) -> str:
        """A symbol's word, with its domain where the word is but a number."""
        if value == ir.NOBODY:
            return NOBODY
        word = self._domains[domain][value]
        return f"{domain} {word}" if word.isdecimal() and domain != "rank" else word

    def player(self, seat: int) -> str:
        """A player by the seat, which counts from 0."""
        return self.symbol("player", seat)

    def card_list(self, cards: tuple[int, ...]) -> str:
        """Cards in the order given."""
        return " ".join(self.cards[card] for card in cards) or NO_CARDS

    def value(self, value: Value, kind: ir.Type) -> str:
        """A value of a type."""
        if isinstance(value, tuple):
            return self.card_list(value)
        match kind:
            case ir.Bool():
                return "yes" if value else "no"
            case ir.Symbol(domain, _):
                return self.symbol(domain, value)
            case ir.Card():
                return self.cards[value] if value >= 0 else "no card"
            case ir.Int() | ir.Cards():
                return str(value)

    def move_name(self, move: Move) -> str:
        """The name of a move as the rule file has it: one for all the shapes that its cards may be of."""
        return self._variants.name(move)

    def moves_of(self, actions: Iterable[str]) -> tuple[str, ...]:
        """The moves of which these are the actions, each once."""
        known = self._index.actions
        return tuple(dict.fromkeys(known[name].move if name in known else name for name in actions))

    def move(self, move: Move) -> str:
        """A move as `name(argument, argument)`, by its name in the rule file."""
        return self._with_arguments(self.move_name(move), move)

    def action(self, move: Move) -> str:
        """A move by the name of its action, as exported engines and their test vectors have it."""
        return self._with_arguments(move.action, move)

    def _with_arguments(self, name: str, move: Move) -> str:
        if not move.args:
            return name
        params = self._index.actions[move.action].params
        told = (self.value(value, param.type) for value, param in zip(move.args, params, strict=True))
        return f"{name}({', '.join(told)})"

    def cell(self, cell: Cell, domains: tuple[str, ...]) -> str:
        """A zone or field by its name and index, as `hand of player 1`; a pile by its number, as `pile 2`."""
        if not cell.index:
            return cell.name
        if domains == (cell.name,):
            return self.symbol(cell.name, cell.index[0])
        told = (self.symbol(domain, at) for domain, at in zip(domains, cell.index, strict=True))
        return f"{cell.name} of {', '.join(told)}"

    def zone(self, number: int) -> str:
        """The zone of a cell of the layout."""
        cell = self._layout.cells[number]
        return self.cell(cell, self._layout.zones[cell.name].decl.index)

    def field(self, number: int) -> str:
        """The field of a slot of the layout."""
        slot = self._layout.slots[number]
        return self.cell(slot, self._layout.fields[slot.name].decl.index)

    def field_value(self, number: int, value: int) -> str:
        """A value of the field of a slot of the layout."""
        return self.value(value, self._layout.fields[self._layout.slots[number].name].decl.type)

    def step(self, number: int) -> str:
        """The label of a step; the end of the course of play has none."""
        return self._steps[number].source.label if 0 <= number < len(self._steps) else "the end of the course of play"

    def position(self, position: Position) -> str:
        """Every zone (cards bottom first), every field, the step, and the result or fault, a line each."""
        lines = [f"{self.zone(i)}: {self.card_list(cards)}" for i, cards in enumerate(position.cells)]
        lines += [f"{self.field(i)} = {self.field_value(i, value)}" for i, value in enumerate(position.fields)]
        lines.append(f"at {self.step(position.step)}")
        if position.result is not None:
            returns = ", ".join(f"{self.player(p)} {r:+d}" for p, r in enumerate(position.result.returns))
            lines.append(f"ended by {position.result.ending}: {returns}")
        if position.fault is not None:
            lines.append(f"stopped: {position.fault.sentence}")
        return "\n".join(lines)

    # ------------------------------------------------------------ reading

    def parse_move(self, text: str) -> Move | str:
        """The move that a text such as `play(7S 7H, pile 2)` tells, or a sentence on what is wrong with it."""
        name, bracket, rest = text.strip().partition("(")
        name = name.strip()
        if bracket and not rest.endswith(")"):
            return f"the bracket after {name} is not closed"
        if name == PASS.action and name not in self._index.actions:
            return PASS if not rest.rstrip(")").strip() else "a pass takes no arguments"
        actions = self._index.moves.get(name)
        if actions is None:
            return f"no move is called {name}; there are {', '.join(self.moves_of(self._index.actions))}"
        told = [part.strip() for part in rest[:-1].split(",")] if rest[:-1].strip() else []
        ways = [self._parsed(action, told) for action in actions]
        moves = [way for way in ways if isinstance(way, Move)]
        return self._variants.meant(name, moves) if moves else str(ways[0])

    def variants_of(self, text: str) -> tuple[Move, ...]:
        """The same for each shape that the cards of the move may be of."""
        name, _, rest = text.partition("(")
        told = [part.strip() for part in rest[:-1].split(",")] if rest[:-1].strip() else []
        ways = (self._parsed(action, told) for action in self._index.moves.get(name.strip(), ()))
        return tuple(way for way in ways if isinstance(way, Move))

    def _parsed(self, action: ir.Action, told: list[str]) -> Move | str:
        if len(told) != len(action.params):
            return f"{action.move} takes {len(action.params)} arguments, and here are {len(told)}"
        args: list[Value] = []
        for param, words in zip(action.params, told, strict=True):
            value = self.read(words, param)
            if value is None:
                return f"{words!r} does not tell what {param.name} is"
            args.append(value)
        return Move(action.source.label, tuple(args))

    def called(self, name: str, args: tuple[Value, ...]) -> Move | str:
        """The move of that name and those arguments, with cards in the order in which they are to be laid."""
        ways = [
            Move(action.source.label, tuple(self._as_chosen(v, p) for v, p in zip(args, action.params, strict=True)))
            for action in self._index.moves.get(name, ())
        ]
        return self._variants.meant(name, ways) if ways else Move(name, args)

    def _as_chosen(self, value: Value, param: ir.Param) -> Value:
        return tuple(sorted(value)) if isinstance(value, tuple) and self._sorts(param) else value

    def _sorts(self, param: ir.Param) -> bool:
        return param.shape is not None and not self._index.shapes[param.shape].ordered

    def read(self, words: str, param: ir.Param) -> Value | None:
        """The value that words tell for a parameter of a move; None where they tell none. Cards may be told in any
        order, where only one is of the parameter's shape or their order does not matter."""
        match param.type:
            case ir.Bool():
                return {"yes": 1, "no": 0}.get(words)
            case ir.Int():
                return whole(words)
            case ir.Card():
                return self._card_of.get(words.upper())
            case ir.Symbol(domain, _):
                return self._read_symbol(words, domain)
            case ir.Cards():
                cards = self.read_cards(words)
                return cards if cards is None or param.shape is None else self._variants.in_order(param.shape, cards)

    def read_cards(self, words: str) -> tuple[int, ...] | None:
        """Cards told by their names, in the order told; None where one of the names is unknown."""
        found = [self._card_of.get(word.upper()) for word in ([] if words == NO_CARDS else words.split())]
        known = tuple(card for card in found if card is not None)
        return known if len(known) == len(found) else None

    def _read_symbol(self, words: str, domain: str) -> int | None:
        """Capitals and low lines matter only where words of a list differ in nothing else."""
        values = self._domains[domain]
        for same in (str, _plain):
            word = same(words).removeprefix(f"{same(domain)} ")
            if word == NOBODY:
                return ir.NOBODY
            if word in [same(value) for value in values]:
                return [same(value) for value in values].index(word)
        return None


def card_names(game: ir.Game) -> tuple[str, ...]:
    """A different name for every card of the deck."""
    domains = {domain.name: domain.values for domain in game.domains}
    suits = _short(domains["suit"])
    plain = [f"{domains['rank'][face.rank]}{shown_word(suits, face.suit)}" for face in game.deck]
    kinds = {(face.rank, face.suit) for face in game.deck}
    if len({name.upper() for name in plain}) < len(kinds):
        parted = [(domains["rank"][face.rank], shown_word(domains["suit"], face.suit)) for face in game.deck]
        plain = [f"{rank}-{suit}" if suit else rank for rank, suit in parted]
    return tuple(name + (f"#{face.copy + 1}" if face.copy else "") for name, face in zip(plain, game.deck, strict=True))


def _plain(words: str) -> str:
    return words.lower().replace("_", " ")


def _short(suits: tuple[str, ...]) -> tuple[str, ...]:
    """As many first letters of each suit, in capitals, as tell all suits apart."""
    for length in range(1, max((len(suit) for suit in suits), default=1) + 1):
        short = tuple(suit[:length].upper() for suit in suits)
        if len(set(short)) == len(suits):
            return short
    return suits
