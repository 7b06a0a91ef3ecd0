"""C is made as a tree and printed in one place: no other part of the engine holds C as text."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.repo.test_layout import repository_files

PRINTER = "engine/c/print.py"
C_TEXT = re.compile(r"[{}]|;(?! )|->|/\*|#(?:define|include|if|endif)\b|(?<!\w )\b(?:static|return|const|struct) ")
"""What C has and sentences have not: braces, a statement's end, directives, and words that begin what C says."""


def literals(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of every literal, also within others; not the strings that stand alone, which are for readers."""
    tree = ast.parse(source)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.lineno, node.value


def c_texts(where: str, source: str) -> list[str]:
    return [f"{where}:{line}: {text!r}" for line, text in literals(source) if C_TEXT.search(text)]


def test_no_c_is_written_as_text():
    files = {name: text for name, text in repository_files("engine/c").items() if name.endswith(".py")}
    assert len(files) > 30
    assert [one for name, text in files.items() if name != PRINTER for one in c_texts(name, text)] == []
    assert c_texts(PRINTER, files[PRINTER])


@pytest.mark.parametrize(
    "line",
    [
        'text = "put(&w, 1, 2);\\n"',
        'text += f"  {name} = {value};"',
        'head = "static int pack(void)"',
        'head = f"#define {name} {value}"',
        'cards = f"s->sets[{at}]"',
        'row = "{" + ", ".join(map(str, row)) + "}"',
        'doc = "/* Planted. */"',
        'text = f"{pad}return {value}"',
    ],
)
def test_c_as_text_is_noticed(line):
    assert c_texts("planted.py", f'"""A sentence; no C; {{}}."""\n{line}\n')


@pytest.mark.parametrize(
    "line", ['"""Leaves {} to others;"""', 'said = "at most 4; found 5"', 'c.Call("put", (c.Name("w"),))']
)
def test_sentences_and_names_are_no_c(line):
    assert c_texts("fine.py", line) == []
