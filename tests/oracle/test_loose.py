"""What is proved of rules of which a part is hidden from the solver holds in every position of small games, and a fault
planted in what stands for the hidden part is seen.

`make soundness` asks this of hundreds of random rule files and mutants.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from spec.ir import nodes as ir
from tests.oracle.loose import Untold, held, hide, some, strays
from tests.oracle.sound import random_game
from tests.oracle.trial import loaded
from tests.verify.small import text
from verify.smt.encode import expressions, free, ranges
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.symbolic_context import At
from verify.smt.prove import prove
from verify.smt.prove.at_steps import AtSteps
from verify.smt.prove.invariants import Candidate, Prover, seen_at_random
from verify.smt.prove.vacuous import Watched
from verify.smt.solvers.solver import Asker
from verify.smt.transition import havoc, transition

SECONDS = 20.0
"""What is planted must show however busy the machine is; a quiet one needs a tenth of it."""

GAME = text(
    state="state:\n  n: 0 to 9, starts at 0\n  mark: low | high, starts at low\n",
    moves="lay, wait",
    put="move c from hand of mover to heap; add 1 to n",
    more="move wait:\n  permit any when mover can lay and n < 3\n"
    "  does back:\n    add 1 to n\n    draw up to 1 card from heap to hand of mover\n    if n = 1: end the turn\n\n"
    "claim still: always n = 0\nclaim unmoved: at act, always n = 0\n"
    "claim nothing_laid: always heap is empty\nclaim marked: always n = 0 or mark is high\n"
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
    hide(HIDDEN[name], monkeypatch.setattr)
    came = held(game(), 1, SECONDS, claims=0 if name == "what may have no meaning" else 12)
    assert came.wrong == []
    assert came.left_free
    assert came.proved or name in ("some of all", "what may have no meaning")


@pytest.mark.parametrize("number", [8, 14])
def test_nothing_false_is_proved_of_random_rule_files(number: int, monkeypatch: pytest.MonkeyPatch):
    ((_, made),) = random_game(number)
    hide(some(12, number), monkeypatch.setattr)
    assert held(made, number, 3.0, 1_500, claims=8).wrong == []


def test_a_claim_that_can_be_read_at_some_positions_only_is_left_open():
    """Which card of a pile comes first has no term where the order of its cards is not kept."""
    ((_, made),) = random_game(731)
    assert held(made, 731, 3.0, 6_000).wrong == []


@pytest.mark.parametrize("number", [*range(6240, 6260), 6321])
def test_every_move_of_random_rule_files_leads_where_the_solver_is_told(number: int, monkeypatch: pytest.MonkeyPatch):
    """Half of them with something hidden, half with what has no term by itself."""
    for _, made in random_game(number):
        if number % 4 == 0:
            hide(some(12, number), monkeypatch.setattr)
        assert list(strays(made, number, 3.0)) == []


UNSURE = {
    "some": "(some d in heap with d is A or top of nothing is A)",
    "the first": "(first d in heap with (d is A or top of nothing is A) else bottom of heap) is A",
}
"""Where an ace lies below a two, the question has an answer; where a two is met first, it has none."""


def unsure(asked: str) -> ir.Game:
    made = loaded(UNSURE_GAME.replace("ASKED", asked))
    assert made is not None
    assert made.game is not None
    return made.game


UNSURE_GAME = text(
    permit="permit others when heap is empty or ASKED",
    more="claim few: never size of heap > 2 and (number of c in heap with c is 2) > 1\n"
    "claim all_laid: always size of heap < 4\n",
).replace("  heap: stack", "  nothing: stack, face up\n  heap: stack")  # fmt: skip


@pytest.mark.parametrize("asked", UNSURE)
def test_which_card_of_a_pile_is_met_first_is_left_free(asked: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(prove, "seen_at_random", lambda _: ())
    came = held(unsure(UNSURE[asked]), 1, SECONDS, claims=0)
    assert came.wrong == []
    assert came.left_free == 1
    monkeypatch.setattr(ranges, "_met_in_any_order", _every_card_has_a_meaning)
    assert held(unsure(UNSURE[asked]), 1, SECONDS, claims=0).wrong


def test_a_card_that_is_met_first_and_has_no_answer_for_all_is_no_way_on(monkeypatch: pytest.MonkeyPatch):
    made = unsure(UNSURE["the first"])
    assert list(strays(made, 1, SECONDS)) == []
    monkeypatch.setattr(ranges, "_met_in_any_order", _every_card_has_a_meaning)
    assert list(strays(made, 1, SECONDS))


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
    "nothing is taken away": (CLAUSES, AtSteps, "_weakened", lambda _: lambda *_: False),
    "everything has a meaning": (HIDDEN["what may have no meaning"], At, "need", lambda _: lambda *_: None),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_proves_something_false(name: str, monkeypatch: pytest.MonkeyPatch):
    hidden, where, attribute, fault = PLANTS[name]
    hide(hidden, monkeypatch.setattr)
    monkeypatch.setattr(where, attribute, fault(getattr(where, attribute)))
    # Random games would show most of what is false before a solver is asked.
    monkeypatch.setattr(prove, "seen_at_random", lambda _: ())
    assert held(game(), 1, SECONDS, claims=0).wrong


FOLLOWS = text(
    state="state:\n  one: 0 to 1, starts at 0\n  other: 0 to 1, starts at 0\n",
    moves="lay, raise_it", put="move c from hand of mover to heap; other becomes one",
    more="move raise_it:\n  permit one_time when one = 0\n  does up: one becomes 1\n\n"
    "claim low: at act, always other = 0\n",
)  # fmt: skip


def test_what_was_proved_by_something_that_does_not_hold_is_asked_again(monkeypatch: pytest.MonkeyPatch):
    """The other field stays at 0 as long as the one does, which the first move keeps and the second does not."""
    made = loaded(FOLLOWS)
    assert made is not None
    assert made.game is not None
    monkeypatch.setattr(prove, "seen_at_random", lambda _: ())
    assert held(made.game, 1, SECONDS, claims=0).wrong == []
    monkeypatch.setattr(AtSteps, "settled", once_round)
    assert any("other stays as it was" in words for words in held(made.game, 1, SECONDS, claims=0).wrong)


VALUES = text(
    state="state:\n  mode: low | mid | high, starts at low\n",
    put="move c from hand of mover to heap; mode becomes high",
    before="  step ready: mode becomes mid\n",
    more="claim ready_then: at act, never mode is mid and mover cannot lay\n",
)


@pytest.mark.parametrize("again", [True, False], ids=["set back", "not set back"])
def test_a_value_at_some_steps_is_known_where_each_way_on_keeps_it(again: bool, monkeypatch: pytest.MonkeyPatch):
    """Only the first decision was seen, so that nothing but the ways on tells that the field is not set back."""
    back = "mover does lay\n    step back: mode becomes mid\n" if again else "mover does lay\n"
    made = loaded(VALUES.replace("mover does lay\n", back))
    assert made is not None
    assert made.game is not None
    monkeypatch.setattr(prove, "seen_at_random", lambda interpreter: [next(seen_at_random(interpreter))])
    came = held(made.game, 1, SECONDS, claims=0)
    assert came.wrong == []
    exact, loose = prove.tellings(Encoder(made.game), Asker())
    results = prove.settled_results(exact, loose, Asker(), Watched(exact.prover.enc.interpreter))
    assert [r.obligation.subject for r in results] == ["ready_then"]
    assert any(c.words == "mode is 1" for c in exact.found.kept) == again
    monkeypatch.setattr(AtSteps, "_weakened", lambda *_: False)
    assert any("mode is 1" in words for words in held(made.game, 1, SECONDS, claims=0).wrong) != again


FALLING = text(
    game="players 2\n  deck A 2 3 of hearts, spades",
    permit="permit lower when heap is empty or c < top of heap",
    more="claim top_least: always heap is empty or no c in heap with c < top of heap\n",
)


@pytest.mark.parametrize("falling", [True, False], ids=["falling", "in any order"])
def test_ranks_fall_to_the_end_of_a_pile_only_where_each_card_that_is_laid_is_lower(
    falling: bool, monkeypatch: pytest.MonkeyPatch
):
    """Only the empty pile at first was seen, so that nothing but the ways on tells in which order cards come."""
    made = loaded(FALLING if falling else FALLING.replace("c < top of heap\n", "c is not top of heap\n", 1))
    assert made is not None
    assert made.game is not None
    monkeypatch.setattr(prove, "seen_at_random", lambda interpreter: [next(seen_at_random(interpreter))])
    assert held(made.game, 1, SECONDS, claims=0).wrong == []
    kept = prove.tellings(Encoder(made.game), Asker())[0].found.kept
    assert any(c.words == "the top of heap has the least rank" for c in kept) == falling
    monkeypatch.setattr(Prover, "keeps", lambda *_: True)
    assert any(
        "the top of heap has the greatest rank" in words for words in held(made.game, 1, SECONDS, claims=0).wrong
    )


def once_round(self: AtSteps) -> list[Candidate]:
    """Goes through the ways on once, though what was assumed may be taken away later."""
    for way in self.found.passages:
        for words in tuple(self.left):
            self._weakened(way, words)
    return [c for c in self.left.values() if c.at]
