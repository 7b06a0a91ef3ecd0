"""The report as one self-contained HTML page: items in order, their plays drawn as cards and steppable.

Leaves what stands where to `hoyle.ambiguity.order`, and what is said of a finding to `hoyle.ambiguity.words`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from engine.pages import cards, frame
from hoyle.ambiguity.one import advice
from hoyle.ambiguity.order import COMPARED, SECTIONS, Item, Section, Told, ways
from hoyle.ambiguity.words import lines_of, origin_of
from hoyle.report.films import card_ids, film_data
from hoyle.terminal.markup import shown
from verify.ambiguity.report.finding import TITLES, Film, Finding


@dataclass(frozen=True, slots=True)
class Place:
    """A clause as the page tells it."""

    label: str
    cites: str
    line: int
    said: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A finding as the page shows it; `film` is the number of its play, -1 without one."""

    finding: Finding
    title: str
    lines: tuple[str, ...]
    places: tuple[Place, ...]
    film: int
    score: str
    origin: str
    lead: str


@dataclass(frozen=True, slots=True)
class Shown:
    """An item as the page shows it: of a question its readings, the ruled one marked, and the reason of the ruling."""

    item: Item
    title: str
    entries: tuple[Entry, ...]
    readings: tuple[tuple[str, bool], ...]
    because: str
    left: tuple[str, ...]
    advice: str


def page(told: Told) -> str:
    """The whole page."""
    films: list[Film] = []
    sections: list[tuple[Section, str, list[Shown]]] = []
    for name, title in SECTIONS.items():
        shown_ = []
        for item in told.of(name):
            entries = []
            for finding in item.findings:
                entries.append(_entry(finding, told, len(films)))
                films += [] if finding.film is None else [finding.film]
            shown_.append(_shown(told, item, entries))
        if shown_:
            sections.append((name, title, shown_))
    deck = () if told.game is None else cards.of_game(told.game)
    style, code = (
        resources.files("hoyle.ambiguity").joinpath("templates", f"ambiguities.{kind}").read_text(encoding="utf-8")
        for kind in ("css", "js")
    )
    environment = Environment(
        loader=PackageLoader("hoyle.ambiguity"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        finalize=shown,
    )  # fmt: skip
    environment.filters["coded"] = _coded
    style, code = frame.asset("film.css") + style, frame.asset("cards.js") + frame.asset("film.js") + code
    return environment.get_template("ambiguities.html.jinja").render(
        top=Markup(frame.head(told.head, style, [code])), switch=Markup(frame.SWITCH),
        script=Markup(frame.script(code)), data=Markup(frame.data("films", [film_data(f) for f in films])),
        ids=Markup(frame.data("pictures", card_ids(deck))),
        pictures=Markup(cards.drawn(deck)) if deck else "", told=told, sections=sections, cut=told.report.cut,
        missing=told.not_found(), seconds=f"{told.report.clock:.0f}",
    )  # fmt: skip


def _shown(told: Told, item: Item, entries: list[Entry]) -> Shown:
    asked = told.questions.get(item.question)
    first = item.head.subject if item.head.kind in COMPARED else entries[0].title
    title = asked.text if asked is not None else f"{first[0].upper()}{first[1:]}"
    readings = [(r.text, asked is not None and r.source.label == asked.ruled) for r in ways(told, item)]
    because = asked.because if asked is not None and asked.ruled else ""
    left = [finding.sentence for finding in item.left]
    return Shown(item, title, tuple(entries), tuple(readings), because, tuple(left), advice(item.head))


def _entry(finding: Finding, told: Told, number: int) -> Entry:
    places = tuple(
        Place(s.told, "; ".join(s.cites), told.text.position(s.span.start)[0], told.said(s)) for s in finding.sources
    )
    score = _score(finding)
    (lead, *lines), film = lines_of(finding), -1 if finding.film is None else number
    return Entry(finding, TITLES[finding.kind], tuple(lines), places, film, score, origin_of(finding), lead)


def _coded(told: str) -> Markup:
    """A sentence with the names of readings, which stand in backquotes, set as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(told))))


def _score(finding: Finding) -> str:
    """How often it comes up, in a few characters."""
    if not finding.shares:
        return ""
    part = 100 * finding.often
    return "in no game" if not part else f"{part:.0f}% of games" if part >= 1 else f"{part:.2g}% of games"
