"""The page's files as they were built: `make studio` makes them in a source tree, and a wheel has them.

Leaves making them to `hoyle/studio/page/bundle.py`.
"""

from __future__ import annotations

from pathlib import Path

from hoyle.terminal.guard import Misuse

FOLDER = Path(__file__).with_name("assets")


def assets(folder: Path = FOLDER) -> dict[str, Path]:
    """The files of the page by their names. Raises Misuse where there are none."""
    found = {path.name: path for path in folder.glob("*") if path.is_file() and not path.name.startswith(".")}
    if "index.html" not in found:
        raise Misuse(
            "the studio's page is not built here: `make studio` in the source tree builds it; an installed Hoyle has it"
        )
    return found
