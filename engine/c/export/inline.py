"""Blocks with a value that only name values, written as the expressions that they are.

Leaves blocks that do more to `engine.c.export.plain`. The order in which values are found stays as it is wherever it
matters: of the values of one expression at most one can stop play.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from engine.c.export.tree import Block, Group, Item, Items, Plain, Token, blocks_in, is_member, tokens_in

ARITHMETIC = frozenset({"+", "-", "*"})
COMPARES = frozenset({"<", "<=", ">", ">=", "==", "!="})
LAZY = frozenset({"&&", "||", "?"})
WORD = re.compile(r"[A-Za-z_]\w*")
DECLARED = re.compile(r"(?:set_t|num|int|u64|const u8 \*|u8) ?(\w+)(?= =|$|\[)")
CAST: Items = (Token("num"),)


def declared(items: Items) -> str:
    """The name that a statement declares; '' where it declares none."""
    found = DECLARED.match(head(items))
    return found[1] if found else ""


def head(items: Items) -> str:
    """A statement up to its first bracket, as text."""
    words: list[str] = []
    for item in items:
        if not isinstance(item, Token):
            words.append("[" if isinstance(item, Group) and item.opens == "[" else "(")
            break
        words.append((" " if item.spaced and words else "") + item.text)
    return "".join(words)


@dataclass(frozen=True, slots=True)
class _Named:
    """A value that a block gives a name."""

    name: str
    value: Items


def inlined(items: Items) -> Items:
    """Items with every block as an expression that can be one."""
    made: list[Item] = []
    for item in items:
        match item:
            case Group(opens, inner, spaced):
                made.append(Group(opens, inlined(inner), spaced))
            case Block(body, value, spaced):
                found = _expression(Block(body, inlined(value), spaced))
                made += [replace(found[0], spaced=spaced), *found[1:]]
            case _:
                made.append(item)
    return _without_casts(tuple(made))


def _expression(block: Block) -> Items:
    """What a block comes to, without names; the block itself where the order of its values matters."""
    named: list[_Named] = []
    for statement in block.body:
        if not isinstance(statement, Plain):
            return (block,)
        items = statement.items
        at = next((i for i, item in enumerate(items) if item == Token("=", True)), 0)
        name = declared(items)
        if not at or not name or name in {one.name for one in named} or Token(",") in items:
            return (block,)
        named.append(_Named(name, inlined(items[at + 1 :])))
    words = list(tokens_in(block.value))
    risky = [one for one in named if _may_stop(one.value)]
    lazy = not LAZY.isdisjoint(words)
    for one in named:
        counted = words.count(one.name)
        if counted > 1 and not _atomic(one.value):
            return (block,)
        if (counted == 0 or lazy) and one in risky:
            return (block,)
    if len(risky) > 1 or any(one.name in tokens_in(other.value) for one in named for other in named):
        return (block,)
    value = block.value
    for one in named:
        value = _put(value, one)
    return (Group("(", value),) if _loose(value) else value


def _may_stop(items: Items) -> bool:
    """Can a value stop play, or depend on what was done before? Calls that get the game may."""
    if blocks_in(items):
        return True
    for at, item in enumerate(items):
        if isinstance(item, Group):
            first = item.items[:1] == (Token("g"),) and item.items[1:2] != (Token("->"),)
            if (first and item.opens == "(" and at) or _may_stop(item.items):
                return True
    return False


def _atomic(items: Items) -> bool:
    """Is the value a name or number, so that it may be written twice?"""
    return len(items) == 1 and isinstance(items[0], Token)


def _loose(items: Items) -> bool:
    """Do items need brackets to be one operand?"""
    at = 1 if items and isinstance(items[0], Group) and items[0].items == CAST else 0
    signs = [item.text for item in items[at:] if isinstance(item, Token) and not WORD.match(item.text)]
    return any(sign not in ("->", ".") and not sign.isdigit() for sign in signs)


def _put(items: Items, named: _Named) -> Items:
    """The items with a value in place of its name."""
    made: list[Item] = []
    wide = not _atomic(named.value) and any(isinstance(item, Token) and item.text in ARITHMETIC for item in items)
    for at, item in enumerate(items):
        match item:
            case Token(text, spaced) if text == named.name and not is_member(items, at):
                value = named.value
                alone = _alone(items, at)
                if wide and not alone and not named.name.startswith("at") and not _is_num(value):
                    bare = (Group("(", value),) if _loose(value) else (replace(value[0], spaced=False), *value[1:])
                    value = (Group("(", CAST), *bare)
                elif not alone and _loose(value):
                    value = (Group("(", value),)
                made += [replace(value[0], spaced=spaced), *value[1:]]
            case Group(opens, inner, spaced):
                made.append(Group(opens, _put(inner, named), spaced))
            case _:
                made.append(item)
    return tuple(made)


def _alone(items: Items, at: int) -> bool:
    """Does an item stand alone between commas?"""
    beside = (items[at - 1] if at else Token(","), items[at + 1] if at + 1 < len(items) else Token(","))
    return all(isinstance(item, Token) and item.text == "," for item in beside)


def _is_num(items: Items) -> bool:
    """Is the value one of 64 bits for certain?"""
    cast = items[0] if items else Token("")
    while isinstance(cast, Group) and cast.opens == "(" and cast.items and isinstance(cast.items[0], Group):
        cast = cast.items[0]
    return isinstance(cast, Group) and cast.items == CAST


def _without_casts(items: Items) -> Items:
    """Items without casts to `num` where a value is only compared, handed over, or asked whether it is 0."""
    made: list[Item] = []
    for at, item in enumerate(items):
        beside = [items[i].text if isinstance(items[i], Token) else "" for i in (at - 1, at + 1) if 0 <= i < len(items)]  # type: ignore[union-attr]
        free = all(sign in COMPARES or sign in {"&&", "||", ",", "!"} for sign in beside)
        if isinstance(item, Group) and item.opens == "(" and item.items and free:
            cast, *rest = item.items
            if isinstance(cast, Group) and cast.items == CAST and rest and not _loose(tuple(rest)):
                made += [replace(rest[0], spaced=item.spaced), *rest[1:]]
                continue
        made.append(item)
    return tuple(made)
