"""Parts of a search that take their time, for processes of their own, which find them here by name."""

from __future__ import annotations

import os
import signal
from time import sleep

from verify.ambiguity.report.finding import Finding
from verify.ambiguity.run.context import Context
from verify.ambiguity.run.jobs import Done
from verify.run.budget import now


def found(subject: str) -> Finding:
    return Finding("forced", subject, "it is no choice", "found", "tested", scope="one game")


def at_once(context: Context, until: float) -> Done:
    return Done(context.gather([found("at once")]))


def in_one_step(context: Context, until: float) -> Done:
    """Tells of something, and then never looks at the clock again."""
    context.gather([found("before the step")])
    while True:
        sleep(1)


def breaks_off(context: Context, until: float) -> Done:
    raise ValueError("a fault of ours")


def is_killed(context: Context, until: float) -> Done:
    context.gather([found("before the end")])
    os.kill(os.getpid(), signal.SIGKILL)
    return Done()


def until_the_end(context: Context, until: float) -> Done:
    sleep(max(0.0, until - now()))
    return Done(cut=("time was up",))
