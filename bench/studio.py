"""How soon the studio paints, checks and answers keys, in Chromium: from the server, and as a folder for browsers.

`make bench-studio`, or `python -m bench.studio [--static DIR] [--times N] [GAME ...]`. Each time has a fresh profile.
What is told: the first contentful paint; the first check, from asking for the page to the answer at its foot; and of
80 keys, typed while checks and a verification go on, how long the slowest takes to be drawn (event timing, which
counts from 16 ms on). The table goes between two marks in docs/explanation/performance.md.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.simulation import into_page, machine
from hoyle.sources.files import find
from hoyle.studio.assets import FOLDER
from tests.studio.server import serving

BEGIN, END = "<!-- studio: written by make bench-studio -->", "<!-- end of studio -->"
KEYS = "# a comment that somebody types at the usual speed while everything else goes on...."
WATCH = """() => { window.longest = 0; new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries())
    if (/key|input/.test(name)) window.longest = Math.max(window.longest, duration);
}).observe({ type: "event", durationThreshold: 16 }); }"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
CHECKED = "document.querySelector('#faults').textContent"
Row = tuple[float, float, float]


def waited(page: Page, began: float) -> float:
    """The seconds until the text is checked and the table laid."""
    while "wrong" not in page.evaluate(CHECKED):
        page.wait_for_timeout(10)
    return perf_counter() - began


def keys(page: Page) -> float:
    """The longest time, in milliseconds, that a key takes to be drawn."""
    page.locator("#editor .cm-content").click()
    page.keyboard.press("Control+Home")
    page.evaluate(WATCH)
    for key in KEYS:
        page.keyboard.type(key)
        page.wait_for_timeout(40)
    page.wait_for_timeout(600)
    return float(page.evaluate("window.longest")) or 16.0


def from_server(browser: Browser, name: str) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.hoyle"
        shutil.copy(find(name), file)
        with serving(file, FOLDER) as server:
            context = browser.new_context(viewport={"width": 1400, "height": 900})
            page, began = context.new_page(), perf_counter()
            page.goto(server.address)
            checked = waited(page, began)
            found = page.evaluate(PAINT) / 1000, checked, keys(page)
            context.close()
            return found


def from_folder(browser: Browser, address: str, name: str) -> tuple[Row, Row]:
    """In a fresh profile, and again in the same one, where the files are kept."""
    context: BrowserContext = browser.new_context(viewport={"width": 1400, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    text = find(name).read_text(encoding="utf-8")
    rows = []
    for _ in range(2):
        page, began = context.new_page(), perf_counter()
        page.goto(address)
        page.wait_for_selector("#editor .cm-content")
        page.evaluate("text => navigator.clipboard.writeText(text)", text)
        page.locator("#editor .cm-content").click()
        page.keyboard.press("Control+a")
        page.keyboard.press("Control+v")
        checked = waited(page, began)
        rows.append((page.evaluate(PAINT) / 1000, checked, keys(page)))
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.close()
    context.close()
    return rows[0], rows[1]


def row(home: str, name: str, found: Sequence[Row]) -> str:
    paint, checked, key = (median(values) for values in zip(*found, strict=True))
    worst = max(one[2] for one in found)
    return f"| {home} | `{name}` | {paint:.2f} | {checked:.1f} | {key:.0f} | {worst:.0f} |"


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def site(folder: str) -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def rows(games: Sequence[str], static: str, times: int) -> Iterator[str]:
    yield "| home | game | first paint, s | first check, s | a key, ms (median of the longest) | the longest |"
    yield "|---|---|---|---|---|---|"
    chromium = shutil.which("chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name in games:
            yield row("server", name, [from_server(browser, name) for _ in range(times)])
        if static:
            with site(static) as address:
                for name in games:
                    context_rows = [from_folder(browser, address, name) for _ in range(times)]
                    yield row("browser, first visit", name, [first for first, _ in context_rows])
                    yield row("browser, again", name, [again for _, again in context_rows])
        browser.close()


def main(arguments: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", default=["leduc_poker", "pigeon"])
    options.add_argument("--static", default="", help="the folder that `hoyle studio --static` wrote")
    options.add_argument("--times", type=int, default=5)
    options.add_argument("--no-page", action="store_true", help="print the table only")
    args = options.parse_args(arguments)
    told = f"Medians of {args.times} visits, each with a fresh profile. Machine: {machine()}."
    made = "\n".join([BEGIN, "", told, "", *rows(args.games, args.static, args.times), "", END])
    print(made)
    if not args.no_page:
        into_page(made, BEGIN, END)
    return 0


if __name__ == "__main__":
    sys.exit(main())
