"""`hoyle demo`: a hand of a small game, a move that the rules forbid, and the verdict on the whole game.

Leaves play to `hoyle.api` and the verdict to `hoyle verify`: a demo shows what those commands show.
"""

from __future__ import annotations

import argparse
from textwrap import fill

from hoyle.api import State, load
from hoyle.commands import verify
from hoyle.sources.files import game_names
from hoyle.terminal.screen import screen

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
    print(f"{game.title}: {game.num_players()} players, {len(game.deck)} cards ({' '.join(game.deck)}).")
    state = game.new_initial_state(seed=SEED)
    print(f"Player 1 is dealt {state.zone('hand', 0)[0]}, player 2 {state.zone('hand', 1)[0]}. They bet:")
    for move in HAND:
        tell(state, move.removesuffix("?"), refused=move.endswith("?"))
    words = [GAME, "--budget", str(BUDGET)]
    print(f"\n$ hoyle verify {' '.join(words)}\n", flush=True)
    command = argparse.ArgumentParser()
    verify.add_arguments(command)
    code = verify.run(command.parse_args(words))
    others = ", ".join(name for name in game_names() if name != GAME)
    print(f"\nNow you: hoyle play {GAME}. Other games: {others}.")
    print("To write a game of your own, do the tutorial: docs/tutorial, or `make site`.")
    return 0 if code == 3 else code


def tell(state: State, move: str, *, refused: bool) -> None:
    """Makes a move; where the rules forbid it, tells why instead."""
    print(f"  player {state.current_player() + 1} > {move}")
    if not refused:
        state.apply_action(move)
        return
    for line in state.game.sentences.why(state.position, state.parse(move)):
        print(fill(line, screen().width, initial_indent="    ", subsequent_indent="    "))
