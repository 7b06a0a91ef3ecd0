"""Every link between the pages of the repository leads to a file, and the README's work away from the repository."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "ARCHITECTURE.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "editors").rglob("*.md")),
]
MADE = {"docs/gallery/index.md", "docs/reference/commands.md"}
"""Pages that `make site` makes (`tests/docs/test_site.py`)."""
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)")


def headings(text: str) -> set[str]:
    """The anchors of a page, as the site makes them."""
    named = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", name).strip().lower()) for name in named}


def broken(page: Path, text: str) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for path, anchor in LINK.findall(text):
        aim = (page.parent / path).resolve() if path else page
        if aim.is_relative_to(ROOT) and aim.relative_to(ROOT).as_posix() in MADE:
            continue
        if not aim.exists() or (anchor and anchor not in headings(aim.read_text(encoding="utf-8"))):
            found.append(f"{page.relative_to(ROOT)}: {path}#{anchor}")
    return found


def test_every_link_leads_to_a_page() -> None:
    assert [lost for page in PAGES for lost in broken(page, page.read_text(encoding="utf-8"))] == []


def test_a_link_that_leads_nowhere_is_found() -> None:
    page = ROOT / "docs" / "index.md"
    assert broken(page, "[a](reference/language.md) [b](gone.md)") == ["docs/index.md: gone.md#"]
    assert broken(page, "[a](reference/language.md#zones) [b](https://example.org/x)") == [
        "docs/index.md: reference/language.md#zones"
    ]


def test_the_readme_is_read_on_a_package_index_too() -> None:
    assert LINK.findall((ROOT / "README.md").read_text(encoding="utf-8")) == []
