"""C written down from its tree. Brackets follow from one table of how tightly operators bind.

Leaves what the tree says to whoever makes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from engine.c import tree as c
from engine.targets.escape import c_string, comment

WIDTH = 116
INDENT = "  "

CHOICE, UNARY, POSTFIX = 1, 12, 13
"""How tightly `?:`, operators before and operators after their operand bind; `BINDS` has those between two."""
BINDS: dict[c.BinaryOp, int] = {
    "||": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "<": 8, "<=": 8, ">": 8, ">=": 8, "<<": 9, ">>": 9,
    "+": 10, "-": 10, "*": 11, "/": 11, "%": 11,
}  # fmt: skip
UNCLEAR = {("||", "&&"), ("<<", "+"), ("<<", "-"), (">>", "+"), (">>", "-"), ("|", "&"), ("^", "&"), ("|", "^")}
"""Pairs (outside, inside) of which compilers want to see the brackets that C does not need."""
BITWISE = ("&", "|", "^")
COMPARING = ("==", "!=", "<", "<=", ">", ">=")

# ---------------------------------------------------------------- expressions


def expression(expr: c.Expr) -> str:
    """An expression on one line."""
    return _bound(expr)[0]


def _bound(expr: c.Expr) -> tuple[str, int]:
    """An expression, and how tightly its outermost operator binds."""
    match expr:
        case c.Int(value, bits):
            if bits:
                return f"0x{value:x}ULL", POSTFIX
            return _number(value)
        case c.Word(text):
            return c_string(text), POSTFIX
        case c.Name(name):
            return name, POSTFIX
        case c.Unary(op, item):
            inner = _within(item, UNARY)
            return f"{op}{' ' if inner.startswith(op) else ''}{inner}", UNARY
        case c.Binary(op, left, right):
            return f"{_operand(op, left, BINDS[op])} {op} {_operand(op, right, BINDS[op] + 1)}", BINDS[op]
        case c.Choice(cond, then, other):
            bits = isinstance(cond, c.Binary) and cond.op in BITWISE
            asked = f"({expression(cond)})" if bits else _within(cond, CHOICE + 1)
            return f"{asked} ? {_within(then, CHOICE)} : {_within(other, CHOICE)}", CHOICE
        case c.Call(function, args):
            return f"{function}({', '.join(map(expression, args))})", POSTFIX
        case c.At(array, index):
            return f"{_within(array, POSTFIX)}[{expression(index)}]", POSTFIX
        case c.Member(of, name):
            return f"{_within(of, POSTFIX)}.{name}", POSTFIX
        case c.Through(pointer, name):
            return f"{_within(pointer, POSTFIX)}->{name}", POSTFIX
        case c.Cast(to, item):
            return f"({declared(to, '')}){_within(item, UNARY)}", UNARY
        case c.SizeOf(item):
            return f"sizeof {_within(item, UNARY)}", UNARY
        case c.Values(items):
            return "{" + ", ".join(map(expression, items)) + "}", POSTFIX
        case _:
            assert_never(expr)


def _number(value: int) -> tuple[str, int]:
    """A number; the least one of 32 or 64 bits has no name in C."""
    if value in (-(1 << 31), -(1 << 63)):
        return f"{_number(value + 1)[0]} - 1", BINDS["-"]
    long = "" if -(1 << 31) < value < 1 << 31 else "LL"
    return f"{value}{long}", UNARY if value < 0 else POSTFIX


def _within(expr: c.Expr, at_least: int) -> str:
    text, binds = _bound(expr)
    return f"({text})" if binds < at_least else text


def _operand(op: str, item: c.Expr, at_least: int) -> str:
    """An operand, in brackets also where only a reader needs them."""
    if isinstance(item, c.Binary):
        pair = op, item.op
        unclear = pair in UNCLEAR or (op in BITWISE and item.op not in (op, "<<", ">>"))
        if unclear or (op in COMPARING and item.op in COMPARING):
            return f"({expression(item)})"
    if isinstance(item, c.Unary) and item.op == "!" and op in (*COMPARING, *BITWISE):
        return f"({expression(item)})"
    return _within(item, at_least)


def declared(type_: c.Type, name: str) -> str:
    """A type with the name of what has it, or without one."""
    match type_:
        case c.Named(word):
            return f"{word} {name}".rstrip()
        case c.Constant(c.Pointer(to)):
            return declared(to, f"*const {name}".rstrip())
        case c.Constant(of):
            return f"const {declared(of, name)}"
        case c.Pointer(to):
            return declared(to, f"*{name}")
        case c.Array(of, size):
            return declared(of, f"{name}[{'' if size is None else expression(size)}]")
        case _:
            assert_never(type_)


# ---------------------------------------------------------------- statements


def statements(body: Iterable[c.Statement], depth: int) -> list[str]:
    """Statements as lines."""
    lines: list[str] = []
    for statement in body:
        lines += _statement(statement, depth)
    return lines


def _statement(statement: c.Statement, depth: int) -> list[str]:
    pad = INDENT * depth
    match statement:
        case c.Declare() | c.Assign() | c.Step() | c.Do():
            return _folded(f"{pad}{_simple(statement)};")
        case c.If():
            return _if(statement, depth, "")
        case c.For(first, cond, step, body):
            head = [_simple(first) if first else "", expression(cond) if cond else "", _simple(step) if step else ""]
            return [f"{pad}for ({'; '.join(head).rstrip()}) {{", *statements(body, depth + 1), f"{pad}}}"]
        case c.Until(body, cond):
            return [f"{pad}do {{", *statements(body, depth + 1), f"{pad}}} while ({expression(cond)});"]
        case c.Switch(value, cases):
            inner = [line for case in cases for line in _case(case, depth + 1)]
            return [f"{pad}switch ({expression(value)}) {{", *inner, f"{pad}}}"]
        case c.Return(value):
            return _folded(f"{pad}return;" if value is None else f"{pad}return {expression(value)};")
        case c.Break():
            return [f"{pad}break;"]
        case c.Continue():
            return [f"{pad}continue;"]
        case c.Block(body):
            return [f"{pad}{{", *statements(body, depth + 1), f"{pad}}}"]
        case c.Label(name):
            return [f"{name}:;"]
        case c.Goto(label):
            return [f"{pad}goto {label};"]
        case c.Comment(words):
            return remark(words, depth)
        case _:
            assert_never(statement)


def _simple(statement: c.Declare | c.Assign | c.Step | c.Do) -> str:
    match statement:
        case c.Declare(type_, name, value):
            return declared(type_, name) + ("" if value is None else f" = {expression(value)}")
        case c.Assign(target, value, op):
            return f"{expression(target)} {op} {expression(value)}"
        case c.Step(target):
            return f"{expression(target)}++"
        case c.Do(expr):
            return expression(expr)
        case _:
            assert_never(statement)


def _if(statement: c.If, depth: int, lead: str) -> list[str]:
    pad, head = INDENT * depth, f"{lead}if ({expression(statement.cond)})"
    match statement.then, statement.other:
        case (c.Return() | c.Continue() | c.Break() | c.Goto() | c.Do() | c.Step() | c.Assign() as only,), () if (
            not lead
        ):
            first, *more = _statement(only, 0)
            line = f"{pad}{head} {first}"
            if not more and len(line) <= WIDTH:
                return [line]
        case _:
            pass
    lines = [*_folded(f"{pad}{head} {{"), *statements(statement.then, depth + 1)]
    match statement.other:
        case ():
            return [*lines, f"{pad}}}"]
        case (c.If() as inner,):
            return [*lines, *_if(inner, depth, "} else ")]
        case other:
            return [*lines, f"{pad}}} else {{", *statements(other, depth + 1), f"{pad}}}"]


def _case(case: c.Case, depth: int) -> list[str]:
    pad = INDENT * depth
    head = f"{pad}default:" if case.value is None else f"{pad}case {expression(case.value)}:"
    if len(case.body) == 1 and isinstance(case.body[0], c.Return | c.Break):
        body = " ".join(line.strip() for line in _statement(case.body[0], 0))
        return _folded(f"{head} {body}")
    ends = isinstance(case.body[-1], c.Return | c.Break) if case.body else False
    return [head, *statements(case.body, depth + 1), *([] if ends else [f"{pad}{INDENT}break;"])]


def _folded(line: str) -> list[str]:
    """A line, broken between operands where it is too long."""
    if len(line) <= WIDTH:
        return [line]
    indent = line[: len(line) - len(line.lstrip())] + INDENT * 2
    lines, rest = [], line
    while len(rest) > WIDTH and (at := _break(rest, len(indent))) > 0:
        lines.append(rest[:at].rstrip())
        rest = indent + rest[at:].lstrip()
    return [*lines, rest]


def _break(line: str, least: int) -> int:
    """Where a line is broken: at the last blank outside of words that still fits."""
    found, quoted = 0, False
    for at, sign in enumerate(line[: WIDTH + 1]):
        if sign == '"' and line[at - 1] != "\\":
            quoted = not quoted
        if sign == " " and not quoted and at > least:
            found = at
    return found


# ---------------------------------------------------------------- declarations


def prototype(function: c.Function) -> str:
    """What stands for a function before it is defined."""
    return f"{_head(function)};"


def _head(function: c.Function) -> str:
    params = ", ".join(declared(p.type, p.name) for p in function.params) or "void"
    return f"static {'INLINE ' if function.inline else ''}{declared(function.result, f'{function.name}({params})')}"


def declaration(one: c.Declaration) -> str:
    """A declaration with its comment."""
    match one:
        case c.Function(body=body, about=about):
            return "\n".join([*_about(about), f"{_head(one)} {{", *statements(body, 1), "}"])
        case c.Table(type_, name, value, shown):
            head = f"{'' if shown else 'static '}{declared(type_, name)} = "
            return "\n".join(_values(head, value) if isinstance(value, c.Values) else [f"{head}{expression(value)};"])
        case c.Enum(members, name):
            end = f"}} {name};" if name else "};"
            return "\n".join([f"{'typedef ' if name else ''}enum {{", *enumerators(members), end])
        case c.Struct(name, members, about, form):
            head, end = (f"struct {name}", "};") if form == "tag" else (f"typedef {form}", f"}} {name};")
            return "\n".join([*_about(about), f"{head} {{", *members_of(members, 1), end])
        case c.Define(name, value, default, about):
            line = f"#define {name} {_within(value, POSTFIX)}"
            return "\n".join([*_about(about), *([f"#ifndef {name}", line, "#endif"] if default else [line])])
        case _:
            assert_never(one)


def members_of(listed: Iterable[tuple[c.Param, str]], depth: int) -> list[str]:
    """The lines between the braces of a type of several members."""
    return [f"{INDENT * depth}{declared(p.type, p.name)};{_beside(said)}" for p, said in listed]


def enumerators(members: Sequence[c.Enumerator]) -> list[str]:
    """The lines between the braces of an enumeration."""
    values = ["" if m.value is None else f" = {expression(m.value)}" for m in members]
    return [f"{INDENT}{m.name}{value},{_beside(m.about)}" for m, value in zip(members, values, strict=True)]


def _about(words: str) -> list[str]:
    return remark(words, 0) if words else []


def remark(words: str, depth: int) -> list[str]:
    """A comment, on as many lines as it needs."""
    lines, line = [], f"{INDENT * depth}/*"
    for word in comment(words).split():
        if len(line) + len(word) + 4 > WIDTH:
            lines.append(line)
            line = f"{INDENT * depth}  "
        line += f" {word}"
    return [*lines, f"{line} */"]


def _beside(words: str) -> str:
    return f" /* {comment(words)} */" if words else ""


def _values(head: str, value: c.Values) -> list[str]:
    """Values on as few lines as fit, or each on its own."""
    if value.apart:
        return [f"{head}{{", *(f"{INDENT}{expression(item)}," for item in value.items), "};"]
    short = f"{head}{expression(value)};"
    if len(short) <= WIDTH:
        return [short]
    lines, line = [f"{head}{{"], INDENT
    for item in map(expression, value.items):
        if len(line) + len(item) + 2 > WIDTH:
            lines.append(line.rstrip())
            line = INDENT
        line += f"{item}, "
    return [*lines, line.rstrip(), "};"]
