"""What is said where two have the most, and a rule asks for *the* one: at the phrase, with a cure that fits it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spec.text.source import Text

SAID = "(a tie)"
"""How a fault says of itself that it is a tie (`engine.interpreter.ranges`)."""
TITLE = "A tie: nobody alone has the most (undefined)"
PHRASE = re.compile(r"\bthe (\w+) (\w+) with (greatest|least) (.+)")


def title(sentence: str) -> str:
    """The title of a fault that is a tie; '' of any other."""
    if SAID not in sentence:
        return ""
    return TITLE.replace("most", "least") if " least value" in sentence else TITLE


def what(text: Text, lines: Sequence[int], sentence: str) -> str:
    """What happens, in the words of the line; the sentence of the fault where several lines name somebody so."""
    phrase = _phrase(text, lines) if len(lines) == 1 else None
    if phrase is None:
        return sentence
    kind, _, end, rest = phrase.groups()
    many = sentence.partition(" ")[0]
    return f"{many} have the same {end} {_whole(rest)[0]} {SAID}, so none of them is the {kind} with it"


def lines_with(text: Text, lines: Sequence[int], most: int) -> tuple[int, ...]:
    """The lines of the first clause in which somebody is named by the most; the given ones where there are none."""
    if not lines:
        return ()
    every = text.content.splitlines()
    first = lines[0] - 1
    deep = _indent(every[first])
    found = []
    for number in range(first, len(every)):
        line = every[number]
        if number > first and line.strip() and _indent(line) <= deep:
            break
        if PHRASE.search(line.split("#")[0]):
            found.append(number + 1)
    return tuple(found[:most]) or tuple(lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def fix(text: Text, lines: Sequence[int]) -> str:
    """How a tie is provided for, in the words of the line; '' where the line names nobody so."""
    phrase = _phrase(text, lines)
    if phrase is None:
        return ""
    kind, var, end, rest = phrase.groups()
    value, after = _whole(rest)
    other = "q" if var != "q" else "r"
    there = re.sub(rf"\b{var}\b", other, value)
    if "wins" in after:
        all_win = f"every {kind} {var} with {value} = {end} of {there} over {kind} {other} wins"
        return f"if all of them win, write `{all_win}`; if not, say who does"
    return f"say which of them it is, as in `first {kind} {var} from ...`, or keep them from being equal"


def _phrase(text: Text, lines: Sequence[int]) -> re.Match[str] | None:
    return PHRASE.search(text.content.splitlines()[lines[0] - 1].split("#")[0]) if lines else None


def _whole(rest: str) -> tuple[str, str]:
    """The value behind `greatest`, up to the bracket that closes the phrase or its `where`; and what follows it."""
    deep = 0
    for at, sign in enumerate(rest):
        deep += {"(": 1, ")": -1}.get(sign, 0)
        if deep < 0 or rest.startswith(" where ", at):
            return rest[:at].rstrip(), rest[at:]
    return rest.rstrip(), ""
