"""Pictures of cards: every deck has some, each card its own, and no text of a rule file leaves its place."""

import re
from xml.etree import ElementTree

from engine.pages.cards import Card, chip, drawn, looks, of_game, picture_ids, suits_of
from hoyle.sources.files import load_file

ODD = tuple(
    Card(f"{rank}{suit[:2]}", rank, suit, "black")
    for suit in ("red", "yellow", "cups", "swords", "Ёлка", "鳥", *(f"suit {i}" for i in range(20)))
    for rank in ("1", "12", "Page", "Zwölftausend-Sieben")
)


def test_the_cards_of_a_game_are_drawn_once_each():
    game = load_file("pigeon").game
    assert game is not None
    deck = of_game(game)
    text = drawn(deck)
    ElementTree.fromstring(text)
    assert len(set(picture_ids(deck).values())) == 52
    assert set(re.findall(r'<symbol id="(card-\d+)"', text)) == set(picture_ids(deck).values())
    assert {deck[0].spoken, deck[1].spoken} == {"ace of clubs", "ace of diamonds"}


def test_copies_share_a_picture():
    twice = (Card("2C", "2", "clubs", "black"), Card("2C#2", "2", "clubs", "black"), Card("3C", "3", "clubs", "black"))
    ids = picture_ids(twice)
    assert ids["2C"] == ids["2C#2"] != ids["3C"]
    assert "#2" not in re.sub(r'"#[^"]*"', "", drawn(twice))


def test_what_people_read_for_a_rank_stands_on_its_picture_and_whole():
    long = "Grand Master of Ceremonies"
    card = Card("grand_masterS", "grand_master", "swords", "black", long, "Swords of Fire")
    lines = re.findall(r"<text[^>]*>([^<]*)</text>", drawn((card,)))
    assert lines[0].endswith("…")
    assert long.startswith(lines[0][:-1])
    assert " ".join(lines[1:-1]) == long
    assert lines[-1] == "grand_masterS"
    assert card.spoken == "Grand Master of Ceremonies of Swords of Fire"
    sizes = [float(size) for size in re.findall(r'font-size="([^"]*)"', drawn((card,)))]
    assert all(size * 0.62 * len(line) <= 52 for size, line in zip(sizes, lines, strict=True))


def test_suits_that_nobody_knows_are_told_apart():
    seen = [(suit.shape, suit.ink) for suit in suits_of(ODD).values()]
    assert len(set(seen)) == len(seen)
    ElementTree.fromstring(drawn(ODD))


def test_suits_look_the_same_whichever_card_comes_first():
    assert suits_of(ODD) == looks((card.suit, card.colour) for card in ODD)


def test_a_hostile_name_stays_a_text():
    bad = '"/><script>owned()</script>'
    text = drawn((Card(bad, bad, bad, bad),)) + chip(bad, bad, bad, looks([(bad, bad)])) + chip(bad, bad, bad, {})
    assert "<script" not in text
    ElementTree.fromstring(f"<all>{text}</all>")
