"""The rules of an order: its text under its settings, with what runs and their reports need of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hoyle.editor.analysis import Analysis
from hoyle.sources.files import Loaded, lower, parse_text
from hoyle.studio.messages.text import Choice
from hoyle.studio.text import Known
from spec.ir import nodes as ir


class NoGame(Exception):
    """The text of an order has errors; the message says so."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A text that has no errors, loaded under some settings."""

    loaded: Loaded
    game: ir.Game
    settings: dict[str, str]
    known: Known


def rules_of(name: str, text: str, settings: Sequence[Choice], *, as_written: bool = False) -> Rules:
    """The rules of an order. Raises NoGame."""
    chosen = {choice.name: choice.value for choice in settings}
    loaded = lower(parse_text(name, text), chosen, as_written=as_written)
    if loaded.game is None:
        wrong = next((d.message for d in loaded.diagnostics if d.severity == "error"), "it has errors")
        raise NoGame(f"the text has errors; mend them first: {wrong}")
    analysis = Analysis(loaded.text, loaded.parsed.file, loaded.diagnostics, loaded.game)
    return Rules(loaded, loaded.game, chosen, Known(analysis))
