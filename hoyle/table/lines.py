"""Lines of a screen: pieces set side by side, cut or wrapped to a width in cells.

Leaves what stands in them to the other modules of this package.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

GAP = "   "


def columns(told: Sequence[str], width: int) -> list[str]:
    """Short texts in columns, one below the other; a text wider than the screen is wrapped."""
    widest = max((cell_len(text) for text in told), default=0)
    across = max(1, (width + len(GAP)) // (widest + len(GAP)))
    if across == 1:
        return [line for text in told for line in flowed([text], width, indent="     ")]
    down = -(-len(told) // across)
    rows = [[set_cell_size(text, widest) for text in told[row::down]] for row in range(down)]
    return [GAP.join(row).rstrip() for row in rows]


def flowed(pieces: Sequence[str], width: int, *, gap: str = " ", indent: str = "  ") -> list[str]:
    """Pieces one after the other; a line that is full goes on in the next, which is indented."""
    lines: list[str] = []
    line = ""
    for piece in pieces:
        if line and cell_len(line + gap + piece) <= width:
            line += gap + piece
            continue
        if line:
            lines.append(line)
        start = (indent if lines else "") + piece[: len(piece) - len(piece.lstrip())]
        if cell_len(start + piece.lstrip()) <= width:
            line = start + piece.lstrip()
            continue
        words = piece.split() or [""]
        line = start + words[0]
        for word in words[1:]:
            if cell_len(line) + 1 + cell_len(word) > width:
                lines.append(line)
                line = indent + word
            else:
                line += f" {word}"
    return [part for text in (*lines, line) if text for part in _broken(text, width)]


def _broken(text: str, width: int) -> list[str]:
    """A line that no space divides."""
    parts = []
    while cell_len(text) > width:
        cut = width
        while cell_len(text[:cut]) > width:
            cut -= 1
        parts.append(text[:cut])
        text = text[cut:]
    return [*parts, text]


def shortened(lines: Sequence[str], width: int, rows: int, what: str) -> list[str]:
    """The first lines, each up to the width, and how many more there are where not all have room."""
    kept = list(lines)
    if len(lines) > rows:
        kept[max(0, rows - 1) :] = [f"  ... and {len(lines) - max(0, rows - 1):,} more {what}"]
    return [line if cell_len(line) <= width else f"{set_cell_size(line, width - 3)}..." for line in kept]
