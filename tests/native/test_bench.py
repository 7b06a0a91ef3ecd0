"""The benches of exploration and of simulation tell no ratio of what is not the same."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from functools import cache

import pytest

from bench import yardsticks
from bench.exploration import MODEL, RULES, Differs, Told, agree, by_hoyle, by_spin, same_states, told_by_spin
from bench.yardsticks import HAND, TUNED
from engine.c.compiled.build import find_compiler
from hoyle.api import load
from tests.everyday import FULL, one_in, one_of_each
from tests.native.harness import (
    fast_library,
    interpreter_of,
    needs_compiler,
    usual_compiler,  # noqa: F401
)

pytestmark = [needs_compiler, pytest.mark.usefixtures("usual_compiler")]
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


STRICT = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-I", str(yardsticks.FOLDER))


GAMES = {name: games if FULL else max(games // 10, 100) for name, games in yardsticks.GAMES.items()}
"""In each run: every day a tenth of what the bench plays."""


@cache
def hoyles(name: str) -> list[yardsticks.Figures]:
    """What Hoyle's runs of a game tell; kept, since every program of the game is held against the same."""
    interpreter = interpreter_of(yardsticks.rules_of(name))
    library = fast_library(interpreter.game)
    runs = range(yardsticks.RUNS)
    return [yardsticks.by_hoyle(library, interpreter, GAMES[name], seed) for seed in runs]


def told_of(name: str, kind: str, folder, *changes: tuple[str, str]) -> list[yardsticks.Figures]:
    """What the program written by hand tells of as many games, with changes made to its source."""
    text = (yardsticks.FOLDER / yardsticks.OURS[name, kind]).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    source = folder / yardsticks.OURS[name, kind]
    source.write_text(text, encoding="utf-8")
    compiler = find_compiler()
    assert compiler is not None
    program = yardsticks.compiled(compiler, source, folder / name, STRICT)
    return [yardsticks.told(program, GAMES[name], seed) for seed in range(yardsticks.RUNS)]


@pytest.mark.parametrize(("name", "kind"), one_in(2, yardsticks.OURS))
def test_a_game_written_by_hand_is_the_game_of_the_rule_file(name, kind, tmp_path):
    ours, theirs = told_of(name, kind, tmp_path), hoyles(name)
    assert set(ours[0]) == set(theirs[0])
    assert yardsticks.differences(ours, theirs) == []


BROKEN = [
    ("hearts", HAND, "return !t->broken &&", "return t->broken &&", "choices"),
    ("hearts", HAND, "return hand & led;", "return hand;", "choices"),
    ("hearts", HAND, "if (trick & COUNTING)", "if (trick & HEARTS)", "choices"),
    ("hearts", HAND, "return first && hand", "return !first && hand", "choices"),
    ("hearts", HAND, "set & led && card >= best", "card >= best", "choices"),
    ("hearts", HAND, "if (seats) pass", "if (seats > 1) pass", "decisions"),
    ("hearts", HAND, "? 13 : 0);", "? 12 : 0);", "return_3"),
    ("leduc_poker", HAND, "if (raises > 0 || checked)", "if (checked)", "decisions"),
    ("leduc_poker", HAND, "may_raise = raises < MOST_RAISES", "may_raise = raises < 1", "choices"),
    ("leduc_poker", HAND, "folded = bet(t, 4)", "folded = bet(t, 2)", "return_1"),
    ("leduc_poker", HAND, "if (first != second)", "if (first > second)", "split"),
    ("leduc_poker", HAND, "return card / 2;", "return card / 3;", "pair"),
    ("corners", HAND, "place < SIDES ? hand :", "place >= SIDES ? hand :", "choices"),
    ("corners", HAND, "hand & below_it[t->last[place]]", "hand & below_it[t->first[place]]", "choices"),
    ("corners", HAND, "if (slot) moves", "if (!slot) moves", "decisions"),
    ("corners", HAND, "rank >> 4 & other;", "rank >> 8 & other;", "choices"),
    ("corners", HAND, "*quiet = busy ? 0", "*quiet = 0 && busy ? 0", "quiet_round"),
    (
        "spades",
        HAND,
        "if (card & SPADES) t->broken = true;",
        "if (i == 0 && card & SPADES) t->broken = true;",
        "choices",
    ),
    ("spades", HAND, "p < 2 ? 0 : t->bid[p - 2]", "p < 1 ? 0 : t->bid[p - 1]", "choices"),
    ("spades", HAND, "if (bags > 0) score += bags;", "if (bags > 0) score += 40;", "return_1"),
    ("spades", HAND, "t->tricks[p] == 0 ? 100", "t->tricks[p] != 0 ? 100", "return_2"),
    ("cribbage", HAND, "points + 2 * fifteens(five)", "points + fifteens(five)", "decisions"),
    ("cribbage", HAND, "if (seen >> rank & 1) break;", "", "decisions"),
    ("cribbage", HAND, "count = laid = 0;", "count = 0;", "decisions"),
    ("cribbage", HAND, "count < 31 && peg", "peg", "decisions"),
    ("gin_rummy", HAND, "t->hand[p] & ~((cards)1 << taken)", "t->hand[p]", "choices"),
    ("gin_rummy", HAND, "size_of(same) < 3", "size_of(same) < 4", "counted"),
    ("gin_rummy", HAND, "first && refused < 2", "first && refused < 1", "choices"),
    ("gin_rummy", HAND, "(less_one ? worth(highest(hand)) : 0)", "0", "counted"),
    ("reserve", HAND, "rank >= least || rank == TWO", "rank >= least", "decisions"),
    ("reserve", HAND, "t->hand[p] |= (cards)1 << card;", "", "decisions"),
    ("reserve", HAND, "t->top = ace ? TWO : (int)highest", "t->top = ace ? TWO : (int)lowest", "decisions"),
    ("twentyone", HAND, "|| is_21(after);", ";", "choices"),
    ("twentyone", HAND, "moves[count++] = (move){.first = -1, .pile = set};", "moves[count++] = moves[0];", "choices"),
    ("twentyone", HAND, "|| is_run(after) || is_21(after)", "|| is_run(after)", "choices"),
    ("twentyone", HAND, "(x.points == 11 && x.ranks & 1)", "0", "choices"),
    ("wizard", HAND, "hand & (led | WIZARDS | JESTERS)", "hand & led", "choices"),
    ("wizard", HAND, "if (turned & WIZARDS)", "if (!t->trumps)", "decisions"),
    ("wizard", HAND, "card & trumps || (card & led && card > best)", "card & led && card > best", "return_1"),
    ("wizard", HAND, "if (!led && !(best & WIZARDS))", "if (!led)", "choices"),
    ("wizard", HAND, "20 + 10 * t->tricks[p]", "10 + 10 * t->tricks[p]", "return_1"),
    ("durak", HAND, "higher | (hand & t->trumps)", "higher", "decisions"),
    ("durak", HAND, "|| t->laid == t->limit", "", "choices"),
    ("durak", HAND, "t->ranks |= RANK(lowest(card));\n    t->to_beat", "t->to_beat", "decisions"),
    ("durak", HAND, "t->taking ? after(t->defender) : t->defender", "after(t->defender)", "decisions"),
    ("rummy_500", HAND, "fitting | in_melds(held, card)", "in_melds(held, card)", "decisions"),
    ("rummy_500", HAND, "&& !(held & RANK(KING)) ? 1 : 15", "? 1 : 1", "decisions"),
    ("rummy_500", HAND, "m->run && m->low > 0", "m->run && m->low > KING", "choices"),
    ("rummy_500", HAND, "if (duty)", "if (duty == 1)", "decisions"),
    ("rummy_500", HAND, "- points(t->hand[p], 15)", "", "decisions"),
    ("hearts", TUNED, "broken || !others ? all", "broken | 1 || !others ? all", "choices"),
    ("hearts", TUNED, "follows ? follows : hand", "follows | 1 ? hand : follows", "choices"),
    ("hearts", TUNED, "bool broken = t->gone & COUNTING", "bool broken = t->gone & HEARTS", "choices"),
    ("hearts", TUNED, "t->taken[p] & QUEEN ? 13", "t->taken[p] & QUEEN ? 12", "return_1"),
    ("hearts", TUNED, "moon ? points[p]", "moon ? POINTS - points[p]", "return_3"),
    ("hearts", TUNED, "if (seats) {", "if (seats > 1) {", "decisions"),
    ("leduc_poker", TUNED, "if (answer < CALL) return", "if (answer != CALL) return", "decisions"),
    ("leduc_poker", TUNED, "(chance >> 32), 4, stake", "(chance >> 32), 2, stake", "return_1"),
    ("leduc_poker", TUNED, "pair == 0 && higher != 0", "higher != 0", "high_card"),
    ("leduc_poker", TUNED, "(int)lowest(board) / 2", "(int)lowest(board) / 3", "pair"),
    ("leduc_poker", TUNED, "loser == 0 ? -stake[0]", "loser == 0 ? -stake[1]", "return_1"),
]


EVERY_DAY = one_of_each(BROKEN, lambda row: row[1])


@pytest.mark.parametrize(("name", "kind", "old", "new", "shown"), EVERY_DAY)
def test_a_game_written_by_hand_with_a_rule_broken_is_noticed(name, kind, old, new, shown, tmp_path):
    found = yardsticks.differences(told_of(name, kind, tmp_path, (old, new)), hoyles(name))
    assert shown in {line.partition(":")[0] for line in found}


def test_an_ending_that_one_side_does_not_know_is_noticed():
    ours = [{"plain": 1.0, "decisions": 52.0}] * 2
    assert yardsticks.differences(ours, ours) == []
    assert yardsticks.differences(ours, [{"plain": 0.5, "other": 0.5, "decisions": 52.0}] * 2) == [
        "other: 0 against 0.5, standard error 0",
        "plain: 1 against 0.5, standard error 0",
    ]
