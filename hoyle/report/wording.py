"""What is said of results that are undecided, or suspicious: a subject, a reason, and what may decide it."""

from __future__ import annotations

import re
from textwrap import shorten

from hoyle.report.finding import Finding, file_of, finding, lines_at
from hoyle.report.records import Run
from hoyle.report.sorted import Sorted
from spec.ir import nodes as ir
from spec.text.source import Text
from verify.obligations.explained import BROKEN
from verify.obligations.verdict import Obligation, Result
from verify.random.random_play import FORM, NOWHERE

UNTRANSLATED = r"; (longer games were )?not translated for the solver: [^;]*"
REASON = 120
"""So many characters of a reason are told."""
ORDER = "of some lines no game shows that they matter, and no proof that they do not"
FEW = 3
"""So many clauses that took no effect are told one by one."""


def claimed(text: Text, source: ir.Source) -> str:
    """The words of a claim as the file has them."""
    section = re.split(r"\n(?=\S)", text.content[source.span.start :], maxsplit=1)[0]
    words = " ".join(line.split("#")[0] for line in section.splitlines())
    told = " ".join(re.sub(r'^[^":]*("[^"]*"[^":]*)*:', "", words).split())
    return re.sub(r"^text says ", "the rulebook is wrong that: ", told)


def place(run: Run, owed: Obligation) -> str:
    """Where its first clause stands, as `(file:line)`; '' where it has none."""
    line = lines_at(run, [source.span for source in owed.sources])
    return f" ({file_of(run)}:{line[0]})" if line else ""


def of_undecided(result: Result, run: Run) -> tuple[str, str]:
    """What is undecided, and why."""
    owed = result.obligation
    told = f"the claim {owed.subject}: {claimed(run.text, owed.sources[0])}" if owed.code == "claim" else owed.sentence
    reason = result.reason
    if owed.code == "order":
        return owed.sentence.partition(":")[0] + place(run, owed), ORDER
    if len(reason) > REASON and "the time was up" in reason:
        reason = "the time was up before it was decided"
    if _elsewhere(result):
        return f"{told}{place(run, owed)}", f"it does not hold with {result.where}, which decides nothing here"
    if result.witness is not None and result.witness.sentence not in reason:
        reason = f"{reason}; {result.witness.sentence}"
    return f"{told}{place(run, owed)}", shorten(reason, REASON, placeholder=" ...")


def _elsewhere(result: Result) -> bool:
    """Is it open because a play under other settings shows something?"""
    return result.witness is not None and not result.own


def decider(result: Result, run: Run) -> str:
    """What may decide it."""
    reason = result.reason
    if result.never:
        return "No game can show it: mend the rule or the claim."
    if result.vacuous:
        return "Name a step that play reaches, or mend its condition."
    if "no settings were found" in reason:
        return ""
    if _elsewhere(result) and result.obligation.code == "claim":
        return "If it is meant of the whole deck alone, write `under the whole deck` before its `:`."
    if "stopped at a fault" in reason:
        return "Mend the fault first: a game that stops at one tells nothing of this."
    if result.obligation.code == "claim" and run.games and ("play more games" in reason or "are needed" in reason):
        more = " Only games that somebody wins count." if "are needed" in reason else ""
        return f"--games {10 * run.games} may decide it.{more}"
    if (result.cut or "time" in reason or result.by == "nothing") and run.budget:
        return f"--budget {max(1, 4 * run.budget):g} may decide it."
    return "A smaller deck (--deck) may decide it."


def cut_short(result: Result) -> str:
    """The kind of checks that had too little time."""
    whole = result.obligation.code == "search"
    return "searches of smaller games" if whole else result.obligation.sentence.removesuffix(" are checked")


# ---------------------------------------------------------------- suspicion


def looked_at(sorted_: Sorted, run: Run) -> list[Finding]:
    """What to look at: what is suspicious of many games, what never came up, what holds only of other readings."""
    found = _warnings(run)
    idle = [r for r in sorted_.look if r.obligation.code in ("used", "reached", "dead-clause")]
    told = {s.clause.as_written() for r in idle for s in r.obligation.sources}
    others = [r for r in sorted_.look if r not in idle]
    found += [finding(r, run) for r in others if not _told_already(r, told)]
    if len(idle) <= FEW:
        found += [_idle(r, run) for r in idle]
    else:
        surely = [r for r in idle if _surely(r)]
        for group, words in (
            (surely, "can come up in no game"),
            ([r for r in idle if r not in surely], "came up in no game"),
        ):
            if group:
                names = ", ".join(f"{_name(r)}{_line(run, r)}" for r in group)
                code = group[0].obligation.code
                found.append(Finding(code, f"{len(group)} clauses, moves or steps {words}", (), names))
    if sorted_.readings:
        names = ", ".join(dict.fromkeys(r.obligation.subject for r in sorted_.readings))
        found.append(Finding("if-read", "Read otherwise, a question lets a game go on for ever", (), names))
    return found


def _warnings(run: Run) -> list[Finding]:
    """What `hoyle check` warns of in the rule file: one by one where it is little, else in one."""
    warned = [] if run.loaded is None else [d for d in run.loaded.diagnostics if d.severity == "warning"]
    if len(warned) <= FEW:
        return [Finding(d.code, d.message, lines_at(run, [d.span]), "") for d in warned]
    kinds = tuple(dict.fromkeys(d.code for d in warned))
    codes = ", ".join(kinds) if len(kinds) > 1 else ""
    return [Finding(warned[0].code, f"`hoyle check` warns of {len(warned)} things in the rule file", (), codes)]


def _told_already(result: Result, clauses: set[ir.ClauseId]) -> bool:
    """Is it about clauses each of which is told by itself?"""
    sources = result.obligation.sources
    return bool(sources) and all(source.clause.as_written() in clauses for source in sources)


def _surely(result: Result) -> bool:
    return result.obligation.code == "dead-clause" or result.never


def _name(result: Result) -> str:
    return result.obligation.subject


def _line(run: Run, result: Result) -> str:
    line = lines_at(run, [source.span for source in result.obligation.sources])
    return f" (line {line[0]})" if line else ""


def _idle(result: Result, run: Run) -> Finding:
    """A clause, move or step that took effect in no game, or can in none."""
    owed = result.obligation
    lines = lines_at(run, [source.span for source in owed.sources])
    name, broken = _name(result), BROKEN[owed.code]
    if owed.code == "dead-clause":
        what = "its condition never holds, or another clause always wins over it"
        return Finding(owed.code, f"{name} can take effect in no game (dead code)", lines, what, fix=broken.fix)
    if result.never:
        what = (
            NOWHERE if result.by == FORM else "no game from any deal of the whole deck has it (bounded model checking)"
        )
        return Finding(owed.code, f"{name} cannot come up", lines, what, fix=broken.fix)
    verb = "took effect" if owed.code == "used" else "came up"
    # Which node of the rules has no translation is for engineers, who have it with --json.
    untranslated = re.sub(UNTRANSLATED, "; longer games are too hard for the solver", result.reason)
    what = untranslated.removeprefix("never seen in ")
    return Finding(owed.code, f"{name} {verb} in no game", lines, what, fix=broken.fix)
