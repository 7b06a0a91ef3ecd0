"""Shows on the standard error what a search is doing, and what it finds as it comes.

Leaves the report, which comes in the end, to the modules beside this one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from hoyle.ambiguity.words import in_short
from hoyle.terminal.screen import escape, screen
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.outcome import Report

STOPPED = "hoyle: stopped; the report holds the findings so far"
Progress = Callable[[str], None]
Each = Callable[[Finding], None]


def watched(work: Callable[[Progress, Each], Report], *, each: bool) -> Report:
    """Runs with what is found on the standard error as it comes, and a line there that says what is being done."""
    console = screen(sys.stderr)
    with console.status("reading the rules") as status:
        if not console.is_terminal:
            status.stop()

        def found(finding: Finding) -> None:
            if each:
                console.print(escape(in_short(finding)), style="dim")

        return work(lambda words: status.update(escape(words)), found)
