"""The cache is never trusted, builds at once do no harm, no compiler is an answer; the C itself is clean."""

import ctypes
import os
import signal
import subprocess
import tempfile
import threading
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from engine.c.compiled import build as building
from engine.c.compiled.build import Built, Compiler, NotBuilt, build, cache_folder, find_compiler
from engine.c.compiled.code import code_of
from engine.c.compiled.generated import Code
from engine.c.compiled.library import load
from engine.c.compiled.policies import seated_code
from engine.c.compiled.waiting import waited
from engine.c.playout.source import code_of as fast_code_of
from engine.c.playout.source import measured_code_of
from engine.core.unsupported import Unsupported
from spec.ir import nodes as ir
from tests.engine.games import GAME, INT, PLAY, num, src
from tests.everyday import everyday, one_in
from tests.native.harness import (
    NAMES,
    STRICT,
    interpreter_of,
    needs_compiler,
    usual_compiler,  # noqa: F401
)

pytestmark = pytest.mark.usefixtures("usual_compiler")


def made(text: str, flags: tuple[str, ...] = building.FLAGS) -> Built:
    found = build(text, flags=flags)
    assert isinstance(found, Built), found
    return found


def refused(text: str, compiler: Compiler | None = None) -> str:
    found = build(text, compiler=compiler)
    assert isinstance(found, NotBuilt)
    return found.reason


def the_compiler() -> Compiler:
    found = find_compiler()
    assert found is not None
    return found


ANSWER = "int hoyle_can(void) { return 42; }\n"


@needs_compiler
def test_a_library_is_kept_and_found_again():
    first, again = made(ANSWER), made(ANSWER)
    assert (first.cached, again.cached) == (False, True)
    assert first.path == again.path
    assert first.path.parent == cache_folder()
    other = made(ANSWER, STRICT)
    assert other.path != first.path
    assert made(ANSWER + "\n").path != first.path


@needs_compiler
def test_libraries_that_were_not_used_for_longest_go(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "MOST_KEPT", 3)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    texts = [ANSWER + f"/* {number} */\n" for number in range(4)]
    kept = [made(text).path for text in texts[:3]]
    for age, path in enumerate(kept):
        os.utime(path, (1_000_000 + age, 1_000_000 + age))
    assert made(texts[0]).cached
    made(texts[3])
    assert [path.exists() for path in kept] == [True, False, True]
    assert {path.stem for path in cache_folder().glob("*.sha256")} == {
        path.stem for path in cache_folder().glob("*.so")
    }
    assert not made(texts[1]).cached


@needs_compiler
def test_what_ended_compilers_left_behind_goes(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    old, new = (cache_folder() / name for name in ("build-old", "build-new"))
    for folder in (old, new):
        folder.mkdir(parents=True)
        (folder / "game.c").write_text(ANSWER)
    os.utime(old, (1.0, 1.0))
    made(ANSWER)
    assert (old.exists(), new.exists()) == (False, True)


@needs_compiler
@pytest.mark.parametrize("harm", ["cut", "changed", "no_sum", "bad_sum"])
def test_a_corrupt_entry_is_made_anew(harm):
    text = ANSWER.replace("42", str(43 + len(harm)))
    path = made(text).path
    whole, sum_file = path.read_bytes(), path.with_suffix(".sha256")
    # The library may be mapped by this process: it is replaced, never written into.
    if harm in ("cut", "changed"):
        path.unlink()
        path.write_bytes(whole[:100] if harm == "cut" else whole[:-1] + bytes([whole[-1] ^ 1]))
    elif harm == "no_sum":
        sum_file.unlink()
    else:
        sum_file.write_bytes(b"\xff\xfe")
    mended = made(text)
    assert not mended.cached
    assert made(text).cached
    assert mended.path.read_bytes()[:4] == b"\x7fELF"


@needs_compiler
def test_a_library_of_another_source_is_not_taken_for_this_one():
    evil, text = made(ANSWER.replace("42", "666")).path, ANSWER.replace("42", "7")
    path = made(text).path
    for one, other in ((evil, path), (evil.with_suffix(".sha256"), path.with_suffix(".sha256"))):
        other.unlink()
        other.write_bytes(one.read_bytes())
    mended = made(text)
    assert not mended.cached
    assert ctypes.CDLL(str(mended.path)).hoyle_can() == 7


@needs_compiler
def test_where_others_can_write_no_library_is_taken_from(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told: list[str] = []
    monkeypatch.setattr("spec.storage.cache.tell", told.append)
    kept = made(ANSWER).path
    assert not kept.stat().st_mode & 0o022
    kept.parent.chmod(0o777)
    found = made(ANSWER)
    assert (found.cached, found.path.parent == kept.parent) == (False, False)
    assert found.path.parent.stat().st_mode & 0o077 == 0
    assert made(ANSWER).path == found.path
    assert ["chmod go-w" in words for words in told] == [True]


@needs_compiler
def test_builds_at_once_do_no_harm(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # other tests build in theirs
    text, found = ANSWER.replace("42", "77"), []
    threads = [threading.Thread(target=lambda: found.append(build(text))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(isinstance(one, Built) for one in found)
    assert made(text).cached
    assert [p.suffix for p in sorted(cache_folder().iterdir()) if p.name.startswith("build-")] == []


def test_no_compiler_is_an_answer(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(building, "find_zig", lambda: None)
    assert find_compiler() is None
    assert build(ANSWER) == NotBuilt(building.NO_COMPILER)
    answer = load(GAME)
    assert isinstance(answer, NotBuilt)
    assert "no C compiler" in answer.reason


def test_the_compiler_of_a_package_stands_in(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert find_compiler() is None
    stand_in = Compiler("python", "clang", ("python", "-m", "ziglang", "cc"))
    monkeypatch.setattr(building, "find_zig", lambda: stand_in)
    assert find_compiler() is stand_in
    assert stand_in.command == ("python", "-m", "ziglang", "cc")


@pytest.mark.skipif(building.find_zig() is None, reason="the package ziglang is not installed")
def test_the_compiler_of_the_package_builds(monkeypatch):
    monkeypatch.delenv(
        building.MORE_FLAGS, raising=False
    )  # without optimisation it first compiles a library of its own
    compiler = building.find_zig()
    found = build(ANSWER.replace("42", "90"), compiler=compiler)
    assert isinstance(found, Built), found
    assert ctypes.CDLL(str(found.path)).hoyle_can() == 90


@needs_compiler
def test_a_failing_compiler_is_an_answer(tmp_path, monkeypatch):
    assert "error" in refused("int answer(void) { return }")
    assert "could not be run" in refused(ANSWER, Compiler("/nowhere/cc", "none"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "below"))
    (tmp_path / "file").write_text("in the way")
    assert not made(ANSWER).path.is_relative_to(tmp_path)


def test_the_cache_lies_where_the_user_wants_it(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "hoyle" / "native"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == Path.home() / ".cache" / "hoyle" / "native"


def test_code_depends_on_the_game_alone():
    assert code_of(GAME).text == code_of(GAME).text
    assert code_of(GAME).text != code_of(replace(GAME, endings=())).text


def warnings_of(compiler: Compiler, text: str, more: tuple[str, ...], folder: Path) -> str:
    """What a compiler says of C, of which a warning makes it an error; what it makes stays in the folder."""
    flags = (*(f for f in building.FLAGS if f != "-shared"), *more, "-Werror")
    told = subprocess.run(
        [*compiler.command, *flags, "-x", "c", "-c", "-o", "made.o", "-"],
        cwd=folder,
        input=text.encode(),
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert (told.returncode == 0) == (not told.stderr)
    return told.stderr.decode()


WAYS = ((code_of, ("-O0",)), (code_of, ()), (seated_code, building.DOUBLES), (fast_code_of, ()))
"""What is made of a game, with flags: by some an optimiser sees what only it sees."""


@needs_compiler
@pytest.mark.parametrize(("made", "more"), WAYS)
@pytest.mark.parametrize("name", one_in(6, everyday()))
def test_the_code_compiles_without_a_warning(name, made, more, tmp_path):
    """Of a few games; `test_agreement` and `test_seated` allow no warning in those that they play either."""
    assert warnings_of(the_compiler(), made(interpreter_of(name).game).text, more, tmp_path) == ""


@pytest.mark.skipif(building.find_zig() is None, reason="the package ziglang is not installed")
@pytest.mark.parametrize(("made", "more"), WAYS)
def test_another_compiler_has_nothing_to_say_either(made, more, tmp_path):
    compiler = building.find_zig()
    assert compiler is not None
    text = made(interpreter_of("hearts").game).text
    assert warnings_of(compiler, text, more, tmp_path) == ""
    assert "unused" in warnings_of(compiler, text + "static inline int nobody(void) { return 0; }\n", more, tmp_path)


SANITIZED_GAMES = int(os.environ.get("HOYLE_SANITIZED_GAMES", "0"))
"""So many games of every rule file, where all the time is there."""
QUICKLY = ("-O1", "-g") if SANITIZED_GAMES else ("-O0",)
SANITIZED = ("-std=gnu11", *QUICKLY, "-DHOYLE_MAIN", "-DHOYLE_CHECKED", "-fsanitize=address,undefined")
FEW = {
    "agram": 500,
    "pigeon": 1500,
    "kuhn_poker": 5000,
    "leduc_poker": 5000,
    "crazy_eights": 1000,
    "baccarat": 2000,
    "beggar_my_neighbour": 300,
    "blackjack": 2000,
    "briscola": 300,
    "clock_patience": 1000,
    "cuckoo": 2000,
    "euchre": 500,
    "go_fish": 500,
    "dou_dizhu": 10,
    "golf_six": 300,
    "goofspiel": 500,
    "hanabi": 500,
    "hearts": 500,
    "klaverjassen": 300,
    "klondike": 1000,
    "cribbage": 300,
    "gin_rummy": 80,
    "freecell": 50,
    "oh_hell": 300,
    "pitch": 300,
    "president": 300,
    "rummy": 300,
    "scarto": 300,
    "schwimmen": 300,
    "scopa": 300,
    "skitgubbe": 300,
    "spades": 300,
    "sueca": 300,
    "whist": 300,
    "twentyone": 200,
    "reserve": 20,
    "corners": 50,
}


@cache
def sanitizes(compiler: Compiler) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("int main(void) { return 0; }\n")
        command = [compiler.path, *SANITIZED, "-o", str(source.with_suffix("")), str(source)]
        built = subprocess.run(command, capture_output=True, check=False)
        return not built.returncode and not subprocess.run([source.with_suffix("")], check=False).returncode


def run_sanitized(
    text: str, games: int, folder: Path, more: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[bytes]:
    compiler = the_compiler()
    if not sanitizes(compiler):
        pytest.skip("the compiler has no sanitizers")
    source = folder / "game.c"
    source.write_text(text)
    command = [compiler.path, *SANITIZED, *more, "-fno-sanitize-recover=all", "-o", str(folder / "game"), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    return subprocess.run([str(folder / "game"), str(games), "3"], capture_output=True, check=False)


def measured(game: ir.Game) -> Code:
    """The code of random games that says where its time goes."""
    return measured_code_of(game)[0]


@needs_compiler
@pytest.mark.parametrize("name", NAMES if SANITIZED_GAMES else one_in(4, everyday()))
def test_many_games_under_sanitizers(name, tmp_path):
    games = SANITIZED_GAMES or FEW[name]
    game = interpreter_of(name).game
    made = (fast_code_of, code_of, measured) if SANITIZED_GAMES or name == "leduc_poker" else (fast_code_of,)
    for code in made:
        told = run_sanitized(code(game).text, games, tmp_path)
        assert (told.returncode, told.stderr) == (0, b"")
        assert told.stdout.startswith(f"games {games} finished {games} faults 0 ".encode())


@needs_compiler
@pytest.mark.parametrize("name", NAMES if SANITIZED_GAMES else ["leduc_poker", "crazy_eights"])
def test_players_that_choose_under_sanitizers(name, tmp_path):
    text = seated_code(interpreter_of(name).game).text
    told = run_sanitized(text, max(2, SANITIZED_GAMES // 5000), tmp_path, building.DOUBLES)
    assert (told.returncode, told.stderr) == (0, b"")
    assert b" faults 0 " in told.stdout


@needs_compiler
def test_players_that_write_past_the_end_are_noticed(tmp_path):
    text = seated_code(interpreter_of("leduc_poker").game).text
    broken = text.replace("p->path = malloc(((size_t)rounds + 2)", "p->path = malloc(((size_t)1)")
    assert broken != text
    told = run_sanitized(broken, 2, tmp_path, building.DOUBLES)
    assert told.returncode != 0
    assert b"Sanitizer" in told.stderr


@needs_compiler
def test_sanitizers_notice_a_write_past_the_end(tmp_path):
    text = code_of(interpreter_of("leduc_poker").game).text
    broken = text.replace("size_t room = g->room ? 2 * g->room : 256;", "size_t room = 1;")
    broken = broken.replace("RARE(g->offered == g->room)", "RARE(!g->room)")
    assert broken != text
    told = run_sanitized(broken, 10, tmp_path, ())
    assert told.returncode != 0
    assert b"Sanitizer" in told.stderr or b"runtime error" in told.stderr


def many_cards() -> ir.Game:
    deck = tuple(ir.CardFace(0, 0, 0, copy) for copy in range(256))
    return replace(GAME, deck=deck, tables=())


def too_large() -> ir.Game:
    fields = (*GAME.fields, ir.FieldDecl(src("big"), (), INT, 0, 1 << 40, num(0)))
    return replace(GAME, fields=fields)


def named_pass() -> ir.Game:
    return replace(GAME, actions=(PLAY, ir.Action(src("pass"), (), (), (), ())))


def many_clauses() -> ir.Game:
    clauses = tuple(ir.Permit(src(f"c{i}"), ir.Lit(1, ir.Bool())) for i in range(65))
    return replace(GAME, actions=(replace(PLAY, clauses=clauses, order=()),))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (many_cards, "a deck of 256 cards"),
        (too_large, "the field big"),
        (named_pass, "called pass"),
        (many_clauses, "65 clauses"),
    ],
)
def test_what_cannot_be_made_is_named(game, said):
    with pytest.raises(Unsupported, match=said):
        code_of(game())


def test_what_goes_wrong_in_code_that_is_waited_for_is_raised():
    with pytest.raises(ZeroDivisionError):
        waited(divmod, 1, 0)
    assert waited(divmod, 7, 2) == (3, 1)


def test_one_thread_waits_for_many_calls_and_another_where_it_was_broken_off():
    first = waited(threading.get_ident)
    assert first != threading.get_ident()
    assert {waited(threading.get_ident) for _ in range(20)} == {first}
    go_on = threading.Event()

    def until_broken_off() -> None:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        go_on.wait()

    with pytest.raises(KeyboardInterrupt):
        waited(until_broken_off)
    assert waited(threading.get_ident) not in (first, threading.get_ident())
    go_on.set()


@needs_compiler
def test_a_compiler_is_asked_once_for_its_version_and_again_where_its_file_changed(tmp_path, monkeypatch):
    script = tmp_path / "mine"
    monkeypatch.setenv("CC", str(script))

    def says(version: str) -> str:
        script.write_text(f'#!/bin/sh\necho asked >> "{tmp_path}/asked"\necho {version}\n')
        script.chmod(0o700)
        found = find_compiler()
        assert found is not None
        return found.version.strip()

    assert says("1") == "1"
    assert find_compiler() == find_compiler()
    assert (tmp_path / "asked").read_text().split() == ["asked"]
    assert says("number 2") == "number 2"
