"""Two rules that are each read in another way at once: what no play tells from the other reading of one rule alone."""

from __future__ import annotations

from hoyle.ambiguity.one import advice
from hoyle.ambiguity.order import section_of
from hoyle.ambiguity.run import find
from hoyle.misreadings.variations import Together, questions
from tests.ambiguity.misread import text
from tests.ambiguity.test_misreadings import loaded_of
from verify.ambiguity.run.context import Plan

NEVER_FULL = "  full when size of pile > 99 and turns > 2: nobody wins\n  late at close when turns > 9: nobody wins"
"""Of eight cards a pile never holds 99, so that it makes no difference when `full` is tested."""
ALONE, BESIDE = "full_2_too", "full_in_any_case"


def test_that_a_reading_matters_only_beside_another_is_told_with_the_game_that_shows_it() -> None:
    loaded = loaded_of(text(ends=NEVER_FULL))
    assert loaded.game is not None
    report = find(loaded, loaded.game, {}, Plan(10, 1, 20, 2, 10, 1), kept=False, ask=True)
    alone = next(f for f in report.findings if f.subject == ALONE)
    assert alone.standing == "tested", alone.sentence
    both = next(f for f in report.findings if f.subject == f"{ALONE} with {BESIDE}")
    assert (both.kind, both.standing, section_of(both)) == ("interaction", "shown", "asked")
    assert both.film is not None
    assert dict(both.film.settings)[BESIDE] == "needless"
    assert {name for name, _ in both.film.sides} == {"as_written", "the_other"}
    assert "no, it holds without that too" in both.sentence
    assert f"{BESIDE} --write" in advice(both)
    shown = {f.subject for f in report.findings if f.kind == "variation" and f.standing == "shown"}
    assert shown.isdisjoint(f.subject.partition(" with ")[0] for f in report.findings if f.kind == "interaction")


def test_the_second_question_is_asked_of_the_rules_under_the_other_reading_of_the_first() -> None:
    loaded = loaded_of(text(ends=NEVER_FULL))
    assert loaded.game is not None
    make = Together(loaded.text.name, loaded.text.content, tuple(questions(loaded, loaded.game)))
    made = make(ALONE, BESIDE, {BESIDE: "needless"})
    assert made is not None
    assert made({BESIDE: "needless", ALONE: "the_other"}, False) is not None
    for name in (ALONE, BESIDE):
        assert f"question {name}" in made.content
