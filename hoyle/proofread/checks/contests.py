"""What several players want at once, or nobody: a prize that two may claim, an auction without a bid, a shared award.

Leaves who wins the game to `conditions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book

_SETTLED = re.compile(
    r"\b(?:tie[sd]?|tying|equal(?:ly)?|level|the same (?:number|score|amount|total|sum)|share[sd]?"
    r"|joint(?:ly)?|split|break|if (?:several|two|both|more than one)|whoever (?:said|speaks|is)"
    r"|first (?:to|of)|nearest|nearer|closest|clockwise|in (?:turn|order)|earliest|fastest|quickest|only one"
    r"|as many|each of them|all of them|half each|nobody scores)\b",
    re.I,
)
"""Words by which a text says what happens when two are alike."""
_AWARD = re.compile(
    r"\b(?:the (?:player|one|person|side|team|pair|people)|whoever|who)\b[^.;:]{0,25}?\b(?:most|fewest|highest"
    r"|lowest|largest|longest|greatest|smallest|biggest|best|least)\b"
    r"(?P<what>[^.;:]{0,40}?)\b(?:gets?|takes?|scores?|receives?|earns?|gains?|pays?|loses?)\b(?! (?:the "
    r"|that |this |a )?(?:game|trick|lead))",
    re.I,
)
_OF_CARDS = re.compile(r"\b(?:card|trump|bid|bidder|trick|rank|suit)\b", re.I)
_ANYONE = re.compile(
    r"\b(?:any (?:other )?(?:player|person|opponent|one|child|merchant)|anyone|anybody|all (?:other )?players"
    r"|everyone|everybody)\s+(?:else\s+)?(?:may|can)\s+"
    r"(?:then\s+)?(?:buy|take|claim|pay|grab|snatch|pick (?:it|them|one) up|call|have|acquire)\b(?P<rest>[^.;]*)",
    re.I,
)
_OWN_TURN = re.compile(r"\b(?:turn|one after|own|at most|up to)\b", re.I)
_BIDDING = re.compile(r"\b(?:highest|higher|winning|best) (?:bid|bidder|offer)\b", re.I)
_NO_BID = re.compile(
    r"\b(?:(?:if|when|should) (?:nobody|no ?one|no-one|none|no player|all|everyone|everybody|all (?:four|three"
    r"|five|the)? ?(?:players|others)?)[^.;]{0,25}\b(?:bids?|pass(?:es|ed)?|offers?|drops?)"
    r"|no (?:bid|bids|offer)|without (?:a )?bids?|must (?:make a )?bid|(?:all|everybody|everyone"
    r"|nobody)[^.;]{0,12} (?:pass(?:es|ed)?|bids?)|(?:has|have) to bid|forced to bid|is (?:passed"
    r"|thrown) (?:in|away))\b",
    re.I,
)

_PASS = re.compile(
    r"\bfirst choice of\b|\b(?:may|can|must|or|either|to|and|may also"
    r"|and may)\s+pass\b(?! (?:the|a|one|two|it|them|your|his|her|their|on|around|cards?|to))"
    r"|\bpasses\b(?= (?:or|instead)\b)|\beither\b[^.;]{3,40}\bor passes\b",
    re.I,
)
_RACE = re.compile(
    rf"\b(?:first|whoever (?:is )?first)\b[^.;]{{0,30}}\b(?:reach(?:es)?|to have|to score"
    rf"|to get|to win|with|has)\s+(?:{NUMBER})\b[^.;]{{0,30}}\bwins\b",
    re.I,
)
_BOTH_REACH = re.compile(
    r"\b(?:if|when|should) (?:both|two|several|more than one)\b[^.;]{0,30}\b(?:reach|have|get)\b", re.I
)
_AT_ONCE = re.compile(
    r"\b(?:each of the (?:others?|two|three)|each other player|both sides|every(?:body"
    r"| player| other player) (?:scores|counts|adds)|all players (?:score|count|add)|each player (?:scores"
    r"|counts|adds|gets)|each side (?:scores|counts))\b",
    re.I,
)
_ALL_PASS = re.compile(
    r"\b(?:all|everybody|everyone|both|every player|each player|each|the others?|other players|until|except"
    r"|but one|nobody|no ?one|no player|last player|in a row|consecutive\w*"
    r"|in succession)\b[^.;]{0,50}\b(?:pass(?:es|ed)?|bids?)\b"
    r"|\b(?:until|nobody|no ?one|no player|last player|but one)\b[^.;]{0,50}\b(?:plays?|lays?)\b"
    r"|\bpass(?:es|ed)?\b[^.;]{0,50}\b(?:all|everybody|everyone|both|in a row|in succession|out of|until)\b",
    re.I,
)
_EITHER_PASSES = re.compile(r"\beach player\b[^.;]{0,30}\beither\b[^.;]{3,40}\bor passes\b", re.I)
_PAYS = re.compile(
    r"\b(?:must pay|has to pay|have to pay|pays?|paying)\b[^.;]{0,30}\b(?:coins?|chips?"
    r"|counters?|ribbons?|tokens?|gold|money|gems?|stones?|pennies|cents?)\b",
    re.I,
)
_CANNOT_PAY = re.compile(
    r"\b(?:cannot (?:pay|afford|buy)|can't (?:pay|afford)|not (?:have )?enough|no (?:more )?(?:coins?|chips?"
    r"|counters?|ribbons?|tokens?|gold|money|gems?|stones?)|without (?:any )?(?:coins?|chips?|counters?"
    r"|tokens?|money|gold)|as many as|fewer"
    r"|bankrupt|debt|borrow|out of (?:money|coins|chips)|broke|unable|owe|if (?:you|they|he|she) (?:have"
    r"|has) none|last (?:coin|chip|counter)|may (?:buy|pay|then pay)|can afford|loses? all)\b",
    re.I,
)
_HOLDER = re.compile(
    r"\b(?:player|person|one|whoever|who|holder)\b[^.;]{0,25}\b(?:with|has|holds|holding|of|was dealt"
    r"|got)\s+the\s+(?:two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace|\d+|black"
    r"|red)\b[^.;]{0,40}\b(?:begins?|starts?|leads?|goes first|plays first)\b",
    re.I,
)
_NOT_ALL_DEALT = re.compile(r"\b(?:rest|remaining|remainder|left ?over|other cards|stock|draw pile|talon)\b", re.I)
_NOBODY_HAS = re.compile(
    r"\b(?:nobody|no ?one|no player|not dealt|in the stock|next (?:lowest|highest)"
    r"|otherwise|lowest card|if none)\b",
    re.I,
)


_MOST_LISTED = re.compile(
    rf"^(?:the\s+|for\s+(?:the\s+)?|whoever has (?:the\s+)?)?(?:most|fewest|largest number of"
    rf"|highest number of)\s+(?P<what>[a-z ]{{3,30}}?)"
    rf"\s*(?:[:=–—-]|\.{{2,}})\s*(?:{NUMBER})(?!\w)", re.I,
)  # fmt: skip
"""A line of what is scored: `most cards: 3 points`."""
_EQUAL = re.compile(
    r"\b(?:tie[sd]?|tying|equal(?:ly)?|same number|shared?|split|if (?:two|several|both)|two or more|have the most"
    r"|nobody (?:scores|gets)|not scored|no points?)\b",
    re.I,
)
_WHO_WINS = re.compile(r"\b(?:points? wins?|wins? the game|winner|total wins?|score wins?)\b", re.I)
_SHARED = re.compile(
    r"\b(?:those|all|players|everybody|everyone|whoever) (?:players )?(?:who|that)\b[^.;]{5,70}\b(?:share|split"
    r"|divide)s?\b",
    re.I,
)
_OF_THE_GAME = re.compile(
    r"\b(?:victory|win|game|equal(?:ly)?|tie[sd]?|same|most|fewest"
    r"|as many)\b(?! tricks as)",
    re.I,
)
_NOBODY_DID = re.compile(
    r"\b(?:nobody|no ?one|no player|none|if not|left over|remainder|cannot be (?:shared|divided)|odd)\b", re.I
)
FAR = 12


def _listed(told: list[Sentence], book: Book) -> Iterator[Finding]:
    at = next((one for one in told if _MOST_LISTED.match(one.text)), None)
    if not at:
        return
    what = (found.group("what") if (found := _MOST_LISTED.match(at.text)) else "").split()[0].casefold()
    about = [one for one in book.near(at, FAR, FAR) if what in one.text.casefold() or "most" in one.text.casefold()]
    if not any(_EQUAL.search(one.text) for one in about):
        yield Finding(
            "contest", (at,), f"“{at.text}”: and if two have as many?", "Say who scores in a tie, or that nobody does"
        )


def find(book: Book) -> Iterator[Finding]:
    """Every claim of two, and the bid of nobody."""
    told = [one for one in book.told if not TALK.search(one.heading)]
    for one in told:
        near = [other for other in book.near(one, 1, 2) if other.heading == one.heading]
        near = [other for other in near if other == one or not _WHO_WINS.search(other.text)]
        if any(_SETTLED.search(other.text) for other in near):
            continue
        yield from _award(one)
        found = _ANYONE.search(one.text)
        if found and not _OWN_TURN.search(one.text):
            yield Finding(
                "contest", (one,), f"“{found.group()}”: and if two want to?", "Say who comes first, or that "
                "all may",
            )  # fmt: skip
    yield from _listed(told, book)
    for one in told:
        around = " ".join(x.text for x in book.near(one, 1, 2) if x.heading == one.heading)
        if (found := _SHARED.search(one.text)) and not _OF_THE_GAME.search(one.text) and not _NOBODY_DID.search(around):
            yield Finding("contest", (one,), f"“{found.group()}”: and if nobody did, or it cannot be shared?", "Say it")
    yield from _bids(told, book)
    yield from _open(told, book)


def _open(told: list[Sentence], book: Book) -> Iterator[Finding]:
    """What nobody does, cannot do, or cannot have."""
    passing = [one for one in told if _PASS.search(one.text)]
    if passing and not any(_ALL_PASS.search(_EITHER_PASSES.sub(" ", one.text)) for one in told):
        choice = "first choice" in passing[0].text
        yield Finding(
            "all-pass",
            book.near(passing[0], 0, 1) if choice else (passing[0],),
            "Players may pass, and nothing says what happens when all do",
            "Say it",
        )
    paying = [one for one in told if _PAYS.search(one.text) and not re.search(r"\bbank pays|\bmay\b", one.text)]
    if paying and not _CANNOT_PAY.search(book.all_words):
        yield Finding("cannot-pay", (paying[0],), "Players pay, and nothing says what one does who cannot", "Say it")
    race = next((one for one in told if _RACE.search(one.text)), None)
    near = book.around(race, 1, 2) if race else ""
    if (
        race
        and _AT_ONCE.search(book.all_words)
        and not _SETTLED.search(near.replace("first to", "").replace("first of", ""))
        and not _BOTH_REACH.search(book.all_words)
    ):
        yield Finding("contest", (race,), "Several score at once: and if two get there together?", "Say who wins then")
    first = next((one for one in told if _HOLDER.search(one.text)), None)
    if first and _NOT_ALL_DEALT.search(book.all_words) and not _NOBODY_HAS.search(book.around(first, 0, 1)):
        yield Finding(
            "holder-begins", (first,), "Not all cards are dealt: and if nobody has this card?", "Say who begins then"
        )


def _award(one: Sentence) -> Iterator[Finding]:
    found = _AWARD.search(one.text)
    if (
        found
        and not re.search(r"\bwins?\b", one.text, re.I)
        and not _OF_CARDS.search(found.group().replace("cards", ""))
    ):
        yield Finding(
            "contest", (one,), f"“{found.group()}”: and if two are equal?", "Say who has it in a tie, or that "
            "nobody has",
        )  # fmt: skip


def _bids(told: list[Sentence], book: Book) -> Iterator[Finding]:
    at = next((one for one in told if _BIDDING.search(one.text)), None)
    if at and not _NO_BID.search(book.all_words):
        bids = next((one for one in told if re.search(r"\bbids?\b", one.text, re.I)), at)
        yield Finding(
            "no-bid", tuple(dict.fromkeys((at, bids))), "Players bid, and nothing says what happens when "
            "nobody bids",
            "Say it: a new deal, or that somebody has to bid",
        )  # fmt: skip
