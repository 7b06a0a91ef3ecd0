"""What an editor tells of the name under the cursor: what it is, what it says in English, where it comes from.

The texts are Markdown, in which everything that a file says stands escaped or as code.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hoyle.editor.analysis import Analysis
from hoyle.editor.names.symbols import Kind, Occurrence, Symbol
from hoyle.editor.results.results import NOTHING, Results
from hoyle.editor.words import begins, meaning, word_at
from spec import syntax as s
from spec.diagnostics.codes import CODES
from spec.ir.types import called
from spec.syntax_walk import of_class
from spec.text.source import Span

CALLED: dict[Kind, str] = {
    "values": "value table", "permit": "clause that permits", "forbid": "clause that forbids", "end": "end of the game",
    "place": "place of the rulebook", "language": "word of every rule file",
}  # fmt: skip
"""What a kind is called, where it is not called by its own name."""
BUILT_IN = {
    "rank": "the rank that a card shows",
    "suit": "the suit that a card shows",
    "colour": "the colour that a card shows: red or black",
    "top": "the top card of a stack",
    "bottom": "the bottom card of a stack",
    "size": "how many cards there are",
    "position": "where a word stands in its list, counted from 1",
    "mover": "the player whose turn it is",
    "pass": "the move of doing nothing, where a choice is not a must",
    "edition": "the edition of the rulebook that is played",
    "player": "the players, from `player 1` on",
    "players": "how many play",
    "card": "one card",
    "cards": "some cards",
    "number": "a whole number, or with `of` how many there are",
    "truth": "yes or no",
    "team": "players who win together; `team of p` is that of a player",
    "partner": "the other player of a player's team",
    "stack": "cards that lie in order",
}
OWNERS: dict[Kind, str] = {
    "reading": "question", "permit": "move", "forbid": "move", "effect": "move", "clause": "outcome", "word": "list",
}  # fmt: skip
"""What the owner of a thing is called, where it is told."""
MOST_LINES = 8
"""Of a longer definition only the first lines are shown."""
SENTENCES = 6


@dataclass(frozen=True, slots=True)
class Hover:
    span: Span
    markdown: str


def hover(analysis: Analysis, offset: int, results: Results = NOTHING) -> Hover | None:
    """What to tell of an offset; None where nothing stands that has a name or a meaning."""
    occurrence = analysis.index.at(offset)
    if occurrence is not None:
        return Hover(occurrence.span, "\n\n".join(_parts(analysis, occurrence, results)))
    word = word_at(analysis.content, offset)
    told = "" if word is None else meaning(word[0], analysis.known.suits, begins=begins(analysis.content, word[1]))
    return Hover(word[1], told) if word is not None and told else None


def _parts(analysis: Analysis, occurrence: Occurrence, results: Results) -> list[str]:
    symbol = occurrence.symbol
    introductions = analysis.index.introductions(symbol)
    parts = [heading(analysis, symbol)]
    if symbol.kind == "language":
        return [*parts, *([BUILT_IN[symbol.name]] if symbol.name in BUILT_IN else [])]
    in_force = _in_force(analysis, symbol)
    if in_force:
        parts.append(in_force)
    parts += [told for one in introductions[:1] if (told := _type(analysis, one))]
    said = [text for one in introductions for text in analysis.sentences.get(one.span.start, ())]
    parts += [f"- {escaped(text)}" if len(said) > 1 else escaped(text) for text in said[:SENTENCES]]
    cites = dict.fromkeys(place for one in introductions for place in analysis.cites.get(one.span.start, ()))
    if cites:
        parts.append(f"Rulebook: {escaped('; '.join(cites))}")
    parts += _results(analysis, symbol, results)
    if not symbol.local:
        parts += [_source(analysis, one) for one in introductions[:2] if one.under.start < one.under.end]
    uses = len(analysis.index.of(symbol)) - len(introductions)
    if symbol.kind == "place":
        parts.append(f"cited {_times(uses)}")
    return parts


def heading(analysis: Analysis, symbol: Symbol) -> str:
    """What a thing is, in a line."""
    kind = CALLED.get(symbol.kind, symbol.kind)
    shown = analysis.known.shown.get(symbol)
    owner = OWNERS.get(symbol.kind)
    of = f" of the {owner} `{symbol.owner}`" if owner else ""
    return f"**{kind}** `{symbol.name}`{of}" + (f" – “{escaped(shown)}”" if shown else "")


def _in_force(analysis: Analysis, symbol: Symbol) -> str:
    """What is chosen for a setting or question."""
    match symbol.kind:
        case "question":
            chosen = analysis.settings.get(symbol.name)
            return f"In force: the reading `{chosen}`." if chosen and chosen != "open" else "Nothing rules on it."
        case "reading":
            chosen = analysis.settings.get(symbol.owner)
            return "This reading is in force." if chosen == symbol.name else "This reading is not in force."
        case "number" | "option" if symbol.name in analysis.settings:
            return f"Usually `{analysis.settings[symbol.name]}`."
        case _:
            return ""


def _type(analysis: Analysis, one: Occurrence) -> str:
    """What a name holds: of what is known within a clause as the clause says it, of others as the rules take it."""
    if one.symbol.local:
        written = _written(analysis, one)
        return code([written]) if written else ""
    game, name = analysis.game, one.symbol.name
    if game is None or one.symbol.kind not in ("definition", "field"):
        return ""
    kinds = {d.source.label: d.type for d in game.defines} if one.symbol.kind == "definition" else {
        f.source.label: f.type for f in game.fields
    }  # fmt: skip
    return f"Type: {called(kinds[name])}" if name in kinds else ""


def _written(analysis: Analysis, one: Occurrence) -> str:
    """How a parameter or variable is introduced, on one line."""
    sections = tuple(x for x in analysis.file.sections if x.span.start <= one.span.start < x.span.end)
    spans = [p.name.span.to(p.type.span) for p in of_class(sections, s.ParamText) if p.name.span == one.span]
    spans += [c.span for c in of_class(sections, s.ChoiceText) if c.name.span == one.span]
    spans += [b.span for b in of_class(sections, s.Binder) if b.name.span == one.span]
    return " ".join(analysis.content[spans[0].start : spans[0].end].split()) if spans else ""


def _results(analysis: Analysis, symbol: Symbol, results: Results) -> list[str]:
    """What the last runs said of a clause or a claim."""
    verdict = results.verdict("claim", symbol.name) if symbol.kind == "claim" else None
    told = "" if results.counts is None else results.counts.told(symbol, analysis)
    return [
        *([f"Takes effect {told}."] if told else []),
        *([verdict.short + (" (before your last changes)" if verdict.stale(analysis) else "")] if verdict else []),
    ]


def _source(analysis: Analysis, one: Occurrence) -> str:
    """The lines that introduce a thing, as code."""
    start = analysis.content.rfind("\n", 0, one.under.start) + 1
    lines = analysis.content[start : one.under.end].rstrip().split("\n")
    while not lines[-1].strip() or lines[-1].startswith("#"):
        lines.pop()
    more = ["…"] if len(lines) > MOST_LINES else []
    return code([*lines[:MOST_LINES], *more])


def code(lines: list[str]) -> str:
    """Lines of a rule file as a block that nothing in them can end."""
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}hoyle", *lines, fence])


def escaped(text: str) -> str:
    """A text of a rule file within Markdown: it makes no mark, no link and no tag."""
    return re.sub(r"([\\`*_{}\[\]()<>#+!|~&])", r"\\\1", " ".join(text.split()))


def _times(count: int) -> str:
    return "nowhere" if count == 0 else "once" if count == 1 else f"{count} times"


def explained(code_: str) -> str:
    """Why a code is a fault, for its diagnostic; nothing of an unknown code."""
    meaning = CODES.get(code_)
    return "" if meaning is None else meaning.why
