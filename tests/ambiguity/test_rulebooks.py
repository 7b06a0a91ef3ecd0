"""On the four rulebooks: what the rulings and questions settle is found without reading them, and nothing is left open.

The usual run plays a few games; HOYLE_AMBIGUITIES_FULL=1 (`make ambiguities`) makes the whole report of each rulebook,
or takes what is kept of one that was made before.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from hoyle.ambiguity.run import Maker, find
from hoyle.sources.files import Loaded, load_file, lower, parse_file
from spec.ir import nodes as ir
from spec.names.settings import size_settings
from tests.ambiguity.replays import replayed
from verify.ambiguity.find.faults import seen_as_ruled, seen_as_written
from verify.ambiguity.find.missing_questions import missed, pairs_decided, varying
from verify.ambiguity.find.orders import rulings
from verify.ambiguity.find.probes import endless_read
from verify.ambiguity.report.finding import Film, Finding
from verify.ambiguity.report.outcome import Report
from verify.ambiguity.run.context import Context, Plan
from verify.run.budget import now

FULL = os.environ.get("HOYLE_AMBIGUITIES_FULL") == "1"
WHOLE = Plan(240.0, 1, 60, 12, 60, 2)
"""As the command has it without options."""
STOPS = {"clash", "ends-collide", "gap", "stuck", "undefined", "overflow", "endless", "lost-card"}
GAMES = ("corners", "pigeon", "reserve", "twentyone")
QUICK: Mapping[str, frozenset[str]] = {
    "corners": frozenset({"corner_for_kings over new_pile of start"}),
    "pigeon": frozenset(
        {"restores_the_hand over penalty_is_permanent of hand_in", "forceplay_stays over complete of completing"}
    ),
    "reserve": frozenset(),
    "twentyone": frozenset(
        {"voluntary_bust over too_high of play", "two_for_a_set over seven_without_21 of play"}
    ),
}  # fmt: skip
"""The rulings whose conflicts a dozen games come to; the others are rare."""

FOUND: Mapping[str, frozenset[str]] = {
    "corners": frozenset({"corner_card", "draw_empty", "stalemate", "stalemate_result"}),
    "pigeon": frozenset(
        {"existing_pile", "forceplay_completes", "new_pile_ace_king", "pass_allowed", "penalty_lasts", "set_min"}
    ),
    "reserve": frozenset({"after_take", "failed_hidden", "pair_of_twos", "straight_ace"}),
    "twentyone": frozenset(
        {"endgame_decline", "loser_counts", "seven_pair", "set_mode_other_pile", "set_transfer", "voluntary_bust"}
    ),
}  # fmt: skip
"""The questions that show without being told: by a conflict, a gap or play without an end. The others only an author
can ask: no clause of one reading contradicts one of another, and none is missed where it is not in force."""
LEFT_OPEN: Mapping[str, frozenset[str]] = {
    "corners": frozenset(), "pigeon": frozenset(), "twentyone": frozenset(),
    # Placing and taking go round for ever; the file marks as wrong what the text says of the end.
    "reserve": frozenset({"no-end every game"}),
}  # fmt: skip


def context_of(name: str, plan: Plan) -> Context:
    loaded = load_file(name)
    assert loaded.game is not None
    return Context(loaded.game, Maker(loaded.parsed), {}, plan, size_settings(loaded.parsed.file.sections))


def films(report: Report) -> Iterator[tuple[Finding, Film]]:
    """The findings with a play; an example is a position, and its play is that of the example."""
    for finding in report.findings:
        if finding.film is not None and finding.kind != "example-wrong":
            yield finding, finding.film


def every_ruling(context: Context) -> frozenset[tuple[str, frozenset[str]]]:
    """Each pair of clauses that a ruling puts in order, under whatever reading: the part, and both labels."""
    games = [context.game]
    for question in context.game.questions:
        made = (context.under({question.source.label: r.source.label}) for r in question.readings)
        games += [game for game in made if game is not None]
    return frozenset((r.part, frozenset((r.edge.better, r.edge.worse))) for game in games for r in rulings(game))


# ---------------------------------------------------------------- a few games


@pytest.mark.parametrize("name", GAMES if FULL else ("pigeon", "twentyone"))
def test_conflicts_that_rulings_settle_are_found_without_them(name: str) -> None:
    context = context_of(name, Plan(tables=14, games_each=1, seed=1))
    seen = seen_as_written(context, now() + 60.0)
    clashing = [frozenset(key.labels) for key in seen.sightings if key.kind in ("clash", "ends-collide")]
    asked = {r.subject: {r.edge.better, r.edge.worse} for r in rulings(context.game)}
    found = {subject for subject, two in asked.items() if any(two <= labels for labels in clashing)}
    assert found >= QUICK[name], asked.keys() - found


@pytest.mark.parametrize("name", GAMES)
def test_under_the_rulings_nothing_stops_play(name: str) -> None:
    context = context_of(name, Plan(games=8))
    seen = seen_as_ruled(context, now() + 120)
    assert seen.games
    assert [key for key in seen.sightings if key.kind in STOPS] == []


def test_what_a_point_leaves_without_a_reading() -> None:
    context = context_of("reserve", WHOLE if FULL else Plan(games=20, tables=20))
    questions = {q.source.label: q for q in context.game.questions}
    # Both readings have a clause of their own, and neither is an `otherwise`; a shape of its own is a matter of words.
    found = missed(context, questions["failed_hidden"], now() + 60)
    assert found is not None
    assert (found.kind, found.subject) == ("gap", "failed_hidden left open")
    assert {"failed", "failed_and_back"} <= set(found.clauses)
    assert replayed(load_file("reserve"), found)
    assert missed(context, questions["direction"], now() + 60) is None
    assert missed(context, questions["straight_suit"], now() + 60) is None


def read(context: Context, question: ir.Question) -> dict[str, ir.Game]:
    label = question.source.label
    made = {r.source.label: context.under({label: r.source.label}) for r in question.readings}
    return {name: game for name, game in made.items() if game is not None}


def test_readings_that_only_turn_a_ruling_round() -> None:
    context = context_of("twentyone", Plan())
    question = next(q for q in context.game.questions if q.source.label == "endgame_decline")
    games = read(context, question)
    assert not varying(games)
    assert ("take", frozenset({"decline", "must_play"})) in pairs_decided(games)


# ---------------------------------------------------------------- whole reports


@pytest.fixture(scope="module", params=GAMES)
def whole(request: pytest.FixtureRequest) -> tuple[str, Loaded, Report]:
    if not FULL:
        pytest.skip("the whole report of a rulebook; HOYLE_AMBIGUITIES_FULL=1 makes it")
    loaded = load_file(request.param)
    assert loaded.game is not None
    return request.param, loaded, find(loaded, loaded.game, {}, WHOLE, jobs=2)


def test_the_report_finds_what_rulings_and_questions_settle(whole: tuple[str, Loaded, Report]) -> None:
    name, _, report = whole
    clashing = [
        (f.subject.rpartition(" of ")[2], frozenset(f.clauses)) for f in report.findings if f.kind == "clash"
    ]  # fmt: skip
    asked = every_ruling(context_of(name, WHOLE))
    assert {pair for pair in asked if pair not in clashing} == set()
    points = {f.subject.partition(":")[0]: f for f in report.findings if f.kind == "question"}
    assert {label for label, f in points.items() if f.found_as} == FOUND[name]
    assert all(f.only_asked for label, f in points.items() if label not in FOUND[name])


def test_each_item_of_the_report_replays(whole: tuple[str, Loaded, Report]) -> None:
    _, loaded, report = whole
    shown = [finding for finding, _ in films(report)]
    assert len(shown) > 20
    assert [(f.kind, f.subject) for f in shown if not replayed(loaded, f)] == []


def test_the_report_leaves_nothing_open_but_what_is_named(whole: tuple[str, Loaded, Report]) -> None:
    name, _, report = whole
    assert {f"{f.kind} {f.subject}" for f in report.findings if f.open_defect} == LEFT_OPEN[name]


@pytest.mark.skipif(not FULL, reason="compiles two games to look for loops; HOYLE_AMBIGUITIES_FULL=1 runs it")
@pytest.mark.parametrize(("question", "reading"), [("king_from", "any_pile"), ("stalemate", "never")])
def test_readings_under_which_corners_goes_on_for_ever(question: str, reading: str) -> None:
    context = context_of("corners", WHOLE)
    asked = next(q for q in context.game.questions if q.source.label == question)
    (found,) = endless_read(context, asked, reading, now() + 600).findings
    assert found.subject == f"if {question} is {reading}"
    assert replayed(load_file("corners"), found)


@pytest.mark.skipif(not FULL, reason="two whole reports of a real game; HOYLE_AMBIGUITIES_FULL=1 runs it")
def test_an_edit_that_does_not_concern_a_part_leaves_it_as_it_was(tmp_path: Path) -> None:
    loaded = load_file("corners")
    assert loaded.game is not None
    find(loaded, loaded.game, {}, WHOLE, jobs=2)
    path = tmp_path / "edited.hoyle"
    claim = "claim never_all: at act, never draw_pile is empty and draw_pile is not empty"
    path.write_text(f"# a note\n{loaded.text.content}\n{claim}\n")
    edited = lower(parse_file(path))
    assert edited.game is not None, [d.message for d in edited.diagnostics]
    again = find(edited, edited.game, {}, WHOLE, jobs=2)
    # The claims are read again, and what was left undecided for want of time.
    assert again.made <= 4
    assert again.used > 50
    assert again.seconds < 30
