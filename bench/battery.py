"""Are the numbers that play draws like random ones? A published battery, dieharder, judges them as they are drawn.

`make luck-battery`, or `python -m bench.battery [GAME ...]`; dieharder is a package of Debian. Compiled code plays
random games and hands on every 64-bit number that it draws, from whichever stream: shuffles, picks and the choices of
each seat, by turns. Runs are of games in turn (as `hoyle simulate` plays them) and of seeds in turn (as `Batch` does).
`--without-domains` plants a fault: all streams of a game begin alike, and the battery must see it.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from engine.c.compiled.build import FLAGS, find_compiler
from engine.c.compiled.code import code_of
from hoyle.api import load

NAMES = ("leduc_poker", "hearts", "crazy_eights")
TESTS = (0, 1, 8, 10, 12, 15, 16, 100, 101, 204)
"""Birthdays, overlapping permutations, bits counted, parking, spheres, runs, craps, one bit, runs of bits, and bytes
far apart: those of dieharder that are held good and take seconds each."""
OLD = "static inline UNUSED u64 next_of(u64 *state) { return mix(*state += GOLDEN); }"
TELLING = """#include <stdio.h>
static inline UNUSED u64 next_of(u64 *state) {
  u64 number = mix(*state += GOLDEN);
  if (fwrite(&number, sizeof number, 1, stdout) != 1) exit(0);
  return number;
}"""
SEEDS_IN_TURN = {"derive(seed, DOMAIN_GAME, (u64)i)": "seed + (u64)i"}
WITHOUT_DOMAINS = {"seed + (domain << 56) * STRIDE + number * STRIDE": "seed"}


@dataclass(frozen=True, slots=True)
class Judged:
    """What a test says of a run of numbers."""

    source: str
    test: str
    number: int
    p: float
    verdict: str


def program(name: str, spoil: dict[str, str], folder: Path, *more: str) -> Path:
    """A program that plays random games, and writes the numbers that it draws; `more` flags for the compiler."""
    compiler = find_compiler()
    if compiler is None:
        raise SystemExit("the battery needs a C compiler, and none was found")
    text = code_of(load(name).rules).text
    for old, new in {OLD: TELLING, **spoil}.items():
        if old not in text:
            raise SystemExit(f"the compiled code of {name} has no `{old}`: what draws numbers was changed")
        text = text.replace(old, new)
    source, made = folder / f"{name}.c", folder / name
    source.write_text(text, encoding="utf-8")
    flags = [flag for flag in FLAGS if flag not in ("-shared", "-fPIC")]
    subprocess.run([compiler.path, *flags, *more, "-w", "-DHOYLE_MAIN", "-o", str(made), str(source)], check=True)
    return made


def judged(source: str, playing: Path, test: int, seed: int) -> list[Judged]:
    """The verdicts of one test of dieharder."""
    games = subprocess.Popen([str(playing), str(10**12), str(seed)], stdout=subprocess.PIPE)
    command = ["dieharder", "-g", "200", "-d", str(test), "-D", "test_name", "-D", "ntuple", "-D", "pvalues"]
    told = subprocess.run(
        [*command, "-D", "assessment", "-c", "|"], stdin=games.stdout, capture_output=True, text=True, check=True
    ).stdout
    assert games.stdout is not None
    games.stdout.close()
    games.terminate()
    games.wait()
    found = []
    for line in told.splitlines():
        name, number, p, verdict = (word.strip() for word in line.split("|"))
        found.append(Judged(source, name, int(number), float(p), verdict))
    if not found:
        raise SystemExit(f"dieharder tells nothing of test {test}: {told}")
    return found


def main() -> int:
    """Prints what is not passed and how many are; 1 where a test fails, or is weak twice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=NAMES, help="whose numbers; those of three unless told")
    parser.add_argument("--tests", type=int, nargs="+", default=TESTS, help="dieharder's numbers of the tests")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the runs (1 unless told)")
    parser.add_argument("--without-domains", action="store_true", help="plant a fault that the battery must see")
    options = parser.parse_args()
    if shutil.which("dieharder") is None:
        print("dieharder is not installed: apt-get install dieharder", file=sys.stderr)
        return 2
    spoil = WITHOUT_DOMAINS if options.without_domains else {}
    passed, doubtful = 0, list[Judged]()
    with tempfile.TemporaryDirectory() as place:
        for name in options.games:
            for words, change in (("games in turn", {}), ("seeds in turn", SEEDS_IN_TURN)):
                playing = program(name, {**change, **spoil}, Path(place))
                for test in options.tests:
                    found = judged(f"{name}, {words}", playing, test, options.seed)
                    weak = [one for one in found if one.verdict == "WEAK"]
                    again = judged(f"{name}, {words}, again", playing, test, options.seed + 1) if weak else []
                    for one in (*found, *again):
                        print(f"{one.source}: {one.test} {one.number}, p = {one.p:.4f}, {one.verdict}", flush=True)
                    passed += sum(one.verdict == "PASSED" for one in found)
                    doubtful += [one for one in found if one.verdict == "FAILED"]
                    doubtful += [one for one in again if one.verdict != "PASSED"]
    print(f"{passed} passed; failed, or weak again: {len(doubtful)}")
    return 1 if doubtful else 0


if __name__ == "__main__":
    sys.exit(main())
