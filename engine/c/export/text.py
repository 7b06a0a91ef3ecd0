"""Lays generated C out for reading: one statement a line, indented, long ones broken.

Leaves what the C says to others: the tokens stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import assert_never

from engine.c.export.tree import (
    Braced,
    Case,
    DoWhile,
    For,
    If,
    Items,
    Note,
    Plain,
    Statement,
    Switch,
    While,
    parsed,
    words_of,
)

WIDTH = 110


def function_text(head: str, body: str) -> str:
    """A function by its head and its statements."""
    return "\n".join([f"{head} {{", *_all(parsed(body), 2), "}"])


def without_idle_uses(head: str, body: str) -> str:
    """Leaves out the uses for the compiler's sake of names that are used anyway."""

    def used(name: str) -> bool:
        code = re.sub(r"/\*.*?\*/", "", body, flags=re.DOTALL)
        if re.search(rf"\b(?:num|int|set_t|size_t|u64|u8) {name} =", code):
            # Another variable of that name hides it from here on.
            code = code[: code.index(f" {name} =")]
        return bool(re.search(rf"(?<!->)(?<!\.)(?<!\(void\))\b{name}\b(?!\s*=[^=]|\[\w+\];)", code))

    if not used("at"):
        body = body.replace("int at = g->at; (void)at;", "")
    body = re.sub(r"\(void\)(\w+);", lambda found: "" if used(found[1]) else found[0], body)
    return body if used("g") or "G *g" not in head else f"(void)g; {body}"


def _all(body: Iterable[Statement], indent: int) -> list[str]:
    """Statements one below another, those of a case under its label."""
    lines: list[str] = []
    found = list(body)
    while found:
        statement = found.pop(0)
        if isinstance(statement, Case):
            under: list[Statement] = []
            while found and not isinstance(found[0], Case):
                under.append(found.pop(0))
            lines += _case(statement, under, indent)
        else:
            lines += _statement(statement, indent)
    return lines


def _statement(statement: Statement, indent: int) -> list[str]:
    space = " " * indent
    match statement:
        case Plain(items):
            return _wrapped(f"{space}{words_of(items)};", indent)
        case Note(text):
            return _comment(text, indent)
        case Braced(body):
            return [f"{space}{{", *_all(body, indent + 2), f"{space}}}"]
        case If():
            return _if(statement, indent)
        case For(first, cond, after, body):
            parts = "".join([words_of(first), ";", _apart(cond), ";", _apart(after)])
            return _body(_wrapped(f"{space}for ({parts})", indent), body, indent)
        case While(cond, body):
            return _body(_wrapped(f"{space}while ({words_of(cond)})", indent), body, indent)
        case DoWhile(body, cond):
            *lines, last = _body([f"{space}do"], body, indent)
            tail = _wrapped(f"{space}while ({words_of(cond)});", indent)
            if last != f"{space}}}":
                return [*lines, last, *tail]
            return [*lines, f"{space}}} {tail[0].strip()}", *tail[1:]]
        case Switch(value, body):
            return _body(_wrapped(f"{space}switch ({words_of(value)})", indent), Braced(body), indent)
        case Case():
            return _case(statement, [], indent)
        case _:
            assert_never(statement)


def _apart(items: Items) -> str:
    return f" {words_of(items).lstrip()}" if items else ""


def _if(statement: If, indent: int) -> list[str]:
    space, other = " " * indent, statement.other
    lines = _body(_wrapped(f"{space}if ({words_of(statement.cond)})", indent), statement.then, indent)
    if other is None:
        return lines
    start = "} else" if lines[-1].strip() == "}" else "else"
    lines = lines[:-1] if start == "} else" else lines
    if isinstance(other, If):
        inner = _if(other, indent)
        return [*lines, f"{space}{start} {inner[0].strip()}", *inner[1:]]
    return [*lines, *_body([f"{space}{start}"], other, indent)]


def _body(head: list[str], body: Statement, indent: int) -> list[str]:
    """The one statement after a head, on its line where it is short."""
    end = " " * indent + "}"
    if isinstance(body, Braced):
        return [*head[:-1], head[-1] + " {", *_all(body.body, indent + 2), end]
    inner = _statement(body, indent + 2)
    if len(inner) == 1 and len(head) == 1 and len(head[0]) + len(inner[0].strip()) < WIDTH - 10:
        return [f"{head[0]} {inner[0].strip()}"]
    return [*head[:-1], head[-1] + " {", *inner, end]


def _case(label: Case, body: list[Statement], indent: int) -> list[str]:
    head = f"{' ' * indent}{words_of(label.items)}:"
    lines = _all(body, indent + 2)
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
