"""Reads files that somebody names, up to a size: a device without an end, or a file by mistake, is refused with a word.

Leaves what is in a file to the commands.
"""

from __future__ import annotations

from pathlib import Path

from hoyle.terminal.guard import Misuse, because

MEBIBYTE = 1 << 20
RULES, LOG, VECTORS = 8 * MEBIBYTE, 64 * MEBIBYTE, 512 * MEBIBYTE
"""The most that a rule file (its own limit is in characters), a log and a conformance suite may have."""


def read_bytes(path: Path, most: int) -> bytes:
    """What a file holds. Raises Misuse where it holds more than so many bytes, and OSError."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise Misuse(f"{path} is larger than {most // MEBIBYTE} MiB, the most for such a file")
    return data


def read_text(path: Path, most: int, what: str) -> str:
    """The text of a file. Raises Misuse where it is too large, no UTF-8 text, or cannot be read."""
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except OSError as error:
        raise Misuse(because(error)) from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        where = f"in line {line:,}, byte 0x{error.object[error.start]:02X}"
        raise Misuse(f"{path} is no {what}: it is not UTF-8 text ({where}); save it as UTF-8") from None
