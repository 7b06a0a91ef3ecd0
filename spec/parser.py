"""The LALR parser of one section, made from `grammar.lark`; its tables are cached between runs.

The only input and output of this package: reading the grammar beside this file, and the cache of its tables. What a
section means is left to `spec.from_tree`, mending faulty text to `spec.parse`.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import lark
from lark import Lark
from lark.indenter import Indenter

from spec import cache


class Layout(Indenter):
    """Lines and indented blocks; inside brackets line ends do not count."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 - the base class wants lists
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


def grammar_text() -> str:
    """The grammar as it is shipped."""
    return files("spec").joinpath("grammar.lark").read_text(encoding="utf-8")


def build(grammar: str, *, strict: bool) -> Lark:
    """A parser of `section`; with `strict`, any conflict of the grammar raises lark.exceptions.LarkError."""
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        start="section",
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


def cache_file(grammar: str) -> Path:
    """Where the tables of a grammar are kept: another grammar or another Lark has another file."""
    key = hashlib.sha256(f"{lark.__version__}\n{grammar}".encode()).hexdigest()[:16]
    return cache.cache_folder() / f"grammar-{key}.lark-tables"


@lru_cache(maxsize=1)
def section_parser() -> Lark:
    """The parser, from the cache where there is a sound one."""
    grammar = grammar_text()
    path = cache_file(grammar)
    cached = _load(path)
    if cached is not None:
        return cached
    parser = build(grammar, strict=False)
    _save(parser, path)
    return parser


def _load(path: Path) -> Lark | None:
    """The parser of a cache file; None where there is none, or one that is not as it was written."""
    tables = cache.load(path)
    if tables is None:
        return None
    try:
        return Lark.load(BytesIO(tables))
    except Exception:  # whatever is wrong with a cache, the grammar is at hand
        return None


def _save(parser: Lark, path: Path) -> None:
    buffer = BytesIO()
    parser.save(buffer)
    cache.save(path, buffer.getvalue())
