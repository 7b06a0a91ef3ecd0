"""Readings, rulings and editions: proved equal, parted by a shortest play that replays, mattering only together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import from_json, replay
from hoyle.ambiguity.data import to_json, to_sarif
from hoyle.ambiguity.order import Told
from hoyle.ambiguity.page import page
from hoyle.ambiguity.run import find
from hoyle.commands.cli import main
from hoyle.sources.files import Loaded, lower, parse_file
from tests.ambiguity.planted import PASS_BY, QUESTION, TOGETHER, text
from verify.ambiguity.find.editions import differences
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.outcome import Report
from verify.ambiguity.run.context import Plan
from verify.run.budget import now

PLAN = Plan(seconds=150.0, seed=3, games=20, greedy=2, tables=6, games_each=2)
ACE = (
    '  permit any @ "Play/1"\n  forbid no_ace @ "Play/3" under first_ace is no when c is A and {}\n'
    "  precedence no_ace > any"
)


def loaded(rules: str, folder: Path, settings: dict[str, str] | None = None) -> Loaded:
    path = folder / "small.hoyle"
    path.write_text(rules)
    found = lower(parse_file(path), settings)
    assert found.game is not None, [d.message for d in found.diagnostics]
    return found


def report(rules: str, folder: Path, *, kept: bool = False) -> Report:
    one = loaded(rules, folder)
    assert one.game is not None
    return find(one, one.game, {}, PLAN, kept=kept)


def question(condition: str) -> str:
    ruled = QUESTION.format('  ruling yes because "nothing forbids it"')
    return text(permits=ACE.format(condition), otherwise=PASS_BY, tail=ruled)


def test_readings_part_at_once_and_the_play_replays(tmp_path: Path) -> None:
    (found,) = (f for f in report(question("pile is empty"), tmp_path).findings if f.kind == "question")
    assert found.standing == "shown"
    assert found.origin == "authored"
    assert found.film is not None
    # The first player has an ace in 1 - (6*5)/(8*7) = 46 % of deals, so the deal itself parts the readings.
    assert found.film.moves == ()
    assert found.often > 0.3
    one = loaded(question("pile is empty"), tmp_path)
    assert one.game is not None
    interpreter = Interpreter(one.game)
    log = from_json(interpreter, found.film.log)
    assert not isinstance(log, str)
    assert not replay(interpreter, log).problem


def test_readings_that_cannot_differ_are_proved_equal(tmp_path: Path) -> None:
    found = report(question("c is 2"), tmp_path).findings
    (equal,) = (f for f in found if f.kind == "question")
    assert equal.standing == "proved", equal
    assert "make no difference" in equal.sentence


def test_questions_that_matter_only_together(tmp_path: Path) -> None:
    found = report(TOGETHER, tmp_path).findings
    (subject,) = (f.subject for f in found if f.kind == "interaction")
    assert sorted(subject.split(" with ")) == ["first_ace", "rigour"]


def test_as_written_reads_no_ruling(tmp_path: Path) -> None:
    rules = text(
        permits='  permit any @ "Play/1"\n  forbid no_ace @ "Play/3" when c is A and pile is empty\n'
        '  ruling no_ace over any because "it is the special one"',
        otherwise=PASS_BY,
    )
    one = loaded(rules, tmp_path)
    game = lower(one.parsed, None, as_written=True).game
    assert game is not None
    written = find(one, game, {}, PLAN, as_written=True, kept=False).findings
    assert [(f.kind, f.settled, f.open_defect) for f in written] == [("clash", "", True)]
    ruled = {f.kind: f for f in report(rules, tmp_path).findings}
    assert ruled["clash"].settled.startswith("the ruling no_ace over any")
    assert not any(f.open_defect for f in ruled.values())


def test_an_edit_of_a_claim_leaves_the_rest_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    first = report(question("pile is empty"), tmp_path, kept=True)
    again = report(
        "# a note\n" + question("pile is empty") + "claim c: at act, never size of pile = 8\n", tmp_path, kept=True
    )
    assert first.used == 0
    assert again.made <= 2
    assert again.used == first.made - again.made
    spans = [f.sources[0].span.start for f in again.findings if f.kind == "question"]
    assert spans == [f.sources[0].span.start + len("# a note\n") for f in first.findings if f.kind == "question"]


def test_the_same_seed_gives_the_same_report(tmp_path: Path) -> None:
    assert report(question("pile is empty"), tmp_path).findings == report(question("pile is empty"), tmp_path).findings


def test_two_files_with_one_table(tmp_path: Path) -> None:
    a = loaded(text(), tmp_path).game
    b = loaded(
        text(permits='  permit any @ "Play/1" when c > A or pile is not empty', otherwise=PASS_BY), tmp_path
    ).game
    assert a is not None
    assert b is not None
    told: list[Finding] = []
    found = differences(Interpreter(a), Interpreter(b), ("a", "b"), 20, 1, now() + 60, told.append).findings
    assert found[0].subject == "moves by lay that only a allows"
    assert {f.subject for f in told} == {f.subject for f in found}
    assert len({f.subject for f in found}) == len(found)
    assert found[0].film is not None
    assert "any" in found[0].clauses
    (same,) = differences(Interpreter(a), Interpreter(a), ("a", "b"), 20, 1, now() + 10).findings
    assert same.standing == "proved"


def test_every_form_of_the_report(tmp_path: Path) -> None:
    rules = question("pile is empty")
    one, found = loaded(rules, tmp_path), report(rules, tmp_path)
    data = json.loads(to_json(found, one.text, "again"))
    assert [f["kind"] for f in data["findings"]] == [f.kind for f in found.findings]
    sarif = json.loads(to_sarif(found.findings, one.text, "again"))
    at = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"]
    assert "first_ace" in rules.splitlines()[at - 1]
    html = page(Told(found, one.text, one.game, "Small", "small", "again"))
    assert "http" not in html.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert "first_ace" in html


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "small.hoyle"
    path.write_text(question("pile is empty"))
    out = tmp_path / "page.html"
    assert main(["ambiguities", str(path), "--games", "10", "--budget", "150", "--no-cache", "--html", str(out)]) == 0
    told = capsys.readouterr().out
    assert "May an ace be laid on the empty table? You ruled: " in told
    assert "yes or no: in " in told
    assert main(["ambiguities", str(path), "first_ace", "--games", "10", "--budget", "150", "--no-cache"]) == 0
    assert "allowed only under `yes`" in capsys.readouterr().out
    assert out.read_text().startswith("<!doctype html>")
    assert main(["diff", str(path), "corners"]) == 2
    assert "cannot be compared" in capsys.readouterr().err
