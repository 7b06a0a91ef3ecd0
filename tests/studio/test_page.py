"""The page with the server behind it, in a real browser: a few long visits, each as somebody would make it."""

import base64
import json
import os
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from hoyle.studio.assets import FOLDER
from tests.everyday import FULL
from tests.studio import scenario
from tests.studio.server import Server, serving
from tests.studio.test_session import RULES

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or os.environ.get("HOYLE_CHROMIUM")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed, and the page is tested in a real browser"),
    pytest.mark.skipif(not (FOLDER / "index.html").exists(), reason="the page is not built; `make test` builds it"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("empty"), FOLDER) as running:
        yield running


def test_the_first_game_from_an_empty_page_to_a_link(browser: Browser, server: Server):
    scenario.first_game(browser, server.address)


def test_what_hoyle_asks_is_settled_and_taken_back(browser: Browser, server: Server):
    scenario.misread(browser, server.address)


def test_games_of_the_gallery_are_played_at_the_table(browser: Browser, server: Server):
    scenario.library_games(
        browser,
        server.address,
        ("pigeon", "twentyone", "crazy_eights", "kuhn_poker") if FULL else ("twentyone", "kuhn_poker"),
    )


def test_every_view_fits_a_phone_and_everybody(browser: Browser, server: Server):
    scenario.small_and_dark(browser, server.address)


@pytest.mark.parametrize("screen", [{}, scenario.PHONE], ids=["desk", "phone"])
def test_a_fault_of_many_words_stays_in_its_half(browser: Browser, server: Server, screen: dict[str, Any]):
    scenario.long_fault(browser, server.address, **screen)


def test_the_cards_of_a_list_are_offered(browser: Browser, server: Server):
    scenario.cards_offered(browser, server.address)


@pytest.mark.parametrize("link", ["", "AAAA", "%%%", "<script>", "MwUA"], ids=["empty", "cut", "odd", "html", "5"])
def test_a_link_without_rules_in_it_is_told_and_leaves_all_as_it_was(browser: Browser, tmp_path: Path, link: str):
    file = tmp_path / "last_card.hoyle"
    file.write_text(RULES, encoding="utf-8")
    with serving(file, FOLDER) as server, scenario.visiting(browser, f"{server.address}#g={link}", quiet=True) as visit:
        expect(visit.page.locator("#said")).to_contain_text("the link is damaged")
        visit.is_right()
        expect(visit.page.locator("#file-name")).to_contain_text("last_card.hoyle")


def test_a_file_is_opened_saved_and_never_overwritten(browser: Browser, tmp_path: Path):
    file = tmp_path / "last_card.hoyle"
    file.write_text(RULES.replace("\n", "\r\n"), encoding="utf-8", newline="")
    with serving(file, FOLDER) as server, scenario.visiting(browser, server.address, quiet=True) as visit:
        page = visit.page
        visit.is_right()
        # Line ends stay as they were.
        page.locator("#editor .cm-content").click()
        page.keyboard.press("Control+End")
        page.keyboard.insert_text("# a last word\n")
        page.keyboard.press("Control+s")
        expect(page.locator("#said")).to_contain_text("is saved")
        assert file.read_bytes() == (RULES + "# a last word\n").replace("\n", "\r\n").encode()
        # Changed by somebody else: told, and not overwritten. The page has the text all the same.
        file.write_text("# theirs\n", encoding="utf-8")
        page.keyboard.insert_text("# mine\n")
        page.keyboard.press("Control+s")
        expect(page.locator("#said")).to_contain_text("was changed on the disk")
        assert file.read_text(encoding="utf-8") == "# theirs\n"
        mine = visit.text()
        assert mine.endswith("# mine\n")
        # Another game takes its place; the way back is offered.
        page.click("#new")
        page.click("[data-game=kuhn_poker]")
        visit.is_right()
        page.click("#new")
        page.click("[data-key=back-to]")
        expect(page.locator("#file-name")).to_contain_text("last_card.hoyle")
        assert visit.text() == mine
        # A link of another studio is pasted.
        page.click("#share")
        link = page.input_value("dialog input").replace(server.token, "another")
        page.keyboard.press("Escape")
        page.click("#new")
        page.click("text=From a link")
        page.fill("[aria-label='The link']", link)
        page.click("[data-key=open-link]")
        expect(page.locator("dialog")).to_have_count(0)
        assert visit.text() == mine


def test_a_link_to_a_game_that_nobody_has_leads_to_the_file(browser: Browser, tmp_path: Path):
    file = tmp_path / "last_card.hoyle"
    file.write_text(RULES, encoding="utf-8")
    state = zlib.compress(b'{"name": "gone.hoyle", "game": "gone", "settings": [], "table": null}', wbits=-15)
    link = base64.urlsafe_b64encode(state).decode().rstrip("=")
    with serving(file, FOLDER) as server, scenario.visiting(browser, f"{server.address}#g={link}", quiet=True) as visit:
        expect(visit.page.locator("#said")).to_contain_text("gone")
        visit.is_right()


def test_cards_are_chosen_by_click_by_drag_and_by_key(browser: Browser, tmp_path: Path):
    file = tmp_path / "last_card.hoyle"
    file.write_text(RULES, encoding="utf-8")
    with serving(file, FOLDER) as server, scenario.visiting(browser, server.address, quiet=True) as visit:
        page = visit.page
        visit.dealt()
        # An illegal card is answered with its rule, whose clause is a press away, and can be kept as an example.
        page.click("[data-key=players]")
        page.fill("dialog input[type=number]", "4")
        page.click("dialog .main")
        visit.until("document.querySelectorAll('.mine button.card:not(.free)').length > 0")
        page.locator(".mine button.card:not(.free)").first.click()
        expect(page.locator(".why")).to_contain_text("You may not")
        page.locator(".why .clause").first.click()
        expect(page.locator("#clause .said")).to_contain_text("if the card fits")
        page.click(".why >> text=Keep as example")
        expect(page.locator("#said")).to_contain_text("The example stands at the end")
        assert "illegal lay(" in visit.text()
        visit.until("document.querySelector('.mine button.card.free') !== null")
        # A card dragged onto the pile is laid.
        card, pile = page.locator(".mine button.card.free").first, page.locator(".zone", has_text="Pile").first
        card.drag_to(pile)
        visit.until("document.querySelector('.moment').textContent.startsWith('2')")
        # Keys: back in time, on again, a move by its number.
        page.locator("#felt").focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".moment")).to_have_text("1 / 2")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".moment")).to_have_text("2 / 2")
        page.keyboard.press("1")
        visit.until("Number(document.querySelector('.moment').textContent.split('/')[1]) > 2")
        # The rules change under the game, which goes on as far as they allow.
        moves = visit.moment()
        visit.write(RULES.replace("deal 3", "deal 2"))
        visit.is_right()
        visit.moved(moves)


def test_a_claim_that_fails_opens_its_play_and_stale_verdicts_fade(browser: Browser, tmp_path: Path):
    file = tmp_path / "last_card.hoyle"
    file.write_text(RULES.replace("player 1 <= 8", "player 1 <= 3"), encoding="utf-8")
    with serving(file, FOLDER) as server, scenario.visiting(browser, server.address) as visit:
        page = visit.page
        # It is verified without being asked.
        page.locator("#editor .cm-content").click()
        page.keyboard.press("Control+End")
        mark = page.locator("#editor .cm-verdict.failed").first
        expect(mark).to_be_visible(timeout=scenario.LATER)
        mark.click()
        card = page.locator(".verdict.failed").first
        expect(card).to_contain_text("small_hands")
        card.locator("text=See the play").click()
        expect(page.locator("#dock")).to_contain_text("A claim does not hold here")
        visit.see("verdicts")
        stop = page.locator("[data-key=stop]")
        if stop.count():
            stop.click()
        expect(page.locator("[data-key=verify]")).to_be_visible(timeout=scenario.SOON)
        page.uncheck("[data-key=live]")
        visit.write(file.read_text(encoding="utf-8") + "\nclaim more: always deck is not empty\n")
        expect(page.locator(".verdict.failed.stale").first).to_be_visible(timeout=scenario.SOON)
        expect(page.locator("#editor .cm-verdict.failed.stale").first).to_be_attached()


def test_hostile_rules_run_no_script_and_reach_nothing(browser: Browser, tmp_path: Path):
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    text = (
        RULES.replace("Last Card", evil.replace('"', "'")).replace("the last card", evil).replace("May you draw", evil)
    )
    text = text.replace("the sentence begins", evil)
    file = tmp_path / "evil.hoyle"
    file.write_text(text, encoding="utf-8")
    with serving(file, FOLDER) as server, scenario.visiting(browser, server.address) as visit:
        page = visit.page
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("dialog", lambda dialog: visit.problems.append(dialog.message))
        visit.is_right()
        visit.dealt()
        for view in ("rules", "verdicts", "questions", "figures", "table"):
            visit.see(view)
            page.wait_for_timeout(300)
        assert page.locator("img:not(.cm-widgetBuffer), body script:not([src])").count() == 0
        assert [url for url in asked if server.host not in url] == []


def type_at_end(visit: scenario.Visit, typed: str) -> None:
    visit.page.locator("#editor .cm-content").click()
    visit.page.keyboard.press("Control+End")
    visit.page.keyboard.insert_text(typed)


def test_each_tab_keeps_what_was_typed_there(browser: Browser, server: Server):
    with scenario.visiting(browser, server.address, quiet=True) as one:
        one.page.click("[data-game=kuhn_poker]")
        one.is_right()
        two = scenario.Visit(one.page.context.new_page())
        two.page.goto(server.address)
        two.page.wait_for_selector("body.ready", timeout=scenario.LATER)
        for visit, typed in ((one, "# in the first\n"), (two, "# in the second\n"), (one, "# and more\n")):
            visit.page.bring_to_front()
            type_at_end(visit, typed)
            visit.draft()
        texts = [one.text(), two.text()]
        assert texts[0].endswith("# in the first\n# and more\n")
        assert texts[1].endswith("# in the second\n")
        for visit, text in zip((two, one), reversed(texts), strict=True):
            visit.page.reload()
            visit.page.wait_for_selector("body.ready", timeout=scenario.LATER)
            assert visit.text() == text
        # What was typed in a tab that is closed is offered in the other.
        two.page.close()
        one.page.click("#new")
        one.page.click("[data-key=back-to]")
        expect(one.page.locator("dialog")).to_have_count(0)
        assert one.text() == texts[1]


def test_a_copy_of_a_tab_keeps_its_own_draft(browser: Browser, server: Server):
    with scenario.visiting(browser, server.address, quiet=True) as one:
        one.page.click("[data-game=kuhn_poker]")
        one.is_right()
        type_at_end(one, "# in the first\n")
        assert one.text().endswith("# in the first\n")
        with one.page.expect_popup() as opened:
            one.page.evaluate("window.open(location.href)")
        two = scenario.Visit(opened.value)
        two.page.wait_for_selector("body.ready", timeout=scenario.LATER)
        name = "sessionStorage.getItem('hoyle-studio-tab')"
        two.until(f"{name} !== {json.dumps(one.page.evaluate(name))}")
        assert two.text() == one.text() != ""
        type_at_end(two, "# in the copy\n")
        assert two.text().endswith("# in the copy\n")
        assert not one.text().endswith("# in the copy\n")


def test_a_killed_process_costs_a_second_and_loses_nothing(browser: Browser, server: Server):
    with scenario.visiting(browser, server.address) as visit:
        page = visit.page
        page.click("[data-game=crazy_eights]")
        visit.is_right()
        visit.dealt()
        page.locator("#dock .move").first.click()
        visit.moved("0 / 0")
        kept = visit.draft()
        for process in server.children():
            os.kill(process, 9)
        type_at_end(visit, "# after\n")
        expect(page.locator("#said")).to_contain_text("ended", timeout=scenario.SOON)
        visit.is_right()
        visit.until("document.querySelector('#dock .move') !== null")
        again = visit.draft()
        assert again["text"].endswith("# after\n")
        assert again["table"]["moves"][: len(kept["table"]["moves"])] == kept["table"]["moves"]
