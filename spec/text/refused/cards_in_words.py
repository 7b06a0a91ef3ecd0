"""Cards that are written one by one, or by their suits, where a rule file writes them otherwise.

Leaves where a text is refused to `spec.text.refused.syntax_errors`.
"""

from __future__ import annotations

import re

from spec.diagnostics.diagnostic import Diagnostic, Fix, diagnose
from spec.text.layout import written_line
from spec.text.refused.missing_words import reads_with
from spec.text.source import Span

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""What a number is called that is written in digits, from 0."""
_TAKEN_RANK = re.compile(rf"(?:{'|'.join(NUMBERS)})(?=[ \t]*(?:,|\.\.|of\b|as\b))")
_CALL = re.compile(r"[ \t]*(?:legal|illegal|play)[ \t]+\w+\(([^()\n]*)\)")
_CARDS = re.compile(r"(?:\w+[ \t]+)+\w+")
_FACE = r"(?:\d+|[AKQJ]|[a-z]\w*)"
_SUITS = re.compile(rf"[ \t]+({_FACE}) of ([a-z]\w*(?:(?:, *(?:and )?| and | or )[a-z]\w*)*) (?:is|are)(?= )")
_COLOURED = re.compile(r"\b([a-z]\w*) (is(?: not)?) an? ([a-z]\w*) (\d+|[AKQJ])(?!\w)")


def cards_in_words(text: str, at: int) -> Diagnostic | None:
    """What is said of cards at a refused word, with the change that mends their line."""
    start, end = written_line(text, at)
    line = text[start:end]
    return (
        _taken_rank(text, at, line) or _of_suits(text, start, line) or _without_brackets(text, at, start, line)
        or _of_colour(text, at, start, line)
    )  # fmt: skip


def _taken_rank(text: str, at: int, line: str) -> Diagnostic | None:
    """`deck one, two of red`: the word is kept for counting."""
    found = _TAKEN_RANK.match(text, at)
    if found is None or not re.match(r"[ \t]*deck\b", line):
        return None
    word, number = found.group(), NUMBERS.index(found.group())
    message = f"`{word}` is taken; call the rank otherwise, or by its number: `{number}`"
    fix = Fix(f"write `{number}`", Span(at, at + len(word)), str(number))
    return diagnose("E0205", fix.span, message, why="A word that tells how many names no rank.", fix=fix)


def _of_suits(text: str, start: int, line: str) -> Diagnostic | None:
    """`3 of hearts, clubs is 10` in a list of values, for `3H 3C are 10`."""
    found = _SUITS.match(line)
    if found is None:
        return None
    suits = [suit for suit in re.findall(r"\w+", found.group(2)) if suit not in ("and", "or")]
    cards = " ".join(f"{found.group(1)}{suit[0].upper()}" for suit in suits)
    written = f"{cards} {'are' if len(suits) > 1 else 'is'}"
    fix = Fix(f"write `{written}`", Span(start + found.start(1), start + found.end()), written)
    message = f"a card is written by its rank and the first letter of its suit: `{cards}`"
    return diagnose("E0124", fix.span, message, why="", fix=fix) if reads_with(text, fix) else None


def _without_brackets(text: str, at: int, start: int, line: str) -> Diagnostic | None:
    """`legal lay(7H 8S joker)`: the cards of each parameter get their brackets."""
    found = _CALL.match(line)
    if found is None or not found.start(1) <= at - start <= found.end(1):
        return None
    parts = re.split(r"(,[ \t]*)", found.group(1))
    bracketed = [f"[{part.strip()}]" if _CARDS.fullmatch(part.strip()) and _cards(part) else part for part in parts]
    first = next((part for part, before in zip(bracketed, parts, strict=True) if part != before), None)
    written = "".join(bracketed)
    fix = Fix(f"write `{written}`", Span(start + found.start(1), start + found.end(1)), written)
    if first is None or not reads_with(text, fix):
        return None
    return diagnose("E0124", fix.span, f"several cards stand in brackets: `{first}`", why="", fix=fix)


def _cards(part: str) -> bool:
    """Is each of these words a card: `7H`, or a name such as `joker`? `player 2` and `hand of mover` are none."""
    words = part.split()
    known = [re.fullmatch(r"(?:\d+|[AKQJ]|[a-z]\w*)[A-Z]", word) for word in words]
    named = [re.fullmatch(r"(?!(?:of|player|next|previous|top|bottom|and|or|card|cards)$)[a-z]\w*", w) for w in words]
    return any(known) and all(card or name for card, name in zip(known, named, strict=True))


def _of_colour(text: str, at: int, start: int, line: str) -> Diagnostic | None:
    """`c is a red 3`, which is two conditions."""
    for found in _COLOURED.finditer(line):
        if not found.start() <= at - start <= found.end():
            continue
        who, verb, shown, rank = found.groups()
        joined = "and" if verb == "is" else "or"
        written = f"{who} {verb} {shown} {joined} {who} {verb} {rank}"
        written = written if verb == "is" else f"({written})"
        fix = Fix(f"write `{written}`", Span(start + found.start(), start + found.end()), written)
        if reads_with(text, fix):
            return diagnose("E0124", fix.span, f"say each by itself: `{written}`", why="", fix=fix)
    return None
