"""The studio as a folder for browsers: what is written, and, where HOYLE_STUDIO_STATIC names such a folder, its use."""

import functools
import http.server
import json
import os
import shutil
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from hoyle.commands.cli import main
from hoyle.studio.static import PYODIDE, PYTHON, SOLVER
from tests.studio import scenario
from tests.studio.test_session import RULES

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or os.environ.get("HOYLE_CHROMIUM")
BUILT = os.environ.get("HOYLE_STUDIO_STATIC", "")
long = pytest.mark.skipif(
    not BUILT, reason="needs 20 MB from npm and PyPI; HOYLE_STUDIO_STATIC=FOLDER, make studio-static"
)


@pytest.fixture(name="runtime")
def a_runtime(tmp_path: Path) -> Path:
    """A folder with the names of the parts for browsers."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    for name in PYTHON:
        (folder / name).write_text(name, encoding="utf-8")
    (folder / "package.json").write_text(json.dumps({"version": PYODIDE}), encoding="utf-8")
    (folder / f"z3_solver-{SOLVER}-py3-none-pyemscripten_2026_0_wasm32.whl").write_text("a wheel", encoding="utf-8")
    return folder


def written(*words: str) -> int:
    return main(["studio", "--static", *words])


def test_a_folder_holds_the_page_python_hoyle_and_a_solver(runtime: Path, tmp_path: Path, capsys):
    out = tmp_path / "site"
    assert written(str(out), "--runtime", str(runtime)) == 0
    assert "any web server" in capsys.readouterr().out.lower()
    names = {path.name for path in out.iterdir()}
    assert names >= {"index.html", "main.js", "worker.js", "offline.js", "hoyle.zip", "solver.zip", *PYTHON}
    assert 'data-home="browser"' in (out / "index.html").read_text(encoding="utf-8")
    held = set(zipfile.ZipFile(out / "hoyle.zip").namelist())
    assert {
        "hoyle/studio/browser.py",
        "spec/text/grammar.lark",
        "hoyle/rules/pigeon/pigeon.hoyle",
        "lark/__init__.py",
    } <= held
    assert not [name for name in held if name.endswith((".so", ".pyc")) or "/server/" in name]
    told = json.loads((out / "offline.js").read_text(encoding="utf-8").partition("=")[2].partition(";\n")[0])
    assert set(told["files"]) == names - {"offline.js", "licences.txt"}
    # The same parts make the same folder, and it is replaced only where somebody asks for that.
    assert written(str(out), "--runtime", str(runtime)) == 2
    first = {path.name: path.read_bytes() for path in out.iterdir()}
    assert written(str(out), "--runtime", str(runtime), "--force") == 0
    assert {path.name: path.read_bytes() for path in out.iterdir()} == first


@pytest.mark.parametrize("lost", [PYTHON[0], "package.json", "*.whl"])
def test_without_the_parts_nothing_is_written_and_it_says_how_to_get_them(
    lost: str, runtime: Path, tmp_path: Path, capsys
):
    next(runtime.glob(lost)).unlink()
    assert written(str(tmp_path / "site"), "--runtime", str(runtime)) == 2
    assert PYODIDE in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


# ---------------------------------------------------------------- in a browser


class Files(http.server.SimpleHTTPRequestHandler):
    """Hands out a folder as any web server does, without a word."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[http.server.ThreadingHTTPServer]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=BUILT)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def address(site: http.server.ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{site.server_port}/"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@long
def test_the_first_game_from_an_empty_page_to_a_link(browser: Browser, address: str):
    scenario.first_game(browser, address)


@long
def test_games_of_the_gallery_are_played_at_the_table(browser: Browser, address: str):
    scenario.library_games(browser, address, ("pigeon", "twentyone", "crazy_eights", "kuhn_poker"))


@long
def test_every_view_fits_a_phone_and_everybody(browser: Browser, address: str):
    scenario.small_and_dark(browser, address)


@long
def test_after_the_first_visit_no_network_is_needed_and_what_is_lacking_is_told(browser: Browser, address: str):
    context = browser.new_context(**scenario.DESK)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".game-card", timeout=scenario.LATER)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.click("[data-game=crazy_eights]")
    expect(page.locator("#dock .move").first).to_be_visible(timeout=scenario.LATER)
    context.set_offline(True)
    page.reload()
    expect(page.locator("#dock .move").first).to_be_visible(timeout=scenario.LATER)
    page.click("#tab-verdicts")
    expect(page.locator("#view-verdicts .note").first).to_contain_text("no C compiler")
    # A run is stopped at once, and goes on with what it kept.
    page.click("[data-key=verify]")
    expect(page.locator("#view-verdicts .verdict.holds").first).to_be_attached(timeout=scenario.LATER)
    page.click("[data-key=stop]")
    expect(page.locator("#said")).to_contain_text("what was found until then stands")
    found = page.locator(".verdict").count()
    assert found > 5
    page.click("[data-key=verify]")
    expect(page.locator("[data-key=verify]")).to_be_visible(timeout=scenario.LATER * 3)
    assert page.locator(".verdict").count() >= found
    context.close()


@long
def test_a_text_that_takes_too_long_costs_its_worker_and_not_the_page(browser: Browser, address: str):
    with scenario.visiting(browser, address) as visit:
        page = visit.page
        page.wait_for_selector(".game-card", timeout=scenario.LATER)
        # Patience of 40 seconds becomes one of a moment, which a long text needs more than.
        page.evaluate(
            "() => { window.first = window.setTimeout;"
            " window.setTimeout = (act, ms) => window.first(act, ms === 40000 ? 100 : ms); }"
        )
        page.click("[data-game=pigeon]")
        expect(page.locator("#said")).to_contain_text("took longer", timeout=scenario.LATER)
        assert page.evaluate("new Promise((done) => requestAnimationFrame(() => done(true)))")
        assert visit.draft()["game"] == "pigeon"
        page.evaluate("() => { window.setTimeout = window.first; }")
        visit.write(RULES)
        expect(page.locator("#faults")).to_have_text("Nothing wrong", timeout=scenario.LATER)
        visit.dealt()
