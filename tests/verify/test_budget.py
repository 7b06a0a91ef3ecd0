"""How the seconds of a run are shared: what is left over is lent on, and nothing gets more than there is."""

from __future__ import annotations

import pytest

from verify.run.budget import AGAIN, GRACE, LEAST, MORE_SECONDS, Budget, now


def test_what_a_job_leaves_goes_to_those_that_follow():
    budget = Budget(100.0, now() + 100.0)
    weights = [1.0, 1.0, 2.0]
    assert budget.share(weights, now() + 40.0, 0.0) == pytest.approx(10.0, abs=0.1)
    # The first took nothing of its ten seconds.
    assert budget.share(weights[1:], now() + 40.0, 0.0) == pytest.approx(40.0 / 3, abs=0.1)
    assert budget.share(weights[2:], now() + 40.0, 0.0) == pytest.approx(40.0, abs=0.1)


def test_lanes_side_by_side_have_so_many_times_the_seconds_less_what_is_owed():
    budget = Budget(100.0, now() + 100.0, lanes=4)
    assert budget.share([1.0] * 8, now() + 10.0, 0.0) == pytest.approx(5.0, abs=0.1)
    assert budget.share([1.0] * 8, now() + 10.0, 24.0) == pytest.approx(2.0, abs=0.1)
    # No job has more than there is by the clock.
    assert budget.share([1.0], now() + 10.0, 0.0) == pytest.approx(10.0, abs=0.1)


def test_no_share_is_too_small_to_begin_with_and_none_goes_beyond_the_end():
    assert Budget(100.0, now() + 100.0).share([1.0] * 1000, now() + 1.0, 0.0) == LEAST
    assert Budget(100.0, now() + 0.1).share([1.0] * 1000, now() + 1.0, 0.0) < 0.2
    assert Budget(100.0, now() - 1.0).left == 0.0


def test_only_what_gets_clearly_more_is_taken_up_again():
    budget = Budget(100.0, now() + 100.0)
    jobs = [("quick", 1.0, 2.0), ("slow", 1.0, 6.0)]
    assert budget.affordable(jobs, 2 * 6.0 * AGAIN + 0.1) == {"quick", "slow"}
    assert budget.affordable(jobs, 2 * 6.0 * AGAIN - 0.1) == {"quick"}
    assert budget.affordable(jobs, 2.0 * AGAIN - 0.1) == set()


def test_a_job_is_broken_off_in_time():
    budget = Budget(50.0, now() + 50.0)
    assert budget.latest(5.0) - now() == pytest.approx(10.0 + MORE_SECONDS, abs=0.1)
    assert budget.latest(500.0) == budget.end + GRACE
