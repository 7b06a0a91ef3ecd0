"""A way of misreading that knows a rule by more than one wording asks the same of each, and play tells the readings apart."""

# ruff: noqa: E501

from __future__ import annotations

import pytest

from tests.ambiguity.misread import BEGIN, TAKE, TO_THREE, Parts, text
from tests.ambiguity.test_misreadings import asked_by, loaded_of, looked_at
from verify.ambiguity.report.finding import Finding

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
