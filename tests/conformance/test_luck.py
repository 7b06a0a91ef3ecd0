"""A seed is the same luck in every exported engine, also where numbers are refused."""

import json
import shutil
import subprocess
from dataclasses import replace

import pytest

from engine.luck.chance import Seeded
from engine.luck.streams import Domain, Stream, derive
from engine.python.library import luck as python_luck
from tests.engine.games import DECK, GAME, POINTS
from tests.engine.refused import seed_refused
from tests.export_c.test_c import written
from tests.export_js.test_javascript import exported

SEEDS = [
    *range(5),
    (1 << 64) - 1,
    1 << 63,
    *(seed_refused(place, Domain.SHUFFLE) for place in range(1, 6)),
    *(seed_refused(1, Domain.PICK, number) for number in range(1, 6)),
    *(seed_refused(place, Domain.CHOICE, 1) for place in (1, 2)),
]
SIZES = (2, 3, 1, 1000, 1 << 40)
SHUFFLED = (52, 0, 1, 2, 16, 17, 33, 64, 104, 128)
"""So many cards are shuffled, one shuffle after the other. A late shuffle and one that draws nothing are among them."""
LARGE = replace(
    GAME,
    deck=tuple(replace(DECK[i % 8], copy=i // 8) for i in range(128)),
    tables=(replace(POINTS, values=tuple(POINTS.values[i % 8] for i in range(128))),),
)
"""A game of as many cards as are held."""
NUMBERED = (0, 1, (1 << 56) - 1)
C_PROGRAM = """#include "game.c"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    uint64_t luck = strtoull(argv[i], NULL, 10), sizes[] = {2, 3, 1, 1000, (uint64_t)1 << 40};
    uint64_t chooser = game_derive(luck, GAME_DOMAIN_CHOICE, 1), numbers[] = {0, 1, ((uint64_t)1 << 56) - 1};
    u8 pile[PILE];
    int shuffled[] = {52, 0, 1, 2, 16, 17, 33, 64, 104, 128};
    for (int domain = GAME_DOMAIN_RUN; domain <= GAME_DOMAIN_CHOICE; domain++)
      for (int k = 0; k < 3; k++) {
        uint64_t part = game_derive(luck, (game_domain)domain, numbers[k]);
        printf("%llu ", (unsigned long long)part);
      }
    for (int k = 0; k < 5; k++) printf("%llu ", (unsigned long long)game_random(&chooser, sizes[k]));
    for (int n = 0; n < 10; n++) {
      pile[0] = (u8)shuffled[n];
      for (int k = 0; k < shuffled[n]; k++) pile[k + 1] = (u8)k;
      seeded_shuffle(&luck, pile);
      for (int k = 0; k < shuffled[n]; k++) printf("%d ", pile[k + 1]);
    }
    for (int k = 0; k < 5; k++) {
      uint64_t stream = asked_of(&luck, GAME_DOMAIN_PICK);
      printf("%llu ", (unsigned long long)game_random(&stream, sizes[k]));
    }
    printf("\\n");
  }
}
"""
JAVASCRIPT = """import { Luck, Stream } from "./game.mjs";
const sizes = [2, 3, 1, 1000, 2 ** 40];
const told = process.argv.slice(2).map((seed) => {
  const luck = new Luck(BigInt(seed));
  const chooser = new Stream(BigInt(seed), Stream.CHOICE, 1);
  const domains = [Stream.GAME, Stream.SHUFFLE, Stream.PICK, Stream.CHOICE];
  const numbers = [0n, 1n, (1n << 56n) - 1n];
  const parts = domains.flatMap((domain) => numbers.map((n) => Stream.derive(BigInt(seed), domain, n)));
  const chosen = sizes.map((n) => chooser.pick(n));
  const cards = [52, 0, 1, 2, 16, 17, 33, 64, 104, 128].flatMap((n) => luck.shuffle([...Array(n).keys()]));
  return [...parts, ...chosen, ...cards, ...sizes.map((n) => luck.pick(n))].map(String);
});
console.log(JSON.stringify(told));
"""


def by_interpreter(seed: int) -> list[int]:
    luck, chooser = Seeded(seed), Stream(seed, Domain.CHOICE, 1)
    domains = (Domain.GAME, Domain.SHUFFLE, Domain.PICK, Domain.CHOICE)
    parts = [derive(seed, domain, number) for domain in domains for number in NUMBERED]
    cards = [card for count in SHUFFLED for card in luck.shuffle(tuple(range(count)))]
    return [*parts, *map(chooser.pick, SIZES), *cards, *map(luck.pick, SIZES)]


def by_python(seed: int) -> list[int]:
    luck, chooser = python_luck.Luck(seed), python_luck.Stream(seed, python_luck.Domain.CHOICE, 1)
    parts = [python_luck.derived(seed, domain, number) for domain in python_luck.Domain for number in NUMBERED]
    cards = list[int]()
    for count in SHUFFLED:
        pile = list(range(count))
        luck.shuffle(pile)
        cards += pile
    return [*parts, *map(chooser.pick, SIZES), *cards, *map(luck.pick, SIZES)]


def by_c(folder, spoil: tuple[str, str] = ("", "")) -> list[list[int]]:
    written(LARGE, folder, spoil)
    (folder / "luck.c").write_text(C_PROGRAM, encoding="utf-8")
    subprocess.run(["gcc", "-Wall", "-Werror", "-Wno-unused-function", "-o", "luck", "luck.c"], cwd=folder, check=True)
    told = subprocess.run([folder / "luck", *map(str, SEEDS)], capture_output=True, text=True, check=True).stdout
    return [[int(word) for word in line.split()] for line in told.splitlines()]


def by_javascript(folder, spoil: tuple[str, str] = ("", "")) -> list[list[int]]:
    node, _ = exported(LARGE, folder, spoil)
    (folder / "luck.mjs").write_text(JAVASCRIPT, encoding="utf-8")
    command = [node, str(folder / "luck.mjs"), *map(str, SEEDS)]
    found: list[list[str]] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return [[int(number) for number in row] for row in found]


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
    assert by_javascript(tmp_path, ("number >= (Stream.#MASK + 1n) % product ?", "number >= 0n ?")) != EXPECTED
