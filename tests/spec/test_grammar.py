"""The grammar has no conflict; the cache of its tables is used, and never trusted blindly."""

from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import LarkError

from spec.text import parser, reserved
from spec.text.from_tree import FromTree
from spec.text.grammar import grammar_text, kept_file
from spec.text.parse import SECTIONS, parse

RULES = 'game "x":\n  players 2\n  deck standard\n'


def test_the_grammar_has_no_conflict():
    parser.build(grammar_text(), strict=True)


PLANTED = {
    "two rules for one text": (
        ("section: game", 'section: other | game\nother: "zones" ":" _NL _INDENT zone+ _DEDENT\n'),
    ),
    "two terminals for one word": (
        ("section: game", 'section: other | game\nother: "kind" (NAME | OTHER) _NL'),
        ("NAME: /", "OTHER: /[a-z]+/\nNAME: /"),
    ),
    "a sum in two ways": (("?term: unary", '?term: unary | term "+" unary -> plus'),),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_conflict_is_refused(name: str):
    grammar = grammar_text()
    for rule, planted in PLANTED[name]:
        assert grammar.count(rule) == 1
        grammar = grammar.replace(rule, planted)
    with pytest.raises(LarkError):
        parser.build(grammar, strict=True)


def test_every_section_begins_with_its_word():
    rules = {r.origin.name for r in parser.section_parser().rules}
    assert {"game", "zones", "move", "claim"} <= rules
    for word in SECTIONS:
        assert f'"{word}"' in grammar_text()


def test_every_rule_has_a_method():
    """A rule whose tree would be left as it is has none: those that start with `_` or `?` and are never aliased."""
    lark = parser.section_parser()
    names = {r.alias or (r.options.template_source or r.origin.name) for r in lark.rules}
    kept = {n for n in names if not n.startswith("_") and n not in inlined()}
    assert {n for n in kept if not hasattr(FromTree, n)} == set()


def test_no_method_serves_two_rules():
    """A rule and another's alias of one name would be read by one method, and one of them loses its parts."""
    assert doubly_named(parser.section_parser()) == set()


def test_a_rule_named_as_an_alias_is_seen():
    grammar = grammar_text().replace("but_for", "without")
    assert doubly_named(parser.build(grammar, strict=False)) == {"without"}


def doubly_named(lark: Lark) -> set[str]:
    rules = lark.rules
    return {r.alias for r in rules if r.alias} & {r.origin.name for r in rules if not r.alias}


def inlined() -> set[str]:
    return {r.origin.name for r in parser.section_parser().rules if r.options.expand1}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An own folder for the cache, and a parser that is made anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    parser.section_parser.cache_clear()
    reserved.reserved_words.cache_clear()
    yield parser.cache_file(grammar_text())
    parser.section_parser.cache_clear()


def test_the_cache_is_written_and_read(cache: Path, monkeypatch: pytest.MonkeyPatch):
    assert parse(RULES)[1] == ()
    assert cache.is_file()
    parser.section_parser.cache_clear()
    monkeypatch.setattr(parser, "build", None)
    assert parse(RULES)[1] == ()


@pytest.mark.parametrize("damage", ["empty", "garbage", "cut off", "one bit", "another file's digest"])
def test_a_corrupt_cache_is_not_read(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    sound = parser.section_parser()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache = parser.cache_file(grammar_text())
    parser._save(sound, cache)
    assert parser._load(cache) is not None
    written = cache.read_bytes()
    half = len(written) // 2
    cache.write_bytes(
        {
            "empty": b"",
            "garbage": b"\x80\x04garbage\n" * 100,
            "cut off": written[:half],
            "one bit": written[:half] + bytes([written[half] ^ 1]) + written[half + 1 :],
            "another file's digest": b"0" * 64 + written[64:],
        }[damage]
    )
    assert parser._load(cache) is None


def test_a_corrupt_cache_is_made_anew(cache: Path):
    cache.parent.mkdir()
    cache.write_bytes(b"garbage\n")
    assert parse(RULES)[1] == ()
    assert parser._load(cache) is not None


def test_without_a_place_for_the_cache_all_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    parser.section_parser.cache_clear()
    assert parse(RULES)[1] == ()
    parser.section_parser.cache_clear()


@pytest.mark.usefixtures("cache")
def test_the_reserved_words_are_kept_and_a_corrupt_file_is_made_anew(monkeypatch: pytest.MonkeyPatch):
    words = reserved.reserved_words()
    kept = kept_file("words", grammar_text())
    with monkeypatch.context() as patch:
        patch.setattr(reserved, "_first_words", lambda: pytest.fail("they are kept"))
        reserved.reserved_words.cache_clear()
        assert reserved.reserved_words() == words
    kept.write_bytes(kept.read_bytes().replace(b'"not"', b'"now"'))
    reserved.reserved_words.cache_clear()
    assert reserved.reserved_words() == words


def test_another_grammar_has_another_cache():
    assert parser.cache_file("a") != parser.cache_file("b")
