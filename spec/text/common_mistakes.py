"""What people write who know other languages or write as they speak, and how it is said here.

Leaves where a text is refused to `spec.text.syntax_errors`: a slip is looked for only there.
"""

from __future__ import annotations

import re
from collections.abc import Collection

DIVISION = "write how it is rounded: `half of x, rounded up`, or `x divided by 3, rounded down`"

BEGINNINGS: tuple[tuple[str, str, str], ...] = (
    ("times", r"(deal|draw|move|shuffle|fill|add|do|decide)\b", "`{0}` is done in a step, as in `step x: {0} ...`"),
    ("times", r"if\b", "the course of play has no `if`; a case follows the name, as in `step x when ...: ...`"),
    ("times", r"(?:while|for)\b", "the loops of play are `turns`, `once around`, `repeat until ...` and `3 times`"),
    (
        "becomes",
        r"(repeat|turns|once|choice|step)\b",
        "`{0}` belongs to the course of play and does not stand within a step; give it a line beside it",
    ),
    ("times", r"(?:mover|next player|player \d+) (?:does|may)\b", "a choice has a name: `choice x: mover does lay`"),
    ("", r"else\b", "write `otherwise:`, and `if` on a line of its own below it"),
    ("", r"players \d+ *-", "write `players 2 to 4, usually 3`"),
    (
        ",",
        r"players \d+ to \d+$",
        "say with how many it is played if nothing else is said: `players 2 to 4, usually 3`",
    ),
)
"""What is accepted at the refused word, how the whole line begins, and what to say of it."""

WITHIN: tuple[tuple[str, str, str, str], ...] = (
    (
        "",
        r"\s*\S.*",
        r'as\s+"',
        "a display name stands behind the name that a line introduces, before `:`, `@` and `under`, as in "
        '`taken[player] as "won cards": set, face up`',
    ),
    ("becomes", r"(?:.*: *)?set", r"\w.* to\b", "a field is changed by `becomes`, as in `round becomes 3`"),
    ("becomes", r"(?:.*: *)?(?:subtract|take) .*", r"from\b", "write `x becomes x - 3`"),
    ("times", r"turn", r":", "write `turns:`, or `turns from player 1:`"),
    ("becomes", r"(?:.*: *)?(?:increase|raise|increment)", r"", "write `add 1 to x`"),
    ("becomes", r"(?:.*: *)?(?:decrease|lower|reduce|decrement)", r"", "write `x becomes x - 1`"),
    ("each", r"(?:.*: *)?deal .* to", r"", "all get cards by `deal ... to each hand`, one by `draw ... to hand of p`"),
    ("each", r"(?:.*: *)?for", r"", "write `for each player p: ...`"),
    ("until", r"repeat", r"\d", "write `3 times:`"),
    ("until", r"repeat", r"while\b", "write `repeat until ...`, with the opposite condition"),
    (
        "",
        r"(?:turns|once around).*",
        r"(?:counter)?clockwise\b",
        "turns go by the numbers of the seats; leave this out",
    ),
    ("wins", r".*", r"$", "say who wins: `mover wins`, `nobody wins`, or `every player p scores ...`"),
    ("wins", r".*\bplayer", r"with\b", "write `(the player p with greatest ...) wins`"),
    ("otherwise", r"\w+", r":", "an outcome's clause says its case: `x when ...:` or `x otherwise:`"),
    ("precedence", r"", r"otherwise\b", "a clause begins with its name: `x otherwise: ...`"),
    ("", r"[\w\[\], ]+: *\d+", r"\.\.", "write `0 to 10`"),
    (",", r"[\w\[\], ]+: .*", r"starts\b", "a comma stands before `starts at`"),
    ("", r".*\bnumber of cards in .*", r"[=<>!]", "how many cards lie there is `size of x`"),
    ("", r".*\bnumber of \w\w+s in .*", r"[=<>!]", "give one of them a name: `(number of c in x with c is hearts)`"),
    ("", r"", r"allows?\b", "write `permit`: `permit first when ...`"),
    ("", r"", r"(?:disallow|deny|denies|prohibit|ban)s?\b", "write `forbid`: `forbid early when ...`"),
    ("", r".*", r"\|\|", "write `or`"),
    ("", r".*\b(?:when|if|and|or|has|with)\b.*", r"\|", "write `or`"),
    (
        "",
        r".*\b(?:then|else) (?:least|greatest|sum|number)",
        r"of\b",
        "put brackets round the phrase: `(least of ...)`",
    ),
    (
        "",
        r".*\b(?:if|then|else|not) (?:some|every|no)",
        r"\w+ in\b|\w+ \w+ (?:with|has)\b",
        "put brackets round the condition: `(some c in x with ...)`",
    ),
    (
        "",
        r".*\b(?:when|if|and|or|not|with|has)\b.*\w",
        r"(?:red|black|empty|nobody|hearts|spades|clubs|diamonds)\b",
        "`is` is missing, as in `c is red`",
    ),
    (
        "",
        r"",
        r"(?:with|and|or|in|of|is|to|from|by|at|under|when|not|has|over|each|every|some|no|the) *(?:\[[^\]]*\] *)?:",
        "this is a word of the language, and names nothing; choose another name",
    ),
    ("", r".*", r"contains?\b", "write `some c in x with ...`, or of one card `c is in x`"),
    ("", r".*\bis (?:greater|larger|bigger|higher)", r"than\b", "write `is more than`, or `>`"),
    ("", r".*\bis (?:smaller|lower|fewer)", r"than\b", "write `is less than`, or `<`"),
    ("", r".*", r"(?:mod|div)\b", DIVISION),
    ("", r".*\b(?:max|maximum|highest|most) of .*", r"over\b", "write `greatest of ... over ...`"),
    ("", r".*\b(?:min|minimum|lowest|fewest) of .*", r"over\b", "write `least of ... over ...`"),
    ("", r".*\bbest", r"\w+ \w+ with\b", "write `the player p with greatest ...`"),
    ("", r".*\ball", r"\w+ ", "write `every player p has ...`"),
    ("", r".*\bany", r"\w+ ", "write `some pile p with ...`"),
    ("", r".*\b(?:some|no) \w+ \w+", r"where\b", "write `with`"),
    ("", r".*\b(?:some|no) \w+ with", r"", "give it a name: `some pile p with p is empty`"),
    ("", r".*\bevery \w+ \w+", r"(?:is|are)\b", "write `every player p has ...`"),
    (
        "has",
        r".*\bexactly one (?!.*\bhas\b).*",
        r"",
        "a condition follows `has`, as in `exactly one c in x has c is red`",
    ),
    ("one", r".*\bexactly", r"", "write `exactly one c in x has ...`, or `(number of c in x with ...) = 2`"),
    ("", r".*\bexactly", r"one\b", "put brackets round the phrase that begins with `exactly one`"),
    ("", r".*\b(?:only|just)", r"one\b", "write `exactly one c in x has ...`"),
    ("", r".*\bthe (?:top|bottom) of", r"", "leave out `the`: `top of x`"),
    ("", r".*\b(?:top|bottom)", r"cards?\b", "write `top of x`"),
    (
        "",
        r".*\b(?:becomes|add|draw|move|shuffle|do)\b.*",
        r"if\b",
        "a case stands before what is done: `if ...: ...` on a line of its own, or `does x when ...: ...`",
    ),
    ("becomes", r".*", r"=", "`=` compares; a field is changed by `becomes`"),
    ("", r".*", r"loses?\b", "only who wins is said, as in `every player p with p is not mover wins`"),
    ("", r".*", r"scores\b", "scores are told of all: `every player p scores ...`"),
    ("wins", r".*", r"and\b.* win", "several win as in `every player p with ... wins`"),
    ("when", r".*", r"if\b", "a clause says its case with `when`"),
    (
        "",
        r".*:.*\b(?:becomes|add|draw|move|shuffle|do|nothing)\b.*",
        r"when\b",
        "a case stands before the colon, as in `does x when ...: ...`, or in a line `if ...:` above",
    ),
    ("", r".*\bmove(?: top)?(?: \d+)?", r"(?:\d+ )?cards?\b", "so many cards are drawn: `draw 3 cards from x to y`"),
    ("", r".*\b(?:does|do) \w.*", r"or\b", "moves to choose from are parted by commas"),
    ("", r".*=", r"=", "write one `=`"),
    ("", r"[^:]*", r",.*\bare\b", "what has the same value stands side by side without commas: `J Q K are 10`"),
    (
        "",
        r"shape .*cards",
        r"(?:of|with|in)\b",
        "what the cards must be like follows a comma: `, same suit` or `, a run`",
    ),
    ("always", r"claim .*", r"", "a claim says `always`, `never` or `sometimes`, or `every game ends`"),
    (
        "",
        r"[^\[]*\b(?:every|each)",
        r"player\b(?! \w+ (?:has|with))",
        "say `every player p has ...` and use `p` in what follows",
    ),
)
"""What is accepted at the refused word, what stands before it on its line, the rest of the line, and what to say."""

SIGNS = {
    "'": "what is somebody's is said with `of`, as in `hand of p`",
    ".": "what belongs to something is said with `of`, as in `hand of p`",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`",
    "/": DIVISION,
    "%": "there is no rest of a division; `x divided by 3, rounded down` is the number of wholes",
    "{": "blocks are indented below a line that ends in `:`",
    "}": "blocks are indented below a line that ends in `:`",
}


KINDS = {
    **dict.fromkeys(("number", "int", "integer"), "a number lies within bounds, as in `0 to 10`"),
    **dict.fromkeys(("boolean", "bool", "truth", "flag"), "write `yes or no`"),
}
"""What others call the kinds of fields."""

WHO_WITH_WHOM = "`game` says who plays with whom, as in `teams: players 1 and 3 against players 2 and 4`"
UNDECLARED = dict.fromkeys(("team", "teams", "partner", "partners"), WHO_WITH_WHOM)
"""What is to be said of names that nothing introduces."""

RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J"}
"""What others call the ranks that are written as letters."""


def common_mistake(before: str, after: str, accepted: Collection[str]) -> str | None:
    """What to say of a line of which all from some word on is refused, where such and such words are accepted."""
    for wanted, line, message in BEGINNINGS:
        found = re.match(line, (before + after).strip())
        if found is not None and (not wanted or wanted in accepted):
            return message.format(*found.groups())
    for wanted, earlier, refused, message in WITHIN:
        fits = re.fullmatch(earlier, before.strip()) and re.match(refused, after)
        if fits and (not wanted or wanted in accepted):
            return message
    return None
