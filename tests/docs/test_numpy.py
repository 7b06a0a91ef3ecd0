"""The examples of docs/reference/numpy.md run and come to what they say."""

import re
from pathlib import Path

from tests.native.harness import needs_compiler

pytestmark = needs_compiler
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "numpy.md"


def test_the_examples_run(capsys):
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    said = []
    for example in examples:
        exec(example, {})
        said.append(capsys.readouterr().out.strip())
    by_places, by_numbers, of_one_seat = said
    assert re.fullmatch(r"\[ ?-?\d\.\d? +-?\d\.\d?\]", by_places)
    assert by_numbers.endswith(", 54) 0.0")
    assert of_one_seat == "(100, 54) (100, 3)"
