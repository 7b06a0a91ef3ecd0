"""The how-to pages, done literally in an empty folder, print what they show; their Python runs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.lesson import Run, acts, do
from tests.docs.test_readme import missing

PAGES = sorted((Path(__file__).resolve().parents[2] / "docs" / "how-to").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_prints_what_it_shows(page: Path, tmp_path: Path) -> None:
    done = acts(page.read_text(encoding="utf-8"))
    assert any(isinstance(act, Run) for act in done)
    for act in done:
        printed = do(act, tmp_path)
        if isinstance(act, Run):
            assert missing(act.shown, printed) == [], printed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    for code in re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S):
        subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True)


def test_there_are_five_pages() -> None:
    assert {page.stem for page in PAGES} >= {"illegal-move", "ambiguity", "edition", "own-engine", "ci"}
