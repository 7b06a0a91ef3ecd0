"""The page about the architecture names files that exist, and every folder of code stands in its map."""

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    ROOT / "ARCHITECTURE.md",
    ROOT / "README.md",
    ROOT / "bench" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
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
