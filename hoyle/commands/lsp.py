"""`hoyle lsp`: the language server, which editors start and talk to over standard input and output.

Leaves what it answers to `hoyle.language_server`.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading

from hoyle.terminal.guard import Misuse
from hoyle.terminal.screen import bytes_out

PATIENCE = 0.2
"""Seconds in which a thread that has nothing to wait for has ended."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--stdio", action="store_true", help="talk over standard input and output, as it always does")


def run(args: argparse.Namespace) -> int:
    """Serves one editor until it says goodbye."""
    try:
        from hoyle.language_server.server import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "cattrs"):
            raise
        raise Misuse("the language server needs pygls: pip install 'hoyle[lsp]'") from None
    if sys.stdin is None or sys.stdin.isatty():
        raise Misuse(
            "the language server talks to an editor, not to a person; editors/README.md shows how to set it up"
        )
    made = server()
    try:
        made.start_io(sys.stdin.buffer, bytes_out())
    finally:
        made.stop()
    _leave_the_reader()
    return 0


def _leave_the_reader() -> None:
    """Ends though a thread still waits for what the editor says next: Python would wait for that thread."""
    others = [one for one in threading.enumerate() if one is not threading.current_thread() and not one.daemon]
    for one in others:
        one.join(PATIENCE)
    if any(one.is_alive() for one in others):
        os._exit(0)
