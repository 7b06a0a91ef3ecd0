"""The application: hands out the page's files, and moves messages between a page and the processes behind it.

Everything stands below the token in the address. Whoever asks must ask this host, a page that talks must come from it,
and what it sends has a bound. Leaves processes to `lanes`, files to `folder`.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hoyle.studio.messages.every import FileRequest, Refused
from hoyle.studio.server.folder import Folder
from hoyle.studio.server.lanes import RunLane, SessionLane, Workers
from hoyle.studio.wire import Unreadable, as_json, from_json

MOST_PAGES = 8
"""So many pages may be open at once: each has a process of its own."""
LARGEST_MESSAGE = 12 * 1024 * 1024
"""So many bytes may a message have: a rule file may have 8 MiB."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY", "Cache-Control": "no-cache",
}  # fmt: skip
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}  # fmt: skip
RUN_AFTER = 1.5
"""Seconds after its start in which a server makes the process of the first run ready."""
WRONG = "This is not the address that `hoyle studio` printed. Open that one, with all of its letters.\n"


@dataclass(slots=True)
class Home:
    """One server: where it listens, its token, its folder, the page's files, and what goes on."""

    port: int
    token: str
    folder: Folder
    assets: Mapping[str, Path]
    workers: Workers = field(default_factory=Workers)
    pages: int = 0

    @property
    def hosts(self) -> frozenset[str]:
        """What a browser may call this host."""
        return frozenset(f"{name}:{self.port}" for name in ("127.0.0.1", "localhost"))

    def knows(self, connection: HTTPConnection) -> bool:
        """Is this host asked, with the token?"""
        token = str(connection.path_params.get("token", ""))
        return connection.headers.get("host", "") in self.hosts and hmac.compare_digest(
            token.encode("utf-8", "replace"), self.token.encode()
        )

    def is_own(self, origin: str | None) -> bool:
        """Does a page come from this host?"""
        return origin in {f"http://{host}" for host in self.hosts}


def application(home: Home) -> Starlette:
    """The application of a server."""

    async def asset(request: Request) -> Response:
        name = request.path_params.get("name", "") or "index.html"
        if not home.knows(request) or name not in home.assets:
            return PlainTextResponse(WRONG, 404, HEADERS)
        path = home.assets[name]
        return Response(path.read_bytes(), headers={**HEADERS, "Content-Type": TYPES.get(path.suffix, "text/plain")})

    async def talk(socket: WebSocket) -> None:
        if not home.knows(socket) or not home.is_own(socket.headers.get("origin")):
            await socket.close(1008)
            return
        await socket.accept()
        if home.pages >= MOST_PAGES:
            await socket.close(1013, f"{MOST_PAGES} pages of this studio are open; close one of them")
            return
        home.pages += 1
        try:
            await _talk(home, socket)
        finally:
            home.pages -= 1

    async def lost(request: Request) -> Response:
        return PlainTextResponse(WRONG, 404, HEADERS)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await home.workers.prepare("session")
        # A page checks its text first, and verifies a while later: the processors are left to the check.
        later = asyncio.get_running_loop().call_later(RUN_AFTER, home.workers.begin, "run")
        yield
        later.cancel()
        home.workers.close()

    routes = [
        WebSocketRoute("/{token}/talk", talk),
        Route("/{token}/", asset),
        Route("/{token}/{name}", asset),
        Route("/{rest:path}", lost),
    ]
    return Starlette(routes=routes, lifespan=lifespan)


async def _talk(home: Home, socket: WebSocket) -> None:
    """Talks to one page until it leaves."""
    sending = asyncio.Lock()

    async def send(message: dict[str, Any]) -> None:
        async with sending:
            with suppress(RuntimeError, WebSocketDisconnect):  # the page has left
                await socket.send_text(json.dumps(message, separators=(",", ":")))

    session, run = SessionLane(home.workers, send), RunLane(home.workers, send)
    working = asyncio.create_task(session.work())
    try:
        while True:
            await _take(home, await socket.receive_text(), session, run, send)
    except (WebSocketDisconnect, KeyError):
        pass
    finally:
        working.cancel()
        run.end()


async def _take(home: Home, told: str, session: SessionLane, run: RunLane, send: Any) -> None:
    """Sees to one message of a page; what is no message is refused."""
    try:
        message = json.loads(told)
    except (ValueError, RecursionError):
        message = None
    match message:
        case {"lane": "session", "id": number, "ask": question}:
            session.ask(number, question)
        case {"lane": "run", "id": number, "order": order}:
            run.start(number, order)
        case {"lane": "run", "stop": True}:
            await run.stop()
        case {"lane": "files", "id": number, "ask": question}:
            answer = await asyncio.to_thread(_of_files, home.folder, question)
            await send({"lane": "files", "id": number, "answer": answer})
        case _:
            await send({"lane": "session", "id": None, "answer": as_json(Refused("this is no message"))})


def _of_files(folder: Folder, question: object) -> dict[str, Any]:
    try:
        return as_json(folder.answer(from_json(question, FileRequest)))
    except Unreadable as error:
        return as_json(Refused(str(error)))
