"""Every page of Hoyle's in a real browser: no script of a rule file runs, nothing is asked for, the policy is kept."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from editors.vscode import pack
from hoyle.ambiguity.order import Told
from hoyle.ambiguity.page import page as ambiguity_page
from hoyle.commands.cli import main
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from spec.text.clean import UNSAFE
from spec.text.source import Span, Text
from tests.export.hostile import EVERYTHING, write
from tests.hoyle.axe import broken
from verify.ambiguity.report.finding import Film, Finding, Kind, Picture, Pile
from verify.ambiguity.report.outcome import Report

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or os.environ.get("HOYLE_CHROMIUM")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium is installed, and the pages are tested in a real browser"
)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
SHOTS = os.environ.get("HOYLE_SCREENSHOTS", "")
"""Where pictures of the pages are put, for whoever wants to look at them."""
NAME = "x\x1b'`<b>.hoyle"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages of a rule file whose texts are harmless."""
    return made(tmp_path_factory.mktemp("plain"), "Plain words", "plain.hoyle")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages of one whose texts are all hostile."""
    return made(tmp_path_factory.mktemp("hostile"), EVERYTHING, NAME)


@pytest.fixture(params=["hostile", "plain"])
def pages(request: pytest.FixtureRequest) -> dict[str, Path]:
    """The ones and the others."""
    found: dict[str, Path] = request.getfixturevalue(request.param)
    return found


def made(folder: Path, text: str, name: str) -> dict[str, Path]:
    """The pages of a rule file with that for each of its texts."""
    rules = str(write(folder, text, name))
    assert main(["rulebook", rules, "--html", "--out", str(folder / "rulebook.html")]) == 0
    assert main(["export", rules, "--to", "web", "--out", str(folder / "web")]) == 0
    (web,) = (folder / "web").glob("*.html")
    (folder / "report.html").write_text(report(text), encoding="utf-8")
    main(["ambiguities", rules, "--budget", "3", "--games", "5", "--jobs", "1", "--html", str(folder / "found.html")])
    main(["simulate", rules, "--games", "9", "--html", str(folder / "games.html")])
    (folder / "book.txt").write_text(f"# {text}\n\n{text}. {text}.\n\n# Other\n\n{text}", encoding="utf-8")
    main(["trace", rules, "--text", str(folder / "book.txt"), "--html", str(folder / "covered.html")])
    return {
        "rulebook": folder / "rulebook.html",
        "web": web,
        "report": folder / "report.html",
        "found": folder / "found.html",
        "games": folder / "games.html",
        "covered": folder / "covered.html",
        "table": table(folder, rules),
    }


def table(folder: Path, rules: str) -> Path:
    """What VS Code shows of an example: drawn by the extension from what `hoyle replay` prints."""
    game = load_file(rules).game
    assert game is not None
    out = StringIO()
    with redirect_stdout(out):
        main(["replay", rules, f"--example={game.examples[0].text}", "--json"])
    media = folder / "media"
    media.mkdir()
    for name, content in pack.held(b"", []).items():
        if name.startswith("extension/media/"):
            (media / Path(name).name).write_bytes(content)
    (folder / "film.json").write_text(out.getvalue(), encoding="utf-8")
    code = (
        "const [, module, film, media] = process.argv; const { tablePage } = require(module); "
        "process.stdout.write(tablePage(JSON.parse(require('fs').readFileSync(film, 'utf8')), media));"
    )
    words = [str(pack.HERE / "src" / "table.js"), str(folder / "film.json"), str(media)]
    done = subprocess.run(["node", "-e", code, *words], capture_output=True, text=True, check=True)
    (folder / "table.html").write_text(done.stdout, encoding="utf-8")
    return folder / "table.html"


def report(words: str) -> str:
    """A page on which two clauses clash: both sides stand as the play does, and say only what they say."""
    piles = (Pile("heap", "everybody", ("AH", "2S", words), True), Pile("deck", "nobody", tuple(["AS"] * 9), True))
    last = Picture("lay(AH)", piles, ((words, words),), "player 1", words, words)
    sides = tuple((name, Picture("", piles, last.fields, "player 1", words, words)) for name in ("one", words))
    other = Picture("lay(2H)", piles[:1], (), "player 2", "act")
    film = Film((), True, "{}", ("lay(AH)",), (other, last), (*sides, ("three", other)))
    source = ir.Source("anything", (words,), Span(0, 1))
    kinds: dict[Kind, Film | None] = {"clash": film, "gap": film, "dead": None, "question": film}
    found = tuple(
        Finding(kind, words, f"{words} `code`", "found", "shown" if film else "proved", (source,), film=film)
        for kind, film in kinds.items()
    )
    made = Report(found, (words,), 1.0, 1.0, 0, 0)
    return ambiguity_page(Told(made, Text("a", "b"), None, f"{words}: ambiguities", words, f"hoyle {words}"))


def opened(browser: Browser, path: Path, hash_: str = "", **more: Any) -> tuple[Page, list[str]]:
    page = browser.new_page(**{"viewport": {"width": 1200, "height": 900}, **more})
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(f"error: {error}"))
    page.on("console", lambda said: problems.append(f"console: {said.text}"))
    page.on("dialog", lambda dialog: problems.append("a dialog"))
    page.on("request", lambda asked: None if asked.url.startswith("file:") else problems.append(f"asks: {asked.url}"))
    page.add_init_script("window.owned = () => { console.error('a script of the rule file ran'); }")
    page.goto(path.as_uri() + hash_)
    return page, problems


PAGES = ("rulebook", "web", "report", "found", "games", "covered", "table")


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_runs_nothing_but_its_own_shows_texts_clean_and_fits(
    kind: str, pages: dict[str, Path], browser: Browser
):
    raw = pages[kind].read_text(encoding="utf-8")
    assert not UNSAFE.search(raw)
    page, problems = opened(browser, pages[kind], "#seed=3")
    fits(page, kind)
    if kind == "web":
        page.wait_for_selector("button.move")
        page.click("button.move")
        page.click("#open-rules")
        page.keyboard.press("Escape")
        page.click("#more > summary")
        page.click("#save")
        assert '"seed": 3' in page.input_value("#text")
    for item in page.query_selector_all("details.item:not([open]) > summary"):
        item.click()
    if kind == "report":
        assert page.query_selector_all(".side .say")
        page.click(".film .tools button:nth-child(2)")
        page.keyboard.press("ArrowRight")
    if kind == "table":
        assert page.query_selector_all(".zone .picture use")
        before = page.inner_text(".film .move")
        page.keyboard.press("ArrowRight")
        assert page.inner_text(".film .move") != before
    shown = page.inner_text("body") + page.title()
    assert not UNSAFE.search(shown)
    assert ("owned" in shown) == ("hostile" in str(pages[kind]))
    assert page.query_selector_all("img, b.owned, iframe, object, link, base") == []
    scripts = {"rulebook": 1, "web": 3, "report": 4, "found": 4, "games": 1, "covered": 1, "table": 2}
    assert len(page.query_selector_all("script")) == scripts[kind]
    assert problems == []
    page.close()


def fits(page: Page, kind: str) -> None:
    """No screen has to be scrolled sideways; leaves the page on a large one."""
    for width, height in ((390, 800), (1200, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for colours in ("light", "dark") if SHOTS else ():
            page.emulate_media(color_scheme=colours)
            where = "hostile" if "owned" in page.inner_text("body") else "plain"
            page.screenshot(path=f"{SHOTS}/{where}-{kind}-{width}-{colours}.png")


@pytest.mark.parametrize("kind", PAGES)
def test_the_policy_of_a_page_stops_what_got_in(kind: str, pages: dict[str, Path], browser: Browser, tmp_path: Path):
    """Were a text not escaped, the policy would still stand: the fault is planted here."""
    planted = "<script>owned()</script><img src='http://owned/x.png' onerror='owned()'><p style='color:red'>x</p>"
    path = tmp_path / "planted.html"
    path.write_text(pages[kind].read_text(encoding="utf-8").replace("</body>", f"{planted}</body>"), encoding="utf-8")
    page, problems = opened(browser, path)
    page.wait_for_timeout(100)
    assert not any("of the rule file ran" in problem for problem in problems)
    assert sum("Content Security Policy" in problem for problem in problems) >= 3
    page.close()


NO_SEEDS = (
    "abc", "", "-1", "1e9", "1.5", "0x10", "9" * 400, "18446744073709551616", "%00%E2%80%AE%3Cb%3Eowned()", "%E0%A4",
)  # fmt: skip
SEEDS = {
    **dict.fromkeys(NO_SEEDS, "is no seed"),
    **dict.fromkeys(("0", "007", "9007199254740993", "18446744073709551615"), ""),
}


def test_what_is_no_seed_is_told_and_another_drawn(plain: dict[str, Path], browser: Browser):
    page, problems = opened(browser, plain["web"])
    for seed, word in SEEDS.items():
        again(page, plain["web"], f"#seed={seed}")
        said = page.text_content("#why") or ""
        assert (word in said) if word else said == ""
        assert len(said) < 200
        assert not UNSAFE.search(said)
        page.click("#more > summary")
        page.click("#save")
        told = re.search(r'"seed": (\d+)\n', page.input_value("#text"))
        assert told is not None
        if not word:
            assert int(told[1]) == int(seed)
        assert problems == []
    page.close()


def test_what_is_no_seat_is_told(plain: dict[str, Path], browser: Browser):
    page, problems = opened(browser, plain["web"])
    for seat in ("99", "-1", "x", "2", ""):
        again(page, plain["web"], f"#seed=1&seat={seat}")
        page.wait_for_timeout(50)
        assert "There is no seat" in (page.text_content("#why") or "")
        assert page.input_value("#seat") == "0"
        assert problems == []
    page.close()


def again(page: Page, path: Path, hash_: str) -> None:
    """Opens the page of a game anew, with another address."""
    page.goto("about:blank")
    page.goto(path.as_uri() + hash_)
    page.wait_for_selector("button.move")


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_can_be_read_and_used_by_everybody(kind: str, plain: dict[str, Path], browser: Browser):
    """By the rules of axe, which judge contrast, names, roles, labels and headings."""
    page, _ = opened(browser, plain[kind], "#seed=3", color_scheme="light")
    if kind == "web":
        page.wait_for_selector("button.move")
    for item in page.query_selector_all("details:not([open]) > summary"):
        item.click()
    assert broken(page) == []
    page.emulate_media(color_scheme="dark")
    assert broken(page) == []
    if kind == "web":
        page.set_viewport_size({"width": 390, "height": 800})
        page.click("#more > summary")
        page.click("#hand button.free")
        assert broken(page) == []
        page.click("#open-rules")
        assert broken(page) == []
    page.close()


def test_axe_finds_what_is_planted(plain: dict[str, Path], browser: Browser, tmp_path: Path):
    path = tmp_path / "planted.html"
    planted = "<button></button><p><font color='#999'>pale words</font></p></body>"
    path.write_text(plain["rulebook"].read_text(encoding="utf-8").replace("</body>", planted), encoding="utf-8")
    page, _ = opened(browser, path)
    assert {fault.partition(":")[0] for fault in broken(page)} >= {"button-name", "color-contrast"}
    page.close()


def test_the_switch_makes_a_page_dark_and_light(plain: dict[str, Path], browser: Browser):
    page, problems = opened(browser, plain["rulebook"], color_scheme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.click("[data-switch=theme]")
    assert page.evaluate(paper) != light
    assert page.get_attribute("[data-switch=theme]", "aria-pressed") == "true"
    page.click("[data-switch=theme]")
    assert page.evaluate(paper) == light
    assert problems == []
    page.close()
