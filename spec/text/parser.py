"""The LALR parser of one section, made from `grammar.lark`; its tables are cached between runs.

What a section means is left to `spec.text.from_tree`, mending faulty text to `spec.text.parse`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

from spec.storage import cache
from spec.text.grammar import grammar_text, kept_file


class Layout(Indenter):
    """Lines and indented blocks; inside brackets line ends do not count."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 - the base class wants lists
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


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
    return kept_file("grammar", f"{lark.__version__}\n{grammar}")


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
        found: Any = json.loads(tables, object_hook=_numbered)
        found["data"]["options"]["postlex"] = Layout()
        return Lark.load(found)
    except Exception:  # whatever is wrong with a cache, the grammar is at hand
        return None


def _save(parser: Lark, path: Path) -> None:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name != "postlex"}
    tables = json.dumps(_to_json({"data": data, "memo": memo}), separators=(",", ":"))
    cache.save(path, tables.encode("ascii"))


def _to_json(value: Any) -> Any:
    """Lark's tables for JSON, whose keys are texts: a number as a key stands behind a `#`."""
    if isinstance(value, dict):
        return {f"#{k}" if isinstance(k, int) else k: _to_json(v) for k, v in value.items()}
    return [_to_json(v) for v in value] if isinstance(value, list | tuple) else value


def _numbered(found: dict[str, Any]) -> dict[Any, Any]:
    return {int(key[1:]) if key.startswith("#") else key: value for key, value in found.items()}
