"""Generated C as a tree of statements, so that they can be put otherwise; their expressions stay lists of tokens.

Leaves what becomes of them to `engine.c.export.plain`, and laying them out to `engine.c.export.text`. It reads what the
generator writes, not all of C: a statement by its first word, and what stands in brackets as a group.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

TOKEN = re.compile(
    r"""(?P<space>\s*)(?P<text>/\*.*?\*/|"(?:[^"\\]|\\.)*"|[A-Za-z_0-9]+
    |->|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|\|=|&=|\^=|\+\+|--|.)""",
    re.DOTALL | re.VERBOSE,
)
CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Token:
    """A token, and whether white space comes before it."""

    text: str
    spaced: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """What stands in brackets; `opens` is the opening one."""

    opens: str
    items: Items
    spaced: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A block with a value, which gcc and clang have and C11 lacks: statements, then the value."""

    body: tuple[Statement, ...]
    value: Items
    spaced: bool = False


Item = Token | Group | Block
Items = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Plain:
    """An expression, a declaration, or a jump."""

    items: Items


@dataclass(frozen=True, slots=True)
class Note:
    """A comment."""

    text: str


@dataclass(frozen=True, slots=True)
class Braced:
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If:
    cond: Items
    then: Statement
    other: Statement | None


@dataclass(frozen=True, slots=True)
class For:
    first: Items
    cond: Items
    after: Items
    body: Statement


@dataclass(frozen=True, slots=True)
class While:
    cond: Items
    body: Statement


@dataclass(frozen=True, slots=True)
class DoWhile:
    body: Statement
    cond: Items


@dataclass(frozen=True, slots=True)
class Switch:
    value: Items
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A label of a switch, with its word and without its colon."""

    items: Items


Statement = Plain | Note | Braced | If | For | While | DoWhile | Switch | Case

# ---------------------------------------------------------------- reading


def parsed(text: str) -> tuple[Statement, ...]:
    """The statements of a text."""
    return _Reader(text).statements()


class _Reader:
    def __init__(self, text: str) -> None:
        found = TOKEN.finditer(text.strip())
        self._tokens = [*(Token(one["text"], bool(one["space"])) for one in found), Token("}")]
        self._at = 0

    def _peek(self) -> str:
        return self._tokens[self._at].text

    def _next(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def statements(self) -> tuple[Statement, ...]:
        """The statements up to a closing brace, which is passed."""
        found: list[Statement] = []
        while self._peek() != "}":
            if self._peek() == ";":
                self._next()
            else:
                found.append(self._statement())
        self._next()
        return tuple(found)

    def _statement(self) -> Statement:
        match self._peek():
            case "{":
                self._next()
                return Braced(self.statements())
            case "if" | "for" | "while" | "switch" | "do":
                return self._headed(self._next().text)
            case "case" | "default":
                return Case(self._until(":"))
            case text if text.startswith("/*"):
                return Note(self._next().text)
            case _:
                return Plain(self._until(";"))

    def _headed(self, word: str) -> Statement:
        if word == "do":
            body = self._statement()
            self._next()
            cond = self._bracketed()
            self._next()
            return DoWhile(body, cond)
        head = self._bracketed()
        if word == "switch":
            self._next()
            return Switch(head, self.statements())
        body = self._body()
        if word == "while":
            return While(head, body)
        if word == "for":
            first, cond, after = split(head, ";")
            return For(first, cond, after, body)
        other = None
        if self._peek() == "else":
            self._next()
            other = self._body()
        return If(head, body, other)

    def _body(self) -> Statement:
        if self._peek() == ";":
            self._next()
            return Braced(())
        return self._statement()

    def _bracketed(self) -> Items:
        self._next()
        return self._until(")")

    def _until(self, end: str) -> Items:
        """The items up to one token, which is passed."""
        found: list[Item] = []
        while self._peek() != end:
            found.append(self._item())
        self._next()
        return tuple(found)

    def _item(self) -> Item:
        token = self._next()
        if token.text not in CLOSING:
            return token
        if token.text == "(" and self._peek() == "{":
            self._next()
            *body, value = self.statements()
            assert self._next().text == ")"
            assert isinstance(value, Plain)
            return Block(tuple(body), value.items, token.spaced)
        return Group(token.text, self._until(CLOSING[token.text]), token.spaced)


def split(items: Items, sign: str) -> list[Items]:
    """The parts between tokens of one kind."""
    parts: list[list[Item]] = [[]]
    for item in items:
        if isinstance(item, Token) and item.text == sign:
            parts.append([])
        else:
            parts[-1].append(item)
    return [tuple(part) for part in parts]


# ---------------------------------------------------------------- looking into


def blocks_in(items: Items) -> bool:
    """Is there a block with a value among the items?"""
    return any(isinstance(i, Block) or (isinstance(i, Group) and blocks_in(i.items)) for i in items)


def is_member(items: Items, at: int) -> bool:
    """Is an item the name of a part of something?"""
    return at > 0 and items[at - 1] in (Token("->"), Token("."))


def tokens_in(items: Items) -> Iterator[str]:
    """The words and signs of items, those of blocks with them, but for brackets and the names of parts."""
    for at, item in enumerate(items):
        match item:
            case Token(text):
                yield from () if is_member(items, at) else (text,)
            case Group(_, inner):
                yield from tokens_in(inner)
            case Block(body, value):
                yield from re.findall(r"(?<![\w.])(?<!->)\w+", "".join(map(text_of, body)))
                yield from tokens_in(value)
            case _:
                assert_never(item)


def words_of(items: Items) -> str:
    """Items as text."""
    text = ""
    for item in items:
        space = " " if item.spaced and text else ""
        match item:
            case Token(word):
                text += space + word
            case Group(opens, inner):
                text += f"{space}{opens}{words_of(inner)}{CLOSING[opens]}"
            case Block(body, value):
                text += f"{space}({{ {''.join(map(text_of, body))}{words_of(value)}; }})"
            case _:
                assert_never(item)
    return text


def text_of(statement: Statement) -> str:
    """A statement as text."""
    match statement:
        case Plain(items):
            return f"{words_of(items)}; "
        case Note(text):
            return f"{text} "
        case Braced(body):
            return f"{{ {''.join(map(text_of, body))}}} "
        case If(cond, then, other):
            rest = "" if other is None else f"else {text_of(other)}"
            return f"if ({words_of(cond)}) {text_of(then)}{rest}"
        case For(first, cond, after, body):
            return f"for ({words_of(first)}; {words_of(cond)}; {words_of(after)}) {text_of(body)}"
        case While(cond, body):
            return f"while ({words_of(cond)}) {text_of(body)}"
        case DoWhile(body, cond):
            return f"do {text_of(body)}while ({words_of(cond)}); "
        case Switch(value, body):
            return f"switch ({words_of(value)}) {{ {''.join(map(text_of, body))}}} "
        case Case(items):
            return f"{words_of(items)}: "
        case _:
            assert_never(statement)
