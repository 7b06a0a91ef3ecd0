"""Help is read as a command: who follows it, message by message, has a file without errors, and never a worse one.

Each line is what somebody wrote who had read a rulebook, and little of the language.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.editor.analysis import Analysis, Analyst
from hoyle.sources.sound_fixes import Check, sound_fixes
from spec.diagnostics.diagnostic import Diagnostic, Fix, diagnose
from spec.text.source import Span

RIGHT = (Path(__file__).parents[2] / "docs/tutorial/files/09.hoyle").read_text(encoding="utf-8")
DECK = 'deck A 2..6 of hearts, spades @ "Table/2"'
PLAYERS = 'players 2 @ "Table/1"'
PERMIT = 'permit fitting @ "Play/2" when fits(c)'
PUT = 'does put @ "Play/1": move c from hand of mover to pile'
OUT = 'out @ "End/1" when hand of mover is empty: mover wins'
CHOICE = 'choice act @ "Play/1": mover does lay, draw_one'
TURNS = "turns from player 1:"
SHUFFLE = "    shuffle deck\n"
MOST = 8
"""So many helps are followed."""


def errors(analysis: Analysis) -> list[Diagnostic]:
    return [d for d in analysis.diagnostics if d.severity == "error"]


def analysed(right: str, wrong: str) -> Analysis:
    assert right in RIGHT
    return Analyst("draft").analyse(RIGHT.replace(right, wrong, 1))


def followed(analysis: Analysis) -> Analysis:
    """The text after all help is followed."""
    for _ in range(MOST):
        fix = next((d.fix for d in errors(analysis) if d.fix is not None), None)
        if fix is None:
            return analysis
        text = analysis.content
        analysis = Analyst("draft").analyse(text[: fix.span.start] + fix.replacement + text[fix.span.end :])
    return analysis


TO_THE_END = (
    (SHUFFLE, "    if pile is empty:\n      shuffle deck\n    else if deck is empty:\n      shuffle pile\n"),
    (SHUFFLE, "    if pile is empty:\n      shuffle deck\n    otherwise if deck is empty:\n      shuffle pile\n"),
    (SHUFFLE, "    if pile is empty: shuffle deck\n    elif deck is empty: shuffle pile\n    else: shuffle deck\n"),
    (SHUFFLE, "    if pile is empty:\n      shuffle deck\n    else if deck is empty:\n      shuffle pile\n"
              "    else:\n      shuffle deck\n"),
    (CHOICE, "choice act: player does lay, draw_one"),
    (CHOICE, "choice act: each player does lay, draw_one"),
    (CHOICE, "choice act: the player does lay, draw_one"),
    (CHOICE, "choice act: mover does lay, draw one"),
    (PERMIT, "permit fitting when size of mover hand > 2"),
    (PERMIT, "permit fitting when size of mover's hand > 2"),
    (PERMIT, "permit fitting when size of player hand > 2"),
    (PERMIT, "permit fitting when c fits"),
    (PERMIT, "permit fitting when not c fits"),
    (PERMIT, "permit fitting when fits(c) and it is your turn"),
    (PERMIT, "permit fitting when it is your turn and fits(c)"),
    (PERMIT, "permit fitting when it is the mover's turn"),
    (PERMIT, "permit fitting unless fits(c)"),
    (PERMIT, "permit fitting only when fits(c)"),
    (PERMIT, "permit fitting when rank of c is equal to rank of top of pile"),
    (PERMIT, "permit fitting when rank of c is not equal to rank of top of pile"),
    (PERMIT, "permit fitting when c is one higher than top of pile"),
    (PERMIT, "permit fitting when c is ace"),
    (PERMIT, "permit fitting when pile is not emtpy"),
    (DECK, "deck 52 playing cards"),
    (DECK, "a standard deck"),
    (DECK, "cards A 2..6 of hearts, spades"),
    (DECK, "deck A to 6 of hearts, spades"),
    (DECK, 'deck page "Page", A 2..6 of hearts, spades'),
    (DECK, 'deck A 2..6 of hearts "Hearts", spades'),
    (DECK, "deck page as The Page, A 2..6 of hearts, spades"),
    (PLAYERS, "2 players"),
    (PLAYERS, "players 2."),
    (TURNS, "repeat 3 times:"),
    (TURNS, "turns starting with player 1:"),
    (PUT, "then move c from hand of mover to pile"),
    (PUT, "move c from hand of mover to pile"),
    (PUT, "does move c to pile"),
    (PUT, "does put: move c from hand of mover to pile."),
    (PUT, "does put: move c from mover's hand to the pile"),
    (PUT, "does put: move c to top of pile"),
    (PUT, "does put: c goes to pile"),
    (PUT, "does put move c to pile"),
    (PUT, "effect: move c to pile"),
    (PERMIT, "permit fitting if it's your turn"),
    (PERMIT, "permit fitting when next player hand is empty"),
    (PUT, "does put: move c from hand of mover to pile, then draw 1 card from deck to hand of mover"),
    (OUT, "out when the deck is empty: the mover win"),
    (OUT, "out if hand of mover is empty then mover wins"),
    (PERMIT, "permit fitting when the suit of c is the suit of the top card of the pile"),
    (PERMIT, "permit fitting if the rank of c is equal to the rank of the top of the pile"),
    (DECK, "deck A to 6 of hearts and spades"),
    ('step deal @ "Table/3":\n    shuffle deck', "step shuffle deck\n  step deal:"),
    (PUT, f"{PUT}\n  does lead: mover becomes player p with greatest size of hand of p"),
    (OUT, "out when deck is empty: player p with greatest size of hand of p wins"),
    ("zones:", "state:\n  trump: suit or no suit\n\nzones:"),
    ("legal lay(4S)", "legal: lay 4S"),
)  # fmt: skip


@pytest.mark.parametrize(("right", "wrong"), TO_THE_END, ids=[wrong for _, wrong in TO_THE_END])
def test_help_is_followed_to_a_file_without_errors(right: str, wrong: str):
    first = analysed(right, wrong)
    assert errors(first)
    assert not errors(followed(first))


NO_FURTHER = (
    (OUT, "when deck is empty: mover wins", "a name stands before `when`"),
    (OUT, "if deck is empty: mover wins", "a clause has a name"),
    (OUT, "out when hand of any player is empty: that player wins", "`some player p with hand of p is empty`"),
    (OUT, "out when hand of mover is empty: that player wins", "`mover wins`"),
    (CHOICE, "choice act: players does lay, draw_one", "`mover`"),
    (CHOICE, "choose lay or draw_one", "`choice x: mover does lay, draw_one`"),
    (CHOICE, "choice: mover does lay, draw_one", "a name is missing"),
    (DECK, "deck 32 cards", "a deck lists its ranks and suits"),
    (DECK, "deck page page, A 2..6 of hearts, spades", "`page` is listed twice"),
    (DECK, "deck A 2..6 of hearts, spades, plus fool", "more cards are joined by `+`"),
    (DECK, "deck standard without jack, queen, king", "`J`"),
    (DECK, "deck standard without the face cards", "`without J Q K`"),
    (PLAYERS, "2 to 4 players", "`players 2 to 4, usually 3`"),
    (PUT, "put it on the pile", "`does:`"),
    (PUT, "draw the top card", "`does:`"),
    (PUT, "does draw the top card", "a colon stands before what is done"),
    (TURNS, "repeat hand_size times:", "leave out `repeat`"),
    (SHUFFLE, "    turn over the top card\n", "who sees a card is said by the zone"),
    (PERMIT, "permit fitting when c is fits", "stands in brackets: `fits(c)`"),
    (PERMIT, "permit fitting when c is an ace", "`is A`"),
    (PERMIT, "permit fitting when |size of hand of mover - size of pile| > 2", "`(greater of a - b and b - a)`"),
    (PERMIT, "permit fitting when abs(size of hand of mover - size of pile) > 2", "`(greater of a - b and b - a)`"),
    ("play lay(4S)", "play 4S", "stands in brackets"),
    (CHOICE, "lay", "`choice x: mover does lay`"),
    (CHOICE, "choice act: mover lays or draws", "write `mover does lay`"),
    (OUT, "out when deck is empty: every player scores 20 - size of hand", "`every player p scores ...`"),
    (OUT, "out when deck is empty: every player p scores (how far 1 is from 2)", "`(greater of a - b and b - a)`"),
    (PUT, "does put: mover becomes player p with greatest size of hand of p with p is mover", "after `where`"),
    (CHOICE, "choice act: lay, draw_one", "say who chooses"),
    (TURNS, "turns starting with the dealer:", "`turns from player 1:`"),
    (OUT, "out when the player has no cards: mover wins", "`x is empty`"),
    (PERMIT, "permit fitting when c is a king", "the deck has no `K`"),
    (PLAYERS, "players 2 or 3, usually 2", "`players 2 to 4, usually 3`"),
    (SHUFFLE, "    shuffle the cards\n", "say which cards"),
    (PUT, f"{PUT}. The next player misses a turn.", "no full stop ends a line"),
)


@pytest.mark.parametrize(("right", "wrong", "said"), NO_FURTHER, ids=[wrong for _, wrong, _ in NO_FURTHER])
def test_what_only_the_writer_can_mend_is_one_error_that_says_how(right: str, wrong: str, said: str):
    found = [d for d in errors(analysed(right, wrong)) if d.code != "E0806"]
    assert len(found) == 1
    assert said in found[0].message
    assert found[0].fix is None


def test_a_name_that_was_changed_where_it_is_introduced_is_shown_there():
    found = errors(analysed("  hand[player]:", "  hands[player]:"))
    introduced = RIGHT.index("hand[player]")
    assert len(found) > 9
    assert found[0].related == ((Span(introduced, introduced + 5), "`hands` is introduced here"),)
    assert not any(d.related for d in found[1:9] if d.message == found[0].message)


# ---------------------------------------------------------------- the check of each help


def test_a_help_after_which_a_fault_is_left_there_is_not_given():
    [found] = errors(analysed(PERMIT, "permit fitting when mover hend is empty"))
    assert found.fix is None
    assert "did you mean" not in found.message


def judged(replacement: str, check: Check) -> Diagnostic:
    """A misspelt word with a guess for it, after the guess is tried."""
    text, span = "define far and away: moverr\n", Span(21, 27)
    guess = Fix(f"write `{replacement}`", span, replacement)
    found = diagnose("E0127", span, f"`moverr` does not fit here; did you mean `{replacement}`?", fix=guess)
    return sound_fixes(text, [found], check)[0]


def test_a_guess_is_left_out_where_a_fault_stays():
    def refused(text: str) -> list[Diagnostic]:
        at = text.find("move ")
        return [] if at < 0 else [diagnose("E0105", Span(at, at + 4), "no")]

    assert judged("mover", refused).fix is not None
    assert judged("move x", refused).fix is None
    assert judged("move x", refused).message == "`moverr` does not fit here"


def test_of_faults_with_the_same_words_one_help_is_tried():
    tried: list[str] = []

    def right(text: str) -> list[Diagnostic]:
        tried.append(text)
        return []

    guess = Fix("write `hands`", Span(0, 4), "hands")
    same = [diagnose("E0201", Span(0, 4), "there is no name `hand`", fix=guess)] * 20
    kept = sound_fixes("hand of p\n", same, right)
    assert len(tried) == 1
    assert all(d.fix == guess for d in kept)


def test_helps_that_undo_each_other_are_left_out():
    def undone(text: str) -> list[Diagnostic]:
        word = "one" if "one" in text else "two"
        at = text.find(word)
        other = {"one": "two", "two": "one"}[word]
        return [diagnose("E0105", Span(at, at + 3), "no", fix=Fix("turn", Span(at, at + 3), other))]

    assert judged("one", undone).fix is None


def test_a_fault_elsewhere_says_nothing_about_a_help():
    def elsewhere(text: str) -> list[Diagnostic]:
        return [diagnose("E0105", Span(0, 3), "no")]

    assert judged("mover of the next of all", elsewhere).fix is not None
