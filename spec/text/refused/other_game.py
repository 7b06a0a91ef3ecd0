"""What people write for players and decks, as they speak, and how it is said in `game`."""

from __future__ import annotations

from spec.text.refused.slip import Beginning, Slip

PLAYERS = "say `players 2`, or of several numbers `players 2 to 4, usually 3`"
LISTED = (
    "a deck lists its ranks and suits, as in `deck 7..10 J Q K A of hearts, spades`; the 52 cards are `deck standard`"
)
JOINED = "more cards are joined by `+`, as in `deck 1..10 of cups, swords + joker of no suit 2 copies`"
NUMBER = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten)"

IN_GAME = (
    Beginning("players", rf"(?:for |from )?{NUMBER}(?: *(?:to|or|-|and|,) *{NUMBER})* players?\b", PLAYERS),
    Beginning(
        "deck",
        r"(?:(?:an?|the|use|with|one|\d+) )*(?:standard|full|normal|french|playing|pack|cards?)\b(?! *:)",
        LISTED,
    ),
)
IN_DECKS = (
    Slip("to", r"players \d+", r"(?:or|and)\b|,", "write `players 2 to 4, usually 3`"),
    Slip("", r"deck(?: of)?(?: \d+)?(?: \w+)?", r"(?:of \d+ )?(?:playing )?cards?\b(?! of\b)", LISTED),
    Slip("", r"deck", r"of (?:\d+|(?:playing )?cards)\b", LISTED),
    Slip("", r"deck \d+", r"(?:playing )?cards\b", LISTED),
    Slip("", r"deck\b.* of .*\b(?:plus|and)", r"\w", JOINED),
    Slip("", r"deck\b.* of .*,", r"(?:plus|and)\b", JOINED),
)
