"""Writes a rule file in another way that says the same: other blanks, other line breaks, comments anywhere."""

from __future__ import annotations

import random
import re

_PIECES = re.compile(r'"[^"\n]*"|#[^\n]*|[ \t]+|[()\[\],]|[^"#\s()\[\],]+')
_BREAKS = re.compile(r" (?=(?:when|under|and|or|else)\b|@)|(?<=,) ")
NOTES = (
    "#", "# a note", "# when this is read, nothing is meant", '# half a "quote', "# a list, of one", "#, (", "#### [",
    "# one, two,", "#no blank", "# Ä and 🂡",
)  # fmt: skip


def pieces(line: str) -> list[str]:
    return _PIECES.findall(line)


def code_of(line: str) -> str:
    """A line without its comment and what stands before that."""
    return "".join(piece for piece in pieces(line) if not piece.startswith("#")).rstrip()


def with_other_blanks(text: str, seed: int) -> str:
    """Other blanks and indentation, more blank lines where there is one, blanks at the ends of lines and the file."""
    luck = random.Random(seed)
    wide = luck.choice((1, 2, 3, 4))
    lines = ["" for _ in range(luck.randrange(3))]
    depth, goes_on = 0, False
    for line in text.split("\n"):
        if not line.strip():
            lines += [" " * luck.choice((0, 0, 3))] * luck.choice((1, 1, 2, 3))
            continue
        indent = len(line) - len(line.lstrip(" "))
        joined = re.match(r"\s*(?:(?:when|under|with|and|or|else|because|wins)\b|[@+])", line)
        continued = depth > 0 or goes_on or joined
        noted = line.lstrip().startswith("#")
        # A line that goes on with another may stand anywhere but at the margin.
        start = luck.randrange(1, 30) if continued and not noted else indent * wide // 2 if indent % 2 == 0 else indent
        lines.append(" " * start + "".join(_widened(pieces(line.strip()), luck)))
        if not noted:
            for piece in pieces(line):
                depth += (piece in "([") - (piece in ")]") if len(piece) == 1 else 0
            goes_on = line.endswith(",")
        if not lines[-1].endswith(",") and not noted:
            lines[-1] += " " * luck.choice((0, 0, 0, 2))
    return luck.choice(("\n", "\n", "\r\n")).join(lines) + "\n" * luck.randrange(3)


def _widened(found: list[str], luck: random.Random) -> list[str]:
    out = []
    for at, piece in enumerate(found):
        last = at == len(found) - 1
        if piece.isspace() and luck.random() < 0.2:
            out.append(luck.choice(("   ", "\t", " \t ")))
        elif piece in ("(", "[", ")", "]", ",") and not last and luck.random() < 0.2:
            out.append(piece + " " if piece in "([," else f" {piece}")
        else:
            out.append(piece)
    return out


def with_other_breaks(text: str, seed: int) -> str:
    """The same with clauses broken where nobody would."""
    luck = random.Random(seed)

    def broken(found: re.Match[str]) -> str:
        return "\n" + " " * luck.randrange(1, 20) if luck.random() < 0.15 else " "

    lines = []
    for line in text.split("\n"):
        code = code_of(line)
        parts = re.split(r'("[^"]*")', code)
        parts[::2] = [_BREAKS.sub(broken, part) for part in parts[::2]]
        lines.append("".join(parts) + line[len(code) :])
    return "\n".join(lines)


def with_comments(text: str, seed: int) -> str:
    """The same with comments: at the margin within a block, between clauses, inside them, at the ends of lines."""
    luck = random.Random(seed)
    lines = []
    goes_on = False
    for line in text.split("\n"):
        if luck.random() < 0.2 and not goes_on:
            lines += [" " * luck.choice((0, 0, 2, 4, 9)) + luck.choice(NOTES)] * luck.choice((1, 1, 2))
            lines += [""] * luck.choice((0, 0, 1))
        code = code_of(line)
        if code:
            goes_on = code.endswith(",")
            if luck.random() < 0.2 and code == line:
                code += " " * luck.randrange(9) + luck.choice(NOTES)
                lines.append(code)
                continue
        lines.append(line)
    return "\n".join(lines)


def edited(text: str, rng: random.Random) -> str:
    """The text after one edit as people make them: a sign typed or taken away, a line moved, doubled or cut out."""
    at = rng.randrange(len(text) + 1)
    match rng.randrange(6):
        case 0:
            return text[:at] + rng.choice(' \n\nabc_x1:,()[]"@#>|🂡') + text[at:]
        case 1:
            return text[:at] + text[at + rng.randint(1, 3) :]
        case 2:
            return text[:at] + rng.choice(("when ", "is ", "mover", '"', "  ", "\n  ", "every player p ")) + text[at:]
        case _:
            return _with_lines_moved(text, rng)


def _with_lines_moved(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            lines[one], lines[two] = lines[two], lines[one]
        case 1:
            lines.insert(two, lines[one])
        case _:
            del lines[one]
    return "\n".join(lines)
