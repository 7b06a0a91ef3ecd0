"""What a game of tricks has to say: who leads to the next one, what is trump, and how the cards rank.

Leaves following suit to `conditions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book

_TRICK = re.compile(
    r"\b(?:wins?|takes?|won|taken)\b[^.;]{0,30}\btricks?\b|\btricks?\b[^.;]{0,40}\b(?:is"
    r"|are) (?:won|taken)\b|\btrick\b[^.;]{0,30}\b(?:belongs|goes) to\b",
    re.I,
)
_LEADS_NEXT = re.compile(
    r"\b(?:win(?:s|ner|ners|ning)?|won|tak(?:es|er|ing)|took|whoever|who|that player|and then|partner"
    r"|loser)\b[^.;]{0,60}\b(?:leads?|begins?|starts?|plays? first|opens?|lays?)\b"
    r"|\bleads?\b[^.;]{0,30}\b(?:next|following|each) (?:one|trick)\b|\blead\b[^.;]{0,25}\b(?:passes|goes"
    r"|belongs)\b|\bnext (?:one|trick)\b[^.;]{0,40}\b(?:led|lead|leads|begun)\b"
    r"|\b(?:takes|wins) it (?:plays|puts down) the (?:first card|next card)\b"
    r"|\bleads? (?:again|next)\b|\b(?:alternat\w+|in turn)\b[^.;]{0,20}\blead",
    re.I,
)
_TRUMP = re.compile(r"\btrumps?\b", re.I)
_TRUMP_MADE = re.compile(
    r"\btrumps?\b[^.;]{0,60}\b(?:is|are|becomes?|determin\w+|cho(?:osen|oses?|sen)|named?|names?|turned|called"
    r"|calls?|decid\w+|always|made|makes?|set|fixed|declared?|declares|picks?)\b"
    r"|\b(?:is|are|becomes?|makes?|names?|choos\w+|chosen|calls?|declares?|announces?|decides?|determin\w+"
    r"|turn\w*|as|picks?|called|known as)\b[^.;]{0,60}\btrumps?\b|\b(?:no|without) trumps?\b|\btrumps?\s*[:=(]",
    re.I,
)
_BEATS = re.compile(r"\b(?:high(?:er|est)|low(?:er|est)|beats?|outranks?)\b", re.I)
_ORDER = re.compile(
    r"\b(?:aces?|kings?|twos?|deuces?)\b[^.;]{0,60}\b(?:high|low|highest|lowest|above|below|best|worst|down"
    r"|rank|one|eleven|1|11)\b|\b(?:rank|ranks|ranked|ranking|order|from)\b[^.;]{0,60}\b(?:aces?|kings?|twos?"
    r"|2|A)\b"
    r"|\b(?:highest|lowest|high|low|best)\b[^.;]{0,30}\b(?:aces?|kings?|two|2)\b|\bA,? K\b|\bK,? Q\b"
    r"|\bnumbered|\bnumbers?\b",
    re.I,
)
_PACK = re.compile(
    r"\b(?:52|fifty-two|standard|ordinary|32|36|40|playing cards|jacks?|queens?|kings?|hearts"
    r"|spades)\b",
    re.I,
)


def find(book: Book) -> Iterator[Finding]:
    """What is open about tricks."""
    tricks = [one for one in book.told if _TRICK.search(one.text)]
    if not tricks:
        return
    if not any(_LEADS_NEXT.search(one.text) for one in book.told):
        yield Finding(
            "who-leads",
            (tricks[0],),
            "Tricks are won, and nothing says who leads to the next one",
            "Say it: the winner of the trick",
        )
    trumps = [one for one in book.told if _TRUMP.search(one.text)]
    if trumps and not any(_TRUMP_MADE.search(one.text) for one in trumps):
        yield Finding(
            "no-trump",
            tuple(trumps[:2]),
            "Trumps are spoken of, and nothing says what is trump",
            "Say how trumps are found",
        )
    beats = [one for one in book.told if _BEATS.search(one.text) and re.search(r"\bcards?|trumps?", one.text, re.I)]
    if beats and _PACK.search(book.all_words) and not any(_ORDER.search(one.text) for one in book.told):
        yield Finding(
            "ace", (beats[0],), "The higher card wins, and nothing says how the cards rank, or where the ace "
            "stands",
            "Say whether an ace is high or low",
        )  # fmt: skip
