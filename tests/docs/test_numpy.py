"""The examples of docs/reference/numpy.md run and come to what it says."""

import re
from pathlib import Path

from tests.native.harness import needs_compiler

pytestmark = needs_compiler
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "numpy.md"


def test_the_examples_run(capsys):
    example, learning = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(learning, names)
    exec(example, names)
    assert re.fullmatch(r"\[ ?-?\d\.\d? +-?\d\.\d?\]", capsys.readouterr().out.strip())
