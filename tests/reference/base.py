"""What the reference engines share: card names and the choice of readings.

It knows no game: moves, zones and rules belong to the module of each game.
"""

from collections.abc import Mapping

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")

#: The 52 cards, ascending: the deck order in which a set of cards is stacked.
STANDARD_DECK: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)

#: Card name to its place in the standard deck, 0 to 51.
INDEX: dict[str, int] = {card: place for place, card in enumerate(STANDARD_DECK)}

#: Card name to its rank as a number, ace 1 to king 13.
RANK: dict[str, int] = {card: 1 + place // 4 for card, place in INDEX.items()}

#: Card name to "red" (diamonds, hearts) or "black" (clubs, spades).
COLOUR: dict[str, str] = {card: "red" if card[-1] in "DH" else "black" for card in STANDARD_DECK}


def choose_readings(questions: Mapping[str, tuple[str, ...]], *overrides: Mapping[str, str]) -> dict[str, str]:
    """One reading a question: the first listed, then what each of `overrides` sets, the last of them winning.

    Raises ValueError for a question or a reading that `questions` does not list.
    """
    chosen = {question: readings[0] for question, readings in questions.items()}
    for override in overrides:
        for question, reading in override.items():
            if reading not in questions.get(question, ()):
                raise ValueError(f"no reading {reading!r} of a question {question!r}")
            chosen[question] = reading
    return chosen
