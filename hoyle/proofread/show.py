"""What a proofreader asks, on the screen: the first ten questions, then how many there are of each kind.

Leaves what may reach a screen to `hoyle.terminal`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hoyle.coverage.covered import STATES, Coverage
from hoyle.coverage.cut import MOST_SENTENCES, Sentence
from hoyle.proofread.finding import KINDS, Finding, Kind
from hoyle.proofread.text import MOST_LETTERS, Book
from hoyle.terminal.lines import say
from hoyle.terminal.screen import screen
from spec.text.clean import quoted
from spec.text.source import Text

FIRST = 10
"""So many questions are shown without `--details`."""
SHORT = 200
"""So long is a sentence that is quoted without `--details`."""
MOST_PLACES = 3
CUT_OFF = (
    f"The text is too long: only its first {MOST_SENTENCES:,} sentences, or {MOST_LETTERS:,} letters, were "
    f"read, and nothing is said of the rest."
)


FOREIGN = (
    "The text does not seem to be English, which is all that hoyle read knows: what is not asked here may be wrong."
)


@dataclass(frozen=True, slots=True)
class Read:
    """A text that was read: from which file, with which findings, and beside which rules."""

    path: str
    book: Book
    findings: tuple[Finding, ...]
    only: tuple[Kind, ...] = ()
    stated: Coverage | None = None
    rules: Text | None = None


def show(read: Read, again: str, *, details: bool) -> None:
    """Prints the questions. `again` is the command that shows all of them."""
    console = screen()
    total = len(read.findings)
    shown = read.findings if details else read.findings[:FIRST]
    asked = "nothing to ask" if not total else f"{_many(total, 'question')}"
    of = f", {' and '.join(read.only)} only" if read.only else ""
    say(console, f"{read.path}: {asked} in {_many(len(read.book.sentences), 'sentence')}{of}", style="bold")
    for number, finding in enumerate(shown, 1):
        console.print()
        _one(read, number, finding, details=details)
    if total:
        console.print()
        left = total - len(shown)
        if left:
            say(console, f"{_many(left, 'more question')}: {again}")
        say(console, f"By kind: {', '.join(f'{kind} {count}' for kind, count in counts(read.findings).items())}")
    for told in _not_read(read):
        say(console, told)


def counts(findings: Sequence[Finding]) -> dict[str, int]:
    """How many questions there are of each kind, kinds without one left out."""
    found = Counter(finding.kind for finding in findings)
    return {kind: found[kind] for kind in KINDS if found[kind]}


def _one(read: Read, number: int, finding: Finding, *, details: bool) -> None:
    console = screen()
    lead = f"{number:>2}. "
    end = "" if finding.says.endswith("?") else "."
    say(console, f"{finding.says}{end} ({finding.kind}, {finding.sure})", lead=lead, lead_style="bold", style="bold")
    most = len(finding.at) if details else MOST_PLACES
    for one in finding.at[:most]:
        say(console, f"{one.line}:{one.column} {one.place} “{_told(one, details=details)}”", lead="    ", hang=6)
    if len(finding.at) > most:
        say(console, f"and at {_many(len(finding.at) - most, 'more place')}", lead="    ")
    for clause, line in finding.clauses[: len(finding.clauses) if details else MOST_PLACES]:
        say(console, f"{clause} (line {line} of the rule file)", lead="    ", hang=6)
    say(console, f"{finding.do}.", lead="    -> ", hang=7)


def _told(one: Sentence, *, details: bool) -> str:
    return one.text if details else quoted(one.text, SHORT)


def show_sentences(read: Read) -> None:
    """Prints every sentence with its place, what is asked of it, and what cites it."""
    console = screen()
    asked: dict[str, list[str]] = {}
    for number, finding in enumerate(read.findings, 1):
        for one in finding.at:
            asked.setdefault(one.place, []).append(f"question {number} ({finding.kind}): {finding.says}")
    cited = {one.sentence.place: one for one in read.stated.sentences} if read.stated else {}
    for one in read.book.sentences:
        say(console, one.text, lead=f"{one.line}:{one.column} {one.place}  ", lead_style="bold", hang=4)
        if one.place in cited and read.rules:
            found = cited[one.place]
            by = ", ".join(f"{item.told} (line {read.rules.position(item.span.start)[0]})" for item in found.by)
            say(console, f"{STATES[found.state]}{': ' if by else ''}{by}", lead="    ", hang=6)
        for told in dict.fromkeys(asked.get(one.place, ())):
            say(console, told, lead="    ? ", hang=6)
    for told in _not_read(read):
        say(console, told)


def _not_read(read: Read) -> Iterator[str]:
    if read.book.cut_off:
        yield CUT_OFF
    if read.book.foreign:
        yield FOREIGN


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
