"""Lines of a screen: a text behind what leads it, wrapped at words where somebody looks, with its further lines below.

Leaves to `hoyle.terminal.screen` what may reach a screen.
"""

from __future__ import annotations

import os
import sys

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from spec.text.clean import clean

WIDEST = 120


def width(console: Console) -> int | None:
    """How wide lines may be: as wide as the terminal, or COLUMNS; None where neither is there to look at."""
    looked_at = sys.stdout.isatty() or "COLUMNS" in os.environ
    return min(console.width, WIDEST) if looked_at else None


def say(console: Console, text: str, *, lead: str = "", style: str = "", lead_style: str = "") -> None:
    """Prints a plain text, no mark-up, behind its lead; the lines that it is wrapped into stand below its first."""
    told, indent, most = Text(_line(text), style), cell_len(clean(lead)), width(console)
    room = 0 if most is None else max(20, most - indent)
    for number, line in enumerate(told.wrap(console, room) if room else [told]):
        line.rstrip()
        before = Text(clean(lead), lead_style) if number == 0 else Text(" " * indent)
        console.print(Text.assemble(before, line), soft_wrap=True)


def _line(text: str) -> str:
    return clean(text).replace("\n", " ")
