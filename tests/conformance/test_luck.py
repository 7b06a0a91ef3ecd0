"""A seed is the same luck in every exported engine, also where numbers are refused."""

import json
import shutil
import subprocess

import pytest

from engine.chance import Seeded
from engine.export.python_library import luck as python_luck
from tests.conformance.harness import rules
from tests.engine.refused import REFUSED, following, seed_with
from tests.export_c.test_c import written
from tests.export_js.test_javascript import exported

SEEDS = [*range(5), seed_with(REFUSED, 1), seed_with(REFUSED, 2), *(following(place) for place in range(1, 6))]
CARDS, SIZES = 52, (2, 3, 1, 1000, 1 << 40)
C_PROGRAM = """#include "game.c"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    uint64_t seed = strtoull(argv[i], NULL, 10), sizes[] = {2, 3, 1, 1000, (uint64_t)1 << 40};
    u8 pile[PILE] = {52};
    for (int k = 0; k < 52; k++) pile[k + 1] = (u8)k;
    seeded_shuffle(&seed, pile);
    for (int k = 0; k < 52; k++) printf("%d ", pile[k + 1]);
    for (int k = 0; k < 5; k++) printf("%llu ", (unsigned long long)game_random(&seed, sizes[k]));
    printf("\\n");
  }
}
"""
JAVASCRIPT = """import { Luck } from "./game.mjs";
const told = process.argv.slice(2).map((seed) => {
  const luck = new Luck(BigInt(seed));
  return [...luck.shuffle([...Array(52).keys()]), ...[2, 3, 1, 1000, 2 ** 40].map((n) => luck.pick(n))];
});
console.log(JSON.stringify(told));
"""


def by_interpreter(seed: int) -> list[int]:
    luck = Seeded(seed)
    return [*luck.shuffle(tuple(range(CARDS))), *map(luck.pick, SIZES)]


def by_python(seed: int) -> list[int]:
    luck, cards = python_luck.Luck(seed), list(range(CARDS))
    luck.shuffle(cards)
    return [*cards, *map(luck.pick, SIZES)]


def by_c(folder, spoil: tuple[str, str] = ("", "")) -> list[list[int]]:
    written(rules("hearts"), folder, spoil)
    (folder / "luck.c").write_text(C_PROGRAM, encoding="utf-8")
    subprocess.run(["gcc", "-Wall", "-Werror", "-Wno-unused-function", "-o", "luck", "luck.c"], cwd=folder, check=True)
    told = subprocess.run([folder / "luck", *map(str, SEEDS)], capture_output=True, text=True, check=True).stdout
    return [[int(word) for word in line.split()] for line in told.splitlines()]


def by_javascript(folder, spoil: tuple[str, str] = ("", "")) -> list[list[int]]:
    node, _ = exported(rules("hearts"), folder, spoil)
    (folder / "luck.mjs").write_text(JAVASCRIPT, encoding="utf-8")
    command = [node, str(folder / "luck.mjs"), *map(str, SEEDS)]
    found: list[list[int]] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return found


EXPECTED = [by_interpreter(seed) for seed in SEEDS]
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def test_python():
    assert [by_python(seed) for seed in SEEDS] == EXPECTED


@needs_gcc
def test_c(tmp_path):
    assert by_c(tmp_path) == EXPECTED


@needs_node
def test_javascript(tmp_path):
    assert by_javascript(tmp_path) == EXPECTED


def test_what_is_never_refused_is_noticed_in_python(monkeypatch):
    # The groups of a shuffle are kept from before.
    by_python(1)
    monkeypatch.setattr(python_luck, "prod", lambda sizes: 1)
    assert [by_python(seed) for seed in SEEDS] != EXPECTED


@needs_gcc
def test_what_is_never_refused_is_noticed_in_c(tmp_path):
    assert by_c(tmp_path, ("return number * outcomes >= ", "return 1 || number * outcomes >= ")) != EXPECTED


@needs_node
def test_what_is_never_refused_is_noticed_in_javascript(tmp_path):
    assert by_javascript(tmp_path, ("number >= (Luck.#MASK + 1n) % product ?", "number >= 0n ?")) != EXPECTED
