"""The pages of the tutorial as what a reader does: edits of a rule file, and commands with what they print.

A text in a page is put where the sentence before it says. `python -m tests.docs.lesson` writes the file after each
step.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.everyday import in_little_time

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "tutorial"
STEPS = sorted(FOLDER.glob("[0-9]*.md"))
FENCE = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.M | re.S)
DOES = re.compile(
    r"(?:(?P<put>Put this into `(?P<new>\S+?)`)|(?P<add>Add to `(?P<old>\S+?)`)"
    r"|[Ii]n `(?P<changed>\S+?)`, replace the section `(?P<section>[^`]+)` by this):$"
)


@dataclass(frozen=True)
class Edit:
    """What the reader does to a file: put a text into it, add it at the end, or replace a section by it."""

    file: str
    text: str
    how: str
    section: str = ""

    def apply(self, before: str) -> str:
        match self.how:
            case "put":
                return self.text
            case "add":
                return f"{before}\n{self.text}" if before else self.text
            case _:
                old = re.compile(rf"^{re.escape(self.section)}(?!\w).*?\n(?=\S|\Z)", re.M | re.S)
                (found,) = old.findall(before)
                rest = "\n" if found.endswith("\n\n") else ""
                return before.replace(found, self.text + rest)


@dataclass(frozen=True)
class Run:
    """A command, and what the page shows of its output."""

    command: str
    shown: str


def acts(page: str) -> list[Edit | Run]:
    """What a page has its reader do, in order. Raises ValueError for a rule text that goes nowhere.

    Texts in other languages than that of rule files are for show.
    """
    found: list[Edit | Run] = []
    for fence in FENCE.finditer(page):
        if fence["kind"] == "console":
            parts = re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", fence["body"], re.M)
            found += [Run(command, shown) for command, shown in parts]
            continue
        said = " ".join(page[: fence.start()].rpartition("\n\n```")[2].split())
        does = DOES.search(said)
        if does is None and fence["kind"] != "hoyle":
            continue
        if does is None:
            raise ValueError(f"no sentence says where this goes: {fence['body']}")
        file = does["new"] or does["old"] or does["changed"]
        how = "put" if does["put"] else "add" if does["add"] else "replace"
        found.append(Edit(file, fence["body"], how, does["section"] or ""))
    return found


def step_file(number: int) -> Path:
    return FOLDER / "files" / f"{number:02}.hoyle"


def do(act: Edit | Run, folder: Path) -> str:
    """Does what the page says, in a folder; answers what was printed."""
    if isinstance(act, Edit):
        path = folder / act.file
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(act.apply(before), encoding="utf-8")
        return ""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "100"}
    done = subprocess.run(
        ["sh", "-c", in_little_time(act.command)], cwd=folder, env=env, capture_output=True, text=True, timeout=280,
        check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.stdout + done.stderr


def main() -> None:
    """Writes the rule file after each step, from the pages."""
    text = ""
    for number, page in enumerate(STEPS, 1):
        edits = [act for act in acts(page.read_text(encoding="utf-8")) if isinstance(act, Edit)]
        for edit in edits:
            text = edit.apply(text)
        if edits:
            step_file(number).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
