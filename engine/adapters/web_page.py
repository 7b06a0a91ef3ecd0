"""A game as one self-contained page on which a person plays it against the computer.

Leaves the engine in it to `engine.javascript.module`, pictures and frame to `engine.pages`, and what is told of the
rules to whoever tells it (`Told`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import resources
from typing import Any

from engine.adapters import web_data
from engine.adapters.web_data import UNTOLD, Told
from engine.core.pipelines import for_javascript
from engine.javascript.module import module_of
from engine.pages import cards, frame
from engine.targets.escape import markup
from spec.ir import nodes as ir

SCRIPTS = ("game.mjs", "opponents.mjs", "choosing.mjs", "reasons.mjs", "table.mjs", "motion.mjs", "controls.mjs")
"""The parts of the page's own program, in order."""


def page_of(game: ir.Game, about: Iterable[str], told: Told = UNTOLD) -> str:
    """The text of the page; `about` are lines that say what it is and where it comes from."""
    program = for_javascript(game)
    app = "\n".join((frame.asset("cards.js"), *map(_text, SCRIPTS)))
    engine = module_of(program, about, also=app)
    # In a block of its own, a name of the page's program hides one of the game's, and the game keeps to its own.
    script = re.sub(r"^export ", "", f"{engine}\n{{\n{app}}}\n", flags=re.MULTILINE)
    data: dict[str, Any] = web_data.data_of(game, program, told)
    filled = {
        "HEAD": frame.head(program.title, _text("style.css") + told.style, [script]),
        "TITLE": markup(program.title),
        "PICTURES": cards.drawn(cards.of_game(game)),
        "SWITCH": frame.SWITCH,
        "RULES": told.rules,
        "DATA": frame.data("page-data", data),
        "SCRIPT": frame.script(script, module=True),
    }
    return re.sub(r"\{\{([A-Z]+)\}\}", lambda found: filled[found[1]], _text("page.html"))


def _text(name: str) -> str:
    return resources.files("engine.adapters").joinpath("web", name).read_text(encoding="utf-8")
