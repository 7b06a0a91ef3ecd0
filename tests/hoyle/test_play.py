"""Playing in the terminal: what can be typed, what stays hidden from whom, and that what is saved replays."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hoyle.api import Game, load
from hoyle.commands.cli import main
from hoyle.english.sentences import Sentences
from hoyle.table.offers import blind, offers
from tests.hoyle.rules import DUEL, TAKEN, UNRULED, write

DEALT = ("4H", "4S", "3S", "2S", "AS", "3H", "2H", "AH")
"""Player 1 is dealt AH 2H, player 2 AS 3H."""
BLACK = ("4H", "3H", "2H", "4S", "AH", "AS", "3S", "2S")
"""Player 1 is dealt 2S 3S, both black, and so may steal; player 2 AH AS."""


@pytest.fixture(name="sit")
def a_seat(capsys, monkeypatch, tmp_path):
    """Plays with a stacked deck and typed lines; answers the exit code and everything shown."""

    def play(*typed: str, deck=DEALT, text: str = DUEL, options: tuple[str, ...] = ()) -> tuple[int, str]:
        path = str(write(tmp_path, text))
        lines = iter(typed)

        def answered(prompt: str = "") -> str:
            print(prompt, end="")
            line = next(lines, None)
            if line is None:
                raise EOFError
            print(f"« {line}")
            return line

        real = Game.new_initial_state
        monkeypatch.setattr(
            Game, "new_initial_state", lambda self, deck_=None, seed=None: real(self, deck=deck, seed=seed)
        )
        monkeypatch.setattr("builtins.input", answered)
        monkeypatch.setattr("sys.stdin", At())
        code = main(["play", path, "--seed", "4", *options])
        monkeypatch.undo()
        return code, capsys.readouterr().out

    return play


CLOCK = Path(__file__).parents[2] / "rules" / "clock_patience" / "clock_patience.hoyle"
LEFT = "You leave the game after 0 moves. Nobody has won.\n"


class At:
    """A person at a terminal, what they type is seen as they type it."""

    def isatty(self) -> bool:
        return True


PEOPLE = ("--seat", "1=person", "--seat", "2=person")


def test_the_table_shows_who_leads_and_what_has_changed_once(sit):
    state = "state:\n  leader: player\n  flips: 0 to 1, starts at 0\n  idle: 0 to 1, starts at 0\n\nmove lay("
    rules = TAKEN.replace("move lay(", state).replace("size of trick = 2", "size of trick = 1")
    rules = rules.replace("does put: move c", "does put:\n    flips becomes 1 - flips\n    move c")
    _, out = sit("look idle", "1", "1", text=rules, deck=("2S", "1S", "2H", "1H"), options=PEOPLE)
    first, looked, second, third = out.split("(act) > ")
    assert "leader: player 1\n" in first
    assert "idle: 0\n" in looked
    assert "leader: player 1   flips: 1\n" in second
    assert "leader: player 1   flips: 0\n" in third


# ---------------------------------------------------------------- what can be typed


def test_the_table_and_the_moves(sit):
    code, out = sit()
    assert code == 0
    assert out.startswith("Duel, 2 players, seed 4. `help` lists what you can type.\n")
    assert "  player 2: hand: 2 cards\n  player 1 (you): hand: A♥ 2♥\n" in out
    assert "1. lay A♥    2. lay 2♥    3. drop A♥   4. drop 2♥\n" in out
    assert "vault" not in out
    assert out.endswith(f"player 1 (act) > \n{LEFT}")


def test_a_whole_game_by_number_and_in_words(sit):
    code, out = sit("1", "", "lay(AS)", "", "lay( 2h )", options=PEOPLE)
    assert code == 0
    assert "Player 1 lays A♥ (put, Play/1). Player 1’s laid count " in out
    assert "Player 2 lays A♠ (put, Play/1). Player 2’s laid count " in out
    last = "Player 1 wins after 3 moves: player 1 +1, player 2 -1.\n"
    why = "   out: As soon as your hand is empty, the game is over: you win (End/1).\n"
    assert out.endswith(last + why)


def test_after_each_move_the_table_is_shown_again(sit):
    _, out = sit("1")
    # The computer has moved too, and one card fewer lies in its hand.
    assert re.search(r"Player 2 .*\n  deck: 4 cards .*\n  player 2: hand: 1 card.*\n  player 1 \(you\): hand: 2♥", out)


@pytest.mark.parametrize("words", ["9", "0", "99999999999999999999"])
def test_a_number_that_is_no_move(sit, words):
    _, out = sit(words)
    assert "The moves are numbered from 1 to 4." in out


def test_an_illegal_move_is_answered_with_the_clause_and_its_place(sit):
    _, out = sit("lay(4H)", deck=(*DEALT[1:], "4H"))
    assert "You may not: 4♥ is a 4 and the heap is empty (no four, Play/2).\n" in out
    _, out = sit("fly", "lay(ZZ)", "lay(3S)", "steal")
    assert "`fly` is no move here. `moves` lists the legal moves" in out
    assert "`lay(ZZ)` is none of the ways to lay here:\n1. lay A♥   2. lay 2♥\n" in out
    assert re.search(r"You may not: .*3♠", out)
    assert "You may not steal now: the moves here are lay, drop." in out
    assert out.count("(you)") == 1


@pytest.mark.parametrize(
    "words",
    [
        "lay 2h",
        "LAY(2H)",
        "lay 2♥",
        "lay( 2h",
        "lay two",
        "lay 2",
        "lay the 2 of hearts",
        "Lay: two of Hearts",
        "la 2H",
    ],
)
def test_many_ways_to_write_a_move(sit, words):
    _, out = sit(words)
    assert ("You lay 2♥ (put, Play/1)" in out) == (words != "lay two")


SWAPPED = """game "Swap":
  players 2
  deck A..4 of clubs, diamonds

zones:
  deck: stack, face down, starts with every card
  pile: stack, face up
  hand[player]: set, seen by its owner

move keep(c: card from hand of mover) as "throw":
  permit low when c is A or c is 2
  does: move c from hand of mover to pile

move throw(c: card from hand of mover) as "lay by":
  permit high when c is 3 or c is 4
  does: move c from hand of mover to pile

ends:
  done when hand of mover is empty: mover wins

play:
  step deal:
    shuffle deck
    deal 4 cards from deck to each hand
  turns from player 1:
    choice act: mover does keep, throw
"""


def test_a_move_is_what_it_is_called_on_the_screen(tmp_path, capsys, monkeypatch):
    typed = iter(["throw 3D", "why throw 3D", "lay by AD", "keep 3D", "throw AD"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(typed, "quit"))
    main(["play", str(write(tmp_path, SWAPPED)), "--seed", "1"])
    out = capsys.readouterr().out
    assert "4. lay by 3♦" in out
    assert out.count("You may not: 3♦ is not an ace and not a 2 (low") == 3
    assert "You may not: A♦ is not a 3 and not a 4 (high" in out
    assert "You throw A♦" in out


def test_what_may_be_several_moves_is_asked_again(sit):
    _, out = sit("2", "lay", "h", deck=(*DEALT[:6], "AH", "2H"))
    assert out.count("You lay 2♥") == 1
    _, out = sit("lay", "2h", "drop a")
    assert "`lay` may be one of 2 moves. Type more of it, or its number:\n1. lay A♥   2. lay 2♥\n" in out
    assert "`2h` may be one of 2 moves. Type more of it, or its number:\n2. lay 2♥    4. drop 2♥\n" in out
    assert "You drop A♥ (put by, Play/3)." in out


def test_why(sit):
    _, out = sit("why lay(4H)", "why lay(AH)", "why 2", "why", "why fly", deck=(*DEALT[1:], "4H"))
    assert "You may not: 4♥ is a 4 and the heap is empty (no four, Play/2).\n" in out
    assert out.count("You may: ") == 2
    assert "   fitting: You may lay a card if" in out
    assert "Nothing has happened yet. To ask about a move: why MOVE" in out
    assert "`fly` is no move here." in out


def test_why_and_hint_and_rules(sit):
    _, out = sit("hint", "1", "why", "rules", "rules out", "rules lay", "rules zzz", "log")
    assert re.search(r"Hint: (lay|drop) [A2]♥ \(number [1-4]\), which looks best one move ahead\.", out)
    assert "   put: Put the card from your hand onto the heap" in out
    assert "Say which part: rules WORD. There are:" in out
    assert "- Out. As soon as your hand is empty, the game is over: you win. [End/1]" in out
    assert "LAY\n" in out
    assert "The rules do not speak of `zzz`." in out


def test_a_part_of_a_move_that_is_not_on_offer_is_enough(sit):
    draw = (
        "move draw_one:\n  permit empty when hand of mover is empty\n  does: draw 1 card from stock to hand of mover\n"
    )
    text = TAKEN.replace("ends:", f"{draw}\nends:").replace("mover does lay", "mover does lay, draw_one")
    _, out = sit("why draw", "why draw one", "draw", text=text, deck=("2S", "1S", "2H", "1H"))
    part, whole, typed = (told.partition("\n")[2].split("player 1 (")[0] for told in out.split("(act) > ")[1:4])
    assert part.startswith("You may not: your hand (2♥ 2♠) is not empty (empty).\n")
    assert part == whole == typed


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("lay 3s", "3♠ is not in your hand"),
        ("3s", "3♠ is not in your hand"),
        ("3 of spades", "3♠ is not in your hand"),
        ("lay 4", "none of 4♥ 4♠ is in your hand"),
        ("why lay four of spades", "4♠ is not in your hand"),
        ("why lay 4", "none of 4♥ 4♠ is in your hand"),
        ("why spades", "none of A♠ 2♠ 3♠ 4♠ is in your hand"),
    ],
)
def test_a_card_that_is_not_held_is_named_however_it_is_typed(sit, words, answer):
    _, out = sit(words)
    assert out.endswith(f"« {words}\nYou may not: {answer}.\nplayer 1 (act) > \n{LEFT}")


PAIRS = """game "Pairs":
  players 1
  deck 2..4 of hearts, spades 2 copies

zones:
  deck: stack, face down, starts with every card
  heap: stack, face up
  hand[player]: set, seen by its owner

shape pair: set of 2 cards, same rank
shape run: sequence of 3 or more cards, same suit, a run

move lay(cards: pair from hand of mover):
  permit low when some c in cards with c is 2
  does: move cards to heap in any order

move follow(cards: run from hand of mover):
  permit any
  does put: move cards to heap

ends:
  out when hand of mover is empty: nobody wins

play:
  step deal:
    shuffle deck
    draw 6 cards from deck to hand of player 1
  turns from player 1:
    choice act: mover does lay, follow
"""
HELD = ("4H", "3H#2", "3S", "2S#2", "2H", "2S", "2H#2", "3S#2", "3H", "4H#2", "4S", "4S#2")
"""Player 1 is dealt 3S#2 3H 4H#2 4S 4S#2 2H#2, the deck's top card last."""


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("why lay 3s 3h", "You may not: none of 3♥ 3♠ is a 2"),
        ("why lay 4s 4h", "You may not: none of 4♥ 4♠ is a 2"),
        ("why lay 4s 4s", "You may not: none of 4♠ 4♠ is a 2"),
        ("why lay 3h 3h", "You may not: only one 3♥ is in your hand"),
        ("why lay 2s 2h", "You may not: 2♠ is not in your hand"),
        ("why lay 4h 3s", "You may not: 3♠ 4♥ do not form a pair"),
    ],
)
def test_neither_the_order_of_cards_nor_the_copy_that_is_typed_matters(sit, words, answer):
    _, out = sit(words, text=PAIRS, deck=HELD)
    assert answer in out


def test_cards_of_none_of_a_moves_shapes_are_told_all_of_them(sit):
    text = PAIRS.replace("lay(cards: pair from", "lay(cards: pair or mates from").replace(
        "to heap in any order", "to heap"
    )
    text = text.replace("shape run:", "shape mates: set of 3 cards, same suit\nshape run:").replace(
        "heap: stack", "heap: set"
    )
    _, out = sit("why lay 4h 3s", text=text, deck=HELD)
    assert "You may not: 3♠ 4♥ do not form a pair or mates." in out


@pytest.mark.parametrize("words", ["follow 4h 2h 3h", "follow 2h#2 3h 4h", "follow(3h, 4h, 2h)", "4h 3h 2h"])
def test_a_sequence_that_can_be_read_one_way_only_is_typed_in_any_order(sit, words):
    _, out = sit(words, text=PAIRS, deck=HELD)
    assert "You follow 2♥ 3♥ 4♥ (put)." in out


def test_many_cards_that_are_not_held_are_not_listed(sit):
    text = DUEL.replace("A 2..4 of hearts", "A 2..9 of hearts")
    _, out = sit(
        "spades", text=text, deck=("AS", *(f"{n}{s}" for n in range(9, 2, -1) for s in "SH"), "2S", "AH", "2H")
    )
    assert "You may not: no such card is in your hand.\n" in out


def test_a_part_that_fits_only_one_held_card_says_why_that_may_not_be_laid(sit):
    text = DUEL.replace("does lay, drop, steal", "does lay")
    for words in ("lay 4", "why 4h", "4h"):
        _, out = sit(words, text=text, deck=(*DEALT[1:], "4H"))
        assert "You may not: 4♥ is a 4 and the heap is empty (no four, Play/2).\n" in out


def test_rules_come_before_examples_and_other_matches_are_named(sit):
    rules = TAKEN.replace("  permit any\n", "  permit must_fit when fits(c)\n").replace(
        "move lay", "define fits(c: card):\n  c is c\n\nmove lay"
    )
    example = 'example "a 2 must fit":\n  given hand of player 1 = [2H], mover = player 1, at act, rest in stock\n'
    asked = ("rules fit", "rules must fit", "rules a 2 must fit")
    _, out = sit(*asked, text=f"{rules}\n{example}  legal lay(2H)\n", deck=("2S", "1S", "2H", "1H"))
    fit, must, example = (out.partition(f"« {words}")[2].partition(" > ")[0] for words in asked)
    assert fit.splitlines()[1] == "FITS"
    assert "See also: Must fit, A 2 must fit." in fit
    assert must.splitlines()[1].startswith("- Must fit. You may do this if the card fits.")
    assert "See also: A 2 must fit." in must
    assert example.splitlines()[1] == "A 2 MUST FIT"


def test_asking_for_hints_changes_nothing(sit):
    plain, hinted = sit("1")[1], sit("hint", "hint", "1")[1]
    assert plain.rpartition("« 1\n")[2] == hinted.rpartition("« 1\n")[2]


def test_help_moves_look_and_log(sit):
    _, out = sit("help", "moves lay", "moves zzz", "look", "log", "1", "log")
    assert "take back, to your own last decision" in out
    assert "« moves lay\n1. lay A♥   2. lay 2♥\nplayer 1" in out
    assert "No legal move holds `zzz`." in out
    assert "« look\n  deck: 4 cards\n" in out
    assert "No move yet." in out
    assert re.search(r"  1\. You lay A♥ .*\n  2\. Player 2 ", out)


def test_undo_goes_back_to_the_own_last_decision(sit):
    _, out = sit("undo", "1", "undo", "log")
    assert "There is nothing of yours to take back." in out
    assert "Taken back.\n  deck: 4 cards\n  player 2: hand: 2 cards\n  player 1 (you): hand: A♥ 2♥\n" in out
    assert out.endswith(f"No move yet.\nplayer 1 (act) > \n{LEFT}")


# ---------------------------------------------------------------- luck and the computer


def test_the_same_seed_gives_the_same_game(capsys, tmp_path):
    path = str(write(tmp_path))
    words = ["play", path, "--seat", "1=random", "--seed"]
    games = []
    for seed in ("3", "3", "4"):
        assert main([*words, seed]) == 0
        games.append(capsys.readouterr().out.partition("\n")[2])
    assert games[0] == games[1] != games[2]
    assert "   out: As soon as" in games[0]


def test_play_that_stops_names_the_clauses(sit):
    code, out = sit(text=UNRULED)
    assert code == 1
    assert "Play stops (open): what happens depends on the open question aces" in out
    assert "   aces: " in out


# ---------------------------------------------------------------- what stays hidden


def test_the_other_hand_and_the_cards_put_by_stay_hidden(sit):
    _, out = sit("drop(AH)", "", "drop(AS)", "", options=PEOPLE)
    mine, theirs, after = out.split("Press Enter")
    assert "3♥" not in mine
    assert "A♠" not in mine
    # The ace of hearts was shown, on top of the past; the two lies hidden in the hand of player 1.
    assert "player 1: hand: 1 card" in theirs
    assert "player 2 (you): hand: A♠ 3♥" in theirs
    assert "2♥" not in theirs
    assert "3♥" not in after
    assert "past: 2 cards, top A♠" in after


def test_a_blind_choice_names_no_card(sit):
    _, out = sit("moves steal", "steal(AH)", "why steal(AS)", "steal(?)", "log", deck=BLACK)
    before, _, after = out.partition("« steal(?)")
    assert "steal ? (one of 2)" in before
    assert "c of steal is chosen without seeing it" in before
    assert before.count("c of steal is chosen without seeing it") == 2
    assert not re.search(r"A[HS♥♠]", re.sub(r"« .*", "", before))
    # Whoever stole it sees it now.
    assert re.search(r"You steal A[♥♠]", after)


def test_what_one_person_steals_from_another_stays_unnamed(sit):
    _, out = sit("steal(?)", "", "log", options=PEOPLE, deck=BLACK)
    assert "Player 1 steals a card (take, Play/3).\n" in out
    assert "  1. Player 1 steals a card (take, Play/3).\n" in out
    shown = out.split("Press Enter")[1]
    assert not re.search(r"steal\W*A", shown)


def test_a_move_of_the_computer_with_hidden_cards_names_none(tmp_path):
    hidden = DUEL.replace("past: stack, top face up", "past: stack, face down")
    game = load(write(tmp_path, hidden))
    state = game.new_initial_state(deck=DEALT)
    move, before = state.parse("drop(AH)"), state.position
    steal = state.parse("steal(2H)")
    state.apply_action(move)
    told = Sentences(game.interpreter)
    assert told.move(before, move, after=state.position, seat=1) == "Player 1 drops a card."
    assert told.move(before, move, after=state.position) == "Player 1 drops AH."
    # The heap lies face up, and so did the card that was laid on it, wherever it is now.
    assert told.move(before, state.parse("lay(AH)"), after=state.position, seat=1) == "Player 1 lays AH."
    assert (blind(game, move), blind(game, steal)) == ("", "c")


def test_offers_hold_every_legal_move_once(tmp_path):
    state = load(write(tmp_path)).new_initial_state(deck=BLACK)
    held = [move for offer in offers(state) for move in offer.moves]
    assert sorted(held, key=str) == sorted(state.legal_actions(), key=str)
    assert len(offers(state)) == len(held) - 1


# ---------------------------------------------------------------- saving and replaying


def saved(sit, tmp_path, *typed: str, **more):
    path = tmp_path / "log.json"
    code, _ = sit(*typed, **{**more, "options": (*PEOPLE, "--save", str(path), *more.get("options", ()))})
    return code, path


def replayed(capsys, tmp_path, path, *options: str) -> tuple[int, str]:
    try:
        code = main(["replay", str(tmp_path / "duel.hoyle"), str(path), *options])
    except SystemExit as left:
        code = int(str(left.code))
    out, err = capsys.readouterr()
    return code, out + err


def test_a_saved_game_replays(sit, capsys, tmp_path):
    code, path = saved(sit, tmp_path, "1", "", "lay(AS)", "", "lay(2H)")
    assert code == 0
    code, out = replayed(capsys, tmp_path, path)
    assert code == 0
    assert "   1. lay(AH)\n      Player 1 lays AH (fitting, Play/1)." in out
    assert "   2. lay(AS)\n" in out
    assert "The heap: AH AS 2H." in out
    assert "The game is over (out): player 1 wins" in out
    assert out.endswith("All 3 moves replay.\n")
    _, out = replayed(capsys, tmp_path, path, "--positions")
    assert out.count("The heap: AH") == 3


def test_a_game_that_is_left_is_saved_as_it_stands(sit, capsys, tmp_path):
    _, path = saved(sit, tmp_path, "1", "", "quit")
    assert json.loads(path.read_text())["moves"] == ["lay(AH)"]
    assert replayed(capsys, tmp_path, path)[0] == 0


def test_whoever_saves_is_told_that_the_log_holds_the_shuffle_if_there_is_one(sit, tmp_path):
    path = tmp_path / "log.json"
    _, out = sit(options=("--save", str(path)))
    assert out.endswith(f"The log is in {path}. It holds every shuffle: who reads it can know everybody's cards.\n")
    _, out = sit(text=TAKEN, options=("--save", str(path), "--force"), deck=("2S", "1S", "2H", "1H"))
    assert out.endswith(f"The log is in {path}.\n")


def test_a_game_that_is_interrupted_is_saved(sit, tmp_path, monkeypatch):
    monkeypatch.setattr("hoyle.commands.play.play", lambda table: (_ for _ in ()).throw(KeyboardInterrupt))
    code, path = saved(sit, tmp_path)
    assert code == 130
    assert json.loads(path.read_text())["moves"] == []


def test_saving_at_the_table(sit, capsys, tmp_path, monkeypatch):
    path = tmp_path / "mine.json"
    monkeypatch.setenv("COLUMNS", "250")
    _, out = sit("1", f"save {path}", f"save {path}", "save", "save /no/such/folder/x.json")
    assert f"Saved in {path}. It holds every shuffle: who reads it can know everybody's cards.\n" in out
    assert f"Not saved: {path} is there already; choose another name." in out
    assert "Say where: save FILE" in out
    assert "Not saved: /no/such/folder/x.json: No such file or directory." in out
    assert replayed(capsys, tmp_path, path)[0] == 0


def test_a_log_is_replaced_only_by_force(sit, tmp_path):
    (tmp_path / "log.json").write_text("old")
    code, path = saved(sit, tmp_path, "quit")
    assert (code, path.read_text()) == (2, "old")
    code, path = saved(sit, tmp_path, "quit", options=("--force",))
    assert (code, path.read_text() != "old") == (0, True)


@pytest.mark.parametrize(
    "options", [("--as-written",), ("--set", "held=3", "--edition", "short"), ("--set", "opening=open")]
)
def test_a_log_under_other_settings_replays(sit, capsys, tmp_path, options):
    _, path = saved(sit, tmp_path, "lay(AH)", options=options)
    code, out = replayed(capsys, tmp_path, path)
    assert (code, "replay." in out) == (0, True)


def test_logs_of_open_questions_replay(sit, capsys, tmp_path):
    code, path = saved(sit, tmp_path, text=UNRULED)
    assert code == 1
    assert json.loads(path.read_text())["fault"] == "open"
    code, out = replayed(capsys, tmp_path, path)
    assert (code, "Play stops: what happens depends on the open question" in out) == (0, True)
    # As written, the ruled question is open as well.
    write(tmp_path, DUEL)
    path.unlink()
    code, path = saved(sit, tmp_path, options=("--as-written",))
    assert (code, json.loads(path.read_text())["settings"]["as_written"]) == (1, "yes")
    assert replayed(capsys, tmp_path, path)[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "code", "why"),
    [
        ('"lay(AH)"', '"lay(4H)"', 1, "The log does not replay: move 1, lay(4H): c of lay cannot be 4H here."),
        ('"lay(AH)"', '"fly"', 1, "no move is called fly"),
        ('"title": "Duel"', '"title": "Other"', 1, "the log is of another game"),
        ('"ending": ""', '"ending": "out"', 1, "the log says that the game reached out, and it reached no ending"),
        ('"fault": ""', '"fault": "gap"', 1, "no ending and a fault, gap"),
        ('"shuffle": "4H ', '"shuffle": "4S ', 1, "the log's luck does not fit"),
        ('"of": 6', '"of": 7', 1, "the log's luck does not fit"),
        ('"version": 1', '"version": 2', 2, "no log of a game of version 1"),
        ('"held": "2"', '"held": "9"', 2, "`held` is set to `9`"),
        ('"held"', '"hold"', 2, "there is no setting `hold`"),
        ('"moves": [', '"moves": [1, ', 2, "no list of moves"),
        ('"settings"', '"choices"', 2, "is no log of a game"),
        ("{", "", 2, "is no log of a game"),
    ],
)
def test_a_log_that_was_tampered_with(sit, capsys, tmp_path, old, new, code, why):
    _, path = saved(sit, tmp_path, "lay(AH)")
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    got, out = replayed(capsys, tmp_path, path)
    assert (got, why in out) == (code, True), out


@pytest.mark.parametrize("text", ["[" * 100_000, "7", "null", '{"settings": 3}', '{"settings": {}}', "1" * 5000])
def test_what_is_no_log(capsys, tmp_path, text):
    write(tmp_path)
    path = tmp_path / "log.json"
    path.write_text(text)
    code, out = replayed(capsys, tmp_path, path)
    assert code == 2
    assert out.startswith("hoyle: ")
    assert len(out.splitlines()) == 1


# ---------------------------------------------------------------- who plays alone


def test_a_patience_is_won_or_lost(capsys):
    said = set()
    for seed in range(50, 60):
        assert main(["play", str(CLOCK), "--seed", str(seed), "--seat", "1=random"]) == 0
        last = next(line for line in capsys.readouterr().out.splitlines() if " after " in line)
        said.add(re.sub(r"\d+ moves", "some moves", last))
    assert said == {
        "The game is lost after some moves: player 1 -1.",
        "Player 1 wins after some moves: player 1 +1.",
    }
