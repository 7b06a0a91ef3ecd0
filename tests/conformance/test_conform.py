"""Conformance suites: what they cover, their form, and what `hoyle conform` says of right and wrong programs."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from engine.c.compiled.build import find_compiler
from engine.conformance.choose import Variant, choose, play, rulings_dropped, rulings_implied, same_play
from engine.conformance.compare import BadVectors, read
from engine.conformance.coverage_search import coverage_searcher
from engine.conformance.unreachable_clauses import outranked_always
from engine.conformance.vectors import lines as lines_of
from engine.conformance.vectors import schema
from engine.interpreter.interpreter import Interpreter
from hoyle.commands.cli import main
from hoyle.run.conformance import Finder, other_readings
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from spec.ir.clauses import clauses_of
from tests.conformance.harness import rules
from tests.everyday import FULL, everyday

ADAPTER = str(Path(__file__).parent / "adapter.py")


def made(name, **more):
    loaded = load_file(name)
    assert loaded.game is not None
    interpreter = Interpreter(loaded.game)
    variants = (*rulings_dropped(loaded.game), *other_readings(loaded, loaded.game, {}))
    return interpreter, choose(interpreter, variants, **more)


@pytest.fixture(scope="module")
def leduc(tmp_path_factory):
    path = tmp_path_factory.mktemp("suite") / "leduc.jsonl"
    interpreter, suite = made("leduc_poker")
    path.write_text("\n".join(lines_of(interpreter, suite, "leduc_poker")) + "\n", encoding="utf-8")
    return path


def conform(path, *program, seconds="10", extra=()):
    return main(["conform", "--vectors", str(path), "--seconds", seconds, *extra, "--", *program])


@pytest.mark.parametrize("name", everyday())
def test_every_line_of_every_games_suite_has_the_form_that_it_should(name):
    interpreter = Interpreter(rules(name))
    suite = choose(interpreter, (), most_games=3, most_moves=12)
    lines = [json.loads(line) for line in lines_of(interpreter, suite, name)]
    validator = jsonschema.Draft202012Validator(schema())
    for line in lines:
        validator.validate(line)
    header = lines[0]
    assert header["games"] == sum(line["type"] == "start" for line in lines) >= 3
    broken = {**lines[1], "state": {**lines[1]["state"], "zones": "none"}}
    with pytest.raises(jsonschema.ValidationError):
        validator.validate(broken)


@pytest.mark.parametrize(("name", "readings"), [("golf_six", 4), *([("corners", 18)] if FULL else [])])
def test_the_games_of_a_suite_show_every_clause_and_every_reading(name, readings):
    _, suite = made(name, most_games=60, most_moves=300)
    game = rules(name)
    clauses = {f"{kind} {of}.{source.label}" for of, kind, source in clauses_of(game)}
    assert suite.missed == ()
    assert clauses <= set(suite.shown)
    assert len([name for name in suite.shown if name.startswith("reading ")]) >= readings


def test_what_no_game_showed_is_said():
    game = rules("twentyone")
    interpreter = Interpreter(game)
    suite = choose(interpreter, rulings_dropped(game), most_games=2)
    assert set(suite.shown).isdisjoint(suite.missed)
    assert any(name.startswith("ruling flush over cleared") for name in suite.missed)
    header = json.loads(next(iter(lines_of(interpreter, suite, "twentyone"))))
    assert header["not_shown"] == list(suite.missed)


def test_clauses_that_are_always_outranked_are_found_and_no_others():
    game = rules("twentyone")
    assert outranked_always(game) == {
        "forbid play.too_high": "voluntary_bust",
        "permit play.sidestep": "elsewhere",
        "forbid take.must_play": "decline",
        "outcome placing.cleared": "flush or rank or run",
    }
    assert rulings_implied(game) == {"ruling flush over cleared in placing": "it follows from the others"}
    # Without the rulings that put others above it, a clause wins.
    (placing,) = game.groups
    free = replace(placing, order=tuple(edge for edge in placing.order if edge.worse != "cleared"))
    assert "outcome placing.cleared" not in outranked_always(replace(game, groups=(free,)))
    for name in set(everyday()) - {"twentyone"}:
        assert outranked_always(rules(name)) == {}


@pytest.mark.skipif(find_compiler() is None, reason="no C compiler was found")
def test_a_clause_that_few_games_show_is_looked_for_in_many():
    game = rules("twentyone")
    interpreter = Interpreter(game)
    before = choose(interpreter, (), most_games=1, most_moves=60)
    after = choose(interpreter, (), most_games=1, most_moves=60, seek=coverage_searcher(game, 8192, 0, 60))
    assert set(after.missed) < set(before.missed)
    for chosen in after.games:
        told = {f"{event.kind} {event.source.label}" for step in chosen.steps for event in step.turn.events}
        assert {f"{shown.split()[0]} {shown.split('.')[-1]}" for shown in chosen.shows} <= told
    # What no compiled game shows is not shown by those that are played again.
    assert {"permit play.seven_on_sevens", *outranked_always(game)} <= set(after.missed)


def test_a_variant_parts_where_it_makes_a_difference_and_nowhere_else():
    loaded, game = load_file("corners"), rules("corners")
    interpreter = Interpreter(game)
    steps, _ = play(interpreter, 5, 100, by_name=False)
    assert same_play(Interpreter(game), interpreter, steps)
    assert not all(same_play(v.interpreter, interpreter, steps) for v in other_readings(loaded, game, {}))


@pytest.mark.skipif(find_compiler() is None, reason="no C compiler was found")
def test_a_play_is_found_by_which_a_variant_parts_and_none_where_it_does_not():
    loaded, game = load_file("corners"), rules("corners")
    interpreter, finder = Interpreter(game), Finder(game)
    variant = next(v for v in other_readings(loaded, game, {}) if v.name == "reading any_card of corner_card")
    steps = finder.parting(variant)
    assert steps is not None
    assert steps[0].move is None
    assert same_play(interpreter, interpreter, steps)
    assert not same_play(variant.interpreter, interpreter, steps)
    assert same_play(variant.interpreter, interpreter, steps[:-1])
    suite = choose(interpreter, [variant], most_games=0, part=finder.parting)
    assert variant.name in suite.games[0].shows
    assert suite.games[0].steps == steps
    assert choose(interpreter, [variant], most_games=0).missed[-1] == variant.name


def test_what_no_game_can_show_is_told_with_its_proof():
    game = rules("leduc_poker")
    (permit, *others) = game.actions[0].clauses
    dead = replace(permit, source=replace(permit.source, label="dead"), when=ir.And((permit.when, ir.Not(permit.when))))
    changed = replace(game, actions=(replace(game.actions[0], clauses=(permit, *others, dead)), *game.actions[1:]))
    of = game.actions[0].source.label
    asked = [f"permit {of}.{permit.source.label}", f"permit {of}.dead"]
    assert set(Finder(changed).never(asked)) == {f"permit {of}.dead"}
    same, other = (
        Variant("same", Interpreter(changed)),
        Variant("other", Interpreter(replace(game, endings=game.endings[1:]))),
    )
    assert Finder(game).equal(same) != ""
    assert Finder(game).equal(other) == ""


def test_every_ruling_between_clauses_has_its_variant():
    game = rules("twentyone")
    names = [variant.name for variant in rulings_dropped(game)]
    orders = [*(action.order for action in game.actions), *(group.order for group in game.groups)]
    edges = [edge for order in orders for edge in order if edge.because]
    assert len(names) == len(set(names)) == len(edges) > 0


# ---------------------------------------------------------------- hoyle conform


def test_a_right_program_agrees(leduc, capsys):
    assert conform(leduc, sys.executable, ADAPTER, "leduc_poker") == 0
    out = capsys.readouterr().out
    assert "positions agree in over, to_move, step, legal, zones, fields, observations, ending, returns." in out
    assert "Not compared" not in out


def test_moves_may_be_told_in_no_order(leduc):
    assert conform(leduc, sys.executable, ADAPTER, "leduc_poker", "unordered") == 0


WRONG = {
    "drops_a_move": ("differ in legal", "by the rules", "permitted by"),
    "other_order": ("differ in legal", "as move 1"),
    "loses_a_card": ("differ in zones", "the program:"),
    "shows_a_card": ("differ in observations", "nothing of player"),
    "forgets": ("differ in returns", "`returns`, as it promised"),
    "errs": ("differ in an error", "no such move"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_program_is_told_where_it_first_differs(leduc, capsys, fault):
    assert conform(leduc, sys.executable, ADAPTER, "leduc_poker", fault) == 1
    out = capsys.readouterr().out
    assert out.startswith("Game 1, after move ")
    for words in WRONG[fault]:
        assert words in out


FAILING = {
    "dies": "it ended with exit code 7",
    "sleeps": "did not answer `move` within 5 seconds",
    "babbles": "is no JSON: hello there",
    "tells_too_little": "at least over and legal",
}


@pytest.mark.parametrize("fault", FAILING)
def test_a_program_that_fails_is_told_how(leduc, capsys, fault):
    # Time enough to start on a busy machine, which is waited for only where the program does not answer.
    assert conform(leduc, sys.executable, ADAPTER, "leduc_poker", fault, seconds="5") == 1
    assert FAILING[fault] in capsys.readouterr().err


def test_the_result_as_json(leduc, capsys):
    assert conform(leduc, sys.executable, ADAPTER, "leduc_poker", "drops_a_move", extra=["--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["difference"]["aspect"] == "legal"
    assert record["difference"]["explained"]


def test_a_program_that_fails_is_told_as_json_too(leduc, capsys):
    assert conform(leduc, sys.executable, ADAPTER, "leduc_poker", "dies", extra=["--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert FAILING["dies"] in record["failed"]


def test_misuse_is_told_in_a_sentence(leduc, tmp_path, capsys):
    assert main(["conform", "--vectors", str(leduc)]) == 2
    assert conform(tmp_path / "none.jsonl", "true") == 2
    assert conform(leduc, "no-such-program-anywhere") == 2
    assert conform(Path(ADAPTER), "true") == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_cut_or_damaged_suite_is_refused(leduc):
    text = leduc.read_text(encoding="utf-8")
    header, *rest = text.splitlines()
    last = max(number for number, line in enumerate(rest) if '"type":"start"' in line)
    for damaged in (
        "", "{}", header, "\n".join([header, *rest[:last]]), "\n".join(rest),
        text.replace('"version":1', '"version":9'), "\n".join([header, *rest[1:]]), text[:-40],
    ):  # fmt: skip
        with pytest.raises(BadVectors):
            read(damaged)
