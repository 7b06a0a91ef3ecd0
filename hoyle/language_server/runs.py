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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LONGER = 30.0
"""Seconds after its budget in which a command must have ended."""
MOST_PRINTED = 64 * 1024 * 1024
LONGEST_NAME = 60
DRAWING = ("replay",)
"""Commands that take a moment, and disturb none that decides something."""


class NotRun(Exception):
    """Why a command came to nothing, in a sentence."""


def _file_name(name: str) -> str:
    """The name of a file in any folder: of an address only what can be one."""
    return (
        re.sub(r"[^\w.-]+", "_", name.replace("\\", "/").rpartition("/")[2])[-LONGEST_NAME:].strip(".") or "game.hoyle"
    )


@dataclass(slots=True)
class Runs:
    """The runs under way, of each text at most one that decides something, and one that draws."""

    running: dict[tuple[str, bool], asyncio.subprocess.Process] = field(default_factory=dict)

    async def run(
        self,
        uri: str,
        name: str,
        content: str,
        command: Sequence[str],
        budget: float,
        files: Mapping[str, str],
    ) -> Any:
        """What `hoyle COMMAND FILE --json` prints of a text, with other files beside it that the command may name.

        Ends an earlier run of the text of the same kind. Raises NotRun.
        """
        lane = uri, command[0] in DRAWING
        self._end(lane)
        with tempfile.TemporaryDirectory(prefix="hoyle-") as folder:
            path = Path(folder) / _file_name(name)
            path.write_text(content, encoding="utf-8", errors="replace", newline="")
            for other, text in files.items():
                Path(folder, other).write_text(text, encoding="utf-8")
            line = [sys.executable, "-m", "hoyle", command[0], str(path), *command[1:], "--json"]
            pipe = asyncio.subprocess.PIPE
            process = await asyncio.create_subprocess_exec(
                *line, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe, limit=MOST_PRINTED, cwd=folder
            )
            self.running[lane] = process
            try:
                out, err = await asyncio.wait_for(process.communicate(), budget + LONGER)
            except TimeoutError:
                raise NotRun(f"`hoyle {command[0]}` did not end within {budget + LONGER:.0f} seconds") from None
            finally:
                self._ended(lane, process)
        if process.returncode is not None and process.returncode < 0:
            raise NotRun(f"`hoyle {command[0]}` was ended")
        try:
            return json.loads(out)
        except ValueError:
            told = err.decode("utf-8", "replace").strip().splitlines()
            why = next((line for line in told if line.startswith("hoyle: ")), told[-1] if told else "")
            raise NotRun(why.removeprefix("hoyle: ") or f"`hoyle {command[0]}` printed nothing") from None

    def _ended(self, lane: tuple[str, bool], process: asyncio.subprocess.Process) -> None:
        if self.running.get(lane) is process:
            del self.running[lane]
        if process.returncode is None:
            process.kill()

    def end(self, uri: str) -> bool:
        """Ends the runs of a text; was there one?"""
        lanes = [lane for lane in self.running if lane[0] == uri]
        for lane in lanes:
            self._end(lane)
        return bool(lanes)

    def _end(self, lane: tuple[str, bool]) -> None:
        process = self.running.pop(lane, None)
        if process is not None and process.returncode is None:
            process.kill()

    def end_all(self) -> None:
        for lane in tuple(self.running):
            self._end(lane)
