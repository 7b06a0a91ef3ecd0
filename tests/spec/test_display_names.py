"""Display names say what people read, and nothing else: no verdict, layout, log or generated code knows them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.c.compiled.code import code_of
from engine.core.layout import Layout
from engine.logs.words import Words
from engine.targets.facts import Facts
from engine.targets.registry import files_of
from spec.ir import nodes as ir
from spec.ir.display import Display, is_participle, named, readable, singular
from spec.ir.index import index_of
from spec.ir.printing import print_game, read_game
from spec.ir.walk import mapped
from spec.lower.game import lower_file
from spec.names.display_names import LONGEST
from spec.text.clean import UNSAFE
from spec.text.parse import parse
from verify.run import cache
from verify.run.cache import digest_of

RULES = """game "Names":
  players 2
  deck A 2 of hearts as "red hearts", spades

kind side as "side of the table": north as "the North" | south

zones:
  deck as "draw pile": stack, face down, starts with every card
  hand[player]: set, seen by its owner
  taken[player] as "won cards": set, face up @ "Play/1"
  laid[player]: set, face up
  slot[2] as "pile": row of stacks, face up
  slots[side]: stack, face up

state:
  round as "trick": 0 to 9, starts at 0 @ "Play/1"
  mode[player]: open as "wide open" | shut, starts at open

source "The book":
  "Play" 1

define low(c: card) as "counts as low" @ "Play/1": c is A

shape pair as "two alike" @ "Play/1": set of 2 cards, same rank

shape any_two @ "Play/1": set of 2 cards

to tidy(p: player) as "clear up" @ "Play/1": nothing

outcome fate(p: player) as "what becomes of it" @ "Play/1":
  good as "all is well" @ "Play/1" when round < 9: do tidy(p)
  bad @ "Play/1" otherwise: nothing

move lay(cards: pair or any_two from hand of mover) as "lay cards" @ "Play/1":
  permit always_so as "always" @ "Play/1"
  does put as "putting down" @ "Play/1":
    move cards to laid of mover
    decide fate(mover)

move stop @ "Play/1":
  permit any_time when some c in hand of mover with low(c)
  does nothing_at_all: nothing

question how as "how to lay" @ "Play/1": "How are cards laid?"
  reading slowly as "with care" "Slowly."
  reading fast "Fast."
  reading none_of_both
  ruling slowly because "it reads so"

ends:
  out as "a hand is empty" @ "Play/1" when hand of mover is empty or how is fast: mover wins

play:
  step deal as "the deal" @ "Play/1":
    shuffle deck
    for each player p: draw 2 cards from deck to hand of p
  turns from player 1:
    choice act as "the turn" @ "Play/1": mover may do lay, stop
"""


def game_of(text: str) -> ir.Game:
    file, broken = parse(text)
    game, found = lower_file(file)
    assert game is not None, (broken, found)
    assert broken == ()
    return game


@pytest.fixture(scope="module")
def game() -> ir.Game:
    return game_of(RULES)


@pytest.fixture(scope="module")
def read(game: ir.Game) -> Display:
    return Display(index_of(game))


def bare(game: ir.Game) -> ir.Game:
    """The game without display names."""

    def without(node: object) -> object:
        match node:
            case ir.Source():
                return replace(node, display="")
            case ir.Domain():
                return replace(node, display="", displays=())
            case _:
                return node

    return mapped(game, without)


# ---------------------------------------------------------------- what people read


def test_zones(read: Display):
    assert read.zone("deck") == "draw pile"
    assert read.zone("hand", (1,)) == "hand of player 2"
    assert read.the_zone("hand", (1,)) == "the hand of player 2"
    assert read.zone("taken", (0,)) == "won cards of player 1"
    assert read.zone("laid") == "laid pile"
    assert (read.zone("slot", (1,)), read.the_zone("slot", (1,))) == ("pile 2", "pile 2")
    assert read.zone("slots", (0,)) == "slots of the North"
    assert read.zone("no_such_zone", ()) == "no such zone"


def test_fields_and_words(read: Display):
    assert read.field("round") == "trick"
    assert read.field("mode", (1,)) == "mode of player 2"
    assert (read.symbol("mode", 0), read.symbol("mode", 1)) == ("wide open", "shut")
    assert read.symbol("side", 0) == "the North"
    assert read.list_of("side") == "side of the table"
    assert read.words("suit") == ("red hearts", "spades")
    assert (read.symbol("rank", 1), read.symbol("slot", 0), read.symbol("slot", ir.NOBODY)) == ("2", "pile 1", "none")
    assert (read.player(1), read.symbol("player", ir.NOBODY)) == ("player 2", "nobody")


def test_moves_steps_and_ends(game: ir.Game, read: Display):
    assert (read.move("lay"), read.move("lay_pair")) == ("lay cards", "lay cards (two alike)")
    assert (read.move("stop"), read.move("pass")) == ("stop", "pass")
    assert (read.step("deal"), read.step("act")) == ("the deal", "the turn")
    assert (read.ending("out"), read.outcome("fate"), read.routine("tidy")) == (
        "a hand is empty", "what becomes of it", "clear up",
    )  # fmt: skip
    assert (read.shape("pair"), read.define("low"), read.table("x_y")) == ("two alike", "counts as low", "x y")
    clauses = {c.source.clause: named(c.source) for a in game.actions for c in a.clauses}
    assert clauses[ir.ClauseId("lay", "always_so", "pair")] == "always"
    assert clauses[ir.ClauseId("stop", "any_time")] == "any time"
    assert [named(c.source) for c in game.groups[0].clauses] == ["all is well", "bad"]


def test_readings(read: Display):
    assert read.question("how") == "how to lay"
    assert [read.reading("how", r) for r in ("slowly", "fast", "none_of_both", "")] == [
        "with care", "Fast.", "none of both", "open",
    ]  # fmt: skip
    assert [read.reading_name("how", r) for r in ("slowly", "fast", "")] == ["with care", "fast", "open"]


def test_a_name_without_a_display_name_is_made_readable():
    assert [readable(x) for x in ("set_play", "open4", "(2 to 3 cards)", "x")] == [
        "set play", "open 4", "2 to 3 cards", "x",
    ]  # fmt: skip
    assert [singular(x) for x in ("piles", "boxes", "parties", "glass", "bus")] == [
        "pile", "box", "party", "glass", "bus",
    ]  # fmt: skip
    assert [is_participle(x) for x in ("cards_won", "hand", "discarded")] == [True, False, True]


@given(st.text(max_size=20))
def test_every_name_can_be_read(name: str):
    assert "_" not in readable(name)
    assert named(ir.Source(name, display="x")) == "x"


# ---------------------------------------------------------------- what does not know them


def test_nothing_but_what_people_read_knows_them(game: ir.Game):
    plain = bare(game)
    assert plain == game
    assert any(d.displays for d in game.domains)
    assert not any(any(d.displays) for d in plain.domains)
    assert digest_of(game) == digest_of(plain)
    assert print_game(game) == print_game(plain)
    assert code_of(game).text == code_of(plain).text
    assert Layout(game).cells == Layout(plain).cells
    words = [Words(g, Layout(g)) for g in (game, plain)]
    assert len({tuple(w.zone(i) for i in range(len(Layout(game).cells))) for w in words}) == 1
    again, faults = read_game(print_game(game))
    assert (again, faults) == (game, ())


@pytest.mark.parametrize("target", ["python", "c", "js", "openspiel", "pettingzoo", "vectors"])
def test_exported_engines_do_not_know_them(target: str, game: ir.Game):
    facts = Facts("names", "hoyle export names", "1", games=3)
    made, plain = (files_of(target)(g, facts) for g in (game, bare(game)))
    assert {path for path in made if made[path] != plain[path]} <= {"README.md"}


def test_a_digest_that_knew_them_would_be_noticed(game: ir.Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cache, "UNTOLD", cache.UNTOLD - {"display", "displays"})
    cache._told.cache_clear()
    told, plain = digest_of(game), digest_of(bare(game))
    cache._told.cache_clear()
    assert told != plain


def test_a_page_to_play_on_and_a_readme_show_them(game: ir.Game):
    made = files_of("web")(game, Facts("names", "hoyle export names", "1"))
    assert "won cards" in made["names.html"]
    assert "**how to lay**" in made["README.md"]


def test_the_same_rules_without_them_are_the_same_game(game: ir.Game):
    assert game_of(re.sub(r' as "[^"]*"', "", RULES)) == game


# ---------------------------------------------------------------- odd ones


def codes(display: str) -> list[str]:
    _, found = lower_file(parse(RULES.replace('"won cards"', f'"{display}"'))[0])
    return [d.code for d in found if d.code.startswith("E")]


ODD = ("’ “x”", "Zürich ♥ 🂡", "'); drop--", "<b>x</b>", "[red]x[/]", "a\x1b[2Jb", "\u202ea", "{{ x }}", "x" * LONGEST)


@pytest.mark.parametrize("display", ODD)
def test_odd_names_are_read_and_cannot_steer_a_screen(display: str):
    assert codes(display) == []
    read = Display(index_of(game_of(RULES.replace('"won cards"', f'"{display}"'))))
    assert not UNSAFE.search(read.zone("taken"))
    assert read.zone("taken")[-1] == UNSAFE.sub("·", display)[-1]


@pytest.mark.parametrize("display", ["", " ", "\ue000\ue001", "—", "x" * (LONGEST + 1), "\x1b", "\u202e"])
def test_names_that_cannot_be_read_are_refused(display: str):
    assert codes(display) == ["E0210"]


@pytest.mark.parametrize("display", ["Draw  pile", "hand", "LAID", "slots"])
def test_two_zones_do_not_read_the_same(display: str):
    assert codes(display) == ["E0211"]


def test_signs_without_a_meaning_of_their_own_are_dots():
    game = game_of(RULES.replace('"won cards"', '"a\ue003b"'))
    assert Display(index_of(game)).zone("taken") == "a·b"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('taken[player] as "won cards": set, face up', 'taken[player]: set, face up as "won cards"'),
        ('out as "a hand is empty" @ "Play/1" when', 'out @ "Play/1" as "a hand is empty" when'),
        ('low(c: card) as "counts as low" @ "Play/1":', 'low(c: card) @ "Play/1" as "counts as low":'),
    ],
)
def test_a_display_name_in_another_place_is_told_where_it_stands(right: str, wrong: str):
    assert RULES.count(right) == 1
    (found,) = parse(RULES.replace(right, wrong))[1]
    assert found.message.startswith("a display name stands behind the name that a line introduces")


@pytest.mark.parametrize(("label", "plain"), [("deck", "draw pile"), ("slot", "pile"), ("round", "trick")])
@pytest.mark.parametrize("article", ["the ", "The ", "the the "])
def test_a_thing_is_told_with_one_article(label: str, plain: str, article: str):
    with_article = game_of(RULES.replace(f'as "{plain}"', f'as "{article}{plain}"'))
    sources = (*(zone.source for zone in with_article.zones), *(field.source for field in with_article.fields))
    assert next(source.display for source in sources if source.label == label) == plain
    assert game_of(RULES.replace('as "draw pile"', 'as "the"')).zones[0].source.display == "the"


def test_names_that_differ_in_their_article_alone_read_the_same():
    _, found = lower_file(parse(RULES.replace('as "won cards"', 'as "The draw pile"'))[0])
    assert [d.code for d in found] == ["E0211"]
