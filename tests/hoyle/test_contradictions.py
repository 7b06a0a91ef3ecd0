"""A technique that contradicts another is an internal error in every output: both are shown, and the code is 4."""

from __future__ import annotations

import json
import subprocess
import sys
from xml.etree import ElementTree as xml

import pytest

from tests.hoyle.rules import write
from tests.hoyle.test_verify import QUIET, ROOT
from verify.obligations.obligations import claim_obligation
from verify.obligations.verdict import AGREE, Result
from verify.run.task import Technique
from verify.run.techniques import TECHNIQUES

FALSE = QUIET.replace("size of heap <= 8", "size of heap <= 1")
FEW = ("examples", "random play")
QUICK = ("--games", "20", "--budget", "10", "--no-cache")
PLANTED = """
from tests.hoyle.test_contradictions import planted
import verify.run.techniques

verify.run.techniques.TECHNIQUES = planted()
"""


def lying(task):
    """Proves every claim."""
    for claim in task.game.claims:
        yield Result(claim_obligation(claim), "proved", "a lying prover", "all positions of the full deck")


def planted():
    """Random play, and a technique that lies."""
    return (*(t for t in TECHNIQUES if t.name in FEW), Technique("lies", "lies", lying, parts="claims", quick=True))


@pytest.fixture(autouse=True)
def a_technique_that_lies(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("verify.run.techniques.TECHNIQUES", planted())


@pytest.fixture(name="false")
def a_game_with_a_false_claim(tmp_path):
    return str(write(tmp_path, FALSE, "quiet.hoyle"))


def both(told: str) -> bool:
    """Are both techniques named, and the play shown?"""
    return "a lying prover" in told and "random play" in told and ("lay(" in told or "Player 1 lays" in told)


def test_text(hoyle, false):
    code, out, _ = hoyle("verify", false, *QUICK)
    assert code == 4
    told = " ".join(out.split())
    assert both(told)
    assert out.startswith("BROKEN: 1 failure")
    assert "1. Two techniques contradict each other: this is a fault of Hoyle" in told
    assert "the claim few: always size of heap <= 1" in told.partition("Undecided")[2]


def test_without_a_lie_it_is_no_contradiction(hoyle, tmp_path):
    path = str(write(tmp_path, QUIET, "quiet.hoyle"))
    assert hoyle("verify", path, *QUICK)[0] == 0


def test_json(hoyle, false):
    code, out, _ = hoyle("verify", false, *QUICK, "--json")
    (odds,) = [r for r in json.loads(out) if r["code"] == AGREE]
    assert (code, odds["verdict"]) == (4, "refuted")
    assert both(json.dumps(odds))
    assert len(odds["details"]) == 2
    (claim,) = [r for r in json.loads(out) if r["code"] == "claim" and r["clauses"] == ["few"]]
    assert (claim["verdict"], AGREE in claim["scope"]) == ("unknown", True)


def test_junit(hoyle, false, tmp_path):
    path = tmp_path / "out.xml"
    assert hoyle("verify", false, *QUICK, "--junit", str(path))[0] == 4
    (suite,) = xml.parse(path).getroot()
    (case,) = [c for c in suite if c.get("classname") == f"quiet.{AGREE}"]
    assert case[0].tag == "error"
    assert both(case[0].text or "")
    assert (suite.get("failures"), suite.get("errors")) == ("0", "2")


def test_sarif(hoyle, false, tmp_path):
    path = tmp_path / "out.sarif"
    assert hoyle("verify", false, *QUICK, "--sarif", str(path))[0] == 4
    (run,) = json.loads(path.read_text())["runs"]
    (invocation,) = run["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 4)
    assert "all techniques" in invocation["toolExecutionNotifications"][0]["message"]["text"]
    (odds,) = [r for r in run["results"] if r["ruleId"] == AGREE]
    assert (odds["kind"], odds["level"]) == ("fail", "error")
    assert both(odds["message"]["text"])


def test_the_pytest_plugin(false, tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\nhoyle_games = 20\nhoyle_budget = 2\n")
    (tmp_path / "conftest.py").write_text(f"import sys\n\nsys.path.insert(0, {str(ROOT)!r})\n{PLANTED}")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-v", "quiet.hoyle"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "claim: few FAILED" in done.stdout
    assert "all other findings FAILED" in done.stdout
    assert both(done.stdout)
