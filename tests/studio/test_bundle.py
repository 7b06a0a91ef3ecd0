"""Making the page: packages that are not as they are pinned, and code that does not hold its types, make none."""

import json
import shutil
from pathlib import Path

import pytest

from hoyle.studio.assets import FOLDER, assets
from hoyle.studio.page import bundle
from hoyle.terminal.guard import Misuse

built = pytest.mark.skipif(not (bundle.BUILD / "node_modules").is_dir(), reason="`make test` brings the packages")


def package(folder: Path, name: str, version: str) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "package.json").write_text(json.dumps({"version": version}), encoding="utf-8")


def test_packages_are_those_that_are_pinned(tmp_path: Path):
    pinned = {"one": "1.0.0", "@some/two": "2.0.0", "esbuild": "0.1.0"}
    for name, version in (
        ("one", "1.0.0"),
        ("@some/two", "2.0.0"),
        ("esbuild", "0.1.0"),
        ("@esbuild/linux-x64", "0.1.0"),
    ):
        package(tmp_path, name, version)
    assert bundle.wrong_packages(tmp_path, pinned) == []
    package(tmp_path, "stray", "1.0.0")
    assert bundle.wrong_packages(tmp_path, {**pinned, "one": "1.0.1", "three": "3.0.0"}) == [
        "one 1.0.0", "stray 1.0.0", "three is missing",
    ]  # fmt: skip


@built
def test_code_that_does_not_hold_its_types_makes_no_page(tmp_path: Path):
    source, made = tmp_path / "page", tmp_path / "made"
    shutil.copytree(bundle.HERE, source)
    bundle.bundle(source, made)
    before = {path.name: path.read_bytes() for path in made.iterdir()}
    assert before.keys() == {path.name for path in FOLDER.iterdir() if not path.name.startswith(".")}
    with (source / "src" / "ui.ts").open("a", encoding="utf-8") as file:
        file.write('\nexport const wrong: number = "a text";\n')
    with pytest.raises(bundle.NotMade, match="not assignable"):
        bundle.bundle(source, made)
    assert {path.name: path.read_bytes() for path in made.iterdir()} == before
    assert "MIT" in (made / "licences.txt").read_text(encoding="utf-8")


def test_without_a_page_it_says_how_to_make_one(tmp_path: Path):
    with pytest.raises(Misuse, match="make studio"):
        assets(tmp_path)
