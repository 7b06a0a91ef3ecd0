"""Leaves out a fix that mends nothing: each is applied to the text, which is then checked again.

A fix is a guess at what was meant. It is good where no fault is left at the place that it changes, or one that the next
fix mends. Leaves making fixes to `spec`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from spec.diagnostics.codes import CODES
from spec.diagnostics.diagnostic import Diagnostic, Fix
from spec.text.layout import written_line
from spec.text.source import Span

MOST_TRIED = 8
"""So many changed texts are checked; the fixes after that are shown as they are."""
DEEPEST = 3
"""So many fixes one after the other are followed at one place."""
GUESSES = frozenset(("E0127", "E0128"))
"""The messages of these say the guess as well, so it goes with a fix that is left out."""
NEAR = 2
"""So many words before and after a change are looked at, too."""
FAR = 200
"""They are sought in so many characters."""

Check = Callable[[str], Sequence[Diagnostic]]


def sound_fixes(text: str, found: Sequence[Diagnostic], check: Check) -> tuple[Diagnostic, ...]:
    """The diagnostics of a text, without the fixes after which a fault is left where they change it."""
    trials = _Trials(check)
    return tuple(_judged(text, d, trials) for d in found)


@dataclass(slots=True)
class _Trials:
    """Checks changed texts, and counts them."""

    check: Check
    left: int = MOST_TRIED
    known: dict[tuple[str, str], bool] = field(default_factory=dict)
    """What became of fixes, by what is wrong and what is written instead."""

    def mended(self, text: str, found: Diagnostic, fix: Fix) -> bool:
        """Is a fault gone where its fix is followed? Of faults with the same words one is tried."""
        key = found.message, fix.replacement
        if key not in self.known:
            self.known[key] = self.mends(text, fix)
        return self.known[key]

    def mends(self, text: str, fix: Fix, deep: int = DEEPEST) -> bool:
        """Is no fault left at the place of a fix once it is followed, and the fixes that then stand there?"""
        if self.left <= 0:
            return True
        self.left -= 1
        at, end = fix.span.start, fix.span.end
        changed = text[:at] + fix.replacement + text[end:]
        there = _around(changed, Span(at, at + len(fix.replacement)))
        faults = [d for d in self.check(changed) if d.severity == "error" and _touches(d.span, there)]
        if not faults:
            return True
        then = next((d.fix for d in faults if d.fix is not None), None)
        return then is not None and deep > 1 and self.mends(changed, then, deep - 1)


def _judged(text: str, found: Diagnostic, trials: _Trials) -> Diagnostic:
    if found.severity != "error" or found.fix is None or trials.mended(text, found, found.fix):
        return found
    plain = replace(found, fix=None)
    if found.code not in GUESSES or f"`{found.fix.replacement.strip()}`" not in found.message:
        return plain
    word = text[found.span.start : found.span.end][:40]
    return replace(plain, code="E0105", message=f"`{word}` does not fit here", why=CODES["E0105"].why)


def _around(text: str, span: Span) -> Span:
    """The place of a change with a few words before it and after it, in its lines."""
    first, last = written_line(text, span.start)[0], written_line(text, span.end)[1]
    before, after = text[first : span.start], text[span.end : last]
    start = re.search(rf"(?:\S+\s*){{0,{NEAR}}}$", before[-FAR:])
    end = re.match(rf"(?:\s*\S+){{0,{NEAR}}}", after[:FAR])
    assert start is not None
    assert end is not None
    return Span(span.start - len(start.group()), span.end + end.end())


def _touches(span: Span, there: Span) -> bool:
    return span.start <= there.end and there.start <= span.end
