"""A move whose cards may be of several shapes is one move to whoever plays, reads or counts it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.api import Game, IllegalMove, load
from hoyle.commands.cli import main
from spec.ir import nodes as ir
from spec.ir.clauses import clauses_of, mark
from spec.ir.printing import print_game, read_game
from spec.ir.walk import walk
from verify.obligations.examples import run_example
from verify.obligations.obligations import labelled

RULES = """game "Shapes":
  players 2
  deck A 2..4 of hearts, spades
  number held: 1 to 4, usually 4

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: stack, face up

shape group: set of 1 or more cards, same rank
shape run: sequence of 2 or more cards, same suit, each next to the one before
shape few: set of 1 to 3 cards

move play(cards: group or run from hand of mover):
  permit any
  permit long when cards is a run and size of cards > 2
  forbid low when some c in cards with c is 2
  forbid small under held is 1 when cards is a group
  precedence low, small > any, long
  does: move cards onto heap in any order

move drop(cards: group or few from hand of mover):
  permit any when cards is a group
  permit rest when cards is a few and size of cards = 3
  does: move cards onto heap in any order

move wait:
  permit any
  does: nothing

ends:
  out when hand of mover is empty: mover wins
  waiting when heap is empty and mover cannot play: nobody wins

play:
  step deal:
    for each player p: draw held cards from deck to hand of p
  turns from player 1:
    choice act: mover does play, drop, wait

example "a group and a run":
  given at act, mover = player 1, hand of player 1 = [AH AS 3H 4H], rest in deck
  legal play([AH AS])
  illegal play([AH 3H])
  illegal play([4H AH])
  play play([4H 3H])
  then top of heap is 3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "shapes.hoyle"
    path.write_text(RULES)
    return path


@pytest.fixture
def game(file: Path) -> Game:
    return load(file)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) in (0, 1)
    return capsys.readouterr().out


# ---------------------------------------------------------------- playing


def test_every_legal_move_is_read_back_from_its_words(game: Game):
    for seed in range(20):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal() and len(state.history()) < 6:
            for move in state.legal_actions():
                assert state.parse(state.words(move)) == move
            state.apply_action(state.legal_actions()[len(state.history()) % len(state.legal_actions())])


def test_cards_tell_which_shape_is_meant(game: Game):
    state = game.new_initial_state(seed=1)
    assert state.parse("play(3H AH)").action == "play_group"  # of neither shape
    assert state.parse("play(3H 4H)") == replace(state.parse("play_run(3H 4H)"))
    assert state.parse("play(AS AH)") == state.parse("play_group(AH AS)")
    assert state.words(state.parse("play_run(3H 4H)")) == "play(3H 4H)"


def test_cards_of_both_shapes_are_answered_with_both_names(game: Game):
    state = game.new_initial_state(seed=1)
    with pytest.raises(IllegalMove, match="more than one shape of drop; write drop_group or drop_few"):
        state.parse("drop(AH AS)")
    assert state.words(state.parse("drop_few(AH AS)")) == "drop_few(AH AS)"
    assert state.parse("drop(AH AS 3H)").action == "drop_few"


def verified_with(tmp_path: Path, capsys: pytest.CaptureFixture[str], more: str) -> str:
    """What `hoyle verify` prints of the rules with an example more, without its line breaks."""
    path = tmp_path / "more.hoyle"
    path.write_text(f"{RULES}\n{more}")
    return " ".join(run(capsys, "verify", str(path), "--budget", "1").split())


def test_an_example_whose_move_is_not_told_apart_is_to_be_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    given = "given at act, hand of player 1 = [AH AS], rest in deck"
    shown = verified_with(tmp_path, capsys, f'example "both":\n  {given}\n  legal drop([AH AS])\n')
    assert "more than one shape of drop; write drop_group or drop_few" in shown
    assert "Fix mend this line of the example" in shown


def test_a_failing_line_says_through_which_steps_play_went(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    more = 'example "dealt":\n  given rest in deck, at deal\n  then size of deck = 8\n'
    shown = verified_with(tmp_path, capsys, more)
    assert "expected 8; play had gone on through deal to act" in shown


def test_shapes_that_are_treated_alike_need_no_telling_apart(tmp_path: Path):
    alike = RULES.replace(
        "  permit any when cards is a group\n  permit rest when cards is a few and size of cards = 3\n",
        "  permit any\n",
    )
    path = tmp_path / "alike.hoyle"
    path.write_text(alike)
    state = load(path).new_initial_state(seed=1)
    assert state.words(state.parse("drop(AH AS)")) == "drop(AH AS)"


def test_an_old_log_replays_and_a_new_one_has_the_moves_own_name(game: Game):
    state = game.new_initial_state(seed=3)
    while not any(words.startswith("play") for words in state.history()):
        state.apply_action(state.legal_actions()[0])
    log = state.serialize()
    assert '"play(' in log
    assert "play_" not in log
    old = log.replace('"play(', '"play_group(')
    assert game.from_log(old).history() == game.from_log(log).history() == state.history()


def test_messages_have_the_moves_own_name(game: Game):
    state = game.new_initial_state(seed=1)
    with pytest.raises(IllegalMove, match=r"there are play, drop, wait$"):
        state.parse("lay(AH)")
    assert state.explain("play(AH 3S)").sentence == "cards of play cannot be AH 3S here"


# ---------------------------------------------------------------- what the examples of a file call it


def test_an_example_calls_the_move_by_its_own_name(game: Game):
    assert run_example(game.interpreter, game.rules.examples[0]).verdict == "checked"


def test_a_wrong_example_is_noticed(tmp_path: Path):
    path = tmp_path / "wrong.hoyle"
    path.write_text(RULES.replace("illegal play([4H AH])", "illegal play([AH AS])"))
    wrong = load(path)
    result = run_example(wrong.interpreter, wrong.rules.examples[0])
    assert result.verdict == "refuted"
    assert "play(AH AS) should not be legal" in (result.witness.sentence if result.witness else "")


# ---------------------------------------------------------------- reports


def test_statistics_and_obligations_tell_a_clause_once(game: Game):
    told = [(of, kind, source.label) for of, kind, source in clauses_of(game.rules)]
    assert len(told) == len(set(told))
    assert [label for of, kind, label in told if (of, kind) == ("play", "permit")] == ["any", "long"]
    assert [(part, source.label) for part, source in labelled(game.rules)][:4] == [
        ("play", "any"), ("play", "long"), ("drop", "any"), ("drop", "rest"),
    ]  # fmt: skip


def test_the_rulebook_tells_the_move_once_and_a_shape_where_it_matters(file: Path, capsys: pytest.CaptureFixture[str]):
    book = run(capsys, "rulebook", str(file))
    (start,) = [i for i, line in enumerate(book.splitlines()) if line == "### Play"]
    section = "\n".join(book.splitlines()[start:]).split("\n### ")[0]
    assert "Choose a [group](#group) or a [run](#run) from your hand" in section
    assert section.count("**Any.**") == 1
    assert "**Long.** With a run, you may do this if there are more than two cards." in section
    assert "play_" not in book
    assert "make one of these moves: [play](#play), [drop](#drop) or [wait](#wait)" in book


def test_check_counts_it_once(file: Path, capsys: pytest.CaptureFixture[str]):
    assert "3 moves, 11 clauses" in run(capsys, "check", str(file))


# ---------------------------------------------------------------- identity


def test_a_clause_keeps_its_identity_when_the_text_above_it_changes(game: Game, tmp_path: Path):
    path = tmp_path / "later.hoyle"
    path.write_text("# A line before all.\n" + RULES)
    later = load(path)
    assert [mark(kind, s) for _, kind, s in clauses_of(later.rules)] == [
        mark(kind, s) for _, kind, s in clauses_of(game.rules)
    ]


def test_every_source_of_a_game_is_told_from_all_others(game: Game):
    sources = [node for node in walk(game.rules) if isinstance(node, ir.Source) and node.label]
    places = {(s.clause, s.span) for s in sources}
    assert len({s.clause for s in sources}) == len(places)
    assert all(s.owner for s in sources)


def test_a_game_read_from_text_has_identities(game: Game):
    again, found = read_game(print_game(game.rules))
    assert not found
    assert again is not None
    assert all(node.owner for node in walk(again) if isinstance(node, ir.Source))


def test_a_report_of_play_calls_shapes_as_their_author_does(tmp_path, capsys):
    named = RULES.replace("shape group:", 'shape group as "bunch of equals":')
    never = named.replace(
        "  forbid low when", "  forbid never when cards is a group and size of cards > 9\n  forbid low when"
    )
    path = tmp_path / "shapes.hoyle"
    path.write_text(never, encoding="utf-8")
    main(["simulate", str(path), "--games", "9"])
    out = " ".join(capsys.readouterr().out.split())
    assert "You may not play a bunch of equals if the bunch of equals holds more than nine cards." in out
    assert "play (bunch of equals)" in out.replace("play (run)", "") or "group" not in out
