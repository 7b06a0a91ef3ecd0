"""Positions of the protocol and offsets: back and forth, with signs that take two units, and with every line end."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from lsprotocol.types import Position

from hoyle.language_server.positions import LINE_END, Positions, units

TEXTS = st.text(alphabet='ab 🂡é\n\r\u2028\x0b"#', max_size=40)


@given(TEXTS, st.integers(0, 50))
@example("🂡 7H\r\n🂢 x", 4)
def test_back_and_forth(text, offset):
    at = Positions(text)
    offset = min(offset, len(text))
    if text[offset - 1 : offset + 1] == "\r\n":
        offset -= 1
    assert at.offset(at.position(offset)) == offset


@given(TEXTS)
def test_lines_are_counted_as_the_protocol_says(text):
    at, lines = Positions(text), LINE_END.split(text)
    assert at.position(len(text)) == Position(len(lines) - 1, units(lines[-1]))
    for number, line in enumerate(lines):
        assert at.offset(Position(number, 10_000)) == at.offset(Position(number, 0)) + len(line)
    assert at.offset(Position(len(lines) + 3, 0)) == len(text)


def test_a_card_takes_two_units():
    at = Positions("🂡x\ny")
    assert at.position(1) == Position(0, 2)
    assert at.offset(Position(0, 2)) == 1
    assert at.position(3) == Position(1, 0)
