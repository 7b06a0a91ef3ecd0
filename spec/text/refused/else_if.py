"""Rewrites a second case of other languages, `else if`: it is an `if` below `otherwise:`.

Leaves what to say of it to `spec.text.refused.common_mistakes`.
"""

from __future__ import annotations

import re
from itertools import takewhile

from spec.diagnostics.diagnostic import Fix
from spec.text.layout import lines_of, written_line
from spec.text.refused.indentation import step_of
from spec.text.source import Span

ELSE_IF = re.compile(r"(?:(?:else|otherwise),? *if|elif|elsif)\b")
CASE = re.compile(r"(?:else|otherwise|elif|elsif)\b")


def too_late(text: str, at: int) -> bool:
    """Does this case stand below another that holds in all cases left, in the same row of cases?"""
    start = written_line(text, at)[0]
    here = re.match(rf"( *){CASE.pattern}", text[start:])
    if here is None:
        return False
    for raw in reversed(text[:start].split("\n")[:-1]):
        if not raw.strip() or raw.startswith(f"{here[1]} "):
            continue
        return re.match(rf"{here[1]}(?:else|otherwise)\b(?!,? *if\b)", raw) is not None
    return False


def nested(text: str, at: int) -> Fix | None:
    """The case at an offset, and those that follow it, below `otherwise:`."""
    start = written_line(text, at)[0]
    first, *below = text[start:].split("\n")
    found = re.match(rf"( *)(?:{ELSE_IF.pattern})", first)
    if found is None:
        return None
    indent = found.group(1)
    moved = [f"{indent}if{first[found.end() :]}"]
    moved += takewhile(lambda raw: not raw.strip() or raw.startswith(f"{indent} ") or CASE.match(raw.strip()), below)
    while not moved[-1].strip():
        moved.pop()
    step = " " * step_of(lines_of(text))
    written = "\n".join([f"{indent}otherwise:", *(step + raw if raw.strip() else raw for raw in moved)])
    end = start + len(first) + sum(len(raw) + 1 for raw in moved[1:])
    return Fix("put the `if` below `otherwise:`", Span(start, end), written)
