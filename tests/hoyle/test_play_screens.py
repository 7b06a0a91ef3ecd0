"""What a person sees at the table: golden screens of every game, and that each fits into 80 columns by 24 rows."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.cells import cell_len

from hoyle.api import load
from hoyle.commands.cli import main
from hoyle.sources.files import game_names
from hoyle.table.faces import Faces, can_draw
from hoyle.table.lines import columns, flowed, shortened
from tests.hoyle.screens import by_lot, screens

HERE = Path(__file__).parent
MOST = {"corners": "6", "crazy_eights": "5", "reserve": "5", "twentyone": "7"}
"""The most players, of games that have several sizes."""
STRANGERS = sorted((HERE.parent / "strangers").glob("*.hoyle"))
FORTY = HERE / "forty.hoyle"
"""Forty piles, forty cards in a hand, over thirty thousand legal moves."""


@pytest.fixture(name="size", autouse=True)
def a_small_screen(monkeypatch):
    """A terminal of 80 columns by 24 rows, where nothing is coloured."""

    def set_to(columns_: int, rows: int) -> None:
        monkeypatch.setenv("COLUMNS", str(columns_))
        monkeypatch.setenv("LINES", str(rows))

    set_to(80, 24)
    return set_to


def fits(shown: list[str], width: int = 80, rows: int = 24) -> None:
    for screen in shown:
        assert len(screen.splitlines()) <= rows, screen
        assert max(map(cell_len, screen.splitlines()), default=0) <= width, screen


@pytest.mark.parametrize("game", game_names())
def test_golden_screens(game, monkeypatch, capsys, snapshot):
    words = [game, "--seed", "3", *(["--players", MOST[game]] if game in MOST else [])]
    shown = screens(monkeypatch, capsys, words, by_lot(9))
    fits(shown)
    assert "\n".join(shown[:2] + shown[-4:]) == snapshot


@pytest.mark.parametrize("path", [*STRANGERS, FORTY], ids=lambda path: path.stem)
def test_screens_of_other_games_fit(path, monkeypatch, capsys):
    fits(screens(monkeypatch, capsys, [str(path), "--seed", "5"], by_lot(7)))


@pytest.mark.parametrize(("width", "rows"), [(30, 12), (40, 16), (120, 40)])
def test_other_sizes(width, rows, size, monkeypatch, capsys):
    size(width, rows)
    shown = screens(monkeypatch, capsys, ["twentyone", "--players", "7", "--seed", "3"], by_lot(4))
    assert max(cell_len(line) for screen in shown for line in screen.splitlines()[:-1]) <= width
    assert width < 40 or all(len(screen.splitlines()) <= rows for screen in shown[:-1])


def test_a_screen_too_small_is_taken_for_a_larger_one(size, monkeypatch, capsys):
    size(1, 1)
    shown = screens(monkeypatch, capsys, ["pigeon", "--seed", "3"], by_lot(3))
    assert max(cell_len(line) for screen in shown for line in screen.splitlines()[:-1]) <= 30


@pytest.mark.parametrize("between", [": column 7 on column 5", " column 7 column 5", " 7, on 5", " 7 5"])
def test_from_where_and_where_to_are_told_apart(between, monkeypatch, capsys):
    """As the rules have it: what is moved, then `on` and the place it goes to, which may be typed or left out."""
    called = "move the open cards of a column"
    lines = iter([called + between])
    shown = screens(monkeypatch, capsys, ["klondike", "--seed", "3"], lambda screen: next(lines, None))
    assert f"1. {called}: column 7 on column 5\n" in shown[0]
    assert "column 5: 8♥ 7♠" in shown[1]


def test_many_moves_are_counted_and_narrowed(monkeypatch, capsys):
    lines = iter(["moves lay", "lay as", "lay as 3"])
    shown = screens(monkeypatch, capsys, [str(FORTY), "--seed", "5"], lambda screen: next(lines, None))
    assert "  lay: 16,400 moves; A♣, A♣ A♦, A♣ A♥, ...; heap 1, heap 2, ...\n" in shown[0]
    assert "16,419 moves. Type one, as `lay 4♣ Q♦ onto heap 10`, or a part of it to list\n  fewer.\n" in shown[0]
    assert "  lay A♣ ...: 800 moves; A♣, A♣ A♦, A♣ A♥, ..." in shown[1]
    assert "`lay as` may be one of 800 moves." in shown[2]
    assert "You lay A♠ onto heap 3 (put).\n" in shown[3]
    fits(shown)


# ---------------------------------------------------------------- colours and signs


def told(monkeypatch, capsys, **environment: str) -> str:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return screens(monkeypatch, capsys, ["pigeon", "--seed", "3"], by_lot(1))[0]


def test_colour_where_it_is_asked_for(monkeypatch, capsys):
    assert "\x1b[91m3♥\x1b[0m 6♣ \x1b[91m8♦\x1b[0m" in told(monkeypatch, capsys, FORCE_COLOR="1", TERM="xterm")
    assert "\x1b[" not in told(monkeypatch, capsys, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm")
    assert "\x1b[" not in told(monkeypatch, capsys)


def test_letters_where_there_are_no_signs(monkeypatch, capsys):
    monkeypatch.setattr("hoyle.commands.play.can_draw", lambda encoding: can_draw("latin-1"))
    shown = told(monkeypatch, capsys)
    assert "hand: 3H 6C 8D 9H KH" in shown
    assert shown.isascii()


@pytest.mark.parametrize(
    ("encoding", "able"), [("utf-8", True), ("ascii", False), ("cp1252", False), (None, False), ("?", False)]
)
def test_which_encodings_have_the_signs(encoding, able):
    assert can_draw(encoding) == able


def test_cards_are_read_in_many_ways(tmp_path):
    faces = Faces(load("pigeon").interpreter)
    assert faces.typed("Play 10♠ onto QUEEN of Hearts and 7 of club") == "play 10s onto qh and 7c"
    assert faces.drawn("KH 10S are no KHS") == "K♥ 10♠ are no KHS"


# ---------------------------------------------------------------- lines


def test_lines():
    assert flowed(["one two three"], 8) == ["one two", "  three"]
    assert flowed(["  a", "b", "c"], 8, gap="   ") == ["  a   b", "  c"]
    assert flowed(["x" * 20], 8) == ["x" * 8, "x" * 8, "x" * 4]
    assert flowed([""], 8) == []
    assert columns(["a", "bb", "c"], 9) == ["a    c", "bb"]
    assert columns([], 9) == []
    assert columns(["a" * 12], 9) == ["a" * 9, "a" * 3]
    assert shortened(["a", "b", "c"], 40, 2, "lines") == ["a", "  ... and 2 more lines"]
    assert shortened(["a" * 12], 9, 2, "lines") == ["aaaaaa..."]


def test_what_comes_from_a_pipe_is_shown(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("open 3h\n"))
    main(["play", "pigeon", "--seed", "3"])
    out = capsys.readouterr().out
    assert "player 1 (open 1) > open 3h\nYou open 3♥ (lay, Opening the Board/2).\n" in out
    assert out.endswith("player 1 (open 4) > \nYou leave the game after 3 moves. Nobody has won.\n")
