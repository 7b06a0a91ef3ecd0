"""The words that the language keeps for itself, read off the grammar's tables.

Leaves saying that a name is one of them to `spec.names.table` and `spec.text.syntax_errors`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

from spec.text.parser import section_parser

BUILTIN_WORDS = ("rank", "suit", "colour", "top", "bottom", "size", "position")
"""Names that `NAME of x` understands without a declaration."""
BUILTIN = (*BUILTIN_WORDS, "mover", "pass", "edition", "player", "players")
"""Words that the grammar reads as names, and that stand for something in every game."""
NOT_ONLY_VALUES = frozenset(("SHUFFLE", "LEGAL", "STEP", "LESS"))
"""Where the first three may stand a line begins, and where `less` may, what follows `is`: not only a value."""

READ_AS_NAMES = frozenset(("cards",))
"""Words that the grammar also reads as the name of a value."""


@lru_cache(maxsize=1)
def fixed_words() -> Mapping[str, str]:
    """The words of the language by the names of their terminals."""
    return {t.name: str(t.pattern.value) for t in section_parser().terminals if t.pattern.type == "str"}


def _tables() -> Iterator[frozenset[str]]:
    """What may stand next, for each state of the parser."""
    parser = cast(Any, section_parser()).parser.parser
    yield from (frozenset(state) for state in parser._parse_table.states.values())


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
    begun = cast(Any, section_parser()).parse_interactive("define x_x: (")
    begun.exhaust_lexer()
    known = fixed_words()
    begin = {known[t] for t in begun.choices() if t in known and known[t].isalpha()}
    return frozenset(begin - READ_AS_NAMES) | frozenset(BUILTIN)


def reserved_list() -> str:
    """All of them, to be read."""
    return ", ".join(f"`{word}`" for word in sorted(reserved_words()))
