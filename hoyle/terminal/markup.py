"""What the templates of pages share: every text that a template shows is clean.

Leaves heads, scripts and data of pages to `engine.pages.frame`.
"""

from __future__ import annotations

from markupsafe import Markup

from spec.text.clean import clean


def shown(value: object) -> object:
    """A value as a page shows it; the last thing that happens to it before it is escaped."""
    match value:
        case Markup():
            return Markup(clean(value))  # what was escaped stays so
        case str():
            return clean(value)
        case _:
            return value
