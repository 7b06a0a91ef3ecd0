"""What is kept between runs: no reading of it runs code, and nothing is used that another user could have written."""

from __future__ import annotations

import ast
import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec.storage import cache, codec

SOURCES = [p for folder in ("spec", "engine", "verify", "hoyle") for p in Path(folder).rglob("*.py")]
RUNS_WHAT_IT_READS = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal"}
BETWEEN_OWN_PROCESSES = {Path("engine/processes/workers.py")}
"""Sends objects over pipes to a process that it began itself."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "hoyle" / "things"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    words: list[str] = []
    monkeypatch.setattr(cache, "tell", words.append)
    return words


def imports_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    plain = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    return plain | {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}


def test_no_module_that_keeps_files_can_read_what_runs_code():
    users = {path for path in SOURCES if imports_of(path) & RUNS_WHAT_IT_READS}
    assert users == BETWEEN_OWN_PROCESSES
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        # Lark's own way to keep a parser is a pickle.
        assert not re.search(r"parser\.save\(|BytesIO", text), path


# ---------------------------------------------------------------- the form


@dataclass(frozen=True)
class Leaf:
    word: str
    share: float = 0.5


@dataclass(frozen=True)
class Pair:
    left: Leaf | Pair | tuple[int, ...] | None
    right: int | bool | str
    marks: frozenset[str] = frozenset()


LEAVES = st.builds(Leaf, st.text(), st.floats(allow_nan=False))
PAIRS = st.recursive(
    LEAVES | st.none() | st.lists(st.integers()).map(tuple),
    lambda below: st.builds(Pair, below, st.integers() | st.booleans() | st.text(), st.frozensets(st.text())),
    max_leaves=8,
)
TREE = Leaf | Pair | tuple[int, ...] | None


@given(PAIRS)
def test_what_is_written_is_read_back(value: object):
    text = codec.encode(value, TREE)
    found = codec.decode(text, TREE)
    assert (found, codec.encode(found, TREE)) == (value, text)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "Leaf", "Pair", "x"]),
    lambda below: st.lists(below, max_size=4),
)


@given(ANYTHING)
def test_whatever_is_read_is_of_the_type_or_refused(value: object):
    import json  # noqa: PLC0415

    try:
        found = codec.decode(json.dumps(value).encode(), TREE)
    except codec.Unreadable:
        return
    assert repr(codec.decode(codec.encode(found, TREE), TREE)) == repr(found)


@pytest.mark.parametrize("text", [
    b"", b"{}", b"[", b'["os.system", "true"]', b'["Leaf"]', b'["Leaf", 1, 0.5]', b'["Leaf", "a", "b"]',
    b'["Leaf", "a", 0.5, 1]',
    b'["Pair", null, null, []]', b'["Path", "/"]', b'[["Leaf"], "a", 0.5]', b"[" * 100_000, b"\xff", b'"text"', b"true",
])  # fmt: skip
def test_what_is_no_such_value_is_refused(text: bytes):
    with pytest.raises(codec.Unreadable):
        codec.decode(text, TREE)


# ---------------------------------------------------------------- whose it is


def test_what_is_saved_is_loaded_and_nobody_else_may_write_there(folder: Path, told: list[str]):
    old = os.umask(0)
    try:
        assert cache.save(folder / "a", b"one\ntwo")
    finally:
        os.umask(old)
    assert cache.load(folder / "a") == b"one\ntwo"
    assert all(not p.stat().st_mode & 0o022 for p in (folder, folder.parent, folder / "a"))
    assert told == []


def test_what_was_kept_by_another_key_is_not_used(folder: Path):
    cache.save(folder / "a", b"proved")
    os.rename(folder / "a", folder / "b")
    assert cache.load(folder / "b") is None


@pytest.mark.parametrize("which", ["folder", "root"])
@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
def test_a_folder_that_others_can_write_is_refused_with_a_word(folder: Path, told: list[str], mode: int, which: str):
    cache.save(folder / "a", b"x")
    open_ = folder if which == "folder" else folder.parent
    open_.chmod(mode)
    assert cache.load(folder / "a") is None
    assert not cache.save(folder / "b", b"x")
    assert cache.evict(folder, "*", 1) == ()
    (words,) = told
    assert str(open_) in words
    assert "chmod go-w" in words
    open_.chmod(0o700)
    assert cache.load(folder / "a") == b"x"


def test_another_users_folder_is_refused(folder: Path, told: list[str], monkeypatch: pytest.MonkeyPatch):
    cache.save(folder / "a", b"x")
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    assert cache.load(folder / "a") is None
    assert "another user" in told[0]


def test_a_link_is_refused(folder: Path, told: list[str], tmp_path: Path):
    cache.save(folder / "a", b"x")
    os.rename(folder, tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert cache.load(folder / "a") is None
    assert "symbolic link" in told[0]


def test_a_file_that_is_a_link_or_that_others_can_write_is_not_used(folder: Path, tmp_path: Path):
    cache.save(folder / "a", b"x")
    os.rename(folder / "a", tmp_path / "a")
    (folder / "a").symlink_to(tmp_path / "a")
    assert cache.load(folder / "a") is None
    (folder / "a").unlink()
    cache.save(folder / "a", b"x")
    (folder / "a").chmod(0o666)
    assert cache.load(folder / "a") is None


def test_a_place_that_anybody_could_exchange_is_refused(folder: Path, told: list[str], tmp_path: Path):
    cache.save(folder / "a", b"x")
    tmp_path.chmod(0o777)
    assert cache.load(folder / "a") is None
    assert "in its place" in told[0]
    tmp_path.chmod(0o1777)
    assert cache.load(folder / "a") == b"x"
    tmp_path.chmod(0o700)


def test_a_file_in_the_place_of_the_folder_is_told(folder: Path, told: list[str]):
    folder.parent.write_text("")
    assert (cache.save(folder / "a", b"x"), cache.load(folder / "a")) == (False, None)
    assert told == [
        f"the folder {folder.parent} is not used to keep results: it is a file; put a folder in its place, or set "
        "XDG_CACHE_HOME"
    ]


def test_a_file_above_the_folder_is_told(
    folder: Path, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert not cache.save(tmp_path / "file" / "hoyle" / "things" / "a", b"x")
    assert len(told) == 1
    assert f"{tmp_path / 'file'} is a file" in told[0]


def test_a_write_that_fails_leaves_nothing(folder: Path, told: list[str], monkeypatch: pytest.MonkeyPatch):
    cache.save(folder / "a", b"x")

    def full(one: object, other: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert not cache.save(folder / "b", b"x")
    assert [p.name for p in folder.iterdir()] == ["a"]
    assert not cache.save(folder / "c", b"x")
    assert told == [f"the folder {folder} is not used to keep results: it cannot be written (No space left on device)"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without such pipes")
def test_a_pipe_in_place_of_a_file_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = cache.cache_folder() / "kind" / "key"
    assert cache.save(path, b"data")
    path.unlink()
    os.mkfifo(path, 0o600)
    assert cache.load(path) is None
