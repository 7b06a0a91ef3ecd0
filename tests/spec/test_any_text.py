"""Any text or bytes whatever give diagnostics or a game, never an exception."""

import random
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.commands.cli import main
from hoyle.sources import files
from hoyle.terminal.render import render, to_json
from spec.diagnostics.codes import CODES
from spec.diagnostics.diagnostic import Diagnostic, diagnose, has_errors
from spec.lower.game import lower_file
from spec.text.parse import MAX_FAULTS, parse
from spec.text.source import NOWHERE, Text
from tests.oracle.trial import blocks
from tests.oracle.write_richly import rich_text

ROOT = Path(__file__).resolve().parents[2]
PRELUDE = (ROOT / "tests" / "cases" / "prelude.hoyle").read_text(encoding="utf-8")
SEEDS = [Path("tests/cases/prelude.hoyle"), *(p.relative_to(ROOT) for p in sorted(ROOT.glob("rules/*/*.hoyle")))]
SIGNS = '()[]":,;@#>=<|+-*.\n\t\r \x00\x0c\x85\u2028\u00a0é“0AZ9'
WORDS = [*PRELUDE.split(), "deal", "each", "fill", "up", "to", "or", "more", "under", "group", "from"]


def diagnostics_of(text: str) -> tuple[Diagnostic, ...]:
    """Reads a text to the end of the front end; checks what holds of any text."""
    file, found = parse(text)
    game, more = lower_file(file)
    every = (*found, *more)
    assert game is not None or has_errors(every)
    for d in every:
        assert d.code in CODES
        assert d.message
        spans = [d.span, *(span for span, _ in d.related), *([d.fix.span] if d.fix else [])]
        for span in spans:
            assert span == NOWHERE or 0 <= span.start <= span.end <= len(text) + 1, (d, len(text))
    assert len(found) <= MAX_FAULTS + 40
    source = Text("any", text)
    assert render(every, source) or not every
    assert to_json(every, source)
    return every


@settings(max_examples=120, deadline=None)
@given(st.text(max_size=300))
def test_arbitrary_text(text: str):
    diagnostics_of(text)


@settings(max_examples=90, deadline=None)
@given(st.lists(st.sampled_from([*WORDS, *SIGNS, "\n", "\n  ", "\n    "]), max_size=80))
def test_words_of_the_language_in_any_order(words: list[str]):
    diagnostics_of(" ".join(words))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300) | st.text(max_size=200).map(lambda t: t.encode("utf-16")))
def test_arbitrary_bytes(tmp_path: Path, data: bytes):
    path = tmp_path / "any.hoyle"
    path.write_bytes(data)
    text, unreadable = files.read(path)
    loaded = files.load_file(path)
    assert {d.code for d in unreadable} <= {"E0101"}
    assert loaded.game is not None or has_errors(loaded.diagnostics)
    assert all(d.span.end <= len(text.content) + 1 for d in loaded.diagnostics)


def mutated(text: str, seed: int) -> str:
    """A rule text with a few small changes, cut to a stretch of whole lines so that it reads fast."""
    chance = random.Random(seed)
    lines = text.split("\n")
    start = chance.randrange(max(1, len(lines) - 60))
    signs = list("\n".join(lines[start : start + 60]))
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(signs) or 1)
        match chance.randrange(5):
            case 0:
                del signs[at : at + chance.randint(1, 6)]
            case 1:
                signs.insert(at, chance.choice(SIGNS))
            case 2:
                other = chance.randrange(len(signs) or 1)
                if signs:
                    signs[at], signs[other] = signs[other], signs[at]
            case 3:
                signs[at:at] = [" ", *chance.choice(WORDS), " "]
            case _:
                end = at + chance.randint(1, 200)
                signs[at:at] = signs[at:end]
    return "".join(signs)


@settings(max_examples=70, deadline=None)
@given(st.sampled_from(SEEDS), st.integers(0, 10**9))
def test_mutated_rules(path: Path, seed: int):
    diagnostics_of(mutated((ROOT / path).read_text(encoding="utf-8"), seed))


SHAPES = "shape pair: set of 2 cards, same rank\nmove lay(cs: {shapes} from hand of mover):\n  permit any\n"


@pytest.mark.parametrize("shapes", ["pair or group", "group or pair", "run or group"])
def test_a_choice_of_shapes_of_which_some_do_not_exist(shapes: str):
    prelude = PRELUDE.replace("shape group", "shape other_group").replace("shape pair", "shape other_pair")
    assert {d.code for d in diagnostics_of(prelude + SHAPES.format(shapes=shapes))} >= {"E0201"}


@settings(max_examples=36, deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 10**9), st.data())
def test_random_rules_with_a_part_left_out_or_in_another_place(one: int, other: int, data: st.DataObject):
    lines, others = (rich_text(number).splitlines() for number in (one, other))
    first, last = data.draw(st.sampled_from(list(blocks(lines))))
    put = data.draw(st.just(slice(0, 0)) | st.sampled_from([slice(*b) for b in blocks(others)]))
    diagnostics_of("\n".join([*lines[:first], *others[put], *lines[last:]]) + "\n")


def test_the_prelude_cut_off_anywhere():
    for end in range(0, len(PRELUDE), 47):
        diagnostics_of(PRELUDE[:end])
        diagnostics_of(PRELUDE[len(PRELUDE) - end :])


LONG = {
    "nothing": "",
    "only blanks": " \n\t\n  \r\n",
    "only a comment": "# nothing",
    "ten thousand brackets": "define x: " + "(" * 10_000,
    "brackets closed": "define x: " + "(" * 10_000 + "yes" + ")" * 10_000 + "\n",
    "square brackets": "[" * 10_000 + "\n",
    "sixty brackets": "define x: " + "(" * 60 + "yes" + ")" * 60 + "\n",
    "a line of five megabytes": "a" * 5_000_000,
    "a long line": "define x: " + "a + " * 6_000 + "a\n",
    "a chain of not": "define x: " + "not " * 4_000 + "yes\n",
    "a shorter chain of not": PRELUDE + "\ndefine x: " + "not " * 90 + "yes\n",
    "a chain of sums": "define x: " + "a + " * 4_000 + "a\n",
    "a shorter chain of sums": PRELUDE + "\ndefine x: " + "1 + " * 90 + "1\n",
    "a chain of of": "define x: " + "top of " * 2_000 + "a\n",
    "a shorter chain of of": PRELUDE + "\ndefine x: " + "score of " * 90 + "mover\n",
    "cards compared deep": PRELUDE + "\ndefine x: " + "KS is (" * 60 + "KS" + ")" * 60 + "\n",
    "many alternatives": PRELUDE + "\ndefine x: " + "yes or " * 2_000 + "yes\n",
    "many conditions": PRELUDE + "\ndefine x: " + "round = 1 and " * 1_000 + "yes\n",
    "nested conditions": PRELUDE + "\ndefine x: " + "if yes then (" * 60 + "yes" + ") else no" * 60 + "\n",
    "deep indentation": "zones:\n" + "".join(" " * i + "a:\n" for i in range(300)),
    "deep loops": "play:\n" + "".join("  " * i + "repeat:\n" for i in range(1, 38)) + "  " * 38 + "step a: nothing\n",
    "many lines of nonsense": "x\n" * 100_000,
    "many tabs": "\tx\ny\n" * 20_000,
    "many quotes": 'game "x\n' * 20_000,
    "many numbers": "zones:\n" + "  9999999999\n" * 20_000,
    "many wrong lines": "zones:\n" + "  a b c\n" * 3_000,
    "many wrong sections": "zones:\n  a b c\n" * 3_000,
    "a huge deck": 'game "x":\n  players 2\n  deck 1..999999 of hearts 999999 copies\n',
    "huge ranges": 'source "x":\n  "a" 1..999999\nstate:\n  f: 0 to 999999\n  g[999999]: 1 to 2\n',
    "huge counts": "play:\n  999999 times:\n    step a: nothing\nshape s: set of 1 to 999999 cards\n",
    "a huge number": "define x: " + "9" * 5_000 + "\n",
    "surrogates": "define \ud800: \udfff\n",
    "old line ends": PRELUDE.replace("\n", "\r"),
}


@pytest.mark.parametrize("name", LONG)
def test_hostile_text(name: str):
    start = time.perf_counter()
    diagnostics_of(LONG[name])
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize(("name", "code"), [("a line of five megabytes", "E0111"), ("many wrong lines", "E0114")])
def test_bounds_are_said(name: str, code: str):
    assert code in {d.code for d in diagnostics_of(LONG[name])}


def test_windows_line_ends_and_byte_order_mark_change_nothing(tmp_path: Path):
    plain, windows = tmp_path / "plain.hoyle", tmp_path / "windows.hoyle"
    plain.write_bytes(PRELUDE.encode())
    windows.write_bytes(b"\xef\xbb\xbf" + PRELUDE.replace("\n", "\r\n").encode())
    one, other = files.load_file(plain), files.load_file(windows)
    assert one.diagnostics == other.diagnostics == ()
    assert one.game == other.game


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        PRELUDE.replace("zones:", "zones").encode(),
        b"\x00" * 100,
        b"(" * 10_000,
        b"\r\r",
    ],
    ids=["empty", "no text", "only a mark", "no colon", "zeros", "brackets", "returns"],
)
def test_check_on_a_faulty_file_exits_with_1(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "faulty.hoyle"
    path.write_bytes(data)
    assert main(["check", str(path)]) == 1
    shown = capsys.readouterr()
    assert "error[E01" in shown.out
    assert "Traceback" not in shown.out + shown.err


def test_the_checks_of_this_file_see_a_fault(monkeypatch: pytest.MonkeyPatch):
    """A span outside the text, as a front end might give, is not let through."""
    monkeypatch.setattr(
        "spec.text.refused.syntax_errors.diagnose",
        lambda code, span, message, **more: diagnose(code, span.to(span.__class__(0, 10**6)), message),
    )
    with pytest.raises(AssertionError):
        diagnostics_of("zones:\n  a b c\n")
