"""Neovim, as it comes with Debian and without a screen, attaches to the server and uses it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hoyle.editor.format.formatter import format_text
from tests.editor.small import SMALL

SCRIPT = Path(__file__).with_name("attach.lua")


@pytest.mark.skipif(shutil.which("nvim") is None, reason="there is no Neovim on this machine")
def test_neovim_attaches_and_is_helped(tmp_path):
    rules, out = tmp_path / "small.hoyle", tmp_path / "out.json"
    rules.write_text(SMALL.replace("mood is angry", "mod is angry"), encoding="utf-8")
    asked = {
        "HOYLE_NEOVIM": f"{sys.executable}\n{rules}\n{out}",
        "XDG_STATE_HOME": str(tmp_path),
        "NVIM_LOG_FILE": os.devnull,
    }
    line = ["nvim", "--headless", "--clean", "-n", "-c", f"luafile {SCRIPT}"]
    done = subprocess.run(line, env=os.environ | asked, capture_output=True, timeout=120, check=False)
    assert out.exists(), done.stderr.decode()
    found = json.loads(out.read_text(encoding="utf-8"))
    faulty = SMALL[: SMALL.index("mood is angry")]
    assert found["diagnostic"]["code"] == "E0201"
    assert (found["diagnostic"]["line"], found["diagnostic"]["column"]) == (
        faulty.count("\n"), len(faulty) - faulty.rindex("\n") - 1
    )  # fmt: skip
    assert found["mended"] is True
    assert found["definition"].startswith("define fits")
    assert found["renamed"] is True
    assert (found["lens"], found["pushed"]) == ("Play this example", "✓ checked")
    assert found["formatted"] == format_text(SMALL.replace("mood", "temper"))
