"""Bundles the page of the studio: TypeScript and styles into the few files that a home hands out.

`make studio` runs it, after npm has brought the packages into `build/studio`. Nothing here needs a network. The types
are checked first; where anything is wrong, the files that are there stay.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = ROOT / "build" / "studio"
MADE = HERE.parent / "assets"
STYLES = (
    ROOT / "engine" / "pages" / "assets" / "base.css",
    ROOT / "hoyle" / "english" / "document" / "templates" / "rulebook.css",
    HERE / "src" / "studio.css",
)
THEME = ROOT / "engine" / "pages" / "assets" / "base.js"
COPIED = ("index.html", "icon.svg")
LICENCES = ("LICENSE", "LICENSE.md", "LICENSE.txt")
OPTIONS = (
    "--bundle", "--format=esm", "--target=es2022", "--minify", "--chunk-names=part-[hash]", "--log-level=warning",
)  # fmt: skip
PARTS = {"@esbuild": "esbuild", "@typescript": "typescript"}
"""What is built for one kind of machine is a part of its package, and has its version."""


class NotMade(Exception):
    """Why there is no page."""


def wanted() -> dict[str, str]:
    """The packages that package.json pins."""
    found: dict[str, str] = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    return found


def wrong_packages(installed: Path, pinned: Mapping[str, str]) -> list[str]:
    """The packages that are not as package.json pins them, or that it does not name."""
    there = {
        path.parent.relative_to(installed).as_posix(): json.loads(path.read_text(encoding="utf-8"))["version"]
        for pattern in ("*/package.json", "@*/*/package.json")
        for path in installed.glob(pattern)
    }
    wrong = []
    for name, version in there.items():
        whole = PARTS.get(name.partition("/")[0], name)
        if pinned.get(whole) != version:
            wrong.append(f"{name} {version}")
    return wrong + [f"{name} is missing" for name in pinned if name not in there]


def bundle(source: Path = HERE, made: Path = MADE) -> None:
    """Makes the files of the page, in place of those that are there. Raises NotMade."""
    modules = BUILD / "node_modules"
    wrong = wrong_packages(modules, wanted())
    if wrong:
        raise NotMade(
            f"{modules} is not as package.json says ({', '.join(wrong)}): remove build/studio, and make studio"
        )
    shutil.rmtree(BUILD / "src", ignore_errors=True)
    shutil.copytree(source / "src", BUILD / "src")
    shutil.copy(source / "tsconfig.json", BUILD)
    _run(modules / ".bin" / "tsc", "--project", ".")
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        out = Path(folder)
        esbuild = modules / ".bin" / "esbuild"
        _run(esbuild, "src/main.ts", *OPTIONS, "--splitting", "--metafile=meta.json", f"--outdir={out.name}")
        for alone in ("src/worker.ts", "src/offline.ts"):  # each a file of its own, for a thread of its own
            _run(esbuild, alone, *OPTIONS, f"--outdir={out.name}")
        for name in COPIED:
            shutil.copy(source / "src" / name, out)
        (out / "studio.css").write_text("".join(s.read_text(encoding="utf-8") for s in STYLES), encoding="utf-8")
        shutil.copy(THEME, out / "theme.js")
        (out / "licences.txt").write_text(_licences(modules), encoding="utf-8")
        shutil.rmtree(made, ignore_errors=True)
        shutil.copytree(out, made)


def _licences(modules: Path) -> str:
    """The licences of all packages that are in the bundle."""
    inputs = json.loads((BUILD / "meta.json").read_text(encoding="utf-8"))["inputs"]
    names: set[str] = set()
    for path in inputs:
        parts = Path(path).parts
        if "node_modules" in parts:
            at = parts.index("node_modules") + 1
            names.add("/".join(parts[at : at + 2]) if parts[at].startswith("@") else parts[at])
    told = []
    for name in sorted(names):
        text = next((p.read_text(encoding="utf-8") for n in LICENCES if (p := modules / name / n).is_file()), "")
        if not text:
            raise NotMade(f"{name} has no licence that could be told")
        told.append(f"{name}\n\n{text.strip()}\n")
    return "\n\n".join(told)


def _run(program: Path, *options: str) -> None:
    done = subprocess.run([str(program), *options], cwd=BUILD, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotMade(f"{program.name} failed:\n{done.stdout}{done.stderr}")


def main() -> int:
    try:
        bundle()
    except NotMade as error:
        print(f"hoyle: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
