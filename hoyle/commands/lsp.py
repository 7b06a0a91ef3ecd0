"""`hoyle lsp`: the language server, which editors start and talk to over standard input and output.

Leaves what it answers to `hoyle.language_server`.
"""

from __future__ import annotations

import argparse
import sys
from typing import BinaryIO, cast

from hoyle.terminal.guard import Misuse


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
    out = sys.__stdout__
    assert out is not None
    # Whatever else is printed must not get among the messages.
    sys.stdout = sys.stderr
    made = server()
    try:
        made.start_io(sys.stdin.buffer, cast(BinaryIO, out.buffer))
    finally:
        made.stop()
    return 0
