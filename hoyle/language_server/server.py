"""A server that answers: which message of the protocol asks for what."""

from __future__ import annotations

import gc

from lsprotocol import types as lsp

from hoyle.language_server.commands import Commands
from hoyle.language_server.features import add_features
from hoyle.language_server.session import Server


def server() -> Server:
    """A server with all that it can do."""
    # Each analysis makes many small things that live as long as their text: looking for garbage so often only delays.
    gc.set_threshold(50_000, 20, 50)
    made = Server()

    @made.feature(lsp.INITIALIZE)
    def begun(ls: Server, params: lsp.InitializeParams) -> None:
        asked = params.initialization_options
        ls.table = isinstance(asked, dict) and asked.get("table") is True
        ls.documents.encoding = lsp.PositionEncodingKind(ls.workspace.position_encoding or "utf-16").value

    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        ls.changed(document.uri, document.text, document.version, wait=0)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        ls.changed(uri, ls.workspace.get_text_document(uri).source, params.text_document.version)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
        ls.closed(params.text_document.uri)

    @made.feature(lsp.SHUTDOWN)
    def shut_down(ls: Server, _: None) -> None:
        ls.shut_down()

    add_features(made)
    Commands(made).add()
    return made
