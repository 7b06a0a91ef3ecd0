"""How diagnostics look on a terminal and as JSON."""

import io
import json
import re
import time

from hypothesis import given
from hypothesis import strategies as st
from rich.progress import Progress

from hoyle.terminal.render import EXCERPT, render, show, summary, to_json
from hoyle.terminal.screen import screen
from spec.diagnostics.diagnostic import Diagnostic, Fix, diagnose
from spec.text.source import Span, Text

TEXT = Text("a.hoyle", 'game "x"\n\tzones 漢字 hnad[mover] = 0\n  x\r\n  y\n  z\n  w\n  v\n')
AT = TEXT.content.index("hnad")
FOUND = diagnose(
    "E0201",
    Span(AT, AT + 4),
    "nothing is called `hnad`",
    label="not known here",
    related=[(Span(0, 4), "the game")],
    why="Every name is introduced somewhere.",
    fix=Fix("write `hand`", Span(AT, AT + 4), "hand"),
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_diagnostic_is_shown_whole() -> None:
    assert (
        render([FOUND], TEXT)
        == """\
error[E0201]: nothing is called `hnad`
 --> a.hoyle:2:11
  |
2 |     zones 漢字 hnad[mover] = 0
  |                ^^^^ not known here
 ::: a.hoyle:1:1
  |
1 | game "x"
  | ---- the game
  = why: Every name is introduced somewhere.
  = help: write `hand`
  = more: hoyle explain E0201

1 error
"""
    )


def test_long_spans_are_shown_by_their_ends() -> None:
    lines = render([diagnose("E0105", Span(0, len(TEXT.content)), "m", label="all")], TEXT).splitlines()
    assert lines[3:8] == ['1 | game "x"', "  | ^^^^^^^^", ". |", "7 |   v", "  |   ^ all"]


def test_nothing_is_nothing() -> None:
    assert render([], TEXT) == ""
    assert summary([]) == "nothing found"
    assert summary([FOUND, FOUND, diagnose("W0209", Span(0, 1), "x")]) == "2 errors, 1 warning"


def test_an_empty_file_has_a_place() -> None:
    assert "e:1:1" in render([diagnose("E0112", Span(0, 0), "empty")], Text("e", ""))


def test_colour_only_on_a_terminal(monkeypatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    plain, terminal = io.StringIO(), Terminal()
    show([FOUND], TEXT, plain)
    show([FOUND], TEXT, terminal)
    assert plain.getvalue() == render([FOUND], TEXT)
    assert "\x1b[" in terminal.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    bare = Terminal()
    show([FOUND], TEXT, bare)
    assert "\x1b[31m" not in bare.getvalue()
    assert "\x1b[1;31m" not in bare.getvalue()


def test_a_line_of_five_million_characters() -> None:
    text = Text("b", "x " * 2_500_000)
    spans = (Span(2_500_000, 2_500_003), Span(0, 5_000_000), Span(5_000_000, 5_000_000))
    started = time.monotonic()
    shown = render([diagnose("E0105", s, "m") for s in spans], text)
    assert time.monotonic() - started < 5
    assert max(map(len, shown.splitlines())) < EXCERPT + 20
    assert "\n  |" + " " * 32 + "^^^\n" in shown


def test_nothing_reaches_the_terminal_that_could_disturb_it() -> None:
    text = Text("n\x1b[31m", "a \x1b[2J \u202e b \x07\n")
    found = diagnose("E0109", Span(2, 4), "bad \x1b[31m sign\nand more", label="\x1b]0;title\x07")
    assert not {"\x1b", "\x07", "\u202e"} & set(render([found], text))


def test_json_has_places() -> None:
    (shown,) = json.loads(to_json([FOUND], TEXT))
    assert (shown["file"], shown["line"], shown["column"]) == ("a.hoyle", 2, 11)
    assert (shown["end_line"], shown["end_column"]) == (2, 15)
    assert (shown["code"], shown["severity"], shown["message"]) == ("E0201", "error", FOUND.message)
    assert shown["related"][0]["line"] == 1
    assert shown["fix"]["replacement"] == "hand"
    assert json.loads(to_json([], TEXT)) == []


@given(st.text(max_size=80), st.integers(-3, 90), st.integers(-3, 90))
def test_any_span_of_any_text_is_shown(content: str, start: int, end: int) -> None:
    text = Text("t", content)
    found = diagnose("E0105", Span(start, end), "m", related=[(Span(end, start), "r")])
    assert "m" in render([found], text)
    assert json.loads(to_json([found], text))


def test_forced_colours_come_without_what_moves(monkeypatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    forced = io.StringIO()
    show([FOUND], TEXT, forced)
    assert "\x1b[1;31m" in forced.getvalue()
    with Progress(console=screen(forced), transient=True) as bar:
        bar.add_task("working", total=3)
    assert "\x1b[?25l" not in forced.getvalue()
    for name, value in (("NO_COLOR", "1"), ("FORCE_COLOR", "0")):
        monkeypatch.setenv(name, value)
        plain = io.StringIO()
        show([FOUND], TEXT, plain)
        assert "\x1b[1;31m" not in plain.getvalue()
        monkeypatch.delenv(name)
        monkeypatch.setenv("FORCE_COLOR", "1")


def shown(found: list[Diagnostic]) -> str:
    stream = io.StringIO()
    show(found, TEXT, stream)
    return stream.getvalue()


def test_errors_come_first_and_many_like_warnings_are_shown_once() -> None:
    lines = [TEXT.content.index(f"  {letter}") for letter in "xyzwv"]
    warnings = [diagnose("W0702", Span(at, at + 3), f"number {n}") for n, at in enumerate(lines)]
    out = shown([*warnings[:2], FOUND, *warnings[2:]])
    assert out.startswith("error[E0201]")
    assert out.count("warning[W0702]") == 1
    assert "= also: 4 more like it, in lines 4, 5, 6, 7 (--json shows each)" in out
    assert out.endswith("1 error, 5 warnings\n")


def test_errors_of_the_same_words_are_shown_once() -> None:
    same = [diagnose("E0201", Span(at, at + 1), "there is no name `hand`") for at in range(0, 40, 10)]
    out = shown([*same, diagnose("E0201", Span(1, 2), "there is no name `x`")])
    assert out.count("error[E0201]") == 2
    assert "= also: 3 more like it" in out
    assert out.endswith("5 errors\n")


def test_a_mark_is_no_wider_than_a_narrow_terminal(monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    show([diagnose("E0105", Span(5, 190), "m")], Text("b", "x" * 200), terminal)
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in terminal.getvalue().splitlines()]
    assert sum("^" in line for line in lines) == 1
    assert max(len(line) for line in lines if "^" in line or "…" in line) <= 60


def test_a_few_warnings_and_all_errors_are_shown_in_full() -> None:
    found = [diagnose("W0702", Span(at, at + 1), f"number {at}") for at in range(3)]
    errors = [diagnose("E0105", Span(at, at + 1), f"number {at}") for at in range(9)]
    out = shown([*found, *errors])
    assert (out.count("warning[W0702]"), out.count("error[E0105]"), out.count("also")) == (3, 9, 0)


def test_a_span_that_ends_in_the_indentation_of_the_next_line_shows_one_line() -> None:
    text = Text("n", "zones:\n  hand: set\n\n  heap: stack\n")
    out = render([diagnose("E0105", Span(9, text.content.index("heap")), "m")], text)
    assert ("2 |   hand: set" in out, "heap" in out) == (True, False)
