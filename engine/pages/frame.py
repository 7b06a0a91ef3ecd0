"""What every page of Hoyle's has in common: its head with a content security policy, its scripts and its data.

Nothing on a page comes from elsewhere, and a browser runs the scripts that Hoyle wrote and no other: the policy names
them by their digests. Every page has the style of `base.css`, and is dark where its reader wants that (`base.js`,
`SWITCH`). Leaves what stands on a page to whoever makes it.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

from engine.targets.escape import markup, page_data
from spec.text.clean import clean

_LEAVES = re.compile(r"</(?:script|style)|<!--|<script", re.IGNORECASE)
"""What would end a script or a style where it does not end, or begin another in it."""


SWITCH = '<button type="button" data-switch="theme" aria-pressed="false">Dark</button>'
"""The button that makes a page dark or light."""


@cache
def asset(name: str) -> str:
    """A text that pages share: `base.css` and `base.js`; `cards.js`, with which a script shows pictures of cards;
    `film.css` and `film.js`, a game to step through."""
    return resources.files("engine.pages").joinpath("assets", name).read_text(encoding="utf-8")


def head(title: str, style: str = "", scripts: Iterable[str] = ()) -> str:
    """What stands in the head of a page with that style and those scripts; the title is a plain text."""
    style, base = asset("base.css") + style, asset("base.js")
    return "\n".join(
        [
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy(style, (base, *scripts))}">',
            '<meta name="referrer" content="no-referrer">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{markup(title)}</title>",
            f"<style>{_inside(style)}</style>",
            script(base),
        ]
    )


def policy(style: str, scripts: Iterable[str]) -> str:
    """Nothing but this style and these scripts."""
    run = " ".join(map(_digest, scripts))
    return f"default-src 'none'; style-src {_digest(style)}; script-src {run}; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(clean(text).encode()).digest()).decode()}'"


def script(code: str, *, module: bool = False) -> str:
    """A script of a page, whose text `head` was told."""
    kind = ' type="module"' if module else ""
    return f"<script{kind}>{_inside(code)}</script>"


def data(name: str, value: Any) -> str:
    """Data of a page, which its scripts read from the element of that name."""
    return f'<script id="{name}" type="application/json">{page_data(value)}</script>'


def _inside(code: str) -> str:
    """A script or a style as it is. Raises ValueError where a browser would take its end to be elsewhere."""
    code = clean(code)
    found = _LEAVES.search(code)
    if found is not None:
        raise ValueError(f"a page's own text must not hold {found[0]!r}")
    return code
