"""The README that lies beside an exported engine: what it is, where it comes from, how it was read.

Leaves to each target how it is used.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.targets.escape import markdown, markdown_code
from engine.targets.facts import Facts
from spec.ir import nodes as ir
from spec.ir.display import named


def readme(game: ir.Game, facts: Facts, what: str, use: Iterable[str], agreement: str) -> str:
    """The page; `what` is a sentence, `use` are paragraphs and listings."""
    title, file = markdown(game.title), markdown_code(f"{facts.stem}.hoyle")
    parts = [
        f"# {title}: {what}",
        f"Written by Hoyle {facts.version} from the rule file {file}. To make it again:",
        f"```console\n$ {facts.command}\n```",
        "It depends on nothing but what is named here, and may be changed: Hoyle does not read it back.",
        "## How to use it",
        *use,
        "## Under which readings",
        _settings(game),
        *_rulings(game, facts),
        "## Does it play as the rule file says?",
        agreement,
    ]
    return "\n\n".join(parts) + "\n"


def _settings(game: ir.Game) -> str:
    asked = {q.source.label for q in game.questions}
    plain = [f"{name} {markdown(value)}" for name, value in game.settings if name not in asked]
    return "Sizes and editions: " + (", ".join(plain) or "none to choose") + "."


def _rulings(game: ir.Game, facts: Facts) -> list[str]:
    if facts.as_written:
        return ["Rulings are switched off: where the rulebook is open or contradicts itself, play stops and says so."]
    rows = [_ruling(question) for question in game.questions]
    if not rows:
        return ["The rule file leaves no question open."]
    return ["Where the rulebook can be read in several ways, it is read like this:", "\n".join(rows)]


def _ruling(question: ir.Question) -> str:
    chosen = next((r for r in question.readings if r.source.label == question.chosen), None)
    words = "not settled" if chosen is None else chosen.text or named(chosen.source)
    cites = f" ({markdown(', '.join(question.source.cites))})" if question.source.cites else ""
    why = f"; {markdown(question.because)}" if question.because and question.chosen == question.ruled else ""
    return f"- **{markdown(named(question.source))}**{cites}: {markdown(question.text)} {markdown(words)}{why}."
