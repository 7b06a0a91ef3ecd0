"""Each technique of `verify` by itself against plain enumeration: on random rule files, and with faults planted in it.

`HOYLE_ORACLE_SECONDS=3600` tries random files for so long, from the seed `HOYLE_ORACLE_SEED` (the clock's, and told).
What is found is shrunk and saved in the folder `HOYLE_ORACLE_FINDS`.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import get_args

import pytest

from spec.ir import nodes as ir
from spec.ir.walk import walk as nodes_under
from tests.oracle.facts import Facts
from tests.oracle.techniques import EVERY, LEMMAS, QUICK, SLOW
from tests.oracle.trial import Tried, loaded, save, shrunk, tried
from tests.oracle.write_richly import rich_text
from tests.oracle.write_rules import rule_text
from tests.verify.small import text
from verify.obligations.verdict import Witness
from verify.run import techniques
from verify.search.search import every_deal
from verify.search.shrink import sizes

SECONDS = float(os.environ.get("HOYLE_ORACLE_SECONDS", "0"))
SEED = int(os.environ.get("HOYLE_ORACLE_SEED", "0"))
FINDS = Path(os.environ.get("HOYLE_ORACLE_FINDS", str(Path(tempfile.gettempdir()) / "hoyle-oracle")))

SOLVERS = (
    LEMMAS,
    "counting",
    "proofs",
    "plays from the deal",
    "plays from the deal, after games",
    "readings that are equal",
    "clauses",
)
PLAYED = tuple(name for name in QUICK if name not in SOLVERS)


def facts(rules: str) -> Facts:
    made = loaded(rules)
    assert made is not None
    assert made.game is not None
    return Facts(made.game)


def wrong(rules: str, technique: str, seconds: float = 60.0) -> set[str]:
    """The kinds of mistake that a technique makes on a file; a planted fault must show however busy the machine is."""
    found = tried(rules, {technique: EVERY[technique]}, seconds)
    assert found.files == 1
    return {c.key for c in found.wrong}


@cache
def wrong_without_a_fault(rules: str, technique: str) -> set[str]:
    """The same, asked once of each file, before anything is planted."""
    return wrong(rules, technique)


# ---------------------------------------------------------------- what is so, counted by hand

ONE_EACH = "for each player p: draw 1 card from deck to hand of p"
CIRCLE = "move c from hand of mover to heap; move everything from heap to hand of mover"
UNTIL_LUCK = "  repeat until mark is high:\n    step mix: mark becomes random\n"
MARK = "state:\n  mark: low | high, starts at low\n"


@pytest.mark.parametrize(
    ("parts", "every", "surely", "reachable", "some"),
    [
        ({}, True, True, True, True),
        ({"before": UNTIL_LUCK, "state": MARK}, False, True, True, True),
        ({"put": CIRCLE, "deal": ONE_EACH}, False, False, False, False),
        (
            {"put": f"{CIRCLE}; mark becomes random", "state": MARK, "deal": ONE_EACH,
             "ends": "out when mark is high: mover wins"},
            False, True, True, True,
        ),
        (
            {"put": "move c from hand of mover to heap", "moves": "lay, wait", "deal": ONE_EACH,
             "more": "move wait:\n  permit any"},
            False, False, True, True,
        ),
    ],
)  # fmt: skip
def test_four_questions_about_the_end_of_play(parts, every, surely, reachable, some):
    walked = facts(text(**parts)).walked
    assert walked.every_play_ends() is every
    assert walked.ends_almost_surely() is surely
    assert walked.end_stays_reachable() is reachable
    assert walked.some_play_ends() is some


def test_turns_and_decisions_of_the_longest_play():
    # Two cards each: player 1 lays in the first and third turn, player 2 in the second, and wins nothing by it.
    walked = facts(text()).walked
    assert (walked.most_turns(), walked.most_decisions()) == (3, 3)
    # Who may not lay before the count is 2 has turns without a choice.
    skipped = facts(SKIPPED).walked
    assert (skipped.most_turns(), skipped.most_decisions()) == (5, 3)


WAIT = {"moves": "lay, wait", "more": "move wait:\n  permit any"}
LEAK = text(permit="permit thin when some d in hand of next player with d is A", deal=ONE_EACH, **WAIT)
BLIND = text(
    moves="rob", deal=ONE_EACH,
    more="move rob(c: blind card from hand of next player):\n  permit ace when c is A\n"
    "  does take: move c from hand of next player to heap\n",
).replace("mover does rob", "mover may do rob")  # fmt: skip
OFFERED = text(deal=ONE_EACH).replace("choice act:", "choice act when some d in hand of next player with d is A:")
SKIPPED = text(state="state:\n  count: 0 to 9, starts at 0\n").replace(
    "    choice act: mover does lay", "    step tick: add 1 to count\n    choice act when count > 2: mover does lay"
)


def test_what_legality_tells():
    assert facts(LEAK).leaks.legal
    assert facts(BLIND).leaks.legal
    assert not facts(text()).leaks.legal
    assert not facts(text()).leaks.offer
    assert facts(OFFERED).leaks.offer
    assert not facts(text().replace("choice act:", "choice act when heap is empty:")).leaks.offer


LAST = "for each player p: draw 2 cards from deck to hand of p\n    for each player q: last becomes q"
CHOSEN = "for each d in (cards d in hand of mover with d is not 7): move d from hand of mover to heap"


def test_what_depends_on_order():
    assert facts(text(deal=LAST, state="state:\n  last: player or nobody\n")).orders.differs
    found = facts(text()).orders
    assert (found.several, found.differs) == (True, False)


def test_an_order_that_a_later_step_shows():
    laid = text(
        deal=NOT_FOR_EACH, put="move hand of mover from hand of mover to heap in any order",
        ends="out when hand of next player is empty: mover wins",
    )  # fmt: skip
    assert facts(laid).orders.exact
    # The same move goes on to a step that puts the heap under the deck, where its order is of account.
    assert not facts(laid.rstrip() + "\n    step after: move everything from heap under deck\n").orders.exact


# ---------------------------------------------------------------- faults planted in techniques

WITNESS = Witness("", (), (), "planted")
COUNT = "state:\n  count: 0 to 9, starts at 0\n"
LATE = text(
    state=COUNT, put="move c from hand of mover to heap; add 1 to count",
    ends="out when count > 2 and hand of mover is empty: mover wins\n  long when count > 2: nobody wins",
)  # fmt: skip
ORDERED = text(permit="permit any\n  forbid aces when c is A\n  precedence any > aces")
TOO_MANY = text(put="move c from hand of mover to heap; draw 1 card from deck to heap")
GAP = text(
    put="move c from hand of mover to heap; decide told(c)", more="outcome told(c: card):\n  ace when c is A: nothing"
)
TWOS = text(more="claim no_twos: never 2H is in hand of player 1 and 2S is in hand of player 1")
# No random game that is played before comes to this.
NO_ACES = text(more="claim no_aces: never AH is in hand of player 1 and AS is in hand of player 1")
LAID = text(more="claim unlaid: never heap is not empty")
LAID_AT = LAID.replace("unlaid:", "unlaid: at act,")
MAY_LAY = text(more="claim none: never mover can lay")
ROUND = text(put=CIRCLE, deal=ONE_EACH)
READ = text(
    put="move c from hand of mover to heap; do go_on(c)",
    more="to go_on(c: card):\n  if q is right and c is A: go again\n\nclaim over: every game ends\n\n"
    'question q: "Which?"\n  reading left "one"\n  reading right "two"\n  ruling left because "so"',
)
IN_SIZES = text(
    game="players 2 to 3, usually 3\n  deck A 2 3 of hearts, spades + 4 of hearts",
    more="claim two_left: sometimes size of deck = 2",
).replace("    shuffle deck\n", "")  # fmt: skip


def say(answer: object):
    """A function that always says the same."""
    return lambda *_, **__: answer


def first_only(everything):
    """The first of several, as if it were all."""
    return lambda *args: islice(everything(*args), 1)


def all_whole(*args):
    """The sizes of a game, each as if it were the game's own."""
    return (replace(size, whole=True) for size in sizes(*args))


UNSEEN = ("verify.smt.prove.prove.seen_at_random", say(()))
PROVED = say("proved")
AFTER = "plays from the deal, after games"
PLANTS: dict[str, tuple[str, str, str, Sequence[tuple[str, object]]]] = {
    "all rules count as open": (
        "information leaks", LEAK, "no-leak too good", [("verify.random.information_leaks.open_form", say(True))]),
    "no effect counts as given to several": (
        "commutation", text(deal=LAST, state="state:\n  last: player or nobody\n"), "commutes too good",
        [("verify.random.commutation.sites", say(()))],
    ),
    "a loop": ("loops", text(), "ends too bad", [("verify.search.lassos.find_loop", say(WITNESS))]),
    "a loop, looked for longer": (
        "longer loops", text(more="claim round: play may go round\n"), "ends-almost-surely too bad",
        [("verify.search.lassos.find_loop", say(WITNESS))],
    ),
    "a loop by luck": ("luck", text(), "ends too bad", [("verify.search.luck_loops.lucky_loop", say(WITNESS))]),
    "faults mixed up in play": (
        "random play", TOO_MANY, "no-gap too bad", [("verify.random.random_play.kind_of", say("gap"))],
    ),
    "faults mixed up in cases": (
        "cases", TOO_MANY, "no-gap too bad", [("verify.random.generated_cases.kind_of", say("gap"))],
    ),
    "faults mixed up in a whole run": (
        "a whole run", TOO_MANY, "no-gap too bad", [("verify.random.random_play.kind_of", say("gap"))],
    ),
    "one deal taken for all": (
        "search", TWOS, "claim too good", [("verify.search.search.every_deal", first_only(every_deal))],
    ),
    "a loop under another reading": (
        "readings", READ, "if-read too good", [("verify.obligations.rulings.python_loop", say(WITNESS))],
    ),
    "ends that collide": (
        "proofs", LATE, "no-collision too good", [("verify.smt.prove.groups.Groups._ends_collide", PROVED)],
    ),
    "a gap": ("proofs", GAP, "no-gap too good", [("verify.smt.prove.groups.Groups.gap", PROVED)]),
    "a clause that wins": (
        "proofs", text(), "dead-clause too good", [("verify.smt.prove.groups.Groups.wins", PROVED)],
    ),
    "two that apply at once": (
        "proofs", ORDERED, "idle-order too good", [("verify.smt.prove.groups.Groups.both", PROVED)],
    ),
    "a line that counts": (
        "proofs", ORDERED, "order drop True",
        [("verify.smt.prove.order.Judge.shown", say(None)), ("verify.smt.prove.order._changes", say(False))],
    ),
    "a leak": (
        "proofs", LEAK, "no-leak too good",
        [("verify.smt.prove.leaks._leaks", say("")), ("verify.smt.prove.leaks._way_leaks", say(""))],
    ),
    "what counting does not keep": (
        "counting", LAID, "claim too good",
        [("verify.smt.counting.abstraction._Finder._missing", say(None)),
         ("verify.smt.counting.recheck.Recheck.kept", say(True)),
         ("verify.smt.counting.views.View._seen_to_hold", say(None)),
         ("verify.smt.counting.claims.GAMES", 0)],
    ),
    "guesses that nothing keeps": (
        "counting", LAID, "claim too good",
        [("verify.smt.counting.claims.GAMES", 5),
         ("verify.smt.counting.guesses.Guessed._used", say(frozenset())),
         ("verify.smt.counting.recheck.Recheck.kept", say(True))],
    ),
    "measures that ways on raise": (
        "counting", f"{text(deal=ONE_EACH, **WAIT)}\nclaim over: every game ends\n", "claim too good",
        [("verify.smt.counting.ranking._Finder._fit", lambda self, clauses, ties: list(self.ways)[:1]),
         ("verify.smt.counting.ranking._Finder._may", say(False)),
         ("verify.smt.counting.views.View.follows", say(True)),
         ("verify.smt.counting.views.View.seen_to_rank", say(None)),
         ("verify.smt.counting.recheck.Recheck.kept", say(True))],
    ),
    "what no way on keeps": (
        "proofs", LAID, "claim too good", [("verify.smt.prove.invariants.Prover.keeps", say(True)), UNSEEN],
    ),
    "what holds together of which nothing was taken away": (
        "proofs", LAID_AT, "claim too good",
        [("verify.smt.prove.at_steps.AtSteps.settled", lambda self: list(self.left.values())), UNSEEN],
    ),
    "values that break a claim, passed over": (
        "proofs", LAID, "claim too good", [("verify.smt.transition.skolem.Skolem.may_be", say([]))],
    ),
    "lemmas that nothing keeps": (
        LEMMAS, text(), "too good",
        [("verify.smt.prove.invariants.Prover.keeps", say(True)), ("tests.oracle.techniques.seen_at_random", say(()))],
    ),
    "nobody ever can move": (
        "proofs", MAY_LAY, "claim too good",
        [("verify.smt.transition.enabledness.Enabledness.__call__", say(False)),
         ("verify.smt.transition.skolem.Skolem._some_move", say([])), UNSEEN],
    ),
    "ways on that are dropped": (
        "proofs", ROUND, "ends too good", [("verify.smt.prove.ending._Finder.edges", say([]))],
    ),
    "a measure that does not shrink": (
        "proofs", ROUND, "ends too good",
        [("verify.smt.prove.ending._Finder._may", lambda *a: a[-1] == "smaller"),
         ("verify.smt.prove.ending._Finder._was", say(False))],
    ),
    "turns": ("proofs", text(), "bound of turns", [("verify.smt.prove.ending.Ranking.turns", say(1))]),
    "decisions": ("proofs", text(), "bound of decisions", [("verify.smt.prove.ending.Ranking.decisions", say(1))]),
    "plays that stop": (
        "plays from the deal", TOO_MANY, "no-gap too bad", [("verify.random.random_play.kind_of", say("gap"))],
    ),
    "no play at all": (
        AFTER, NO_ACES, "claim too good", [("verify.smt.bounded.unrolling.Unrolling.links", say((False,)))],
    ),
    "readings taken for equal": (
        "readings that are equal", READ, "equal-readings too good",
        [("verify.smt.prove.equivalence._Pair._compare", say(None))],
    ),
    "every question answered no": (
        "clauses", ORDERED, "idle-order too good", [("verify.smt.prove.groups.Groups.ask", PROVED)],
    ),
    "smaller games taken for this one": (
        "a whole run", IN_SIZES, "claim sometimes proved",
        [("verify.obligations.verdict.Result.own", True), ("verify.search.shrink.sizes", all_whole)],
    ),
    **({"broken claims passed over": (
        "compiled search", TWOS, "claim too good", [("verify.search.compiled.NativeExplored.broken", say(None))],
    )} if SLOW else {}),
}  # fmt: skip
"""For each fault the technique that it is planted in, a file, the mistake that comes of it, and the patches."""


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_seen(name, monkeypatch):
    technique, rules, key, patches = PLANTS[name]
    assert not wrong_without_a_fault(rules, technique)
    for where, broken in patches:
        monkeypatch.setattr(where, broken)
    assert f"{technique} {key}" in wrong(rules, technique)


def test_every_technique_has_a_fault_planted_in_it():
    # These say nothing of the positions of the game itself; `tests/verify` plants faults in them.
    elsewhere = {"examples", "other sizes", "exact shares"}
    assert {technique for technique, *_ in PLANTS.values()} >= set(EVERY) - elsewhere


def test_every_technique_of_the_suite_is_tried():
    assert {t.name for t in techniques.TECHNIQUES} - {"examples"} <= set(EVERY)


# ---------------------------------------------------------------- files that have fooled a technique

NOT_FOR_EACH = "draw 2 cards from deck to hand of player 1\n    draw 2 cards from deck to hand of player 2"
LOOK = "    step look:\n      mark becomes high\n      if {}: add 1 to count\n      mark becomes low\n    choice act"
MARKED = f"{MARK}  count: 0 to 9, starts at 0\n"
FOOLED: dict[str, tuple[str, str]] = {
    "ends that collide at one place and not at a later one": (
        "proofs", LATE.replace("does lay\n", "does lay, wait\n").replace(
            "play:", "move wait:\n  permit any when count > 0\n  does back:\n    if count > 0: count becomes 0\n\nplay:"
        ),
    ),
    "an order that only `can` needs": (
        "proofs", text(
            state=MARKED, permit="permit any\n  forbid late when mark is high\n  precedence any > late"
        ).replace("    choice act", LOOK.format("mover cannot lay")),
    ),
    "a clause that wins only where `can` looks": (
        "proofs", text(
            state=MARKED, permit="permit early when mark is low\n  permit late when mark is high"
        ).replace("    choice act", LOOK.format("mover can lay and count < 5")),
    ),
    "the face of a blind card": ("information leaks", BLIND),
    "the `when` of a choice": ("information leaks", OFFERED),
    "the piles of a secret row": (
        "information leaks", text(
            state="  pile[2]: row of stacks, secret\n",
            permit="permit thin when some pile s with hand of mover is not empty",
            deal=f"if bottom of deck is red: draw 1 card from deck to pile 1\n    {ONE_EACH}", **WAIT,
        ).replace("stack, face down", "stack, secret"),
    ),
    "effects given to several chosen cards": (
        "commutation", text(
            deal=NOT_FOR_EACH,
            put="\n    for each d in (cards e in hand of mover with e is red or e is black):\n"
            "      move d from hand of mover to heap",
        ),
    ),
    "turns without a choice": (
        "proofs", text(state=COUNT, ends="done when count > 2: nobody wins").replace(
            "choice act: mover does lay", "choice act when count = 0: mover may do lay\n    step after: add 1 to count"
        ),
    ),
    "a claim at a step that no play reaches": (
        "proofs", text().rstrip() + "\n  step late: nothing\n\nclaim unread: at late, always heap is empty\n",
    ),
    "a loop with a shuffle of one card": ("loops", text(put=f"shuffle heap; {CIRCLE}", deal=ONE_EACH)),
}  # fmt: skip
"""For each mistake that was once made the technique and a file."""


@pytest.mark.parametrize("name", FOOLED)
def test_what_has_fooled_a_technique(name):
    technique, rules = FOOLED[name]
    assert not wrong(rules, technique, 1.5)


# ---------------------------------------------------------------- random rule files


def test_a_file_with_more_luck_than_is_followed_is_passed_over():
    assert tried(text().replace("deck A 2 of", "deck A..K of"), {}, 1.0).passed_over == 1


def file_of(number: int, *, sized: bool = False) -> str:
    """The random file of a number: every other one draws from the whole language."""
    return rich_text(number, sized=sized) if number % 2 else rule_text(number, sized=sized)


def random_files(numbers: Iterable[int], names: Sequence[str], seconds: float, most: int = 800) -> Iterator[Tried]:
    """What techniques say of some random files; whatever is wrong is shrunk and saved."""
    kinds = {name: EVERY[name] for name in names}
    for number in numbers:
        rules = file_of(number, sized=names == ("a whole run",))
        found = tried(rules, kinds, seconds, most)
        for find in found.wrong:
            small = shrunk(rules, find.key, kinds, seconds, time.perf_counter() + 20)
            print(f"random file {number}: {find.words}\n  saved as {save(FINDS, small, find, number)}", flush=True)
        yield found


def summed(every: Iterable[Tried]) -> Tried:
    """All of it together."""
    total = Tried()
    for one in every:
        total.files += one.files
        total.said.update(one.said)
        total.wrong += one.wrong
    return total


def silent(found: Tried, names: Iterable[str]) -> set[str]:
    """The techniques that have said nothing at all."""
    return {n for n in names if not any(times for (name, _), times in found.said.items() if name == n)}


@pytest.mark.parametrize(
    ("names", "numbers", "seconds"),
    [(PLAYED, range(3), 0.3), (SOLVERS, range(20, 22), 0.4), (("a whole run",), range(2, 4), 0.5)],
    ids=["played", "solvers", "whole runs"],
)
def test_random_files(names, numbers, seconds):
    found = summed(random_files(numbers, names, seconds))
    assert found.files > len(numbers) // 2
    assert [c.words for c in found.wrong] == []


def test_random_files_are_in_order_and_draw_the_whole_language():
    made = [m for m in map(loaded, map(file_of, range(1, 241, 2))) if m is not None]
    assert len(made) > 100
    drawn = {type(node) for m in made if m.game is not None for node in nodes_under(m.game)}
    expressions = {*get_args(ir.Expr), *get_args(ir.Range), *get_args(ir.Effect)}
    assert {kind.__name__ for kind in expressions - drawn} <= {"OverSlots"}


TURNS = (*((PLAYED,) * 3), *((SOLVERS,) * 2), ("a whole run",), tuple(SLOW))
"""Which techniques are tried on one file after the other, over and over."""


def long_run() -> None:
    """Random files, one after the other, for the seconds of work that were asked for; tells what came of them, also
    where somebody stops it."""
    seed = SEED or int(time.time())
    print(f"\nHOYLE_ORACLE_SEED={seed}", flush=True)
    began, total, number = time.process_time(), Tried(), 0
    try:
        while time.process_time() - began < SECONDS:
            names = TURNS[number % len(TURNS)]
            total = summed((total, *random_files([seed * 1_000_000 + number], names, 3.0, 3_000)))
            number += 1
    finally:
        seconds = time.process_time() - began
        print(f"{total.files:,} of {number:,} files were followed, {seconds:.0f} s of work", flush=True)
        for (name, code), times in sorted(total.said.items()):
            print(f"  {name}: {code} decided {times:,} times")
    assert [c.words for c in total.wrong] == []
    assert not silent(total, EVERY) - {"examples"}


if SECONDS:

    @pytest.mark.timeout(0)
    def test_random_files_for_long():
        long_run()
