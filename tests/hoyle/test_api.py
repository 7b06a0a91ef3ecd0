"""The public Python interface: loading, playing, seeing, keeping, and every way to misuse it."""

from __future__ import annotations

import inspect
import json

import pytest

import hoyle
from hoyle import PASS, TERMINAL, IllegalMove, NotFound, RuleError, Stopped
from tests.hoyle.rules import BROKEN, DUEL, ENDLESS, UNRULED, write

STACKED = ("4H", "4S", "3S", "2S", "AS", "3H", "2H", "AH")
"""The top is last: player 1 is dealt AH 2H, player 2 3H AS."""


@pytest.fixture(name="game")
def a_game(tmp_path):
    return hoyle.load(write(tmp_path))


@pytest.fixture(name="state")
def a_state(game):
    return game.new_initial_state(deck=STACKED)


def played(game, seed: int) -> tuple[str, ...]:
    """The moves of a game in which everybody makes the first legal move but one."""
    state = game.new_initial_state(seed=seed)
    while not state.is_terminal() and len(state.history()) < 30:
        moves = state.legal_actions()
        state.apply_action(moves[min(1, len(moves) - 1)])
    return (state.describe(), *state.history())


# ---------------------------------------------------------------- loading


def test_load_by_path_and_by_name(tmp_path):
    path = write(tmp_path)
    assert hoyle.load(path).title == hoyle.load(str(path)).title == hoyle.load(tmp_path).title == "Duel"
    pigeon = hoyle.load("pigeon")
    assert (pigeon.num_players(), len(pigeon.deck)) == (2, 52)


def test_load_under_settings(tmp_path):
    path = write(tmp_path)
    assert hoyle.load(path).settings["edition"] == "long"
    assert hoyle.load(path, edition="short").settings["edition"] == "short"
    assert hoyle.load(f"{path}@short").settings["edition"] == "short"
    chosen = hoyle.load(path, held=3, opening="open", deck="A..3 of hearts, spades", readings={"aces": "never"})
    assert {"held": "3", "opening": "open", "aces": "never"}.items() <= chosen.settings.items()
    assert sorted(chosen.deck) == ["2H", "2S", "3H", "3S", "AH", "AS"]
    assert hoyle.load(path).settings["aces"] == "freely"
    assert hoyle.load(path, as_written=True).settings["aces"] == "open"


@pytest.mark.parametrize("wrong", ["nothing_of_the_kind", "/no/such/file.hoyle", "duel@long"])
def test_what_is_not_there(wrong):
    with pytest.raises(NotFound, match="there is no file and no game"):
        hoyle.load(wrong)


def test_errors_of_a_file_come_with_their_lines(tmp_path):
    with pytest.raises(RuleError, match="hnad") as caught:
        hoyle.load(write(tmp_path, BROKEN))
    assert isinstance(caught.value, ValueError)
    assert caught.value.diagnostics[0].severity == "error"
    line = BROKEN[: BROKEN.index("hnad")].count("\n") + 1
    assert f"duel.hoyle:{line}:" in str(caught.value)


@pytest.mark.parametrize(
    "settings", [{"players": 3}, {"held": 4}, {"opening": "ajar"}, {"edition": "new"}, {"nothing": 1}, {"deck": "zz"}]
)
def test_settings_that_a_file_does_not_take(tmp_path, settings):
    with pytest.raises(RuleError):
        hoyle.load(write(tmp_path), **settings)


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "x.hoyle"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RuleError, match="not UTF-8"):
        hoyle.load(path)


# ---------------------------------------------------------------- playing


def test_a_game_from_the_deal_to_the_end(state):
    assert (state.current_player(), state.step(), state.returns(), state.ending()) == (0, "act", (0, 0), "")
    assert [state.words(m) for m in state.legal_actions()] == ["lay(AH)", "lay(2H)", "drop(AH)", "drop(2H)"]
    for move in ("lay(AH)", "drop(AS)", state.parse("lay( 2h )")):
        assert not state.is_terminal()
        state.apply_action(move)
    assert state.is_terminal()
    assert state.history() == ("lay(AH)", "drop(AS)", "lay(2H)")
    assert (state.returns(), state.ending(), state.current_player()) == ((1, -1), "out", TERMINAL)
    assert state.legal_actions() == ()
    with pytest.raises(IllegalMove, match="no decision is asked for"):
        state.apply_action("drop(3H)")
    assert "ended by out" in str(state)


def test_an_illegal_move_names_the_clause_and_its_place(game):
    # Player 1 is dealt a four, which may not be laid first.
    state = game.new_initial_state(deck=(*STACKED[1:], "4H"))
    with pytest.raises(IllegalMove, match=r"lay\(4H\): forbidden by no_four") as caught:
        state.apply_action("lay(4H)")
    explanation = caught.value.explanation
    assert explanation is not None
    assert [(s.label, s.cites) for s in explanation.deciding] == [("no_four", ("Play/2",))]
    assert state.explain("lay(4H)") == explanation
    assert state.explain("lay(AH)").legal
    assert state.history() == ()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("fly", "no move is called fly; there are lay, drop, steal"),
        ("lay", "lay takes 1 arguments, and here are 0"),
        ("lay(ZZ)", "'ZZ' does not tell what c is"),
        ("lay(AH", "not closed"),
        ("lay(3S)", "c of lay cannot be 3S here"),
        ("steal(3H)", "no clause permits it: not with_nothing_red"),
        ("pass", "passing is not allowed here"),
        ("", "no move is called"),
    ],
)
def test_words_that_are_no_legal_move(state, words, why):
    before = state.describe()
    with pytest.raises(IllegalMove) as caught:
        state.apply_action(words)
    assert why in str(caught.value)
    assert state.describe() == before
    assert PASS not in state.legal_actions()


def test_play_that_meets_a_fault_stops(tmp_path):
    state = hoyle.load(write(tmp_path, UNRULED)).new_initial_state(deck=STACKED)
    assert state.fault is not None
    assert state.fault.kind == "open"
    assert state.current_player() == TERMINAL
    for call in (state.is_terminal, state.legal_actions, lambda: state.apply_action("lay(AH)")):
        with pytest.raises(Stopped, match="aces") as caught:
            call()
        assert caught.value.fault is state.fault
    assert state.returns() == (0, 0)


# ---------------------------------------------------------------- luck


def test_the_same_seed_gives_the_same_game(game, tmp_path):
    again = hoyle.load(write(tmp_path, DUEL, "again.hoyle"))
    assert played(game, 3) == played(game, 3) == played(again, 3)
    assert len({played(game, seed) for seed in range(8)}) > 1
    assert str(game.new_initial_state()) == str(game.new_initial_state(seed=0))


def test_a_deck_laid_down_in_advance(game, state):
    assert state.zone("hand", 0) == ("AH", "2H")
    assert sorted(state.zone("hand", 1)) == ["3H", "AS"]
    assert state.zone("deck") == STACKED[:4]
    # The rest of the luck is by the seed.
    lots = {game.new_initial_state(deck=STACKED, seed=s).field("lucky") for s in range(20)}
    assert len(lots) > 2


@pytest.mark.parametrize("deck", [STACKED[:-1], (*STACKED[:-1], "2H"), (*STACKED, "AH"), ("x",) * 8])
def test_a_deck_of_other_cards_than_are_shuffled(game, deck):
    with pytest.raises(ValueError, match=r"has 8 cards in all|not all of these are cards"):
        game.new_initial_state(deck=deck)


# ---------------------------------------------------------------- seeing


def test_zones_and_fields(state):
    state.apply_action("lay(AH)")
    assert (state.zone("heap"), state.field("laid", 0), state.field("laid", 1)) == (("AH",), "1", "0")
    assert (state.field("mover"), state.zone("vault")) == ("player 2", ())


@pytest.mark.parametrize(
    ("name", "index", "error"),
    [
        ("nothing", (), KeyError),
        ("hand", (), IndexError),
        ("hand", (2,), IndexError),
        ("hand", (-1,), IndexError),
        ("hand", (0, 0), IndexError),
        ("heap", (0,), IndexError),
    ],
)
def test_zones_that_are_not_there(state, name, index, error):
    with pytest.raises(error):
        state.zone(name, *index)


@pytest.mark.parametrize(("name", "index", "error"), [("hand", (0,), KeyError), ("laid", (), IndexError)])
def test_fields_that_are_not_there(state, name, index, error):
    with pytest.raises(error):
        state.field(name, *index)


def test_an_observation_hides_what_a_player_does_not_see(state):
    state.apply_action("drop(AH)")
    state.apply_action("drop(AS)")
    mine, theirs = (state.observation(p).splitlines() for p in (0, 1))
    assert "hand of player 1: 2H" in mine
    assert "hand of player 2: ?" in mine
    assert "hand of player 1: ?" in theirs
    assert "hand of player 2: 3H" in theirs
    for lines in (mine, theirs):
        assert "deck: ? ? ? ?" in lines
        assert "past: ? AS" in lines
        assert "vault: unseen" in lines
        assert "at act" in lines


def test_a_game_in_which_only_hidden_cards_differ_looks_the_same(game, state):
    # The cards of player 2 and of the deck are other ones; player 1 sees no difference.
    other = game.new_initial_state(deck=("3H", "AS", "3S", "2S", "4S", "4H", "2H", "AH"))
    assert other.observation(0) == state.observation(0)
    assert other.observation(1) != state.observation(1)


# ---------------------------------------------------------------- keeping


def test_a_clone_is_independent(state):
    copy = state.clone()
    copy.apply_action("lay(AH)")
    assert (state.history(), copy.history()) == ((), ("lay(AH)",))
    assert state.zone("hand", 0) == ("AH", "2H")
    state.apply_action("lay(AH)")
    assert state.describe() == copy.describe()
    assert state.serialize() == copy.serialize()


def test_a_clone_has_the_same_luck_ahead(tmp_path):
    rules = DUEL.replace("add 1 to laid of mover", "lucky becomes random")
    state = hoyle.load(write(tmp_path, rules)).new_initial_state(deck=STACKED, seed=5)
    copy = state.clone()
    for one in (state, copy):
        one.apply_action("lay(AH)")
    assert state.field("lucky") == copy.field("lucky")


def test_a_log_leads_to_the_same_state(game, state):
    state.apply_action("lay(AH)")
    text = state.serialize()
    again = game.from_log(text)
    assert again.describe() == state.describe()
    assert (again.history(), again.serialize()) == (state.history(), text)
    again.apply_action("drop(AS)")
    again.apply_action("lay(2H)")
    assert game.from_log(again.serialize()).is_terminal()
    assert len(state.history()) == 1


def test_a_log_by_seed_leads_on_with_that_seed(tmp_path):
    game = hoyle.load(write(tmp_path, ENDLESS))
    state = game.new_initial_state(seed=9)
    record = {**json.loads(state.serialize()), "seed": 9, "luck": 2}
    del record["outcomes"]
    assert game.from_log(json.dumps(record)).describe() == state.describe()


def test_a_log_that_stops_at_a_fault(tmp_path):
    game = hoyle.load(write(tmp_path), as_written=True)
    state = game.new_initial_state(deck=STACKED)
    assert state.fault is not None
    again = game.from_log(state.serialize())
    assert again.fault == state.fault


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"lay(AH)"', '"lay(4H)"', "move 1, lay\\(4H\\)"),
        ('"lay(AH)"', '"fly"', "no move is called fly"),
        ('"title": "Duel"', '"title": "Other"', "of another game"),
        ('"held": "2"', '"held": "1"', "other settings"),
        ('"ending": ""', '"ending": "out"', "says that the game reached out"),
        ('"version": 1', '"version": 2', "version 1"),
        ('"shuffle": "4H ', '"shuffle": "4S ', "shuffles other cards"),
        ('"moves"', '"turns"', "no list of moves"),
        ("{", "", "no JSON"),
    ],
)
def test_a_log_that_was_tampered_with(game, state, old, new, why):
    state.apply_action("lay(AH)")
    text = state.serialize()
    assert old in text
    with pytest.raises(ValueError, match=why):
        game.from_log(text.replace(old, new, 1))


def test_a_log_that_is_nested_without_end(game):
    with pytest.raises(ValueError, match=r"nested|JSON|log"):
        game.from_log("[" * 100_000)


# ---------------------------------------------------------------- the names


def test_every_public_name_is_there_and_says_what_it_is():
    for name in hoyle.__all__:
        thing = getattr(hoyle, name)
        if not (inspect.isclass(thing) or inspect.isfunction(thing)):
            continue
        assert thing.__doc__, name
        for part, member in vars(thing).items():
            if part.startswith("_") or not (inspect.isfunction(member) or isinstance(member, property)):
                continue
            assert inspect.getdoc(member), f"{name}.{part}"


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="no attribute `nothing`"):
        _ = hoyle.nothing


def test_many_games_are_played_with_the_same_figures_whoever_plays(monkeypatch):
    game = hoyle.load("leduc_poker")
    monkeypatch.setattr("hoyle.run.simulating.MANY", 10**9)
    by_interpreter = game.simulate(300, seed=5)
    monkeypatch.setattr("hoyle.run.simulating.MANY", 1)
    assert game.simulate(300, seed=5) == by_interpreter
    assert game.simulate(300, seed=6) != by_interpreter


def test_seats_may_have_policies():
    game = hoyle.load("leduc_poker")
    greedy = game.simulate(60, seed=5, policies=("greedy", "random"))
    assert greedy != game.simulate(60, seed=5)
    assert game.simulate(60, seed=5, policies=("random", "random")) == game.simulate(60, seed=5)


@pytest.mark.parametrize("words", [{"games": 0}, {"games": 5, "jobs": 0}, {"games": 5, "policies": ("greedy",)}])
def test_what_cannot_be_played_is_said(words):
    with pytest.raises(ValueError, match=r"at least 1|2 seats"):
        hoyle.load("leduc_poker").simulate(**words)


def test_what_is_printed_helps_and_shows_no_hand(game):
    state = game.new_initial_state(deck=STACKED)
    assert repr(game).startswith("<hoyle.Game Duel: 2 players, 8 cards, ")
    assert "edition long" in repr(game)
    assert repr(state) == "<hoyle.State of Duel, after 0 moves, player 1 decides at act>"
    hands = [*state.zone("hand", 0), *state.zone("hand", 1)]
    assert not [card for card in hands for shown in (str(state), repr(state), repr(game)) if card in shown]
    assert all(card in state.describe() for card in hands)
    state.apply_action("lay(AH)")
    assert "heap: AH" in str(state).replace("[AH]", "AH")
    state.apply_action("drop(AS)")
    state.apply_action("lay(2H)")
    assert repr(state) == "<hoyle.State of Duel, after 3 moves, ended by out: +1, -1>"
