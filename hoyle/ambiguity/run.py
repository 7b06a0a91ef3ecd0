"""Runs the ambiguity finder on a loaded rule file.

Leaves finding to `verify.ambiguity` and showing to the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from hoyle.misreadings.draft import Asked
from hoyle.misreadings.variations import Together, questions, variations
from hoyle.run.verifying import basis_of
from hoyle.sources.files import Loaded, Parsed, lower
from spec.diagnostics.diagnostic import Diagnostic
from spec.ir import nodes as ir
from spec.names.settings import size_settings
from verify.ambiguity.compare.terms import DIAGNOSTIC, named
from verify.ambiguity.find.editions import compared, same_rules, undecided
from verify.ambiguity.find.random_resolution import comes_to_conflicts, good_resolution
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.outcome import Report
from verify.ambiguity.run.context import Context, Plan, settled
from verify.ambiguity.run.finder import Finder, subjects
from verify.ambiguity.run.jobs import Done, Search, as_job
from verify.ambiguity.run.store import Store
from verify.run.budget import STOPPED, TIME, now
from verify.run.cache import RULES, users_folder

WHOLE = "whole report"
"""The name under which the findings of a run are kept together, so that one of them can be told in full afterwards."""


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes the games of a rule file; it can be sent to other processes."""

    parsed: Parsed

    def __call__(self, chosen: Mapping[str, str], written: bool) -> ir.Game | None:
        """The game under some settings, as written or under the rulings."""
        return lower(self.parsed, chosen, as_written=written).game


def played(loaded: Loaded, game: ir.Game, settings: Mapping[str, str], *, as_written: bool = False) -> ir.Game:
    """The game with what is open read as first named, as it is where it has to be played as a whole."""
    chosen = settled(game, settings)
    return game if chosen == dict(settings) else Maker(loaded.parsed)(chosen, as_written) or game


def find(
    loaded: Loaded,
    game: ir.Game,
    settings: Mapping[str, str],
    plan: Plan,
    *,
    as_written: bool = False,
    kept: bool = True,
    jobs: int = 0,
    progress: Callable[[str], None] = lambda words: None,
    each: Callable[[Finding], None] = lambda finding: None,
    began: float | None = None,
    item: str = "",
    ask: bool = False,
    asks: Sequence[Asked] | None = None,
) -> Report:
    """What the finder says of a game; `game` is made with or without rulings, as `as_written` says.

    The parts are done in `jobs` processes beside this one, which are ended when time is up; with 0 all is done in this
    process, which looks at the clock between two steps only. The plan's seconds count from `began`. `each` is told of
    findings as they come; Ctrl-C ends the search with what it has found. For one `item` the report of the latest whole
    run of just this is taken, if it was kept; else nothing but the item is looked at, if it can be looked at alone.
    `ask`: rules are read in other ways that the file does not ask about, too (`hoyle.misreadings`); `asks`: these,
    where they are known already.
    """

    make = Maker(loaded.parsed)
    base = played(loaded, game, settings, as_written=as_written)
    found = () if not (ask or item) else questions(loaded, base) if asks is None else asks
    varied = variations(loaded, base, found)
    clashes = ask and not as_written and comes_to_conflicts(base, plan.seed)
    context = Context(
        base, make, settings, plan, size_settings(loaded.parsed.file.sections), loaded.diagnostics, progress,
        basis=basis_of(loaded.parsed)[RULES], as_written=as_written, clashes=clashes,
        lot=good_resolution(base, plan.seed) if as_written or clashes else 0,
        variations=varied if ask or item in {one.name for one in varied} else (),
        joint=Together(loaded.text.name, loaded.text.content, tuple(found)),
    )  # fmt: skip
    store = Store(users_folder("findings") if kept else None, base, map(_named, loaded.diagnostics))
    needs = (loaded.text.content, tuple(sorted(settings.items())), as_written, plan, ask)
    earlier = store.kept(WHOLE, needs) if item else None
    if earlier is not None:
        return Report(earlier, store.cut(WHOLE, needs), 0.0, 0.0, 1, 0)
    only = item if item in subjects(base) or item in {one.name for one in context.variations} else ""
    report = Finder(context, store, as_written=as_written, jobs=jobs, began=began, each=each, only=only).report()
    if not report.stopped and not only:
        store.keep(WHOLE, needs, report.findings, report.cut)
    return report


def differ(
    one: Loaded,
    two: Loaded,
    names: tuple[str, str],
    plan: Plan,
    *,
    began: float,
    each: Callable[[Finding], None] = lambda finding: None,
) -> Report:
    """Where two loaded games of one table play differently, within the plan's seconds from `began`.

    They are compared in a process beside this one, which is ended when time is up; Ctrl-C ends it with what was found.
    """
    assert one.game is not None
    assert two.game is not None
    same = same_rules(one.game, two.game, names)
    if same is not None:
        return Report((same,), (), 0.0, now() - began, 0, 1)
    context, end = Context(one.game, Maker(one.parsed), {}, plan), began + plan.seconds
    told: dict[str, Finding] = {}

    def heard(finding: Finding) -> None:
        fresh = finding.subject not in told
        told[finding.subject] = finding
        if fresh:
            each(finding)

    done, stopped = Done(), False
    with Search(context, 1, end, heard) as running:
        try:
            job = as_job("comparison", "comparing", 1.0, partial(compared, other=two.game, names=names))
            done = next((came for _, came in running.parts([job], end)), Done(cut=(TIME,)))
        except KeyboardInterrupt:
            stopped = True
    found = done.findings if not (done.ended or stopped) else tuple(sorted(told.values(), key=lambda f: -f.often))
    cut = tuple(f"comparison: {why}" for why in ((STOPPED,) if stopped else done.cut))
    nothing = undecided(names, STOPPED if stopped else "; ".join(done.cut) or TIME)
    return Report(found or (nothing,), cut, done.seconds, now() - began, 0, 1, stopped)


def _named(diagnostic: Diagnostic) -> ir.Source:
    """The place of a diagnostic, under the name that it speaks of."""
    return ir.Source(named(diagnostic.message), (), diagnostic.span, DIAGNOSTIC)
