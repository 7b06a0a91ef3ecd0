"""What the words of the language mean, each in a sentence, for who points at one."""

from __future__ import annotations

import re

from spec.text.source import Span

MEANINGS = {
    "permit": "the move is legal where this clause holds, and no clause that ranks higher forbids it",
    "forbid": "the move is illegal where this clause holds, unless a clause that ranks higher permits it",
    "precedence": "which of several clauses prevails: the one before `>` prevails over the one behind it",
    "ruling": "settles a question, or which of two clauses prevails, and says why; not the rulebook's word",
    "question": "something that the rulebook leaves open, with the ways in which it can be read",
    "reading": "one way to read what the rulebook leaves open",
    "does": "what happens when the move is made; in a choice, which moves the player chooses from",
    "may": "the player chooses one of the moves, or passes",
    "when": "the case in which the clause holds",
    "under": "the settings or the readings under which this is part of the rules at all",
    "otherwise": "what holds where nothing before it does",
    "least": "the smallest of the numbers, as in `least of size of hand of q over player q`",
    "greatest": "the largest of the numbers, as in `greatest of score of q over player q`",
    "sum": "all the numbers together, as in `sum of points of c over c in hand of p`",
    "some": "is there at least one, as in `some c in hand of p with c is red`",
    "every": "is it so of each one, as in `every c in hand of p has c is red`",
    "no": "is there none, as in `no c in hand of p with c is red`",
    "exactly": "is there just one, as in `exactly one c in x has c is red`",
    "step": "a stage of play at which something is done without a choice",
    "choice": "a stage of play at which a player chooses a move",
    "turns": "the lines below come again and again, each time for the next player",
    "once": "the lines below come once for each player, round the table",
    "repeat": "the lines below come again until a condition holds",
    "shuffle": "puts the cards of a stack into a random order",
    "draw": "takes cards from the top of a stack",
    "deal": "gives each player cards from the top of a stack",
    "becomes": "gives a field another value",
    "let": "gives a value a name that holds to the end of the clause",
    "decide": "asks an outcome what happens now",
    "continue": "play goes on at the step that is named",
    "skip": "the players whose turns come next have none",
    "wins": "the game is over, and this player has won",
    "scores": "the game is over, and this is each player's result",
    "given": "the position with which an example begins",
    "legal": "this move may be made in the position",
    "illegal": "this move may not be made in the position",
    "then": "what holds in the position after these plays",
    "ended": "the game is over by the end that is named",
    "rest": "where all cards lie that the example does not mention",
    "always": "it holds in every position that play can come to",
    "never": "it holds in no position that play can come to",
    "sometimes": "there is a game in which it holds",
    "because": "the reason of a ruling",
    "secret": "nobody sees the cards, or the value",
    "settled": "a question that was raised and that the rulebook answers",
}
_CODE = re.compile(r'"[^"\n]*"?|#[^\n]*|[A-Za-z0-9_]+')
_CARD = re.compile(r"(\d+|[A-Z]+)([A-Z])")


def word_at(content: str, offset: int) -> tuple[str, Span] | None:
    """The word that stands at an offset, or ends there; none within a quotation or a comment."""
    start = content.rfind("\n", 0, offset) + 1
    end = content.find("\n", offset)
    for found in _CODE.finditer(content, start, len(content) if end < 0 else end):
        if found.start() <= offset <= found.end() and found.group()[0] not in '"#':
            return found.group(), Span(*found.span())
    return None


def meaning(word: str, suits: tuple[str, ...]) -> str:
    """What a word of the language means, or which card it is; '' of another word."""
    if word in MEANINGS:
        return f"**word of the language** `{word}`\n\n{MEANINGS[word]}"
    named = card(word, suits)
    return f"**card** `{word}`\n\n{named}" if named else ""


def card(word: str, suits: tuple[str, ...]) -> str:
    """Which card a word names; '' where it names none."""
    found = _CARD.fullmatch(word)
    suit = next((suit for suit in suits if found is not None and suit[0].upper() == found.group(2)), None)
    return f"the {found.group(1)} of {suit}" if found is not None and suit is not None else ""
