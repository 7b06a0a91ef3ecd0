"""Holds what the file says of its own game against play: claims, claims that say nothing, examples.

Leaves playing at random to `verify.random.random_play` and examples to `verify.obligations.examples`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import from_json, replay
from engine.luck.streams import Domain, derive
from spec.ir import nodes as ir
from verify.ambiguity.find.plays import picture
from verify.ambiguity.report.finding import Film, Finding, Origin
from verify.ambiguity.run.context import Context
from verify.obligations.claims import PER_POSITION, Claims
from verify.obligations.examples import BadPosition, run_example, set_up
from verify.obligations.obligations import antecedent
from verify.obligations.verdict import Witness
from verify.random.random_play import play_games
from verify.run.budget import now
from verify.search.luck_loops import lucky_loop


def film_of(interpreter: Interpreter, witness: Witness) -> Film | None:
    """A witness as a film; None where it holds no play."""
    log = from_json(interpreter, witness.log) if witness.log else ""
    if isinstance(log, str):
        return None
    again = replay(interpreter, log)
    if again.problem:
        return None
    told = ("", *log.moves)
    pictures = [picture(interpreter, t.position, m) for t, m in zip(again.turns, told, strict=True)]
    last = picture(interpreter, again.last.position, told[-1], witness.sentence)
    return Film(interpreter.game.settings, False, witness.log, log.moves, (*pictures[:-1], last))


def claims(context: Context, until: float, cut: list[str]) -> Iterator[Finding]:
    """Claims that break in random play, and claims that speak of nothing that was seen.

    Where fewer games were played than the plan asks for it is told in `cut`, and nothing is said of what was not seen.
    """
    interpreter, plan = context.interpreter, context.plan
    yield from _endless(context, now() + 0.2 * (until - now()), cut)
    asked = [c for c in context.game.claims if c.kind in PER_POSITION]
    if not asked:
        return
    tally = play_games(interpreter, plan.games, plan.seed, until=now() + 0.7 * (until - now()))
    scope = f"{tally.games:,} random games"
    empty = _unmet(context, [c for c in asked if c.kind != "sometimes"], until)
    short = tally.games < plan.games or empty is None
    if short:
        cut.append(f"time was up after {tally.games} of {plan.games} games")
    for claim in asked:
        label = claim.source.label
        broken = tally.broken.get(label)
        if claim.kind == "sometimes" and claim.wrong:
            broken = tally.seen.get(label) and None
        if broken is not None:
            yield _false(context, claim, broken)
        elif short:
            continue
        elif not tally.read[label]:
            told = f"no game reaches a position where {label} is read"
            yield Finding("claim-vacuous", label, told, "found", "tested", (claim.source,), scope)
        elif label in (empty or ()):
            told = f"the condition of {label} never holds, so the claim says nothing (vacuous)"
            yield Finding("claim-vacuous", label, told, "found", "tested", (claim.source,), scope)


def _endless(context: Context, until: float, cut: list[str]) -> Iterator[Finding]:
    """Claims that every game ends, where luck alone could keep play from its end; of other loops `no-end` tells."""
    asked = [c for c in context.game.claims if c.kind == "ends" and not c.wrong]
    games = context.plan.games if asked else 0
    for number in range(games):
        if now() > until:
            cut.append(f"time was up after {number} of {games} games in which luck repeats")
            return
        found = lucky_loop(context.interpreter, derive(context.plan.seed, Domain.GAME, number), until)
        if found is not None:
            yield from (_false(context, claim, found) for claim in asked)
            return


def _false(context: Context, claim: ir.Claim, witness: Witness) -> Finding:
    shown = film_of(context.interpreter, witness)
    told = f"the rulebook's claim {claim.source.label} is false" if claim.wrong else witness.sentence
    settled = "the file, which marks the text as wrong here" if claim.wrong else ""
    origin: Origin = "authored" if claim.wrong else "found"
    if shown is None:
        reason = "the counterexample does not replay"
        return Finding("claim-false", claim.source.label, told, origin, "unknown", (claim.source,), reason=reason)
    return Finding(
        "claim-false", claim.source.label, told, origin, "shown", (claim.source,), film=shown, settled=settled,
    )  # fmt: skip


def _unmet(context: Context, asked: list[ir.Claim], until: float) -> set[str] | None:
    """The labels of claims of the form `if A then B`, or `never A and B`, of which A never came about in the plays.

    None where there was no time for all of these plays.
    """
    claims, interpreter = Claims(context.interpreter), context.interpreter
    conditions = {c.source.label: cond for c in asked if (cond := antecedent(c)) is not None}
    met: set[str] = set()
    plays = context.plays(min(40, context.plan.games), until) if conditions else ()
    for play in plays:
        if now() > until:
            return None
        for position in (p for beat in play.beats for p in (*beat.turn.passed, beat.turn.position)):
            for claim in claims.concerned(position):
                label = claim.source.label
                if label in conditions and label not in met and interpreter.evaluate(conditions[label], position) != 0:
                    met.add(label)
    whole = not conditions or len(plays) == min(40, context.plan.games)
    return conditions.keys() - met if whole else None


def examples(context: Context) -> Iterator[Finding]:
    """Examples that come out otherwise than they say; and those of which the file knows that they do."""
    interpreter = context.interpreter
    for example in context.game.examples:
        result = run_example(interpreter, example)
        known = any(isinstance(item, ir.Then) and item.wrong for item in example.script)
        if result.verdict != "refuted" and not known:
            continue
        try:
            turn = set_up(interpreter, example)
        except BadPosition as error:
            yield Finding(
                "example-wrong", example.text, str(error), "found", "unknown", (example.source,), reason=str(error)
            )
            continue
        told = "" if result.witness is None else result.witness.sentence
        shown = Film(interpreter.game.settings, False, "", (), (picture(interpreter, turn.position, "", told),))
        if result.verdict == "refuted":
            yield Finding("example-wrong", example.text, told, "found", "shown", (example.source,), film=shown)
        else:
            sentence = "the file marks the text of the example as wrong, and checks what really happens"
            yield Finding(
                "example-wrong", example.text, sentence, "authored", "shown", (example.source,), film=shown,
                settled="the file, which says what really happens",
            )  # fmt: skip
