"""Two rules that are each read in another way at once: what no play tells from the other reading of one rule alone."""

from __future__ import annotations

from hoyle.ambiguity.one import advice
from hoyle.ambiguity.order import section_of
from hoyle.ambiguity.run import find
from hoyle.misreadings.variations import Together, questions, variations
from tests.ambiguity.misread import text
from tests.ambiguity.test_misreadings import context_of, loaded_of
from verify.ambiguity.report.finding import Film, Finding, Standing
from verify.ambiguity.report.outcome import Known, Part
from verify.ambiguity.run.context import Plan
from verify.ambiguity.run.jobs import Done, as_job

NEVER_FULL = "  full when size of pile > 99 and turns > 2: nobody wins\n  late at close when turns > 9: nobody wins"
"""Of eight cards a pile never holds 99, so that it makes no difference when `full` is tested."""
ALONE, BESIDE = "full_2_too", "full_in_any_case"


def until_both(finding: Finding) -> None:
    """Stops the run where the finding has come that is waited for."""
    if finding.subject == f"{ALONE} with {BESIDE}":
        raise KeyboardInterrupt


def test_that_a_reading_matters_only_beside_another_is_told_with_the_game_that_shows_it() -> None:
    loaded = loaded_of(text(ends=NEVER_FULL))
    assert loaded.game is not None
    report = find(loaded, loaded.game, {}, Plan(16, 1, 20, 2, 10, 1), kept=False, ask=True, each=until_both)
    alone = next(f for f in report.findings if f.subject == ALONE)
    assert alone.standing != "shown", alone.sentence
    both = next(f for f in report.findings if f.subject == f"{ALONE} with {BESIDE}")
    assert (both.kind, both.standing, section_of(both)) == ("interaction", "shown", "asked")
    assert both.film is not None
    assert dict(both.film.settings)[BESIDE] == "needless"
    assert {name for name, _ in both.film.sides} == {"as_written", "the_other"}
    assert "no, it holds without that too" in both.sentence
    assert f"{BESIDE} --write" in advice(both)
    assert f"{ALONE} --reading {BESIDE}=needless" in advice(both)
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


TWO_MOVES = {
    "zones": "  away: stack, face up",
    "permits": '  permit any @ "Play/1"\n'
    '  forbid same @ "Play/1" when pile is not empty and rank of c is rank of top of pile\n'
    '  precedence same > any @ "Play/1"',
    "moves": 'move throw(c: card from hand of mover) @ "Play/3":\n  permit any @ "Play/3"\n'
    '  forbid same @ "Play/3" when away is not empty and suit of c is suit of top of away\n'
    '  precedence same > any @ "Play/3"\n  does put: move c to away',
    "turn": "    choice act: mover does lay, throw\n    otherwise: nothing",
}


def test_a_question_about_another_rule_is_not_taken_for_one_by_the_same_name() -> None:
    """Where the first rule is left out, what its conditions were called is asked of the other move's rule."""
    loaded = loaded_of(text(**TWO_MOVES))
    assert loaded.game is not None
    asks = {one.name: one for one in questions(loaded, loaded.game)}
    assert "of “lay”" in asks["same_in_any_case"].text
    left_out = {"same_allowed": asks["same_allowed"].other}
    there = loaded_of(asks["same_allowed"].written(loaded.text.content).replace("ruling as_written", "ruling allowed"))
    assert there.game is not None
    again = next(one for one in questions(there, there.game) if one.name == "same_in_any_case")
    assert "of “throw”" in again.text
    make = Together(loaded.text.name, loaded.text.content, tuple(asks.values()))
    assert make("same_in_any_case", "same_allowed", left_out) is None


def test_what_matters_by_itself_is_not_said_to_matter_only_beside_another() -> None:
    loaded = loaded_of(text(ends=NEVER_FULL))
    assert loaded.game is not None
    one, beside = variations(loaded, loaded.game, questions(loaded, loaded.game))[:2]
    film = Film((), False, "", (), ())

    def told(standing: Standing) -> list[str]:
        """The kinds of what is told where a rule alone turned out so, after it was read together with another."""
        known = Known(context_of(loaded), lambda finding: None)
        alone = Finding("variation", one.name, "", "found", standing, film=film, asked_by=one.operator)
        both = Finding(
            "interaction", f"{one.name} with {beside.name}", "", "found", "shown", film=film, asked_by=one.operator
        )
        parts = [
            Part(
                as_job(found.kind, "", 1.0, lambda context, until: Done()), tuple, about=one if found is alone else None
            )
            for found in (alone, both)
        ]
        known.stages[2] = parts
        for part, found in zip(parts, (alone, both), strict=True):
            known.take(part, Done((found,)))
        return [f.kind for f in known.findings({})]

    assert told("proved") == ["variation", "interaction"]
    assert told("shown") == ["variation"]
