"""Holds what an installed Hoyle needs and a source tree would hide: the data files in the wheel, and that it works."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from hoyle.sources.rulefolder import rules_folder

ROOT = Path(__file__).resolve().parents[2]


def files_under(folder: str) -> set[str]:
    paths = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}


@pytest.fixture(name="wheel", scope="module")
def a_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("hoyle-*.whl")
    return wheel


def test_wheel_holds_packages_and_rules(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    sources = set().union(*map(files_under, ("spec", "engine", "verify", "hoyle")))
    rules = {f"hoyle/{name}" for name in files_under("rules")}
    # Of the studio's page its built files are there, and not what they are built of.
    page = {name for name in sources if name.startswith("hoyle/studio/page/")}
    assert page
    assert not page & held
    assert (sources - page) | rules <= held
    assert {"hoyle/studio/assets/index.html", "hoyle/studio/assets/main.js"} <= held
    assert not any(name.startswith(("tests/", "rules/", "docs/", "editors/")) for name in held)


@pytest.fixture(name="elsewhere", scope="module")
def an_environment_of_its_own(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel, and with what it depends on; answers its folder of commands."""
    fresh = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(fresh)], check=True)
    python = str(fresh / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-index", "--no-deps", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    (site,) = fresh.glob("lib/python*/site-packages")
    # What a .pth file names is looked into last, and a .pth file in there, such as that of the repository, is not read.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return fresh / "bin"


@pytest.mark.parametrize(
    ("words", "typed", "shown"),
    [
        (("--version",), "", "hoyle 0.1.0"),
        (("check", "pigeon"), "", "nothing wrong"),
        (("play", "leduc_poker", "--seed", "1"), "call\nquit\n", "Leduc Poker"),
        (("verify", "kuhn_poker", "--budget", "30", "--games", "20"), "", "Kuhn Poker"),
        (("export", "leduc_poker", "--to", "web", "--out", "page"), "", "page/"),
        (("export", "leduc_poker", "--to", "c", "--out", "c"), "", "leduc_poker.h"),
        (("rulebook", "leduc_poker", "--html"), "", "<html"),
    ],
    ids=lambda part: part[0] if isinstance(part, tuple) else "",
)
def test_an_installed_hoyle_works(elsewhere: Path, tmp_path: Path, words: tuple[str, ...], typed: str, shown: str):
    """The first command begins with an empty cache, and the others find there what it has kept."""
    cache = elsewhere.parent / "cache"
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"XDG_CACHE_HOME": str(cache)}
    done = subprocess.run(
        [elsewhere / "hoyle", *words], cwd=tmp_path, env=env, input=typed, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr, shown in done.stdout) == (0, "", True)


def test_the_installed_hoyle_is_not_the_repositorys(elsewhere: Path, tmp_path: Path):
    code = "import hoyle, spec, engine, verify; print(*(m.__file__ for m in (hoyle, spec, engine, verify)))"
    done = subprocess.run([elsewhere / "python", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert str(ROOT) not in done.stdout
    assert done.stdout.count(str(elsewhere.parent)) == 4


def test_rules_folder_of_a_source_tree():
    assert rules_folder() == ROOT / "rules"
