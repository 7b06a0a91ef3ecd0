"""Plays many games and counts, also for each value of a setting.

Leaves playing and counting to `hoyle.run.simulating`, and what is suspicious to `engine.simulate.flags`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from engine.interpreter.interpreter import Interpreter
from hoyle.run.simulating import Simulation, need_a_game, simulated
from hoyle.simulation.figures import Simulated, bins
from hoyle.studio.messages import runs as m
from hoyle.studio.messages.text import Choice
from hoyle.studio.runs.rules import NoGame, Rules, rules_of
from hoyle.studio.text import part_name

BINS = 24
MOST_GAMES = 100_000
MOST_VALUES = 20
POLICIES = {"random": (), "greedy": ("greedy",), "search": ("mcts",)}

Tell = Callable[[m.Doing | m.Figures], None]


def counted(rules: Rules, order: m.Count, tell: Tell) -> m.Counted:
    """The figures of the rules as they are."""
    games = max(1, min(order.games, MOST_GAMES))
    tell(_figures(rules, games, order.seed, order.policy, tell, ("", "")))
    return m.Counted(games)


def swept(order: m.Sweep, tell: Tell) -> m.Counted:
    """The figures for each value of a setting; of a value that the rules do not take, nothing. Raises NoGame."""
    games, told = max(1, min(order.games, MOST_GAMES)), 0
    for value in order.values[:MOST_VALUES]:
        settings = (*(c for c in order.settings if c.name != order.setting), Choice(order.setting, value))
        try:
            rules = rules_of(order.name, order.text, settings)
        except NoGame:
            continue
        told += 1
        tell(_figures(rules, games, order.seed, "random", tell, (order.setting, value)))
    if not told:
        raise NoGame(f"the rules take none of these values for {order.setting}")
    return m.Counted(games * told)


def _figures(rules: Rules, games: int, seed: int, policy: str, tell: Tell, setting: tuple[str, str]) -> m.Figures:
    interpreter, began = Interpreter(rules.game), perf_counter()
    named = POLICIES.get(policy, ())
    policies = named * interpreter.layout.players
    what = f" with {setting[0]} {setting[1]}" if setting[0] else ""

    def progress(done: int, of: int) -> None:
        tell(m.Doing(f"playing{what}: {done:,} of {of:,} games"))

    tell(m.Doing(f"playing {games:,} games{what}"))
    found = simulated(interpreter, Simulation(games, seed, policies=policies, partly=True), _sparing(progress))
    seconds, beyond = perf_counter() - began, found.sums.beyond
    need_a_game(found.sums)
    more = "" if beyond is None else f"game {found.sums.games + 1:,} is too large, and ends the run: {beyond.sentence}"
    figures = found.figures
    told = Simulated(rules.game, rules.loaded.text, figures, seconds, found.engine, "", "")
    return m.Figures(
        rules.known.rules, *setting, figures.games, found.engine, seconds, told.verdict,
        tuple(filter(None, (more, *(flag.sentence for flag in told.flags)))),
        tuple(m.Share(f"player {seat}", w.share, w.low, w.high) for seat, w in enumerate(figures.wins, 1)),
        figures.draws / max(1, figures.finished),
        tuple(m.Bar(one.words, one.games) for one in bins(figures.lengths, BINS)),
        figures.mean_moves, figures.least_moves, figures.greatest_moves, figures.mean_turns, figures.mean_branching,
        tuple(m.Bar(name, count) for name, count in told.endings), tuple(_fired(rules, told)), found.reason,
    )  # fmt: skip


def _fired(rules: Rules, told: Simulated) -> Iterator[m.Fired]:
    for one in told.figures.clauses:
        part = part_name(told.display, one.group)
        yield m.Fired(rules.known.place(one.source), one.source.told, part, one.times, one.games)


def _sparing(tell: Callable[[int, int], None]) -> Callable[[int, int], None]:
    """Tells not more than a few times a second."""
    last = perf_counter()

    def told(done: int, of: int) -> None:
        nonlocal last
        if perf_counter() - last > 0.3:
            last = perf_counter()
            tell(done, of)

    return told
