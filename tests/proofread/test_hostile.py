"""Texts that nobody wrote for a reader: huge, binary, full of controls. Reading ends soon and shows clean text."""

from __future__ import annotations

import json
import random
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.proofread.find import of_the_text
from hoyle.proofread.text import book
from spec.text.clean import UNSAFE

SECONDS = 20
"""Each takes one or two on a quiet machine; without bounds some took minutes."""
LONG = 400_000
WORDS = (
    "a the player must may deal draw 3 three cards each if able 2 + 2 = 5 see section 9 | - * # . : , when "
    "another they Xyz"
)
NAMES = " ".join(f"The Alpha{letter} Beta{letter} is a card." for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def of_words(size: int, end: str) -> str:
    dice = random.Random(1)
    words = WORDS.split()
    return "".join(dice.choice(words) + dice.choice((" ", " ", " ", end)) for _ in range(size))


TEXTS = {
    "one line": "A player must draw a card if able " * 24_000,
    "no spaces": "a" * LONG,
    "digits": "1" * LONG + " + 2 = 5",
    "sums": "1 + " * 60_000 + "= 2",
    "numbers": "three " * 60_000 + "players",
    "bars": "|" * LONG + "\n" + "| 1 | 2 |\n" * 12_000,
    "items": "Two things:\n" + "- a\n" * 40_000,
    "deep items": "\n".join(" " * (n % 500) + "- a" for n in range(8_000)),
    "headings": "\n\n".join(f"# H{n}" for n in range(12_000)),
    "names": NAMES * 60,
    "capitals": "the Aa Bb Cc Dd " * 16_000,
    "words on lines": of_words(32_000, ".\n"),
    "words in paragraphs": of_words(32_000, ". Then "),
    "blanks": " " * LONG + "a",
    "steps": "See step 3 as above. " * 12_000,
    "double blanks": "A card is drawn.  The next  player plays.  " * 8_000,
    "form feeds": "A card.\f" * 24_000,
    "controls": "".join(map(chr, range(256))) * 240,
}


@pytest.mark.parametrize("name", TEXTS)
def test_reading_ends_soon(name):
    began = perf_counter()
    of_the_text(book(TEXTS[name]))
    assert perf_counter() - began < SECONDS


@given(st.text(alphabet='aB. \n#"=-/1|+*:,\t\f\x00\u2028🂡', max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read(text):
    for found in of_the_text(book(text)):
        assert found.says
        assert found.do


@pytest.mark.parametrize("options", [(), ("--details",), ("--sentences",), ("--json",), ("--json", "--sentences")])
def test_what_is_shown_is_clean(options, tmp_path, hoyle):
    path = tmp_path / "book\x1b[2J.txt"
    path.write_text(
        "# \x1b[1mX\x9b\n\nUsually [red]draw[/] \u202e\x1b]0;owned\x07a card from the \x1b[2Jdeck, see section 9.\n",
        encoding="utf-8",
    )
    code, out, err = hoyle("read", str(path), *options)
    assert code == 1
    assert not UNSAFE.search(out + err)
    assert "[red]draw[/]" in out
    if "--json" in options:
        assert json.loads(out)["questions"]


def test_what_is_no_text_is_refused(tmp_path, hoyle):
    path = tmp_path / "book.pdf"
    path.write_bytes(bytes(range(256)) * 100)
    assert hoyle("read", str(path))[0] == 2
    path.write_bytes(b"A card. " * 1_300_000)
    code, _, told = hoyle("read", str(path))
    assert (code, "larger than 8 MiB" in told) == (2, True)
    path.write_bytes(b"")
    code, _, told = hoyle("read", str(path))
    assert (code, "holds no sentence" in told) == (2, True)


def test_a_text_that_is_read_in_part_says_so(tmp_path, hoyle):
    path = tmp_path / "book.txt"
    path.write_text("Blue is it, or red. Blue wins in the end. Mice are red. " * 1_000, encoding="utf-8")
    code, out, _ = hoyle("read", str(path))
    assert code == 3
    assert "only its first 2,000 sentences" in out
    assert json.loads(hoyle("read", str(path), "--json")[1])["complete"] is False


def test_what_the_rest_may_say_is_not_asked():
    part = "Each player draws a card from the stock if the zebrule strikes, as section 9 says. " * 2_100
    assert {"who-begins", "no-end", "no-winner", "empty-pile", "unexplained", "no-section"}.isdisjoint(
        one.check for one in of_the_text(book(part))
    )
    assert "no-winner" in {one.check for one in of_the_text(book(part[: len(part) // 100]))}


FOREIGN = (
    "Jeder Spieler erhält 5 Karten. Wer zuerst keine Karte mehr hat, gewinnt die Runde und gibt die nächste.",
    "Les joueurs reçoivent cinq cartes. Le premier joueur à poser toutes ses cartes gagne la manche et donne.",
    "各プレイヤーに5枚配る。山札からカードを1枚引く。勝者は最も多くの点を持つ者である。",
)


@pytest.mark.parametrize("text", FOREIGN)
def test_a_text_in_another_language_says_so(text, tmp_path, hoyle):
    path = tmp_path / "book.txt"
    path.write_text(text, encoding="utf-8")
    code, out, _ = hoyle("read", str(path))
    assert (code, "does not seem to be English" in " ".join(out.split())) == (3, True)
    assert json.loads(hoyle("read", str(path), "--json")[1])["english"] is False


def test_digits_of_other_scripts_are_no_numbers():
    assert of_the_text(book("Deal \u0663 cards to each player. Each has \uff14 or \xb2 cards.")) is not None


def test_numbers_that_all_differ_are_asked_about_once_each():
    text = "".join(f"# H{n}\n\nTake {n} coins from the pot after a feint.\n\n" for n in range(2, 400))
    assert len(of_the_text(book(text))) < 600
