"""OpenSpiel's games, recorded move for move and followed by Hoyle's interpreter with the same luck.

Leaves which games are compared, and how many, to `test_openspiel`, and each game's terms to `terms`.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pyspiel

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import Move
from engine.luck.chance import ChanceError, Scripted
from hoyle.sources.files import lower, parse_text
from spec.ir import nodes as ir
from tests.agreement.terms.cards import Translation
from tests.agreement.terms.climbing import DouDizhu, told_as
from tests.agreement.terms.showing import Cribbage, GinRummy
from tests.agreement.terms.tables import Blackjack, CrazyEights, GoFish, Goofspiel, Hanabi, Places
from tests.agreement.terms.tricks import Euchre, Hearts, OhHell, Spades
from tests.agreement.terms.vying import Kuhn, Leduc

RULES = Path(__file__).parents[2] / "rules"

FAVOURED = {"crazy_eights": 52, "euchre": 24, "spades": 52}
"""Drawing, which empties the deck; a pass; a bid of no tricks."""
PASSES = {"euchre": 30}
"""A move that is to pass in Hoyle: to play with the partner. It is told as the 24 that OpenSpiel's other passes are."""
SAME = {"dou_dizhu": told_as}
"""Actions that lay the same cards are one in Hoyle: those that are told as another are not made."""
COPY = r"#\d+"
UNSAID = {"dou_dizhu": r"(?<=[\dJQKA])[CDHS]\b"}
"""What a move of Hoyle's tells and an action does not: which of cards alike, and suits that are of no account."""
ONLY_PASS = {"cribbage": (2756,), "gin_rummy": (54,)}


class Decision(NamedTuple):
    """A player's choice: `legal` and `chosen` are OpenSpiel's numbers of actions."""

    player: int
    legal: tuple[int, ...]
    chosen: int


class Record(NamedTuple):
    """One game as OpenSpiel played it; `chance` are the outcomes of its chance nodes, in order."""

    name: str
    chance: tuple[int, ...]
    decisions: tuple[Decision, ...]
    returns: tuple[int, ...]

    def place(self, number: int) -> str:
        """Where in the game a decision is, with all that is needed to play the game again."""
        return f"{self.name}, decision {number} of {self.decisions}, chance {self.chance}"


class Difference(AssertionError):
    """Hoyle does not do what OpenSpiel did."""


# ---------------------------------------------------------------- OpenSpiel's side


def record(name: str, seed: int, deal: Sequence[int] = (), params: Mapping[str, int | str] | None = None) -> Record:
    """A random game: uniform for even seeds, for odd ones biased so that rare ends are met; `deal` is dealt first.

    The bias goes to the last legal action, and before it to a favoured one.
    """
    rng = random.Random(seed)
    dealt = list(reversed(deal))

    def pick(state: pyspiel.State, legal: tuple[int, ...]) -> int:
        if state.is_chance_node():
            return dealt.pop() if dealt else rng.choice(legal)
        if seed % 2 and name == "hanabi":
            return rng.choice(careful(state, legal))
        if seed % 2 and rng.random() < 0.85:
            return FAVOURED[name] if FAVOURED.get(name) in legal else legal[-1]
        return rng.choice(legal)

    state = load(name, params or {}).new_initial_state()
    places = Places(state.num_players()) if name == "hanabi" else None
    chance, decisions = [], []
    while not state.is_terminal():
        player, legal = state.current_player(), tuple(state.legal_actions())
        if name in SAME and not state.is_chance_node():
            legal = tuple(sorted({SAME[name](action) for action in legal}))
        chosen = pick(state, legal)
        if state.is_chance_node():
            chance.append(chosen)
        else:
            told = {action: 24 if action == PASSES.get(name) else action for action in legal}
            if places is not None:
                told = {action: places.told(player, action) for action in legal}
                places.made(player, chosen)
            decisions.append(Decision(player, tuple(sorted(told.values())), told[chosen]))
        state.apply_action(chosen)
    return Record(name, tuple(chance), asked_to_the_end(name, decisions), returns(name, state))


def returns(name: str, state: pyspiel.State) -> tuple[int, ...]:
    """What each player gets: where OpenSpiel shares out one win and one loss, 1 and -1 for each."""
    got = state.returns()
    return tuple((r > 0) - (r < 0) if name == "go_fish" else int(r) for r in got)


def careful(state: pyspiel.State, legal: tuple[int, ...]) -> tuple[int, ...]:
    """What gains a point; where nothing does, what lays no card: hands of Hanabi would else end with the last fuse."""
    gains = tuple(action for action in legal if sum(state.child(action).returns()) > sum(state.returns()))
    return gains or tuple(action for action in legal if "Play" not in state.action_to_string(action)) or legal


def load(name: str, params: Mapping[str, int | str]) -> pyspiel.Game:
    """A game by its name; where players choose at once, they are asked in turn."""
    game = pyspiel.load_game(name, dict(params))
    at_once = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.load_game_as_turn_based(name, dict(params)) if at_once else game


def asked_to_the_end(name: str, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """The decisions, with those that OpenSpiel makes for the players because one card is left to each.

    Without those where only to pass is left: who can only pass is not asked by Hoyle.
    """
    if name in ONLY_PASS:
        return tuple(decision for decision in decisions if decision.legal != ONLY_PASS[name])
    if name != "goofspiel":
        return tuple(decisions)
    players = 1 + max(d.player for d in decisions)
    left = (set(d.legal) - {d.chosen} for d in decisions[-players:])
    return (*decisions, *(Decision(p, (card,), card) for p, (card,) in enumerate(left)))


def every_game(name: str, params: Mapping[str, int | str] | None = None) -> Iterator[Record]:
    """Every game from every deal, depth first: for small games only."""

    def below(state: pyspiel.State, chance: tuple[int, ...], made: tuple[Decision, ...]) -> Iterator[Record]:
        if state.is_terminal():
            yield Record(name, chance, asked_to_the_end(name, made), returns(name, state))
            return
        player, legal = state.current_player(), tuple(state.legal_actions())
        for action in legal:
            if state.is_chance_node():
                yield from below(state.child(action), (*chance, action), made)
            else:
                yield from below(state.child(action), chance, (*made, Decision(player, legal, action)))

    return below(load(name, params or {}).new_initial_state(), (), ())


TRANSLATIONS: dict[str, Callable[[ir.Game], Translation]] = {
    "blackjack": Blackjack,
    "crazy_eights": CrazyEights,
    "cribbage": Cribbage,
    "dou_dizhu": DouDizhu,
    "euchre": Euchre,
    "gin_rummy": GinRummy,
    "go_fish": GoFish,
    "goofspiel": Goofspiel,
    "hanabi": Hanabi,
    "hearts": Hearts,
    "kuhn_poker": Kuhn,
    "leduc_poker": Leduc,
    "oh_hell": OhHell,
    "spades": Spades,
}


# ---------------------------------------------------------------- Hoyle's side


def rule_text(name: str) -> str:
    return (RULES / name / f"{name}.hoyle").read_text()


@dataclass(frozen=True, slots=True)
class Follower:
    """A game of Hoyle's that follows recorded games."""

    interpreter: Interpreter
    translation: Translation
    unsaid: str = COPY

    def choices(self, moves: Sequence[Move]) -> int:
        """How many moves there are; of cards alike, one is as good as the other."""
        return len({re.sub(self.unsaid, "", self.interpreter.words.move(move)) for move in moves})

    def follow(self, game: Record) -> str:
        """Plays a recorded game; answers the ending's label. Raises `Difference` at the first one."""
        play, script = self.interpreter, Scripted(self.translation.chance(game.chance))
        turn = play.start(script)
        for number, decision in enumerate(game.decisions):
            moves = {self.translation.action(move): move for move in turn.moves}
            if len(moves) != self.choices(turn.moves) or tuple(sorted(moves)) != decision.legal:
                told = [play.words.move(move) for move in turn.moves] or turn.position.fault or turn.position.result
                raise Difference(f"legal here are {decision.legal}, and to Hoyle {told}: {game.place(number)}")
            mover = play.layout.value(turn.position, "mover")
            if mover != decision.player:
                raise Difference(
                    f"player {decision.player} is to move, and to Hoyle {mover} (from 0): {game.place(number)}"
                )
            try:
                turn = play.apply(turn.position, moves[decision.chosen], script)
            except ChanceError as error:
                raise Difference(f"{error}: {game.place(number)}") from error
        result = turn.position.result
        if result is None:
            raise Difference(f"the game is over, and not to Hoyle: {play.words.position(turn.position)}; {game}")
        if result.returns != game.returns:
            raise Difference(f"the returns are {game.returns}, and to Hoyle {result}: {game}")
        if script.left:
            raise Difference(f"Hoyle leaves {script.left} shuffles or picks unasked: {game}")
        return result.ending


@cache
def follower(name: str, text: str, settings: tuple[tuple[str, str], ...] = ()) -> Follower:
    """The game of a rule text under settings; raises `ValueError` where the text has errors."""
    loaded = lower(parse_text(name, text), dict(settings))
    if loaded.game is None:
        raise ValueError("\n".join(d.message for d in loaded.diagnostics if d.severity == "error"))
    return Follower(Interpreter(loaded.game), TRANSLATIONS[name](loaded.game), UNSAID.get(name, COPY))
