"""The page on which a person plays a game, in a real browser: a whole game, an illegal move, undo, and the log."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from engine.adapters.web_page import page_of
from engine.core.pipelines import for_javascript
from hoyle.commands.cli import main
from hoyle.sources.files import load_file

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or os.environ.get("HOYLE_CHROMIUM")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium is installed, and the page is tested in a real browser"
)
SEEDS = {"pigeon": 3, "corners": 5, "reserve": 7, "twentyone": 2}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


def opened(browser: Browser, folder: Path, name: str, seed: int) -> tuple[Page, list[str]]:
    game = load_file(name).game
    assert game is not None
    path = folder / f"{name}.html"
    path.write_text(page_of(for_javascript(game), [game.title]), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "request", lambda asked: None if asked.url.startswith("file:") else problems.append(f"asks for {asked.url}")
    )
    page.goto(f"{path.as_uri()}#seed={seed}")
    page.select_option("#bot", "random")
    return page, problems


def over(page: Page) -> bool:
    return "Returns:" in (page.text_content("#status") or "")


def my_turn(page: Page) -> None:
    ended = "document.getElementById('status').textContent.includes('Returns:')"
    page.wait_for_function(f"() => document.querySelector('button.move') || {ended}")


@pytest.mark.parametrize("name", SEEDS)
def test_a_whole_game_is_played_and_its_log_replays(name, browser, tmp_path, capsys):
    page, problems = opened(browser, tmp_path, name, SEEDS[name])
    made = 0
    my_turn(page)
    while not over(page):
        buttons = page.query_selector_all("button.move")
        buttons[made % len(buttons)].click()
        made += 1
        assert made < 500
        my_turn(page)
    assert problems == []
    assert made > 0
    page.click("#save")
    log = tmp_path / "log.json"
    log.write_text(page.input_value("#text"), encoding="utf-8")
    page.close()
    assert main(["replay", name, str(log)]) == 0
    assert "moves replay." in capsys.readouterr().out


def test_an_illegal_move_is_explained_by_its_clause(browser, tmp_path):
    page, problems = opened(browser, tmp_path, "twentyone", 2)
    my_turn(page)
    page.fill("#words", "play(2C 3C, pile 1)")
    page.click("#try button")
    assert "laid of play cannot be 2C 3C here" in (page.text_content("#why") or "")
    page.fill("#words", "take")
    page.click("#try button")
    assert "takes" in (page.text_content("#why") or "")
    page.fill("#words", "dance")
    page.click("#try button")
    assert "there are play, take" in (page.text_content("#why") or "")
    assert problems == []
    page.close()


def test_cards_held_without_a_legal_move_are_told_why(browser, tmp_path):
    page, problems = opened(browser, tmp_path, "corners", 5)
    my_turn(page)
    names = [card.get_attribute("aria-label") for card in page.query_selector_all(".group.mine button.card")]
    reasons = []
    for name in names:
        page.click(f".group.mine button.card[aria-label='{name}']")
        reasons.append(page.text_content("#why") or "")
        held = page.query_selector("button.card.held")
        if held is not None:
            held.click()
    assert any("no clause permits it" in reason for reason in reasons), reasons
    assert problems == []
    page.close()


def test_undo_goes_back_to_the_last_own_decision(browser, tmp_path):
    page, problems = opened(browser, tmp_path, "twentyone", 2)
    my_turn(page)
    before = page.inner_text("#table")
    assert page.is_disabled("#undo")
    page.click("button.move")
    my_turn(page)
    assert page.inner_text("#table") != before
    page.click("#undo")
    my_turn(page)
    assert page.inner_text("#table") == before
    assert page.query_selector_all("#log li") == []
    assert problems == []
    page.close()


def test_no_card_of_another_player_is_shown(browser, tmp_path):
    page, _ = opened(browser, tmp_path, "twentyone", 2)
    my_turn(page)
    others = page.query_selector_all(".group:not(.mine):not(.shared) .card:not(.back):not(.empty)")
    assert others == []
    assert len(page.query_selector_all(".group.mine .card:not(.empty)")) == 2
    page.close()


def test_the_page_fits_a_narrow_screen(browser, tmp_path):
    page, _ = opened(browser, tmp_path, "pigeon", 3)
    page.set_viewport_size({"width": 390, "height": 800})
    my_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()
