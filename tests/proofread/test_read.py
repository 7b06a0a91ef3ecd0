"""`hoyle read`: on the screen, as JSON, sentence by sentence, and beside a rule file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.editor.small import SMALL

BOOK = """\
# The Deal

Deal them all. Turn one up.

# Play

Fit it, usually. You must never lay a four. You may lay a two. Take 8 cards.

# End

Wins whoever has the most cards. See section 7.
"""
PLAIN = "The tallest begins. Everybody lays a card. The first without a card wins.\n"
RULES = SMALL.replace('"Deal/', '"The deal/').replace('"Deal" 1', '"The deal" 1')


@pytest.fixture(name="text")
def a_text(tmp_path):
    path = tmp_path / "book.txt"
    path.write_text(BOOK, encoding="utf-8")
    return str(path)


def told(out: str) -> str:
    """What is on the screen, wherever its lines end."""
    return " ".join(out.split())


def test_questions_are_shown_with_their_places(text, hoyle):
    code, out, _ = hoyle("read", text)
    assert code == 1
    shown = told(out)
    assert (
        "3 questions in 8 sentences 1. Nothing is said about a tie: what if two have the most? (conditions, likely)"
        in shown
    )
    assert "2. “section 7”: nothing in the text has the number 7. (references, certain)" in shown
    assert "11:34 End/2 “See section 7.” -> Correct the reference." in shown
    assert "By kind: conditions 1, references 1, wording 1" in shown


def test_nothing_to_ask_is_0(tmp_path, hoyle):
    path = tmp_path / "book.txt"
    path.write_text(PLAIN, encoding="utf-8")
    code, out, _ = hoyle("read", str(path))
    assert (code, "nothing to ask in 3 sentences" in told(out)) == (0, True)
    assert json.loads(hoyle("read", str(path), "--json")[1])["questions"] == []


def test_only_some_kinds(text, hoyle):
    code, out, _ = hoyle("read", text, "--only", "wording", "--only", "references")
    assert code == 1
    assert "2 questions in 8 sentences, wording and references only" in told(out)
    assert hoyle("read", text, "--only", "terms")[0] == 0
    assert hoyle("read", text, "--only", "poetry")[0] == 2


def test_the_first_ten_and_then_how_many_more(tmp_path, hoyle):
    path = tmp_path / "book.txt"
    path.write_text(
        " ".join(f"See section {n}." for n in range(20, 35)) + " Nobody wins. The dealer begins.", encoding="utf-8"
    )
    _, out, _ = hoyle("read", str(path))
    assert "\n10. " in out
    assert "\n11. " not in out
    assert f"5 more questions: hoyle read {path} --details".replace(" ", "") in told(out).replace(" ", "")
    assert "\n15. " in hoyle("read", str(path), "--details")[1]


def test_every_sentence(text, hoyle):
    code, out, _ = hoyle("read", text, "--sentences")
    assert code == 1
    assert "3:16 The Deal/2 Turn one up." in told(out)
    assert "See section 7. ? question 2 (references): “section 7”" in told(out)


def test_json_has_all(text, hoyle):
    report = json.loads(hoyle("read", text, "--json", "--sentences")[1])
    assert {"file", "sentences", "complete", "english", "counts", "questions", "text"} == set(report)
    first, second, *_ = report["questions"]
    assert {"number", "kind", "check", "sure", "says", "do", "at", "clauses"} == set(first)
    assert second["at"] == [{"line": 11, "column": 34, "place": "End/2", "sentence": "See section 7."}]
    assert report["text"][-1]["questions"] == [2]
    assert sum(report["counts"].values()) == len(report["questions"])


@pytest.fixture(name="beside")
def beside_a_rule_file(hoyle, text, tmp_path):
    """What is asked of the text beside a rule file, by the name of the check."""

    def asked(rules: str) -> dict[str, dict]:
        path = tmp_path / "small.hoyle"
        path.write_text(rules, encoding="utf-8")
        report = json.loads(hoyle("read", text, str(path), "--json", "--only", "rules")[1])
        return {one["check"]: one for one in report["questions"]}

    return asked


def test_a_sentence_that_nothing_cites(beside):
    found = beside(RULES)
    assert set(found) == {"uncited"}
    assert [one["place"] for one in found["uncited"]["at"]] == ["End/1"]
    cited = RULES.replace('"Play" 1..3', '"Play" 1..3\n  "End" 1').replace(
        'claim all_out @ "Play/3"', 'claim all_out @ "End/1"'
    )
    assert "uncited" not in beside(cited)


def test_a_place_that_the_text_does_not_have(beside):
    rules = RULES.replace('"Play" 1..3', '"Play" 1..9').replace('@ "Play/2" when', '@ "Play/2", "Play/9" when')
    found = beside(rules)["unknown-place"]
    assert "Play/9" in found["says"]
    assert [one["clause"] for one in found["clauses"]] == ["forbid in_anger"]


def test_a_clause_that_cites_nothing(beside):
    found = beside(RULES.replace('forbid in_anger @ "Play/2"', "forbid in_anger"))
    assert [one["clause"] for one in found["cites-nothing"]["clauses"]] == ["forbid in_anger"]


def test_may_and_must(beside):
    swapped = RULES.replace('fitting @ "Play/1"', 'fitting @ "Play/2"').replace(
        'in_anger @ "Play/2"', 'in_anger @ "Play/3"', 1
    )
    found = beside(swapped)["modal"]
    assert found["at"][0]["place"] in ("Play/2", "Play/3")


def test_a_number_that_no_clause_has(beside):
    rules = RULES.replace('"Play" 1..3', '"Play" 1..4').replace('does lay @ "Play/1"', 'does lay @ "Play/4"')
    found = beside(rules)["number"]
    assert (found["at"][0]["place"], "says 8" in found["says"]) == ("Play/4", True)
    assert "number" not in beside(rules.replace("add 1 to", "add 8 to"))


@pytest.mark.parametrize("words", ["Take 8 cards (see §12).", "Take these 12 cards.", "Of 12 kinds of cards take 8."])
def test_numbers_of_places_and_kinds_are_in_no_clause(words, text, beside):
    rules = RULES.replace('"Play" 1..3', '"Play" 1..4').replace('does lay @ "Play/1"', 'does lay @ "Play/4"')
    path = Path(text)
    path.write_text(BOOK.replace("Take 8 cards.", words), encoding="utf-8")
    assert "number" not in beside(rules.replace("add 1 to", "add 8 to"))
    path.write_text(BOOK.replace("Take 8 cards.", "Take 12 cards."), encoding="utf-8")
    assert "number" in beside(rules.replace("add 1 to", "add 8 to"))


def test_what_follows_from_rules_is_not_asked_about(text, beside):
    Path(text).write_text(BOOK + "\nAs a consequence, nobody can lose. You may do this:\n", encoding="utf-8")
    assert [one["place"] for one in beside(RULES)["uncited"]["at"]] == ["End/1"]


def test_a_text_that_is_divided_otherwise_is_one_question(text, beside):
    others = ", ".join(f'"Finish/{n}"' for n in range(1, 6))
    rules = RULES.replace('"Play" 1..3', '"Play" 1..3\n  "Finish" 1..5').replace(
        '@ "Play/2" when', f'@ "Play/2", {others} when'
    )
    found = beside(rules)
    assert set(found) == {"unknown-place"}
    assert "1 of the sentences that sound like rules may be cited so" in found["unknown-place"]["says"]


def test_a_rule_file_with_errors_is_1(text, tmp_path, hoyle):
    path = tmp_path / "small.hoyle"
    path.write_text("game", encoding="utf-8")
    assert hoyle("read", text, str(path))[0] == 1


GAME = """game "Streets":
  players 2 to 3, usually 3
  editions full, short
  number many: 1 to 3, usually 2
  deck 1..11 of red, blue @ "Deck/1"
  deck 1..10 of red, blue under players = 2 and edition is full
  deck 1..9 of red, blue under edition is short

source "streets":
  "Deck" 1..2

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner

move lay(c: card from hand of mover):
  permit any
  does: move c to deck

ends:
  out at act when hand of mover is empty: mover wins

play:
  turns from player 1:
    choice act: mover does lay
"""


@pytest.mark.parametrize(
    ("said", "under", "asked"),
    [
        ("The deck has 24 cards.", "players = 2", "24 cards, and the deck of the rule file has 18 or 20 or 22."),
        ("There are 25 cards in two streets.", "players = 2", "25 cards, and the deck"),
        ("The deck has 20 cards.", "players = 2", ""),
        ("A short game has 18 cards.", "players = 2", ""),
        ("The deck has 24 cards.", "many = 2", ""),
    ],
)
def test_how_many_cards_there_are_is_held_against_the_deck(said, under, asked, tmp_path, hoyle):
    book, rules = tmp_path / "book.txt", tmp_path / "streets.hoyle"
    book.write_text(f"# Deck\n\n{said} Turn the top card face up.\n", encoding="utf-8")
    rules.write_text(GAME.replace("under players = 2", f"under {under}"), encoding="utf-8")
    out = told(hoyle("read", str(book), str(rules), "--only", "rules", "--details")[1])
    assert ("the deck of the rule file has" in out) == bool(asked)
    assert asked in out
