"""Small rule files written to fool `verify`, each technique held against plain enumeration of each.

Those named `..., once said wrongly by TECHNIQUE` (or `of` it, by the oracle) were found by long runs and are tried with
it every time. Of others the everyday run tries a few; with `HOYLE_ORACLE_SECONDS` set, as `make oracle` does, every
technique tries all.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.oracle.techniques import EVERY, QUICK, SLOW
from tests.oracle.test_techniques import PLAYED
from tests.oracle.trial import tried

LONG = float(os.environ.get("HOYLE_ORACLE_SECONDS", "0")) > 0
PARTS = (Path(__file__).parent / "fooling.txt").read_text(encoding="utf-8").split("##### ")[1:]
FILES = {name: rules for name, _, rules in (part.partition("\n") for part in PARTS)}
FOUND = {name: said[1] for name in FILES if (said := re.search(r", once said wrongly (?:by|of) (.+)$", name))}
TECHNIQUES = {**QUICK, **SLOW} if LONG else {name: QUICK[name] for name in PLAYED}


def test_there_are_many():
    assert len(FILES) > 50
    assert set(FOUND.values()) <= set(EVERY)


@pytest.mark.parametrize("name", FILES if LONG else list(FILES)[::12])
def test_no_technique_is_fooled(name):
    found = tried(FILES[name], TECHNIQUES, 2.0 if LONG else 0.5, 1_500)
    assert found.files == 1
    assert [c.words for c in found.wrong] == []


@pytest.mark.parametrize("name", FOUND)
def test_what_was_said_wrongly_once_is_not_said_again(name):
    technique = FOUND[name]
    found = tried(FILES[name], {technique: EVERY[technique]}, 3.0, 1_500)
    assert found.files == 1
    assert [c.words for c in found.wrong] == []
