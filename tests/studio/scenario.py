"""What people do in the studio, step by step, whichever home the page has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.hoyle.axe import broken
from tests.studio.test_session import RULES

DESK: dict[str, Any] = {"viewport": {"width": 1400, "height": 900}, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "reduced_motion": "reduce"}
FITTING = '  permit fitting @ "Play/2" when fits(c)\n'
CLASH = RULES.replace(FITTING, FITTING + '  forbid late @ "Play/1" when size of hand of mover > 3\n')
MISTAKE = RULES.replace("mover does lay, draw_one", "mover does lay, draw_on")
CUT_OFF = """[...document.querySelectorAll("select, input, .tools > *")].filter((one) =>
  one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 80))"""
SPILT = """[...document.querySelectorAll("#view-text > *, .foot > *, #faults > *")].filter((one) =>
  one.getBoundingClientRect().right > document.querySelector("#view-text").getBoundingClientRect().right + 1)
  .map((one) => one.outerHTML.slice(0, 80))"""
COVERED = """[...document.querySelectorAll("label")].flatMap((label) => {
  const [control, words] = [label.querySelector("input, select"), document.createRange()];
  if (control === null || !label.querySelector("span")) return [];
  words.selectNodeContents(label.querySelector("span"));
  const [one, two] = [control, words].map((part) => part.getBoundingClientRect());
  const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return across > 1 && down > 1 ? [label.outerHTML.slice(0, 80)] : [];
})"""
SOON, LATER = 20_000, 60_000
OVER = "/over|stops/.test(document.querySelector('#dock .status').textContent)"


class Visit:
    """Somebody with the page open; `problems` are what the browser has against it."""

    def __init__(self, page: Page):
        self.page = page
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda said: self.problems.append(said.text) if said.type in ("error", "warning") else None)

    def until(self, script: str, timeout: float = SOON) -> None:
        """Waits until a script of the test is true: the page's policy lets it compile no text itself."""
        end = monotonic() + timeout / 1000
        while not self.page.evaluate(script):
            assert monotonic() < end, f"not so after {timeout / 1000:.0f} s: {script}"
            self.page.wait_for_timeout(40)

    def moment(self) -> str:
        """How far the game is, as `2 / 3`."""
        return self.page.text_content(".moment") or ""

    def moved(self, before: str) -> None:
        """Waits until the game is elsewhere."""
        expect(self.page.locator(".moment")).not_to_have_text(before, timeout=SOON)

    def see(self, view: str) -> None:
        self.page.click(f"#tab-{view}")

    # ------------------------------------------------------------ the text

    def write(self, text: str) -> None:
        """Puts another text into the editor: select all, and paste."""
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.page.locator("#editor .cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Control+v")

    def text(self) -> str:
        """The text as the page keeps it."""
        return str(self.draft().get("text", ""))

    def draft(self) -> dict[str, Any]:
        self.page.wait_for_timeout(800)
        own = "localStorage.getItem('hoyle-studio-draft:' + sessionStorage.getItem('hoyle-studio-tab'))"
        kept: dict[str, Any] = json.loads(self.page.evaluate(own) or "{}")
        return kept

    def is_right(self) -> None:
        expect(self.page.locator("#faults")).to_have_text("Nothing wrong", timeout=SOON)

    # ------------------------------------------------------------ the table

    def dealt(self) -> None:
        expect(self.page.locator("#dock .status")).not_to_be_empty(timeout=SOON)

    def play_out(self, most: int = 400) -> int:
        """Plays until the game is over, the first move on offer each time; answers how many moves were made."""
        page = self.page
        for made in range(most):
            self.until(f"document.querySelector('#dock .move') !== null || {OVER}")
            if page.locator("#dock .move").count() == 0:
                assert "over" in (page.text_content("#dock .status") or "")
                return made
            before = self.moment()
            page.evaluate("document.querySelector('#dock .move').click()")
            self.moved(before)
        raise AssertionError(f"the game is not over after {most} moves")

    # ------------------------------------------------------------ what everybody can use

    def usable(self) -> None:
        """Nothing is against the page as it stands, and it is no wider than the screen."""
        found = broken(self.page)
        assert not found, found
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the screen"
        assert self.page.evaluate(CUT_OFF) == [], "reaches beyond the screen"
        assert self.page.evaluate(COVERED) == [], "a control lies on its own words"
        assert self.page.evaluate(SPILT) == [], "the text's half reaches into the other one"


QUIET = """const asked = window.matchMedia.bind(window);
window.matchMedia = (query) => asked(query === "(pointer: coarse)" ? "all" : query);"""


@contextmanager
def visiting(browser: Browser, address: str, *, quiet: bool = False, **screen: Any) -> Iterator[Visit]:
    """A visit with a fresh profile; in a `quiet` one nothing is verified that nobody asks for, as with a finger."""
    context: BrowserContext = browser.new_context(**{**DESK, **screen})
    if quiet:
        context.add_init_script(QUIET)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    try:
        visit = Visit(context.new_page())
        visit.page.goto(address)
        visit.page.wait_for_selector("body.ready", timeout=LATER)
        yield visit
        assert not visit.problems, visit.problems
    finally:
        context.close()


def first_game(browser: Browser, address: str) -> None:
    """From an empty page to a verified game that is shared: the manual's first game, with a mistake and a clash."""
    with visiting(browser, address) as visit:
        page = visit.page
        page.click("text=Empty page", timeout=LATER)
        # A mistake, told with what mends it; the button applies it.
        visit.write(MISTAKE)
        expect(page.locator("#faults .bad")).to_have_text("1 error", timeout=SOON)
        page.click("#faults .fixing")
        visit.is_right()
        assert "mover does lay, draw_one" in visit.text()
        # A whole game, by the buttons of its moves.
        visit.dealt()
        assert visit.play_out() >= 2
        assert page.locator(".log-lines li").count() >= 4
        # Undo, and a line of the log with the position then and its clause everywhere.
        page.locator(".log-lines .told").nth(1).click()
        expect(page.locator("#clause")).to_be_visible()
        expect(page.locator("#log li.lit").first).to_be_visible()
        expect(page.locator("#editor .cm-hot")).to_have_count(1)
        visit.see("rules")
        expect(page.locator("#view-rules .lit").first).to_be_visible()
        visit.usable()
        contradiction(visit)
        verified(visit)
        # Shared: the link has all of it, and a stranger sees the same.
        page.click("#share")
        link = page.input_value("dialog input")
        kept = visit.draft()
    with visiting(browser, link) as other:
        other.is_right()
        other.usable()
        other.until("document.querySelectorAll('.log-lines li').length > 2")
        again = other.draft()
        assert again["text"] == kept["text"]
        assert again["table"] == kept["table"]
        assert again["name"] == kept["name"]


def library_games(browser: Browser, address: str, names: tuple[str, ...]) -> None:
    """Games of the gallery, opened and played to their end at the table."""
    with visiting(browser, address) as visit:
        page = visit.page
        for number, name in enumerate(names):
            if number:
                page.click("#new")
            page.click(f"[data-game={name}]", timeout=LATER)
            visit.is_right()
            visit.dealt()
            if number == 0:  # what is looked at here is the table
                visit.see("verdicts")
                page.uncheck("[data-key=live]")
                visit.see("table")
            expect(page.locator(".moment")).to_have_text("0 / 0", timeout=SOON)
            if number == 0:
                visit.usable()
            assert visit.play_out() >= 1
            # The link names the game, and does not hold its text.
            page.click("#share")
            assert len(page.input_value("dialog input")) < 6000
            page.keyboard.press("Escape")


def small_and_dark(browser: Browser, address: str) -> None:
    """Every view on a phone, in the dark: in reach, and usable by everybody."""
    with visiting(browser, address, quiet=True, **PHONE, color_scheme="dark") as visit:
        page = visit.page
        page.click("[data-game=crazy_eights]", timeout=LATER)
        visit.see("text")
        visit.is_right()
        visit.see("table")
        visit.dealt()
        for _ in range(2):
            page.wait_for_selector("#dock .move", timeout=SOON)
            page.locator("#dock .move").first.click()
            page.wait_for_timeout(300)
        for card in page.query_selector_all(".mine button.card"):
            box = card.bounding_box()
            assert box is not None
            assert box["height"] >= 44
        for view in ("text", "table", "questions", "verdicts", "rules", "figures"):
            visit.see(view)
            expect(page.locator(f"#view-{view}")).to_be_visible()
            visit.usable()
        long = "'What does a question of many words ask of those who read it on a phone?'"
        page.evaluate(f"document.querySelector('[data-key=setting] option').textContent = {long}")
        visit.usable()
        page.click("[data-key=count]")
        expect(page.locator("canvas").first).to_be_visible(timeout=LATER)
        visit.usable()
        page.click("#menu")
        page.click("#new")
        page.wait_for_selector(".game-card")
        visit.usable()


def long_fault(browser: Browser, address: str, **screen: Any) -> None:
    """A fault of many words is told whole, beside an editor as wide as before; its button mends it."""
    with visiting(browser, address, quiet=True, **screen) as visit:
        page = visit.page
        page.click("text=Empty page", timeout=LATER)
        if page.locator("#tab-text").is_visible():
            visit.see("text")
        width = page.evaluate("document.querySelector('#editor').clientWidth")
        visit.write(RULES.replace("  permit fitting", "\tpermit fitting") + '\nexample "x":\n  given pile = [AH]\n')
        expect(page.locator("#faults .bad")).to_contain_text("2 errors", timeout=SOON)
        assert page.evaluate("document.querySelector('#editor').clientWidth") == width
        visit.usable()
        page.click("#faults .fixing:has-text('2 spaces for each tab')")
        expect(page.locator("#faults .link")).to_contain_text("this example expects nothing", timeout=SOON)
        assert page.evaluate("document.querySelector('#faults .link').scrollWidth <= innerWidth")
        assert page.evaluate("document.querySelector('#editor').clientWidth") == width
        visit.usable()


def cards_offered(browser: Browser, address: str) -> None:
    """Behind the bracket of a list of cards the cards of the deck are offered, one after the other."""
    with visiting(browser, address, quiet=True) as visit:
        page = visit.page
        page.click("text=Empty page", timeout=LATER)
        visit.write(RULES)
        visit.is_right()
        page.keyboard.press("Control+End")
        page.keyboard.type('\nexample "a seven":\n  given pile = [')
        first = page.locator("#editor .cm-tooltip-autocomplete li").first
        expect(first).to_contain_text("the A of hearts", timeout=SOON)
        card = first.locator(".cm-completionLabel").inner_text()
        page.wait_for_timeout(150)  # at once, the key would be none of the list
        page.keyboard.press("Enter")
        expect(first).to_have_count(0)
        page.keyboard.type(" ")
        expect(first).to_be_visible(timeout=SOON)
        expect(first.locator(".cm-completionLabel")).not_to_have_text(card)
        assert f"given pile = [{card} ]" in visit.text()


def contradiction(visit: Visit) -> None:
    """A planted contradiction is found, and settled by a button, with a reason."""
    page = visit.page
    visit.write(CLASH)
    visit.is_right()
    visit.see("questions")
    page.click("[data-key=look]")
    expect(page.locator("[data-key=stop-looking]")).to_be_visible(timeout=SOON)
    assert "✓" not in page.inner_text("#tab-questions"), "nothing is well before the search has ended"
    point = page.locator(".point.open").first
    expect(point).to_be_visible(timeout=LATER)
    expect(point.locator(".scene")).to_have_count(2)
    page.wait_for_selector("[data-key=look]", timeout=LATER)
    visit.usable()
    point.locator(".way").nth(0).click()
    expect(page.locator("#said")).to_contain_text("say why first")
    point.locator("input").fill('the leaflet "says" so')
    point.locator(".way").nth(0).click()
    assert "ruling fitting over late because \"the leaflet 'says' so\"" in visit.text()
    visit.is_right()


def misread(browser: Browser, address: str) -> None:
    """What Hoyle asks is settled by a button, with a reason, and the editor takes it back."""
    with visiting(browser, address, quiet=True) as visit:
        page = visit.page
        page.click("text=Empty page", timeout=LATER)
        visit.write(RULES)
        visit.is_right()
        visit.see("questions")
        page.check("[data-key=ask]")
        page.click("[data-key=look]")
        page.wait_for_selector("[data-key=look]", timeout=LATER)
        point = page.locator(".point.asked").first
        expect(point).to_be_visible(timeout=SOON)
        visit.usable()
        before, name = visit.text(), str(point.get_attribute("data-point")).removeprefix("variation:")
        point.locator(".way").nth(0).click()
        expect(page.locator("#said")).to_contain_text("say why first")
        point.locator("input").fill("we play it so")
        point.locator(".way").nth(0).click()
        assert f"question {name}" in visit.text()
        assert 'because "we play it so"' in visit.text()
        visit.is_right()
        expect(page.locator(f"[data-point='variation:{name}']")).to_have_count(0)
        page.locator("#editor .cm-content").focus()
        page.keyboard.press("Control+z")
        assert visit.text() == before


def verified(visit: Visit) -> None:
    """All is verified, with each verdict at its line."""
    page = visit.page
    visit.see("verdicts")
    passed = "document.querySelector('#view-verdicts .headline.passed')"
    visit.until(f"Boolean({passed} || document.querySelector('[data-key=verify]'))", LATER)
    if page.locator("#view-verdicts .headline.passed").count() == 0:
        page.click("[data-key=verify]")
    expect(page.locator("#view-verdicts .headline.passed")).to_be_visible(timeout=LATER)
    expect(page.locator("#editor .cm-verdict.holds").first).to_be_visible()
    visit.usable()
