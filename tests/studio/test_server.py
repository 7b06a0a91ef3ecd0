"""The studio's server in use and under abuse: who may ask, what may be read and written, what a lost process costs."""

import asyncio
import http.client
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hoyle.studio.messages.files import Files, Listing, Read
from hoyle.studio.server.lanes import Lane, RunLane, SessionLane, Worker, Workers
from hoyle.studio.server.serve import first_check, listening, opened
from tests.studio.server import Server, serving
from tests.studio.test_session import RULES

SECRET = 'game "Outside":\n'


@pytest.fixture(name="server", scope="module")
def a_server(tmp_path_factory: pytest.TempPathFactory):
    base = tmp_path_factory.mktemp("studio")
    folder, assets = base / "games", base / "assets"
    folder.mkdir()
    assets.mkdir()
    (base / "outside.hoyle").write_text(SECRET, encoding="utf-8")
    (folder / "last_card.hoyle").write_text(RULES, encoding="utf-8")
    (folder / "notes.txt").write_text("no rules", encoding="utf-8")
    (folder / ".hidden.hoyle").write_text(SECRET, encoding="utf-8")
    (folder / "link.hoyle").symlink_to(base / "outside.hoyle")
    (assets / "index.html").write_text("<!doctype html><title>Studio</title>", encoding="utf-8")
    with serving(folder, assets) as server:
        yield server


def get(server: Server, path: str, host: str | None = None, method: str = "GET", body: bytes | None = None):
    connection = http.client.HTTPConnection(server.host, timeout=30)
    connection.request(method, path, body=body, headers={"Host": host or server.host})
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer, text


def closed_with(server: Server, act) -> int:
    """The code with which a page's connection is closed after an act."""
    with server.page() as page:
        try:
            act(page)
            page.hear()
        except ConnectionClosed as closed:
            return 0 if closed.rcvd is None else closed.rcvd.code
    return -1


# ---------------------------------------------------------------- use


def test_a_page_is_handed_out_with_its_policy(server):
    answer, text = get(server, f"/{server.token}/")
    assert (answer.status, "Studio" in text) == (200, True)
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_a_page_checks_plays_verifies_and_stops(server):
    with server.page() as page:
        assert page.ask("check", name="a.hoyle", text=RULES)["playable"]
        assert page.ask("deal", seed=1)["yours"]
        number = page.order("verify", name="a.hoyle", text=RULES, as_written=False, seconds=60)
        for event in page.events(number):
            if event["kind"] == "verdict":
                page.send({"lane": "run", "stop": True})
                break
        last = list(page.events(number))[-1]
        assert (last["kind"], last["outcome"]) == ("verified", "STOPPED")
        # What was asked meanwhile did not wait for it, and another run begins at once.
        number = page.order("count", name="a.hoyle", text=RULES, games=5, seed=1, policy="random")
        assert list(page.events(number))[-1] == {"kind": "counted", "games": 5}


def test_files_of_the_folder_are_read_and_written_and_never_over_a_change(server):
    with server.page() as page:
        files = page.ask("listing", "files")
        assert files["paths"] == ["last_card.hoyle", "link.hoyle"]
        opened = page.ask("read", "files", path="last_card.hoyle")
        assert opened["text"] == RULES
        written = page.ask("write", "files", path="last_card.hoyle", text=RULES + "# mine\n", was=opened["version"])
        assert written["kind"] == "opened"
        (server.folder / "last_card.hoyle").write_text(RULES + "# theirs\n", encoding="utf-8")
        refused = page.ask("write", "files", path="last_card.hoyle", text="", was=written["version"])
        assert "changed on the disk" in refused["why"]
        assert (server.folder / "last_card.hoyle").read_text(encoding="utf-8").endswith("# theirs\n")
        assert "already" in page.ask("write", "files", path="last_card.hoyle", text="", was="")["why"]
        assert page.ask("write", "files", path="new.hoyle", text="# new\n", was="")["kind"] == "opened"
        (server.folder / "new.hoyle").unlink()


# ---------------------------------------------------------------- abuse


@pytest.mark.parametrize("path", ["/", "/wrong/", "/wrong/index.html", "/{token}", "/{token}x/", "/favicon.ico"])
def test_without_the_token_there_is_nothing(path, server):
    answer, text = get(server, path.format(token=server.token))
    assert answer.status in (404, 307)
    assert "<title>" not in text


@pytest.mark.parametrize(
    "path", ["../outside.hoyle", "%2e%2e/outside.hoyle", "..%2foutside.hoyle", "a/b", "//etc/passwd"]
)
def test_no_address_leads_out_of_the_page(path, server):
    answer, text = get(server, f"/{server.token}/{path}")
    assert (answer.status, SECRET in text) == (404, False)


def test_another_host_name_is_refused(server):
    assert get(server, f"/{server.token}/", host=f"evil.example:{server.host.split(':')[1]}")[0].status == 404


@pytest.mark.parametrize(
    "wrong", [{"token": "x" * 24}, {"origin": "http://evil.example"}, {"origin": "null"}, {"host": "evil.example"}]
)
def test_a_stranger_cannot_talk(wrong, server):
    with pytest.raises(InvalidStatus) as caught, server.page(**wrong):
        pass
    assert caught.value.response.status_code in (400, 403)


@pytest.mark.parametrize(
    "path",
    ["../outside.hoyle", "/etc/passwd", "link.hoyle", "notes.txt", ".hidden.hoyle", "a/../../outside.hoyle", "", ".",
     "games\\x.hoyle", "x\0.hoyle", "./last_card.hoyle", "no_such_folder/x.hoyle", "a" * 5000 + ".hoyle"],
)  # fmt: skip
def test_no_path_leads_out_of_the_folder(path, server):
    before = {p.name for p in server.folder.parent.rglob("*")}
    with server.page() as page:
        for ask in ({"kind": "read"}, {"kind": "write", "text": "# written\n", "was": ""}):
            answer = page.ask(lane="files", path=path, **ask)
            assert answer["kind"] == "refused", answer
    assert (server.folder.parent / "outside.hoyle").read_text(encoding="utf-8") == SECRET
    assert {p.name for p in server.folder.parent.rglob("*")} == before


@pytest.mark.parametrize("told", ["", "{", "[]", "null", '{"lane": "run"}', '{"lane": "files", "id": 1}', "[" * 50_000])
def test_what_is_no_message_is_refused(told, server):
    with server.page() as page:
        page.socket.send(told)
        assert page.hear()["answer"]["kind"] == "refused"
        assert page.ask("gallery")["games"]


def test_a_hundred_megabytes_are_not_taken_in(server):
    def send(page):
        page.socket.send("x" * 100_000_000)

    assert closed_with(server, send) in (0, 1009)  # 0: it has hung up before all was sent
    with suppress(ConnectionError):
        answer, _ = get(server, f"/{server.token}/", method="POST", body=b"x" * 100_000_000)
        assert answer.status in (404, 405)
    assert server.memory() < 300
    with server.page() as page:
        assert page.ask("gallery")["games"]


def test_fifty_pages_at_once(server):
    with ExitStack() as stack:
        pages = [stack.enter_context(server.page()) for _ in range(50)]

        def answered(page):
            try:
                return page.ask("check", name="a.hoyle", text=RULES)["playable"]
            except ConnectionClosed as closed:
                return 0 if closed.rcvd is None else closed.rcvd.code

        with ThreadPoolExecutor(50) as pool:
            found = list(pool.map(answered, pages))
        assert found.count(True) == 8
        assert found.count(1013) == 42
    wait = time.monotonic() + 20
    while len(server.children()) > 2 and time.monotonic() < wait:
        time.sleep(0.1)
    assert len(server.children()) <= 2
    with server.page() as page:
        assert page.ask("check", name="a.hoyle", text=RULES)["playable"]


def test_a_killed_process_is_told_and_another_takes_its_place(server):
    with server.page() as page:
        page.ask("check", name="a.hoyle", text=RULES)
        for process in server.children():
            os.kill(process, signal.SIGKILL)
        assert "ended" in page.ask("tell")["why"]
        assert page.hear()["event"]["kind"] == "ended"
        assert page.ask("check", name="a.hoyle", text=RULES)["playable"]
        number = page.order("verify", name="a.hoyle", text=RULES, as_written=False, seconds=60)
        events = page.events(number)
        next(events)
        before = set(server.children())
        for process in before:
            os.kill(process, signal.SIGKILL)
        assert list(events)[-1]["kind"] == "ended"


def test_a_file_that_was_opened_is_the_only_one(tmp_path: Path):
    for name in ("a.hoyle", "b.hoyle"):
        (tmp_path / name).write_text(RULES, encoding="utf-8")
    folder = opened(tmp_path / "a.hoyle")
    files = folder.answer(Listing())
    assert isinstance(files, Files)
    assert (files.paths, files.first) == (("a.hoyle",), "a.hoyle")
    assert "only a.hoyle was opened" in str(folder.answer(Read("b.hoyle")))


def test_the_opened_file_is_read_before_a_page_asks_and_each_page_hears_its_own_answer(tmp_path: Path):
    path = tmp_path / "a.hoyle"
    path.write_text(RULES, encoding="utf-8")
    told = first_check(opened(path))
    assert told == {"kind": "check", "name": "a.hoyle", "text": RULES, "settings": []}
    assert first_check(opened(tmp_path)) == told
    assert Workers(told).first == told
    (tmp_path / "index.html").write_text("<!doctype html><title>Studio</title>", encoding="utf-8")
    with serving(path, tmp_path) as server:
        for _ in range(2):
            with server.page() as page:
                other = page.ask("check", name="a.hoyle", text=RULES.replace('game "', 'game "Another '))
                assert other["title"].startswith("Another ")
                assert page.ask("check", name="a.hoyle", text="").get("playable") is False
    path.write_bytes(b"\xff")
    assert first_check(opened(path)) is None


class Begun(Workers):
    """Workers that run a program of the test's own."""

    def __init__(self, program: str):
        super().__init__()
        self.program = program

    async def take(self, lane: Lane) -> Worker:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-c", self.program)
        return Worker(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, start_new_session=True))


DEAF = """
import signal, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
print('{"kind": "doing"}', flush=True)
time.sleep(60)
"""


def test_a_run_that_does_not_hear_is_ended_by_the_second_stop():
    sent: list[dict[str, Any]] = []
    begun = asyncio.Event()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["event"])
        begun.set()

    async def stopped() -> None:
        lane = RunLane(Begun(DEAF), send)
        lane.start(1, {})
        await begun.wait()
        await lane.stop()
        await asyncio.sleep(0.3)
        assert len(sent) == 1
        await lane.stop()
        while len(sent) < 2:
            await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(stopped(), 15))
    assert [event["kind"] for event in sent] == ["doing", "ended"]


def test_a_session_that_takes_too_long_is_ended_and_all_that_waits_is_refused():
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def asked() -> None:
        lane = SessionLane(Begun("import time; time.sleep(60)"), send, seconds=0.2)
        lane.ask(1, {})
        lane.ask(2, {})
        working = asyncio.create_task(lane.work())
        while len(sent) < 3:
            await asyncio.sleep(0.02)
        working.cancel()

    asyncio.run(asyncio.wait_for(asked(), 20))
    assert [(m["id"], (m.get("answer") or m["event"])["kind"]) for m in sent] == [
        (1, "refused"),
        (2, "refused"),
        (None, "ended"),
    ]
    assert "took longer than" in sent[0]["answer"]["why"]


def test_two_studios_that_begin_at_once_have_ports_of_their_own():
    with listening(None) as one, listening(None) as other:
        assert one.getsockname()[1] != other.getsockname()[1]
