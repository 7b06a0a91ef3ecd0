"""Does the verification notice a mutant? Its results are compared with those on the game, obligation by obligation.

A mutant is noticed where
- something is refuted (an example fails, random play meets a fault or a broken claim, a small game searched whole
  shows one) that is not refuted of the game itself, by the same means;
- every random game ended, and of the mutant some does not;
- a clause, or a `sometimes`, that came about in at least `OFTEN` of a hundred random games never does in as many.
Effort is counted in games and states, never in seconds, so nothing depends on the machine; what is only unknown because
a search was cut counts for nothing. Proofs by a solver are not asked, since what they leave open may change with time.

Leaves making mutants to `verify.mutation.mutate`, and telling how an unnoticed one differs to
`verify.mutation.lockstep`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from engine.interpreter.interpreter import Interpreter, Turn
from engine.luck.chance import Outcome, Recording, Seeded
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import play_random
from spec.ir import nodes as ir
from spec.names.settings import SizeSetting
from verify.obligations.examples import run_example
from verify.obligations.obligations import fault_obligation
from verify.obligations.verdict import Result, turned
from verify.random import random_play
from verify.random.commutation import commutation
from verify.random.information_leaks import information_leaks
from verify.run.plan import Plan
from verify.run.task import Task
from verify.run.techniques import without_wrong_sometimes
from verify.search import graph
from verify.search import search as searching
from verify.search.shrink import sizes

OFTEN = 20
"""So many in a hundred games: by chance alone such a thing misses a hundred games once in thousands of millions."""
TRIALS = 5

Key = tuple[str, str]
Make = Callable[[Mapping[str, str]], ir.Game | None]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is done for each mutant: random games, deals and states of a small game, and the seed of all luck."""

    games: int = 100
    deals: int = 4
    states: int = 2_000
    small: int = 2
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Kill:
    """By which means, of which obligation, and in a sentence what was noticed."""

    by: str
    code: str
    subject: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Small:
    """A smaller game whose every play (of some deals) can be followed, and what is refuted of it as it is."""

    settings: tuple[tuple[str, str], ...]
    words: str
    game: ir.Game
    refuted: frozenset[Key]


@dataclass(frozen=True, slots=True)
class Baseline:
    """What the verification says of the game itself, and how often things come about in it; other processes are sent
    it."""

    game: ir.Game
    effort: Effort
    refuted: Mapping[str, frozenset[Key]]
    all_end: bool
    often: Mapping[Key, int]
    smaller: tuple[Small, ...]


# ---------------------------------------------------------------- the game itself


def baseline(
    game: ir.Game, size_settings: Sequence[SizeSetting], fixed: Mapping[str, str], make: Make, effort: Effort
) -> Baseline:
    """Everything that mutants are compared with."""
    plain = without_wrong_sometimes(game)
    interpreter = Interpreter(plain)
    tally = random_play.play_games(interpreter, effort.games, effort.seed)
    results = {
        "examples": tuple(run_example(interpreter, e) for e in plain.examples),
        "random play": _of_claims(random_play.results(interpreter, tally, effort.seed, 0.0)),
        **dict(_closer(interpreter, effort)),
    }
    often: Counter[Key] = Counter()
    for i in range(effort.games):
        single = random_play.play_games(interpreter, 1, derive(effort.seed, Domain.PART, i))
        shown = _of_claims(random_play.results(interpreter, single, effort.seed, 0.0))
        often.update({_key(r) for r in shown if r.verdict == "proved"})
    return Baseline(
        game,
        effort,
        {by: _refuted(found) for by, found in results.items()},
        tally.ended == tally.games,
        often,
        tuple(_smaller(plain, size_settings, fixed, make, effort)),
    )


def _closer(interpreter: Interpreter, effort: Effort) -> Iterator[tuple[str, tuple[Result, ...]]]:
    """What is looked for in fewer random games: moves that tell of unseen cards, and effects that depend on order."""
    plan = Plan(games=max(1, effort.games // 4), seed=effort.seed)
    task = Task(interpreter.game, plan=plan)
    yield "unseen cards", tuple(information_leaks(task))
    yield "order of effects", tuple(commutation(task))


def _key(result: Result) -> Key:
    return result.obligation.code, result.obligation.subject


def _refuted(results: Sequence[Result]) -> frozenset[Key]:
    return frozenset(_key(r) for r in results if r.verdict == "refuted")


def _of_claims(results: Sequence[Result]) -> tuple[Result, ...]:
    """The results with those of claims that the file calls wrong turned round."""
    return tuple(map(turned, results))


def _smaller(
    game: ir.Game, size_settings: Sequence[SizeSetting], fixed: Mapping[str, str], make: Make, effort: Effort
) -> Iterator[Small]:
    """The largest sizes whose every play of the deals has at most so many states."""
    fitting: list[tuple[int, Small]] = []
    for size in sizes(game, size_settings, fixed):
        made = make({**fixed, **dict(size.settings)})
        if made is None:
            continue
        small = without_wrong_sometimes(made)
        interpreter = Interpreter(small)
        if not _plays(interpreter):
            continue
        found = _searched(interpreter, effort)
        if found.cut and not found.bad:
            if len(dict(size.settings).get("deck", "").split()) > 12 or len(fitting) >= 6:
                break
            continue
        results = searching.results(searching.Reached(interpreter, found), size.words, 0.0, whole=True)
        fitting.append((len(found.came), Small(size.settings, size.words, small, _refuted(_of_claims(results)))))
    fitting.sort(key=lambda one: -one[0])
    yield from (small for _, small in fitting[: effort.small])


def _plays(interpreter: Interpreter) -> bool:
    """Do some random games meet no fault, and a decision?"""
    played = [play_random(interpreter, derive(0, Domain.GAME, i), most_moves=50) for i in range(TRIALS)]
    return all(p.position.fault is None for p in played) and any(p.moves for p in played)


def _searched(interpreter: Interpreter, effort: Effort) -> graph.Found:
    def deals(of: Interpreter) -> Iterator[tuple[Turn, tuple[Outcome, ...]]]:
        for number in range(effort.deals):
            chance = Recording(Seeded(derive(effort.seed, Domain.GAME, number)))
            yield of.start(chance), tuple(chance.outcomes)

    return searching.search(interpreter, deals, most_states=effort.states)


# ---------------------------------------------------------------- a mutant


def kill_of(base: Baseline, mutant: ir.Game, shrunk: Callable[[ir.Game], ir.Game | None]) -> Kill | None:
    """What the verification notices of a mutant; `shrunk` makes the same change in a smaller game."""
    plain = without_wrong_sometimes(mutant)
    interpreter = Interpreter(plain)
    return (
        _by_examples(base, interpreter)
        or _by_random_play(base, interpreter)
        or _by_a_closer_look(base, interpreter)
        or _by_search(base, shrunk)
    )


def _by_examples(base: Baseline, interpreter: Interpreter) -> Kill | None:
    for example in interpreter.game.examples:
        found = _new("examples", base.refuted["examples"], (run_example(interpreter, example),))
        if found:
            return found
    return None


def _new(by: str, known: frozenset[Key], results: Sequence[Result]) -> Kill | None:
    """The first refutation that the game itself does not have."""
    for result in results:
        if result.verdict == "refuted" and _key(result) not in known:
            sentence = result.witness.sentence if result.witness else ""
            return Kill(by, *_key(result), sentence)
    return None


class _Enough(Exception):
    """The random games have shown something new."""


def _by_random_play(base: Baseline, interpreter: Interpreter) -> Kill | None:
    effort, by = base.effort, "random play"
    known = base.refuted[by]
    wrong = {c.source.label for c in base.game.claims if c.wrong}
    tally = random_play.Tally()

    def stop_early(done: int) -> None:
        faults = {fault_obligation(kind).code for kind in tally.faults} - {code for code, _ in known}
        broken = {label for label in tally.broken if ("claim", label) not in known} - wrong
        if faults or broken or (base.all_end and tally.ended + sum(map(bool, tally.faults)) < done):
            raise _Enough

    with suppress(_Enough):
        random_play.play_games(interpreter, effort.games, effort.seed, progress=stop_early, tally=tally)
    results = _of_claims(random_play.results(interpreter, tally, effort.seed, 0.0))
    found = _new(by, known, results)
    if found:
        return found
    if base.all_end and tally.ended < tally.games:
        sentence = f"a random game has not ended after {random_play.MOST_MOVES:,} moves"
        return Kill(by, "ends", "every game", sentence)
    return _lost(base, results)


def _lost(base: Baseline, results: Sequence[Result]) -> Kill | None:
    """Something that came about again and again and does so no more."""
    least = OFTEN * base.effort.games // 100
    for result in results:
        times = base.often.get(_key(result), 0)
        if base.effort.games >= 50 and times >= least and result.verdict == "unknown":
            sentence = f"it happened in {times} of {base.effort.games} games, and with the change never happens"
            return Kill("random play", *_key(result), sentence)
    return None


def _by_a_closer_look(base: Baseline, interpreter: Interpreter) -> Kill | None:
    for by, results in _closer(interpreter, base.effort):
        found = _new(by, base.refuted[by], results)
        if found:
            return found
    return None


def _by_search(base: Baseline, shrunk: Callable[[ir.Game], ir.Game | None]) -> Kill | None:
    for small in base.smaller:
        mutant = shrunk(small.game)
        if mutant is None:
            continue
        interpreter = Interpreter(mutant)
        more = replace(base.effort, states=3 * base.effort.states)
        found = _searched(interpreter, more)
        if found.cut and not found.bad:
            continue
        results = searching.results(searching.Reached(interpreter, found), small.words, 0.0, whole=True)
        new = _new(f"search of {small.words}", small.refuted, _of_claims(results))
        if new:
            return new
    return None
