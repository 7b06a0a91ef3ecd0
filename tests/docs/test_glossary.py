"""Each term of the glossary is used where the page says."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "glossary.md"
ROW = re.compile(
    r"^\| (?P<terms>\*\*.+?\*\*(?:, \*\*.+?\*\*)*) \| (?P<means>.+) \| \[.+?\]\((?P<where>.+?)\) \|$", re.M
)


def rows(page: str) -> list[tuple[str, str]]:
    """Each term with the file in which it is said to be used."""
    return [(term, m["where"]) for m in ROW.finditer(page) for term in re.findall(r"\*\*(.+?)\*\*", m["terms"])]


def words(text: str) -> str:
    """The words of a text, whatever parts them."""
    return re.sub(r"[\s_*\-]+", " ", text).casefold()


def used(term: str, where: str) -> bool:
    """Is a term used in a file that the page links to?"""
    file = (PAGE.parent / where).resolve()
    told = f"{file.relative_to(ROOT)} {file.read_text(encoding='utf-8')}"
    return re.search(rf"\b{re.escape(words(term))}", words(told)) is not None


TERMS = rows(PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("term", "where"), TERMS, ids=[term for term, _ in TERMS])
def test_a_term_is_used_where_the_page_says(term: str, where: str) -> None:
    assert used(term, where)


def test_every_line_of_the_page_is_a_term_and_none_stands_twice() -> None:
    lines = [x for x in PAGE.read_text(encoding="utf-8").splitlines() if x.startswith("| **")]
    assert len(lines) == len(ROW.findall(PAGE.read_text(encoding="utf-8"))) > 60
    assert len({term for term, _ in TERMS}) == len(TERMS)


def test_a_term_that_nothing_uses_is_found() -> None:
    assert not used("zugzwang", "../explanation/verification.md")
    assert rows("| **zugzwang** | x | [a](verification.md) |") == [("zugzwang", "verification.md")]
