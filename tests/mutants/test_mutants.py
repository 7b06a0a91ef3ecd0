"""Rules broken on purpose: what the operators make, what is noticed and what is not, on a game of eight lines."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from engine.interpreter.interpreter import Interpreter
from hoyle.commands.cli import main
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from spec.ir.precedence import bridged, outranking
from spec.names.settings import size_settings
from tests.verify.small import load, text
from verify.mutation.judge import Effort, baseline
from verify.mutation.lockstep import Pair, in_random_games, in_small_game
from verify.mutation.mutate import BY_NAME, mutants, mutated, viable
from verify.mutation.sites import node_at, sites, used_labels, with_node
from verify.mutation.study import Fate, fates, sample, score

ORDER = 'example "order":\n  given hand of player 1 = [AH 2S], hand of player 2 = [2H AS], mover = player 1, at act'
EFFORT = Effort(games=50, states=500, deals=2)
FIRST = 'example "out":\n  given hand of player 1 = [AH], mover = player 1, at act\n  play lay(AH)\n  ended by out'


def study(folder, *only: str, **parts: str) -> dict[str, list[Fate]]:
    """The fates of the small game's mutants (those by some operators only), by operator."""
    loaded = load(folder, text(**parts))
    assert loaded.game is not None

    def make(settings):
        return load_file(folder / "tiny.hoyle", settings).game

    base = baseline(loaded.game, size_settings(loaded.parsed.file.sections), {}, make, EFFORT)
    found: dict[str, list[Fate]] = {}
    chosen = [m for m in sample(loaded.game, None, 1) if not only or m.operator in only]
    for fate in fates(base, chosen):
        found.setdefault(fate.mutant.operator, []).append(fate)
    return found


def game(folder, **parts: str) -> ir.Game:
    found = load(folder, text(**parts)).game
    assert found is not None
    return found


# ---------------------------------------------------------------- mutants


@pytest.mark.parametrize("name", ["pigeon", "twentyone", "corners", "reserve", "hearts"])
def test_every_mutant_differs_and_most_are_legal(name):
    rules = load_file(name).game
    assert rules is not None
    every = list(mutants(rules))
    assert len(every) > 300
    assert len({m.name for m in every}) == len(every)
    chosen = sample(rules, 12, 5)
    assert chosen == sample(rules, 12, 5) != sample(rules, 12, 6)
    changed = [mutated(rules, m) for m in chosen]
    assert all(c is not None and c != rules for c in changed)
    assert sum(c is not None and viable(c) for c in changed) >= 9


def test_examples_claims_and_unused_rules_are_left_alone():
    rules = load_file("pigeon").game
    assert rules is not None
    for mutant in mutants(rules):
        changed = mutated(rules, mutant)
        assert changed is not None
        assert (changed.examples, changed.claims, changed.questions) == (rules.examples, rules.claims, rules.questions)
    used = used_labels(rules)
    declared = [s.source.label for s in rules.defines] + [s.source.label for s in rules.routines]
    unused = set(declared) - used
    assert unused
    labels = {label for site in sites(rules) for label in site.labels[:1]}
    assert not labels & unused


def test_a_mutant_is_made_again_in_a_smaller_game():
    rules = load_file("pigeon").game
    small = load_file("pigeon", {"deck": "A 2 3 4 of clubs, diamonds", "half": "4", "full_hand": "3"}).game
    assert rules is not None
    assert small is not None
    made = [mutated(small, m) for m in sample(rules, 40, 2)]
    assert sum(m is not None and m != small for m in made) > 30


def test_sites_and_paths_agree(tmp_path):
    rules = game(tmp_path)
    for site in sites(rules):
        found = node_at(rules, site.path)
        assert found == site
        assert with_node(rules, site.path, site.node) == rules


def test_a_dropped_clause_leaves_the_rest_in_order():
    order = (ir.Edge("a", "b"), ir.Edge("b", "c"), ir.Edge("b", "d"))
    assert outranking(bridged(order, "b")) == {("a", "c"), ("a", "d")}
    assert outranking(bridged(order, "c")) == {("a", "b"), ("a", "d"), ("b", "d")}


def test_every_operator_finds_something():
    found = {m.operator for name in ("pigeon", "twentyone", "reserve", "hearts", "crazy_eights") for m in _of(name)}
    assert set(BY_NAME) - found <= {"no-fallback", "blind"}


def _of(name):
    rules = load_file(name).game
    assert rules is not None
    return mutants(rules)


# ---------------------------------------------------------------- what is noticed


def test_what_breaks_play_is_noticed_without_examples(tmp_path):
    found = study(tmp_path, "drop-clause")
    dropped = [f for f in found["drop-clause"] if f.mutant.clause == "lay"]
    assert [f.status for f in dropped] == ["noticed"]
    assert dropped[0].by is not None
    assert dropped[0].by.code == "not-stuck"


def test_an_example_tells_who_wins(tmp_path):
    weak = study(tmp_path, "winner", more=FIRST)["winner"]
    assert [f.status for f in weak] == ["unnoticed"]
    assert weak[0].difference is not None
    assert weak[0].difference.sentence == "the end “out” gives the players 1, -1 by the rules; with the change, -1, 1"
    assert weak[0].difference.speakable
    strong = study(tmp_path, "winner", more=f"{FIRST}, player 1 wins")["winner"]
    assert [f.by.by for f in strong if f.by is not None] == ["examples"]


def test_an_example_tells_who_sees_what(tmp_path):
    weak, strong = (
        study(tmp_path, "show-or-hide", more=more)["show-or-hide"]
        for more in (FIRST, f"{FIRST}\n  player 2 cannot see hand of player 1")
    )
    of_hand = [[f.status for f in found if f.mutant.clause == "hand"] for found in (weak, strong)]
    assert of_hand == [["unnoticed"], ["noticed"]]


def test_an_example_notices_what_play_would_not(tmp_path):
    shown = f"{ORDER}\n  play lay(AH)\n  play lay(2H)\n  play lay(2S)\n  then heap is [AH 2H 2S]"
    without, with_example = (study(tmp_path, "other-end", more=more)["other-end"] for more in ("", shown))
    assert [f.status for f in without] == ["unnoticed"]
    assert [f.by.by for f in with_example if f.by is not None] == ["examples"]


def test_what_makes_no_difference_does_not_count(tmp_path):
    # The heap is asked for nothing, and the first card to be laid is the only one of its name.
    found = study(tmp_path, "comparison", "skip-effect", "other-place", permit="permit anything when c is c")
    statuses = {f.status for fates_ in found.values() for f in fates_}
    assert "alike" in statuses
    counts = score(f for fates_ in found.values() for f in fates_)
    assert counts.made == counts.illegal + counts.alike + counts.noticed + counts.unnoticed


def test_a_look_at_unseen_cards_is_noticed(tmp_path):
    found = study(tmp_path, "look-at-hidden", permit="permit red when c is red\n  permit black when c is black")
    assert {f.by.code for f in found["look-at-hidden"] if f.by is not None} & {"no-leak", "not-stuck"}


def test_several_processes_say_the_same(tmp_path):
    loaded = load(tmp_path, text(more=FIRST))
    assert loaded.game is not None
    base = baseline(loaded.game, (), {}, lambda s: None, replace(EFFORT, games=10))
    chosen = sample(loaded.game, 12, 1)
    assert tuple(fates(base, chosen, 2)) == tuple(fates(base, chosen, 1))


# ---------------------------------------------------------------- side by side


def test_a_game_does_not_differ_from_itself(tmp_path):
    rules = game(tmp_path)
    pair = Pair(rules, rules)
    assert in_random_games(pair, 20, 1) is None
    assert in_small_game(pair, 3, 1, 500, "small") == (None, True)


def test_the_shortest_play_to_a_difference(tmp_path):
    one, two = game(tmp_path), game(tmp_path, put="move c from hand of mover under heap")
    found, whole = in_small_game(Pair(one, two), 3, 1, 500, "small")
    assert whole
    assert found is not None
    # The heap's order shows as soon as a second card lies there, which is after three moves at most.
    assert len(found.moves) == 2
    assert "heap holds" in found.sentence


def test_who_sees_a_zone_is_a_difference(tmp_path):
    one = game(tmp_path)
    shown = tuple(replace(z, seen="everybody") if z.source.label == "hand" else z for z in one.zones)
    two = replace(one, zones=shown)
    found = in_random_games(Pair(one, two), 3, 1)
    assert found is not None
    assert "sees something else" in found.sentence
    assert Interpreter(two).start is not None


# ---------------------------------------------------------------- the command


def test_the_command(tmp_path, capsys):
    path = tmp_path / "tiny.hoyle"
    path.write_text(text(more=FIRST), encoding="utf-8")
    words = ["mutants", str(path), "--sample", "15", "--games", "20", "--jobs", "1"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "15 changes of the rules (mutants) were tried" in told
    assert "survived: games differ" in told
    survivors = re.findall(r"\(line (\d+)\): .*\n +(.*)\n", told)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert survivors
    assert all(lines[int(number) - 1].strip() == written for number, written in survivors)
    assert main([*words, "--json", "--least", "101"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["tried"] == 15 == len(record["mutants"])
    assert record["noticed"] + record["unnoticed"] + record["alike"] + record["illegal"] == 15
    with pytest.raises(SystemExit):
        main([*words[:2], "--sample", "0"])
