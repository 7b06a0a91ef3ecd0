"""What may stand at the cursor: the words that the grammar takes there, and the names that fit.

The parser itself tells what it would take next. Leaves what a name stands for to `hoyle.editor.names`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lark import Token
from lark.exceptions import LarkError

from hoyle.editor.analysis import Analysis
from hoyle.editor.fitting import fitting
from hoyle.editor.hover import heading
from hoyle.editor.names.symbols import Kind, Symbol
from hoyle.editor.words import card
from spec.text.layout import blocks_of, lines_of
from spec.text.parser import section_parser
from spec.text.reserved import BUILTIN_WORDS, fixed_words
from spec.text.source import Span

PHRASES = {
    "DOES": ("does", "may do"), "ANY_ORDER": ("in any order",), "_OR_MORE": ("or more",),
    "OR_NOBODY": ("or nobody", "or no card"), "NO_CARD": ("no card",), "LET": ("let",),
    "EVERY_CARD_INTO": ("every card into",), "UP_TO": ("up to",), "TURN_ROUND": ("play turns round",),
    "SKIP_THE_NEXT": ("skip the next",), "WAY": ("up", "down"), "END_CARDS": ("top", "bottom"),
    "END_CARD_OF": ("top card of", "bottom card of"),
    "ORDINAL": ("second card from the", "third card from the"), "CARDS_BESIDE": ("card above", "card below"),
    "CARDS_FROM": ("cards from",), "NUMBER_OF_PLACE": ("number of",), "HALF_OF": ("half of",),
    "GREATER_OF": ("greater of",), "SMALLER_OF": ("smaller of",), "THE_WHOLE_DECK": ("the whole deck",),
    "ROUND": ("round the corner",), "RANK": (), "REST_OF": ("rest",), "DEAL_EVERY_CARD": ("deal every card from",),
    "AT_THE_END": ("at the end",), "UNTIL_MOVER_PASSES": ("until mover passes",),
    "WITHOUT_A_RULE": ("without a rule",), "BEGINNING_WITH": ("beginning with",),
}  # fmt: skip
"""What the words are that the grammar writes as patterns."""
UNWRITTEN = ("NAME", "CARD", "INT", "STRING", "COMPARE", "RANK", "RANK_NAME", "_NL", "_INDENT", "_DEDENT", "$END")
"""What no list of words can offer."""
VALUES: tuple[Kind, ...] = (
    "parameter", "variable", "zone", "field", "definition", "values", "number", "option", "question", "word", "reading",
    "team", "rank", "suit", "edition",
)  # fmt: skip
WORDS: tuple[Kind, ...] = ("word", "reading", "team", "rank", "suit", "edition")
KINDS: tuple[Kind, ...] = ("kind", "zone", "shape")
CLAUSES: tuple[Kind, ...] = ("permit", "forbid", "clause", "end")
AFTER: dict[str, tuple[Kind, ...]] = {
    "does": ("move",), "may do": ("move",), "do": ("routine",), "decide": ("outcome",), "at": ("step",),
    "continue at": ("step",), "over": CLAUSES, "precedence": CLAUSES, ">": CLAUSES, "ruling": ("reading", *CLAUSES),
    "can": ("move",), "cannot": ("move",), "a": ("shape",), "an": ("shape",), "play": ("move",), "legal": ("move",),
    "illegal": ("move",), "by": ("end",), "each": ("zone", "kind"), "under": ("question", "option", "number"),
    "new": ("zone",), "same": (),
}  # fmt: skip
"""Which things have a name that may follow a word."""
INTRODUCING = (
    "permit", "forbid", "step", "choice", "pause", "define", "shape", "values", "move", "outcome", "to", "question",
    "reading", "claim", "kind", "number", "option", "let",
)  # fmt: skip
"""After these words a line brings in a new name, where they begin it."""
BUILTIN_KINDS = ("player", "card", "cards", "number", "truth", "rank", "suit", "colour", "team")


@dataclass(frozen=True, slots=True)
class Completion:
    """Something that may stand at a place: `kind` is None for a word of the language."""

    text: str
    kind: Kind | None
    detail: str
    span: Span
    """What is being typed, and would be replaced."""


def completions(analysis: Analysis, offset: int) -> tuple[Completion, ...]:
    """What may stand at an offset, the names that fit first; nothing within a comment."""
    content = analysis.content
    line = content[content.rfind("\n", 0, offset) + 1 : offset]
    code = re.sub(r'"[^"\n]*"', "", line)
    if "#" in code:
        return ()
    if '"' in code:
        return tuple(_places(analysis, content, offset, line))
    begun = re.search(r"[A-Za-z0-9_]*$", line)
    start = offset - (len(begun.group()) if begun else 0)
    end = offset + len(re.match(r"[A-Za-z0-9_]*", content[offset:]).group())  # type: ignore[union-attr]
    found = _next(content, start)
    if found is None:
        return ()
    accepts, tokens = found
    names = _names(analysis, tokens, start) if accepts & {"NAME", "CARD"} else ()
    made = [Completion(s.name, s.kind, _detail(analysis, s), Span(start, end)) for s in names]
    made += [Completion(word, None, "", Span(start, end)) for word in _keywords(accepts)]
    first: dict[str, Completion] = {}
    for one in made:
        first.setdefault(one.text, one)
    return tuple(first.values())


def _detail(analysis: Analysis, symbol: Symbol) -> str:
    if symbol.kind == "card":
        return card(symbol.name, analysis.known.suits) or "card of the deck"
    return re.sub(r"[*`\\]", "", heading(analysis, symbol)) if symbol.kind != "language" else "word of the language"


def _keywords(accepts: set[str]) -> Iterator[str]:
    known = fixed_words()
    words = [w for t in accepts - set(UNWRITTEN) for w in PHRASES.get(t) or ([known[t]] if t in known else [])]
    yield from sorted({word for word in words if word[0].isalpha()})


# ---------------------------------------------------------------- what the parser would take


def _next(content: str, at: int) -> tuple[set[str], list[Token]] | None:
    """What may follow a place, with the words of its section before it; None where nobody knows."""
    own = max((b.start for b in blocks_of(content[:at] + "x") if b.start <= at), default=0)
    whole = content[own:at]
    return _fed(whole) or _fed(_ancestors(whole))


def _fed(prefix: str) -> tuple[set[str], list[Token]] | None:
    parser: Any = section_parser().parse_interactive(prefix)
    tokens: list[Token] = []
    try:
        for token in parser.lexer_thread.lex(parser.parser_state):
            # Where a text ends, so do its blocks: but here it only stops.
            if token.type == "_DEDENT" and not (tokens and tokens[-1].type in ("_NL", "_DEDENT")):
                break
            parser.feed_token(token)
            tokens.append(token)
        if tokens and tokens[-1].type in ("_NL", "_DEDENT"):
            return None
        return parser.accepts(), tokens
    except (LarkError, AssertionError):
        return None


def _ancestors(prefix: str) -> str:
    """The line at the end of a section's text with the lines that it stands under, without their other blocks."""
    lines = lines_of(prefix + "x")
    kept = [prefix[lines[-1].start :]] if lines else []
    indent = lines[-1].indent if lines else 0
    for line in reversed(lines[:-1]):
        if line.indent < indent:
            kept.append(prefix[line.start : line.end])
            indent = line.indent
    return "\n".join(reversed(kept))


# ---------------------------------------------------------------- names


def _names(analysis: Analysis, tokens: Sequence[Token], at: int) -> tuple[Symbol, ...]:
    """The names that fit behind some words."""
    code = [t for t in tokens if t.type not in ("_NL", "_INDENT", "_DEDENT")]
    last = str(code[-1]) if code else ""
    if _introduces(tokens):
        return ()
    fits = fitting(analysis, [str(t) for t in code], _line(tokens), tuple(_bound(code)))
    if fits is not None:
        return fits
    if last in ("is", "not", "=", "becomes", "|") and (words := _words_of(analysis, code)):
        return (*words, *_values(analysis, code, at))
    if last == ":" and _in_brackets(code):
        return (*(Symbol("language", kind) for kind in BUILTIN_KINDS), *analysis.index.of_kinds(KINDS))
    if code and code[0] == "shape" and last != "same":
        return analysis.index.of_kinds(("suit",) if _names_cards(code) else ("number",))
    if last in AFTER:
        group = _group(code) if last in ("over", "precedence", ">", "ruling") else None
        found = analysis.index.of_kinds(AFTER[last], group)
        return found if last != "at" else tuple(analysis.known.steps.values())
    return _values(analysis, code, at)


def _line(tokens: Sequence[Token]) -> list[str]:
    """The words since the last line began."""
    start = max((i + 1 for i, t in enumerate(tokens) if t.type in ("_NL", "_INDENT", "_DEDENT")), default=0)
    return [str(token) for token in tokens[start:]]


def _introduces(tokens: Sequence[Token]) -> bool:
    """Is it a new name that comes next?"""
    if not tokens:
        return True
    before = tokens[-2].type if len(tokens) > 1 else "_NL"
    return str(tokens[-1]) in INTRODUCING and before in ("_NL", "_INDENT", "_DEDENT")


def _names_cards(code: Sequence[Token]) -> bool:
    """Is it said, within a shape, which cards are wild?"""
    said = [str(token) for token in code]
    return "where" in said and "wild" not in said[len(said) - said[::-1].index("where") :]


def _in_brackets(code: Sequence[Token]) -> bool:
    return sum((t == "(") - (t == ")") for t in map(str, code)) > 0


def _group(code: Sequence[Token]) -> str:
    """The move, the outcome or the question whose clauses are written, or `ends`."""
    return str(code[1]) if len(code) > 1 and code[0] in ("move", "outcome", "question") else "ends"


def _words_of(analysis: Analysis, code: Sequence[Token]) -> tuple[Symbol, ...]:
    """The words of the list that the thing before holds, which is compared or set."""
    held = next((analysis.known.lists[t] for t in reversed(code[-6:]) if t in analysis.known.lists), None)
    return tuple(w for found in analysis.known.words.values() for w in found if held is not None and w.owner == held)


def _values(analysis: Analysis, code: Sequence[Token], at: int) -> tuple[Symbol, ...]:
    """What may stand where a value does: what is bound here, then the things of the file, then their words."""
    bound = tuple(Symbol("variable", name) for name in _bound(code))
    built_in = tuple(Symbol("language", word) for word in (*BUILTIN_WORDS, "mover", "player"))
    things = tuple(x for x in analysis.index.of_kinds(VALUES) if not x.local)
    return (*bound, *(x for x in things if x.kind not in WORDS), *(x for x in things if x.kind in WORDS), *built_in)


def _bound(code: Sequence[Token]) -> Iterator[str]:
    """The parameters and variables that the words of a section before a place introduce."""
    for one, two, three in zip(code, code[1:], code[2:], strict=False):
        if two.type == "NAME" and one in ("(", ",", "onto", "on", "with", "to") and three == ":":
            yield str(two)
        if (
            two.type == "NAME"
            and (one.type in ("NAME", "LET") or one == "cards")
            and three in ("in", "with", "has", "from", "be")
        ):
            yield str(two)


def _places(analysis: Analysis, content: str, offset: int, line: str) -> Iterator[Completion]:
    """The places of the rulebook, behind an @."""
    opened = line.rfind('"')
    if not re.search(r'@\s*(?:"[^"\n]*"\s*,\s*)*$', line[:opened]):
        return
    start = offset - (len(line) - opened - 1)
    rest = re.match(r'[^"\n]*', content[offset:])
    end = offset + (len(rest.group()) if rest and content[offset + len(rest.group()) :][:1] == '"' else 0)
    for place in analysis.known.places:
        yield Completion(place, "place", "place of the rulebook", Span(start, end))
