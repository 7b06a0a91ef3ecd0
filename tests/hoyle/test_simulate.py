"""`hoyle simulate`: the verdict first, suspicious figures named, 40 lines at most; a table and a page of the games."""

import csv
import json
import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from hoyle.simulation.figures import Bin, bins, quantile
from tests.cases.harness import fences
from tests.hoyle.rules import DUEL, UNRULED, write

FIRST = next(
    f.body
    for f in fences(next(Path(__file__).parents[2].glob("docs/**/language.md")).read_text(encoding="utf-8"))
    if f.info == "hoyle"
)
"""The manual's first game, which is mostly drawn when it is played at random."""
EIGHT = FIRST.replace("2 to 4, usually 3", "2 to 8, usually 8").replace("draw 5 cards", "draw 3 cards")
GIVE = """move give:
  permit no_luck when lucky > 6
  does nothing_much: add 1 to laid of mover

"""
UNUSED = (
    DUEL.replace("  does put_by", "  permit never_so when c is A and c is not A\n  does put_by")
    .replace("move steal", f"{GIVE}move steal")
    .replace("does lay, drop, steal", "does lay, drop, steal, give")
)
GAMES = {"duel": DUEL, "mostly drawn": FIRST, "eight players": EIGHT, "unused": UNUSED, "fault": UNRULED}


def screen_of(out: str, path: Path) -> str:
    """A screen without what differs from run to run."""
    return re.sub(r"[\d.]+ s \(", "... s (", out.replace(str(path), "game.hoyle"))


@pytest.mark.parametrize("columns", ["80", "120"])
@pytest.mark.parametrize("name", GAMES)
def test_screens(hoyle, tmp_path, monkeypatch, name: str, columns: str, snapshot: SnapshotAssertion):
    monkeypatch.setenv("COLUMNS", columns)
    path = write(tmp_path, GAMES[name])
    code, out, err = hoyle("simulate", str(path), "--games", "40", "--seed", "1", "--engine", "interpreter")
    assert (code, err) == (1 if name == "fault" else 0, "")
    lines = screen_of(out, path).splitlines()
    assert len(lines) <= 40
    # What is to be typed is not wrapped, so that it can be copied.
    assert max(map(len, lines[:-1])) <= int(columns)
    assert lines[-1].startswith(lines[0] + ".")
    assert "\n".join(lines) == snapshot


def test_a_game_that_is_mostly_drawn_is_suspicious(hoyle, tmp_path):
    words = ("simulate", str(write(tmp_path, FIRST)), "--games", "40", "--seed", "1")
    code, out, _ = hoyle(*words)
    assert code == 0
    assert re.match(r"SUSPICIOUS: \d+ of 40 finished games were drawn, which is over half\n", out)
    flags = json.loads(hoyle(*words, "--json")[1])["flags"]
    assert "draws" in [flag["kind"] for flag in flags]


def test_what_was_never_used_is_named_with_its_line(hoyle, tmp_path):
    path = write(tmp_path, UNUSED)
    _, out, _ = hoyle("simulate", str(path), "--games", "40")
    lines = path.read_text(encoding="utf-8").splitlines()
    move, clause = (next(n for n, x in enumerate(lines, 1) if word in x) for word in ("move give", "never_so"))
    assert f"one move was made in none of 40 games:\n    give (line {move})\n" in out
    assert f"one clause took effect in none of 40 games:\n    drop: never so (line {clause}): You may drop" in out
    # The clauses of a move that nobody makes are not told once more.
    assert "no_luck" not in out


def test_details_show_every_clause(hoyle, tmp_path):
    path = str(write(tmp_path, DUEL))
    few, all_ = (hoyle("simulate", path, "--games", "20", *more)[1] for more in ((), ("--details",)))
    assert "more (--details)" in few
    for clause in ("lay: no four", "steal: take", "ends the game  out"):
        assert clause in all_


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_a_table_has_a_row_a_game(hoyle, tmp_path, engine: str):
    path, table = write(tmp_path, DUEL), tmp_path / "games.csv"
    words = ("simulate", str(path), "--games", "30", "--seed", "4", "--engine", engine, "--csv", str(table), "--json")
    figures = json.loads(hoyle(*words)[1])
    rows = list(csv.DictReader(table.open(encoding="utf-8")))
    assert [row["game"] for row in rows] == [str(n) for n in range(1, 31)]
    assert {row["how"] for row in rows} == {"ended"}
    assert sum(int(row["decisions"]) for row in rows) == round(30 * figures["moves"]["mean"])
    assert sum(row["winners"] == "1" for row in rows) == round(30 * figures["wins"][0]["share"])
    assert sum(n["games"] for n in figures["lengths"]) == figures["finished"]
    before = table.read_text(encoding="utf-8")
    code, out, err = hoyle(*words)
    assert (code, out) == (2, "")
    assert "is there already; choose another name or add --force" in err
    assert hoyle(*words, "--force")[0] == 0
    assert table.read_text(encoding="utf-8") == before


def test_a_page_has_charts_and_nothing_from_elsewhere(hoyle, tmp_path):
    path, file = write(tmp_path, UNUSED), tmp_path / "games.html"
    assert hoyle("simulate", str(path), "--games", "20", "--html", str(file))[0] == 0
    text = file.read_text(encoding="utf-8")
    assert text.count("<svg") == 3
    assert "SUSPICIOUS: player 1 has " in text
    # The policy lets no element have a style of its own, and whatever a chart points to is in the page.
    assert " style=" not in text
    assert not re.search(r"(?:src|href)=\"(?!#)", text)
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]*)"', text)) | set(re.findall(r"url\(#([^)]*)\)", text)) <= set(ids)


def test_without_the_plotting_library_it_says_how_to_get_it(hoyle, tmp_path, monkeypatch):
    monkeypatch.setattr("hoyle.simulation.charts.find_spec", lambda name: None)
    code, out, err = hoyle("simulate", str(write(tmp_path, DUEL)), "--html", str(tmp_path / "x.html"))
    assert (code, out) == (2, "")
    assert "install it: pip install 'hoyle[charts]'" in err


@pytest.mark.parametrize(
    ("lengths", "found"),
    [
        ((), ()),
        (((4, 3),), (Bin(4, 4, 3),)),
        (((2, 1), (9, 1)), tuple(Bin(n, n, n in (2, 9)) for n in range(2, 10))),
        (((3, 5), (21, 5)), (Bin(0, 4, 5), Bin(5, 9, 0), Bin(10, 14, 0), Bin(15, 19, 0), Bin(20, 24, 5))),
        # One game among many is far longer than the others.
        (((2, 300), (3, 300), (5_000, 1)), (Bin(2, 2, 300), Bin(3, 3, 300), Bin(4, 4, 1, more=True))),
    ],
)
def test_lengths_are_told_in_few_round_bins(lengths, found):
    assert bins(lengths) == found


@pytest.mark.parametrize("least", range(0, 40, 3))
@pytest.mark.parametrize("span", [1, 7, 9, 33, 480, 9_000])
def test_every_game_is_in_one_bin(least: int, span: int):
    lengths = tuple((least + at, 1 + at % 3) for at in range(0, span, max(1, span // 50)))
    found = bins(lengths)
    assert len(found) <= 8
    assert sum(b.games for b in found) == sum(games for _, games in lengths)
    assert found[0].low <= least


def test_the_median():
    assert quantile(((1, 1), (2, 1), (9, 1)), 0.5) == 2
