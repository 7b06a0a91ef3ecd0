"""What a text leaves open: otherwise, ties, an empty pile, who begins and deals, how it ends, may or must, who."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from hoyle.coverage.cut import Sentence
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.everyday import FUNCTION
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book

_IF_ABLE = re.compile(
    r"\b(?:must|have to|has to|need to|obliged to)\b[^.]*\b(?:if (?:\w+ )?(?:able|possible)"
    r"|when(?:ever)? (?:possible|able)"
    r"|where (?:possible|able)|(?:if|when(?:ever)?|as long as|provided that) (?:you|they|he|she|it|one|that player"
    r"|the player) (?:can|are able|is able))\b"
    r"|\b(?:must|have to|has to)\b[^.]*\b(?:suit|colou?r|lead|led|follow|beat|match)[^.]*\b(?:if|when(?:ever)?"
    r"|as long as|provided) "
    r"(?:you|they|he|she|one|that player|the player) (?:hold|have|has|holds|own|owns|possess)\b(?: (?:one|any"
    r"|it|such|some))?"
    r"|\b(?:hold\w*|having|has|have|with)\b[^.]{0,40}\b(?:suit|colou?r|led|lead)\b[^.]{0,30}\b(?:must|has to"
    r"|have to)\b [^.]{0,30}\b(?:it|one|them|that card)\b"
    r"|\bif (?:you|they|he|she|a player|one) can (?:play|follow|beat|match|lay)[^.]*\b(?:must|have to|has to)\b"
    r"|\b(?:if (?:\w+ )?(?:able|possible)|if (?:you|they) can),[^.]*\b(?:must|have to|has to)\b",
    re.I,
)  # fmt: skip
_ELSE = re.compile(
    r"\b(?:otherwise|if not|cannot|can't|can not|unable|not able|no (?:such )?card|no (?:legal |other )?\w+ of|none"
    r"|else|instead|without (?:one|any|it|such|a card)|void|who already|who has no|having no|doesn't have"
    r"|does not have|any card)\b",
    re.I,
)  # fmt: skip
_IF_HELD = re.compile(
    r"\b(?:must|ha(?:ve|s) to|obliged to) (?:follow|beat|play|lay|match)[^.]*\b(?:if|when) [^.]*\b(?:hold|have"
    r"|has|holds) (?:one|any|it|such|some|a (?:higher|better|card))\b"
    r"|\b(?:compulsory|obligatory|mandatory)\b[^.]*\b(?:where|if|when) possible",
    re.I,
)
_LACKS = re.compile(
    r"\b(?:must|ha(?:s|ve) to)\s+(?:then\s+)?(?:cover|pay|match|beat|put in|put|answer|discard|show|give|play"
    r"|lay|add)\b[^.;:]{0,30}?"
    r"\b(?:the (?:ace|king|queen|jack|knave|ten|nine|eight|seven|six|five|four|three|two|\d+) of|(?:a"
    r"|one) card of (?:the same|that|her|his|its|this)"
    r"|with an? (?:(?:red|black|lower|higher|matching)\s+)?(?:ace|king|queen|jack|joker|trump|\d+)\b"
    r"|an? (?:higher|better|equal|matching) |another (?:card )?of|as (?:much|many|high) as|the same (?:amount"
    r"|number|stake))", re.I,
)  # fmt: skip
"""Something has to be given that one may not have."""
_ENOUGH = re.compile(
    r"\b(?:not (?:have )?enough|too few|cannot|can't|unable|otherwise|else|if one is|if not|(?:have|has|having"
    r"|holds?|holding"
    r"|with) none|who has no|have no|has no"
    r"|without|all (?:they|you|he) have"
    r"|who holds it|if (?:you|they) (?:have|hold)|is not (?:free|there))\b", re.I,
)  # fmt: skip
_IMPERATIVE = re.compile(
    r"^(?:then |now |always |you )?(?:follow|match|beat|play"
    r"|lay)\b[^.]*\b(?:if (?:possible|able|you can)|when(?:ever)? (?:possible|you can)|where (?:possible"
    r"|able))\b",
    re.I,
)
_MOST = re.compile(
    r"\b(most|highest|lowest|fewest|greatest|largest|biggest|smallest|least|best)\b(?P<what>[^.;:]*?)\b(?:wins?"
    r"|winner|victor|champion|loses?|loser)\b"
    r"|\b(?:win|winner|winning|victory)\s*[:=–-]\s*[^.;:]{0,20}?\b(?P<w>most|highest|lowest|fewest|greatest"
    r"|largest|least|best)\b"
    r"|\b(?:better|higher|lower|more|fewer|top|best|lowest) (?P<than>score|total|sum|points|cards"
    r"|coins)\b(?P<x>[^.;:]{0,40}?)\b(?:wins?|winner)\b"
    r"|\bwins? (?:the game )?if (?:you|they|he|she) (?:have|has) (?:more|fewer|a higher|a lower)\b(?P<y>[^.;:]*)"
    r"|\b(?:game|prize|victory|pot|match) (?:goes|belongs|falls) to\b[^.;:]*?\b(?P<z>most|highest|lowest"
    r"|fewest|greatest|largest|best)\b"
    r"|\bto (?:have|hold|own|finish with|end with|score|collect|get)\s+(?:the\s+)?(?P<aim>most|fewest|highest"
    r"|lowest)\b(?P<b>[^.;]*)"
    r"|\b(?:winner|loser|wins|won)\b[^.;:]*?\b(most|highest|lowest|fewest|greatest|largest|smallest|least"
    r"|best)\b(?P<of>[^.;:]*)", re.I,
)  # fmt: skip
_PRIZE = re.compile(
    r"\b(?:highest|higher|best|better|lowest|lower|strongest|most)\s+(?:hand|total|sum|score|combination)\b[^.;:]{0,30}\b(?:wins?|takes?|gets?)"
    r"\s+(?:the|all the|what)\s+(?:pot|pool|kitty|bank|chips|stakes?|deal|bets?)\b", re.I,
)  # fmt: skip
_SUPERLATIVE = re.compile(
    r"\b(?:most|highest|lowest|fewest|greatest|largest|biggest|smallest|least|best"
    r"|better score|more|fewer|higher|lower)\b",
    re.I,
)
_OF_CARDS = re.compile(
    r"\b(?:tricks? is won|wins? (?:the|a|that|each) trick|trick|bid|bidder|card (?:played|of|wins|laid)|rank|trump"
    r"|suit)\b",
    re.I,
)
_TIE = re.compile(
    r"\b(?:tie[sd]?|tying|draw(?:n)? game|is a draw|equal(?:ly)?|level|the same (?:number|score|total|amount"
    r"|points)"
    r"|share[sd]?|jointly|joint|split|break|(?:if|when|where|should) (?:several|two|both|more than one)"
    r"|first of (?:them|those))\b",
    re.I,
)  # fmt: skip
_PILE = (
    r"(?:pile in the (?:middle|centre|center)|draw pile|draw deck|drawing pile|stock(?:pile)?|talon|deck"
    r"|pack|supply)"
)
_DRAWN = re.compile(
    rf"\b(?:draw(?:s|ing|n)?|gets?|tak(?:e|es|ing)|pick(?:s|ing)?(?: \w+)? up|(?:re)?fill(?:s|ing)?|replac(?:e"
    rf"|es|ing)|replenish(?:es|ing)?)\b[^.;]*\b(?:from|of|off) (?:the "
    rf")?(?:top of (?:the )?)?(?:(?:face-down|face down|closed|hidden|remaining) )?({_PILE}|[a-z]+)\b", re.I,
)  # fmt: skip
_SOME_EMPTY = re.compile(
    r"\b(?:when|if|once|until|as soon as) the (?!hands?\b|game\b)[a-z]+ (?:is|are"
    r"|becomes?|runs?|has run) (?:empty|gone|exhausted|used up|out|dry)\b",
    re.I,
)
_DEALT_ON = re.compile(
    r"\b(?:turn(?:s|ing)?(?: over| up)?|flip(?:s|ping)?|reveal(?:s|ing)?|deal(?:s"
    r"|ing)?)\b[^.;]*\b(?:card|cards)\b[^.;]*\b(?:of|from|off) the (?:draw pile|stock|deck|talon)\b",
    re.I,
)
_DRAW_ALONE = re.compile(
    r"\b(?:draw(?:s|ing)? (?:up to|back up|until|a|an|one|two|three|\d+)|draw (?:up "
    r")?to)\b(?![^.;]*\bfrom\b)(?![^.;]*\b(?:trick|breath)\b)",
    re.I,
)
_SETUP = re.compile(
    r"\b(?:set[- ]?up|setting up|getting ready|prepar\w+|deal(?:ing)?|components|contents|cards"
    r"|start)\b",
    re.I,
)
_RUNS_OUT = re.compile(
    rf"\b{_PILE}\b[^.;]{{0,40}}\b(?:empty|empties|emptied)|\bempty (?:{_PILE})\b|\b(?:if|when|once) it(?:'s| is| "
    rf"becomes) empty|"
    r"\b(?:runs? out|run dry|exhausted|used up|no (?:more )?cards?\b[^.;]*\b(?:left|remain\w*|available|to draw)"
    r"|"
    r"last card (?:is|has|(?:of|from) (?!(?:[a-z]+ )?(?:hands?|tricks?|rows?|lines?|runs?|melds?)\b))|"
    r"(?:if|while|as long as) any (?:remain|are left)|(?:when|if|once|after"
    r"|until)\b[^.;]*\b(?:is|are) gone|cannot draw|out of cards)\b",
    re.I,
)  # fmt: skip
_NO_HAND = re.compile(
    r"\b(?:ha(?:s|ve)|with|holds?) no (?:more )?cards?\b[^.;]*\b(?:left|remain\w*)\b|\bno (?:more )?cards?\b[^.;]*"
    r"\b(?:in|on) (?:\w+ )?hands?\b",
    re.I,
)
_OWN_LAST = re.compile(
    r"\b(?:lays?|plays?|puts?|gets? rid of|has laid|has played|discards?)\s+(?:down\s+)?(?:an?|the|his|her"
    r"|their|your|its)\s+last card\b",
    re.I,
)
"""Somebody's hand is empty, and no pile."""
_FIRST = re.compile(
    r"\b(?:first player|start(?:ing)? player|(?:goes|go|plays?|moves?|leads?|acts?|bids?) first|(?:first|opening) "
    r"(?:turn|lead|move|choice|go)|leads? (?:to )?the first|(?:who|player|dealer|hand|person|left|right|one"
    r"|youngest"
    r"|oldest|eldest|tallest|winner|you|[A-Z][a-z]+)\b(?! (?:ends|over))[^.;]{0,50}\b(?:begins?|starts?|leads?"
    r"|opens?)\b|is the first to|with the player (?:to|on))",
    re.I,
)  # fmt: skip
_NOT_FIRST = re.compile(
    r"\b(?:everybody|everyone|somebody|someone|each player|all players|every player"
    r"|players)\s+(?:\w+\s+)?(?:begins?"
    r"|starts?)|\bstarts? with (?:\w+ )?cards|\bthe (?:game|hand|round) (?:begins|starts)\b",
    re.I,
)
_TURNS = re.compile(
    r"\b(?:turns? (?:go|pass|move)|play (?:goes|proceeds|passes|moves|continues)|clockwise|your turn|a turn|take "
    r"turns|in turn|each turn|active player|go round|a go|one after (?:another|the other))\b",
    re.I,
)
_DEALER = re.compile(r"\b(?:the dealer|deals|dealer)\b", re.I)
_AGAIN = re.compile(
    r"\b(?:each hand|every hand|next hand|new hand|after (?:a|the|each|every) (?:hand|round|game|deal)|several "
    r"(?:hands|games|rounds)|another hand|several deals|hands make|deals make|hand after hand"
    r"|as many (?:hands|deals|rounds|games) as|(?<!a )(?:seven|nine|\d+|all) deals\b"
    r"|round after round|(?:is|lasts|are|of|play|over) (?:\d+|two|three|four|five|six|eight"
    r"|ten|twelve) (?:hands|deals)|hands until|rounds? until|play hands|each round|every round|new round"
    r"|next round)\b",
    re.I,
)
_DEAL_PASSES = re.compile(
    r"\b(?:deals? next|next dealer|next deal\b|(?:the )?(?:deal|turn to deal|dealer|role of dealer"
    r"|dealership)\b[^.;]{0,40}\b(?:pass|passes|rotates?|moves?|goes|alternates?|changes)|becomes? the (?:new "
    r")?dealer|is the (?:new |next )dealer|take turns (?:to deal|dealing)|(?:each|everybody"
    r"|everyone) (?:dealing|deals) once|all deal once|deal(?:s)? the next|winner deals|loser "
    r"deals|deals? in turn)\b", re.I,
)  # fmt: skip
_NEIGHBOUR_DEALS = re.compile(r"\b(?:neighbou?r|left|right)\b[^.;]{0,20}\bdeals\b", re.I)
_NEW_DEALER = re.compile(r"\ba new dealer\b", re.I)
_ENDS = re.compile(
    r"\b(?:ends?|over|until|finish(?:es|ed)?|last hand|concludes?|in the end|wins?|loses?)\b", re.I
)  # fmt: skip
_WINS = re.compile(
    r"\bto have the (?:most|fewest|highest|lowest)\b|\b(?:win|wins|winner|winners|won|victor"
    r"|victory|lose|loses|loser)\b",
    re.I,
)
_SOLO = re.compile(r"\b(?:patience|solitaire|solo game|for one(?: player)?\b|one player)\b", re.I)
"""A game for one is over, and nobody wins it from another."""
_SKIP = re.compile(
    r"\b(?:skip(?:s|ped)?|miss(?:es|ed)? (?:a|the|their|his|her|your|next) (?:next )?turn|los(?:es?|t) (?:a|the"
    r"|their|his|her|your|next) (?:next )?turn|passed over|sits? out|misses)\b",
    re.I,
)
_NEXT = re.compile(r"\b(?:the )?(?:next|following) player\b", re.I)
_OTHER = re.compile(
    r"\b(?:another|other|second|two(?: of the)?|opposing|chosen|second) players?\b|\ban? (?:opponent|rival"
    r"|neighbou?r|partner)\b"
    r"|\b(?:a|any|each|that|the) player\b|\b(?:his|her|their|your|the) (?:partner|opponent|neighbou?r|rival)\b"
    r"|\bwhoever\b"
    r"|\bthe (?!other|number|counter|order|corner|paper|joker|marker|former|latter|lower|higher|upper|inner"
    r"|outer|over|under|tower|border|center|quarter|letter|power|color|matter|order|remainder|laser"
    r"|river)[a-z]{2,}(?:er|or)\b(?! (?:card|cards|pile|of cards|value|bid|number))"
    r"|\bthe (?:dealer|owner|leader|sender|holder|winner|loser|bidder|declarer|caller|attacker|defender"
    r"|challenger)\b",
    re.I,
)
_OTHERS = re.compile(
    r"another|other|second|two|opposing|chosen|an? (?:opponent|rival|neigh|partner)"
    r"|.*(?:partner|opponent|neighbou?r|rival|winner|loser|owner|defender|buyer|seller|giver|asker|receiver"
    r"|taker|borrower|attacker|caller)",
    re.I,
)
_THEY = re.compile(
    r"(?:,\s*(?:and|but|then|who)?\s*|\band\s+then\s+|[.;:]\s+(?:then\s+)?)(they|he|she)\s+(?:must\s+|may\s+"
    r"|can\s+|then\s+"
    r"|also\s+)?(?!are\b|were\b|have\b|hold\b|had\b|can't\b|cannot\b|do\b|fall\b|show\b)(\w+)",
    re.I,
)
_PICKS = re.compile(r"\b(?:names?|picks?|chooses?|points? (?:at|to)|selects?|must name|must choose)\s+a player\b", re.I)
_SWAPS = re.compile(
    r"\b(?:swaps?|trades?|exchanges?)\b[^.;]{0,40}\bwith (?:another|an?) (?:player|opponent"
    r"|neighbou?r)\b",
    re.I,
)
_THEY_BEGIN = re.compile(r"(?:then\s+)?(?:they|he|she)\b", re.I)
_MODAL = re.compile(
    r"\b(?P<who>(?!this\b|that\b|it\b)(?:you|players?|they|he|she|everybody|everyone|[a-z]+))\s+(?P<modal>must"
    r"|ha(?:ve|s) to|may|can)\s+(?P<no>not\s+|never\s+)?(?P<only>only\s+)?(?:always\s+|also\s+"
    r"|then\s+)?(?P<verb>[a-z]+)(?P<rest>(?:\s+[a-z'-]+){0,4})",
    re.I,
)  # fmt: skip
_SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "one",
        "this",
        "that",
        "these",
        "those",
        "your",
        "their",
        "his",
        "her",
        "its",
        "any",
        "each",
        "all",
        "of",
        "to",
        "up",
        "it",
        "them",
        "every",
        "some",
        "two",
    ]
)
_PLAIN_VERBS = frozenset(
    ["be", "have", "take", "play", "draw", "lay", "put", "do", "use", "make", "go", "then", "give"]
)
_SIDE = re.compile(r"\b(?:if|when|unless|instead|otherwise|except|who|as long as|while|once)\b", re.I)


def find(book: Book) -> Iterator[Finding]:
    """Everything that is left open."""
    told = [one for one in book.told if not TALK.search(one.heading)]
    for one in told:
        yield from _otherwise(one, book)
        yield from _skipped(one, book)
        yield from _who(one, book)
    yield from _prizes(told, book)
    yield from _ties(told, book)
    yield from islice(_empty_pile(told, book), 1)
    yield from islice(_begins(told, book), 1)
    yield from islice(_deals(told, book), 1)
    yield from _end(told)
    yield from _may_or_must(told)


def _otherwise(one: Sentence, book: Book) -> Iterator[Finding]:
    found = _IF_ABLE.search(one.text) or _IF_HELD.search(one.text) or _IMPERATIVE.match(one.text)
    after = [other for other in book.near(one, 1, 2) if other.heading == one.heading and other != one]
    rest = " ".join([one.text.replace(found.group(), " ") if found else "", *(other.text for other in after)])
    if found and not _ELSE.search(rest):
        yield Finding(
            "otherwise", (one,), f"“{found.group()}”: and a player who cannot?", "Add the other case: `otherwise ...`"
        )

    lacks = _LACKS.search(one.text)
    around = " ".join(other.text for other in book.near(one, 1, 2) if other.heading == one.heading)
    if lacks and not found and not _ENOUGH.search(around) and not re.search(r"\bor\b", one.text[lacks.end() :]):
        yield Finding(
            "otherwise",
            (one,),
            f"“{lacks.group().strip()}”: and who does not have it?",
            "Add the other case: `otherwise ...`",
        )


def _prizes(told: list[Sentence], book: Book) -> Iterator[Finding]:
    """Who has the pot, or the deal, where two are equal: said beside it, whatever is said of the game."""
    prizes = [(one, found) for one in told if (found := _PRIZE.search(one.text))]
    near = " ".join(x.text for one, _ in prizes for x in book.near(one, 1, 2) if x.heading == one.heading)
    if prizes and not _TIE.search(near):
        one, found = prizes[0]
        yield Finding(
            "tie", (one,), f"“{found.group()}”: and if two are equal?", "Say who wins a tie, or that it is shared"
        )


def _ties(told: list[Sentence], book: Book) -> Iterator[Finding]:
    """One question, at every sentence where somebody wins by most or least and no tie is spoken of."""
    at: list[tuple[Sentence, str]] = []
    for one in told:
        found = _MOST.search(one.text)
        if found and not _OF_CARDS.search(found.group()):
            near = [other for other in book.near(one, 1, 3) if other.heading == one.heading]
            if any(_TIE.search(other.text) for other in near):
                return
            at.append((one, (_SUPERLATIVE.search(found.group()) or found).group().casefold()))
    if at:
        yield Finding(
            "tie", tuple(one for one, _ in at), f"Nothing is said about a tie: what if two have the {at[-1][1]}?",
            "Say who wins a tie, or that it is shared",
        )  # fmt: skip


def _empty_pile(told: list[Sentence], book: Book) -> Iterator[Finding]:
    if any(_RUNS_OUT.search(_OWN_LAST.sub(" ", _NO_HAND.sub(" ", one.text))) for one in book.told):
        return
    for one in told:
        found = _DRAWN.search(one.text)
        pile = (
            found.group(1)
            if found and (re.fullmatch(_PILE, found.group(1), re.I) or _called_pile(found.group(1), book))
            else ""
        )
        on_turn = re.search(r"\bturn\b", one.heading, re.I) or re.search(
            r"\b(?:your|each|every|a|his|her"
            r"|the) turn\b",
            one.text,
            re.I,
        )
        if not pile and on_turn and _DEALT_ON.search(one.text):
            pile = "pile"
        if not pile and _DRAW_ALONE.search(one.text) and not re.search(r"\bhand\b", one.text, re.I):
            pile = "pile"
        named = pile not in ("", "pile") and not re.fullmatch(_PILE, pile, re.I)
        if named and re.search(
            rf"\b{re.escape(pile.casefold())}\b[^.;]{{0,40}}\b(?:empt|exhausted|runs? out|used up|gone)", book.all_words
        ):
            continue
        if pile == "pile" and _SOME_EMPTY.search(book.all_words):
            continue
        if pile and not (_SETUP.search(one.heading) and not re.search(r"\bturn\b", one.heading, re.I)):
            yield Finding(
                "empty-pile", (one,), f"Cards are drawn, and nothing says what happens when the {pile} is empty",
                "Say it: no more draws, a new pile of the discards, or the end of the hand",
            )  # fmt: skip


def _called_pile(word: str, book: Book) -> bool:
    """Do cards lie face down under this name?"""
    return word.casefold() not in FUNCTION and bool(
        re.search(rf"\b(?:face[ -]down|middle|left ?over|rest)\b[^.]*\b{re.escape(word.casefold())}\b", book.all_words)
        or re.search(rf"\b{re.escape(word.casefold())}\b[^.]{{0,12}}\bface[ -]down\b", book.all_words)
    )


def _begins(told: list[Sentence], book: Book) -> Iterator[Finding]:
    if any(_FIRST.search(_NOT_FIRST.sub(" ", one.text)) for one in book.told):
        return
    for one in sorted(told, key=lambda one: "clockwise" not in one.text and "turns" not in one.text.casefold()):
        if _TURNS.search(one.text) or re.search(r"\bturn\b", one.heading, re.I) or _NOT_FIRST.search(one.text):
            yield Finding(
                "who-begins", (one,), "Players take turns, and nothing says who begins", "Say who has the first turn"
            )


def _deals(told: list[Sentence], book: Book) -> Iterator[Finding]:
    again = [one for one in told if _AGAIN.search(one.text)]
    if not again or not _DEALER.search(book.all_words):
        return
    if any(
        _DEAL_PASSES.search(_NEW_DEALER.sub(" ", one.text)) or _NEIGHBOUR_DEALS.search(one.text) for one in book.told
    ):
        return
    one = next((one for one in again if re.search(r"deal", one.text, re.I)), again[0])
    yield Finding(
        "who-deals",
        (one,),
        "Several hands are played, and nothing says who deals the next",
        "Say to whom the deal passes",
    )


def _end(told: list[Sentence]) -> Iterator[Finding]:
    if len(told) < 8:
        return
    solo = any(_SOLO.search(one.text) for one in told[:3])
    if not solo and not any(_WINS.search(one.text) for one in told):
        yield Finding("no-winner", (told[-1],), "Nothing says who wins", "Say who wins, and by what")
    if not any(_ENDS.search(one.text) for one in told):
        yield Finding("no-end", (told[-1],), "Nothing says when the game ends", "Say what ends the game")


def _skipped(one: Sentence, book: Book) -> Iterator[Finding]:
    before = book.near(one, 1, 0)
    if _NEXT.search(one.text) and any(_SKIP.search(other.text) for other in before if other.heading == one.heading):
        yield Finding(
            "next-after-skip", (one,), "“next player” where somebody is skipped: next after whom?",
            "Name the player: `to the left of whoever was skipped`",
        )  # fmt: skip


def _who(one: Sentence, book: Book) -> Iterator[Finding]:
    """`They` where two people were spoken of, in this sentence or, where it begins by `they`, in the one before."""
    near = book.near(one, 1, 0)[0]
    before = near.text if near != one and near.heading == one.heading else ""
    text = f"{before} {one.text}" if _THEY_BEGIN.match(one.text) else one.text
    for found in _THEY.finditer(text):
        until = text[: found.start()]
        if re.search(
            r"\b(?:if|when|whenever|unless|because|as|that|until|before|after|which|once|while"
            r"|what)\s*$",
            until + text[found.start() : found.start(1)],
            re.I,
        ):
            continue
        named = [other.group().casefold() for other in _OTHER.finditer(until)]
        others = [name for name in named if _OTHERS.match(name)]
        again = sum(name == "a player" for name in named) > 1
        clear = re.search(r"\b(?:players|all|both|everybody|everyone|cards)\b", until, re.I) and "two" not in " ".join(
            others
        )
        picked = "a player" in named and len(set(named)) > 1 and _PICKS.search(until)
        both = others and _SWAPS.search(until)
        if picked or both:
            yield Finding("who", (one,), f"“{found.group(1)}” may mean two people here", "Name the one who is meant")
            return
        if (again or others) and not clear and (len(set(named)) > 1 or again or "two" in named[0]):
            yield Finding("who", (one,), f"“{found.group(1)}” may mean two people here", "Name the one who is meant")
            return


def _may_or_must(told: list[Sentence]) -> Iterator[Finding]:
    said: dict[tuple[str, str], list[tuple[Sentence, bool, re.Match[str]]]] = {}
    for one in told:
        for found in _MODAL.finditer(one.text):
            thing = next((word for word in found.group("rest").casefold().split() if word not in _SMALL), "")
            if (
                not found.group("no")
                and not found.group("only")
                and (thing or found.group("verb").casefold() not in _PLAIN_VERBS)
            ):
                must = found.group("modal").casefold() not in ("may", "can")
                said.setdefault((found.group("verb").casefold(), thing), []).append((one, must, found))
    for own in said.values():
        for one, must, found in own:
            other = next((x for x in own if x[1] != must and x[0] != one and x[0].heading == one.heading), None)
            if must and other and not _parted(one, other[0]):
                yield Finding(
                    "may-or-must", (one, other[0]), f"“{found.group().strip()}” here, “{other[2].group().strip()}” "
                    f"there: must or may?",
                    "Use one of the two, or say when which is meant",
                )  # fmt: skip
                break


def _parted(one: Sentence, other: Sentence) -> bool:
    """Is one of the sentences about a case of its own?"""
    own, others = ({m.casefold() for m in _SIDE.findall(x.text)} for x in (one, other))
    return bool((own | others) & {"otherwise", "instead", "unless", "except"}) or (
        bool(own) and bool(others) and own != others and "like" not in other.text
    )
