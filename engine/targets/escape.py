"""Texts of a rule file, of its name and of its settings inside the languages that Hoyle writes: one function for each.

Whatever a text holds, what these functions make of it lies inside one comment, one literal or one paragraph. Each works
on single characters, so that this stays so where texts are joined or a comment is broken at its spaces.
"""

from __future__ import annotations

import html
import json
import re
from typing import Any

from spec.text.clean import UNSAFE, clean, one_line

# ---------------------------------------------------------------- C and JavaScript

_COMMENT = str.maketrans({"*": "\u2217", "\\": "\u2216", "<": "\u2039", '"': "'"})
"""Signs that look alike and mean nothing to a compiler."""
_TRIGRAPH = re.compile(r"\?(?=\?)")


def comment(text: str) -> str:
    """Within a comment of C, JavaScript or TypeScript: no end of it, no continued line, no trigraph, no tag."""
    return _TRIGRAPH.sub("? ", one_line(text).translate(_COMMENT))


def c_string(text: str) -> str:
    """A literal of C: bytes of UTF-8; all that means something to C or to a comment stands as three octal digits."""
    told = "".join(_octal(byte) for byte in text.encode("utf-8", "replace"))
    return f'"{told}"'


def _octal(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?*' else f"\\{byte:03o}"


def js_string(text: str) -> str:
    """A literal of JavaScript, TypeScript or JSON, also where it stands in a script of a page."""
    return as_json(text).replace("<", "\\u003c")


# ---------------------------------------------------------------- JSON


def as_json(value: Any, *, indent: int | None = None, dense: bool = False) -> str:
    """A value as JSON that can be shown: what is unsafe is told by its number, what is not ASCII stays as it is."""
    told = json.dumps(value, ensure_ascii=False, indent=indent, separators=(",", ":") if dense else None)
    return UNSAFE.sub(_number, told)


def _number(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1] if ord(found[0]) != 0x7F else "\\u007f"


# ---------------------------------------------------------------- Python


def python_words(text: str) -> str:
    """Within a docstring or a comment of Python: in ASCII, without quotes or line ends."""
    safe = one_line(text).encode("ascii", "backslashreplace").decode()
    return safe.replace("\\", "\\\\").replace('"', "'")


# ---------------------------------------------------------------- pages


def markup(text: str) -> str:
    """Within HTML, as a text or as the value of an attribute in quotes."""
    return html.escape(clean(text), quote=True)


def cleaned(value: Any) -> Any:
    """Data for a page: every text in it clean."""
    match value:
        case str():
            return clean(value)
        case dict():
            return {clean(k): cleaned(v) for k, v in value.items()}
        case list() | tuple():
            return [cleaned(v) for v in value]
        case _:
            return value


def page_data(value: Any) -> str:
    """Within a script of a page that holds JSON: nothing in it ends the script or begins another."""
    told = as_json(cleaned(value), dense=True)
    for sign in "<>&":
        told = told.replace(sign, f"\\u{ord(sign):04x}")
    return told


# ---------------------------------------------------------------- Markdown

_MARKDOWN = re.compile(r"([\\`*_\[\]#|~$])")


def markdown(text: str) -> str:
    """Within a paragraph of Markdown: no mark-up, no HTML, no further line."""
    return markdown_piece(one_line(text))


def markdown_piece(text: str) -> str:
    """The same of a part of a line, whose spaces stay."""
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, name)
    return _MARKDOWN.sub(r"\\\1", text)


def markdown_code(text: str) -> str:
    """A piece of code in a paragraph of Markdown, with its quotes."""
    return f"`{one_line(text).replace('`', chr(39)) or ' '}`"
