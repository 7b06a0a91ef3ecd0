"""The text of the grammar, and where what is made of it is kept between runs.

Leaves what is made of it to `spec.text.parser` and `spec.text.reserved`.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from spec.storage.cache import cache_folder


@cache
def grammar_text() -> str:
    """The grammar as it is shipped."""
    return Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")


def kept_file(what: str, grammar: str) -> Path:
    """Where something is kept that was made of a grammar: another grammar has another file."""
    return cache_folder() / f"{what}-{hashlib.sha256(grammar.encode()).hexdigest()}.json"
