"""What a rulebook itself makes a place of: paragraphs with a number, such as `2.3`, and titles at the beginning of one.

Leaves headings on lines of their own to `cut`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hoyle.coverage.markup import Line

_OWN = re.compile(r"\s*(?P<number>\d{1,3}(?:\.\d{1,3})+[a-z]?)[.)]?\s+(?=\S)")
FEWEST = 3
"""Fewer numbers, or titles, are none of the rulebook's own order."""
_RUN_IN = re.compile(r"(?P<title>(?:\d{1,2}[.)]\s+)?(?P<bare>[A-Z][\w'’ -]{2,38}))\.\s+(?=[\"“'(]?[A-Z0-9])")
LONGEST_TITLE = 5
_SAYS = re.compile(
    r"\b(?:is|are|was|has|have|can|may|must|cannot|do|does|goes|wins?|ends|it|they|them|there|then|this|that|now|not)\b"
    r"|^(?:shuffle|cut|draw|lay|put|turn|give|keep|score|add|write|count|sit|say|wait|look|begin|start|try|use|roll"
    r"|pick|choose|move|place|remove|play|take|pay|pass|deal|discard|bid|call|bet|leave)\s",
    re.I,
)
"""Words of a short sentence, and of no title."""


def own_numbers(lines: Iterable[str]) -> frozenset[str]:
    """The numbers of paragraphs, such as `2.3`, each of which stands at one paragraph only."""
    found = Counter(own["number"] for line in lines if (own := _OWN.match(line)))
    once = frozenset(number for number, times in found.items() if times == 1)
    return once if len(once) >= FEWEST else frozenset()


def numbered_apart(lines: Sequence[Line], marks: frozenset[str]) -> Iterator[tuple[str, list[Line]]]:
    """The lines of each numbered paragraph with its number, and those between with none."""
    mark, gathered = "", list[Line]()
    for line in lines:
        own = _OWN.match(line.text)
        begins = own["number"] if own and own["number"] in marks else None
        ended = mark and not line.text.strip()
        if (begins or ended) and gathered:
            yield mark, gathered
            gathered = []
        mark = begins or ("" if ended else mark)
        gathered.append(line)
    if gathered:
        yield mark, gathered


def is_first_of(line: str, chapter: str) -> bool:
    """Does a line begin with a number below that of the chapter, as `2.1` is below `2`?"""
    own = _OWN.match(line)
    return own is not None and own["number"].startswith(f"{chapter}.")


def run_in_apart(lines: Sequence[Line], heads: int) -> Iterator[Line]:
    """The lines, where titles at the beginning of paragraphs (`The deal. Shuffle ...`) are headings: in a text of
    which half of the paragraphs begin so, or more than there are headings on lines of their own."""
    begins = [
        at for at, line in enumerate(lines) if line.text.strip() and (at == 0 or not lines[at - 1].text.strip())
    ]  # fmt: skip
    titles = {at: found for at in begins if not lines[at].marked and (found := _title(lines[at].text.strip()))}
    many = len(titles) >= FEWEST and (2 * len(titles) >= len(begins) or (heads > 1 and len(titles) > heads))
    for at, line in enumerate(lines):
        if many and at in titles:
            text = line.text.strip()
            yield Line(titles[at], marked=True)
            yield Line(text[len(titles[at]) :].lstrip(" ."))
        else:
            yield line


def _title(text: str) -> str:
    found = _RUN_IN.match(text)
    if not found or len(found["bare"].split()) > LONGEST_TITLE or _SAYS.search(found["bare"]):
        return ""
    return found["title"]
