"""The parts of the search, each a function that another process can be told to run.

Leaves what each finds to its module, and which parts there are to `verify.ambiguity.finder`.
"""

from __future__ import annotations

from spec import ir
from verify.ambiguity import deeper as deep
from verify.ambiguity import faults, notes, probes, said, settle, terms
from verify.ambiguity.clock import now
from verify.ambiguity.conflicts import Seen
from verify.ambiguity.context import Context
from verify.ambiguity.finding import Finding
from verify.ambiguity.interactions import interactions
from verify.ambiguity.jobs import Done
from verify.ambiguity.orders import rulings
from verify.ambiguity.questions import Asker, Readings, Waiting, pairs
from verify.ambiguity.rulings import settles
from verify.ambiguity.unread import missed


def _in_time(found: tuple[Finding, ...], part: str, until: float) -> Done:
    late = now() > until
    return Done(found, not late, (f"{part}: time was up",) if late else ())


def conflicts(context: Context, until: float, *, as_written: bool) -> Done:
    """Conflicts and gaps in play as written, then under the rulings, and what clauses and steps did in the latter."""
    written = faults.seen_as_written(context, now() + (1.0 if as_written else 0.6) * (until - now()))
    ruled: Seen | None = None
    found: list[Finding] = []
    if not as_written:
        ruled = faults.seen_as_ruled(context, now() + 0.8 * (until - now()))
        found += notes.notes(context, ruled, until)
    found += faults.conflicts(context, written, ruled)
    cut = tuple(f"conflicts: {s.cut}" for s in (written, ruled) if s is not None and s.cut)
    return Done(tuple(found), not cut, cut)


def examples(context: Context, until: float) -> Done:
    """The file's examples."""
    return Done(tuple(said.examples(context)))


def claims(context: Context, until: float) -> Done:
    """The file's claims."""
    return _in_time(tuple(said.claims(context, until)), "claims", until)


def leaks_and_orders(context: Context, until: float) -> Done:
    """Hidden cards that matter, and effects whose order does."""
    return _in_time(tuple(probes.probes(context, until)), "leaks and orders", until)


def endless(context: Context, until: float) -> Done:
    """Play without an end. That none is found tells nothing, and is kept all the same."""
    return Done(tuple(probes.endless(context, until)))


def endless_read(context: Context, until: float, *, question: str, reading: str) -> Done:
    """Play without an end under another reading."""
    asked = next(q for q in context.game.questions if q.source.label == question)
    return Done(tuple(probes.endless_read(context, asked, reading, until)))


def ruling(context: Context, until: float, *, subject: str) -> Done:
    """What one ruling settles."""
    ruled = next(r for r in rulings(context.game) if r.subject == subject)
    found = settles(context, ruled, until)
    return Done((found,), found.standing != "unknown" or now() < until)


def settled(context: Context, until: float, *, left: tuple[Finding, ...]) -> Done:
    """What is known of clauses and rulings after more plays and proofs."""
    found = tuple(settle.settled(context, left, until))
    return Done(found, not any(f.standing == "unknown" for f in found))


def vocabulary(context: Context, until: float) -> Done:
    """Names without use, and two names for one thing."""
    games = (context.game, *as_written(context))
    found = (*terms.unused(context, games), *terms.same_definitions(context, until))
    return _in_time(found, "terms", until)


def as_written(context: Context) -> list[ir.Game]:
    """The game as written with each reading of each question in turn."""
    first = {q.source.label: q.readings[0].source.label for q in context.game.questions if q.readings}
    chosen = [{}, *({q.source.label: r.source.label} for q in context.game.questions for r in q.readings[1:])]
    games = (context.make({**first, **more, **context.settings}, True) for more in chosen)
    return [g for g in games if g is not None]


# ---------------------------------------------------------------- questions


def unread(context: Context, until: float, *, question: str) -> Done:
    """What an open point leaves without a reading."""
    asked = next(q for q in context.game.questions if q.source.label == question)
    found = missed(context, asked, until)
    return Done(() if found is None else (found,), found is not None or now() < until)


def readings_of(context: Context, subject: str) -> Readings:
    """Two readings by their subject."""
    return next(r for r in pairs(context.game) if r.subject == subject)


def ask(context: Context, until: float, *, subject: str) -> Done:
    """Two readings, along the plays of the game."""
    found = Asker(context).ask(readings_of(context, subject), until)
    if isinstance(found, Waiting):
        return Done((), False, waiting=found)
    late = now() > until
    cut = (f"question {subject}: fewer games than asked for",) if late else ()
    return Done((found,), not late and found.standing != "unknown", cut)


def deeper(context: Context, until: float, *, subject: str, waiting: Waiting) -> Done:
    """Two readings that the first plays did not part."""
    found = deep.deeper(Asker(context), readings_of(context, subject), waiting, until)
    return Done((found,), found.standing in ("shown", "proved") or now() < until)


def together(context: Context, until: float, *, never: tuple[str, ...], question: str, reading: str) -> Done:
    """Readings that never parted, where another question is read otherwise."""
    asked = next(q for q in context.game.questions if q.source.label == question)
    readings = [readings_of(context, subject) for subject in never]
    found = tuple(interactions(Asker(context), readings, asked, reading, until))
    return _in_time(found, f"together with {question} read as {reading}", until)
