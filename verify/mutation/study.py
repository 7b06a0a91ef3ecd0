"""Studies a game's mutants: which are noticed, which are not, and of those which differ in play.

Leaves what is noticed to `verify.mutation.judge` and how two games differ to `verify.mutation.lockstep`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from engine.processes.workers import Pool, as_it_is
from engine.simulate.simulate import Interval, wilson
from spec.ir import nodes as ir
from verify.mutation.judge import Baseline, Kill, kill_of
from verify.mutation.lockstep import Difference, Pair, in_random_games, in_small_game
from verify.mutation.mutate import Mutant, mutants, mutated, viable

Status = Literal["illegal", "noticed", "alike", "unnoticed"]
"""illegal: the checker of rule files refuses it; alike: not noticed, and no difference in play was seen."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant."""

    mutant: Mutant
    status: Status
    by: Kill | None = None
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """How many mutants were noticed, of those that are legal and differ in play."""

    made: int
    illegal: int
    alike: int
    noticed: int
    unnoticed: int
    unspeakable: int
    """Of those not noticed: how many differ only in what no example or claim can say."""

    @property
    def speakable(self) -> Interval:
        """The share without those."""
        return wilson(self.noticed, self.noticed + self.unnoticed - self.unspeakable)

    @property
    def share(self) -> Interval:
        """Noticed of noticed and unnoticed, with the 95 % confidence interval of a random sample."""
        return wilson(self.noticed, self.noticed + self.unnoticed)


def sample(game: ir.Game, size: int | None, seed: int) -> tuple[Mutant, ...]:
    """So many mutants drawn at random without return, in the order of the rules; all where `size` is None."""
    every = tuple(mutants(game))
    if size is None or size >= len(every):
        return every
    chosen = sorted(random.Random(seed).sample(range(len(every)), size))
    return tuple(every[i] for i in chosen)


def fate(base: Baseline, mutant: Mutant) -> Fate:
    """What becomes of one mutant."""
    changed = mutated(base.game, mutant)
    if changed is None or not viable(changed):
        return Fate(mutant, "illegal")

    def shrunk(game: ir.Game) -> ir.Game | None:
        made = mutated(game, mutant)
        return made if made is not None and viable(made) else None

    by = kill_of(base, changed, shrunk)
    if by is not None:
        return Fate(mutant, "noticed", by)
    difference = _difference(base, mutant, changed)
    return Fate(mutant, "alike" if difference is None else "unnoticed", None, difference)


def _difference(base: Baseline, mutant: Mutant, changed: ir.Game) -> Difference | None:
    """The first difference in the plays of the small games, else the shortest of random games of the whole one."""
    effort = base.effort
    for small in reversed(base.smaller):
        made = mutated(small.game, mutant)
        if made is None or not viable(made):
            continue
        found, _ = in_small_game(Pair(small.game, made), effort.deals, effort.seed, effort.states, small.words)
        if found:
            return found
    return in_random_games(Pair(base.game, changed), effort.games, effort.seed + 1)


def fates(base: Baseline, chosen: Sequence[Mutant], jobs: int = 0) -> Iterator[Fate]:
    """What becomes of each, in order; with several jobs by as many processes, where the system has them."""
    with Pool(partial(as_it_is, base), jobs if jobs > 1 else 0) as pool:
        yield from pool.map(partial(_fate, mutant) for mutant in chosen)


def _fate(mutant: Mutant, base: Baseline, tell: object) -> Iterator[Fate]:
    yield fate(base, mutant)


def score(found: Iterable[Fate]) -> Score:
    """The counts of some fates."""
    found = tuple(found)
    status = [f.status for f in found]
    return Score(
        len(status),
        status.count("illegal"),
        status.count("alike"),
        status.count("noticed"),
        status.count("unnoticed"),
        sum(f.difference is not None and not f.difference.speakable for f in found),
    )
