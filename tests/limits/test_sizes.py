"""Rules that ask for too much are refused soon, with their code, their place and what to do; never with a trace."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.interpreter.faults import BeyondLimits
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate
from hoyle.commands.cli import main
from hoyle.sources.files import load_file
from spec.lower.game import lower_file
from spec.text.limits import MOST_DEEP
from spec.text.parse import parse
from tests.limits.large import LOOPS, REFUSED, SUBSETS, game, tower

EXPORTS = ("python", "c", "js", "web", "openspiel", "pettingzoo", "vectors")
COMMANDS = (
    ("check",), ("simulate", "--games", "2"), ("verify", "--budget", "1"), ("rulebook",), ("mutants", "--jobs", "1"),
    *(("export", "--to", target, "--out", "OUT") for target in EXPORTS),
)  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_rules_that_are_too_large_are_refused_soon(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    text, code = REFUSED[name]
    path = tmp_path / "large.hoyle"
    path.write_text(text, encoding="utf-8")
    began = time.monotonic()
    assert main(["check", str(path)]) == 1
    assert time.monotonic() - began < 50
    out = capsys.readouterr().out
    assert f"error[{code}]" in out
    assert f"--> {path}:" in out
    assert "why:" in out
    assert len(out) < 100_000


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:3]))
def test_every_command_says_so(words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "large.hoyle"
    path.write_text(REFUSED["60 doublings"][0], encoding="utf-8")
    command, *options = [word.replace("OUT", str(tmp_path / "out")) for word in words]
    assert main([command, str(path), *options]) == 1
    told = capsys.readouterr()
    assert "E0117" in told.out + told.err
    assert not (tmp_path / "out").exists()


def test_what_is_as_large_as_may_be_goes_through_every_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A chain of definitions just below the bound: no pass over it runs out of Python's stack."""
    path = tmp_path / "chain.hoyle"
    longest = next(
        many for many in range(MOST_DEEP, 0, -1) if lower_file(parse(game(tower(many, "{} + 1"), when="d0 > 3"))[0])[0]
    )
    assert longest > 30
    path.write_text(game(tower(longest, "{} + 1"), when="d0 > 3"), encoding="utf-8")
    for command, *options in COMMANDS:
        if command == "mutants":
            continue
        words = [command, str(path), *(word.replace("OUT", str(tmp_path / options[1])) for word in options)]
        code = main(words)
        told = capsys.readouterr()
        assert code in (0, 1, 3), (words, told.err)
        assert "Hoyle's own" not in told.err, words
        assert command != "export" or code == 0, (words, told.err)


def test_a_choice_that_is_too_large_names_its_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "subsets.hoyle"
    path.write_text(SUBSETS, encoding="utf-8")
    assert main(["simulate", str(path), "--games", "2", "--engine", "interpreter"]) == 3
    told = capsys.readouterr().err
    assert "a choice of the move `go` that is too large" in told
    assert "of 26 cards more than 300,000 choices are `some_cards`" in told


def test_a_choice_of_many_parameters_is_bounded_too():
    text = game(
        "move go(a: card from hand of mover, b: card from hand of mover, c: card from hand of mover, "
        "d: card from hand of mover):\n  permit ok\n  does take: draw 1 card from deck to discard\n",
        many=26,
    )
    made, _ = lower_file(parse(text)[0])
    assert made is not None
    with pytest.raises(BeyondLimits, match="the move `go`"):
        simulate(Interpreter(made), 1)


@pytest.mark.parametrize("text", [SUBSETS, LOOPS], ids=["subsets", "loops in loops"])
@pytest.mark.parametrize("command", ["verify", "diff"])
def test_a_budget_is_kept_inside_one_position(text: str, command: str, tmp_path: Path, capsys):
    path = tmp_path / "slow.hoyle"
    path.write_text(text, encoding="utf-8")
    other = tmp_path / "other.hoyle"
    other.write_text(text.replace("mover wins", "nobody wins"), encoding="utf-8")
    assert load_file(path).game is not None
    words = ["--no-cache"] if command == "verify" else [str(other)]
    began = time.monotonic()
    code = main([command, str(path), *words, "--budget", "1"])
    spent = time.monotonic() - began
    told = capsys.readouterr()
    # A search of a smaller deck may settle what every game owes, in time.
    assert code in (0, 3), told.err
    assert "Hoyle's own" not in told.err
    assert "Exception ignored" not in told.err
    # 4 s are allowed; the tests' machine may have much else to do.
    assert spent < 20


def in_a_process_of_its_own(words: list[str]) -> subprocess.CompletedProcess[str]:
    """A command, and compiled code that it leaves at work when its time is up: that ends with the process."""
    return subprocess.run([sys.executable, "-m", "hoyle", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("text", [SUBSETS, LOOPS], ids=["subsets", "loops in loops"])
def test_vectors_are_chosen_within_a_budget(text: str, tmp_path: Path):
    path = tmp_path / "slow.hoyle"
    path.write_text(text, encoding="utf-8")
    began = time.monotonic()
    words = ["export", str(path), "--to", "vectors", "--out", str(tmp_path / "out"), "--budget", "1"]
    done = in_a_process_of_its_own(words)
    spent = time.monotonic() - began
    assert done.returncode == 3
    assert "not one game was played" in done.stderr or "too large" in done.stderr
    assert not (tmp_path / "out").exists()
    assert spent < 20


def test_vectors_tell_what_there_was_no_time_for(tmp_path: Path):
    words = ["export", "twentyone", "--to", "vectors", "--out", str(tmp_path), "--games", "100000", "--budget", "4"]
    done = in_a_process_of_its_own(words)
    assert done.returncode == 0
    assert "of 100000 random games were played" in done.stderr
    assert "which were too few" in (tmp_path / "README.md").read_text(encoding="utf-8")
    games = (tmp_path / "twentyone.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(games) > 2
