"""The server of one editor: its texts, its runs, and telling it what is wrong with the newest version of each text.

Leaves answering questions to `features` and `commands`, converting to `convert` and `positions`.
"""

from __future__ import annotations

import asyncio
from importlib.metadata import version

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from hoyle.language_server import convert
from hoyle.language_server.documents import Document, Documents, Known
from hoyle.language_server.runs import Runs

WAIT = 0.01
"""Seconds without a new key before a text is looked at: the newest is, however fast keys come."""


class Server(LanguageServer):
    """Hoyle's language server. Texts are sent whole: they are small, and nothing can get out of step."""

    def __init__(self) -> None:
        super().__init__("hoyle", version("hoyle"), text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.documents = Documents()
        self.runs = Runs()

    def changed(self, uri: str, content: str, number: int | None, wait: float = WAIT) -> None:
        """Notes a new version of a text, and tells of its faults soon; those of an older one are not told any more."""
        document = self.documents.put(uri, content, number)
        if document.pending is not None:
            document.pending.cancel()
        document.pending = asyncio.get_running_loop().create_task(self._soon(uri, wait))

    async def _soon(self, uri: str, wait: float) -> None:
        await asyncio.sleep(wait)
        await self.publish(uri)

    async def publish(self, uri: str) -> None:
        """Tells the editor of the faults of a text's newest version, and of its verdicts that still hold."""
        known = await self.documents.known(uri)
        document = self.documents.open.get(uri)
        if known is None or document is None or document.content != known.analysis.content:
            return
        found = [convert.diagnostic(d, uri, known.at) for d in known.analysis.diagnostics]
        found += _refuted(document, known)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, known.version))

    def closed(self, uri: str) -> None:
        """Forgets a text and takes its marks away."""
        self.runs.end(uri)
        if self.documents.close(uri) is not None:
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def stop(self) -> None:
        self.runs.end_all()
        self.documents.stop()


def _refuted(document: Document, known: Known) -> list[lsp.Diagnostic]:
    """What a verification of just these rules refuted or left unknown, at the lines that it is about."""
    verdicts = document.verdicts
    if verdicts is None or verdicts.stale(known.analysis):
        return []
    lines = known.analysis.content.split("\n")
    found = []
    for one in verdicts.found:
        if one.verdict not in ("refuted", "unknown"):
            continue
        line = lines.index(one.line) if one.line in lines else 0
        there = lines[line] if lines else ""
        span = lsp.Range(lsp.Position(line, len(there) - len(there.lstrip())), lsp.Position(line, len(there)))
        severity = lsp.DiagnosticSeverity.Error if one.verdict == "refuted" else lsp.DiagnosticSeverity.Information
        about = f"{one.about}: " if one.about else ""
        found.append(
            lsp.Diagnostic(span, f"{one.verdict}: {about}{one.told}", severity, one.code, source="hoyle verify")
        )
    return found
