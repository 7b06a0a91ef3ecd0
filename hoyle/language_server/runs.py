"""Runs commands of Hoyle for an editor, each in a process of its own that can be ended.

The text may not be saved: a copy of it is read, which lies in a folder of its own until the run ends. The rules of a
file never run in the server.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LONGER = 30.0
"""Seconds after its budget in which a command must have ended."""
MOST_PRINTED = 64 * 1024 * 1024
LONGEST_NAME = 60


class NotRun(Exception):
    """Why a command came to nothing, in a sentence."""


def _file_name(name: str) -> str:
    """The name of a file in any folder: of an address only what can be one."""
    return (
        re.sub(r"[^\w.-]+", "_", name.replace("\\", "/").rpartition("/")[2])[-LONGEST_NAME:].strip(".") or "game.hoyle"
    )


@dataclass(slots=True)
class Runs:
    """The runs under way, at most one of each text."""

    running: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)

    async def run(self, uri: str, name: str, content: str, command: Sequence[str], budget: float) -> Any:
        """What `hoyle COMMAND FILE --json` prints of a text. Ends an earlier run of it. Raises NotRun."""
        self.end(uri)
        with tempfile.TemporaryDirectory(prefix="hoyle-") as folder:
            path = Path(folder) / _file_name(name)
            path.write_text(content, encoding="utf-8", errors="replace", newline="")
            line = [sys.executable, "-m", "hoyle", command[0], str(path), *command[1:], "--json"]
            pipe = asyncio.subprocess.PIPE
            process = await asyncio.create_subprocess_exec(
                *line, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe, limit=MOST_PRINTED
            )
            self.running[uri] = process
            try:
                out, err = await asyncio.wait_for(process.communicate(), budget + LONGER)
            except TimeoutError:
                raise NotRun(f"`hoyle {command[0]}` did not end within {budget + LONGER:.0f} seconds") from None
            finally:
                self._ended(uri, process)
        if process.returncode is not None and process.returncode < 0:
            raise NotRun(f"`hoyle {command[0]}` was ended")
        try:
            return json.loads(out)
        except ValueError:
            told = err.decode("utf-8", "replace").strip().splitlines()
            raise NotRun(told[-1] if told else f"`hoyle {command[0]}` printed nothing") from None

    def _ended(self, uri: str, process: asyncio.subprocess.Process) -> None:
        if self.running.get(uri) is process:
            del self.running[uri]
        if process.returncode is None:
            process.kill()

    def end(self, uri: str) -> bool:
        """Ends the run of a text; was there one?"""
        process = self.running.pop(uri, None)
        if process is not None and process.returncode is None:
            process.kill()
        return process is not None

    def end_all(self) -> None:
        for uri in tuple(self.running):
            self.end(uri)
