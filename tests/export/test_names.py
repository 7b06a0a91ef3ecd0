"""Words of a rule file that languages, or the texts round them, have a use for: exports play such a game too."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.names import module_name
from engine.core.symbol_table import taken
from engine.javascript.body import spelt
from hoyle.commands.cli import main

RULES = """game "Names":
  players 2
  deck A 2 3 of hearts, spades
  number big_int: 1 to 3, usually 2

kind {kind}: {word} | __of_it

zones:
  array: stack, face down, starts with every card
  {hand}[player]: set, seen by its owner
  step: stack, face up
  to_string[{kind}]: stack, face up

state:
  result: 0 to 9, starts at 0
  {field}: {word} | n1, starts at {word}
  a_1[player]: 0 to 100, starts at 0
  a1[{kind}]: 0 to 100, starts at 0

values {table}:
  A is 1 or 4
  2..3 are as printed

define {define}(pile_1: card): {table} of pile_1 can be 3
define product_: size of step

shape pile1: set of 2 cards, same rank

to object(url: card):
  move url from {hand} of mover to step

outcome {outcome}(set: card):
  ab when {define}(set): result becomes 1
  a_b otherwise: {field} becomes n1

move f1(pile_2: card from {hand} of mover):
  permit value when {define}(pile_2)
  permit value_
  does a__b:
    do object(pile_2)
    decide {outcome}(pile_2)
    add 1 to a_1 of mover
    add 2 to a1 of {word}
  precedence value > value_

move {move}(big: pile1 from {hand} of mover, pile2: number 1 to 2, pile_2: player):
  permit any when pile_2 is not mover
  does put: move big from {hand} of mover to step in any order

ends:
  out when {hand} of mover is empty: mover wins
  after at act when product_ > 50: nobody wins

play:
  step act_:
    shuffle array
    for each player promise: draw big_int cards from array to {hand} of promise
  turns from player 1:
    choice act: mover does f1, {move}
"""
PLACES = ("kind", "word", "hand", "field", "table", "define", "outcome", "move")
CASES = (
    "math json set number_ words zones dataclass chain insort",
    "line string return_ fault title product lru_cache permutations",
    "argument_parser x_clauses class moves every_math_word prod x f1_rules",
    "value this hand_1 hand1 ends compress groups field",
    "words int class_ class suits every_words field_names type_var",
)


@pytest.mark.parametrize("case", CASES)
def test_a_game_is_exported_whatever_its_words(case: str, tmp_path: Path):
    names = dict(zip(PLACES, case.split(), strict=False))
    rules = tmp_path / "enum.hoyle"
    rules.write_text(RULES.format(**names).replace("__of_it", f"{names['word']}_"), encoding="utf-8")
    for target in ("vectors", "python", "js", "c", "pettingzoo"):
        command = ["export", str(rules), "--to", target, "--out", str(tmp_path / target), "--games", "3"]
        assert main(command) == 0
    programs = {"js": ["node", "js/conform.mjs"], "c": ["c/conform"]}
    if compiler := shutil.which("cc") or shutil.which("gcc"):
        flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-o", "conform", "conform.c", "enum_game.c"]
        subprocess.run([compiler, *flags], cwd=tmp_path / "c", check=True)
    for target, command in programs.items():
        if shutil.which("node" if target == "js" else compiler or ""):
            words = [
                command[0] if target == "js" else str(tmp_path / command[0]),
                *(str(tmp_path / w) for w in command[1:]),
            ]
            assert main(["conform", "--vectors", str(tmp_path / "vectors" / "enum_game.jsonl"), "--", *words]) == 0
    subprocess.run(
        [sys.executable, "enum_game.py", "--help"], cwd=tmp_path / "python", check=True, stdout=subprocess.DEVNULL
    )


@pytest.mark.parametrize("stem", ["main", "conform", "enum", "typing", "class", "string", "__main__"])
def test_no_file_of_an_export_has_the_name_of_another(stem: str, tmp_path: Path):
    rules = tmp_path / f"{stem}.hoyle"
    names = dict(zip(PLACES, CASES[0].split(), strict=False))
    rules.write_text(RULES.format(**names).replace("__of_it", f"{names['word']}_"), encoding="utf-8")
    for target, files in (("c", 6), ("js", 4), ("python", 2)):
        assert main(["export", str(rules), "--to", target, "--out", str(tmp_path / target)]) == 0
        assert len(list((tmp_path / target).iterdir())) == files
    assert (tmp_path / "python" / f"{module_name(stem)}.py").is_file()


def test_no_two_names_are_spelt_alike():
    names = [
        "a_b",
        "a__b",
        "ab",
        "a_1",
        "a1",
        "a_1_",
        "int",
        "int_",
        "int__",
        "class_",
        "class",
        "_a_b",
        "set",
        "set_",
        "a_b_",
    ]
    assert len(set(map(spelt, names))) == len(names)


def test_what_programs_have_of_their_own_is_taken():
    assert {"Math", "Line", "dataclass", "product", "insort", "ArgumentParser", "WORDS", "ENDINGS_AFTER"} <= taken()
