"""Lines of a screen: a text behind what leads it, wrapped at words where somebody looks, with its further lines below.

Leaves to `hoyle.terminal.screen` what may reach a screen.
"""

from __future__ import annotations

import os
import sys

from rich.console import Console
from rich.text import Text

from spec.text.clean import clean

WIDEST = 120


def width(console: Console) -> int | None:
    """How wide lines may be: as wide as the terminal, or COLUMNS; None where neither is there to look at."""
    looked_at = sys.stdout.isatty() or "COLUMNS" in os.environ
    return min(console.width, WIDEST) if looked_at else None


def say(
    console: Console, text: str, *, lead: str = "", style: str = "", lead_style: str = "", hang: int | None = None
) -> None:
    """Prints a plain text, no mark-up, behind its lead; further lines stand below its first, or where `hang` says."""
    begin = Text(_line(lead), lead_style)
    told, indent, most = Text(_line(text), style), begin.cell_len if hang is None else hang, width(console)
    if most is None:
        console.print(Text.assemble(begin, told), soft_wrap=True)
        return
    # What is left of the indent is filled up, and taken away again from the first line.
    filled = Text(" " * max(0, begin.cell_len - indent)) + told
    for number, line in enumerate(filled.wrap(console, max(20, most - indent))):
        line.rstrip()
        rest = line[begin.cell_len - indent :] if number == 0 and begin.cell_len > indent else line
        console.print(Text.assemble(Text(" " * indent) if number else begin, rest), soft_wrap=True)


def _line(text: str) -> str:
    return clean(text).replace("\n", " ")
