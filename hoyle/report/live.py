"""How far a run is, on one line of a terminal that is gone when the run is over."""

from __future__ import annotations

import sys
from collections import Counter
from types import TracebackType

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Column

from hoyle.report.evidence import COLOURS
from hoyle.terminal.screen import escape, screen
from verify.obligations.verdict import MEANING, Result, Verdict


class Live:
    """One line on the standard error while a run goes on: what is done now, since when, and what came so far."""

    def __init__(self) -> None:
        console = screen(sys.stderr)
        one_line = Column(no_wrap=True, overflow="ellipsis")
        columns = (SpinnerColumn(), TextColumn("{task.description}", table_column=one_line), TimeElapsedColumn())
        self._bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._counts: Counter[Verdict] = Counter()
        self._words = "reading the rules"
        self._task = self._bar.add_task(self._words)

    def __enter__(self) -> Live:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    def doing(self, words: str) -> None:
        """Says what is done now."""
        self._words = words
        self._show()

    def came(self, result: Result) -> None:
        """Counts a result."""
        self._counts[result.verdict] += 1
        self._show()

    def _show(self) -> None:
        counts = ", ".join(f"[{COLOURS[v]}]{self._counts[v]} {v}[/]" for v in MEANING if self._counts[v])
        self._bar.update(self._task, description=f"{escape(self._words)}  {counts}")
