"""Every case: good texts load and give the IR that they show, bad ones give exactly their diagnostics."""

import re
from pathlib import Path

import pytest

from spec.diagnostics.codes import CODES
from tests.cases.harness import HERE, PRELUDE, check_case, completed, fences, outcome

ROOT = HERE.parents[1]
CASES = sorted(HERE.glob("*/*/*.md"))
FRONT_END = ("text", "names", "lower")
"""The folders in which what people write is refused."""

TOO_LONG_FOR_A_CASE = {"E0111", "E0114"}
"""tests/spec/test_any_text.py has texts that give these."""


def name_of(path: Path) -> str:
    return str(path.relative_to(HERE).with_suffix(""))


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_case(path: Path, request: pytest.FixtureRequest):
    check_case(path, request.config.getoption("--update-cases"))


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_case_is_where_it_belongs(path: Path):
    rules, *_ = fences(path.read_text(encoding="utf-8"))
    good = outcome(rules.body, rules.info).lines() == "nothing\n"
    assert path.parent.name in ("good", "bad")
    assert good == (path.parent.name == "good")


def test_prelude_is_faultless():
    assert outcome(PRELUDE).lines() == "nothing\n"


def raised_by_the_front_end() -> set[str]:
    files = [path for folder in FRONT_END for path in sorted((ROOT / "spec" / folder).glob("*.py"))]
    texts = [path.read_text(encoding="utf-8") for path in files]
    return {code for text in texts for code in re.findall(r'"([EW]0\d{3})"', text)}


def codes_of(path: Path) -> set[str]:
    return {
        code for fence in fences(path.read_text(encoding="utf-8"))[1:] for code in re.findall(r"[EW]0\d{3}", fence.body)
    }


def test_every_code_of_the_front_end_has_a_bad_case():
    shown = {code for path in CASES if path.parent.name == "bad" for code in codes_of(path)}
    assert raised_by_the_front_end() - shown == TOO_LONG_FOR_A_CASE


def test_every_code_is_raised_somewhere():
    raised = set()
    for folder in ("spec", "engine", "verify", "hoyle"):
        for path in (ROOT / folder).rglob("*.py"):
            if path.name != "codes.py":
                raised |= set(re.findall(r'"([EW]0\d{3})"', path.read_text(encoding="utf-8")))
    assert set(CODES) - raised == set()


# ---------------------------------------------------------------- the harness itself

CASE = "# x\n\n```hoyle with prelude\ndefine f: rich(nobdy)\n```\n\n```diagnostics\n{}```\n"


def test_a_wrong_expectation_fails_and_update_mends_it(tmp_path: Path):
    path = tmp_path / "case.md"
    path.write_text(CASE.format("E0201 1:1 something else\n"), encoding="utf-8")
    with pytest.raises(AssertionError):
        check_case(path, update=False)
    check_case(path, update=True)
    check_case(path, update=False)
    assert "E0201 1:16 there is no name `nobdy`" in path.read_text(encoding="utf-8")


def test_a_missing_expectation_fails(tmp_path: Path):
    path = tmp_path / "case.md"
    path.write_text("```hoyle with prelude\ndefine f: rich(mover)\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError):
        check_case(path, update=False)
    path.write_text(CASE.format(""), encoding="utf-8")
    with pytest.raises(AssertionError):
        check_case(path, update=False)


def test_a_snippet_takes_the_place_of_the_prelude_s_section():
    text = completed("define rich(p: player): size of hand of p > 9\n\nstate:\n  round: 1 to 2\n")
    assert text.count("define rich") == text.count("state:") == text.count("zones:") == 1
