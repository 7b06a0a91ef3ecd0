"""Which sizes are tried, which are passed over, and what the one that is searched is called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from spec.names.settings import SizeSetting, size_settings
from tests.verify.small import PLAN, load, of, text, verified
from verify.obligations.verdict import exit_code, strongest
from verify.run import techniques
from verify.run.techniques import Plan
from verify.search.shrink import _values, largest_searched, sizes

FEW = Plan(5, 1, {"random play": 5.0, "search": 5.0})
BIG = "players 2 to 3, usually 3\n  deck A 2 3 4 of hearts, spades, clubs, diamonds\n  number cards: 1 to 5, usually 4"
DEAL = "for each player p: draw cards cards from deck to hand of p"


def big(folder, deal: str = DEAL):
    loaded = load(folder, text(game=BIG, deal=deal))
    assert loaded.game is not None
    return loaded.game, size_settings(loaded.parsed.file.sections)


def maker(folder):
    def make(chosen: Mapping[str, str]) -> ir.Game | None:
        return load_file(folder / "tiny.hoyle", chosen).game

    return make


def test_decks_grow_and_have_each_colour(tmp_path):
    game, free = big(tmp_path)
    found = list(sizes(game, free, {}))
    decks = list(dict.fromkeys(dict(s.settings)["deck"] for s in found))
    assert decks[:3] == ["A 2 of spades, hearts", "A of hearts, spades, clubs, diamonds", "A 2 3 of spades, hearts"]
    assert all(dict(s.settings)["players"] == "2" for s in found)
    assert not any(s.whole for s in found)
    # 4 of 16 cards: a quarter of 4 is 1; then the next two numbers, and the usual one.
    assert [dict(s.settings)["cards"] for s in found if dict(s.settings)["deck"] == decks[0]] == ["1", "2", "3", "4"]


def test_what_is_fixed_stays(tmp_path):
    game, free = big(tmp_path)
    for size in sizes(game, free, {"players": "3", "cards": "2"}):
        assert dict(size.settings).keys() == {"deck"}
    (only,) = sizes(game, free, {"deck": "A 2 of hearts, spades"})
    assert (only.settings, only.words, only.whole) == ((), "the deck as set (16 cards)", True)


def test_a_deck_of_few_cards_is_itself_the_last_size(tmp_path):
    game = load(tmp_path, text()).game
    assert game is not None
    (only,) = sizes(game, (), {})
    assert (only.words, only.whole) == ("the whole deck (4 cards)", True)


def test_a_number_is_tried_near_its_share_of_the_deck():
    assert _values(SizeSetting("n", 1, 26, 26), 4, 52) == (2, 3, 4, 26)
    assert _values(SizeSetting("n", 3, 5, 4), 4, 52) == (3, 4)
    assert _values(SizeSetting("players", 2, 6, 4), 4, 52) == (2,)


@pytest.fixture(name="few")
def sizes_of_few_cards(monkeypatch):
    """Only the sizes up to the first of so many cards, each searched in Python however long it takes."""

    def keep(most: int) -> None:
        def small(game, free, fixed):
            for size in sizes(game, free, fixed):
                yield size
                if f"({most} cards)" in size.words:
                    return

        monkeypatch.setattr("verify.search.shrink.sizes", small)
        monkeypatch.setattr("verify.search.shrink.PYTHON_SECONDS", 600.0)

    return keep


def test_sizes_that_cannot_be_dealt_are_passed_over(tmp_path, few):
    few(6)
    # Two cards each and one to begin with need five: 4 cards will not do.
    game, free = big(
        tmp_path, "for each player p: draw 2 cards from deck to hand of p\n    draw 1 card from deck to heap"
    )
    tried: list[str] = []
    found = largest_searched(game, free, {}, maker(tmp_path), seconds=600, progress=tried.append)
    assert found is not None
    assert tried[0].startswith("deck A 2 3 of spades, hearts (6 cards)")
    assert not found.explored.bad
    assert len(found.explored.interpreter.layout.deck) >= 6
    assert "; every deal; " in found.scope


def test_the_game_as_it_is_set_is_not_passed_over(tmp_path):
    # Nobody can deal nine cards from eight; with the deck set so, that is what is wrong with the game.
    made = verified(tmp_path, text(game=BIG, deal=DEAL), {"deck": "A 2 of hearts, spades", "players": "3"}, FEW)
    assert {r.verdict for r in of(made, "defined")} == {"refuted"}
    assert exit_code(strongest(made)) == 1


def test_the_size_is_told_with_its_numbers(tmp_path, few):
    few(6)
    game, free = big(tmp_path)
    found = largest_searched(game, free, {}, maker(tmp_path), seconds=600)
    assert found is not None
    words = found.size.words
    assert words.startswith("deck A 2")
    assert "players=2" in words
    assert "cards=" in words
    assert found.scope.startswith(words + "; every")


def test_no_size_at_all(tmp_path, monkeypatch):
    monkeypatch.setattr(techniques, "largest_searched", lambda *_, **__: None)
    (search,) = of(verified(tmp_path, text(), {}, replace(FEW, each={"random play": 5.0, "search": 7.0})), "search")
    assert (search.verdict, search.obligation.required) == ("unknown", False)
    assert search.reason == "no size could be searched whole in 7 s"


def test_without_time_nothing_is_searched(tmp_path):
    made = verified(tmp_path, text(), {}, replace(FEW, each={"random play": 5.0}))
    assert not of(made, "search")
    assert not [r for r in made if r.by == "exhaustive search"]
    assert PLAN.each["search"]
