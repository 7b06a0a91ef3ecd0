"""Runs the solvers in a process of its own, beside the other techniques, and hands over each result as it comes.

Leaves proving to `verify.smt.prove.prove`, looking for plays to `verify.smt.bounded.bounded`, and when the process is
begun and its results are told to `verify.run.techniques`.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from time import perf_counter

from engine.interpreter.faults import BeyondLimits
from spec.ir import nodes as ir
from spec.storage import cache
from verify.obligations.verdict import Obligation, Result

GRACE = 1.0
"""So many seconds after its time a process is ended; it looks at the clock between questions only."""
BEGIN = """import pickle, sys
try:
    sys.path[:] = pickle.load(sys.stdin.buffer)
except EOFError:
    sys.exit(1)  # whoever began this process was stopped before it had said what is to be done
from verify.run.solver_process import work
work()
"""
BROKE = Obligation("cut", "proofs", "proofs for all positions are checked", required=False)


@dataclass(frozen=True, slots=True)
class Ended:
    """The process has no more to tell; `error` is a fault of ours that ended it."""

    error: str = ""


class Aside:
    """A process that proves, or looks for plays that settle what is open; `results` are what it tells.

    Whoever has begun one must `end` it.
    """

    def __init__(
        self,
        game: ir.Game,
        seconds: float,
        folder: Path | None,
        answers: Path | None = None,
        open_: tuple[Result, ...] | None = None,
    ) -> None:
        self._until = perf_counter() + seconds + GRACE
        self._seconds = seconds
        self._came: SimpleQueue[Result | Ended] = SimpleQueue()
        self._stopped = False
        command = [sys.executable, "-P", "-c", BEGIN]  # no module of the folder that it runs in
        # Ctrl-C is for the process that began this one; it then decides what becomes of this one.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=os.name == "posix"
        )
        assert self._process.stdin is not None
        try:
            for told in (sys.path, (game, seconds, folder, answers, open_)):
                pickle.dump(told, self._process.stdin, protocol=5)
            self._process.stdin.flush()
        except OSError:
            pass  # it has ended already, which `_listen` tells
        except BaseException:
            self.end()  # whoever was interrupted in the middle of this has nothing to end it by
            raise
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        try:
            while not isinstance(told := pickle.load(stdout), Ended):
                self._came.put(told)
            self._came.put(told)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self._came.put(Ended("" if self._process.wait() < 0 else f"it ended with code {self._process.returncode}"))

    def results(self) -> Iterator[Result]:
        """Every result, as soon as it is there. Raises KeyboardInterrupt when those are told that came before `stop`,
        RuntimeError where a fault of ours ended the process."""
        while True:
            try:
                late = max(0.0, self._until - perf_counter())
                told = self._came.get(timeout=0.0 if self._stopped else late)
            except Empty:
                if self._stopped:
                    raise KeyboardInterrupt from None
                reason = f"a question ran on after the {self._seconds:.0f} s for proofs, and was given up"
                yield Result(BROKE, "unknown", "the solvers", reason=reason, cut=True)
                return
            if not isinstance(told, Ended):
                yield told
                continue
            if told.error:
                raise RuntimeError(f"the proofs broke off: {told.error}")
            if self._process.wait() < 0:
                reason = f"the process that proves was ended by signal {-self._process.returncode} (out of memory?)"
                yield Result(BROKE, "unknown", "the solvers", reason=reason, cut=True)
            return

    def stop(self) -> None:
        """Nothing is waited for any more."""
        self._stopped = True

    def end(self) -> None:
        """Ends the process, whatever it is at."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()


def work() -> None:
    """What the process does: reads the game, proves, and writes a result at a time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cache.tell = lambda _: None  # the process that began this one says it
    told = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        game, seconds, folder, answers, open_ = pickle.load(sys.stdin.buffer)
    except EOFError:
        os._exit(1)
    threading.Thread(target=_end_with_the_other, daemon=True).start()

    def tell(one: Result | Ended) -> None:
        pickle.dump(one, told, protocol=5)
        told.flush()

    # What begins the process must not wait for the solvers.
    from verify.smt.bounded.bounded import bounded  # noqa: PLC0415
    from verify.smt.prove.prove import prove  # noqa: PLC0415

    try:
        if open_ is None:
            results = prove(game, seconds, folder, answers)
        else:
            results = bounded(game, seconds, folder, answers, open_)
        for result in results:
            tell(result)
    except BrokenPipeError:
        os._exit(1)
    except (BeyondLimits, MemoryError) as error:
        reason = str(error) or "they took more memory than Hoyle may have"
        tell(Result(BROKE, "unknown", "the solvers", reason=reason, cut=True))
    except Exception as error:
        tell(Ended(f"{type(error).__name__}: {error}"))
        raise
    tell(Ended())
    os._exit(0)  # what the solvers hold need not be given back piece by piece


def _end_with_the_other() -> None:
    """Ends this process when the one that began it is no more, and so no longer holds the pipe."""
    with suppress(OSError):
        while os.read(0, 4096):
            pass
    os._exit(1)
