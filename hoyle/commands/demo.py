"""`hoyle demo`: a hand of a small game, a move that the rules forbid, and the verdict on the whole game.

Leaves play to `hoyle.api` and the verdict to `hoyle verify`: a demo shows what those commands show.
"""

from __future__ import annotations

import argparse
from textwrap import fill

from hoyle.api import State, load
from hoyle.commands import verify
from hoyle.english.sentences import Sentences

GAME = "leduc_poker"
SEED = 2
HAND = ("raise", "raise", "raise?", "call")
"""The first round of a hand; a move with a `?` is one that the rules forbid."""
BUDGET = 20


def add_arguments(command: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""


def run(args: argparse.Namespace) -> int:
    """0, also where the verdict leaves something open for lack of time: the screen says so."""
    game = load(GAME)
    print(f"$ hoyle play {GAME} --seed {SEED}\n")
    print(f"{game.title}: {len(game.deck)} cards ({' '.join(game.deck)}), {game.num_players()} players.")
    state = game.new_initial_state(seed=SEED)
    print(f"Player 1 holds {state.zone('hand', 0)[0]}, player 2 holds {state.zone('hand', 1)[0]}.")
    for move in HAND:
        print(f"  player {state.current_player() + 1} > {move.removesuffix('?')}")
        if move.endswith("?"):
            refused(state, move.removesuffix("?"))
        else:
            state.apply_action(move)
    words = [GAME, "--budget", str(BUDGET)]
    print(f"\n$ hoyle verify {' '.join(words)}\n", flush=True)
    command = argparse.ArgumentParser()
    verify.add_arguments(command)
    code = verify.run(command.parse_args(words))
    print(f"\nNow you: hoyle play {GAME}. Other games: hoyle play --help. To write one: the tutorial, docs/tutorial.")
    return 0 if code == 3 else code


def refused(state: State, move: str) -> None:
    """Tells why a move is not legal, with the clauses and their places in the rulebook."""
    read = state.game.interpreter.words.parse_move(move)
    assert not isinstance(read, str), read
    for line in Sentences(state.game.interpreter).why(state.position, read):
        print(fill(line, 100, initial_indent="    ", subsequent_indent="    "))
