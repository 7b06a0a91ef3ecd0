"""VS Code's own program colours rule files as ours does, and the packed extension is as it should be.

These need what `make vsix` installs and packs; it runs them.
"""

import json
import os
import subprocess
import zipfile
from pathlib import Path

import pytest

from editors.vscode import make_grammar, pack
from tests.editors.test_grammar import FILES
from tests.editors.textmate import Painter
from tests.repo.test_layout import MACHINE_PATH, REGISTRY, pattern_faults

ASKED = pytest.mark.skipif(not os.environ.get("HOYLE_EDITORS"), reason="needs npm's packages; HOYLE_EDITORS=1 runs it")
COLOURS = Path(__file__).parent / "colours.js"
MOST_BYTES = 1_000_000


def pieces(grammar: Path) -> dict[str, list[list[list[object]]]]:
    """What VS Code's program makes of each line of each file."""
    done = subprocess.run(
        ["node", str(COLOURS), str(pack.BUILD / "node_modules"), str(grammar), *map(str, FILES)],
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, list[list[list[object]]]] = json.loads(done.stdout)
    return found


def other_lines(grammar: Path) -> list[str]:
    """The lines that are coloured otherwise by the grammar that is written than by ours."""
    painter = Painter(make_grammar.grammar())
    return [
        f"{file}: {line}"
        for file, lines in pieces(grammar).items()
        for line, found in zip(Path(file).read_text(encoding="utf-8").split("\n"), lines, strict=True)
        if [list(piece) for piece in painter.line(line)] != found
    ]


@ASKED
def test_vs_code_colours_as_we_do():
    assert other_lines(make_grammar.WRITTEN) == []


@ASKED
def test_another_colour_is_noticed(tmp_path: Path):
    planted = tmp_path / "hoyle.tmLanguage.json"
    planted.write_text(make_grammar.text().replace("constant.other.card", "constant.other.cards"), encoding="utf-8")
    assert other_lines(planted) != []


@ASKED
def test_the_packed_extension():
    assert pack.packed().stat().st_size < MOST_BYTES
    with zipfile.ZipFile(pack.packed()) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    for pattern in (REGISTRY, MACHINE_PATH):
        assert [fault for name, text in texts.items() for fault in pattern_faults(pattern, name, text)] == []
    assert "vscode-languageclient" in texts["extension/ThirdPartyNotices.txt"]
    assert "hoyle.openRulebook" in texts["extension/dist/extension.js"]
