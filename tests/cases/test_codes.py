"""The texts that explain a code are in the language as it is: the wrong one gives the code, the right one does not."""

import argparse
import shlex

import pytest

from hoyle.commands.options import add_game, settings_of
from spec.diagnostics.codes import CODES
from spec.lower.game import lower_file
from spec.text.parse import parse
from tests.cases.harness import PRELUDE, completed, outcome

NO_RULE_TEXT = {
    "E0101": "bytes that are no text",
    "E0111": "too long to show",
    "E0114": "too long to show",
    "E0317": "only of the intermediate representation",
    "E0507": "only of the intermediate representation",
    "E0611": "only of the intermediate representation",
    "E0805": "only of the intermediate representation",
    "W0515": "only where settings are tried, as `hoyle check` does",
    "W0513": "only as written, which a text does not say of itself",
}
AS_WRITTEN = ("W0513",)
"""These concern only rules whose rulings are off."""
WHOLE_FILE = ("E0112", "E0605", "W0607")
SNIPPETS = [c for c in CODES if c not in NO_RULE_TEXT and not c.startswith("E09")]


def codes_in(text: str, code: str, whole: bool = True) -> set[str]:
    """The codes that a text of the register gives: a command line, a whole file, or a snippet.

    With `whole` those in what completes a snippet count as well.
    """
    if text.startswith("hoyle "):
        parser = argparse.ArgumentParser()
        add_game(parser)
        chosen = settings_of(parser.parse_args(shlex.split(text)[2:]))
        return {d.code for d in lower_file(parse(PRELUDE)[0], chosen)[1]}
    settings = "as written" if code in AS_WRITTEN else ""
    if not whole:
        return {d.code for d in outcome(text, settings + ("" if code in WHOLE_FILE else " with prelude")).diagnostics}
    content = text + "\n" if code in WHOLE_FILE else completed(text)
    return {d.code for d in outcome(content, settings).diagnostics}


@pytest.mark.parametrize("code", SNIPPETS)
def test_the_wrong_text_gives_the_code(code: str):
    assert code in codes_in(CODES[code].wrong, code)


@pytest.mark.parametrize("code", SNIPPETS)
def test_the_right_text_does_not(code: str):
    assert code not in codes_in(CODES[code].right, code, whole=False)


@pytest.mark.parametrize("code", [c for c in SNIPPETS if not CODES[c].right.startswith(("hoyle", "game", "zones"))])
def test_the_right_text_is_right(code: str):
    """Whole games and zones are left out: what follows them of the prelude no longer fits."""
    shown = outcome(CODES[code].right, "with prelude").diagnostics
    assert [d.code for d in shown if d.severity == "error"] == []
