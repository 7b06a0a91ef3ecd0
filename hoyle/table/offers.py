"""The moves on offer as a person sees them, with cards that are chosen blind as `?`.

Leaves what they are called to `spec.ir.display`, and reading what is typed to `hoyle.table.typed`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from engine.interpreter.moves import Move
from hoyle.api import Game, State
from hoyle.english.phrases import FROM, ways_of
from hoyle.table.copies import interchangeable
from hoyle.table.faces import Faces
from hoyle.table.lines import columns, flowed, shortened
from spec.ir import nodes as ir
from spec.ir.display import Display
from spec.ir.index import GameIndex, index_of

HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal move, or several that differ only in a card chosen blind or in copies that are alike: its number in the
    list, and its words. `exact`: copies are told by their numbers, since it matters here which of them it is.

    `name` and `args` are as a log has them, `shown` the same as people read them: both may be typed. Each of `ways` is
    the word that the rules put before a choice (`onto`); nothing where there is none. `sets`: are these cards in
    no order?
    """

    number: int
    name: str
    args: tuple[str, ...]
    shown: tuple[str, ...]
    moves: tuple[Move, ...]
    ways: tuple[str, ...] = ()
    exact: bool = False
    sets: tuple[bool, ...] = ()

    @property
    def called(self) -> str:
        """What the move is called."""
        return self.shown[0]

    @property
    def chosen(self) -> tuple[str, ...]:
        """What is chosen, as it is shown."""
        return self.shown[1:]

    @property
    def text(self) -> str:
        """The move as it is shown and may be typed."""
        first, *others = self.chosen or ("",)
        first = f"{FROM} {first}" if self.ways[:1] == (FROM,) else first
        told = first + "".join(
            f" {way} {choice}" if way else f", {choice}" for way, choice in zip(self.ways[1:], others, strict=True)
        )
        colon = ":" if others and " " in self.called else ""
        count = f" (one of {len(self.moves)})" if len(self.moves) > 1 and HIDDEN in self.args else ""
        return f"{self.called}{colon}{' ' if told else ''}{told}{count}"


def offers(state: State, faces: Faces | None = None) -> tuple[Offer, ...]:
    """The legal moves, each once, numbered from 1 in their fixed order; for people who see these faces, moves that
    differ in copies which are alike are one."""
    game = state.game
    words, index = game.interpreter.words, index_of(game.rules)
    found: dict[tuple[str, tuple[str, ...], object], list[Move]] = {}
    for move in state.legal_actions():
        told, where = _of_copies(state, move, faces)
        found.setdefault((words.move_name(move), told, where), []).append(move)
    rivals = Counter((name, args) for name, args, _ in found)
    display = Display(index)
    called = {name: display.move(name) for name, *_ in found}
    ways = {action.source.label: tuple(ways_of(action)) for action in game.rules.actions}
    in_no_order = ir.Cards(ordered=False)
    sets = {a.source.label: tuple(p.type == in_no_order for p in a.params) for a in game.rules.actions}
    symbol, made = cache(display.symbol), list[Offer]()
    for n, ((name, plain, _), moves) in enumerate(found.items(), 1):
        exact, own = rivals[name, plain] > 1, arguments(game, moves[0])
        shown = (called[name], *_shown(index, symbol, moves[0], own if exact else plain))
        action = moves[0].action
        made.append(Offer(n, name, own, shown, tuple(moves), ways.get(action, ()), exact, sets.get(action, ())))
    return tuple(made)


def _of_copies(state: State, move: Move, faces: Faces | None) -> tuple[tuple[str, ...], object]:
    """A move's arguments with each card by the first of its copies, and what else tells it from other such moves."""
    game = state.game
    if faces is None or not faces.copies:
        return arguments(game, move), None
    action = _action(game, move)
    params = action.params if action is not None else ()
    plain, cards = list[int | tuple[int, ...]](), list[int]()
    for value, param in zip(move.args, params, strict=False):
        if not param.of_cards or param.blind:
            plain.append(value)
            continue
        held = value if isinstance(value, tuple) else (value,)
        first = tuple(faces.first[card] if card >= 0 else card for card in held)
        cards += [card for card in held if card in faces.copies]
        in_order = param.type == ir.Cards(ordered=True)
        plain.append((first if in_order else tuple(sorted(first))) if isinstance(value, tuple) else first[0])
    where = interchangeable(cards, state.position, game.interpreter)
    return arguments(game, replace(move, args=tuple(plain))), move if where is None else where


def arguments(game: Game, move: Move) -> tuple[str, ...]:
    """A move's arguments in words, with cards that are chosen blind as `?`."""
    words, action = game.interpreter.words, _action(game, move)
    return tuple(
        HIDDEN if param.blind else words.value(value, param.type)
        for value, param in zip(move.args, action.params if action is not None else (), strict=False)
    )


def _shown(index: GameIndex, symbol: Callable[[str, int], str], move: Move, args: tuple[str, ...]) -> tuple[str, ...]:
    """The arguments as people read them; `symbol` tells a value of a list."""
    action = index.actions.get(move.action)
    kinds = zip(args, move.args, action.params if action is not None else (), strict=True)
    return tuple(
        symbol(param.type.domain, value) if param.type.domain in index.domains and isinstance(value, int) else arg
        for arg, value, param in kinds
    )


def blind(game: Game, move: Move) -> str:
    """The name of a parameter that the mover chooses without seeing it; '' where there is none."""
    action = _action(game, move)
    return next((p.name for p in action.params if p.blind), "") if action is not None else ""


def _action(game: Game, move: Move) -> ir.Action | None:
    return next((a for a in game.rules.actions if a.source.label == move.action), None)


# ---------------------------------------------------------------- as a list


def listed(found: Sequence[Offer], faces: Faces, width: int, rows: int) -> list[str]:
    """Offers in so many rows: each with its number where there is room, else by kind and by what is chosen first."""
    if len(found) <= rows * width:  # each takes a cell at least
        told = [
            f"{offer.number:>{len(str(found[-1].number))}}. {faces.drawn(offer.text, exact=offer.exact)}"
            for offer in found
        ]
        lines = columns(told, width)
        if len(lines) <= rows:
            return lines
    lines = _grouped(found, faces, width, rows - 2)
    example = faces.drawn(found[len(found) // 2].text).partition(" (")[0]
    hint = f"{len(found):,} moves. Type one, as `{example}`, or a part of it to list fewer."
    return [*shortened(lines, width, max(1, rows - 2), "kinds of moves"), *flowed([hint], width)]


def _grouped(found: Sequence[Offer], faces: Faces, width: int, rows: int) -> list[str]:
    """A line for each move and, of one move only, for each first choice (or its first card, where these are too many);
    as many of the other choices as fit."""
    at = 0 if len({offer.called for offer in found}) > 1 else 1
    groups = _by(found, lambda offer: offer.shown[: at + 1])
    if len(groups) > rows and at:
        groups = _by(found, lambda offer: (*offer.shown[:1], *(f"{c.split()[0]} ..." for c in offer.chosen[:1])))
        at = 0
    lines = []
    for head, same in groups.items():
        count = f"{len(same):,} move{'' if len(same) == 1 else 's'}"
        choices = zip(*(o.chosen[at:] for o in same if len(o.args) == len(same[0].args)), strict=True)
        parts = ["|".join(dict.fromkeys(chosen)) for chosen in choices]
        first = f"  {faces.drawn(' '.join(head))}"
        room = max(8, (width - len(first) - len(count) - 6) // max(1, len(parts)) - 2)
        lines.append(f"{first}: {count}" + "".join(f"; {_cut(faces.drawn(part), room)}" for part in parts))
    return lines


def _by(found: Sequence[Offer], key: Callable[[Offer], tuple[str, ...]]) -> dict[tuple[str, ...], list[Offer]]:
    groups: dict[tuple[str, ...], list[Offer]] = {}
    for offer in found:
        groups.setdefault(key(offer), []).append(offer)
    return groups


def _cut(text: str, room: int) -> str:
    if len(text) <= room:
        return text.replace("|", ", ")
    kept: list[str] = []
    for choice in text.split("|"):
        if len(", ".join([*kept, choice])) + 5 > room:
            break
        kept.append(choice)
    return ", ".join([*kept, "..."])
