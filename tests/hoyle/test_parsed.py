"""What the parser made is kept, and a kept result that is not sound is not used."""

import hashlib
import pickle
from pathlib import Path

import pytest

from hoyle.sources import parsed
from spec.syntax import File
from spec.text.parse import parse

TEXT = 'game "Tiny":\n  players 2\n  deck standard\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "hoyle" / "parsed"


def same(result: parsed.Result) -> bool:
    return repr(result) == repr(parse(TEXT))


def test_a_second_reading_comes_from_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch):
    assert same(parsed.cached_parse(TEXT))
    monkeypatch.setattr("spec.text.parse.parse", lambda text: pytest.fail("parsed again"))
    assert same(parsed.cached_parse(TEXT))


def test_another_text_is_parsed(folder: Path):
    parsed.cached_parse(TEXT)
    assert not same(parsed.cached_parse(TEXT.replace("2", "3")))
    assert len(list(folder.iterdir())) == 2


def test_another_version_of_the_parser_parses_again(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    parsed.cached_parse(TEXT)
    text = tmp_path / "elsewhere" / "text"
    text.mkdir(parents=True)
    (text / "parse.py").write_text("")
    monkeypatch.setattr("spec.__path__", [str(text.parent)])
    parsed.cached_parse(TEXT)
    assert len(list(folder.iterdir())) == 2
    for changed in ("parse.py", "grammar.lark"):
        (text / changed).write_text("# changed")
        parsed.cached_parse(TEXT)
    assert len(list(folder.iterdir())) == 4


@pytest.mark.parametrize("harm", ["cut", "flipped", "empty", "foreign"])
def test_a_harmed_result_is_not_trusted(folder: Path, harm: str):
    parsed.cached_parse(TEXT)
    (path,) = folder.iterdir()
    data = path.read_bytes()
    wrong = pickle.dumps((1, 2))
    harmed = {
        "cut": data[:-5],
        "flipped": data[:-3] + bytes([data[-3] ^ 1]) + data[-2:],
        "empty": b"",
        "foreign": hashlib.sha256(wrong).hexdigest().encode() + b"\n" + wrong,
    }[harm]
    path.write_bytes(harmed)
    result = parsed.cached_parse(TEXT)
    assert isinstance(result[0], File)
    assert same(result)
    assert path.read_bytes() == data


def test_without_a_place_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert same(parsed.cached_parse(TEXT))


def test_old_results_go(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(parsed, "MOST_KEPT", 3)
    for n in range(6):
        parsed.cached_parse(f"# {n}\n{TEXT}")
    assert len(list(folder.iterdir())) == 3
