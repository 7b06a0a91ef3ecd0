"""Each way of misreading raises what is planted for it, and nothing on the clean twin; edits check clean and replay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from engine.interpreter.faults import Fault
from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import from_json, replay
from engine.simulate.simulate import Played, play_random
from hoyle.misreadings.find import BY_NAME, OPERATORS
from hoyle.misreadings.variations import questions, variations
from hoyle.sources.files import Loaded, lower, parse_text
from spec.ir import nodes as ir
from tests.ambiguity.misread import PLANTED, SET, TWO, WIDE, text
from tests.ambiguity.replays import replayed
from verify.ambiguity.compare.variations import Dropped, Varied
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.questions import Waiting
from verify.ambiguity.run.context import Context, Plan, Variation
from verify.run.budget import now

PLAN = Plan(seconds=60.0, seed=5, games=12, greedy=0)

SOME = 60
"""So many games the interpreter plays sooner than code is compiled."""


def loaded_of(content: str) -> Loaded:
    loaded = lower(parse_text("small.hoyle", content))
    assert loaded.game is not None, [d.message for d in loaded.diagnostics]
    return loaded


def context_of(loaded: Loaded) -> Context:
    def make(chosen: Mapping[str, str], as_written: bool) -> ir.Game | None:
        return lower(loaded.parsed, chosen, as_written=as_written).game

    assert loaded.game is not None
    return Context(loaded.game, make, {}, PLAN)


def asked_by(loaded: Loaded, operator: str) -> list[Variation]:
    assert loaded.game is not None
    found = [one for one in questions(loaded, loaded.game) if one.operator == operator]
    return list(variations(loaded, loaded.game, found))


def looked_at(loaded: Loaded, found: list[Variation]) -> list[tuple[Variation, Finding | Waiting | Dropped]]:
    context = context_of(loaded)
    return [(one, sieved(Varied(context, one))) for one in found]


def sieved(varied: Varied) -> Finding | Waiting | Dropped:
    """What a few looks tell, then some more, and many games of what these leave open."""
    found = varied.looked(float("inf"))
    found = varied.looked(float("inf"), plays=SOME) if isinstance(found, Waiting) else found
    return varied.counted(float("inf")) if isinstance(found, Waiting) else found


def replays_otherwise(one: Variation, finding: Finding) -> bool:
    """Does the play come, under the other reading, to where the two part: before the last move, or with it?"""
    game = one.make({one.name: one.other}, False)
    assert game is not None
    assert finding.film is not None
    interpreter = Interpreter(game)
    log = from_json(interpreter, finding.film.log)
    assert not isinstance(log, str), log
    again = replay(interpreter, replace(log, settings=game.settings))
    return len(again.turns) >= len(log.moves)


def test_every_operator_has_a_planted_ambiguity() -> None:
    assert set(PLANTED) == set(BY_NAME)
    assert len(BY_NAME) == len(OPERATORS)
    assert all(one.sentence.endswith("?") and one.asks.__doc__ for one in OPERATORS)


@pytest.mark.parametrize("operator", PLANTED)
def test_what_is_planted_is_found_and_the_clean_twin_raises_nothing(operator: str) -> None:
    bad, clean = (loaded_of(text(**parts)) for parts in PLANTED[operator])
    looked = looked_at(bad, asked_by(bad, operator))
    shown = [(one, found) for one, found in looked if isinstance(found, Finding)]
    assert shown, [found for _, found in looked]
    for one, found in shown:
        assert found.standing == "shown"
        assert found.asked_by == operator
        assert found.notes[0] == one.text
        assert found.film is not None
        assert replayed(bad, found)
        assert replays_otherwise(one, found)
    assert not asked_by(clean, operator)


def test_a_suit_that_parts_of_a_shape_share_is_asked_about() -> None:
    parts = "1 card of each of 2 or more ranks in a run and 1 card of another, same suit"
    content = text(**WIDE, more=SET.format(parts, ""), turn=TWO)
    asked = asked_by(loaded_of(content), "need-not-share")
    assert [type(found) for _, found in looked_at(loaded_of(content), asked)] == [Finding]


def test_terms_that_share_no_word_are_more_seldom_taken_for_one_another() -> None:
    def likely(wider: str) -> float:
        more = f"define low(x: card): x < 2\ndefine {wider}(x: card): low(x) or x is 3\n"
        permits = f"  permit any when low(c)\n  permit other when {wider}(c) and turns > 2"
        loaded = loaded_of(text(more=more, permits=permits))
        assert loaded.game is not None
        return max(one.likely for one in questions(loaded, loaded.game) if one.operator == "other-term")

    assert likely("lowish") == likely("a_low_card") == 1.0 > likely("small")


def test_a_term_is_not_taken_for_one_that_asks_it_not_to_hold() -> None:
    def asked_of(body: str) -> list[str]:
        more = f"define low(x: card): x < 2\ndefine lowish(x: card): {body}\n"
        permits = "  permit any when low(c)\n  permit other when lowish(c) and turns > 2"
        loaded = loaded_of(text(more=more, permits=permits))
        assert loaded.game is not None
        return [one.name for one in questions(loaded, loaded.game) if one.operator == "other-term"]

    assert asked_of("low(x) or x is 3")
    assert asked_of("not (x is 3) and low(x)")
    assert not asked_of("x is 3 and not low(x)")
    assert not asked_of("x is 3 and (no d in pile with low(d))")


def test_who_chooses_again_in_the_rules_is_not_asked_about_playing_on() -> None:
    more = "move skip:\n  permit any\n  does nothing_put: add 0 to turns\n"
    turn = "    choice act: mover does lay, skip\n    otherwise: nothing"
    again = "    repeat until mover passes or turns > 9:\n      choice act: mover may do lay, skip"
    assert asked_by(loaded_of(text(moves=more, turn=turn)), "plays-on")
    assert not asked_by(loaded_of(text(moves=more, turn=again)), "plays-on")


@pytest.mark.parametrize(
    ("stops", "dropped"), [((), False), ((0,), False), (range(3, 24), True), (range(2, 24, 2), True)]
)
def test_a_reading_by_which_many_games_stop_is_not_asked(
    stops: Iterable[int], dropped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six games tell little where one of them stops: more are played then."""
    loaded = loaded_of(text())
    assert loaded.game is not None
    context = context_of(loaded)
    (one, *_) = variations(loaded, loaded.game, questions(loaded, loaded.game))
    other, seen = Interpreter(loaded.game), []
    whole = play_random(other, 1)

    def played(interpreter: Interpreter, seed: int, **_: object) -> Played:
        if interpreter is not other:
            return whole
        seen.append(seed)
        fault = Fault("stuck", "nothing is allowed") if len(seen) - 1 in stops else None
        return replace(whole, last=replace(whole.last, position=replace(whole.position, fault=fault)))

    monkeypatch.setattr("verify.ambiguity.compare.variations.play_random", played)
    assert bool(Varied(context, one)._playable(other, now() + 60)) is dropped
