"""The register of codes, diagnostics as data, and guesses at what a writer meant."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec.diagnostics.codes import CODES
from spec.diagnostics.diagnostic import diagnose, has_errors, in_order
from spec.names.suggestions import did_you_mean, nearest
from spec.text.parse import parse
from spec.text.source import NOWHERE, Span

ROOT = Path(__file__).resolve().parents[2]
KNOWN = ["hand", "stock", "seven", "bust", "pile", "K"]


def test_codes_are_distinct_and_well_formed() -> None:
    source = (ROOT / "spec" / "diagnostics" / "codes.py").read_text(encoding="utf-8")
    written = re.findall(r'^        "([EW]\d{4})",$', source, re.MULTILINE)
    assert sorted(written) == sorted(CODES)
    numbers = [code[1:] for code in CODES]
    assert len(set(numbers)) == len(numbers), "a number stands for one thing, whatever its severity"


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(code: str) -> None:
    meaning = CODES[code]
    assert re.fullmatch(r"[EW]0[1-9]\d\d", code)
    assert meaning.title
    assert not meaning.title.endswith(".")
    assert re.fullmatch(r"[A-Z`].*\.", meaning.why)
    assert re.search(r"[.?]$", meaning.more)
    assert meaning.wrong
    assert meaning.right
    assert meaning.wrong != meaning.right


def test_every_code_that_is_raised_is_registered() -> None:
    raised = set()
    for folder in ("spec", "engine", "verify", "hoyle"):
        for path in (ROOT / folder).rglob("*.py"):
            if path.name != "codes.py":
                raised |= set(re.findall(r'"([EW]0\d{3})"', path.read_text(encoding="utf-8")))
    assert raised
    assert raised <= set(CODES)


def test_a_diagnostic_takes_severity_and_reason_from_its_code() -> None:
    error, warning = diagnose("E0201", Span(1, 2), "x"), diagnose("W0209", Span(1, 2), "x", why="Because.")
    assert (error.severity, error.why) == ("error", CODES["E0201"].why)
    assert (warning.severity, warning.why) == ("warning", "Because.")
    assert has_errors([warning, error])
    assert not has_errors([warning])
    assert error.also(NOWHERE, "here").related == ((NOWHERE, "here"),)


@pytest.mark.parametrize(
    ("text", "underlined"),
    [
        ("define f: size of hand of the player q with greatest size of hand of q\n", "the player"),
        ("define f: 3 + number of c in deck\n", "number of c in"),
        ("define f: number of c in deck = 3\n", "="),
    ],
)
def test_brackets_that_are_missing_have_a_reason_of_their_own(text: str, underlined: str) -> None:
    found = next(d for d in parse(text)[1] if "brackets round" in d.message)
    assert found.why.startswith("A phrase such as `number of ...` or `some ...` reaches as far to the right as it can")
    assert text[found.span.start : found.span.end] == underlined


def test_an_unregistered_code_is_a_bug() -> None:
    with pytest.raises(KeyError):
        diagnose("E9999", NOWHERE, "x")


def test_order_is_by_place_and_each_stands_once() -> None:
    late, early = diagnose("E0201", Span(5, 6), "b"), diagnose("E0202", Span(1, 2), "a")
    assert in_order([late, early, late]) == (early, late)


@pytest.mark.parametrize(
    ("word", "meant"),
    [("hnad", "hand"), ("sevn", "seven"), ("Hand", "hand"), ("piles", "pile"), ("k", "K"), ("xyz", None), ("", None)],
)
def test_guesses(word: str, meant: str | None) -> None:
    assert nearest(word, KNOWN) == meant
    assert did_you_mean(word, KNOWN) == ("" if meant is None else f"; did you mean `{meant}`?")


@given(st.text(max_size=30), st.lists(st.text(max_size=10)))
def test_a_guess_is_a_known_word(word: str, known: list[str]) -> None:
    meant = nearest(word, known)
    assert meant is None or meant in known
