"""Pieces of the run-time library of Python engines: which there are, which a text needs, what it imports.

Leaves the pieces themselves to `engine.python.library`.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

LIBRARY = Path(__file__).with_name("library")
MODULES = (
    "kinds",
    "faults",
    "clauses",
    "luck",
    "values",
    "cards",
    "moving",
    "patterns",
    "choices",
    "wild_cards",
    "mixes",
    "words",
)
"""The modules of the library, in the order of their pieces; what `given` has, every engine has of its own."""

EARLY = frozenset(
    {"Value", "Function", "Line", "WildLine", "Mix", "CLAUSES", "clause", "Clauses", "steps_from", "beside"}
)
"""What is needed while an engine is being loaded."""

IMPORTS = {
    "argparse": ("ArgumentParser",),
    "bisect": ("insort",),
    "collections.abc": ("Callable", "Iterable", "Iterator", "Mapping", "Sequence"),
    "dataclasses": ("dataclass", "field"),
    "enum": ("IntEnum", "StrEnum"),
    "functools": ("cache", "lru_cache"),
    "itertools": ("chain", "combinations", "compress", "permutations", "product"),
    "math": ("comb", "perm", "prod"),
    "types": ("CodeType",),
    "typing": ("Any", "NoReturn", "TypeVar"),
}


@cache
def pieces() -> dict[str, str]:
    """The pieces of the library by name, in their order."""
    found = dict[str, str]()
    for module in MODULES:
        text = LIBRARY.joinpath(f"{module}.py").read_text(encoding="utf-8")
        rows = text.splitlines()
        for node in ast.parse(text).body:
            start = node.lineno
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    start = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                    pass
                case _:
                    continue
            found[name] = "\n".join(rows[start - 1 : node.end_lineno])
    return found


def names_in(text: str) -> set[str]:
    """The names that a Python text uses."""
    used = set[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            used.add(node.id)
    return used


def needed(text: str, circle: bool) -> dict[str, str]:
    """The pieces that a text uses, with those that they use; `circle`: a line of ranks is joined at its ends."""
    every = {name: piece if circle else _straight(piece) for name, piece in pieces().items()}
    wanted = set[str]()
    stack = [name for name in names_in(text) if name in every]
    while stack:
        name = stack.pop()
        if name not in wanted:
            wanted.add(name)
            stack += [other for other in names_in(every[name]) if other in every]
    return {name: piece for name, piece in every.items() if name in wanted}


def _straight(piece: str) -> str:
    """A piece for games in which no line of ranks is a circle."""
    if piece.startswith("def beside("):
        return piece
    piece = re.sub(r"beside\(line, (\w+), -(\w+)\)", r"\1 - \2", piece)
    piece = re.sub(r"beside\(line, (\w+), (\w+)\)", r"\1 + \2", piece)
    return re.sub(r"(\w+) = \1 \+ ", r"\1 += ", piece)


def spaced(found: dict[str, str], early: bool) -> list[str]:
    """Pieces as lines, those needed early or the others, with empty lines before each."""
    made: list[str] = []
    for name, piece in found.items():
        if (name in EARLY) == early:
            single = "\n" not in piece and made and "\n" not in made[-1] and not made[-1].startswith((" ", ")"))
            made += [*([] if single else ["", ""]), *piece.splitlines()]
    return made


def imports(text: str) -> list[str]:
    """The import lines of a text."""
    used = names_in(text)
    made = ["", "from __future__ import annotations", ""]
    for module, names in IMPORTS.items():
        if found := [name for name in names if name in used]:
            made.append(f"from {module} import {', '.join(found)}")
    return made
