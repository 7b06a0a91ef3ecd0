"""Generated C without blocks that have a value, which C11 lacks: what they do comes before the statement they stand in.

Leaves reading and writing C to `engine.c.export.tree`, and blocks that are expressions to `engine.c.export.inline`. Of
the others the statements come first; where the block stands behind `&&` or `||`, they come behind a question whether it
is asked for at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

from engine.c.export.inline import WORD, declared, head, inlined
from engine.c.export.tree import (
    Block,
    Braced,
    Case,
    DoWhile,
    For,
    Group,
    If,
    Item,
    Items,
    Note,
    Plain,
    Statement,
    Switch,
    Token,
    While,
    blocks_in,
    parsed,
    split,
    text_of,
)

Fresh = Callable[[str], str]
"""Answers a name that nothing else has, of a prefix."""

ASSIGNS = frozenset({"=", "+=", "-=", "*=", "|=", "&=", "^=", "<<=", ">>="})


def without_blocks(body: str, fresh: Fresh) -> str:
    """The statements of a function, none of them with such a block."""
    return "".join(map(text_of, _Function(fresh).all(parsed(body)))).strip()


class _Function:
    """One function; `declared` are the names that it has so far."""

    def __init__(self, fresh: Fresh) -> None:
        self._fresh = fresh
        self._declared: set[str] = set()

    # ------------------------------------------------------------ statements

    def all(self, body: Iterable[Statement]) -> tuple[Statement, ...]:
        """Statements one after another; what is made for one of them alone stands in braces with it."""
        made: list[Statement] = []
        found = list(body)
        for at, statement in enumerate(found):
            lines = self._lines(statement)
            alone = len(lines) > 1 and at < len(found) - 1 and not _declares(statement)
            made += [Braced(tuple(lines))] if alone else lines
        return tuple(made)

    def _one(self, statement: Statement) -> Statement:
        lines = self._lines(statement)
        return lines[0] if len(lines) == 1 else Braced(tuple(lines))

    def _lines(self, statement: Statement) -> list[Statement]:
        match statement:
            case Plain(items):
                return self._plain(inlined(items))
            case Braced(body):
                return [Braced(self.all(body))]
            case If(cond, then, other):
                before, cond = self._lifted(inlined(cond))
                return [*before, If(_bare(_tidy(cond)), self._one(then), None if other is None else self._one(other))]
            case For(first, cond, after, body):
                before, first = self._lifted(inlined(first))
                asked, cond = self._lifted(inlined(cond))
                assert not blocks_in(after)
                inner = self._one(body)
                if asked:
                    leave = If(_tidy((Token("!"), Group("(", cond))), Plain((Token("break"),)), None)
                    return [*before, For(_tidy(first), (), after, Braced((*asked, leave, inner)))]
                return [*before, For(_tidy(first), _tidy(cond), after, inner)]
            case While(cond, body):
                return self._lines(For((), cond, (), body)) if blocks_in(cond) else [While(cond, self._one(body))]
            case DoWhile(body, cond):
                assert not blocks_in(cond)
                return [DoWhile(self._one(body), cond)]
            case Switch(value, body):
                before, value = self._lifted(inlined(value))
                return [*before, Switch(value, self._cases(body))]
            case Note() | Case():
                return [statement]

    def _cases(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        """The statements of a switch; a case that declares something has braces, since no label stands before that."""
        made: list[Statement] = []
        found: list[Statement] = []

        def end() -> None:
            lines = self.all(found)
            made.extend([Braced(lines)] if any(map(_declares, lines)) else lines)
            found.clear()

        for statement in body:
            if isinstance(statement, Case):
                end()
                made.append(statement)
            else:
                found.append(statement)
        end()
        return tuple(made)

    def _plain(self, items: Items) -> list[Statement]:
        before, items = self._lifted(items)
        if (wanted := declared(items)) and before and items[-2:-1] == (Token("=", True),):
            # A value that was found under a name of its own is found under the name that is wanted.
            kind, (last,) = items[:-3], items[-1:]
            at = next((i for i, line in enumerate(before) if _kind_of(line, last) == kind), None)
            if at is not None and isinstance(last, Token):
                return [_renamed(line, {last.text: wanted}) for line in before]
        return [*before, Plain(_tidy(items))]

    # ------------------------------------------------------------ expressions

    def _lifted(self, items: Items) -> tuple[list[Statement], Items]:
        """What is to be done before an expression, and the expression without its blocks."""
        if not blocks_in(items):
            return [], items
        if items[0] == Token("return"):
            before, value = self._lifted(items[1:])
            return before, (items[0], *value)
        for at, item in enumerate(items):
            if isinstance(item, Token) and item.text in ASSIGNS:
                before, left = self._lifted(items[:at])
                more, right = self._lifted(items[at + 1 :])
                return [*before, *more], (*left, item, *right)
        for sign in ("||", "&&"):
            parts = split(items, sign)
            if len(parts) > 1:
                return self._joined(sign, parts)
        assert not any(item == Token("?", True) and blocks_in(items[at:]) for at, item in enumerate(items))
        before, made = list[Statement](), list[Item]()
        for item in items:
            more, found = self._item(item)
            before += more
            made += found
        return before, tuple(made)

    def _item(self, item: Item) -> tuple[list[Statement], Items]:
        match item:
            case Group(opens, items, spaced) if blocks_in(items):
                before, parts = list[Statement](), list[Items]()
                for part in split(items, ","):
                    more, found = self._lifted(part)
                    before += more
                    parts.append(found)
                return before, (Group(opens, _listed(parts), spaced),)
            case Block(body, value, spaced):
                body, value = self._own_names(body, value)
                before = [line for statement in body for line in self._lines(statement)]
                more, value = self._lifted(value)
                short = len(value) == 1 or not any(isinstance(i, Token) and not WORD.match(i.text) for i in value)
                first = replace(value[0], spaced=spaced)
                value = (first, *value[1:])
                return [*before, *more], value if short else (Group("(", value, spaced),)
            case _:
                return [], (item,)

    def _joined(self, sign: str, parts: list[Items]) -> tuple[list[Statement], Items]:
        """Conditions of which those after the first are found only where those before leave the answer open."""
        late = [at for at, part in enumerate(parts) if at and blocks_in(part)]
        if not late:
            before, first = self._lifted(parts[0])
            return before, _with(sign, [first, *parts[1:]])
        before, first = self._lifted(parts[0])
        holds = self._fresh("holds")
        name, ends = Token(holds), [*late, len(parts)]
        start = _with(sign, [first, *parts[1 : late[0]]])
        before.append(Plain(_tidy((Token("bool"), Token(holds, True), Token("=", True), *_spaced(start)))))
        for at, end in pairwise(ends):
            more, found = self._lifted(_bare(parts[at]))
            value = _with(sign, [found, *parts[at + 1 : end]])
            then = Braced((*more, Plain(_tidy((name, Token("=", True), *_spaced(value))))))
            before.append(If((name,) if sign == "&&" else (Token("!"), name), then, None))
        return before, (name,)

    def _own_names(self, body: tuple[Statement, ...], value: Items) -> tuple[tuple[Statement, ...], Items]:
        """A block whose names nothing else in the function has."""
        names: dict[str, str] = {}
        for statement in body:
            if isinstance(statement, Plain) and (name := declared(statement.items)):
                numbered = re.fullmatch(r"([a-z]\w*?)_?\d+", name)
                if name in self._declared or not numbered:
                    names[name] = self._fresh(numbered[1] if numbered else name.rstrip("_"))
                self._declared.add(names.get(name, name))
        renamed = tuple(_renamed(statement, names) for statement in body)
        (said,) = [_renamed(Plain(value), names)]
        assert isinstance(said, Plain)
        return renamed, said.items


def _declares(statement: Statement) -> bool:
    return isinstance(statement, Plain) and (
        bool(declared(statement.items)) or head(statement.items).startswith(("state ", "size_t ", "bool ", "bag_pass "))
    )


def _kind_of(statement: Statement, name: Item) -> Items | None:
    """The type with which a statement declares a name and gives it a value."""
    if isinstance(statement, Plain) and isinstance(name, Token) and declared(statement.items) == name.text:
        at = next(i for i, item in enumerate(statement.items) if isinstance(item, Token) and item.text == name.text)
        return statement.items[:at]
    return None


def _renamed(statement: Statement, names: dict[str, str]) -> Statement:
    """A statement with other names for some."""
    if not names:
        return statement
    pattern = re.compile(r"(?<![\w.])(?<!->)(" + "|".join(names) + r")\b")
    (made,) = parsed(pattern.sub(lambda found: names[found[1]], text_of(statement)))
    return made


def _with(sign: str, parts: list[Items]) -> Items:
    made: list[Item] = [*parts[0]]
    for part in parts[1:]:
        made += [Token(sign, True), *_spaced(part)]
    return tuple(made)


def _listed(parts: list[Items]) -> Items:
    made: list[Item] = [*parts[0]]
    for part in parts[1:]:
        made += [Token(","), *_spaced(part)]
    return tuple(made)


def _spaced(items: Items) -> Items:
    return (replace(items[0], spaced=True), *items[1:]) if items else items


def _bare(items: Items) -> Items:
    """An expression without brackets around all of it."""
    while len(items) == 1 and isinstance(items[0], Group) and items[0].opens == "(":
        items = items[0].items
    return items


def _tidy(items: Items) -> Items:
    """Items without brackets that say nothing: around a whole value, index or argument, or around a name."""
    made: list[Item] = []
    for at, item in enumerate(items):
        if not isinstance(item, Group):
            made.append(item)
            continue
        inner = _listed([_whole(_tidy(part)) for part in split(item.items, ",")])
        after = items[at + 1] if at + 1 < len(items) else None
        called = at > 0 and isinstance(items[at - 1], Token) and WORD.match(items[at - 1].text) and not item.spaced  # type: ignore[union-attr]
        cast = isinstance(after, Group) or (isinstance(after, Token) and re.match(r"\w|[!-]", after.text))
        if item.opens == "(" and not called and not cast and len(inner) == 1:
            made.append(replace(inner[0], spaced=item.spaced))
        else:
            made.append(Group(item.opens, inner, item.spaced))
    starts = [at + 1 for at, item in enumerate(made) if isinstance(item, Token) and item.text in {*ASSIGNS, "return"}]
    if starts:
        made[starts[0] :] = _spaced(_whole(tuple(made[starts[0] :])))
    return tuple(made)


def _whole(items: Items) -> Items:
    """A value without brackets around all of it."""
    bare = _bare(items)
    listed = any(isinstance(item, Token) and item.text == "," for item in bare)
    return items if listed or bare == items else (replace(bare[0], spaced=items[0].spaced), *bare[1:])
