"""Says in the editor what is being run, with a way to end it, where the editor shows such things."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from hoyle.language_server.session import Server

PATIENCE = 2.0
"""An editor that has not said within so many seconds that it will show it does without."""
NUMBERS = count(1)


@asynccontextmanager
async def shown(server: Server, title: str, stop: Callable[[], object]) -> AsyncIterator[None]:
    """Shows that something is run, as long as it is; `stop` is called where somebody ends it."""
    window, token = server.client_capabilities.window, f"hoyle {next(NUMBERS)}"
    asked = bool(window and window.work_done_progress) and await _created(server, token)
    if not asked:
        yield
        return
    progress = server.work_done_progress
    progress.begin(token, lsp.WorkDoneProgressBegin(title=f"Hoyle: {title}", cancellable=True))
    progress.tokens[token].add_done_callback(lambda future: stop() if future.cancelled() else None)
    try:
        yield
    finally:
        progress.tokens.pop(token, None)
        progress.end(token, lsp.WorkDoneProgressEnd())


async def _created(server: Server, token: str) -> bool:
    try:
        await asyncio.wait_for(server.work_done_progress.create_async(token), PATIENCE)
    except (JsonRpcException, TimeoutError):
        return False
    return True
