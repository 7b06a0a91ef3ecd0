"""The server of one editor, without an editor."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from hoyle.editor.analysis import Analyst
from hoyle.language_server import session
from hoyle.language_server.session import Server


@pytest.mark.parametrize(
    ("line", "character", "place"),
    [(-1, 7, (0, 0)), (3, -2, (3, 0)), (2, 2**40, (2, 2**31 - 1)), (2**40, 1, (2**31 - 1, 1)), (4, 5, (4, 5))],
)
def test_a_place_outside_of_the_text_is_at_its_beginning_or_end(line, character, place):
    at = {"line": line, "character": character}
    params = {
        "textDocument": {"uri": "file:///a.hoyle"},
        "range": {"start": at, "end": at},
        "context": {"diagnostics": []},
    }
    server = Server()
    asked = {"jsonrpc": "2.0", "id": 1, "method": lsp.TEXT_DOCUMENT_CODE_ACTION, "params": params}
    found = server.protocol.structure_message(asked).params.range
    assert (found.start, found.end) == (lsp.Position(*place), lsp.Position(*place))
    server.stop()


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

    # Nor is anything lost when the text is read again once nobody types.
    monkeypatch.setattr(session, "IDLE", 0)
    server.documents.put("file:///a.hoyle", "define y", 3)
    await server._soon("file:///a.hoyle", 0)
    assert [(one.version, len(one.diagnostics)) for one in told[2:]] == [(3, 1), (3, 1)]
    server.stop()
