"""The coverage of a rulebook as one self-contained page: each sentence beside what states it."""

from __future__ import annotations

from importlib import resources
from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from engine.pages import frame
from hoyle.coverage.covered import STATES, Coverage
from hoyle.terminal.markup import shown
from spec.text.source import Text


def page(title: str, found: Coverage, text: Text) -> str:
    """The whole page. `text` is the rule file's, for the lines of its clauses."""
    style = resources.files("hoyle.coverage").joinpath("templates", "coverage.css").read_text(encoding="utf-8")
    environment = Environment(
        loader=PackageLoader("hoyle.coverage"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        finalize=shown,
    )  # fmt: skip
    chapters = [
        (heading, [(one, [(item.told, text.position(item.span.start)[0]) for item in one.by]) for one in own])
        for heading, own in groupby(found.sentences, key=lambda one: one.sentence.heading)
    ]
    counts = [(state, told, found.count(state)) for state, told in STATES.items()]
    return environment.get_template("coverage.html.jinja").render(
        top=Markup(frame.head(f"{title}: its rulebook, sentence by sentence", style)), switch=Markup(frame.SWITCH),
        title=title, chapters=chapters, counts=counts, states=STATES, total=len(found.sentences),
        elsewhere=[(place, [item.told for item in items]) for place, items in found.elsewhere],
    )  # fmt: skip
