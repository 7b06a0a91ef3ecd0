"""Each term of the glossary is used where the page says, and riddles do not come back to what people read."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "glossary.md"
ROW = re.compile(
    r"^\| (?P<terms>\*\*.+?\*\*(?:, \*\*.+?\*\*)*) \| (?P<means>.+) \| \[.+?\]\((?P<where>.+?)\) \|$", re.M
)
RIDDLES = re.compile(
    r"(has its|have their|had its|had their) way|no play parted|parts? them\b|plays? meets? no fault"
    r"|without being told|what is open decided|one way or the other|in brackets stand|whoever must"
    r"|offer nothing|owes\b|a measure that|not noticed|are looked at|not put into terms"
    r"|come(s)? about|came about|which is not so|and it is not so|tells? of unseen",
    re.IGNORECASE,
)
"""Phrases that people had to read twice, each replaced by a plain one."""


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


def messages(code: str) -> Iterator[tuple[int, str]]:
    """The texts of a module that are no docstrings, with their lines."""
    tree = ast.parse(code)
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, node.value


def riddles(code: str) -> list[str]:
    """The messages of a module that hold a riddle."""
    return [f"{line}: {text}" for line, text in messages(code) if RIDDLES.search(text)]


TERMS = rows(PAGE.read_text(encoding="utf-8"))
MODULES = sorted(p for top in ("spec", "engine", "verify", "hoyle") for p in (ROOT / top).rglob("*.py"))
PAGES = [
    ROOT / "README.md",
    *sorted(p for p in (ROOT / "docs").rglob("*.md") if p.parent.name != "decisions"),
    *sorted((ROOT / "hoyle").rglob("*.jinja")),
]


@pytest.mark.parametrize(("term", "where"), TERMS, ids=[term for term, _ in TERMS])
def test_a_term_is_used_where_the_page_says(term: str, where: str) -> None:
    assert used(term, where)


def test_every_line_of_the_page_is_a_term_and_none_stands_twice() -> None:
    lines = [x for x in PAGE.read_text(encoding="utf-8").splitlines() if x.startswith("| **")]
    assert len(lines) == len(ROW.findall(PAGE.read_text(encoding="utf-8"))) > 60
    assert len({term for term, _ in TERMS}) == len(TERMS)


def test_no_message_holds_a_riddle() -> None:
    assert [f"{p.relative_to(ROOT)}:{found}" for p in MODULES for found in riddles(p.read_text("utf-8"))] == []


def test_no_page_holds_a_riddle() -> None:
    held = ((p.name, found[0]) for p in PAGES for found in RIDDLES.finditer(p.read_text(encoding="utf-8")))
    assert list(held) == []


def test_a_term_that_nothing_uses_is_found() -> None:
    assert not used("zugzwang", "../explanation/verification.md")
    assert rows("| **zugzwang** | x | [a](verification.md) |") == [("zugzwang", "verification.md")]


def test_a_riddle_in_a_message_is_found_and_in_a_docstring_is_not() -> None:
    assert riddles('print(f"{n} clauses have their way in some play")') == ["1:  clauses have their way in some play"]
    assert riddles('"""Clauses have their way."""') == []
