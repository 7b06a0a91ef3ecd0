"""The server of one editor: its texts, its runs, and telling it what is wrong with the newest version of each text.

Leaves answering questions to `features` and `commands`, converting to `convert` and `positions`.
"""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import RPCRequest

from hoyle.editor.results.marks import marks, outdated
from hoyle.language_server import convert
from hoyle.language_server.documents import Documents
from hoyle.language_server.runs import Runs

WAIT = 0.002
"""Seconds without a new key before a text is looked at: the newest is, however fast keys come."""
IDLE = 0.5
"""Seconds after that before it is asked whether what the file settles has changed since: that may take a second."""


class Protocol(LanguageServerProtocol):
    """The protocol, in which each request has an answer, also one that cannot be read or that the end cuts off."""

    def structure_message(self, data: Any) -> Any:
        """A message as an object. One that cannot be one is answered with an error."""
        try:
            return super().structure_message(_within_texts(data))
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:
        """A request that comes after the editor has said goodbye is refused, as the protocol has it: not left open."""
        if self._shutdown and isinstance(message, RPCRequest):
            refused = "Hoyle is shutting down and answers no more requests. Start it again to go on."
            self._send_response(message.id, error=lsp.ResponseError(lsp.ErrorCodes.InvalidRequest, refused))
        else:
            super().handle_message(message)

    def end_requests(self) -> None:
        """Cancels what is being answered, but for the message that is read now."""
        for number, future in tuple(self._request_futures.items()):
            if number != self.msg_id:
                future.cancel()


FARTHEST = 2**31 - 1
"""The last line and column that the protocol knows."""
DEEPEST = 12
"""No position lies so deep in a message."""


def _within_texts(data: Any, depth: int = 0) -> Any:
    """A message in which a place before the beginning of a text is the beginning, as one behind its end is the end."""
    if depth == DEEPEST:
        return data
    if isinstance(data, list):
        return [_within_texts(one, depth + 1) for one in data]
    if not isinstance(data, dict):
        return data
    if data.keys() == {"line", "character"} and all(type(at) is int for at in data.values()):
        before = data["line"] < 0
        return {name: 0 if before else min(max(at, 0), FARTHEST) for name, at in data.items()}
    return {name: _within_texts(one, depth + 1) for name, one in data.items()}


class Server(LanguageServer):
    """Hoyle's language server. Texts are sent whole: they are small, and nothing can get out of step."""

    def __init__(self) -> None:
        kind = lsp.TextDocumentSyncKind.Full
        super().__init__("hoyle", version("hoyle"), text_document_sync_kind=kind, protocol_cls=Protocol)
        self.documents = Documents()
        self.runs = Runs()
        self.table = False
        """Does the editor draw positions? It says so when it begins."""

    def changed(self, uri: str, content: str, number: int | None, wait: float = WAIT) -> None:
        """Notes a new version of a text, and tells of its faults soon; those of an older one are not told any more."""
        document = self.documents.put(uri, content, number)
        if document.pending is not None:
            document.pending.cancel()
        document.pending = asyncio.get_running_loop().create_task(self._soon(uri, wait))

    async def _soon(self, uri: str, wait: float) -> None:
        await asyncio.sleep(wait)
        await self.publish(uri)
        await asyncio.sleep(IDLE)
        await self._ask_again(uri)

    async def _ask_again(self, uri: str) -> None:
        """Tells, once nobody types, what is settled of rules that were changed since: asking takes up to a second."""
        try:
            known = await self.documents.known(uri)
            found = () if known is None else await asyncio.to_thread(outdated, known.analysis)
        except Exception as error:
            self._broken(uri, error)
            return
        document = self.documents.open.get(uri)
        if known is None or document is None or document.content != known.analysis.content:
            return
        if found or document.outdated[1]:
            document.outdated = document.content, found
            await self.publish(uri)

    async def publish(self, uri: str) -> None:
        """Tells the editor of the faults of a text's newest version, and of what the last runs said of it."""
        try:
            known = await self.documents.known(uri)
        except Exception as error:  # a mistake of ours: what was told of an older version must not stay as if it held
            self._broken(uri, error)
            return
        document = self.documents.open.get(uri)
        if known is None or document is None or document.content != known.analysis.content:
            return
        found = [convert.diagnostic(d, uri, known.at) for d in known.analysis.diagnostics]
        text, settled = document.outdated
        told = (*marks(known.analysis, document.results), *(settled if text == document.content else ()))
        found += [convert.mark(mark, uri, known.at) for mark in told]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, known.version))

    def _broken(self, uri: str, error: Exception) -> None:
        document = self.documents.open.get(uri)
        if document is not None:
            told = f"a mistake of Hoyle's own: it cannot read this text ({type(error).__name__}: {str(error)[:300]})"
            where = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1))
            fault = lsp.Diagnostic(where, f"{told}; please report it", lsp.DiagnosticSeverity.Error, source="hoyle")
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, [fault], document.version))

    def closed(self, uri: str) -> None:
        """Forgets a text and takes its marks away."""
        self.runs.end(uri)
        if self.documents.close(uri) is not None:
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def shut_down(self) -> None:
        """Ends what runs and what is asked; the editor says goodbye soon."""
        self.runs.end_all()
        if isinstance(self.protocol, Protocol):
            self.protocol.end_requests()
        self.stop()

    def shutdown(self) -> None:
        """Leaves the thread that reads: it may wait for ever for what the editor says next."""
        if self._stop_event is not None:
            self._stop_event.set()
        self.thread_pool.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        self.runs.end_all()
        self.documents.stop()
