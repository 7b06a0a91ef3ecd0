"""However a command is begun, and whatever it meets: it ends in a sentence and an exit code, and leaves nothing."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.commands.cli import main
from hoyle.terminal import guard
from hoyle.terminal.writing import write_text
from tests.limits.large import LOOPS

HOYLE = (sys.executable, "-m", "hoyle")
ROOT = Path(__file__).resolve().parents[2]
POSIX = os.name == "posix"


def run(*words: str, before: str = "", cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own; `before` is done by the shell first, such as closing a stream."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    shell = ["sh", "-c", f'{before} exec "$@"', "sh", *HOYLE, *words] if before else [*HOYLE, *words]
    return subprocess.run(shell, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=250)


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """What it says, which is no trace and no mistake of ours."""
    said = done.stdout + done.stderr
    for word in ("Traceback", "Hoyle's own", "Exception ignored"):
        assert word not in said, said
    return said


# ---------------------------------------------------------------- what is written on the command line


@pytest.mark.parametrize("players", ["²", "٣", "x", "-1", "9" * 5000, "\uff12"])
def test_players_are_plain_digits(players: str, capsys: pytest.CaptureFixture[str]):
    assert main(["check", "pigeon", "--players", players]) == 2
    assert "`players` is set to" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["verify", "ambiguities", "diff"])
@pytest.mark.parametrize("budget", ["inf", "nan", "-1", "0", "1e400", "²", "٣", "many"])
def test_a_budget_is_a_number_of_seconds(command: str, budget: str, capsys: pytest.CaptureFixture[str]):
    games = ["pigeon", "pigeon"] if command == "diff" else ["pigeon"]
    with pytest.raises(SystemExit) as left:
        main([command, *games, f"--budget={budget}"])
    assert left.value.code == 2
    assert f"argument --budget: `{budget}` is no number of seconds" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("simulate", "pigeon", "--games", "9" * 5000), "is no number to count by"),
        (("simulate", "pigeon", "--seed", "٣"), "is no seed"),
        (("simulate", "pigeon", "--jobs", "100000"), "processes are too many"),
        (("mutants", "pigeon", "--sample", "1e9"), "is no number to count by"),
        (("conform", "--vectors", "x", "--seconds", "inf", "--", "true"), "is no number of seconds"),
    ],
)
def test_other_numbers_have_bounds(words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(words)
    assert told in capsys.readouterr().err


# ---------------------------------------------------------------- the system round about


@pytest.mark.skipif(not POSIX, reason="a shell of POSIX closes streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "words", [("check", "kuhn_poker"), ("simulate", "leduc_poker", "--games", "2"), ("play", "leduc_poker")]
)
def test_closed_streams(closed: str, words: tuple[str, ...]):
    done = run(*words, before=f"exec {closed};")
    assert done.returncode == 0, done.stderr
    sentence(done)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_full_device_as_standard_output():
    done = run("check", "pigeon", before="exec >/dev/full;")
    assert done.returncode == 2
    assert "No space left on device, writing to the standard output" in sentence(done)


@pytest.mark.skipif(not POSIX, reason="pipes of POSIX")
def test_a_reader_that_goes_away():
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m hoyle rulebook twentyone | head -c 10; true"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=250,
    )  # fmt: skip
    assert not done.stderr
    lost = "import os, sys; from hoyle.terminal.guard import guarded; sys.exit(guarded(lambda: os.write({}, b'1')))"
    reader, writer = os.pipe()
    os.close(reader)
    code = [sys.executable, "-c", lost.format(writer)]
    assert subprocess.run(code, cwd=ROOT, pass_fds=(writer,), check=False, timeout=60).returncode == 141
    os.close(writer)


def test_a_full_disk_names_the_file_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "book.md"
    with monkeypatch.context() as patch:
        patch.setattr("os.replace", full)
        assert main(["rulebook", "pigeon", "--out", str(path)]) == 2
    assert f"{path}: No space left on device" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    write_text(path, "all is well")
    assert [p.name for p in tmp_path.iterdir()] == ["book.md"]


def test_a_user_without_a_name_and_a_home(tmp_path: Path):
    hidden = (
        "import pwd\n\ndef unknown(*_):\n    raise KeyError('no such user')\n\npwd.getpwuid = pwd.getpwnam = unknown\n"
    )
    (tmp_path / "sitecustomize.py").write_text(hidden, encoding="utf-8")
    keep = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "USER", "LOGNAME", "USERNAME"), "")
    unset = " ".join(f"unset {key};" for key in keep)
    for words in (("check", "kuhn_poker"), ("verify", "leduc_poker", "--budget", "1", "--games", "5")):
        done = run(*words, before=unset, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
        assert done.returncode in (0, 3), done.stderr
        sentence(done)


def test_verify_leaves_nothing_in_its_folder(tmp_path: Path):
    done = run("verify", "leduc_poker", "--budget", "1", "--games", "5", "--no-cache", cwd=tmp_path)
    assert done.returncode in (0, 3), done.stderr
    assert list(tmp_path.iterdir()) == []


BROKEN = """#!/bin/sh
case "$*" in *--version*) echo a broken compiler; exit 0;; esac
{}
"""


@pytest.mark.skipif(not POSIX, reason="a compiler that is a shell program")
@pytest.mark.parametrize(
    ("does", "told"),
    [("echo no library > game.so", "no library that can be loaded"), (":", "no library that can be loaded"),
     ("exit 1", "failed"), ("cp /proc/self/exe game.so", "no library that can be loaded")],
)  # fmt: skip
def test_a_broken_compiler(does: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    compiler = tmp_path / "cc"
    compiler.write_text(BROKEN.format(does), encoding="utf-8")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert main(["simulate", "leduc_poker", "--games", "5", "--engine", "native"]) == 0
    said = capsys.readouterr()
    assert "so the interpreter plays" in said.err
    assert told in said.err
    assert "5 games" in said.out


@pytest.mark.skipif(not POSIX, reason="a compiler that is a shell program")
def test_a_compiler_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    compiler = tmp_path / "cc"
    compiler.write_text(BROKEN.format(f"(sleep 100; echo late > {tmp_path}/late) & sleep 100"), encoding="utf-8")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("engine.c.compiled.build.MOST_SECONDS", 0.5)
    began = time.monotonic()
    assert main(["simulate", "leduc_poker", "--games", "5", "--engine", "native"]) == 0
    assert time.monotonic() - began < 60
    assert "did not come to an end within" in capsys.readouterr().err


# ---------------------------------------------------------------- a mistake of ours


def test_a_mistake_of_ours_is_called_that(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.delenv("HOYLE_DEBUG", raising=False)

    def broken() -> int:
        raise ValueError("a bug")

    assert guard.guarded(broken) == 4
    told = capsys.readouterr().err
    assert "a mistake of Hoyle's own (ValueError: a bug, test_endings.py line" in told
    assert "please report it with the rule file" in told
    assert "Traceback" not in told
    monkeypatch.setenv("HOYLE_DEBUG", "1")
    with pytest.raises(ValueError, match="a bug"):
        guard.guarded(broken)


@pytest.mark.parametrize("error", [RecursionError, AssertionError, KeyError, NotImplementedError])
def test_every_exception_is_caught(
    error: type[Exception], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("HOYLE_DEBUG", raising=False)

    def broken() -> int:
        raise error("x")

    assert guard.guarded(broken) == 4
    assert error.__name__ in capsys.readouterr().err


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is bounded where the system can")
def test_memory_is_bounded(tmp_path: Path):
    code = (
        "from hoyle.terminal import guard\n"
        "def greedy():\n    guard.bound_memory()\n    return len(bytearray(3 * 2**30))\n"
        "raise SystemExit(guard.guarded(greedy))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "2 GiB of memory were not enough; HOYLE_MEMORY=4" in done.stderr


@pytest.mark.parametrize("told", ["much", "0", "-1", "nan", "inf"])
def test_a_bound_of_memory_is_a_number(told: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOYLE_MEMORY", told)
    with pytest.raises(guard.Misuse, match="HOYLE_MEMORY"):
        guard.memory()


# ---------------------------------------------------------------- Ctrl-C

STOPPED = {
    "simulate": ("simulate", "leduc_poker", "--games", "100000000", "--engine", "interpreter"),
    "simulate, several processes": (
        "simulate",
        "hearts",
        "--games",
        "1000000",
        "--engine",
        "interpreter",
        "--jobs",
        "2",
    ),
    "simulate, compiled": ("simulate", "leduc_poker", "--games", "1000000000", "--engine", "native"),
    "verify": ("verify", "hearts", "--budget", "200", "--no-cache"),
    "mutants": ("mutants", "pigeon", "--sample", "60", "--jobs", "2"),
    "export": ("export", "twentyone", "--to", "vectors", "--out", "OUT"),
    "diff": ("diff", "pigeon@full", "pigeon@condensed", "--games", "100000", "--budget", "200"),
    "play": ("play", "pigeon"),
    "simulate, in one position of compiled code": ("simulate", "LOOPS", "--games", "100", "--engine", "native"),
    "simulate, in one position": ("simulate", "LOOPS", "--games", "100", "--engine", "interpreter"),
}


@pytest.mark.skipif(not POSIX, reason="signals of POSIX")
@pytest.mark.parametrize("name", STOPPED)
def test_ctrl_c_ends_a_command(name: str, tmp_path: Path):
    (tmp_path / "loops.hoyle").write_text(LOOPS, encoding="utf-8")
    places = {"OUT": str(tmp_path / "out"), "LOOPS": str(tmp_path / "loops.hoyle")}
    words = [places.get(word, word) for word in STOPPED[name]]
    process = subprocess.Popen(
        [*HOYLE, *words], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    _let_work(process.pid)
    began = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    # 2 s are allowed; the tests' machine may have much else to do.
    assert time.monotonic() - began < 10
    assert process.returncode in (0, 1, 3, 130), err
    assert "Traceback" not in err + out
    while _goes_on(process.pid):
        time.sleep(0.2)
        assert time.monotonic() - began < 10, "a process that it began goes on"


def _let_work(group: int) -> None:
    """Waits until a process and those that it began have had 0.9 s of a processor, or for 6 s.

    By then they are in the midst of their work. One that waits for words, and so takes no more time, is at work too.
    """
    end, used = time.monotonic() + 6, [0.0] * 10
    while time.monotonic() < end and used[-1] < 0.9 and not used[-1] == used[-10] > 0.2:
        time.sleep(0.1)
        used.append(_seconds_used(group))


def _seconds_used(first: int) -> float:
    """The processor time of a process and of those that it began; 0 where the system does not list processes so."""
    ticks: dict[int, int] = {}
    begun: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            told = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            ticks[int(path.parent.name)] = int(told[11]) + int(told[12])
            begun.setdefault(int(told[1]), []).append(int(path.parent.name))
    used, left = 0, [first]
    while left:
        one = left.pop()
        used += ticks.get(one, 0)
        left += begun.get(one, [])
    return used / os.sysconf("SC_CLK_TCK")


def _goes_on(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


# ---------------------------------------------------------------- what is read


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a system without such a device")
@pytest.mark.parametrize(
    "words", [("replay", "leduc_poker", "/dev/zero"), ("conform", "--vectors", "/dev/zero", "--", "true")]
)
def test_a_file_without_an_end_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]):
    assert main(words) == 2
    assert "/dev/zero is larger than" in capsys.readouterr().err


def test_a_rule_file_that_is_far_too_large_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "large.hoyle"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert main(["check", str(path)]) == 2
    assert "is larger than 8 MiB" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--reading", "--set", "--players", "--deck", "--edition"])
def test_two_hyphens_are_no_value(option: str, capsys: pytest.CaptureFixture[str]):
    assert main(["check", "pigeon", f"{option}=--"]) == 2
    assert "gives no value" in capsys.readouterr().err


# ---------------------------------------------------------------- several processes


SHARE = """
import resource
from engine.processes.programs import share_memory
resource.setrlimit(resource.RLIMIT_DATA, (2 << 30, resource.getrlimit(resource.RLIMIT_DATA)[1]))
share_memory({})
print(resource.getrlimit(resource.RLIMIT_DATA)[0])
"""


@pytest.mark.skipif(not POSIX, reason="no such limits")
@pytest.mark.parametrize(("processes", "gibibytes"), [(1, 2.0), (2, 1.0), (4, 0.5), (64, 0.5)])
def test_processes_share_the_memory_of_a_command(processes: int, gibibytes: float):
    told = subprocess.run([sys.executable, "-c", SHARE.format(processes)], cwd=ROOT, capture_output=True, check=True)
    assert int(told.stdout) == gibibytes * 2**30


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a system that does not list processes so")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
@pytest.mark.parametrize(("command", "game"), [("simulate", "pigeon"), ("mutants", "leduc_poker")])
def test_processes_end_with_the_one_that_began_them(name: str, command: str, game: str, tmp_path: Path):
    # Compiled play has threads, not processes.
    words = ["--games", "1000000", "--engine", "interpreter"] if command == "simulate" else ["--all"]
    marked = {**os.environ, "PYTHONPATH": str(ROOT), "HOYLE_TEST_MARK": str(tmp_path)}
    command_line = [*HOYLE, command, game, *words, "--jobs", "2"]
    with subprocess.Popen(command_line, env=marked, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        until(lambda: len(marked_with(tmp_path)) >= 3)
        process.send_signal(getattr(signal, name))
        said = process.stderr.read().decode()
        assert process.wait(60) == (-signal.SIGKILL if name == "SIGKILL" else 130)
    assert "Traceback" not in said
    until(lambda: not marked_with(tmp_path))


def marked_with(mark: Path) -> list[str]:
    """The processes that were begun with that in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            found += [path.parent.name] if f"HOYLE_TEST_MARK={mark}\0".encode() in path.read_bytes() else []
    return found


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "--budget", "1", "--no-cache"),
        ("ambiguities", "--budget", "1", "--no-cache", "--jobs", "1"),
        ("simulate", "--games", "50", "--jobs", "2", "--engine", "interpreter"),
        ("mutants", "--sample", "2", "--games", "3", "--jobs", "2"),
        ("simulate", "--games", "5000"),
    ],
    ids=["verify", "ambiguities", "simulate", "mutants", "compiled"],
)
def test_no_program_beside_a_rule_file_is_run(words: tuple[str, ...], tmp_path: Path):
    for module in ("pickle", "multiprocessing", "signal", "random", "json", "ctypes", "threading", "hoyle"):
        (tmp_path / f"{module}.py").write_text("import os\nos.write(2, b'owned')\n", encoding="utf-8")
    begin = tmp_path / "bin" / "hoyle"
    begin.parent.mkdir()
    begin.write_text(
        "import sys\nfrom hoyle.commands.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n",
        encoding="utf-8",
    )
    command = [sys.executable, str(begin), words[0], "leduc_poker", *words[1:]]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert "owned" not in sentence(done)
    assert done.returncode in (0, 1, 3)
