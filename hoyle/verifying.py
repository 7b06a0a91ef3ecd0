"""Runs the verification of a loaded rule file, with what is kept from earlier runs.

Leaves deciding to `verify`, and showing the results to `hoyle.report`; the command, `--watch` and the pytest plug-in
run this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from hoyle.files import Loaded, Parsed, lower
from spec import ir
from spec import syntax as s
from spec.knobs import knobs
from verify.kept import NOTHING_KEPT, RULES, digest_of, users_keeper
from verify.obligations import owed_by
from verify.suite import Plan, decide, undecided
from verify.verdict import Result


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked: which settings, how much work, and whether results of earlier runs count."""

    settings: Mapping[str, str]
    plan: Plan
    as_written: bool = False
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Verified:
    """All results of a run; `stopped`: somebody stopped it, and what was left is listed as unknown."""

    results: tuple[Result, ...]
    stopped: bool = False


def plan_of(games: int, seed: int, budget: float, **more: object) -> Plan:
    """A plan whose techniques share a budget of seconds; proofs are at work beside the others all the time."""
    shares = {"random": 0.2, "case": 0.05, "probe": 0.2, "search": 0.3, "bounded": 0.2, "proof": 0.9}
    seconds = {f"{name}_seconds": budget * share for name, share in shares.items()}
    return replace(Plan(games, seed, seconds=budget, **seconds), **more)  # type: ignore[arg-type]


def verification(
    loaded: Loaded, game: ir.Game, order: Order, progress: Callable[[str], None] = lambda words: None
) -> Iterator[Result]:
    """The results of a game as they come."""

    def make(chosen: Mapping[str, str]) -> ir.Game | None:
        return lower(loaded.parsed, chosen, as_written=order.as_written).game

    keeper = users_keeper() if order.kept else NOTHING_KEPT
    made = knobs(loaded.parsed.file.sections)
    basis = basis_of(loaded.parsed) if order.kept else {}
    if basis and order.as_written:
        basis[RULES] += " as written"
    yield from decide(game, made, order.settings, make, order.plan, progress, keeper=keeper, basis=basis)
    keeper.tidy()


def verified(
    loaded: Loaded,
    game: ir.Game,
    order: Order,
    progress: Callable[[str], None] = lambda words: None,
    each: Callable[[Result], None] = lambda result: None,
) -> Verified:
    """Runs a verification to its end, or until somebody stops it; `each` sees every result as it comes.

    In the end the results are in the order of what the game owes, whatever was kept from earlier runs.
    """
    found: list[Result] = []
    stopped = False
    try:
        for result in verification(loaded, game, order, progress):
            found.append(result)
            each(result)
    except KeyboardInterrupt:
        stopped = True
    reason = "the run was stopped before it was decided" if stopped else "the time was up before it was decided"
    found += undecided(game, found, reason)
    found = list(_dead_explained(found))
    places = {(owed.code, owed.subject): number for number, owed in enumerate(owed_by(game))}
    found.sort(key=lambda r: places.get((r.obligation.code, r.obligation.subject), len(places)))
    return Verified(tuple(found), stopped)


def _dead_explained(results: list[Result]) -> Iterator[Result]:
    """The results, where of a clause that never had its way the reason is that it is proved never to have it."""
    dead = {r.obligation.subject for r in results if r.obligation.code == "dead-clause" and r.verdict == "proved"}
    for result in results:
        if result.obligation.code == "used" and result.verdict == "unknown" and result.obligation.subject in dead:
            yield replace(result, reason="it never has its way: see the proof of that")
        else:
            yield result


def basis_of(parsed: Parsed) -> dict[str, str]:
    """Digests of the text that games of other settings come from: the rules as a whole, and each claim by its label."""
    rules: list[object] = []
    found: dict[str, str] = {}
    for section in parsed.file.sections:
        match section:
            case s.SourceSection() | s.ExampleSection():
                pass
            case s.ClaimSection(head):
                label = head.name.text
                found[label] = digest_of(found.get(label, ""), section)
            case s.QuestionSection(head, _, readings, rulings):
                rules.append((head.name, tuple(r.name for r in readings), rulings))
            case _:
                rules.append(section)
    found[RULES] = digest_of(*rules)
    return found
