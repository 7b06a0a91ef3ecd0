"""Holds the rule files that come with Hoyle: they are in the one style, and no precedence stands without its sentence.

What the clauses do is held by the examples of the files and by the agreement tests.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.editor.format.formatter import format_text
from hoyle.sources.files import parse_file
from spec import syntax as s

FILES = sorted((Path(__file__).parents[2] / "rules").glob("*/*.hoyle"))


def orders(path: Path) -> Iterator[s.Order]:
    """Every line of a rule file that ranks clauses."""
    for section in parse_file(path).file.sections:
        if isinstance(section, s.MoveSection | s.OutcomeSection | s.EndsSection):
            yield from (item for item in section.items if isinstance(item, s.Precedence | s.ClashRuling))


def without_ground(path: Path) -> list[str]:
    """The precedences that cite nothing and the rulings that give no reason, as they are written."""
    text = parse_file(path).text.content
    return [
        text[line.span.start : line.span.end].strip()
        for line in orders(path)
        if not (line.cites if isinstance(line, s.Precedence) else line.because.text.strip())
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_is_in_the_one_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(text) == text, f"hoyle fmt {path}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_precedence_cites_the_rulebook_or_is_a_ruling_with_a_reason(path: Path) -> None:
    assert without_ground(path) == []


def test_a_precedence_without_a_ground_is_seen(tmp_path: Path) -> None:
    text = FILES[0].parent.parent.joinpath("hearts", "hearts.hoyle").read_text(encoding="utf-8")
    line = '  precedence every forbid > every permit @ "Trick/4"\n'
    assert text.count(line) == 1
    path = tmp_path / "hearts.hoyle"
    path.write_text(text.replace(line, "  precedence every forbid > every permit\n"), encoding="utf-8")
    assert without_ground(path) == ["precedence every forbid > every permit"]
