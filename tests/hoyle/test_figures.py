"""Every figure of a run of random games, worked out once more from the logs of its games, in the plainest way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt

import pytest

from engine.c.compiled.simulate import simulate as by_compiled
from engine.interpreter.frame import Event
from engine.luck.streams import Domain, Stream, derive
from engine.simulate.simulate import Statistics
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.api import Game, load
from spec.ir.clauses import mark
from tests.everyday import FULL, everyday, one_in
from tests.native.harness import (
    library_of,
    needs_compiler,
)

pytestmark = needs_compiler
SEED, MOST = 12, 60
FEW = {"corners": 2, "freecell": 1, "gin_rummy": 2, "reserve": 2, "hearts": 6, "scarto": 8, "twentyone": 4}
FEW |= {} if FULL else {"dou_dizhu": 2}
"""So many games, where it is not twenty."""
AS_WRITTEN = ("pigeon", "reserve", "twentyone")
"""Games that stop at faults where no ruling is made."""


@dataclass
class Worked:
    """What the logs of some games come to."""

    lengths: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    returns: list[tuple[int, ...]] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    times: Counter[object] = field(default_factory=Counter)
    games: Counter[object] = field(default_factory=Counter)
    offers: list[int] = field(default_factory=list)
    faults: dict[object, list[tuple[int, int]]] = field(default_factory=dict)
    unfinished: int = 0


def log_of(game: Game, seed: int) -> str:
    """The log of a game of random players, each of whom has a stream for its seat alone."""
    state = game.new_initial_state(seed=seed)
    seats = [Stream(seed, Domain.CHOICE, seat) for seat in range(game.num_players())]
    for _ in range(MOST):
        if state.fault or state.is_terminal():
            break
        legal = state.legal_actions()
        state.apply_action(legal[seats[state.current_player()].pick(len(legal))])
    return state.serialize()


def work_out(game: Game, worked: Worked, seed: int) -> None:
    """Adds one game, step by step as its log tells it."""
    log = log_of(game, seed)
    history = game.from_log(log).history()
    last, events, moves = game.from_log(log, moves=0), list[Event](), len(history)
    events += last.events
    for words in history:
        worked.offers.append(len(last.legal_actions()))
        # A log holds the luck of the whole game, so that it goes on as it did.
        last.apply_action(words)
        events += last.events
    fired = Counter(mark(event.kind, event.source) for event in events)
    worked.times.update(fired)
    worked.games.update(fired.keys())
    if last.fault is not None:
        worked.faults.setdefault((last.fault.kind, last.fault.sources), []).append((seed, moves))
    elif not last.is_terminal():
        worked.unfinished += 1
    else:
        worked.lengths.append(moves)
        worked.returns.append(last.returns())
        worked.endings[last.ending()] += 1
        begins = {game.rules.steps[step.again].source.span for step in game.rules.steps if step.again >= 0}
        worked.turns.append(sum(event.kind == "step" and event.source.span in begins for event in events))


def won(returns: tuple[int, ...], player: int) -> bool:
    """Has this player the most, and somebody less? Alone, more than nothing."""
    if len(returns) == 1:
        return returns[0] > 0
    return returns[player] == max(returns) > min(returns)


def agrees(figures: Statistics, worked: Worked, games: int) -> None:
    finished = len(worked.lengths)
    assert (figures.games, figures.finished, figures.unfinished) == (games, finished, worked.unfinished)
    assert finished + worked.unfinished + sum(map(len, worked.faults.values())) == games
    assert figures.decisions == len(worked.offers)
    assert figures.mean_branching == (sum(worked.offers) / len(worked.offers) if worked.offers else 0)
    assert dict(figures.endings) == dict(worked.endings)
    if finished:
        assert figures.mean_moves == sum(worked.lengths) / finished
        assert (figures.least_moves, figures.greatest_moves) == (min(worked.lengths), max(worked.lengths))
        assert figures.mean_turns == sum(worked.turns) / finished
        for player, mean in enumerate(figures.mean_returns):
            assert mean == sum(returns[player] for returns in worked.returns) / finished
    drawn = [returns for returns in worked.returns if set(returns) == {returns[0]} and (returns[1:] or not returns[0])]
    assert figures.draws == len(drawn)
    for player, interval in enumerate(figures.wins):
        wins = sum(won(returns, player) for returns in worked.returns)
        assert interval.share == (wins / finished if finished else 0)
        for bound in (interval.low, interval.high) if finished else ():
            # Wilson's bounds are the shares from which what was met is 1.96 standard errors away.
            assert abs(interval.share - bound) == pytest.approx(1.96 * sqrt(bound * (1 - bound) / finished), abs=1e-7)
    for clause in figures.clauses:
        key = mark(clause.kind, clause.source)
        assert (clause.times, clause.games) == (worked.times[key], worked.games[key]), clause
    told = {(found.fault.kind, found.fault.sources): (found.seed, found.moves, found.games) for found in figures.faults}
    assert told == {key: (*met[0], len(met)) for key, met in worked.faults.items()}


@pytest.mark.parametrize("name", [*one_in(2, everyday()), *(f"{name} as written" for name in AS_WRITTEN)])
def test_every_figure(name):
    game_name = name.split()[0]
    game = load(game_name, as_written=name.endswith("as written"))
    worked, games = Worked(), FEW.get(game_name, 10)
    for number in range(games):
        work_out(game, worked, derive(SEED, Domain.GAME, number))
    figures = by_interpreter(game.interpreter, games, SEED, most_moves=MOST)
    agrees(figures, worked, games)
    assert by_compiled(library_of(game.rules), game.interpreter, games, SEED, most_moves=MOST) == figures
