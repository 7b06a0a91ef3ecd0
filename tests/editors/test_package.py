"""What the extension for VS Code says of itself, its snippets, and how it is packed."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import hoyle
from editors.vscode import pack
from spec.text.parse import parse

ROOT = Path(__file__).resolve().parents[2]
VSCODE = ROOT / "editors" / "vscode"
TOLD = pack.described()
SNIPPETS: dict[str, dict[str, Any]] = json.loads((VSCODE / "snippets.json").read_text(encoding="utf-8"))
GAME = "A whole small game"


def typed(body: list[str]) -> str:
    """What a snippet leaves in the text if nothing is changed in it."""
    text = "\n".join(body)
    text = re.sub(r"\$\{\d+\|([^,|}]*)[^}]*\|\}", r"\1", text)
    text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", text)
    return re.sub(r"\$\d+", "", text)


def in_a_file(name: str) -> str:
    """A rule file with the snippet in its place."""
    text = typed(SNIPPETS[name]["body"])
    if text.startswith(("permit", "forbid")):
        lines = "\n".join(f"  {line}" for line in text.split("\n"))
        return f"move x:\n  permit any\n{lines}\n  does put: nothing\n"
    return text


def wrong(text: str) -> list[str]:
    return [each.message for each in parse(text)[1]]


@pytest.mark.parametrize("name", SNIPPETS)
def test_what_a_snippet_leaves_can_be_read(name: str):
    assert SNIPPETS[name]["description"]
    assert wrong(in_a_file(name)) == []


def test_a_snippet_that_cannot_be_read_is_noticed():
    assert wrong(in_a_file("A claim").replace("always", "allways")) != []


def test_the_whole_game_is_one(tmp_path: Path):
    file = tmp_path / "small.hoyle"
    file.write_text(typed(SNIPPETS[GAME]["body"]), encoding="utf-8")
    assert hoyle.load(file).simulate(20, seed=1).mean_moves > 1


def test_its_version_is_hoyles():
    (version,) = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)
    assert TOLD["version"] == version


def test_every_package_has_one_version():
    assert [
        name for name, number in TOLD["devDependencies"].items() if not re.fullmatch(r"\d+\.\d+\.\d+", number)
    ] == []
    assert "dependencies" not in TOLD
    assert not [path for path in VSCODE.rglob("*lock*") if "node_modules" not in path.parts]


def test_nothing_is_started_in_a_folder_that_is_not_trusted():
    limited = TOLD["capabilities"]["untrustedWorkspaces"]
    assert (limited["supported"], limited["restrictedConfigurations"]) == ("limited", ["hoyle.path"])


def test_every_command_is_told_and_made():
    code = (VSCODE / "src" / "extension.js").read_text(encoding="utf-8")
    told = {each["command"] for each in TOLD["contributes"]["commands"]}
    assert told == set(re.findall(r'command\("(hoyle\.\w+)"', code))
    # The server's own commands are made by the client: two of one name would be a failure at the start.
    served = re.findall(r'command\("(hoyle\.\w+)"\)', (ROOT / "hoyle/language_server/commands.py").read_text("utf-8"))
    assert served
    assert told.isdisjoint(served)


def paths(told: object) -> Iterator[str]:
    """The files that package.json names."""
    if isinstance(told, dict):
        yield from (part for value in told.values() for part in paths(value))
    elif isinstance(told, list):
        yield from (part for value in told for part in paths(value))
    elif isinstance(told, str) and told.startswith("./"):
        yield told.removeprefix("./")


def test_all_that_it_names_is_packed(tmp_path: Path):
    pack.write(tmp_path / "x.vsix", pack.held(b"code", []))
    with zipfile.ZipFile(tmp_path / "x.vsix") as archive:
        names = set(archive.namelist())
        assert {f"extension/{name}" for name in paths(TOLD)} <= names
        assert all(json.loads(archive.read(name)) for name in names if name.endswith(".json"))
        manifest = ElementTree.fromstring(archive.read("extension.vsixmanifest"))
        kinds = ElementTree.fromstring(archive.read("[Content_Types].xml"))
    assert {part.attrib["Path"] for part in manifest.iter() if "Path" in part.attrib} <= names
    assert {part.attrib["Extension"] for part in kinds} == {Path(name).suffix for name in names if name[0] != "["}


def test_the_same_files_make_the_same_vsix(tmp_path: Path):
    for name in ("a", "b"):
        pack.write(tmp_path / name, {"x": b"y"})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def put(folder: Path, name: str, version: str) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "package.json").write_text(json.dumps({"version": version}), encoding="utf-8")


def test_other_packages_than_those_pinned_are_refused(tmp_path: Path):
    wanted = {"a": "1.0.0", "@of/b": "2.0.0", "esbuild": "3.0.0"}
    for name, version in {**wanted, "@esbuild/some-machine": "3.0.0"}.items():
        put(tmp_path, name, version)
    assert pack.wrong_packages(tmp_path, wanted) == []
    put(tmp_path, "extra", "1.0.0")
    put(tmp_path, "@esbuild/other-machine", "3.0.1")
    assert pack.wrong_packages(tmp_path, {**wanted, "a": "1.0.1", "c": "1.0.0"}) == [
        "@esbuild/other-machine 3.0.1",
        "a 1.0.0",
        "c is missing",
        "extra 1.0.0",
    ]
