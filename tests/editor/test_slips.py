"""Slips of a newcomer, one at a time: each is one error, and one of the changes that an editor offers undoes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.editor.actions import actions
from hoyle.editor.analysis import Analyst
from spec.text.source import Span

RIGHT = (Path(__file__).parents[2] / "docs/tutorial/files/09.hoyle").read_text(encoding="utf-8")
SLIPS = (
    ("  hand[player]: set", "\thand[player]: set"),
    ("  pile: stack", "\tpile: stack"),
    ("    shuffle deck", "\t\tshuffle deck"),
    ('@ "Play/2":\n  suit', '@ "Play/2:\n  suit'),
    ('"Play" 1..3', '"Play 1..3'),
    ('"Play" 1..3', 'Play" 1..3'),
    ('game "Last Card":', 'game "Last Card:'),
    ('a card?"', "a card?"),
    ('"May you', "May you"),
    ('game "Last Card":', 'game Last Card":'),
    ('game "Last Card":', "game Last Card:"),
    ('reading free "yes, you may always draw instead"', 'reading free "yes, you may always draw instead'),
    ('reading free "yes, you may always draw instead"', "reading free yes, you may always draw instead"),
    ('@ "Play/2":\n', "@ Play/2:\n"),
    ('@ "Play/3":\n  permit when', "@ Play/3:\n  permit when"),
    ('@ "Play/3": "May', '@ Play/3: "May'),
    ('@ "Table/2"', "@ Table/2"),
    ('@ "Table/2"', "@ 'Table/2'"),
    ('@ "Table/2"', "@ \u201cTable/2\u201d"),
    ('@ "Table/2"', '@ "Tabel/2"'),
    ('@ "End/1" when', '@ "End/1 when'),
    ('blocked @ "End/2" at act when no legal move:', 'blocked at act when no legal move @ "End/2":'),
    ('out @ "End/1" when hand of mover is empty:', 'out when hand of mover is empty @ "End/1":'),
    ("  permit fitting", "   permit fitting"),
    ("  does put", "   does put"),
    ("  does put", " does put"),
    ("  does take", "    does take"),
    ("  deck: stack", "   deck: stack"),
    ("  hand[player]: set", "   hand[player]: set"),
    ("    shuffle deck", "   shuffle deck"),
    ("    shuffle deck", "     shuffle deck"),
    ("    deal 3 cards", "   deal 3 cards"),
    ("    deal 3 cards", "      deal 3 cards"),
    ("  pile: stack, face up", "pile: stack, face up"),
    ("deal 3 cards", "deal three cards"),
    ("draw 1 card from deck to pile", "draw one card from deck to pile"),
    ("draw 1 card from deck to pile", "draw a card from deck to pile"),
    ("players 2", "players two"),
    ("from player 1:", "from player one:"),
    ("size of hand of player 1 <= 8", "size of hand of player 1 <= eight"),
    ('"Table" 1..3', '"Table" 1-3'),
    ('"Table" 1..3', '"Table" 1 to 3'),
    ('(c: card) @ "Play/2"', '(c: card @ "Play/2"'),
    ("(c: card from hand of mover)", "(c: card from hand of mover"),
    ("[4H], hand of player 1 = [4S 6S]", "[4H, hand of player 1 = [4S 6S]"),
    ("[4H], hand of player 1 = [4S 6S]", "[4H], hand of player 1 = 4S 6S]"),
    ("[4H], hand of player 1 = [4S 6S]", "[4H], hand of player 1 = [4S 6S]]"),
    ("when fits(c)", "when fits(c))"),
    ("when fits(c)", "when fits(c"),
    ("when fits(c)", "when fits c"),
    ("legal lay(4S)", "legal lay(4S"),
    ("legal lay(4S)", "legal lay 4S"),
    ("hand[player]: set", "hand[player: set"),
    ("hand[player]: set", "hand(player): set"),
    ("hand[player]: set", "hand of player: set"),
    ("deck is not empty and", "deck isn't empty and"),
    ("deck is not empty and", "deck not empty and"),
    ("deck is not empty and", "deck is not empty &&"),
    ("deck is not empty and", "deck is not empty &"),
    ("suit of top of pile or", "suit of top of pile ||"),
    ("suit of top of pile or", "suit of top of pile |"),
    ("permit fitting", "allow fitting"),
    ("permit fitting", "permits fitting"),
    ("when fits(c)", "if fits(c)"),
    ("players 2 @", "players: 2 @"),
    ("deck A 2..6", "deck A 2-6"),
    ("deck A 2..6", "deck A 2 to 6"),
    ("deck A 2..6", "deck: A 2..6"),
    ("does lay, draw_one", "does lay or draw_one"),
    ("does lay, draw_one", "does lay and draw_one"),
    ("does lay, draw_one", "does lay draw_one"),
    ("does lay, draw_one", "does lay, draw-one"),
    ("choice act", "choice: act"),
    ("hand of mover is empty", "mover's hand is empty"),
    ("when hand of mover is empty", "when hand of mover empty"),
    ("size of hand of player 1 = 1", "size of hand of player 1 == 1"),
    ("legal lay(4S)", "legal lay(4s)"),
    ("does put @", "do put @"),
    ("play lay(6H)", "lay(6H)"),
    ('does put @ "Play/1": move', 'does put: @ "Play/1" move'),
    ('blocked @ "End/2" at act when no legal move', 'blocked @ "End/2" when no legal move at act'),
    (": mover wins", " mover wins"),
    (": mover wins", ": the mover wins"),
    ("mover = player 1, at act, rest in deck\n  legal", "mover = player 1, rest in deck\n  legal"),
    ("hand of player 1 = [4S 6S]", "hand of player 1 = [4S, 6S]"),
    ("hand of player 1 = [4S 6S]", "hand of player 1 = [4s 6s]"),
    (", starts with every card", ""),
    ("# Last Card, by", "// Last Card, by"),
    ("under drawing is stuck", "under drawing stuck"),
    ("draw 1 card from deck to pile", "draw 1 card from the deck to pile"),
    ("zones:", "zone:"),
    ("c: card from hand of mover", "card from hand of mover"),
    ("every player p with", "each player p with"),
    ("least of size", "minimum of size"),
    ('fitting @ "Play/2" when', "fitting @ \u201cPlay/2\u201d when"),
    ('does put @ "Play/1": move c from hand of mover to pile', 'does put @ "Play/1" move c from hand of mover to pile'),
    (
        'does put @ "Play/1": move c from hand of mover to pile',
        'does put @ "Play/1": moves c from hand of mover to pile',
    ),
    (
        'does put @ "Play/1": move c from hand of mover to pile',
        'does put @ "Play/1": move c from mover\'s hand to pile',
    ),
    (
        'does put @ "Play/1": move c from hand of mover to pile',
        'does put @ "Play/1": move c from hand of the mover to pile',
    ),
    (
        'does put @ "Play/1": move c from hand of mover to pile',
        'does put: move c from hand of mover to pile @ "Play/1"',
    ),
    ("suit of c is suit of top of pile", "c.suit is suit of top of pile"),
    ("suit of c is suit of top of pile", "suit of c equals suit of top of pile"),
    ("suit of c is suit of top of pile", "suit of c matches suit of top of pile"),
    ("suit of c is suit of top of pile", "suit of c is same as suit of top of pile"),
    ("suit of c is suit of top of pile", "suit of c is the suit of top of pile"),
    ("hand of mover is empty: mover wins", "hand of mover is empty: mover win"),
    ("hand of mover is empty: mover wins", "hand of mover is empty then mover wins"),
    ("hand of mover is empty: mover wins", "hand of mover is empty, mover wins"),
    ("hand of mover is empty: mover wins", "hand of mover is empty: wins mover"),
    ('out @ "End/1" when', 'out @ "End/1" if'),
    ('out @ "End/1" when', 'out when @ "End/1"'),
    ("turns from player 1:", "turns from player 1"),
    ("turns from player 1:", "turns starting with player 1:"),
    ("step deal @", "deal @"),
    ("deal 3 cards from deck to each hand", "deal 3 cards to each hand from deck"),
    ("deal 3 cards from deck to each hand", "deal 3 cards from deck to every hand"),
    ("deal 3 cards from deck to each hand", "deal 3 cards from deck to each player"),
    ("draw 1 card from deck to pile", "draw a card from deck to pile"),
    ("draw 1 card from deck to pile", "draw 1 card from deck onto pile"),
    ("draw 1 card from deck to pile", "move 1 card from deck to pile"),
    ("hand[player]: set, seen by its owner", "hand[player]: set, seen by owner"),
    ("hand[player]: set, seen by its owner", "hand[player]: set seen by its owner"),
    ("hand[player]: set, seen by its owner", "hand[players]: set, seen by its owner"),
    ("hand[player]: set, seen by its owner", "hand: set, seen by its owner"),
    ("pile: stack, face up", "pile: stack, face-up"),
    ("pile: stack, face up", "pile: stack face up"),
    ("pile: stack, face up", "pile is stack, face up"),
    ('question drawing @ "Play/3":', 'question drawing: @ "Play/3"'),
    ('question drawing @ "Play/3":', 'question drawing @ "Play/3"'),
    ('reading stuck "no', 'reading stuck: "no'),
    ("ruling stuck because", "ruling: stuck because"),
    ("ruling stuck because", "ruling is stuck because"),
    ('ruling stuck because "the', "ruling stuck because the"),
    ("given pile = [4H], hand of player 1 = [4S 6S]", "given: pile = [4H], hand of player 1 = [4S 6S]"),
    ("given pile = [4H], hand of player 1 = [4S 6S]", "given pile is [4H], hand of player 1 = [4S 6S]"),
    ("given pile = [4H], hand of player 1 = [4S 6S]", "given pile = [4H] and hand of player 1 = [4S 6S]"),
    ("given pile = [4H], hand of player 1 = [4S 6S]", "given pile = [4H]; hand of player 1 = [4S 6S]"),
    ("given pile = [4H], hand of player 1 = [4S 6S]", "given pile = [4 of hearts], hand of player 1 = [4S 6S]"),
    ("given pile = [4H], hand of player 1 = [4S 6S]", "given pile = [4H], player 1 hand = [4S 6S]"),
    ("then top of pile is 4S and", "then top of pile is 4S,"),
    ("then top of pile is 4S and", "then: top of pile is 4S and"),
    ("ended by out, player 1 wins", "ended by out: player 1 wins"),
    ("ended by out, player 1 wins", "ends by out, player 1 wins"),
    ("claim small_hands: always", "claim small_hands always"),
    ("claim small_hands: always", 'claim "small hands": always'),
    (
        "permit at_will under drawing is free when deck is not empty",
        "permit at_will when deck is not empty under drawing is free",
    ),
    ("mover cannot lay", "mover can't lay"),
    ("mover cannot lay", "mover can not lay"),
    ("deck is not empty and", "deck is not empty, and"),
)
"""What the tutorial's rule file says, and what stands there instead."""


@pytest.mark.parametrize(("right", "wrong"), SLIPS, ids=[wrong.strip() for _, wrong in SLIPS])
def test_a_slip_is_one_error_and_can_be_undone(right: str, wrong: str):
    text = RIGHT.replace(right, wrong, 1)
    assert text != RIGHT
    analysis = Analyst("slip").analyse(text)
    offered = [
        text[: edit.start] + edit.text + text[edit.end :]
        for action in actions(analysis, Span(0, len(text)))
        for edit in action.edits
    ]
    assert RIGHT in offered, analysis.diagnostics
    assert len([d for d in analysis.diagnostics if d.severity == "error"]) == 1


def test_the_right_text_has_no_error():
    assert not [d for d in Analyst("right").analyse(RIGHT).diagnostics if d.severity == "error"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('fitting @ "Play/2", "Play/1" when fits(c)', 'fitting when fits(c) @ "Play/2", "Play/1"'),
        ('fitting @ "Play/2", "Play/1" under players = 2', 'fitting under players = 2 @ "Play/2", "Play/1"'),
    ],
)
def test_several_citations_are_put_in_their_place_at_once(right: str, wrong: str):
    text = RIGHT.replace('fitting @ "Play/2" when fits(c)', wrong, 1)
    fixes = [d.fix for d in Analyst("slip").analyse(text).diagnostics if d.fix is not None]
    mended = [text[: fix.span.start] + fix.replacement + text[fix.span.end :] for fix in fixes]
    assert text.replace(wrong, right) in mended
