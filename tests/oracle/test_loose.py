"""Proofs of rules that are not told to the solver in full: what is proved holds in every position of small games, and a
fault planted in what stands for the rest is seen.

Which expressions and effects no term is made for is drawn here: any of a game's may be among them.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

import pytest

from spec.ir import nodes as ir
from tests.oracle.facts import Facts
from tests.oracle.held import contradictions
from tests.oracle.near_claims import with_claims
from tests.oracle.sound import random_game
from tests.oracle.trial import loaded
from tests.verify.small import text
from verify.smt.encode import expressions, free, ranges
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.symbolic_context import At, Unencodable
from verify.smt.prove import prove
from verify.smt.prove.prove import claim_results, ending, tellings
from verify.smt.solvers.solver import Asker
from verify.smt.transition import havoc, transition
from verify.smt.transition.transition import Effects

Untold = Callable[[object], bool]
SECONDS = 20.0
"""What is planted must show however busy the machine is; a quiet one needs a tenth of it."""


@dataclass(slots=True)
class Came:
    """What came of a game: how many claims were proved of rules that were not told in full, and what is not so."""

    proved: int = 0
    left_free: int = 0
    wrong: list[str] = field(default_factory=list)


def untold(monkeypatch: pytest.MonkeyPatch, hidden: Untold) -> None:
    """Makes no terms for what is hidden."""
    for where, name in ((Encoder, "read"), (Effects, "done")):
        monkeypatch.setattr(where, name, _refusing(getattr(where, name), hidden))


def _refusing(told: Callable[..., Any], hidden: Untold) -> Callable[..., Any]:
    def refusing(self: object, node: object, *more: object) -> Any:
        if hidden(node):
            raise Unencodable(node, "hidden by a test")
        return told(self, node, *more)

    return refusing


def some(one_in: int, seed: int) -> Untold:
    """Every so many of all expressions and effects."""
    return lambda node: not isinstance(node, ir.Var) and zlib.crc32(f"{seed} {node!r}".encode()) % one_in == 0


def held(game: ir.Game, seed: int, seconds: float, most: int = 4_000, claims: int = 12) -> Came:
    """Holds what is proved of a game against all of its positions. Raises TooMany."""
    facts = Facts(game, most)
    if claims:
        with_claims(facts, random.Random(seed), claims)
    asker, came = Asker(perf_counter() + seconds), Came()
    exact, loose = tellings(Encoder(facts.game), asker)
    results = [*ending(loose, asker.part(0.4)), *claim_results(exact, loose, asker)]
    came.left_free = len(loose.prover.enc.left_free)
    came.proved = sum(r.verdict == "proved" and bool(r.untold) for r in results)
    assert all(r.verdict in ("proved", "unknown") and r.witness is None for r in results)
    for result in results:
        came.wrong += [c.words for c in contradictions(facts, "proofs", result, lambda _: None)]
    states = [(p.step, loose.prover.enc.space.start(p)) for p in facts.walked.decisions()]
    for lemma in loose.found.kept:
        # What is left free in a claim is free at a known position too, and says nothing of that.
        if any(lemma.concerns(step) and lemma.holds(state) is False for step, state in states):
            came.wrong.append(f"“{lemma.words}” is proved of all decisions, and is not so")
    return came


GAME = text(
    state="state:\n  n: 0 to 9, starts at 0\n  mark: low | high, starts at low\n",
    moves="lay, wait",
    put="move c from hand of mover to heap; add 1 to n",
    more="move wait:\n  permit any when mover can lay and n < 3\n"
    "  does back:\n    add 1 to n\n    draw up to 1 card from heap to hand of mover\n    if n = 1: end the turn\n\n"
    "claim still: always n = 0\nclaim nothing_laid: always heap is empty\nclaim marked: always n = 0 or mark is high\n"
    "claim one_lays: always hand of player 2 is not empty\nclaim on_top: always position of rank of top of heap > 0\n"
    "claim in_hand: always size of heap < 4\n",
    ends="out when hand of mover is empty or n > 5: mover wins",
).replace("mover does lay, wait\n", "mover does lay, wait\n    step after: mark becomes high\n")
"""All of its claims are false but the last."""


def game() -> ir.Game:
    made = loaded(GAME)
    assert made is not None
    assert made.game is not None
    return made.game


def of(*kinds: type) -> Untold:
    return lambda node: isinstance(node, kinds)


CLAUSES = of(ir.Cited, ir.When)
HIDDEN: dict[str, Untold] = {
    "effects of clauses": CLAUSES,
    "conditions": of(ir.Compare, ir.CanMove),
    "numbers and fields": of(ir.Size, ir.Get),
    "cards": of(ir.Just, ir.Place),
    "what may have no meaning": of(ir.EndCard, ir.Extreme),
    "some of all": some(9, 1),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_proved_of_rules_told_in_part_is_so(name: str, monkeypatch: pytest.MonkeyPatch):
    untold(monkeypatch, HIDDEN[name])
    came = held(game(), 1, SECONDS, claims=12)
    assert came.wrong == []
    assert came.left_free
    assert came.proved or name in ("some of all", "what may have no meaning")


@pytest.mark.parametrize("number", [3, 8, 11, 14])
def test_nothing_false_is_proved_of_random_rule_files(number: int, monkeypatch: pytest.MonkeyPatch):
    ((_, made),) = random_game(number)
    untold(monkeypatch, some(12, number))
    assert held(made, number, 3.0, 1_500, claims=8).wrong == []


UNSURE = text(
    permit="permit others when heap is empty or (some d in heap with d is A or top of nothing is A)",
    more="claim few: never size of heap > 2 and (number of c in heap with c is 2) > 1\n"
    "claim all_laid: always size of heap < 4\n",
).replace("  heap: stack", "  nothing: stack, face up\n  heap: stack")  # fmt: skip
"""Where an ace lies below a two, the question has an answer; where a two is met first, it has none."""


def unsure() -> ir.Game:
    made = loaded(UNSURE)
    assert made is not None
    assert made.game is not None
    return made.game


def test_which_card_of_a_pile_is_met_first_is_left_free(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(prove, "seen_at_random", lambda _: ())
    came = held(unsure(), 1, SECONDS, claims=0)
    assert came.wrong == []
    assert came.left_free == 1
    monkeypatch.setattr(ranges, "_met_in_any_order", _every_card_has_a_meaning)
    assert held(unsure(), 1, SECONDS, claims=0).wrong


def _every_card_has_a_meaning(enc: Encoder, _: ir.Expr, found: list[ranges.Judged], __: object, at: At) -> None:
    for one in found:
        at.need(t.implies(one.item.there, one.defined))


Fault = Callable[[Callable[..., Any]], Callable[..., Any]]


def less_written(**gone: object) -> Fault:
    """An effect is said to write less than it does."""
    return lambda old: lambda *a: replace(old(*a), **gone)


PLANTS: dict[str, tuple[Untold, object, str, Fault]] = {
    "fields stay": (CLAUSES, transition, "written_by", less_written(fields=())),
    "cards stay": (CLAUSES, transition, "written_by", less_written(zones=())),
    "nothing jumps": (CLAUSES, transition, "written_by", less_written(jumps=())),
    "conditions hold": (HIDDEN["conditions"], expressions, "any_value", lambda _: lambda *_: True),
    "numbers are least": (CLAUSES, havoc, "any_number", lambda _: lambda _, low, high: low),
    "words are the first": (of(ir.Get), free, "any_word", lambda _: lambda _, low, high: low),
    "there are no cards": (of(ir.Place), free, "any_cards", lambda _: lambda *_, **more: Cards(0, 0, 0)),
    "everything has a meaning": (HIDDEN["what may have no meaning"], At, "need", lambda _: lambda *_: None),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_proves_something_false(name: str, monkeypatch: pytest.MonkeyPatch):
    hidden, where, attribute, fault = PLANTS[name]
    untold(monkeypatch, hidden)
    monkeypatch.setattr(where, attribute, fault(getattr(where, attribute)))
    # Random games would show most of what is false before a solver is asked.
    monkeypatch.setattr(prove, "seen_at_random", lambda _: ())
    assert held(game(), 1, SECONDS, claims=0).wrong
