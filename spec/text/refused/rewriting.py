"""Rewrites what people write who know other languages or write as they speak, where the line can then be read.

Leaves what to say of it to `spec.text.refused.common_mistakes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from spec.diagnostics.diagnostic import Fix
from spec.text.layout import written_line
from spec.text.refused.missing_words import LONGEST, reads_past, reads_with
from spec.text.refused.other_shapes import FOLLOWING
from spec.text.source import Span

MOST_TRIED = 24
"""So many changes of one line are tried."""

MOST_AGAIN = 8
"""So many again, to read on to a fault further on in the line."""
FURTHER = 3
"""So many words further at least."""
LEAVE_THE = "leave `the` out"

Pair = tuple[str, str]
"""What is written, as a regular expression, and what stands here instead, which it is expanded to.

`^` before it makes it large, and `_` makes its first group a name.
"""

_DOES = r"(?:move|draw|deal|shuffle|add|collect|fill)\b"
_YOUR_TURN = r"it(?: is|'s) (?:the )?\w+(?:'s)? turn\b"
_PLACE = r"\b[a-z]\w*(?:\[\w+\])?(?: of (?:(?:next|previous) player|player \d+|[a-z]\w*))?"
SPOKEN_LINES: tuple[Pair, ...] = (
    (r"\b(?:each|every|any|the|a) player(?= (?:does|may do)\b)", "mover"),
    (rf" and {_YOUR_TURN}", ""), (rf" (?:when|if) {_YOUR_TURN} and\b", " when"), (rf" (?:when|if) {_YOUR_TURN}", ""),
    (r"\bis not equal to\b", "is not"), (r"\bis equal to\b", "is"), (r"\bonly (?:when|if)\b", "when"),
    (r"\bis one (?:higher|more|greater|larger|bigger) than\b", "is one above"),
    (r"\bis one (?:lower|less|smaller|fewer) than\b", "is one below"),
    (r"\bunless ([^:;@]+?)(?= *(?:[:;@]|$))", r"when not (\1)"),
    (r"\brepeat (?=\w+ times\b)", ""), (r"\bor (?:no [a-z]\w*|none|nothing)\b", "or nobody"),
    (r"\bdeck(?: of)? 52(?: playing)? cards\b", "deck standard"), (r"\bdeck of (?=standard\b)", "deck "),
    (r"^( *)(?:(?:an?|the|use|with|one) )*standard (?:deck|pack)\b(?: of cards)?", r"\1deck standard"),
    (r"^( *)(?:the )?cards(?= [\dAKQJ])", r"\1deck"),
    (r"\bbecomes (?=\w+ \w+ with (?:greatest|least)\b)", "becomes the "),
    (r": (\w+ \w+ with (?:greatest|least) [^:]*?) wins\b", r": (the \1) wins"),
    (r"\brepeat until ([^:]+?) or mover passes(?= *:)", r"repeat until mover passes or \1"),
    (rf"\bnumber of cards in ({_PLACE})", r"size of \1"),
    (r"\bnumber of (?:(?:the|all) )?(\d+|[AKQJ])(?:'?s)? in ([^()=<>:;]+?)(?= *(?:[)=<>:;]|$))",
     r"number of c in \2 with c is \1"),
    (rf"({_PLACE}) and ({_PLACE}) are (?:both )?(not )?empty\b", r"\1 is \3empty and \2 is \3empty"),
    (rf"^( *)(?:then )?(?={_DOES}|go again\b|end the turn\b)", r"\1does: "),
    (rf"^( *does) (?={_DOES})", r"\1: "),
    (rf"^( *(?:does|step) (?!{_DOES})\w+) (?={_DOES})", r"\1: "),
    (rf"^( *)(?:effects?|actions?|result): *(?={_DOES})", r"\1does: "),
    (r"^( *step (deal|draw|move|shuffle|add|fill|collect))(?= )", r"\1: \2"),
    (rf"(?<=\S)(?:,| and|, and|\.) then(?= {_DOES})", ";"),
    (r"\b([a-z]\w*) (?:goes|moves|is (?:put|moved|laid|placed)) (?:to|on|onto|into) ", r"move \1 to "),
    (r"\bstarts with all(?: (?:of )?the)? cards\b", "starts with every card"),
    (r"\b(cards?) of (?:the same|same|any|a|1) rank\b", r"\1 of one rank"),
    (r"\b(cards?) of (?:another rank|(?:a (?:different|second)|the other|some other)(?: rank)?)\b", r"\1 of another"),
    (r"\b(\d+) of (?=one rank\b|another\b|each of\b)", r"\1 cards of "),
    (r"\b(cards? of) (?=(?:\d+|\d+ or more|\d+ to \d+) (?:\w+ )?ranks\b)", r"\1 each of "),
    (rf"\b{FOLLOWING} ranks\b", "ranks in a run"), (r"\bother (cards?) (?:each|per rank|for each rank)(?=$|,)",
     r"other \1 for each"),
    (r"(?<=\w) (?:with|plus|\+) (?=\d+ (?:other )?cards?\b)", " and "),
    (r"\branks(?:,| that follow (?:one another|each other)|) in (?:a )?(?:run|row|sequence)\b", "ranks in a run"),
    (r"\branks (?:that|which) follow (?:one another|each other)\b", "ranks in a run"),
    (r"\bcards of as many other ranks\b", "cards of each of as many other ranks"),
    (r"\band (?:an?other|an?|1) card(?=$|,)", "and 1 other card"),
    (r"^( *(?:play|legal|illegal)) *: *(\w+\(.*\))$", r"\1 \2"),
    (r"^( *(?:play|legal|illegal)) *: *([a-z]\w*) ([^()]+)$", r"\1 \2(\3)"),
)  # fmt: skip
"""Lines as people speak them who know a rulebook."""

SURE: tuple[Pair, ...] = (
    (r"\b([a-z]\w*(?:-[a-z]\w*)+)", "_"), (r"\b(face|seen|starts)-(\w+)", r"\1 \2"), (r"\bcan not\b", "cannot"),
    (r"\bnot (is|are|has)\b", r"\1 not"),
    (r"\b(?:all|every(?:body|one)?|each)(?: players?)? wins?\b", "every player p with yes wins"),
    *SPOKEN_LINES, (r"\.(?= *$)", ""), (r"\bthe ", ""),
)  # fmt: skip
"""Where the line can be read with one of these, nothing else is meant; they may stand before the refused word."""

WORDS: tuple[Pair, ...] = (
    (r"\b(?:allow|permit)(?:s|ed)?\b", "permit"), (r"\b(?:disallow|deny|prohibit|ban|forbid)s?\b", "forbid"),
    (r"\bdo\b", "does"), (r"\bif\b", "when"), (r"\bwhen\b", "if"), (r"\belse\b", "otherwise"), (r" then ", ": "),
    (r"\b(?:minimum|lowest|fewest|smallest)\b", "least"), (r"\b(?:maximum|highest|most|largest|biggest)\b", "greatest"),
    (r"\beach\b", "every"), (r"\bevery\b", "each"), (r"\bends? by\b", "ended by"),
    (r"\b(?:starting|beginning) (?:with|from|at)\b", "from"), (r"\bequals?\b", "is"),
    (r"\b((?!top|bottom)\w+ of \w+) match(?:es)?\b", r"\1 is"),
    (r"\bis (?:the )?same as\b", "is"), (r"\bmove (\d+ cards?)\b", r"draw \1"), (r"\bruling is\b", "ruling"),
    (r"\bwhere\b", "with"), (r"\b(?:greater|larger|bigger|higher) than\b", "more than"),
    (r"\b(?:smaller|lower|fewer) than\b", "less than"), (r"\b(?:put|place) (\w+) (?:on|onto|in|into) ", r"move \1 to "),
    (r"\b(?:onto|into|on)\b", "to"), (r"\b(deal|draw|move|shuffle|skip|add)s\b", r"\1"), (r"\bwin\b", "wins"),
    (r"\b(?:counts?|(?:is|are) worth)(?: as)?\b", "are"), (r"\b(?:counts?|(?:is|are) worth)(?: as)?\b", "is"),
)  # fmt: skip
"""Words of other languages; one may stand well before the word that is refused."""

SIGNS: tuple[Pair, ...] = (
    # signs of other languages, and of word processors
    (r" *\|\|? *", " or "), (r" *&&? *", " and "), (r"!(?!=) *", "not "), ("==", "="), ("=>", ">="), ("=<", "<="),
    ("<>", "!="), ("\u2265", ">="), ("\u2264", "<="), ("\u2260", "!="), ("\u2212", "-"), ("\u00d7", "*"),
    (r" ?(?:\.\.\.|\u2026) ?", ".."), (r" ?[-\u2013\u2014] ?", ".."), (r" ?[-\u2013\u2014] ?", " to "),
    (r" to ", ".."), (r" ?// ?", " # "), (r"(.+?) \+= (\w+)", r"add \2 to \1"),
    (r"[\u2018'\u201c\u201d\u201e\u00ab\"]([^\"'\u201c\u201d\u2018\u2019\u00bb]*)[\u2019'\u201c\u201d\u00bb\"]",
     r'"\1"'),
    # what is somebody's, and short forms
    (r"\b(player \d+|\w+)['\u2019]s (\w+)", r"\2 of \1"), (r"\b(\w+)\.(\w+)", r"\2 of \1"),
    (r"\bcan['\u2019]t\b", "cannot"),
    (r"\b(is|are)n['\u2019]t\b", r"\1 not"),
)  # fmt: skip

ORDER: tuple[Pair, ...] = (
    (r"^( *(?:permit|forbid|does) \w+)( .*?)( @ \"[^\"]*\"(?:, \"[^\"]*\")*)", r"\1\3\2"),
    (r"( (?:under|at|when) .*?)( @ \"[^\"]*\"(?:, \"[^\"]*\")*)(?= *(?::|$))", r"\2\1"),
    (r": *(@ \"[^\"]*\") *", r" \1: "),
    (r"^( *\w+(?: \w+)?): (.*?) *(@ \"[^\"]*\")$", r"\1 \3: \2"), (r"\bwhen (@ \"[^\"]*\")", r"\1 when"),
    (r"( when .*?)( (?:at|under) .*?)(?= *:|$)", r"\2\1"), (r"( to [\w ]+)( from [\w ]+)", r"\2\1"),
    (r"\bwins (\w+(?: \d+)?)", r"\1 wins"), (r"\bis\b", "="), (r" (?:is|=) (?:an? )?", ": "),
    (r"\b(card|player|number|rank|suit) (\w+)\b(?=.*\))", r"\2: \1"),
    (r"\((cards?) from\b", r"(c: \1 from"),
    (r"\b(players|deck|choice|step|move|define|question|claim|number|option|ruling|given|then|ended) *: *", r"\1 "),
    (r"\b(reading|ruling) (\w+) *: *", r"\1 \2 "), (r"\"([^\"]*)\"", "_"), (r"\b(\w+) of ([a-z])\w*", r"^\1\2"),
    (r" +(?:or|and) +", ", "), (r"\[[^\]]*\]", r"^\g<0>"), (r"\b(\d+|[akqj])([shdc])\b", r"^\1\2"),
    (r"\b(\w+) of (\w+)(?= *:)", r"\1[\2]"), (r"\b(\w+)\((\w+)\)(?= *:)", r"\1[\2]"), (r", *", " "), (r", *", " and "),
    (r"^( *(?:play|legal|illegal) \w+) (.+)$", r"\1(\2)"), (r"\b(\w+) ([a-z])\b", r"\1(\2)"),
    (r"\b(player \d+) (\w+)", r"\2 of \1"), (r"^( *)(\w+\(.*\))$", r"\1play \2"), (r"^( *)(\w+ @)", r"\1step \2"),
)  # fmt: skip
"""What stands in another order, or with other signs between."""

LEFT_OUT: tuple[Pair, ...] = (
    (r"\bmover (?=player\b)", "mover = "), (r"(?<=\w) (?=player\b|hand\b)", " of "),
    (r"(?<=\w) (?=(?!wins?|has|have|does|can|cannot|scores?)\w)", " is "), (r"(?<=\w) (?=\w)", ", "),
    (r"\b(\w+) (\w+)", r"\2 of \1"),
)  # fmt: skip
"""What joins two words, where it is left out."""


SPOKEN: tuple[Pair, ...] = (
    (r"\bevery (\w+ \w+|\w+ in [\w ]+?) with (.+?) has ", r"every \1 has not (\2) or "),
    (r" x ", " * "), (r"([AJQK\d]+), ([AJQK\d]+), ([AJQK\d]+)", r"\1 \2 \3"), (r"([AJQK\d]+), ([AJQK\d]+)", r"\1 \2"),
    (r"\bset of at least (\d+) cards\b", r"set of \1 or more cards"), (r"\b(\d+)\+ cards\b", r"\1 or more cards"),
    (r"\bset of (\d+) or (\d+) cards\b", r"set of \1 to \2 cards"),
    (r"(\w) (as \"[^\"]*\")(\[[^\]]*\])", r"\1\3 \2"), (r"\[([a-z]\w*)\]", r"\1"),
    (r"\bminus\b", "-"), (r" cards?(?=$|[,;:)])", ""), (r"\btrue or false\b", "yes or no"),
    (r"\bhas cards\b", "is not empty"), (r"\bunless ([^:;]+)", r"and not (\1)"),
    (r"\b(?:if|when) (?=players\b)", "under "),
    (r"\blet (\w+) =", r"let \1 be"), (r"\((\w+): (\d+ to \d+)\)", r"(\1: number \2)"),
    (r"\b(?:subtract|take) (.+?) from (.+)$", r"\2 becomes \2 - \1"), (r"\bincrease (.+) by (.+)$", r"add \2 to \1"),
    (r"\b(?:decrease|reduce|lower) (.+) by (.+)$", r"\1 becomes \1 - \2"), (r"\bset (.+?) to (.+)$", r"\1 becomes \2"),
    (r"\b(?:an? )?random (?:player|card|suit|rank)\b", "random"),
    (r"\bcollect (?:all|the|all the|every) cards?\b", "collect every card"),
    (r"\b(?:can|may)\b", "may do"), (r"\bmust(?: do)?\b", "does"),
    (r"(?<=: )(?:heap|deck|pile)\b", "stack"), (r"\b(?:hidden|closed)\b", "face down"),
    (r"\b(?:open|visible)\b", "face up"), (r"^( *\w+)( at \w+)( @ \"[^\"]*\"(?:, \"[^\"]*\")*)", r"\1\3\2"),
)  # fmt: skip
"""What is said aloud, and in rulebooks; it is written otherwise here."""

LAST: tuple[Pair, ...] = (
    (r"\.\.", " to "),
    (r"\bwhen\b", "or"),
    (r"\bis\b", "becomes"),
    (r"^( *)(\w+\(.*\))$", r"\1do \2"),
)
"""What is only tried where nothing else is meant."""


def _compiled(pairs: tuple[Pair, ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(written), instead) for written, instead in pairs)


_SURE, _WORDS, _HERE = _compiled(SURE), _compiled(WORDS), _compiled((*SIGNS, *WORDS, *SURE, *SPOKEN, *ORDER, *LAST))
_LEFT_OUT = _compiled(LEFT_OUT)
_WORD = re.compile(r'"[^"\n]*"|\w+|[^\s\w#]')
_BLANKS = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")


def rewritten(text: str, at: int, *, sure: bool = False, told: bool = False) -> Fix | None:
    """The first change at a refused word or sign with which its line can be read; only a sure one, where asked.

    Where it is `told` how the line is written here, no word is put between two others: that would only make it read.
    """
    start, end = written_line(text, at)
    if end - start > LONGEST:
        return None
    for fix in islice(_changes(text[start:end], start, at - start, sure=sure, told=told), MOST_TRIED):
        if reads_with(text, fix) or (fix.message == LEAVE_THE and sure and reads_past(text, fix, at)):
            return fix
    # A line with a second slip further on.
    beyond = re.match(rf"(?:\S+\s*){{0,{FURTHER}}}", text[at:end])
    further = at if beyond is None else at + beyond.end()
    here = () if sure or further >= end else _at(text[start:end], start, at - start, _HERE)
    return next((fix for fix in islice(here, MOST_AGAIN) if reads_past(text, fix, further)), None)


def _changes(line: str, start: int, at: int, *, sure: bool, told: bool) -> Iterator[Fix]:
    if _BLANKS.search(line) and not sure:
        yield Fix("write plain blanks", Span(start, start + len(line)), _BLANKS.sub(" ", line))
    if sure:
        yield from _at(line, start, at, _SURE, sure=True)
        return
    yield from _at(line, start, at, _HERE)
    for written, instead in _WORDS:
        for found in written.finditer(line, 0, at):
            yield from _change(found, instead, start)
    yield from _swaps(line, start, at)
    if not told:
        yield from _at(line, start, at, _LEFT_OUT)


def _at(
    line: str, start: int, at: int, changes: tuple[tuple[re.Pattern[str], str], ...], *, sure: bool = False
) -> Iterator[Fix]:
    """The changes at a refused word; the sure ones before it, too."""
    for written, instead in changes:
        for found in written.finditer(line):
            if found.start() <= at <= found.end() or (sure and found.end() <= at):
                yield from _change(found, instead, start)


def _swaps(line: str, start: int, at: int) -> Iterator[Fix]:
    """Two words or signs side by side that may stand the other way round."""
    words = list(_WORD.finditer(line))
    here = next((i for i, word in enumerate(words) if word.end() > at), len(words) - 1)
    for left in (here - 1, here, here - 2):
        if 0 <= left < len(words) - 1:
            one, two = words[left], words[left + 1]
            new = two.group() + line[one.end() : two.start()] + one.group()
            if re.search(r"\w$", line[: one.start()]) and re.match(r"\w", new):
                continue
            title = f"put `{two.group()[:30]}` before `{one.group()[:30]}`"
            yield Fix(title, Span(start + one.start(), start + two.end()), new)


def _change(found: re.Match[str], instead: str, start: int) -> Iterator[Fix]:
    new, old = _expanded(found, instead), found.group()
    if new != old:
        title = f"write `{new.strip()}`" if new.strip() else f"leave `{old.strip()}` out"
        yield Fix(title, Span(start + found.start(), start + found.end()), new)


def _expanded(found: re.Match[str], instead: str) -> str:
    if instead == "_":
        return re.sub(r"\W+", "_", found.group(1).lower()).strip("_")
    return found.expand(instead[1:]).upper() if instead.startswith("^") else found.expand(instead)
