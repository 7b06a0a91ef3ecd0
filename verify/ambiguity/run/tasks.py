"""The parts of the search, each a function that another process can be told to run.

Leaves what each finds to its module, and which parts there are to `verify.ambiguity.run.finder`.
"""

from __future__ import annotations

from spec.ir import nodes as ir
from verify.ambiguity.compare import claims_and_examples, refinement, terms
from verify.ambiguity.compare import escalation as deep
from verify.ambiguity.compare.refinement import is_open
from verify.ambiguity.compare.variations import Dropped, Varied, dropped
from verify.ambiguity.find import faults, probes
from verify.ambiguity.find.conflicts import Seen
from verify.ambiguity.find.interactions import interactions, joined
from verify.ambiguity.find.missing_questions import missed
from verify.ambiguity.find.orders import rulings
from verify.ambiguity.report import notes
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.questions import Asker, Readings, Waiting, pairs
from verify.ambiguity.report.rulings import settles
from verify.ambiguity.run.context import Context, Variation
from verify.ambiguity.run.jobs import Done
from verify.run.budget import TIME, now


def _in_time(found: tuple[Finding, ...], until: float) -> Done:
    return Done(found, (TIME,) if now() > until else ())


def conflicts(context: Context, until: float, *, as_written: bool) -> Done:
    """Conflicts and gaps in play under the rulings, with what clauses and steps did there; then in play as written."""
    found: tuple[Finding, ...] = ()
    ruled: Seen | None = None
    if not as_written:
        ruled = faults.seen_as_ruled(context, now() + 0.4 * (until - now()))
        found += context.gather(faults.under_the_rulings(context, ruled))
        found += context.gather(notes.notes(context, ruled, now() + 0.2 * (until - now())))
    settling = faults.Written(context, ruled)
    written = settling.played(now() + 0.8 * (until - now()))
    found += context.gather(settling.findings(written))
    seen = (("as ruled", ruled), ("as written", written))
    cut = tuple(f"{s.cut} {how}" for how, s in seen if s is not None and s.cut)
    return Done(found, cut)


def examples(context: Context, until: float) -> Done:
    """The file's examples."""
    return Done(context.gather(claims_and_examples.examples(context)))


def claims(context: Context, until: float) -> Done:
    """The file's claims."""
    cut: list[str] = []
    found = context.gather(claims_and_examples.claims(context, until, cut))
    return Done(found, tuple(cut))


def leaks_and_orders(context: Context, until: float) -> Done:
    """Hidden cards that matter, and effects whose order does."""
    return probes.probes(context, until)


def endless(context: Context, until: float) -> Done:
    """Play without an end. That none is found tells nothing, but so many games were looked at."""
    return probes.endless(context, until)


def endless_read(context: Context, until: float, *, question: str, reading: str) -> Done:
    """Play without an end under another reading."""
    return probes.endless_read(context, _question(context, question), reading, until)


def ruling(context: Context, until: float, *, subject: str) -> Done:
    """What one ruling settles."""
    ruled = next(r for r in rulings(context.game) if r.subject == subject)
    found = context.gather([settles(context, ruled, until)])
    return _in_time(found, until if found[0].standing == "unknown" else now())


def settled(context: Context, until: float, *, left: tuple[Finding, ...]) -> Done:
    """What is known of clauses and rulings after more plays and proofs."""
    looked = refinement.Refinement(context, left, until)
    found = context.gather(looked.findings())
    short = looked.short or now() > until
    return Done(found, (TIME,) if short and any(is_open(f) for f in found) else ())


def vocabulary(context: Context, until: float) -> Done:
    """Names without use, and two names for one thing."""
    cut: list[str] = []
    found = context.gather(terms.same_definitions(context, now() + 0.3 * (until - now()), cut))
    games = as_written(context, until)
    if games is None:
        return Done(found, (*cut, f"{TIME} before all readings were searched for unused names"))
    return Done((*found, *context.gather(terms.unused(context, (context.game, *games)))), tuple(cut))


def as_written(context: Context, until: float) -> list[ir.Game] | None:
    """The game as written with each reading of each question in turn; None where there is no time for all."""
    first = {q.source.label: q.readings[0].source.label for q in context.game.questions if q.readings}
    chosen = [{}, *({q.source.label: r.source.label} for q in context.game.questions for r in q.readings[1:])]
    games: list[ir.Game] = []
    for more in chosen:
        game = context.make({**first, **more, **context.settings}, True) if now() < until else None
        games += [] if game is None else [game]
    return games if now() < until else None


# ---------------------------------------------------------------- questions


def unread(context: Context, until: float, *, question: str) -> Done:
    """What an open point leaves without a reading."""
    asked = _question(context, question)
    found = missed(context, asked, until)
    return _in_time((), until) if found is None else Done(context.gather([found]))


def _question(context: Context, label: str) -> ir.Question:
    return next(q for q in context.game.questions if q.source.label == label)


def readings_of(context: Context, subject: str) -> Readings:
    """Two readings by their subject."""
    return next(r for r in pairs(context.game) if r.subject == subject)


def ask(context: Context, until: float, *, subject: str) -> Done:
    """Two readings, along the plays of the game."""
    asker = Asker(context)
    found = asker.ask(readings_of(context, subject), until)
    if isinstance(found, Waiting):
        return Done(waiting=found)
    short = asker.short or (now() > until)
    return Done(context.gather([found]), ("fewer games than planned",) if short else ())


def deeper(context: Context, until: float, *, subject: str, waiting: Waiting) -> Done:
    """Two readings that the first plays did not part."""
    asker = Asker(context)
    found = deep.escalate(asker, readings_of(context, subject), waiting, until)
    short = found.standing not in ("shown", "proved") and (asker.short or now() > until)
    return Done(context.gather([found]), (TIME,) if short else ())


def together(context: Context, until: float, *, never: tuple[str, ...], question: str, reading: str) -> Done:
    """Readings that never parted, where another question is read otherwise."""
    asked = _question(context, question)
    readings = [readings_of(context, subject) for subject in never]
    return _in_time(context.gather(interactions(Asker(context), readings, asked, reading, until)), until)


# ---------------------------------------------------------------- what nobody asked yet


def vary(context: Context, until: float, *, name: str) -> Done:
    """A rule read in another way, along a few plays."""
    return _sifted(context, until, name, Varied(context, variation_of(context, name)).looked(until))


def count(context: Context, until: float, *, name: str) -> Done:
    """The same in many games, where a few did not tell it apart."""
    return _sifted(context, until, name, Varied(context, variation_of(context, name)).counted(until))


def _sifted(context: Context, until: float, name: str, found: Finding | Waiting | Dropped) -> Done:
    match found:
        case Dropped(why):
            return Done((dropped(variation_of(context, name), why),))
        case Waiting():
            return Done((), (TIME,) if now() > until else (), waiting=found)
        case _:
            return Done(context.gather([found]), (TIME,) if found.standing == "unknown" else ())


def measure(context: Context, until: float, *, name: str) -> Done:
    """The same in many games, with what it changes."""
    found, short = Varied(context, variation_of(context, name)).measured(until)
    return Done(() if found is None else (found,), ("fewer games than planned",) if short else ())


def prove(context: Context, until: float, *, name: str, waiting: Waiting) -> Done:
    """A rule read in another way that no play has shown to differ."""
    found, short = Varied(context, variation_of(context, name)).deeper(waiting, until)
    return Done(() if found is None else (found,), (TIME,) if short else ())


def join(context: Context, until: float, *, name: str, beside: str) -> Done:
    """A rule that no play tells from its other reading, where a rule that it touches is read in another way, too."""
    found = joined(context, variation_of(context, name), variation_of(context, beside), until)
    return _in_time(context.gather(found), until)


def variation_of(context: Context, name: str) -> Variation:
    """A variation by its name."""
    return next(one for one in context.variations if one.name == name)
