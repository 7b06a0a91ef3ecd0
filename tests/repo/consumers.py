"""Which files match which nodes of the IR and of the core program, read from the source.

`make consumers` writes the list that `test_consumers.py` holds. It lowers the ceilings of nodes that too many files
match, and raises none.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill, indent

from tests.repo.imports import PACKAGES, sources, walked

NODES = ("spec.ir.nodes", "engine.core.program", "engine.core.terms")
"""The modules whose classes are nodes."""
MOST = {"spec.ir.nodes": 9}
"""In so many files at most may a node be matched."""
HELD = Path(__file__).with_name("consumers.txt")
HEAD = """# Which files match each node (`make consumers` writes this list, tests/repo/test_consumers.py holds it).
# A number in brackets is a ceiling above nine: that many files match the node today. It may only fall.
"""
Consumers = dict[str, tuple[str, ...]]
"""For each node, as `module.Class`, the modules that match it."""


def nodes_of(module: str, text: str) -> list[str]:
    """The names of the dataclasses of a module of nodes."""
    return [n.name for n in ast.parse(text).body if isinstance(n, ast.ClassDef)]


def matched(tree: ast.AST, module: str) -> set[str]:
    """The names from a module by which values are told apart: patterns, `isinstance`, tuples and tables of classes.

    Types of parameters and results, bases of classes and calls (which make a node) tell nothing apart.
    """
    package, _, last = module.rpartition(".")
    nodes = walked(tree)
    imports = [n for n in nodes if isinstance(n, ast.ImportFrom)]
    whole = {a.asname or a.name for n in imports if n.module == package for a in n.names if a.name == last}
    single = {a.asname or a.name: a.name for n in imports if n.module == module for a in n.names}
    if not whole and not single:
        return set()
    idle = {id(part) for node in nodes for part in _idle(node)}
    found = set()
    for node in nodes:
        if id(node) in idle:
            continue
        match node:
            case ast.Attribute(value=ast.Name(id=alias), attr=name) if alias in whole:
                found.add(name)
            case ast.Name(id=name) if name in single:
                found.add(single[name])
            case _:
                pass
    return found


def _idle(node: ast.AST) -> Iterator[ast.AST]:
    """The parts below a node in which a class is no more than a type, or is called."""
    types = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    match node:
        case ast.Call(func=ast.Name(id="cast"), args=[kind, _]):
            types.append(kind)
        case ast.Call(func=func):
            yield func
        case ast.Subscript(slice=kind):
            types.append(kind)
        case ast.ClassDef(bases=bases):
            types += bases
        case _:
            pass
    for found in filter(None, types):
        yield from walked(found)


def consumers(modules: Mapping[str, str]) -> Consumers:
    """Every node, with the modules that match it; the module that declares it is none of them."""
    found = {}
    for declaring in NODES:
        last = declaring.rpartition(".")[2]
        others = {name: text for name, text in modules.items() if last in text and name != declaring}
        by = {name: matched(ast.parse(text), declaring) for name, text in others.items()}
        for node in nodes_of(declaring, modules[declaring]):
            found[f"{declaring}.{node}"] = tuple(name for name, names in by.items() if node in names)
    return found


def most(node: str) -> int | None:
    """How many files may match a node; None where nothing is said."""
    return MOST.get(node.rpartition(".")[0])


def written(found: Consumers) -> str:
    """The list as text: of each node the files that match it, and how many where that is too many."""
    text = HEAD
    for node, by in found.items():
        limit = most(node)
        ceiling = f" [{len(by)}]" if limit is not None and len(by) > limit else ""
        text += f"\n{node}{ceiling}\n"
        for package in PACKAGES:
            inner = " ".join(name.removeprefix(f"{package}.") for name in by if name.startswith(f"{package}."))
            text += indent(fill(f"{package}: {inner}", 112, break_on_hyphens=False), "    ") + "\n" if inner else ""
    return text


def ceilings(text: str) -> dict[str, int]:
    """The ceilings that a list tells."""
    heads = [line.split() for line in text.splitlines() if line[:1].isalpha()]
    return {words[0]: int(words[1].strip("[]")) for words in heads if len(words) == 2}


def raised(found: Consumers, text: str) -> list[str]:
    """The nodes that more files match than a list allows, each with what to do about it."""
    held = ceilings(text)
    return [
        f"{node} is matched in {len(by)} files, at most {held.get(node, limit)} may"
        for node, by in found.items()
        if (limit := most(node)) is not None and len(by) > held.get(node, limit)
    ]


def main() -> int:
    """Writes the list; answers 1 where a node would have more consumers than it may."""
    found = consumers(sources())
    over = raised(found, HELD.read_text(encoding="utf-8") if HELD.exists() else "")
    if over:
        print("\n".join([*over, "Put one of them in terms of spec.ir.walk, or of what another file tells already."]))
        return 1
    HELD.write_text(written(found), encoding="utf-8")
    counts = sorted(len(by) for node, by in found.items() if most(node))
    print(f"{HELD.name}: {len(counts)} nodes of the IR, matched in {counts[len(counts) // 2]} files (median), ", end="")
    print(f"{counts[-1]} at most; {sum(c > 9 for c in counts)} in more than nine")
    return 0


if __name__ == "__main__":
    sys.exit(main())
