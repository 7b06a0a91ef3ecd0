"""A rule file whose every text is hostile goes through every export: the code is that of the same file with plain
texts.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from engine.core.names import identifier
from engine.targets.registry import TARGETS
from hoyle.commands.cli import main
from spec.text.clean import UNSAFE
from tests.export.hostile import EVERYTHING, HOSTILE, NAME, write
from tests.export.test_escape import Reader, without_comments

PLAIN = f"{identifier(NAME.removesuffix('.hoyle'))}.hoyle"
"""A harmless name of which the same identifiers are made."""


@pytest.fixture(scope="module", params=list(TARGETS))
def exports(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The folders that both rule files are exported to."""
    made = []
    for name, text in ((NAME, EVERYTHING), (PLAIN, "plain words")):
        folder = tmp_path_factory.mktemp("rules")
        path = write(folder, text, name)
        assert main(["export", str(path), "--to", request.param, "--out", str(folder / "out"), "--games", "3"]) == 0
        made.append(folder / "out")
    return made[0], made[1]


def code_of(path: Path) -> object:
    """What a file says to a machine, without the texts in it."""
    text = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".py":
            return re.sub(
                r"Constant\(value='(?:[^'\\]|\\.)*'|Constant\(value=\"(?:[^\"\\]|\\.)*\"", "S", ast.dump(_bare(text))
            )
        case ".c" | ".h" | ".mjs" | ".mts":
            return _signs(text)
        case ".html":
            found = Reader(text)
            tags = [_unlabelled(t) for t in found.tags if "Content-Security-Policy" not in str(t)]
            style, script = (t for t in found.texts if len(t) > 2_000 and not t.startswith("{"))
            data = [sorted(json.loads(t)) for t in found.texts if t.startswith("{")]
            return tags, data, style, _signs(script)
        case ".md":
            return len(text.splitlines()), re.findall(r"^(?:#+ |```|- \*\*\w+)", text, re.MULTILINE)
        case ".jsonl":
            return [{**json.loads(line), "title": "", "game": "", "fired": ""} for line in text.split("\n") if line]
        case ".json":
            return json.loads(text)
        case _:
            raise AssertionError(path)


def _unlabelled(tag: Any) -> object:
    """A tag without what is read out in its place, which is text."""
    match tag:
        case (name, attributes):
            return name, [(key, "" if key == "aria-label" else value) for key, value in attributes]
        case _:
            return tag


def _bare(text: str) -> ast.Module:
    """A Python module without its docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return tree


def _signs(code: str) -> str:
    return " ".join(re.sub(r'"(?:[^"\\]|\\.)*"', '""', without_comments(code)).split())


def test_the_code_is_that_of_harmless_texts(exports: tuple[Path, Path]):
    hostile, plain = exports
    names = sorted(p.relative_to(plain) for p in plain.rglob("*") if p.is_file())
    assert sorted(p.relative_to(hostile) for p in hostile.rglob("*") if p.is_file()) == names
    for name in names:
        assert code_of(hostile / name) == code_of(plain / name), name
        assert not UNSAFE.search((hostile / name).read_text(encoding="utf-8")), name


def test_compilers_read_it_without_a_word(exports: tuple[Path, Path], tmp_path: Path):
    for path in exports[0].rglob("*"):
        if path.suffix == ".c" and (compiler := shutil.which("gcc") or shutil.which("clang")):
            flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Wcomment", "-Wtrigraphs", "-fsyntax-only"]
            subprocess.run([compiler, *flags, path.name], cwd=path.parent, check=True)
        if path.suffix == ".mjs" and (node := shutil.which("node")):
            subprocess.run([node, "--check", path], check=True)
        if path.suffix == ".html" and (node := shutil.which("node")):
            script = max(Reader(path.read_text(encoding="utf-8")).texts, key=len)
            (tmp_path / "page.mjs").write_text(script, encoding="utf-8")
            subprocess.run([node, "--check", tmp_path / "page.mjs"], check=True)


def test_no_text_at_the_end_of_a_comment_of_c_leaves_it(tmp_path: Path):
    told = []
    for number, text in enumerate(("plain words", *AT_THE_END)):
        path = write(tmp_path, text, "x.hoyle")
        out = tmp_path / str(number)
        assert main(["export", str(path), "--to", "c", "--out", str(out)]) == 0
        told.append([code_of(out / name) for name in ("x.c", "x.h", "main.c", "conform.c")])
    assert all(one == told[0] for one in told)


AT_THE_END = [text for text in HOSTILE if text[-1] in "\\/*"]
