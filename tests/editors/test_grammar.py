"""The grammar that colours rule files in VS Code: made from the language, and held against its parser.

Each check is shown a grammar that is wrong, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from editors.vscode import make_grammar
from spec.text.layout import blocks_of
from spec.text.parser import section_parser
from spec.text.reserved import fixed_words, reserved_words
from tests.editors.textmate import Painter

ROOT = Path(__file__).resolve().parents[2]
SMALL = Path(__file__).parent / "small.hoyle"
PAINTED = Path(__file__).parent / "small.painted"
FILES = [*sorted((ROOT / "rules").glob("*/*.hoyle")), *sorted((ROOT / "tests" / "strangers").glob("*.hoyle")), SMALL]
WORD = ("keyword.", "storage.", "support.", "constant.language.", "variable.language.")
"""How the colours of words of the language begin."""
SCOPES = {
    "STRING": "string.",
    "CARD": "constant.other.card.",
    "RANK": "constant.other.rank.",
    "INT": "constant.numeric.",
}
MOST_NAMES = 0.03
"""How many of a file's names may be coloured as keywords: `more` is either, and only the parser knows which."""


def faults(painter: Painter, text: str) -> list[str]:
    """What of a text is coloured as something that it is not, by what the parser reads."""
    painted = painter.scopes(text)
    read: list[str] = [""] * len(text)
    names = keywords = 0
    for section in blocks_of(text):
        for token in section_parser().parse_interactive(section.text).iter_parse():
            at = section.start + (token.start_pos or 0)
            if token.type in SCOPES or token[:1].isalpha():
                wanted = SCOPES.get(token.type, WORD)
                if token.type in ("NAME", "RANK_NAME"):
                    names += 1
                    keywords += painted[at].startswith(("keyword.", "storage."))
                else:
                    read[at] = "" if painted[at].startswith(wanted) else f"{token} is {painted[at]!r}"
    found = [each for each in read if each]
    if names and keywords / names > MOST_NAMES:
        found.append(f"{keywords} of {names} names are keywords")
    return [*found, *_quiet(painted, text)]


def _quiet(painted: list[str], text: str) -> list[str]:
    """The comments and strings that are coloured as anything else somewhere."""
    wanted = {"#": "comment.", '"': "string."}
    return [
        f"{piece.group()[:20]} is {painted[at]!r}"
        for piece in re.finditer(r'"[^"\n]*"|#[^\n]*', text)
        for at in range(*piece.span())
        if not painted[at].startswith(wanted[piece.group()[0]])
    ]


def all_faults(painter: Painter) -> list[str]:
    return [f"{path.name}: {fault}" for path in FILES for fault in faults(painter, path.read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(make_grammar.grammar())


def test_the_file_is_what_the_language_makes_of_it():
    assert make_grammar.WRITTEN.read_text(encoding="utf-8") == make_grammar.text(), (
        "python -m editors.vscode.make_grammar"
    )


def test_every_rule_file_is_coloured_as_the_parser_reads_it(painter: Painter):
    assert len(FILES) > 45
    assert all_faults(painter) == []


def test_every_word_of_the_language_is_coloured_somewhere(painter: Painter):
    shown = {f"{word}" for word in make_grammar.words() if painter.scopes(f"  {word} ")[2].startswith(WORD)}
    shown |= {word for word in make_grammar.sections() if painter.scopes(f"{word} ")[0].startswith("storage.")}
    apart = {"deck", "natural", "passes"}
    assert make_grammar.words() - shown == apart, (
        "`deck` opens a line of `game`, `natural` follows `of them`, `passes` `until mover`; else names"
    )
    assert painter.scopes("  deck standard")[2].startswith("keyword.")
    assert all(scope.startswith("keyword.") for scope in painter.scopes("of them natural"))
    assert all(scope.startswith("keyword.") for scope in painter.scopes("until mover passes"))
    assert {word for word in fixed_words().values() if word.isalpha()} <= make_grammar.words()
    assert all(painter.scopes(f"x is {word} ")[5].startswith(WORD) for word in reserved_words())


def test_what_a_small_file_looks_like(painter: Painter):
    text = SMALL.read_text(encoding="utf-8")
    rows = [
        f"{line[piece.start : piece.end]}  {piece.scope.removesuffix('.hoyle')}"
        for line in text.split("\n")
        for piece in painter.line(line)
    ]
    if not PAINTED.exists():
        PAINTED.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert rows == PAINTED.read_text(encoding="utf-8").splitlines(), f"delete {PAINTED.name} to write it again"


def without(scope: str) -> Callable[[dict[str, Any]], None]:
    """A grammar that does not know what has this colour."""

    def broken(grammar: dict[str, Any]) -> None:
        before = len(grammar["patterns"])
        grammar["patterns"] = [each for each in grammar["patterns"] if each.get("name") != scope]
        assert len(grammar["patterns"]) < before

    return broken


def a_word_less(grammar: dict[str, Any]) -> None:
    (row,) = [each for each in grammar["patterns"] if "|usually|" in each["match"]]
    row["match"] = row["match"].replace("|usually|", "|")


def quotes_as_signs(grammar: dict[str, Any]) -> None:
    grammar["patterns"] = [{"match": '"', "name": "keyword.other.hoyle"}, *grammar["patterns"]]


def every_name_a_keyword(grammar: dict[str, Any]) -> None:
    (row,) = [
        each
        for each in grammar["patterns"]
        if each.get("name") == "variable.other.hoyle" and "(?=" not in each["match"]
    ]
    row["name"] = "keyword.other.hoyle"


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (without("comment.line.number-sign.hoyle"), "# all of them is"),
        (without("string.quoted.double.hoyle"), '"A # is no comment h'),
        (without("constant.other.card.hoyle"), "7H is"),
        (without("constant.other.rank.hoyle"), "K is"),
        (without("constant.numeric.hoyle"), "11 is"),
        (without("support.type.hoyle"), "players is"),
        (a_word_less, "usually is"),
        (quotes_as_signs, '"Is an ace high?" is'),
        (every_name_a_keyword, "names are keywords"),
    ],
)
def test_a_grammar_that_colours_wrongly_is_noticed(broken: Callable[[dict[str, Any]], None], told: str):
    grammar = json.loads(make_grammar.text())
    broken(grammar)
    found = faults(Painter(grammar), SMALL.read_text(encoding="utf-8"))
    assert any(told in fault for fault in found), found
