"""What the words of the language mean, each in a sentence, for who points at one."""

from __future__ import annotations

import re

from spec.ir.display import readable
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
    "pause": "all look at the table; then the mover goes on",
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
    "edition": "one of several versions of the game that share this file",
    "editions": "the versions of the game that share this file; the first is the usual one",
    "usually": "what holds where nobody sets anything else",
    "teams": "players who win and lose together",
    "copies": "how many there are of each of these cards",
    "stack": "cards in an order, with a top; `set` has none",
    "set": "cards in no order; `stack` has one",
    "row": "what lies side by side, counted from 1",
    "starts": "what there is before the first step",
    "top": "the card of a stack that was put there last",
    "bottom": "the card of a stack that lies under all others",
    "plus": "the cards of both",
    "without": "the cards that are left when others are taken out",
    "common": "the cards that are in both",
    "divided": "divided by a number; say `rounded up` or `rounded down`",
    "rounded": "which whole number is meant, where a division does not come out",
    "run": "cards of ranks that follow one another",
    "same": "what all cards of the shape have alike",
    "wild": "cards that may stand for others in the shape",
    "natural": "cards that stand for themselves, and are not wild",
    "corner": "the ace stands between king and two: a run goes on round it",
    "printed": "the number that stands for the rank: 7 is worth 7",
    "blind": "the card is chosen without seeing it",
    "everyone": "all players",
    "owner": "the player whose zone it is",
    "nobody": "no player",
    "onto": "to the top of the pile that is named",
    "loop": "the lines under the nearest `turns`, `once around` or `repeat`",
    "nothing": "there is nothing to do",
    "previous": "the player before, in the direction of play",
    "reachable": "from every position some way to play comes to an end of the game",
    "again": "with `go`: the turn begins anew",
    "leave": "play goes on behind the loop",
    "collect": "brings cards together from all zones",
    "fill": "draws until there are so many",
    "among": "only players for whom the condition holds have a turn",
    "number": "how many there are, as in `number of c in hand of p with c is red`; or one that is set",
    "first": "the first of a list for which the condition holds",
    "option": "something that is set before the game, yes or no or one of a list",
    "fair": "each player wins as often as the others, within so many percent",
    "settled": "a question that was raised and that the rulebook answers",
}
SECTIONS = {
    "game": "the name of the game, its players, its cards, and what can be set",
    "source": "the rulebook whose places the clauses cite",
    "zones": "the places where cards lie",
    "layout": "where the zones lie on a table that is drawn",
    "state": "what is kept besides the cards: numbers, marks, players",
    "kind": "a list of the author's own: numbers, or words",
    "define": "a name for a condition or a value, which is worked out anew wherever it stands",
    "shape": "cards that belong together, such as a pair or a run",
    "values": "the number of each card, by its rank, its suit or itself",
    "move": "what a player may do: when it is legal, and what it does",
    "to": "what is done in several places, under a name",
    "outcome": "cases of which the first that holds is what happens",
    "ends": "when the game is over, and who has won",
    "play": "what happens in which order",
    "example": "a position, and what may be done or comes of it; checked whenever the file is",
    "claim": "what is believed of every game; `hoyle verify` proves it, or shows a game in which it fails",
}
"""What is told where one of these words begins a section, in column 1."""
_CODE = re.compile(r'"[^"\n]*"?|#[^\n]*|[A-Za-z0-9_]+')
_CARD = re.compile(r"(\d+|[A-Z]+|[a-z][a-z0-9_]*)([A-Z])")


def word_at(content: str, offset: int) -> tuple[str, Span] | None:
    """The word that stands at an offset, or ends there; none within a quotation or a comment."""
    start = content.rfind("\n", 0, offset) + 1
    end = content.find("\n", offset)
    for found in _CODE.finditer(content, start, len(content) if end < 0 else end):
        if found.start() <= offset <= found.end() and found.group()[0] not in '"#':
            return found.group(), Span(*found.span())
    return None


def begins(content: str, where: Span) -> bool:
    """Does a word stand in column 1?"""
    return where.start == 0 or content[where.start - 1] == "\n"


def meaning(word: str, suits: tuple[str, ...], *, begins: bool = False) -> str:
    """What a word of the language means, or which card it is; '' of another word. Does it begin a section?"""
    told = (SECTIONS.get(word, "") if begins else "") or MEANINGS.get(word, "")
    if told:
        return f"**word of the language** `{word}`\n\n{told}"
    named = card(word, suits)
    return f"**card** `{word}`\n\n{named}" if named else ""


def card(word: str, suits: tuple[str, ...]) -> str:
    """Which card a word names; '' where it names none."""
    found = _CARD.fullmatch(word)
    suit = next((suit for suit in suits if found is not None and suit[0].upper() == found.group(2)), None)
    return f"the {readable(found.group(1))} of {suit}" if found is not None and suit is not None else ""
