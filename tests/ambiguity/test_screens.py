"""The screens of `hoyle ambiguities`: the verdict first and last, items in their order, one item in full."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from hoyle.ambiguity import one, show
from hoyle.ambiguity.order import SECTIONS, Told, also_found
from hoyle.ambiguity.page import page
from hoyle.ambiguity.run import find
from hoyle.commands.cli import main
from hoyle.sources.files import lower, parse_file
from hoyle.terminal.screen import screen
from spec.text.source import Text
from tests.ambiguity.planted import NO_ACE, QUESTION, text
from verify.ambiguity.find.missing_questions import LEFT_OPEN
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.outcome import Report
from verify.ambiguity.run.context import Plan

PLAN = Plan(seconds=250.0, seed=3, games=20, greedy=2, tables=8, games_each=2)
RULED = QUESTION.format('  ruling yes because "nothing forbids it"')
CLASH = text(permits=NO_ACE, otherwise="    otherwise: nothing", tail=RULED)
"""Two clauses that nobody ranks, and a question whose readings change nothing."""
ABOVE = text(
    does="    decide landing(c)",
    more="outcome landing(c: card):\n  low when c < 3: nothing\n"
    "  stays under above is stay when c >= 3: turns becomes 3\n"
    "  ends_it under above is end when c >= 3: turns becomes 9\n",
    ends="  out when turns >= 9 or hand of mover is empty: mover wins",
    tail='question above @ "Play/1": "What of high cards?"\n'
    '  reading stay "they stay"\n  reading end "they end it"\n{}',
)
"""A question of which every reading has a clause of its own: without any of them there is a gap."""
TEXTS = {
    "clash": CLASH,
    "clean": text(),
    "ruled": ABOVE.format('  ruling stay because "so it is"'),
    "unruled": ABOVE.format(""),
}


@pytest.fixture(scope="module", name="reports")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Told]:
    """The report of each text, made once."""
    found = {}
    for name, rules in TEXTS.items():
        path = tmp_path_factory.mktemp("screens") / "small.hoyle"
        path.write_text(rules, encoding="utf-8")
        loaded = lower(parse_file(path))
        assert loaded.game is not None, [d.message for d in loaded.diagnostics]
        report = find(loaded, loaded.game, {}, PLAN, kept=False)
        found[name] = Told(report, loaded.text, loaded.game, "Small: ambiguities", "small", "hoyle ambiguities small")
    return found


def overview(told: Told, capsys: pytest.CaptureFixture[str], *, details: bool = False) -> str:
    show.show(told, details=details)
    return re.sub(r"\d+ s of work in \d+ s", "... s", capsys.readouterr().out).replace(told.text.name, "small.hoyle")


@pytest.mark.parametrize("columns", ["80", "120"])
@pytest.mark.parametrize("name", TEXTS)
def test_screens(reports, capsys, monkeypatch, name: str, columns: str, snapshot: SnapshotAssertion):
    monkeypatch.setenv("COLUMNS", columns)
    lines = overview(reports[name], capsys).splitlines()
    assert max(map(len, lines[:-1])) <= int(columns)
    assert lines[-1].startswith(f"{reports[name].verdict}.")
    assert lines[-1].endswith("Again: hoyle ambiguities small")
    assert "\n".join(lines) == snapshot


@pytest.mark.parametrize("columns", ["80", "120"])
def test_one_item_in_full(reports, capsys, monkeypatch, columns: str, snapshot: SnapshotAssertion):
    monkeypatch.setenv("COLUMNS", columns)
    told = reports["clash"]
    for item in told.items:
        one.in_full(screen(), told, item, lead=f"{item.number:>3}. ")
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= int(columns)
    assert shown == snapshot


def test_what_is_open_comes_first_and_says_what_to_do(reports, capsys):
    told = reports["clash"]
    out = overview(told, capsys)
    assert out.startswith("OPEN: 1 place where two clauses contradict each other")
    assert told.items[0].head.open_defect
    # Both clauses, the position and a way out stand in the overview already.
    for words in (
        "You may always lay a card.",
        "You may not lay a card if",
        "hand of player 1",
        "`precedence no_ace > any`",
    ):
        assert words in out
    order = [list(SECTIONS).index(item.section) for item in told.items]
    assert order == sorted(order)
    assert [item.number for item in told.items] == list(range(1, len(told.items) + 1))
    assert {id(f) for i in told.items for f in (*i.findings, *i.left)} == {id(f) for f in told.report.findings}


def test_a_note_that_rests_on_some_games_says_so(reports, capsys):
    told = reports["clean"]
    clause = told.game.actions[0].clauses[0].source
    note = Finding("implied", "any of lay", "any adds nothing", "found", "tested", (clause,), "12 random games")
    noted = replace(told, report=replace(told.report, findings=(note,)))
    assert "tested only: so it was in 12 random games" in " ".join(overview(noted, capsys).split())
    proved = replace(told, report=replace(told.report, findings=(replace(note, standing="proved"),)))
    assert "tested only" not in overview(proved, capsys)


def test_where_nothing_is_open_it_says_what_was_looked_for(reports, capsys):
    out = overview(reports["clean"], capsys)
    assert out.startswith("Nothing is open\n")
    assert "Looked for and not found: two clauses contradict each other; " in out
    assert "two clauses contradict each other;" not in overview(reports["clash"], capsys)


def test_what_comes_of_leaving_all_readings_out_is_not_called_found(reports, capsys):
    told = reports["ruled"]
    assert [f.kind for f in told.report.findings if f.subject.endswith(LEFT_OPEN)] == ["gap"]
    (item,) = (item for item in told.items if item.question)
    assert all(also_found(finding) == () for finding in item.findings)
    assert [finding.kind for finding in item.left] == ["gap"]
    out = overview(told, capsys, details=True)
    assert "(also found automatically: 0 of 1)" in out
    assert "no clause says what happens" in out.partition("Looked for and not found")[2]
    one.in_full(screen(), told, item)
    assert "If no reading is chosen: without ends_it and stays" in capsys.readouterr().out
    assert "If no reading is chosen" in page(told)


def test_a_question_without_a_ruling_needs_one(reports, capsys):
    told = reports["unruled"]
    out = overview(told, capsys)
    assert out.startswith("OPEN: 1 question of yours has no ruling")
    assert 'say which one counts: `ruling READING because "..."`' in out
    assert told.items[0].section == "open"


def test_a_question_without_a_ruling_ends_with_1(tmp_path):
    path = tmp_path / "small.hoyle"
    path.write_text(TEXTS["unruled"], encoding="utf-8")
    words = ["ambiguities", str(path), "--games", "10", "--budget", "150", "--jobs", "1", "--no-cache"]
    assert main(words) == 1
    assert main([*words, "--reading", "above=stay"]) == 1


def test_an_item_is_asked_for_by_its_number_or_name(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path, log = tmp_path / "small.hoyle", tmp_path / "play.json"
    path.write_text(CLASH, encoding="utf-8")
    words = ["ambiguities", str(path), "--games", "10", "--budget", "150", "--jobs", "1"]
    assert main(words) == 1
    first = capsys.readouterr().out
    # Wherever the lines of a narrow screen end.
    assert "".join(f"One item in full: hoyle ambiguities {path} 1".split()) in "".join(first.split())
    assert Told(Report((), (), 1.0, 1.0, 0, 1), Text("", ""), None, "", "a.hoyle", "", options="--ask").command(
        "1"
    ) == ("hoyle ambiguities a.hoyle 1 --ask")  # the parser takes no item after options

    def searched(*_: object, **__: object) -> None:
        raise AssertionError("the report of the run before was not used")

    monkeypatch.setattr("hoyle.ambiguity.run.Finder", searched)
    by_number = [*words[:2], "1", *words[2:]]
    assert main([*by_number, "--log", str(log)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("  1. Two clauses contradict each other")
    assert "OPEN" in first
    assert main([*words[:2], "no_ace", *words[2:]]) == 1
    assert "  1. Two clauses contradict each other" in capsys.readouterr().out
    assert main(["replay", str(path), str(log)]) in (0, 1)
    assert main([*by_number, "--log", str(log)]) == 2
    assert main([*words[:2], "nothing_such", *words[2:]]) == 2
    assert "no item is called `nothing_such`" in capsys.readouterr().err


def test_a_question_or_a_pair_of_its_readings_is_looked_at_alone(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "small.hoyle"
    path.write_text(TEXTS["ruled"], encoding="utf-8")
    words = ["--games", "10", "--budget", "60", "--jobs", "1", "--json"]
    for item in ("above", "above: stay or end"):
        assert main(["ambiguities", str(path), item, *words]) == 0
        found = json.loads(capsys.readouterr().out)
        assert [(f["kind"], f["subject"]) for f in found["findings"]] == [("question", "above: stay or end")]
        assert found["findings"][0]["witness"]["sides"]
        assert shlex.split(found["reproduce"])[:4] == ["hoyle", "ambiguities", str(path), item]


def test_an_item_of_a_run_that_was_cut_short_is_told_as_such(tmp_path, monkeypatch, reports: dict[str, Told]):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = replace(reports["ruled"].report, cut=("random games: time was up",))

    class Cut:
        def __init__(self, *_: object, **__: object) -> None:
            pass

        def report(self) -> Report:
            return made

    monkeypatch.setattr("hoyle.ambiguity.run.Finder", Cut)
    path = tmp_path / "small.hoyle"
    path.write_text(TEXTS["ruled"], encoding="utf-8")
    loaded = lower(parse_file(path))
    assert loaded.game is not None
    for item in ("", "1"):
        assert find(loaded, loaded.game, {}, PLAN, item=item).cut == made.cut
    assert main(["ambiguities", str(path), "1"]) == 3


def test_checks_that_did_not_finish_are_named_in_plain_words_with_what_to_do(reports, capsys):
    told = reports["ruled"]
    cut = ("comparing pairs of readings: time was up (2 of 5 such checks: above: stay or end, below: (a) or b)",)
    short = replace(told, report=replace(told.report, cut=(*cut, "comparing definitions: time was up before it began")))
    out = overview(short, capsys)
    assert "not finished: comparing pairs of readings: time was up (2 of 5 such checks)\n" in out
    assert "not finished: comparing definitions: time was up before it began\n" in out
    assert "To finish: run it again with more seconds as --budget.\n" in out
    assert "above: stay or end, below: (a) or b)" in " ".join(overview(short, capsys, details=True).split())
    assert "run it again with more seconds as --budget" in page(short)
    stopped = replace(told, report=replace(short.report, stopped=True))
    assert "To finish: run it again.\n" in overview(stopped, capsys)
