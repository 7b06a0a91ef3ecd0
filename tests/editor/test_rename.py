"""Renaming: everything that has a name, everywhere it stands, and never so that the rules change."""

from __future__ import annotations

import os
import random

import pytest

from hoyle.editor import rename as renaming
from hoyle.editor.analysis import Analysis, Analyst
from hoyle.editor.format.edits import Edit, applied
from hoyle.editor.names.symbols import Symbol
from hoyle.editor.rename import KEPT, VALUES, NotRenamed, rename
from spec.text.reserved import BUILTIN, reserved_words
from tests.editor.small import SMALL, analysed, at
from tests.editor.test_format import FILES, drawn

REFUSED = {("reserve", "group"), ("reserve", "straight"), ("reserve", "place"), ("hanabi", "red")}
"""What cannot be renamed, and is refused: a part of other names, and a word of two lists."""
WORDS = {*reserved_words(), *BUILTIN}
OF_EACH_FILE = int(os.environ.get("HOYLE_RENAMES", "1"))
"""So many names of each rule file are changed; all of them in `make editing`."""
LONG = 12_000 if OF_EACH_FILE == 2 else 10**9
"""Of a longer text names are not changed back."""


def new_name(symbol: Symbol) -> str:
    """A name that nothing has; of a suit one with its letter, by which its cards are written."""
    return f"{symbol.name[0]}zz_{symbol.name}" if symbol.kind == "suit" else f"zz_{symbol.name}"


def rules_of(analysis: Analysis, name: str = "", other: str = "") -> str:
    """The rules as the IR prints them, with one name for another; but for blanks, line ends, and quotes, which words
    have that mean something in the IR."""
    printed = analysis.printed.replace(name, other) if name else analysis.printed
    return "".join(printed.replace('"', "").split())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_name_of_each_kind_can_be_changed(path):
    """Of each file some names, drawn by its name: the rules are the same but for the name."""
    analysis = Analyst(path.stem).analyse(path.read_text(encoding="utf-8"))
    named = [x for x in analysis.index.symbols if x.kind not in KEPT and analysis.index.introductions(x)]
    refused = []
    for symbol in random.Random(path.stem).sample(named, min(OF_EACH_FILE, len(named))):
        offset = analysis.index.of(symbol)[-1].span.start
        try:
            edits = rename(analysis, offset, new_name(symbol))
        except NotRenamed as error:
            refused.append((symbol, str(error)))
            continue
        if len(analysis.content) > LONG:
            continue
        text = applied(analysis.content, edits)
        back = analysis.of(text)
        assert rules_of(back, new_name(symbol), symbol.name) == rules_of(analysis)
        renamed = next(x for x in back.index.symbols if (x.kind, x.name) == (symbol.kind, new_name(symbol)))
        first = back.index.of(renamed)[0].span.start
        if symbol.name in WORDS and symbol.kind in VALUES:  # a file may have such a name, but an editor gives none
            with pytest.raises(NotRenamed, match="is a word of the language"):
                rename(back, first, symbol.name)
            continue
        assert applied(text, rename(back, first, symbol.name)) == analysis.content
    assert [told for told in refused if (path.stem, told[0].name) not in REFUSED and told[0].kind != "suit"] == []


@pytest.mark.parametrize("seed", range(4))
def test_names_of_random_files_can_be_changed(seed):
    analysis = Analyst("drawn").analyse(drawn("made", seed))
    named = [x for x in analysis.index.symbols if x.kind not in KEPT and analysis.index.introductions(x)]
    for symbol in random.Random(seed).sample(named, min(4, len(named))):
        try:
            assert rename(analysis, analysis.index.of(symbol)[0].span.start, new_name(symbol))
        except NotRenamed:
            assert symbol.kind in ("suit", "shape", "move", "word")


@pytest.mark.parametrize(
    ("place", "new", "says"),
    [
        ("precedence in_an$0ger", "fitting", "already a clause that permits of `play`"),
        ("when fi$0ts", "Fits", "no name"),
        ("when fi$0ts", "mover", "word of the language"),
        ("when fi$0ts", "some", "word of the language"),
        ("mo$0od is angry", "score", "introduced twice"),
        ("siz$0e of hand", "many", "keeps its name"),
        ('"Deal$0/2"', "zz", "keeps its name"),
        ("becomes ca$0lm", "angry", "`angry` is already a word of `mood`"),
        ("move play(c$0: card", "mood", "taken for another|not be the same|fault"),
        ("players 2$0\n", "x", "no name of this file"),
    ],
)
def test_a_rename_that_would_change_the_rules_is_refused(place, new, says):
    with pytest.raises(NotRenamed, match=says):
        rename(analysed(), at(place), new)


def test_every_place_changes_and_nothing_else():
    edits = rename(analysed(), at("when fi$0ts(c)"), "goes_on")
    assert applied(SMALL, edits) == SMALL.replace("fits", "goes_on")


def test_a_rename_that_leaves_a_place_out_is_refused(monkeypatch):
    """The guard sees what it is for: an index that lacks a use."""
    analysis = analysed()
    offset = at("when fi$0ts(c)")
    found = analysis.index.at(offset)
    assert found is not None
    some = analysis.index.of(found.symbol)[:-1]
    monkeypatch.setattr(type(analysis.index), "of", lambda self, symbol: some)
    with pytest.raises(NotRenamed, match="fault"):
        rename(analysis, offset, "goes_on")


def test_a_rename_that_changes_what_a_rule_says_is_refused(monkeypatch):
    """So it does where names are resolved to the wrong thing, though no fault is found."""
    analysis = analysed()
    monkeypatch.setattr(renaming, "_shape", lambda *_: [])
    monkeypatch.setattr(
        renaming, "Edit", lambda start, end, new: Edit(start, end, "angry" if SMALL[start:end] == "calm" else new)
    )
    with pytest.raises(NotRenamed):
        rename(analysis, at("then mood is ca$0lm"), "cool")


def test_a_name_in_a_line_that_cannot_be_read_is_not_left_behind():
    text = SMALL.replace("when hand of mover is empty:", "when hand of mover is is empty:")
    with pytest.raises(NotRenamed, match=r"`hand` also stands in line 33, which cannot be read"):
        rename(analysed(text), at("  $0hand[player]", text), "held")
    edits = rename(analysed(text), at("  $0pile: stack", text), "laid")  # of which all is read
    assert applied(text, edits).count("laid") == text.count("pile")
