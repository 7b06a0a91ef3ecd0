"""Runs something in a process of its own, forked from this one, within limits of time and memory."""

import contextlib
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

MEMORY = 2 * 2**30
BROKE = 99
"""The exit code of a process in which an exception got as far as here."""


@dataclass(frozen=True)
class Ran:
    """What became of it: its exit code, or minus a signal's number; the seconds of the clock, those of work,
    and the bytes it took; what it wrote."""

    code: int
    seconds: float
    work: float
    memory: int
    out: str
    err: str
    late: bool


def forked(work: Callable[[], int], limit: float, folder: Path) -> Ran:
    """Runs the work with its output in files; ends it, with all that it began, where it is later than the limit."""
    out, err = folder / "out", folder / "err"
    began = time.monotonic()
    pid = os.fork()
    if pid == 0:
        _inside(work, out, err)
    late = False
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() - began > limit:
            late = True
            os.killpg(pid, signal.SIGKILL)
            done, status, usage = os.wait4(pid, 0)
            break
        time.sleep(0.01)
    seconds = time.monotonic() - began
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(status)
    told = [path.read_text(encoding="utf-8", errors="replace") if path.exists() else "" for path in (out, err)]
    return Ran(code, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, told[0], told[1], late)


def _inside(work: Callable[[], int], out: Path, err: Path) -> None:
    code = BROKE
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        for number, path in ((1, out), (2, err)):
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(handle, number)
            os.close(handle)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdin, sys.stdout, sys.stderr = (
            os.fdopen(n, m, encoding="utf-8", closefd=False) for n, m in ((0, "r"), (1, "w"), (2, "w"))
        )
        code = work()
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
