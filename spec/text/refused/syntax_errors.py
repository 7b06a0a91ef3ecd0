"""Says what is wrong where the grammar refuses a section's text.

Leaves mending the text and reading on to `spec.text.parse`. Offsets are into the section's text; `spec.text.parse`
moves them.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from spec.diagnostics.diagnostic import Diagnostic, Fix, diagnose
from spec.names.suggestions import nearest
from spec.text.layout import code_end, lines_of, with_children, written_line
from spec.text.refused import common_mistakes
from spec.text.refused.cards_in_words import cards_in_words
from spec.text.refused.closing import quoted
from spec.text.refused.else_if import nested, too_late
from spec.text.refused.indentation import moved_to, step_of
from spec.text.refused.known_names import introduced, meant
from spec.text.refused.missing_words import LONGEST, missing_before, reads_with, sign_instead
from spec.text.refused.other_conditions import NOT
from spec.text.refused.rewriting import rewritten
from spec.text.reserved import fixed_words, reserved_name, value_words
from spec.text.source import Line, Span

SIGNS = {
    "COLON": "`:`", "COMMA": "`,`", "LPAR": "`(`", "RPAR": "`)`", "LSQB": "`[`", "RSQB": "`]`", "MORETHAN": "`>`",
    "VBAR": "`|`", "SEMICOLON": "`;`", "EQUAL": "`=`", "PLUS": "`+`", "MINUS": "`-`", "STAR": "`*`", "AT": "`@`",
    "NAME": "a name", "INT": "a number", "STRING": "a quoted text", "RANK": "a rank", "CARD": "a card",
    "RANK_NAME": "a rank",
    "_NL": "the end of the line", "COMPARE": "a comparison", "__ANON_0": "`..`", "WAY": "`up` or `down`",
    "_OR_MORE": "`or more`", "UP_TO": "`up to`", "ANY_ORDER": "`in any order`", "ROUND": "`round the corner`",
    "DOES": "`does` or `may do`", "OR_NOBODY": "`or nobody`", "EVERY_CARD_INTO": "`every card into`",
    "REST_OF": "`rest`", "DEAL_EVERY_CARD": "`deal every card from`", "AT_THE_END": "`at the end`",
    "UNTIL_MOVER_PASSES": "`until mover passes`", "WITHOUT_A_RULE": "`without a rule`",
    "BEGINNING_WITH": "`beginning with`",
    "HALF_OF": "`half of`", "GREATER_OF": "`greater of`", "SMALLER_OF": "`smaller of`",
}  # fmt: skip
GOES_ON = ("as", "PLUS", "MINUS", "STAR", "plus", "common", "without", "divided", "of", "LPAR", "LSQB", "INT")
"""What may follow nearly any value: where something else has to follow, that is what lacks."""
NO_BLOCK = "this line is indented, but the line above it opens no block"
OTHERWISE = "`otherwise` stands level with its `choice`: in a line below it, indented as far"
CONTINUED = "a line goes on with `and`, `or`, `when`, `with`, `+`, or after a comma; write this behind the line above"
REWRITTEN = ("E0105", "E0109", "E0124", "E0128")
"""A change that is surely meant takes the place of what these say, or joins it."""
SHOWN = 8
"""A longer list of what could stand here helps nobody."""


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """What is wrong, the offset of the line to blame, and a text as long that mends it, if there is one."""

    diagnostic: Diagnostic
    at: int
    mended: str | None = None


def syntax_problem(text: str, error: UnexpectedInput, written: str = "") -> SyntaxProblem:
    """What to say of the grammar's refusal of a text, with a change that mends it where one is known.

    `written` is the whole file: the names that it introduces tell what is meant.
    """
    refused = _place(text, error)
    if (twice := None if refused is None else _twice(text, refused)) is not None:
        return twice
    found = _problem(text, error, written)
    at = found.diagnostic.span.start
    if too_late(text, at):
        message = "`otherwise` stands above and holds in all cases that are left, so no case can follow it"
        return replace(found, diagnostic=diagnose("E0124", found.diagnostic.span, message, why=""))
    if found.diagnostic.code == "E0124" and (below := nested(text, at)) is not None:
        return replace(found, diagnostic=replace(found.diagnostic, fix=below))
    sure = rewritten(text, at, sure=True) if found.diagnostic.code in REWRITTEN else None
    if sure is not None and found.diagnostic.code == "E0124":
        return replace(found, diagnostic=replace(found.diagnostic, fix=sure))
    if sure is not None:
        written = text[sure.span.start : sure.span.end].strip()
        message = f"`{written[:40]}` does not fit here; {sure.message}"
        return SyntaxProblem(diagnose("E0124", sure.span, message, why="", fix=sure), at)
    if found.diagnostic.fix is not None:
        return found
    told = found.diagnostic.code == "E0124"
    return replace(found, diagnostic=replace(found.diagnostic, fix=rewritten(text, at, told=told)))


def _place(text: str, error: UnexpectedInput) -> int | None:
    """The offset of a refused word or sign; None where a block begins or a line ends."""
    match error:
        case UnexpectedCharacters():
            return min(getattr(error, "pos_in_stream", None) or 0, len(text) - 1)
        case UnexpectedToken() if error.token.type not in ("_INDENT", "_DEDENT", "$END"):
            return min(error.token.start_pos or 0, len(text.rstrip()))
        case _:
            return None


def _problem(text: str, error: UnexpectedInput, written: str) -> SyntaxProblem:
    match error:
        case UnexpectedCharacters():
            at = _place(text, error) or 0
            return ("STRING" in error.allowed and _unquoted(text, at)) or odd_sign(text, at)
        case UnexpectedToken():
            return _odd_word(text, error, written)
        case _:
            raise AssertionError("the parser refuses by a sign or by a word") from error


def odd_sign(text: str, at: int) -> SyntaxProblem:
    """A sign that begins nothing that the grammar knows; capital letters are made small."""
    start = at
    while start > 0 and re.match(r"[A-Za-z0-9_]", text[start - 1]):
        start -= 1
    word = re.match(r"[A-Za-z0-9_]+", text[start:])
    if word and re.fullmatch(r"\d+[A-Z]", word.group()):
        message = f"`{word.group()}` does not fit here; several cards stand in brackets: `[7H 8S joker]`"
        return SyntaxProblem(diagnose("E0109", Span(start, start + len(word.group())), message), at)
    if word and (read := re.search(r"[ \t]+(?:called|named)[ \t]+$", text[:start])) is not None:
        span = Span(read.start(), start + len(word.group()))
        fix = Fix(f'write `as "{word.group()}"`', span, f' as "{word.group()}"')
        message = f'what people read for a name follows `as`: `as "{word.group()[:40]}"`'
        mended = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
        return SyntaxProblem(diagnose("E0124", span, message, why="", fix=fix), at, mended)
    if word and re.search("[A-Z]", word.group()) and not word.group()[0].isdigit():
        written = word.group()
        span = Span(start, start + len(written))
        fix = Fix(f"write `{written.lower()}`", span, written.lower())
        found = diagnose("E0204", span, f"`{written[:40]}`: names are written small", fix=fix)
        return SyntaxProblem(found, at, text[:start] + written.lower() + text[start + len(written) :])
    if (torn := _torn(text, at, at + 1)) is not None and re.match(r"\w", text[at]):
        return torn
    sign = text[at : at + 1]
    shown = sign if sign.isprintable() else f"U+{ord(sign or ' '):04X}"
    if sign == "/":
        return SyntaxProblem(diagnose("E0125", Span(at, at + 1), common_mistakes.DIVISION), at)
    message = f"`{shown}` has no meaning in a rule file here"
    if text[max(0, at - 1) : at + 2] == "n't":
        message += f"; {NOT}"
    elif re.match(r"\d\.\d", text[at - 1 : at + 2]):
        message += "; numbers are whole: count in halves or tenths, as in `2 * x + 1` for `x + 0.5`"
    elif re.match(r"\.(?:\s|$)", text[at:]):
        message += "; no full stop ends a line, and what follows it stands on a line of its own"
    elif sign in common_mistakes.SIGNS:
        message += f"; {common_mistakes.SIGNS[sign]}"
    return SyntaxProblem(diagnose("E0109", Span(at, at + 1), message), at)


def _unquoted(text: str, at: int) -> SyntaxProblem | None:
    """A text without its quotation marks; what it says is read as blanks, or as a text as long."""
    while at > 0 and re.match(r"\w", text[at - 1]):
        at -= 1
    fix = quoted(text, at) if re.match(r"\w", text[at:]) else None
    if fix is None:
        return None
    start, end = fix.span.start, fix.span.end
    cited = re.search(r"@[ \t]*$", text[:start])
    # A display name has to say something, and something else than others: its end does.
    kept = text[start + 2 : end] if re.search(r"\bas[ \t]+$", text[:start]) else " " * (end - start - 2)
    shut = f'"{kept}"' if cited is None else ""
    start = start if cited is None else cited.start()
    mended = text[:start] + (shut or " " * (end - start)) + text[end:] if end - start > 1 else None
    message = "the quotation marks are missing"
    return SyntaxProblem(diagnose("E0108", fix.span, message, fix=fix), at, mended)


def _indented(text: str, at: int) -> SyntaxProblem:
    """A line that is indented where no block begins; or the one above it, where that begins its block badly."""
    lines = lines_of(text)
    number = next((i for i, line in enumerate(lines) if line.start > at), len(lines) - 1)
    if number < 1:
        return SyntaxProblem(diagnose("E0103", Span(at, at + 1), NO_BLOCK), at)
    above, line = lines[number - 1], lines[number]
    opens = lines[number - 2].indent if number > 1 else 0
    if opens < above.indent != opens + step_of(lines) == line.indent:
        span = Span(above.start, above.start + above.indent)
        message = f"this line is indented by {above.indent}, and the next one of its block by {line.indent}"
        fix = moved_to(text, above, above.end, line.indent)
        return SyntaxProblem(diagnose("E0103", span, message, fix=fix), above.start)
    span = Span(line.start, line.start + 1)
    if re.match(r"[ \t]*choice\b", text[above.start :]) and re.match(r"[ \t]*otherwise\b", text[line.start :]):
        fix = moved_to(text, line, with_children(text, line.start)[1], above.indent)
        word = Span(line.start + line.indent, line.start + line.indent + len("otherwise"))
        return SyntaxProblem(diagnose("E0103", word, OTHERWISE, fix=fix), line.start)
    if re.match(r"\s*(?:[-+*|]|(?:plus|without|common)\b)", text[line.start :]):
        return SyntaxProblem(diagnose("E0103", span, CONTINUED), line.start)
    end = with_children(text, line.start)[1]
    fix = moved_to(text, line, end, above.indent)
    return SyntaxProblem(diagnose("E0103", span, NO_BLOCK, fix=fix), line.start)


def _odd_word(text: str, error: UnexpectedToken, written: str) -> SyntaxProblem:
    token = error.token
    at = min(token.start_pos or 0, len(text.rstrip()))
    if token.type == "_INDENT":
        return _indented(text, at)
    if token.type in ("_DEDENT", "$END", "_NL"):
        return _early_end(text, error, at)
    if "_INDENT" in error.accepts:
        above = [line for line in lines_of(text) if line.end < at]
        if above:
            return _no_block(text, above[-1])
    word, accepted = str(token), {*_words(error), *_signs(error)}
    if (torn := _torn(text, at, at + len(word))) is not None:
        start, end = torn.diagnostic.span.start, torn.diagnostic.span.end
        return _slip(text, start, accepted, text[start:end]) or torn
    span = Span(at, at + max(1, len(word)))
    if token.type == "STRING" and "as" in accepted:
        fix = Fix("put `as` before it", Span(at, at), "as ")
        message = f"a display name follows `as`: `as {word[:40]}`"
        return SyntaxProblem(diagnose("E0128", span, message, fix=fix), at)
    if token.type == "STRING" and (named := re.search(rf"\b([a-z]\w*)[ \t]+as[ \t]+{re.escape(word)}", written)):
        fix = Fix(f"write `{named[1]}`", span, named[1])
        message = f"{word[:60]} is what people read; the rules speak of it by its name, `{named[1][:40]}`"
        return SyntaxProblem(diagnose("E0124", span, message, why="", fix=fix), at)
    if "STRING" in error.accepts and (unquoted := _unquoted(text, at)) is not None:
        return unquoted
    if word.isidentifier() and (known := meant(text, at, word, written)) is not None:
        return SyntaxProblem(known, at)
    if (cards := cards_in_words(text, at)) is not None:
        return SyntaxProblem(cards, at)
    digits = common_mistakes.DIGITS.get(word) if "INT" in error.accepts else None
    counted = None if digits is None else Fix(f"write `{digits}`", span, digits)
    if counted is not None and reads_with(text, counted):
        message = f"`{word}` does not fit here; numbers are written in digits: `{digits}`"
        return SyntaxProblem(diagnose("E0127", span, message, fix=counted), at)
    guess = nearest(word, _words(error)) if token.type == "NAME" and not introduced(written, word) else None
    if guess and not common_mistakes.ALL_WIN.search(text[text.rfind("\n", 0, at) + 1 : at + len(word)]):
        return _misspelt(span, f"`{word[:40]}` does not fit here; did you mean `{guess}`?", guess)
    before = (
        _late_citation(text, at)
        or _block_within_a_line(text, at)
        or _slip(text, at, accepted, word)
        or _word_as_name(text, at, word)
        or _phrase_without_brackets(text, at, word)
        or _count_without_brackets(text, at)
        or _misspelt_before(text, at)
        or _missing(text, at, error, word)
    )
    if before is not None:
        return before
    return SyntaxProblem(diagnose("E0105", span, f"`{word[:40]}` does not fit here{_expected(error)}"), at)


def _torn(text: str, at: int, end: int) -> SyntaxProblem | None:
    """Blames a whole word, of which a part was read as a word of the language."""
    start = at
    while start > 0 and re.match(r"\w", text[start - 1]):
        start -= 1
    found = re.match(r"[a-z]\w*", text[start:])
    if found is None or not start <= at < start + found.end() or (start == at and found.end() <= end - start):
        return None
    word = found.group()
    message = f"`{word[:40]}` does not fit here"
    plainly = SyntaxProblem(diagnose("E0105", Span(start, start + len(word)), message), at)
    return _already(text, start, word) or plainly


def _count_without_brackets(text: str, at: int) -> SyntaxProblem | None:
    """Blames a count that is reckoned: `top k - 1 cards` for `top (k - 1) cards`."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    if not re.search(r"\b(?:top|bottom|draw|deal)[ \t]+$", line):
        return None
    reckoned = re.match(r"(\w+(?:[ \t]*[-+*][ \t]*\w+)+)[ \t]+cards?\b", text[at:])
    if reckoned is None:
        return None
    words, span = reckoned.group(1), Span(at, at + reckoned.end(1))
    fix = Fix(f"write `({words[:40]})`", span, f"({words})")
    return SyntaxProblem(
        diagnose("E0124", span, f"`{words[:40]}` is reckoned first, so it stands in brackets", fix=fix), at
    )


def _already(text: str, at: int, word: str) -> SyntaxProblem | None:
    """Blames the kind of place before a name that is such a place: `column src`, where the rule says `src: column`."""
    before = re.search(r"\b([a-z]\w*)[ \t]+$", text[text.rfind("\n", 0, at) + 1 : at])
    if before is None or not re.search(rf"\b{re.escape(word)}[ \t]*:[ \t]*{before.group(1)}\b", text):
        return None
    kind = before.group(1)
    start = at - len(before.group())
    fix = Fix(f"leave `{kind}` out", Span(start, at), "")
    message = f"`{word[:40]}` is a {kind} by itself; `{kind}` does not stand before it"
    return SyntaxProblem(diagnose("E0105", Span(start, at + len(word)), message, fix=fix), at)


def _misspelt(span: Span, message: str, guess: str) -> SyntaxProblem:
    fix = Fix(f"write `{guess}`", span, guess)
    return SyntaxProblem(diagnose("E0127", span, message, fix=fix), span.start)


def _word_as_name(text: str, at: int, word: str) -> SyntaxProblem | None:
    """Blames a word of the language that a line introduces."""
    start = text.rfind("\n", 0, at) + 1
    if not text[start:at].strip() and re.match(r"\w+ *(?:\[[^\]\n]*\] *)?:", text[at:]) and word in value_words():
        return SyntaxProblem(reserved_name(word, Span(at, at + len(word))), at)
    return None


def _twice(text: str, at: int) -> SyntaxProblem | None:
    """Blames a word that stands twice, at the refused word or before it, where the line can be read with one."""
    start, end = written_line(text, at)
    line = text[start:end]
    if len(line) > LONGEST:
        return None
    for found in re.finditer(r"(?<![\w\"])(\w+)[ \t]+(?=\1\b)", line):
        first, second = start + found.start(), start + found.end()
        fix = Fix("leave one out", Span(first, second), "")
        if first <= at and reads_with(text, fix):
            span = Span(second, second + len(found.group(1)))
            return SyntaxProblem(diagnose("E0105", span, f"`{found.group(1)[:40]}` stands twice", fix=fix), at)
    return None


def _missing(text: str, at: int, error: UnexpectedToken, word: str) -> SyntaxProblem | None:
    """Blames a word or sign that is missing, or stands for another: with it the line can be read."""
    wanted = [*_words(error), *_signs(error), *(["a name"] if "NAME" in error.accepts else [])]
    span = Span(at, at + max(1, len(word)))
    if (known := _already(text, at, word)) is not None:
        return known
    lacking = missing_before(text, at, wanted)
    if lacking == "a name":
        return SyntaxProblem(diagnose("E0128", span, f"a name is missing before `{word[:40]}`"), at)
    if lacking is not None:
        gap = " " if lacking[0].isalpha() else ""
        place = len(text[:at].rstrip()) if not gap else at
        fix = Fix(f"put `{lacking}` before `{word[:40]}`", Span(place, place), f"{lacking}{gap}")
        code = "E0120" if lacking == ":" else "E0128"
        return SyntaxProblem(diagnose(code, span, f"a `{lacking}` is missing before `{word[:40]}`", fix=fix), at)
    instead = sign_instead(text, at, word, wanted)
    if instead is None:
        return None
    fix = Fix(f"write `{instead}`", span, instead)
    code = "E0120" if instead == ":" else "E0127" if instead.isalpha() else "E0105"
    return SyntaxProblem(diagnose(code, span, f"`{instead}` is needed here, not `{word[:40]}`", fix=fix), at)


STATEMENTS = ("move", "draw", "shuffle", "decide", "continue", "leave", "nothing", "permit", "forbid", "precedence",
              "ruling", "reading", "given", "play", "legal", "illegal", "ended", "step", "choice", "pause",
              "turns")  # fmt: skip
"""Words that begin a line of a block; a slip in one shows only at the word after it."""


def _late_citation(text: str, at: int) -> SyntaxProblem | None:
    """Blames a citation that follows the colon that it has to stand before."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    if text[at : at + 1] != "@" or ":" not in line:
        return None
    span = Span(at, at + 1)
    message = 'a citation stands before the colon, after the name: `pair @ "Cards/1": ...`'
    return SyntaxProblem(diagnose("E0129", span, message), at)


def _block_within_a_line(text: str, at: int) -> SyntaxProblem | None:
    """Blames an `if` or `for` that follows a colon or semicolon: it has lines of its own under it."""
    first = re.search(r"[:;][ \t]*(if|for)[ \t]+$", text[:at])
    if first is None:
        return None
    span = Span(*first.span(1))
    message = f"`{first.group(1)}` begins a line of its own; write it on the next line, indented further"
    return SyntaxProblem(diagnose("E0126", span, message), span.start)


def _slip(text: str, at: int, accepted: Collection[str], word: str) -> SyntaxProblem | None:
    """Says how a thing is said here that is often said otherwise."""
    start = text.rfind("\n", 0, at) + 1
    known = common_mistakes.common_mistake(text[start:at], text[at:].split("\n", 1)[0], accepted)
    if known is None:
        return None
    code, message = known
    # What is said of a slip says all: the reason that these share says nothing of this one.
    why = "" if code == "E0124" else None
    return SyntaxProblem(diagnose(code, Span(at, at + max(1, len(word))), message, why=why), at)


REACHING = re.compile(
    r"(number|sum|least|greatest) of|(some|every|no|exactly one) (?=\w+ \w)|(first) (?=\w+ \w)|(cards) (?=\w+ in)"
    r"|(if) .*?then|the (?=\w+ \w+ with)"
)
"""How a phrase begins that reaches as far to the right as it can."""


def _phrase_without_brackets(text: str, at: int, word: str) -> SyntaxProblem | None:
    """Blames what follows a phrase that needs brackets there, and what is about a name that is not yet one thing."""
    start = max(text.rfind(mark, 0, at) for mark in ("\n", ":")) + 1
    before, after = text[start:at], text[at:].split("\n", 1)[0]
    span = Span(at, at + len(word))
    the = re.search(r"\bthe\s+$", before)
    if the and re.match(r"\w+ \w+ with (greatest|least)\b", after):
        message = f"put brackets round the whole phrase that begins here: `(the {word} ...)`"
        span = Span(start + the.start(), span.end)
        return SyntaxProblem(diagnose("E0123", span, message), at)
    family = re.search(r"(\w+)\s+$", before)
    if family and re.search(rf"\bover {family.group(1)} {re.escape(word)}\b", after):
        message = f"`{word}` alone is the {family.group(1)} that is meant; write `{word}`, without `{family.group(1)}`"
        return SyntaxProblem(diagnose("E0124", span, message), at)
    family = re.search(r"\b(number of|sum of|some|every|no|first|least|greatest) \w+\s+$|\b(cards)\s+$", before)
    if family and re.match(r"in\b|\w+ in\b", text[at:]):
        message = f"put brackets round the phrase that begins with `{family.group(1) or family.group(2)}`"
        span = Span(start + family.start(), span.end)
        return SyntaxProblem(diagnose("E0123", span, message), at)
    every = re.search(r"\bevery \w+ (\w+|\w+ in [\w ]+?)\s+$", before)
    if word == "with" and every and re.match(r"with .+? has\b", after):
        message = "`every` has one condition, after `has`: `every c in x has not (one thing) or another`"
        return SyntaxProblem(diagnose("E0123", span, message), at)
    if word not in ("=", "<", ">", "<=", ">=", "!=", "is", "over", "+", "-", "*", "wins", "else", "with"):
        return None
    phrase = _last_outside_brackets(before)
    if phrase is None:
        return None
    message = f"`{word}` does not fit here; put brackets round the phrase that begins with `{phrase}`"
    return SyntaxProblem(diagnose("E0123", span, message), at)


def _last_outside_brackets(before: str) -> str | None:
    """How the last phrase begins that would reach on, and is not closed off by a bracket."""
    while (closed := re.sub(r"[(\[][^()\[\]]*[)\]]", "_", before)) != before:
        before = closed
    found = [m.group().strip() for m in REACHING.finditer(before)]
    return re.sub(r" .* ", " ... ", found[-1]) if found else None


def _misspelt_before(text: str, at: int) -> SyntaxProblem | None:
    """Blames the first word of the line, where it looks misspelt and the refused word stands right after it."""
    start = text.rfind("\n", 0, at) + 1
    first = re.fullmatch(r"\s*([a-z_]+)\s+", text[start:at])
    guess = nearest(first.group(1), STATEMENTS) if first and first.group(1) not in STATEMENTS else None
    if first is None or guess is None:
        return None
    span = Span(start + first.start(1), start + first.end(1))
    return _misspelt(span, f"`{first.group(1)}` begins no statement; did you mean `{guess}`?", guess)


def _early_end(text: str, error: UnexpectedToken, at: int) -> SyntaxProblem:
    at = code_end(text, len(text[:at].rstrip()))
    span = Span(max(0, at - 1), at)
    above = [line for line in lines_of(text) if line.start <= at]
    if "_INDENT" in error.accepts and above:
        return _no_block(text, above[-1])
    line = text[text.rfind("\n", 0, at) + 1 : at]
    known = common_mistakes.common_mistake(line, "", {*_words(error), *_signs(error)})
    last = re.findall(r"\S+", line)[-1:]
    follows = _expected(error) or "".join(f"; something has to follow `{word[:40]}`" for word in last)
    code, message = known or ("E0121", f"the line ends too early{follows}")
    if (below := _joined_too_early(text, at)) is not None:
        span, message = below.span, f"`{last[0]}` begins the next line, and does not end this one"
        return SyntaxProblem(diagnose("E0121", span, message, fix=below), max(0, at - 1))
    lacking = missing_before(text, at, _words(error)) if known is None and at > 0 else None
    fix = None if lacking is None else Fix(f"add `{lacking}`", Span(at, at), f" {lacking}")
    return SyntaxProblem(diagnose(code, span, message, fix=fix), max(0, at - 1))


def _joined_too_early(text: str, at: int) -> Fix | None:
    """Puts the joining word that a line ends in, as in prose, at the beginning of the next one."""
    found = re.search(r"[ \t]*(?<=[ \t])(and|or|when|with|under|\+)[ \t]*$", text[:at])
    below = re.match(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)+[ \t]+(?=[^\s#])", text[at:])
    if found is None or below is None:
        return None
    word = found.group(1)
    span = Span(found.start(), at + below.end())
    fix = Fix(f"begin the next line with `{word}`", span, text[at : span.end] + f"{word} ")
    return fix if reads_with(text, fix) else None


def _no_block(text: str, line: Line) -> SyntaxProblem:
    end = code_end(text, line.end)
    message = "this line opens a block, but no indented line follows"
    return SyntaxProblem(diagnose("E0104", Span(end - 1, end), message), line.start)


def _terminals(error: UnexpectedToken) -> list[str]:
    return sorted(error.accepts - {"_INDENT", "_DEDENT", "$END", "CONTINUED"})


def _words(error: UnexpectedToken) -> list[str]:
    known = fixed_words()
    return [known[t] for t in _terminals(error) if t in known and known[t].isalpha()]


def _signs(error: UnexpectedToken) -> list[str]:
    return [SIGNS[t].strip("`") for t in _terminals(error) if SIGNS.get(t, "").startswith("`")]


def _expected(error: UnexpectedToken) -> str:
    known = fixed_words()
    lacking = [t for t in _terminals(error) if known.get(t) not in GOES_ON and t not in GOES_ON] or _terminals(error)
    shown = list(dict.fromkeys(SIGNS.get(t) or f"`{known.get(t, t.lower())}`" for t in lacking))
    if not shown or len(shown) > SHOWN:
        return ""
    return f"; expected {' or '.join(shown)}"
