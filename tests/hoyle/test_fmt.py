"""`hoyle fmt`: what it writes, what it leaves alone, and what it says."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from hoyle.editor.format import formatter
from hoyle.editor.format.edits import applied, edits_within
from tests.hoyle.rules import write

UNTIDY = 'game "G":\n    players 2\n    deck   standard # why\n\n\n'
TIDY = 'game "G":\n  players 2\n  deck standard  # why\n'
GARBLED = "zones:\n   a set\n"


@pytest.fixture(name="untidy")
def an_untidy_file(tmp_path: Path) -> Path:
    return write(tmp_path, UNTIDY, "untidy.hoyle")


def test_a_file_is_formatted_once(hoyle, untidy: Path) -> None:
    assert hoyle("fmt", str(untidy)) == (0, f"{untidy}: formatted\n", "")
    assert untidy.read_text(encoding="utf-8") == TIDY
    assert hoyle("fmt", str(untidy)) == (0, "nothing to change in 1 file\n", "")


def test_tabs_before_a_comment_are_laid_out(hoyle, tmp_path: Path) -> None:
    path = write(
        tmp_path, 'game "G":\n\t# here\n  players 2\t# two\n \t  # there\n  deck standard\n\t# end\n', "tabs.hoyle"
    )
    assert "E0102" not in "".join(hoyle("check", str(path))[1:])
    assert hoyle("fmt", str(path)) == (0, f"{path}: formatted\n", "")
    tidy = 'game "G":\n  # here\n  players 2  # two\n  # there\n  deck standard\n  # end\n'
    assert path.read_text(encoding="utf-8") == tidy
    write(tmp_path, 'game "G":\n\tplayers 2\n', "tabs.hoyle")
    assert "E0102" in hoyle("fmt", str(path))[2]
    write(tmp_path, 'game "G":\n\t# here\n\tplayers 2\n', "tabs.hoyle")
    assert "E0102" in "".join(hoyle("check", str(path))[1:])


def test_a_part_with_tabs_before_comments_is_laid_out() -> None:
    text = 'game "G":\n\t# here\n  players 2\n\nzones:\n\t# there\n  hand[player]: set,   seen by its owner\n'
    for start in (0, text.index("zones")):
        changed = applied(text, edits_within(text, start, start))
        assert changed != text
        assert changed.count("\t") == 1


def test_lines_that_end_with_a_carriage_return_are_read_and_laid_out(hoyle, tmp_path: Path) -> None:
    path = tmp_path / "old.hoyle"
    path.write_bytes(TIDY.replace("\n", "\r").encode())
    assert hoyle("fmt", "--check", str(path)) == (1, f"{path}: would change\n", "")
    assert hoyle("fmt", str(path)) == (0, f"{path}: formatted\n", "")
    assert path.read_bytes() == TIDY.encode()


@pytest.mark.parametrize(("before", "byte"), [(b"", 14), (b"\xef\xbb\xbf", 17)])
def test_a_byte_that_is_no_text_is_told_at_its_place(hoyle, tmp_path: Path, before: bytes, byte: int) -> None:
    path = tmp_path / "latin.hoyle"
    path.write_bytes(before + b'# one\ngame "B\xe9zigue":\n')
    code, _, err = hoyle("fmt", str(path))
    assert (code, f"byte {byte} (line 2) is not UTF-8 text; save the file as UTF-8" in err) == (1, True)
    assert f"{path}:2:8" in err


def test_check_names_what_would_change_and_writes_nothing(hoyle, untidy: Path) -> None:
    write(untidy.parent, TIDY, "tidy.hoyle")
    assert hoyle("fmt", "--check", str(untidy.parent)) == (1, f"{untidy}: would change\n", "")
    assert untidy.read_text(encoding="utf-8") == UNTIDY


def test_a_diff_is_printed_and_nothing_written(hoyle, untidy: Path) -> None:
    code, out, err = hoyle("fmt", "--diff", str(untidy))
    assert (code, err) == (0, "")
    assert out.startswith(f"--- {untidy}\n+++ {untidy} (formatted)\n")
    assert "-    deck   standard # why\n" in out
    assert "+  deck standard  # why\n" in out
    assert untidy.read_text(encoding="utf-8") == UNTIDY
    assert hoyle("fmt", "--diff", "--check", str(untidy))[0] == 1


def test_the_standard_input_goes_to_the_standard_output(hoyle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def given(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))

    given(UNTIDY)
    assert hoyle("fmt", "-") == (0, TIDY, "")
    given(UNTIDY)
    assert hoyle("fmt", "-", "--check") == (1, "standard input: would change\n", "")
    given(GARBLED)
    code, out, err = hoyle("fmt", "-")
    assert (code, out) == (1, "")
    assert "standard input: left as it is; mend these errors first" in err
    assert hoyle("fmt", "-", str(tmp_path.parent))[0] == 2


def test_a_file_with_faults_of_syntax_is_left_alone_and_the_others_are_not(hoyle, untidy: Path) -> None:
    faulty = write(untidy.parent, GARBLED, "faulty.hoyle")
    code, out, err = hoyle("fmt", str(faulty), str(untidy))
    assert (code, out) == (1, f"{untidy}: formatted\n")
    assert "error[E01" in err
    assert f"{faulty}: left as it is" in err
    assert faulty.read_text(encoding="utf-8") == GARBLED


@pytest.mark.parametrize("name", ["pigeon", "pigeon@full"])
def test_games_that_come_with_hoyle_are_not_written_to(hoyle, name: str) -> None:
    code, out, err = hoyle("fmt", name)
    assert (code, out) == (2, "")
    assert "games that come with Hoyle are not written to: name a file" in err


def test_a_folder_without_rule_files_and_no_file_are_misuse(hoyle, tmp_path: Path) -> None:
    assert hoyle("fmt", str(tmp_path))[::2] == (2, f"hoyle: the folder {tmp_path} holds no rule file (*.hoyle)\n")
    assert hoyle("fmt", str(tmp_path / "x.hoyle"))[0] == 2


def test_a_broken_guard_leaves_the_file_and_is_a_mistake_of_hoyles(hoyle, untidy: Path, monkeypatch) -> None:
    monkeypatch.setattr(formatter, "laid_out", lambda text: TIDY.replace("  # why", ""))
    monkeypatch.delenv("HOYLE_DEBUG", raising=False)
    code, _, err = hoyle("fmt", str(untidy))
    assert code == 4
    assert "a comment of the formatted file would be lost" in err
    assert untidy.read_text(encoding="utf-8") == UNTIDY


def test_rights_and_links_stay(hoyle, untidy: Path) -> None:
    untidy.chmod(0o600)
    link = untidy.with_name("link.hoyle")
    os.symlink(untidy, link)
    assert hoyle("fmt", str(link))[0] == 0
    assert link.is_symlink()
    assert untidy.read_text(encoding="utf-8") == TIDY
    assert untidy.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in sorted(untidy.parent.iterdir())] == ["link.hoyle", "untidy.hoyle"]
