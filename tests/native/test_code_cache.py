"""C is made once for a game, and never taken from a cache that another game, purpose, setting or version has filled."""

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from engine.c.compiled import code_cache
from engine.c.compiled.build import cache_folder
from engine.c.compiled.code_cache import Purpose, code_for
from spec.ir import nodes as ir
from tests.engine.games import GAME
from tests.native.harness import interpreter_of, needs_compiler

ROOT = Path(__file__).parents[2]
PURPOSES: tuple[Purpose, ...] = ("single games", "random games", "players that choose")
LEDUC = interpreter_of("leduc_poker").game


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Purpose]:
    """What C was made for, in an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found: list[Purpose] = []
    make = code_cache._make

    def noted(game: ir.Game, purpose: Purpose):
        found.append(purpose)
        return make(game, purpose)

    monkeypatch.setattr(code_cache, "_make", noted)
    return found


def entries() -> list[Path]:
    return sorted(cache_folder().glob("*.code"))


@pytest.mark.parametrize("purpose", PURPOSES)
def test_what_is_kept_is_what_was_made(purpose, made):
    first, again = code_for(LEDUC, purpose), code_for(LEDUC, purpose)
    assert made == [purpose]
    assert (again.text, again.sources, again.marks) == (first.text, first.sources, first.marks)
    assert (again.layout.cells, again.layout.slots) == (first.layout.cells, first.layout.slots)
    assert [entry.stat().st_mode & 0o077 for entry in entries()] == [0]


def test_another_game_purpose_or_setting_has_c_of_its_own(made, monkeypatch):
    code_for(GAME, "random games")
    code_for(GAME, "single games")
    code_for(replace(GAME, title="Another"), "random games")
    monkeypatch.setenv("HOYLE_PASSES", "-unrolling")
    code_for(GAME, "random games")
    assert len(made) == len(entries()) == 4
    monkeypatch.setenv("HOYLE_PASSES", "-no_such_pass")
    with pytest.raises(ValueError, match="no_such_pass"):
        code_for(GAME, "random games")


# ---------------------------------------------------------------- versions


def made_again_by_another_version(made: list[Purpose], folder: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Is C made anew after one letter of a source has changed, and not its size nor when it was written?"""
    source = folder / "source.py"
    monkeypatch.setattr(code_cache, "_sources", lambda: iter([source]))
    for letter in "ab":
        source.write_text(letter)
        os.utime(source, (1_000_000, 1_000_000))
        code_cache._generator.cache_clear()
        code_for(GAME, "random games")
    return len(made) == 2


@pytest.fixture
def anew():
    """Sources are read again afterwards."""
    yield
    code_cache._generator.cache_clear()


@pytest.mark.usefixtures("anew")
def test_a_changed_generator_never_meets_old_c(made, tmp_path, monkeypatch):
    assert made_again_by_another_version(made, tmp_path, monkeypatch)


@pytest.mark.usefixtures("anew")
def test_a_key_that_forgets_the_generator_is_noticed(made, tmp_path, monkeypatch):
    monkeypatch.setattr(code_cache, "_generator", cache(lambda: ""))
    assert not made_again_by_another_version(made, tmp_path, monkeypatch)


def test_all_that_makes_c_is_part_of_the_key():
    script = (
        "import sys, engine.c.compiled.code, engine.c.compiled.policies, engine.c.playout.source\n"
        "print(*(getattr(m, '__file__', None) or '' for m in sys.modules.values()), sep='\\n')"
    )
    told = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    ours = {
        path for path in map(Path, told.stdout.split("\n")) if path.is_relative_to(ROOT) and ".venv" not in path.parts
    }
    headers = set((ROOT / "engine" / "c" / "runtime").iterdir())
    known = {path.resolve() for path in code_cache._sources()}
    assert len(ours) > 80
    assert len(headers) > 20
    assert {path.resolve() for path in ours | headers} <= known


# ---------------------------------------------------------------- what is not as it was written


@pytest.mark.parametrize("harm", ["cut", "changed", "another", "open"])
def test_an_entry_that_is_not_as_it_was_written_is_made_anew(harm, made):
    right = code_for(GAME, "random games").text
    (entry,) = entries()
    whole = entry.read_bytes()
    match harm:
        case "cut":
            entry.write_bytes(whole[:-10])
        case "changed":
            entry.write_bytes(whole.replace(b"play", b"prey", 1))
        case "another":
            code_for(LEDUC, "random games")
            (other,) = (path for path in entries() if path != entry)
            entry.write_bytes(other.read_bytes())
        case _:
            entry.chmod(0o666)
    made.clear()
    assert code_for(GAME, "random games").text == right
    assert made == ["random games"]
    assert code_for(GAME, "random games").text == right
    assert len(made) == 1


def test_the_oldest_go(made, monkeypatch):
    monkeypatch.setattr(code_cache, "MOST_KEPT", 2)
    for title in "abc":
        code_for(replace(GAME, title=title), "random games")
    assert len(entries()) == 2


# ---------------------------------------------------------------- what it is for


@needs_compiler
def test_where_c_is_kept_nothing_that_makes_it_is_imported(tmp_path):
    script = (
        "import sys\n"
        "from hoyle.api import load\n"
        "from engine.c.compiled import simulate, library\n"
        "library.load(load('leduc_poker').rules, fast=True)\n"
        "print(sorted(n for n in sys.modules if n.startswith(('engine.c.rules', 'engine.c.playout', 'engine.core.'))))"
    )
    command, variables = [sys.executable, "-c", script], {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    first, again = (
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=variables).stdout
        for _ in range(2)
    )
    assert "engine.c.playout.source" in first
    assert again == "['engine.core.layout']\n"
