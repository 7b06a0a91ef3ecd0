"""Plays random games on Hoyle's interpreter and on a reference engine at once and compares them at every decision.

Leaves to each game's test how its rule file's words are laid beside the reference's: a `Pair`. The reference engines
under tests/reference share one form: cards by name, players, piles and numbers from 1, a set of cards as a frozenset
and cards in an order as a tuple from the bottom up; `told_move` and `told_state` put what Hoyle holds in that form.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Protocol

from engine.core.layout import Cell
from hoyle.api import Game, IllegalMove, Move, State, Stopped
from hoyle.sources.files import parse_file
from spec.ir import nodes as ir
from spec.syntax import QuestionSection
from tests.everyday import FULL

RULES = Path(__file__).parents[2] / "rules"

Told = tuple[Any, ...]
"""A move in the reference's form: its name and its arguments."""


class Disagreement(AssertionError):
    """The two engines differ; the message tells the game, the moves that led there, and what differs."""


class Reference(Protocol):
    """What the reference engines have in common."""

    @property
    def to_move(self) -> int | None: ...
    @property
    def returns(self) -> Sequence[float] | None: ...

    def start(self, deck: Sequence[str]) -> None: ...
    def legal_moves(self) -> list[tuple]: ...
    def apply(self, move: tuple) -> None: ...
    def state(self) -> dict[str, Any]: ...


# ---------------------------------------------------------------- Hoyle's side in the reference's form


def told_move(state: State, move: Move) -> Told:
    """A move of Hoyle's as its name and arguments; words that are numbers become numbers."""
    if not move.args:
        return (move.action,)
    game = state.game
    kinds = _kinds(game)[move.action]
    return (move.action, *(_told(game, value, kind) for value, kind in zip(move.args, kinds, strict=True)))


@cache
def _kinds(game: Game) -> dict[str, tuple[ir.Type, ...]]:
    """The types of the arguments of each move."""
    return {action.source.label: tuple(param.type for param in action.params) for action in game.rules.actions}


def told_state(state: State) -> dict[str, Any]:
    """All zones and fields by name, an index behind it: `hand 1`, `reserve 2 3`; nobody is None."""
    game, position = state.game, state.position
    zones, fields = _slots(game)
    told: dict[str, Any] = {}
    for (name, ordered), held in zip(zones, position.cells, strict=True):
        cards = tuple(game.deck[card] for card in held)
        told[name] = cards if ordered else frozenset(cards)
    for (name, kind), value in zip(fields, position.fields, strict=True):
        told[name] = _told(game, value, kind)
    return told


@cache
def _slots(game: Game) -> tuple[list[tuple[str, bool]], list[tuple[str, ir.Type]]]:
    """What lies where in a position: the zones' names, and are they ordered; the fields' names and types."""
    layout = game.interpreter.layout

    def name(cell: Cell, domains: tuple[str, ...]) -> str:
        words = (layout.domains[domain].values[at] for domain, at in zip(domains, cell.index, strict=True))
        return " ".join((cell.name, *words))

    zones = [
        (name(cell, layout.zones[cell.name].decl.index), ordered)
        for cell, ordered in zip(layout.cells, layout.ordered, strict=True)
    ]
    decls = [(slot, layout.fields[slot.name].decl) for slot in layout.slots]
    return zones, [(name(slot, decl.index), decl.type) for slot, decl in decls]


def _told(game: Game, value: int | tuple[int, ...], kind: ir.Type) -> Any:
    names = game.deck
    if isinstance(value, tuple):
        cards = tuple(names[card] for card in value)
        return cards if isinstance(kind, ir.Cards) and kind.ordered else frozenset(cards)
    match kind:
        case ir.Bool():
            return bool(value)
        case ir.Card():
            return names[value] if value >= 0 else None
        case ir.Symbol(domain, _):
            if value == ir.NOBODY:
                return None
            word = game.interpreter.layout.domains[domain].values[value]
            return int(word) if word.isdecimal() and domain != "rank" else word
        case _:
            return value


# ---------------------------------------------------------------- one game on both sides


def _shuffled(cards: Sequence[str], rng: Random) -> list[str]:
    return rng.sample(cards, len(cards))


Draw = Callable[[Random, list[Told], bool], Told]
"""Picks a move; whether its name is drawn first."""


def drawn(rng: Random, moves: list[Told], by_name: bool) -> Told:
    """Uniformly, or a move's name first."""
    if by_name:
        name = rng.choice(sorted({move[0] for move in moves}))
        moves = [move for move in moves if move[0] == name]
    return rng.choice(moves)


def mostly_passing(rng: Random, moves: list[Told], by_name: bool) -> Told:
    """Where a name is drawn first, it is nearly always that of a pass: what comes after many of them is met, too."""
    if by_name and ("pass",) in moves and rng.random() < 0.97:
        return ("pass",)
    return drawn(rng, moves, by_name)


@dataclass(frozen=True, slots=True)
class Pair:
    """One game under one choice of readings on both sides, and how the two are laid beside each other.

    `move` gives the reference's form of a move of Hoyle's (two of Hoyle's may not become one). `ours` and `theirs`
    give what is compared at every decision, under the same names. `deal` makes a shuffled deck, its last card on
    top, and `their_deck` turns it into the one that the reference is started with. With `scores` the returns
    are compared, otherwise only whose are positive. `draw` picks the moves. No game is played further than `most`
    decisions.
    """

    hoyle: Game
    reference: Reference
    ours: Callable[[State], Mapping[str, Any]]
    theirs: Callable[[Reference], Mapping[str, Any]]
    move: Callable[[State, Move], Told] = told_move
    deal: Callable[[Sequence[str], Random], Sequence[str]] = _shuffled
    their_deck: Callable[[Sequence[str]], Sequence[str]] = tuple
    draw: Draw = drawn
    scores: bool = False
    most: int = 1000


@dataclass(slots=True)
class Tally:
    """What was met in the games compared: how many, how many decisions, moves and endings by name."""

    games: int = 0
    decisions: int = 0
    cut_short: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)


def agree(pair: Pair, games: int, first_seed: int = 0) -> Tally:
    """Compares so many games, one a seed from `first_seed` on. Raises Disagreement at the first difference.

    Moves are drawn uniformly in games of an even seed; in others a move's name is drawn first, so that rare kinds of
    move are made more often.
    """
    tally = Tally()
    for seed in range(first_seed, first_seed + games):
        _one_game(pair, seed, tally)
    return tally


def _one_game(pair: Pair, seed: int, tally: Tally) -> None:
    rng = Random(seed)
    deck = pair.deal(pair.hoyle.deck, rng)
    state = pair.hoyle.new_initial_state(deck=deck)
    pair.reference.start(pair.their_deck(deck))
    tally.games += 1
    made = 0
    try:
        while not _over(pair, state):
            if made == pair.most:
                tally.cut_short += 1
                return
            moves = _compared(pair, state)
            move = pair.draw(rng, list(moves), seed % 2 == 1)
            state.apply_action(moves[move])
            pair.reference.apply(move)
            tally.moves[move[0]] += 1
            made += 1
        _compare_ends(pair, state)
        tally.endings[state.ending()] += 1
    except (Disagreement, Stopped, IllegalMove, ValueError) as error:
        history = "; ".join(state.history())
        raise Disagreement(f"{error}\nafter {history}\nin the game of seed {seed}") from error
    finally:
        tally.decisions += made


def _over(pair: Pair, state: State) -> bool:
    ended, theirs = state.is_terminal(), pair.reference.to_move is None
    if ended and not theirs:
        raise Disagreement(f"Hoyle ends the game ({state.ending()}, {state.returns()}), the reference goes on")
    if theirs and not ended:
        raise Disagreement(f"the reference ends the game ({pair.reference.returns}), Hoyle goes on at {state.step()}")
    return ended


def _compared(pair: Pair, state: State) -> dict[Told, Move]:
    """The legal moves by the reference's form of them, once all that is compared at a decision has been."""
    ours = {**pair.ours(state), "the seat to move": state.current_player()}
    theirs = {**pair.theirs(pair.reference), "the seat to move": pair.reference.to_move}
    _expect("what is told", set(ours), set(theirs))
    different = [
        f"{name}: Hoyle has {ours[name]!r}, the reference {theirs[name]!r}"
        for name in ours
        if ours[name] != theirs[name]
    ]
    if different:
        raise Disagreement("\n".join(different))
    moves = {pair.move(state, move): move for move in state.legal_actions()}
    _expect("how many moves are listed", len(moves), len(state.legal_actions()))
    expected = pair.reference.legal_moves()
    if set(moves) != set(expected):
        only_ours, only_theirs = set(moves) - set(expected), set(expected) - set(moves)
        told = f"only Hoyle allows {list(only_ours)[:8]}, only the reference {list(only_theirs)[:8]}"
        raise Disagreement(f"at {state.step()} {told} with\n{state}")
    _expect("how many moves the reference lists", len(expected), len(set(expected)))
    return moves


def _compare_ends(pair: Pair, state: State) -> None:
    assert pair.reference.returns is not None
    ours, theirs = [float(value) for value in state.returns()], [float(value) for value in pair.reference.returns]
    if not pair.scores:
        ours, theirs = [float(value > 0) for value in ours], [float(value > 0) for value in theirs]
    _expect(f"the returns, by {state.ending()},", ours, theirs)


def _expect(name: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise Disagreement(f"{name}: Hoyle has {ours!r}, the reference {theirs!r}")


# ---------------------------------------------------------------- which readings, and how many games


def questions_of(path: Path) -> dict[str, tuple[str, ...]]:
    """The questions of a rule file and the readings of each, as the file lists them."""
    sections = parse_file(path).file.sections
    asked = [section for section in sections if isinstance(section, QuestionSection)]
    return {section.head.name.text: tuple(reading.name.text for reading in section.readings) for section in asked}


def other_readings(path: Path, game: Game) -> list[tuple[str, str]]:
    """Every reading of a question that is not the one which `game`, loaded from the file, follows."""
    listed = questions_of(path).items()
    return [(question, reading) for question, all_ in listed for reading in all_ if reading != game.settings[question]]


def altered(path: Path, folder: Path, old: str, new: str) -> Path:
    """A copy of a rule file, in `folder`, with a fault planted in it: `old`, found once, replaced by `new`."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    copy = folder / path.name
    copy.write_text(text.replace(old, new), encoding="utf-8")
    return copy


def games(few: int, full: int) -> int:
    """`few` games in an ordinary run of the tests, `full` where HOYLE_GAMES_FULL is set."""
    return full if FULL else few
