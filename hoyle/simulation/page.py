"""A simulation as one self-contained HTML page with charts.

Leaves the charts to `hoyle.simulation.charts`, and what is told to `hoyle.simulation.figures`.
"""

from __future__ import annotations

from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from engine.pages import frame
from hoyle.simulation import charts
from hoyle.simulation.figures import Simulated
from hoyle.simulation.show import KINDS
from hoyle.terminal.markup import shown


def page(told: Simulated) -> str:
    """The whole page."""
    style = resources.files("hoyle.simulation").joinpath("templates", "simulation.css").read_text(encoding="utf-8")
    environment = Environment(
        loader=PackageLoader("hoyle.simulation"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        finalize=shown,
    )  # fmt: skip
    s = told.figures
    drawn = _drawn(told) if s.finished else []
    flagged = [(flag.sentence, [told.place(source) for source in flag.sources]) for flag in told.flags]
    faults = [(f.fault.kind, f.games, f.fault.sentence, ", ".join(map(told.place, f.fault.sources))) for f in s.faults]
    clauses = [(told.place(c.source), told.said(c.source), KINDS[c.kind], c.games, c.times) for c in told.all_clauses]
    return environment.get_template("simulation.html.jinja").render(
        top=Markup(frame.head(f"{told.game.title}: {s.games:,} games", style)),
        switch=Markup(frame.SWITCH), told=told, flagged=flagged, faults=faults, drawn=drawn, clauses=clauses,
    )  # fmt: skip


def _drawn(told: Simulated) -> list[tuple[str, Markup, str]]:
    """The charts, each with its title and what is to be said of it."""
    s = told.figures
    which = "" if s.finished == s.games else "Of the games that ended: "
    length = (
        f"{which}{s.mean_moves:.1f} decisions and {s.mean_turns:.1f} turns on average, {s.least_moves} to "
        f"{s.greatest_moves} decisions in all. A decision offers {s.mean_branching:.1f} legal moves on average "
        "(branching factor)."
    )
    wins = (
        f"{s.draws:,} of {s.finished:,} finished games were drawn. The brackets are Wilson's 95% intervals; the dotted "
        "line is the even share."
    )
    return [
        ("How long a game is", Markup(charts.lengths(s)), length),
        ("Who wins", Markup(charts.wins(s)), wins),
        ("How games end", Markup(charts.ends(told.endings)), ""),
    ]
