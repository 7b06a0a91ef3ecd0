"""`hoyle lsp` as it is started: by an editor that says goodbye, by a person, and without the library that it needs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from argparse import Namespace
from pathlib import Path

import pytest

from hoyle.commands import lsp
from hoyle.terminal.guard import Misuse

RULES = Path(__file__).resolve().parents[2] / "rules"


def framed(*messages: dict) -> bytes:
    """Messages as the protocol sends them."""
    texts = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(text), text) for text in texts)


def served(told: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    """What a server answers to all that it is told."""
    line = [sys.executable, "-m", "hoyle", "lsp", *options]
    return subprocess.run(line, check=False, input=told, capture_output=True, timeout=60)


def test_an_editor_that_says_goodbye():
    told = framed(
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}}, {"method": "initialized", "params": {}},
        {"id": 2, "method": "shutdown"}, {"method": "exit"},
    )  # fmt: skip
    done = served(told, "--stdio")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b'"hoverProvider"' in done.stdout


def test_an_editor_that_goes_away():
    done = served(b"")
    assert b"Traceback" not in done.stderr


def test_what_is_no_message_does_not_end_it():
    told = b"Content-Length: 5\r\n\r\nhello" + framed(
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"id": 2, "method": "textDocument/hover", "params": {"position": 3}},
        {"id": 3, "method": "shutdown"}, {"method": "exit"},
    )  # fmt: skip
    done = served(told)
    assert b'"hoverProvider"' in done.stdout
    said = done.stdout.replace(b" ", b"")
    assert b'"error"' in next(part for part in said.split(b"Content-Length") if b'"id":2' in part)
    assert b'"id":3' in said


def test_without_the_library_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "hoyle.language_server.server", None)
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.delitem(sys.modules, "hoyle.language_server.server")
    for name in [name for name in sys.modules if name.startswith(("hoyle.language_server", "pygls"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    with pytest.raises(Misuse, match=r"pip install 'hoyle\[lsp\]'"):
        lsp.run(Namespace())


def test_a_person_is_told_that_it_is_for_editors(monkeypatch):
    monkeypatch.setattr("sys.stdin", type("Terminal", (), {"isatty": lambda self: True})())
    with pytest.raises(Misuse, match="talks to an editor"):
        lsp.run(Namespace())


def test_a_server_that_is_told_to_end_while_it_verifies():
    text = (RULES / "euchre" / "euchre.hoyle").read_text(encoding="utf-8")
    uri = "file:///euchre.hoyle"
    item = {"uri": uri, "languageId": "hoyle", "version": 1, "text": text}
    told = framed(
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}}, {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        {"id": 2, "method": "workspace/executeCommand", "params": {"command": "hoyle.verify", "arguments": [uri]}},
    )  # fmt: skip
    line = [sys.executable, "-m", "hoyle", "lsp"]
    pipe = subprocess.PIPE
    with subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(told)
        server.stdin.flush()
        said = b""
        while b"publishDiagnostics" not in said:
            said += os.read(server.stdout.fileno(), 65_536)
        time.sleep(1)
        server.send_signal(signal.SIGTERM)
        assert server.wait(10) == 0
