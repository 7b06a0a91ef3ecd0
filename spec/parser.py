"""The LALR parser of one section, made from `grammar.lark`; its tables are cached between runs.

The only input and output of this package: reading the grammar beside this file, and the cache of its tables. What a
section means is left to `spec.from_tree`, mending faulty text to `spec.parse`.
"""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import lark
from lark import Lark
from lark.indenter import Indenter


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


def build(grammar: str, *, strict: bool, cache: str | bool = False) -> Lark:
    """A parser of `section`; with `strict`, any conflict of the grammar raises lark.exceptions.GrammarError."""
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        start="section",
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
        cache=cache,
    )


@lru_cache(maxsize=1)
def section_parser() -> Lark:
    """The parser, from the cache where there is one that fits this grammar and this version of Lark."""
    grammar = grammar_text()
    key = hashlib.sha256(f"{lark.__version__}\n{grammar}".encode()).hexdigest()[:16]
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hoyle"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return build(grammar, strict=False, cache=str(folder / f"grammar-{key}.lark-tables"))
    except OSError:
        return build(grammar, strict=False)
