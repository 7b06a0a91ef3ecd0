"""The whole verification of a game: one technique after the other, each yielding results.

Leaves each technique to its module, what is kept between runs to `verify.run.reuse`, and showing the results to
`hoyle`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import perf_counter

from engine.processes.deadline import TimeUp, until
from spec.diagnostics.diagnostic import has_errors
from spec.ir import nodes as ir
from spec.ir.check import check
from verify.obligations.examples import run_example
from verify.obligations.obligations import claim_obligation, owed_by, with_conditions
from verify.obligations.rulings import endless_readings
from verify.obligations.verdict import Obligation, Result, Settings, Witness, meant, strongest
from verify.random import random_play
from verify.random.commutation import commutation
from verify.random.compiled_games import play_on
from verify.random.information_leaks import information_leaks
from verify.random.other_sizes import faults_known, has_other_sizes, other_sizes
from verify.random.stepped_games import play_stepped
from verify.run.budget import Budget, now
from verify.run.plan import Plan
from verify.run.reuse import NOTHING_KEPT, Keeper, all_kept, decided
from verify.run.runner import Job, Runner
from verify.run.solving import counting, open_after_play, plays_from_the_deal, proofs, work
from verify.run.task import Task, Technique
from verify.search import search as search_module
from verify.search.exact_shares import fair_claims, has_fair_claims
from verify.search.lassos import lassos, longer_lassos, loops_owed, surely_ends
from verify.search.luck_loops import lucky_loops
from verify.search.shrink import largest_searched

__all__ = ["TECHNIQUES", "Plan", "Technique", "decide", "undecided", "verify"]

LAW = Obligation("law", "the game", "every name, type, index and precedence of the game is in order")


def examples(task: Task) -> Iterator[Result]:
    """Every example, played on the interpreter."""
    for example in task.game.examples:
        if perf_counter() > task.until:
            return
        yield run_example(task.interpreter, example)


READ = 0.7
"""The share of the time of random games for those in which claims are read."""


EARLY, MOST = 0.15, 0.65
"""Of that time: where the first part sees the end of no game, compiled code plays up to the second."""


def _amid(task: Task, tally: random_play.Tally) -> Callable[[], None]:
    """What is done at each decision of the interpreter: nothing, but once, where its first game takes long, compiled
    code plays for most of the time; then that game goes on."""
    began, share, pending = now(), task.left, True

    def pause() -> None:
        nonlocal pending
        if pending and now() > began + EARLY * share:
            pending = False
            if not tally.games:
                task.progress("playing by compiled code, since a game takes long")
                end = began + MOST * share
                with until(end):
                    play_stepped(task.interpreter, task.plan.games, task.plan.seed, end, tally)

    return pause


def random_games(task: Task) -> Iterator[Result]:
    """Games at random on the whole game; those that were played count, also where somebody stops them."""
    task.progress(f"playing {task.plan.games:,} games at random")
    began = perf_counter()
    tally = random_play.Tally()
    try:
        read = now() + READ * (task.until - now())
        random_play.play_games(
            task.interpreter, task.plan.games, task.plan.seed, until=read, tally=tally, pause=_amid(task, tally)
        )
        task.progress("playing on by compiled code")
        play_on(task.interpreter, task.plan.games, task.plan.seed, task.until, tally)
    except TimeUp:
        tally.stopped_early = f"time was up after {tally.games} of {task.plan.games} games"
    except KeyboardInterrupt:
        if tally.whole:
            yield from random_play.results(task.interpreter, tally, task.plan.seed, perf_counter() - began)
        raise
    yield from random_play.results(task.interpreter, tally, task.plan.seed, perf_counter() - began)


def load_cases() -> None:
    """Loads Hypothesis, which takes as long as many cases do."""
    import verify.random.generated_cases  # noqa: F401


def generated_cases(task: Task) -> Iterator[Result]:
    """Generated cases, shrunk to a minimal play."""
    from verify.random.generated_cases import generated

    yield from generated(task)


def smaller_games(task: Task) -> Iterator[Result]:
    """The exhaustive search of a smaller game."""

    def make(settings: Mapping[str, str]) -> ir.Game | None:
        made = task.make(settings)
        return None if made is None else with_conditions(made)

    searched = largest_searched(
        task.game,
        task.size_settings,
        task.fixed,
        make,
        seconds=task.left,
        progress=lambda w: task.progress(f"searching {w}"),
        tell=task.tell,
    )
    if searched is None:
        owed = Obligation(
            "search", "a smaller game", "some smaller size of the game can be searched whole", required=False
        )
        reason = f"no size could be searched whole in {task.plan.each.get('search', 0.0):g} s"
        yield Result(owed, "unknown", "exhaustive search", reason=reason)
        return
    whole = searched.size.whole
    yield from search_module.results(
        searched.explored,
        searched.scope,
        searched.seconds,
        whole=whole,
        complete=searched.every,
        proves=whole and searched.every and "deck" not in task.fixed,
        asked=task.game,
    )


def _games(plan: Plan) -> tuple[object, ...]:
    return (plan.games, plan.seed)


def _cases(plan: Plan) -> tuple[object, ...]:
    return (plan.cases, plan.seed)


def claims_always(task: Task) -> bool:
    """Does the file claim something of all positions, or that play ends?"""
    claims = task.game.claims
    return any(c.kind in ("always", "never") or (c.kind in ("ends", "endable") and not c.wrong) for c in claims)


def _certified(plan: Plan) -> tuple[object, ...]:
    """Whether certificates are asked for: only then do proofs by counting have them."""
    return (plan.certificates,)


def _unwritten(plan: Plan) -> tuple[object, ...] | None:
    """Nothing, unless the solver's questions are to be written down: then they have to be asked."""
    return None if plan.proofs else ()


TECHNIQUES: tuple[Technique, ...] = (
    Technique("examples", "the examples", examples, parts="examples", steady=True, quick=True),
    Technique(
        "exact shares", "shares of wins over all plays", fair_claims, parts="claims", steady=True,
        has_work=has_fair_claims,
    ),
    Technique("random play", "games at random", random_games, parts="claims", reads=_games, steady=True),
    Technique(
        "cases", "generated cases", generated_cases, parts="claims", reads=_cases, steady=True,
        prepare=load_cases,
    ),
    Technique(
        "other sizes", "games of other sizes", other_sizes,
        reads=_games, sizes=True, steady=True, open=faults_known, has_work=has_other_sizes,
    ),
    Technique(
        "loops", "games that players can keep going for ever", lassos,
        sizes=True, parts="claims", reads=_games, steady=True, needless=surely_ends,
    ),
    Technique(
        "luck", "games that luck can keep going for ever", lucky_loops,
        parts="claims", reads=_games, steady=True, needless=surely_ends,
    ),
    Technique(
        "information leaks", "moves that reveal unseen cards", information_leaks,
        parts="claims", reads=_games, steady=True,
    ),
    Technique(
        "commutation", "simultaneous effects in another order", commutation,
        parts="claims", reads=_games, steady=True,
    ),
    Technique("search", "searches of smaller games", smaller_games, parts="claims", sizes=True),
    Technique(
        "longer loops", "games that players can keep going for ever, looked for longer", longer_lassos,
        parts="claims", reads=_games, open=loops_owed,
    ),
    Technique("readings", "loops under other readings", endless_readings, reads=_games, sizes=True),
    Technique(
        "plays from the deal", "plays from the deal by a solver", plays_from_the_deal,
        reads=_unwritten, place="process", doing="looking for plays from the deal", open=open_after_play,
    ),
    Technique(
        "counting", "proofs by counting", counting,
        parts="claims", reads=_certified, place="beside", doing="proving by counting", has_work=claims_always,
    ),
    Technique(
        "proofs", "proofs for all positions", proofs,
        reads=_unwritten, place="beside", doing="proving for all positions",
    ),
)  # fmt: skip
"""Every technique, in the order in which they come."""


def verify(task: Task, keeper: Keeper = NOTHING_KEPT, only: frozenset[str] | None = None) -> Iterator[Result]:
    """Results as they come, by all techniques or `only` some; the same obligation may come several times, by stronger
    and weaker means.

    What a keeper has from an earlier run is not decided again, and what is decided is kept at once.
    """
    began = perf_counter()
    broken = [d for d in check(task.game) if d.severity == "error"]
    by = "the checker of the whole rule file"
    if has_errors(broken):
        witness = Witness("", (), (), broken[0].message)
        yield Result(LAW, "refuted", by, witness=witness, seconds=perf_counter() - began)
        return
    owed = Settings.of(task.game)
    yield replace(Result(LAW, "proved", by, seconds=perf_counter() - began), obligation=replace(LAW, under=owed))
    plan, end = task.plan, began + task.plan.seconds
    task = replace(task, until=end, answers=keeper.answers)
    wanted = [technique for technique in TECHNIQUES if only is None or technique.name in only]
    asked = [(one, seconds) for one in wanted if (seconds := one.seconds(plan)) > 0 and one.has_work(task)]
    with Runner(Budget(plan.seconds, end), None, None, processes=1) as runner:
        begun = {
            technique.name: _process(runner, technique, replace(task.only(), until=min(end, now() + seconds)))
            for technique, seconds in asked
            if technique.place == "beside" and task.left and not all_kept(technique, task, seconds, keeper)
        }
        found: list[Result] = []

        def come() -> tuple[Result, ...]:
            return (*found, *(item for item in runner.come() if isinstance(item, Result)))

        for technique, seconds in asked:
            if technique.prepare is not None and task.left and not all_kept(technique, task, seconds, keeper):
                technique.prepare()
            own = replace(task, known=strongest(found))
            items, start = begun.pop(technique.name, None), partial(_started, runner)
            try:
                for result in decided(technique, own, seconds, keeper, start=start, begun=items, come=come):
                    found.append(_owed_under(result, owed))
                    yield found[-1]
            except KeyboardInterrupt:
                runner.interrupted = True
                yield from (_owed_under(result, owed) for result in _rescued(asked, begun, task, keeper))
                raise


def _started(runner: Runner[None], technique: Technique, task: Task) -> Iterator[object]:
    if technique.place == "here":
        return technique.run(task)
    return iter(()) if technique.open is not None and not technique.open(task) else _process(runner, technique, task)


def _process(runner: Runner[None], technique: Technique, task: Task) -> Iterator[object]:
    """What comes of a technique from a process of its own."""
    job: Job[None] = Job(technique.name, technique.words, 1.0, partial(work, technique.run, task.bare()))
    return runner.begin(job, task.left)


def _owed_under(result: Result, settings: Settings) -> Result:
    """The result, with the settings under which what it is about is owed, if it does not say so itself."""
    if result.obligation.under is not None:
        return result
    return replace(result, obligation=replace(result.obligation, under=settings))


def _rescued(
    asked: Sequence[tuple[Technique, float]], begun: Mapping[str, Iterator[object]], task: Task, keeper: Keeper
) -> Iterator[Result]:
    """Somebody has stopped the run: what has come from beside it until now is told and kept all the same."""
    for technique, seconds in asked:
        if technique.name in begun:
            with suppress(KeyboardInterrupt):
                yield from decided(technique, task, seconds, keeper, begun=begun[technique.name])


def undecided(game: ir.Game, results: Sequence[Result], reason: str) -> tuple[Result, ...]:
    """An `unknown`, for this reason, of each thing that the game owes and no result speaks of."""
    spoken = {r.obligation.key for r in results}
    return tuple(Result(owed, "unknown", "nothing", reason=reason) for owed in owed_by(game) if owed.key not in spoken)


def decide(task: Task, keeper: Keeper = NOTHING_KEPT, only: frozenset[str] | None = None) -> Iterator[Result]:
    """The results of `verify`; those of a claim that the file calls wrong are about what the rulebook says.

    What the rulebook says can come about, and the file says cannot, is a `never`, and is told as what it is.
    """

    def smaller(settings: Mapping[str, str]) -> ir.Game | None:
        made = task.make(settings)
        return None if made is None else without_wrong_sometimes(made)

    never = {c.source.label: meant(claim_obligation(c)) for c in task.game.claims if c.wrong and c.kind == "sometimes"}
    whole = replace(task, game=without_wrong_sometimes(task.game), make=smaller)
    for result in verify(whole, keeper, only):
        owed = result.obligation
        if owed.code == "claim" and owed.subject in never:
            owed = replace(owed, sentence=never[owed.subject].sentence)
        yield replace(result, obligation=owed)


def without_wrong_sometimes(game: ir.Game) -> ir.Game:
    """The game with each `text says sometimes` as the `never` that it comes to."""
    claims = tuple(
        replace(c, kind="never", wrong=False) if c.wrong and c.kind == "sometimes" else c for c in game.claims
    )
    return replace(game, claims=claims)
