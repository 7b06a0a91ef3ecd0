"""Reads what a certificate says of each place of play, a line of SMT-LIB, and takes nothing that could say more.

A definition may speak of its own numbers only: so nobody can hide in it that something impossible is assumed. Leaves
what is so to the solver.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verify.smt.counting.smtlib import arguments, signature

OPERATORS = frozenset(
    ("and", "or", "not", "=>", "=", "distinct", "<=", ">=", "<", ">", "+", "-", "*", "div", "mod", "ite")
)
CONSTANTS = frozenset(("true", "false"))
DEEPEST = 2_000
"""So many brackets are open at once at most."""

NAMED = re.compile(r"\(define-fun (at_(?:0|[1-9][0-9]{0,8})|ended) ")
TOKEN = re.compile(r"[()]|[^\s()]+")
NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
BOUND = re.compile(r"[a-z]+![0-9]+")

Term = str | list["Term"]
"""A symbol, or a list of terms in brackets."""


class Refused(Exception):
    """A text is not what a certificate may say; the message says why."""


def defined(line: str, size: int) -> str:
    """The name of the place of which a line says something. Raises Refused."""
    found = NAMED.match(line)
    head = "" if found is None else f"{found[0]}({signature(size)}) Bool "
    if found is None or not (line.startswith(head) and line.endswith(")") and line.isascii() and line.isprintable()):
        raise Refused(f"`{line[:40]}` is no definition of what holds at a step, by {size} numbers")
    _checked(_read(line[len(head) : -1]), frozenset(arguments(size)))
    return found[1]


def _read(text: str) -> Term:
    """The one term of a text."""
    stack: list[list[Term]] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            if len(stack) > DEEPEST:
                raise Refused("a definition is nested too deep")
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                raise Refused("a definition has a bracket too many")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise Refused("a definition is not one term")
    return stack[0][0]


def _checked(term: Term, names: frozenset[str]) -> None:
    """Raises Refused where a term speaks of anything but these names."""
    waiting: list[tuple[Term, frozenset[str]]] = [(term, names)]
    while waiting:
        one, known = waiting.pop()
        if isinstance(one, str):
            if one not in known and one not in CONSTANTS and not NUMBER.fullmatch(one):
                raise Refused(f"a definition speaks of `{one[:40]}`")
        elif one[:1] == ["let"] and len(one) == 3:
            bound = tuple(_bindings(one[1]))
            waiting += [(value, known) for _, value in bound]
            waiting.append((one[2], known | {name for name, _ in bound}))
        elif one and isinstance(one[0], str) and one[0] in OPERATORS:
            waiting += [(item, known) for item in one[1:]]
        else:
            raise Refused(f"a definition has `({str(one[0])[:40] if one else ''}`, which is no operation on numbers")


def _bindings(term: Term) -> Iterator[tuple[str, Term]]:
    """The names that `let` gives, with what they stand for."""
    for pair in term if isinstance(term, list) else [""]:
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) and BOUND.fullmatch(pair[0])):
            raise Refused("a definition names something in a way that no certificate does")
        yield pair[0], pair[1]
