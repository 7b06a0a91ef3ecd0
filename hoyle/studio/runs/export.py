"""Writes a game out: the rulebook as a page or as Markdown, or an engine, file by file.

Leaves what a target consists of to `engine.targets`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import PurePosixPath

from engine.conformance.differential_check import Differs
from engine.core.unsupported import Unsupported
from engine.targets.facts import Facts
from engine.targets.registry import TARGETS, files_of
from hoyle.english.document.render import to_html, to_markdown
from hoyle.english.rulebook.page import rulebook
from hoyle.run.telling import told_of
from hoyle.studio.messages import runs as m
from hoyle.studio.runs.rules import NoGame, Rules

NOT_HERE = ("vectors",)
"""Targets that take minutes and belong to the command line."""

Tell = Callable[[m.Doing | m.Written], None]


def exported(rules: Rules, order: m.Export, tell: Tell) -> m.Exported:
    """Tells every file of an export. Raises NoGame where the game cannot be exported so."""
    stem = PurePosixPath(order.name).stem or "game"
    if order.target == "rulebook":
        tell(m.Written(f"{stem}.html", to_html(rulebook(rules.game, seats=rules.loaded.allowed)), False))
        return m.Exported(1)
    if order.target == "rulebook-markdown":
        tell(m.Written(f"{stem}.md", to_markdown(rulebook(rules.game, seats=rules.loaded.allowed)), False))
        return m.Exported(1)
    if order.target not in TARGETS or order.target in NOT_HERE:
        raise NoGame(f"{order.target[:40]} is exported by the command line: hoyle export {stem} --to {order.target}")
    tell(m.Doing(f"writing {order.target}, and playing it against the interpreter"))
    facts = Facts(
        stem, f"hoyle export {order.name} --to {order.target}", version("hoyle"), told=partial(told_of, rules.game)
    )
    try:
        files = dict(files_of(order.target)(rules.game, facts))
    except Unsupported as error:
        raise NoGame(f"this game cannot be exported to {order.target}: it has {error}") from None
    except Differs as error:
        raise NoGame(f"nothing was written: the exported engine does not agree with Hoyle ({error})") from None
    for name, text in files.items():
        tell(m.Written(name, text, False))
    return m.Exported(len(files))
