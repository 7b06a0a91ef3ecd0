"""A quick reference held against the full rules, rule by rule."""

from pathlib import Path

import pytest

from engine.interpreter.interpreter import Interpreter
from hoyle.ambiguity.run import differ
from hoyle.commands.cli import main
from hoyle.sources.files import load_file, lower, parse_text
from verify.ambiguity.find.by_rule import rule_by_rule, rules_apart
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.run.context import Plan
from verify.run.budget import now

RULES = """
game "High Card":
  players 2
  deck A 2..6 of hearts, spades
  editions full, quick

source full "High Card":
  "Play" 1..3
  "Aces" 1

source quick "High Card, on one page":
  "Page" 1..3

zones:
  deck: stack, face down, starts with every card
  pile: stack, face up
  hand[player]: set, seen by its owner

state:
  laid: 0 to 9

move lay(c: card from hand of mover):
  permit any @ "Play/2" under edition is full
  permit any @ "Page/2" under edition is quick
  forbid no_ace @ "Aces/1" under edition is full when c is A and some d in hand of mover with d is not A
  precedence no_ace > any @ "Aces/1"
  does put @ "Play/2" under edition is full: move c from hand of mover to pile
  does put @ "Page/2" under edition is quick: move c from hand of mover to pile
  does count @ "Page/2" under edition is quick: laid becomes laid + 1

ends:
  out @ "Play/3" under edition is full when hand of mover is empty: mover wins
  out @ "Page/3" under edition is quick when size of hand of mover < 1: mover wins

play:
  step deal @ "Play/1", "Page/1":
    shuffle deck
    deal 2 cards from deck to each hand
  turns from player 1:
    choice act @ "Play/2", "Page/2": mover does lay
"""
NAMES = ("full", "quick")


@pytest.fixture(name="games", scope="module")
def both_editions(tmp_path_factory: pytest.TempPathFactory):
    path = tmp_path_factory.mktemp("editions") / "high.hoyle"
    path.write_text(RULES, encoding="utf-8")
    return tuple(load_file(path, {"edition": name}) for name in NAMES)


def found(games, seconds: float = 20.0) -> dict[str, Finding]:
    a, b = (Interpreter(loaded.game) for loaded in games)
    return {f.subject.removeprefix("rule by rule: "): f for f in rule_by_rule(a, b, NAMES, 1, now() + seconds)}


def test_each_rule_that_differs_is_told_with_its_clauses_and_whether_it_matters(games):
    rules = found(games)
    assert list(rules) == ["the move lay", "the ends"]
    lay, ends = rules.values()
    assert lay.sentence == (
        "it changes play: only in `full`: no_ace (Aces/1); only in `quick`: count (Page/2); other precedence"
    )
    assert 0.4 < lay.often < 0.9
    assert (ends.standing, ends.clauses) == ("proved", ("out",))
    assert ends.sentence == "it says the same in other words: in both, not alike: out (Page/3)"


def test_places_alone_make_no_difference(games):
    one = games[0].game
    moved = parse_text("moved.hoyle", RULES.replace('"Play/2" under', '"Aces/1" under'))
    two = lower(moved, {"edition": "full"}).game
    assert two is not None
    assert one != two
    assert not list(rules_apart(one, two))


def test_what_needs_other_parts_of_its_game_is_not_tried_alone(games, monkeypatch):
    monkeypatch.setattr("verify.ambiguity.find.by_rule.has_errors", lambda found: True)
    assert {(f.standing, f.reason.partition(":")[0]) for f in found(games).values()} == {
        ("unknown", "it cannot be put into `full` by itself")
    }


def test_a_move_of_one_game_alone_and_what_has_no_name_are_told_as_what_they_are(games):
    passing = '\nmove wait:\n  permit any @ "Play/2"\n  does: nothing\n\nends:'
    other = RULES.replace("\nends:", passing).replace("turns from player 1", "turns from player 2")
    two = lower(parse_text("other.hoyle", other), {"edition": "full"})
    assert two.game is not None, two.diagnostics
    rules = found((games[0], two))
    assert list(rules) == ["the move wait", "the course of play"]
    assert rules["the move wait"].standing == "proved"
    assert rules["the move wait"].sentence.startswith("by itself it changes nothing: only in `quick`: wait")
    told = "it changes play: not alike in their order, or in what has no name"
    assert rules["the course of play"].sentence == told


def test_of_the_course_of_play_only_steps_that_say_something_else_are_told(games):
    later = '    choice act @ "Play/2", "Page/2": mover does lay\n    step look: add 0 to laid\n'
    with_one = RULES.replace("  turns from", "  step begin: laid becomes 0\n  turns from")
    other = with_one.replace('    choice act @ "Play/2", "Page/2": mover does lay\n', later)
    when = other.replace('2": mover does', '2" when laid < 9: mover does')
    last, more, comes = (
        lower(parse_text("other.hoyle", text), {"edition": "full"}).game
        for text in (RULES.replace('    choice act @ "Play/2", "Page/2": mover does lay\n', later), other, when)
    )
    assert last is not None
    assert more is not None
    assert comes is not None
    (rule,) = rules_apart(last, more)
    assert rule.says(NAMES) == "only in `quick`: begin"
    (rule,) = rules_apart(more, comes)
    assert rule.says(NAMES) == "in both, not alike: act (Play/2; Page/2)"


def test_the_report_of_two_editions_has_both_the_plays_and_the_rules(games):
    full, quick = games
    report = differ(full, quick, NAMES, Plan(20.0, 1, 20), began=now())
    assert [f.kind for f in report.findings] == ["difference", "wording", "wording"]


def test_the_command_tells_it(games, tmp_path: Path, capsys):
    path = tmp_path / "high.hoyle"
    path.write_text(RULES, encoding="utf-8")
    html = tmp_path / "report.html"
    assert main(["diff", f"{path}@full", f"{path}@quick", "--budget", "20", "--html", str(html)]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "rule by rule: the move lay" in out
    assert "it says the same in other words" in out
    drawn = html.read_text(encoding="utf-8")
    assert "Rule by rule: the move lay" in drawn
    assert "1 difference found" in drawn
    assert "Looked for and not found" not in drawn
