"""Ctrl-C is never lost, and breaks nothing that is half made."""

import importlib
import os
import signal
import sys
import time

import pytest

from hoyle.terminal import interrupts
from hoyle.terminal.interrupts import interrupts_kept

MODULE = """
import os, signal, time
os.kill(os.getpid(), signal.SIGINT)
for _ in range(10):
    time.sleep(0.01)
whole = True
"""


@pytest.fixture(autouse=True)
def interruptible():
    """As in a terminal, whatever started the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def work() -> None:
    """Much longer than Ctrl-C may be put off here."""
    for _ in range(200):
        time.sleep(0.01)


def test_lost_where_nothing_can_be_raised_from_it_comes_again():
    class Grudging:
        def __del__(self):
            raise KeyboardInterrupt

    def interrupted() -> None:
        grudging = Grudging()
        del grudging
        work()

    with pytest.raises(KeyboardInterrupt), interrupts_kept():
        interrupted()


@pytest.mark.parametrize(("patience", "whole"), [(2.0, True), (0.0, False)])
def test_it_waits_until_a_module_is_loaded_but_not_for_ever(patience, whole, tmp_path, monkeypatch):
    monkeypatch.setattr(interrupts, "PATIENCE", patience)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "slowly_loaded.py").write_text(MODULE, encoding="utf-8")

    def interrupted() -> None:
        importlib.import_module("slowly_loaded")
        work()

    with pytest.raises(KeyboardInterrupt), interrupts_kept():
        interrupted()
    assert hasattr(sys.modules.pop("slowly_loaded", None), "whole") == whole


def test_what_others_had_set_is_given_back():
    before = sys.unraisablehook, signal.getsignal(signal.SIGINT)
    with interrupts_kept():
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    assert (sys.unraisablehook, signal.getsignal(signal.SIGINT)) == before


def test_where_it_is_ignored_it_stays_so():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interrupts_kept():
        os.kill(os.getpid(), signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
