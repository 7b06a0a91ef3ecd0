"""The words that the language keeps for itself, read off the grammar's tables.

Every command asks for them, and few need more of the parser: they are kept between runs, and the parser is imported
only where they are not. Leaves finding such a word where a name has to stand to `spec.names.table` and
`spec.text.refused.syntax_errors`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from spec.diagnostics.diagnostic import Diagnostic, diagnose
from spec.storage import cache
from spec.text.grammar import grammar_text, kept_file
from spec.text.source import Span

BUILTIN_WORDS = ("rank", "suit", "colour", "top", "bottom", "size", "position")
"""Names that `NAME of x` understands without a declaration."""
BUILTIN = (*BUILTIN_WORDS, "mover", "pass", "edition", "player", "players")
"""Words that the grammar reads as names, and that stand for something in every game."""
NOT_ONLY_VALUES = frozenset(("SHUFFLE", "LEGAL", "STEP", "LESS"))
"""Where the first three may stand a line begins, and where `less` may, what follows `is`: not only a value."""

READ_AS_NAMES = frozenset(("cards",))
"""Words that the grammar also reads as the name of a value."""


def _parser() -> Any:
    from spec.text.parser import section_parser

    return section_parser()


@lru_cache(maxsize=1)
def fixed_words() -> Mapping[str, str]:
    """The words of the language by the names of their terminals."""
    return {t.name: str(t.pattern.value) for t in _parser().terminals if t.pattern.type == "str"}


def _tables() -> Iterator[frozenset[str]]:
    """What may stand next, for each state of the parser."""
    yield from (frozenset(state) for state in _parser().parser.parser._parse_table.states.values())


@lru_cache(maxsize=1)
def value_words() -> frozenset[str]:
    """The words that may begin a value somewhere, or go on with one."""
    known = fixed_words()
    taken: set[str] = set(BUILTIN)
    for accepted in _tables():
        begins = {"NAME", "NOBODY"} <= accepted and not accepted & NOT_ONLY_VALUES
        if begins or "PLUS" in accepted:
            taken |= {known[t] for t in accepted if t in known and known[t].isalpha()}
    return frozenset(taken)


@lru_cache(maxsize=1)
def reserved_words() -> frozenset[str]:
    """The words that are read as something else where any value may begin, and so cannot name one."""
    path = kept_file("words", grammar_text())
    kept = _load(path)
    if kept is None:
        kept = _first_words()
        cache.save(path, json.dumps(sorted(kept)).encode())
    return frozenset(kept - READ_AS_NAMES) | frozenset(BUILTIN)


def _load(path: Path) -> set[str] | None:
    data = cache.load(path)
    return None if data is None else set(json.loads(data))


def _first_words() -> set[str]:
    """The words that may stand where any value may begin."""
    begun = _parser().parse_interactive("define x_x: (")
    begun.exhaust_lexer()
    known = fixed_words()
    return {known[t] for t in begun.choices() if t in known and known[t].isalpha()}


def reserved_list() -> str:
    """All of them, to be read."""
    return ", ".join(f"`{word}`" for word in sorted(reserved_words()))


def reserved_name(word: str, span: Span) -> Diagnostic:
    """That a word of the language cannot name something, and which words those are."""
    message = f"`{word}` is a word of the language; choose another name"
    return diagnose("E0205", span, message, why=f"These words name nothing else: {reserved_list()}.")
