"""How fast single games are stepped from Python: `hoyle.load(...)` with compiled code, and by the interpreter.

`make bench-states`, or `python -m bench.states [--rounds N] [GAME ...]`. A random player asks for the legal moves and
makes one; then asks for the position, too; then goes on with a clone after each move; then asks what fired. In
processor time, by turns; what is told are medians. The table goes between two marks in docs/explanation/performance.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from statistics import median

from bench.simulation import NAMES, into_page, machine, used
from engine.luck.streams import Domain, Stream
from hoyle.api import Game, State, load
from hoyle.interpreted import Luck

BEGIN, END = "<!-- states: written by make bench-states -->", "<!-- end of states -->"
SECONDS = 0.3


def clone(state: State) -> State:
    return state.clone()


def position(state: State) -> State:
    assert state.position is not None
    return state


def events(state: State) -> State:
    assert isinstance(state.events, tuple)
    return state


ASKED: dict[str, Callable[[State], State]] = {
    "moves": lambda state: state,
    "and position": position,
    "and clone": clone,
    "and events": events,
}


def rate(game: Game, then: Callable[[State], State], first: int, *, compiled: bool) -> float:
    """Moves a second."""
    began, made, seed = used(), 0, first
    while used() - began < SECONDS:
        stand = (game._stepper.start if compiled else game._stepper.interpreted)(Luck(seed))
        state, luck = State(game, stand), Stream(seed, Domain.CHOICE)
        seed += 1
        while state.current_player() >= 0 and used() - began < 4 * SECONDS:
            moves = state.legal_actions()
            state.apply_action(moves[luck.pick(len(moves))])
            state = then(state)
            made += 1
    return made / (used() - began)


def row(name: str, rounds: int) -> str:
    """One line of the table: the interpreter's rate, then how many times as fast compiled code is, however asked."""
    game = load(name)
    reason = game.compile()
    if reason:
        sys.exit(f"bench: {reason}")
    cells = []
    for then in ASKED.values():
        found = [(rate(game, then, n, compiled=False), rate(game, then, n, compiled=True)) for n in range(rounds)]
        cells.append(f"{median(slow for slow, _ in found):,.0f} | {median(fast / slow for slow, fast in found):.1f}")
    print(f"{name} done", file=sys.stderr)
    return f"| {name} | {' | '.join(cells)} |"


def page(names: list[str], rounds: int) -> str:
    """The table, as Markdown."""
    heads = " | ".join(f"{asked}, moves/s | compiled" for asked in ASKED)
    return "\n".join([
        BEGIN,
        "",
        "By the interpreter, and how many times as fast by compiled code: "
        f"medians of {rounds} interleaved rounds, in processor time. Machine: {machine()}.",
        "",
        f"| game | {heads} |",
        "|---|---|---|---|---|---|---|---|---|",
        *(row(name, rounds) for name in names),
        "",
        END,
    ])  # fmt: skip


def main() -> int:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(NAMES))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-page", action="store_true", help="print the table only")
    args = parser.parse_args()
    made = page(args.games, args.rounds)
    print(made)
    if not args.no_page:
        into_page(made, BEGIN, END)
    return 0


if __name__ == "__main__":
    sys.exit(main())
