"""What runs in CI: the tools that tests need are installed, and a test that lacks one fails."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / ".ci" / "tools"
BASICS = ("bash", "sort", "tr", "id", "cat", "env")

SKIPPED = """
import shutil
import pytest

@pytest.mark.skipif(shutil.which("no-such-tool") is None, reason="no-such-tool is not installed")
def test_marked():
    pass

def test_in_its_body():
    pytest.skip("no-such-tool is not installed")

@pytest.fixture
def tool():
    pytest.skip("no-such-tool is not installed")

def test_by_a_fixture(tool):
    pass

@pytest.mark.skipif(True, reason="takes an hour; HOYLE_FULL=1 runs it")
def test_long():
    pass

@pytest.mark.xfail(reason="known")
def test_known():
    assert False
"""


def outcome(tmp_path: Path, ci: str) -> tuple[int, str]:
    (tmp_path / "conftest.py").write_text("from tests.skips import pytest_runtest_makereport\n", encoding="utf-8")
    (tmp_path / "test_them.py").write_text(SKIPPED, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:hoyle", str(tmp_path)],
        cwd=tmp_path, env={**os.environ, "CI": ci, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_under_ci_a_skip_for_lack_of_a_tool_fails(tmp_path: Path):
    code, out = outcome(tmp_path, "true")
    assert code == 1
    assert "1 failed, 1 skipped, 1 xfailed, 2 errors" in out
    assert "no-such-tool is not installed" in out


def test_elsewhere_it_is_a_skip(tmp_path: Path):
    code, out = outcome(tmp_path, "")
    assert code == 0
    assert "4 skipped, 1 xfailed" in out


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder of commands with the barest only."""
    for name in BASICS:
        found = shutil.which(name)
        assert found is not None
        (tmp_path / name).symlink_to(found)
    return tmp_path


def tools(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(TOOLS)], env={"PATH": str(path)}, capture_output=True, text=True, check=False)


def command(folder: Path, name: str, does: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


def test_tools_that_lack_are_installed(bare: Path):
    log = bare / "log"
    for name in ("apt-get", "sudo"):
        command(bare, name, f'echo {name} "$@" >> {log}')
    for name in ("gcc", "cc", "nm", "node"):
        command(bare, name, ":")
    (bare / "id").unlink()
    command(bare, "id", "echo 0")
    assert tools(bare).returncode == 0
    asked = log.read_text(encoding="utf-8").splitlines()
    assert asked[0] == "apt-get update -qq"
    assert asked[1].endswith("chromium clang fish neovim npm spin zsh")


def test_with_every_tool_nothing_is_installed(bare: Path):
    for name in ("gcc", "cc", "nm", "clang", "node", "npm", "chromium", "nvim", "spin", "zsh", "fish"):
        command(bare, name, ":")
    done = tools(bare)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_without_apt_it_says_what_is_needed(bare: Path):
    done = tools(bare)
    assert done.returncode == 1
    assert (
        "there is no apt-get to install them with: binutils chromium clang fish gcc neovim nodejs npm spin zsh"
        in done.stderr
    )
