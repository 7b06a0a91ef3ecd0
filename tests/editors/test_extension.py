"""The code of the extension for VS Code, in an editor that only notes what it is asked; by Node's own test runner."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NODE = shutil.which("node")


def run(*files: Path) -> subprocess.CompletedProcess[str]:
    assert NODE is not None
    return subprocess.run(
        [NODE, "--test", *map(str, files)], capture_output=True, text=True, check=False, timeout=100, cwd=HERE
    )


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_extension():
    files = sorted(HERE.glob("*.test.js"))
    assert len(files) == 4
    done = run(*files)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize(
    ("tests", "module", "right", "wrong"),
    [
        ("command", "command", "on.isAbsolute(entry)", "entry !== undefined"),
        ("command", "command", "return { problem: `The setting", "if (false) return { problem: `The setting"),
        ("rulebook", "rulebook", "default-src 'none'", "default-src https:"),
        ("extension", "extension", "if (!vscode.workspace.isTrusted) {\n    show", "if (false) {\n    show"),
        ("extension", "extension", "[name, on.file]", "[`${name} ${on.file}`]"),
        ("extension", "extension", "enableScripts: false", "enableScripts: true"),
        ("extension", "extension", "  if (table === undefined) {", "  if (true) {"),
        ("table", "table", "'nonce-${nonce}'; base-uri", "'unsafe-inline'; base-uri"),
        ("table", "table", 'crypto.randomBytes(16).toString("base64")', '"AAAAAAAAAAAAAAAAAAAAAAAA"'),
        ("table", "table", "/[<>&", "/[&"),
        ("table", "table", "value.version === 1 &&", ""),
        ("extension", "extension", "    tell(found.problem);\n    return;\n", "    return;\n"),
    ],
)
def test_a_fault_in_it_is_noticed(tmp_path: Path, tests: str, module: str, right: str, wrong: str):
    source = HERE.parents[1] / "editors" / "vscode" / "src"
    copied = tmp_path / "editors" / "vscode" / "src"
    shutil.copytree(source, copied)
    code = (copied / f"{module}.js").read_text(encoding="utf-8")
    assert right in code
    (copied / f"{module}.js").write_text(code.replace(right, wrong), encoding="utf-8")
    there = tmp_path / "tests" / "editors"
    there.mkdir(parents=True)
    shutil.copy(HERE / f"{tests}.test.js", there)
    done = run(there / f"{tests}.test.js")
    assert done.returncode == 1
    assert "not ok" in done.stdout or "✖" in done.stdout
