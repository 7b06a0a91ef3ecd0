"""The settings file of a folder: `hoyle.toml`, or the table `[tool.hoyle]` of `pyproject.toml`.

It gives usual values to options and to the settings of games; the command line outranks it. Leaves what an option takes
to the commands, and which settings a game has to its rule file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hoyle.terminal.guard import Usage
from hoyle.terminal.reading import MEBIBYTE, read_text
from spec.names.suggestions import did_you_mean

OPTIONS = ("budget", "seed", "jobs")
"""Options that a file may give usual values to, for every command that has one."""
TABLE = "settings"
"""The table with a table for each game, by the name of its rule file."""
FILES = (("hoyle.toml", ()), ("pyproject.toml", ("tool", "hoyle")))


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a settings file says; `path` is None where there is none."""

    path: Path | None = None
    text: str = ""
    options: dict[str, str] = field(default_factory=dict)
    games: dict[str, dict[str, str]] = field(default_factory=dict)

    def place(self, key: str, table: str = "") -> str:
        """The file and the line in which a key stands, for a message."""
        return f"{self.path}:{line_of(self.text, key, table)}"

    def settings_of(self, game: str) -> dict[str, str]:
        """The settings for a game that is named by its file, its folder or its name."""
        return dict(self.games.get(Path(game).stem, {}))


def nearest(folder: Path) -> Configuration:
    """The settings file of a folder, or of the nearest folder above that has one. Raises Usage."""
    for place in (folder, *folder.parents):
        for name, way in FILES:
            path = place / name
            if path.is_file():
                text = read_text(path, MEBIBYTE, "settings file")
                if not way or f"[{'.'.join(way)}" in text:
                    return _read(path, text, way)
    return Configuration()


def _read(path: Path, text: str, way: tuple[str, ...]) -> Configuration:
    import tomllib  # most folders have no such file

    try:
        table: Any = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise Usage(f"{path} is no TOML: {error}") from None
    except (ValueError, RecursionError):  # what Python's own reader does not catch
        raise Usage(f"{path} cannot be read: a number is too long, or lists in lists are too deep") from None
    for key in way:
        table = table.get(key, {}) if isinstance(table, dict) else {}
    if not isinstance(table, dict):
        raise Usage(f"{path}:{line_of(text, way[-1])}: `{way[-1]}` must be a table")
    found = Configuration(path, text)
    for key, value in table.items():
        if key == TABLE:
            continue
        if key not in OPTIONS:
            known = (*OPTIONS, TABLE)
            near = did_you_mean(key, known) or f"; there are {', '.join(known)}"
            raise Usage(f"{found.place(key)}: there is no setting `{key}`{near}")
        found.options[key] = _word(value, key, found.place(key))
    games = table.get(TABLE, {})
    for game, chosen in games.items() if isinstance(games, dict) else [("", games)]:
        if not isinstance(chosen, dict):
            where = found.place(game or TABLE)
            raise Usage(f"{where}: write the settings of a game in a table of its own, such as [{TABLE}.pigeon]")
        found.games[game] = {k: _word(v, k, found.place(k, game)) for k, v in chosen.items()}
    return found


def _word(value: object, key: str, where: str) -> str:
    endless = isinstance(value, int) and value.bit_length() > 10_000  # Python writes no number as long as it reads
    if isinstance(value, bool) or not isinstance(value, str | int | float) or endless or not str(value):
        raise Usage(f"{where}: `{key}` must be a number or a text, such as {key} = 2")
    return str(value)


def line_of(text: str, key: str, table: str = "") -> int:
    """The line in which a key stands: in the table whose name ends so, if one is named, else in any."""
    name, at = re.escape(key), not table
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("["):
            inner = line.strip().strip("[]")
            at = not table or re.search(rf"(^|[.\"'])\"?{re.escape(table)}[\"']?$", inner) is not None
            if re.search(rf"(^|[.\"']){name}[\"']?$", inner):
                return number
        elif at and re.match(rf"\s*[\"']?{name}[\"']?\s*[=.]", line):
            return number
    return 1
