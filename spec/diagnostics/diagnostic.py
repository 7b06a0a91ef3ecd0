"""Diagnostics as data: each is made once, where a fault is found, and shown by many.

Leaves what each code means to `spec.diagnostics.codes`, and every way of showing a diagnostic to
`hoyle.terminal.render`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from spec.diagnostics.codes import CODES
from spec.text.source import Span

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that would mend the fault: what it does, and the text to put in place of a span."""

    message: str
    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: `message` says what is wrong, `label` what stands there, `why` what rule it offends."""

    code: str
    severity: Severity
    message: str
    span: Span
    label: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    why: str = ""
    fix: Fix | None = None

    def also(self, span: Span, message: str) -> Diagnostic:
        """The same finding with one more related place."""
        return replace(self, related=(*self.related, (span, message)))


def diagnose(
    code: str,
    span: Span,
    message: str,
    *,
    label: str = "",
    related: Iterable[tuple[Span, str]] = (),
    why: str | None = None,
    fix: Fix | None = None,
) -> Diagnostic:
    """A diagnostic of a registered code; severity, and the reason where none is given, come from the code.

    Raises KeyError where the code is not registered, which is a bug of the caller.
    """
    meaning = CODES[code]
    return Diagnostic(
        code=code,
        severity=meaning.severity,
        message=message,
        span=span,
        label=label,
        related=tuple(related),
        why=meaning.why if why is None else why,
        fix=fix,
    )


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Is one of them an error (as against a warning or a note)?"""
    return any(d.severity == "error" for d in diagnostics)


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each once, by place in the file, then by code and message."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=lambda d: (d.span, d.code, d.message)))
