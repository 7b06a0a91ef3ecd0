"""Text that cannot disturb whoever shows it: no control character, escape sequence or mark that turns text round.

Leaves the escapes of programming languages to `engine.targets.escape`.
"""

from __future__ import annotations

import re
import shlex

INSTEAD = "·"
"""What stands for a character that is not shown."""
TAB = "    "

UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls: C0 without tab and line feed, and C1
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # direction, or not to be seen
    "\u2028\u2029\ud800-\udfff\U000e0000-\U000e007f]"  # other ends of lines, halves of characters, tags
)


def clean(text: str) -> str:
    """A text for a terminal or a page: line feeds stay, tabs are spaces, what is unsafe is shown as a dot."""
    return UNSAFE.sub(INSTEAD, text.replace("\t", TAB))


def one_line(text: str) -> str:
    """The same on one line."""
    return " ".join(clean(text).split())


def quoted(text: str, most: int = 200) -> str:
    """A word of somebody else's in a sentence of ours: on one line, and no longer than that."""
    told = one_line(text[: 2 * most])
    return told if len(text) <= 2 * most and len(told) <= most else f"{told[:most]}..."


def shell_word(text: str) -> str:
    """A word of a command line that can be typed again: what cannot be shown is told by numbers, as bash reads them."""
    if "\n" not in text and "\t" not in text and not UNSAFE.search(text):
        return shlex.quote(text)
    data = text.encode("utf-8", "surrogateescape" if _was_bytes(text) else "surrogatepass")
    plain = "".join(chr(b) if 32 <= b < 127 and chr(b) not in "'\\" else f"\\x{b:02x}" for b in data)
    return f"$'{plain}'"


def _was_bytes(text: str) -> bool:
    return not re.search("[\ud800-\udc7f\udd00-\udfff]", text)


def shell_line(*words: str) -> str:
    """Words as a line for a shell."""
    return " ".join(map(shell_word, words))
