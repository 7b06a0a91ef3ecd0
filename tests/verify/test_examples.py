"""Examples of rule files: what makes one good, how a bad one fails, and which positions cannot be set up."""

from dataclasses import replace

import pytest

from engine.interpreter.interpreter import Interpreter
from hoyle.api import load
from hoyle.commands.cli import main
from tests.verify.small import game, interpreter
from verify.obligations.examples import failure_of, run_example

START = "given hand of player 1 = [AH], hand of player 2 = [AS 2S], heap = [2H], mover = player 1, at act"


def ran(folder, *lines: str, **parts: str):
    """The result of the one example with these lines."""
    more = 'example "it":\n' + "".join(f"  {line}\n" for line in lines)
    made = interpreter(folder, more=more, **parts)
    return run_example(made, made.game.examples[0])


def fails(folder, *lines: str, **parts: str) -> str:
    """How an example with these lines fails."""
    result = ran(folder, *lines, **parts)
    assert result.verdict == "refuted"
    assert result.witness is not None
    return str(result.witness.sentence)


@pytest.mark.parametrize(
    "lines",
    [
        ("legal lay(AH)",),
        ("illegal lay(AS)",),
        ("play lay(AH)", "ended by out", "then top of heap is AH"),
        ("play lay(AH)", "ended"),
        ("then size of hand of player 2 = 2",),
        ("text says heap is empty", "then heap is not empty"),
        ("play lay(AH)", "ended by out, player 1 wins"),
        ("play lay(AH)", "ended, mover wins"),
        ("illegal pass", "player 1 can see hand of player 1", "player 2 cannot see hand of player 1"),
        ("player 2 can see heap", "next player cannot see deck"),
    ],
)
def test_a_good_example(tmp_path, lines):
    result = ran(tmp_path, START, *lines)
    assert (result.verdict, result.scope) == ("checked", "the position that the example gives")
    assert result.obligation.subject == "it"


@pytest.mark.parametrize("who", ["mover", "player 1"])
@pytest.mark.parametrize(("heap", "passing"), [("[2H]", "legal"), ("[]", "illegal")])
def test_a_step_that_play_would_pass_by_is_passed_by(tmp_path, who, heap, passing):
    before = f"  choice early when heap is not empty: {who} may do lay\n  choice late: mover does lay\n"
    start = START.replace("at act", "at early").replace("[2H]", heap)
    result = ran(tmp_path, start, "given rest in deck", "legal lay(AH)", f"{passing} pass", before=before)
    assert result.verdict == "checked", result.witness


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("legal lay(AS)",), "lay(AS) should be legal, but c of lay cannot be AS here"),
        (("illegal lay(AH)",), "lay(AH) should not be legal, but it is permitted by anything"),
        (("play lay(AS)",), "lay(AS) is not legal"),
        (("then heap is empty",), "the expected result does not follow"),
        (("text says heap is not empty",), "the text marked as wrong is right after all"),
        (("ended by out",), "the game should have ended, and has not"),
        (("then top of deck is AH",), "the condition cannot be read here"),
        (("play lay(top of deck)",), "an argument of lay cannot be read"),
        (("play lay(AH)", "ended by out, player 2 wins"), "player 2 should win, and by the rules player 1 does"),
        (("play lay(AH)", "ended, player 1 and player 2 win"), "player 1 and player 2 should win, and by"),
        (("play lay(AH)", "ended, nobody wins"), "nobody should win, and by the rules player 1 does"),
        (("play lay(AH)", "ended by out, player 1 scores 1"), "out gives no scores: say who wins"),
        (("legal pass",), "pass should be legal, but passing is not allowed here"),
        (("player 1 cannot see hand of player 1",), "should not see hand of player 1, and does"),
        (("player 2 can see hand of player 1",), "should see hand of player 1, and does not"),
    ],
)
def test_a_failing_example_says_how(tmp_path, lines, sentence):
    assert sentence in fails(tmp_path, START, *lines)


def test_a_failing_example_says_through_which_steps_play_had_gone_on(tmp_path):
    before = "  step early: nothing\n  step later: nothing\n"
    start = START.replace("at act", "at early")
    made = interpreter(
        tmp_path, more=f'example "it":\n  {start}\n  given rest in deck\n  then heap is empty\n', before=before
    )
    failure = failure_of(made, made.game.examples[0])
    assert failure is not None
    assert failure.gone_on == ("early", "later", "act")


def test_a_failing_example_at_a_decision_went_through_no_steps(tmp_path):
    made = interpreter(tmp_path, more=f'example "it":\n  {START}\n  given rest in deck\n  then heap is empty\n')
    failure = failure_of(made, made.game.examples[0])
    assert failure is not None
    assert failure.gone_on == ()


def test_the_wrong_ending(tmp_path):
    ends = "out when hand of mover is empty: mover wins\n  full when size of heap = 4: nobody wins"
    assert "by full, and ended by out" in fails(tmp_path, START, "play lay(AH)", "ended by full", ends=ends)


def test_an_end_that_all_win(tmp_path):
    ends = "out when hand of mover is empty: every player p with heap is not empty wins"
    assert (
        ran(tmp_path, START, "play lay(AH)", "ended by out, player 1 and player 2 win", ends=ends).verdict == "checked"
    )
    sentence = "nobody should win, and by the rules player 1 and player 2 do"
    assert sentence in fails(tmp_path, START, "play lay(AH)", "ended by out, nobody wins", ends=ends)


def test_scores(tmp_path):
    ends = "out when hand of mover is empty: every player p scores 3 - size of hand of p"
    right = "ended by out, player 1 scores 3, player 2 scores size of heap - 1"
    assert ran(tmp_path, START, "play lay(AH)", right, ends=ends).verdict == "checked"
    for line, sentence in (
        ("ended by out, player 2 scores 2", "player 2 should score 2, and scores 1"),
        ("ended by out, player 1 wins", "out gives scores: say who scores what"),
    ):
        assert sentence in fails(tmp_path, START, "play lay(AH)", line, ends=ends)


def test_the_witness_shows_the_moves_and_where_they_led(tmp_path):
    result = ran(tmp_path, START.replace("[AH]", "[AH 2H]").replace("heap = [2H], ", ""), "play lay(AH)", "ended")
    assert result.witness is not None
    assert result.witness.moves == ("lay(AH)",)
    assert "heap: AH" in result.witness.position


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        # A card named twice is found in reading the file; one that comes twice by way of another zone is not.
        ("given hand of player 1 = [AH], hand of player 2 = hand of player 1", "AH is given twice"),
        ("given left = size of hand of player 1 - 1", "left cannot be -1"),
        ("given hand of player 1 = [AH], left = rank of top of heap", "a given value cannot be read"),
    ],
)
def test_bad_positions(tmp_path, given, sentence):
    state = "\nstate:\n  left: 0 to 4, starts at 0\n"
    if "rank" in given:
        state = state.replace("0 to 4, starts at 0", "rank, starts at A")
    assert sentence in fails(tmp_path, given, "then left is left", state=state)


def changed(folder, **changes):
    """The result of an example that is good but for these changes to its IR."""
    made = interpreter(folder, more=f'example "it":\n  {START}\n  legal lay(AH)\n')
    assert run_example(made, made.game.examples[0]).verdict == "checked"
    result = run_example(made, replace(made.game.examples[0], **changes))
    assert result.verdict == "refuted"
    assert result.witness is not None
    return result.witness.sentence


def test_cards_with_no_place(tmp_path):
    given = interpreter(tmp_path, more=f'example "it":\n  {START}\n  legal lay(AH)\n').game.examples[0].given
    assert changed(tmp_path, rest=None, given=given[1:]) == "AH is given no place; say `rest in ZONE`"


def test_a_step_that_the_settings_lack(tmp_path):
    assert changed(tmp_path, at="elsewhere") == "no step of these settings is called elsewhere"


def test_a_fault_in_play(tmp_path):
    said = fails(tmp_path, START, "play lay(AH)", put="move top of deck from deck to heap")
    assert "after lay(AH) play stops" in said


def test_a_fault_at_once(tmp_path):
    # The example asks for nothing more than what is so; but play cannot stand at this step.
    said = fails(tmp_path, START, "then heap is not empty", permit="permit never_applies when c is 2")
    assert "play stops at once: player 1 has no legal move" in said


def test_clauses_that_disagree_stop_an_example(tmp_path):
    permit = "permit yes_it_is\n  forbid no_it_is_not when c is 2"
    given = START.replace("player 1 = [AH]", "player 1 = [AH 2H]").replace(", heap = [2H]", "")
    assert "yes_it_is and no_it_is_not" in fails(tmp_path, given, "legal lay(AH)", permit=permit)


def test_examples_of_a_clean_game_are_quiet(tmp_path):
    assert game(tmp_path).examples == ()


ROUND = {
    "state": "state:\n  opener: player\n  rounds: 0 to 9, starts at 0\n",
    "before": "  once around from FROM:\n    choice bid: mover does lay\n  step over: rounds becomes 1\n",
    "ends": "never when rounds > 8: nobody wins",
}
HELD = "given hand of player 1 = [AH 2S], hand of player 2 = [AS 2H], heap = [], opener = player 2"


@pytest.mark.parametrize(
    ("start", "mover", "card", "goes_on"),
    [
        ("opener", 2, "AS", "rounds is 0 and mover is player 1"),
        ("opener", 1, "AH", "rounds is 1"),
        ("next player after opener", 1, "AH", "rounds is 0 and mover is player 2"),
        ("player 2", 1, "AH", "rounds is 1"),
        # Whom the round began with is no longer known: nobody has had a turn.
        ("mover", 1, "AH", "rounds is 0 and mover is player 2"),
        ("(the player p with least size of hand of p)", 2, "AS", "rounds is 0 and mover is player 1"),
    ],
)
def test_a_round_goes_on_from_the_mover(tmp_path, start, mover, card, goes_on):
    """Those between whom the round begins with and the mover have had their turn."""
    parts = {**ROUND, "before": ROUND["before"].replace("FROM", start)}
    lines = (f"{HELD}, mover = player {mover}, at bid", f"play lay({card})", f"then {goes_on}")
    assert ran(tmp_path, *lines, **parts).verdict == "checked"


TWO_PACKS = """game "Two packs":
  players 2
  deck standard 2 copies

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  pile: stack, face up

shape pair: set of 2 cards, same rank

move lay(c: card from hand of mover):
  permit plain when c is not 2S and c is not in [3H 4H]
  permit covered when 2S is in pile
  does put: move c to pile

move lay_pair(x: pair from hand of mover):
  permit blacks when 2S is not in x or some c in x with c is 2C
  does put: move x to pile in any order

ends:
  out when hand of mover is empty: mover wins
  over at act when no legal move: nobody wins

play:
  step deal: shuffle deck; deal 3 from deck to each hand
  turns from player 1:
    choice act: mover does lay, lay_pair

example "no copy may be laid":
  given hand of player 1 = [2S 2S 3S 3H 4H 4H], mover = player 1, at act, rest in deck
  legal lay(3S)
  illegal lay(2S)
  illegal lay(3H)
  illegal lay(4H)
  illegal lay_pair([2S 2S])
  legal lay_pair([4H 4H])

example "either copy covers":
  given pile = [2S], hand of player 1 = [2S 3S 2C], mover = player 1, at act, rest in deck
  legal lay_pair([2S 2C])
  play lay(2S)
  then size of pile = 2
"""


def test_a_card_of_which_there_are_copies_means_any_of_them(tmp_path):
    path = tmp_path / "packs.hoyle"
    path.write_text(TWO_PACKS, encoding="utf-8")
    interpreter = Interpreter(load(path).rules)
    found = {example.text: run_example(interpreter, example) for example in interpreter.game.examples}
    assert [(result.verdict, result.witness) for result in found.values()] == [("checked", None)] * 2


def test_more_copies_than_there_are_are_too_many(tmp_path, capsys):
    path = tmp_path / "packs.hoyle"
    path.write_text(TWO_PACKS.replace("[2S 2S 3S 3H", "[2S 2S 2S 3H"), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert "2S is given more often than the 2 times the deck has it" in capsys.readouterr().out
