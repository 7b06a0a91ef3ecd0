"""Each check finds the fault that it is for, and nothing where the fault is mended."""

from __future__ import annotations

import pytest

from hoyle.proofread.find import of_the_text
from hoyle.proofread.finding import CHECKS
from hoyle.proofread.text import book

OF_RULES = {"modal", "number", "unknown-place", "uncited", "cites-nothing"}
"""Held by `test_read`, with a rule file."""
LONG = "Shuffle well. Cut once. Look at nothing. Say little. Sit down. Lay a card on the heap. Then wait. "
CASES: list[tuple[str, str, str]] = [
    ("contradiction", "Deal 7 cards to each. Everybody begins with "
    "5 cards.", "Deal 7 cards to each. Everybody begins with 7 cards."),
    ("contradiction", "A game for 2 to 4 players. Each of the three players "
    "has a hat.", "A game for 3 players. Each of the three players has a hat."),
    ("contradiction", "The first to reach 50 points wins the game. The game ends at a player who has 60 points.",
     "The first to reach 50 points wins the game. The game ends when a player has 50 points."),
    ("restated", "A player who is caught bluffing pays 2 chips to the pot. If you are caught bluffing, put 3 chips "
     "in the pot.", "A player who is caught bluffing pays 2 chips to the pot. If you are caught twice, put 3 "
     "chips in "
     "the pot instead."),
    ("restated", "Three cards are placed in the market. Four cards are laid out in the market.",
     "Three cards are placed in the market. Four cards are laid out in the harbour."),
    ("restated", "When all hands are empty, deal three new cards to each. If nobody has cards, deal four new ones.",
     "When all hands are empty, deal three new cards to each. If nobody has cards, deal three new ones."),
    ("restated", "A run needs at least three cards. A run is four cards in sequence.",
     "A run needs at least three cards. A set is four cards of one rank."),
    ("restated", "For each capture you get 10 points. A capture scores 5 points.",
     "For each capture you get 10 points. A fort scores 5 points."),
    ("restated", "The game lasts three rounds. After four rounds the player with the most points wins.",
     "The game lasts four rounds. After four rounds the player with the most points wins."),
    ("restated", "You may hold no more than eight cards. At the end of your turn, discard down to seven.",
     "You may hold no more than eight cards. At the end of your turn, discard down to eight."),
    ("contradiction", "A game is three rounds. Shuffle well. The game is over after four rounds.",
     "A game is four rounds. Shuffle well. The game is over after four rounds."),
    ("sum", "The deck has 48 cards. There are four streets: north, east, west and south. Each street has eleven cards.",
     "The deck has 44 cards. There are four streets: north, east, west and south. Each street has eleven cards."),
    ("contradiction", "There are four streets. Each street has nine cards. Deal 6 cards to each player. Each player "
     "begins with 7 cards.", "There are four streets. Each street has nine cards. Deal 6 cards to each player."),
    ("no-case", "With 0 to 3 lamps you get no points. With 4 to 6 lamps you get 4 points. With 8 or more lamps you get "
     "9 points.", "With 0 to 3 lamps you get no points. With 4 to 7 lamps you get 4 points. With 8 or more lamps you "
     "get 9 points."),
    ("too-many", "A game for 2 to 5 players. In the box there are 30 coins. Everyone also takes 8 coins from the bank.",
     "A game for 2 to 5 players. In the box there are 40 coins. Everyone also takes 8 coins from the bank."),
    ("empty-pile", "When you pass, draw two cards from the stock. The game ends when one has no cards left in hand.",
     "When you pass, draw two cards from the stock. The game ends when no cards are left to draw."),
    ("empty-pile", "Take the last card of the row. In your turn, draw two cards from the stock.",
     "If the last card of the stock is taken, shuffle. In your turn, draw two cards from the stock."),
    ("unexplained", "The gust goes to the ember pile.", "Lay it aside as an ember pile. Embers stay there."),
    ("vague", "Take some coins from the bank.", "Take as many coins from the bank as the rank says."),
    ("sum", "She scores 4 + 4 = 9.", "She scores 4 + 4 = 8."),
    ("sum", "A pack of 50 cards: five suits of nine cards each.", "A pack of 45 cards: five suits of nine "
        "cards each."),
    ("sum", "20 cards: 5 red, 5 blue and 9 green.", "20 cards: 5 red, 5 blue and 10 green."),
    ("sum", "There are 10 red cards and 5 blue cards. In all there are "
    "16 cards.", "There are 10 red cards and 5 blue cards. In all there are 15 cards."),
    ("no-case", "For 2 to 4 players.\n\n# Deal\n\nWith 2 players deal 9 cards, with 4 players 6 cards.",
     "For 2 to 4 players.\n\n# Deal\n\nWith 2 players deal 9 cards, with 3 players 7, with 4 players 6 cards."),
    ("no-case", "| Points | Prize |\n|---|---|\n| 0-3 | none |\n| 5-9 "
    "| one |\n", "| Points | Prize |\n|---|---|\n| 0-4 | none |\n| 5-9 | one |\n"),
    ("no-case", "Cards score 2 to 9 their value, jacks 11, queens 12, kings 13 "
    "and aces 1.", "Cards score 2 to 10 their value, jacks 11, queens 12, kings 13 and aces 1."),
    ("two-cases", "| Points | Prize |\n|---|---|\n| 0-5 | none |\n| 5-9 "
    "| one |\n", "| Points | Prize |\n|---|---|\n| 0-4 | none |\n| 5-9 | one |\n"),
    ("no-case", "For 2 to 5 players.\n\nPlayers   Cards\n2         10\n3         8\n5         6\n",
     "For 2 to 5 players.\n\nPlayers   Cards\n2         10\n3         8\n4         7\n5         6\n"),
    ("list-count", "Do one of three things:\n\n- Lay a card.\n- Draw "
    "a card.\n", "Do one of two things:\n\n- Lay a card.\n- Draw a card.\n"),
    ("no-section", "1. Deal\n\nSee section 4.\n", "1. Deal\n\nSee section 1.\n"),
    ("no-section", "# Deal\n\nSee \"Ending\".\n", "# Deal\n\nSee \"Deal\".\n"),
    ("no-step", "# Turn\n\n1. Draw.\n2. Repeat step 3.\n", "# Turn\n\n1. Draw.\n2. Repeat step 1.\n"),
    ("same-heading", "# Scoring\n\nEach trick is worth one whole point.\n\n# Scoring\n\nEach heart is worth one "
    "whole point.\n",
     "# Tricks\n\nEach trick is worth one whole point.\n\n# Hearts\n\nEach heart is worth one whole point.\n"),
    ("above", "Lay it down as above.", "Lay it down face up."),
    ("otherwise", "A player must follow suit if able.", "A player must follow suit if able, and otherwise plays "
    "any card."),
    ("may-or-must", "You must show a joker. You may show a joker.", "You must show a joker. You may keep a queen."),
    ("opposed", "Discarded cards are laid face up on the heap. Look. Discarded cards lie face down on the heap.",
     "Discarded cards are laid face up on the heap. Look. Drawn cards lie face down on the table."),
    ("opposed", "Any player may challenge a claim. Look. Only the next player may challenge a claim.",
     "Any player may challenge a claim. Look. Only the next player may answer."),
    ("opposed", "Play goes clockwise. Look. The player on the right takes the next turn.",
     "Play goes clockwise. Look. The player on the left takes the next turn."),
    ("opposed", "The winner of a trick leads to the next one. Look. The dealer leads to the next trick.",
     "The winner of a trick leads to the next one. Look. The dealer leads to the first trick."),
    ("contest", "A price is named, and any player may pay it.",
     "A price is named, and any player may pay it; if two want to, the nearer pays."),
    ("contest", "The one with the most sheep gets 5 points.", "The one with the most sheep gets 5 points; in "
        "a tie, nobody."),
    ("no-bid", "The highest bidder pays.", "The highest bidder pays. If nobody bids, deal again."),
    ("all-pass", "On a turn a player may play a card or pass.", "On a turn a player may play a card or pass. "
        "If all pass, "
     "deal again."),
    ("cannot-pay", "Whoever draws a thief must pay 2 coins to the bank.", "Whoever draws a thief must pay 2 "
        "coins to the "
     "bank, or as many as there are."),
    ("holder-begins", "Deal six cards each; the rest is the stock. The player with the three of clubs begins.",
     "Deal six cards each; the rest is the stock. The player with the three of clubs begins, otherwise the "
     "dealer."),
    ("who-leads", "The dealer leads. The highest card of the suit takes the trick.",
     "The dealer leads. The highest card of the suit takes the trick. The winner leads to the next one."),
    ("no-trump", "The highest trump takes the trick.", "Hearts are trumps. The highest trump takes the trick."),
    ("contradiction", "Each player gets ten cards. The best card takes the trick. All nine tricks are played.",
     "Each player gets ten cards. The best card takes the trick. All ten tricks are played."),
    ("sum", "Each ace counts four points, each ten three, each king two: 44 points in the pack.",
     "Each ace counts four points, each ten three, each king two: 36 points in the pack."),
    ("no-case", "One or two sets score 1 point, 3 sets score 4 points, 5 or more sets score 9 points.",
     "One or two sets score 1 point, 3 or 4 sets score 4 points, 5 or more sets score 9 points."),
    ("otherwise", "The Player shall follow suit where able, and the Cards of the Player lie before the Player.",
     "The Player shall follow suit where able, and otherwise play any Card."),
    ("turn-order", "A game for 3 players. The tallest begins. On your turn, play a card.",
     "A game for 3 players. The tallest begins, then the left neighbour. On your turn, play a card."),
    ("sum", "You use 40 cards, namely the 1 to 9 in each of four suits.",
     "You use 36 cards, namely the 1 to 9 in each of four suits."),
    ("sum", "There are 30 cards. 20 of them show a fox. The other 9 cards show a hen.",
     "There are 30 cards. 20 of them show a fox. The other 10 cards show a hen."),
    ("sum", "Values add up, the knight counts nine. A knight catches a six and a two.",
     "Values add up, the knight counts nine. A knight catches a six and a three."),
    ("sum", "# Score\n\n- most cards: 1 point\n- most coins: 2 points\n- each sweep: 1 point\n\nSo at most 4 "
        "points "
     "are won.\n", "# Score\n\n- most cards: 1 point\n- most coins: 2 points\n- each sweep: 1 point\n\nSo at most "
     "3 points are won.\n"),
    ("too-many", "A game for 2 to 5 merchants. You need 30 coins. Each merchant takes 8 coins.",
     "A game for 2 to 5 merchants. You need 30 coins. Each merchant takes 6 coins."),
    ("who", "The loser gives the winner a card, and he shows it to all.",
     "The loser gives the winner a card, and the winner shows it to all."),
    ("tie", "The player with most points wins.", "The player with most points wins; in a tie they share the win."),
    ("empty-pile", "# Turn\n\nDraw a card from the stock.", "# Turn\n\nDraw a card from the stock. When the stock "
    "is empty, draw none."),
    ("who-begins", "Turns go clockwise.", "The youngest begins. Turns go clockwise."),
    ("who-deals", "The dealer deals. Play hands until all "
    "are tired.", "The dealer deals. Play hands until all are tired. The deal passes to the left."),
    ("no-winner", LONG + "The game ends.", LONG + "The game ends, and the eldest wins."),
    ("no-end", LONG + "Go on.", LONG + "The game ends when the heap is high."),
    ("next-after-skip", "The left neighbour is skipped, and the next "
    "player draws.", "The left neighbour is skipped, and the one after them draws."),
    ("who", "The dealer picks another player, and "
    "they draw.", "The dealer picks another player, and the dealer draws."),
    ("unused", "A flush is five cards of one suit. Lay a card.", "A flush is five cards of one suit. Lay a flush."),
    ("unexplained", "The vole is paid double.", "A vole is a hand without points. The vole is paid double."),
    ("unexplained", "When the zebrule card is drawn, all stop.", "There are two zebrule cards. When the "
        "zebrule card "
     "is drawn, all stop."),
    ("unexplained", "Then the Signal is given.", "A Signal is a cough. Then the Signal is given."),
    ("late", "# A\n\nHello.\n\n# B\n\nLay a flush. Be quick. Be kind.\n\n# C\n\nA flush is five cards of one "
        "suit.\n",
     "# A\n\nHello.\n\n# B\n\nA flush is five cards of one suit. Lay a flush. Be quick.\n\n# C\n\nBe kind.\n"),
    ("two-names", "Draw from the stock. Shuffle the draw pile.", "Draw from the stock. Shuffle the stock."),
    ("two-names", "Lay it on the victory pile. Count the "
    "victory stack.", "Lay it on the victory pile. Count the victory pile."),
    ("two-things", "A flush is five cards of one suit. Lay a flush. A flush "
    "is a pair.", "A flush is five cards of one suit. Lay a flush."),
    ("not-listed", "# Components\n\n- 20 cards\n- 5 coins\n\n# Play\n\nTake the king "
    "token.\n", "# Components\n\n- 20 cards\n- 1 king token\n\n# Play\n\nTake the king token.\n"),
    ("too-many", "A game for 2 to 6 players, with a deck of 52 cards. Deal 9 cards to each.",
     "A game for 2 to 5 players, with a deck of 52 cards. Deal 9 cards to each."),
    ("hand-size", "Deal 5 cards to each. Lay one, then draw up to "
    "6 cards.", "Deal 5 cards to each. Lay one, then draw up to 5 cards."),
    ("how-many-players", LONG + "The players look up.", LONG + "The two players look up."),
    ("equal", "A taker with more than half of the points wins. With fewer the taker loses.",
     "A taker with at least half of the points wins. With fewer the taker loses."),
    ("ace", "A pack of 52 cards. Three cards in sequence are a street. Lay a street.",
     "A pack of 52 cards, aces high. Three cards in sequence are a street. Lay a street."),
    ("cannot-play", "On your turn lay a card that matches the "
    "top one.", "On your turn lay a card that matches the top one, or pass."),
    ("not-listed", "There are 20 road cards and 6 toll cards. Lay a "
    "bridge card.", "There are 20 road cards and 6 toll cards. Lay a toll card."),
    ("vague", "A player usually draws.", "A player draws."),
    ("vague", "Lay red cards, blue cards, etc.", "Lay red cards or blue cards."),
    ("vague", "Take the coin and/or the hat.", "Take the coin or the hat."),
    ("loose", "The partner may object immediately.", "The hand ends immediately."),
]  # fmt: skip


def names(text: str) -> set[str]:
    return {found.check for found in of_the_text(book(text))}


@pytest.mark.parametrize(
    ("check", "faulty", "mended"), CASES, ids=[f"{check}-{at}" for at, (check, _, _) in enumerate(CASES)]
)
def test_a_check_finds_its_fault(check, faulty, mended):
    assert check in names(faulty)
    assert check not in names(mended)


def test_every_check_has_a_case():
    assert {check for check, _, _ in CASES} | OF_RULES == set(CHECKS)


def test_what_is_said_can_be_read():
    for _, faulty, _ in CASES:
        for found in of_the_text(book(faulty)):
            assert not found.says.endswith(".")
            assert not found.do.endswith((".", "?"))
            assert found.at


def test_a_question_is_asked_at_the_sentence_as_it_was_written():
    written = "The Player shall follow suit where able; the Cards of the Player lie before the Player."
    (found,) = [one for one in of_the_text(book(written)) if one.check == "otherwise"]
    assert found.at[0].text == written
