"""Holds that whoever tells the nodes of the IR apart meets every one: a new node is an error of types, not of play."""

import ast
from collections.abc import Iterator

import pytest

from spec.ir import nodes as ir
from spec.ir.walk import options
from tests.repo.imports import sources

FEW = 3
"""Whoever names no more nodes than these asks something of them; others may well have one answer."""
UNIONS = tuple(
    frozenset(kind.__name__ for kind in options(union)) for union in (ir.Expr, ir.Range, ir.Effect, ir.Choice)
)


def classes(pattern: ast.pattern) -> Iterator[str]:
    """The classes of the IR that a case is for."""
    match pattern:
        case ast.MatchClass(cls=ast.Attribute(value=ast.Name(id="ir"), attr=name)):
            yield name
        case ast.MatchOr(patterns=parts):
            for part in parts:
                yield from classes(part)
        case ast.MatchAs(pattern=ast.pattern() as inner):
            yield from classes(inner)
        case _:
            pass


def forgetful(text: str) -> list[int]:
    """The lines of matches that tell most nodes of a union apart and have an answer of their own for all others.

    What goes on with the same value in another function is left to that one; types see what it takes.
    """
    found = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Match):
            continue
        named = {name for case in node.cases for name in classes(case.pattern)}
        whole = any(
            named <= union and len(named) > min(FEW, len(union) - 1) and 2 * len(named) > len(union) for union in UNIONS
        )
        last = node.cases[-1]
        catches = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
        if whole and catches and not _goes_on(node.subject, last.body):
            found.append(node.lineno)
    return found


def _goes_on(subject: ast.expr, body: list[ast.stmt]) -> bool:
    """Is the value handed to another function, of which `assert_never` is one?"""
    calls = [n for stmt in body if not isinstance(stmt, ast.Raise) for n in ast.walk(stmt) if isinstance(n, ast.Call)]
    return any(ast.unparse(arg) == ast.unparse(subject) for call in calls for arg in call.args)


def test_who_tells_most_nodes_apart_meets_every_one():
    modules = sources()
    assert [f"{name}:{line}" for name, text in modules.items() for line in forgetful(text)] == []


CASES = """
def f(over):
    match over:
        case ir.OverDomain(domain) | ir.OverSlots(domain):
            return domain
        case ir.OverSeats():
            return "player"
        case ir.OverCards() as cards:
            return cards
        case _:
"""


@pytest.mark.parametrize("answer", ["return None", "raise AssertionError(over)", "pass", "raise Unsupported(over)"])
def test_an_answer_for_all_others_is_found(answer: str):
    assert forgetful(CASES + " " * 12 + answer) == [3]


@pytest.mark.parametrize("answer", ["assert_never(over)", "return rest(m, over)"])
def test_what_goes_on_is_none(answer: str):
    assert forgetful(CASES + " " * 12 + answer) == []


def test_a_question_about_few_nodes_may_have_an_answer_for_all_others():
    assert forgetful("match e:\n    case ir.Lit() | ir.Var():\n        x = 1\n    case _:\n        x = 0") == []
