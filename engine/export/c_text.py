"""Lays generated C out for reading: one statement a line, indented, long ones broken.

Leaves what the C says to others: the tokens stay as they are, but for marking the values of blocks, which C11 lacks and
gcc and clang have, by `__extension__`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

WIDTH = 110
TOKEN = re.compile(
    r"""(?P<space>\s*)(?P<text>/\*.*?\*/|"(?:[^"\\]|\\.)*"|[A-Za-z_0-9]+
    |->|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|\|=|&=|\^=|\+\+|--|.)""",
    re.DOTALL | re.VERBOSE,
)
OPEN, CLOSE = "([{", ")]}"


@dataclass(frozen=True, slots=True)
class Token:
    """A token, and whether white space comes before it."""

    text: str
    spaced: bool


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text; comments are kept."""
    return [Token(found["text"], bool(found["space"])) for found in TOKEN.finditer(text.strip())]


def function_text(head: str, body: str) -> str:
    """A function by its head and its statements."""
    printer = _Printer(tokens_of(body + "}"))
    return "\n".join([f"{head} {{", *printer.block(2), "}"])


def without_idle_uses(head: str, body: str) -> str:
    """Leaves out the uses for the compiler's sake of names that are used anyway."""

    def used(name: str) -> bool:
        code = re.sub(r"/\*.*?\*/", "", body, flags=re.DOTALL)
        return bool(re.search(rf"(?<!->)(?<!\.)(?<!\(void\))\b{name}\b(?!\s*=[^=])", code))

    if not used("at"):
        body = body.replace("int at = g->at; (void)at;", "")
    body = re.sub(r"\(void\)(\w+);", lambda found: "" if used(found[1]) else found[0], body)
    return body if used("g") or "G *g" not in head else f"(void)g; {body}"


class _Printer:
    """Prints statements from a list of tokens."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def _peek(self) -> str:
        return self._tokens[self._at].text

    def _next(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def block(self, indent: int) -> list[str]:
        """The statements up to a closing brace, which is passed."""
        lines: list[str] = []
        while self._peek() != "}":
            lines += self._statement(indent)
        self._next()
        return lines

    def _statement(self, indent: int) -> list[str]:
        match self._peek():
            case ";":
                self._next()
                return []
            case "{":
                self._next()
                return [" " * indent + "{", *self.block(indent + 2), " " * indent + "}"]
            case "if" | "for" | "while" | "switch":
                return self._headed(indent)
            case "do":
                return self._do(indent)
            case "case" | "default":
                return self._case(indent)
            case text if text.startswith("/*"):
                self._next()
                return _comment(text, indent)
            case _:
                return _laid(self._until(";"), indent, ";")

    def _until(self, end: str) -> list[Token]:
        """The tokens up to one at depth 0, which is passed."""
        found, depth = [], 0
        while depth or self._peek() != end:
            token = self._next()
            depth += (token.text in OPEN) - (token.text in CLOSE)
            found.append(token)
        self._next()
        return found

    def _bracketed(self) -> list[Token]:
        found, depth = [self._next()], 1
        while depth:
            token = self._next()
            depth += (token.text in OPEN) - (token.text in CLOSE)
            found.append(token)
        return found

    def _headed(self, indent: int) -> list[str]:
        word = self._next()
        head = _laid([word, Token(self._peek(), True), *self._bracketed()[1:]], indent, "")
        lines = self._body(head, indent)
        if word.text == "if" and self._peek() == "else":
            self._next()
            start = ["} else"] if lines[-1].strip() == "}" else ["else"]
            lines = lines[:-1] if start == ["} else"] else lines
            if self._peek() == "if":
                inner = self._headed(indent)
                return [*lines, " " * indent + start[0] + " " + inner[0].strip(), *inner[1:]]
            lines += self._body([" " * indent + start[0]], indent)
        return lines

    def _body(self, head: list[str], indent: int) -> list[str]:
        """The one statement after a head, on its line where it is short."""
        if self._peek() == "{":
            self._next()
            inner = self.block(indent + 2)
            return [*head[:-1], head[-1] + " {", *inner, " " * indent + "}"]
        inner = self._statement(indent + 2) or [" " * (indent + 2) + ";"]
        if len(inner) == 1 and len(head) == 1 and len(head[0]) + len(inner[0].strip()) < WIDTH - 10:
            return [f"{head[0]} {inner[0].strip()}"]
        return [*head[:-1], head[-1] + " {", *inner, " " * indent + "}"]

    def _do(self, indent: int) -> list[str]:
        self._next()
        lines = self._body([" " * indent + "do"], indent)
        tail = _laid(self._until(";"), indent, ";")
        return [*lines[:-1], f"{' ' * indent}}} {tail[0].strip()}", *tail[1:]]

    def _case(self, indent: int) -> list[str]:
        head = " " * indent + _flat(self._until(":")) + ":"
        lines: list[str] = []
        while self._peek() not in ("case", "default", "}"):
            lines += self._statement(indent + 2)
        short = " ".join(line.strip() for line in lines)
        plain = not any("{" in line or "/*" in line or line.strip().startswith(("if", "for")) for line in lines)
        if plain and len(lines) <= 2 and len(head) + len(short) < WIDTH - 20:
            return [f"{head} {short}".rstrip()]
        return [head, *lines]


def _comment(text: str, indent: int) -> list[str]:
    words = text[2:-2].split()
    lines, line = [], " " * indent + "/*"
    for word in words:
        if len(line) + len(word) + 4 > WIDTH:
            lines.append(line)
            line = " " * (indent + 2)
        line += " " + word
    return [*lines, line + " */"]


def _flat(tokens: list[Token]) -> str:
    text = ""
    for i, token in enumerate(tokens):
        word = token.text
        if word == "(" and i + 1 < len(tokens) and tokens[i + 1].text == "{":
            word = "__extension__ ("
        text += (" " if token.spaced and text and not text.endswith(("({", "[")) else "") + word
    return text


def _laid(tokens: list[Token], indent: int, end: str) -> list[str]:
    """Tokens that make one statement, over several lines where need be."""
    lines, line, at = [], " " * indent, 0
    while at < len(tokens):
        token = tokens[at]
        space = " " if token.spaced and line.strip() else ""
        if token.text == "(" and at + 1 < len(tokens) and tokens[at + 1].text == "{":
            close = _closing(tokens, at)
            flat = _flat(tokens[at : close + 1])
            if len(line) + len(flat) > WIDTH - 4 or flat.count(";") > 4:
                lines.append(f"{line}{space}__extension__ ({{")
                lines += _Printer([*tokens[at + 2 : close - 1], Token("}", False)]).block(indent + 2)
                line = " " * indent + "})"
            else:
                line += space + flat
            at = close + 1
            continue
        line += space + token.text
        at += 1
    return [*lines, *_wrapped(line + end, indent)]


def _closing(tokens: list[Token], at: int) -> int:
    depth = 0
    for i in range(at, len(tokens)):
        depth += (tokens[i].text in OPEN) - (tokens[i].text in CLOSE)
        if not depth:
            return i
    raise AssertionError("a bracket is not closed")


def _wrapped(line: str, indent: int) -> list[str]:
    """A line broken at spaces outside of strings."""
    lines = []
    while len(line) > WIDTH:
        spaces = [found.start() for found in re.finditer(r' (?=(?:[^"]*"[^"]*")*[^"]*$)', line[: WIDTH + 1])]
        at = max((s for s in spaces if s > indent + 4 and line[:s].count('"') % 2 == 0), default=0)
        if not at:
            break
        lines.append(line[:at])
        line = " " * (indent + 4) + line[at + 1 :]
    return [*lines, line]
