"""Patiences beside other programs: Klondike as OpenSpiel and soliterm play it; FreeCell, and deals that are known."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from soliterm.engine.rng import microsoft_deal

from hoyle.api import Game, Move, State
from hoyle.commands.cli import main
from tests.agreement.driver import (
    RULES,
    Pair,
    Reference,
    Told,
    agree,
    games,
    told_move,
    told_state,
)
from tests.agreement.readings import changed, differ, rules
from tests.agreement.terms.patience import FreeCell, Klondike, OpenSpielKlondike
from tests.everyday import FULL
from tests.reference import freecell

OPEN_SPIEL = {
    "waste_cards": "every_third",
    "moving": "any_part",
    "taking_back": "allowed",
    "length": "limited",
    "worth": "points",
}
SOLITERM = {"moving": "any_part", "taking_back": "allowed", "kings": "any_free"}
UNLIMITED = {**SOLITERM, "redealing": "unlimited"}

Deal = Callable[[Sequence[str], Random], Sequence[str]]


def onto(state: State, move: Move) -> Told:
    """A move of Klondike as OpenSpiel tells it: does it go home, which card, and what lies below it then?"""
    told = told_move(state, move)
    match told:
        case ("send", card):
            pass
        case ("home", k):
            card = state.zone("column", k - 1)[-1]
        case ("shift", j, k):
            return ("column", state.zone("column", j - 1)[0], "".join(state.zone("column", k - 1)[-1:]))
        case ("put", card, k) | ("shift_part", _, card, k):
            return ("column", card, "".join(state.zone("column", k - 1)[-1:]))
        case ("take_back", suit, k):
            return ("column", top(state, suit), "".join(state.zone("column", k - 1)[-1:]))
        case _:
            raise ValueError(told)
    suit = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[card[-1]]
    return ("home", card, top(state, suit) or card[-1])


def top(state: State, suit: str) -> str:
    cards = told_state(state)[f"foundation {suit}"]
    return cards[-1] if cards else ""


def pair(game: Game, reference: Reference, **more: Any) -> Pair:
    """The two sides; compared is what the other program tells of its state."""

    def ours(state: State) -> dict[str, Any]:
        told = told_state(state)
        return {name: told[name] for name in reference.state()}

    return Pair(game, reference, ours, lambda reference: reference.state(), **more)


def beside_openspiel(game: Game) -> Pair:
    return pair(game, OpenSpielKlondike(), move=onto, scores=True)


def test_klondike_is_openspiels() -> None:
    played = agree(beside_openspiel(rules("klondike", OPEN_SPIEL)), games(20, 2000))
    assert set(played.endings) == {"counted", "time_up"}


@pytest.mark.parametrize(
    ("readings", "turned", "redeals", "called"),
    [
        (UNLIMITED, 3, 2, "standard"),
        (UNLIMITED, 1, 2, "unlimited"),
        (SOLITERM, 1, 2, "standard"),
        (SOLITERM, 3, 0, "none"),
        (SOLITERM, 1, 0, "none"),
    ],
)
def test_klondike_is_soliterms(readings: dict[str, str], turned: int, redeals: int, called: str) -> None:
    game = rules("klondike", readings, turned=turned, redeals=redeals)
    played = agree(pair(game, Klondike(turned, called), most=250), games(4, 400))
    assert {"send", "home", "put", "shift", "shift_part", "turn_over"} < set(played.moves)


def in_order(deck: Sequence[str], _rng: Random) -> Sequence[str]:
    """A deck that comes out: its low cards are the stock, from the ace, and the columns open one after the other."""
    columns = [deck[24:][sum(range(k + 1)) : sum(range(k + 2))] for k in range(7)]
    return [*reversed(deck[:24]), *reversed([card for column in columns for card in reversed(column)])]


def test_klondike_comes_out() -> None:
    """Whoever sends home what can be sent wins, to soliterm as well."""
    game, reference = rules("klondike", SOLITERM, turned=1, redeals=0), Klondike(1, "none")
    state = game.new_initial_state(deck=in_order(game.deck, Random(0)))
    reference.start(in_order(game.deck, Random(0)))
    while not state.is_terminal():
        moves = {told_move(state, move): move for move in state.legal_actions()}
        assert set(moves) == set(reference.legal_moves())
        move = min(
            moves,
            key=lambda told: ("send", "home", "turn_over", "put", "shift", "shift_part", "take_back").index(told[0]),
        )
        state.apply_action(moves[move])
        reference.apply(move)
    assert (state.ending(), reference.returns) == ("solved", [1.0])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("= turned * (", "= 2 * ("),
        ("is_free(k) and no column j with is_free(j) and position of j < position of k", "is_free(k)"),
        ("20 + gain(c)", "gain(c)"),
        ("add 0 - gain(top of foundation[s])", "add gain(top of foundation[s])"),
        ("110 - 10 *", "120 - 10 *"),
        ("    add 20 to points under worth is points\n    add 1 to steps", "    add 1 to steps"),
        ("    add 1 to steps under length is limited\n\n# ---- readings", "\n# ---- readings"),
        ("is K and hidden[j] is empty", "is K and hidden[j] is not empty"),
        ("usually 119", "usually 120"),
    ],
)
def test_what_is_not_openspiels_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    differ(beside_openspiel(changed("klondike", tmp_path, old, new, readings=OPEN_SPIEL)), 60)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c is top of waste", "c is bottom of waste"),
        ("colour of c is not colour of top", "suit of c is not suit of top"),
        ("then c is K and may_fill(k)", "then may_fill(k)"),
        ("for each c in waste: draw 1 card from waste to stock", "move everything from waste to stock"),
        ("draw up to 1 card from stock to waste", "draw 1 card from stock to waste"),
        ("redeals_made = redeals", "redeals_made > redeals"),
        ("draw 1 card from hidden[k] to column[k]", "move everything from hidden[k] to column[k]"),
    ],
)
def test_what_is_not_soliterms_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    game = changed("klondike", tmp_path, old, new, readings=SOLITERM, turned=2 if "up to 1" in old else 1, redeals=2)
    differ(pair(game, Klondike(1, "standard"), most=250), 20)


@pytest.mark.parametrize("reading", [{"moving": "whole"}, {"taking_back": "never"}, {"kings": "once"}])
def test_another_reading_is_noticed(reading: dict[str, str]) -> None:
    differ(pair(rules("klondike", {**SOLITERM, **reading}, turned=1), Klondike(1, "standard"), most=250), 40)


# ---------------------------------------------------------------- FreeCell

FREE = {"length": "no_limit"}


def test_freecell_is_soliterms() -> None:
    played = agree(pair(rules("freecell", FREE), FreeCell(), most=250), games(8, 1000))
    assert set(played.moves) == {"home", "send", "store", "put", "shift", "shift_row"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("colour of c is not colour of d", "suit of c is not suit of d"),
        ("column[k] is empty or goes_on", "goes_on"),
        ("free_cells > 0", "free_cells > 1"),
        ("j is not k\n\ndefine at_most", "j is j\n\ndefine at_most"),
        ("(free_cells + 1)", "(free_cells + 2)"),
        ("when n > at_most(k)", "when n >= at_most(k)"),
        ("= 1 then 2", "= 1 then 3"),
        ("i < n and not goes_on", "i > n and not goes_on"),
    ],
)
def test_what_is_not_soliterms_freecell_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    differ(pair(changed("freecell", tmp_path, old, new, readings=FREE), FreeCell(), most=250), 60)


def dealt(deal: int) -> list[str]:
    """A deal by its number, as the first program of the name made it: the cards in the order in which they go down."""
    return [str(card) for card in microsoft_deal(deal)]


def test_the_first_deal_is_the_one_that_everybody_has() -> None:
    assert dealt(1)[:8] == ["JD", "2D", "9H", "JC", "5D", "7H", "7C", "5H"]


@pytest.mark.parametrize("deal", [1, 2, 617] if FULL else [617])
def test_a_known_deal_comes_out(deal: int) -> None:
    """A second program finds the moves; they are legal here and at soliterm's table, and bring the patience out."""
    moves = freecell.way_out(freecell.dealt(dealt(deal)), 400_000)
    state = rules("freecell", FREE).new_initial_state(deck=dealt(deal)[::-1])
    soliterm = FreeCell()
    soliterm.start(dealt(deal)[::-1])
    for action, first, onto in moves:
        card = freecell.name(first) if action in ("send", "put") else first
        told = (action, card, onto) if onto else (action, card)
        state.apply_action({told_move(state, move): move for move in state.legal_actions()}[told])
        soliterm.apply(told)
    assert (state.ending(), soliterm.returns) == ("solved", [1.0])


@pytest.mark.skipif(not FULL, reason="long: HOYLE_GAMES_FULL=1; smaller games are searched as well in tests/native")
def test_deal_11982_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The only one of the first 32,000: a second program and the search reach the same positions, none of them won."""
    rows = "".join(f"    move {card} from pack to column[column {k % 8 + 1}]\n" for k, card in enumerate(dealt(11982)))
    text = (RULES / "freecell" / "freecell.hoyle").read_text(encoding="utf-8")
    begin, end = text.index("    shuffle pack"), text.index("  turns from")
    path = tmp_path / "deal.hoyle"
    path.write_text(text[:begin] + rows + text[end:], encoding="utf-8")
    solved = "every suit s has size of foundation[s] = 13"
    code = main(["explore", str(path), "--reading", "length=no_limit", "--no-symmetry", "--find", solved, "--json"])
    told = json.loads(capsys.readouterr().out)
    theirs = freecell.searched(freecell.dealt(dealt(11982)))
    assert theirs == (84_767, 3_204, False)
    assert code == 1
    assert (told["complete"], told["states"]) == (True, theirs.positions)
    assert told["ended"]["solved"] == 0
    assert told["ended"]["stuck"] == theirs.stuck
