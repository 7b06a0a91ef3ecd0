"""The process in which a session, or one run, works: lines of JSON in, lines of JSON out; ends when it is told no more.

`python -m hoyle.studio.worker session` or `run`. Leaves how long it may take to whoever began it.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import IO, Any

from hoyle.terminal.guard import bound_memory
from hoyle.terminal.interrupts import interrupts_kept
from spec.storage import cache

READY = {"kind": "ready"}
"""What a worker says first, when all is loaded."""
CORES = 2
"""So many processes at most look for ambiguities side by side."""


def main(what: str) -> int:
    """Works until nothing more is told, or, as a run, until its order is carried out."""
    bound_memory()
    # Each analysis makes many small things that live as long as their text: looking for garbage so often only delays.
    gc.set_threshold(50_000, 20, 50)
    cache.tell = lambda _: None
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    tell = partial(_tell, out)
    with suppress(BrokenPipeError):
        if what == "run":
            _run(tell)
        else:
            _session(tell)
    return 0


def _session(tell: Callable[[Any], None]) -> None:
    """Answers line by line; Ctrl-C at the terminal is for the server."""
    from hoyle.start.begin import of_kind
    from hoyle.studio.messages.table import Deal
    from hoyle.studio.messages.text import Check, Tell
    from hoyle.studio.session import Session

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What every text needs is made before the first one comes.
    first = Session()
    first.handle(Check("first.hoyle", of_kind("betting", "First")))
    first.handle(Tell())
    first.handle(Deal(1))
    session = Session()
    tell(READY)
    for line in _lines():
        try:
            answer = session.answer(json.loads(line))
        except MemoryError:
            answer = {"kind": "refused", "why": "there was too little memory for this; HOYLE_MEMORY gives more"}
        except RecursionError:
            answer = {"kind": "refused", "why": "this is nested too deeply"}
        tell(answer)


def _run(tell: Callable[[Any], None]) -> None:
    """Carries out one order. What it needs is loaded before the order comes."""
    import hoyle.studio.runs.ambiguities
    import hoyle.studio.runs.count
    import hoyle.studio.runs.verify  # noqa: F401
    from hoyle.studio.runs.run import run

    # Whoever began the server may have had Ctrl-C ignored; a run is stopped by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    tell(READY)
    line = next(_lines(), None)
    if line is None:
        return
    threading.Thread(target=_end_with_whoever_began, daemon=True).start()
    with interrupts_kept():
        run(json.loads(line), tell, jobs=min(CORES, os.cpu_count() or 1))


def _lines() -> Iterator[bytes]:
    while line := sys.stdin.buffer.readline():
        yield line


def _end_with_whoever_began() -> None:
    """Ends this process, and those of its group, when nothing can be told any more."""
    while sys.stdin.buffer.readline():
        pass
    if hasattr(os, "killpg"):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)


def _tell(out: IO[bytes], message: Any) -> None:
    out.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
    out.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
