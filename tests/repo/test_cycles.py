"""Holds that no modules import each other round about, counting imports in functions and those for types alone."""

import pytest

from tests.repo.imports import cycles, graph, sources

FIRST = {"spec.a": "import spec.b", "spec.b": "X = 1", "spec.c": "from spec import a"}


def test_no_modules_import_each_other():
    modules = sources()
    assert {"spec.ir.nodes", "engine.interpreter.interpreter", "verify.search.search", "hoyle.api"} <= set(modules)
    assert cycles(graph(modules)) == []


def test_modules_in_line_are_no_cycle():
    assert cycles(graph(FIRST)) == []


@pytest.mark.parametrize(
    "planted",
    [
        "import spec.c",
        "from spec.c import anything",
        "def late():\n    from spec import c",
        "if TYPE_CHECKING:\n    from spec.c import Anything",
        "def late():\n    return importlib.import_module('spec.c')",
        "def late(name):\n    return import_module(f'spec.{name}')",
    ],
)
def test_a_cycle_is_found(planted: str):
    assert cycles(graph(FIRST | {"spec.b": planted})) == [["spec.a", "spec.b", "spec.c"]]


def test_two_cycles_are_two():
    found = cycles(
        graph(FIRST | {"spec.b": "import spec.a", "engine.d": "import engine.e", "engine.e": "import engine.d"})
    )
    assert sorted(found) == [["engine.d", "engine.e"], ["spec.a", "spec.b"]]
