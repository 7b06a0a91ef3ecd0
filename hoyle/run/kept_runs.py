"""A verification that was run before, of the same text with the same order, is told again without running anything.

What only parts of a file changed is for `hoyle.run.verifying`, which is not even loaded where the whole is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import hoyle
from hoyle.run.order import Order, Verified
from hoyle.sources.files import Loaded
from spec.ir import nodes as ir
from verify.obligations.verdict import Result
from verify.run.cache import Cache, digest_of, users_folder, version

MOST_KEPT = 200
"""So many runs are kept; then the oldest go."""


@dataclass(frozen=True, slots=True)
class Run:
    """The results of a complete run."""

    results: tuple[Result, ...]


def verified(
    loaded: Loaded,
    game: ir.Game,
    order: Order,
    progress: Callable[[str], None] = lambda words: None,
    each: Callable[[Result], None] = lambda result: None,
    began: float | None = None,
    tell: Callable[[str], None] = lambda words: None,
) -> Verified:
    """What a verification comes to, as `hoyle.run.verifying.verified` says; what is kept of the same run is used."""
    keeper = Cache[Run](
        users_folder("runs") if order.kept and order.plan.proofs is None else None, Run, "run", MOST_KEPT
    )
    key = _key(loaded, order)
    found = keeper.load(key)
    if found is not None:
        for result in found.results:
            each(result)
        return Verified(found.results, complete=True)
    from hoyle.run.verifying import verified as run

    began = perf_counter() if began is None else began
    done = run(loaded, game, order, progress, each, began, tell)
    if done.complete:
        keeper.save(key, Run(done.results))
        keeper.evict()
    return done


def _key(loaded: Loaded, order: Order) -> str:
    plan = order.plan
    work = (plan.games, plan.seed, plan.cases, plan.seconds, tuple(sorted(plan.each.items())), plan.certificates)
    asked = (tuple(sorted(order.settings.items())), order.as_written, order.only)
    return digest_of(version(hoyle), loaded.text.content, asked, work)
