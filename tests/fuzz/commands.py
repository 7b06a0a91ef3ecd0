"""Puts a rule file that is in order through every command, and tells what is amiss."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hoyle.commands.cli import main
from tests.fuzz.watch import Ran, forked

TARGETS = ("python", "c", "js", "web", "openspiel", "pettingzoo", "vectors")
BUDGET = 1.0
SUITE = 20.0
"""The budget in which the games of a conformance suite are chosen."""
SOON = 10.0
"""Commands without a budget end in so many seconds (compilers have their own)."""
COMPILED = 60.0
MEMORY = 2 * 2**30
SAID = ("Traceback (most recent call last)", "Hoyle's own", "Exception ignored", "RecursionError", "MemoryError")


@dataclass(frozen=True)
class Finding:
    """What is amiss: of which kind, in which command, and what it said."""

    kind: str
    command: str
    told: str


class Trial:
    """One rule file, its folder, and the commands that it goes through."""

    def __init__(self, path: Path, folder: Path, only: tuple[str, ...] = (), slack: float = 1.0) -> None:
        self.path, self.folder, self.only, self.slack = path, folder, only, slack
        self.seconds: dict[str, float] = {}
        self.figures: dict[str, dict[str, object]] = {}

    def findings(self, deeper: bool) -> Iterator[Finding]:
        """Everything that is amiss; `deeper` holds exported engines against the interpreter, too."""
        game, budget = str(self.path), f"{BUDGET:g}"
        play = ("simulate", game, "--games", "30", "--most-moves", "300", "--seed", "1", "--json", "--engine")
        bound = BUDGET + max(2.0, BUDGET / 10)
        yield from self._run("check", ("check", game), SOON)
        yield from self._run("fmt", ("fmt", "--diff", game), SOON)
        yield from self._run("interpreter", (*play, "interpreter"), SOON)
        yield from self._run("native", (*play, "native"), COMPILED)
        yield from self._same_figures()
        yield from self._run("verify", ("verify", game, "--budget", budget, "--games", "30", "--no-cache"), bound)
        ambiguities = ("ambiguities", game, "--budget", budget, "--games", "10", "--jobs", "1", "--no-cache")
        yield from self._run("ambiguities", ambiguities, bound)
        yield from self._run("rulebook", ("rulebook", game), SOON)
        yield from self._run("trace", ("trace", game), SOON)
        for target in TARGETS:
            to = self.folder / target
            shutil.rmtree(to, ignore_errors=True)
            words = ("export", game, "--to", target, "--out", str(to), "--games", "10", "--force")
            if target == "vectors":
                yield from self._run("export vectors", (*words, "--budget", f"{SUITE:g}"), SUITE + max(2.0, SUITE / 10))
            else:
                yield from self._run(f"export {target}", words, COMPILED)
        if deeper:
            yield from self._held()

    def _run(self, name: str, words: tuple[str, ...], limit: float) -> Iterator[Finding]:
        """Runs a command; one that is late has a second chance, since the machine may have been busy."""
        if self.only and name.split(maxsplit=1)[0] not in self.only:
            return
        ran = self._once(words, limit)
        if _spent(ran, words) > limit * self.slack:
            ran = self._once(words, limit)
        self.seconds[name] = self.seconds.get(name, 0.0) + ran.seconds
        told = ran.err[-3000:]
        if ran.late or _spent(ran, words) > limit * self.slack:
            yield Finding("overrun", name, f"{_spent(ran, words):.1f} s where {limit:g} s are allowed\n{told}")
        elif ran.code not in (0, 1, 3) and not (ran.code == 2 and name.startswith("export")):
            yield Finding("exit code", name, f"{ran.code}\n{told}")
        if any(words in ran.err or words in ran.out for words in SAID):
            yield Finding("traceback", name, told)
        if ran.memory > MEMORY:
            yield Finding("memory", name, f"{ran.memory / 2**20:.0f} MiB")
        if name in ("interpreter", "native") and ran.out.startswith("{"):
            self.figures[name] = json.loads(ran.out)
            if "failed:" in ran.err:
                yield Finding("does not compile", name, told)

    def _once(self, words: tuple[str, ...], limit: float) -> Ran:
        # What runs over is let go on a little, so that it is told by how much.
        return forked(lambda: main(words), limit * self.slack * 3 + 5, self.folder)

    def _same_figures(self) -> Iterator[Finding]:
        if len(self.figures) < 2:
            return
        one, other = (
            {key: value for key, value in self.figures[engine].items() if key not in LEFT_OUT}
            for engine in ("interpreter", "native")
        )
        wrong = [f"{key}: {one[key]} and {other.get(key)}" for key in one if one[key] != other.get(key)]
        if wrong:
            yield Finding("engines differ", "simulate", "\n".join(wrong)[:3000])

    def _held(self) -> Iterator[Finding]:
        """The exported engines against the conformance suite that the interpreter made."""
        suite = next((self.folder / "vectors").glob("*.jsonl"), None)
        if suite is None:
            return
        for target, program in (("c", self._c_program()), ("js", self._js_program())):
            if program:
                ran = self._once(("conform", "--vectors", str(suite), "--", *program), COMPILED)
                if ran.code != 0:
                    yield Finding("engines differ", f"conform {target}", (ran.out + ran.err)[-3000:])

    def _c_program(self) -> tuple[str, ...]:
        folder = self.folder / "c"
        sources = [p.name for p in folder.glob("*.c") if p.name != "main.c"]
        if not sources or shutil.which("cc") is None:
            return ()
        command = ["cc", "-std=c11", "-O1", "-o", "answers", *sources]
        made = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
        return (str(folder / "answers"),) if made.returncode == 0 else ("false",)

    def _js_program(self) -> tuple[str, ...]:
        path = self.folder / "js" / "conform.mjs"
        node = shutil.which("node")
        return (node, str(path)) if node and path.exists() else ()


def _spent(ran: Ran, words: tuple[str, ...]) -> float:
    """The seconds that count: by the clock where a budget is to be kept, else of work."""
    return ran.seconds if "--budget" in words else ran.work


LEFT_OUT = ("engine", "seconds", "games_per_second", "decisions_per_second", "reproduce")
