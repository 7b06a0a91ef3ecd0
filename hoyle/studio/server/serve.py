"""Serves a folder on the loopback interface, at an address with a fresh token, until somebody stops it."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import uvicorn

from hoyle.sources.files import SUFFIX
from hoyle.studio.messages.files import Opened, Read
from hoyle.studio.messages.text import Check
from hoyle.studio.server.application import LARGEST_MESSAGE, Home, application
from hoyle.studio.server.folder import Folder
from hoyle.studio.server.lanes import Workers
from hoyle.studio.wire import as_json
from hoyle.terminal.guard import Misuse

HOST, PORT = "127.0.0.1", 4653
WAITING = 3
"""Seconds that a page may take to leave, when the server is stopped."""


def opened(path: Path) -> Folder:
    """What a path opens. Raises Misuse where it is no rule file and no folder."""
    if path.is_dir():
        files = sorted(p.name for p in path.glob(f"*{SUFFIX}"))
        return Folder(path.resolve(), first=files[0] if len(files) == 1 else "")
    if not path.name.endswith(SUFFIX):
        raise Misuse(f"{path} is no rule file: its name does not end with {SUFFIX}")
    return Folder(path.resolve().parent, only=path.name)


def first_check(folder: Folder) -> dict[str, Any] | None:
    """The check of the file that a page begins with, so that it is read while the browser still starts."""
    name = folder.first or folder.only
    answer = folder.answer(Read(name)) if name else None
    return as_json(Check(name, answer.text)) if isinstance(answer, Opened) else None


def listening(port: int | None) -> socket.socket:
    """A socket of the loopback interface: at a port, or at the usual one, or where that is taken at a free one.

    Raises Misuse where the port that somebody wants is taken.
    """
    for number in (PORT, 0) if port is None else (port,):
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((HOST, number))
            made.listen()  # two of them may bind one port, as long as neither listens
        except (OSError, OverflowError):
            made.close()
            continue
        return made
    raise Misuse(f"port {port} cannot be listened on; leave --port out, and a free one is taken")


def serve(path: Path, assets: Mapping[str, Path], *, port: int | None, ready: Callable[[str], None]) -> int:
    """Serves until it is stopped; `ready` hears the address."""
    folder = opened(path)
    with listening(port) as bound:
        number = bound.getsockname()[1]
        home = Home(number, secrets.token_urlsafe(18), folder, assets, Workers(first_check(folder)))
        config = uvicorn.Config(
            application(home), log_level="error", access_log=False, ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE, ws_per_message_deflate=False, server_header=False, date_header=False,
            timeout_graceful_shutdown=WAITING, lifespan="on", proxy_headers=False,
        )  # fmt: skip
        server = uvicorn.Server(config)
        asyncio.run(_served(server, bound, lambda: ready(f"http://{HOST}:{number}/{home.token}/")))
    return 0


async def _served(server: uvicorn.Server, bound: socket.socket, ready: Callable[[], None]) -> None:
    task = asyncio.create_task(server.serve(sockets=[bound]))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if server.started:
        ready()
    await task
