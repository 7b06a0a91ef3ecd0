"""The formatter: its style, that its guards hold for whatever text, and that they see what they are for."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from hoyle.editor.format import formatter
from hoyle.editor.format.clauses import comments_in
from hoyle.editor.format.formatter import NotFormatted, format_text, laid_out
from hoyle.editor.format.guards import Broken, bare
from hoyle.sources.files import parse_text
from spec.diagnostics.diagnostic import has_errors
from tests.editor.disturb import with_comments, with_other_blanks, with_other_breaks
from tests.everyday import FULL, everyday, one_in
from tests.fuzz.made import made
from tests.oracle.write_richly import rich_text
from tests.oracle.write_rules import rule_text

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    path
    for path in (
        *(ROOT / f"rules/{name}/{name}.hoyle" for name in everyday()),
        *one_in(3, sorted(ROOT.glob("tests/**/*.hoyle"))),
        *ROOT.glob("docs/**/*.hoyle"),
    )
    if path.parent.name != "cases" and path.name != "01.hoyle"
)
"""Without those that are wrong on purpose, and the tutorial's first, which is not yet a game."""

RANDOM = [(write, seed) for write in ("plain", "rich", "made") for seed in range(12 if FULL else 6)]


LONG_TEXT = 9_000 if FULL else 4_000
"""A longer text is written in fewer other ways."""


def drawn(write: str, seed: int) -> str:
    """A random rule file that can be read."""
    while True:
        match write:
            case "plain":
                text = rule_text(seed)
            case "rich":
                text = rich_text(seed)
            case _:
                text = made(random.Random(seed))
        if not has_errors(parse_text("drawn", text).diagnostics):
            return text
        seed += 1000


def same(text: str, other: str) -> bool:
    """May the other text be read, as what the first is read as? Where not, it is no test of the formatter."""
    one, two = parse_text("", text), parse_text("", other)
    return not has_errors(two.diagnostics) and bare(one.file.sections) == bare(two.file.sections)


def held(text: str, seed: int) -> None:
    """Everything that must hold of a text, and of it disturbed."""
    formatted = format_text(text)
    assert format_text(formatted) == formatted
    assert not re.search(r"[ \t\r]$", re.sub(r", $", ",", formatted, flags=re.MULTILINE), re.MULTILINE)
    assert "\n\n\n" not in formatted
    assert formatted.strip() + "\n" == formatted
    assert format_text(with_other_blanks(text, seed)) == formatted
    breaks = with_other_breaks(text, seed)
    breaks = breaks if same(text, breaks) else text
    noted = with_comments(breaks, seed)
    assert same(text, noted)
    others = (breaks, with_other_blanks(breaks, seed + 1), noted)
    for other in others if len(text) < LONG_TEXT else others[-1:]:
        result = format_text(other)  # which asks itself whether a second run would change it
        assert [said for _, said in comments_in(result)] == [said for _, said in comments_in(other)]


@pytest.mark.parametrize("path", one_in(3, FILES), ids=lambda path: path.stem)
def test_the_guards_hold_for_every_rule_file_however_it_is_written(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not has_errors(parse_text(path.name, text).diagnostics)
    held(text, len(path.stem))


@pytest.mark.parametrize(("write", "seed"), RANDOM)
def test_the_guards_hold_for_random_rule_files(write: str, seed: int) -> None:
    held(drawn(write, seed), seed)


def test_breaks_and_comments_are_put_in() -> None:
    """The disturbed texts are other texts, and nearly all of them can be read."""
    text = (ROOT / "rules/hearts/hearts.hoyle").read_text(encoding="utf-8")
    assert text != with_other_blanks(text, 1)
    others = [with_other_breaks(text, seed) for seed in range(10)]
    assert sum(same(text, other) and other != text for other in others) > 7
    noted = with_comments(text, 1)
    assert len(list(comments_in(noted))) > len(list(comments_in(text))) + 20


# ---------------------------------------------------------------- the style

HEAD = 'game "G":\n  players 2\n  deck standard\n'
STYLE = [
    ("zones:\n  a :set,face up#x\n  longer[ player ]:set  # y\n", "zones:\n  a: set, face up      # x\n"),
    ("zones:\n\n\n\n  a: set\n\n\n\n  b: set\n\n\n", "zones:\n  a: set\n\n  b: set\n"),
    ("zones:\n    a: set\n# at the margin\n    b: set\n", "zones:\n  a: set\n  # at the margin\n  b: set\n"),
    ("zones:\n  a: set\n  # of the block\n# of the next\nstate:\n  n: 0 to 3\n",
     "zones:\n  a: set\n  # of the block\n\n# of the next\nstate:\n  n: 0 to 3\n"),
    ("define a: 1\ndefine b: - 1\n", "define a: 1\ndefine b: -1\n"),
    ("define f( n:number ): -n-1\n", "define f(n: number): - n - 1\n"),
    ("define a:\n  1\ndefine b: 2\n", "define a:\n  1\n\ndefine b: 2\n"),
    ("define a: (x of\n y)\n", "define a: (x of\n  y)\n"),
    ("define a: yes\n     or no\n", "define a: yes\n  or no\n"),
    ("claim c\n under x is y:\n  always yes\n", "claim c\n    under x is y:\n  always yes\n"),
    ("move m:\n  permit p # why,  \n   when yes\n", "move m:\n  permit p  # why,\n    when yes\n"),
    ("zones:\n  a: set, # why,\n   face up # too,\n  b: set\n",
     "zones:\n  a: set,  # why,\n    face up  # too,\n  b: set\n"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "wanted"), STYLE)
def test_the_style(written: str, wanted: str) -> None:
    wanted = wanted.replace("# x\n", "# x\n  longer[player]: set  # y\n")
    assert laid_out(HEAD + "\n" + written.replace("#x", "# x")) == f"{HEAD}\n{wanted}"


LONG = "size_of_this_long_thing > 1"


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (f"  permit p @ {', '.join([chr(34) + 'Place/1' + chr(34)] * 9)} when {LONG}",
         f"  permit p @ {', '.join([chr(34) + 'Place/1' + chr(34)] * 9)}\n    when {LONG}"),
        (f"  permit p when {' and '.join([LONG] * 5)}",
         f"  permit p\n    when {' and '.join([LONG] * 3)}\n    and {' and '.join([LONG] * 2)}"),
        (f"  does d @ {', '.join([chr(34) + 'Place/1' + chr(34)] * 8)}: do something_of_a_long_name",
         f"  does d @ {', '.join([chr(34) + 'Place/1' + chr(34)] * 8)}:\n    do something_of_a_long_name"),
    ],
)  # fmt: skip
def test_what_is_too_long_is_broken(written: str, wanted: str) -> None:
    assert format_text(f"{HEAD}\nmove m:\n{written}\n") == f"{HEAD}\nmove m:\n{wanted}\n"


def test_a_text_that_no_break_helps_stays_on_its_line() -> None:
    question = f'question q @ "a", "b": "{"long " * 40}?"\n  reading r\n  ruling r because "{"so " * 60}"\n'
    assert format_text(f"{HEAD}\n{question}") == f"{HEAD}\n{question}"


def test_a_text_with_faults_of_syntax_is_refused() -> None:
    with pytest.raises(NotFormatted) as refused:
        format_text(HEAD + "\nzones:\n  a set\n")
    assert has_errors(refused.value.diagnostics)


def test_long_lines_and_large_files_take_bounded_time() -> None:
    long = f"define d: {' and '.join(['yes'] * 1200)}\n"
    begun = time.monotonic()
    assert max(map(len, format_text(f"{HEAD}\n{long}").splitlines())) <= 120
    moves = "".join(f"\nmove m{n}:\n  permit p{n} when a and (b or c)  # why\n  does: nothing\n" for n in range(800))
    assert len(moves) > 50_000
    format_text(HEAD + moves)
    assert time.monotonic() - begun < 60


# ---------------------------------------------------------------- planted faults

TEXT = HEAD + """
# above the zones
zones:
  a: set  # beside a
  # above b
  b: set
  # below b
state:
  n: 0 to 3   # beside n
"""  # fmt: skip
ELSE, UNSTABLE, COMMENT = "something else", "a second time", "a comment"
FAULTS = [
    ("set", "stack", ELSE), ("0 to 3", "0 to 2", ELSE), ("  b: set\n", "", ELSE), ("  b: set", "b: set", ELSE),
    ("  # above b\n", "", COMMENT), ("# beside a", "# besidea", COMMENT),
    ("  # above b\n  b: set\n", "  b: set\n  # above b\n", COMMENT), ("  # below b\n", "# below b\n", COMMENT),
    ("  # beside a\n", "\n  # beside a\n", COMMENT),
    ("# above the zones\nzones:", "zones:  # above the zones", COMMENT),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "said"), FAULTS)
def test_a_faulty_result_is_seen(right: str, wrong: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    good = laid_out(TEXT)
    assert right in good
    bad = good.replace(right, wrong, 1)
    monkeypatch.setattr(formatter, "laid_out", lambda text: bad)
    with pytest.raises(Broken, match=said):
        format_text(TEXT)


def test_a_result_that_a_second_run_changes_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatter, "laid_out", lambda text: text + "\n")
    with pytest.raises(Broken, match=UNSTABLE):
        format_text(TEXT)
