"""What a reader needs of a result that is not well: what happened, where, why, by which play, and how to mend it.

Leaves laying it out to the modules beside this one, and trying out repairs to `hoyle.report.repairs`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import Move
from hoyle.english.sentences import Sentences
from hoyle.report import sizes, ties
from hoyle.report.last_change import last_change
from hoyle.report.plays import Play, course, lying, play_of
from hoyle.report.records import Run
from hoyle.report.repairs import exchange_for, outranking
from hoyle.report.sorted import END
from hoyle.sources.files import lower
from spec import syntax as s
from spec.ir import nodes as ir
from spec.text.source import Span
from verify.obligations.claims import Claims
from verify.obligations.examples import Failure, failure_of, move_of
from verify.obligations.explained import BROKEN
from verify.obligations.obligations import OTHER_SIZE
from verify.obligations.verdict import Obligation, Result, Witness
from verify.obligations.visibility import hidden_clauses
from verify.search.search import round_again

MOST_PLACES, MOST_VALUES = 2, 2
"""So many lines of the rule file are quoted, and so many values of a condition told."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A result in words: a title with the obligation's code, lines of the rule file, and a sentence each for what
    happens, the play that leads there, where the cards then lie, and the repair ('' where there is none)."""

    code: str
    title: str
    lines: tuple[int, ...]
    what: str
    course: str = ""
    cards: str = ""
    fix: str = ""
    moves: tuple[str, ...] = ()
    """All moves of the play, each with who made it."""
    command: str = ""
    """What shows it by itself, where that takes other settings than the run's."""


def finding(result: Result, run: Run, shown: Witness | None = None) -> Finding:
    """The finding of a result; `shown`: another play than its own, which shows the same better."""
    owed, witness = result.obligation, result.witness
    if run.loaded is None or run.loaded.game is None:
        told = "" if witness is None else witness.sentence
        return Finding(owed.code, title_of(owed), _lines(run, owed.sources), told, fix=_advice(owed.code))
    if owed.code == "example":
        return _of_example(result, run)
    shown = shown or witness
    play = None if shown is None else play_of(shown, run.loaded.parsed)
    what, sources = _what(result, run, play)
    lines = _lines(run, sources)
    sentence = "" if witness is None else witness.sentence
    tied = ties.title(sentence) if owed.code in ("defined", OTHER_SIZE) else ""
    if tied:
        lines = ties.lines_with(run.text, lines, MOST_PLACES)
        what = ties.what(run.text, lines, what)
    if not lines and play is not None:
        lines = _where_play_stands(run, play)
    return Finding(
        owed.code,
        (tied if owed.code == "defined" else "") or title_of(owed),
        lines,
        what,
        "" if play is None else course(play),
        "" if play is None else lying(play.interpreter, play.last[-1]),
        (ties.fix(run.text, lines) if tied else "") or _fix(result, run),
        () if play is None else play.told,
        sizes.command(run.called, owed) if owed.code == OTHER_SIZE else "",
    )


def title_of(owed: Obligation) -> str:
    """What went wrong, in a few words."""
    broken = BROKEN.get(owed.code)
    match owed.code:
        case "claim":
            return f"The claim {owed.subject} does not hold"
        case "example":
            return f"The example “{owed.subject}” fails"
        case "other-size":
            return sizes.title(owed)
        case _:
            return owed.sentence if broken is None else broken.title


def _advice(code: str) -> str:
    return BROKEN[code].fix if code in BROKEN else ""


# ---------------------------------------------------------------- places


def _lines(run: Run, sources: Sequence[ir.Source]) -> tuple[int, ...]:
    return lines_at(run, [source.span for source in sources])


def lines_at(run: Run, spans: Sequence[Span], most: int = MOST_PLACES) -> tuple[int, ...]:
    """The lines of spans, each once, as many as are quoted."""
    found = dict.fromkeys(run.text.position(span.start)[0] for span in spans if span.end)
    return tuple(found)[:most]


def file_of(run: Run) -> str:
    """The rule file's name, by its path from here where it lies below, else without its folders."""
    path = Path(run.text.name)
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return path.name


def _where_play_stands(run: Run, play: Play) -> tuple[int, ...]:
    """The step at which a play stands; past the last one, the last part of the course of play."""
    at, steps = play.last[-1].step, play.interpreter.game.steps
    if at < len(steps):
        return _lines(run, (steps[at].source,))
    assert run.loaded is not None
    for section in run.loaded.parsed.file.sections:
        if isinstance(section, s.PlaySection) and section.body:
            return lines_at(run, (section.body[-1].span,))
    return ()


# ---------------------------------------------------------------- what happens


def _what(result: Result, run: Run, play: Play | None) -> tuple[str, tuple[ir.Source, ...]]:
    """What happens, in a sentence, and the clauses concerned."""
    owed, witness = result.obligation, result.witness
    told = result.reason if witness is None else witness.sentence
    if play is not None and play.loop and witness is not None and not witness.loop:
        told = round_again(play.loop, " without luck")
    sources = owed.sources
    if owed.code == "claim" and play is not None and not play.loop:
        told = _of_claim(owed, play) or told
    if owed.code == "no-leak" and run.loaded is not None and run.loaded.game is not None:
        game = run.loaded.game
        moves = [a for a in game.actions if any(a.source == source for source in owed.sources)]
        sources = (*(c for action in moves for c in hidden_clauses(game, action)), *owed.sources)
    return told, sources


def _of_claim(owed: Obligation, play: Play) -> str:
    """The values by which a claim about positions does not hold, at the first position of the play's end that shows
    it."""
    label = owed.sources[0].label
    claim = next((c for c in play.interpreter.game.claims if c.source.label == label), None)
    claims = Claims(play.interpreter)
    for position in play.last if claim is not None else ():
        if claim in claims.concerned(position) and claims.breaks(claim, claims.holds(claim, position)):
            return "; ".join(Sentences(play.interpreter).values(claim.cond, position)[:MOST_VALUES])
    return ""


def _section(run: Run, span: Span) -> s.Section | None:
    """The section of the rule file whose name or title stands there."""
    if run.loaded is None:
        return None
    for section in run.loaded.parsed.file.sections:
        match section:
            case s.ClaimSection(head) if head.span == span:
                return section
            case s.ExampleSection(title) if title.span == span:
                return section
            case _:
                pass
    return None


# ---------------------------------------------------------------- examples


def _of_example(result: Result, run: Run) -> Finding:
    owed = result.obligation
    assert run.loaded is not None
    game, section = run.loaded.game, _section(run, owed.sources[0].span)
    if owed.under is not None and game is not None and owed.under.values != game.settings:
        game = lower(run.loaded.parsed, dict(owed.under.values)).game
    example = None if game is None else next((e for e in game.examples if e.source == owed.sources[0]), None)
    if game is None or example is None or not isinstance(section, s.ExampleSection):
        told = "" if result.witness is None else result.witness.sentence
        return Finding(owed.code, title_of(owed), _lines(run, owed.sources), told, fix=_advice("example"))
    interpreter = Interpreter(game)
    failure = failure_of(interpreter, example) or Failure(None, "it comes out as it should when it is played again")
    line = None
    if failure.line is not None:
        line = [item for item in section.lines if not isinstance(item, tuple)][failure.line]
    what, fix = _failed(interpreter, example, failure)
    spans = [owed.sources[0].span if line is None else line.span]
    change = exchange_for(game, example)
    if change is not None:
        fix = f"rank them the other way round: precedence {change.told}"
        spans.append(change.span)
    elif failure.position is not None and failure.position.fault is not None:
        fix = _ranking(game, failure.clauses) or fix
    spans += [clause.span for clause in failure.clauses]
    asked = None if failure.line is None else example.script[failure.line]
    if isinstance(asked, ir.Then) and not asked.wrong and failure.moves:
        decided = last_change(interpreter, failure, asked.cond)
        what += f"; {_decided(run, decided)}"
    play = Play(interpreter, failure.moves, ())
    course_ = "; ".join(play.told) if play.moves else ""
    cards = "" if failure.position is None else lying(interpreter, failure.position)
    return Finding(owed.code, title_of(owed), lines_at(run, spans, 3), what, course_, cards, fix, play.told)


def _decided(run: Run, source: ir.Source | None) -> str:
    if source is None:
        return "nothing done here changes this"
    lines = lines_at(run, (source.span,))
    return f"decided by {source.label}" + "".join(f" (line {line})" for line in lines)


def _failed(interpreter: Interpreter, example: ir.Example, failure: Failure) -> tuple[str, str]:
    """What comes out, and how the example could be mended."""
    line, position, fix = (
        None if failure.line is None else example.script[failure.line],
        failure.position,
        _advice("example"),
    )
    if isinstance(line, ir.Expect) and position is not None:
        move = move_of(interpreter, position, line.call)
        if isinstance(move, Move) and not interpreter.explain(position, move).fault:
            should = "should be legal" if line.legal else "should not be legal"
            return f"{interpreter.words.move(move)} {should}. {Sentences(interpreter).why(position, move)[0]}", fix
    if isinstance(line, ir.Expect | ir.Play) and position is not None:
        unread = isinstance(move_of(interpreter, position, line.call), str)
        return failure.sentence, "mend this line of the example" if unread else fix
    if not isinstance(line, ir.Then) or position is None:
        return failure.sentence, fix
    told = Sentences(interpreter).values(line.cond, position)[:MOST_VALUES]
    is_so = told[0].partition(", expected ")[0] if told else ""
    if is_so and is_so != told[0]:
        fix = f"mend the rule; or, if the rule is right, the line: {is_so}"
    return "; ".join((*(told or [failure.sentence]), *_gone_on(failure))), fix


def _gone_on(failure: Failure) -> tuple[str, ...]:
    """That play did not stand still before the line that fails; nothing where it did."""
    if not failure.gone_on:
        return ()
    *through, last = failure.gone_on
    return (f"play had gone on through {', '.join(through[:MOST_STEPS])} to {last}",)


# ---------------------------------------------------------------- repairs


MOST_STEPS = 4
"""Of the steps on the way so many are named."""
BOUNDS = re.compile(r"would (?:become|start as) (-?\d+), and goes from (-?\d+) to (-?\d+)")
"""What an overflow says of itself: the number, and its bounds."""


def _fix(result: Result, run: Run) -> str:
    owed = result.obligation
    if owed.code in END and (endless := _endless_turns(run)):
        return endless
    if owed.code == OTHER_SIZE:
        return sizes.fix(owed)
    if owed.code in ("no-clash", "no-collision") and run.loaded is not None and run.loaded.game is not None:
        return _ranking(run.loaded.game, owed.sources) or _advice(owed.code)
    sentence = "" if result.witness is None else result.witness.sentence
    if owed.code == "defined" and "to be drawn" in sentence:
        return "write `draw up to ...`, or say with `if` what happens when too few cards are left"
    if owed.code == "defined" and "no cards in" in sentence:
        return "ask first whether a card is there: `... is not empty and ...`"
    if owed.code == "in-range" and owed.sources:
        field, bounds = owed.sources[0].label, BOUNDS.search(sentence)
        if bounds is None:
            return f"widen the range of {field}, or stop before its end"
        value, low, high = map(int, bounds.groups())
        return f"widen the range of {field}, as to `{min(low, value)} to {max(high, value)}`, or stop before its end"
    if owed.code == "no-gap" and not owed.sources:
        return "say in `ends:` who wins when play comes to its end here"
    return _advice(owed.code)


def _endless_turns(run: Run) -> str:
    """Where turns that nothing ends keep play from what stands behind them, that is what to mend; '' where none do."""
    warned = () if run.loaded is None else run.loaded.diagnostics
    found = next((d for d in warned if d.code == "W0618" and d.fix is not None), None)
    if found is None:
        return ""
    line = run.text.position(found.span.start)[0]
    return f"in line {line} {found.message}: give them an `until`, or write `once around`"


def _ranking(game: ir.Game, sources: Sequence[ir.Source]) -> str:
    """How the first two clauses of a clash may be ranked; '' where they cannot be."""
    ways = outranking(game, *sources[:2]) if len(sources) > 1 else ()
    return f"say which counts: {' or '.join(f'precedence {way}' for way in ways)}" if ways else ""
