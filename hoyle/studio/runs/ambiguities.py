"""Looks for what the rules of an order leave open, and tells each point with its sentences, its play and its answers.

Leaves finding to `hoyle.ambiguity.run`, what stands where to `hoyle.ambiguity.order`, and writing to `Pen`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from hoyle.ambiguity.one import advice
from hoyle.ambiguity.order import SECTIONS, Item, Told, artefact, ways
from hoyle.ambiguity.run import find, played
from hoyle.ambiguity.words import changes, lines_of, percent
from hoyle.editor.format.edits import edits_between
from hoyle.misreadings.variations import questions
from hoyle.studio.messages import runs as m
from hoyle.studio.messages.text import Choice
from hoyle.studio.runs.pen import Answer, Pen
from hoyle.studio.runs.rules import Rules
from hoyle.studio.runs.sides import sides
from spec.ir import nodes as ir
from spec.text.clean import one_line
from verify.ambiguity.report.finding import TITLES, Film, Finding, Picture
from verify.ambiguity.report.finding import Pile as Drawn
from verify.ambiguity.report.outcome import Report
from verify.ambiguity.run.context import Plan
from verify.run.budget import now

GAMES, SEED = 60, 1
LAST = 8
"""So many of the last positions of a play are drawn; the whole play is opened on the table."""
HIDDEN = ("count", "nobody")
MANY = 8
"""Of a pile that nobody sees more cards than that are only counted."""
SETTLING = ("clash", "ends-collide")

Tell = Callable[[m.Doing | m.Point], None]


class Search:
    """One search, whose points are told as they come. `jobs`: so many processes beside this one."""

    def __init__(self, rules: Rules, order: m.Ambiguities, tell: Tell, jobs: int) -> None:
        self.rules, self.order, self._tell, self._jobs = rules, order, tell, jobs
        self.pen = Pen(rules)
        self._sides: dict[str, tuple[m.Scene, ...]] = {}
        self._report = Report((), (), 0.0, 0.0, 0, 0, stopped=True)
        base = played(rules.loaded, rules.game, rules.settings)
        self._asks = {one.name: one for one in (questions(rules.loaded, base) if order.ask else ())}

    def asked(self) -> m.Asked:
        """Runs it to its end, or until it is stopped; wherever the stop comes, it tells what it found until then."""
        began = now()
        try:
            self._search(began)
            return self._summed(began)
        except KeyboardInterrupt:
            self._report = replace(self._report, stopped=True)
            return self._summed(began)

    def _search(self, began: float) -> None:
        plan = Plan(self.order.seconds, SEED, GAMES, max(2, GAMES // 5), GAMES, 2)
        self._report = find(
            self.rules.loaded, self.rules.game, self.rules.settings, plan, jobs=self._jobs, began=began,
            progress=lambda words: self._tell(m.Doing(one_line(words))), each=self._came,
            ask=self.order.ask, asks=tuple(self._asks.values()),
        )  # fmt: skip

    def _summed(self, began: float) -> m.Asked:
        told = self._told(self._report)
        headings = tuple(Choice(name, title) for name, title in SECTIONS.items())
        points = tuple(self.point(told, item) for item in told.items)
        notes = tuple(one_line(why) for why in self._report.cut)
        return m.Asked(self.rules.known.rules, told.verdict, headings, points, notes, now() - began)

    def _told(self, report: Report) -> Told:
        return Told(report, self.rules.loaded.text, self.rules.game, "", "", "", self._asks)

    def _came(self, finding: Finding) -> None:
        if artefact(finding):
            return
        told = self._told(Report((finding,), (), 0.0, 0.0, 0, 0))
        if told.items[0].section != "unasked":
            self._tell(self.point(told, told.items[0]))

    # ------------------------------------------------------------ a point

    def point(self, told: Told, item: Item) -> m.Point:
        """One thing that is open, or settled."""
        head = item.head
        asked = told.questions.get(item.question)
        lines = [one_line(line) for line in lines_of(head)]
        film = head.film
        title = asked.text if asked is not None else TITLES[head.kind]
        if head.kind == "variation":
            title, *lines = lines
        answers = tuple(self._ways(told, item))
        shown = () if film is None else tuple(_sides(film)) or self._parted(film, answers)
        return m.Point(
            f"{head.kind}:{item.question or head.subject}", item.section, head.kind, _capital(one_line(title)),
            lines[0], tuple(lines[1:]), tuple(self._sentences(told, item)),
            () if film is None else tuple(_scenes(film)), shown,
            "" if film is None else film.log, tuple(map(percent, head.shares)),
            "" if head.change is None else changes(head.change), _how(head), one_line(head.settled), advice(head),
            self.pen.ways(answers) or self._asked_ways(item),
        )  # fmt: skip

    def _sentences(self, told: Told, item: Item) -> Iterator[m.Sentence]:
        """The readings of a question, or the clauses that a point is about."""
        asked = told.questions.get(item.question)
        if asked is not None:
            for reading in ways(told, item):
                cites = "; ".join(reading.source.cites or asked.source.cites)
                chosen = reading.source.label == asked.ruled
                label = reading.source.label
                yield m.Sentence(self._at(reading.source), label, one_line(reading.text) or label, cites, chosen)
            return
        for source in item.head.sources:
            yield m.Sentence(self._at(source), source.told, one_line(told.said(source)), "; ".join(source.cites), False)

    def _parted(self, film: Film, answers: Sequence[Answer]) -> tuple[m.Scene, ...]:
        """What follows under each answer, looked up once for each play."""
        if film.log not in self._sides:
            found = sides(self.rules, film, answers)
            self._sides[film.log] = tuple(_scene(name, picture) for name, picture in found)
        return self._sides[film.log]

    def _at(self, source: ir.Source) -> int:
        return self.rules.known.place(source)

    def _ways(self, told: Told, item: Item) -> Iterator[Answer]:
        if item.question:
            yield from self.pen.readings(item.question)
        elif item.head.kind in SETTLING and item.section == "open":
            said = [one_line(told.said(source)) for source in item.head.sources[:2]]
            yield from self.pen.over(item.head.sources, said)

    def _asked_ways(self, item: Item) -> tuple[m.Way, ...]:
        """What is to be done about a question that Hoyle asks. Either leaves a sound text: its games were played."""
        one = self._asks.get(item.head.subject)
        if one is None or item.section != "asked":
            return ()
        was = self.pen.content
        ways = (
            (f"It is meant as it is written: {one_line(one.was)}", "this answer stands in the file, with your reason",
             one.written_settled(was, m.REASON), True),
            ("Leave it open: write it as a question", f"both are readings of {one.name}", one.written(was), False),
        )  # fmt: skip
        return tuple(
            m.Way(title, detail, self.rules.known.changes(edits_between(was, text)), reasoned)
            for title, detail, text, reasoned in ways
        )


def _how(finding: Finding) -> str:
    """How sure it is."""
    if finding.standing == "unknown":
        return one_line(f"Unknown: {finding.reason}")
    if finding.standing == "shown":
        return "Shown by a play"
    return one_line(f"{finding.standing.capitalize()}: {finding.scope}" if finding.scope else finding.standing)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _scenes(film: Film) -> Iterator[m.Scene]:
    yield from (_scene("", picture) for picture in film.pictures[-LAST:])


def _sides(film: Film) -> Iterator[m.Scene]:
    yield from (_scene(name.replace("_", " "), picture) for name, picture in film.sides)


def _scene(title: str, picture: Picture) -> m.Scene:
    fields = tuple(f"{name}: {value}" for name, value in picture.fields)
    return m.Scene(title, picture.move, picture.mover, picture.note, fields, tuple(map(_pile, picture.piles)))


def _pile(pile: Drawn) -> m.Pile:
    hidden = pile.seen in HIDDEN
    cards = () if hidden and len(pile.cards) > MANY else tuple(pile.cards)
    return m.Pile(pile.name, hidden, pile.ordered, len(pile.cards), cards)
