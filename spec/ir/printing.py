"""Prints the IR as text and reads it back, by what its dataclasses say of their fields.

Leaves whether what was read is a legal game to `spec.ir.check`.

A node is `(Name field ...)`; a node of many fields writes `:name` before each. A tuple is `[item ...]`, an
absent value `none`, a truth value `yes` or `no`; a text that is a plain word stands bare, any other as JSON
has it; a span is `@start:end` and may be left out. Neither way needs recursion.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, NoReturn

from spec.diagnostics.diagnostic import Diagnostic, diagnose
from spec.ir import nodes as ir
from spec.ir.identity import identified
from spec.ir.walk import MAX_DEPTH, hints_of, item_hints, nodes_of, options, words_of
from spec.names.suggestions import did_you_mean
from spec.text.source import NOWHERE, Span

WIDTH = 100
NAMED_FROM = 5
"""A node with at least so many fields writes their names."""

_WORD = re.compile(r"(?!(?:none|yes|no)\Z)[A-Za-z_][A-Za-z_0-9]*\Z")
_SURROGATE = re.compile("[\ud800-\udfff]")

# ---------------------------------------------------------------- printing


@dataclass(slots=True)
class _Piece:
    """A word, or a bracket's beginning with its `closing`; `size` is the length of all on one line."""

    text: str
    closing: str = ""
    inner: list[_Piece] = field(default_factory=list)
    size: int = 0


def print_game(game: ir.Game, *, spans: bool = False) -> str:
    """The whole game as text that `read_game` makes equal again (with `spans`, its spans as well)."""
    return print_node(game, spans=spans)


def print_node(node: object, hint: Any = None, *, spans: bool = False) -> str:
    """A node as text, ending with a line break; a tuple needs the hint that it is read back by."""
    return "\n".join(_laid_out(_pieces(node, hint, spans))) + "\n"


def _pieces(node: object, hint: Any, spans: bool) -> _Piece:
    """The text's words and brackets, with their sizes."""
    root = _Piece("")
    made: list[_Piece] = []
    todo: list[tuple[_Piece, str, Any, Any]] = [(root, "", node, hint)]
    while todo:
        parent, label, value, kind = todo.pop()
        opening, closing, inner = _opened(value, kind, spans)
        piece = _Piece(label + opening, closing)
        parent.inner.append(piece)
        made.append(piece)
        todo.extend((piece, *part) for part in reversed(inner))
    for piece in reversed(made):
        piece.size = len(piece.text) + len(piece.closing) + sum(p.size + 1 for p in piece.inner)
    return root.inner[0]


def _opened(value: Any, hint: Any, spans: bool) -> tuple[str, str, list[tuple[str, Any, Any]]]:
    """A value's word, or its brackets and what stands between: labels, values and hints."""
    if isinstance(value, tuple):
        form: tuple[Any, bool] = item_hints(hint) or (None, True)
        hints = [form[0]] * len(value) if form[1] else form[0]
        return "[", "]", [("", v, h) for v, h in zip(value, hints, strict=True)]
    if value is None:
        return "none", "", []
    if isinstance(value, bool):
        return "yes" if value else "no", "", []
    if isinstance(value, int):
        return str(value), "", []
    if isinstance(value, str):
        return (value if words_of(hint) or _WORD.match(value) else _quoted(value)), "", []
    if isinstance(value, Span):
        return f"@{value.start}:{value.end}", "", []
    hints_here = hints_of(value.__class__)
    named = len(hints_here) >= NAMED_FROM
    shown = [(name, h) for name, h in hints_here if h is not Span or spans]
    parts = [(f":{n} " if named and h is not Span else "", getattr(value, n), h) for n, h in shown]
    return f"({type(value).__name__}", ")", parts


def _quoted(text: str) -> str:
    return _SURROGATE.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(text, ensure_ascii=False))


def _laid_out(root: _Piece) -> list[str]:
    """Lines of the text: a bracket stands on one line where it fits, else each thing within on lines of its own."""
    lines: list[str] = []
    todo = [(root, 0, "")]
    while todo:
        piece, indent, after = todo.pop()
        margin = " " * indent
        if not piece.inner or indent + piece.size + len(after) <= WIDTH:
            lines.append(margin + _on_one_line(piece) + after)
            continue
        first = piece.inner[0]
        beside = [first.text] if piece.closing == ")" and not first.closing and len(piece.inner) > 1 else []
        lines.append(margin + " ".join([piece.text, *beside]))
        rest = piece.inner[len(beside) :]
        ends = [""] * (len(rest) - 1) + [piece.closing + after]
        todo.extend((p, indent + 2, e) for p, e in zip(reversed(rest), reversed(ends), strict=True))
    return lines


def _on_one_line(root: _Piece) -> str:
    words: list[str] = []
    todo: list[_Piece | str] = [root]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            words[-1] += item
            continue
        # Nothing stands between a square bracket and what follows it.
        joins = bool(words) and words[-1].endswith("[")
        words[-1 if joins else len(words) :] = [words[-1] + item.text if joins else item.text]
        todo.append(item.closing)
        todo.extend(reversed(item.inner))
    return " ".join(words)


# ---------------------------------------------------------------- reading

_TOKEN = re.compile(
    r"""\s*(?: ([()\[\]]) | ("(?:[^"\\]|\\.)*") | (@\d{1,12}:\d{1,12}(?![^\s()\[\]])) | ([^\s()\[\]"]+) )""",
    re.DOTALL | re.ASCII | re.VERBOSE,
)
_NUMBER = re.compile(r"-?\d{1,300}\Z", re.ASCII)


class _Bad(Exception):
    """Carries the first finding about a text; it never leaves this module."""

    def __init__(self, found: Diagnostic) -> None:
        self.found = found


@dataclass(slots=True)
class _Open:
    """A bracket being read: of a tuple (`cls` is None) or of a node; `hints` is None where items are free."""

    cls: type | None
    hints: tuple[tuple[str, Any], ...] | None
    item: Any = None
    values: list[Any] = field(default_factory=list)

    @property
    def closing(self) -> str:
        return "]" if self.cls is None else ")"

    @property
    def full(self) -> bool:
        return self.hints is not None and len(self.values) >= len(self.hints)

    def wanted(self) -> tuple[str, Any]:
        """The label ('' for none) and hint of the next value."""
        if self.hints is None:
            return "", self.item
        name, hint = self.hints[len(self.values)]
        return (name if self.cls is not None and len(self.hints) >= NAMED_FROM else ""), hint

    def made(self) -> Any:
        return tuple(self.values) if self.cls is None else self.cls(*self.values)


def read_game(text: str) -> tuple[ir.Game | None, tuple[Diagnostic, ...]]:
    """The game that a text prints, or none and what is wrong, where, in this text."""
    game, found = read_node(text, ir.Game)
    return (identified(game) if isinstance(game, ir.Game) else None), found


def read_node(text: str, hint: Any) -> tuple[Any, tuple[Diagnostic, ...]]:
    """The value of the hint's form that a text prints, or None and the first fault found."""
    try:
        return _Reader(text).whole(hint), ()
    except _Bad as bad:
        return None, (bad.found,)


class _Reader:
    """Reads one value from a text; each method raises `_Bad` on the first fault."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.token = ""
        self.span = NOWHERE
        self.is_place = False
        self.advance()

    def advance(self) -> None:
        """Goes on to the next token; the end of the text is the empty token."""
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            start = len(self.text) - len(self.text[self.at :].lstrip())
            self.token, self.span, self.is_place = "", Span(start, len(self.text)), False
            if start < len(self.text):
                self.fail("E0901", "a quoted text is not closed")
            return
        self.token = match[match.lastindex or 0]
        self.is_place = match.lastindex == 3
        self.span = Span(match.end() - len(self.token), match.end())
        self.at = match.end()

    def fail(self, code: str, message: str) -> NoReturn:
        raise _Bad(diagnose(code, self.span, message))

    def unexpected(self, wanted: str, code: str = "E0903") -> NoReturn:
        if self.token in ("", "(", ")", "[", "]"):
            code = "E0901"
        found = f"`{self.token[:40]}`" if self.token else "the end of the text"
        self.fail(code, f"here should stand {wanted}, and it is {found}")

    def expect(self, token: str) -> None:
        if self.token != token:
            self.unexpected(f"`{token}`", "E0901")
        self.advance()

    def whole(self, hint: Any) -> Any:
        """The one value that the text holds."""
        outer = _Open(None, (("", hint),))
        opened = [outer]
        while len(opened) > 1 or not outer.full:
            top = opened[-1]
            if top is not outer and (top.full or (top.hints is None and self.token == top.closing)):
                self.close(opened)
            else:
                self.next_value(opened)
        if self.token:
            self.unexpected("the end of the text", "E0901")
        return outer.values[0]

    def close(self, opened: list[_Open]) -> None:
        """The end of the innermost bracket."""
        done = opened.pop()
        if self.token != done.closing:
            what = f"`{done.cls.__name__}`" if done.cls is not None else "this list"
            self.unexpected(f"`{done.closing}`, for {what} has {len(done.values)} parts")
        self.advance()
        opened[-1].values.append(done.made())

    def next_value(self, opened: list[_Open]) -> None:
        """The next value of the innermost bracket, or the beginning of a bracket in it."""
        top = opened[-1]
        name, hint = top.wanted()
        if hint is Span:
            top.values.append(self.place())
            return
        if name:
            self.expect(f":{name}")
        items = item_hints(hint)
        if items is not None and not (self.token == "none" and type(None) in options(hint)):
            self.expect("[")
            free = items[1]
            opened.append(_Open(None, None if free else tuple(("", h) for h in items[0]), items[0]))
        elif self.token == "(":
            opened.append(self.node(hint))
        else:
            top.values.append(self.plain(hint))
        if len(opened) > 2 * MAX_DEPTH:
            self.fail("E0110", "brackets are nested too deep")

    def node(self, hint: Any) -> _Open:
        """The beginning of a node."""
        self.expect("(")
        known = nodes_of(hint)
        cls = known.get(self.token)
        if cls is None:
            if self.token in ("", "(", ")", "[", "]"):
                self.unexpected("a node's name")
            self.fail("E0902", f"no node `{self.token[:40]}` can stand here{did_you_mean(self.token, known)}")
        self.advance()
        return _Open(cls, hints_of(cls))

    def place(self) -> Span:
        """A span, or nowhere where the text has none."""
        if not self.is_place:
            return NOWHERE
        start, end = self.token[1:].split(":")
        self.advance()
        return Span(int(start), int(end))

    def plain(self, hint: Any) -> Any:
        """A value without brackets: a chosen word, a truth value, a number, a text or none."""
        kinds = options(hint)
        value: Any
        if words_of(hint):
            if self.token not in words_of(hint):
                self.unexpected("one of " + ", ".join(f"`{w}`" for w in words_of(hint)))
            value = self.token
        elif type(None) in kinds and self.token == "none":
            value = None
        elif bool in kinds and self.token in ("yes", "no"):
            value = self.token == "yes"
        elif int in kinds and _NUMBER.match(self.token):
            value = int(self.token)
        elif str in kinds and (self.token.startswith('"') or _WORD.match(self.token)):
            value = self.string()
        else:
            self.unexpected(_called(hint))
        self.advance()
        return value

    def string(self) -> str:
        """A bare or quoted text."""
        if not self.token.startswith('"'):
            return self.token
        try:
            return str(json.loads(self.token, strict=False))
        except ValueError:
            self.fail("E0901", "a quoted text has a backslash that JSON does not know")


def _called(hint: Any) -> str:
    """What a hint's values are called in a message."""
    names = {bool: "`yes` or `no`", int: "a number", str: "a text", type(None): "`none`"}
    parts = [names[o] for o in options(hint) if o in names]
    nodes = list(nodes_of(hint))
    if nodes:
        parts.append("a node in brackets" + (f" ({', '.join(nodes)})" if len(nodes) < 6 else ""))
    return " or ".join(parts)
