"""Runs the verification of a loaded rule file, with what is kept from earlier runs.

Leaves deciding to `verify`, and showing the results to `hoyle.report`; the command, `--watch` and the pytest plug-in
run this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from hoyle.run.order import STOPPED, NotThere, Order, Verified
from hoyle.sources.files import Loaded, Parsed, lower
from spec import syntax as s
from spec.ir import nodes as ir
from spec.lower.nearby_settings import Elsewhere, Nearby, elsewhere, place_of, places_of
from spec.names.settings import size_settings
from spec.names.suggestions import did_you_mean
from verify.obligations.obligations import claim_obligation, example_obligation, owed_by
from verify.obligations.verdict import Obligation, Result, Settings
from verify.run.budget import LEAST, now
from verify.run.cache import RULES, digest_of
from verify.run.plan import Plan
from verify.run.reuse import Keeper, users_keeper
from verify.run.task import Task
from verify.run.techniques import decide, undecided


def verification(
    loaded: Loaded,
    game: ir.Game,
    order: Order,
    beside: Elsewhere,
    keeper: Keeper,
    progress: Callable[[str], None],
    end: float,
    tell: Callable[[str], None] = lambda words: None,
) -> Iterator[Result]:
    """The results of a game as they come, then those of claims and examples that are in force elsewhere, until a clock
    time; the game itself has a moment whatever the time. If only some are asked for, they are all in `beside`."""

    def make(chosen: Mapping[str, str]) -> ir.Game | None:
        return lower(loaded.parsed, chosen, as_written=order.as_written).game

    made = size_settings(loaded.parsed.file.sections)
    basis = basis_of(loaded.parsed) if order.kept else {}
    if basis and order.as_written:
        basis[RULES] += " as written"
    found = beside.nearby
    own, each = shares(order.plan, found, whole=not order.only)
    own = replace(own, seconds=min(own.seconds, max(LEAST, end - now())))
    task = Task(game, made, order.settings, make, own, progress, basis=basis, tell=tell)
    if not order.only:
        yield from decide(task, keeper)
    for near in found:

        def nearby(chosen: Mapping[str, str], near: Nearby = near) -> ir.Game | None:
            game = make(chosen)
            return None if game is None else near.only(game)

        def said(words: str, near: Nearby = near) -> None:
            progress(f"with {near.words}: {words}" if near.changes else words)

        there = near.only(near.game)
        only = techniques_for(there)
        plan = EXAMPLES_ONLY
        if there.claims:
            plan = replace(_for_claims(each, there), seconds=min(each.seconds, max(0.0, end - now())))
            # Certificates are about the settings of the run alone.
            plan = replace(plan, certificates=plan.certificates and not near.changes)
        other = replace(task, game=there, fixed=near.settings, make=nearby, plan=plan, progress=said)
        for result in decide(other, keeper, only):
            if any(s.span in near.places for s in result.obligation.sources):
                yield of_nearby(result, near)
    keeper.evict()


# ---------------------------------------------------------------- claims and examples of other settings

EXAMPLES_ONLY = Plan(each={})
"""A plan that leaves no time for anything but the examples, which take next to none."""


def others(loaded: Loaded, game: ir.Game, order: Order) -> Elsewhere:
    """The claims and examples that are in force under other settings than those of the run alone; if only those of one
    name are asked for, these, whatever settings they are in force under. Raises NotThere where there are none."""
    found = elsewhere(loaded.parsed.file, order.settings, game, as_written=order.as_written)
    if not order.only:
        return found
    named = frozenset(place_of(test) for test in tests_of(loaded.parsed) if name_of(test) == order.only)
    if not named:
        known = [name_of(test) for test in tests_of(loaded.parsed)]
        raise NotThere(f"no claim or example is called `{order.only}`{did_you_mean(order.only, known)}")
    own = Nearby((), order.settings, game, named & places_of(game))
    nearby = (replace(near, places=near.places & named) for near in found.nearby)
    nowhere = tuple(test for test in found.nowhere if name_of(test) == order.only)
    return Elsewhere(tuple(near for near in (own, *nearby) if near.places), nowhere)


def tests_of(parsed: Parsed) -> tuple[s.ClaimSection | s.ExampleSection, ...]:
    """The claims and examples of a file, in its order."""
    return tuple(x for x in parsed.file.sections if isinstance(x, s.ClaimSection | s.ExampleSection))


def name_of(test: s.ClaimSection | s.ExampleSection) -> str:
    """The label of a claim, the title of an example."""
    return test.head.name.text if isinstance(test, s.ClaimSection) else test.title.text


def shares(plan: Plan, found: Sequence[Nearby], *, whole: bool = True) -> tuple[Plan, Plan]:
    """The plan of the run's own settings, and that of each of the other settings under which claims are decided; these
    share all of the time where the game as a whole is not verified."""
    many = sum(bool(near.only(near.game).claims) for near in found)
    if not whole:
        return plan, plan.scaled(1 / max(1, many))
    each = 0.2 if many < 3 else 0.5 / many
    return plan.scaled(1 - each * many), plan.scaled(each)


def _for_claims(plan: Plan, game: ir.Game) -> Plan:
    """The plan with more time for loops, where it is claimed that every game ends."""
    ends = any(claim.kind == "ends" for claim in game.claims)
    more = {name: 3 * plan.each.get(name, 0.0) for name in ("loops", "luck", "longer loops")}
    return replace(plan, each={**plan.each, **more}) if ends else plan


def techniques_for(game: ir.Game) -> frozenset[str]:
    """The techniques that decide these claims and examples."""
    ends = {"loops", "luck", "longer loops"} if any(c.kind == "ends" for c in game.claims) else set()
    return frozenset({"examples", "random play", "cases", "search", "plays from the deal", "counting", "proofs", *ends})


def of_nearby(result: Result, near: Nearby) -> Result:
    """A result under other settings than the run's, which it then tells."""
    if not near.changes:
        return replace(result, obligation=replace(result.obligation, under=Settings.of(near.game)))
    owed = replace(
        result.obligation, subject=f"{result.obligation.subject} ({near.words})", under=Settings.of(near.game)
    )
    scope = f"with {near.words}" + (f": {result.scope}" if result.scope else "")
    return replace(result, obligation=owed, scope=scope)


def owed_elsewhere(found: Elsewhere) -> tuple[Obligation, ...]:
    """What is owed under other settings; of what is in force under none that were found, that it is under some."""
    made: list[Obligation] = []
    for near in found.nearby:
        there = near.only(near.game)
        owed = (*map(example_obligation, there.examples), *map(claim_obligation, there.claims))
        for one in owed:
            subject = f"{one.subject} ({near.words})" if near.changes else one.subject
            made.append(replace(one, subject=subject, under=Settings.of(near.game)))
    return tuple(made)


def in_force_nowhere(found: Elsewhere) -> tuple[Result, ...]:
    """Of each claim and example that is in force under no settings that were found, that nothing decides it."""
    made = []
    for test in found.nowhere:
        code, name = (
            ("claim", test.head.name.text) if isinstance(test, s.ClaimSection) else ("example", test.title.text)
        )
        source = ir.Source(name, (), place_of(test))
        # Another claim of the same name may be in force, and is another obligation.
        owed = Obligation(code, f"{name} (nowhere)", f"{name} is in force under some settings", (source,))
        reason = "no settings were found under which it is in force; see what stands after its `under`"
        made.append(Result(owed, "unknown", "the settings of the file", reason=reason))
    return tuple(made)


def verified(
    loaded: Loaded,
    game: ir.Game,
    order: Order,
    progress: Callable[[str], None] = lambda words: None,
    each: Callable[[Result], None] = lambda result: None,
    began: float | None = None,
    tell: Callable[[str], None] = lambda words: None,
) -> Verified:
    """Runs a verification to its end, or until somebody stops it; `each` sees every result as it comes, `tell` hears
    what whoever started it should know. The seconds of its plan run from the clock time `began`, or from now.

    In the end the results are in the order of what the game owes, whatever was kept from earlier runs.
    """
    found: list[Result] = []
    stopped = False
    end = (now() if began is None else began) + order.plan.seconds
    beside = others(loaded, game, order)
    keeper = users_keeper() if order.kept else Keeper(None)
    try:
        for result in verification(loaded, game, order, beside, keeper, progress, end, tell):
            found.append(result)
            each(result)
    except KeyboardInterrupt:
        stopped = True
    reason = STOPPED if stopped else "the time was up before it was decided"
    found += () if order.only else undecided(game, found, reason)
    spoken = {r.obligation.key for r in found}
    later = owed_elsewhere(beside)
    found += [Result(owed, "unknown", "nothing", reason=reason) for owed in later if owed.key not in spoken]
    found += in_force_nowhere(beside)
    places = {owed.key: number for number, owed in enumerate((*owed_by(game), *later))}
    found.sort(key=lambda r: places.get(r.obligation.key, len(places)))
    return Verified(tuple(found), stopped, complete=not stopped and not keeper.short)


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
