"""Every form in which a rule can give an effect to several at once is seen; one that names its order is none."""

from __future__ import annotations

import pytest

from tests.verify.small import game
from verify.random.commutation import commutation, sites
from verify.run.task import Task
from verify.run.techniques import Plan

STATE = """  row[3]: row of stacks, face up
state:
  lucky: player or nobody, starts at nobody
  best: 0 to 9, starts at 0
"""
ALONE = {"deal": "for each player p from player 1: draw 2 cards from deck to hand of p", "state": STATE}
"""A game in which nothing else is given to several."""

FORMS = {
    "players": "for each player p: lucky becomes p",
    "suits": "for each suit s: best becomes position of s",
    "piles": "for each row r: best becomes size of r",
    "cards of a set": "for each d in hand of mover: best becomes position of rank of d",
    "some cards of a set": "for each d in (cards e in hand of mover with e is red): best becomes 1",
    "some cards of a stack": "for each d in (cards e in deck with e is red): best becomes 1",
    "cards of two sets": "for each d in (hand of player 1 plus hand of player 2): best becomes 1",
    "cards without others": "for each d in (hand of mover without hand of next player): best becomes 1",
    "either cards": "for each d in (if heap is empty then hand of mover else hand of next player): best becomes 1",
    "defined cards": "for each d in mine: best becomes 1",
    "nested": "for each player p from mover:\n      for each d in hand of p: best becomes 1",
    "in a case": "if heap is not empty:\n      for each player p: lucky becomes p",
}
TOLD = {
    "players from one": "for each player p from mover: lucky becomes p",
    "numbers": "for each n from 1 to 3: best becomes n",
    "cards of a stack": "for each d in deck: best becomes 1",
}
DEFINED = "define mine: cards d in hand of mover with d is red\n"


def put(effect: str) -> str:
    return f"\n    move c from hand of mover to heap\n    {effect}"


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_several_at_once_is_a_site(tmp_path, form):
    found = sites(game(tmp_path, put=put(FORMS[form]), more=DEFINED, **ALONE))
    assert [site.source.label for site in found] == ["put"]


@pytest.mark.parametrize("form", TOLD)
def test_what_names_its_order_is_none(tmp_path, form):
    assert sites(game(tmp_path, put=put(TOLD[form]), more=DEFINED, **ALONE)) == ()


@pytest.mark.parametrize("where", ["routine", "outcome", "step", "otherwise"])
def test_sites_wherever_effects_stand(tmp_path, where):
    loop = "for each d in (cards e in hand of mover with e is red): best becomes 1"
    parts = {
        "routine": {"put": "do told()", "more": f"to told:\n  {loop}\n"},
        "outcome": {"put": "decide told", "more": f"outcome told:\n  one otherwise:\n    {loop}\n"},
        "step": {"before": f"  step look:\n    {loop}\n"},
        "otherwise": {"moves": f"lay\n    otherwise:\n      {loop}"},
    }
    assert len(sites(game(tmp_path, **ALONE, **parts[where]))) == 1


def test_some_cards_of_a_set_in_an_order_that_matters(tmp_path):
    effect = "for each d in (cards e in hand of mover with e is not c): best becomes position of rank of d"
    dealt = "for each player p from player 1: draw 3 cards from deck to hand of p"
    parts = {"put": f"\n    {effect}\n    move c from hand of mover to heap", "deal": dealt, "state": STATE}
    made = game(tmp_path, game="players 2\n  deck A 2 3 of hearts, spades", **parts)
    task = Task(made, (), {}, lambda settings: None, Plan(games=30, seed=1))
    assert [r.verdict for r in commutation(task)] == ["refuted"]
