"""The moves on offer as a person sees them, and the moves that others make, with hidden cards as `?`.

Leaves which zones a player sees to `engine.interpreter.observe`, and reading what is typed to `hoyle.table.typed`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.interpreter.moves import Move
from engine.interpreter.observe import sees_all
from engine.interpreter.position import Position
from hoyle.api import Game, State
from hoyle.english.document.marks import words as spaced
from hoyle.table.faces import Faces
from hoyle.table.lines import columns, flowed, shortened
from spec.ir import nodes as ir

HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal move, or several that differ only in a card chosen blind: its number in the list, and its words."""

    number: int
    name: str
    args: tuple[str, ...]
    moves: tuple[Move, ...]

    @property
    def text(self) -> str:
        """The move as it is shown and may be typed."""
        told = ", ".join(self.args)
        count = f" (one of {len(self.moves)})" if len(self.moves) > 1 else ""
        return f"{spaced(self.name)}{' ' if told else ''}{told}{count}"


def offers(state: State) -> tuple[Offer, ...]:
    """The legal moves, each once, numbered from 1 in their fixed order."""
    found: dict[tuple[str, tuple[str, ...]], list[Move]] = {}
    everything = range(len(state.game.deck))
    for move in state.legal_actions():
        unseen = blind(state.game, move)
        hidden = cards_of(state.game, move)[unseen] if unseen else ()
        args = arguments(state.game, move, [c for c in everything if c not in hidden] if hidden else everything)
        found.setdefault((state.game.interpreter.words.move_name(move), args), []).append(move)
    return tuple(Offer(n, name, args, tuple(m)) for n, ((name, args), m) in enumerate(found.items(), 1))


def arguments(game: Game, move: Move, known: Collection[int]) -> tuple[str, ...]:
    """A move's arguments in words, with the cards that are not known as `?`."""
    words, action = game.interpreter.words, _action(game, move)
    parts = []
    for value, param in zip(move.args, action.params, strict=True) if action is not None else ():
        match param.type:
            case ir.Card() | ir.Cards() if value != ():
                cards = value if isinstance(value, tuple) else (value,)
                parts.append(" ".join(words.cards[c] if c in known else HIDDEN for c in cards))
            case _:
                parts.append(words.value(value, param.type))
    return tuple(parts)


def known_to(game: Game, position: Position, people: Collection[int]) -> frozenset[int]:
    """The cards that each of these people sees; without people to hide cards from, all."""
    layout = game.interpreter.layout
    if not people:
        return frozenset(range(len(game.deck)))
    seen: set[int] = set()
    for cell, cards in enumerate(position.cells):
        if all(sees_all(layout, cell, seat) for seat in people):
            seen.update(cards)
        elif layout.zones[layout.cells[cell].name].decl.seen == "top" and layout.ordered[cell]:
            seen.update(cards[-1:])
    return frozenset(seen)


def blind(game: Game, move: Move) -> str:
    """The name of a parameter that the mover chooses without seeing it; '' where there is none."""
    action = _action(game, move)
    return next((p.name for p in action.params if p.blind), "") if action is not None else ""


def cards_of(game: Game, move: Move) -> dict[str, tuple[int, ...]]:
    """For each parameter of a move that stands for cards, the cards."""
    action = _action(game, move)
    pairs = zip(move.args, action.params, strict=True) if action is not None and move.args else ()
    return {
        param.name: value if isinstance(value, tuple) else (value,)
        for value, param in pairs
        if isinstance(param.type, ir.Card | ir.Cards)
    }


def laid_open(game: Game, move: Move) -> frozenset[int]:
    """The cards of a move that it lays, whatever else it does, where everybody sees them."""
    action, chosen = _action(game, move), cards_of(game, move)
    zones = {zone.source.label: zone.seen for zone in game.rules.zones}
    found: set[int] = set()
    for effect in _surely(action.effects if action is not None else ()):
        match effect:
            case ir.Move(cards=ir.Var(name) | ir.Just(ir.Var(name)), target=ir.Place(zone=zone)) if name in chosen:
                if zones[zone] == "everybody" or (zones[zone] == "top" and len(chosen[name]) == 1):
                    found.update(chosen[name])
            case _:
                pass
    return frozenset(found)


def _surely(effects: Iterable[ir.Effect]) -> Iterator[ir.Effect]:
    """The effects that happen in any case."""
    for effect in effects:
        if isinstance(effect, ir.Cited):
            yield from _surely(effect.body)
        else:
            yield effect


def _action(game: Game, move: Move) -> ir.Action | None:
    return next((a for a in game.rules.actions if a.source.label == move.action), None)


# ---------------------------------------------------------------- as a list


def listed(found: Sequence[Offer], faces: Faces, width: int, rows: int) -> list[str]:
    """Offers in so many rows: each with its number where there is room, else by kind and by what is chosen first."""
    told = [f"{offer.number:>{len(str(found[-1].number))}}. {faces.drawn(offer.text)}" for offer in found]
    lines = columns(told, width)
    if len(lines) <= rows:
        return lines
    lines = _grouped(found, faces, width)
    example = faces.drawn(found[len(found) // 2].text).partition(" (")[0]
    hint = f"{len(found):,} moves. Type one, as `{example}`, or a part of it to list fewer."
    return [*shortened(lines, width, max(1, rows - 2), "kinds of moves"), *flowed([hint], width)]


def _grouped(found: Sequence[Offer], faces: Faces, width: int) -> list[str]:
    """A line for each move and, of one move only, for each first choice; as many of the other choices as fit."""
    at = 0 if len({offer.name for offer in found}) > 1 else 1
    groups: dict[tuple[str, ...], list[Offer]] = {}
    for offer in found:
        groups.setdefault((offer.name, *offer.args)[: at + 1], []).append(offer)
    lines = []
    for head, same in groups.items():
        count = f"{len(same):,} move{'' if len(same) == 1 else 's'}"
        choices = zip(*(offer.args[at:] for offer in same if len(offer.args) == len(same[0].args)), strict=True)
        parts = ["|".join(dict.fromkeys(chosen)) for chosen in choices]
        first = f"  {faces.drawn(' '.join((spaced(head[0]), *head[1:])))}"
        room = max(8, (width - len(first) - len(count) - 6) // max(1, len(parts)) - 2)
        lines.append(f"{first}: {count}" + "".join(f"; {_cut(faces.drawn(part), room)}" for part in parts))
    return lines


def _cut(text: str, room: int) -> str:
    if len(text) <= room:
        return text.replace("|", ", ")
    kept: list[str] = []
    for choice in text.split("|"):
        if len(", ".join([*kept, choice])) + 5 > room:
            break
        kept.append(choice)
    return ", ".join([*kept, "..."])
