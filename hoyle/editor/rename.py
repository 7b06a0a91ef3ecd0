"""Gives a thing of a rule file another name everywhere, and only where the rules stay the same.

The result is parsed and lowered again before it is answered: a rename that would change what a rule says is refused.
"""

from __future__ import annotations

import re
from collections import Counter

from hoyle.editor.analysis import Analysis
from hoyle.editor.format.clauses import ASIDE
from hoyle.editor.format.edits import Edit, applied
from hoyle.editor.hover import CALLED
from hoyle.editor.names.symbols import Index, Kind, Occurrence, Symbol
from spec.text.reserved import BUILTIN, reserved_words

NAME = re.compile(r"[a-z][a-z0-9_]*")
KEPT = ("language", "place")
"""What has its name from the language, or from the rulebook."""
VALUES: tuple[Kind, ...] = (
    "number", "option", "zone", "field", "kind", "definition", "shape", "values", "question", "parameter", "variable",
)  # fmt: skip
"""What may stand where a value does, and so has no name that the language keeps for itself."""


UNREAD = "E01"
"""How the codes of faults begin for which a part of a file is not read."""


class NotRenamed(Exception):
    """Why a thing keeps its name, in a sentence."""


def renamable(analysis: Analysis, offset: int) -> Occurrence:
    """What would be renamed at an offset. Raises NotRenamed."""
    found = analysis.index.at(offset)
    if found is None:
        raise NotRenamed("no name of this file stands here")
    if found.symbol.kind in KEPT or not analysis.index.introductions(found.symbol):
        own = "a place of the rulebook" if found.symbol.kind == "place" else "a word of the language"
        raise NotRenamed(f"`{found.symbol.name}` is {own}, and keeps its name")
    return found


def rename(analysis: Analysis, offset: int, new: str) -> tuple[Edit, ...]:
    """The edits that give what stands at an offset a new name. Raises NotRenamed."""
    symbol = renamable(analysis, offset).symbol
    _fits(new, symbol)
    if new == symbol.name:
        return ()
    other = next((x for x in analysis.index.symbols if (x.name, x.owner) == (new, symbol.owner)), None)
    if other is not None and other.kind not in KEPT and symbol.owner:
        raise NotRenamed(f"`{new}` is already a {CALLED.get(other.kind, other.kind)} of `{symbol.owner}`")
    _all_is_read(analysis, symbol)
    edits = tuple(Edit(o.span.start, o.span.end, _as_written(analysis, o, new)) for o in analysis.index.of(symbol))
    result = analysis.of(applied(analysis.content, edits))
    _same(analysis, result, symbol, new)
    return edits


def _fits(new: str, symbol: Symbol) -> None:
    if not NAME.fullmatch(new):
        raise NotRenamed(f"`{new}` is no name: a name has small letters, digits and _, and begins with a letter")
    if symbol.kind in VALUES and new in {*reserved_words(), *BUILTIN}:
        raise NotRenamed(f"`{new}` is a word of the language")


def _all_is_read(analysis: Analysis, symbol: Symbol) -> None:
    """Raises NotRenamed where the name stands in a line that cannot be read, and would keep the old name."""
    if not any(told.code.startswith(UNREAD) for told in analysis.diagnostics):
        return
    for found in re.finditer(rf"{ASIDE}|\b{re.escape(symbol.name)}\b", analysis.content):
        at = found.start()
        if found.group() == symbol.name and analysis.index.at(at) is None:
            line = analysis.content.count("\n", 0, at) + 1
            raise NotRenamed(f"`{symbol.name}` also stands in line {line}, which cannot be read: mend the file first")


def _as_written(analysis: Analysis, occurrence: Occurrence, new: str) -> str:
    """The new name as this place writes it: a word of a list may stand in the singular."""
    written = analysis.content[occurrence.span.start : occurrence.span.end]
    return new.removesuffix("s") if occurrence.symbol.name == f"{written}s" else new


def _same(before: Analysis, after: Analysis, symbol: Symbol, new: str) -> None:
    """Raises NotRenamed where the rules would differ, or the name is another's already."""
    had, has = (Counter(d.code for d in found.diagnostics) for found in (before, after))
    if has - had:
        first = next(d for d in after.diagnostics if d.code in has - had)
        raise NotRenamed(f"with this name the file has a fault: {first.message}")
    if _shape(before.index, symbol, symbol.name) != _shape(after.index, symbol, new):
        raise NotRenamed(f"`{new}` would be taken for another thing of that name")
    games = [_blurred(found.printed, symbol.name, new) for found in (before, after) if found.game is not None]
    if len(set(games)) > 1:
        raise NotRenamed(f"with the name `{new}` the rules would not be the same")


def _shape(index: Index, symbol: Symbol, name: str) -> list[tuple[int, bool]]:
    """Which occurrences name the same thing, whatever its name."""
    order: dict[Symbol, int] = {}
    return [(order.setdefault(o.symbol, len(order)), o.introduces) for o in index.occurrences]


def _blurred(printed: str, old: str, new: str) -> str:
    """A game, without its line ends, in which two names cannot be told apart, also as parts of longer ones."""
    either = {old, new, old.removesuffix("s"), new.removesuffix("s")} - {""}
    names = "|".join(sorted(map(re.escape, either), key=len, reverse=True))
    blurred = re.sub(rf"(?<![A-Za-z0-9])(?:{names})(?![A-Za-z0-9])", "?", printed)
    return re.sub(r" ?([\[\]()]) ?", r"\1", " ".join(blurred.replace('"?"', "?").split()))
