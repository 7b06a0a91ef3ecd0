"""A way of misreading that knows a rule by more than one wording asks the same of each, and play tells the readings apart."""

# ruff: noqa: E501

from __future__ import annotations

import pytest

from engine.interpreter.interpreter import Interpreter
from hoyle.misreadings.find import BY_NAME
from hoyle.misreadings.variations import questions
from hoyle.sources.files import lower, parse_text
from tests.ambiguity.misread import BEGIN, BUILD, DEALS, DRAWS, OTHERWISE, PLANTED, TAKE, TO_THREE, Parts, text
from tests.ambiguity.test_asked import wrong
from tests.ambiguity.test_misreadings import asked_by, loaded_of, looked_at
from verify.ambiguity.find.plays import play
from verify.ambiguity.report.finding import Finding
from verify.obligations.examples import failure_of

LATE = "  late at close when turns > 20: nobody wins"
COUNTED = TAKE.format(" when pile is not empty").replace(
    "  does get",
    "  forbid no_more when takes = 2\n  precedence no_more > taken\n  does count: add 1 to takes\n  does get",
)
WORDINGS: dict[str, tuple[str, Parts]] = {
    # what is counted for a prohibition alone is not counted without it, where it would grow too large
    "no_more_allowed": (
        "not-forbidden",
        {"state": "  takes: 0 to 2", "moves": COUNTED, "turn": "    choice act: mover does lay, take\n    otherwise: nothing", "ends": LATE},
    ),
    "stock_made_anew": (
        "nothing-left",
        {
            "moves": 'move fetch @ "Play/8":\n  permit some_left when stock is not empty\n  does draw: draw 1 card from stock to hand of mover\n',
            "turn": "    choice act: mover does lay, fetch\n    otherwise: nothing",
            "ends": LATE,
        },
    ),
    "most_just_too": (
        "more-or-at-least",
        {"ends": f"{LATE}\n  most at close when turns > 2 and (every player q has size of hand of q <= size of hand of mover): mover wins"},
    ),
    "over_last_turns": (
        "one-more-turn",
        {
            "state": "  closer: player or nobody",
            "late": "    step look:\n      if closer is nobody and hand of mover is empty: closer becomes mover",
            "ends": f"  over at close when closer is next player: every player p scores size of hand of p\n{LATE}",
        },
    ),
    "look_last_turns": (
        "one-more-turn",
        {
            "players": "3",
            "state": "  closer: player or nobody",
            "late": "    step note:\n      if closer is nobody and hand of mover is empty: closer becomes mover\n    step look:\n      if closer is not nobody: leave the loop",
            "ends": "  over at done: every player p scores size of hand of p",
            "tail": "  step done: nothing",
            "deal": TO_THREE,
            "deck": "standard",
        },
    ),
    "late_one_loser": (
        "one-loser",
        {
            "players": "3",
            "deck": "standard",
            "deal": TO_THREE,
            "more": "define best(p: player): size of hand of p = greatest of size of hand of q over player q\n",
            "ends": "  late at close when turns > 1: every player p with best(p) wins",
        },
    ),
    "complete_and_goes_on": (
        "who-clears-goes-on",
        {"zones": "  away: set, face up", "does": "  does complete when size of pile > 1:\n    move everything from pile to away", "ends": LATE},
    ),
    # two terms that rest on the same, one called as the other with a word before it
    "any_by_low": (
        "other-term",
        {
            "more": "define few(x: card): x < 3\ndefine low(x: card): few(x) or x is 4\ndefine very_low(x: card): few(x) and x is not A\n",
            "permits": "  permit any when very_low(c) or turns > 2\n  permit again when low(c) and turns > 1",
        },
    ),
    "act_until_one_is_out": (
        "one-is-out",
        {
            "players": "3",
            "among": " until (no player p with hand of p is not empty)",
            "deal": TO_THREE,
            "deck": "standard",
            "ends": "  late at done when turns > 0: nobody wins",
            "tail": "  step done: nothing",
        },
    ),
    "dry_or_discard": (
        "still-the-discard",
        {
            **DRAWS,
            "turn": DRAWS["turn"].replace(": mover does fetch", " when stock is not empty and turns < 99: mover does fetch"),
            "ends": "  dry when stock is empty: every player p scores size of hand of p",
        },
    ),
    "again_is_made_once": (
        "one-deal",
        {**PLANTED["one-deal"][0], "deal": PLANTED["one-deal"][0]["deal"].replace("repeat until (some player p with score of p >= 4)", "2 times")},
    ),
    "first_before_play": (
        "before-play",
        {
            "moves": BEGIN,
            "deal": "    for each player p: draw 3 cards from stock to hand of p\n  once around from player 1:\n    choice first: mover does begin",
            "tail": 'example "one card each":\n  given hand of player 1 = [2H 3H], mover = player 1, at first, rest in stock\n  play begin(2H)\n  then size of pile = 1\n',
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WORDINGS)
def test_each_wording_is_asked_about_and_told_apart(name: str) -> None:
    operator, parts = WORDINGS[name]
    loaded = loaded_of(text(**parts))
    found = {one.name: found for one, found in looked_at(loaded, asked_by(loaded, operator))}
    assert isinstance(found[name], Finding), found


def test_the_other_reading_of_each_at_most_another_leaves_out_that_one_itself() -> None:
    loaded = loaded_of(text(**WORDINGS["most_just_too"][1]))
    one = next(v for v in asked_by(loaded, "more-or-at-least") if v.name == "most_just_too")
    assert "or q is mover" in one.make.content  # type: ignore[attr-defined]


def test_a_count_that_something_else_reads_goes_on() -> None:
    parts = {**WORDINGS["no_more_allowed"][1], "ends": f"{LATE}\n  many at close when takes = 2: mover wins"}
    loaded = loaded_of(text(**parts))
    one = next(v for v in asked_by(loaded, "not-forbidden") if v.name == "no_more_allowed")
    assert "add 1 to takes under" not in one.make.content  # type: ignore[attr-defined]


def test_no_turn_is_added_where_more_than_the_end_of_another_has_to_be_so() -> None:
    # Somebody holds a part of the game here, and has brought nothing to an end.
    ends = "  out when closer is not nobody and hand of mover is empty: mover wins\n" + LATE
    loaded = loaded_of(text(state="  closer: player or nobody", does="    closer becomes mover", ends=ends))
    assert asked_by(loaded, "one-more-turn") == []


MADE = {
    "one-deal": ("after_one_deal", "won"),
    "one-is-out": ("all_out_at_one", "all_out"),
    "still-the-discard": ("dry_refused", "dry"),
}


@pytest.mark.parametrize("operator", OTHERWISE)
def test_the_rule_in_other_words_is_found_and_each_edit_checks_clean(operator: str) -> None:
    one, two = loaded_of(text(**PLANTED[operator][0])), loaded_of(text(**OTHERWISE[operator]))
    assert any(isinstance(found, Finding) for _, found in looked_at(two, asked_by(two, operator)))
    for loaded in (one, two):
        assert loaded.game is not None
        found = questions(loaded, loaded.game, (BY_NAME[operator],))
        assert found
        assert [said for asked in found if (said := wrong(loaded, asked))] == []


@pytest.mark.parametrize("operator", MADE)
def test_under_the_other_reading_another_end_is_come_to(operator: str) -> None:
    loaded = loaded_of(text(**OTHERWISE[operator]))
    by, never = MADE[operator]
    (one,) = asked_by(loaded, operator)
    endings = set()
    for chosen in ("as_written", one.other):
        game = one.make({one.name: chosen}, False)
        assert game is not None
        plays = [play(Interpreter(game), seed, most_moves=200) for seed in range(12)]
        found = {p.beats[-1].turn.position.result for p in plays}
        endings.add((chosen, frozenset(r.ending for r in found if r is not None)))
    was, other = (dict(endings)[chosen] for chosen in ("as_written", one.other))
    assert never in was
    assert by not in was
    assert by in other
    assert never not in other


def test_a_card_comes_back_where_it_fits_and_nowhere_else() -> None:
    loaded = loaded_of(text(**PLANTED["taken-back"][0]))
    assert loaded.game is not None
    one = next(q for q in questions(loaded, loaded.game) if q.operator == "taken-back")
    example = (
        'example "back":\n  given pile = [3H 2S], row[row 1] = [4S], row[row 2] = [2H], mover = player 1, at act, rest in stock\n'
        "  illegal take_back_from_pile(row 1)\n  play take_back_from_pile(row 2)\n  then row[row 2] is [{}] and pile is [3H]\n"
    )
    for there, right in (("2H 2S", True), ("2S 2H", False)):
        content = one.written(loaded.text.content).replace("ruling as_written", f"ruling {one.other}")
        loaded_too = lower(parse_text("back.hoyle", f"{content}\n{example.format(there)}"))
        assert loaded_too.game is not None, [d.message for d in loaded_too.diagnostics]
        failed = failure_of(Interpreter(loaded_too.game), loaded_too.game.examples[-1])
        assert (failed is None) is right, failed


NOT_ASKED: dict[str, tuple[str, Parts]] = {
    "nothing comes after the deals": (
        "one-deal", {**DEALS, "deal": "    for each player p: draw 2 cards from stock to hand of p", "ends": "  late at close when turns > 9: nobody wins"},
    ),
    "cards are only played out, not dealt again": ("one-deal", PLANTED["one-deal"][1]),
    "the last choice is made once around": (
        "one-is-out",
        {"moves": BEGIN, "among": " until turns > 1", "tail": "  once around from player 1:\n    choice first: mover does begin\n    otherwise: nothing\n", "ends": "  all_out when turns > 1 and every player p has hand of p is empty: nobody wins"},
    ),
    "what is drawn from instead is nobody's pile": (
        "still-the-discard",
        {**DRAWS, "moves": DRAWS["moves"].replace("move top of pile from pile to hand of mover", "move top of pile from pile under stock"), "turn": DRAWS["turn"].replace("fetch, pick", "pick"), "ends": "  dry at close when stock is empty: nobody wins"},
    ),
    "cards leave the pile": ("taken-back", PLANTED["taken-back"][1]),
    "nothing says what fits": (
        "taken-back",
        {**PLANTED["taken-back"][0], "moves": BUILD.replace("r is empty or rank of d >= rank of top of r", "r is empty")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_ASKED)
def test_what_cannot_be_meant_is_not_asked(name: str) -> None:
    operator, parts = NOT_ASKED[name]
    assert asked_by(loaded_of(text(**parts)), operator) == []
