"""What a worker of the browser calls: a session, or one run, with JSON in and JSON out, within one process.

Leaves workers, and ending them, to the page (`page/src/browser.ts`, `worker.ts`).
"""

from __future__ import annotations

import gc
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import engine
import spec
import verify
from hoyle.studio.runs.run import run
from hoyle.studio.session import Session
from spec.storage import cache

LACKS = (
    "Here is no C compiler: games are played by the interpreter alone. Searches get less far in the same time, "
    "and what they leave open is told as unknown.",
    "Here is one solver, Z3: no second one checks what it finds. Generated cases are not tried.",
)
"""What a browser has not, and what that leaves unknown."""
EVERY = 1.5
"""Seconds between two looks at what is worth keeping."""
MOST_KEPT = 64 * 1024 * 1024


class Lane:
    """A session and runs of one worker."""

    def __init__(self) -> None:
        gc.set_threshold(50_000, 20, 50)
        cache.tell = lambda _: None
        _as_packed()
        self._session = Session()
        self._seen: dict[str, float] = {}
        self._looked = 0.0

    def answer(self, told: str) -> str:
        """The answer to a message."""
        return json.dumps(self._session.answer(json.loads(told)))

    def run(self, told: str, tell: Callable[[str], object], keep: Callable[[str, bytes], object]) -> None:
        """Carries out an order; what is worth keeping for another worker is handed over now and then."""

        def heard(event: object) -> None:
            tell(json.dumps(event))
            if time.monotonic() - self._looked > EVERY:
                self._keep(keep)

        run(json.loads(told), heard)
        self._keep(keep)

    def _keep(self, keep: Callable[[str, bytes], object]) -> None:
        self._looked = time.monotonic()
        for path, when in self._changed():
            self._seen[path] = when
            keep(path, Path(path).read_bytes())

    def _changed(self) -> Iterator[tuple[str, float]]:
        """The files of the cache that are new."""
        room = MOST_KEPT
        for folder, _, names in os.walk(cache.cache_folder()):
            for name in names:
                path = os.path.join(folder, name)
                state = os.stat(path)
                room -= state.st_size
                if room > 0 and self._seen.get(path) != state.st_mtime:
                    yield path, state.st_mtime

    def put_back(self, path: str, data: bytes) -> None:
        """A file that another worker handed over."""
        place = Path(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        self._seen[path] = place.stat().st_mtime


def _as_packed() -> None:
    """Gives the files of Hoyle one time: what a worker keeps is for the next one too, which unpacks them later."""
    for package in (spec, engine, verify):
        for folder in package.__path__:
            for path in Path(folder).rglob("*"):
                os.utime(path, (0, 0))
