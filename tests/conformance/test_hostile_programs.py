"""Programs under `hoyle conform` that flood, stall, die or send what a terminal would obey: a clear word, soon."""

from __future__ import annotations

import contextlib
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.conformance.choose import choose
from engine.conformance.compare import PeerFailed, compare, read
from engine.conformance.vectors import lines as lines_of
from engine.interpreter.interpreter import Interpreter
from hoyle.commands.cli import main
from tests.conformance.harness import rules

HELLO = "import sys, os, time; sys.stdin.readline(); "
ANSWER = 'print(\'{"tells": ["over", "legal"]}\', flush=True); sys.stdin.readline(); '


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("suite") / "leduc.jsonl"
    interpreter = Interpreter(rules("leduc_poker"))
    made = choose(interpreter, (), most_games=3)
    path.write_text("\n".join(lines_of(interpreter, made, "leduc_poker")) + "\n", encoding="utf-8")
    return path


MANY = "import json; print(json.dumps({'over': False, 'legal': ['m%d' % i for i in range(500000)]}), flush=True)"
LATE = "did not answer `hello` within 1 seconds"

HOSTILE = {
    "endless lines": (HELLO + "\nwhile True: os.write(1, b'{}\\n' * 9999)", "must answer the hello"),
    "endless lines later": (HELLO + ANSWER + "\nwhile True: os.write(1, b'{}\\n' * 9999)", "as it promised"),
    "a drop at a time": (HELLO + "\nwhile True: os.write(1, b' '); time.sleep(.05)", LATE),
    "never answers": ("import time; time.sleep(99)", LATE),
    "never reads, never answers": ("import os, time; os.close(0); time.sleep(99)", "`hello`"),
    "dies": ("import os; os._exit(5)", "ended with exit code 5"),
    "is killed": ("import os, signal; os.kill(os.getpid(), 9)", "was ended by signal 9"),
    "closes its output": (HELLO + "os.close(1); time.sleep(99)", "it closed its output without an answer to `hello`"),
    "nests deep": (HELLO + "print('[' * 200000, flush=True)", "is no JSON"),
    "a number without end": (HELLO + "print('9' * 200000, flush=True)", "is no JSON"),
    "tells a million things": (
        HELLO + "print('{\"tells\": [\"over\", \"legal\"' + ', \"x\"' * 900000 + ']}')",
        "to tell x, x",
    ),
    "a million moves": (HELLO + ANSWER + MANY, "differ in legal"),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_program_is_told_how_it_fails(suite: Path, kind: str, capfd: pytest.CaptureFixture[str]):
    program, told = HOSTILE[kind]
    seconds = "1" if told == LATE or kind.startswith("never") else "30"
    began = monotonic()
    words = ["conform", "--vectors", str(suite), "--seconds", seconds, "--", sys.executable, "-c", program]
    assert main(words) == 1
    out, err = capfd.readouterr()
    assert told in out + err
    assert len(out) + len(err) < 5_000
    assert monotonic() - began < 60


FLOODS = {
    "an endless line": ("\nwhile True: os.write(1, b'x' * 65536)", "has no end", "30"),
    "endless errors": ("\nwhile True: os.write(2, b'e' * 65536)", LATE, "1"),
    "a child left behind": ("import subprocess; subprocess.Popen(['sleep', '77.25']); time.sleep(99)", LATE, "1"),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_takes_little_memory_and_time_and_leaves_nothing_running(suite: Path, kind: str):
    program, told, seconds = FLOODS[kind]
    command = ["-m", "hoyle", "conform", "--vectors", str(suite), "--seconds", seconds, "--"]
    ran = subprocess.run(
        [sys.executable, *command, sys.executable, "-c", HELLO + program], capture_output=True, text=True, timeout=100,
        check=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)),
    )  # fmt: skip
    assert ran.returncode == 1, ran.stderr[-2000:]
    assert told in ran.stderr
    assert len(ran.stdout) + len(ran.stderr) < 100_000
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert "sleep 77.25" not in running


CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
RAW = "\x1b]0;owned\x07\x9b31m\u202e"


@pytest.mark.parametrize("where", ["answer", "error", "tells", "moves", "errors"])
def test_what_a_program_says_reaches_the_terminal_clean(suite: Path, where: str, capfd: pytest.CaptureFixture[str]):
    data = repr(RAW)
    program = {
        "answer": HELLO + f"sys.stdout.buffer.write(({data} + chr(10)).encode()); sys.stdout.flush()",
        "error": HELLO + ANSWER + f"import json; print(json.dumps({{'error': {data}}}), flush=True)",
        "tells": HELLO + f"import json; print(json.dumps({{'tells': ['over', 'legal', {data}]}}), flush=True)",
        "moves": HELLO + ANSWER + f"import json; print(json.dumps({{'over': False, 'legal': [{data}]}}), flush=True)",
        "errors": HELLO + f"sys.stderr.buffer.write({data}.encode()); sys.stderr.flush(); os._exit(3)",
    }[where]
    assert main(["conform", "--vectors", str(suite), "--", sys.executable, "-c", program]) == 1
    out, err = capfd.readouterr()
    assert not CONTROLS.search(out + err)
    assert "owned" in out + err


def test_the_errors_of_a_program_are_shown(suite: Path, capfd: pytest.CaptureFixture[str]):
    program = "import sys; print('I have no cards', file=sys.stderr); sys.exit(4)"
    assert main(["conform", "--vectors", str(suite), "--", sys.executable, "-c", program]) == 1
    assert "I have no cards" in capfd.readouterr().err


WORDS = ["over", "legal", "zones", "fields", "observations", "returns", "tells", "error", "fault", "cards", "x"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["over", "legal", "zones"]),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.sampled_from(WORDS), below, max_size=5),
)


@settings(deadline=None, max_examples=25)
@given(
    st.lists(
        st.dictionaries(st.sampled_from(["over", "legal", "zones", "observations", "fault", "error"]), JSON), min_size=3
    )
)
def test_whatever_a_program_answers_is_no_exception_but_a_word(suite_lines: str, answers: list[dict[str, object]]):
    every = ["over", "to_move", "step", "legal", "zones", "fields", "observations", "ending", "returns"]
    given: Iterator[dict[str, object]] = iter([{"tells": every}, *answers])

    class Peer:
        def ask(self, request: object) -> dict[str, object]:
            try:
                return next(given)
            except StopIteration:
                raise PeerFailed("enough") from None

    header, records = read(suite_lines)
    with contextlib.suppress(PeerFailed):
        compare(header, records, Peer())


@pytest.fixture(scope="module")
def suite_lines(suite: Path) -> str:
    return suite.read_text(encoding="utf-8")
