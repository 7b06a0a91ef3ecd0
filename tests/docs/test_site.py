"""The site: it is built without a warning, loads nothing from elsewhere, and every link on it leads somewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from hoyle.commands.index import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or os.environ.get("HOYLE_CHROMIUM")
LOADED = re.compile(r"""(?:\bsrc=|<link[^>]*href=|url\(|@import )["']?(?P<what>[^"')\s>]+)""")
LEADS = re.compile(r"""<a [^>]*href="(?P<where>[^"#]*)(?:#(?P<part>[^"]*))?\"""")


@pytest.fixture(name="site", scope="module")
def a_site_of_one_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    env = {**os.environ, "HOYLE_SITE_GAMES": "leduc_poker"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    return folder


def outside(text: str) -> list[str]:
    """What a page or style loads from another place."""
    return [m["what"] for m in LOADED.finditer(text) if re.match(r"\w+:|//", m["what"]) and m["what"][:5] != "data:"]


def astray(site: Path, page: Path) -> list[str]:
    """The links of a page that lead to no file of the site, or to no place in it."""
    found = []
    for link in LEADS.finditer(page.read_text(encoding="utf-8")):
        aim = page.parent / link["where"] if link["where"] else page
        if re.match(r"\w+:", link["where"]):
            continue
        held = aim.read_text(encoding="utf-8") if aim.is_file() else None
        if held is None or (link["part"] and not re.search(rf'id="?{re.escape(link["part"])}\b', held)):
            found.append(f"{page.relative_to(site)}: {link['where']}#{link['part'] or ''}")
    return found


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    texts = {p: p.read_text(encoding="utf-8") for p in site.rglob("*") if p.suffix in (".html", ".css")}
    assert len(texts) > 25
    assert {str(p): outside(text) for p, text in texts.items() if outside(text)} == {}


def test_rule_texts_and_headings_are_told_apart(site: Path) -> None:
    """Each heading of the page on the language is one, and no mark of a rule text is shown."""
    page = (site / "reference" / "language.html").read_text(encoding="utf-8")
    text = (ROOT / "docs" / "reference" / "language.md").read_text(encoding="utf-8")
    assert page.count("<h2") == text.count("\n## ")
    assert "```" not in page


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = [p for p in sorted(site.rglob("*.html")) if p.name not in ("404.html", "play.html", "rulebook.html")]
    assert [lost for page in pages for lost in astray(site, page)] == []


def test_the_gallery_and_the_commands_are_there(site: Path) -> None:
    for name in ("play.html", "rulebook.html", "about.html"):
        assert "Leduc Poker" in (site / "gallery" / "leduc_poker" / name).read_text(encoding="utf-8")
    commands = (site / "reference" / "commands.html").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"usage: hoyle {name}" not in commands] == []


def test_a_page_that_loads_something_or_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    text = '<script src="https://example.org/x.js"></script><a href="gone.html">x</a><a class="y" href="#no">z</a>'
    page.write_text(text, encoding="utf-8")
    assert outside(text) == ["https://example.org/x.js"]
    assert astray(tmp_path, page) == ["a.html: gone.html#", "a.html: #no"]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed, and the pages are tested in a real browser")
def test_anybody_can_read_it(site: Path) -> None:
    pages = ("index.html", "tutorial/03-move.html", "reference/language.html", "explanation/verdicts.html")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        looks: tuple[tuple[int, Literal["dark", "light"]], ...] = ((390, "dark"), (1400, "light"))
        for width, scheme in looks:
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            for name in pages:
                page.goto((site / name).as_uri())
                found = Axe().run(page).response["violations"]
                assert (name, [(v["id"], v["nodes"][0]["html"]) for v in found]) == (name, [])
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        browser.close()
