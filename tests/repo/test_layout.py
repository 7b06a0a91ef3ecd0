"""Holds the shape of the repository: who may import whom, what the core must not name, what no file holds."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# spec <- engine <- verify <- hoyle: what each package may import beside itself.
MAY_IMPORT: dict[str, set[str]] = {
    "spec": set(),
    "engine": {"spec"},
    "verify": {"spec", "engine"},
    "hoyle": {"spec", "engine", "verify"},
}
OURS = {*MAY_IMPORT, "editors", "tests", "bench"}
OUTSIDE_BARRED = {"spec": {"z3", "hypothesis", "rich"}}

CORE = ("spec", "engine", "verify")
# Only names that are no ordinary words: `hearts` is a suit, and the pigeonhole principle is no game.
GAME_NAME = re.compile(r"pigeon(?!hole)|twenty_?one|reserve_game|crazy_eights|leduc", re.IGNORECASE)

REGISTRY = re.compile(
    r"pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|yarnpkg\.com|deb\.debian\.org|proxy\.golang\.org"
    r"|index[-_]url|\"resolved\":|registry ?= ?[\"'h]"
)
MACHINE_PATH = re.compile(r"(?:file://|(?<![\w./~})-]))/(?:root|work|home|Users)/")


def imported_packages(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and top-level package of every absolute import, imports by a literal name among them."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name.partition(".")[0]) for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield node.lineno, module.partition(".")[0]
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield node.lineno, module.partition(".")[0]
            case _:
                pass


def import_faults(package: str, where: str, source: str) -> list[str]:
    barred = OURS - {package} - MAY_IMPORT[package] | OUTSIDE_BARRED.get(package, set())
    return [
        f"{where}:{line}: {package} may not import {name}"
        for line, name in imported_packages(ast.parse(source))
        if name in barred
    ]


def pattern_faults(pattern: re.Pattern[str], where: str, text: str) -> list[str]:
    return [
        f"{where}:{number}: {found.group()}"
        for number, line in enumerate(text.splitlines(), start=1)
        if (found := pattern.search(line))
    ]


def repository_files(*folders: str) -> dict[str, str]:
    """Path and text of every text file that is in the repository, or would be if it were added."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *folders],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    texts = {}
    for name in sorted(set(listing.stdout.split("\0")) - {""}):
        path = ROOT / name
        if not path.is_file():
            continue
        try:
            texts[name] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return texts


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_go_one_way(package: str):
    modules = {name: text for name, text in repository_files(package).items() if name.endswith(".py")}
    assert f"{package}/__init__.py" in modules
    assert [fault for name, text in modules.items() for fault in import_faults(package, name, text)] == []


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("spec", "import engine"),
        ("spec", "from engine.layout import Layout"),
        ("spec", "import os, verify.smt"),
        ("spec", "import z3"),
        ("spec", "from hypothesis import strategies"),
        ("spec", "from rich.console import Console"),
        ("engine", "import verify"),
        ("engine", "def late():\n    from hoyle import load"),
        ("engine", "if TYPE_CHECKING:\n    import hoyle.commands.cli"),
        ("verify", "from hoyle.commands.cli import main"),
        ("verify", "import importlib\nimportlib.import_module('hoyle.commands.cli')"),
        ("hoyle", "from tests.repo import test_layout"),
    ],
)
def test_backward_import_is_reported(package: str, source: str):
    assert len(import_faults(package, "planted.py", source)) == 1


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("spec", "import spec.ir.nodes\nfrom . import ir\nfrom .engine import words\nimport lark"),
        ("engine", "import spec\nfrom engine import layout"),
        ("verify", "import spec, engine, z3, hypothesis"),
        ("hoyle", "import spec, engine, verify, rich"),
    ],
)
def test_forward_import_is_not_reported(package: str, source: str):
    assert import_faults(package, "planted.py", source) == []


def test_core_names_no_game():
    files = repository_files(*CORE)
    assert {name.partition("/")[0] for name in files} == set(CORE)
    assert [name for name in files if GAME_NAME.search(name)] == []
    assert [fault for name, text in files.items() for fault in pattern_faults(GAME_NAME, name, text)] == []


@pytest.mark.parametrize(
    "line",
    [
        "if game.name == 'Pigeon':",
        "def solve_leduc():",
        "TWENTYONE = 21",
        "rules/twenty_one",
        "crazy_eights.c",
    ],
)
def test_named_game_is_reported(line: str):
    assert pattern_faults(GAME_NAME, "planted.py", "first\n" + line) != []


@pytest.mark.parametrize("line", ["by the pigeonhole principle", "suit is hearts", "reserve space, mind corners"])
def test_ordinary_words_are_not_reported(line: str):
    assert pattern_faults(GAME_NAME, "planted.py", line) == []


@pytest.mark.parametrize("pattern", [REGISTRY, MACHINE_PATH], ids=["registry", "machine path"])
def test_no_file_holds(pattern: re.Pattern[str]):
    files = repository_files()
    assert "pyproject.toml" in files
    assert [fault for name, text in files.items() for fault in pattern_faults(pattern, name, text)] == []


# The planted lines are put together here, so that this file does not hold what it looks for.
@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (REGISTRY, "see https://pypi" + ".org/project/lark"),
        (REGISTRY, "--index" + "-url x"),
        (REGISTRY, '"resolved"' + ': "https://elsewhere"'),
        (REGISTRY, "registry" + "=https://elsewhere"),
        (MACHINE_PATH, "open('/" + "work/main/x')"),
        (MACHINE_PATH, "/" + "root/.cache"),
        (MACHINE_PATH, "path: /" + "home/ann/hoyle"),
        (MACHINE_PATH, "file:///" + "Users/ann/hoyle"),
    ],
)
def test_registry_or_machine_path_is_reported(pattern: re.Pattern[str], line: str):
    (fault,) = pattern_faults(pattern, "planted.txt", "first\n" + line)
    assert fault.startswith("planted.txt:2: ")


@pytest.mark.parametrize("line", ["docs/work/plan.md", "https://example.org/home/", "~/work/hoyle", "./root/x"])
def test_relative_path_is_not_reported(line: str):
    assert pattern_faults(MACHINE_PATH, "planted.txt", line) == []
