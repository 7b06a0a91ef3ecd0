"""The page on which a person plays a game, in a real browser: by clicks, drags, keys and words, and on a phone."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from engine.adapters.web_page import page_of
from hoyle.commands.cli import main
from hoyle.run.telling import told_of
from hoyle.sources.files import load_file
from tests.everyday import FULL, one_in
from tests.hoyle.axe import broken
from tests.hoyle.rules import TAKEN, write

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or os.environ.get("HOYLE_CHROMIUM")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium is installed, and the page is tested in a real browser"
)
PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}
QUICK = {"reduced_motion": "reduce"}
"""Cards stay still, and the other players move at once."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The page of a game, written once."""
    folder = tmp_path_factory.mktemp("pages")

    def page(name: str) -> Path:
        path = folder / f"{Path(name).stem}.html"
        if not path.exists():
            game = load_file(name).game
            assert game is not None
            path.write_text(page_of(game, [game.title], told_of(game)), encoding="utf-8")
        return path

    return page


def opened(browser: Browser, path: Path, hash_: str, **more: Any) -> tuple[Page, list[str]]:
    page = browser.new_page(**{"viewport": {"width": 1200, "height": 900}, **QUICK, **more})
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text))
    page.on(
        "request", lambda asked: None if asked.url.startswith("file:") else problems.append(f"asks for {asked.url}")
    )
    page.goto(f"{path.as_uri()}{hash_}")
    my_turn(page)
    return page, problems


def over(page: Page) -> bool:
    return "Result:" in (page.text_content("#status") or "")


def my_turn(page: Page) -> None:
    ended = "document.getElementById('status').textContent.includes('Result:')"
    page.wait_for_function(f"() => document.querySelector('#moves button') || {ended}")


def log_of(page: Page, to: Path) -> str:
    page.click("#more > summary")
    page.click("#save")
    text = page.input_value("#text")
    page.click("#log-dialog [data-close]")
    page.click("#more > summary")
    to.write_text(text, encoding="utf-8")
    return text


def drop(page: Page, card: Any, target: Any) -> None:
    """Drags one thing onto another by the mouse."""
    start, end = card.bounding_box(), target.bounding_box()
    page.mouse.move(start["x"] + 8, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(start["x"] + 30, start["y"] + 30)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    page.mouse.up()


# ---------------------------------------------------------------- ways to make a move; each says whether it made one


def by_buttons(page: Page, made: int) -> None:
    buttons = page.query_selector_all("#moves button")
    buttons[made % len(buttons)].click()


def by_clicks(page: Page, made: int) -> None:
    """A card, then a pile that is marked for it; where there is none, the button that is left."""
    cards = page.query_selector_all("button.card.free:not(.held)")
    if cards:
        cards[made % len(cards)].click()
        targets = page.query_selector_all(".zone.target .zone-name")
        if targets:
            targets[made % len(targets)].click()
            return
    by_buttons(page, made)


def by_drags(page: Page, made: int) -> None:
    """The hand's cards dragged onto piles; a pile that takes none says why, and the next is tried."""
    before = page.locator("#log li").count()
    cards = page.query_selector_all("#hand button.card.free")
    if cards:
        card = cards[made % len(cards)]
        card.scroll_into_view_if_needed()
        page.mouse.move(0, 0)
        name = card.get_attribute("data-key")
        card.click()
        targets = [one.get_attribute("data-zone") for one in page.query_selector_all(".zone.target")]
        if targets:
            drop(page, page.query_selector(f"[data-key='{name}']"), page.query_selector(f"[data-zone='{targets[0]}']"))
    if page.locator("#log li").count() == before:
        by_buttons(page, made)


def by_keys(page: Page, made: int) -> None:
    """Arrow keys to the hand's cards and to the buttons, Enter to press: no mouse."""
    page.keyboard.press("Escape")
    page.focus("#hand [tabindex='0']" if page.query_selector("#hand button.free") else "#moves button")
    for _ in range(made % 3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    if page.query_selector("#hand button.held"):
        page.keyboard.press("Enter")
    if page.query_selector("#moves button") and page.evaluate("document.activeElement.closest('#moves') !== null"):
        page.keyboard.press("Enter")


def by_words(page: Page, made: int) -> None:
    buttons = page.query_selector_all("#moves button")
    page.fill("#words", (buttons[made % len(buttons)].text_content() or "").replace("…", ""))
    page.press("#words", "Enter")


GAMES: tuple[tuple[str, int, Callable[[Page, int], None], dict[str, Any]], ...] = (
    ("corners", 5, by_drags, {}), ("reserve", 7, by_buttons, {}), ("hearts", 4, by_keys, {}),
    ("crazy_eights", 6, by_clicks, PHONE), ("leduc_poker", 1, by_words, PHONE),
    *((("pigeon", 3, by_clicks, {}), ("twentyone", 2, by_words, {})) if FULL else ()),
)  # fmt: skip


@pytest.mark.parametrize(("name", "seed", "way", "screen"), GAMES, ids=[f"{g[0]}-{g[2].__name__}" for g in GAMES])
def test_a_whole_game_is_played_and_its_log_replays(name, seed, way, screen, browser, written, tmp_path, capsys):
    page, problems = opened(browser, written(name), f"#seed={seed}&others=random", **screen)
    tried = 0
    while not over(page):
        way(page, tried)
        tried += 1
        assert tried < 900, page.text_content("#status")
        my_turn(page)
    assert problems == []
    assert page.locator("#log .own").count() > 0
    log_of(page, tmp_path / "log.json")
    page.close()
    assert main(["replay", name, str(tmp_path / "log.json")]) == 0
    assert "moves replay." in capsys.readouterr().out


@pytest.mark.parametrize("others", ["careful", "random"])
def test_the_same_link_gives_the_same_game(others, browser, written, tmp_path):
    logs = []
    page, problems = opened(browser, written("hearts"), "")
    for number, seed in enumerate((11, 11, 12)):
        page.goto("about:blank")
        page.goto(f"{written('hearts').as_uri()}#seed={seed}&others={others}&seat=1")
        my_turn(page)
        for _ in range(5):
            page.click("#moves button")
            my_turn(page)
        logs.append(log_of(page, tmp_path / f"{number}.json"))
    assert problems == []
    page.close()
    assert logs[0] == logs[1]
    assert logs[0].count("(") >= 15
    assert logs[2].partition('"moves"')[2] != logs[0].partition('"moves"')[2]


def test_a_link_leads_back_to_the_game_after_an_undo(browser, written, tmp_path):
    page, _ = opened(browser, written("crazy_eights"), "#seed=5&others=careful")
    page.click("#moves button")
    my_turn(page)
    first = log_of(page, tmp_path / "1.json")
    page.click("#undo")
    my_turn(page)
    page.click("#moves button")
    my_turn(page)
    assert log_of(page, tmp_path / "2.json") == first
    page.click("#more > summary")
    page.click("#link")
    assert page.input_value("#address").endswith("#seed=5&seat=0&others=careful")
    page.close()


def test_a_new_game_has_its_own_address(browser, written):
    page, _ = opened(browser, written("leduc_poker"), "#seed=5")
    page.click("#new")
    my_turn(page)
    assert "seed=5&" not in page.url
    page.go_back()
    page.wait_for_function("location.hash.includes('seed=5&')")
    page.close()


# ---------------------------------------------------------------- single gestures


def test_a_pile_may_be_chosen_before_the_card(browser, written):
    page, _ = opened(browser, written("corners"), "#seed=5&others=random")
    page.click("[data-key='card-0']")  # what is held shows where it may go
    target = page.get_attribute(".zone.target", "data-zone")
    page.keyboard.press("Escape")
    assert page.locator(".zone.target").count() == 0
    page.click(f"[data-zone='{target}'] .zone-name")
    if page.locator(".zone.pointed").count():
        page.click("[data-key='card-0']")
    assert page.locator("#log li.own").count() == 1
    page.close()


def test_a_face_down_stack_is_drawn_from_by_a_click(browser, written):
    page, _ = opened(browser, written("crazy_eights"), "#seed=1&others=random")
    for _ in range(30):
        draws = [b for b in page.query_selector_all("#moves button") if "raw" in (b.text_content() or "")]
        if draws:
            break
        page.click("#moves button")
        my_turn(page)
    before = page.locator("#log li").count()
    page.click(".zone:has-text('Deck') .zone-name")
    assert page.locator("#log li").count() > before
    page.close()


def test_letters_lead_to_a_card(browser, written):
    page, _ = opened(browser, written("hearts"), "#seed=4")
    names = [(c.get_attribute("aria-label") or "") for c in page.query_selector_all("#hand button.card")]
    queen = next((n for n in names if n.startswith("queen")), None) or names[-1]
    card = page.query_selector(f"#hand button.card[aria-label='{queen}']")
    page.click("#status")
    words = page.evaluate("card => card.dataset.card", card)
    page.keyboard.type({"queen": "q"}.get(queen.partition(" ")[0], "a"))
    assert page.evaluate("document.activeElement.classList.contains('card')")
    assert words is not None
    page.close()


def test_an_illegal_move_is_explained_in_words(browser, written):
    page, problems = opened(browser, written("twentyone"), "#seed=2&others=random")
    for words, answer in (
        ("play(2C 3C, pile 1)", "cannot be chosen"),
        ("take", "takes 1 arguments"),
        ("dance", "there are play, take"),
    ):
        page.fill("#words", words)
        page.click("#try button")
        assert answer in (page.text_content("#why") or "")
    assert problems == []
    page.close()


def test_a_card_that_may_not_go_onto_a_pile_is_told_the_rule(browser, written):
    page, _ = opened(browser, written("corners"), "#seed=5&others=random")
    said = []
    for card in [c.get_attribute("data-key") for c in page.query_selector_all("#hand button.card")]:
        page.keyboard.press("Escape")
        page.click(f"#hand [data-key='{card}']")
        if page.locator(".held").count():
            page.click(".zone:not(.target):has-text('Pile of') .zone-name")
        said.append(page.text_content("#why") or "")
    assert any(one.startswith("You may not") and "/" in one for one in said), said
    page.close()


def test_undo_goes_back_to_the_last_own_decision(browser, written):
    page, problems = opened(browser, written("twentyone"), "#seed=2&others=random")
    before = page.inner_text("#table") + page.inner_text("#hand")
    assert page.is_disabled("#undo")
    page.click("button.move")
    my_turn(page)
    assert page.inner_text("#table") + page.inner_text("#hand") != before
    page.click("#undo")
    my_turn(page)
    assert page.inner_text("#table") + page.inner_text("#hand") == before
    assert page.query_selector_all("#log li") == []
    assert problems == []
    page.close()


def test_no_card_of_another_player_is_shown_but_to_who_sees_as_that_player(browser, written):
    page, _ = opened(browser, written("twentyone"), "#seed=2")
    assert page.locator(".seat [data-card]").count() == 0
    assert page.locator("#hand [data-card]").count() == 2
    mine = page.inner_text("#hand")
    page.click("#more > summary")
    page.select_option("#see", "1")
    assert page.locator("#hand [data-card]").count() == 2
    assert page.inner_text("#hand") != mine
    page.close()


@pytest.mark.parametrize("see", ["", "1"])
def test_a_card_laid_open_is_told_though_it_is_gone_at_the_next_decision(see, browser, written, tmp_path):
    page, _ = opened(browser, written(str(write(tmp_path, TAKEN, "taken"))), "#seed=1")
    page.click("#more > summary")
    page.select_option("#see", see)
    page.click("#more > summary")
    page.click("#moves button")
    my_turn(page)
    laid = page.locator("#log li").all_inner_texts()
    assert len(laid) == 2
    assert re.fullmatch(r"Player 2: lay [12][HS]", laid[1])
    page.close()


def test_a_card_laid_face_down_is_not_told(browser, written, tmp_path):
    hidden = TAKEN.replace("trick: stack, face up", "trick: stack, face down")
    page, _ = opened(browser, written(str(write(tmp_path, hidden, "hidden"))), "#seed=1")
    page.click("#moves button")
    my_turn(page)
    assert page.locator("#log li").nth(1).inner_text() == "Player 2: lay"
    page.close()


def test_the_rules_are_a_click_away(browser, written):
    page, _ = opened(browser, written("pigeon"), "#seed=3")
    page.click("#open-rules")
    assert "The course of play" in page.inner_text("#rules")
    page.keyboard.press("Escape")
    assert not page.is_visible("#rules")
    page.close()


def test_the_layout_of_the_rule_file_is_that_of_the_table(browser, written):
    page, _ = opened(browser, written("corners"), "#seed=5")
    box = {n: page.locator(f".zone:has-text('{n}')").first.bounding_box() for n in ("Pile of north", "Draw pile")}
    west = page.locator(".zone", has_text="Pile of west").bounding_box()
    assert west is not None
    north, stock = box["Pile of north"], box["Draw pile"]
    assert north is not None
    assert stock is not None
    assert north["y"] < stock["y"]
    assert west["x"] < stock["x"]
    assert abs(west["y"] - stock["y"]) < 20
    page.close()


def test_cards_travel_unless_nobody_wants_that(browser, written):
    moving = "document.getAnimations().length"
    path = written("crazy_eights")
    for motion, switched, some in (
        ("no-preference", False, True),
        ("no-preference", True, False),
        ("reduce", False, False),
    ):
        page, _ = opened(browser, path, "#seed=5&others=random", reduced_motion=motion)
        if switched:
            page.click("#more > summary")
            page.click("#motion")
        page.evaluate("document.querySelector('#moves button').click()")
        assert (page.evaluate(moving) > 0) == some
        page.close()


# ---------------------------------------------------------------- small screens


@pytest.mark.parametrize("name", ["pigeon", "hearts", "corners", "reserve"])
def test_a_phone_has_the_hand_in_reach_and_shows_the_newest_lines_of_the_log(name, browser, written):
    page, _ = opened(browser, written(name), "#seed=3&others=random", **PHONE)
    for _ in range(6):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.click("#moves button")
        my_turn(page)
        line, dock = page.locator("#log li").last.bounding_box(), page.locator("#dock").bounding_box()
        assert line is not None
        assert dock is not None
        assert line["y"] >= 0
        assert line["y"] + line["height"] <= dock["y"]
        assert dock["y"] + dock["height"] <= 801
    for card in page.query_selector_all("#hand button.card"):
        box = card.bounding_box()
        assert box is not None
        assert box["width"] >= 44
        assert box["height"] >= 44
    assert page.locator("#moves button").first.is_visible()
    page.close()


STRANGERS = Path(__file__).resolve().parents[1] / "strangers"


@pytest.mark.parametrize("path", one_in(4, sorted(STRANGERS.glob("*.hoyle"))), ids=lambda path: path.stem)
def test_games_of_others_can_be_played_and_read_by_everybody(path, browser, written):
    """A dozen moves for everybody at the table, and what axe has against the page then, in dark and small as well."""
    page, problems = opened(browser, written(str(path)), "#seed=3&others=you", color_scheme="dark")
    for made in range(12):
        if not over(page):
            by_clicks(page, made)
            my_turn(page)
    assert broken(page) == []
    page.set_viewport_size({"width": 390, "height": 800})
    assert broken(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert problems == []
    page.close()


@pytest.mark.parametrize("name", [game[0] for game in GAMES if FULL or game[0] in ("corners", "reserve", "twentyone")])
def test_shipped_games_can_be_read_by_everybody(name, browser, written):
    page, _ = opened(browser, written(name), "#seed=3&others=random", color_scheme="light", has_touch=True)
    by_clicks(page, 0)
    my_turn(page)
    assert broken(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 800})
    assert broken(page) == []
    page.close()
