"""Other programs, such as compilers, and processes that work side by side: how long they may take, and when they end.

Leaves which program that is, what its answer means, and what a process works at, to others.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.processes.deadline import left


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program said, and its exit code."""

    code: int
    out: bytes
    err: bytes


def run(command: Sequence[str], seconds: float, folder: Path | None = None) -> Answer | str:
    """What a program answers within so many seconds, or until the work that it is for is over; else why it does not.

    It reads nothing. Whatever ends the waiting, Ctrl-C too, ends the program and every one that it has begun.
    """
    bound = left(seconds)
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
            start_new_session=os.name == "posix",
        )  # fmt: skip
    except OSError as error:
        return f"{command[0]} could not be run: {error.strerror or error}"
    try:
        out, err = process.communicate(timeout=bound)
    except subprocess.TimeoutExpired:
        return f"{command[0]} did not come to an end within {bound:.0f} s"
    finally:
        if process.poll() is None:
            _end(process)
    return Answer(process.returncode, out, err)


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


LEAST_BYTES = 1 << 29
"""So much memory has each of several processes at least."""


def share_memory(processes: int) -> None:
    """Leaves this process its share of the memory that a command has, where that is bounded."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - there is none on Windows

        most, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if most != resource.RLIM_INFINITY and processes > 1:
            resource.setrlimit(resource.RLIMIT_DATA, (min(most, max(LEAST_BYTES, most // processes)), hard))
