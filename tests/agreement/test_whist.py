"""Whist is held against the play of OpenSpiel's bridge: player 4 of Whist bids one of the trump suit, and all pass."""

from pathlib import Path
from random import Random

import pyspiel
import pytest

from hoyle.api import Game, State
from tests.agreement.driver import told_move
from tests.agreement.readings import changed, rules
from tests.everyday import FULL

SUITS, RANKS = "CDHS", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
BRIDGE = {"use_double_dummy_result": False}
PASS, FIRST_BID = 52, 55


def number(card: str) -> int:
    return 4 * RANKS.index(card[:-1]) + SUITS.index(card[-1])


def bridge(deck: list[str]) -> pyspiel.State:
    """The same cards at bridge, whose seat 0 is player 4 of Whist and is dealt to first."""
    state = pyspiel.load_game("bridge", BRIDGE).new_initial_state()
    dealt = [*reversed(deck)]
    for turn in range(52):
        # seat k of bridge is player k of Whist, and seat 0 the dealer, who is dealt to last there
        state.apply_action(number(dealt[turn // 4 * 4 + (turn + 3) % 4]))
    for call in (FIRST_BID + SUITS.index(dealt[-1][-1]), PASS, PASS, PASS):
        state.apply_action(call)
    return state


def worth(tricks: int, trumps: str) -> int:
    """What one of a suit scores at bridge, not vulnerable, by the tricks of the declarer's side."""
    if tricks < 7:
        return -50 * (7 - tricks)
    each = 20 if trumps in "CD" else 30
    return 50 + each * (tricks - 6)


def compare(game: Game, seeds: range) -> set[int]:
    """Plays so many games on both; how many tricks the dealer's side took in them."""
    met = set()
    for seed in seeds:
        rng = Random(seed)
        deck = rng.sample(game.deck, 52)
        ours: State = game.new_initial_state(deck=deck)
        theirs = bridge(deck)
        trumps = deck[0][-1]
        while not ours.is_terminal():
            seat = (ours.current_player() + 1) % 4
            assert theirs.current_player() == (0 if seat == 2 else seat)  # the declarer plays the dummy's cards
            moves = {number(told_move(ours, move)[1]): move for move in ours.legal_actions()}
            assert sorted(moves) == sorted(theirs.legal_actions())
            chosen = rng.choice(sorted(moves))
            ours.apply_action(moves[chosen])
            theirs.apply_action(chosen)
        assert theirs.is_terminal()
        returns = ours.returns()
        tricks = 6 + int(returns[3]) if returns[3] else 7 - int(returns[0])
        assert theirs.returns()[0] == worth(tricks, trumps)
        met.add(tricks)
    return met


def test_whist_is_the_play_of_bridge() -> None:
    assert len(compare(rules("whist"), range(2000 if FULL else 60))) > 4


def test_a_changed_rule_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        compare(changed("whist", tmp_path, "trumps becomes suit of top of turned", "trumps becomes clubs"), range(10))
