"""The IR's text: a round trip for every game, and no text that raises."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec.ir import nodes as ir
from spec.ir.check import check
from spec.ir.printing import WIDTH, print_game, print_node, read_game, read_node
from spec.ir.walk import MAX_DEPTH, walk
from spec.text.source import NOWHERE, Span
from tests.spec.sample import GAME
from tests.spec.strategies import games

SLOW = settings(max_examples=30, deadline=None)


def all_spans(game):
    return [n.span for n in walk(game) if hasattr(n, "span")]


@SLOW
@given(games())
def test_random_games_are_legal(game: ir.Game) -> None:
    assert check(game) == ()


@SLOW
@given(games())
def test_text_and_back(game: ir.Game) -> None:
    with_spans, found = read_game(print_game(game, spans=True))
    assert (with_spans, found) == (game, ())
    assert all_spans(with_spans) == all_spans(game)
    without, found = read_game(print_game(game))
    assert (without, found) == (game, ())
    assert set(all_spans(without)) <= {NOWHERE}


def test_the_sample_and_back() -> None:
    text = print_game(GAME, spans=True)
    game, found = read_game(text)
    assert (game, found) == (GAME, ())
    assert game is not None
    assert all_spans(game) == all_spans(GAME)
    assert print_game(game, spans=True) == text


def test_a_node_reads_well() -> None:
    cond = ir.Compare("<", ir.Size(ir.Place("hand", (ir.Get("mover", ()),))), ir.Lit(-1, ir.Int()))
    assert print_node(cond) == "(Compare < (Size (Place hand [(Get mover [])])) (Lit -1 (Int)))\n"
    source = ir.Source("two words", ("none", "5a", "b"), Span(3, 9))
    assert print_node(source, spans=True) == '(Source "two words" ["none" "5a" b] @3:9)\n'


def test_lines_are_broken() -> None:
    lines = print_game(GAME).splitlines()
    assert len(lines) > 100
    assert max(map(len, lines)) <= WIDTH


def test_depth_needs_no_recursion() -> None:
    cond: ir.Expr = ir.Lit(1, ir.Bool())
    for _ in range(MAX_DEPTH - 2):
        cond = ir.Not(ir.And((cond,))) if _ % 2 else ir.Not(cond)
    text = print_node(cond)
    read, found = read_node(text, ir.Expr)
    assert found == ()
    assert print_node(read) == text


BAD = {
    "": ("E0901", 0),
    "(": ("E0901", 1),
    "(Lit": ("E0901", 4),
    "(Lit 1 (Bool)": ("E0901", 13),
    "(Lit 1 (Bool)))": ("E0901", 14),
    "(Lit 1 (Bool)) x": ("E0901", 15),
    "(Lit 1 (Bool) 2)": ("E0903", 14),
    "(Litt 1 (Bool))": ("E0902", 1),
    "(Run [])": ("E0902", 1),
    "(Lit one (Bool))": ("E0903", 5),
    "(Lit yes (Bool))": ("E0903", 5),
    '(Get "a [])': ("E0901", 5),
    r'(Get "\q" [])': ("E0901", 5),
    "(Get a b)": ("E0901", 7),
    "(Get none [])": ("E0903", 5),
    '(Compare "=" (Get a []) (Get a []))': ("E0903", 9),
    "(Extreme :end least :vr v)": ("E0901", 20),
    "(Not none)": ("E0903", 5),
    "(Get @1:2 [])": ("E0903", 5),
    "\x00": ("E0903", 0),
    "(Not " * 100_000: ("E0110", 2000),
    "[" * 100_000: ("E0901", 0),
    "(Lit " + "9" * 5000 + " (Int))": ("E0903", 5),
}


@pytest.mark.parametrize(("text", "fault"), BAD.items(), ids=[k[:20] or "empty" for k in BAD])
def test_bad_text_is_reported(text: str, fault: tuple[str, int]) -> None:
    node, found = read_node(text, ir.Expr)
    assert node is None
    assert [d.code for d in found] == [fault[0]]
    assert found[0].span.start == fault[1]


def test_an_unknown_node_gets_a_guess() -> None:
    _, (found,) = read_node("(Litt 1 (Bool))", ir.Expr)
    assert "did you mean `Lit`?" in found.message


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet='()[]@:"\\ Lit1nosGame-\n\ud800', max_size=60))
def test_no_text_raises(text: str) -> None:
    node, found = read_game(text)
    assert (node is None) == bool(found)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_damaged_text_raises(data: st.DataObject) -> None:
    text = print_game(GAME, spans=True)
    start = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 8))
    put = data.draw(st.sampled_from(["", "(", ")", "]", '"', "none", "7", "@1:2", "(Lit 1 (Bool))"]))
    game, found = read_game(text[:start] + put + text[start + cut :])
    assert (game is None) == bool(found)
    if game is not None:
        check(game)


def test_a_wide_settings_value_survives() -> None:
    game = replace(GAME, settings=(("deck", "A..6 of hearts, spades" * 20),))
    assert read_game(print_game(game))[0] == game
