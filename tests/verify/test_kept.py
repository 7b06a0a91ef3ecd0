"""What is kept of a short run does not stand in the way of a longer one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter, sleep

from spec.ir import nodes as ir
from tests.verify.small import game
from verify.obligations.obligations import claim_obligation
from verify.obligations.verdict import Result
from verify.run.plan import Plan
from verify.run.reuse import Keeper, all_kept, decided
from verify.run.task import Task
from verify.run.techniques import TECHNIQUES

CLAIM = "claim never_out: never hand of player 2 is empty"


def searching(seconds: float, claim: ir.Claim):
    """A search that has something to say of the claim only if it has ten seconds."""

    def run(_: Task) -> Iterator[Result]:
        if seconds >= 10:
            yield Result(claim_obligation(claim), "checked", "exhaustive search", "a test")

    (technique,) = (t for t in TECHNIQUES if t.name == "search")
    return replace(technique, run=run, sizes=False)


def test_a_claim_of_which_a_short_search_says_nothing_is_searched_for_longer(tmp_path):
    rules = game(tmp_path, more=CLAIM)
    (claim,) = rules.claims
    task = Task(rules, (), {}, lambda _: None, Plan(), until=perf_counter() + 60)
    keeper = Keeper(tmp_path / "kept")
    assert list(decided(searching(1, claim), task, 1, keeper)) == []
    assert all_kept(searching(1, claim), task, 1, keeper)
    assert not all_kept(searching(10, claim), task, 10, keeper)
    (found,) = decided(searching(10, claim), task, 10, keeper)
    assert found.verdict == "checked"
    assert list(decided(searching(10, claim), task, 10, keeper)) == [found]


def test_what_the_end_of_the_run_cut_short_is_not_kept_as_if_it_had_had_its_whole_time(tmp_path):
    """The run ends after 1 of the 10 seconds that the search may take: the next run of 10 seconds searches again."""
    rules = game(tmp_path, more=CLAIM)
    (claim,) = rules.claims

    def run(task: Task) -> Iterator[Result]:
        known = Result(claim_obligation(claim), "unknown", "exhaustive search", reason="no size was searched whole")
        yield replace(known, verdict="checked", scope="a test", reason="") if task.left > 5 else known

    search = replace(searching(10, claim), run=run)
    short = Task(rules, (), {}, lambda _: None, Plan(), until=perf_counter() + 1)
    keeper = Keeper(tmp_path / "kept")
    assert [r.verdict for r in decided(search, short, 10, keeper)] == ["unknown"]
    assert not all_kept(search, short, 10, keeper)
    longer = replace(short, until=perf_counter() + 60)
    (found,) = decided(search, longer, 10, keeper)
    assert found.verdict == "checked"
    assert all_kept(search, short, 10, keeper)


def test_what_came_to_its_end_in_less_than_its_time_is_kept(tmp_path):
    """Nothing is left open: an unchanged game is not searched again because the run was about to end."""
    rules = game(tmp_path, more=CLAIM)
    (claim,) = rules.claims
    task = Task(rules, (), {}, lambda _: None, Plan(), until=perf_counter() + 1)
    keeper = Keeper(tmp_path / "kept")
    assert [r.verdict for r in decided(searching(10, claim), task, 10, keeper)] == ["checked"]
    assert all_kept(searching(10, claim), task, 10, keeper)


def test_what_was_broken_off_at_its_time_without_a_word_is_not_begun_again(tmp_path):
    """It had all of its time: the same time would not show more, neither of the rules nor of any claim."""
    rules = game(tmp_path, more=CLAIM)
    (claim,) = rules.claims

    def run(_: Task) -> Iterator[Result]:
        for _turn in iter(int, 1):  # it never comes to its end
            pass
        yield Result(claim_obligation(claim), "checked", "exhaustive search", "a test")

    search = replace(searching(10, claim), run=run)
    task = Task(rules, (), {}, lambda _: None, Plan(), until=perf_counter() + 0.3)
    keeper = Keeper(tmp_path / "kept")
    assert [r.cut for r in decided(search, task, 0.3, keeper)] == [True]
    assert all_kept(search, task, 0.3, keeper)
    assert not all_kept(search, task, 0.6, keeper)


def test_reading_what_is_kept_takes_nothing_of_a_techniques_time(tmp_path, monkeypatch):
    """Else what has a second at most would be taken for cut short, and be tried again in every run."""
    rules = game(tmp_path, more=CLAIM)
    lefts: list[float] = []

    def run(task: Task) -> Iterator[Result]:
        lefts.append(task.left)
        yield from ()

    class Slow(Keeper):
        def load(self, key):
            sleep(0.1)
            return super().load(key)

    search = replace(searching(10, rules.claims[0]), run=run)
    task = Task(rules, (), {}, lambda _: None, Plan(), until=perf_counter() + 60)
    keeper = Slow(tmp_path / "kept")
    assert list(decided(search, task, 0.5, keeper)) == []
    assert lefts[0] > 0.45


def test_what_had_less_than_its_time_is_counted(tmp_path):
    """A run in which something is short is not kept whole."""
    rules = game(tmp_path, more=CLAIM)
    (claim,) = rules.claims

    def run(_: Task) -> Iterator[Result]:
        yield Result(claim_obligation(claim), "unknown", "exhaustive search", reason="no size was searched whole")

    def short(seconds: float, left: float) -> int:
        keeper = Keeper(tmp_path / f"{seconds} {left}")
        task = Task(rules, (), {}, lambda _: None, Plan(), until=perf_counter() + left)
        list(decided(replace(searching(seconds, claim), run=run), task, seconds, keeper))
        return keeper.short

    assert short(10, 60) == 0
    assert short(10, 5) == 1  # the claim, which it could have looked for longer
    assert short(10, 0) == 1  # it was not begun
