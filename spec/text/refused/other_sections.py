"""What people write in the sections of a rule file, as they speak, and how it is said there."""

from __future__ import annotations

from spec.text.refused.other_effects import ENDED
from spec.text.refused.slip import Beginning, Slip

LIE = (
    "say how cards lie there: a `stack` has an order and a top, a `set` has none, as in `heap: stack, face up`; "
    "one for each player is `hand[player]: set, seen by its owner`, several alike are `column[1..7]: stack, face up`"
)
SEEN = "say who sees the cards: `face up`, `face down` or `seen by its owner`"
EACH = "of what each player has one, write `hand[player]: ...`, `score[player]: ...`"
ONE_WORD = "a name is one word, as in `discard_pile` or `round_number`"
STEP = "what is done without a choice is a step: `step deal: deal 5 cards from deck to each hand`"
LOOKING = "where players look and then play goes on is a pause, with a name of its own: `pause look`"
LOOPS = "the loops of play are `turns`, `once around`, `repeat until ...` and `3 times`"
BEST = (
    "who has most of something is `(the player p with greatest score of p) wins`, which stops play in a tie; where all "
    "with the most win, `every player p with score of p = greatest of score of q over player q wins`"
)
SEVERAL = "several win as in `every player p with score of p = 10 wins`"
NOBODY = "where nobody has won, write `nobody wins`"
PARTED = "words are parted by `|`, as in `phase: bidding | playing`"
ENDING = "an end has a name, and then its case: `out when hand of mover is empty: ...`"
CLAUSES = "what is legal is said by clauses: `permit red_one when c is red`, `forbid early when round = 1`"
LACKING = "write `or nobody`, whatever may be lacking: `trump: suit or nobody`"
WHO = "who wins is named, as in `mover wins`, or found, as in `every player p with hand of p is empty wins`"
TURN = "who is on turn is `mover`: below `turns:` that is each player after the other, below `once around:` each once"
AT_ONCE = (
    "one player is asked at a time: `once around:` asks each in turn, as `mover`; what the others are not to know yet "
    "lies in a zone `seen by its owner`"
)
TEAM = "give it a name: `(the team t with greatest score of t) wins`, which stops play in a tie"
ITS_LINES = "what a move permits and does stands in lines of their own below it, indented further"
DUTY = "a duty forbids all else, as in `forbid other when c is not red`"
CASE = "a clause has a name, and then its case: `permit red_one when c is red`"
DONE = "what a move does stands behind `does:`, as in `does: move c from hand of mover to pile`"
EFFECT = (
    "(?:moves?|draws?|deals?|shuffles?|puts?|places?|adds?|turns?|flips?|reveals?|discards?|plays?|lays?|takes?|gives?|"
    "picks?|collects?|removes?|scores?|sets?|fills?|skips?|swaps?|lets?|do|decide|end|go|increase|decrease)"
)
"""Verbs that effects begin with, here or as people speak."""

IN_PLAY = (
    Beginning(
        "times turns",
        r"(?:the )?(?:mover|everybody|everyone|all|each player|players?|player \d+) (?:looks?|peeks?|pauses?|waits?)\b"
        r"|(?:look|peek|wait)\b",
        LOOKING,
    ),
    Beginning(
        "times turns",
        r"(?:the )?(?:mover|dealer|\w+ player|players?) (?:deals?|draws?|gets?|takes? \w+ cards?)\b"
        r"|(?:the )?(?:mover|dealer) (?:turns|shuffles|cuts)\b"
        r"|(?:turn over|turn up|flip|reveal|put|place|take|discard|cut|burn|set) ",
        STEP,
        "E0126",
    ),
    Beginning("times turns", r"(?:the )?(?:game|play|hand) (?:ends|is over|stops)\b", ENDED),
    Beginning("times turns", r"(?:players|everybody|everyone) takes? turns|each player in turn|in turn\b", LOOPS),
    Beginning(
        "times turns",
        r"(?:all )?at (?:the same time|once)\b|(?:simultaneously|together|all at once)\b",
        AT_ONCE,
    ),
    Beginning("times turns", r"(?:while|for|loop|forever|always)\b", LOOPS),
)
IN_STATE = (
    Slip("to", r"[\w\[\], ]+: *[a-z]\w*", r"or (?:no \w+|none|nothing)\b", LACKING),
    Slip("to", r"[\w\[\], ]+: *[a-z]\w*", r"or (?!nobody\b|no\b)", PARTED),
    Slip("to", r"[\w\[\], ]+: *an?", r"(?!number|whole|positive|integer)\w", "leave out `a`, as in `dealer: player`"),
)
IN_SECTIONS = (
    # What lies where.
    Slip("stack", r"[^:]+:", r"(?!stack|set|row)", LIE),
    Slip("face", r"[^:]+: *(?:stack|set|row of stacks),(?:.*,)?", r"(?!face|seen|secret|starts|top|spread)\w", SEEN),
    Slip("but", r"[^:]+: .*seen by every(?:one|body)", r"$", "what everybody sees is `face up`"),
    Slip(":", r"\w+", r"(?:of|for) \w", EACH),
    Slip("", r"\w+: .*", r"(?:for|of|per) (?:each|every|all) ", EACH),
    Slip("when", r"\w+(?: of \w+)*", r"(?:is|are|has|have)\b|[=<>]", ENDING),
    Slip(":", r"(?!(?:turns|once|repeat|if|for|otherwise|step|choice|does)\b)\w+", r"\w+(?: \w+)* *(?:\[.*?\])? *:",
         ONE_WORD),
    Slip(":", r"(?:step|choice|does) \w+", r"\w+(?: \w+)* *:", ONE_WORD),
    Slip(":", rf"does {EFFECT}", r".*", "a colon stands before what is done: `does: move c to x`"),
    Slip(":", rf"step {EFFECT}", r".*", "a name and a colon stand before what is done: `step x: shuffle deck`"),
    # The course of play.
    Slip("", r"choice .*: .*", r"(?:may|must|can|[a-z]+s?)(?= or\b|,|$| \w)",
         "write `mover does lay`, or `mover may do lay` where nobody has to"),
    # How the game ends.
    Slip("wins", r".*: *team", r"(?:with|who|that|whose)\b", TEAM),
    Slip("wins", r".*: *(?:it is )?(?:an? )?(?:draw|tie|stalemate|drawn|over)", r"$", NOBODY),
    Slip("wins", r".*: *(?:it|game|the game)", r"(?:is|over|ends)\b", NOBODY),
    Slip("wins", r".*: *(?:the )?winner", r"is\b", "write `mover wins`"),
    Slip("wins", r".*: *.*", r"is (?:the )?winner\b", "write `mover wins`"),
    Slip("wins", r".*: *the", r"(?:player|team|one) (?:with|who|that|whose)\b", BEST),
    Slip("wins", r".*: *(?:the )?(?:highest|most|lowest|fewest|best|last|first)", r"\w", BEST),
    Slip("wins", r".*: *(?:that|this|the)", r"player\b(?! \w+ with\b)", WHO),
    Slip("wins", r".*: *(?:all|both)", r"\w", SEVERAL),
    Slip("scores", r".*\bevery (?:player )?with", r"", SEVERAL),
    Slip("", r".*: *.*wins", r"and\b", SEVERAL),
    # What a player may do.
    Slip("", r"move \w+(?: *\(.*\))?[^:]*:", r"(?:permit|forbid|does)\b", ITS_LINES),
    Slip("permit", r"", r"(?:must|needs?|has|have)\b", DUTY),
    Slip("permit", r"", rf"(?:then |(?:it|they|mover|you) )?{EFFECT}\b", DONE),
    Slip("permit", r"", rf"(?:effects?|actions?|result|then) *: *{EFFECT}\b", DONE),
    Slip("permit", r"", r"\w[\w ]* (?:becomes|goes|moves)\b", DONE),
    Slip("permit", r"", r"(?!does\b|allows?\b|disallow|den(?:y|ies)|prohibit|ban)\w", CLAUSES),
    Slip("when", r"(?:permit|forbid) \w+", r"(?:is|has|of|in)\b|[=<>:]", CASE),
    Slip(":", r"move \w+ *\((?:.*,)? *\w+", r"[,)]", "say what is chosen: `move lay(c: card from hand of mover)`"),
    Slip("from", r"move \w+ *\(.*: *card", r"[,)]", "say from where: `move lay(c: card from hand of mover)`"),
    Slip("from", r"move \w+ *\(.*: *(?:other|another|any|some|next)", r"player\b",
         "a player is chosen as in `p: player`, and a clause says who: `forbid oneself when p is mover`"),
    Slip("cards", r"move \w+ *\(.*: *-?\w+ to -?\w+", r"[,)]", "a number is chosen as in `n: number 1 to 5`"),
    Slip(":", r"move \w+", r"(?!called\b|under\b|as\b)\w", ONE_WORD),
)  # fmt: skip
