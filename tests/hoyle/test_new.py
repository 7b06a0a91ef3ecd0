"""`hoyle new`: what it writes and says, and that it replaces nothing unasked."""

from tests.start.test_cut import BOOK


def test_the_command(hoyle, tmp_path):
    book, out = tmp_path / "book.txt", tmp_path / "thirds.hoyle"
    book.write_text(BOOK, encoding="utf-8")
    code, told, _ = hoyle("new", "Thirds", "--from", str(book), "--out", str(out))
    assert (code, told.splitlines()[0]) == (0, f"{out}: written, 10 sentences under 4 headings")
    assert hoyle("check", str(out))[0] == 0
    code, _, told = hoyle("new", "Thirds", "--kind", "rummy", "--out", str(out))
    assert (code, "is there already" in told) == (2, True)
    assert hoyle("new", "Thirds", "--kind", "rummy", "--out", str(out), "--force")[0] == 0
    book.write_bytes(b"# The end\n\nThe caf\xe9 wins.\n")
    code, _, told = hoyle("new", "x", "--from", str(book), "--out", str(tmp_path / "y"))
    assert (code, "not UTF-8 text (in line 3, byte 0xE9); save it as UTF-8" in told) == (2, True)
    assert hoyle("new", "x", "--from", str(tmp_path / "no"), "--out", str(tmp_path / "y"))[0] == 2


def test_a_file_begins_with_a_kind_or_with_a_text(hoyle, tmp_path):
    book, out = tmp_path / "book.txt", tmp_path / "thirds.hoyle"
    book.write_text(BOOK, encoding="utf-8")
    code, _, told = hoyle("new", "Thirds", "--kind", "rummy", "--from", str(book), "--out", str(out))
    assert (code, "a file begins with one of them" in told, out.exists()) == (2, True, False)
    code, _, told = hoyle("new", "Thirds", "--out", str(out))
    assert (code, "say how to begin" in told, out.exists()) == (2, True, False)


def test_of_a_long_text_as_much_is_kept_as_a_rule_file_may_hold(hoyle, tmp_path):
    book, out = tmp_path / "book.txt", tmp_path / "long.hoyle"
    texts = {
        "one sentence": "# Play\n\n" + "deal five cards to each player and " * 60_000,
        "many": "# Play\n\n" + f"Deal {'a card and ' * 60}stop. " * 1_999,
        "too many": "# Play\n\n" + "Deal a card. " * 2_500,
    }
    for name, text in texts.items():
        book.write_text(text, encoding="utf-8")
        code, told, _ = hoyle("new", "Long", "--from", str(book), "--out", str(out), "--force")
        assert (name, code, "the rest is left out" in told) == (name, 0, True)
        assert hoyle("check", str(out))[0] == 0
    # Each place that is listed can be cited.
    out.write_text(out.read_text(encoding="utf-8").replace("permit any_card", 'permit any_card @ "Play/1999"'))
    assert hoyle("check", str(out))[0] == 0
