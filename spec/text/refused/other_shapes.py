"""How people speak of cards that are made up of parts, and how a shape says it."""

from __future__ import annotations

from spec.text.refused.slip import Slip

HOUSE = "say how many cards of which ranks: `3 cards of one rank and 2 cards of another`"
EACH = "say how many cards of how many ranks: `2 cards of each of 2 ranks`, `... of 3 or more ranks in a run`"
ONE = "write `of one rank`, as in `3 cards of one rank and 2 cards of another`; of all cards, `3 cards, same rank`"
ANOTHER = "further ranks are `2 cards of another` or `2 cards of each of 2 other ranks`"
FIRST = "the first ranks are `3 cards of one rank` or `3 cards of each of 2 ranks`; others follow `and`"
AS_MANY = "write `2 cards of each of as many other ranks`"
OTHERS = "cards that are left over are told last: `and 1 other card`, or `and 1 other card for each`"
ANY_RANK = "other cards are of any ranks that are left; of one rank are `2 cards of another`"
IN_A_RUN = "ranks that follow one another are written `2 cards of each of 3 or more ranks in a run`"
NO_RUN = "a run has several ranks: `2 cards of each of 3 or more ranks in a run`"
BY_RANK = "parts differ in rank; what all cards share follows a comma: `, same suit`"
NO_NAMES = "a shape names no ranks, as in `3 cards of one rank`; which rank it is, is asked where a move is permitted"
JOINED = "parts are joined by `and`: `3 cards of one rank and 2 cards of another`"
EITHER = "each shape has a name of its own, and a move takes either: `lay(cards: four or house from hand of mover)`"
ENDS = "the first and the last rank of a run are written `a run from 3 to A`"
ENDS_FIRST = "where the ace stands is said last: `a run from 10 to A with ace high`"
OR_MORE = "write `4 or more cards of one rank`"

_GROUPS = r"(?:pairs?|couples?|doubles?|triples?|triplets?|trios?|trips|threes?|quads?|quadruples?|fours?)"
_FIGURES = r"(?:kings?|queens?|jacks?|aces?|knights?|deuces?|[0-9]+s|[AKQJ]s?)"
FOLLOWING = r"(?:consecutive|adjacent|successive|subsequent|neighbou?ring|following|sequential)"
_SHAPE = r"shape [^:]*: *(?:set|sequence) of "

IN_SHAPES = (
    Slip("", rf"{_SHAPE}(?:.* )?\w+(?: or more)?", rf"(?:{FOLLOWING} )?{_GROUPS} in (?:a )?(?:run|row|sequence)\b",
         IN_A_RUN),
    Slip("", rf"{_SHAPE}(?:.* )?(?:two|three|four|five|\d+|\w+ or more)", rf"(?:{FOLLOWING} )?{_GROUPS}\b", EACH),
    Slip("", rf"{_SHAPE}(?:.* )?\w+", rf"(?:full house|{_GROUPS})\b", HOUSE),
    Slip("", rf"{_SHAPE}(?:.* )?\w+", rf"{_FIGURES}(?=$|,| and\b)", NO_NAMES),
    Slip("", rf"{_SHAPE}(?:.* )?\w+", r"(?:equal|identical|matching|like|alike) cards?\b", ONE),
    Slip("", rf"{_SHAPE}.*\bother cards?", r"(?:of|with|in)\b", ANY_RANK),
    Slip("", rf"{_SHAPE}(?:.* )?\w+", r"of (?:one|an|another|each|the|a|every)\b", HOUSE),
    Slip("", rf"{_SHAPE}\w+(?: or more| to \w+)?", r"other cards?\b", OTHERS),
    # Of which ranks.
    Slip("another", rf"{_SHAPE}.*\bcards? of", r"(?:one|the same|same|any|a) rank\b", ANOTHER),
    Slip("another", rf"{_SHAPE}.*\bcards? of", r"(?:the|an?|some|one|any)\b", ANOTHER),
    Slip("", rf"{_SHAPE}.*\bcards? of", r"(?:the same|same|equal|an?|any|some|1|identical) rank\b", ONE),
    Slip("", rf"{_SHAPE}.*\bcards? of", r"another\b", FIRST),
    Slip("", rf"{_SHAPE}.*\bcards? of", r"as many\b", AS_MANY),
    Slip("", rf"{_SHAPE}.*\bcards? of(?: each of \w+(?: or more| to \w+)?)?", rf".*\b{FOLLOWING}\b", IN_A_RUN),
    Slip("", rf"{_SHAPE}.*\bcards? of(?: each)?", r"\w+ (?:or more |to \w+ )?(?:\w+ )?ranks\b"
         r"|(?:each|every) rank\b|rank in\b|rank$", EACH),
    Slip("", rf"{_SHAPE}.*\bcards? of(?: one| another)?", r"(?:(?:the )?same )?(?:suit|colou?r)\b", BY_RANK),
    Slip("", rf"{_SHAPE}.*\bcards? of", rf"(?:rank )?{_FIGURES}(?=$|,| and\b)", NO_NAMES),
    Slip("", rf"{_SHAPE}.*\bcards? of another", r"rank\b", "leave out `rank`: `2 cards of another`"),
    Slip("", rf"{_SHAPE}.*\bcards? of (?:one rank|another)", r"in\b", NO_RUN),
    Slip("", rf"{_SHAPE}.*\branks", r"(?:that|which|who|of)\b", IN_A_RUN),
    Slip("", rf"{_SHAPE}.*\branks in(?: a)?", r"(?:a )?(?:row|sequence|order|line|straight)\b", IN_A_RUN),
    Slip("", rf"{_SHAPE}.*\branks,", r"(?:in|a) (?:a )?(?:run|row|sequence)\b", IN_A_RUN),
    # Between which ranks.
    Slip("", rf"{_SHAPE}.*\ba run", r"(?:between|of|up|without|above|below|not|no|starting|beginning|ending|in) \b",
         ENDS),
    Slip("", rf"{_SHAPE}.*\ba run from \w+", r"(?:up|through|till|until|and|-)", ENDS),
    Slip("", rf"{_SHAPE}.*\ba run from \w+\.\.\w+", r"", ENDS, "E0121"),
    Slip("", rf"{_SHAPE}.*\ba run with ace (?:low|high)", r"from\b", ENDS_FIRST),
    # What joins the parts, and what is left over.
    Slip("", rf"{_SHAPE}.*\bother cards?(?: for each)?", r"(?:each|per|for|rank)\b", OTHERS),
    Slip("", rf"{_SHAPE}.*\bas", r"many other cards?\b", OTHERS),
    Slip("of", rf"{_SHAPE}.* of .* and \w+(?: or more| to \w+)? cards?", r"$", OTHERS, "E0121"),
    Slip("", rf"{_SHAPE}.*\b(?:one rank|another|ranks|in a run)", r"(?:with|plus)\b|[+&]", JOINED),
    Slip("", rf"{_SHAPE}.*\b(?:one rank|another|ranks|in a run) with", r"\d", JOINED),
    Slip("", rf"{_SHAPE}.*\b(?:one rank|another|ranks|in a run),", r"(?:and )?\w+ (?:other )?cards?\b", JOINED),
    Slip("", rf"{_SHAPE}.*\b(?:one rank|another|ranks)", r"or more\b", OR_MORE),
    Slip("", rf"{_SHAPE}.*\b(?:one rank|another|ranks|in a run|cards?)", r"or\b", EITHER),
)  # fmt: skip
