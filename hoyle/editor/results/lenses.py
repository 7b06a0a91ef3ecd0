"""The lines above parts of a text: what can be run there, and what the last run said of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten

from hoyle.editor.analysis import Analysis
from hoyle.editor.results.ambiguities import Found
from hoyle.editor.results.counts import counted
from hoyle.editor.results.results import Results
from spec import syntax as s
from spec.ir import nodes as ir
from spec.text.source import Span
from verify.ambiguity.find.orders import rulings

LONGEST = 100
"""So many letters of a sentence stand in a line."""
STALE = " (before your last changes; push to run it again)"
VERIFY, EXAMPLE, AMBIGUITIES, COUNT, STOP, TABLE = (
    "hoyle.verify", "hoyle.example", "hoyle.ambiguities", "hoyle.count", "hoyle.stop", "hoyle.showTable",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lens:
    """A line above a part of the text: a title, and the command that a push on it runs, with what it is about."""

    span: Span
    title: str
    command: str
    arguments: tuple[str, ...] = ()


def lenses(analysis: Analysis, results: Results, *, table: bool = False) -> Iterator[Lens]:
    """What can be run above each part of the text. `table`: the editor draws positions."""
    ruled = _ruled(analysis.game)
    for section in analysis.file.sections:
        match section:
            case s.GameSection(title=title):
                yield from _game(analysis, results, title.span)
            case s.ExampleSection(title=title):
                yield _test(analysis, results, "example", title.text, title.span)
                if table:
                    yield Lens(title.span, "Show it on the table", TABLE, ("example", title.text))
            case s.ClaimSection(head):
                yield _test(analysis, results, "claim", head.name.text, head.span)
                verdict = results.verdict("claim", head.name.text)
                if table and verdict is not None and verdict.log:
                    play = "counterexample" if verdict.verdict == "refuted" else "play"
                    yield Lens(head.span, f"Step through the {play}", TABLE, ("claim", head.name.text))
            case s.QuestionSection():
                yield from _question(analysis, results, section, table=table)
            case s.MoveSection(head, items=items) | s.OutcomeSection(head, items=items):
                yield _counts(analysis, results, head.span, head.name.text)
                yield from _rulings(analysis, results, ruled, head.name.text, items, table=table)
            case s.EndsSection(items=items, span=span):
                yield _counts(analysis, results, Span(span.start, span.start + len("ends")), "ends")
                yield from _rulings(analysis, results, ruled, "ends", items, table=table)
            case _:
                pass


# ---------------------------------------------------------------- the game


def _game(analysis: Analysis, results: Results, span: Span) -> Iterator[Lens]:
    if results.running:
        yield Lens(span, f"{results.running} … (push to stop)", STOP)
    yield Lens(span, _verdicts(analysis, results) or "Verify this game", VERIFY)
    yield Lens(span, _open(analysis, results) or "Find ambiguities", AMBIGUITIES)


def _verdicts(analysis: Analysis, results: Results) -> str:
    if not results.verified:
        return ""
    refuted, unknown = (sum(v.verdict == word for v in results.verdicts) for word in ("refuted", "unknown"))
    holds = len(results.verdicts) - refuted - unknown
    parts = [f"✗ {refuted} refuted" if refuted else "", f"? {unknown} unknown" if unknown else "", f"✓ {holds} hold"]
    return ", ".join(filter(None, parts)) + _before(any(v.stale(analysis) for v in results.verdicts))


def _open(analysis: Analysis, results: Results) -> str:
    if not results.searched:
        return ""
    many = sum(found.open for found in results.found)
    told = f"✗ {many} ambiguit{'y' if many == 1 else 'ies'} open" if many else "✓ nothing ambiguous is open"
    return told + _before(any(found.stale(analysis) for found in results.found))


# ---------------------------------------------------------------- claims and examples


def _test(analysis: Analysis, results: Results, code: str, about: str, span: Span) -> Lens:
    verdict = results.verdict(code, about)
    ask, command = ("Play this example", EXAMPLE) if code == "example" else ("Verify this claim", VERIFY)
    said = "" if verdict is None else verdict.short + _before(verdict.stale(analysis))
    return Lens(span, said or ask, command, (about,))


# ---------------------------------------------------------------- questions and rulings


def _question(analysis: Analysis, results: Results, section: s.QuestionSection, *, table: bool) -> Iterator[Lens]:
    """Each pair of readings, and what the ruling settles, which is how the one in force differs from the others."""
    name, span = section.head.name.text, section.head.span
    known = (
        None if analysis.game is None else next((q for q in analysis.game.questions if q.source.label == name), None)
    )
    pairs = () if known is None else _pairs(known)
    for one, two in pairs:
        subject = f"{name}: {one} or {two}"
        found = [f for f in results.found if f.kind == "question" and f.subject == subject]
        said = f": {_told(analysis, found[0])}" if found else ""
        yield Lens(span, f"Play `{one}` against `{two}`{said}", AMBIGUITIES, (subject,))
        if table and found and found[0].log:
            yield Lens(span, "Show where they part", TABLE, ("question", subject))
    if len(pairs) > 1:
        yield Lens(span, f"Compare all {len(section.readings)} readings", AMBIGUITIES, (name,))
    for ruling in section.rulings if pairs else ():
        others = [f for f in results.found if f.kind == "question" and f.subject.startswith(f"{name}: ")]
        against = [f for f in others if ruling.reading.text in f.subject.removeprefix(f"{name}: ").split(" or ")]
        told = "; ".join(f"{f.subject.removeprefix(f'{name}: ')} {f.short}" for f in against)
        said = _short(told) + _before(any(f.stale(analysis) for f in against))
        yield Lens(ruling.span, said or "Show what this ruling settles", AMBIGUITIES, (name,))


def _pairs(question: ir.Question) -> tuple[tuple[str, str], ...]:
    """Every two readings, the one in force first, as `hoyle ambiguities` has them."""
    names = [reading.source.label for reading in question.readings]
    made = [(one, two) for number, one in enumerate(names) for two in names[number + 1 :]]
    return tuple((two, one) if two == question.chosen else (one, two) for one, two in made)


def _ruled(game: ir.Game | None) -> dict[tuple[str, str, str], str]:
    """What `hoyle ambiguities` calls each ruling of one clause over another, by its move or outcome and the clauses."""
    every = () if game is None else rulings(game)
    return {(ruled.better.owner, ruled.edge.better, ruled.edge.worse): ruled.subject for ruled in every}


def _rulings(
    analysis: Analysis,
    results: Results,
    ruled: dict[tuple[str, str, str], str],
    owner: str,
    items: Sequence[object],
    *,
    table: bool,
) -> Iterator[Lens]:
    for item in items:
        subject = ruled.get((owner, item.better.text, item.worse.text)) if isinstance(item, s.ClashRuling) else None
        if subject is not None and isinstance(item, s.ClashRuling):
            found = next((f for f in results.found if f.subject == subject), None)
            said = "" if found is None else _short(found.sentence) + _before(found.stale(analysis))
            yield Lens(item.span, said or "Show what this ruling settles", AMBIGUITIES, (subject,))
            if table and found is not None and found.log:
                yield Lens(item.span, "Show it on the table", TABLE, (found.kind, subject))


def _told(analysis: Analysis, found: Found) -> str:
    return found.short + _before(found.stale(analysis))


# ---------------------------------------------------------------- how often


def _counts(analysis: Analysis, results: Results, span: Span, owner: str) -> Lens:
    counts = results.counts
    if counts is None:
        return Lens(span, "How often does each clause take effect?", COUNT)
    here = [count for one, count in counted(analysis, counts) if one.symbol.owner == owner]
    never = sum(not count for count in here)
    told = f"{never} of {len(here)} clauses took effect in none" if never else "each clause took effect in some"
    return Lens(span, f"{told} of {counts.games:,} games{_before(counts.stale(analysis))}", COUNT)


def _before(stale: bool) -> str:
    return STALE if stale else ""


def _short(text: str) -> str:
    return shorten(text, LONGEST, placeholder=" …")
