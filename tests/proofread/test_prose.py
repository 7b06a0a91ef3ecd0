"""Checks of what a text says in prose: each finds the fault that it is for, and nothing where it is mended."""

from __future__ import annotations

import pytest

from hoyle.proofread.checks.numbers.totals import reached
from tests.proofread.test_checks import names

CASES: list[tuple[str, str, str]] = [
    # Of things and people that one word may mean.
    ("who", "When a bishop is laid on a knight, it is turned face down.",
     "When a bishop is laid on a knight, the knight is turned face down."),
    ("who", "When a player beats a card of another player, the player draws a card.",
     "When you beat a card of another player, you draw a card."),
    # Sums in prose.
    ("sum", "They score five points for tricks and six for bishops, twelve in all.",
     "They score five points for tricks and six for bishops, eleven in all."),
    ("sum", "Number cards count what they show, and a wolf card counts 20. Ada is left with a 9 and a wolf card. She "
     "writes down 28 points.", "Number cards count what they show, and a wolf card counts 20. Ada is left with a 9 and "
     "a wolf card. She writes down 29 points."),
    ("sum", "For example, Anna and Bert play. Each puts in 2 chips. Anna bets 4 and Bert pays 4. In this example there "
     "are 13 chips in the pot.", "For example, Anna and Bert play. Each puts in 2 chips. Anna bets 4 and Bert pays 4. "
     "In this example there are 12 chips in the pot."),
    # Lists that leave a case out.
    ("no-case", "From high to low the cards rank 9, 8, 7, 5, 4, 3.", "From high to low the cards rank 9, 8, 7, 6, 5."),
    ("no-case", "Fewer than 20 is poor, 21 to 35 is fair, 36 or more is good.",
     "Fewer than 20 is poor, 20 to 35 is fair, 36 or more is good."),
    ("no-case", "There are white, red, blue and black chips: white ones are worth 1, red ones 5 and blue ones 10.",
     "There are white, red and blue chips: white ones are worth 1, red ones 5 and blue ones 10."),
    ("list-count", "There are five sorts of hands. They are: the flight, all in order; the brood, all of one "
        "number; the "
     "rest.", "There are three sorts of hands. They are: the flight, all in order; the brood, all of one number; the "
     "rest."),
    # One rule in two numbers.
    ("restated", "You may go through the stock three times. The stock is gone through only twice.",
     "You may go through the stock twice. The stock is gone through only twice."),
    ("restated", "Each player puts one chip in the middle. Two chips each in the middle.",
     "Each player puts two chips in the middle. Two chips each in the middle."),
    ("restated", "For each bishop a side gets another three points. A bishop is two more points.",
     "For each bishop a side gets another three points. A bishop is three more points."),
    # May, must and cannot.
    ("opposed", "A crab cannot be taken. A crab that lies in the middle can be taken with a 10.",
     "A crab cannot be taken. A fish that lies in the middle can be taken with a 10."),
    ("may-or-must", "Its space must be filled with a card. A space need not be filled.",
     "Its space may be filled with a card. A space need not be filled."),
    ("may-or-must", "A player who has no card of the suit must trump. If you have no card of the suit, you may play "
     "anything.", "A player who has no card of the suit must trump. If you have no trump, you may play anything."),
    ("otherwise", "You must cover her with the jack of her suit.",
     "You must cover her with the jack of her suit. If you have none, pass."),
    ("tie", "The best hand wins the pot.", "The best hand wins the pot. Equal hands split it."),
    ("contest", "most cards: 3 points", "most cards: 3 points; in a tie nobody scores"),
    # One word in two uses, two words for one, and words that nothing explains.
    ("two-things", "Lay out six cards. These six are the tide. Such a stretch, from deal to deal, is a tide.",
     "Lay out six cards. These six are the tide. Such a stretch, from deal to deal, is a season."),
    ("two-things", "There is room for the ladder, three cards wide. Two cards that follow each other are a ladder.",
     "There is room for the bench, three cards wide. Two cards that follow each other are a ladder."),
    ("two-things", "Once in a round, that is between two turns, you may call. When a hand is empty, the round is over.",
     "Once in a round, that is between two turns, you may call. When a hand is empty, the deal is over."),
    ("two-names", "Cards are laid on the draw pile. Lay it on the heap.", "They lie on a heap. Lay it on the heap."),
    ("two-names", "The first suit named is trumps. A card of the ruling suit may not be led.",
     "The first suit named is trumps. A card of the named suit may not be led."),
    ("unexplained", "Nobody may go out with a floe.", "A floe is an 8. Nobody may go out with a floe."),
    ("unexplained", "Only a ripe card may be picked.", "A card is ripe when it is free. Only a ripe card may be "
        "picked."),
    ("late", "You may claim a windfall. Lay a card. Draw one. Look at it. A windfall, a card from the stock, counts "
     "double.", "A windfall, a card from the stock, counts double. You may claim a windfall."),
    ("vague", "Then draw one or two cards.", "Then you may draw one or two cards."),
    ("loose", "An ace goes immediately into a basket.", "An ace goes into a basket."),
    # Reckoning, without knowing what the numbers mean.
    ("sum", "Deal six rows of five cards, 32 in all.", "Deal six rows of five cards, 30 in all."),
    ("sum", "Four players get nine cards each, which leaves 12 of the 52 cards.",
     "Four players get nine cards each, which leaves 16 of the 52 cards."),
    ("sum", "The pack holds 50 cards, twelve in each of the four suits.",
     "The pack holds 48 cards, twelve in each of the four suits."),
    ("sum", "72 cards: sixteen each in red, blue, grey and green, and six storms.",
     "72 cards: sixteen each in red, blue, grey and green, and eight storms."),
    ("no-case", "One point each for 1 to 4, two points for 5 and 6, three points for 8.",
     "One point each for 1 to 4, two points for 5 to 7, three points for 8."),
    ("restated", "Two cards lie beside the deck. The three cards beside the deck may be taken.",
     "Two cards lie beside the deck. The two cards beside the deck may be taken."),
    ("contradiction", "Between two and six can play. Any number from two to five players will do.",
     "Between two and six can play. With two to five players a hand is short."),
    # More on who, and on may and must.
    ("who", "A player may challenge another player. If the challenge fails, they take a card.",
     "A player may challenge another player. If the challenge fails, the challenger takes a card."),
    ("who", "If a king falls to an ace, its owner pays.", "If a king falls to an ace, the owner of the king pays."),
    ("may-or-must", "Every player has to bid. A player who does not want to bid says so.",
     "Every player may bid. A player who does not want to bid says so."),
    ("opposed", "You may not keep more than one wolf. Keep all the wolves that you draw.",
     "You may not keep more than one wolf. Keep all the foxes that you draw."),
    ("contest", "Those who won as many tricks as they said share the pot.",
     "Those who won as many tricks as they said share the pot. If nobody did, it stays."),
    ("vague", "Whoever cannot has to lay two as well, or else draws.", "Whoever cannot lay two draws two cards."),
    ("two-things", "Each round consists of five tricks. A round is once about the table.",
     "Each round consists of five tricks. A lap is once about the table."),
    ("two-things", "Tricks go to the harvest. The harvest is the last phase.",
     "Tricks go to the barn. The harvest is the last phase."),
    ("two-names", "Its suit is the favoured one. Trumps beat the others.",
     "Its suit is the favoured one. Favoured cards win."),
    ("sum", "90 cards: fifteen of each of the five guilds, and thirteen alarms.",
     "90 cards: fifteen of each of the five guilds, and fifteen alarms."),
    ("too-many", "For 2 to 4 players. You need 36 matches as counters: ten for each player.",
     "For 2 to 4 players. You need 40 matches as counters: ten for each player."),
    ("no-case", "A seven counts nothing, an eight one, a nine one, a ten two, a jack three and a king six.",
     "A seven counts nothing, an eight one, a nine one, a ten two, a jack three and a queen four."),
    ("restated", "A player who takes no trick loses fifteen points. No trick: minus ten points.",
     "A player who takes no trick loses ten points. No trick: minus ten points."),
    ("contradiction", "Once a player has laid four sets, the game is over. Stop after five sets.",
     "Once a player has laid five sets, the game is over. Stop after five sets."),
    ("may-or-must", "A gap in the row has to be filled. If there are gaps, you do not have to fill them.",
     "A gap in the row may be filled. If there are gaps, you do not have to fill them."),
    ("who", "If a lookout is played after an ace, the player must give a card away.",
     "If you play a lookout after an ace, you must give a card away."),
    ("unexplained", "An eddy can be used in place of any card.", "An eddy (a joker) can be used in place of any card."),
    ("loose", "You may throw in a card at any moment.", "You may throw in a card when it is your turn."),
]  # fmt: skip


def test_a_total_that_may_be_right_is_let_alone():
    assert {7, 12, 1, 24, 10, 14} <= reached([3, 4, 2])
    assert "sum" not in names("Deal six rows of five cards and three more, 33 in all.")


@pytest.mark.parametrize(("check", "faulty", "mended"), CASES, ids=[f"{one[0]}-{at}" for at, one in enumerate(CASES)])
def test_a_check_finds_its_fault(check, faulty, mended):
    assert check in names(faulty)
    assert check not in names(mended)
