"""The processes behind a page: its session, and one run; both are ended where they take too long, and begun anew.

Leaves what they answer to `hoyle.studio.worker`, and who may ask to the application.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

Send = Callable[[dict[str, Any]], Awaitable[None]]
Lane = Literal["session", "run"]

SESSION_SECONDS = 20.0
"""So long may a session take for one answer."""
RUN_SECONDS = 600.0
"""So long may a run take that has no budget of its own."""
LONGER = 30.0
"""So much longer than its budget."""
PATIENCE = 20.0
"""Seconds in which a run that is stopped tells what it has found; whoever stops it again need not wait."""
MOST_WAITING = 500
LOADING_SECONDS = 60.0
LONGEST_LINE = 64 * 1024 * 1024


class Worker:
    """A process that answers in lines of JSON."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._unheard = 0
        self._loading: asyncio.Future[dict[str, Any] | None] | None = None

    @staticmethod
    async def begin(lane: Lane) -> Worker:
        """A new process, of a group of its own."""
        command = (sys.executable, "-P", "-m", "hoyle.studio.worker", lane)
        pipe = asyncio.subprocess.PIPE
        return Worker(
            await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, limit=LONGEST_LINE, start_new_session=os.name == "posix"
            )
        )

    async def tell(self, message: Any) -> None:
        """Hands a message over. One that has ended already is found out by its silence."""
        assert self.process.stdin is not None
        with suppress(ConnectionError):
            self.process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            await self.process.stdin.drain()

    async def practise(self, message: Any) -> None:
        """Has it work on what it will probably be told first; nobody hears the answer."""
        self._unheard += 1
        await self.tell(message)

    async def hear(self, seconds: float) -> dict[str, Any] | None:
        """The next message that somebody waits for; None where the process has ended. Raises TimeoutError."""
        assert self.process.stdout is not None
        while True:
            try:
                line = await asyncio.wait_for(self.process.stdout.readline(), seconds)
            except ValueError:  # a line of more than the limit
                return None
            if not line.endswith(b"\n"):
                return None
            if not self._unheard:
                found: dict[str, Any] = json.loads(line)
                return found
            self._unheard -= 1

    async def is_ready(self) -> bool:
        """Waits until it has loaded all that it needs; no where it ended before."""
        if self._loading is None:
            self._loading = asyncio.ensure_future(self.hear(LOADING_SECONDS))
        try:
            return await asyncio.shield(self._loading) is not None
        except TimeoutError:
            return False

    def interrupt(self) -> None:
        """Has a run tell what it has found, and end."""
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)

    def end(self) -> None:
        """Ends it at once, with all that it has begun."""
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            self.process.kill()


@dataclass(slots=True)
class Workers:
    """All processes of a server; of each kind one waits, so that nobody waits for it."""

    first: Any = None
    """What a page will probably ask first; the first session works on it while the browser starts."""
    spare: dict[Lane, Worker] = field(default_factory=dict)
    at_work: set[Worker] = field(default_factory=set)
    _making: dict[Lane, asyncio.Task[None]] = field(default_factory=dict)
    proving: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    closed: bool = False

    async def take(self, lane: Lane) -> Worker:
        """A process to work with."""
        worker = self.spare.pop(lane, None)
        if worker is None or worker.process.returncode is not None:
            worker = await Worker.begin(lane)
        self.at_work.add(worker)
        self.begin(lane)
        try:
            await worker.is_ready()
        except BaseException:
            self.give_up(worker)  # whoever was to have it has left meanwhile
            raise
        return worker

    def begin(self, lane: Lane) -> None:
        """Has one process wait, without waiting for it."""
        if lane not in self._making:
            self._making[lane] = asyncio.create_task(self.prepare(lane))

    async def prepare(self, lane: Lane) -> None:
        """Has one process wait, and no second one."""
        try:
            if lane not in self.spare and not self.closed:
                worker = self.spare[lane] = await Worker.begin(lane)
                ready = await worker.is_ready()
                if ready and lane == "session" and self.first is not None and self.spare.get(lane) is worker:
                    first, self.first = self.first, None
                    await worker.practise(first)
        finally:
            self._making.pop(lane, None)

    def give_up(self, worker: Worker) -> None:
        """Ends a process."""
        self.at_work.discard(worker)
        worker.end()

    def close(self) -> None:
        """Ends all processes."""
        self.closed = True
        for worker in (*self.at_work, *self.spare.values()):
            worker.end()


class SessionLane:
    """The session of one page: questions are answered in their order, or refused where the process had to be ended."""

    def __init__(self, workers: Workers, send: Send, seconds: float = SESSION_SECONDS) -> None:
        self._workers, self._send, self._seconds = workers, send, seconds
        self._waiting: deque[tuple[object, Any]] = deque()
        self._more = asyncio.Event()

    def ask(self, number: object, question: Any) -> None:
        """Notes a question; of a page that asks without waiting for answers, not more than so many."""
        if len(self._waiting) >= MOST_WAITING:
            return
        self._waiting.append((number, question))
        self._more.set()

    async def work(self) -> None:
        """Answers, until it is cancelled."""
        worker: Worker | None = None
        try:
            while True:
                await self._more.wait()
                self._more.clear()
                while self._waiting:
                    number, question = self._waiting.popleft()
                    worker = worker or await self._workers.take("session")
                    why = await self._answered(worker, number, question)
                    if why:
                        self._workers.give_up(worker)
                        worker = None
                        await self._ended(number, why)
        finally:
            if worker is not None:
                self._workers.give_up(worker)

    async def _answered(self, worker: Worker, number: object, question: Any) -> str:
        """Answers one question; says why the process has to be ended, or ''."""
        await worker.tell(question)
        try:
            answer = await worker.hear(self._seconds)
        except TimeoutError:
            return f"Hoyle took longer than {self._seconds:.0f} seconds for this text, and was ended"
        if answer is None:
            return "Hoyle's process ended unexpectedly (out of memory?)"
        await self._send({"lane": "session", "id": number, "answer": answer})
        return ""

    async def _ended(self, number: object, why: str) -> None:
        """Refuses what was asked, and all that waits: a new process knows nothing of it."""
        numbers = [number, *(n for n, _ in self._waiting)]
        self._waiting.clear()
        for one in numbers:
            await self._send({"lane": "session", "id": one, "answer": {"kind": "refused", "why": why}})
        await self._send({"lane": "session", "id": None, "event": {"kind": "ended", "why": why}})


class RunLane:
    """The run of one page: one order at a time, in a process that ends with it."""

    def __init__(self, workers: Workers, send: Send) -> None:
        self._workers, self._send = workers, send
        self._task: asyncio.Task[None] | None = None
        self._worker: Worker | None = None
        self._stopping: asyncio.TimerHandle | None = None
        self._number: object = None

    def start(self, number: object, order: Any) -> None:
        """Begins an order; one that goes on is ended."""
        self.end()
        self._number = number
        self._task = asyncio.create_task(self._carry_out(number, order))

    async def stop(self) -> None:
        """Has the run tell what it has found, and end; stopped again, it ends at once."""
        if self._worker is not None and self._stopping is not None:
            self._worker.end()
        elif self._worker is not None:
            self._worker.interrupt()
            self._stopping = asyncio.get_running_loop().call_later(PATIENCE, self._worker.end)
        elif self._task is not None and not self._task.done():
            self.end()
            event = {"kind": "ended", "why": "stopped before it began"}
            await self._send({"lane": "run", "id": self._number, "event": event})

    def end(self) -> None:
        """Ends the run at once."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _carry_out(self, number: object, order: Any) -> None:
        async def tell(event: dict[str, Any]) -> None:
            await self._send({"lane": "run", "id": number, "event": event})

        if self._workers.proving.locked():
            await tell({"kind": "doing", "words": "another page of this studio is at work; this one is next"})
        async with self._workers.proving:
            worker = self._worker = await self._workers.take("run")
            try:
                await worker.tell(order)
                await self._heard(worker, _seconds(order), tell)
            finally:
                if self._stopping is not None:
                    self._stopping.cancel()
                self._worker = self._stopping = None
                self._workers.give_up(worker)

    @staticmethod
    async def _heard(worker: Worker, seconds: float, tell: Send) -> None:
        """Passes events on, up to the last; says why where there is none."""
        end = asyncio.get_running_loop().time() + seconds
        while True:
            try:
                event = await worker.hear(max(0.0, end - asyncio.get_running_loop().time()))
            except TimeoutError:
                await tell({"kind": "ended", "why": f"it took longer than {seconds:.0f} seconds, and was ended"})
                return
            if event is None:
                await tell({"kind": "ended", "why": "the process was ended; what was found until then stands"})
                return
            await tell(event)
            if event.get("kind") in LAST:
                return


LAST = ("verified", "asked", "counted", "exported", "failed", "ended")
"""The events that end a run."""


def _seconds(order: Any) -> float:
    """How long an order may take."""
    told = order.get("seconds") if isinstance(order, dict) else None
    return min(float(told), 24 * 3600.0) + LONGER if isinstance(told, int | float) and told > 0 else RUN_SECONDS
