"""Holds which files match each node of the IR and of the core program, and that none is matched all over the place."""

import ast
from textwrap import dedent

import pytest

from tests.repo.consumers import HELD, ceilings, consumers, matched, raised, written
from tests.repo.imports import sources

QUANTIFY = "spec.ir.nodes.Quantify"


def test_the_list_is_that_of_the_source():
    found = consumers(sources())
    assert "spec.ir.types" in found[QUANTIFY]
    assert raised(found, HELD.read_text(encoding="utf-8")) == []
    assert written(found) == HELD.read_text(encoding="utf-8"), "run `make consumers`, and look at what changes"


def test_a_tenth_file_is_told():
    nine = {QUANTIFY: tuple("abcdefghi")}
    assert raised(nine, "") == []
    assert raised({QUANTIFY: tuple("abcdefghij")}, written(nine)) == [
        f"{QUANTIFY} is matched in 10 files, at most 9 may"
    ]


def test_a_ceiling_may_only_fall():
    ten, nine = {QUANTIFY: tuple("abcdefghij")}, {QUANTIFY: tuple("abcdefghi")}
    assert ceilings(written(ten)) == {QUANTIFY: 10}
    assert raised(ten, written(ten)) == raised(nine, written(ten)) == []
    assert len(raised(ten, written(nine))) == 1
    # One that is reached no longer is another list.
    assert written(nine) != written(ten)


@pytest.mark.parametrize(
    "source",
    [
        "def f(e):\n    match e:\n        case ir.Quantify('some'):\n            return 1",
        "def f(e):\n    match e:\n        case ir.Compare(_, ir.Quantify() as q, _):\n            return q",
        "def f(e):\n    return isinstance(e, ir.Quantify)",
        "def f(e):\n    return isinstance(e, ir.Quantify | ir.Sum)",
        "def f(e):\n    return type(e) is ir.Quantify",
        "FOLDS = (ir.Quantify, ir.Sum)",
        "COST = {ir.Quantify: 3}",
        "from spec.ir.nodes import Quantify\ndef f(e):\n    return isinstance(e, Quantify)",
        "from spec.ir import nodes\ndef f(e):\n    return isinstance(e, nodes.Quantify)",
    ],
)
def test_a_match_is_found(source: str):
    assert "Quantify" in matched(ast.parse(f"from spec.ir import nodes as ir\n{source}"), "spec.ir.nodes")


@pytest.mark.parametrize(
    "source",
    [
        "def f(e: ir.Quantify | None) -> ir.Quantify:\n    return ir.Quantify('some', 'c', e.over, e.cond)",
        "def f(e):\n    found: list[ir.Quantify] = []\n    return cast(ir.Quantify, e), dict[ir.Quantify, int]()",
        "from engine.core import terms as ir\ndef f(e):\n    return isinstance(e, ir.Quantify)",
        "def f(e):\n    return isinstance(e, other.Quantify)",
    ],
)
def test_what_only_names_or_makes_a_node_matches_none(source: str):
    first = "" if "import" in source else "from spec.ir import nodes as ir\n"
    assert "Quantify" not in matched(ast.parse(first + dedent(source)), "spec.ir.nodes")
