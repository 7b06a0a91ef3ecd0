"""What people write for a condition, as a rulebook says it, and how a rule file says it."""

from __future__ import annotations

from spec.text.refused.slip import Slip

SAME = "say of what both are the same: `suit of c = suit of d`, `rank of c = rank of top of x`"
BEATS = "say what is compared, as in `rank of c > rank of d`, or give it a name: `define beats(c: card, d: card): ...`"
HELD = "write `some c in hand of mover with c is 7`, or `no c in hand of mover with c is 7`"
MANY = "how many cards lie there is `size of x`, as in `size of hand of mover > 3`"
EMPTY = "write `x is empty`"
REMEMBERED = (
    "what somebody has done is kept in a field below `state:`, as in `passed[player]: yes or no, starts at no`; "
    "the move sets it: `passed of mover becomes yes`"
)
NO_SUIT = "of a card without a suit `suit of c is nobody` holds, of others `suit of c is not nobody`"
EACH_OF = "say each by itself, with `or` between: `suit of c is hearts or suit of c is spades`"
ARTICLE = "leave out `a`: `c is 7`, `c is K`"
BEST_OF = "write `the player p with greatest ...`; a condition follows it after `where`"
FIRST_OF = (
    "who fits a condition is `first player p with ...`; `the player p with greatest ...` has the most of something"
)
NAMED_TEAM = "give it a name: `some team t with score of t >= 50`"
OWN_NAME = "give it a name: `some player p with score of p >= 50`"
BOTH = "say it of each: `hand of p is empty and hand of q is empty`"
ON_TURN = "only `mover`, whose turn it is, makes a move; leave out what says so"
RANKED = r"(?:\d+|[AKQJ]|ace|king|queen|jack)\b"
PASSED = r"(?:passed|played|drawn|taken|laid|moved|finished|folded|bid|won|lost|led|begun|discarded|been)\b"

IN_TURN = (
    Slip("", r".*\bit(?: is)?(?: not)?(?: \w+)*", r"(?:is )?(?:\w+ )?turn\b", ON_TURN),
    Slip("", r".*\bis(?: not)? on", r"(?:the )?(?:turn|move)\b", ON_TURN),
    Slip("from", r"turns", r"(?:starting|beginning)\b", "write `turns from player 1:`"),
)
IN_CONDITIONS = (
    Slip("", r".*(?:\b(?:becomes|from|to|is|of)|[=<>]) [a-z]+", r"[a-z]\w* with (?:greatest|least)\b", BEST_OF),
    Slip("", r".*(?:\b(?:becomes|from|to|is|of)|[=<>(:]) *player", r"[a-z]\w* with\b(?! (?:greatest|least))", FIRST_OF),
    Slip("greatest", r".*\bthe \w+ \w+ with",
         r"(?!(?:the )?(?:most|fewest|maximum|minimum|(?:high|low|larg|small|bigg|b|few|great|l)e?st)\b)", FIRST_OF),
    Slip("", r".*\b(?:some|no) team has", rf"(?!{PASSED})\w", NAMED_TEAM),
    Slip("", r".*\b(?:some|no) player has", rf"(?!{PASSED})\w", OWN_NAME),
    Slip("", r".*\w and \w.*", r"are(?: both)?(?: not)? empty\b", BOTH),
    Slip("", r".*\bthe \w+ (?:has|have|holds?)", r"(?:no|zero)(?: more)? cards?\b", EMPTY),
    Slip("", r".*\bthe \w+ (?:has|have|holds?)", r"\w.* cards?\b", MANY),
    Slip("when", r"(?:permit|forbid|does) \w+", r"unless\b", "write `when not (...)`"),
    Slip("when", r"(?:permit|forbid|does) \w+", r"only (?:when|if)\b", "leave out `only`: a clause counts `when ...`"),
    Slip("", r".*\bis(?: not)? equal", r"to\b", "write `is`, `is not` or `=`"),
    Slip("above", r".*\bis one", r"\w+", "write `is one above x` or `is one below x`"),
    Slip("", r".*\b(?:is|are)(?: not)? an?", RANKED, ARTICLE),
    Slip("", r".*\b(?:is|are|has|have|of)?(?: of)?(?: the)? ?same", r"(?:rank|suit|colour|color|value|number)\b", SAME),
    Slip("", r".*\bsame (?:rank|suit|colour|value)", r"as\b", SAME),
    Slip("", r".*", r"(?:has|have) (?:the )?same\b|match(?:es)?\b", SAME),
    Slip("", r".*", r"(?:beats?|outranks?)\b", BEATS),
    Slip("", r".*", r"(?:has|have|holds?)(?: got)? (?:no|zero) cards?\b|(?:runs?|has run|have run) out\b", EMPTY),
    Slip("", r".*\b(?:is|are) used", r"up\b", EMPTY),
    Slip("", r".*", r"(?:has|have|holds?) (?:(?:more|fewer|less|at|exactly|only)\b.*|\d+ (?:or \w+ )?)cards?\b", MANY),
    Slip("", r".*\bthere", r"are (?:more |fewer |less |at |exactly |\d)", MANY),
    Slip("", r".*\bthere", r"(?:are|is) no\b", EMPTY),
    Slip("", r".*\b(?:player|player \d+|mover|\w+body)(?: has| have)?", rf"(?:has |have )?{PASSED}", REMEMBERED),
    Slip("", r".*\b(?:suit|rank|colou?r) of .*\bis(?: not)? \w+", r", *\w+", EACH_OF),
    Slip("", r".*", r"(?:has|have) (?:no|an?|any) suits?\b", NO_SUIT),
    Slip("", r".*\bis(?: not)?(?: of)? (?:no|an?|any)", r"suits?\b", NO_SUIT),
    Slip("", r".*\bis(?: not)?(?: of)? no suit", r"$", NO_SUIT, "E0121"),
    Slip("", r".*", r"(?:has|have|holds?)(?: got)? (?:no|an?|any|some|the|\d+|[AKQJ])\b", HELD),
    Slip("", r".*\ball", r"cards? (?:are|is|have|has)\b", "of all cards of a place write `every c in x has ...`"),
    Slip("", r".*\bany", r"cards? (?:in|of|from)\b", "write `some c in x with ...`"),
    Slip("", r".*\bcan(?:not)? (?!not\b|be\b)\w+", r"(?!and\b|or\b)\w",
         "`mover can lay` asks whether there is any such move; of one card repeat its conditions in a `define`"),
)  # fmt: skip

UNDECLARED_IN_CONDITIONS = {
    **dict.fromkeys(("more", "higher", "greater"), "write `x is at least 3`, or `x is more than 3`"),
    **dict.fromkeys(("less", "fewer", "smaller"), "write `x is at most 3`, or `x is less than 3`"),
    "between": "write `x >= 1 and x <= 3`",
    "even": "a number is even where `x = 2 * (half of x, rounded down)`",
    "odd": "a number is odd where `x > 2 * (half of x, rounded down)`",
}
"""What is to be said of names that nothing introduces, in conditions."""
NOT = "write `is not`, or `not` before a condition"
"""Of `isn't`, `doesn't` and the like."""
