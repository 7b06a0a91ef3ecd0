"""Work is broken off at its deadline, wherever it is, and what was found is told."""

import ctypes
import signal
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from time import perf_counter, sleep

import pytest

from engine.processes.deadline import AGAIN, GRACE, TimeUp, comes_of, each, left, until


def forever() -> None:
    for _ in count():
        pass


def test_a_loop_that_never_looks_at_the_clock_is_broken_off():
    began = perf_counter()
    with until(began + 0.1) as block:
        forever()
    assert block.over
    assert 0.1 <= perf_counter() - began < 2


def test_what_ends_in_time_is_left_alone():
    with until(perf_counter() + 60) as block:
        assert 59 < left() <= 60
    assert not block.over
    assert left() == float("inf")
    assert left(3) == 3


def test_a_deadline_that_is_over_breaks_off_at_once():
    with until(perf_counter() - 1) as block:
        forever()
    assert block.over


def test_a_deadline_is_put_off_and_brought_forward():
    began = perf_counter()
    with until(began + 0.1) as block:
        block.later(began + 60)
        sleep(0.2)
        assert not block.over
        block.later(began + 0.3)
        forever()
    assert block.over
    assert 0.3 <= perf_counter() - began < 2


def test_the_end_of_an_inner_block_does_not_swallow_that_of_the_outer_one():
    began, ended = perf_counter(), 0
    with until(began + 0.3) as outer:
        while True:
            with until(perf_counter() + 0.05) as inner:
                forever()
            assert inner.over
            ended += 1
    assert outer.over
    assert ended > 1
    assert 0.3 <= perf_counter() - began < 2


def test_an_inner_deadline_is_no_later_than_the_outer_one():
    with until(perf_counter() + 1), until(perf_counter() + 60):
        assert left() <= 1


def test_time_up_that_got_lost_comes_again():
    began, lost = perf_counter(), 0
    with until(began + 0.05) as block:
        try:
            forever()
        except TimeUp:
            lost += 1
        forever()
    assert block.over
    assert lost == 1
    assert perf_counter() - began < 2 + AGAIN


def test_time_up_in_a_place_that_lets_nothing_out_comes_again(capsys: pytest.CaptureFixture[str]):
    class Stubborn:
        def __del__(self) -> None:
            forever()

    began = perf_counter()
    with until(began + 0.05) as block:
        del Stubborn().__dict__
        forever()
    assert block.over
    assert perf_counter() - began < 2
    assert not capsys.readouterr().err


def test_a_module_is_loaded_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "slow_to_load.py").write_text("import time\nfor _ in range(30):\n    time.sleep(0.01)\nDONE = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    with until(perf_counter() + 0.05) as block:
        import_module("slow_to_load")
        forever()
    assert block.over
    assert sys.modules["slow_to_load"].DONE


def test_an_object_that_is_told_of_its_end_is_made_to_its_end():
    whole: list[bool] = []

    class Kept:
        def __init__(self) -> None:
            sleep(0.1)
            self.made = True

        def __del__(self) -> None:
            whole.append(hasattr(self, "made"))

    with until(perf_counter() + 0.05) as block:
        Kept()
        forever()
    assert block.over
    assert whole == [True]


def test_an_object_that_cannot_be_asked_while_it_is_made_is_not_asked():
    class Shy:
        def __init__(self) -> None:
            sleep(0.1)
            self.names: list[str] = []

        def __getattr__(self, name: str) -> object:
            return self.names.index(name)

    with until(perf_counter() + 0.05) as block:
        Shy()
    assert block.over


def test_an_argument_for_c_is_given_whole():
    class Slow(ctypes.c_int):
        @classmethod
        def from_param(cls, value: object) -> ctypes.c_int:
            sleep(0.1)
            return ctypes.c_int(-1)

    absolute = ctypes.CDLL(None).abs
    absolute.argtypes = [Slow]
    answers: list[int] = []
    with until(perf_counter() + 0.05) as block:
        answers.append(absolute(2))
        forever()
    assert block.over
    assert answers == [1]


def test_an_interrupt_of_which_only_the_name_is_left():
    class Stopped(ctypes.c_int):
        @classmethod
        def from_param(cls, value: object) -> ctypes.c_int:
            raise KeyboardInterrupt

    absolute = ctypes.CDLL(None).abs
    absolute.argtypes = [Stopped]
    with pytest.raises(ctypes.ArgumentError) as raised:
        absolute(2)
    assert comes_of(raised.value, KeyboardInterrupt)
    assert not comes_of(raised.value, TimeUp)


def test_a_library_that_fails_when_it_is_interrupted():
    with until(perf_counter() + 0.05) as block:
        try:
            forever()
        finally:
            raise AssertionError("nobody foresaw this")
    assert block.over


def test_an_error_of_its_own_is_let_out():
    with pytest.raises(ValueError, match="own"), until(perf_counter() + 60):
        raise ValueError("own")


def test_an_iterator_tells_what_it_has_found():
    def found() -> Iterator[str]:
        yield "first"
        try:
            forever()
        except TimeUp:
            yield "what was found"
            raise

    taken = each(found(), perf_counter() + 0.1)
    assert [next(taken), next(taken)] == ["first", "what was found"]
    with pytest.raises(TimeUp):
        next(taken)


def test_an_iterator_that_fails_when_it_is_interrupted_was_interrupted():
    def unforeseen():
        yield 1
        try:
            raise KeyboardInterrupt
        except BaseException:
            raise AssertionError from None

    def wrong():
        yield 1
        raise AssertionError

    for items, kind in ((unforeseen(), KeyboardInterrupt), (wrong(), AssertionError)):
        taken = each(items, float("inf"))
        assert next(taken) == 1
        with pytest.raises(kind):
            next(taken)


def test_an_iterator_that_goes_on_has_a_moment_only():
    def stubborn() -> Iterator[int]:
        for number in count():
            try:
                forever()
            except TimeUp:
                yield number

    began = perf_counter()
    with pytest.raises(TimeUp):
        list(each(stubborn(), began + 0.05))
    assert perf_counter() - began < GRACE + 2


def test_whoever_takes_the_items_is_not_bounded():
    for _ in each(iter([1, 2]), perf_counter() + 0.05):
        sleep(0.1)


def test_a_timer_of_another_is_given_back():
    rung: list[float] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(perf_counter()))
    old, _ = signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        began = perf_counter()
        with until(began + 0.05):
            forever()
        assert not rung
        sleep(0.6)
        assert len(rung) == 1
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, old)


def test_in_another_thread_nothing_is_interrupted():
    came: list[str] = []

    def work() -> None:
        with until(perf_counter() - 1):
            came.append("done")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert came == ["done"]


def test_many_short_deadlines_leave_nothing_behind():
    for number in range(300):
        with until(perf_counter() + number / 100_000):
            for _ in range(2000):
                pass
    assert left() == float("inf")
    assert signal.getitimer(signal.ITIMER_REAL)[1] == 0
