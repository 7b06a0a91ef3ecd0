"""The texts that an editor has open, and what is known of each; analyses are made one at a time, beside the server.

What is asked of a text is answered of its newest version: an older one is not analysed any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from hoyle.editor.analysis import Analysis, Analyst
from hoyle.editor.results.marks import Mark
from hoyle.editor.results.results import NOTHING, Results
from hoyle.language_server.convert import path_of
from hoyle.language_server.positions import Encoding, Positions

T = TypeVar("T")


@dataclass(frozen=True)
class Known:
    """One version of a text with its analysis."""

    uri: str
    version: int | None
    analysis: Analysis
    encoding: Encoding = "utf-16"

    @cached_property
    def at(self) -> Positions:
        return Positions(self.analysis.content, self.encoding)


@dataclass(slots=True)
class Document:
    """An open text; `known` is of the newest version that was analysed."""

    uri: str
    content: str
    version: int | None
    analyst: Analyst
    known: Known | None = None
    results: Results = NOTHING
    """What the last runs said of it."""
    outdated: tuple[str, tuple[Mark, ...]] = ("", ())
    """A text, and what it settles of rules that were changed since."""
    pending: asyncio.Task[None] | None = None
    """What will tell the editor of its faults, once nobody types."""


@dataclass(slots=True)
class Documents:
    open: dict[str, Document] = field(default_factory=dict)
    encoding: Encoding = "utf-16"
    """What the editor counts columns in."""
    _worker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "analysis"))
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def put(self, uri: str, content: str, version: int | None) -> Document:
        """Notes a text that was opened or changed."""
        document = self.open.get(uri)
        if document is None:
            document = self.open[uri] = Document(uri, content, version, Analyst(path_of(uri)))
        document.content, document.version = content, version
        return document

    def close(self, uri: str) -> Document | None:
        """Forgets a text, and what was to be told of it."""
        document = self.open.pop(uri, None)
        if document is not None and document.pending is not None:
            document.pending.cancel()
        return document

    async def known(self, uri: str) -> Known | None:
        """What is known of the newest version of a text; None of one that is not open."""
        document = self.open.get(uri)
        if document is None:
            return None
        async with self._turn:
            known = document.known
            if known is None or known.analysis.content != document.content:
                content, version = document.content, document.version
                analysis = await self._beside(lambda: document.analyst.analyse(content))
                known = document.known = Known(uri, version, analysis, self.encoding)
            elif known.version != document.version:
                known = document.known = Known(uri, document.version, known.analysis, self.encoding)
        return known

    async def ask(self, uri: str, question: Callable[[Known], T]) -> T | None:
        """What a question about the newest version of a text is answered; None of a text that is not open."""
        known = await self.known(uri)
        return None if known is None else await self._beside(lambda: question(known))

    async def _beside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def stop(self) -> None:
        self._worker.shutdown(wait=False, cancel_futures=True)
