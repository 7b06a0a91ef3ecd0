"""A program as one self-contained page on which a person plays it against the computer.

Leaves the engine in it to `engine.javascript.module`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import resources

from engine.core import program as p
from engine.javascript.module import module_of
from engine.pages import frame
from engine.targets.escape import markup


def page_of(program: p.Program, about: Iterable[str]) -> str:
    """The text of the page; `about` are lines that say what it is and where it comes from."""
    folder = resources.files("engine.adapters").joinpath("web")
    page, style, app = (
        folder.joinpath(name).read_text(encoding="utf-8") for name in ("page.html", "style.css", "app.mjs")
    )
    engine = module_of(program, about, also=app)
    script = re.sub(r"^export ", "", f"{engine}\n{app}", flags=re.MULTILINE)
    filled = {
        "HEAD": frame.head(program.title, style, [script]),
        "TITLE": markup(program.title),
        "SCRIPT": frame.script(script, module=True),
    }
    return re.sub(r"\b(HEAD|TITLE|SCRIPT)\b", lambda found: filled[found[1]], page)
