"""Holds what an installed Hoyle needs and a source tree would hide: the data files in the wheel."""

import subprocess
import sys
import zipfile
from pathlib import Path

from hoyle.sources.rulefolder import rules_folder

ROOT = Path(__file__).resolve().parents[2]


def files_under(folder: str) -> set[str]:
    paths = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in paths if path.suffix != ".pyc"}


def test_wheel_holds_packages_and_rules(tmp_path: Path):
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("hoyle-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    sources = set().union(*map(files_under, ("spec", "engine", "verify", "hoyle")))
    rules = {f"hoyle/{name}" for name in files_under("rules")}
    assert sources | rules <= held
    assert not any(name.startswith(("tests/", "rules/")) for name in held)


def test_rules_folder_of_a_source_tree():
    assert rules_folder() == ROOT / "rules"
