"""A studio's server as a process of its own, and pages that talk to it without a browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

SERVE = """
import sys
from pathlib import Path
from hoyle.studio.assets import assets
from hoyle.studio.server.serve import serve
serve(Path(sys.argv[1]), assets(Path(sys.argv[2])), port=None, ready=lambda address: print(address, flush=True))
"""


class Server:
    """A running server: its address and its process."""

    def __init__(self, process: subprocess.Popen[str], address: str, folder: Path):
        self.process, self.address, self.folder = process, address, folder
        parts = urlsplit(address)
        self.host, self.token = parts.netloc, parts.path.strip("/")

    @contextmanager
    def page(self, *, token: str | None = None, origin: str | None = None, host: str | None = None) -> Iterator[Talk]:
        """A page that talks to it."""
        name, port = self.host.split(":")
        headers = {} if host is None else {"Host": host}
        url = f"ws://{name}:{port}/{self.token if token is None else token}/talk"
        with connect(
            url, origin=Origin(origin or f"http://{self.host}"), additional_headers=headers, max_size=None, proxy=None
        ) as socket:
            yield Talk(socket)

    def children(self) -> list[int]:
        """The processes that it has begun."""
        found = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = path.read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if int(parent) == self.process.pid:
                found.append(int(path.parent.name))
        return found

    def memory(self) -> int:
        """The megabytes that it takes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) // 1024


class Talk:
    """One page's connection."""

    def __init__(self, socket: ClientConnection):
        self.socket = socket
        self.number = 0

    def send(self, message) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, seconds: float = 30) -> dict:
        heard: dict = json.loads(self.socket.recv(timeout=seconds))
        return heard

    def ask(self, kind: str, lane: str = "session", **parts) -> dict:
        """The answer to a question; what else comes meanwhile is passed over."""
        self.number += 1
        self.send({"lane": lane, "id": self.number, "ask": {"kind": kind, **parts}})
        while True:
            heard = self.hear()
            if heard["id"] == self.number:
                answer: dict = heard["answer"]
                return answer

    def order(self, kind: str, **parts) -> int:
        """Begins a run."""
        self.number += 1
        self.send({"lane": "run", "id": self.number, "order": {"kind": kind, "settings": [], **parts}})
        return self.number

    def events(self, number: int) -> Iterator[dict]:
        """What comes of a run, up to its last event."""
        while True:
            heard = self.hear(60)
            if heard["lane"] == "run" and heard["id"] == number:
                yield heard["event"]
                if heard["event"]["kind"] in ("verified", "asked", "counted", "exported", "failed", "ended"):
                    return


@contextmanager
def serving(folder: Path, assets: Path) -> Iterator[Server]:
    """A server of a folder, with the page's files from another."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(folder), str(assets)], stdout=subprocess.PIPE, text=True,
        cwd=Path(__file__).resolve().parents[2], env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield Server(process, process.stdout.readline().strip(), folder)
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()
