"""How fast every state of a game is reached: by compiled code, by SPIN, by a search in Python, in one session.

`make bench-exploration`, or `python -m bench.exploration [--rounds N]`. The game is bench/shed.hoyle, of which
bench/shed.pml is the same transition system; a ratio is told only where both reach the same number of states by the
same number of moves. Runs take turns; measured is processor time. Machine and marks as in `bench.simulation`.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from bench.simulation import into_page, machine, used
from engine.c.compiled.build import NotBuilt
from engine.c.search.explorer import Counts, explorer
from hoyle.api import load
from spec.ir import nodes as ir
from verify.search.lazy_shuffle import LazyInterpreter
from verify.search.search import every_deal, search

FOLDER = Path(__file__).parent
RULES, MODEL = FOLDER / "shed.hoyle", FOLDER / "shed.pml"
BEGIN, END = "<!-- exploration: written by make bench-exploration -->", "<!-- end of exploration -->"
FLAGS = ("-O3", "-march=native", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DMEMLIM=8000")
SEARCHES = {"depth first": (), "breadth first": ("-DBFS",)}
OPTIONS = ("-E", "-w24", "-m1000")
"""Dead ends are no errors, 2^24 places in the table, the greatest depth."""
TRIAL_HAND = 5
SMALL: dict[str, Any] = {"deck": "A..4 of hearts, spades", "hand_size": 2}
TARGETS = {"spin": 6.0, "bytes": 32.0}
MEGABYTE = 2**20


class Differs(ValueError):
    """Two who explore one game do not count the same."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one run reached, in how much processor time, with how much memory for states."""

    states: int
    transitions: int
    seconds: float
    bytes: float

    @property
    def rate(self) -> float:
        return self.states / self.seconds


@dataclass(slots=True)
class Runs:
    """All runs, by who made them."""

    made: dict[str, list[Told]] = field(default_factory=dict)

    def add(self, who: str, told: Told) -> None:
        self.made.setdefault(who, []).append(told)

    def rate(self, who: str) -> float:
        return median(told.rate for told in self.made[who])

    def ratio(self, who: str, to: str) -> float:
        return median(a.rate / b.rate for a, b in zip(self.made[who], self.made[to], strict=True))


# ------------------------------------------------------------ who explores


def by_hoyle(rules: ir.Game, *, graph: bool) -> tuple[Told, Counts]:
    """Every state, with the graph of all moves or only a shortest play to each; states alike are told apart."""
    made = explorer(rules, alike=False, graph=graph, most_bytes=8 << 30)
    if isinstance(made, NotBuilt):
        sys.exit(f"bench: {made.reason}")
    began = used()
    whole = made.starts() and made.run()
    took, counts = used() - began, made.counts()
    if not whole:
        sys.exit(f"bench: not every state was followed: {made.cut}")
    return Told(counts.states, counts.transitions, took, counts.bytes / counts.states), counts


def by_python(rules: ir.Game) -> Told:
    """The search in Python that `hoyle verify` uses without a compiler, shuffles left open as in compiled code."""
    began = used()
    found = search(LazyInterpreter(rules), every_deal, most_states=10_000_000)
    took = used() - began
    if found.cut:
        sys.exit(f"bench: the search in Python was cut: {found.cut}")
    return Told(len(found.came), 0, took, 0.0)


def spin_programs(into: Path, hand: int) -> dict[str, Path]:
    """SPIN's own programs for the model, compiled as its manual says for speed: exact, one core."""
    subprocess.run(["spin", f"-DHAND={hand}", "-a", str(MODEL)], cwd=into, check=True, capture_output=True)
    made: dict[str, Path] = {}
    for number, (name, flags) in enumerate(SEARCHES.items()):
        made[name] = into / f"pan{number}"
        command = ["gcc", *FLAGS, *flags, "-w", "-o", str(made[name]), str(into / "pan.c")]
        subprocess.run(command, check=True)
    return made


def by_spin(program: Path) -> Told:
    """What SPIN says of itself; its figures for memory are of states and of the table."""
    began = used()
    said = subprocess.run([str(program), *OPTIONS], cwd=program.parent, capture_output=True, text=True, check=True)
    took, text = used() - began, said.stdout
    if "max search depth too small" in text or "errors: 0" not in text or "out of memory" in text:
        sys.exit(f"bench: SPIN did not come through:\n{text}")
    return told_by_spin(text, took)


def told_by_spin(text: str, took: float) -> Told:
    """SPIN's figures as Hoyle counts: without the state before the deal, and, breadth first, those within the deal."""
    numbers = {
        what: int(number)
        for number, what in re.findall(r"^\s*(\d+) (states, stored|states, matched|atomic steps)", text, re.MULTILINE)
    }
    memory = [float(m) for m in re.findall(r"([\d.]+)\s+(?:actual memory usage for states|memory used for hash)", text)]
    within = numbers["atomic steps"] if "nominal states" in text else 0
    stored = numbers["states, stored"] - within - 1
    return Told(stored, stored + numbers["states, matched"], took, sum(memory) * MEGABYTE / stored)


def agree(hoyle: Counts, spin: Told) -> None:
    """Do both count the same? SPIN counts the deals among its transitions, Hoyle only moves."""
    moves = spin.transitions - hoyle.deals
    if (hoyle.states, hoyle.transitions) != (spin.states, moves):
        raise Differs(
            f"Hoyle reaches {hoyle.states:,} states by {hoyle.transitions:,} moves, SPIN {spin.states:,} by {moves:,}"
        )


def same_states(compiled: Told, plain: Told) -> None:
    """Do compiled code and Python reach as many states?"""
    if compiled.states != plain.states:
        raise Differs(f"compiled code reaches {compiled.states:,} states, the search in Python {plain.states:,}")


# ------------------------------------------------------------ the session


def session(rounds: int, hand: int) -> tuple[Runs, Counts]:
    """All runs, in turn. Which of SPIN's searches is the faster is asked of it once, of hands of five cards."""
    rules, small = load(RULES, hand_size=hand).rules, load(RULES, **SMALL).rules
    runs, counts = Runs(), None
    with tempfile.TemporaryDirectory() as folder:
        name, spin = faster_spin(Path(folder), hand) if spin_is_there() else ("", None)
        for number in range(rounds):
            told, counts = by_hoyle(rules, graph=False)
            runs.add("hoyle", told)
            if spin is not None:
                told = by_spin(spin)
                agree(counts, told)
                runs.add(f"SPIN, {name}", told)
            runs.add("hoyle with its graph", by_hoyle(rules, graph=True)[0])
            compiled, plain = by_hoyle(small, graph=True)[0], by_python(small)
            same_states(compiled, plain)
            runs.add("hoyle, small", compiled)
            runs.add("python, small", plain)
            print(f"round {number + 1} of {rounds}", file=sys.stderr)
    assert counts is not None
    return runs, counts


def faster_spin(folder: Path, hand: int) -> tuple[str, Path]:
    """SPIN's faster search and its program."""
    trials = {name: by_spin(program).rate for name, program in spin_programs(folder, TRIAL_HAND).items()}
    name = max(trials, key=lambda one: trials[one])
    return name, spin_programs(folder, hand)[name]


def spin_is_there() -> bool:
    return shutil.which("spin") is not None and shutil.which("gcc") is not None


def _met(value: float, target: float, least: bool) -> str:
    met = value >= target if least else value <= target
    return f" (target {target:g}: {'met' if met else 'not met'})"


def lines_of(runs: Runs, counts: Counts, rounds: int) -> Iterator[str]:
    """The table, line by line, as Markdown."""
    yield BEGIN
    yield ""
    yield (
        f"{RULES.name}: {counts.states:,} states, {counts.transitions:,} moves, {counts.roots:,} deals. "
        f"Medians of {rounds} interleaved rounds, in processor time. Machine: {machine()}."
    )
    yield ""
    yield "| who | states/s | bytes a state | Hoyle's rate to it |"
    yield "|---|---|---|---|"
    for who, made in runs.made.items():
        ratio, size, small = "", f"{median(t.bytes for t in made):.1f}", who.endswith("small")
        if who == "hoyle":
            size += _met(made[0].bytes, TARGETS["bytes"], least=False)
        elif who.startswith("SPIN"):
            value = runs.ratio("hoyle", who)
            ratio = f"{value:.2f}" + _met(value, TARGETS["spin"], least=True)
        elif who.startswith("python"):
            ratio, size = f"{runs.ratio('hoyle, small', who):,.0f}", ""
        yield f"| {who} | {runs.rate(who):,.0f} | {'' if small else size} | {ratio} |"
    yield ""
    if not any("SPIN" in who for who in runs.made):
        yield "SPIN was not measured: `spin` and `gcc` are not both installed here (Debian package `spin`)."
        yield ""
    yield END


def main() -> int:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--hand", type=int, default=5, choices=range(1, 6), help="cards in a hand")
    parser.add_argument("--no-page", action="store_true", help="print the table only")
    args = parser.parse_args()
    try:
        runs, counts = session(args.rounds, args.hand)
    except Differs as why:
        sys.exit(f"bench: no ratio is told, since the counts differ: {why}")
    made = "\n".join(lines_of(runs, counts, args.rounds))
    print(made)
    if not args.no_page:
        into_page(made, BEGIN, END)
    return 0


if __name__ == "__main__":
    sys.exit(main())
