"""What people write who know other languages or write as they speak, and how it is said here.

Leaves where a text is refused to `spec.text.refused.syntax_errors`: a slip is looked for only there.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from spec.text.refused.cards_in_words import NUMBERS
from spec.text.refused.else_if import ELSE_IF
from spec.text.refused.other_conditions import IN_CONDITIONS, IN_TURN, NO_SUIT, UNDECLARED_IN_CONDITIONS
from spec.text.refused.other_effects import other_effect
from spec.text.refused.other_game import IN_DECKS, IN_GAME, JOINED
from spec.text.refused.other_sections import IN_PLAY, IN_SECTIONS, IN_STATE, LOOPS, TURN
from spec.text.refused.other_shapes import IN_SHAPES
from spec.text.refused.slip import Beginning, Slip

COPIES = "say what one pack holds, and then how often: `deck standard 2 copies`, or `deck 1..5 of red, blue 2 copies`"
JOKERS = "jokers are cards of no suit, or of one of their own: `deck standard + joker of no suit 2 copies`"
OF_SUITS = "say of which suits these ranks are, or `of no suit`, and then how often: `+ joker of no suit 2 copies`"
BEHIND = "a comma parts two ranks; how many there are of each stands behind: `+ joker of no suit 2 copies`"
PARTED = "ranks are parted by commas, and so are suits: `deck 1..10, page, queen of cups, swords`"
SIDE_BY_SIDE = "no commas between cards in brackets: `[7H 8S joker]`; a name is one word: `big_joker`"
ONE_CARD = "a card is written by its rank and the first letter of its suit: `7H`, `knightC`"
NAMED = "give one of them a name"
RANKS_SAID = r"(?:aces|kings|queens|jacks|knaves|twos|threes|fours|fives|sixes|sevens|eights|nines|tens)"
SOME_CARDS = r"(?:an?|no|only|at least|at most|exactly|one|two|three|four|five|\d+) "
HAS_CARDS = "of cards that lie in a place say `some c in x with c is A`, or `(number of c in x with c is A) = 2`"
FIRST_WITH = "brackets go round what is asked of it: `first rank r with (some c in x with rank of c is r)`"
PAUSES = "a pause has a name, and perhaps a case: `pause look`, `pause look when pile is not empty`"
EACH_ONE = "give each one a name: `every player p has hand of p is empty`"
RANK_NAMES = "a deck lists each rank that is a word, in their order: `deck 1..10, page, knight, queen of cups`"
EVERYBODY = "where all win say so of each: `every player p with yes wins`"
ALL_WIN = re.compile(r"\b(?:all|every(?:body|one)?|each)(?: players?)? wins?$")
"""How people say that nobody loses."""
BRACKETS = "what is chosen stands in brackets: `lay(7S)`"
ANY_PLAYER = "of any player say `some player p with hand of p is empty`"
APART = "how far two numbers lie apart is `(greater of a - b and b - a)`"
DIVISION = "write how it is rounded: `half of x, rounded up`, or `x divided by 3, rounded down`"
OF_PLAY = "belongs to the course of play and does not stand within a step; give it a line beside it"

BEGINNINGS = (
    *IN_PLAY,
    *IN_GAME,
    Beginning(
        "times turns",
        r"(deal|draw|move|shuffle|fill|add|do|decide)\b",
        "`{0}` is done in a step, as in `step x: {0} ...`",
        "E0126",
    ),
    Beginning(
        "times turns",
        r"if\b",
        "the course of play has no `if`; a case follows the name, as in `step x when ...: ...`",
        "E0126",
    ),
    Beginning(
        "times turns",
        r"(?:the )?(?:mover|next player|players?|player \d+) (?:does|do|may|must|chooses?|plays?)\b",
        "a choice has a name: `choice x: mover does lay`",
    ),
    Beginning(
        "times turns",
        r"(?:(?:do|play|choose|pick|select|offer)s? )?(?:either )?([a-z]\w*)(?:,|,? or) ([a-z]\w*)$",
        "a choice has a name, and says who chooses: `choice x: mover does {0}, {1}`",
    ),
    Beginning(
        "times turns",
        r"(?:the )?(?:mover|next player|players?) [a-z]+",
        "a choice has a name: `choice x: mover does lay`",
    ),
    Beginning(
        "times turns",
        r"((?!(?:turns|once|repeat|step|choice)\b)[a-z]\w*)$",
        "a choice has a name, and says who chooses: `choice x: mover does {0}`",
    ),
    Beginning(
        "times turns",
        r"(?:choose|pick|select|offer|decide|ask)s?\b",
        "a choice has a name, and says who chooses: `choice x: mover does lay, draw`",
    ),
    Beginning("", ELSE_IF.pattern, "`if` stands on a line of its own below `otherwise:`, indented further"),
    Beginning("", r"else\b", "what is done in all other cases stands below `otherwise:`, a line of its own"),
    Beginning("", r"players \d+ *-", "write `players 2 to 4, usually 3`"),
    Beginning(
        ",",
        r"players \d+ to \d+$",
        "say with how many it is played if nothing else is said: `players 2 to 4, usually 3`",
        "E0121",
    ),
)
DIGITS = {word: str(number) for number, word in enumerate(NUMBERS)} | {"a": "1", "an": "1"}
"""How words for numbers are written, where a number is wanted."""

BOUNDS = "say the least and the greatest it can be, as in `0 to 100`"
GREATEST = "say the greatest it can be, too, as in `0 to 100`"
END_CARDS = "write `top card of x`, or of several `top 3 cards of x`"
PLACE = "a card's place is counted from an end, as in `second card from the top of x`"
ORDINAL = "(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)"

IN_STACKS = (
    Slip("", r".*(?<!from )(?<!to )\bthe", r"(?:top|bottom)\b", f"leave out `the`; {END_CARDS}"),
    Slip("", r".*(?<!from )(?<!to )\bthe (?:top|bottom)(?: (?:up to )?\w+)?", r"cards?\b", "leave out `the`: "
         "`top 3 cards of x`"),
    Slip("", r".*\bthe cards? (?:above|below)", r"", "leave out `the`: `card below c in x`"),
    Slip("", rf".*\bthe {ORDINAL} card", r"from\b", "leave out `the`: `second card from the top of x`"),
    Slip("in", r".*\bcards? (?:above|below) .*", r"", "say in which stack, as in `card below top of x in x`"),
    Slip("", r".*\b\d+", r"(?:st|nd|rd|th)\b", PLACE),
    Slip("", rf".*\b{ORDINAL}", r"(?:card )?(?:of|from|in)\b", PLACE),
    Slip("", r".*\b(?:eleventh|twelfth|\w+teenth|twentieth|nth)", r"card\b",
         "`tenth` is the last such word; the card at place 11 is `bottom of top 11 cards of x`"),
    Slip("", r".*\bcard", r"\w+ from the (?:top|bottom)\b", "the card at place n is `bottom of top n cards of x`"),
    Slip("", r".*\bfirst card (?:of|in|from)\b.*", r"", "the ends of a stack are `top of x` and `bottom of x`"),
    Slip("", r".*\blast", r"cards?\b", "the ends of a stack are `top of x` and `bottom of x`"),
    Slip("", r".*\bnext", r"card\b", "what lies next to a card of a stack is `card below c in x`"),
    Slip("", r".*\bis(?: not)? (?:under|on|below|above|beneath|at|directly|right|just)", r"(?!least\b|most\b)\w",
         "say which card it is, as in `c is card below d in x` or `c is top of x`, or where it lies: `c is in x`"),
    Slip("", r".*\b(?:all|everything)", r"(?:but|except)\b",
         "write `cards below top of x in x`, or of cards in no order `x without y`"),
    Slip("", r".*\beverything", r"(?:above|below|under|over|on)\b", "write `cards below c in x`"),
    Slip("", r".*\b(?:top|bottom)(?: (?:up to )?\w+)?", r"cards? (?:from|in)\b", END_CARDS),
    Slip("", r".*\bcards", r"from .*\b(?:top|bottom|up|down|on)\b", "write `cards from c to the top of x`"),
    Slip("under", r".*\bmove .*", r"(?:below|beneath|behind|above|over|on)\b",
         "cards are put `onto x`, `under x` or `under top 3 cards of x`"),
    Slip("", r".*\b(?:every|some|no|each) cards? in .*", r"(?:is|are|has|have|with)\b",
         "give the card a name, as in `every c in hand of p has c is red`"),
)  # fmt: skip
BOUNDS_OF_FIELDS = (
    Slip("to", r"[\w\[\], ]+: *(?:any|an?|whole|number|from|between|integer|at|up|positive)\b.*", r"", BOUNDS),
    Slip("", r"[\w\[\], ]+: *(?:-?\d+|\w+ to \w+)", r"or (?:more|less|higher)\b", GREATEST),
    Slip("to", r"\w+(?:\[.*\])?: *-?\d+", r"$", GREATEST, "E0121"),
    Slip("", r"\w+(?:\[.*\])?: *-?\w+ to", r"$", GREATEST, "E0121"),
    Slip("", r"[\w\[\], ]+: *\S+ to(?: .*)?", r"[-+*(]",
         "a bound is a number or has a name; what is reckoned gets one in `game`, as in `number most is 2 * target`"),
)  # fmt: skip
WITHIN = (
    *IN_SHAPES,
    Slip("", r".*\b(?:all|every(?:body|one)?|each)(?: players?)?", r"wins?\b", EVERYBODY),
    Slip(
        "",
        r".*\b(?:every(?:body|one)?|each)(?: player)? scores",
        r".",
        "who scores has a name: `every player p scores ...`",
    ),
    Slip("", r".*\bhow", r"far\b", APART),
    Slip("", r".*\bevery player wins", r"$", EVERYBODY),
    *(
        Slip("becomes", r"(?:.*[:;])?", rf"{word}\b", f"`{word}` {OF_PLAY}", "E0126")
        for word in ("repeat", "turns", "once", "choice", "step")
    ),
    *IN_DECKS,
    *IN_TURN,
    *IN_STACKS,
    *IN_STATE,
    *BOUNDS_OF_FIELDS,
    *IN_CONDITIONS,
    Slip("", r".*\b(?:add|scores|is|are|or) [^:]*[\w)]", r"points?\b", "leave out `points`; a number stands alone"),
    Slip("wins", r"ended .*", r"win\b", "one player `wins`, several `win`"),
    Slip(
        "",
        r"(?:define|to|outcome) \w+ *\((?:\w+: \w+, *)*\w+",
        r"[,)]",
        "each parameter says its kind: `define low(c: card)`",
        "E0128",
    ),
    Slip(
        "",
        r"(?:define|to|outcome|move) \w+ *\((?:\w+: [^,()]*, *)*(?:card|cards|player|pile|number|rank|suit)",
        r"(?!from\b)[a-z]",
        "the name comes first, then its kind: `c: card`",
        "E0129",
    ),
    Slip(
        "",
        r"move \w+ *\((?:\w+: [^,()]*, *)*\w+",
        r"from\b",
        "what is chosen has a name: `move lay(c: card from hand of mover)`",
        "E0128",
    ),
    Slip("", r"(?:permit|forbid|does) (?:if|when)", r"", "a clause has a name: `permit red_one when ...`", "E0128"),
    Slip("when", r"if", r"", "a clause has a name, and then its case: `x when ...: ...`"),
    Slip("", r"", r"when\b", "a name stands before `when`, as in `out when ...: ...`", "E0128"),
    Slip("", r"\w+: when", r"", "the case stands before the colon: `out when ...: ...`", "E0129"),
    Slip("", r"", r"then \w+ *:", "what a move does is said by `does put: ...`"),
    Slip(":", r"(?:if|.*\bwhen) .*", r"then\b", "a colon stands here, not `then`", "E0120"),
    Slip("", r"if .*:.*", r"(?:else|otherwise)\b", "write `otherwise:` on a line of its own, below the line with `if`"),
    Slip("", r".*\b(?:to|from|of|in|onto|under) the", r"\w+\b(?! \w+ with\b)", "leave out `the`, as in `to discard`"),
    Slip("", r".*\bthere is an?(?: \w+)?", r"", "write `some c in x with ...`"),
    Slip("", r".*\ball", r"\w+ in\b", "write `every c in x has ...`"),
    Slip("becomes", r".*", r"[-+] *=", "write `add 1 to x`, or `x becomes x - 1`"),
    Slip(
        "over", r".*\b(?:sum|least|greatest) of .*", r"$", "say over what: `sum of score of p over player p`", "E0121"
    ),
    Slip("", r"given", r":", "no colon here: `given discard = [8H], mover = player 1`"),
    Slip("", r"(?:legal|illegal|play)", r"(?::|[\dAKQJ]).*", f"the move comes first; {BRACKETS}", "E0128"),
    Slip("", r"(?:legal|illegal|play) \w+", r"\w", BRACKETS, "E0128"),
    Slip(
        ",", r"\w+(?:\[.*\])?: *(?:stack|set|row of stacks)", r"\w", "a comma stands here: `stack, face down`", "E0128"
    ),
    Slip("", r"deck\b.*?", r"(?:ace|king|queen|jack)s?\b", "ranks are written A, K, Q, J: `deck A..10 J Q K of cups`"),
    Slip("", r"deck", r"(?:two|three|four|several|double)\b", COPIES),
    Slip("", r"deck \d+ (?:copies|copy)(?: of)?", r"(?!$|@|under\b).", COPIES),
    Slip("", r"deck \d+", r"(?:packs?|decks?|times|of|x|standard)\b", COPIES),
    Slip("", r"deck\b.*\w,?", r"(?:twice|x ?\d|\d+ (?:copies|packs|times)|, *\d+ cop)", COPIES),
    Slip("", r"deck\b.*(?:\+|\band|\bwith)(?: \d+)?", r"(?i:jokers?)\b", JOKERS),
    Slip("", r"deck\b.*(?:\+|\band|\bwith)(?: \d+)? (?i:jokers?)", r"", JOKERS),
    Slip("", r"deck\b.*", r"(?:and|with) \d* ?(?i:jokers?)\b", JOKERS),
    Slip("", r"deck\b.*[a-z]\w*", r"\.\.", RANK_NAMES),
    Slip("", r"deck\b(?:.*\+)?(?:(?! of ).)*\w\"?", r"\+|\d+ cop|cop(?:y|ies)\b", OF_SUITS),
    Slip("", r"deck\b.* \d+", r"(?!all\b|each\b|every\b|any\b)[a-z]\w*(?: as \"[^\"]*\")? of\b", BEHIND),
    Slip("", r"deck\b.*", r"(?:without|with no|no) suits?\b", "write `of no suit`"),
    Slip("", r"deck\b.*\w", r"and\b", PARTED),
    Slip("", r"[^\"]*\[[^\]]*", r",", SIDE_BY_SIDE),
    Slip("", r"[^\"]*\[(?:[^\]]* )?\w*", r"(?:\w+ )?of\b", ONE_CARD),
    Slip("", r"(?:legal|illegal|play) \w+\([^\[]*\w", r"\w", "several cards stand in brackets: `[7H 8S joker]`"),
    Slip("", r"pause(?: \w+)?", r"(?!when\b|under\b|if\b)\w+", PAUSES),
    Slip("", r"pause \w+", r":", f"{PAUSES}; what is done stands in a `step`"),
    Slip("", r".*\b(?:every|each|all) (?!player\b)\w+ (?:is|are)(?: not)?", r"", EACH_ONE),
    Slip("", r".*\b(?:every|each|all)", r"\w+ (?:is|are)\b", EACH_ONE),
    Slip("", r".*\bevery player has", r"", EACH_ONE),
    Slip("", r"deck\b.*\b(?:without|and)(?: \d+)?", r"[A-Z]", "a deck's cards are `2 of clubs`, not `2C`", "E0109"),
    Slip(
        "of",
        r"deck\b.*",
        r"$",
        "say of which suits: `deck 1..10, page, knight of cups, swords + fool of no suit`; the 52 cards are `standard`",
        "E0121",
    ),
    Slip("", r"(?:players|deck|editions)", r":", "no colon here: `players 2`, `deck standard`"),
    Slip("are", r".*", r"[=:]", "write `A is 1`, and of several `J Q K are 10`"),
    Slip("", r"shape \w+:", r"\d", "say whether it is a `set of 2 cards` or a `sequence of 2 cards`"),
    Slip("", r"shape .*\d", r"\+", "write `3 or more`"),
    Slip(
        "",
        r"\s*\S.*",
        r'as\s+"',
        "a display name stands behind the name that a line introduces, before `:`, `@` and `under`, as in "
        '`taken[player] as "won cards": set, face up`',
        "E0129",
    ),
    Slip("times", r"turn", r":", "write `turns:`, or `turns from player 1:`"),
    Slip("each", r"(?:.*: *)?for", r"", "write `for each player p: ...`"),
    Slip("", r"(?:.*: *)?for each \w+", r":", "each one needs a name, as in `for each player p: ...`", "E0128"),
    Slip("until", r"repeat", r"\w+ times\b", "leave out `repeat`: `3 times:`"),
    Slip("until", r"repeat", r"\d", "write `3 times:`"),
    Slip("until", r"repeat", r"\w+ *:", LOOPS),
    Slip("until", r"repeat", r"while\b", "write `repeat until ...`, with the opposite condition"),
    Slip(
        "",
        r"(?:turns|once around).*",
        r"(?:counter)?clockwise\b",
        "turns go by the numbers of the seats; leave this out",
    ),
    Slip("", r"(?:.*: *)?let", r"\w+ *(?:=|:|is\b|becomes\b)", "write `let n be ...`"),
    Slip("wins", r".*", r"$", "say who wins: `mover wins`, `nobody wins`, or `every player p scores ...`", "E0121"),
    Slip("wins", r".*\bplayer", r"with\b", "write `(the player p with greatest ...) wins`"),
    Slip("otherwise", r"\w+", r":", "an outcome's clause says its case: `x when ...:` or `x otherwise:`"),
    Slip("precedence", r"", r"otherwise\b", "a clause begins with its name: `x otherwise: ...`"),
    Slip("", r"[\w\[\], ]+: *\d+", r"\.\.|-", "write `0 to 10`"),
    Slip(",", r"[\w\[\], ]+: .*", r"starts\b", "a comma stands before `starts at`", "E0128"),
    Slip("", r".*\bnumber of cards in .*", r"(?:[=<>!)]|$)", "how many cards lie there is `size of x`"),
    Slip(
        "",
        r".*\bnumber of",
        r"(?:\d+|[AKQJ])(?:'?s)? in\b",
        f"{NAMED}: `(number of c in x with c is 2)`",
    ),
    Slip("", rf".*\bnumber of {RANKS_SAID} in .*", r"(?:[=<>!)]|$)", f"{NAMED}: `(number of c in x with c is A)`"),
    Slip("", r".*\b(?:when|if|and|or|not)\b.*", rf"(?:has|have) {SOME_CARDS}", HAS_CARDS),
    Slip("", r".*\bfirst \w+ \w+ with (?:some|no|every|exactly one) \w+ in", r"\w", FIRST_WITH),
    Slip(
        "",
        r".*\bnumber of \w\w+s in .*",
        r"(?:[=<>!)]|$)",
        f"{NAMED}: `(number of c in x with c is hearts)`",
    ),
    Slip("", r"", r"allows?\b", "write `permit`: `permit first when ...`"),
    Slip("", r"", r"(?:disallow|deny|denies|prohibit|ban)s?\b", "write `forbid`: `forbid early when ...`"),
    Slip("", r".*", r"\|\|", "write `or`"),
    Slip("", r".*(?:\b(?:when|if|and|or|has|with|of|add|by|is|then|else|scores)|[-+*(=<>:])", r"\|(?!\|)", APART),
    Slip("", r".*\b(?:when|if|and|or|has|with)\b.*", r"\|", "write `or`"),
    Slip(
        "",
        r".*\b(?:then|else) (?:least|greatest|sum|number)",
        r"of\b",
        "put brackets round the phrase: `(least of ...)`",
        "E0123",
    ),
    Slip(
        "",
        r".*\b(?:if|then|else|not) (?:some|every|no)",
        r"\w+ in\b|\w+ \w+ (?:with|has)\b",
        "put brackets round the condition: `(some c in x with ...)`",
        "E0123",
    ),
    Slip(
        "",
        r".*\b(?:if|then|else|not) (?:some|no) \w+ in",
        r"\w",
        "put brackets round the condition: `(some c in x with ...)`",
        "E0123",
    ),
    Slip(
        "",
        r".*\b(?:if|then|else|not) (?:some|no) \w+ \w+",
        r"(?:with|has)\b",
        "put brackets round the condition: `(some c in x with ...)`",
        "E0123",
    ),
    Slip(
        "",
        r".*\b(?:when|if|and|or|not|with|has)\b.*\w",
        r"(?:red|black|empty|nobody|hearts|spades|clubs|diamonds)\b",
        "`is` is missing, as in `c is red`",
        "E0128",
    ),
    Slip("", r".*", r"contains?\b", "write `some c in x with ...`, or of one card `c is in x`"),
    Slip("", r".*\bis (?:greater|larger|bigger|higher)", r"than\b", "write `is more than`, or `>`"),
    Slip("", r".*\bis (?:smaller|lower|fewer)", r"than\b", "write `is less than`, or `<`"),
    Slip("", r".*", r"(?:mod|div)\b", DIVISION, "E0125"),
    Slip("", r".*\b(?:half of|divided by) .*, *rounded", r"", "say which way: `rounded up` or `rounded down`", "E0125"),
    Slip("", r".*\b(?:half of|divided by) .*", r"rounded\b", "a comma stands before `rounded`", "E0125"),
    Slip(",", r".*\b(?:half of|divided by) (?!.*\brounded\b).*", r"(?!,)", DIVISION, "E0125"),
    Slip("", r".*\bhalf", r"(?!of\b)\w+", DIVISION, "E0125"),
    Slip(
        "",
        r".*\b(?:greater|smaller) of .*",
        r"and\b",
        "put brackets round the phrase: `(greater of a and b)`",
        "E0123",
    ),
    Slip(
        "",
        r".*\b(?:greater|smaller) of .* and .*",
        r"[=<>!]|is\b",
        "put brackets round the phrase: `(greater of a and b)`",
        "E0123",
    ),
    Slip("", r".*\bgreatest of .*", r"(?:,|and\b)", "of two numbers write `(greater of a and b)`"),
    Slip("", r".*\bleast of .*", r"(?:,|and\b)", "of two numbers write `(smaller of a and b)`"),
    Slip("", r".*\b(?:max|maximum|highest|most) of .*", r"over\b", "write `greatest of ... over ...`"),
    Slip("", r".*\b(?:min|minimum|lowest|fewest) of .*", r"over\b", "write `least of ... over ...`"),
    Slip("", r".*\bbest", r"\w+ \w+ with\b", "write `the player p with greatest ...`"),
    Slip("", r".*\ball", r"(?!players? wins?\b)\w+ ", "write `every player p has ...`"),
    Slip("", r"choice .*: *(?!mover)\w+", r"(?:,|or\b).*", "say who chooses, as in `mover does lay, draw`"),
    Slip("", r"choice .*: *(?:each|every|all|any|an?)", r"players?\b", TURN),
    Slip("", r".*\b(?:any|an?|each|every)", r"player\b(?! wins?\b| \w+ (?:has|with)\b)", ANY_PLAYER),
    Slip("", r".*\bany", r"\w+ ", f"write `some pile p with ...`; {ANY_PLAYER}"),
    Slip("", r".*\b(?:some|no) \w+ \w+", r"where\b", "write `with`"),
    Slip("", r".*\b(?:some|no) \w+ with", r"", "give it a name: `some pile p with p is empty`"),
    Slip("", r".*\bevery \w+ \w+", r"(?:is|are)\b", "write `every player p has ...`"),
    Slip(
        "has",
        r".*\bexactly one (?!.*\bhas\b).*",
        r"",
        "a condition follows `has`, as in `exactly one c in x has c is red`",
    ),
    Slip("one", r".*\bexactly", r"", "write `exactly one c in x has ...`, or `(number of c in x with ...) = 2`"),
    Slip("", r".*\bexactly", r"one\b", "put brackets round the phrase that begins with `exactly one`", "E0123"),
    Slip("", r".*\b(?:only|just)", r"one\b", "write `exactly one c in x has ...`"),
    Slip("", r".*\bthe (?:top|bottom) of", r"", "leave out `the`: `top of x`"),
    Slip("", r".*\b(?:top|bottom)", r"cards?\b", "write `top of x`"),
    Slip(
        "",
        r".*\b(?:becomes|add|draw|move|shuffle|do)\b.*",
        r"if\b",
        "a case stands before what is done: `if ...: ...` on a line of its own, or `does x when ...: ...`",
        "E0129",
    ),
    Slip("becomes", r".*", r"=", "`=` compares; a field is changed by `becomes`"),
    Slip("", r".*", r"loses?\b", "only who wins is said, as in `every player p with p is not mover wins`"),
    Slip("", r".*", r"scores\b", "scores are told of all: `every player p scores ...`"),
    Slip("wins", r".*", r"and\b.* win", "several win as in `every player p with ... wins`"),
    Slip("when", r".*", r"if\b", "a clause says its case with `when`"),
    Slip(
        "",
        r".*:.*\b(?:becomes|add|draw|move|shuffle|do|nothing)\b.*",
        r"when\b",
        "a case stands before the colon, as in `does x when ...: ...`, or in a line `if ...:` above",
        "E0129",
    ),
    Slip(
        "", r".*\bmove(?: top)?(?: \d+)?", r"(?:\d+ )?cards?\b", "so many cards are drawn: `draw 3 cards from x to y`"
    ),
    Slip("", r".*\b(?:does|do) \w.*", r"or\b", "moves to choose from are parted by commas"),
    Slip("", r".*=", r"=", "write one `=`"),
    Slip("", r"[^:]*", r",.*\bare\b", "what has the same value stands side by side without commas: `J Q K are 10`"),
    Slip(
        "",
        r"shape .*cards",
        r"(?:of|with|in)\b",
        "what the cards must be like follows a comma: `, same suit` or `, a run`",
    ),
    Slip(
        "", r"shape .*,", r"\w[\w ]*\bwild\b", "which cards are wild follows `where`: `, where 2 and jokers are wild`"
    ),
    Slip("", r"shape .*where [\w ]+", r",.*\bwild\b", "wild cards are joined by `and`: `where 2 and 3 are wild`"),
    Slip(
        "",
        r"shape .*at (?:least|most) \w+",
        r"(?:natural|wild)\b",
        "how many of them are natural or wild is written `at least 2 of them natural`, `at most 1 of them wild`",
    ),
    Slip("always", r"claim .*", r"", "a claim says `always`, `never` or `sometimes`, or `every game ends`"),
    Slip(
        "",
        r"[^\[]*\b(?:every|each)",
        r"player\b(?! \w+ (?:has|with)| wins?\b)",
        "say `every player p has ...` and use `p` in what follows",
    ),
    *IN_SECTIONS,
)
SIGNS = {
    "'": "what is somebody's is said with `of`, as in `hand of p`",
    ".": "what belongs to something is said with `of`, as in `hand of p`",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`",
    "%": "there is no rest of a division; `x divided by 3, rounded down` is the number of wholes",
    "{": "blocks are indented below a line that ends in `:`",
    "}": "blocks are indented below a line that ends in `:`",
}


SECTIONS = {
    **dict.fromkeys(("function", "def", "fun", "fn", "condition"), "a condition or a value is a `define`"),
    **dict.fromkeys(
        ("procedure", "routine", "action", "actions"), "what is done is a `to`, what a player may do a `move`"
    ),
    **dict.fromkeys(
        ("rule", "rules", "turn", "moves"), "what a player may do is a `move`, the course of play is `play`"
    ),
    **dict.fromkeys(("setup", "start", "begin", "phase", "step"), "what is done first is a step of `play`"),
    **dict.fromkeys(("var", "variable", "variables", "field", "fields"), "what is remembered is listed under `state`"),
    **dict.fromkeys(("end", "goal", "win", "winning", "winner", "scoring"), "how the game ends is said under `ends`"),
    **dict.fromkeys(("cards", "piles", "zone", "place", "places"), "where cards lie is listed under `zones`"),
    **dict.fromkeys(("test", "tests", "assert"), "a test is an `example`, and what always holds a `claim`"),
}
"""What others call the sections, and how they are called here."""

CALLED = {
    **dict.fromkeys(("max", "maximum", "larger", "higher"), "`greater of a and b`, or `greatest of ... over ...`"),
    **dict.fromkeys(("min", "minimum", "lesser", "lower"), "`smaller of a and b`, or `least of ... over ...`"),
    **dict.fromkeys(("len", "length", "count"), "`size of x`"),
    **dict.fromkeys(("abs", "absolute", "difference", "distance"), "`(greater of a - b and b - a)`"),
}
"""What others call a function, and what is written here."""

KINDS = {
    **dict.fromkeys(("number", "int", "integer"), BOUNDS),
    **dict.fromkeys(("boolean", "bool", "truth", "flag"), "write `yes or no`"),
}
"""What others call the kinds of fields."""

WHO_WITH_WHOM = "`game` says who plays with whom, as in `teams: players 1 and 3 against players 2 and 4`"
UNDECLARED = {
    **dict.fromkeys(("difference", "distance"), APART),
    **dict.fromkeys(("someone", "somebody", "anyone", "anybody"), ANY_PLAYER),
    **dict.fromkeys(("player", "you", "i", "he", "she", "they", "who", "turn"), "whose turn it is, is `mover`"),
    **UNDECLARED_IN_CONDITIONS,
    **dict.fromkeys(
        ("opponent", "opponents"), "of two players the other one is `next player`, or `next player after p`"
    ),
    **dict.fromkeys(("team", "teams", "partner", "partners"), WHO_WITH_WHOM),
    **dict.fromkeys(("infinity", "infinite", "unlimited", "unbounded"), BOUNDS),
    **dict.fromkeys(("a", "an"), "leave it out, or write `1`; an ace is `A`"),
    **dict.fromkeys(("everybody", "everyone"), "all players are `every player p`: `every player p with yes wins`"),
    "any": "leave it out, or of cards write how many, as in `1 other card`",
    "up": "up to so many is said from the least on: `0 to 2`",
    **dict.fromkeys(("true", "on"), "write `yes`; what has no case holds always"),
    **dict.fromkeys(("false", "off"), "write `no`"),
    "always": "leave it out: what has no case holds always",
    "all": "all cards that lie there are `everything`, all players `every player p`",
    "cards": "say how many, as in `1 or more cards`, or where they lie, as in `deck`",
    "card": "say how many, as in `1 card`; a card of which more is said has a name, as in `some c in x with c is red`",
    **dict.fromkeys(
        ("joker", "jokers"), "a deck has jokers where it says so: `deck standard + joker of no suit 2 copies`"
    ),
    "go_on": "it is made in a `pause`, and the course of play has none",
    "none": "what is lacking is `nobody`, of a card also `no card`",
    **dict.fromkeys(("suitless", "no_suit", "unsuited"), NO_SUIT),
    **{word: f"numbers are written in digits: `{number}`" for number, word in enumerate(NUMBERS)},
}
"""What is to be said of names that nothing introduces."""
SAID_OTHERWISE = {
    **dict.fromkeys(("true", "on"), "yes"),
    **dict.fromkeys(("false", "off"), "no"),
    **{"player": "mover", "all": "everything", "none": "nobody"},
}
"""What is written instead of some of them."""
NO_NAMES = (*NUMBERS, "a", "an", "any", *SAID_OTHERWISE)
"""Of them, those that are no misspelt names."""

OFTEN = {"twice": 2, "thrice": 3, "double": 2, "doubled": 2, "triple": 3}
"""How often a deck has its cards, as people say it."""
_OF_A_DECK = ("card", "cards", "copy", "copies", "deck", "decks", "pack", "packs", "suit", "suits", "times")
NO_SUITS = dict.fromkeys((*_OF_A_DECK, *OFTEN, "each", "every", "all", "any", "both"), COPIES) | {"plus": JOINED}
NO_SUITS |= dict.fromkeys(("nosuit", "no_suit", "none", "nothing", "nobody"), "write `of no suit`")
"""Words that name no suit of a deck, and what to say."""
RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J"}
"""What others call the ranks that are written as letters."""


def common_mistake(before: str, after: str, accepted: Collection[str]) -> tuple[str, str] | None:
    """The code, and what to say, of a line that is refused from some word on, where these words are accepted."""
    for beginning in BEGINNINGS:
        found = re.match(beginning.line, (before + after).strip())
        if found is not None and (not beginning.wanted or set(beginning.wanted.split()) & set(accepted)):
            return beginning.code, beginning.message.format(*found.groups())
    if (written := other_effect(before, after, "becomes" in accepted)) is not None and "wins" not in accepted:
        return "E0124", written
    for slip in WITHIN:
        fits = re.fullmatch(slip.earlier, before.strip()) and re.match(slip.refused, after)
        if fits and (not slip.wanted or slip.wanted in accepted):
            return slip.code, slip.message
    return None
