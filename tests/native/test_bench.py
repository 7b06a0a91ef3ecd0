"""The bench of exploration tells no ratio of what is not the same."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace

import pytest

from bench.exploration import MODEL, RULES, Differs, Told, agree, by_hoyle, by_spin, same_states, told_by_spin
from hoyle.api import load
from tests.native.harness import needs_compiler

pytestmark = needs_compiler
DEPTH_FIRST = """   647271 states, stored
  1212050 states, matched
  1859321 transitions (= stored+matched)
    34130 atomic steps
   20.0\tactual memory usage for states
  128.000\tmemory used for hash table (-w24)
"""
BREADTH_FIRST = """   681401 states, stored
\t  647271 nominal states (stored-atomic)
  1212050 states, matched
    34130 atomic steps
   20.0\tactual memory usage for states
  128.000\tmemory used for hash table (-w24)
"""


@pytest.mark.parametrize("text", [DEPTH_FIRST, BREADTH_FIRST])
def test_what_spin_says(text):
    told = told_by_spin(text, 2.0)
    assert (told.states, told.transitions, told.rate) == (647_270, 647_270 + 1_212_050, 647_270 / 2)
    assert told.bytes == pytest.approx(148 * 2**20 / 647_270)


def test_counts_that_differ_are_refused():
    told, counts = by_hoyle(load(RULES, deck="A..3 of hearts, spades", hand_size=2).rules, graph=False)
    spin = Told(counts.states, counts.transitions + counts.deals, 1.0, 1.0)
    agree(counts, spin)
    for wrong in (replace(spin, states=spin.states + 1), replace(spin, transitions=spin.transitions - 1)):
        with pytest.raises(Differs, match="Hoyle reaches"):
            agree(counts, wrong)
    with pytest.raises(Differs, match="the search in Python"):
        same_states(told, replace(told, states=told.states - 1))


@pytest.mark.skipif(not (shutil.which("spin") and shutil.which("gcc")), reason="SPIN or gcc is not installed")
def test_the_model_is_the_game(tmp_path):
    """Of three ranks; and a model that lets any card be laid is noticed."""
    text = MODEL.read_text(encoding="utf-8")
    for at in range(6, 12):
        text = text.replace(f" LAY({at})", "").replace(f" TAKE({at})", "").replace(f" DEAL({at})", "")
        text = text.replace(f" + ((m) >> {at} & 1)", "")
    text = text.replace("#define RANKS 6", "#define RANKS 3")
    _, counts = by_hoyle(load(RULES, deck="A..3 of hearts, spades", hand_size=2).rules, graph=False)
    agree(counts, spin_of(text, tmp_path / "same"))
    with pytest.raises(Differs):
        agree(counts, spin_of(text.replace("&& FITS(c) ->", "->"), tmp_path / "other"))


def spin_of(text: str, folder) -> Told:
    folder.mkdir()
    (folder / "small.pml").write_text(text, encoding="utf-8")
    subprocess.run(["spin", "-DHAND=2", "-a", "small.pml"], cwd=folder, check=True, capture_output=True)
    command = ["gcc", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"]
    subprocess.run(command, cwd=folder, check=True)
    return by_spin(folder / "pan")
