"""What chances come to is known beforehand, by counting or from other programs; figures are held against that.

Engines that agree with each other may all be wrong; these answers are not theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import comb, sqrt

import pyspiel
import pytest

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Chance, every_outcome
from engine.simulate.simulate import Statistics
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.api import Game, load
from hoyle.run.simulating import Simulation, simulated
from tests.export_adapted.modules import module
from tests.export_adapted.modules import write as adapted
from tests.hoyle.rules import write
from tests.native.harness import (
    needs_compiler,
)

Chances = Mapping[str, tuple[str, Fraction]]
"""Of things of which exactly one comes about: when it does, in the words of a rule file, and how likely it is."""

HELD: Chances = {f"held_{n}": (f"held = {n}", Fraction(comb(5, n) * comb(5, 3 - n), comb(10, 3))) for n in range(4)}
DICE: Chances = {
    f"dice_{a}_{b}": (f"die = {a} and other = {b}", Fraction(1, 36)) for a, b in product(range(1, 7), repeat=2)
}


def matches(ranks: Sequence[int]) -> dict[int, Fraction]:
    """How many of five cards lie at the place of their rank, of cards of these ranks in any order."""
    counted = Counter(sum(rank == place for place, rank in enumerate(dealt)) for dealt in permutations(ranks, 5))
    return {many: Fraction(times, sum(counted.values())) for many, times in counted.items()}


MATCHED: Chances = {f"matched_{n}": (f"matched = {n}", share) for n, share in matches([*range(5), *range(5)]).items()}
ONCE_MORE: Chances = {
    "same": ("once_more is yes", Fraction(1, 10)),
    "another": ("once_more is no", Fraction(9, 10)),
}
HELD_AND_DIE: Chances = {
    f"held_die_{n}_{d}": (f"held = {n} and other = {d}", HELD[f"held_{n}"][1] / 6)
    for n, d in product(range(4), range(1, 7))
}
LUCK = (HELD, DICE, MATCHED, ONCE_MORE, HELD_AND_DIE)
"""What the deal comes to, whoever plays. The cards are put together and shuffled anew between hands and piles."""

CALLS: Chances = {
    f"calls_{a}_{b}": (f"call of player 1 = {a} and call of player 2 = {b}", Fraction(1, 25))
    for a, b in product(range(5), repeat=2)
}
CALL_AND_HELD: Chances = {
    f"call_held_{c}_{n}": (f"call of player 1 = {c} and held = {n}", HELD[f"held_{n}"][1] / 5)
    for c, n in product(range(5), range(4))
}
CALL_AND_DIE: Chances = {
    f"call_die_{c}_{d}": (f"call of player 2 = {c} and die = {d}", Fraction(1, 30))
    for c, d in product(range(5), range(1, 7))
}
PAIRS: Chances = {
    f"first_{c}_{m}": (f"call of player 1 = {c} and side of player 1 = {m}", Fraction(1, 10))
    for c, m in product(range(5), (1, 2))
}
ROBBED: Chances = {
    f"robbed_{r}_{c}": (f"bottom of stolen is {'A' if r == 1 else r} and call of player 2 = {c}", Fraction(1, 25))
    for r, c in product(range(1, 6), range(5))
}
BOTH_ROBBED: Chances = {
    # Player 1 takes a card of player 2 unseen; then player 2 one of the four of player 1. By symmetry any two cards.
    "robbed_red": ("bottom of stolen is hearts and top of stolen is hearts", Fraction(2, 9)),
    "robbed_black": ("bottom of stolen is spades and top of stolen is spades", Fraction(2, 9)),
    "robbed_mixed": (
        "(bottom of stolen is hearts and top of stolen is spades) or "
        "(bottom of stolen is spades and top of stolen is hearts)",
        Fraction(5, 9),
    ),
}
CHOICES = (CALLS, CALL_AND_HELD, CALL_AND_DIE, PAIRS, ROBBED, BOTH_ROBBED)
"""What random players come to, beside what the deal came to."""

RULES = """
game "Known answers":
  players 2
  deck A..5 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  place[5]: row of stacks, face up
  shown: stack, face up
  stolen: stack, face up

state:
  die: 1 to 6
  other: 1 to 6
  held: 0 to 3
  matched: 0 to 5
  once_more: yes or no
  call[player]: 0 to 4
  side[player]: 1 to 2
  before: rank
  suited: suit

move call_out(n: number 0 to 4, m: number 1 to 2):
  permit any
  does note:
    call of mover becomes n
    side of mover becomes m

move rob(c: blind card from hand of next player):
  permit any
  does take: move c from hand of next player to stolen
{told}

ends:
  done when size of stolen = 2: every player p with call of p is at least 2 wins

play:
  step deal:
    die becomes random
    shuffle deck
    draw 1 card from deck to place 1
    draw 1 card from deck to place 2
    draw 1 card from deck to place 3
    draw 1 card from deck to place 4
    draw 1 card from deck to place 5
    matched becomes number of place p with position of rank of top of p = position of p
    for each place p: move everything from p to deck
    before becomes rank of top of deck
    suited becomes suit of top of deck
    shuffle deck
    if rank of top of deck = before and suit of top of deck = suited: once_more becomes yes
    other becomes random
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
    held becomes number of c in hand of player 1 with c is hearts
  turns from player 1:
    choice say: mover does call_out
    choice steal: mover does rob
"""

KUHN = """
game "Kuhn":
  players 2
  deck J Q K of spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner

state:
  stakes[player]: 1 to 2
  stays: 0 to 2
  folded: yes or no

define worth(p: player): greatest of position of rank of c over c in hand of p

move stay:
  permit any
  does:
    if some player q with stakes of q > stakes of mover: folded becomes yes
    add 1 to stays

move bet:
  permit any
  does: stakes of mover becomes 2

ends:
  fold when folded is yes: every player p scores (if p is mover then 0 - 1 else 1)
  shown when stays = 2 or (number of player q with stakes of q = 2) = 2:
    every player p scores (if worth(p) = (greatest of worth(q) over player q) then stakes of p else 0 - stakes of p)
  precedence fold > shown

play:
  step deal:
    shuffle deck
    for each player p: draw 1 card from deck to hand of p
  turns from player 1:
    choice act: mover does stay, bet
"""


@pytest.fixture(scope="module")
def known(tmp_path_factory) -> Game:
    cases = {label: case for group in (*LUCK, *CHOICES) for label, (case, _) in group.items()}
    told = "\n".join(f"  does {label} when size of stolen = 2 and ({case}): nothing" for label, case in cases.items())
    return load(write(tmp_path_factory.mktemp("known"), RULES.format(told=told)))


# ---------------------------------------------------------------- how far from what is known


def too_far(counts: Mapping[str, int], chances: Chances) -> float:
    """Pearson's statistic as standard errors of a normal distribution (Wilson and Hilferty, 1931)."""
    games = sum(counts.get(label, 0) for label in chances)
    assert sum(share for _, share in chances.values()) == 1
    square = sum((counts.get(label, 0) - games * share) ** 2 / (games * share) for label, (_, share) in chances.items())
    free = len(chances) - 1
    return float(((float(square) / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free)))


def counted(figures: Statistics) -> dict[str, int]:
    return {clause.source.label: clause.times for clause in figures.clauses}


def held_against(figures: Statistics, groups: Sequence[Chances], games: int) -> None:
    """Each thing came about in each game, and as often as it should."""
    counts = counted(figures)
    for chances in groups:
        assert sum(counts[label] for label in chances) == games
        assert abs(too_far(counts, chances)) < 4.5, (sorted(chances)[0], too_far(counts, chances))


# ---------------------------------------------------------------- many games


def test_the_interpreter(known):
    held_against(by_interpreter(known.interpreter, 1500, seed=4), (*LUCK, *CHOICES), 1500)


@needs_compiler
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1, -3])
def test_compiled_code(known, seed):
    games = 100_000
    played = simulated(known.interpreter, Simulation(games, seed, 10_000, 2, ()))
    assert played.engine == "native"
    held_against(played.figures, (*LUCK, *CHOICES), games)
    # A player wins with 2, 3 or 4; where both do, or neither does, it is a draw and nobody wins.
    one = Fraction(6, 25)
    for interval in played.figures.wins:
        assert abs(interval.share - one) < 5 * sqrt(one * (1 - one) / games)


@needs_compiler
@pytest.mark.parametrize("policies", [("greedy", "random"), ("mcts", "greedy")])
def test_the_deal_is_the_same_whoever_plays(known, policies):
    games = 20_000 if "mcts" not in policies else 300
    played = simulated(known.interpreter, Simulation(games, 8, 10_000, 2, policies))
    held_against(played.figures, LUCK, games)


def test_what_is_off_is_noticed(known, monkeypatch):
    """Planted: a number drawn for several picks is not used up by any."""
    monkeypatch.setattr("engine.luck.streams.picks_of", lambda number, sizes: [number % size for size in sizes])
    with pytest.raises(AssertionError):
        held_against(by_interpreter(known.interpreter, 1500, seed=4), (*LUCK, *CHOICES), 1500)


# ---------------------------------------------------------------- whole games, counted out


def exactly(interpreter: Interpreter) -> tuple[Fraction, ...]:
    """Each player's mean return where all choose at random: every outcome of luck, every move."""
    means = [Fraction(0)] * interpreter.layout.players

    def made(position: Position, move: Move, luck: Chance) -> Position:
        return interpreter.apply(position, move, luck).position

    def follow(position: Position, share: Fraction) -> None:
        if position.result is not None:
            for player, gain in enumerate(position.result.returns):
                means[player] += share * gain
            return
        moves = interpreter.legal_moves(position)
        for move in moves:
            for part, after in every_outcome(partial(made, position, move)):
                follow(after, share * part / len(moves))

    for part, start in every_outcome(lambda luck: interpreter.start(luck).position):
        follow(start, part)
    return tuple(means)


def by_openspiel(state: pyspiel.State) -> list[float]:
    """The same of a game that comes with OpenSpiel, by its own states and chances."""
    if state.is_terminal():
        return list(state.returns())
    legal = state.legal_actions()
    shares = state.chance_outcomes() if state.is_chance_node() else [(action, 1 / len(legal)) for action in legal]
    found = [(share, by_openspiel(state.child(action))) for action, share in shares]
    return [sum(share * gains[player] for share, gains in found) for player in range(state.num_players())]


@needs_compiler
def test_kuhn_poker_at_random_is_worth_what_openspiel_says(tmp_path):
    game = load(write(tmp_path, KUHN))
    means = exactly(game.interpreter)
    assert [float(mean) for mean in means] == pytest.approx(
        by_openspiel(pyspiel.load_game("kuhn_poker").new_initial_state())
    )
    figures = simulated(game.interpreter, Simulation(200_000, 5, 1000, 2, ())).figures
    # A return is at most 2.
    assert abs(figures.mean_returns[0] - means[0]) < 5 * 2 / sqrt(200_000)


@needs_compiler
def test_leduc_poker_at_random_is_worth_what_openspiel_says():
    worth = by_openspiel(pyspiel.load_game("leduc_poker").new_initial_state())
    figures = simulated(load("leduc_poker").interpreter, Simulation(400_000, 6, 1000, 2, ())).figures
    # The standard deviation of a return is under 5.
    assert abs(figures.mean_returns[0] - worth[0]) < 5 * 5 / sqrt(400_000)
    assert figures.mean_returns[0] == -figures.mean_returns[1]


def test_chances_told_to_openspiel_are_those_of_the_game(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    adapted(tmp_path, load(write(tmp_path, KUHN)).rules, "kuhn", "known")
    module("kuhn", "_openspiel", "known")
    ours, theirs = (pyspiel.load_game(name).new_initial_state() for name in ("hoyle_known_kuhn", "kuhn_poker"))
    assert by_openspiel(ours) == pytest.approx(by_openspiel(theirs))
