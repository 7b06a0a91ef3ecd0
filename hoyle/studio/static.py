"""Writes the studio as a folder that any web server can hand out: the page, Python for browsers, Hoyle, a solver.

Nothing is brought from elsewhere: the parts that are no part of Hoyle lie in a folder that somebody filled, as
`make studio-static` does. Leaves the page to `assets`, and what its workers call to `browser`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution, version
from pathlib import Path, PurePosixPath

import hoyle
from hoyle.sources.rulefolder import rules_folder
from hoyle.terminal.guard import Misuse

PYODIDE = "314.0.7"
SOLVER = "5.3.3.0"
RUNTIME = Path(__file__).resolve().parents[2] / "build" / "studio-runtime"
"""Where `make studio-static` puts the parts."""
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PACKAGES = ("lark", "jinja2", "markupsafe", "rich")
"""What Hoyle needs of others in a browser, besides the solver."""
OWN = ("spec", "engine", "verify", "hoyle")
LEFT_OUT = (
    "hoyle/studio/assets",
    "hoyle/studio/page",
    "hoyle/studio/server",
    "hoyle/language_server",
    "hoyle/commands",
)
NEEDED = f"""the parts for browsers are not in {{folder}}. They are no part of Hoyle. In the source tree
`make studio-static` brings them; by hand, into a folder that --runtime names:
  npm pack pyodide@{PYODIDE}     (and unpack it there)
  pip download --no-deps --only-binary :all: --platform pyemscripten_2026_0_wasm32 \\
    --python-version 3.14 z3-solver=={SOLVER}"""
FIXED = (1980, 1, 1, 0, 0, 0)
"""The time of all files in archives, so that the same parts make the same archive."""


def write(folder: Path, assets: dict[str, Path], runtime: Path, *, replace: bool) -> int:
    """Writes the folder, whole or not at all; answers how many bytes it has. Raises Misuse."""
    python, solver = _parts(runtime)
    if folder.exists() and not replace and any(folder.iterdir() if folder.is_dir() else (folder,)):
        raise Misuse(f"{folder} is there already, and not empty; choose another folder or add --force")
    if folder.exists() and not folder.is_dir():
        raise Misuse(f"{folder} is no folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as name:
        made = Path(name) / "made"
        made.mkdir()
        for own, path in assets.items():
            shutil.copy(path, made / own)
        page = (made / "index.html").read_text(encoding="utf-8")
        (made / "index.html").write_text(page.replace('data-home="server"', 'data-home="browser"'), encoding="utf-8")
        for path in python:
            shutil.copy(path, made / path.name)
        shutil.copy(solver, made / "solver.zip")
        _hoyle(made / "hoyle.zip")
        _offline(made)
        size = sum(path.stat().st_size for path in made.iterdir())
        folder.mkdir(exist_ok=True)
        for path in made.iterdir():
            path.replace(folder / path.name)
    return size


def _parts(runtime: Path) -> tuple[list[Path], Path]:
    """Python for browsers, and the solver. Raises Misuse where they are not there."""
    found = [next(iter(runtime.rglob(name)), None) if runtime.is_dir() else None for name in PYTHON]
    wheels = sorted(runtime.rglob(f"z3_solver-{SOLVER}-*wasm32.whl")) if runtime.is_dir() else []
    there = [path for path in found if path is not None]
    if len(there) < len(PYTHON) or not wheels:
        raise Misuse(NEEDED.format(folder=runtime))
    package = there[0].with_name("package.json")
    told = json.loads(package.read_text(encoding="utf-8")).get("version", "") if package.is_file() else ""
    if told != PYODIDE:
        raise Misuse(f"{runtime} holds Pyodide {told or 'of no known version'}, and this page is for {PYODIDE}")
    return there, wheels[0]


def _hoyle(path: Path) -> None:
    """Hoyle and the packages that it needs, as one archive of Python's."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(_files()):
            archive.writestr(zipfile.ZipInfo(name, FIXED), data, zipfile.ZIP_DEFLATED)


def _files() -> Iterator[tuple[str, bytes]]:
    root = Path(hoyle.__file__).resolve().parents[1]
    for package in OWN:
        for path in (root / package).rglob("*"):
            name = path.relative_to(root).as_posix()
            if path.is_file() and path.suffix not in (".pyc", ".so") and not name.startswith(LEFT_OUT):
                yield name, path.read_bytes()
    if not (root / "hoyle" / "rules").is_dir():
        for path in rules_folder().rglob("*"):
            if path.is_file():
                yield f"hoyle/rules/{path.relative_to(rules_folder()).as_posix()}", path.read_bytes()
    told = version("hoyle")
    yield f"hoyle-{told}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: hoyle\nVersion: {told}\n".encode()
    for name in PACKAGES:
        for file in distribution(name).files or ():
            place = PurePosixPath(file)
            kept = place.suffix in (".py", ".lark", ".txt", ".json", "") or place.name == "METADATA"
            outside = place.is_absolute() or ".." in place.parts or "__pycache__" in place.parts
            found = Path(str(file.locate()))
            if kept and not outside and found.is_file() and "__pyinstaller" not in place.parts:
                yield place.as_posix(), found.read_bytes()


def _offline(folder: Path) -> None:
    """Tells the service worker which files there are, and names their state: it keeps them from the first visit on."""
    digest = hashlib.sha256()
    names = sorted(path.name for path in folder.iterdir() if path.name not in ("offline.js", "licences.txt"))
    for name in names:
        digest.update(name.encode() + b"\0" + hashlib.sha256((folder / name).read_bytes()).digest())
    told = json.dumps({"state": digest.hexdigest()[:16], "files": names})
    script = (folder / "offline.js").read_text(encoding="utf-8")
    (folder / "offline.js").write_text(f"self.HOYLE={told};\n{script}", encoding="utf-8")
