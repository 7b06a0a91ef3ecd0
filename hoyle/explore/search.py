"""Searches every position of a game by compiled code, within limits, and gathers what is told of it.

Leaves exploring to `engine.c.search.explorer`, plays to conditions to `verify.search.compiled`, and kept searches to
`hoyle.explore.kept`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter

from engine.c.compiled.build import NotBuilt
from engine.c.search.explorer import Explorer, explorer
from engine.c.search.symmetry import later_parts
from engine.core.observed_order import looking_claims
from engine.core.unsupported import Unsupported
from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from hoyle.terminal.guard import memory
from spec.ir import nodes as ir
from verify.obligations.witness import make_witness
from verify.search.compiled import MOST_STARTS, NativeExplored
from verify.search.model import Open, Shown
from verify.search.repeated_luck import put_off

GRAPH_SECONDS = 60.0
"""For so long the longest game and ways round are looked for."""
USED, MOST = 0.45, 0.75
"""Shares of the memory of a process: from the first on a search stops and can be kept, the second it never passes."""
FOUND = "every condition was met"
INTERRUPTED = "somebody stopped it"


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be searched: the game with a claim for each condition to be found, and the limits."""

    game: ir.Game
    conditions: tuple[str, ...] = ()
    symmetry: bool = True
    deals: int = 1
    seed: int = 1
    seconds: float = 60.0
    states: int | None = None

    @property
    def searched(self) -> ir.Game:
        """The game with no other claims than those of the conditions."""
        claims = tuple(c for c in self.game.claims if c.source.label in self.conditions)
        return replace(self.game, claims=claims)


@dataclass(frozen=True, slots=True)
class Figures:
    """What a search came to. `cut` says why not all positions were followed, '' where all were; `every`: of every deal.

    `longest` is the most decisions of a game, `cycle` a way round by which play comes back to a position.
    """

    states: int
    moves: int
    starts: int
    deals: int
    ended: dict[str, int]
    stopped: int
    faults: dict[str, Shown | None]
    by_depth: tuple[int, ...]
    seconds: float
    bytes: int
    cut: str
    every: bool
    put_off: bool
    alike: str
    longest: int | Open
    cycle: Shown | Open | None
    found: tuple[Shown | None, ...]

    @property
    def complete(self) -> bool:
        """Was every position of every game followed?"""
        return self.every and not self.cut

    @property
    def rate(self) -> float:
        """States a second."""
        return self.states / max(self.seconds, 1e-9)


@dataclass(slots=True)
class Search:
    """A search under way: its explorer, and what is not in it."""

    order: Order
    made: Explorer
    every: bool
    put_off: bool
    spent: float = 0.0
    interrupted: bool = field(default=False)

    def run(self, tell: Callable[[str], None]) -> None:
        """Explores up to a limit, or until every condition is met or somebody stops it."""
        began, most = perf_counter(), memory() * 2**30 * USED
        order = self.order

        def stop() -> str:
            counts = self.made.counts()
            tell(f"{counts.states:,} states, depth {counts.depth:,}, {perf_counter() - began:.0f} s")
            if self.interrupted:
                return INTERRUPTED
            if order.states is not None and counts.states >= order.states:
                return f"the {order.states:,} states that --states allows were passed"
            if counts.bytes > most:
                return f"the memory was used up ({counts.bytes / 2**20:,.0f} MiB); HOYLE_MEMORY allows more"
            met = order.conditions and all(not isinstance(met, str) for met in self.made.claims().values())
            return FOUND if met else ""

        self.made.run(began + order.seconds, stop)
        self.spent += perf_counter() - began

    def figures(self) -> Figures:
        """What was found, every play replayed on the interpreter."""
        made, counts, game = self.made, self.made.counts(), self.order.searched
        told = NativeExplored(game, made, counts.deals if not made.cut else 0, made.cut, drawn=not self.every)
        seconds = self.spent
        whole = not made.cut and not made.faults()
        longest: int | Open = told.longest() if whole else Open(made.cut or "play stops at a fault")
        cycle = told.loop() if whole else None
        faults = {kind: _only_shown(told.fault(kind)) for kind in made.faults()}
        return Figures(
            counts.states, counts.transitions, counts.roots, counts.deals, made.ends(), counts.faulted,
            faults, made.by_depth(), seconds, counts.bytes, made.cut, self.every, self.put_off,
            told.alike, longest, cycle, tuple(_seen(told, name) for name in self.order.conditions),
        )  # fmt: skip


def _only_shown(found: Shown | Open | None) -> Shown | None:
    return found if isinstance(found, Shown) else None


def _seen(told: NativeExplored, condition: str) -> Shown | None:
    """A shortest play to a condition; the interpreter has played it, and holds that the condition is met."""
    shown = told.seen(condition)
    if shown is not None:
        make_witness(told.interpreter, shown.outcomes, shown.moves, shown.position, shown.sentence)
    return shown


def made_for(order: Order, *, undecided: bool | None = None) -> Explorer | str:
    """An explorer of the game in which nothing is reached yet, or why there is none.

    Stacks whose order nobody knows stay `undecided` unless symmetry is off or a condition looks at their cards.
    """
    game = order.searched
    loose = order.symmetry and not looking_claims(game) if undecided is None else undecided
    most = int(memory() * 2**30 * MOST)
    try:
        made = explorer(game, most_bytes=most, undecided=loose, alike=order.symmetry, piled=order.symmetry)
    except Unsupported as why:
        return f"compiled code does not hold {why}"
    return made.reason if isinstance(made, NotBuilt) else made


def begun(order: Order) -> Search | str:
    """A search at the starts: every deal, or where there are too many so many by seed; or why there is none."""
    off = put_off(Interpreter(order.game))
    made = made_for(order)
    if isinstance(made, str):
        return made
    if not off and made.starts(MOST_STARTS) and made.counts().states:
        return Search(order, made, True, off)
    # A deal that is drawn decides every card, unless play shuffles again: that would come out in too many ways.
    shuffles = any(isinstance(node, ir.Shuffle) for node in later_parts(order.searched))
    made = made_for(order, undecided=None if shuffles else False)
    if isinstance(made, str):
        return made
    for number in range(order.deals):
        made.start_seeded(derive(order.seed, Domain.GAME, number))
    return Search(order, made, False, off)


def binned(sizes: Sequence[int], rows: int) -> list[tuple[int, int, int]]:
    """Depths in so many rows: the first and the last of each, and the states in them."""
    each = max(1, -(-len(sizes) // rows))
    parts = [(at, sizes[at : at + each]) for at in range(0, len(sizes), each)]
    return [(at, at + len(part) - 1, sum(part)) for at, part in parts]
