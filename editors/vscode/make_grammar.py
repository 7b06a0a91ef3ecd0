"""Makes the TextMate grammar, which colours rule files in VS Code, from the grammar of the language.

`python -m editors.vscode.make_grammar` writes the file. Which words there are, and which of them only open a line, is
read off `spec/text/grammar.lark`; this module says what is coloured as what. A new word of the language is a keyword
unless it is listed here.

The patterns are plain: matches within a line, the leftmost first, in regular expressions that Python reads as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from spec.text.parser import section_parser
from spec.text.reserved import BUILTIN, BUILTIN_WORDS, fixed_words

WRITTEN = Path(__file__).parent / "syntaxes" / "hoyle.tmLanguage.json"
COLOURED = {
    "support.function.hoyle": BUILTIN_WORDS,
    "variable.language.hoyle": ("mover", "pass", "edition"),
    "support.type.hoyle": ("card", "cards", "player", "players", "team", "number", "truth", "stack", "stacks", "set"),
    "constant.language.hoyle": ("yes", "no", "nobody"),
    "keyword.operator.word.hoyle": ("and", "or", "not", "is", "plus", "without", "common"),
}
"""The words that are coloured as something else than keywords."""
DECLARING = ("kind", "define", "shape", "values", "to", "move", "outcome", "question", "claim", "source")
"""The sections whose word a name follows."""
LABELLING = ("permit", "forbid", "does", "step", "choice", "pause", "reading", "ruling", "number", "option", "let")
"""The words, at the beginning of a line, that a new name or the name of a clause follows."""
NAMING = ("do", "decide", "legal", "illegal", "play")
"""The words, where something is done or tried, that the name of a routine, an outcome or a move follows."""
ALONE = ("teams", "row", "turns", "repeat", "otherwise", "does", "nothing")
"""The words that may stand alone at the beginning of a line, where else a name would be introduced."""
LETTERS = r"[a-z][a-z0-9_]*"
NAME = rf"{LETTERS}(?![A-Za-z0-9_])"
LINE_STARTS = frozenset(("_NL", "_INDENT", "_DEDENT", "COLON", "SEMICOLON"))
"""What stands before a word that opens a line, or what is done on a line."""
COUNTS = r"(?:[ \t]*\[[^\]\n]*\])?"
DISPLAYED = r'(?:[ \t]+as[ \t]+"[^"\n]*")?'


@lru_cache(maxsize=1)
def terminals() -> dict[str, str]:
    """What the terminals of the grammar look like, by name."""
    return {each.name: str(each.pattern.value) for each in section_parser().terminals}


def words() -> frozenset[str]:
    """Every word of the language, those within longer phrases among them."""
    return frozenset(word for name in terminals() for word in words_of(name))


@lru_cache
def words_of(terminal: str) -> frozenset[str]:
    """The words that a terminal is written with; none for a sign, a name, a text or a card."""
    pattern = terminals()[terminal]
    if terminal in fixed_words():
        return frozenset([pattern] if pattern.isalpha() else [])
    if terminal in ("NAME", "_NL", "CONTINUED"):
        return frozenset()
    return frozenset(re.findall(r"(?<![\\\[a-z-])[a-z]{2,}(?![a-z\]-])", _first(pattern)))


def _first(pattern: str) -> str:
    """A regular expression without what it only looks at."""
    return re.sub(r"\(\?[=!<].*", "", pattern).replace(r"\s", " ").replace(r"\b", " ")


@lru_cache(maxsize=1)
def opening() -> frozenset[str]:
    """The words that stand nowhere but at the beginning of a line, or of what is done on a line."""
    before = _before()
    known = fixed_words()
    return frozenset(
        known[name] for name in known if known[name].isalpha() and name in before and before[name] <= LINE_STARTS
    )


@lru_cache(maxsize=1)
def _before() -> dict[str, set[str]]:
    """For each terminal of the grammar the terminals that may stand right before it; none for what opens a section."""
    rules = _rules()
    empty = _may_be_empty(rules)
    begin, last = _reached(rules, empty, 1), _reached(rules, empty, -1)
    found: dict[str, set[str]] = {name: set() for name in begin["section"]}
    for _, parts in rules:
        for at, one in enumerate(parts):
            for other in _outermost(parts[at + 1 :], empty):
                for name in begin.get(other, {other}):
                    found.setdefault(name, set()).update(last.get(one, {one}))
    return found


@lru_cache
def words_after(terminal: str) -> frozenset[str]:
    """The words that may stand right after a terminal."""
    return frozenset(word for name, before in _before().items() if terminal in before for word in words_of(name))


def _rules() -> list[tuple[str, list[str]]]:
    """Each rule of the grammar, as the parser has them: its name, and what stands in it."""
    return [(rule.origin.name, [part.name for part in rule.expansion]) for rule in cast(Any, section_parser()).rules]


def _may_be_empty(rules: list[tuple[str, list[str]]]) -> set[str]:
    empty: set[str] = set()
    while more := {name for name, parts in rules if empty.issuperset(parts)} - empty:
        empty |= more
    return empty


def _outermost(parts: list[str], empty: set[str]) -> list[str]:
    """The parts up to the first that is never empty."""
    full = next((at for at, part in enumerate(parts) if part not in empty), len(parts))
    return parts[: full + 1]


def _reached(rules: list[tuple[str, list[str]]], empty: set[str], way: int) -> dict[str, set[str]]:
    """The terminals that each rule may begin with, or end with where `way` is -1."""
    found: dict[str, set[str]] = {name: set() for name, _ in rules}
    grown = True
    while grown:
        grown = False
        for name, parts in rules:
            more = set().union(*(found.get(part, {part}) for part in _outermost(parts[::way], empty))) - found[name]
            found[name] |= more
            grown = grown or bool(more)
    return found


def sections() -> frozenset[str]:
    """The words with which sections begin."""
    rules = _rules()
    return frozenset(fixed_words()[name] for name in _reached(rules, _may_be_empty(rules), 1)["section"])


def any_of(listed: Iterable[str]) -> str:
    """A group of words; each ends where no further letter follows."""
    return f"({'|'.join(sorted(listed))})(?![A-Za-z0-9_])"


def match(pattern: str, *scopes: str | None, whole: str | None = None) -> dict[str, Any]:
    """One pattern, with what its groups are; None leaves a group as it is."""
    made: dict[str, Any] = {} if whole is None else {"name": whole}
    captures = {str(n): {"name": scope} for n, scope in enumerate(scopes, start=1) if scope is not None}
    return made | {"match": pattern} | ({"captures": captures} if captures else {})


def patterns() -> list[dict[str, Any]]:
    """The patterns in the order in which they are tried."""
    said = terminals()
    return [
        match(said["COMMENT"], whole="comment.line.number-sign.hoyle"),
        match(
            r'(@)[ \t]*("[^"\n]*"(?:[ \t]*,[ \t]*"[^"\n]*")*)',
            "keyword.operator.citation.hoyle",
            "string.other.citation.hoyle",
        ),
        match(said["STRING"], whole="string.quoted.double.hoyle"),
        *_at_line_starts(),
        *_with_names(),
        *_words_anywhere(),
        match(f"(?<![A-Za-z0-9_]){said['CARD']}", whole="constant.other.card.hoyle"),
        match(f"(?<![A-Za-z0-9_]){said['RANK']}", whole="constant.other.rank.hoyle"),
        match(f"(?<![A-Za-z0-9_]){said['INT']}", whole="constant.numeric.hoyle"),
        match(r"<=|>=|!=|\.\.|[-+*=<>|@]", whole="keyword.operator.hoyle"),
        match(f"(?<![A-Za-z0-9_]){NAME}", whole="variable.other.hoyle"),
    ]


def _at_line_starts() -> list[dict[str, Any]]:
    section, clause, label = "storage.type.section.hoyle", "keyword.control.hoyle", "entity.name.tag.hoyle"
    coloured = {word for listed in COLOURED.values() for word in listed}
    opens = opening() - sections() - coloured - {"deck"} | {"move", "play"}
    return [
        match(rf"^{any_of(DECLARING)}[ \t]+({NAME})", section, "entity.name.function.hoyle"),
        match(rf"^{any_of(sections())}", section),
        match(rf"^[ \t]+{any_of(LABELLING)}[ \t]+(?!of[ \t])({NAME})(?![ \t]+(?:of|over)(?![a-z0-9_]))", clause, label),
        match(rf"^[ \t]+(ruling)[ \t]+({NAME})[ \t]+(over)[ \t]+({NAME})", clause, label, clause, label),
        match(rf"^[ \t]+(ruling)[ \t]+({NAME})", clause, label),
        match(
            rf"^[ \t]+(?!(?:{'|'.join(ALONE)})(?![A-Za-z0-9_\[]))({NAME})"
            rf"(?={COUNTS}{DISPLAYED}[ \t]*(?::|@|(?:under|when|otherwise)[ \t:]|at[ \t][^\n]*(?::|[ \t]when[ \t])))",
            label,
        ),
        match(
            r"^[ \t]+(deck)(?=[ \t]+(?:(?:standard|without)(?![a-z0-9_])|[0-9AKQJ]"
            r"|(?!as[ \t])[a-z][^:\n]*[ \t]of[ \t]))",
            clause,
        ),
        match(
            rf"(?:^|[:;])[ \t]*{any_of(NAMING)}[ \t]+(?!(?:may|turns)[ \t])({NAME})",
            clause,
            "entity.name.function.hoyle",
        ),
        match(rf"(?:^|[:;])[ \t]*{any_of(opens)}", clause),
    ]


def _with_names() -> list[dict[str, Any]]:
    clause, label = "keyword.control.hoyle", "entity.name.tag.hoyle"
    return [
        match(r"(?<![A-Za-z0-9_])of[ \t]+them[ \t]+(?:natural|wild)(?![A-Za-z0-9_])", whole="keyword.other.hoyle"),
        match(r"(?<![A-Za-z0-9_])until[ \t]+mover[ \t]+passes(?![A-Za-z0-9_])", whole="keyword.other.hoyle"),
        *(name_after(word) for word in ("is", "becomes", "of", "in", "onto", "from", "to")),
        match(rf"(?<![A-Za-z0-9_]){LETTERS}(?=\[)", whole="variable.other.hoyle"),
        match(rf"(?<![A-Za-z0-9_]){LETTERS}(?=\()", whole="entity.name.function.hoyle"),
        match(
            rf"(?<![A-Za-z0-9_])(does|may[ \t]+do)[ \t]+({NAME}(?:[ \t]*,[ \t]*{NAME})*)",
            clause,
            "entity.name.function.hoyle",
        ),
        match(
            rf"(?<![A-Za-z0-9_])(?<!starts )(at)[ \t]+(?!(?:least|most)(?![a-z0-9_]))({NAME})",
            "keyword.other.hoyle",
            label,
        ),
    ]


def name_after(word: str) -> dict[str, Any]:
    """What stands right after a word, and is no word of the language there."""
    kept = words_after(word.upper()) | set(BUILTIN)
    return match(
        rf"(?<![A-Za-z0-9_])({word})[ \t]+(?!(?:{'|'.join(sorted(kept))})(?![A-Za-z0-9_]))({NAME})",
        "keyword.operator.word.hoyle" if word == "is" else "keyword.other.hoyle",
        "variable.other.hoyle",
    )


def _words_anywhere() -> list[dict[str, Any]]:
    taken = {word for listed in COLOURED.values() for word in listed}
    rest = (words() | set(BUILTIN)) - taken - opening() - {"deck", "play", "source", "natural", "passes"}
    groups = {**COLOURED, "keyword.other.hoyle": tuple(rest)}
    return [match(rf"(?<![A-Za-z0-9_]){any_of(listed)}", whole=scope) for scope, listed in groups.items()]


def grammar() -> dict[str, Any]:
    """The whole grammar."""
    return {
        "name": "Hoyle",
        "scopeName": "source.hoyle",
        "fileTypes": ["hoyle"],
        "patterns": patterns(),
    }


def text() -> str:
    """The grammar as it is written to its file."""
    return json.dumps(grammar(), indent=2) + "\n"


if __name__ == "__main__":
    WRITTEN.parent.mkdir(exist_ok=True)
    WRITTEN.write_text(text(), encoding="utf-8")
