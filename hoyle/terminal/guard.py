"""Stands around a command: whatever happens in it ends in a sentence and an exit code, and it has so much memory.

Leaves to the commands what they do, and which of their own mistakes they tell.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

from engine.interpreter.faults import BeyondLimits
from engine.processes.deadline import TimeUp, comes_of
from hoyle.terminal.interrupts import interrupts_kept

MISUSED, UNSETTLED, INTERNAL, STOPPED, UNHEARD = 2, 3, 4, 130, 141
"""Exit codes beside 0, all is well, and 1, something was found."""
GIGABYTES = 2.0
"""So much memory has each process, unless HOYLE_MEMORY says otherwise."""


class Misuse(Exception):
    """A command, or what was given to it, cannot be used; the message says why, and what to do instead."""


class Usage(Misuse):
    """The command was misused; the message says how, and what to do instead."""


def guarded(run: Callable[[], int]) -> int:
    """Runs a command; misuse and a file that cannot be used end in a sentence, a broken pipe in silence."""
    try:
        with interrupts_kept():
            code = run()
            sys.stdout.flush()
        return code
    except Misuse as error:
        return _said(str(error), MISUSED)
    except KeyboardInterrupt:
        return _said("stopped", STOPPED, "\n")
    except BrokenPipeError:
        _leave(sys.stdout)
        return UNHEARD
    except OSError as error:
        if error.errno in FULL and error.filename is None:
            _leave(sys.stdout)
        return _said(because(error), MISUSED)
    except BeyondLimits as error:
        return _said(str(error), UNSETTLED)
    except MemoryError:
        more = f"HOYLE_MEMORY={2 * memory():g} gives it more (in gigabytes)"
        return _said(f"{memory():g} GiB of memory were not enough; {more}, or ask for less", UNSETTLED)
    except (Exception, TimeUp) as error:
        if comes_of(error, KeyboardInterrupt):
            return _said("stopped", STOPPED, "\n")
        if os.environ.get("HOYLE_DEBUG"):
            raise
        return _internal(error)


FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG)


def _said(words: str, code: int, before: str = "") -> int:
    """Tells on the standard error, if there is anybody to be told, and answers the exit code."""
    with contextlib.suppress(OSError, ValueError):
        print(f"{before}hoyle: {words}", file=sys.stderr, flush=True)
    return code


def _internal(error: BaseException) -> int:
    """Tells of a mistake of Hoyle's own: what it is, where, and how it is reported."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f", {os.path.basename(frame.filename)} line {frame.lineno}" for frame in last)
    what = f"{type(error).__name__}: {str(error)[:300]}" if str(error) else type(error).__name__
    _said(f"a mistake of Hoyle's own ({what}{where})", INTERNAL)
    return _said(
        "nothing that it said before is to be relied on; please report it with the rule file and this command. "
        "HOYLE_DEBUG=1 shows the whole trace",
        INTERNAL,
    )


def _leave(stream: Any) -> None:
    """Lets what is still to be written go, so that nobody tries again."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def because(error: OSError) -> str:
    """Why a file cannot be used, in words."""
    if error.strerror is None:
        return str(error)
    if error.filename:
        return f"{error.filename}: {error.strerror}"
    return f"{error.strerror}, writing to the standard output" if error.errno in FULL else str(error.strerror)


# ---------------------------------------------------------------- what every command needs


def stop_by_signals() -> None:
    """A command that is told to end, or whose terminal is gone, ends as by Ctrl-C: with all that it has begun."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` has it ignored
            signal.signal(number, signal.default_int_handler)


def stand_in_streams() -> None:
    """Puts the null device in the place of standard streams that are closed, so that no file takes their place."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            handle = os.open(os.devnull, os.O_RDONLY if mode == "r" else os.O_WRONLY)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def memory() -> float:
    """How many gigabytes each process may have: those of HOYLE_MEMORY, else 2. Raises Misuse."""
    told = os.environ.get("HOYLE_MEMORY", "")
    try:
        found = float(told or GIGABYTES)
    except ValueError:
        found = 0.0
    if not 0.25 <= found <= 65536:
        raise Misuse(f"HOYLE_MEMORY is a number of gigabytes, at least 0.25, and not `{told}`")
    return found


def bound_memory() -> None:
    """Bounds the memory of this process, and of those that it begins, where the system can."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        most, hard = int(memory() * 2**30), resource.getrlimit(resource.RLIMIT_DATA)[1]
        if hard == resource.RLIM_INFINITY or most <= hard:
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
