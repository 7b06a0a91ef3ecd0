"""What a user has on the disk stays: no command writes over what it reads, and a file that is edited keeps its rights,
its links and its ends of lines."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

import hoyle.commands.ambiguities as command
from hoyle.commands.cli import main
from hoyle.misreadings.variations import written

SMALL = """game "Small":
  players 2
  deck A 2..6 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  pile: stack, face up
  hand[player]: set, seen by its owner

move lay(c: card from hand of mover):
  permit fits when pile is empty or rank of c > rank of top of pile
  does put: move c from hand of mover to pile

move keep:
  permit always_allowed
  does rest: nothing

ends:
  out when hand of mover is empty: mover wins
  over at the end: nobody wins

play:
  step deal:
    shuffle deck
    deal 2 cards from deck to each hand
  8 times:
    choice act: mover does lay, keep
    step pass_on: mover becomes next player
"""
SETTLE = ("fits_just_too", "--settle")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "small.hoyle"
    path.write_text(SMALL, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("rulebook", "GAME", "--out", "GAME"),
        ("simulate", "GAME", "--games", "2", "--csv", "GAME"),
        ("verify", "GAME", "--junit", "GAME"),
        ("ambiguities", "GAME", "--html", "GAME"),
        ("diff", "GAME", "pigeon", "--html", "GAME"),
        ("trace", "GAME", "--text", "TEXT", "--html", "TEXT"),
        ("new", "Small", "--from", "TEXT", "--out", "TEXT"),
        ("rulebook", "FOLDER", "--out", "GAME"),
    ],
)
def test_no_command_writes_over_what_it_reads(game: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]):
    text = game.with_name("rules.txt")
    text.write_text("Deal five cards to each player.\n", encoding="utf-8")
    places = {"GAME": str(game), "TEXT": str(text), "FOLDER": str(game.parent)}
    before = game.read_bytes(), text.read_bytes()
    assert main([places.get(word, word) for word in words] + ["--force"]) == 2
    assert "would be lost" in capsys.readouterr().err
    assert (game.read_bytes(), text.read_bytes()) == before


def test_a_settled_question_leaves_rights_links_and_ends_of_lines_as_they_are(game: Path):
    game.write_bytes(SMALL.replace("\n", "\r\n").encode())
    game.chmod(0o640)
    link = game.with_name("link.hoyle")
    link.symlink_to(game)
    assert main(["ambiguities", str(link), *SETTLE, "no exception"]) == 0
    assert link.is_symlink()
    assert stat.S_IMODE(game.stat().st_mode) == 0o640
    data = game.read_bytes()
    assert b"no exception" in data
    assert data.count(b"\n") == data.count(b"\r\n")


def test_a_file_that_may_only_be_read_is_not_written(game: Path, capsys: pytest.CaptureFixture[str]):
    game.chmod(0o444)
    assert main(["ambiguities", str(game), *SETTLE, "no exception"]) == 2
    assert "may only be read" in capsys.readouterr().err
    untidy = game.with_name("untidy.hoyle")
    untidy.write_text(SMALL.replace("players 2", "players  2"), encoding="utf-8")
    untidy.chmod(0o444)
    assert main(["fmt", str(untidy)]) == 2
    assert game.read_text(encoding="utf-8") == SMALL


def test_what_somebody_writes_meanwhile_is_not_lost(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def slowly(*args: object) -> str | None:
        game.write_text("# another text\n", encoding="utf-8")
        return written(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(command, "written", slowly)
    assert main(["ambiguities", str(game), *SETTLE, "no exception"]) == 2
    assert "changed on the disk meanwhile" in capsys.readouterr().err
    assert game.read_text(encoding="utf-8") == "# another text\n"


def test_any_reason_is_written_or_refused_in_a_sentence(game: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["ambiguities", str(game), *SETTLE, "word " * 1000]) == 2
    assert "at most" in capsys.readouterr().err
    assert main(["ambiguities", str(game), *SETTLE, 'a "\x1b[31mred\udcff\n  claim" # word']) == 0
    text = game.read_text(encoding="utf-8")
    assert """because "a '·[31mred· claim' # word"\n""" in text
    assert main(["check", str(game)]) == 0


def test_a_question_that_cannot_be_written_is_told_why(game: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["ambiguities", str(game), *SETTLE, "one"]) == 0
    capsys.readouterr()
    for item, told in (("fits_just_too", "has the question `fits_just_too` already (line 30)"), ("2", "by its name")):
        assert main(["ambiguities", str(game), item, "--settle", "two"]) == 2
        assert told in capsys.readouterr().err
    assert main(["ambiguities", str(game), "keep_only_if_unable", "--settle", "two", "--json"]) == 2
    gone = str(game.with_name("gone.hoyle"))
    assert main(["ambiguities", gone, *SETTLE, "one"]) == 2
    assert "there is no file" in capsys.readouterr().err
