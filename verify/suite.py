"""The whole verification of a game: its law, its examples, random play, proofs, and the search of a smaller game.

Leaves showing the results to `hoyle`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from engine.interpreter import Interpreter
from spec import ir
from spec.diagnostics import has_errors
from spec.ir_check import check
from spec.knobs import Knob
from verify import randomplay
from verify import search as search_module
from verify.examples import run_example
from verify.obligations import claim_obligation
from verify.shrink import largest_searched
from verify.verdict import Obligation, Result, Witness

LAW = Obligation("law", "the game", "every name, type, index and precedence of the game is in order")


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to do: games at random, from which seed, and how many seconds for them, for proofs and for the search.

    The solver's questions are written to the folder `proofs` if there is one.
    """

    games: int = 300
    seed: int = 1
    random_seconds: float = 30.0
    search_seconds: float = 20.0
    proof_seconds: float = 0.0
    proofs: Path | None = None


def verify(
    game: ir.Game,
    knobs: Sequence[Knob],
    fixed: Mapping[str, str],
    make: Callable[[Mapping[str, str]], ir.Game | None],
    plan: Plan,
    progress: Callable[[str], None] = lambda words: None,
) -> Iterator[Result]:
    """Results as they come; the same obligation may come several times, by stronger and weaker means."""
    began = perf_counter()
    broken = [d for d in check(game) if d.severity == "error"]
    if has_errors(broken):
        witness = Witness("", (), (), broken[0].message)
        yield Result(
            LAW, "refuted", "the checker of the whole rule file", witness=witness, seconds=perf_counter() - began
        )
        return
    yield Result(LAW, "proved", "the checker of the whole rule file", seconds=perf_counter() - began)
    interpreter = Interpreter(game)
    for example in game.examples:
        yield run_example(interpreter, example)
    progress(f"playing {plan.games:,} games at random")
    began = perf_counter()
    tally = randomplay.play_games(interpreter, plan.games, plan.seed, until=began + plan.random_seconds)
    yield from randomplay.results(interpreter, tally, plan.seed, perf_counter() - began)
    if plan.proof_seconds > 0:
        from verify.smt.prove import prove

        progress("proving for all positions")
        yield from prove(game, plan.proof_seconds, plan.proofs)
    if plan.search_seconds <= 0:
        return
    searched = largest_searched(
        game, knobs, fixed, make, seconds=plan.search_seconds, progress=lambda w: progress(f"searching {w}")
    )
    if searched is None:
        owed = Obligation("search", "a smaller game", "every play of some size can be followed", required=False)
        reason = f"no size could be searched whole in {plan.search_seconds:g} s"
        yield Result(owed, "unknown", "exhaustive search", reason=reason)
        return
    whole = searched.size.whole
    yield from search_module.results(
        searched.interpreter,
        searched.found,
        searched.scope,
        searched.seconds,
        whole=whole,
        proves=whole and searched.every and "deck" not in fixed,
    )


def decide(
    game: ir.Game,
    knobs: Sequence[Knob],
    fixed: Mapping[str, str],
    make: Callable[[Mapping[str, str]], ir.Game | None],
    plan: Plan,
    progress: Callable[[str], None] = lambda words: None,
) -> Iterator[Result]:
    """The results of `verify`, with those of claims that the file calls wrong turned round."""
    wrong = {c.source.label: c for c in game.claims if c.wrong}

    def smaller(settings: Mapping[str, str]) -> ir.Game | None:
        made = make(settings)
        return None if made is None else without_wrong_sometimes(made)

    for result in verify(without_wrong_sometimes(game), knobs, fixed, smaller, plan, progress):
        claim = wrong.get(result.obligation.subject) if result.obligation.code == "claim" else None
        yield result if claim is None else turned(result, claim)


def without_wrong_sometimes(game: ir.Game) -> ir.Game:
    """The game with each `text says sometimes` as the `never` that it comes to."""
    claims = tuple(
        replace(c, kind="never", wrong=False) if c.wrong and c.kind == "sometimes" else c for c in game.claims
    )
    return replace(game, claims=claims)


def turned(result: Result, claim: ir.Claim) -> Result:
    """Of a claim that the rulebook makes and the file calls wrong: a play against it shows that the file is right."""
    made = claim_obligation(claim)
    owed = replace(made, sentence=f"the rulebook is wrong that {made.sentence}")
    if claim.kind == "sometimes":
        return replace(result, obligation=owed)
    if result.verdict == "refuted":
        return replace(result, obligation=owed, verdict="proved", scope="a play that shows it")
    if result.verdict == "unknown" and result.witness is not None:
        return replace(result, obligation=owed, verdict="checked", reason="")
    reason = f"no play against it was found by {result.by}"
    return replace(result, obligation=owed, verdict="unknown", reason=reason, witness=None)
