"""The server of one editor, without an editor."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from hoyle.editor.analysis import Analyst
from hoyle.language_server.session import Server


@pytest.mark.asyncio
async def test_a_mistake_of_ours_takes_the_place_of_what_was_told_before(monkeypatch):
    server, told = Server(), list[lsp.PublishDiagnosticsParams]()
    monkeypatch.setattr(server, "text_document_publish_diagnostics", told.append)
    server.documents.put("file:///a.hoyle", "define", 1)
    await server.publish("file:///a.hoyle")
    assert [one.code for one in told[-1].diagnostics][:1] != [None]

    def fails(self: Analyst, content: str) -> None:
        raise IndexError("out of range")

    monkeypatch.setattr(Analyst, "analyse", fails)
    server.documents.put("file:///a.hoyle", "define x", 2)
    await server.publish("file:///a.hoyle")
    (fault,) = told[-1].diagnostics
    assert (told[-1].version, "a mistake of Hoyle's own" in fault.message, "IndexError" in fault.message) == (
        2,
        True,
        True,
    )
    server.stop()
