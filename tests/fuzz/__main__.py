"""`python -m tests.fuzz`: hostile texts through `check`, and changed rule files through every command.

What is amiss is written into a folder, one file each with the text; a run that is begun again there goes on.
"""

import argparse
import gc
import hashlib
import json
import mmap
import os
import resource
import signal
import struct
import sys
import tempfile
import time
import traceback
from collections import Counter
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

from hoyle.commands.index import COMMANDS
from hoyle.terminal.render import render, to_json
from spec.diagnostics.diagnostic import has_errors
from spec.lower.game import lower_file
from spec.text.parse import parse
from spec.text.source import Text
from tests.fuzz.changes import clean
from tests.fuzz.commands import SOON, Finding, Trial
from tests.fuzz.texts import corpus, hostile
from tests.fuzz.watch import MEMORY

STRETCH = 2_000
"""So many texts are read by one process before the next one takes over."""


def options(words: list[str] | None) -> argparse.Namespace:
    made = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    made.add_argument("--texts", type=int, default=200_000, metavar="N", help="hostile texts (200000)")
    made.add_argument(
        "--mutants", type=int, default=500, metavar="N", help="changed rule files that are in order (500)"
    )
    made.add_argument("--seed", type=int, default=1, metavar="S")
    made.add_argument(
        "--out", type=Path, default=Path("fuzz-findings"), metavar="DIR", help="where findings go, and how far it came"
    )
    made.add_argument("--only", default="", metavar="COMMANDS", help="for mutants: such as check,verify,export")
    made.add_argument("--slack", type=float, default=1.0, metavar="X", help="allow X times as long, on a busy machine")
    made.add_argument("--text", type=int, metavar="N", help="print hostile text N and leave")
    made.add_argument("--mutant", type=int, metavar="N", help="print mutant N and leave")
    return made.parse_args(words)


class Run:
    """One run: how far it came, and what it found."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.out: Path = args.out
        self.out.mkdir(parents=True, exist_ok=True)
        self.state = {"seed": args.seed, "texts": 0, "mutants": 0, "seconds": 0.0, "commands": {}}
        self.counts: Counter[str] = Counter()
        path = self.out / "state.json"
        if path.exists() and json.loads(path.read_text())["seed"] == args.seed:
            self.state = json.loads(path.read_text())

    def note(self, finding: Finding, text: str, name: str) -> None:
        self.counts[f"{finding.kind} ({finding.command})"] += 1
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        kind = f"{finding.kind}-{finding.command}".replace(" ", "_")
        path = self.out / f"{kind}-{name}-{digest}"
        path.with_suffix(".hoyle").write_bytes(text.encode("utf-8", "surrogatepass"))
        path.with_suffix(".txt").write_text(
            f"{name}: {finding.kind} in {finding.command}\n{finding.told}\n",
            encoding="utf-8",
            errors="backslashreplace",
        )
        print(f"{name}: {finding.kind} in {finding.command}: {finding.told.strip().splitlines()[-1:]}", flush=True)

    def save(self) -> None:
        (self.out / "state.json").write_text(json.dumps(self.state), encoding="utf-8")

    # ------------------------------------------------------------ texts

    def texts(self) -> None:
        """Reads every text in processes that are ended where one text takes too long."""
        shared = mmap.mmap(-1, 16)
        while self.state["texts"] < self.args.texts:
            first = self.state["texts"]
            last = min(first + STRETCH, self.args.texts)
            done, why = self._stretch(first, last, shared)
            if why:
                self.note(
                    Finding(why, "check", f"text {done} of seed {self.args.seed}"),
                    hostile(self.args.seed, done),
                    f"text{done}",
                )
                done += 1
            self.state["texts"] = done
            self.save()

    def _stretch(self, first: int, last: int, shared: mmap.mmap) -> tuple[int, str]:
        """How far one process came, and why no further."""
        shared[:] = struct.pack("qd", first, time.monotonic())
        pid = os.fork()
        if pid == 0:
            self._read(first, last, shared)
        while True:
            done, status = os.waitpid(pid, os.WNOHANG)
            at, since = struct.unpack("qd", shared[:])
            if done:
                return (last, "") if status == 0 else (at, f"ended by {os.waitstatus_to_exitcode(status)}")
            if time.monotonic() - since > SOON * self.args.slack:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                return at, "overrun"
            time.sleep(0.05)

    def _read(self, first: int, last: int, shared: mmap.mmap) -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        for number in range(first, last):
            shared[:] = struct.pack("qd", number, time.monotonic())
            text = hostile(self.args.seed, number)
            try:
                checked(text)
            except BaseException:
                self.note(Finding("traceback", "check", traceback.format_exc()[-3000:]), text, f"text{number}")
        sys.stdout.flush()
        os._exit(0)

    # ------------------------------------------------------------ mutants

    def mutants(self) -> None:
        """Puts every changed rule file through every command."""
        only = tuple(word for word in self.args.only.split(",") if word)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            own = {"XDG_CACHE_HOME": str(folder / "cache"), "COLUMNS": "120", "HOYLE_DEBUG": "1"}
            with patch.dict(os.environ, own):
                while self.state["mutants"] < self.args.mutants:
                    self.mutant(self.state["mutants"], folder, only)
                    self.save()

    def mutant(self, number: int, folder: Path, only: tuple[str, ...]) -> None:
        """Puts one changed rule file through the commands."""
        text = clean(self.args.seed, number)
        path = folder / "mutant.hoyle"
        path.write_text(text, encoding="utf-8")
        trial = Trial(path, folder, only, self.args.slack)
        for finding in trial.findings(deeper=number % 20 == 0):
            self.note(finding, text, f"mutant{number}")
        for command, seconds in trial.seconds.items():
            self.state["commands"][command] = self.state["commands"].get(command, 0.0) + seconds
        self.state["mutants"] = number + 1


def checked(text: str) -> None:
    """What `check` does with a text; raises where something is amiss."""
    file, found = parse(text)
    game, more = lower_file(file)
    every = (*found, *more)
    assert game is not None or has_errors(every), "no game, and no error"
    assert render(every, Text("any", text)) or not every
    assert to_json(every, Text("any", text))


def main(words: list[str] | None = None) -> int:
    args = options(words)
    if args.text is not None or args.mutant is not None:
        text = hostile(args.seed, args.text) if args.text is not None else clean(args.seed, args.mutant)
        sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass"))
        return 0
    run, began = Run(args), time.monotonic()
    # Everything is loaded once, before processes are forked.
    for command in COMMANDS:
        import_module(f"hoyle.commands.{command}")
    checked(corpus()[0])
    gc.freeze()
    try:
        run.texts()
        run.mutants()
    finally:
        run.state["seconds"] += time.monotonic() - began
        run.save()
    print(f"{run.state['texts']:,} texts and {run.state['mutants']:,} mutants in {run.state['seconds']:,.0f} s")
    for command, seconds in run.state["commands"].items():
        print(f"  {command}: {seconds / max(1, run.state['mutants']):.2f} s each")
    for kind, times in sorted(run.counts.items()):
        print(f"{times:6} {kind}")
    return 1 if run.counts or any(run.out.glob("*.txt")) else 0


if __name__ == "__main__":
    sys.exit(main())
