"""The page about the architecture names files that exist, and every folder of code stands in its map."""

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    ROOT / "ARCHITECTURE.md",
    ROOT / "README.md",
    ROOT / "bench" / "README.md",
    *sorted(p for p in (ROOT / "docs").rglob("*.md") if p.parent.name != "decisions"),
)
PLACE = re.compile(r"`((?:spec|engine|verify|hoyle|tests|bench|rules|docs)/[\w./-]+)`")


def missing(text: str) -> list[str]:
    """The files and folders that a text names and that do not exist."""
    return [place for place in PLACE.findall(text) if "NAME" not in place and not (ROOT / place).exists()]


def folders() -> Iterable[str]:
    """The folders of code of the four packages, one level deep."""
    for top in ("spec", "engine", "verify", "hoyle"):
        yield from (f"{top}/{p.parent.name}" for p in sorted((ROOT / top).glob("*/__init__.py")))


def test_every_place_that_a_page_names_exists() -> None:
    assert [(page.name, place) for page in PAGES for place in missing(page.read_text(encoding="utf-8"))] == []


def test_the_code_map_has_every_folder() -> None:
    named = PLACE.findall(PAGES[0].read_text(encoding="utf-8"))
    assert [folder for folder in folders() if folder not in named] == []


def test_a_place_that_is_gone_is_found() -> None:
    assert missing("`spec/text/layout.py` and `spec/text/gone.py`") == ["spec/text/gone.py"]


DOTTED = re.compile(r"`(?!hoyle\.toml`)((?:spec|engine|verify|hoyle)(?:\.\w+)+)`")


def editors_names() -> set[str]:
    """The settings and commands that editors know by such names, too."""
    told = (ROOT / "editors" / "vscode" / "package.json", ROOT / "hoyle" / "language_server" / "commands.py")
    return {name for path in told for name in re.findall(r'"(hoyle\.[\w.]+)"', path.read_text(encoding="utf-8"))}


def unknown(text: str) -> list[str]:
    """The modules, and names of modules, that a text speaks of in code and that do not exist."""
    others = editors_names()
    return [name for name in DOTTED.findall(text) if "NAME" not in name and name not in others and not known(name)]


def known(name: str) -> bool:
    """Is it a module, or a name that stands in one? `hoyle` itself answers for what it exports."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        stem = ROOT.joinpath(*parts[:count])
        file = next((f for f in (stem.with_suffix(".py"), stem / "__init__.py") if f.exists()), None)
        if file is not None:
            return all(re.search(rf"\b{part}\b", file.read_text(encoding="utf-8")) for part in parts[count:])
    return False


def test_every_module_that_a_text_names_exists() -> None:
    tops = ("spec", "engine", "verify", "hoyle", "tests", "bench")
    code = [p for top in tops for p in sorted((ROOT / top).rglob("*.py"))]
    texts = [*code, *PAGES]
    held = ((p.relative_to(ROOT), name) for p in texts for name in unknown(p.read_text(encoding="utf-8")))
    assert [(str(where), name) for where, name in held if where.name != Path(__file__).name] == []


def test_a_setting_of_editors_is_no_module_and_one_that_is_gone_is_found() -> None:
    assert unknown("`hoyle.path`, `hoyle.verify` and `hoyle.no_such_setting`") == ["hoyle.no_such_setting"]


def test_a_module_that_is_gone_is_found() -> None:
    assert unknown("`spec.text.layout`, `spec.text.layout.gone_function` and `spec.layout`") == [
        "spec.text.layout.gone_function",
        "spec.layout",
    ]
