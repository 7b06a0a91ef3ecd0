"""An editor for tests: it opens and changes texts, and waits for what the server says of their newest version."""

from __future__ import annotations

import asyncio
import sys

from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient

URI = "file:///games/small.hoyle"
SERVER = ClientServerConfig(server_command=[sys.executable, "-m", "hoyle", "lsp", "--stdio"])


def document(uri: str = URI) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(uri)


class Editor:
    """One text in an editor."""

    def __init__(self, client: LanguageClient, text: str, uri: str = URI) -> None:
        self.client, self.uri, self.text, self.version = client, uri, text, 1
        self.told: dict[int, list[lsp.Diagnostic]] = {}
        self._news = asyncio.Event()

        client.protocol.fm.features[lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = self._note
        item = lsp.TextDocumentItem(uri, "hoyle", 1, text)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def _note(self, params: lsp.PublishDiagnosticsParams) -> None:
        if params.uri == self.uri:
            self.told.pop(params.version or 0, None)
            self.told[params.version or 0] = list(params.diagnostics)
            self._news.set()

    def change(self, text: str) -> None:
        """Replaces the text."""
        self.text, self.version = text, self.version + 1
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        ident = lsp.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(ident, [whole]))

    async def faults(self) -> list[lsp.Diagnostic]:
        """What the server says of the newest version, once it does; of no older one is anything told after it."""
        async with asyncio.timeout(30):
            while self.version not in self.told:
                self._news.clear()
                await self._news.wait()
        return self.told[self.version]

    async def quiet(self, seconds: float = 0.5) -> None:
        """Waits, and sees that nothing was told of an older version after the newest."""
        await asyncio.sleep(seconds)
        assert list(self.told)[-1] == max(self.told)
